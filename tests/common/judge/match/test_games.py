"""Matches by the real command: counts, forfeits, processes, and their statistics."""

from __future__ import annotations

import json
import random
from math import inf
from pathlib import Path
from typing import Any

import pytest

from common.cli.console import run_guarded
from common.judge.match.elo import elo_from_score, estimate_elo
from common.judge.match.games import GameResult, Pair, PairTask, Tally, play_between
from common.judge.match.report import overruns_text, report_lines
from common.play.players import random_player
from common.programs.move_clock import Overrun
from common.search.limit import Limit
from tests.support.games import module_of
from tests.support.programs import Run, program_command, run_on_cluster

GAMES = {
    "game": ("novice", "level-1"),
    "squirrels": ("greedy", "level-2"),
    "duel7": ("greedy", "random"),
    "walls": ("forward-first", "wall-follower"),
    "catsdogs": ("careful + squeeze", "random"),
}
EVERY_GAME = pytest.mark.parametrize("name", GAMES)
LITTLE = {"squirrels": ("--depth", "1")}
SMALL = {"walls": ("--size", "3")}


def match_facts(run: Run, name: str, *arguments: str) -> dict[str, Any]:
    """Return the JSON of a match, in one process by default: others take longer to start than to play."""
    jobs = () if "--jobs" in arguments else ("--jobs", "1")
    ended = run(f"{name}.py", "match", *arguments, *jobs, *SMALL.get(name, ()), "--json")
    assert ended.returncode == 0, ended.stderr
    result: dict[str, Any] = json.loads(ended.stdout)
    return result


def refusal(name: str, capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """Return the one line on stderr of a match that is refused."""
    status = run_guarded(lambda: module_of(name).main(["match", *arguments]))
    printed = capsys.readouterr()
    assert (status, printed.out, printed.err.count("\n")) == (2, "", 1)
    return printed.err


def random_pairs(chance: random.Random, share: float, draws: float, count: int) -> list[float]:
    """Return random scores of pairs of games with a known expected result."""

    def game() -> float:
        if chance.random() < draws:
            return 0.5
        return float(chance.random() < (share - draws / 2) / (1 - draws))

    return [(game() + game()) / 2 for _ in range(count)]


def expected_share(elo: float) -> float:
    """Return the expected fraction of the points for an Elo difference."""
    return float(1 / (1 + 10 ** (-elo / 400)))


def test_elo_and_expected_result_are_inverses() -> None:
    assert elo_from_score(0.64) == pytest.approx(99.95, abs=0.01)
    assert elo_from_score(0.75) == pytest.approx(190.85, abs=0.01)
    assert [expected_share(elo_from_score(share)) for share in (0.1, 0.5, 0.9)] == pytest.approx(
        [0.1, 0.5, 0.9]
    )
    assert (elo_from_score(0), elo_from_score(1)) == (-inf, inf)


@pytest.mark.parametrize("difference", [0, 100, -200])
@pytest.mark.parametrize("draws", [0.0, 0.3])
def test_interval_contains_the_true_strength_19_times_in_20(difference: int, draws: float) -> None:
    chance = random.Random(difference)
    held = 0
    for _ in range(1000):
        measured = estimate_elo(random_pairs(chance, expected_share(difference), draws, 100))
        held += measured.low <= difference <= measured.high
    assert 930 <= held <= 970


def test_interval_is_not_widened_by_a_first_player_advantage() -> None:
    """The first player always wins: single games look random, but every pair is even."""
    measured = estimate_elo([0.5] * 50)
    assert measured == (0, 0, 0)


def game(
    points: float = 1, seat_score: float = 1, digest: str = "one", fault: tuple[int, str] | None = None
) -> GameResult:
    return GameResult(points, seat_score, 9, digest, fault)


def test_equal_games_count_once() -> None:
    alike = Tally(
        [(game(digest=str(number % 7)), game(digest=f"-{number % 7}")) for number in range(10)], False
    )
    assert (alike.distinct_games, alike.is_varied) == (14, False)


def test_pair_by_seats_goes_to_the_better_player_in_the_same_seat() -> None:
    tally = Tally([(game(0, 12), game(1, -10)), (game(0, 7), game(1, -7)), (game(0, 5), game(1, -9))], True)
    assert tally.pair_scores == [1, 0.5, 0]
    task = PairTask("catsdogs", 0, ("one", "other"), Limit(nodes=5), 0, 0)
    lines = report_lines(tally, task)
    assert lines[0].startswith(
        "Too many games are identical to tell whether one is stronger than "
        "other: better in the same seat in 1 of 3"
    )
    assert lines[1] == "one - other: 6 games: 3 won, 0 drawn, 3 lost, 50.0% of the points"
    assert (
        lines[2]
        == "Better in the same seat: 1, as good 1, worse 1 of 3 pairs; mean lead per game in cat moves: -0.3"
    )


@pytest.mark.parametrize(
    ("won", "played", "sentence", "elo"),
    [
        (0, 4, "one is clearly weaker than other: 0 of 8 games won.", "Elo: too few games"),
        (0, 40, "one is clearly weaker than other: 0 of 80 games won.", "Elo below -436"),
        (40, 40, "one is clearly stronger than other: 80 of 80 games won.", "Elo above +436"),
        (4, 4, "one is clearly stronger than other: 8 of 8 games won.", "Elo: too few games"),
        (
            1,
            1,
            "Too few games to tell whether one is stronger than other: 2 of 2 games won, 0 lost.",
            "Elo: too few games",
        ),
        (2, 4, "Too few games to tell whether one is stronger than other: 4 of 8 games won, 4 lost.", None),
    ],
)
def test_report_is_a_sentence_without_infinities(
    won: int, played: int, sentence: str, elo: str | None
) -> None:
    pairs: list[Pair] = [
        (game(float(at < won), digest=f"{at}a"), game(float(at < won), digest=f"{at}b"))
        for at in range(played)
    ]
    lines = report_lines(
        Tally(pairs, False),
        PairTask("duel7", 0, ("one", "other"), Limit(nodes=5), 0, 0),
    )
    assert lines[0] == sentence
    assert elo is None or elo in lines
    assert "inf" not in "\n".join(lines)


class SlowPlayer:
    """A player that notes its moves over the limit, as programs do."""

    def __init__(self) -> None:
        self.overruns: list[Overrun] = []

    def __call__(self, position: Any) -> Any:
        self.overruns.append(Overrun(0.1, 0.02, 0.3))
        return position.moves()[0]


def test_moves_over_the_limit_are_noted_by_player() -> None:
    game = module_of("duel7").GAME
    start = game.opening(3)
    pair = play_between(game, start, random_player(1), SlowPlayer())
    tally = Tally([pair], by_seats=False)
    moves = sum(result.plies // 2 for result in pair)
    assert tally.overruns(0) == [] and len(tally.overruns(1)) >= moves
    assert set(tally.overruns(1)) == {Overrun(0.1, 0.02, 0.3)}


def test_report_says_how_many_overruns_are_explained() -> None:
    text = overruns_text("bob", [Overrun(0.5, 0.0, 0.0), Overrun(0.1, 0.2, 0.0)])
    assert text == ("Moves of bob over the limit: 2, by up to 0.50 s; 1 explained by delays of the machine")


def test_forfeits_are_counted_by_player_and_kind() -> None:
    tally = Tally(
        [(game(fault=(1, "time")), game(fault=(1, "crash"))), (game(0, fault=(0, "time")), game())], False
    )
    assert (tally.forfeits(0), tally.forfeits(1)) == ({"time": 1}, {"time": 1, "crash": 1})
    lines = report_lines(tally, PairTask("duel7", 0, ("one", "other"), Limit(nodes=5), 0, 0))
    assert lines[-3:-1] == ["Forfeits of one: time 1", "Forfeits of other: crash 1, time 1"]


@pytest.mark.parametrize(
    ("name", "other_jobs"),
    [
        *((name, "1") for name in GAMES if name not in ("duel7", "walls")),
        *((name, "2") for name in ("duel7", "walls")),
        *(
            pytest.param(name, "2", marks=pytest.mark.long)
            for name in GAMES
            if name not in ("duel7", "walls")
        ),
    ],
)
def test_match_is_won_by_the_stronger_player_and_reproducible(run: Run, name: str, other_jobs: str) -> None:
    first, again = (
        match_facts(
            run, name, *GAMES[name], "--pairs", "4", *LITTLE.get(name, ("--nodes", "50")), "--jobs", jobs
        )
        for jobs in ("1", other_jobs)
    )
    assert first == again
    assert first["games"] == 8 == first["wins"] + first["draws"] + first["losses"]
    assert sum(first["pair scores"].values()) == 4
    assert first["distinct"] > 4
    if name not in ("walls", "game"):
        assert first["elo"][0] is None or first["elo"][0] > 0  # None if every pair was won


def test_match_accepts_the_engine_and_levels(run: Run) -> None:
    told = match_facts(run, "duel7", "engine", "level-1", "--nodes", "2000", "--pairs", "4")
    assert told["wins"] >= 6


BAD = {
    "crash": "import sys; sys.exit('lost my way')",
    "time": "import time; time.sleep(60)",
    "gives up": "print()",
    "unintelligible move": "print('over there')",
    "flood": "while True: print('x' * 10000)",
}


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        *(("duel7", kind) for kind in BAD),
        *((name, "crash") for name in GAMES if name != "duel7"),
        *(pytest.param(name, "time", marks=pytest.mark.long) for name in GAMES if name != "duel7"),
    ],
)
def test_match_names_the_forfeits_of_misbehaving_programs(
    run: Run, tmp_path: Path, name: str, kind: str
) -> None:
    limit = [
        "--seconds",
        "0.3" if kind == "time" else "30",
        *(["--depth", "1"] if name == "squirrels" else []),
    ]
    told = match_facts(
        run, name, program_command(tmp_path / "bad.py", BAD[kind]), "random", "--pairs", "1", *limit
    )
    assert told["forfeits"] == [{kind: 2}, {}]
    assert (told["wins"], told["losses"]) == (0, 2)


@pytest.mark.parametrize(
    ("arguments", "wanted"),
    [
        (("engine", "nobody-at-all"), "'nobody-at-all' is neither a player's name nor a command"),
        (("level-9", "engine"), "level-9: expected level-1 to level-5"),
        (("human", "engine"), "'human': human players are for `play`, not for a match"),
    ],
)
@EVERY_GAME
def test_match_refuses_bad_arguments_in_one_line(
    capsys: pytest.CaptureFixture[str], name: str, arguments: tuple[str, ...], wanted: str
) -> None:
    assert wanted in refusal(name, capsys, *arguments)


@EVERY_GAME
def test_match_refuses_a_limit_that_no_player_uses(capsys: pytest.CaptureFixture[str], name: str) -> None:
    option, value = "--depth" if name == "squirrels" else "--nodes", "3"
    assert refusal(name, capsys, "random", "level-2", option, value) == (
        f"{option} 3: level-2 and random use limits of their own: leave out the option, or "
        f"choose a player that uses it, e.g. engine\n"
    )


@pytest.mark.long
def test_match_is_the_same_on_a_dask_cluster(run: Run, tmp_path: Path) -> None:
    pytest.importorskip("distributed")
    told = run_on_cluster(tmp_path, "squirrels.py", "match", "greedy", "novice", "--pairs", "6", "--json")
    assert json.loads(told.splitlines()[-1]) == match_facts(
        run, "squirrels", "greedy", "novice", "--pairs", "6"
    )
