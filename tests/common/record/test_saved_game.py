"""Saved games, replay, and atomic writes of files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from common.record.atomic_files import write_atomically
from common.record.record import Record, load
from common.record.save_paths import FOLDER, unused_path
from common.record.saved_game import (
    Files,
    ReplayOptions,
    SavedGame,
    check_analysis,
    locating_errors,
    read_outcome,
    replay_record,
    start_words,
)
from common.rules.errors import BadInput
from common.rules.position import Outcome
from tests.support import small_game
from tests.support.programs import Run

START = ("[1, 1]", "[(0, 1), (1, 2), (2, 1), (2, 2)]", "[(5, 5)]")  # a game of five moves


@pytest.fixture
def record(run: Run, tmp_path: Path) -> Path:
    run("game.py", *START, "--record", "game.jsonl", "--no-gif", "--seed", "5")
    return tmp_path / "game.jsonl"


def test_record_has_a_header_a_line_per_move_and_the_outcome(record: Path) -> None:
    lines = [json.loads(line) for line in record.read_text(encoding="utf-8").splitlines()]
    assert lines[0] == {
        "game": "game",
        "version": 1,
        "start": {"position": 'catcher "(1, 1)" "[(0, 1), (1, 2), (2, 1), (2, 2)]" "[(5, 5)]"'},
        "players": {"cat": "engine", "catcher": "engine"},
        "limits": {},
        "seed": 5,
    }
    assert [line["ply"] for line in lines[1:-1]] == list(range(1, len(lines) - 1))
    assert {line["side"] for line in lines[1:-1]} == {"cat", "catcher"}
    assert lines[-1] == {
        "outcome": {"winner": "catcher", "reason": "Cat did not move and got caught", "margin": 0}
    }


def test_replay_prints_and_draws_the_same_game(run: Run, record: Path, tmp_path: Path) -> None:
    played = run("game.py", *START, "--gif", "first.gif")
    again = run("game.py", "replay", "game.jsonl", "--gif", "again.gif")
    assert again.stdout == played.stdout
    assert (tmp_path / "again.gif").read_bytes() == (tmp_path / "first.gif").read_bytes()


def test_record_loads_if_cut_off_in_mid_line(run: Run, record: Path) -> None:
    text = record.read_bytes()
    record.write_bytes(text[: len(text) // 2])
    assert load(record, "game").moves
    done = run("game.py", "replay", "game.jsonl", "--gif", "half.gif")
    assert done.stdout.splitlines()[-1] == "Not finished"
    with Image.open(record.parent / "half.gif") as picture:
        assert getattr(picture, "n_frames", 1) == len(done.stdout.splitlines())


@pytest.mark.parametrize(
    "text", ["", "no json", "[]", '{"game": "chess", "start": {}}', '{"game": "game"}', "\x00\xff"]
)
def test_load_refuses_a_file_that_is_not_a_record(text: str, tmp_path: Path) -> None:
    (tmp_path / "file").write_text(text, encoding="latin-1")
    with pytest.raises(BadInput):
        load(tmp_path / "file", "game")


@pytest.mark.parametrize("line", ['{"move": "(0, 1)"}', '{"move": "NW"}', '{"move": "(1, 1)"}'])
def test_replay_refuses_an_illegal_move(run: Run, record: Path, line: str) -> None:
    record.write_text(record.read_text().splitlines()[0] + "\n" + line + "\n")
    done = run("game.py", "replay", "game.jsonl")
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize("outcome", ['"won"', "{}", '{"winner": "cat"}', "[1]"])
def test_replay_refuses_a_malformed_outcome(run: Run, record: Path, outcome: str) -> None:
    record.write_text(record.read_text().splitlines()[0] + '\n{"outcome": ' + outcome + "}\n")
    done = run("game.py", "replay", "game.jsonl")
    assert (done.returncode, len(done.stderr.splitlines())) == (2, 1)


@pytest.mark.parametrize(
    "start", ["{}", '{"cat": 5, "blocks": [], "exits": []}', '{"cat": [5, 5], "blocks": "no", "exits": []}']
)
def test_replay_refuses_a_malformed_start(run: Run, tmp_path: Path, start: str) -> None:
    (tmp_path / "bad.jsonl").write_text('{"game": "game", "start": ' + start + "}\n")
    done = run("game.py", "replay", "bad.jsonl")
    assert (done.returncode, len(done.stderr.splitlines())) == (2, 1)


def test_failed_write_keeps_the_old_file_and_leaves_no_other(tmp_path: Path) -> None:
    target = tmp_path / "file"
    target.write_bytes(b"old")
    with pytest.raises(TypeError):
        write_atomically(target, "not bytes")  # type: ignore[arg-type]
    assert target.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [target]


# IN ONE PROCESS

FILE = Path("game.jsonl")
MOVES = ("3", "2", "2", "3")  # Bob takes the last counter
WON = Outcome("Bob", "The last counter is taken.")


def saved_game(*moves: str, outcome: object = None, **header: Any) -> SavedGame[small_game.Position]:
    """Replay a record whose moves are on lines 2, 4, 6, and so on."""
    record = Record(header, [{"move": move} for move in moves], outcome)  # type: ignore[arg-type]
    lines = range(2, 2 * len(moves) + 1, 2)
    return replay_record(FILE, record, lines, small_game.Position(), ("Ann", "Bob"))


def test_replayed_game_has_moves_positions_and_outcome() -> None:
    saved = saved_game(*MOVES)
    assert saved.moves == [3, 2, 2, 3]
    assert [position.heap for position in saved.history] == [10, 7, 5, 3, 0]
    assert saved.outcome == WON
    assert saved_game(*MOVES[:2]).outcome is None


def test_recorded_outcome_ends_an_unfinished_game() -> None:
    outcome = {"winner": "Ann", "reason": "Bob crashed", "margin": 0}
    assert saved_game("1", outcome=outcome).outcome == Outcome("Ann", "Bob crashed", 0)


def test_saved_game_has_names_number_and_seed() -> None:
    saved = saved_game(players={"Ann": "engine", "Bob": "random"}, number=3, seed=0)
    assert (saved.names, saved.number, saved.seed) == ({"Ann": "engine", "Bob": "random"}, 3, 0)


@pytest.mark.parametrize("header", [{}, {"number": "3", "seed": "7"}, {"number": True, "seed": 7.0}])
def test_number_and_seed_are_whole_numbers_or_unknown(header: dict[str, Any]) -> None:
    saved = saved_game(**header)
    assert (saved.names, saved.number, saved.seed) == ({}, 0, None)


def test_options_replace_players_of_the_record() -> None:
    saved = saved_game(players={"Ann": "engine", "Bob": "random"})
    assert saved.players_to_resume(FILE, {"Ann": None, "Bob": "human"}) == {"Ann": "engine", "Bob": "human"}


@pytest.mark.parametrize("players", [{"Ann": "engine"}, {"Ann": "engine", "Bob": 5}])
def test_resume_needs_a_player_for_each_side(players: dict[str, Any]) -> None:
    saved = saved_game(players=players)
    with pytest.raises(BadInput, match=r"^game.jsonl does not say who plays Bob: add --bob to --resume$"):
        saved.players_to_resume(FILE, {"Ann": None, "Bob": None})
    assert saved.players_to_resume(FILE, {"Ann": None, "Bob": "novice"})["Bob"] == "novice"


@pytest.mark.parametrize(
    ("moves", "line"),
    [
        (("3", "4"), "line 4: '4' is not a move: expected 1, 2 or 3, e.g. 1"),
        (("3", "3", "3", "2"), "line 8: Move 4 of the record is illegal: '2'"),
        ((*MOVES, "1"), "line 10: Move 5 of the record is illegal: '1'"),
    ],
)
def test_illegal_move_is_refused_with_its_line(moves: tuple[str, ...], line: str) -> None:
    with pytest.raises(BadInput) as found:
        saved_game(*moves)
    assert str(found.value) == f"game.jsonl: {line}"


def test_players_that_are_no_names_are_refused() -> None:
    with pytest.raises(BadInput, match=r"^game.jsonl: players '\['Ann'\]': expected a name for each side$"):
        saved_game(players=["Ann"])


@pytest.mark.parametrize(("winner", "margin"), [("Eve", 0), ("Ann", "2"), ("Ann", True), (None, 0.5)])
def test_impossible_outcome_is_refused(winner: str | None, margin: object) -> None:
    with pytest.raises(BadInput) as found:
        saved_game("1", outcome={"winner": winner, "reason": "", "margin": margin})
    assert str(found.value) == (
        f"game.jsonl: winner '{winner}' by '{margin}': expected Ann or Bob, and a whole number"
    )


def test_outcome_from_a_record_is_printable() -> None:
    found = read_outcome({"winner": None, "reason": "\x1b[2J", "margin": 3})
    assert found == Outcome(None, "\\x1b[2J", 3)


def test_start_words_are_split_as_by_a_shell() -> None:
    assert start_words({"position": 'cat "(5, 5)" "[]"'}) == ["cat", "(5, 5)", "[]"]


@pytest.mark.parametrize(
    ("entry", "reason"),
    [
        ({}, "is not a start"),
        ({"position": "cat", "seed": 5}, "is not a start"),
        ({"cat": [5, 5]}, "is not a start"),
        ({"position": 'cat "(5, 5)'}, "No closing quotation"),
    ],
)
def test_start_without_words_is_refused(entry: dict[str, Any], reason: str) -> None:
    with pytest.raises(BadInput, match=reason):
        start_words(entry)


@pytest.mark.parametrize(
    ("error", "message"),
    [
        (BadInput("no move"), "game.jsonl: line 7: no move"),
        (KeyError("move"), "game.jsonl: line 7 is damaged (''move''): expected a line as --record writes it"),
        (OSError("gone"), "game.jsonl: line 7 is damaged ('gone'): expected a line as --record writes it"),
        (
            RecursionError(),
            "game.jsonl: line 7 is damaged (RecursionError): expected a line as --record writes it",
        ),
    ],
)
def test_error_in_a_line_names_file_and_line(error: Exception, message: str) -> None:
    with pytest.raises(BadInput) as found, locating_errors(FILE, 7):
        raise error
    assert str(found.value) == message


def test_interrupt_in_a_line_stays_an_interrupt() -> None:
    with pytest.raises(KeyboardInterrupt), locating_errors(FILE, 7):
        raise KeyboardInterrupt


# OUTPUT FILES


def test_later_games_of_a_call_have_numbered_files() -> None:
    files = Files(record=Path("a/game.jsonl"), film=Path("game.gif"), frame_ms=9)
    assert files.for_game(1) is files
    assert files.for_game(2) == files._replace(record=Path("a/game-2.jsonl"), film=Path("game-2.gif"))
    assert Files().for_game(3) == Files()


def test_every_game_of_a_call_is_protected_from_overwriting(tmp_path: Path) -> None:
    files = Files(record=tmp_path / "game.jsonl")
    (tmp_path / "game-3.jsonl").touch()
    files.check_overwrite(2)
    with pytest.raises(BadInput, match=r"game-3\.jsonl already exists"):
        files.check_overwrite(3)
    files._replace(force=True).check_overwrite(3)


def test_resumed_game_continues_its_record_by_default(tmp_path: Path) -> None:
    old, other = tmp_path / "old.jsonl", tmp_path / "other.jsonl"
    old.touch()
    assert Files().for_resume(old).record == old
    assert Files(record=old).for_resume(old).record == old
    assert Files(record=other).for_resume(old).record == other
    other.touch()
    with pytest.raises(BadInput, match=r"other\.jsonl already exists"):
        Files(record=other).for_resume(old)


def test_human_cannot_play_while_stdout_carries_json(tmp_path: Path) -> None:
    names = {"Ann": "engine", "Bob": "human"}
    Files().check(names)
    Files(as_json=True).check({"Ann": "engine", "Bob": None})
    with pytest.raises(BadInput) as found:
        Files(as_json=True).check(names)
    assert str(found.value) == (
        "--json: Bob is 'human', who cannot play: choose another player, e.g. --bob engine"
    )


def test_file_without_folder_is_refused_before_the_game(tmp_path: Path) -> None:
    for files in (Files(record=tmp_path / "none" / "game.jsonl"), Files(film=tmp_path / "none" / "game.gif")):
        with pytest.raises(BadInput, match="is not an existing folder"):
            files.check({})


def test_nothing_is_said_beside_json(capsys: pytest.CaptureFixture[str]) -> None:
    for files in (Files(), Files(as_json=True)):
        files.say("hello")
        files.say("")
    assert capsys.readouterr().out == "hello\n"


# OPTIONS OF REPLAY


def test_still_shows_the_last_position_by_default() -> None:
    still = ReplayOptions(still=Path("end.png"))
    assert [still._replace(at=at).still_ply(4) for at in (None, 0, 4)] == [4, 0, 4]
    assert ReplayOptions().still_ply(4) == 4


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (ReplayOptions(step=True, as_json=True), "--step --json: give only one of them"),
        (ReplayOptions(at=2), "--at 2 needs --png FILE, e.g. --png position.png --at 2"),
        (ReplayOptions(nodes=9), "--analyse 9 needs --html FILE, e.g. --html game.html --analyse 9"),
        (
            ReplayOptions(at=5, still=FILE),
            "--at 5: expected a move from 0, the start, to 4, the last",
        ),
        (
            ReplayOptions(at=-1, still=FILE),
            "--at -1: expected a move from 0, the start, to 4, the last",
        ),
    ],
)
def test_contradicting_options_are_refused(options: ReplayOptions, message: str) -> None:
    with pytest.raises(BadInput) as found:
        options.still_ply(4)
    assert str(found.value) == message


def test_analysis_needs_a_page() -> None:
    check_analysis(None, None)
    check_analysis(50, Path("game.html"))
    with pytest.raises(BadInput, match=r"^--analyse 50 needs --html FILE"):
        check_analysis(50, None)


def test_new_saved_game_gets_an_unused_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("time.strftime", lambda form: "20260101-120000")
    FOLDER.mkdir()
    names = []
    for _ in range(3):
        names.append(unused_path("small_game").name)
        (FOLDER / names[-1]).touch()
    first = "small_game-20260101-120000"
    assert names == [f"{first}.jsonl", f"{first}-2.jsonl", f"{first}-3.jsonl"]
