"""Players that need no knowledge of a game: somebody's program, and chance."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, NamedTuple, Protocol, runtime_checkable

from common.rules.errors import BadInput, quoted
from common.rules.position import Player, Position
from common.search.limit import Level, Limit

if TYPE_CHECKING:
    import subprocess

FLOOD = 1 << 20  # bytes of output after which a program is stopped
KEPT = 1 << 16  # bytes of its output that are looked at
NOVICE = 0.8  # share of greedy moves of a `novice`; the others are random
_TOKEN = "GAME_PLAYER"  # in the environment of a program, so that its stray children are found


class PlayerSettings(NamedTuple):
    """What a player thinks with; in one of `many` games side by side in this process on one thread, in machine code.

    A `patient` one waits until machine code is compiled, because no clock runs yet; `shown` is its thinking on a terminal. People
    who are `coached` are told what their moves gave away.
    """

    level: Level = Level()
    threads: int = 2
    seed: int = 0
    many: bool = False
    patient: bool = False
    shown: bool = True
    coached: bool = False

    @property
    def limit(self) -> Limit:
        """Of a move."""
        return self.level.limit


@runtime_checkable
class Reporting(Protocol):
    """A player that can say what it knows of its last move."""

    def known(self) -> dict[str, Any]:
        """What a record keeps of that."""


class PlayerFault(Exception):
    """A player lost by a fault; the message is what it did, e.g. `gives up`; `detail` its last words, `kind` for counting."""

    def __init__(self, what: str, detail: str = "", kind: str = "crash") -> None:
        super().__init__(what)
        self.detail, self.kind = detail, kind


class Stateless:
    """A player that decides every move anew: what it was asked before does not count, so a game can go on without it."""

    def __init__(self, decide: Callable[[Any], Any]) -> None:
        self._decide = decide

    def __call__(self, position: Position) -> Any:
        """Its move. Raises what the player raises."""
        return self._decide(position)


def always(decide: Callable[[Any], Any]) -> Callable[[PlayerSettings], Player[Any]]:
    """Makes a player that needs neither limit nor seed."""
    return lambda settings: Stateless(decide)


def seeded(make: Callable[[int], Player[Any]]) -> Callable[[PlayerSettings], Player[Any]]:
    """Makes a player that needs a seed only."""
    return lambda settings: make(settings.seed)


def random_player(seed: int) -> Callable[[Position], Any]:
    """A player that picks any legal move; the same seed, the same game."""
    import random

    choice = random.Random(seed)
    return lambda position: choice.choice(position.moves())


def mostly(player: Callable[[Any], Any], share: float, seed: int) -> Callable[[Any], Any]:
    """A player who makes any legal move where he does not follow another one, which he does in a share of his moves."""
    import random

    chance, any_move = random.Random(seed), random_player(seed)
    return lambda position: player(position) if chance.random() < share else any_move(position)


def program_player(command: str, seconds: float, arguments: Callable[[Any], list[str]]) -> Callable[[Any], Any]:
    """Somebody's program, started anew for each move; `arguments` tell it the position.

    Raises BadInput if the command's first word cannot be run; the player raises PlayerFault.
    """
    words = split_command(command)

    def player(position: Position) -> Any:
        answer = run_program([*words, *arguments(position)], seconds)
        try:
            move = position.read_move(answer)
        except BadInput:
            raise PlayerFault(f"makes an unintelligible move: {quoted(answer)}", kind="unintelligible move") from None
        if move not in position.moves():
            raise PlayerFault(f"makes an illegal move: {quoted(answer)}", kind="illegal move")
        return move

    return Stateless(player)


def split_command(command: str) -> list[str]:
    """The words of a command line, split as a shell would. Raises BadInput if the first cannot be run."""
    import shlex
    import shutil

    try:
        words = shlex.split(command, posix=os.name != "nt")
    except ValueError as problem:
        raise BadInput(f"{quoted(command)} is not a player's command: {problem}") from None
    words = [word.strip('"') for word in words] if os.name == "nt" else words
    if not words or shutil.which(words[0]) is None:
        raise BadInput(f"{quoted(command)} is neither a player's name nor a command that can be run, e.g. 'python player.py'")
    return words


class Finished(NamedTuple):
    """How a program ended: its exit status (None: stopped at its limit), last lines of its output and of stderr."""

    status: int | None
    answer: str
    last_words: str
    flooded: bool

    def check(self, seconds: float) -> None:
        """Raise PlayerFault, in the words of the referee, if anything went wrong."""
        if self.flooded:
            raise PlayerFault(f"floods: more than {FLOOD} bytes", self.last_words, "flood")
        if self.status is None:
            raise PlayerFault(f"does not answer within {seconds:g} s", self.last_words, "time")
        if self.status:
            raise PlayerFault(f"crashes: exit status {self.status}", self.last_words)


def run_program(command: list[str], seconds: float) -> str:
    """The last non-empty line that a program prints. Raises PlayerFault for every way it can fail."""
    ended = run_process(command, seconds)
    ended.check(seconds)
    if not ended.answer:
        raise PlayerFault("gives up", ended.last_words, "gives up")
    return ended.answer


def run_process(command: list[str], seconds: float, folder: Path | None = None) -> Finished:
    """Run a program without input or shell for `seconds` at most; nothing that it started outlives the call.

    Raises PlayerFault if it cannot be started.
    """
    import subprocess

    token = os.urandom(16).hex()
    environment = os.environ | {_TOKEN: token}
    pipe = subprocess.PIPE
    try:
        process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=pipe,
            stderr=pipe,
            env=environment,
            cwd=folder,
            start_new_session=os.name != "nt",
        )
    except OSError as problem:
        raise PlayerFault(f"crashes: cannot be started: {problem.strerror}") from None
    try:
        output, errors = _Reader(process.stdout), _Reader(process.stderr)
        status = _wait(process, seconds, output, errors)
    finally:
        _kill_tree(process, token)
    return Finished(status, output.last_line(), errors.last_line(), output.flooded or errors.flooded)


def _wait(process: subprocess.Popen[bytes], seconds: float, *readers: _Reader) -> int | None:
    """The exit status; None if time is up or a reader is flooded. In short waits, so that Ctrl-C arrives."""
    import subprocess

    deadline = time.monotonic() + seconds
    while (left := deadline - time.monotonic()) > 0 and not any(reader.flooded for reader in readers):
        try:
            return process.wait(min(left, 0.1))
        except subprocess.TimeoutExpired:
            continue
    return None


class _Reader:
    """Reads a pipe to its end in a thread, keeps the last part, and notices a flood."""

    def __init__(self, pipe: IO[bytes] | None) -> None:
        import threading

        self._pipe, self._kept, self._total = pipe, b"", 0
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def _read(self) -> None:
        if self._pipe:
            with self._pipe as pipe:
                while not self.flooded and (part := os.read(pipe.fileno(), KEPT)):
                    self._total += len(part)
                    self._kept = (self._kept + part)[-KEPT:]

    @property
    def flooded(self) -> bool:
        return self._total > FLOOD

    def last_line(self) -> str:
        """The last line that is not empty, once the pipe is closed."""
        self._thread.join(1)
        lines = self._kept.decode("utf-8", "replace").split("\n")
        return next((line.strip() for line in reversed(lines) if line.strip()), "")


def _kill_tree(process: subprocess.Popen[bytes], token: str) -> None:
    if os.name == "nt":
        import subprocess

        subprocess.run(["taskkill", "/F", "/T", "/PID", str(process.pid)], capture_output=True, check=False)
    else:
        _kill(os.killpg, process.pid)
        if sys.platform == "linux":
            for stray in _strays(token):
                _kill(os.kill, stray)
    process.wait()


def _kill(how: Callable[[int, int], None], number: int) -> None:
    import signal

    with suppress(ProcessLookupError, PermissionError):
        how(number, signal.SIGKILL)


def _strays(token: str) -> list[int]:
    """Processes that left the group but still carry the token of the program that started them."""
    mark = f"{_TOKEN}={token}".encode()
    return [int(folder.name) for folder in Path("/proc").iterdir() if folder.name.isdigit() and mark in _environment(folder)]


def _environment(folder: Path) -> bytes:
    try:
        return (folder / "environ").read_bytes()
    except OSError:
        return b""


def answer_in_file(command: list[str], seconds: float, given: str, wanted: str) -> str:
    """The file `wanted` that a program, started with `-i input.txt` in an empty folder, leaves there, without blanks.

    Raises PlayerFault for every way it can fail.
    """
    with after_running(command, seconds, given.encode()) as (folder, last_words):
        path = folder / wanted
        answered = "".join(path.read_text("ascii", "replace").split()) if path.is_file() else ""
    if not answered:
        raise PlayerFault("gives up", last_words, "gives up")
    return answered


@contextmanager
def after_running(command: list[str], seconds: float, given: bytes) -> Iterator[tuple[Path, str]]:
    """The folder, empty before but for `input.txt`, in which a program was run with `-i input.txt`, and its last words.

    Raises PlayerFault if it crashes, floods or does not end in time.
    """
    import tempfile

    words = [str(Path(word).resolve()) if Path(word).is_file() else word for word in command]  # its own files are named from here
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "input.txt").write_bytes(given)
        ended = run_process([*words, "-i", "input.txt"], seconds, Path(folder))
        ended.check(seconds)
        yield Path(folder), ended.last_words
