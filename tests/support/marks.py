"""Check the marks of an analysis, and unmarked moves, with a solver that starts from nothing."""

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
from common.games.cats_and_dogs.win_prover import WinProver
from common.games.circle_the_cat.solver import proven_best
from common.games.squirrels.exact_search import EXACT_KERNELS
from common.games.squirrels.exact_solver import ExactSolver
from common.games.walls.moves import state_of
from common.games.walls.solver import LeadProver
from common.kernels.deadline import Deadline
from common.kernels.kernel import Kernels
from common.play.analysis.analyst import Analyst
from common.play.analysis.move_classification import AnalysedMove
from common.play.game import Game
from common.play.players import PlayerSettings
from common.rules.position import Position
from common.search.limit import Level, Limit
from common.search.results import Question
from common.search.solve import search_thoroughly
from tests.support.cat_starts import set_start
from tests.support.compiled import built
from tests.support.walls_graph import FIELDS, graph

SOLVER_LIMIT = Limit(nodes=20_000_000)  # limit of the checking solver
LEVELS, RANDOM_MOVE_RATE = (1, 3), 0.1  # of the players; fraction of random moves


class GameKind(NamedTuple):
    """Games of one kind: start positions, positions to analyse, analysis limit, and the checking solver."""

    game: Game[Any]
    start: Callable[[int], Any]
    is_analysed: Callable[[Any], bool]
    limit: Limit
    value: Callable[[Any], int | None]


def circle_the_cat_value(at: game.Position) -> int | None:
    """Return 1 if the side to move wins by a new certificate search, -1 if it loses, None if unknown."""
    winner, _ = proven_best(at, Deadline.from_limit(SOLVER_LIMIT))
    return None if winner is None else 1 if winner == at.turn else -1


def squirrels_value(at: squirrels.Position) -> int | None:
    """Return the exact value by alpha-beta with an empty table."""
    solver = ExactSolver(EXACT_KERNELS.instance(), at.values, 0.05)
    return int(squirrels.evaluate(at, at.turn) + solver.bounds(squirrels.state_of(at)).low)


def small_walls_value(at: walls.Position) -> int | None:
    """Return the exact value on the 3x3 board by full graph search."""
    kernels, memory = graph_memory()
    return int(kernels.value_of(memory, state_of(at)))


@cache
def graph_memory() -> tuple[Kernels, Any]:
    """Return the kernels of the full graph search, and their memory."""
    kernels = built(graph())
    return kernels, kernels.memory(FIELDS)


def walls_value(at: walls.Position) -> int | None:
    """Return the sign of the value by a target search with an empty table; None if unknown."""
    linked = walls.GAME.search.compiled(at.size)
    prover, state = LeadProver(linked.instance(), linked.fields), state_of(at)
    more, even = (
        prover.prove(state, 1, Deadline.from_limit(SOLVER_LIMIT)),
        prover.prove(state, 0, Deadline.from_limit(SOLVER_LIMIT)),
    )
    if more.low >= 1:
        return 1
    return None if more.high > 0 or not (even.low >= 0 or even.high < 0) else 0 if even.low >= 0 else -1


def catsdogs_value(at: catsdogs.Position) -> int | None:
    """Return 1 if the side to move wins by proof-number search with an empty table, -1 or None."""
    linked = catsdogs.GAME.search.compiled()
    wins = (
        WinProver(linked.instance(), linked.fields)
        .prove(catsdogs.GAME.search.state(at), 1, Deadline.from_limit(SOLVER_LIMIT))
        .wins
    )
    return None if wins is None else 1 if wins else -1


def duel_value(at: duel7.Position) -> int | None:
    """Return the exact value by full-depth alpha-beta with an empty table; None if not proven."""
    question = Question(SOLVER_LIMIT)
    found = search_thoroughly(duel7.GAME.search.compiled(), at, question, question.deadline())
    assert found
    return found.score if found.proven else None


def walls_start(size: int, number: int) -> walls.Position:
    """Return a start position after random moves; the players start in turn."""
    return walls.random_start(size, number, 6)


MAX_LEFT = {"squirrels": 13, "catsdogs": 33}  # at most so many free squares; dogs left
KINDS = {
    "game": GameKind(
        game.GAME,
        lambda number: set_start(("R10", "C", "R15", "E")[number % 4], number),
        bool,
        Limit(nodes=30_000, depth=1),
        circle_the_cat_value,
    ),
    "squirrels": GameKind(
        squirrels.GAME,
        squirrels.random_start,
        lambda at: at.board.count("*") <= MAX_LEFT["squirrels"],
        Limit(),
        squirrels_value,
    ),
    "walls3": GameKind(
        walls.GAME, lambda number: walls_start(3, number), bool, Limit(nodes=3000), small_walls_value
    ),
    "walls5": GameKind(
        walls.GAME, lambda number: walls_start(5, number), bool, Limit(nodes=10_000), walls_value
    ),
    "catsdogs": GameKind(
        catsdogs.GAME,
        catsdogs.GAME.opening,
        lambda at: at.dogs.bit_count() <= MAX_LEFT["catsdogs"],
        Limit(nodes=100_000),
        catsdogs_value,
    ),
    "duel7": GameKind(
        duel7.GAME,
        lambda number: duel7.random_start((4, 4), 10 + number % 4, number),
        bool,
        Limit(nodes=200_000),
        duel_value,
    ),
}


def play_game(kind: GameKind, number: int) -> list[Any]:
    """Play a game between low levels; return the positions to analyse."""
    chance, position = Random(number), kind.start(number)
    levels = {side: kind.game.levels[chance.randint(*LEVELS)] for side in kind.game.sides}
    settings = PlayerSettings(seed=number, in_match=True, start=position)
    players = {side: kind.game.at_level(settings._replace(level=level)) for side, level in levels.items()}
    history = [position]
    while position.outcome() is None:
        move = (
            chance.choice(position.moves())
            if chance.random() < RANDOM_MOVE_RATE
            else players[position.turn](position)
        )
        position = position.play(move)
        history.append(position)
    return [at for at in history if kind.is_analysed(at)]


def analyse(kind: GameKind, history: Sequence[Any]) -> list[AnalysedMove]:
    """Analyse every move of a game."""
    settings = PlayerSettings(Level(kind.limit), in_match=True, shows_progress=False)
    return Analyst(kind.game, settings).analyse_moves(history)


def truth(kind: GameKind, at: Position, side: str) -> int | None:
    """Return 1 if a side wins a position, 0 for a draw, -1 if it loses, None if unknown."""
    outcome = at.outcome()
    if outcome:
        return 0 if outcome.winner is None else 1 if outcome.winner == side else -1
    value = kind.value(at)
    if value is None:
        return None
    sign = (value > 0) - (value < 0)
    return sign if at.turn == side else -sign


class CheckedMove(NamedTuple):
    """A move: its mark, and its mover's result before and after it (None if unknown)."""

    marked: bool
    before: int | None
    after: int | None

    @property
    def is_right(self) -> bool | None:
        """True if the move is marked exactly when the result got worse; None if unknown."""
        return (
            None if self.before is None or self.after is None else self.marked == (self.after < self.before)
        )


class Row(NamedTuple):
    """Counts of games, of moves and of moves between proven positions, and the checked moves."""

    games: int
    moves: int
    proven: int
    marked: Sequence[CheckedMove]
    unmarked: Sequence[CheckedMove]


def check(name: str, games: int, unmarked: int) -> Row:
    """Analyse `games` games; check every marked move and up to `unmarked` others."""
    kind, found, moves = KINDS[name], list[tuple[Any, Any, AnalysedMove]](), 0
    for number in range(games):
        history = play_game(kind, number)
        if len(history) > 1:
            plies = analyse(kind, history)
            moves += len(plies)
            found += [(*both, ply) for both, ply in zip(pairwise(history), plies, strict=True)]

    @cache
    def ask(at: Any, side: str) -> int | None:
        return truth(kind, at, side)

    def look(before: Any, after: Any, ply: AnalysedMove) -> CheckedMove:
        return CheckedMove(ply.loses_result, ask(before, ply.side), ask(after, ply.side))

    marked = [look(*each) for each in found if each[2].loses_result]
    others = [
        each
        for each in found
        if not each[2].loses_result and each[2].before.score.proven and each[2].after.score.proven
    ]
    asked = [look(*each) for each in Random(games).sample(others, min(unmarked, len(others)))]
    return Row(games, moves, len(others) + len(marked), marked, asked)
