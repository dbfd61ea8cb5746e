"""The games of a tournament as replays for pages, analysed if wanted."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import closing
from functools import partial
from typing import Any, NamedTuple

from common.judge.match.games import load_game
from common.judge.processes import run_parallel
from common.judge.tournament.played_game import PlayedGame
from common.judge.tournament.tournament import Tournament
from common.play.analysis.analysed_game import analysed_moves
from common.play.analysis.move_classification import AnalysedMove, turning_move
from common.play.analysis.score_course import score_graph
from common.play.game import Game
from common.play.record import Record
from common.play.shared_page import page_game
from common.rules.errors import visible
from common.rules.position import Outcome
from common.show.page import PageGame


class Replay(NamedTuple):
    """A game for a page, and the move with which its loser lost it, if an analysis has found one."""

    played: PlayedGame
    page: PageGame
    turning: AnalysedMove | None = None


class Analysis(NamedTuple):
    """The analysis of all games: nodes per position, and the number of processes."""

    nodes: int
    jobs: int = 1


def make_replays(
    tournament: Tournament, analysis: Analysis | None, say: Callable[[str], None] = lambda text: None
) -> list[Replay]:
    """Return the games played so far in their order. `say` receives the progress of the analysis.

    Raise KeyboardInterrupt on Ctrl-C.
    """
    game, games = tournament.plan.game, [tournament.games[place] for place in sorted(tournament.games)]
    saved = [to_record(game, played) for played in games]
    moves = _analysed(tournament.plan.module, games, analysis, say) if analysis else [None] * len(games)
    return [_replay(game, *each) for each in zip(games, saved, moves, strict=True)]


def _analysed(
    module: str, games: list[PlayedGame], analysis: Analysis, say: Callable[[str], None]
) -> list[list[AnalysedMove] | None]:
    """Analyse all games in several processes."""
    found = list[list[AnalysedMove] | None]()
    work = partial(analyse_played, module, analysis.nodes)
    with closing(run_parallel(work, games, analysis.jobs)) as results:
        for moves in results:
            found.append(moves)
            say(f"{len(found)} of {len(games)} games analysed")
    return found


def analyse_played(module: str, nodes: int, played: PlayedGame) -> list[AnalysedMove]:
    """Analyse a game in a worker process."""
    game = load_game(module)
    return analysed_moves(nodes, to_record(game, played), shows_progress=False)


def _replay(
    game: Game[Any], played: PlayedGame, saved: Record[Any], moves: list[AnalysedMove] | None
) -> Replay:
    graph = score_graph(game, moves) if moves else None
    shown = page_game(saved, graph)._replace(title=title_of(game, played), number=played.number)
    loser = game.other(played.winner) if played.winner else None
    return Replay(played, shown, turning_move(moves, loser) if moves and loser else None)


def to_record(game: Game[Any], played: PlayedGame) -> Record[Any]:
    """Return the record of a tournament game.

    If a player forfeited, the outcome is recorded, since the last position is not over.
    """
    start, players = game.read(*played.position), zip(game.sides, played.players, strict=True)
    record = Record(game, start, dict(players))
    for move in played.moves:
        record.add_legal(move)
    if played.fault:
        record.end(Outcome(played.winner, played.reason))
    return record


def title_of(game: Game[Any], played: PlayedGame) -> str:
    """Return the number, the players and the result of a game."""
    players = ", ".join(
        [f"{side} {visible(name)}" for side, name in zip(game.sides, played.players, strict=True)]
    )
    result = f"{played.winner} wins" if played.winner else "a draw"
    if not played.fault:
        return f"Game {played.number}: {players}; {result}"
    return f"Game {played.number}: {players}; {result} ({played.fault[1]})"


class PlayerGames(NamedTuple):
    """The replays of one player, by result as it sees it."""

    lost: list[Replay]
    drawn: list[Replay]
    won: list[Replay]

    def all(self) -> list[Replay]:
        """Return all games, the lost ones first."""
        return [*self.lost, *self.drawn, *self.won]

    def pages(self) -> list[PageGame]:
        """Return the games in groups, the lost ones first."""
        groups = (
            (f"Lost: {len(self.lost)}", self.lost),
            (f"Drawn: {len(self.drawn)}", self.drawn),
            (f"Won: {len(self.won)}", self.won),
        )
        return [one.page._replace(group=heading) for heading, replays in groups for one in replays]


def games_of(name: str, sides: tuple[str, str], replays: Iterable[Replay]) -> PlayerGames:
    """Return the games of a player."""
    found: dict[float, list[Replay]] = {0: [], 0.5: [], 1: []}
    for one in replays:
        if name in one.played.players:
            found[one.played.points(sides)[one.played.players.index(name)]].append(one)
    return PlayerGames(*found.values())
