"""One-shot programs as players: started anew for each move, asked by arguments or by a file."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from common.programs.child_process import ProcessResult, run_process
from common.programs.confinement import DEFAULT_CONFINEMENT, Confinement
from common.programs.file_access import program_paths
from common.programs.move_clock import Overrun
from common.programs.own_folder import own_folder, read_regular
from common.rules.errors import BadInput, quoted
from common.rules.player import ForfeitError, StatelessPlayer
from common.rules.position import Position

MAX_ANSWER = 1 << 16  # maximum bytes of an answer file
WINDOWS_WORD = re.compile(r'(?:"[^"]*"|[^\s"])+')


def one_shot_player(
    command: str,
    seconds: float,
    arguments: Callable[[Any], list[str]],
    confinement: Confinement = DEFAULT_CONFINEMENT,
) -> Callable[[Any], Any]:
    """Return a player that starts a program for each move; `arguments` converts a position to words.

    The words follow the command, `seconds` is the time limit per move. Raise BadInput if the command's first
    word cannot be run. The player raises ForfeitError if the program fails or its move is not legal.
    """
    words, log = split_command(command), list[Overrun]()

    def player(position: Position) -> Any:
        answer = run_program([*words, *arguments(position)], seconds, confinement, log)
        return parse_legal_move(position, answer)

    return OneShotPlayer(player, log)


class OneShotPlayer(StatelessPlayer):
    """A player that starts a program for each move of one game, and the moves that took too long."""

    def __init__(self, decide: Callable[[Any], Any], log: list[Overrun]) -> None:
        """Make a player whose `decide` adds to the log."""
        super().__init__(decide)
        self.overruns = log


def parse_legal_move(position: Position, answer: str) -> Any:
    """Parse a program's answer into a legal move. Raise ForfeitError if it is not one."""
    try:
        move = position.read_move(answer)
    except BadInput:
        raise ForfeitError(
            f"makes an unintelligible move: {quoted(answer)}", kind="unintelligible move"
        ) from None
    if move not in position.moves():
        raise ForfeitError(f"makes an illegal move: {quoted(answer)}", kind="illegal move")
    return move


# COMMAND LINES


def join_command(words: Sequence[str]) -> str:
    """Join words into a command line; the inverse of `split_command`."""
    import shlex

    return " ".join(f'"{word}"' for word in words) if os.name == "nt" else shlex.join(words)


def split_command(command: str) -> list[str]:
    """Split a command line as a shell would, and make the names of existing files in it absolute.

    Raise BadInput if quotes do not match or the first word cannot be run.
    """
    import shlex
    import shutil

    try:
        words = split_windows_command(command) if os.name == "nt" else shlex.split(command)
    except ValueError as problem:
        raise BadInput(f"{quoted(command)} is not a player's command: {problem}") from None
    found = [make_absolute(word) for word in words]
    found[:1] = [one if Path(whole).is_dir() else whole for one, whole in zip(words[:1], found, strict=False)]
    if not found or shutil.which(found[0]) is None:
        raise BadInput(
            f"{quoted(command)} is neither a player's name nor a command that can be run, "
            "e.g. 'python player.py'"
        )
    return found


def split_windows_command(command: str) -> list[str]:
    """Split a command line as Windows does: only double quotes quote, and a backslash is like a letter.

    Raise ValueError if a quote is not closed.
    """
    if command.count('"') % 2:
        raise ValueError("No closing quotation")  # shlex's words
    return [word.replace('"', "") for word in WINDOWS_WORD.findall(command)]


def make_absolute(word: str) -> str:
    """Return a word made absolute if it is a path, or with each path in it if it is a list of paths.

    Only existing ones count, as for `is_path`.
    """
    parts = [word] if is_path(word) else word.split(os.pathsep)
    return os.pathsep.join(str(Path.cwd() / part) if is_path(part) else part for part in parts)


def is_path(word: str) -> bool:
    """Return True for a word that names an existing file or folder.

    A file counts only if the word contains a dot or a slash: `python` stays a command even beside a file of
    that name.
    """
    path = Path(word)
    try:
        return bool(word) and (
            path.is_dir() or (path.is_file() and ("." in word or "/" in word or os.sep in word))
        )
    except (OSError, ValueError):  # too long for a file name, or contains a zero byte
        return False


def program_files(command: str) -> set[Path]:
    """Return the files and folders of a program, from its command line.

    Raise BadInput if the command cannot be run.
    """
    return program_paths(split_command(command))


# RUNNING


def run_program(
    command: list[str],
    seconds: float,
    confinement: Confinement = DEFAULT_CONFINEMENT,
    log: list[Overrun] | None = None,
) -> str:
    """Run a program without a shell and return the last non-empty line that it prints, stripped.

    A move over the time limit is added to the log. Raise ForfeitError if the program crashes, exceeds a limit
    (`seconds` or another one) or prints no such line.
    """
    ended = run_process(command, seconds, confinement=confinement)
    check_ended(ended, seconds, log)
    if not ended.answer:
        raise ForfeitError("gives up", ended.last_words, "gives up")
    return ended.answer


def check_ended(ended: ProcessResult, seconds: float, log: list[Overrun] | None) -> None:
    """Note an overrun. Raise ForfeitError unless the program ended well and in time."""
    if ended.overrun and log is not None:
        log.append(ended.overrun)
    ended.check(seconds)


class FileQuestion(NamedTuple):
    """A question by file: the text of `input.txt`, and the name of the answer file."""

    input_text: str
    answer_name: str


def answer_from_file(
    command: list[str],
    seconds: float,
    question: FileQuestion,
    confinement: Confinement = DEFAULT_CONFINEMENT,
    log: list[Overrun] | None = None,
) -> str:
    """Run a program with `-i input.txt` and return its answer file without whitespace.

    A move over the time limit is added to the log. Raise ForfeitError if the program fails, or if the answer
    is missing, empty, longer than `MAX_ANSWER` bytes or not a regular file.
    """
    data = question.input_text.encode()
    with finished_program(command, seconds, data, confinement, log) as (folder, last_words):
        answered = "".join(read_answer(folder, question.answer_name).split())
    if not answered:
        raise ForfeitError("gives up", last_words, "gives up")
    return answered


def read_answer(folder: Path, name: str) -> str:
    """Return the text of an answer file, or an empty string if there is none.

    Characters outside ASCII are replaced. Raise ForfeitError if it is not a regular file or longer than
    `MAX_ANSWER` bytes.
    """
    try:
        return read_regular(folder, name, max_bytes=MAX_ANSWER).decode("ascii", "replace")
    except FileNotFoundError:
        return ""
    except BadInput as problem:
        raise ForfeitError(f"makes an unintelligible move: {problem}", kind="unintelligible move") from None


@contextmanager
def finished_program(
    command: list[str],
    seconds: float,
    input_bytes: bytes,
    confinement: Confinement = DEFAULT_CONFINEMENT,
    log: list[Overrun] | None = None,
) -> Iterator[tuple[Path, str]]:
    """Run a program with `-i input.txt`, then yield its folder and its last line on stderr.

    The folder initially contains only `input.txt` with `input_bytes`, and is removed at the end of the block.
    Raise ForfeitError if the program crashes, floods or exceeds a limit.
    """
    with own_folder(confinement.temporary_folder) as folder:
        (folder / "input.txt").write_bytes(input_bytes)
        ended = run_process([*command, "-i", "input.txt"], seconds, folder, confinement)
        check_ended(ended, seconds, log)
        yield folder, ended.last_words
