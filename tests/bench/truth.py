"""Games of game.py's default player and of best-first search from starts with a proven winner."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import typer

from common.games.circle_the_cat.certificates import CERTIFICATES
from common.games.circle_the_cat.distances import DISTANCES
from common.games.circle_the_cat.hexagons import BOARD, BORDER, START
from common.games.circle_the_cat.players import STRATEGIES
from common.games.circle_the_cat.proof_player import DEFAULT_POSITIONS, ProofPlayer
from common.games.circle_the_cat.solver import make_solver, winning_side
from common.judge.processes import run_parallel
from common.kernels.deadline import Deadline
from common.play.player_registry import player_of, warm_up
from common.play.players import PlayerSettings
from common.rules.bits import bits_of
from common.rules.position import Player
from common.search.limit import Limit
from game import GAME, SIDES, Position
from tests.bench.lines import Line, line
from tests.support.cat_starts import SETS, set_start
from tests.support.play import play_plies

SECONDS = 30.0  # default time limit of `solve`
OPPONENTS = {
    "cat": ("engine", *STRATEGIES["catcher"]),
    "catcher": ("engine", *STRATEGIES["cat"]),
}  # opponents, by the winner's side


class Case(NamedTuple):
    """A start, its proven winner, and the names of the winner's player and of the opponent."""

    start: Position
    winner: str
    names: tuple[str, str]


class GameResult(NamedTuple):
    """A result for the proven winner: won or not, moves, positions and seconds (total and maximum)."""

    is_won: bool
    moves: int
    positions: int
    max_positions: int
    seconds: float
    longest: float


class MeasuredPlayer:
    """The default player or best-first search, with the cost of its moves."""

    def __init__(self, side: str, name: str) -> None:
        kernels = CERTIFICATES.fast, DISTANCES.fast
        self._play = ProofPlayer(*kernels, Limit()) if name == "engine" else None
        self._other = player_of(
            GAME, side, name, PlayerSettings(in_match=True, shows_progress=False), GAME.starts.default_start
        )
        self.positions, self.seconds = list[int](), list[float]()

    def __call__(self, position: Position) -> int:
        """Choose a move and measure its cost."""
        began = time.monotonic()
        if self._play:
            move = self._play.move(position)
        else:
            move = int(self._other(position))
        self.seconds.append(time.monotonic() - began)
        self.positions.append(self._play.positions if self._play else 0)
        return move


def class_start(number: int) -> Position:
    """Return a start as of a class: 4 to 9 random blocks, every free border cell an exit."""
    chance = random.Random(80_000 + number)
    others = [cell for cell in range(BOARD.size) if cell != START]
    return Position(START, bits_of(chance.sample(others, chance.randint(4, 9))), BORDER)


def solve_start(start: Position) -> tuple[str | None, int]:
    """Return the proven winner (None after 30 seconds), and the positions searched."""
    solver = make_solver(start)
    solver.set_deadline(Deadline.from_limit(Limit(SECONDS)))
    return winning_side(solver.prove_block(start.cat, start.free), start.turn), solver.nodes


def play_case(case: Case) -> GameResult:
    """Play a case."""
    loser = SIDES[case.winner == SIDES[0]]
    ours = MeasuredPlayer(case.winner, case.names[0])
    players: dict[str, Player[Position]] = {
        case.winner: ours,
        loser: player_of(
            GAME, loser, case.names[1], PlayerSettings(in_match=True, shows_progress=False), case.start
        ),
    }
    *_, (_, last) = play_plies(case.start, players)
    outcome = last.outcome()
    positions, seconds = ours.positions, ours.seconds
    return GameResult(
        bool(outcome and outcome.winner == case.winner),
        len(seconds),
        sum(positions),
        max(positions),
        sum(seconds),
        max(seconds),
    )


def run(
    each: int = typer.Argument(60, help="starts of each set"),
    classes: int = typer.Argument(100, help="starts like those of a class"),
) -> Iterator[Line]:
    """Check that proven winners win, against every player."""
    warm_up(GAME, set_start("R10", 0))
    every = [set_start(name, number) for name in SETS for number in range(each)]
    every += [class_start(number) for number in range(classes)]
    found = list(run_parallel(solve_start, every, 2))
    beyond = sum(positions > DEFAULT_POSITIONS for _, positions in found)
    wins = [winner for winner, _ in found]
    cat, catcher, unknown = (wins.count(winner) for winner in ("cat", "catcher", None))
    won = f"{cat} won by the cat, {catcher} by the catcher, {unknown} unsolved after {SECONDS:g} s"
    text = f"{len(every)} starts: {won}, {beyond} beyond {DEFAULT_POSITIONS:,} positions"
    yield line(text, starts=len(every), cat=cat, catcher=catcher, open=unknown, beyond=beyond)
    for side in SIDES:
        starts = [start for start, winner in zip(every, wins, strict=True) if winner == side]
        for other in OPPONENTS[side]:
            for name in ("engine", "best-first"):
                games = list(
                    run_parallel(play_case, [Case(start, side, (name, other)) for start in starts], 2)
                )
                yield summary(f"{side} {name} against {other}", games)


def summary(label: str, games: Sequence[GameResult]) -> Line:
    """Return a line on the games of one pair."""
    count = len(games)
    lost = sum(not each.is_won for each in games)
    moves = [each.moves for each in games if each.is_won] or [0]
    wins = f"{lost} of {count} lost; {sum(moves) / len(moves):.1f} moves per win"
    looked = sum(each.positions for each in games) / count
    positions = f"{looked:,.0f} positions per game, {max(each.max_positions for each in games):,} in a move"
    seconds, longest = sum(each.seconds for each in games) / count, max(each.longest for each in games)
    text = f"{label}: {wins}, {positions}, {seconds:.2f} s per game, {longest:.2f} s for the longest move"
    return line(text, games=label, lost=lost, of=count, positions=looked, seconds=seconds, longest=longest)
