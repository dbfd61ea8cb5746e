"""Confine this process (limits, user id, Landlock, seccomp), then run a command in its place.

    python -I -S -c "import sys; sys.path[:0] = [FOLDER]; import launcher; launcher.start()"
        OPTION... -- COMMAND...

The module imports nothing of the project, since it runs inside the sandbox, where few files can be read. It
is imported rather than run, because Python caches bytecode of modules only, and every program waits for it.

Options are NAME=VALUE. `supervise` may have the process id of the parent, without which nothing shall run.
Without this option the command replaces this process. As in a shell, exit status 126
and 127 mean that the command could not be run.
"""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import Any

CANNOT_RUN = 126
NOT_FOUND = 127
# Signal numbers: importing the module `signal` would take as long as everything else here.
KILL = 9
BROKEN_PIPE = 13
TERMINATE = 15
FILE_TOO_LONG = 25
NOBODY = 65534

# Options of prctl(2).
PR_SET_PDEATHSIG = 1
PR_SET_SECCOMP = 22
PR_CAPBSET_DROP = 24
PR_SET_CHILD_SUBREAPER = 36
PR_SET_NO_NEW_PRIVS = 38
SECCOMP_MODE_FILTER = 2
CAPABILITY_VERSION_3 = 0x20080522
CAPABILITIES = 64

# landlock(7): the three system calls have these numbers on every architecture
CREATE_RULESET = 444
ADD_RULE = 445
RESTRICT_SELF = 446
RULE_PATH_BENEATH = 1
QUERY_VERSION = 1
EXECUTE = 1
WRITE_FILE = 2
READ_FILE = 4
READ_DIR = 8
READ = EXECUTE | READ_FILE | READ_DIR
MAKE_CHARACTER_DEVICE = 1 << 6
MAKE_SOCKET = 1 << 9
MAKE_BLOCK_DEVICE = 1 << 11
REFER = 1 << 13
TRUNCATE = 1 << 14
IOCTL_DEVICE = 1 << 15
VERSION_1_RIGHTS = (1 << 13) - 1
NEWER_RIGHTS = {2: REFER, 3: TRUNCATE, 5: IOCTL_DEVICE}  # keys: the Landlock version that introduced them
WRITE = (1 << 16) - 1 & ~(MAKE_CHARACTER_DEVICE | MAKE_SOCKET | MAKE_BLOCK_DEVICE)
RIGHTS = {"read": READ, "list": READ_DIR, "write": WRITE}
NETWORK_VERSION = 4
NETWORK_RIGHTS = 3
SCOPE_VERSION = 6
SCOPES = 3  # abstract Unix sockets and signals
DEVICES = ("/dev/null", "/dev/zero", "/dev/full")

# seccomp(2): a program of BPF instructions (code, jump if true, jump if false, constant)
LOAD = 0x20
JUMP_IF_EQUAL = 0x15
JUMP_IF_AT_LEAST = 0x35
RETURN = 0x06
NUMBER_OFFSET = 0  # offsets in struct seccomp_data
ARCHITECTURE_OFFSET = 4
ALLOW = 0x7FFF0000
FAIL = 0x00050000
EPERM = 1
ENOSYS = 38
FIRST_X32 = 0x40000000  # the same calls under other numbers, on x86-64
ARCHITECTURES = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
# Calls that open sockets or hold memory not counted for any process: socket, memfd_create, memfd_secret,
# shmget, msgget, io_uring_setup.
REFUSED_CALLS = {
    "x86_64": (41, 319, 447, 29, 68, 425),
    "aarch64": (198, 279, 447, 194, 186, 425),
}
# Calls that change modes, owners, times and attributes of files, which Landlock does not control: chmod,
# fchmod, fchmodat, chown, fchown, lchown, fchownat, utime, utimes, futimesat, utimensat, setxattr,
# lsetxattr, fsetxattr, removexattr, lremovexattr, fremovexattr. The newer ones have the same numbers on
# every architecture: fchmodat2, setxattrat, removexattrat, file_setattr. All do nothing and report success:
# a program that copies a file calls them needlessly and must not fail.
NEWER_CALLS = (452, 463, 466, 469)
IGNORED_CALLS = {
    "x86_64": (90, 91, 268, 92, 93, 94, 260, 132, 235, 261, 280, 188, 189, 190, 197, 198, 199, *NEWER_CALLS),
    "aarch64": (52, 53, 54, 55, 88, 5, 6, 7, 14, 15, 16, *NEWER_CALLS),
}


class ConfinementFailed(OSError):
    """The failure of a confining step without which the command must not run."""


def start() -> None:
    """Run `main` on the command line and exit at once, skipping Python's slower clean-up."""
    os._exit(main(sys.argv[1:]))


def main(words: Sequence[str]) -> int:
    """Confine this process and run the command. `words` are the options, `--`, and the command.

    With `supervise`, return the command's exit status, 128 + N if signal N ended it. Without it the command
    replaces this process, so return only if it could not be run (126 or 127).
    """
    at = words.index("--")
    options, command = [word.partition("=")[::2] for word in words[:at]], list(words[at + 1 :])
    settings = dict(options)
    set_limits(settings)
    if "supervise" not in settings:
        return run(options, command)
    parent, supervisor = int(settings["supervise"] or os.getppid()), os.getpid()
    on_termination(kill_children)
    die_with_parent(parent, TERMINATE)
    prctl(PR_SET_CHILD_SUBREAPER, 1)
    program = os.fork()
    if not program:
        die_with_parent(supervisor)
        os._exit(run(options, command, supervisor))
    if os.getppid() != parent:  # it ended before there was a program to kill
        kill_children()
    return supervise(program)


def run(options: Sequence[tuple[str, str]], command: list[str], supervisor: int = 0) -> int:
    """Confine this process and replace it by the command. Return an exit status only on failure.

    `options` are pairs of name and value; limits among them are ignored, since `main` has set them.
    `supervisor` is the process id of the parent that supervises the command, if there is one. On failure the
    reason is printed to stderr.
    """
    settings = dict(options)
    try:
        if "user" in settings:
            library()  # the other user may not be able to read Python's modules
            switch_user(int(settings["user"]))
            if supervisor:
                die_with_parent(supervisor)  # forgotten by the system when the user id changed
        if "powerless" in settings:
            drop_capabilities()
        if (
            "folder" in settings
        ):  # after the change of user: root without capabilities cannot enter another user's folder
            os.chdir(settings["folder"])
        if "scope" in settings:
            confine_signals()
        if "landlock" in settings:
            restrict_files([(RIGHTS[name], path) for name, path in options if name in RIGHTS])
        if "filter" in settings:
            filter_calls(ignore_mode_changes="landlock" in settings)
        for number in (BROKEN_PIPE, FILE_TOO_LONG):  # Python ignores both; the program must not
            library().signal(number, None)
        os.execvp(command[0], command)
    except (FileNotFoundError, NotADirectoryError) as problem:
        print(f"{command[0]}: {problem.strerror}", file=sys.stderr)
        return NOT_FOUND
    except OSError as problem:
        print(f"{problem.filename or command[0]}: {problem.strerror or problem}", file=sys.stderr)
        return CANNOT_RUN


def on_termination(act: Callable[[], object]) -> None:
    """Make SIGTERM call `act` instead of ending this process."""
    import _signal  # type: ignore[import-not-found, unused-ignore]  # built in, unlike `signal`

    _signal.signal(TERMINATE, lambda number, frame: act())


def supervise(program: int) -> int:
    """Wait for a program, then kill all processes that it left behind, and return its exit status.

    `program` is a process id. The status is 128 + N if signal N ended it. Orphans become children of this
    process, since it is a subreaper.
    """
    status = 0
    while True:
        found, ended = os.wait()
        if found == program:
            status = ended
            break
    while kill_children():
        os.wait()
    return 128 + os.WTERMSIG(status) if os.WIFSIGNALED(status) else os.WEXITSTATUS(status)


def kill_children() -> bool:
    """Kill this process's children; return True if there were any."""
    children = own_children()
    for child in children:
        os.kill(child, KILL)
    return bool(children)


def own_children() -> list[int]:
    """List the ids of this process's children; empty if the system has no list of them."""
    try:
        with open(f"/proc/self/task/{os.getpid()}/children", encoding="ascii") as file:
            return [int(word) for word in file.read().split()]
    except OSError:
        return []


def set_limits(settings: dict[str, str]) -> None:
    """Set the limits of CPU time, file size and open files that the options name.

    `cpu` is in seconds, `file` in bytes; each is SOFT:HARD or one number for both. A limit above the hard
    limit in force is lowered to it. Core dumps are always disabled.
    """
    import resource

    kinds = {"cpu": resource.RLIMIT_CPU, "file": resource.RLIMIT_FSIZE, "files": resource.RLIMIT_NOFILE}
    for name, kind in kinds.items():
        if name in settings:
            soft, _, hard = settings[name].partition(":")
            most = resource.getrlimit(kind)[1]
            limits = [int(soft), int(hard or soft)]
            if most != resource.RLIM_INFINITY:
                limits = [min(limit, most) for limit in limits]
            resource.setrlimit(kind, (limits[0], limits[1]))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def switch_user(user: int) -> None:
    """Switch from root to another user id, and the group of the same id, for good; drop all capabilities.

    Raise OSError if the system refuses.
    """
    os.setgroups([])
    os.setresgid(user, user, user)
    os.setresuid(user, user, user)


# SYSTEM CALLS that Python has no functions for


def library() -> Any:
    """Load the C library."""
    import ctypes

    return ctypes.CDLL(None, use_errno=True)


def prctl(operation: int, *arguments: int) -> bool:
    """Call prctl(2) and return True on success, False if it fails or the system does not have it."""
    if not sys.platform.startswith("linux"):
        return False
    from ctypes import c_ulong

    padded = [*arguments, *[0] * (4 - len(arguments))]
    return bool(library().prctl(operation, *map(c_ulong, padded)) == 0)


def die_with_parent(parent: int, number: int = KILL) -> None:
    """Make the system send this process signal `number` when its parent ends, even if that is killed.

    Exit at once if the process with the id `parent` has ended before: the system would not notice any more.
    """
    prctl(PR_SET_PDEATHSIG, number)
    if os.getppid() != parent:
        os._exit(128 + KILL)


def drop_capabilities() -> None:
    """Drop every capability for good, without changing the user id. Raise `ConfinementFailed`."""
    import ctypes

    for capability in range(CAPABILITIES):
        prctl(PR_CAPBSET_DROP, capability)
    header = (ctypes.c_uint32 * 2)(CAPABILITY_VERSION_3, 0)
    if library().capset(header, (ctypes.c_uint32 * 6)()):
        raise ConfinementFailed(ctypes.get_errno(), "capabilities cannot be dropped")


def restrict_files(rules: Iterable[tuple[int, str]]) -> None:
    """Restrict this process by Landlock to what the rules allow. Raise `ConfinementFailed`.

    A rule is (rights, path), the rights being a bit set, and holds for a path and everything beneath it.
    Paths that cannot be opened are skipped. `DEVICES` are always allowed. If the Landlock version can do so,
    the network and signals to processes outside are refused too.
    """
    libc, version = library(), landlock_version()
    if version < 1:
        raise ConfinementFailed(ENOSYS, "Landlock is not available")
    rights = VERSION_1_RIGHTS | sum(right for first, right in NEWER_RIGHTS.items() if version >= first)
    ruleset = create_ruleset(
        rights, NETWORK_RIGHTS if version >= NETWORK_VERSION else 0, supported_scopes(version)
    )
    for wanted, path in [*rules, *((READ_FILE | WRITE_FILE | TRUNCATE, device) for device in DEVICES)]:
        allow_path(libc, ruleset, path, wanted & rights)
    apply_ruleset(ruleset)


def confine_signals() -> None:
    """Refuse signals to processes outside, so that the program cannot kill its supervisor.

    Do nothing if Landlock is too old for that. Raise `ConfinementFailed` if it fails otherwise.
    """
    if scopes := supported_scopes(landlock_version()):
        apply_ruleset(create_ruleset(0, 0, scopes))


def landlock_version() -> int:
    """Return the version of Landlock, 0 or less if it is not available."""
    return (
        int(library().syscall(CREATE_RULESET, None, 0, QUERY_VERSION))
        if sys.platform.startswith("linux")
        else 0
    )


def supported_scopes(version: int) -> int:
    """Return the scope bits that a Landlock version supports."""
    return SCOPES if version >= SCOPE_VERSION else 0


def create_ruleset(files: int, network: int, scopes: int) -> int:
    """Create a Landlock ruleset that refuses these rights (bit sets); return its file descriptor.

    Raise `ConfinementFailed`.
    """
    import ctypes

    size = 24 if scopes else 16 if network else 8
    ruleset = int(library().syscall(CREATE_RULESET, (ctypes.c_uint64 * 3)(files, network, scopes), size, 0))
    if ruleset < 0:
        raise ConfinementFailed(ctypes.get_errno(), "Landlock cannot be set up")
    return ruleset


def apply_ruleset(ruleset: int) -> None:
    """Apply a ruleset to this process and its future children for good, and close its descriptor.

    Raise `ConfinementFailed`.
    """
    import ctypes

    prctl(PR_SET_NO_NEW_PRIVS, 1)
    if library().syscall(RESTRICT_SELF, ruleset, 0):
        raise ConfinementFailed(ctypes.get_errno(), "Landlock cannot be applied")
    os.close(ruleset)


def allow_path(libc: Any, ruleset: int, path: str, rights: int) -> None:
    """Add a rule for a path and everything beneath it; skip a path that cannot be opened.

    `libc` is the C library, `rights` a bit set, of which a file gets only those that apply to files. Raise
    `ConfinementFailed`.
    """
    import ctypes

    try:
        opened = os.open(path, os.O_PATH | os.O_CLOEXEC)  # type: ignore[attr-defined, unused-ignore]
    except OSError:
        return
    if not os.path.isdir(path):
        rights &= EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE | IOCTL_DEVICE
    rule = (ctypes.c_char * 12).from_buffer(
        bytearray(rights.to_bytes(8, sys.byteorder) + opened.to_bytes(4, sys.byteorder))
    )
    failed = libc.syscall(ADD_RULE, ruleset, RULE_PATH_BENEATH, rule, 0)
    os.close(opened)
    if failed:
        raise ConfinementFailed(ctypes.get_errno(), "a rule of Landlock cannot be added", path)


def filter_calls(ignore_mode_changes: bool) -> None:
    """Install a seccomp filter that refuses calls for sockets and hidden memory.

    With `ignore_mode_changes`, calls that change modes, owners or times of files do nothing. Raise
    `ConfinementFailed`. On an architecture without a table nothing is filtered.
    """
    import ctypes

    machine = os.uname().machine
    if machine not in ARCHITECTURES:
        return
    code = b"".join(filter_program(machine, ignore_mode_changes))
    text = ctypes.create_string_buffer(code, len(code))

    class Filter(ctypes.Structure):
        _fields_ = (("length", ctypes.c_ushort), ("instructions", ctypes.c_void_p))

    prctl(PR_SET_NO_NEW_PRIVS, 1)
    filter_struct = Filter(len(code) // 8, ctypes.addressof(text))
    if not prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, ctypes.addressof(filter_struct)):
        raise ConfinementFailed(ctypes.get_errno(), "system calls cannot be filtered")


def filter_program(machine: str, ignore_mode_changes: bool) -> list[bytes]:
    """Return the BPF program of the filter, by instruction. `machine` must be one of `ARCHITECTURES`.

    Calls of another architecture and refused calls fail. Ignored calls, if `ignore_mode_changes`, return 0
    without effect. All others run.
    """
    answers = dict.fromkeys(IGNORED_CALLS[machine] if ignore_mode_changes else (), FAIL) | dict.fromkeys(
        REFUSED_CALLS[machine], FAIL | EPERM
    )
    code = [instruction(LOAD, constant=ARCHITECTURE_OFFSET)]
    code += [
        instruction(JUMP_IF_EQUAL, 1, 0, ARCHITECTURES[machine]),
        instruction(RETURN, constant=FAIL | ENOSYS),
    ]
    code += [instruction(LOAD, constant=NUMBER_OFFSET)]
    code += [instruction(JUMP_IF_AT_LEAST, 0, 1, FIRST_X32), instruction(RETURN, constant=FAIL | ENOSYS)]
    for number, answer in answers.items():
        code += [instruction(JUMP_IF_EQUAL, 0, 1, number), instruction(RETURN, constant=answer)]
    return [*code, instruction(RETURN, constant=ALLOW)]


def instruction(code: int, if_true: int = 0, if_false: int = 0, constant: int = 0) -> bytes:
    """Encode one BPF instruction as a struct sock_filter.

    `if_true` and `if_false` are the numbers of instructions that a jump skips.
    """
    return code.to_bytes(2, sys.byteorder) + bytes([if_true, if_false]) + constant.to_bytes(4, sys.byteorder)
