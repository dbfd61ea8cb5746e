"""Walls on 5x5: write the stored opening moves of levels that vary, judged by a deep search."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import typer

from common.games.walls.board import MOVES
from common.games.walls.moves import state_of
from common.games.walls.openings import OPENINGS_FILE, OPENINGS_SIZE
from common.games.walls.proof_table import unmirrored
from common.games.walls.strategy import Strategy, key_of
from common.play.player_registry import warm_up
from common.play.players import OPENING_MOVES, PlayerSettings
from common.search.engine import Engine
from common.search.limit import Level, Limit
from common.search.strategy import write_strategy
from tests.bench.lines import Line, line
from walls import GAME, Position, start


class Judge(NamedTuple):
    """A deep search, and how much worse than the best a good move may be."""

    engine: Engine[Position]
    within: int

    def good_moves(self, position: Position) -> list[str]:
        """Return the good moves. A side that leads keeps a lead."""
        values = {move: self.value(position.play(move)) for move in MOVES}
        best = max(values.values())
        least = max(best - self.within, 1) if best > 0 else best - self.within
        return [move for move, value in values.items() if value >= least]

    def value(self, after: Position) -> int:
        """Return the value of a position for the side that has just moved."""
        report = self.engine.search(after, self.engine.deadline())
        assert report
        return -report.shown_score


def new_judge(depth: int, within: int) -> Judge:
    """Return a judge that searches to a depth after each move."""
    settings = PlayerSettings(Level(Limit(depth=depth)), in_match=True, start=start(OPENINGS_SIZE))
    return Judge(GAME.players.searching_engine(settings), within)


def find_openings(judge: Judge, player: int, moves: int) -> Iterator[tuple[int, int]]:
    """Yield keys and good moves of a player in its first moves, against every reply; A begins."""
    kernels = GAME.search.compiled(OPENINGS_SIZE).plain
    positions = {start(OPENINGS_SIZE)}
    for _ply in range(2 * moves):
        after = set[Position]()
        for position in sorted(positions):
            chosen = judge.good_moves(position) if position.mover == player else list(MOVES)
            after.update(map(position.play, chosen))
            if position.mover == player:
                key, mirrored = key_of(kernels, state_of(position))
                yield from ((key, unmirrored(MOVES.index(move), mirrored)) for move in chosen)
        positions = after


def run(
    depth: int = typer.Option(26, min=2, help="plies of the search after each move"),
    within: int = typer.Option(22, min=0, help="how much worse than the best a move may be; 10 is a brick"),
    moves: int = typer.Option(OPENING_MOVES, min=1, help="moves of each player"),
    path: Path = typer.Option(OPENINGS_FILE, "--out", help="file to write"),
) -> Iterator[Line]:
    """Follow the good moves of one player against every reply of the other, for both players."""
    warm_up(GAME, start(OPENINGS_SIZE))
    judge = new_judge(depth, within)
    entries = {entry for player in (0, 1) for entry in find_openings(judge, player, moves)}
    count = len({key for key, _move in entries})
    header = {"openings of": f"{OPENINGS_SIZE}x{OPENINGS_SIZE}", "depth": depth, "within": within}
    write_strategy(path, header, Strategy(entries).to_bytes())
    yield line(f"{count} positions, {len(entries)} moves", positions=count, moves=len(entries))
