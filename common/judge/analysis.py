"""The verb `analyse`: what is known of a position, or of every position of a saved game, and where that game turned.

A side counts as winning where that is proven, or from a score of `clear` on; a move is named worse
than the best one if it lets the verdict drop, or loses `slip` or more. Both are in the points of
the game's scores (`Scale`). A saved game is looked at from its end: what is found out about a
position helps with those before it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Generic, NamedTuple

from common.kernels.enough import ENOUGH
from common.play.game import Game
from common.play.players import PlayerSettings
from common.play.shared_page import page_game, score_title, title
from common.record.saved_game import Saved
from common.record.whole_files import write_whole
from common.rules.errors import BadInput, quoted
from common.rules.position import Outcome, P
from common.search.findings import Insight
from common.show.page import Course, save_page
from common.show.progress_line import ProgressLine
from common.show.score_plot import Point, draw_plot


class Scale(NamedTuple):
    """What the points of a game count; what a win without a margin is worth; a clear lead, a loss that is a slip."""

    unit: str
    win: float
    clear: float = 1.0
    slip: float = 1.0

    def verdict(self, insight: Insight, side: str) -> int | None:
        """1 if a side is winning, 0 if neither is, -1 if it is losing; None where that is unknown."""
        score = insight.score_for(side)
        if score is None:
            return None
        return 0 if score == 0 or (abs(score) < self.clear and not insight.proven) else 1 if score > 0 else -1


class Ply(NamedTuple):
    """A move of a saved game, with what is known before and after it."""

    number: int
    side: str
    move: str
    before: Insight
    after: Insight

    def better(self, scale: Scale) -> str | None:
        """The best move where the one played was clearly worse."""
        best, after = self.before.line[:1], self.after.score_for(self.side)
        if best in ((), (self.move,)) or self.before.score is None or after is None:
            return None
        return best[0] if self.before.score - after >= scale.slip or self._drop(scale) else None

    def known(self, scale: Scale) -> str:
        """What is known after the move, and the better one if there was."""
        better = self.better(scale)
        return f"{self.after.told()}{f'; better {better}' if better else ''}"

    def turning(self, scale: Scale) -> str | None:
        """A sentence where the verdict changed against the player who moved."""
        if (had := self._drop(scale)) is None:
            return None
        before, after = self.before.told(), self.after.told()
        return f"After {self.number}. {self.side} {self.move} the {had} was gone: before {before}, after {after}"

    def _drop(self, scale: Scale) -> str | None:
        """What the player who moved had and has no more."""
        before, after = (scale.verdict(insight, self.side) for insight in (self.before, self.after))
        return None if before is None or after is None or after >= before else HAD[self.before.proven][before]


HAD = {True: {0: "draw", 1: "win"}, False: {0: "balance", 1: "lead"}}


class Analyst(Generic[P]):
    """Analyses positions and saved games of one game within a limit."""

    def __init__(self, game: Game[P, Any], settings: PlayerSettings) -> None:
        self._game, self._settings = game, settings
        self._scale = Scale(game.unit, game.win, game.clear, game.slip)

    def position(self, words: Sequence[str], as_json: bool) -> None:
        """Print what is known of a position. Raises BadInput."""
        position = self._read(words)
        with ENOUGH.listening():
            insight = self._judge(position, shown=True)
            print(json.dumps(_json(insight), ensure_ascii=False) if as_json else "\n".join(_lines(insight)))

    def _judge(self, position: P, shown: bool = False) -> Insight:
        return self._game.at(position).judge(position, self._settings._replace(patient=True, shown=shown))

    def _read(self, words: Sequence[str]) -> P:
        if len(words) not in self._game.word_counts:
            raise BadInput(
                f"{quoted(' '.join(words))}: wanted a file with a saved game, or a position, e.g. {self._game.example_line}"
            )
        position = self._game.read(words)
        if outcome := position.outcome():
            raise BadInput(f"The game is over: {outcome.reason}")
        if not self._game.can_move(position):
            raise BadInput(f"{quoted(' '.join(words))}: {position.turn} has no move there: wanted the other side's turn")
        return position

    def saved(self, saved: Saved[P], file: Path, as_json: bool, plot: Path | None, page: Path | None = None) -> None:
        """Print what is known of every position of a saved game, draw the scores, write a page. Raises BadInput or OSError."""
        if not saved.moves:
            raise BadInput(f"{file} holds no move: wanted a saved game of at least one")
        with ENOUGH.listening():
            self._tell(saved, self._plies(saved.history, saved.outcome), as_json, plot, page)

    def _tell(self, saved: Saved[P], plies: list[Ply], as_json: bool, plot: Path | None, page: Path | None) -> None:
        """What is known of the moves, the last ones where it was stopped; only of all of them a plot and a page."""
        turns, whole = self._turns(plies), len(plies) == len(saved.moves)
        for line in self._json_lines(plies, turns) if as_json else self._record_lines(plies, turns):
            print(line)
        if plot and whole:
            self._draw(plies, turns, plot)
        if page and whole:
            game = self._game.at(saved.history[0], saved.number)
            save_page(page, title(game, saved), [page_game(game, saved, self._course(plies))])

    def course(self, saved: Saved[P]) -> Course:
        """How the score of a saved game went, move by move, and where it turned. Raises BadInput."""
        return self._course(self._plies(saved.history, saved.outcome))

    def _course(self, plies: list[Ply]) -> Course:
        known = [ply.known(self._scale) for ply in plies]
        return Course(self._points(plies), score_title(self._game), known, self._turns(plies), self._scale.win)

    def _turns(self, plies: list[Ply]) -> dict[int, str]:
        """What is said of the moves at which the game turned."""
        return {ply.number: said for ply in plies if (said := ply.turning(self._scale))}

    def _points(self, plies: list[Ply]) -> list[Point]:
        """The scores of the first side, from the start on."""
        insights = [*(ply.before for ply in plies[:1]), *(ply.after for ply in plies)]
        return [Point(insight.score_for(self._game.sides[0]), insight.proven) for insight in insights]

    def _plies(self, history: list[P], ended: Outcome | None) -> list[Ply]:
        """Every move, what is known of the positions filled in from the end; the last ones if a person finds that enough."""
        after, plies = self._last(history, ended), []
        with ProgressLine(True, None) as live, suppress(KeyboardInterrupt):
            for at in range(len(history) - 2, -1, -1):
                live.say(f"position {at + 1} of {len(history)}")
                move = _played(history[at], history[at + 1])
                before = lifted(self._judge(history[at]), move, after, self._scale)
                if ENOUGH.said:
                    break
                plies.append(Ply(at + 1, history[at].turn, move, before, after))
                after = before
        return plies[::-1]

    def _last(self, history: list[P], ended: Outcome | None) -> Insight:
        """What is known of the last position: how the game ended, or what is to be expected."""
        position = history[-1]
        if not ended:
            return self._judge(position)
        margin = ended.margin or self._scale.win
        score = 0.0 if ended.winner is None else float(margin if ended.winner == position.turn else -margin)
        by = f" by {ended.margin}" if ended.margin else ""
        return Insight(position.turn, (), score, f"{ended.winner} has won{by}" if ended.winner else "draw", 0, True)

    def _record_lines(self, plies: list[Ply], turns: dict[int, str]) -> Iterator[str]:
        if plies and plies[0].number > 1:
            yield f"Moves 1 to {plies[0].number - 1} were not looked at."
        for ply in plies:
            yield f"{ply.number}. {ply.side} {ply.move}: {ply.known(self._scale)}"
        yield from turns.values() or ["No turning point." if plies else "No move was looked at."]

    def _json_lines(self, plies: list[Ply], turns: dict[int, str]) -> Iterator[str]:
        for ply in plies:
            played = {"ply": ply.number, "side": ply.side, "move": ply.move, "score": ply.after.score_for(self._game.sides[0])}
            known = {"words": ply.after.told(), "depth": ply.after.depth, "proven": ply.after.proven}
            worth = {"better": ply.better(self._scale), "turning": turns.get(ply.number)}
            yield json.dumps(played | known | worth, ensure_ascii=False)

    def _draw(self, plies: list[Ply], turns: dict[int, str], file: Path) -> None:
        write_whole(file, draw_plot(self._points(plies), list(turns), score_title(self._game), self._scale.win))


def lifted(before: Insight, move: str, after: Insight, scale: Scale) -> Insight:
    """A position is worth at least as much as after the move that was played there, where more came to light only later."""
    value = after.score_for(before.side)
    if value is None or (before.proven and not after.proven):
        return before
    if before.score is not None:
        had, has = (scale.verdict(insight, before.side) or 0 for insight in (before, after))
        sure = after.proven and (value - before.score >= scale.slip or (value > 0 and not before.proven))
        if has <= had and not sure:
            return before
    proven = after.proven and (value > 0 or before.proven)
    return Insight(before.side, (move, *after.line), value, after.words, after.depth + 1, proven, after.later + 1)


def _played(before: Any, after: Any) -> str:
    """The text of the move between two positions."""
    return next(str(before.text(move)) for move in before.moves() if before.play(move) == after)


def _lines(insight: Insight) -> Iterator[str]:
    yield f"Best: {insight.line[0]}"
    if insight.line[1:]:
        yield f"Line: {', '.join(insight.line)}"
    yield f"Score: {insight.words}"
    yield f"Depth: {insight.depth}, {'proven' if insight.proven else 'not proven'}"


def _json(insight: Insight) -> dict[str, Any]:
    known = {"side": insight.side, "move": insight.line[0] if insight.line else None, "line": list(insight.line)}
    return known | {"score": insight.score, "words": insight.words, "depth": insight.depth, "proven": insight.proven}
