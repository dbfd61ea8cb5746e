"""The report of a match: who is stronger, Elo with its confidence interval, the SPRT, forfeits.

Pairs are counted by points, or by seat score if one side nearly always wins or margins are more informative.
Forfeits are also counted by kind.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from typing import Any

from common.judge.match.elo import format_elo, is_significant, sprt
from common.judge.match.games import MIN_DISTINCT, PairTask, Tally
from common.judge.match.match import MatchPlan, has_programs, play_match
from common.messages import _, join_messages
from common.programs.move_clock import Overrun
from common.programs.sandbox import sandbox_for
from common.show.language import translate


def conclusion(tally: Tally, first: str, second: str) -> str:
    """State in one sentence which player is stronger, or that the games do not show it."""
    scores = tally.pair_scores if tally.by_seats else [game.points for game in tally.games]
    wins, losses = scores.count(1), scores.count(0)
    did = _("{wins} of {count} games won", wins=wins, count=len(scores))
    less = _("{losses} lost", losses=losses)
    if tally.by_seats:
        did = _("better in the same seat in {wins} of {count} pairs", wins=wins, count=len(scores))
        less = _("{losses} worse", losses=losses)
    if not tally.is_varied:
        return _(
            "Too many games are identical to tell whether {first} is stronger than {second}: {did}.",
            first=first,
            second=second,
            did=did,
        )
    if not is_significant(wins, losses):
        return _(
            "Too few games to tell whether {first} is stronger than {second}: {did}, {less}.",
            first=first,
            second=second,
            did=did,
            less=less,
        )
    if wins > losses:
        return _("{first} is clearly stronger than {second}: {did}.", first=first, second=second, did=did)
    return _("{first} is clearly weaker than {second}: {did}.", first=first, second=second, did=did)


def report_lines(tally: Tally, task: PairTask, plan: MatchPlan) -> list[str]:
    """Return the lines of a match report, the conclusion first. There must be at least one pair."""
    games = tally.games
    first, second = task.players
    wins, draws, losses = tally.results.values()
    share = sum(game.points for game in games) / len(games)
    lines = [conclusion(tally, first, second)]
    lines.append(
        _(
            "{first} - {second}: {count} games: {wins} won, {draws} drawn, {losses} lost, "
            "{share:.1%} of the points",
            first=first,
            second=second,
            count=len(games),
            wins=wins,
            draws=draws,
            losses=losses,
            share=share,
        )
    )
    if tally.by_seats:
        better, as_good, worse = (tally.pair_scores.count(score) for score in (1, 0.5, 0))
        seats = _(
            "Better in the same seat: {better}, as good {as_good}, worse {worse} of {pairs} pairs",
            better=better,
            as_good=as_good,
            worse=worse,
            pairs=len(tally.pairs),
        )
        lines.append(
            _(
                "{seats}; mean lead per game in {unit}: {gain:+.1f}",
                seats=seats,
                unit=_(task.game.seat_unit),
                gain=tally.mean_seat_score,
            )
        )
    else:
        kinds = join_messages(
            ", ",
            [
                _("{number} of {score:g}", number=count, score=score)
                for score, count in sorted(Counter(tally.pair_scores).items(), reverse=True)
            ],
        )
        lines.append(_("Pairs by score: {kinds}", kinds=kinds))
    lines += [
        format_elo(tally.elo),
        sprt_text(tally, plan.elo_bounds),
        _("{distinct} of {games} games distinct", distinct=tally.distinct_games, games=len(games)),
    ]
    for player, name in enumerate(task.players):
        if faults := tally.forfeits(player):
            kinds = join_messages(", ", [count_of(kind, count) for kind, count in sorted(faults.items())])
            lines.append(_("Forfeits of {name}: {faults}", name=name, faults=kinds))
        if over := tally.overruns(player):
            lines.append(overruns_text(name, over))
    return [*lines, sandbox_for(task.confinement).summary()] if has_programs(task) else lines


def overruns_text(name: str, overruns: Sequence[Overrun]) -> str:
    """Describe the moves of a player that took longer than their limit."""
    return _(
        "Moves of {name} over the limit: {count}, by up to {most:.2f} s; {explained} explained by delays "
        "of the machine",
        name=name,
        count=len(overruns),
        most=max(one.over for one in overruns),
        explained=sum(not one.is_late for one in overruns),
    )


def count_of(kind: str, count: int) -> str:
    """Format the number of forfeits of one kind."""
    return _("{kind} {number}", kind=_(kind), number=count)


def sprt_text(tally: Tally, elo_bounds: tuple[float, float]) -> str:
    """Describe the result of the SPRT, unless too few games are distinct."""
    if not tally.is_varied:
        return _("No verdict: fewer than {share:.0%} of the games are distinct", share=MIN_DISTINCT)
    found = sprt(tally.pair_scores, *elo_bounds)
    least, most = elo_bounds
    words = {
        True: _("stronger by {most:g} rather than {least:g} Elo (H1)", most=most, least=least),
        False: _("not stronger by {most:g} Elo (H0)", most=most),
        None: _("undecided"),
    }
    return _(
        "SPRT: {verdict} (log-likelihood ratio {ratio:+.2f}, decides at {bound:.2f})",
        verdict=words[found.verdict],
        ratio=found.ratio,
        bound=found.bound,
    )


def match_facts(tally: Tally, task: PairTask, plan: MatchPlan) -> dict[str, Any]:
    """Return the match report as JSON facts. There must be at least one pair.

    `stronger` is the verdict of the SPRT: True for H1, False for H0, None if undecided or if too few games
    are distinct.
    """
    test = sprt(tally.pair_scores, *plan.elo_bounds)
    return {
        "players": task.players,
        "games": len(tally.games),
        **tally.results,
        "pair scores": {str(score): count for score, count in sorted(Counter(tally.pair_scores).items())},
        "seat score": tally.mean_seat_score if tally.by_seats else None,
        "elo": tally.elo.finite(),
        "distinct": tally.distinct_games,
        "stronger": test.verdict if tally.is_varied else None,
        "log-likelihood ratio": test.ratio,
        "forfeits": [tally.forfeits(0), tally.forfeits(1)],
        "overruns": [[one._asdict() for one in tally.overruns(player)] for player in (0, 1)],
        "sandbox": sandbox_for(task.confinement)._asdict() if has_programs(task) else None,
    }


def print_match(task: PairTask, plan: MatchPlan, json_output: bool) -> int:
    """Play a match and print its report, also after an interrupt or error if a pair has ended.

    Return the exit status 0. Raise what `play_match` raises, and KeyboardInterrupt.
    """
    tally = Tally([], bool(task.game.seat_unit))
    try:
        play_match(task, plan, tally)
    finally:
        if tally.pairs:
            print(
                json.dumps(match_facts(tally, task, plan))
                if json_output
                else "\n".join(map(translate, report_lines(tally, task, plan)))
            )
    return 0
