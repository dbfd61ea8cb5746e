"""Fast minimax and alpha-beta with traversal logs (tasks 2 and 3).

For speed this repeats the readable rules of squirrels.py; a differential test compares the two. A position
is two sets of squares (bit i = square i). A table of gains keeps E(s) up to date, and the last ply is
unrolled. Minimax caches the log text of small subtrees by position, because transpositions reach them
under different names. NAME_PLACEHOLDER is the placeholder of a node's name and depth.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    Write = Callable[[str], object]
    Template = tuple[int, str, int | None]  # value, log lines with NAME_PLACEHOLDER, best square

INFINITY = 1 << 29  # far above every score, 25 squares of a million each; still one digit of a Python int
NAME_PLACEHOLDER = "@"
CACHE_CHARACTERS = 120_000_000  # size of the cache of subtrees, in characters of text
BUFFERED_LINES = 1 << 16  # log lines buffered before they are written
MAX_TEXTS = 1 << 14  # cached texts of scores: suffices for all scores of values below 100


class _ScoreTexts(dict[int, str]):
    """A cache of scores as text in the format of the log."""

    def __missing__(self, score: int) -> str:
        if len(self) >= MAX_TEXTS:
            self.clear()
        self[score] = text = INFINITIES.get(score) or str(score)
        return text


INFINITIES = {INFINITY: "Infinity", -INFINITY: "-Infinity"}


class Board:
    """The squares in positional order: their names, values and neighbours."""

    def __init__(self, names: list[str], values: list[int], beside: list[list[int]]) -> None:
        self.names = names
        self.values = values
        self.near = [sum(1 << square for square in squares) for squares in beside]
        self.text = _ScoreTexts()
        self.gains = [self._gains(square, squares) for square, squares in enumerate(beside)]

    def _gains(self, square: int, beside: list[int]) -> dict[int, int]:
        """Return the gain of taking a square for each set of turned enemies, whose values count twice."""
        gains = {0: self.values[square]}
        for near in beside:
            gains |= {enemies | 1 << near: gain + 2 * self.values[near] for enemies, gain in gains.items()}
        return gains

    def total_value(self, pieces: int) -> int:
        """Return the total value of a set of squares."""
        return sum(value for square, value in enumerate(self.values) if pieces >> square & 1)

    def play(self, own: int, enemies: int, square: int) -> tuple[int, int, int]:
        """Return the sets of own and enemy pieces after taking a square, and the mover's gain in E(s)."""
        taken = enemies & self.near[square] if own & self.near[square] else 0
        return own | taken | 1 << square, enemies & ~taken, self.gains[square][taken]


class Search:
    """A search to a cut-off depth, with cached texts of scores and names."""

    def __init__(self, board: Board, depth: int, write: Write) -> None:
        self.board = board
        self.depth = depth
        self.write = write
        self.text = board.text
        self.prefixes = [[f"{name},{level}," for name in board.names] for level in range(depth + 1)]

    def free_squares(self, own: int, enemies: int) -> list[int]:
        """Return the free squares in positional order."""
        return [square for square in range(len(self.board.names)) if not (own | enemies) >> square & 1]


def minimax(
    board: Board,
    mine: int,
    theirs: int,
    depth: int,
    write: Write,
    progress: Write | None = None,
) -> int | None:
    """Write the log of a minimax search and return the square to take.

    Return None on a full board or at depth 0. `mine` and `theirs` are sets of squares, `mine` those of the
    side to move. `write` gets the log in parts. `progress` gets the name of each root move after its
    search, but none up to depth 2.
    """
    return _Minimax(board, depth, write).root(mine, theirs, progress)


def alpha_beta(
    board: Board,
    mine: int,
    theirs: int,
    depth: int,
    write: Write,
    progress: Write | None = None,
) -> int | None:
    """Write the log of an alpha-beta search; parameters and result as for `minimax`.

    `progress` gets the root moves at any depth. At a cut-off the log shows alpha and beta from before it.
    """
    return _AlphaBeta(board, depth, write).root(mine, theirs, progress)


class _LeafLines(dict[int, str]):
    """A cache of the log lines of leaves by score, all with one prefix."""

    def __init__(self, prefix: str) -> None:
        super().__init__()
        self._prefix = prefix

    def __missing__(self, score: int) -> str:
        if len(self) >= MAX_TEXTS:
            self.clear()
        self[score] = line = f"{self._prefix}{score}"
        return line


class _Minimax(Search):
    def root(self, mine: int, theirs: int, progress: Write | None) -> int | None:
        """Write the whole log and return the square to take."""
        self.write("Node,Depth,Value\n")
        self.cache: dict[tuple[int, int], Template] = {}
        self.cached_characters = 0
        leaves = [_LeafLines("\n" + prefix) for prefix in self.prefixes[self.depth]]
        self.squares = list(zip(self.board.near, self.board.gains, leaves, strict=True))
        score = self.board.total_value(mine) - self.board.total_value(theirs)
        return self.write_subtree(
            "root,0,", mine, theirs, score, self.free_squares(mine, theirs), 0, progress
        )[1]

    def write_subtree(
        self,
        own: str,
        mine: int,
        theirs: int,
        score: int,
        free: list[int],
        level: int,
        progress: Write | None = None,
    ) -> tuple[int, int | None]:
        """Write the lines of a subtree; return its value for the root player and the first best square.

        `own` is the node's name and depth as they begin its lines, `score` is E(s) for the root player. The
        square is None at a leaf.
        """
        if self.depth - level <= 2 or not free:
            value, lines, square_of_best = self.cache.get((mine, theirs)) or self.subtree(
                mine,
                theirs,
                score,
                free,
                level,
            )
            self.write(lines.replace(NAME_PLACEHOLDER, own))
            return value, square_of_best
        sign = 1 if level % 2 == 0 else -1
        best = -INFINITY
        square_of_best = None
        self.write(f"{own}{self.text[-INFINITY * sign]}\n")
        for square in free:
            rest = [left for left in free if left != square]
            after, gained = self.play(mine, theirs, square, sign)
            value, _ = self.write_subtree(
                self.prefixes[level + 1][square],
                *after,
                score + sign * gained,
                rest,
                level + 1,
            )
            if sign * value > best:
                best, square_of_best = sign * value, square
            self.write(f"{own}{sign * best}\n")
            if progress:
                progress(self.board.names[square])
        return sign * best, square_of_best

    def play(self, mine: int, theirs: int, square: int, sign: int) -> tuple[tuple[int, int], int]:
        """Return (mine, theirs) after a move of my side (`sign` 1) or theirs (-1), and the mover's gain.

        The gain is in E(s), for the side that moves: times `sign`, it is the gain of my side.
        """
        if sign > 0:
            mine, theirs, gained = self.board.play(mine, theirs, square)
        else:
            theirs, mine, gained = self.board.play(theirs, mine, square)
        return (mine, theirs), gained

    def subtree(self, mine: int, theirs: int, score: int, free: list[int], level: int) -> Template:
        """Return the template of a small subtree, cached by its position (which implies its level)."""
        if level == self.depth or not free:
            return score, f"{NAME_PLACEHOLDER}{score}\n", None
        search = self.last_ply if level == self.depth - 1 else self.last_but_one
        found = search(mine, theirs, score, free, level)
        self.cached_characters += len(found[1])
        if self.cached_characters > CACHE_CHARACTERS:
            self.cache.clear()
            self.cached_characters = len(found[1])
        self.cache[mine, theirs] = found
        return found

    def last_but_one(self, mine: int, theirs: int, score: int, free: list[int], level: int) -> Template:
        """Return the template of a node whose grandchildren are leaves."""
        sign = 1 if level % 2 == 0 else -1
        best = -INFINITY
        chosen = free[0]
        parts = [f"{NAME_PLACEHOLDER}{self.text[-INFINITY * sign]}\n"]
        known = self.cache
        prefixes = self.prefixes[level + 1]
        for square in free:
            (mine_after, theirs_after), gained = self.play(mine, theirs, square, sign)
            found = known.get((mine_after, theirs_after))
            if found is None:
                rest = [left for left in free if left != square]
                found = self.subtree(mine_after, theirs_after, score + sign * gained, rest, level + 1)
            value = sign * found[0]
            if value > best:
                best, chosen = value, square
            parts.append(found[1].replace(NAME_PLACEHOLDER, prefixes[square]))
            parts.append(f"{NAME_PLACEHOLDER}{sign * best}\n")
        return sign * best, "".join(parts), chosen

    def last_ply(self, mine: int, theirs: int, score: int, free: list[int], level: int) -> Template:
        """Return the template of a node whose children are leaves."""
        sign = 1 if level % 2 == 0 else -1
        own, enemies = (mine, theirs) if sign > 0 else (theirs, mine)
        squares = self.squares
        text = self.text
        best = -INFINITY
        parts = [NAME_PLACEHOLDER, text[-INFINITY * sign]]
        best_line = ""
        chosen = free[0]
        for square in free:
            beside, gains, leaves = squares[square]
            gain = gains[enemies & beside] if own & beside else gains[0]
            if gain > best:
                best, chosen = gain, square
                best_line = f"\n{NAME_PLACEHOLDER}{text[score + sign * gain]}"
            parts += leaves[score + sign * gain], best_line
        parts.append("\n")
        return score + sign * best, "".join(parts), chosen


class _AlphaBeta(Search):
    def root(self, mine: int, theirs: int, progress: Write | None) -> int | None:
        """Write the whole log and return the square to take."""
        self.lines = ["Node,Depth,Value,Alpha,Beta\n"]
        self.best: int | None = None
        self.progress = progress
        score = self.board.total_value(mine) - self.board.total_value(theirs)
        self.search("root,0,", mine, theirs, score, self.free_squares(mine, theirs), 0, -INFINITY, INFINITY)
        self.write("".join(self.lines))
        return self.best

    def search(
        self,
        own: str,
        mine: int,
        theirs: int,
        score: int,
        free: list[int],
        level: int,
        alpha: int,
        beta: int,
    ) -> int:
        """Write the lines of a subtree and return its value; bounds are the root player's."""
        text = self.text
        lines = self.lines
        bounds = f",{text[alpha]},{text[beta]}\n"
        if level == self.depth or not free:
            lines.append(own + text[score] + bounds)
            return score
        if level == self.depth - 1 and level:
            last = self.last_max if level % 2 == 0 else self.last_min
            return last(own, mine, theirs, score, free, alpha, beta)
        maximizing = level % 2 == 0
        value = -INFINITY if maximizing else INFINITY
        lines.append(own + text[value] + bounds)
        below = level + 1
        prefixes = self.prefixes[below]
        for square in free:
            own_below = prefixes[square]
            rest = [left for left in free if left != square]
            if maximizing:
                mine_after, theirs_after, gained = self.board.play(mine, theirs, square)
                after = score + gained
                found = self.search(own_below, mine_after, theirs_after, after, rest, below, alpha, beta)
                if found > value:
                    value = found
                    if level == 0:
                        self.best = square
                cut = value >= beta
                if not cut and value > alpha:
                    alpha = value
            else:
                theirs_after, mine_after, gained = self.board.play(theirs, mine, square)
                after = score - gained
                found = self.search(own_below, mine_after, theirs_after, after, rest, below, alpha, beta)
                value = min(value, found)
                cut = value <= alpha
                if not cut and value < beta:
                    beta = value
            lines.append(f"{own}{text[value]},{text[alpha]},{text[beta]}\n")
            if level == 0 and self.progress:
                self.progress(self.board.names[square])
            if cut:
                break
        if len(lines) > BUFFERED_LINES:
            self.write("".join(lines))
            lines.clear()
        return value

    def last_max(
        self,
        own: str,
        mine: int,
        theirs: int,
        score: int,
        free: list[int],
        alpha: int,
        beta: int,
    ) -> int:
        """Write the lines of a max node whose children are leaves, and return its value."""
        near = self.board.near
        gains = self.board.gains
        prefixes = self.prefixes[self.depth]
        text = self.text
        bounds = f",{text[alpha]},{text[beta]}\n"
        parts = [own, "-Infinity", bounds]
        value = -INFINITY
        line = ""
        for square in free:
            beside = near[square]
            found = score + gains[square][theirs & beside if mine & beside else 0]
            parts += prefixes[square], text[found], bounds
            if found > value:
                value = found
                if value >= beta:
                    parts += own, text[value], bounds
                    break
                if value > alpha:
                    alpha = value
                    bounds = f",{text[alpha]},{text[beta]}\n"
                line = own + text[value] + bounds
            parts.append(line)
        self.lines.append("".join(parts))
        return value

    def last_min(
        self,
        own: str,
        mine: int,
        theirs: int,
        score: int,
        free: list[int],
        alpha: int,
        beta: int,
    ) -> int:
        """Write the lines of a min node whose children are leaves, and return its value."""
        near = self.board.near
        gains = self.board.gains
        prefixes = self.prefixes[self.depth]
        text = self.text
        bounds = f",{text[alpha]},{text[beta]}\n"
        parts = [own, "Infinity", bounds]
        value = INFINITY
        line = ""
        for square in free:
            beside = near[square]
            found = score - gains[square][mine & beside if theirs & beside else 0]
            parts += prefixes[square], text[found], bounds
            if found < value:
                value = found
                if value <= alpha:
                    parts += own, text[value], bounds
                    break
                if value < beta:
                    beta = value
                    bounds = f",{text[alpha]},{text[beta]}\n"
                line = own + text[value] + bounds
            parts.append(line)
        self.lines.append("".join(parts))
        return value
