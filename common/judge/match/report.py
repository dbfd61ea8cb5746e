"""The report of a match: who is stronger, Elo with its confidence interval, forfeits.

Pairs are counted by points, or by seat score if one side nearly always wins or margins are more informative.
Forfeits are also counted by kind.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from typing import Any

from common.judge.match.elo import format_elo, is_significant
from common.judge.match.games import PairTask, Tally, seat_unit
from common.judge.match.match import MatchPlan, has_programs, play_match
from common.programs.move_clock import Overrun
from common.programs.sandbox import sandbox_for


def conclusion(tally: Tally, first: str, second: str) -> str:
    """State in one sentence which player is stronger, or that the games do not show it."""
    scores = tally.pair_scores if tally.by_seats else [game.points for game in tally.games]
    wins, losses = scores.count(1), scores.count(0)
    did = f"{wins} of {len(scores)} games won"
    less = f"{losses} lost"
    if tally.by_seats:
        did = f"better in the same seat in {wins} of {len(scores)} pairs"
        less = f"{losses} worse"
    if not tally.is_varied:
        return f"Too many games are identical to tell whether {first} is stronger than {second}: {did}."
    if not is_significant(wins, losses):
        return f"Too few games to tell whether {first} is stronger than {second}: {did}, {less}."
    if wins > losses:
        return f"{first} is clearly stronger than {second}: {did}."
    return f"{first} is clearly weaker than {second}: {did}."


def report_lines(tally: Tally, task: PairTask) -> list[str]:
    """Return the lines of a match report, the conclusion first. There must be at least one pair."""
    games = tally.games
    first, second = task.players
    wins, draws, losses = tally.results.values()
    share = sum(game.points for game in games) / len(games)
    lines = [conclusion(tally, first, second)]
    lines.append(
        f"{first} - {second}: {len(games)} games: {wins} won, {draws} drawn, {losses} lost, "
        f"{share:.1%} of the points"
    )
    if tally.by_seats:
        better, as_good, worse = (tally.pair_scores.count(score) for score in (1, 0.5, 0))
        seats = (
            f"Better in the same seat: {better}, as good {as_good}, worse {worse} of {len(tally.pairs)} pairs"
        )
        lines.append(f"{seats}; mean lead per game in {seat_unit(task.game)}: {tally.mean_seat_score:+.1f}")
    else:
        kinds = ", ".join(
            [
                f"{count} of {score:g}"
                for score, count in sorted(Counter(tally.pair_scores).items(), reverse=True)
            ]
        )
        lines.append(f"Pairs by score: {kinds}")
    lines += [
        format_elo(tally.elo),
        f"{tally.distinct_games} of {len(games)} games distinct",
    ]
    for player, name in enumerate(task.players):
        if faults := tally.forfeits(player):
            kinds = ", ".join([count_of(kind, count) for kind, count in sorted(faults.items())])
            lines.append(f"Forfeits of {name}: {kinds}")
        if over := tally.overruns(player):
            lines.append(overruns_text(name, over))
    return [*lines, sandbox_for(task.confinement).summary()] if has_programs(task) else lines


def overruns_text(name: str, overruns: Sequence[Overrun]) -> str:
    """Describe the moves of a player that took longer than their limit."""
    return (
        f"Moves of {name} over the limit: {len(overruns)}, "
        f"by up to {max(one.over for one in overruns):.2f} s; "
        f"{sum(not one.is_late for one in overruns)} explained by delays of the machine"
    )


def count_of(kind: str, count: int) -> str:
    """Format the number of forfeits of one kind."""
    return f"{kind} {count}"


def match_facts(tally: Tally, task: PairTask) -> dict[str, Any]:
    """Return the match report as JSON facts. There must be at least one pair."""
    return {
        "players": task.players,
        "games": len(tally.games),
        **tally.results,
        "pair scores": {str(score): count for score, count in sorted(Counter(tally.pair_scores).items())},
        "seat score": tally.mean_seat_score if tally.by_seats else None,
        "elo": tally.elo.finite(),
        "distinct": tally.distinct_games,
        "forfeits": [tally.forfeits(0), tally.forfeits(1)],
        "overruns": [[one._asdict() for one in tally.overruns(player)] for player in (0, 1)],
        "sandbox": sandbox_for(task.confinement)._asdict() if has_programs(task) else None,
    }


def print_match(task: PairTask, plan: MatchPlan, json_output: bool) -> int:
    """Play a match and print its report, also after an interrupt or error if a pair has ended.

    Return the exit status 0. Raise what `play_match` raises, and KeyboardInterrupt.
    """
    tally = Tally([], bool(seat_unit(task.game)))
    try:
        play_match(task, plan, tally)
    finally:
        if tally.pairs:
            print(
                json.dumps(match_facts(tally, task)) if json_output else "\n".join(report_lines(tally, task))
            )
    return 0
