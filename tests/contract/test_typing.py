"""Typing on a terminal in all five games: forms of moves, prefixes, Enter."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import pytest

from common.play import questions
from common.play.person import Person
from common.play.players import PlayerSettings
from tests.support.dialogues import CATS_CORNER, PIECE, terminal_at
from tests.support.games import PLAYERS, every_script, game_of
from tests.support.keyboard import type_on_terminal
from tests.support.programs import Run, on_unix, plain_text, read_json_lines, wait_for_exit

CAT = ("cat", "[5, 5]", "[(4,5), (5,4), (5,6), (6,5), (6,6)]", "[(0, 0)]")  # one step is left: NE
CATCHER = ("[5, 5]", "[(1, 1)]", "[(0, 0)]")
CATS = ("cat", CATS_CORNER, "0")
DOGS = ("dog", CATS_CORNER, "1")
DUEL = ("X", "X c4 d2 O g7", "12")
SQUIRRELS = ("X", " ".join(["7"] * 25), "XX*XX/*XOX*/XO*XX/*****/XOXOX")
WALLS = ("A", ".   .   ./A<. .   B>./.   .   .", "0", "0")


class Typed(NamedTuple):
    """A position, a move in it, and the answers that mean this move on a terminal."""

    script: str
    words: tuple[str, ...]
    move: str
    answers: tuple[str, ...]


FORMS = [
    Typed("duel7", DUEL, "c4 d4", ("c4d4", "c4 d4", "c4-d4", "C4D4", "c4 d")),
    Typed("catsdogs", CATS, "a1 b1", ("a1b1", "a1 b1", "a1-b1", "A1B1", "a1")),
    Typed("catsdogs", DOGS, "b1 c1", ("b1c1", "b1 c1", "b1-c1", "B1C1", "b1 c")),
    Typed("squirrels", SQUIRRELS, "C1", ("c1", "C1")),
    Typed("squirrels", SQUIRRELS, "A2", ("a2",)),
    Typed("squirrels", SQUIRRELS, "E2", ("e2",)),
    Typed("game", CAT, "NE", ("ne", "NE", "9", "4 6", "n")),
    Typed("game", CATCHER, "(4, 6)", ("4 6", "4,6", "(4, 6)")),
    Typed("walls", WALLS, "try-forward", ("f", "forward", "up", "tr")),
    Typed("walls", WALLS, "turn-left", ("l", "left", "turn-l")),
    Typed("walls", WALLS, "turn-right", ("r", "right", "turn-r")),
]


class Seated(Person):
    """A person asked about one position."""

    def __init__(self, game: Any) -> None:
        super().__init__(game, PlayerSettings())

    def __call__(self, position: Any) -> Any:
        self.history = [position]
        return super().__call__(position)


def human(script: str) -> Any:
    game = game_of(script)
    return Seated(game)


def position_of(script: str, words: tuple[str, ...]) -> Any:
    return game_of(script).read(*words)


@pytest.fixture(autouse=True)
def plain_input(monkeypatch: pytest.MonkeyPatch) -> None:
    """Read lines without the line editor, which needs a real terminal."""
    monkeypatch.setattr(questions, "line_editor", lambda: None)


@pytest.mark.parametrize(
    ("case", "answer"),
    [pytest.param(case, answer, id=f"{case.script} {answer}") for case in FORMS for answer in case.answers],
)
def test_terminal_accepts_every_form_of_a_move(
    case: Typed, answer: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    position = position_of(case.script, case.words)
    screen = type_on_terminal(monkeypatch, answer)
    assert position.text(human(case.script)(position)) == case.move
    assert screen.getvalue().count("\n") == 0, "nothing but the prompt"


REPLIES = [
    ("duel7", DUEL, "h", "'h' may mean hint or help: type more of it\n"),
    ("squirrels", SQUIRRELS, "res", "'res' is not a square"),
    ("game", CATCHER, "n", "the cell to block 'n'"),
    ("duel7", DUEL, "moves", "Moves: c4 b4, c4 c3, c4 c5, c4 d4, d2 "),
    ("game", CAT, "mov", "Moves: NE\n"),
    ("walls", WALLS, "moves", "Moves: try-forward, turn-left, turn-right\n"),
]


@pytest.mark.parametrize(("script", "words", "answer", "said"), REPLIES)
def test_terminal_replies_and_asks_again(
    script: str, words: tuple[str, ...], answer: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    position = position_of(script, words)
    example = position.text(position.moves()[0])
    screen = type_on_terminal(monkeypatch, answer, example)
    assert position.text(human(script)(position)) == example
    prompt = PIECE if script == "duel7" else game_of(script).prompt(position)
    _, reply, last = screen.getvalue().split(prompt)
    assert reply.startswith(said) and last == ""


def test_enter_chooses_another_piece_in_the_duel(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = type_on_terminal(monkeypatch, "c4", "", "d2", "d1")
    position = position_of("duel7", DUEL)
    assert position.text(human("duel7")(position)) == "d2 d1"
    assert "is not" not in screen.getvalue()


# REPLAY, STEP BY STEP


@on_unix
@every_script
def test_replay_steps_by_words_and_numbers(script: str, called: Run, tmp_path: Path) -> None:
    sides = [
        word
        for side, name in zip(game_of(script).sides, PLAYERS[script], strict=True)
        for word in (f"--{side.lower()}", name)
    ]
    size = ("3",) if script == "walls" else ()
    called(f"{script}.py", "play", *size, *sides, "--seed", "7", "--record", "game.jsonl")
    record = sorted(tmp_path.glob("game*.jsonl"))[0].name
    last = sum("ply" in line for line in read_json_lines(tmp_path / record))
    child = terminal_at(f"{script}.py", tmp_path, f"Move 0 of {last}: ", "replay", record, "--step")
    assert "Enter or n: next move; b: back" in " ".join(plain_text(child.before).split())
    child.timeout = 20
    for answer, ply in (("", 1), ("n", 2), ("b", 1), ("3", 3), (f"{last}", last)):
        child.sendline(answer)
        child.expect_exact(f"Move {ply} of {last}: ")
    child.sendline()
    child.expect_exact("at the last move")
    child.sendline("q")
    assert wait_for_exit(child)[0] == 0
