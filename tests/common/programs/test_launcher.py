"""The launcher: limits and confinement of a process, and the command that replaces it."""

from __future__ import annotations

import os
import select
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from common.programs import launcher
from common.programs.launcher import CANNOT_RUN, NOT_FOUND, ConfinementFailed, main
from tests.support.programs import on_linux, on_unix

pytestmark = on_unix
SECONDS = 60.0  # no test waits for as long
MACHINES = tuple(launcher.ARCHITECTURES)


def in_child(act: Callable[[], int | None], tmp_path: Path) -> tuple[int, str]:
    """Run a function in a forked process; return its exit status and what it and its commands print."""
    output = tmp_path / "output"
    sys.stdout.flush()
    sys.stderr.flush()
    child = os.fork()
    if not child:
        status = 99
        try:
            file = os.open(output, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
            os.dup2(file, 1)
            os.dup2(file, 2)
            sys.stderr = os.fdopen(2, "w", buffering=1, closefd=False)
            status = act() or 0
        finally:
            os._exit(status)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), output.read_text(encoding="utf-8")


def launched(tmp_path: Path, *words: str) -> tuple[int, str]:
    """Run the launcher on a command line."""
    return in_child(lambda: main(words), tmp_path)


# COMMANDS AND EXIT STATUS


def test_command_replaces_the_process(tmp_path: Path) -> None:
    assert launched(tmp_path, "--", "sh", "-c", "echo $0 $1; exit 7", "a b", "--") == (7, "a b --\n")


@pytest.mark.parametrize("options", [(), ("supervise=",)])
def test_missing_command_has_its_exit_status(tmp_path: Path, options: tuple[str, ...]) -> None:
    status, said = launched(tmp_path, *options, "--", str(tmp_path / "nothing"))
    assert (status, said) == (NOT_FOUND, f"{tmp_path}/nothing: No such file or directory\n")
    assert launched(tmp_path, "--", "/dev/null/x")[0] == NOT_FOUND


def test_command_that_cannot_run_has_its_exit_status(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("no program")
    status, said = launched(tmp_path, "--", str(tmp_path / "text"))
    assert (status, said) == (CANNOT_RUN, f"{tmp_path}/text: Permission denied\n")


def test_folder_that_is_missing_stops_the_command(tmp_path: Path) -> None:
    status, said = launched(tmp_path, f"folder={tmp_path}/none", "--", "echo", "ran")
    assert status == NOT_FOUND and "ran" not in said


def test_command_runs_in_the_given_folder(tmp_path: Path) -> None:
    assert launched(tmp_path, f"folder={tmp_path}", "--", "pwd", "-P") == (0, f"{tmp_path.resolve()}\n")


def test_failed_confinement_stops_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(launcher, "landlock_version", lambda: 0)
    status, said = launched(tmp_path, "landlock=", "--", "echo", "ran")
    assert (status, said) == (CANNOT_RUN, "echo: Landlock is not available\n")


def test_signals_ignored_by_python_have_their_usual_effect(tmp_path: Path) -> None:
    assert launched(tmp_path, "--", "sh", "-c", "kill -PIPE $$") == (-launcher.BROKEN_PIPE, "")


@on_linux
def test_supervisor_reports_the_signal_that_ended_the_program(tmp_path: Path) -> None:
    assert launched(tmp_path, "supervise=", "--", "sh", "-c", "kill -9 $$") == (128 + launcher.KILL, "")


@on_linux
def test_supervisor_kills_all_that_the_program_left_behind(tmp_path: Path) -> None:
    """The orphan holds a pipe open for as long as it lives."""
    reader, writer = os.pipe()
    os.set_inheritable(writer, True)
    assert launched(tmp_path, "supervise=", "--", "sh", "-c", "sleep 600 & exit 3") == (3, "")
    os.close(writer)
    assert select.select([reader], [], [], SECONDS)[0] and os.read(reader, 1) == b""
    os.close(reader)


def test_command_does_not_run_if_the_parent_has_ended_before(tmp_path: Path) -> None:
    """The system would not kill it any more; another process has become its parent."""
    parent = os.getpid()
    assert launched(tmp_path, f"supervise={parent}", "--", "echo", "runs") == (0, "runs\n")
    assert launched(tmp_path, f"supervise={parent + 1}", "--", "echo", "runs") == (128 + launcher.KILL, "")


def test_start_exits_with_the_status_of_main(monkeypatch: pytest.MonkeyPatch) -> None:
    statuses, words = list[int](), ["supervise=", "--", "x"]
    monkeypatch.setattr(sys, "argv", ["launcher", *words])
    monkeypatch.setattr(launcher, "main", lambda given: 5 if given == words else 1)
    monkeypatch.setattr(os, "_exit", statuses.append)
    launcher.start()
    assert statuses == [5]


# LIMITS


def test_limits_are_set_as_soft_and_hard(tmp_path: Path) -> None:
    import resource

    def limited() -> None:
        launcher.set_limits({"cpu": "50:60", "file": "4096", "files": "32"})
        kinds = (resource.RLIMIT_CPU, resource.RLIMIT_FSIZE, resource.RLIMIT_NOFILE, resource.RLIMIT_CORE)
        os.write(1, repr([resource.getrlimit(kind) for kind in kinds]).encode())

    assert in_child(limited, tmp_path) == (0, "[(50, 60), (4096, 4096), (32, 32), (0, 0)]")


def test_limits_never_exceed_those_of_the_system(tmp_path: Path) -> None:
    import resource

    def limited() -> None:
        resource.setrlimit(resource.RLIMIT_NOFILE, (16, 24))
        launcher.set_limits({"files": "20:512"})
        first = resource.getrlimit(resource.RLIMIT_NOFILE)
        launcher.set_limits({"files": "512"})
        os.write(1, repr((first, resource.getrlimit(resource.RLIMIT_NOFILE))).encode())

    assert in_child(limited, tmp_path) == (0, "((20, 24), (24, 24))")


def test_limit_that_no_option_names_stays(tmp_path: Path) -> None:
    import resource

    before = resource.getrlimit(resource.RLIMIT_NOFILE)

    def limited() -> None:
        launcher.set_limits({})
        os.write(1, repr(resource.getrlimit(resource.RLIMIT_NOFILE)).encode())

    assert in_child(limited, tmp_path) == (0, repr(before))


# FILTER OF SYSTEM CALLS


Instruction = tuple[int, int, int, int]  # operation, jump if true, jump if false, constant


def filter_code(machine: str, ignoring: bool) -> list[Instruction]:
    """Return the filter for a machine, decoded."""
    return [decoded(word) for word in launcher.filter_program(machine, ignoring)]


def decoded(word: bytes) -> Instruction:
    assert len(word) == 8
    return int.from_bytes(word[:2], sys.byteorder), word[2], word[3], int.from_bytes(word[4:], sys.byteorder)


def answer(code: list[Instruction], architecture: int, number: int) -> int:
    """Run a BPF program, as the system does, and return its answer to a call."""
    at, loaded = 0, 0
    while True:
        operation, if_true, if_false, constant = code[at]
        at += 1
        if operation == launcher.RETURN:
            return constant
        if operation == launcher.LOAD:
            loaded = architecture if constant == launcher.ARCHITECTURE_OFFSET else number
        else:
            at += if_true if compares(operation, loaded, constant) else if_false


def compares(operation: int, loaded: int, constant: int) -> bool:
    assert operation in (launcher.JUMP_IF_EQUAL, launcher.JUMP_IF_AT_LEAST)
    return loaded == constant if operation == launcher.JUMP_IF_EQUAL else loaded >= constant


@pytest.mark.parametrize("machine", MACHINES)
@pytest.mark.parametrize("ignoring", [True, False])
def test_filter_answers_every_call_as_its_table_says(machine: str, ignoring: bool) -> None:
    code, here = filter_code(machine, ignoring), launcher.ARCHITECTURES[machine]
    refused, ignored = launcher.REFUSED_CALLS[machine], launcher.IGNORED_CALLS[machine]
    for number in range(600):
        expected = launcher.ALLOW
        if number in refused:
            expected = launcher.FAIL | launcher.EPERM
        elif number in ignored and ignoring:
            expected = launcher.FAIL  # with error number 0: the call returns success and does nothing
        assert answer(code, here, number) == expected, number
    assert not set(refused) & set(ignored)


@pytest.mark.parametrize("machine", MACHINES)
def test_filter_refuses_calls_of_another_architecture(machine: str) -> None:
    code, wrong = filter_code(machine, False), launcher.FAIL | launcher.ENOSYS
    for other in {0x40000003, *launcher.ARCHITECTURES.values()} - {launcher.ARCHITECTURES[machine]}:
        assert answer(code, other, 1) == wrong
    x32 = [answer(code, launcher.ARCHITECTURES[machine], launcher.FIRST_X32 + number) for number in (0, 41)]
    assert x32 == [wrong, wrong]


def test_filter_is_left_out_on_an_unknown_architecture(monkeypatch: pytest.MonkeyPatch) -> None:
    def called(*words: int) -> bool:
        raise AssertionError

    monkeypatch.setattr(os, "uname", lambda: os.uname_result(("Linux", "", "", "", "riscv64")))
    monkeypatch.setattr(launcher, "prctl", called)
    launcher.filter_calls(ignore_mode_changes=True)


@on_linux
def test_filter_holds_in_a_process(tmp_path: Path) -> None:
    if os.uname().machine not in MACHINES:
        pytest.skip("no table for this architecture")

    def filtered() -> None:
        import socket

        launcher.filter_calls(ignore_mode_changes=True)
        tmp_path.chmod(0o111)
        try:
            socket.socket()
        except PermissionError:
            os.write(1, b"refused")

    before = tmp_path.stat().st_mode
    assert in_child(filtered, tmp_path) == (0, "refused")
    assert tmp_path.stat().st_mode == before


# SYSTEM CALLS


class Library:
    """A C library that notes its calls and returns fixed results."""

    def __init__(self, *results: int) -> None:
        self.results, self.calls = list(results), list[tuple[Any, ...]]()

    def syscall(self, *words: Any) -> int:
        self.calls.append(words)
        return self.results.pop(0)

    capset = syscall


@pytest.fixture
def no_calls(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(launcher, "prctl", lambda *words: True)


@pytest.mark.parametrize(
    ("fails", "call"),
    [
        ("capabilities cannot be dropped", launcher.drop_capabilities),
        ("Landlock cannot be applied", lambda: launcher.apply_ruleset(9)),
        ("Landlock cannot be set up", lambda: launcher.create_ruleset(1, 0, 0)),
        ("a rule of Landlock cannot be added", lambda: launcher.allow_path(launcher.library(), 9, "/", 1)),
    ],
)
@on_linux
@pytest.mark.usefixtures("no_calls")
def test_confining_step_that_fails_is_an_error(
    monkeypatch: pytest.MonkeyPatch, fails: str, call: Callable[[], object]
) -> None:
    monkeypatch.setattr(launcher, "library", lambda: Library(-1))
    with pytest.raises(ConfinementFailed, match=fails):
        call()


@on_linux
def test_rule_for_a_missing_path_is_left_out() -> None:
    library = Library()
    launcher.allow_path(library, 9, "/no/such/path", launcher.READ)
    assert library.calls == []


@on_linux
@pytest.mark.parametrize(("path", "rights"), [("/", launcher.WRITE), ("/dev/null", None)])
def test_rule_for_a_file_has_no_rights_of_folders(path: str, rights: int | None) -> None:
    library = Library(0)
    launcher.allow_path(library, 9, path, launcher.WRITE)
    (added,) = library.calls
    assert added[:3] == (launcher.ADD_RULE, 9, launcher.RULE_PATH_BENEATH) == (445, 9, 1)
    given = int.from_bytes(bytes(added[3])[:8], sys.byteorder)
    if rights is None:
        assert not given & launcher.READ_DIR and given & launcher.WRITE_FILE and given < launcher.WRITE
    else:
        assert given == rights


@on_linux
def test_landlock_holds_in_a_process(tmp_path: Path) -> None:
    if launcher.landlock_version() < 1:
        pytest.skip("this system has no Landlock")
    for name in ("own", "shown", "secret"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "file").write_text("text")

    def attempt(name: str, mode: str) -> str:
        try:
            with (tmp_path / name / "file").open(mode):
                return f"{name} {mode}"
        except PermissionError:
            return "no"

    def restricted() -> None:
        rules = [(launcher.READ, tmp_path / "shown"), (launcher.WRITE, tmp_path / "own")]
        launcher.restrict_files([(rights, str(path)) for rights, path in rules])
        found = [attempt(name, mode) for name in ("own", "shown", "secret") for mode in ("r", "a")]
        os.write(1, ", ".join(found).encode())

    assert in_child(restricted, tmp_path) == (0, "own r, own a, shown r, no, no, no")


@pytest.mark.parametrize(
    ("version", "newest", "network", "scopes"),
    [(1, 0, 0, 0), (2, launcher.REFER, 0, 0), (4, launcher.TRUNCATE, 3, 0), (6, launcher.IOCTL_DEVICE, 3, 3)],
)
def test_ruleset_has_the_rights_of_its_landlock_version(
    monkeypatch: pytest.MonkeyPatch, version: int, newest: int, network: int, scopes: int
) -> None:
    made, applied, rules = list[tuple[int, ...]](), list[int](), list[tuple[str, int]]()

    def create(*words: int) -> int:
        made.append(words)
        return 9

    monkeypatch.setattr(launcher, "library", Library)
    monkeypatch.setattr(launcher, "landlock_version", lambda: version)
    monkeypatch.setattr(launcher, "create_ruleset", create)
    monkeypatch.setattr(launcher, "apply_ruleset", applied.append)
    monkeypatch.setattr(
        launcher, "allow_path", lambda libc, ruleset, path, rights: rules.append((path, rights))
    )
    launcher.restrict_files([(launcher.READ, "/usr")])
    ((rights, *others),) = made
    assert others == [network, scopes] and applied == [9]
    assert rights >= launcher.VERSION_1_RIGHTS and rights & newest == newest
    assert not rights & ~(launcher.VERSION_1_RIGHTS | newest | newest - 1)
    assert [path for path, _ in rules] == ["/usr", *launcher.DEVICES]
    assert rules[0][1] == launcher.READ and all(not given & ~rights for _, given in rules)


@pytest.mark.parametrize(("version", "applied"), [(5, []), (6, [9])])
def test_signals_are_confined_by_new_landlock_versions(
    monkeypatch: pytest.MonkeyPatch, version: int, applied: list[int]
) -> None:
    found = list[int]()
    monkeypatch.setattr(launcher, "landlock_version", lambda: version)
    monkeypatch.setattr(launcher, "create_ruleset", lambda *words: 9 if words == (0, 0, 3) else 0)
    monkeypatch.setattr(launcher, "apply_ruleset", found.append)
    launcher.confine_signals()
    assert found == applied


def test_other_systems_have_neither_prctl_nor_landlock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    monkeypatch.setattr(launcher, "library", lambda: Library())
    assert (launcher.prctl(1, 9), launcher.landlock_version()) == (False, 0)


@on_linux
def test_children_of_a_process_are_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    child = os.fork()
    if not child:
        os._exit(0)
    try:
        assert child in launcher.own_children()
    finally:
        os.waitpid(child, 0)
    assert child not in launcher.own_children()
    monkeypatch.setattr(os, "getpid", lambda: -1)
    assert launcher.own_children() == []


def test_launcher_imports_nothing_of_the_project() -> None:
    """Inside a sandbox only its own folder can be read."""
    import ast

    for module in ("launcher", "probe"):
        path = Path(str(launcher.__file__)).with_name(f"{module}.py")
        nodes = list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
        names = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
        names |= {str(node.module) for node in nodes if isinstance(node, ast.ImportFrom)}
        assert names <= {*sys.stdlib_module_names, "collections.abc"} and "signal" not in names
