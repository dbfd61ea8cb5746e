"""The last move is marked on a terminal in all games, and other players' moves come one by one."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from itertools import chain
from pathlib import Path
from typing import NamedTuple

import pytest

from common.play import questions, table
from common.play import screen as screens
from common.show.window import CLEAR
from tests.support.games import exit_status
from tests.support.keyboard import TerminalStream, type_on_pipe, type_on_terminal
from tests.support.programs import on_unix, read_json_lines, start_on_terminal, wait_for_exit

ESCAPES = "\x1b\\[[0-9;]*m"


class Game(NamedTuple):
    """A game: part of the first line of its boards, its sides, its start, and its first moves.

    Each move comes with the lines of the board that hold its marks.
    """

    script: str
    top: str
    sides: tuple[str, str]
    start: tuple[str, ...]
    moves: dict[str, list[str]]

    @property
    def marks(self) -> list[list[str]]:
        return list(self.moves.values())

    def call(self, first: str, second: str, *more: str) -> tuple[str, ...]:
        """Return a call of `play` with these players."""
        players = zip((f"--{side}" for side in self.sides), (first, second), strict=True)
        no_film = ("--no-gif",) if self.script == "game" else ()
        return ("play", *self.start, *chain(*players), *no_film, "--record", "game.jsonl", *more)


GAMES = [
    Game(
        "game",
        "0 1 2 3",
        ("catcher", "cat"),
        ("[5, 5]", "[(1, 1)]", "[(0, 0), (10, 10)]"),
        {
            "4 6": ["4 . . . . . .[X]. . . ."],
            "nw": ["4 . . . . .[C]X . . . .", "5  . . . . .(.). . . . ."],
            "0 0": ["0[#]. . . . . . . . . ."],
            "w": ["4 . . . .[C].)X . . . ."],
        },
    ),
    Game(
        "squirrels",
        "A     B     C",
        ("x", "o"),
        ("X", " ".join(map(str, range(1, 26))), "/".join(["*****"] * 5)),
        {
            "c3": ["3   *11   *12  [X13]  *14   *15"],
            "c5": ["5   *21   *22  [O23]  *24   *25"],
            "c4": ["4   *16   *17  [X18]  *19   *20", "5   *21   *22  (X23)  *24   *25"],
        },
    ),
    Game(
        "duel7",
        "1   2   3",
        ("x", "o"),
        ("--place", "X a1 O g7"),
        {
            "a1 b1": ["a  (.)  .   .   .   .   .   .", "b  [X]  .   .   .   .   .   ."],
            "g7 g6": ["g   .   .   .   .   .  [O] (.)"],
        },
    ),
    Game(
        "walls",
        "1  2  3",
        ("a", "b"),
        ("5",),
        {
            "f": ["c |[A<]a ).  B> .  |"],
            "turn-left": ["c | A< a  . [B^].  |"],
            "l": ["c |[Av]a  .  B^ .  |"],
            "try-forward": ["b | .  .  . [B^].  |", "c | Av a  . (b ).  |"],
            "forward": ["c |(a )a  .  b  .  |", "d |[Av].  .  .  .  |"],
        },
    ),
    Game(
        "catsdogs",
        "1   2   3",
        ("cat", "dog"),
        (),
        {
            "a1 a2": ["a  (.) [C]  D   D   D   D   C"],
            "b1 a1": ["a  [D]  C   D   D   D   D   C", "b  (.)  D   D   D   D   D   D"],
            "c1 b1": [
                "a  [D]  C   D   D   D   D   C",
                "b  [D]  D   D   D   D   D   D",
                "c  (.)  D   D   D   D   D   D",
            ],
            "g1 g2": ["g  (.) [C]  D   D   D   D   C"],
        },
    ),
]
each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.script)


@pytest.fixture(autouse=True)
def _without_line_editor(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Line editors need a real terminal."""
    monkeypatch.setattr(questions, "line_editor", lambda: None)
    monkeypatch.chdir(tmp_path)


def boards(screen: TerminalStream, game: Game) -> list[list[str]]:
    """Return for each board on a screen the lines that hold marks."""
    found, is_board = list[list[str]](), False
    for line in re.sub(ESCAPES, "", screen.getvalue().replace(CLEAR, "\n")).splitlines():
        if game.top in line:
            found.append([])
            is_board = True
        elif "ove" in line:  # the status line, or the end of the answer to `board`
            is_board = False
        elif is_board and re.search(r"[\[\]()]", line):
            found[-1].append(line.strip())
    return found


def play_moves(monkeypatch: pytest.MonkeyPatch, game: Game, *words: str) -> list[list[str]]:
    """Play all moves of a game between humans on a terminal, then type `words`. Return the marks."""
    screen = type_on_terminal(monkeypatch, *game.moves, *words)
    assert exit_status(game.script, *game.call("human", "human")) == 0
    return boards(screen, game)


# MARKS


@each_game
def test_last_move_is_marked_after_it_and_by_board(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """In Cats & Dogs both moves of the dogs are marked after the second one."""
    assert play_moves(monkeypatch, game, "board", "quit") == [[], *game.marks, game.marks[-1]]


@each_game
def test_undo_marks_the_move_before(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    shown = play_moves(monkeypatch, game, "undo", "board", "quit")
    assert shown[len(game.moves) + 1 :] == [game.marks[-2]] * 2


@each_game
def test_resumed_game_marks_the_last_move(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    play_moves(monkeypatch, game, "quit")
    screen = type_on_terminal(monkeypatch, "board", "undo", "quit")
    assert exit_status(game.script, "play", "--resume", "game.jsonl") == 0
    assert boards(screen, game) == [game.marks[-1], game.marks[-1], game.marks[-2]]


@each_game
def test_replay_marks_every_move(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    play_moves(monkeypatch, game, "quit")
    for step in ((), ("--step",)):
        screen = type_on_terminal(monkeypatch, *["n"] * len(game.moves))
        assert exit_status(game.script, "replay", "game.jsonl", *step) == 0
        assert boards(screen, game) == [[], *game.marks]


# PACE


class Clock:
    """A clock that only sleeping moves on. It notes how many boards were on the screen before each sleep."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, game: Game, screen: TerminalStream) -> None:
        self._game, self._screen = game, screen
        self._now, self.boards_before = 1.0, list[int]()
        for module in (screens, table):
            monkeypatch.setattr(module, "time", self)

    def monotonic(self) -> float:
        return self._now

    def sleep(self, seconds: float) -> None:
        if seconds:
            self.boards_before.append(self._screen.getvalue().count(self._game.top))
        self._now += seconds


@each_game
def test_reply_is_a_second_picture_after_a_pause(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first picture is that of the human's move; the dogs' reply in Cats & Dogs has two moves."""
    move, marks = next(iter(game.moves.items()))
    screen = type_on_terminal(monkeypatch, move, "quit")
    clock = Clock(monkeypatch, game, screen)
    assert exit_status(game.script, *game.call("human", "random", "--pace", "3")) == 0
    shown, replies = boards(screen, game), 2 if game.script == "catsdogs" else 1
    assert shown[:2] == [[], marks] and len(shown) == 2 + replies
    assert clock.boards_before == [2, 3][:replies] and clock.monotonic() == 1 + 3 * replies


@each_game
def test_every_move_of_watched_players_has_its_pause(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """The pauses count to nobody's time."""
    screen = type_on_terminal(monkeypatch)
    clock = Clock(monkeypatch, game, screen)
    one_game = ("--games", "1") if game.script == "walls" else ()
    assert exit_status(game.script, *game.call("random", "random", *one_game)) == 0
    moves = [line["seconds"] for line in read_json_lines(Path("game.jsonl")) if "move" in line]
    assert clock.boards_before == list(range(1, len(moves) + 1))
    assert clock.monotonic() == pytest.approx(1 + 0.4 * len(moves)) and set(moves) == {0}


@each_game
@pytest.mark.parametrize(
    ("type_answers", "seconds"), [(type_on_terminal, "0"), (type_on_pipe, "3")], ids=["terminal", "pipe"]
)
def test_no_pause_on_pipes_or_with_pace_0(
    game: Game, type_answers: Callable[..., object], seconds: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    type_answers(monkeypatch, *game.moves, "quit")
    clock = Clock(monkeypatch, game, TerminalStream())
    status = exit_status(game.script, *game.call("human", "random", "--pace", seconds))
    assert (status, clock.monotonic()) == (0, 1)


@on_unix
def test_ctrl_c_during_a_pause_is_one_line_and_keeps_the_moves(tmp_path: Path) -> None:
    game = GAMES[2]
    child = start_on_terminal(
        f"{game.script}.py", tmp_path, *game.call("random", "random", "--pace", "60", "--seed", "7")
    )
    child.expect_exact("Move 1 |")
    deadline = time.monotonic() + 30
    while '"move"' not in Path("game.jsonl").read_text() and time.monotonic() < deadline:
        time.sleep(0.02)
    child.send("\x03")
    status, last = wait_for_exit(child)
    assert (status, last.removeprefix("^C")) == (130, "Stopped.")
    assert [line.get("side") for line in read_json_lines(Path("game.jsonl"))] == [None, "X"]
