"""Whether analysis tells the truth: its marks, and moves that it leaves unmarked, held against a solver asked afresh."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from itertools import pairwise
from random import Random
from typing import Any, NamedTuple

import catsdogs
import duel7
import game
import squirrels
import walls
from common.games.cats_and_dogs.pn_solver import Decider
from common.games.circle_the_cat.solver import proven_best
from common.games.squirrels.exact_search import PROGRAM
from common.games.squirrels.exact_solver import ExactSolver
from common.games.walls import full_graph
from common.games.walls.moves import state_of
from common.games.walls.solver import Prover
from common.judge.analysis.analyst import Analyst
from common.judge.analysis.move_classification import Ply
from common.kernels.deadline import Deadline
from common.kernels.kernel import Kernels
from common.play.game import Game
from common.play.players import PlayerSettings
from common.rules.position import Position
from common.search.limit import Level, Limit
from common.search.results import Question
from common.search.solve import searched

AMPLE = Limit(nodes=20_000_000)  # of a solver that is asked afresh
LEVELS, LOTS = (1, 3), 0.1  # of the players, from which moves by lot stray


class Kind(NamedTuple):
    """Games of one kind: where they start; of which positions analysis is tried, within which limit; who knows the truth."""

    game: Game[Any, Any]
    start: Callable[[int], Any]
    near: Callable[[Any], bool]
    limit: Limit
    value: Callable[[Any], int | None]


def pursued(at: game.Position) -> int | None:
    """A new search for certificates."""
    winner, _ = proven_best(at, Deadline.of(AMPLE))
    return None if winner is None else 1 if winner == at.turn else -1


def placed(at: squirrels.Position) -> int | None:
    """Exact alpha-beta with an empty table."""
    solver = ExactSolver(PROGRAM.fast, at.values, 0.05)
    return int(squirrels.evaluate(at, at.turn) + solver.bounds(squirrels.sets(at)).low)


def whole(at: walls.Position) -> int | None:
    """The whole graph of the board of side 3."""
    kernels, memory = graph()
    return int(kernels.value_of(memory, state_of(at)))


@cache
def graph() -> tuple[Kernels, Any]:
    """The kernels that look at every position, and what they remember."""
    kernels = full_graph.graph().fast
    return kernels, kernels.memory(full_graph.FIELDS)


def walked(at: walls.Position) -> int | None:
    """Target search with an empty table: 1 or more, or else 0."""
    linked = walls.GAME.search.compiled(at.size)
    prover, state = Prover(linked.fast, linked.fields), state_of(at)
    more, even = prover.ask(state, 1, Deadline.of(AMPLE)), prover.ask(state, 0, Deadline.of(AMPLE))
    if more.low >= 1:
        return 1
    return None if more.high > 0 or not (even.low >= 0 or even.high < 0) else 0 if even.low >= 0 else -1


def hunted(at: catsdogs.Position) -> int | None:
    """Proof numbers from nothing."""
    linked = catsdogs.GAME.search.compiled()
    wins = Decider(linked.fast, linked.fields).ask(catsdogs.GAME.search.state(at), 1, Deadline.of(AMPLE)).wins
    return None if wins is None else 1 if wins else -1


def fought(at: duel7.Position) -> int | None:
    """Alpha-beta with an empty table that looks at all moves as deep as at the others."""
    question = Question(AMPLE)
    found = searched(duel7.GAME.search.compiled(), at, question, question.deadline())
    return found.score if found.proven else None


def walls_start(size: int, number: int) -> walls.Position:
    """After random moves; players begin in turn."""
    return walls.random_start(size, number, 6)


FEW = {"squirrels": 13, "catsdogs": 33}  # free squares; dogs left
KINDS = {
    "game": Kind(
        game.GAME,
        lambda number: game.set_start(("R10", "C", "R15", "E")[number % 4], number),
        bool,
        Limit(nodes=30_000, depth=1),
        pursued,
    ),
    "squirrels": Kind(
        squirrels.GAME,
        squirrels.random_start,
        lambda at: at.board.count("*") <= FEW["squirrels"],
        Limit(),
        placed,
    ),
    "walls3": Kind(walls.GAME, lambda number: walls_start(3, number), bool, Limit(nodes=3000), whole),
    "walls5": Kind(walls.GAME, lambda number: walls_start(5, number), bool, Limit(nodes=10_000), walked),
    "catsdogs": Kind(
        catsdogs.GAME,
        catsdogs.GAME.starts.opening,
        lambda at: at.dogs.bit_count() <= FEW["catsdogs"],
        Limit(nodes=100_000),
        hunted,
    ),
    "duel7": Kind(
        duel7.GAME,
        lambda number: duel7.random_start((4, 4), 10 + number % 4, number),
        bool,
        Limit(nodes=200_000),
        fought,
    ),
}


def played(kind: Kind, number: int) -> list[Any]:
    """The positions of a game between players of low levels, of which analysis is tried."""
    chance, position = Random(number), kind.start(number)
    levels = {side: kind.game.players.levels[chance.randint(*LEVELS)] for side in kind.game.sides}
    settings = PlayerSettings(seed=number, threads=1, many=True, start=position)
    players = {
        side: kind.game.players.at_level(side, level, settings._replace(level=level))
        for side, level in levels.items()
    }
    history = [position]
    while position.outcome() is None:
        move = chance.choice(position.moves()) if chance.random() < LOTS else players[position.turn](position)
        position = position.play(move)
        history.append(position)
    return [at for at in history if kind.near(at)]


def analysed(kind: Kind, history: Sequence[Any]) -> list[Ply]:
    """What analysis says of every move."""
    settings = PlayerSettings(Level(kind.limit), 1, many=True, shown=False)
    return Analyst(kind.game, settings).plies(history)


def truth(kind: Kind, at: Position, side: str) -> int | None:
    """1 if a side wins a position, 0 if nobody does, -1 if it loses, by the rules or by the solver."""
    outcome = at.outcome()
    if outcome:
        return 0 if outcome.winner is None else 1 if outcome.winner == side else -1
    value = kind.value(at)
    if value is None:
        return None
    sign = (value > 0) - (value < 0)
    return sign if at.turn == side else -sign


class Checked(NamedTuple):
    """A move: whether it is marked, and what it was worth to who moved before and after it, None where that stays open."""

    marked: bool
    before: int | None
    after: int | None

    @property
    def right(self) -> bool | None:
        """Whether it is marked just when less is left; None if the solver does not know."""
        return (
            None if self.before is None or self.after is None else self.marked == (self.after < self.before)
        )


class Row(NamedTuple):
    """What came of a kind: games, moves, moves between proven positions; marks, and unmarked ones asked about, with the truth."""

    games: int
    moves: int
    proven: int
    marked: Sequence[Checked]
    unmarked: Sequence[Checked]


def check(name: str, games: int, unmarked: int) -> Row:
    """Analyse so many games of a kind, and ask about every mark and so many moves without one."""
    kind, found, moves = KINDS[name], list[tuple[Any, Any, Ply]](), 0
    for number in range(games):
        history = played(kind, number)
        if len(history) > 1:
            plies = analysed(kind, history)
            moves += len(plies)
            found += [(*both, ply) for both, ply in zip(pairwise(history), plies, strict=True)]

    @cache
    def ask(at: Any, side: str) -> int | None:
        return truth(kind, at, side)

    def look(before: Any, after: Any, ply: Ply) -> Checked:
        return Checked(ply.thrown_away, ask(before, ply.side), ask(after, ply.side))

    marked = [look(*each) for each in found if each[2].thrown_away]
    others = [
        each
        for each in found
        if not each[2].thrown_away and each[2].before.score.proven and each[2].after.score.proven
    ]
    asked = [look(*each) for each in Random(games).sample(others, min(unmarked, len(others)))]
    return Row(games, moves, len(others) + len(marked), marked, asked)
