"""Somebody's program as a player: started anew for each move, asked by its arguments or by a file."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from common.play.child_process import run_process
from common.play.hidden_files import keep_apart
from common.play.players import PlayerFault, Stateless
from common.rules.errors import BadInput, quoted
from common.rules.position import Position


def program_player(command: str, seconds: float, arguments: Callable[[Any], list[str]]) -> Callable[[Any], Any]:
    """Somebody's program, started anew for each move; `arguments` tell it the position.

    Raises BadInput if the command's first word cannot be run; the player raises PlayerFault.
    """
    words = split_command(command)

    def player(position: Position) -> Any:
        return legal_move(position, run_program([*words, *arguments(position)], seconds))

    return Stateless(player)


def legal_move(position: Position, answer: str) -> Any:
    """The move that a program's answer means. Raises PlayerFault if it is none."""
    try:
        move = position.read_move(answer)
    except BadInput:
        raise PlayerFault(f"makes an unintelligible move: {quoted(answer)}", kind="unintelligible move") from None
    if move not in position.moves():
        raise PlayerFault(f"makes an illegal move: {quoted(answer)}", kind="illegal move")
    return move


def command_line(words: Sequence[str]) -> str:
    """The inverse of `split_command`."""
    import shlex

    return " ".join(f'"{word}"' for word in words) if os.name == "nt" else shlex.join(words)


def split_command(command: str, folder: Path | None = None) -> list[str]:
    """The words of a command line, split as a shell would; what lies in a folder by its whole path, hidden from other programs.

    Raises BadInput if the first cannot be run.
    """
    import shlex
    import shutil

    try:
        words = shlex.split(command, posix=os.name != "nt")
    except ValueError as problem:
        raise BadInput(f"{quoted(command)} is not a player's command: {problem}") from None
    words = [word.strip('"') for word in words] if os.name == "nt" else words
    found = [os.pathsep.join(_absolute(part, folder) for part in word.split(os.pathsep)) for word in words]
    found[:1] = [one if Path(whole).is_dir() else whole for one, whole in zip(words[:1], found, strict=False)]
    if not found or shutil.which(found[0]) is None:
        raise BadInput(f"{quoted(command)} is neither a player's name nor a command that can be run, e.g. 'python player.py'")
    keep_apart(found)
    return found


def _absolute(word: str, folder: Path | None) -> str:
    """A path of a folder, or from where one stands, as it is named from anywhere.

    Other words stay, as do those where one stands that name a file without a dot or a slash.
    """
    if folder and word and (folder / word).exists():
        return str((folder / word).absolute())
    path = Path(word)
    named = path.is_dir() or (path.is_file() and ("." in word or "/" in word or os.sep in word))
    return str(Path.cwd() / path) if word and named else word


def run_program(command: list[str], seconds: float) -> str:
    """The last non-empty line that a program prints. Raises PlayerFault for every way it can fail."""
    ended = run_process(command, seconds)
    ended.check(seconds)
    if not ended.answer:
        raise PlayerFault("gives up", ended.last_words, "gives up")
    return ended.answer


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

    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "input.txt").write_bytes(given)
        ended = run_process([*command, "-i", "input.txt"], seconds, Path(folder))
        ended.check(seconds)
        yield Path(folder), ended.last_words
