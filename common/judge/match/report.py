"""Matches between two players: play pairs of games in several processes and report the result.

Each start position is played twice with sides changed, and the pair is counted. It is counted by points, or
by seat score if one side nearly always wins or margins are more informative. Forfeits are also counted by
kind.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from contextlib import closing
from math import isfinite
from pathlib import Path
from typing import Any, NamedTuple

from common.judge.journal import Journal, is_number, require
from common.judge.match.elo import Elo, is_significant, sprt
from common.judge.match.games import MIN_DISTINCT, GameResult, Pair, PairTask, Tally, name_for_side, play_pair
from common.judge.match.seats import Seat, files_of_programs, programs_among
from common.judge.processes import run_parallel
from common.messages import _, and_list, join_messages
from common.play.player_registry import check_player_name, warm_up
from common.programs.move_clock import Overrun
from common.programs.sandbox import sandbox_for
from common.rules.errors import BadInput, quoted, visible
from common.search.limit import Limit, parse_level
from common.show.language import translate
from common.show.progress_line import ProgressLine


class MatchPlan(NamedTuple):
    """How to run a match: pairs to play, processes, Dask scheduler, journal, Elo bounds of the SPRT.

    `journal` is the file to resume. With `stop_early` the match stops as soon as the SPRT decides.
    """

    pairs: int
    jobs: int
    cluster: str | None = None
    journal: Path | None = None
    elo_bounds: tuple[float, float] = (0, 100)
    stop_early: bool = False


def play_match(first: PairTask, plan: MatchPlan, tally: Tally) -> None:
    """Play a match, or resume it from its journal, and add its pairs to an empty tally as they end.

    `first` describes the match; its `number` does not count. At most `plan.pairs` pairs are taken from the
    journal. Raise BadInput for a wrong player name, BadInput or OSError for the journal, ImportError as
    `run_parallel`.
    """
    check_players(first)
    journal = Journal(plan.journal, journal_header(first))
    tally.pairs.extend(journal.read(_parse_pair, _("two games"))[: plan.pairs])
    hidden = files_of_programs(first.game, seats_of(first))
    first = first._replace(confinement=first.confinement.with_secret(plan.journal, *hidden))
    tasks = [first._replace(number=number) for number in range(len(tally.pairs), plan.pairs)]
    if not tasks:
        return
    warm_up(first.game, first.game.starts.opening(0, first.size))
    with (
        ProgressLine(True, None) as line,
        closing(run_parallel(play_pair, tasks, plan.jobs, plan.cluster)) as results,
    ):
        for pair in results:
            tally.pairs.append(pair)
            journal.add(journal_entry(pair))
            line.say(
                _(
                    "{done} of {pairs} pairs, {elo}",
                    done=len(tally.pairs),
                    pairs=plan.pairs,
                    elo=format_elo(tally.elo),
                )
            )
            if plan.stop_early and sprt(tally.pair_scores, *plan.elo_bounds).verdict is not None:
                break


def seats_of(task: PairTask) -> set[Seat]:
    """Return both players of a match on both sides."""
    return {
        (side, name_for_side(name, side, task.game.sides))
        for name in task.players
        for side in task.game.sides
    }


def check_limit(task: PairTask, limit: Limit) -> None:
    """Raise BadInput if no player in this match uses the limit."""
    names = {name for player in task.players for name in player.split(" + ")}
    for option, value in limit.record_fields().items():
        if all(name == "random" or parse_level(name, task.game.players.levels) for name in names):
            raise BadInput(
                _(
                    "--{option} {value:g}: {names} use limits of their own: leave out the option, or "
                    "choose a player that uses it, e.g. engine",
                    option=option,
                    value=value,
                    names=and_list(sorted(names)),
                )
            )


def check_players(task: PairTask) -> None:
    """Raise BadInput if a player is `human`, or neither a known name nor a command that can be run."""
    game = task.game
    for name in task.players:
        for side in game.sides:
            if (found := name_for_side(name, side, game.sides)) == "human":
                raise BadInput(_("{name}: human players are for `play`, not for a match", name=quoted(name)))
            check_player_name(game, side, found)


def journal_entry(pair: Pair) -> dict[str, Any]:
    """Convert a pair to a line of a journal."""
    return {"games": [game._asdict() for game in pair]}


def journal_header(task: PairTask) -> dict[str, Any]:
    """Return the journal header of a match."""
    known = {"players": task.players, "limit": task.limit.record_fields(), "seed": task.seed}
    return {_("match"): task.module, "size": task.size, **known, **task.confinement.record_fields()}


def _parse_pair(line: dict[str, Any]) -> Pair:
    """Convert a line of a journal to a pair; the inverse of `journal_entry`.

    Raise one of `MALFORMED_FILE_ERRORS` if the line was changed.
    """
    first, second = (_validated(GameResult(**game)) for game in line["games"])
    return first, second


def _validated(game: GameResult) -> GameResult:
    """Return a game from a journal with printable text.

    Raise one of `MALFORMED_FILE_ERRORS` if it is impossible.
    """
    require(game.points in (0, 0.5, 1) and is_number(game.points) and is_number(game.seat_score))
    require(type(game.plies) is int and game.plies >= 0 and isinstance(game.digest, str))
    require(all(at in (0, 1) and len(seconds) == 3 for at, *seconds in game.overruns))
    require(all(is_number(value) for one in game.overruns for value in one))
    if game.fault is None:
        return game
    player, kind = game.fault
    require(type(player) is int and player in (0, 1) and isinstance(kind, str))
    return game._replace(fault=(player, visible(kind)))


def format_elo(found: Elo) -> str:
    """Format Elo with its confidence interval, or with its only finite end."""
    low, high = f"{found.low:+.0f}", f"{found.high:+.0f}"
    if isfinite(found.low) and isfinite(found.high):
        return _("Elo {elo:+.0f} [{low}, {high}]", elo=found.estimate, low=low, high=high)
    if found.low >= 0:
        return _("Elo above {low}", low=low)
    return _("Elo below {high}", high=high) if found.high <= 0 else _("Elo: too few games")


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


def has_programs(task: PairTask) -> bool:
    """Return True if an external program plays."""
    return bool(programs_among(task.game, seats_of(task)))


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
