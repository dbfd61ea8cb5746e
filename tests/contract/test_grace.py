"""`--grace` in tournaments: late moves are noted in the journal, and the third in a game forfeits."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.programs import ROOT, Run, program_command, read_json_lines

EXAMPLE = ROOT / "docs" / "examples" / "duel7" / "one_move.py"
SLOW = f"import time\ntime.sleep(0.3)\nexec(open({str(EXAMPLE)!r}).read())"


@pytest.mark.parametrize(("grace", "late_moves"), [("60", 3), ("0", 1)])
def test_tournament_warns_twice_within_the_grace_time(
    run: Run, tmp_path: Path, grace: str, late_moves: int
) -> None:
    command = program_command(tmp_path / "slow.py", SLOW)
    words = ("--pairs", "1", "--seconds", "0.02", "--grace", grace, "--jobs", "1", "--no-sandbox")
    done = run("duel7.py", "tournament", command, *words, "--journal", "journal.jsonl")
    assert done.returncode == 0, done.stderr
    header, _call, *games = read_json_lines(tmp_path / "journal.jsonl")
    assert header.get("grace", 0) == float(grace) and len(games) == 2
    for game in games:
        assert game["fault"] == [command, "time"]
        assert [name for name, *_ in game["overruns"]] == [command] * late_moves
        assert all(over > max(delays) for _, over, *delays in game["overruns"][-1:])
    again = run("duel7.py", "tournament", command, *words, "--journal", "journal.jsonl")
    assert again.returncode == 0 and again.stdout == done.stdout


def test_grace_below_zero_is_refused(run: Run) -> None:
    done = run("duel7.py", "match", "greedy", "random", "--grace", "-1")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "--grace -1: expected seconds from 0 to 3600, e.g. --grace 0.2\n"
