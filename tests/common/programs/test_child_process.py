"""External programs as processes: folder, environment, limits, and an end that includes descendants."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import pytest

from common.programs.child_process import (
    ProcessResult,
    clean_environment,
    path_without_packages,
    run_process,
    termination_signal,
)
from common.programs.confined_command import UNSANDBOXED, Sandbox
from common.programs.confinement import Confinement
from common.rules.player import ForfeitError
from tests.support.programs import on_unix
from tests.support.sandboxes import (
    TIMEOUT_SECONDS,
    in_every_sandbox,
    run_program,
    surviving_processes,
    try_expression,
    use_sandbox,
    with_and_without_sandbox,
)

pytestmark = on_unix
KNOWN = {
    "PATH",
    "LANG",
    "LANGUAGE",
    "TZ",
    "HOME",
    "TMPDIR",
    "TEMP",
    "TMP",
    "GAME_PLAYER",
    "PWD",
    "LC_CTYPE",
    "LC_ALL",
}


def fault_of(ended: ProcessResult) -> str:
    with pytest.raises(ForfeitError) as found:
        ended.check(TIMEOUT_SECONDS)
    return str(found.value)


@with_and_without_sandbox
def test_program_runs_in_an_empty_folder_that_is_removed(
    level: Sandbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    use_sandbox(level, monkeypatch)
    code = "import os\nopen('mine', 'w').write('x')\nprint(os.getcwd(), len(os.listdir()))"
    ended = run_program(tmp_path / "bot.py", code)
    folder, count = ended.answer.rsplit(" ", 1)
    assert count == "1" and folder != str(tmp_path) and not Path(folder).exists()
    assert [path.name for path in tmp_path.iterdir()] == ["bot.py"]


@with_and_without_sandbox
def test_program_folder_is_removed_at_any_depth(
    level: Sandbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A recursive removal once ended a whole class with a traceback."""
    use_sandbox(level, monkeypatch)
    deep = (
        "import os\nprint(os.getcwd())\nfor _ in range(2200):\n    os.mkdir('d')\n    os.chdir('d')\n"
        "open('x', 'w')"
    )
    folder = run_program(tmp_path / "bot.py", deep).answer
    assert folder and not Path(folder).exists()


def test_environment_has_only_path_language_and_folders(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MY_PASSWORD", "secret")
    monkeypatch.setenv("LANG", "C.UTF-8")
    names = set(run_program(tmp_path / "bot.py", "import os\nprint(*os.environ)").answer.split())
    assert {"PATH", "LANG", "HOME"} <= names <= KNOWN


def test_isolated_path_lacks_the_virtual_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own = str(Path(sys.prefix) / "bin")
    monkeypatch.setenv("PATH", f"{own}:/usr/bin")
    assert clean_environment(tmp_path)["PATH"] == f"{own}:/usr/bin"
    expected = "/usr/bin" if sys.prefix != sys.base_prefix else f"{own}:/usr/bin"
    assert (
        clean_environment(tmp_path, Confinement(isolated=True))["PATH"]
        == expected
        == path_without_packages(f"{own}:/usr/bin")
    )


@with_and_without_sandbox
def test_soft_limits_are_below_hard_limits(
    level: Sandbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    use_sandbox(level, monkeypatch)
    code = (
        "import resource as r\nprint(*r.getrlimit(r.RLIMIT_CPU), r.getrlimit(r.RLIMIT_FSIZE)[0], "
        "r.getrlimit(r.RLIMIT_NOFILE)[1])"
    )
    soft, hard, size, files = map(int, run_program(tmp_path / "bot.py", code, seconds=10).answer.split())
    assert 10 < soft < hard and size == 2 << 30 and files == 512


@with_and_without_sandbox
@pytest.mark.parametrize("number", [9, 11, 15])
def test_crash_names_the_signal(
    level: Sandbox, number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    use_sandbox(level, monkeypatch)
    assert (
        fault_of(run_program(tmp_path / "bot.py", f"import os\nos.kill(os.getpid(), {number})"))
        == f"crashes: signal {number}"
    )


@with_and_without_sandbox
def test_crash_names_the_exit_status(level: Sandbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    use_sandbox(level, monkeypatch)
    assert fault_of(run_program(tmp_path / "bot.py", "raise SystemExit(3)")) == "crashes: exit status 3"
    assert (termination_signal(137), termination_signal(-9), termination_signal(3)) == (9, 9, None)


@with_and_without_sandbox
def test_crash_names_a_command_that_cannot_start(
    level: Sandbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    use_sandbox(level, monkeypatch)
    assert (
        fault_of(run_process(["/usr/bin/no-such-program"], TIMEOUT_SECONDS))
        == "crashes: cannot be started: exit status 127"
    )
    (tmp_path / "text").write_text("no program")
    assert (
        fault_of(run_process([str(tmp_path / "text")], TIMEOUT_SECONDS))
        == "crashes: cannot be started: exit status 126"
    )


def test_broken_pipe_kills_a_program(tmp_path: Path) -> None:
    """Python ignores SIGPIPE; its child processes must not inherit that."""
    attempt = (
        "subprocess.run('yes | head -1; echo ${PIPESTATUS[0]}', shell=True, executable='/bin/bash', "
        "capture_output=True).stdout.split()[-1]"
    )
    assert try_expression(tmp_path / "bot.py", attempt) == "done b'141'"


def test_control_characters_of_a_program_are_escaped(tmp_path: Path) -> None:
    ended = run_program(tmp_path / "bot.py", "import sys\nsys.stderr.write('\\x1b[2Jgone\\x07')\nsys.exit(1)")
    with pytest.raises(ForfeitError) as found:
        ended.check(TIMEOUT_SECONDS)
    assert found.value.detail == "\\x1b[2Jgone\\x07"


# HOGS AND SURVIVING PROCESSES


@with_and_without_sandbox
def test_process_hog_is_killed(level: Sandbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    use_sandbox(level, monkeypatch)
    hog = (
        "import os, time\nfor _ in range(80):\n    if not os.fork():\n        os.setsid()\n"
        "        time.sleep(60)\n        os._exit(0)\ntime.sleep(60)"
    )
    assert fault_of(run_program(tmp_path / "bot.py", hog)) == "starts more than 64 processes"
    assert surviving_processes(tmp_path / "bot.py") == []


@with_and_without_sandbox
def test_memory_hog_is_killed(level: Sandbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    use_sandbox(level, monkeypatch)
    hog = "import time\nkept = bytearray(300 << 20)\nkept[::4096] = b'x' * len(kept[::4096])\ntime.sleep(60)"
    ended = run_program(tmp_path / "bot.py", hog, confinement=Confinement(memory=0.1))
    assert fault_of(ended) == "uses more than 0.1 GB of memory"


@with_and_without_sandbox
def test_memory_of_an_orphan_process_counts(
    level: Sandbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A child in its own session, whose parent has exited, once escaped the count."""
    use_sandbox(level, monkeypatch)
    hog = (
        "import os, time\nif not os.fork():\n    os.setsid()\n    if os.fork():\n        os._exit(0)\n"
        "    kept = bytearray(300 << 20)\n    kept[::4096] = b'x' * len(kept[::4096])\ntime.sleep(60)"
    )
    ended = run_program(tmp_path / "bot.py", hog, confinement=Confinement(memory=0.1))
    assert fault_of(ended) == "uses more than 0.1 GB of memory"
    assert surviving_processes(tmp_path / "bot.py") == []


@in_every_sandbox
def test_hidden_memory_is_refused_or_counted(
    level: Sandbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    use_sandbox(level, monkeypatch)
    assert try_expression(tmp_path / "bot.py", "os.memfd_create('x')") == "PermissionError"
    fill = (
        "import time\nwith open('/dev/shm/x', 'wb') as f:\n    for _ in range(48):\n"
        "        f.write(bytes(1 << 20))\ntime.sleep(60)"
    )
    ended = run_program(tmp_path / "bot.py", fill, confinement=Confinement(memory=0.05))
    assert fault_of(ended) in ("uses more than 0.05 GB of memory", "crashes: exit status 1")
    assert not Path("/dev/shm/x").exists()


DAEMON = """
import os, sys, time
if not os.fork():
    os.setsid()
    if os.fork():
        os._exit(0)
    os.execve(sys.executable, [sys.executable, '-c', 'import time; time.sleep(60)', {bot!r}], {{}})
time.sleep(0.2)
print('done')
"""


@with_and_without_sandbox
def test_daemon_with_a_clean_environment_is_killed(
    level: Sandbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    use_sandbox(level, monkeypatch)
    assert run_program(tmp_path / "bot.py", DAEMON.format(bot=str(tmp_path / "bot.py"))).answer == "done"
    assert surviving_processes(tmp_path / "bot.py") == []


@with_and_without_sandbox
def test_program_harms_only_itself_by_killing_its_parent(
    level: Sandbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    use_sandbox(level, monkeypatch)
    code = (
        "import os, time\ntry:\n    os.kill(os.getppid(), 9)\nexcept PermissionError:\n    pass\n"
        "time.sleep(0.5)\nprint('alive')"
    )
    ended = run_program(tmp_path / "bot.py", code)
    assert (ended.answer, ended.status) in (("alive", 0), ("", 137), ("", -9))
    assert surviving_processes(tmp_path / "bot.py") == []


def test_program_ends_if_its_referee_is_killed(tmp_path: Path) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text(f"open({str(tmp_path / 'begun')!r}, 'w')\nimport time\ntime.sleep(60)", encoding="utf-8")
    referee = (
        "from common.programs.child_process import run_process\n"
        "from common.programs.confinement import Confinement\n"
        f"run_process([{sys.executable!r}, {str(bot)!r}], 60, confinement=Confinement(sandboxed=False))"
    )
    import subprocess

    process = subprocess.Popen([sys.executable, "-c", referee], cwd=Path(__file__).parents[3])
    deadline = time.monotonic() + TIMEOUT_SECONDS
    while not (tmp_path / "begun").exists() and time.monotonic() < deadline:
        time.sleep(0.02)
    process.kill()
    process.wait()
    assert (tmp_path / "begun").exists() and surviving_processes(bot) == []


def test_bare_sandbox_has_no_capabilities() -> None:
    assert not any(UNSANDBOXED[1:])
