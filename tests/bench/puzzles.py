"""Make the stored puzzles of a game: from games by seed, proven by the solver and by brute force."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from itertools import count, islice
from pathlib import Path
from typing import Any

import typer

import catsdogs
import duel7
import game as game_module
import squirrels
import walls
from common.games.cats_and_dogs.board import SQUARES
from common.play.analysis.puzzle_finder import PuzzleFinder
from common.play.players import PlayerSettings, mixed_player
from common.play.puzzles import DIFFICULTIES, Puzzle, puzzle_file
from common.rules.bits import bits_of
from common.rules.files import write_atomically
from common.search.limit import Level, Limit
from tests.bench.lines import Line, line
from tests.support.cat_starts import set_start
from tests.support.puzzle_proofs import (
    NODES,
    TooLongError,
    faults,
    only_best,
    only_win,
    proofs_of,
    shortest_win,
)

ROOT = Path(__file__).parents[2]
GAMES = {each.GAME.name: each.GAME for each in (game_module, squirrels, duel7, walls, catsdogs)}
SETTINGS = PlayerSettings(Level(Limit(nodes=200_000)), 1)
SQUARES_LEFT = (5, 6)  # free squares in a puzzle of the squirrel war
MOST_LEAD = 150  # final lead of a puzzle of the squirrel war
GAP = 10  # values by which the best square of a puzzle of the squirrel war beats the next one
CANDIDATE_NODES = {"catsdogs": 800, "walls": 1_500}  # positions that may be searched for a best move
LENGTH_NODES = 50_000  # positions that may be searched for the length of a win
RANDOM_PART = 0.3  # of the moves of the games


def run(
    name: str = typer.Argument(help="game: " + ", ".join(GAMES)),
    wanted: int = typer.Option(100, "--puzzles", help="puzzles to make"),
    most: int = typer.Option(1, "--per-seed", help="most puzzles from one seed"),
) -> Iterator[Line]:
    """Write the stored puzzles of a game."""
    game, found = GAMES[name], dict[tuple[str, ...], Puzzle]()
    seeds = count()
    while len(found) < wanted:
        seed = next(seeds)
        new = {puzzle.words: puzzle for puzzle in islice(puzzles_of_seed(game, seed), most)}
        found |= new
        if new:
            yield line(f"seed {seed}: {len(found)} puzzles", seed=seed, puzzles=len(found))
    text = "".join(f"{puzzle.line()}\n" for puzzle in rated(game, [*found.values()][:wanted]))
    file = puzzle_file(game)
    write_atomically(file, text.encode())
    yield line(f"{file.relative_to(ROOT)}: {wanted} puzzles, {len(text)} bytes", bytes=len(text))


def puzzles_of_seed(game: Any, seed: int) -> Iterator[Puzzle]:
    """Yield the puzzles of a game with random moves, in random order."""
    positions = candidates(game, played(game, seed))
    random.Random(seed).shuffle(positions)
    yield from filter(None, (puzzle_of(game, position) for position in positions))


def candidates(game: Any, history: list[Any]) -> list[Any]:
    """Return the last positions of a game in which one move is best, by brute force.

    A win in one move is no puzzle.
    """
    found, exact = list[Any](), game.name == "squirrels"
    most = CANDIDATE_NODES.get(game.name, NODES)
    for position in reversed(history):
        if position.play(position.moves()[0]).turn == position.turn:
            continue  # the first of two moves has no single reply
        if exact and len(position.moves()) not in SQUARES_LEFT:
            continue
        try:
            best = (only_best if exact else only_win)(position, proofs_of(game, position, most))
        except TooLongError:
            break
        if best is not None and (exact or not position.play(best).outcome()):
            found.append(position)
    return found


def puzzle_of(game: Any, position: Any) -> Puzzle | None:
    """Return the puzzle of a position if the solver and brute force agree on it, else None."""
    found = PuzzleFinder(game, SETTINGS, exact=game.name == "squirrels").find(position)
    if found is None or (found.exact and not is_close(found)):
        return None
    found = found._replace(plies=length_of(game, position))
    try:
        return None if list(faults(game, found)) else found
    except TooLongError:
        return None


def is_close(puzzle: Puzzle) -> bool:
    """Return True if the best move wins by little, and all others are clearly worse."""
    return puzzle.value <= MOST_LEAD and all(each.value <= puzzle.value - GAP for each in puzzle.refutations)


def length_of(game: Any, position: Any) -> int:
    """Return the plies of the quickest win; 0 if that is too hard to say, as for the catcher.

    The squirrel war lasts until no square is free.
    """
    if game.name == "squirrels":
        return len(position.moves())
    if position.turn == "catcher":
        return 0
    try:
        return shortest_win(position, proofs_of(game, position, LENGTH_NODES))
    except TooLongError:
        return 0


def played(game: Any, seed: int) -> list[Any]:
    """Return the positions of a game between simple players with some random moves, without the last one."""
    position, history = start(game, seed), list[Any]()
    players = {
        side: mixed_player(simple_player(game, side, seed), 1 - RANDOM_PART, seed) for side in game.sides
    }
    while not position.outcome():
        history.append(position)
        position = position.play(players[position.turn](position))
    return history


def start(game: Any, seed: int) -> Any:
    """Return the start of a game: few pieces in the duel and in Cats & Dogs, else an opening of matches."""
    chance = random.Random(seed)
    if game.name == "game":
        return set_start("R15", seed)
    if game.name == "duel7":
        return duel7.random_start((chance.randint(2, 3), chance.randint(2, 3)), chance.randint(5, 9), seed)
    if game.name == "catsdogs":
        squares = chance.sample(SQUARES.squares, 5 + chance.randint(4, 9))
        return catsdogs.Position(bits_of(squares[:5]), bits_of(squares[5:])).after_forced_pass()
    return game.opening(seed)


def simple_player(game: Any, side: str, seed: int) -> Callable[[Any], Any]:
    """Return the first simple player of a side, in Circle the Cat best-first search."""
    makes = {name: kind.make for name, kind in game.players.items() if side in (kind.sides or game.sides)}
    make = makes.get("best-first") or next(iter(makes.values()))
    player: Callable[[Any], Any] = make(PlayerSettings(seed=seed))
    return player


def rated(game: Any, puzzles: list[Puzzle]) -> list[Puzzle]:
    """Return the puzzles by difficulty, a third each.

    A puzzle is harder if the simple player misses its move, then by its length and its number of moves.
    """

    def hardness(puzzle: Puzzle) -> tuple[bool, int, int]:
        position = game.read(*puzzle.words)
        simple = position.text(simple_player(game, position.turn, 0)(position))
        return simple != puzzle.best, puzzle.plies, len(position.moves())

    ordered = sorted(puzzles, key=hardness)
    size = len(ordered) / len(DIFFICULTIES)
    return [puzzle._replace(difficulty=1 + int(at / size)) for at, puzzle in enumerate(ordered)]
