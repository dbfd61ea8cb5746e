"""The protection that each kind of sandbox gives, tried for real, and the reports about it."""

from __future__ import annotations

import json
import os
import socket
import sys
from pathlib import Path

import pytest

from common.programs.child_process import run_process
from common.programs.confined_command import ACCOUNT, UNSANDBOXED, Sandbox, is_root
from common.programs.confinement import DEFAULT_CONFINEMENT, Confinement
from common.programs.interpreters import public_interpreter
from common.programs.program_store import program_store
from common.programs.sandbox import (
    MECHANISMS,
    SANDBOX_VARIABLE,
    available_sandbox,
    probe_sandbox,
    require_file_protection,
)
from common.rules.errors import BadInput
from tests.support.programs import ROOT, Run, on_unix
from tests.support.sandboxes import (
    TIMEOUT_SECONDS,
    in_every_sandbox,
    run_program,
    try_expression,
    use_sandbox,
)

pytestmark = on_unix
PLAY = ("duel7.py", "play", "--o", "random", "--seed", "1", "--x")


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make a home with a secret key."""
    (tmp_path / "home" / ".ssh").mkdir(parents=True)
    (tmp_path / "home" / ".ssh" / "id_rsa").write_text("secret", encoding="utf-8")
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    return tmp_path / "home"


# PROTECTION BY EVERY SANDBOX


@in_every_sandbox
def test_network_is_unreachable(level: Sandbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    use_sandbox(level, monkeypatch)
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        assert not try_expression(
            tmp_path / "bot.py", f"socket.create_connection(('127.0.0.1', {port}), 2)"
        ).startswith("done")


@in_every_sandbox
@pytest.mark.parametrize("name", ["path", "abstract"])
def test_unix_sockets_are_unreachable(
    level: Sandbox, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    use_sandbox(level, monkeypatch)
    address = f"\0{tmp_path}/s" if name == "abstract" else f"{tmp_path}/s"
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(address)
        server.listen()
        assert not try_expression(
            tmp_path / "bots" / "bot.py", f"socket.socket(socket.AF_UNIX).connect({address!r})"
        ).startswith("done")


@in_every_sandbox
def test_home_cannot_be_read_or_written(
    level: Sandbox, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    use_sandbox(level, monkeypatch)
    key, profile = home / ".ssh" / "id_rsa", home / ".bashrc"
    bot = tmp_path / "bots" / "bot.py"
    assert try_expression(bot, f"open({str(key)!r}).read()") in ("PermissionError", "FileNotFoundError")
    assert try_expression(bot, f"open({str(profile)!r}, 'w')") in (
        "PermissionError",
        "FileNotFoundError",
        "OSError",
    )
    assert not profile.exists()


@in_every_sandbox
@pytest.mark.parametrize("where", ["beside", "/tmp", "/dev/shm"])
def test_program_cannot_write_outside_its_folder(
    level: Sandbox, where: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    use_sandbox(level, monkeypatch)
    target = (tmp_path if where == "beside" else Path(where)) / "written-by-a-bot"
    try_expression(tmp_path / "bot.py", f"open({str(target)!r}, 'w')")
    assert not target.exists()


@in_every_sandbox
@pytest.mark.parametrize(
    "change",
    [
        "os.truncate({0!r}, 0)",
        "os.unlink({0!r})",
        "os.chmod({0!r}, 0o777)",
        "os.utime({0!r}, (1, 1))",
        "os.rename({0!r}, 'x')",
        "os.link({0!r}, 'x')",
    ],
)
def test_program_cannot_change_files_beside_it(
    level: Sandbox, change: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    use_sandbox(level, monkeypatch)
    other = tmp_path / "other"
    other.write_text("there")
    before = other.stat()
    try_expression(tmp_path / "bot.py", change.format(str(other)))
    after = other.stat()
    assert (after.st_size, after.st_mode, after.st_mtime_ns, after.st_nlink) == (
        before.st_size,
        before.st_mode,
        before.st_mtime_ns,
        before.st_nlink,
    )


@in_every_sandbox
@pytest.mark.parametrize(
    "path",
    [
        "/proc/sys/kernel/core_pattern",
        "/proc/sys/kernel/hostname",
        "/proc/self/oom_score_adj",
        "/proc/sysrq-trigger",
    ],
)
def test_system_settings_cannot_be_written(
    level: Sandbox, path: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Root in bubblewrap could once write core_pattern and so run a command outside."""
    use_sandbox(level, monkeypatch)
    assert not try_expression(tmp_path / "bot.py", f"open({path!r}, 'a')").startswith("done")


@in_every_sandbox
def test_program_has_no_capabilities(level: Sandbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    use_sandbox(level, monkeypatch)
    status = (
        "{line.split(':')[0]: int(line.split()[1], 16) for line in open('/proc/self/status') "
        "if line.startswith(('CapEff', 'CapPrm'))}"
    )
    assert try_expression(tmp_path / "bot.py", status) == "done {'CapPrm': 0, 'CapEff': 0}"
    tmp_path.chmod(0o755)  # root's programs get another user id, which must be able to read them
    assert (
        level.name != "bubblewrap" or try_expression(tmp_path / "bot.py", "os.getuid() != 0") == "done True"
    )


@in_every_sandbox
def test_referee_cannot_be_inspected_or_signalled(
    level: Sandbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    use_sandbox(level, monkeypatch)
    monkeypatch.setenv("MY_PASSWORD", "secret")
    bot = tmp_path / "bot.py"
    assert "secret" not in try_expression(bot, f"open('/proc/{os.getpid()}/environ').read()")
    assert not try_expression(bot, f"open('/proc/{os.getpid()}/fd/0')").startswith("done")
    assert not try_expression(bot, f"os.kill({os.getpid()}, 0)").startswith("done")


@in_every_sandbox
@pytest.mark.parametrize("folders", [("alice", "bob"), ("both", "both")])
def test_code_of_other_players_cannot_be_read(
    level: Sandbox, folders: tuple[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    use_sandbox(level, monkeypatch)
    mine, theirs = tmp_path / folders[0] / "alice.py", tmp_path / folders[1] / "bob.py"
    theirs.parent.mkdir()
    theirs.write_text("moves = 1")
    confinement = DEFAULT_CONFINEMENT.with_secret(mine, theirs)
    assert try_expression(mine, f"open({str(theirs)!r}).read()", confinement) in (
        "PermissionError",
        "FileNotFoundError",
        "done ",
    )
    assert try_expression(mine, "bool(open(__file__).read())", confinement) == "done True"


@in_every_sandbox
def test_records_and_answers_beside_a_program_are_hidden(
    level: Sandbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    use_sandbox(level, monkeypatch)
    cases, record = tmp_path / "cases", tmp_path / "game.jsonl"
    cases.mkdir()
    (cases / "next_state_1.txt").write_text("right", encoding="utf-8")
    record.write_text("moves", encoding="utf-8")
    confinement = DEFAULT_CONFINEMENT.with_secret(cases, record, None)
    for bot in (tmp_path / "bot.py", cases / "bot.py"):
        assert "moves" not in try_expression(bot, f"open({str(record)!r}).read()", confinement)
        assert not try_expression(
            bot, f"open({str(cases / 'next_state_1.txt')!r}).read()", confinement
        ).startswith("done")


@in_every_sandbox
def test_program_imports_its_helper_beside_a_hidden_file(
    level: Sandbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    use_sandbox(level, monkeypatch)
    (tmp_path / "helper.py").write_text("WORD = 'helped'")
    (tmp_path / "game.jsonl").write_text("moves")
    hiding = DEFAULT_CONFINEMENT.with_secret(tmp_path / "game.jsonl")
    ended = run_program(tmp_path / "bot.py", "import helper\nprint(helper.WORD)", confinement=hiding)
    assert ended.answer == "helped"


@in_every_sandbox
def test_named_paths_are_readable(
    level: Sandbox, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    use_sandbox(level, monkeypatch)
    (home / "data").mkdir()
    (home / "data" / "weights").write_text("12")
    reading = f"open({str(home / 'data' / 'weights')!r}).read()"
    assert not try_expression(tmp_path / "bots" / "bot.py", reading).startswith("done")
    assert (
        try_expression(tmp_path / "bots" / "bot.py", reading, Confinement(readable=(home / "data",)))
        == "done 12"
    )


@in_every_sandbox
def test_our_own_programs_find_their_modules(level: Sandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    use_sandbox(level, monkeypatch)
    move = [sys.executable, str(ROOT / "duel7.py"), "move", "X", "X a1 a7 O b2 c3", "12", "--depth", "2"]
    ended = run_process(move, TIMEOUT_SECONDS)
    assert (ended.status, len(ended.answer.split()), ended.last_words) == (0, 2, "")


# CHOOSING AND REPORTING


def test_memory_option_holds_in_all_worker_processes(run: Run, tmp_path: Path) -> None:
    hog = "import time\nkept = bytearray(150 << 20)\nkept[::4096] = b'x' * len(kept[::4096])\ntime.sleep(60)"
    (tmp_path / "bot.py").write_text(hog, encoding="utf-8")
    match = (
        "duel7.py",
        "match",
        f"'{sys.executable}' bot.py",
        "random",
        "--pairs",
        "1",
        "--seconds",
        "30",
        "--json",
    )
    for jobs in ("1", "2"):
        told = run(*match, "--jobs", jobs, "--memory", "0.1")
        assert json.loads(told.stdout)["forfeits"][0] == {"excess": 2}, told.stderr


def test_match_with_programs_reports_the_sandbox(run: Run, tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text("raise SystemExit(1)", encoding="utf-8")
    match = (
        "duel7.py",
        "match",
        f"'{sys.executable}' bot.py",
        "random",
        "--pairs",
        "1",
        "--jobs",
        "1",
        "--seconds",
        "20",
    )
    told = run(*match)
    assert told.returncode == 0, told.stderr
    assert told.stdout.splitlines()[-2:] == [
        f"Forfeits of '{sys.executable}' bot.py: crash 2",
        available_sandbox().summary(),
    ]
    assert json.loads(run(*match, "--json").stdout)["sandbox"] == available_sandbox()._asdict()
    assert (
        "Programs" not in run("duel7.py", "match", "greedy", "random", "--pairs", "1", "--jobs", "1").stdout
    )


def test_require_sandbox_fails_without_a_sandbox(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(SANDBOX_VARIABLE, "none")
    for verb in (
        ("match", "greedy", "random"),
        ("play",),
        ("tournament", "greedy"),
        ("serve",),
        ("check-program", "x"),
    ):
        refused = run("duel7.py", *verb, "--require-sandbox")
        assert (refused.returncode, refused.stderr.count("\n")) == (2, 1)
        assert refused.stderr.startswith("--require-sandbox needs bubblewrap")


def test_no_sandbox_and_require_sandbox_exclude_each_other(run: Run) -> None:
    refused = run("duel7.py", "match", "greedy", "random", "--no-sandbox", "--require-sandbox")
    assert (refused.returncode, refused.stderr) == (
        2,
        "--no-sandbox --require-sandbox: give only one of them\n",
    )


def test_unknown_kind_of_sandbox_is_refused(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "bot.py").write_text("raise SystemExit(1)", encoding="utf-8")
    monkeypatch.setenv(SANDBOX_VARIABLE, "bubblewarp")
    refused = run(*PLAY, f"'{sys.executable}' bot.py")
    assert refused.returncode == 2 and refused.stderr.endswith(
        "expected bubblewrap, unshare, landlock, account or none\n"
    )


def test_missing_protection_is_reported_once_unless_chosen(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "bot.py").write_text("raise SystemExit(1)", encoding="utf-8")
    monkeypatch.setenv(SANDBOX_VARIABLE, "none")
    command = f"'{sys.executable}' bot.py"
    serve = ("duel7.py", "serve", "--player", command)
    assert (run(*PLAY, command).stderr, run(*serve, input="").stderr) == (
        "seed 1 (repeat with --seed 1)\n",
        "",
    )
    assert (
        UNSANDBOXED.summary()
        in run(
            "duel7.py", "match", command, "random", "--pairs", "1", "--jobs", "1", "--seconds", "20"
        ).stdout
    )


def test_warning_names_the_missing_protection(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from common.programs import sandbox as module

    monkeypatch.setattr(module, "available_sandbox", lambda: UNSANDBOXED)
    monkeypatch.delenv(SANDBOX_VARIABLE, raising=False)
    module.warn_of_gaps(DEFAULT_CONFINEMENT)
    module.warn_of_gaps(Confinement(sandboxed=False))
    assert capsys.readouterr().err == f"{UNSANDBOXED.summary()}\n"


def test_untrusted_programs_are_refused_if_files_are_unprotected(monkeypatch: pytest.MonkeyPatch) -> None:
    from common.programs import sandbox as module

    monkeypatch.setattr(module, "available_sandbox", lambda: UNSANDBOXED)
    monkeypatch.delenv(SANDBOX_VARIABLE, raising=False)
    with pytest.raises(BadInput, match=r"no sandbox protects your files from programs.*--no-sandbox"):
        require_file_protection(DEFAULT_CONFINEMENT)
    require_file_protection(Confinement(sandboxed=False))
    monkeypatch.setenv(SANDBOX_VARIABLE, "none")
    require_file_protection(DEFAULT_CONFINEMENT)


# ANOTHER ACCOUNT


@pytest.mark.skipif(not is_root(), reason="only root can change the user id")
def test_account_protects_what_others_may_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`tmp_path` is private, so the program must lie elsewhere."""
    level = probe_sandbox(ACCOUNT)
    assert level.no_files and level.no_system and level.no_survivors
    use_sandbox(level, monkeypatch)
    (tmp_path / "secret").write_text("secret", encoding="utf-8")
    with program_store() as store:
        code = (
            f"import os\nfound = [os.getuid()]\nfor path in ({str(tmp_path / 'secret')!r},):\n"
            "    try: found.append(open(path))\n    except PermissionError: found.append('refused')\n"
            "open('own', 'w')\nprint(*found)"
        )
        (tmp_path / "bot.py").write_text(code, encoding="utf-8")
        placed = store.add(tmp_path / "bot.py")
        ended = run_process([str(public_interpreter()), str(placed)], TIMEOUT_SECONDS)
    assert ended.answer.split()[:2] == ["65534", "refused"]


def test_account_must_be_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    assert ACCOUNT not in MECHANISMS
    for module in ("sandbox", "confined_command"):
        monkeypatch.setattr(f"common.programs.{module}.is_root", lambda: False)
    assert not probe_sandbox.__wrapped__(ACCOUNT).no_files
