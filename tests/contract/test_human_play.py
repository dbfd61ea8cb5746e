"""A human at a real terminal in each of the five games: questions, boards, input and messages."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.support.programs import (
    Run,
    on_unix,
    plain_text,
    program_command,
    read_json_lines,
    start_on_terminal,
    wait_for_exit,
)
from tests.support.screen import Screen

pexpect: Any = pytest.importorskip("pexpect")
pytestmark = on_unix


class AtTheBoard(NamedTuple):
    """A game as a beginner sees it: sides, prompt, a move, patterns of status and board, options."""

    script: str
    side: str
    other: str
    prompt: str
    move: str
    status: str
    header: str
    more: tuple[str, ...] = ()

    @property
    def named(self) -> str:
        return self.side if self.side.isupper() else f"the {self.side}"


GAMES = [
    AtTheBoard(
        "game.py",
        "cat",
        "catcher",
        "Cat's step (NW NE W E SW SE): ",
        "nw",
        r"(?:\d+ steps? to the nearest exit|no way out)",
        r"/0\\ /1|0 1 2",
        ("--no-gif",),
    ),
    AtTheBoard(
        "squirrels.py",
        "X",
        "O",
        "Square: ",
        "c3",
        r"values X \d+ O \d+",
        "A     B     C",
    ),
    AtTheBoard(
        "duel7.py",
        "X",
        "O",
        "Choose piece to move: ",
        "a1 b1",
        r"turns left \d+ \| moveable space X \d+ O \d+",
        "1   2   3",
        ("--place", "X a1 O g7"),
    ),
    AtTheBoard(
        "walls.py",
        "A",
        "B",
        "A's move (f/l/r): ",
        "f",
        r"A \d+ bricks?, idle \d/9 \| B \d+ bricks?, idle \d/9",
        "1  2  3",
    ),
    AtTheBoard(
        "catsdogs.py",
        "cat",
        "dog",
        "Cat's move: ",
        "d4 d5",
        r"\d+ dogs left",
        "1   2   3",
    ),
]
each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.script)
WEAK = ("--seed", "7")
FIRST = ("--level", "1", *WEAK)


def start_play(game: AtTheBoard, folder: Path, *options: str, columns: int = 80, rows: int = 24) -> Any:
    """Start `play` alone on a terminal; it asks for the side first."""
    return start_on_terminal(game.script, folder, "play", *game.more, *options, columns=columns, rows=rows)


def start_human_game(game: AtTheBoard, folder: Path, *options: str, term: str = "xterm-256color") -> Any:
    """Start a game of a human with the first side against level 1, and wait for the prompt for a move."""
    child = start_on_terminal(
        game.script,
        folder,
        "play",
        *game.more,
        *FIRST,
        *options,
        f"--{game.side.lower()}",
        "human",
        term=term,
    )
    child.expect_exact(game.prompt)
    return child


def answer_prompt(child: Any, answer: str, prompt: str) -> str:
    """Send an answer and return the terminal's output up to the next prompt."""
    child.sendline(answer)
    child.expect_exact(prompt)
    return str(child.before)


# QUESTIONS AND BOARDS


@each_game
@pytest.mark.parametrize(("columns", "rows"), [(80, 24), (120, 40), (40, 24)])
def test_play_asks_side_and_level_and_shows_boards(
    game: AtTheBoard, columns: int, rows: int, tmp_path: Path
) -> None:
    child, screen = start_play(game, tmp_path, *WEAK, columns=columns, rows=rows), Screen(columns, rows)
    for default in (game.side, "1"):
        child.expect_exact(f"[{default}]: ")
        screen.feed(child.before + child.after)
        child.sendline("")
    child.expect_exact(game.prompt)
    shown = plain_text(screen.feed(child.before + child.after).text())
    assert "resign rules help quit" in " ".join(shown.split())
    assert re.search(rf"Move \d \| {game.status} \| {game.side} to move \| you are {game.named}", shown)
    screen.feed((played := answer_prompt(child, game.move, game.prompt)) + child.after)
    assert sum(bool(re.search(game.header, line)) for line in screen.lines()) == 1, "one board is seen"
    assert re.search(rf"Move \d \| {game.status}", plain_text(screen.text()))
    assert screen.text().endswith(game.prompt.strip())
    assert re.search(r"\[[A-Z#<>v^]+\d*\]", screen.text()), "the last move is in brackets"
    assert re.search(r"\x1b\[1;[0-9;]+m\[", played), "and in colour"
    child.sendline("quit")
    assert wait_for_exit(child)[0] == 0


@each_game
@pytest.mark.parametrize(
    "limited",
    [
        ("TERM", "dumb", "\x1b"),
        ("NO_COLOR", "1", r"\x1b\[[0-9;]*[34][0-7]"),
        ("PYTHONIOENCODING", "ascii", "[^\x00-\x7f]"),
    ],
)
def test_plain_terminal_gets_plain_board(
    game: AtTheBoard,
    limited: tuple[str, str, str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """`limited` is a variable that limits the terminal, its value, and the pattern that must not appear."""
    variable, value, unwanted = limited
    monkeypatch.setenv(variable, value)
    child = start_human_game(game, tmp_path, term=value if variable == "TERM" else "xterm-256color")
    shown = child.before + answer_prompt(child, game.move, game.prompt)
    assert not re.search(unwanted, shown)
    assert "[" in shown and re.search(game.status, plain_text(shown))
    child.sendline("quit")
    assert wait_for_exit(child)[0] == 0


@each_game
def test_boards_are_shown_in_engine_games_and_replays(game: AtTheBoard, tmp_path: Path) -> None:
    players = (f"--{game.side.lower()}", "random", f"--{game.other.lower()}", "random")
    child = start_on_terminal(
        game.script, tmp_path, "play", *game.more, *WEAK, *players, "--record", "game.jsonl"
    )
    wait_for_exit(child)
    played = plain_text(child.before)
    last = len(read_json_lines(tmp_path / "game.jsonl")) - 2
    child = start_on_terminal(game.script, tmp_path, "replay", "game.jsonl")
    wait_for_exit(child)
    for shown in (played, plain_text(child.before)):
        found = re.findall(rf"(?:Move|After move) (\d+) \| {game.status}", shown)
        assert list(map(int, found))[:last] == [*range(1, last + 1)]
        assert f"After move {last}" in shown


# INPUT


@each_game
def test_resign_loses_the_game_and_is_recorded(game: AtTheBoard, tmp_path: Path) -> None:
    child = start_human_game(game, tmp_path, "--record", "game.jsonl")
    child.sendline("resign")
    if game.script == "walls.py":
        child.expect_exact("Game 1: A resigns. A 0 bricks, B 0 bricks. A 0 points, B 2 points.")
        child.expect_exact("Game 2: B starts")
        child.expect_exact(game.prompt)
        child.sendline("resign")
        child.expect_exact("Match: A 0 points, B 4 points")
    assert wait_for_exit(child)[0] == 0
    end = read_json_lines(tmp_path / "game.jsonl")[-1]["outcome"]
    assert (end["winner"], end["reason"]) == (game.other, f"{game.side.capitalize()} resigns")


@each_game
def test_hint_has_score_and_short_line(game: AtTheBoard, tmp_path: Path) -> None:
    limit = ("--depth", "2") if game.script == "squirrels.py" else ("--nodes", "300")
    child = start_on_terminal(
        game.script, tmp_path, "play", *game.more, *WEAK, *limit, f"--{game.side.lower()}", "human"
    )
    child.timeout = 120  # the first hint of a game may wait for compilation
    child.expect_exact(game.prompt)
    hint = plain_text(answer_prompt(child, "hint", game.prompt))
    assert re.search(r"Hint: .+: ([+-]\d+ for .+|.+, proven)\. Line: .+", hint)
    child.sendline("quit")
    assert wait_for_exit(child)[0] == 0


@pytest.mark.parametrize("game", GAMES[-1:], ids=lambda game: game.script)
def test_side_and_level_accept_words_prefixes_help_and_quit(game: AtTheBoard, tmp_path: Path) -> None:
    child = start_play(game, tmp_path, *WEAK)
    for answer, reply in (
        ("help", f"An empty answer is {game.side}"),
        ("nonsense", "'nonsense': expected "),
        (f"{game.side}s", "Level"),
    ):
        child.expect_exact(f"[{game.side}]: ")
        child.sendline(answer)
        child.expect_exact(reply)
    for answer, reply in (
        ("9", "'9': expected a whole number from 1 to 5"),
        ("help", "a whole number from 1 to 5"),
    ):
        child.expect_exact("[1]: ")
        child.sendline(answer)
        child.expect_exact(reply)
    child.expect_exact("[1]: ")
    child.sendline("quit")
    assert wait_for_exit(child)[0] == 0
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("script", "question", "answer", "then"),
    [
        ("walls.py", "Board size N (odd, greater than 1) [5]: ", "", "Player A"),
        ("walls.py", "Player A: person or AA? (p/a) [p]: ", "person", "Player B"),
        ("walls.py", "Player B: person or AA? (p/a) [a]: ", "AA", "Game 1: A starts"),
        ("duel7.py", "Do you want to be Player1 or Player2? (1/2) [1]: ", "Player2", "Number of pieces"),
        ("catsdogs.py", "Which side do you play? (cat/dog/both/none) [cat]: ", "cats", "Cat's move: "),
        ("catsdogs.py", "Which side do you play? (cat/dog/both/none) [cat]: ", "b", "Cat's move: "),
    ],
)
def test_assignment_questions_accept_their_own_words(
    script: str, question: str, answer: str, then: str, tmp_path: Path
) -> None:
    child = start_on_terminal(script, tmp_path)
    while child.expect_exact([question, "]: "]) == 1:
        child.sendline("")
    child.sendline(answer)
    child.expect_exact(then)
    child.sendcontrol("c")
    assert wait_for_exit(child)[0] == 130


def test_line_editing_and_history_work(tmp_path: Path) -> None:
    child = start_on_terminal("squirrels.py", tmp_path, "play", "--x", "human", "--o", "human", *WEAK)
    child.expect_exact("Square: ")
    child.send("a2\x02\x02\x1b[3~c\x05\n")  # move back twice, delete, type c: c2
    child.expect_exact("X takes C2")
    child.expect_exact("Square: ")
    child.send("\x1b[A\n")
    child.expect_exact("C2 is X's already")
    child.sendline("quit")
    assert wait_for_exit(child)[0] == 0


@each_game
@pytest.mark.parametrize(
    ("typed", "meant"), [("plya", "play"), ("analyze", "analyse"), ("solv", "solve"), ("matches", "match")]
)
def test_mistyped_verb_gets_a_suggestion(game: AtTheBoard, typed: str, meant: str, called: Run) -> None:
    done = called(game.script, typed, *(("X",) if typed == "solv" else ()))
    assert (done.returncode, done.stdout, done.stderr) == (
        2,
        "",
        f"'{typed}' is not a command; did you mean {meant}?\n",
    )


# WALLS: SEVERAL MOVES IN A LINE


def start_walls(folder: Path, *more: str) -> Any:
    child = start_on_terminal("walls.py", folder, "play", "5", "--a", "human", "--b", "human", *WEAK, *more)
    child.expect_exact("A's move (f/l/r): ")
    return child


def test_queued_moves_are_dropped_after_a_failed_try(tmp_path: Path) -> None:
    child = start_on_terminal(
        "walls.py",
        tmp_path,
        "play",
        "5",
        "--a",
        "human",
        "--b",
        program_command(tmp_path / "b.py", "print('turn-left')"),
        term="dumb",
    )
    child.expect_exact("A's move (f/l/r): ")
    shown = plain_text(answer_prompt(child, "l f f f f f", "A's move (f/l/r): "))
    assert shown.count("A moves try-forward") == 3
    assert "A moves try-forward (stays)" in shown and "Ignored, because try-forward failed: f f" in shown
    assert "'x' is not a move" in plain_text(answer_prompt(child, "f x", "A's move (f/l/r): "))
    child.sendline("quit")
    assert wait_for_exit(child)[0] == 0


def test_queued_moves_are_dropped_after_undo(tmp_path: Path) -> None:
    child = start_walls(tmp_path)
    answer_prompt(child, "l l l", "B's move (f/l/r): ")
    assert "Ignored, because a move was taken back: l l" in plain_text(
        answer_prompt(child, "undo", "A's move (f/l/r): ")
    )
    child.sendline("quit")
    assert wait_for_exit(child)[0] == 0


def test_queued_moves_are_dropped_when_the_game_ends(tmp_path: Path) -> None:
    nearly_over = ("A", "B>. .   ./.   .   ./A<. .   .", "8", "9")
    child = start_on_terminal("walls.py", tmp_path, "play", *nearly_over, "--a", "human", "--b", "human")
    child.expect_exact("A's move (f/l/r): ")
    child.sendline("l l l")
    child.expect_exact("Ignored, because the game is over: l l")
    assert wait_for_exit(child)[0] == 0


def test_answer_on_a_pipe_may_hold_several_moves(called: Run) -> None:
    done = called("walls.py", input="5\np\np\nf l\nf x\n")
    assert "A moves try-forward" in done.stdout and "'x' is not a move" in done.stdout


# THE COACH


def test_coach_names_a_bad_move_and_a_better_one(tmp_path: Path) -> None:
    child = start_on_terminal("squirrels.py", tmp_path, "play", *FIRST, "--x", "human", "--coach")
    child.expect_exact("Square: ")
    shown = plain_text(answer_prompt(child, "c3", "Square: "))
    assert re.search(
        r"Coach: C3 is an? (inaccuracy|mistake|blunder)\. Better: D1, \+\d+ for X \(.+\)\. Now: .+\.",
        shown,
    )
    assert "Coach" not in plain_text(answer_prompt(child, "d1", "Square: "))
    child.sendline("quit")
    assert wait_for_exit(child)[0] == 0
