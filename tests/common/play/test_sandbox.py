"""Programs nobody trusts: what they try beyond playing fails, is told under its name, costs no other program anything, and ends."""

from __future__ import annotations

import json
import socket
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from common.play.child_process import Finished, run_process
from common.play.hidden_files import SECRETS, keep_apart, keep_secret
from common.play.players import PlayerFault
from common.play.programs import split_command
from common.play.sandbox import BARE, CHOSEN, Sandbox, sandbox, signal_of
from tests.support.programs import Run, alive, on_unix
from tests.support.sandboxes import in_a_whole_sandbox

pytestmark = on_unix
PATIENCE = 30.0


@pytest.fixture(autouse=True)
def no_secrets(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    monkeypatch.setenv(SECRETS, "[]")
    monkeypatch.chdir(tmp_path)
    yield


def ran(path: Path, code: str, *words: str, seconds: float = PATIENCE) -> Finished:
    """How a program ends."""
    path.parent.mkdir(exist_ok=True)
    path.write_text(code, encoding="utf-8")
    return run_process([sys.executable, str(path), *words], seconds)


def tried(path: Path, attempt: str, *words: str) -> str:
    """What comes of something that a program tries: `done`, or the name of the error."""
    code = f"import os, socket, sys\ntry:\n    {attempt}\n    print('done')\nexcept Exception as error:\n    print(type(error).__name__)\n"
    return ran(path, code, *words).answer


def fault_of(ended: Finished) -> str:
    with pytest.raises(PlayerFault) as found:
        ended.check(PATIENCE)
    return str(found.value)


# AN EMPTY FOLDER, A CLEANED ENVIRONMENT, LIMITS


def test_a_program_stands_in_an_empty_folder_of_its_own_that_is_gone_afterwards(tmp_path: Path) -> None:
    ended = ran(tmp_path / "bot.py", "import os\nopen('mine', 'w').write('x')\nprint(os.getcwd(), len(os.listdir()))")
    folder, count = ended.answer.rsplit(" ", 1)
    assert count == "1" and folder != str(tmp_path) and not Path(folder).exists()
    assert [path.name for path in tmp_path.iterdir()] == ["bot.py"]


def test_a_program_is_told_no_variable_but_path_language_folder_and_cache(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MY_PASSWORD", "secret")
    monkeypatch.setenv("LANG", "C.UTF-8")
    names = set(ran(tmp_path / "bot.py", "import os\nprint(*os.environ)").answer.split())
    assert "MY_PASSWORD" not in names and {"PATH", "LANG", "HOME"} <= names
    assert names <= {"PATH", "LANG", "LANGUAGE", "TZ", "HOME", "TMPDIR", "TEMP", "TMP", "FIVE_BOARD_GAMES_CACHE", "GAME_PLAYER", "PWD", "LC_CTYPE", "LC_ALL", "OLDPWD", "SHLVL", "_"}  # fmt: skip


def test_limits_stand_soft_below_hard(tmp_path: Path) -> None:
    code = (
        "import resource as r\nprint(*r.getrlimit(r.RLIMIT_CPU), r.getrlimit(r.RLIMIT_FSIZE)[0], r.getrlimit(r.RLIMIT_NOFILE)[1])"
    )
    soft, hard, size, files = map(int, ran(tmp_path / "bot.py", code, seconds=10).answer.split())
    assert 10 < soft < hard and size == 2 << 30 and files == 512


def test_a_program_is_named_by_paths_from_where_one_stands(tmp_path: Path) -> None:
    (tmp_path / "my bot.py").write_text("import helper\nprint(helper.WORD)", encoding="utf-8")
    (tmp_path / "helper.py").write_text("WORD = 'helped'", encoding="utf-8")
    assert run_process(split_command(f"'{sys.executable}' 'my bot.py'"), PATIENCE).answer == "helped"
    (tmp_path / "Duel").mkdir()
    assert split_command("python -cp . Duel 12")[2:] == [str(tmp_path), str(tmp_path / "Duel"), "12"]


def test_death_by_a_signal_is_told_as_that_signal(tmp_path: Path) -> None:
    for number in (9, 11, 15):
        ended = ran(tmp_path / "bot.py", f"import os\nos.kill(os.getpid(), {number})")
        assert fault_of(ended) == f"crashes: signal {number}"
    assert fault_of(ran(tmp_path / "bot.py", "raise SystemExit(3)")) == "crashes: exit status 3"
    assert (signal_of(137), signal_of(-9), signal_of(3)) == (9, 9, None)


def test_what_a_program_prints_has_its_control_characters_made_visible(tmp_path: Path) -> None:
    ended = ran(tmp_path / "bot.py", "import sys\nsys.stderr.write('\\x1b[2Jgone\\x07')\nsys.exit(1)")
    with pytest.raises(PlayerFault) as found:
        ended.check(PATIENCE)
    assert found.value.detail == "\\x1b[2Jgone\\x07"


# HOGS


def test_a_process_hog_is_ended_under_its_name(tmp_path: Path) -> None:
    hog = (
        "import os, time\nfor _ in range(80):\n    if not os.fork():\n        time.sleep(60)\n        os._exit(0)\ntime.sleep(60)"
    )
    assert fault_of(ran(tmp_path / "bot.py", hog)) == "starts more than 64 processes"
    assert left(tmp_path / "bot.py") == []


def test_a_memory_hog_is_ended_under_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FIVE_BOARD_GAMES_MEMORY", "0.1")
    ended = ran(
        tmp_path / "bot.py", "import time\nkept = bytearray(300 << 20)\nkept[::4096] = b'x' * len(kept[::4096])\ntime.sleep(60)"
    )
    assert fault_of(ended) == "uses more than 0.1 GB of memory"


def test_how_much_memory_is_too_much_is_said_by_an_option_for_all_processes_of_a_match(run: Run, tmp_path: Path) -> None:
    hog = "import time\nkept = bytearray(150 << 20)\nkept[::4096] = b'x' * len(kept[::4096])\ntime.sleep(60)"
    (tmp_path / "bot.py").write_text(hog, encoding="utf-8")
    match = ("duel7.py", "match", f"'{sys.executable}' bot.py", "random", "--pairs", "1", "--seconds", "30", "--json")
    for jobs in ("1", "2"):
        told = run(*match, "--jobs", jobs, "--memory", "0.1")
        assert json.loads(told.stdout)["faults"][0] == {"excess": 2}, told.stderr


def left(program: Path) -> list[str]:
    """The processes that still run a program."""
    found = []
    for folder in Path("/proc").iterdir():
        try:
            words = (folder / "cmdline").read_bytes().split(b"\0") if folder.name.isdigit() else []
        except OSError:
            continue
        if str(program).encode() in words:
            found.append(folder.name)
    return alive(found)


def test_a_child_in_a_session_of_its_own_does_not_outlive_the_game(tmp_path: Path) -> None:
    child = "subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(60)', __file__], start_new_session=True)"
    assert ran(tmp_path / "bot.py", f"import subprocess, sys\n{child}\nprint('done')").answer == "done"
    assert left(tmp_path / "bot.py") == []


@pytest.mark.parametrize("level", dict.fromkeys((sandbox(), BARE)), ids=lambda level: level.name)
def test_a_program_that_kills_its_parent_hurts_itself_only(
    level: Sandbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("common.play.child_process.sandbox", lambda: level)
    ended = ran(tmp_path / "bot.py", "import os, time\nos.kill(os.getppid(), 9)\ntime.sleep(1)\nprint('alive')")
    assert (ended.answer, ended.status) in ((("alive", 0), ("", 137)) if level.no_survivors else (("", -9),))
    assert left(tmp_path / "bot.py") == []


# WHAT A WHOLE SANDBOX KEEPS


@in_a_whole_sandbox
def test_there_is_no_network(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        assert tried(tmp_path / "bot.py", f"socket.create_connection(('127.0.0.1', {port}), 2)") != "done"


@in_a_whole_sandbox
@pytest.mark.parametrize("where", ["beside", "home", "/tmp"])
def test_nothing_is_written_outside(where: str, tmp_path: Path) -> None:
    target = {"beside": tmp_path / "written", "home": Path.home() / "written-by-a-bot", "/tmp": Path("/tmp/written-by-a-bot")}[
        where
    ]
    assert tried(tmp_path / "bot.py", f"open({str(target)!r}, 'w')") != "done"
    assert not target.exists()


@in_a_whole_sandbox
@pytest.mark.parametrize("folders", [("alice", "bob"), ("both", "both")])
def test_the_code_of_other_players_is_not_to_be_seen(folders: tuple[str, str], tmp_path: Path) -> None:
    mine, theirs = tmp_path / folders[0] / "alice.py", tmp_path / folders[1] / "bob.py"
    for path in (mine, theirs):
        path.parent.mkdir(exist_ok=True)
        path.write_text("", encoding="utf-8")
        keep_apart([sys.executable, str(path)])
    assert tried(mine, f"open({str(theirs)!r}).read()") != "done"
    assert tried(mine, "open(__file__).read()") == "done"


@in_a_whole_sandbox
def test_records_and_answers_are_not_to_be_seen_but_own_code_in_their_folder_is(tmp_path: Path) -> None:
    cases, record = tmp_path / "cases", tmp_path / "game.jsonl"
    cases.mkdir()
    (cases / "next_state_1.txt").write_text("right", encoding="utf-8")
    record.write_text("moves", encoding="utf-8")
    keep_secret(cases, record, None)
    for bot in (tmp_path / "bot.py", cases / "bot.py"):
        assert tried(bot, f"open({str(record)!r}).read()") != "done"
        assert tried(bot, f"open({str(cases / 'next_state_1.txt')!r})") == "FileNotFoundError"


@in_a_whole_sandbox
def test_our_own_programs_run_in_it_and_find_their_machine_code(tmp_path: Path) -> None:
    from tests.support.programs import ROOT

    ended = run_process([sys.executable, str(ROOT / "duel7.py"), "move", "X", "X a1 a7 O b2 c3", "12", "--depth", "2"], PATIENCE)
    assert (ended.status, len(ended.answer.split())) == (0, 2), ended


# IN REPORTS


def test_a_match_with_programs_says_what_kept_them(run: Run, tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text("raise SystemExit(1)", encoding="utf-8")
    match = ("duel7.py", "match", f"'{sys.executable}' bot.py", "random", "--pairs", "1", "--jobs", "1", "--seconds", "20")
    told = run(*match)
    assert told.returncode == 0, told.stderr
    assert told.stdout.splitlines()[-2:] == [f"Lost by faults, '{sys.executable}' bot.py: crash 2", sandbox().told()]
    assert json.loads(run(*match, "--json").stdout)["sandbox"] == sandbox()._asdict()
    assert "Programs" not in run("duel7.py", "match", "greedy", "random", "--pairs", "1", "--jobs", "1").stdout


def test_a_wish_for_a_sandbox_is_refused_where_there_is_none(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(CHOSEN, "none")
    for verb in (("match", "greedy", "random"), ("play",), ("tournament", "greedy"), ("serve",), ("check-program", "x")):
        refused = run("duel7.py", *verb, "--require-sandbox")
        assert (refused.returncode, refused.stderr.count("\n")) == (2, 1)
        assert refused.stderr.startswith("--require-sandbox: wanted bubblewrap")


def test_what_is_not_kept_is_said_once_unless_that_was_chosen(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "bot.py").write_text("raise SystemExit(1)", encoding="utf-8")
    (tmp_path / "programs").mkdir()
    monkeypatch.setenv("PATH", str(tmp_path / "programs"))
    play = ("duel7.py", "play", "--x", f"'{sys.executable}' bot.py", "--o", "random", "--seed", "1")
    serve = ("duel7.py", "serve", "--player", f"'{sys.executable}' bot.py")
    assert (run(*play).stderr, run(*serve, input="").stderr) == ("--seed 1\n", "")
    monkeypatch.delenv(CHOSEN)
    assert run(*play).stderr == f"{BARE.told()}\n--seed 1\n"
    assert (run(*serve, input="").stderr, run("duel7.py", "serve", input="").stderr) == (f"{BARE.told()}\n", "")
