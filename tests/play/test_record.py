"""Records: what is written survives, what is damaged is refused in one line, what is unfinished resumes."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from common.play.record import FOLDER, Record, free_path, load, saved_games
from common.rules.errors import BadInput
from common.rules.position import Outcome
from tests.support.games import SCRIPTS, exit_status, game_of
from tests.support.programs import Run, on_unix, read_json_lines, start_on_terminal, wait_for_exit
from tests.support.small_game import GAME, Position, save_game

STORED = sorted(Path(__file__).with_name("records").glob("*.jsonl"))
MOVES = ("3", "2", "2", "3")  # Bob takes the last counter
each_stored = pytest.mark.parametrize("path", STORED, ids=[path.stem for path in STORED])


def script_of(path: Path) -> str:
    name = read_json_lines(path)[0]["game"]
    assert name in SCRIPTS
    return str(name)


def new_record() -> Record[Position]:
    return Record(GAME, Position(), {"Ann": "human", "Bob": "random"}, limits={"nodes": 5}, seed=7)


# A GAME


def test_history_moves_and_outcome_are_those_of_the_game(tmp_path: Path) -> None:
    record = load(GAME, save_game(tmp_path / "game.jsonl", *MOVES))
    assert [position.heap for position in record.history] == [10, 7, 5, 3, 0]
    assert [entry["move"] for entry in record.moves] == list(MOVES)
    assert [record.move(ply) for ply in range(1, 5)] == [3, 2, 2, 3]
    assert record.outcome == Outcome("Bob", "The last counter is taken.")
    assert (record.players, record.seed, record.number) == ({"Ann": "engine", "Bob": "random"}, 7, 0)


def test_every_change_is_in_the_file_at_once(tmp_path: Path) -> None:
    record, path = new_record(), tmp_path / "game.jsonl"
    record.keep(path)
    assert read_json_lines(path) == [record.header]
    record.add(3, seconds=0.5)
    assert read_json_lines(path)[1:] == [{"ply": 1, "side": "Ann", "move": "3", "seconds": 0.5}]
    record.add(2)
    record.take_back(1)
    assert [entry["move"] for entry in read_json_lines(path)[1:]] == ["3"]
    record.end(Outcome("Bob", "Ann resigns"))
    assert read_json_lines(path)[-1]["outcome"]["reason"] == "Ann resigns"
    assert load(GAME, path).lines() == record.lines() == read_json_lines(path)


def test_illegal_move_is_not_added() -> None:
    record = new_record()
    for move in (4, "4", "oops"):
        with pytest.raises(BadInput):
            record.add_legal(move)
    assert (record.history, record.moves) == ([Position()], [])


@pytest.mark.parametrize("header", [{}, {"number": "3", "seed": "7"}, {"number": True, "seed": 7.0}])
def test_number_and_seed_are_whole_numbers_or_unknown(tmp_path: Path, header: dict[str, Any]) -> None:
    first = {"game": "small_game", "start": {"position": "Ann 10"}, **header}
    (tmp_path / "game.jsonl").write_text(json.dumps(first))
    record = load(GAME, tmp_path / "game.jsonl")
    assert (record.players, record.number, record.seed, record.limits) == ({}, 0, None, {})


# NAMES OF FILES


def test_games_of_the_same_second_have_their_own_files(
    empty_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("time.strftime", lambda form: "20260101-120000")
    records = [new_record() for _ in range(3)]
    for record in records:
        record.autosaves = True
    for move in (1, 2):
        for record in records:
            record.add(move)
    first = "small_game-20260101-120000"
    assert [record.path and record.path.name for record in records] == [
        f"{first}.jsonl",
        f"{first}-2.jsonl",
        f"{first}-3.jsonl",
    ]
    assert all(len(read_json_lines(path)) == 3 for path in FOLDER.iterdir())


def test_a_name_is_taken_by_one_of_many_programs(empty_folder: Path) -> None:
    with ThreadPoolExecutor(8) as pool:
        paths = list(pool.map(lambda _: free_path("small_game"), range(40)))
    assert len(set(paths)) == 40


def test_save_overwrites_a_file_only_by_force(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    path.write_text("precious")
    with pytest.raises(BadInput, match="already exists"):
        new_record().save(path)
    assert path.read_text() == "precious"
    new_record().save(path, force=True)
    assert load(GAME, path).moves == []


def test_saves_of_the_same_second_have_their_own_files(
    called: Run, empty_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("time.strftime", lambda form, *moment: "20260101-120000")
    for _ in range(2):
        done = called("walls.py", "3", "--a", "human", "--b", "human", input="save\nl\nsave\nquit\n")
        assert done.stdout.count("Saved in ") == 2
    names = sorted(path.name for path in FOLDER.iterdir())
    assert names == [f"walls-20260101-120000{end}.jsonl" for end in ("-2", "-3", "-4", "")]


def test_game_goes_on_if_its_file_cannot_be_written(empty_folder: Path) -> None:
    FOLDER.write_text("in the way")
    record = new_record()
    record.autosaves = True
    for move in (1, 2):
        record.add(move)
    assert record.problem and record.problem.filename == str(FOLDER)
    assert (record.path, len(record.moves)) == (None, 2)


# OTHER PEOPLE'S FILES


@on_unix
@pytest.mark.parametrize("make", [lambda path: path.symlink_to("gone"), Path.mkdir], ids=["link", "folder"])
def test_unreadable_file_costs_one_line(
    empty_folder: Path, capsys: pytest.CaptureFixture[str], make: Callable[[Path], None]
) -> None:
    FOLDER.mkdir()
    save_game(FOLDER / "game.jsonl", "1")
    (FOLDER / "notes.jsonl").write_text("no record")
    make(FOLDER / "x.jsonl")
    assert [path.name for path, _record in saved_games(GAME)] == ["game.jsonl"]
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith(f"{FOLDER / 'x.jsonl'}: ")


@on_unix
def test_games_and_resume_last_work_beside_a_dangling_link(called: Run, empty_folder: Path) -> None:
    FOLDER.mkdir()
    shutil.copy(STORED[0].with_name("catsdogs_human_left.jsonl"), FOLDER / "left.jsonl")
    (FOLDER / "x.jsonl").symlink_to("gone")
    listed = called("catsdogs.py", "games")
    assert (listed.returncode, listed.stderr.count("\n")) == (0, 1)
    assert "saved-games/left.jsonl" in listed.stdout
    resumed = called("catsdogs.py", "play", "--resume", "last", input="quit\n")
    assert resumed.returncode == 0 and "saved-games/x.jsonl: " in resumed.stderr


def damaged(tmp_path: Path, change: Callable[[bytes], bytes]) -> Path:
    """Write a record with a change of its bytes."""
    path = save_game(tmp_path / "game.jsonl", *MOVES, Ann="não")
    path.write_bytes(change(path.read_bytes()))
    return path


@pytest.mark.parametrize(
    "change",
    [
        lambda data: b"\n" + data,
        lambda data: data.replace(b"\n", b"\n \t\n", 2),
        lambda data: data + b"\n\n",
        lambda data: data.replace(b"\n", b"\r\n"),
        lambda data: b"\xef\xbb\xbf" + data,
        lambda data: data[:-1],
    ],
    ids=["blank first", "blank in the middle", "blank last", "CR LF", "byte order mark", "no last line end"],
)
def test_layout_of_the_file_does_not_matter(tmp_path: Path, change: Callable[[bytes], bytes]) -> None:
    record = load(GAME, damaged(tmp_path, change))
    assert [entry["move"] for entry in record.moves] == list(MOVES) and record.recorded_outcome


def test_record_with_a_byte_order_mark_is_analysed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Squirrels' positions may be files, too."""
    data = STORED[0].with_name("squirrels_simple.jsonl").read_bytes()
    (tmp_path / "game.jsonl").write_bytes(b"\xef\xbb\xbf\n" + data)
    assert exit_status("squirrels", "analyse", str(tmp_path / "game.jsonl"), "--depth", "1") == 0
    assert capsys.readouterr().out.startswith("1. X ")


@pytest.mark.parametrize("cut", [1, 10])
def test_line_that_was_cut_off_is_left_out(tmp_path: Path, cut: int) -> None:
    record = load(GAME, damaged(tmp_path, lambda data: data[: -cut - 1]))
    assert [entry["move"] for entry in record.moves] == list(MOVES)
    assert record.outcome and not record.recorded_outcome


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda data: data.decode().encode("latin-1"), ": line 1: not in UTF-8, perhaps in Latin-1: "),
        (lambda data: data.decode().encode("utf-16"), " is in UTF-16: expected a file in UTF-8"),
        (lambda data: data.decode().encode("utf-16-le"), " is in UTF-16-LE: expected a file in UTF-8"),
        (lambda data: data.replace(b'"version": 1', b'"version": 2'), ": line 1: version '2': this program "),
        (lambda data: data.replace(b'"engine"', b'"a"', 1) and b"", " is not a record of small_game: "),
        (lambda data: b"GIF89a\xff\n" + data, " is not a record of small_game: "),
        (lambda data: data.replace(b'"3"', b'"4"', 1), ": line 2: '4' is not a move: expected 1, 2 or 3"),
        (lambda data: data.replace(b'"2"', b'"3"'), ": line 5: Move 4 is illegal: '3'"),
        (lambda data: data + b'{"move": "1"}\n', ": line 7: Move 5 is illegal: '1'"),
        (lambda data: data.replace(b'"2"', b"2", 1), ": line 3: move '2': expected a text"),
        (lambda data: data.replace(b'"Bob", "reason"', b'"Eve", "reason"'), ": line 6: outcome "),
        (lambda data: data.replace(b'"margin": 0', b'"margin": true'), ": line 6: outcome "),
        (lambda data: data.replace(b'{"Ann":', b'[{"Ann":').replace(b"}, ", b"}], ", 2), ": line 1: "),
    ],
)
def test_damage_is_told_in_one_line(tmp_path: Path, change: Callable[[bytes], bytes], message: str) -> None:
    path = damaged(tmp_path, change)
    with pytest.raises(BadInput) as refused:
        load(GAME, path)
    assert str(refused.value).startswith(f"{path}{message}") and "\n" not in str(refused.value)


# STORED RECORDS


@each_stored
def test_stored_record_loads_and_saves_the_same_bytes(path: Path, tmp_path: Path) -> None:
    record = load(game_of(script_of(path)), path)
    assert len(record.history) == len(record.moves) + 1
    assert bool(record.outcome) == bool(record.recorded_outcome) == ("left" not in path.stem)
    record.save(tmp_path / "copy.jsonl")
    assert (tmp_path / "copy.jsonl").read_bytes() == path.read_bytes()


@each_stored
def test_stored_record_is_replayed(path: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    assert exit_status(script_of(path), "replay", str(path)) == 0
    assert capfdbinary.readouterr().err == b""
    assert exit_status(script_of(path), "replay", str(path), "--json") == 0
    assert capfdbinary.readouterr().out == path.read_bytes()


@pytest.mark.parametrize("path", [path for path in STORED if "left" in path.stem], ids=lambda path: path.stem)
def test_stored_record_resumes_and_keeps_its_header(path: Path, tmp_path: Path, called: Run) -> None:
    shutil.copy(path, tmp_path / "game.jsonl")
    done = called(f"{script_of(path)}.py", "play", "--resume", "game.jsonl", input="undo\nquit\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert read_json_lines(tmp_path / "game.jsonl")[0] == read_json_lines(path)[0]


# RESUME


def cut(source: Path, target: Path, moves: int, **changes: Any) -> None:
    """Copy the first moves of a record, with changes of its header. None removes an entry."""
    header, *lines = read_json_lines(source)[: moves + 1]
    known = {name: value for name, value in (header | changes).items() if value is not None}
    target.write_text("".join(f"{json.dumps(line)}\n" for line in (known, *lines)))


def test_resumed_engine_keeps_the_recorded_limit(tmp_path: Path, run: Run) -> None:
    """The engine goes on as if nothing had happened, without the options of the first call.

    Each call is a process of its own, because games of one process share tables.
    """
    call = ("duel7.py", "play", "--turns", "14", "--nodes", "300", "--seed", "3", "--x", "random")
    assert run(*call, "--record", "whole.jsonl").returncode == 0
    cut(tmp_path / "whole.jsonl", tmp_path / "game.jsonl", 5)
    assert run("duel7.py", "play", "--resume", "game.jsonl").returncode == 0
    whole, resumed = (read_json_lines(tmp_path / name) for name in ("whole.jsonl", "game.jsonl"))
    assert resumed[0] == whole[0] and resumed[0]["limits"] == {"nodes": 300}
    for one, other in zip(whole[1:], resumed[1:], strict=True):
        assert one | {"seconds": 0} == other | {"seconds": 0}


def test_limit_given_with_resume_replaces_the_recorded_one(tmp_path: Path, called: Run) -> None:
    cut(STORED[0].with_name("duel_engine.jsonl"), tmp_path / "game.jsonl", 9)
    assert called("duel7.py", "play", "--resume", "game.jsonl", "--seconds", "2").returncode == 0
    header = read_json_lines(tmp_path / "game.jsonl")[0]
    assert header["limits"] == {"seconds": 2}


@pytest.mark.parametrize("limits", [{"nodes": 0}, {"nodes": "many"}, {"seconds": -1}, {"depth": 1e400}])
def test_impossible_recorded_limit_is_refused(tmp_path: Path, called: Run, limits: dict[str, Any]) -> None:
    cut(STORED[0].with_name("duel_engine.jsonl"), tmp_path / "game.jsonl", 2, limits=limits)
    done = called("duel7.py", "play", "--resume", "game.jsonl")
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert done.stderr.startswith("game.jsonl: line 1: ")


def test_resumed_random_player_without_a_seed_is_announced(tmp_path: Path, called: Run) -> None:
    cut(STORED[0].with_name("catsdogs_random.jsonl"), tmp_path / "game.jsonl", 6, seed=None)
    done = called("catsdogs.py", "play", "--resume", "game.jsonl")
    assert done.returncode == 0
    seed = read_json_lines(tmp_path / "game.jsonl")[0]["seed"]
    assert done.stderr == f"The record has no seed, so the players go on with another: {seed}\n"


@on_unix
def test_resume_last_on_a_terminal_appends_to_its_file(empty_folder: Path) -> None:
    FOLDER.mkdir()
    shutil.copy(STORED[0].with_name("catsdogs_human_left.jsonl"), FOLDER / "left.jsonl")
    child = start_on_terminal("catsdogs.py", empty_folder, "play", "--resume", "last")
    child.expect_exact("Resuming after move 0.")
    child.sendline("quit")
    assert wait_for_exit(child)[0] == 0
    assert [path.name for path in FOLDER.iterdir()] == ["left.jsonl"]
