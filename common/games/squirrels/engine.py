"""The squirrel war for the engine: exact play until a deadline, and the meaning of scores.

Values are final leads of the side to move.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from math import inf
from typing import TYPE_CHECKING

from common.games.squirrels.exact_search import EXACT_KERNELS
from common.games.squirrels.exact_solver import GB, MOST_GB, ExactSolver, check_values, fits_table
from common.play.players import PlayerSettings
from common.rules.bits import bits_of
from common.rules.errors import BadInput
from common.rules.player import StatelessPlayer
from common.rules.position import Outcome, Player
from common.search.alpha_beta import DECISIVE_SCORE
from common.search.game_search import Search, SeatScore
from common.search.limit import Limit
from common.search.prover import ProvenBounds
from common.search.results import Insight, Question, Solution, move_texts, value_solution
from common.search.score import Curve
from common.search.transposition import FAR_WON

if TYPE_CHECKING:
    from squirrels import Position

OTHER = {"X": "O", "O": "X"}
CURVE = Curve(0.0058, 0.57, clear_margin=25)  # fitted to games (c29947cf)
MEAN_VALUE = 50  # of a square, for which the curve holds
HIGHEST_LEAD = 25_000_000  # 25 squares of a million
BYTES_PER_NODE = 20  # bytes of table per node of a usual search
NODES_A_SECOND = 5e6
MIN_MEMORY = 0.001  # GB of the smallest table
EXACT_PART = 0.9  # part of a move's time for the exact value
GUESS_DEPTH = 3  # of alpha-beta if nothing is proven
QUICK_SQUARES = 16  # free squares up to which machine code takes a fraction of a second
QUICK_SECONDS = 2.0  # seconds allowed for these, as plain Python is slower
UNKNOWN = "either side may win"  # if the value is not proven


def lead_of_x(outcome: Outcome, plies: int) -> float:
    """Return by how much X is ahead at the end."""
    return float(outcome.margin if outcome.winner == "X" else -outcome.margin)


class WarSearch(Search["Position"]):
    """The exact solver within the limit and memory of a question; scores are leads in values of squares.

    The script sets `choose`, its alpha-beta: the best square at a cut-off depth, or None on a full board.
    """

    choose: Callable[[Position, int], int | None]

    sides = ("X", "O")
    unit = "values of squares"
    win_score = float(HIGHEST_LEAD)
    seat_score = SeatScore("value", lead_of_x)
    solve_options = frozenset({"memory", "moves"})

    def __init__(self) -> None:
        super().__init__()
        self._last_solver: tuple[Sequence[int], float, ExactSolver] | None = None

    def curve(self, start: Position) -> Curve:
        """Return a curve that fits the values of the start."""
        return CURVE.rescaled(sum(start.values) / len(start.values) / MEAN_VALUE)

    def evaluate(self, position: Position) -> int:
        """Return E(s), the current lead of the side to move."""
        own, other = owned_squares(position)
        return sum(position.values[at] for at in own) - sum(position.values[at] for at in other)

    def explain_score(self, score: int, side: str) -> tuple[float, str]:
        is_over = abs(score) > DECISIVE_SCORE
        lead = score - (DECISIVE_SCORE if score > 0 else -DECISIVE_SCORE) if is_over else score
        return float(lead), result_in_words(lead, side, is_over)

    def solver(self, position: Position, question: Question) -> ExactSolver:
        """Return a solver; reuse the last one and its table if it fits.

        It fits with the same values and enough memory. A small position or a short time gets a small table,
        because clearing memory takes time.
        Raise BadInput if the values are too large or the memory cannot be allocated.
        """
        seconds = question.limit.seconds
        nodes = min(usual_node_count(position), inf if seconds is None else NODES_A_SECOND * seconds)
        needed = min(question.memory, max(nodes * BYTES_PER_NODE / GB, MIN_MEMORY))
        last = self._last_solver
        if last is None or last[0] != position.values or last[1] < needed:
            try:
                solver = ExactSolver(EXACT_KERNELS.instance(), position.values, needed)
            except MemoryError:
                problem = f"--memory {question.memory:g}: this machine does not have that much memory"
                raise BadInput(f"{problem}; e.g. --memory 1") from None
            last = self._last_solver = position.values, needed, solver
        return last[2]

    def prove(self, position: Position, question: Question) -> ProvenBounds:
        """Return the exact value of a position with its best line, or no bounds at the deadline.

        The time limit starts now. An exact value is also reported by question.on_proven.
        """
        began, deadline = time.monotonic(), question.deadline()
        solver, state = self.solver(position, question), state_of(position)
        solver.set_deadline(deadline)
        found = solver.bounds(state)
        cost = found._replace(nodes=solver.nodes, seconds=time.monotonic() - began)
        if not found.exact:
            return cost
        question.on_proven(value := found.low + self.evaluate(position))
        return cost._replace(low=value, high=value, line=tuple(solver.line(state, found.low)))

    def value_after(self, position: Position, move: int, question: Question) -> int | None:
        """Return the exact value of a move, for the side that makes it, or None if time runs out.

        This uses the time that `prove`, called before, has left.
        """
        child = position.play(move)
        after = self.solver(position, question).bounds(state_of(child))
        return -(after.low + self.evaluate(child)) if after.exact else None

    def solve(self, start: Position, question: Question) -> Solution:
        check_memory(question.memory)
        solver = self.solver(start, question)
        usual, watch, began = usual_node_count(start), solver.kernels.watch, time.monotonic()
        with question.progress(question.limit.seconds) as say:
            watch.on_poll = lambda: say(progress_text(solver.nodes, usual, time.monotonic() - began))
            found = self.prove(start, question)
            moves = self._moves_in_words(start, question) if question.moves else {}
        watch.on_poll = bool
        insight = self._exact_insight(start, found, found.low) if found.exact else self._guess(start)
        solved = value_solution(insight, [f"{found.nodes} nodes, {found.seconds:.2f} s"])
        if not moves:
            return solved
        lines = [f"{name}: {words}" for name, words in moves.items()]
        return solved._replace(lines=[*solved.lines, *lines], facts=[{**solved.facts[0], "moves": moves}])

    def _moves_in_words(self, position: Position, question: Question) -> dict[str, str]:
        """Return the value of every move in words, after `prove`."""
        values = {move: self.value_after(position, move, question) for move in position.moves()}
        return {
            position.text(move): UNKNOWN if value is None else result_in_words(value, position.turn)
            for move, value in values.items()
        }

    def _exact_insight(self, position: Position, found: ProvenBounds, value: float) -> Insight:
        """Return the insight of a position whose value is proven."""
        side, line = position.turn, move_texts(position, found.line)
        return Insight(
            self.score(position, side, value, result_in_words(found.low, side), True), line, len(line)
        )

    def _guess(self, position: Position) -> Insight:
        """Return alpha-beta's insight of a position that is not solved."""
        found = self.line_insight(position, GUESS_DEPTH)
        return found._replace(score=found.score._replace(bounds=UNKNOWN))

    def quick_insight(self, position: Position) -> Insight | None:
        """Return the exact insight, or None if squares are too many, values too large or time runs out."""
        if len(position.moves()) > QUICK_SQUARES or not fits_table(position.values):
            return None
        found = self.prove(position, Question(Limit(QUICK_SECONDS)))
        return self._exact_insight(position, found, float(found.low)) if found.exact else None

    def line_insight(self, position: Position, depth: int) -> Insight:
        """Return the line that alpha-beta chooses to `depth` plies, scored by E(s) at its end."""
        side, line, end = position.turn, list[str](), position
        for left in range(depth, 0, -1):
            if (move := self.choose(end, left)) is None:
                break
            line.append(end.text(move))
            end = end.play(move)
        lead = self.evaluate(end) if end.turn == side else -self.evaluate(end)
        is_over = not end.moves()
        score = self.score(position, side, float(lead), result_in_words(lead, side, is_over), is_over)
        return Insight(score, tuple(line), len(line))

    def verdict(self, position: Position, move: int | None, seconds: float) -> str:
        """Return a line about the value that a move loses; it is None if there was none to make."""
        if move is None:
            return "Verdict: no move"
        question = Question(Limit(seconds))
        found = self.prove(position, question)
        value = self.value_after(position, move, question) if found.exact else None
        if value is None:
            return f"Verdict: not known within {seconds:g} s"
        name, best = position.text(move), f"{result_in_words(found.low, position.turn)}, proven"
        if value == found.low:
            return f"Verdict: {name} gives nothing away: {best}"
        assert found.move is not None
        return f"Verdict: {name} gives away {found.low - value}: with {position.text(found.move)} {best}"

    def perfect(self, settings: PlayerSettings) -> Player[Position]:
        """Return a player of the proven best move, or of alpha-beta's if the time is too short.

        Raise BadInput if the values of the start are too large for exact play.
        """
        check_values(settings.start.values)
        question = Question(Limit(EXACT_PART * settings.limit.program_seconds))

        def play(position: Position) -> int | None:
            found = self.prove(position, question)
            return found.move if found.exact else self.choose(position, GUESS_DEPTH)

        return StatelessPlayer(play)


SEARCH = WarSearch()


def owned_squares(position: Position) -> tuple[list[int], list[int]]:
    """Return the squares of the side to move, and those of the other side."""
    own, other = (
        [square for square, owner in enumerate(position.board) if owner == side]
        for side in (position.turn, OTHER[position.turn])
    )
    return own, other


def state_of(position: Position) -> tuple[int, int]:
    """Return a position as a state of the kernels."""
    own, other = map(bits_of, owned_squares(position))
    return own, other


def check_sum(values: Sequence[int], option: str) -> None:
    """Raise BadInput if the largest margin is too large for the scores of the general search."""
    most = FAR_WON - DECISIVE_SCORE
    if sum(values) >= most:
        wanted = f"expected values that add up to less than {most:,}, or --depth"
        raise BadInput(f"{option}: the values add up to {sum(values):,}: {wanted}")


def result_in_words(score: int, side: str, is_over: bool = True) -> str:
    """Return a lead of `side` in words: as a result if the game is over, else as a current lead."""
    if score == 0:
        return "draw" if is_over else "even"
    leader = side if score > 0 else OTHER[side]
    return f"{leader} {'wins' if is_over else 'leads'} by {abs(score)}"


def usual_node_count(position: Position) -> float:
    """Return the usual number of nodes to solve a position, estimated from its free squares."""
    return 3e6 * 2.9 ** (len(position.moves()) - 18)


def check_memory(memory: float) -> None:
    """Raise BadInput if no table takes `memory` (GB)."""
    if not MIN_MEMORY <= memory <= MOST_GB:
        wanted = f"expected {MIN_MEMORY} GB up to {MOST_GB} GB, e.g. --memory 1"
        raise BadInput(f"--memory {memory:g}: {wanted}")


def progress_text(nodes: int, usual_nodes: float, seconds: float) -> str:
    """Return a progress message: nodes searched, usual nodes, and estimated minutes left."""
    text = f"{nodes / 1e6:.0f} million positions, usually about {usual_nodes / 1e6:.0f}"
    return (
        f"{text}: about {(usual_nodes / nodes - 1) * seconds / 60:.0f} min left"
        if 1e6 < nodes < usual_nodes
        else text
    )
