"""The verbs `solve` and `check` of a pursuit: who wins, proven; a strategy file, and its replay against every reply."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, NamedTuple

from common.kernels.linking import Kernels
from common.record.whole_files import write_whole
from common.rules.bits import cells_of
from common.rules.errors import BadInput, quoted
from common.rules.hexagons import Hexagons
from common.rules.position import Outcome, P
from common.search.limit import Limit
from common.search.pursuit.distances import PursuitState
from common.search.pursuit.solver import Answer, PursuitSolver
from common.search.pursuit.strategy import Place, PursuitStrategy, StrategyFinder, check
from common.show.language import translated
from common.show.progress_line import ProgressLine
from common.show.terminal import Cell, Rows, plain_hexagons, rich_hexagons, show

if TYPE_CHECKING:
    import typer

PATIENCE = 30.0  # seconds that `solve` takes at most, unless one says otherwise


class Proven(NamedTuple):
    """What came of a question: the answer, the cells it needs, the plan if one was asked for and found in time."""

    answer: Answer
    needs: list[int]
    plan: PursuitStrategy | None
    siege: PursuitSolver
    seconds: float


class Case(Generic[P]):
    """What a game says of itself where it is to be proven who wins."""

    def __init__(
        self,
        sides: tuple[str, str],
        board: Hexagons,
        kernels: Callable[[], Kernels],
        ground: Callable[[P], PursuitState],
        place: Callable[[PursuitState], P],
        guess: Callable[[P], Any],
        rows: Callable[[P], Rows],
        entry: Callable[[P], dict[str, Any]],
        read_entry: Callable[[dict[str, Any]], P],
    ) -> None:
        """`sides` are the runner and the blocker, who is to move; `place` is the inverse of `ground`."""
        self.sides, self._board, self._kernels, self._ground, self._place = sides, board, kernels, ground, place
        self._guess, self._rows, self._entry, self._read_entry = guess, rows, entry, read_entry

    def siege(self, position: P, limit: Limit, threads: int = 1) -> PursuitSolver:
        """What proves who wins from a position, as far as a limit allows."""
        siege = PursuitSolver(self._board, self._kernels(), self._ground(position).goals, threads)
        siege.allow(limit.aim or inf, limit.nodes or inf)
        return siege

    def prove(self, start: P, limit: Limit, threads: int = 1, with_plan: bool = False) -> Proven:
        """Who wins, and what the winner answers to every reply."""
        self._kernels()  # compiled here, before the clock runs
        began = time.monotonic()
        siege, ground = self.siege(start, limit, threads), self._ground(start)
        with ProgressLine(True, limit.seconds):
            answer = siege.blocks(ground.runner, ground.free)
            needs = [] if answer.runner_wins is None else list(cells_of(siege.certificate()))
            planner = StrategyFinder(self._board, siege, ground.goals & ground.free)
            plan = planner.plan(ground.runner, ground.free) if with_plan else None
        return Proven(answer, needs, plan, siege, time.monotonic() - began)

    def winner(self, answer: Answer) -> str | None:
        """The side that wins."""
        return None if answer.runner_wins is None else self.sides[not answer.runner_wins]

    def move(self, start: P, answer: Answer) -> Any:
        """The block that wins; the one that looks best where none is known to."""
        return self._guess(start) if answer.move is None or answer.runner_wins is not False else answer.move

    def as_json(self, start: P, proven: Proven) -> dict[str, Any]:
        """The verdict for programs."""
        winner, move = self.winner(proven.answer), start.text(self.move(start, proven.answer))
        needs = [divmod(cell, self._board.columns) for cell in proven.needs]
        known = {"winner": winner, "proven": winner is not None, "move": move, "needs": needs}
        return known | {"positions": proven.siege.nodes, "seconds": round(proven.seconds, 3)}

    def lines(self, start: P, proven: Proven, limit: Limit) -> list[str]:
        """The verdict for people."""
        move, winner = start.text(self.move(start, proven.answer)), self.winner(proven.answer)
        if winner is None:
            return [f"Winner: not solved within {limit.seconds:g} s", f"Guess: {move}, by best-first search"]
        kind, best = "of the blocks", f"Best: {move}"
        if proven.answer.runner_wins:
            kind, best = "free cells", f"Best: every block loses; {move} by best-first search"
        return [f"Winner: {winner}, proven", f"Rests on: {len(proven.needs)} {kind}", best]

    def show_blocks(self, start: P, siege: PursuitSolver) -> None:
        """The board with what each block leads to: + the blocker still wins, - the runner does, ? not known in time."""
        ground, rows = self._ground(start), [list(row) for row in self._rows(start)]
        for block in start.moves():
            row, column = divmod(block, self._board.columns)
            rows[row][column] = _mark(siege.holds(ground.runner, ground.free, block))
        show(plain_hexagons(rows), lambda: rich_hexagons(rows))

    def write(self, start: P, proven: Proven, path: Path, limit: Limit) -> None:
        """Write the plan into a file, the start on its first line. Raises BadInput if there is none, OSError."""
        if not proven.plan:
            raise BadInput(f"--strategy {quoted(str(path))}: not finished within {limit.seconds:g} s: wanted more --seconds")
        header = self._entry(start) | {"winner": self.winner(proven.answer), "entries": len(proven.plan.entries)}
        write_whole(path, f"{json.dumps(header)}\n{proven.plan.text()}".encode())

    def check_file(self, path: Path) -> str:
        """Replay a written plan against every reply, by the rules alone. Raises BadInput or OSError."""
        first, *lines = path.read_text(encoding="utf-8", errors="replace").splitlines() or [""]
        try:
            entry = json.loads(first)
            start, winner = self._read_entry(entry), entry["winner"]
            plan = PursuitStrategy.read(self.sides.index(winner) == 0, lines)
        except (ValueError, TypeError, KeyError, AttributeError):
            raise BadInput(f"{path}: {quoted(first)}: wanted a file that `solve --strategy` has written") from None
        self.check(start, plan)
        return f"Right: the {winner} wins, {len(lines)} entries answer every reply"

    def check(self, start: P, plan: PursuitStrategy) -> None:
        """Replay a plan against every reply, by the rules alone. Raises BadInput."""
        ground = self._ground(start)
        place: Place[P] = lambda runner, free: self._place(PursuitState(runner, free, ground.goals))  # noqa: E731
        check(plan, start, place, ground.runner, ground.free, self._board.all)


def _mark(holds: bool | None) -> Cell:
    if holds is None:
        return Cell("?", "", False)
    return Cell("+", "bold white on blue", False) if holds else Cell("-", "dim", False)


def print_verdict(
    case: Case[P],
    start: P,
    limit: Limit = Limit(PATIENCE),
    threads: int = 1,
    strategy: Path | None = None,
    cells: bool = False,
    as_json: bool = False,
) -> int:
    """Print who wins, and how; see `solve` below. Raises BadInput or OSError."""
    if outcome := start.outcome():
        print(_told(outcome, as_json))
        return 0
    proven = case.prove(start, limit, threads, strategy is not None)
    said = [json.dumps(case.as_json(start, proven))] if as_json else case.lines(start, proven, limit)
    print("\n".join(map(translated, said)))
    if cells and not as_json:
        case.show_blocks(start, proven.siege)
    print(translated(f"Proof: {proven.siege.nodes} positions, {proven.seconds:.2f} s"), file=sys.stderr)
    if strategy:
        case.write(start, proven, strategy, limit)
    return 0


def add_verdict(app: typer.Typer, script: str, case: Case[P], read: Callable[[list[str]], P], form: str, example: str) -> None:
    """Add the two verbs; `read` makes a start of arguments of this form."""
    import typer

    @app.command(epilog=f"Example: python {script} solve {example}")
    def solve(
        words: list[str] = typer.Argument(metavar=form),
        seconds: float = typer.Option(PATIENCE, min=0.001, help="give up after so long"),
        threads: int = typer.Option(1, min=1, max=2, help="two race; the verdict is the same, what it rests on may differ"),
        strategy: Path = typer.Option(None, help="write down what the winner answers to every reply; `check` replays it"),
        cells: bool = typer.Option(False, "--cells", help="for each cell, whether blocking it wins"),
        as_json: bool = typer.Option(False, "--json", help="for programs: JSON"),
    ) -> int:
        """Who wins, proven; the best block; what the proof rests on."""
        return print_verdict(case, read(words), Limit(seconds), threads, strategy, cells, as_json)

    @app.command("check", epilog=f"Example: python {script} check strategy.jsonl")
    def check_strategy(file: Path) -> int:
        """Replay a strategy of `solve --strategy` against every reply, by the rules alone."""
        print(translated(case.check_file(file)))
        return 0


def _told(outcome: Outcome, as_json: bool) -> str:
    return json.dumps(outcome._asdict()) if as_json else translated(outcome.reason)
