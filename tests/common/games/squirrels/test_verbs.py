"""The verbs `check` and `cases` on files, in this process."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import squirrels
from common.cli import app
from common.rules.errors import BadInput
from squirrels import GAME

LATE = squirrels.Position(tuple(range(1, 26)), "XOXOX" * 4 + "XO***", "X")
GREEDY_CASE = squirrels.input_text([1, "X", 1], LATE)
BATTLE_CASE = squirrels.input_text([4, "X", 1, 1, "O", 1, 1], LATE)


def call(*words: str | Path) -> int:
    """Run a command line."""
    return app.main(GAME, list(map(str, words)))


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """Input file number 12, a greedy case, with its right answer in the folder `answers`."""
    path = tmp_path / "input_12.txt"
    path.write_text(GREEDY_CASE, encoding="utf-8")
    (tmp_path / "answers").mkdir()
    squirrels.read_task(path).answer(tmp_path / "answers")
    return path


def test_check_accepts_right_answers(
    source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert call("check", source, tmp_path / "answers") == 0
    monkeypatch.chdir(tmp_path / "answers")  # the default folder
    assert call("check", source) == 0
    assert capsys.readouterr().out == "Correct move for input file 12.\n" * 2


def test_check_names_the_first_wrong_line(
    source: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "answers" / "next_state.txt").write_text("XOXOX\n" * 5, encoding="utf-8")
    assert call("check", source, tmp_path / "answers") == 1
    said = capsys.readouterr().out.splitlines()
    assert said[0] == "Incorrect move for input file 12."
    assert said[1].startswith("  line 5 is: 'XOXOX'")
    assert call("check", source, tmp_path) == 1
    assert "  line 1 is: missing, the file has ended" in capsys.readouterr().out.splitlines()


def test_check_adds_a_verdict(source: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A battle has no verdict."""
    source.write_text(BATTLE_CASE, encoding="utf-8")
    squirrels.read_task(source).answer(tmp_path / "answers")
    assert call("check", source, tmp_path / "answers", "--verdict") == 0
    assert capsys.readouterr().out == "Correct trace for input file 12.\nVerdict: none on a battle\n"
    assert call("check", source, tmp_path / "answers", "--verdict", "--json") == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["case"], found["right"], found["kind"]) == ("12", True, "task 4")
    assert found["verdict"] == "Verdict: none on a battle"


def test_verdict_gets_the_case_and_the_seconds(
    source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(squirrels, "verdict", lambda case, seconds: f"task {case.task} in {seconds} s")
    call("check", source, tmp_path / "answers", "--verdict", "--seconds", "0.5")
    assert capsys.readouterr().out.splitlines()[-1] == "task 1 in 0.5 s"


def test_json_without_a_verdict_has_none(
    source: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert call("check", source, tmp_path, "--json") == 1
    found = json.loads(capsys.readouterr().out)
    assert (found["right"], found["reason"]) == (False, "wrong move") and "verdict" not in found


def test_check_refuses_a_malformed_input(source: Path) -> None:
    source.write_text("5 X 1", encoding="utf-8")
    with pytest.raises(BadInput, match="task '5': expected 1, 2, 3 or 4"):
        call("check", source)


def test_cases_repeat_with_their_seed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name, seed in (("one", 7), ("same", 7), ("other", 8)):
        assert call("cases", "3", tmp_path / name, "--seed", str(seed)) == 0
        assert capsys.readouterr().err == f"seed {seed} (repeat with --seed {seed})\n"
    texts = {
        name: [(tmp_path / name / f"input_{number}.txt").read_text("utf-8") for number in (1, 2, 3)]
        for name in ("one", "same", "other")
    }
    assert texts["one"] == texts["same"] != texts["other"]
    assert call("check", tmp_path / "one" / "input_2.txt", tmp_path / "one" / "2") == 0


def test_cases_without_a_seed_print_the_one_they_chose(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    call("cases", "2", tmp_path / "one")
    call("cases", "2", tmp_path / "same", "--seed", capsys.readouterr().err.split()[1])
    for number in (1, 2):
        name = f"input_{number}.txt"
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "same" / name).read_bytes()


def test_cases_overwrite_only_with_force(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(BadInput, match="already exists: choose a new or empty folder"):
        call("cases", "1", tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]
    assert call("cases", "1", tmp_path, "--force") == 0
    assert (tmp_path / "input_1.txt").exists()


@pytest.mark.parametrize("count", ["0", "-1", "x"])
def test_cases_need_a_positive_count(tmp_path: Path, count: str) -> None:
    assert call("cases", "--", count, tmp_path / "none") == 2
    assert not (tmp_path / "none").exists()
