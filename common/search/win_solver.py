"""Who wins, and how soon, by proof-number search (proof_number.py), within a limit of time and nodes."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from math import inf
from typing import Any, NamedTuple

from common.kernels.linking import Kernels, State
from common.kernels.stopping import QUICK, Clock, Threads
from common.search import proof_number
from common.search.alpha_beta import GOES_ON, NO_MOVE
from common.search.limit import UNLIMITED, Limit
from common.search.proof_number import ANY_TIME, BUCKETS, NEVER, NUMBER

SHARE = 0.25  # of a move's limit is spent on proofs
CHECK = 0.1  # of a move's limit is spent on whether alpha-beta's move keeps a proven win
FEW_NODES = 20_000  # a limit of no more nodes is not spent on proofs
OPEN = 1 << 31 | 1  # the numbers of a position of which nothing is known
ROUND = 2  # plies between two plies by which the end may be due


class Endings(NamedTuple):
    """When a game ends: `late` tells if a position is near enough to its end to try a proof, `due` by which plies that may come.

    Those plies rise by ROUND, one move of each side.
    """

    late: Callable[[State], bool]
    due: Callable[[State], Iterable[int]]


class Verdict(NamedTuple):
    """Whether the side to move wins (None: not known), and a move that keeps its win or delays its loss (NO_MOVE: not known).

    With best play the end comes by ply `due`, and not ROUND plies sooner (None: not known).
    """

    wins: bool | None = None
    move: int = NO_MOVE
    due: int | None = None


class Decider:
    """Asks who wins; what it has found out stays in its table."""

    def __init__(self, kernels: Kernels, fields: Mapping[str, int], buckets: int = BUCKETS) -> None:
        """`fields` are those of the game's memory; `buckets`, a power of two, is the size of the table."""
        self._kernels, self._memory = kernels, kernels.memory(fields)
        self._table: Any = kernels.memory(proof_number.FIELDS) if kernels.compiled else Clock(proof_number.FIELDS)
        self._table.mask = buckets - 1
        self._threads = Threads()
        self.allow()

    @property
    def nodes(self) -> int:
        """Moves looked at since the last `allow`."""
        return int(self._memory.nodes)

    def allow(self, seconds: float = inf, nodes: float = inf, enough: Callable[[], bool] = bool) -> None:
        """Limit what all questions from now on take together; plain Python also ends when `enough()` is true."""
        self._threads.rest()
        self._deadline, self._enough = time.monotonic() + seconds, enough
        self._memory.nodes, self._memory.budget = 0, int(min(nodes, UNLIMITED))

    def look(self, state: State, endings: Endings, limit: Limit, enough: Callable[[], bool] = bool) -> Verdict:
        """Who wins, and if it is the side to move how soon, as far as SHARE of a limit tells; unknown if the end is far."""
        self.allow()
        spare = limit.seconds or (limit.nodes or 0) > FEW_NODES
        if limit.depth or not spare or not endings.late(state):
            return Verdict()
        self.allow(limit.aim * SHARE if limit.aim else inf, limit.nodes * SHARE if limit.nodes else inf, enough)
        verdict = self.who_wins(state)
        return self.how_soon(state, verdict, endings) if verdict.wins else verdict

    def who_wins(self, state: State) -> Verdict:
        """Who wins, in any number of plies; `due` is None."""
        wins = self.ask(state)
        return Verdict(wins, self.move if wins else NO_MOVE)

    def how_soon(self, state: State, verdict: Verdict, endings: Endings) -> Verdict:
        """The verdict with `due` filled in, as far as the limit tells: the winner hastens, the loser delays."""
        for due in endings.due(state):
            answer = self.ask(state, bool(verdict.wins), due)
            if answer:
                verdict = verdict._replace(move=self.move)
            if answer is None or answer == verdict.wins:
                return verdict if answer is None else verdict._replace(due=due)
        return verdict

    def keeps_win(self, state: State, move: int, limit: Limit) -> bool:
        """True if it is proven, within CHECK of a limit, that the side to move still wins after a move."""
        child = self._kernels.play(state, move)
        again = bool(self._kernels.keeps_turn(state, child))
        score = int(self._kernels.over(self._memory, child, 1))
        if score != GOES_ON:
            return score > 0 if again else score < 0
        self.allow(limit.aim * CHECK if limit.aim else inf, limit.nodes * CHECK if limit.nodes else inf, self._enough)
        return self.ask(child, must=again) is again

    def line(self, state: State, verdict: Verdict) -> Iterator[int]:
        """The moves up to ply `verdict.due`, the quickest win against the longest resistance; fewer if the limit is reached."""
        wins, due = bool(verdict.wins), verdict.due
        if due is None:
            return
        while int(self._kernels.over(self._memory, state, 0)) == GOES_ON:
            answer = self.ask(state, wins, due if wins else max(due - ROUND, 0))
            if answer is None:
                return
            move = self.move if answer else self._first_move(state)
            yield move
            child = self._kernels.play(state, move)
            wins = wins if self._kernels.keeps_turn(state, child) else not wins
            state, due = child, due - 1

    def _first_move(self, state: State) -> int:
        self._kernels.generate(self._memory, state, 0)
        return int(self._memory.moves[0])

    def ask(self, state: State, must: bool = True, last: int = ANY_TIME) -> bool | None:
        """Whether the side to move wins by ply `last`, or (without `must`) has not lost by then; None if the limit is reached."""
        self._threads.rest()
        self._memory.best, self._table.stop = NO_MOVE, 0
        numbers = self._search(self._memory, self._table, state, int(must), NEVER, NEVER, last, 0)
        return True if numbers >> 31 == 0 else False if numbers & NUMBER == 0 else None

    @property
    def move(self) -> int:
        """The move by which the last question was answered with True."""
        return int(self._memory.best)

    def _search(self, *question: Any) -> int:
        """The numbers of a question: machine code is stopped from outside, plain Python looks at the clock itself."""
        if not self._kernels.compiled:
            self._table.deadline, self._table.enough = self._deadline, self._enough
        elif self._deadline < inf or self._memory.budget > QUICK:
            found = [OPEN]

            def work(table: Any) -> None:
                found[0] = int(self._kernels.prove_win(*question))

            self._threads.race(self._deadline, work, [self._table])
            return found[0]
        return int(self._kernels.prove_win(*question))
