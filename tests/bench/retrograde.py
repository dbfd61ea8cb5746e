"""Exact results of the strength table's duels with three pieces each, by retrograde analysis."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from functools import partial
from itertools import pairwise
from typing import NamedTuple

import typer

from common.judge.match.games import player_settings, points_for
from common.judge.processes import run_parallel
from common.play.player_registry import player_of, warm_up
from common.rules.game_loop import GameLoop
from common.search.limit import Limit
from duel7 import GAME, Position
from tests.bench.duel_layers import DRAWN, LOST, WON, Layer, layers
from tests.bench.lines import Line, choice_option, line
from tests.bench.strength import TURNS, move_limit, start_of

PIECES = 3  # of each side
WORDS = {WON: "won", DRAWN: "drawn", LOST: "lost"}
DEFAULT_NODES = 1_500_000  # of a move: about 0.1 s of an idle core with three pieces each
OPPONENTS = "greedy", "minimax-2", "minimax-4"


class PlayedGame(NamedTuple):
    """A game of the engine: the number of its start, the engine's side and result, and all positions."""

    number: int
    side: str
    result: int
    history: Sequence[Position]


def play_start(number: int, opponent: str, limit: Limit) -> list[PlayedGame]:
    """Play a start twice, with sides exchanged, as the strength table does."""
    return [play_game(number, side, opponent, limit) for side in GAME.sides]


def play_game(number: int, side: str, opponent: str, limit: Limit) -> PlayedGame:
    """Play a game with the engine on one side. Raise the error of a player who forfeits."""
    start, settings = start_of(GAME, "even", number), player_settings(limit, number)
    names = {each: "engine" if each == side else opponent for each in GAME.sides}
    players = {each: player_of(GAME, each, name, settings, start) for each, name in names.items()}
    loop = GameLoop([start], players)
    outcome = loop.run()
    if loop.forfeit:
        raise loop.forfeit.error
    return PlayedGame(number, side, int(2 * points_for(side, outcome)) - 1, loop.history)


def exact_results(positions: set[Position], deepest: int) -> tuple[dict[Position, int], list[Line]]:
    """Return the exact result of each position for X, and a line on each layer of a turn limit.

    `deepest` is the largest number of turns left.
    """
    found: dict[Position, int] = {}
    lines = []
    for left, layer in zip(range(deepest + 1), layers(PIECES), strict=False):
        for at in positions:
            if at.turns_left == left:
                found[at] = layer.result(at.x, at.o) if at.turn == "X" else -layer.result(at.o, at.x)
        if left in TURNS:
            lines.append(layer_line(left, layer))
    return found, lines


class Change(NamedTuple):
    """A move that changed the exact result for the engine: the position before it, and both results."""

    position: Position
    before: int
    after: int


class Analysis(NamedTuple):
    """A game and the exact result of each of its positions for the engine."""

    game: PlayedGame
    values: list[int]

    @property
    def changes(self) -> list[Change]:
        """The moves that changed the exact result."""
        steps = zip(self.game.history, pairwise(self.values), strict=False)
        return [Change(position, *values) for position, values in steps if values[0] != values[1]]

    @property
    def engine_mistakes(self) -> list[Change]:
        """The moves of the engine among them, which can only have made the result worse."""
        return [each for each in self.changes if each.position.turn == self.game.side]

    @property
    def opponent_mistakes(self) -> list[Change]:
        """The moves of the opponent among them, which can only have made the result better."""
        return [each for each in self.changes if each.position.turn != self.game.side]


def analyse(game: PlayedGame, results: dict[Position, int]) -> Analysis:
    """Return the analysis of a game. `results` are those for X."""
    return Analysis(game, [results[at] if game.side == "X" else -results[at] for at in game.history])


# RESULTS


def layer_line(left: int, layer: Layer) -> Line:
    """Return the line of a layer: which parts of it are won, drawn and lost for the side to move."""
    counts = layer.counts()
    parts = {word: counts[result] / sum(counts.values()) for result, word in WORDS.items()}
    text = ", ".join(f"{part:.1%} {word}" for word, part in parts.items())
    return line(f"all positions with {left} turns left: {text}", turns_left=left, **parts)


def opponent_lines(opponent: str, games: Sequence[Analysis]) -> Iterator[Line]:
    """Yield the results by those of the starts, and the moves that changed them."""
    for result, word in WORDS.items():
        played = [each.game.result for each in games if each.values[0] == result]
        wins, draws, losses = map(played.count, (WON, DRAWN, LOST))
        text = f"{opponent}: from {word} starts +{wins} ={draws} -{losses}"
        yield line(text, opponent=opponent, start=word, wins=wins, draws=draws, losses=losses)
    lost = Counter(change.before for each in games for change in each.engine_mistakes)
    won = Counter(change.after for each in games for change in each.opponent_mistakes)
    text = f"{opponent}: the engine gave away {lost[WON]} wins and {lost[DRAWN]} draws"
    text += f", was given {won[WON]} and {won[DRAWN]}"
    facts = {"given_away": (lost[WON], lost[DRAWN]), "offered": (won[WON], won[DRAWN])}
    yield line(text, opponent=opponent, **facts)
    for analysis in games:
        yield from (worse_line(opponent, analysis.game, each) for each in analysis.engine_mistakes)


def worse_line(opponent: str, game: PlayedGame, change: Change) -> Line:
    """Return a line on a move of the engine after which the exact result is worse for it."""
    before, after, end = WORDS[change.before], WORDS[change.after], WORDS[game.result]
    side, place, left = GAME.notation.write(change.position)
    text = f'{opponent}: start {game.number}, {before} until {side} moves at {side} "{place}" {left}'
    facts = {"number": game.number, "side": side, "turns_left": change.position.turns_left}
    return line(f"{text}, then {after}, {end} in the end", opponent=opponent, **facts)


def starts_line(results: Mapping[int, int]) -> Line:
    """Return the line of the starts by their exact results for X. `results` has one for each number."""
    found = {word: [at for at in results if results[at] == result] for result, word in WORDS.items()}
    parts = [f"{len(numbers)} {word} ({', '.join(map(str, numbers))})" for word, numbers in found.items()]
    return line(f"{len(results)} starts, for X: {'; '.join(parts)}", starts=len(results), **found)


def run(
    opponent: list[str] = choice_option(OPPONENTS, "--player", "opponent"),
    starts: int = typer.Option(100, min=1, help="starts of the row `even`; a quarter has three pieces each"),
    seconds: float = typer.Option(None, help="seconds per move"),
    nodes: int = typer.Option(None, help=f"nodes per move (default {DEFAULT_NODES}, about 0.1 s)"),
    jobs: int = typer.Option(2, min=1, help="number of processes"),
) -> Iterator[Line]:
    """Play these games of the strength table again and find out which of their positions were won."""
    numbers = [at for at in range(starts) if start_of(GAME, "even", at).x.bit_count() == PIECES]
    limit = move_limit(GAME, seconds, nodes if nodes or seconds else DEFAULT_NODES, None)
    warm_up(GAME, GAME.starts.opening(0))
    games = {name: play_all(numbers, name, limit, jobs) for name in opponent or OPPONENTS}
    positions = {at for played in games.values() for game in played for at in game.history}
    results, lines = exact_results(positions, max(at.turns_left for at in positions))
    yield from lines
    yield starts_line({number: results[start_of(GAME, "even", number)] for number in numbers})
    for name, played in games.items():
        yield from opponent_lines(name, [analyse(game, results) for game in played])


def play_all(numbers: Sequence[int], opponent: str, limit: Limit, jobs: int) -> list[PlayedGame]:
    """Play all starts against an opponent."""
    work = partial(play_start, opponent=opponent, limit=limit)
    with closing(run_parallel(work, numbers, jobs)) as found:
        return [game for pair in found for game in pair]
