"""Ablation of the search of duel7.py: nodes to a depth, and matches, with one technique switched off."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, partial
from typing import Any

import typer

import duel7
from common.games.duel7 import evaluation
from common.games.duel7.tapered import tapered_weights
from common.judge.match.elo import format_elo
from common.judge.match.games import Tally, play_between
from common.judge.processes import run_parallel
from common.kernels.deadline import Deadline
from common.play.player_registry import warm_up
from common.search.alpha_beta import REDUCTION_TABLE
from common.search.engine import Engine
from common.search.iterative_deepening import IterativeDeepening, table_bits
from common.search.limit import Limit
from tests.bench.baselines import STARTS
from tests.bench.lines import Line, choice_option, line, require_one_of
from tests.bench.strength import start_of

KINDS = {"table": "table", "even": "even", "match": ""}  # start sets and their names in strength.py
Changes = tuple[tuple[str, Any], ...]
ZERO = (0,) * 4
SQUARES_ALONE = ((10,) * 4, *[ZERO] * 11)
BY_HAND = (
    *[(worth,) * 4 for worth in (10, 3, 0, 1, 0, -1, 0, 0, 0, 0, 5)],
    ZERO,
)  # the weights before they were fitted
UNMOVED = (*evaluation.FEATURE_WEIGHTS[:-2], ZERO, evaluation.FEATURE_WEIGHTS[-1])


def weight_changes(worth: Sequence[Sequence[int]], space: int) -> Changes:
    """Return changes to the evaluation weights, and to the value of a square at the move limit."""
    return ("WEIGHTS", tapered_weights(worth, evaluation.CROWD_COUNT, evaluation.STAGE_COUNT)), (
        "SPACE",
        space,
    )


VARIANTS: dict[str, Changes] = {
    "no killers": (("KILLERS", 0),),
    "no history": (("HISTORY", 0),),
    "no reductions": (("LATE_MOVE_REDUCTIONS", 0),),
    "no null windows": (("NULL_WINDOWS", 0),),
    "reductions as in other games": (("REDUCTION_TABLE", REDUCTION_TABLE),),
    "weights by hand": weight_changes(BY_HAND, 10),
    "the engine before": (*weight_changes(BY_HAND, 10), ("REDUCTION_TABLE", REDUCTION_TABLE)),
    "squares only": weight_changes(SQUARES_ALONE, 10),
    "no tempo bonus": weight_changes(UNMOVED, evaluation.SPACE),
}


def run(
    nodes: int = typer.Argument(10_000, help="nodes per move in the matches"),
    only: list[str] = choice_option(VARIANTS, "--only", "play only the match against this variant"),
    seconds: float = typer.Option(None, help="seconds per move in the matches, instead of nodes"),
    starts: str = typer.Option(
        "table",
        callback=require_one_of(KINDS),
        help="start set: table or even as in `strength`, or match as in `match`",
    ),
    pairs: int = typer.Option(200, min=1, help="start positions, each played with both colours"),
) -> Iterator[Line]:
    """Count nodes to depth 11 from six starts; play matches with both colours from each start."""
    warm_up(duel7.GAME, duel7.GAME.starts.default_start)
    limit = Limit(seconds=seconds) if seconds else Limit(nodes=nodes)
    for name in only or ():
        yield match_line(name, limit, starts, pairs)
    if only:
        return
    whole = nodes_to_depth(11)
    yield line(f"all techniques: {whole} nodes", without=None, nodes=whole)
    yield nodes_line("no table", nodes_to_depth(11, bits=0), whole)
    yield nodes_line("no aspiration windows", nodes_to_depth(11, search=WindowlessSearch), whole)
    for name, changes in VARIANTS.items():
        yield nodes_line(name, nodes_to_depth(11, changes), whole)
        yield match_line(name, limit, starts, pairs)


def match_line(name: str, limit: Limit, starts: str, pairs: int) -> Line:
    """Play a match of the full engine against a variant."""
    variant(VARIANTS[name])
    found = run_parallel(
        partial(play_pair, limit=limit, starts=starts, changes=VARIANTS[name]), range(pairs), 2
    )
    tally = Tally(list(found), False)
    told = (
        f"all - {name}: {tally.summary()}, {format_elo(tally.elo)}, "
        f"{tally.distinct_games} of {2 * pairs} games distinct"
    )
    return line(told, without=name, elo=tally.elo.finite(), **tally.results)


def nodes_line(name: str, nodes: int, whole: int) -> Line:
    """Compare the nodes of a variant with those of the full search."""
    return line(
        f"{name}: {nodes / whole:.2f} times the nodes", without=name, nodes=nodes, ratio=nodes / whole
    )


class WindowlessSearch(IterativeDeepening):
    """Iterative deepening without aspiration windows."""

    window = 0


def nodes_to_depth(
    depth: int, changes: Changes = (), bits: int = 20, search: type[IterativeDeepening] = IterativeDeepening
) -> int:
    """Count the nodes of one thread to a depth over six starts, 200 moves before the move limit."""
    total = 0
    for place in STARTS.values():
        thinker = search(duel7.GAME.search.compiled(), variant(changes), bits=bits)
        *_, last = thinker.think((*duel7.read_place(place), 200), Deadline(depth=depth))
        total += last.nodes
    return total


def play_pair(number: int, limit: Limit, starts: str, changes: Changes) -> Any:
    """Play two games from one start, one with each colour."""
    linked = duel7.GAME.search.compiled()
    whole, less = (
        Engine(linked, IterativeDeepening(linked, kernels, bits=table_bits(limit)), limit)
        for kernels in (linked.fast, variant(changes))
    )
    return play_between(duel7.GAME, start_of(duel7.GAME, KINDS[starts], number), whole, less)


@cache
def variant(changes: Changes) -> Any:
    """Return machine code with other constants, built once per process."""
    return duel7.GAME.search.compiled().variant(**dict(changes)).fast
