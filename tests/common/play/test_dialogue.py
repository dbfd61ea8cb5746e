"""A human at the board: moves, commands, hints, several moves in one answer."""

from __future__ import annotations

from pathlib import Path

import pytest

from common.play.dialogue import Adviser, HumanPlayer, Save, TakeBack
from common.play.game import Game
from common.play.phrases import Phrases, RulesText
from common.play.players import PlayerSettings
from common.play.questions import Reply
from common.play.setup import Setup
from common.rules.errors import BadInput, Leave
from common.rules.player import ForfeitError
from common.search.limit import Level, Limit
from common.search.results import Insight
from tests.support.keyboard import type_on_pipe, type_on_terminal
from tests.support.plain_parts import plain_parts
from tests.support.small_board import GAME, START, X_WINS, Position, new_game, position_after

PROMPT = "X's move: "
DEEP = PlayerSettings(Level(Limit(depth=9)))
NO_NODES = PlayerSettings(Level(Limit(nodes=1)))


class Hasty(HumanPlayer[Position]):
    """A human who may type several moves at once."""

    accepts_several_moves = True


class Worded(Hasty):
    """A human who may also type words for moves."""

    move_words = ("ahead", "back", "up")

    def read_move(self, position: Position, answer: str) -> object:
        return START.read_move("a1 b1") if answer in ("ahead", "up") else super().read_move(position, answer)


class Taught(Phrases[Position, Setup]):
    """Phrases with rules."""

    rules = RulesText("Cross the board.", "Everything.")


def taught() -> HumanPlayer[Position]:
    """Return a human player of a game with rules."""
    return HumanPlayer(Game(START, **plain_parts(START), phrases=Taught()), DEEP)


def human(settings: PlayerSettings = DEEP) -> HumanPlayer[Position]:
    return HumanPlayer(new_game(), settings)


def answered(capsys: pytest.CaptureFixture[str]) -> list[str]:
    """Return the text printed after each prompt except the last one."""
    return capsys.readouterr().out.split(PROMPT)[1:-1]


# MOVES


def test_human_is_asked_until_the_move_is_legal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    type_on_pipe(monkeypatch, "d9 b1", "a1 c1", "  A1-B1 ")
    assert human()(START) == START.read_move("a1 b1")
    unreadable, illegal = answered(capsys)
    assert unreadable.startswith("'d9' is not a square")
    assert illegal == "a1 c1 is not possible\n"


def test_human_leaves_at_the_end_of_the_input(monkeypatch: pytest.MonkeyPatch) -> None:
    type_on_pipe(monkeypatch, "moves")
    with pytest.raises(Leave, match="The input ended") as left:
        human()(START)
    assert left.value.status == 1


def test_question_of_a_game_accepts_commands(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    type_on_pipe(monkeypatch, "moves", "5")
    assert human().ask(START, "How many? ", int) == 5
    assert capsys.readouterr().out == "How many? Moves: a1 b1, a2 b2, a3 b3\nHow many? "


# COMMANDS


@pytest.mark.parametrize("word", ["quit", "QUIT", "quit now"])
def test_quit_leaves_without_a_sentence(word: str) -> None:
    with pytest.raises(Leave) as left:
        human().reply(START, word)
    assert (left.value.sentence, left.value.status) == ("", 0)


def test_undo_asks_to_take_back() -> None:
    with pytest.raises(TakeBack):
        human().reply(START, "undo")


@pytest.mark.parametrize(
    ("answer", "path"),
    [
        ("save", None),
        ("save  ", None),
        ("save my game.jsonl", Path("my game.jsonl")),
        ("Save A.b", Path("A.b")),
    ],
)
def test_save_names_its_file_or_none(answer: str, path: Path | None) -> None:
    with pytest.raises(Save) as wanted:
        human().reply(START, answer)
    assert wanted.value.path == path


def test_resign_forfeits_with_its_own_kind() -> None:
    with pytest.raises(ForfeitError) as forfeit:
        human().reply(START, "resign")
    assert (str(forfeit.value), forfeit.value.kind) == ("resigns", "resigns")


def test_board_command_shows_board_and_turn(capsys: pytest.CaptureFixture[str]) -> None:
    reply = human().reply(START, "board")
    assert reply and reply.text == "X to move."
    assert capsys.readouterr().out == f"{START}\n"


def test_moves_command_lists_all_legal_moves() -> None:
    reply = human().reply(position_after("a1 b1"), "moves")
    assert reply and reply.text == "Moves: c2 b2, c2 b1, c3 b3"


@pytest.mark.parametrize("answer", ["a1 b1", "", "hints", "move", "undone"])
def test_other_answers_are_no_commands(answer: str) -> None:
    assert human().reply(START, answer) is None


def test_help_offers_more_on_terminals(monkeypatch: pytest.MonkeyPatch) -> None:
    words = "undo hint moves board save [FILE]"
    on_pipe = human().reply(START, "help")
    type_on_terminal(monkeypatch)
    on_terminal = human().reply(START, "help")
    assert on_pipe and on_pipe.text == f"Type a move, e.g. a1 b1. Also: {words} help quit."
    assert on_terminal and on_terminal.text == (
        f"Type a move, e.g. a1 b1. Possible now: a1 b1. Also: {words} resign rules help quit."
    )


def test_rules_are_told_on_terminals_only(monkeypatch: pytest.MonkeyPatch) -> None:
    player = taught()
    assert player.reply(START, "rules") is None
    type_on_terminal(monkeypatch)
    assert player.reply(START, "Rules") == Reply("Everything.")
    told = player.reply(START, "help")
    assert told and told.text.startswith("Cross the board.\nType a move, e.g. a1 b1.")


def test_game_without_rules_tells_its_help_text(monkeypatch: pytest.MonkeyPatch) -> None:
    type_on_terminal(monkeypatch)
    told = human().reply(START, "rules")
    assert told and told.text.startswith("A game with a board: hexapawn")


def test_moves_are_grouped_by_origin_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    type_on_terminal(monkeypatch)
    reply = human().reply(position_after("a1 b1"), "moves")
    assert reply and reply.text == "Moves:\nc2: b2 b1   c3: b3"
    assert human().move_group("pass") == ("", "pass")


# ON A TERMINAL


@pytest.mark.parametrize(
    ("answers", "said"),
    [
        (("",), "Type a move, or ? for help."),
        (("?",), "Type a move, e.g. c2 b2. Possible now: "),
        (("mo",), "Moves:\n"),
        (("M",), "Moves:\n"),
        (("h",), "'h' may mean hint or help: type more of it"),
        (("c2 b",), "'c2 b' may mean c2 b2 or c2 b1: type more of it"),
        (("res",), "'res' is not a move"),
        (("x",), "'x' is not a move"),
    ],
)
def test_short_answer_on_a_terminal_gets_a_reply(
    monkeypatch: pytest.MonkeyPatch, answers: tuple[str, ...], said: str
) -> None:
    screen = type_on_terminal(monkeypatch, *answers, "c3 b3")
    assert human()(position_after("a1 b1")) == START.read_move("c3 b3")
    assert screen.getvalue().split("O's move: ")[1].startswith(said)


@pytest.mark.parametrize("answer", ["c3", "C3 ", "c3 b"])
def test_unique_prefix_of_a_move_is_the_move(monkeypatch: pytest.MonkeyPatch, answer: str) -> None:
    type_on_terminal(monkeypatch, answer)
    assert human()(position_after("a1 b1")) == START.read_move("c3 b3")


def test_move_wins_over_a_command_it_begins(monkeypatch: pytest.MonkeyPatch) -> None:
    type_on_terminal(monkeypatch, "u")
    player = human()
    player.read_move = lambda position, answer: START.read_move("a1 b1")  # type: ignore[method-assign]
    assert player(START) == START.read_move("a1 b1")


@pytest.mark.parametrize("answer", ["u", "un", "UNDO"])
def test_prefix_of_undo_takes_back(monkeypatch: pytest.MonkeyPatch, answer: str) -> None:
    type_on_terminal(monkeypatch, answer)
    with pytest.raises(TakeBack):
        human()(START)


def test_word_for_a_move_may_be_shortened(monkeypatch: pytest.MonkeyPatch) -> None:
    type_on_terminal(monkeypatch, "u", "ahe", "bac")
    player = Worded(new_game(), DEEP)
    assert player(START) == START.read_move("a1 b1")
    with pytest.raises(Leave):  # `back` is no move here
        player(START)


@pytest.mark.parametrize("answer", ["", "?", "rules", "mo", "a1", "u"])
def test_short_answers_are_refused_on_a_pipe(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], answer: str
) -> None:
    type_on_pipe(monkeypatch, answer, "a1 b1")
    assert human()(START) == START.read_move("a1 b1")
    assert answered(capsys) == [f"'{answer}' is not a move: expected two squares, from and to, e.g. c4 d4\n"]


# HINTS


def test_hint_on_a_pipe_is_the_engine_move() -> None:
    reply = human().reply(position_after("a1 b1"), "hint")
    assert reply and reply.text == "Hint: c2 b1"


def test_hint_on_a_terminal_has_score_and_line(monkeypatch: pytest.MonkeyPatch) -> None:
    type_on_terminal(monkeypatch)
    reply = human().reply(START, "hint")
    assert reply
    assert reply.text == "Hint: a2 b2: O wins, proven. Line: a2 b2, c1 b2, a3 b2, c3 b3"


def test_hint_without_time_for_a_score_is_a_move(monkeypatch: pytest.MonkeyPatch) -> None:
    type_on_terminal(monkeypatch)
    reply = human(NO_NODES).reply(X_WINS, "hint")
    assert reply and reply.text == "Hint: b2 c2"


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[Limit]:
    """Return the limits of all analyses that `GAME` is asked for from now on."""
    limits = list[Limit]()
    insight = GAME.players.insight

    def noted(position: Position, settings: PlayerSettings) -> Insight:
        limits.append(settings.limit)
        return insight(position, settings)

    monkeypatch.setattr(GAME.players, "insight", noted)
    return limits


def test_adviser_uses_part_of_the_players_time(asked: list[Limit]) -> None:
    settings = PlayerSettings(Level(Limit(seconds=60, depth=4)))
    Adviser(GAME, settings, 0.25).insight(START)
    Adviser(GAME, DEEP, 0.25).insight(START)
    assert asked == [Limit(seconds=15, depth=4), Limit(depth=9)]


def test_adviser_against_a_level_uses_the_analysis_limit(asked: list[Limit]) -> None:
    Adviser(GAME, PlayerSettings(GAME.players.levels[2])).insight(X_WINS)
    assert asked == [Limit(seconds=2)]


def test_adviser_refuses_a_limit_without_a_search() -> None:
    with pytest.raises(BadInput, match="too short to search"):
        Adviser(new_game(), NO_NODES).hint(START)


# SEVERAL MOVES IN ONE ANSWER


class Counting(Hasty):
    """A human who types moves as numbers into the list of moves."""

    def read_move(self, position: Position, answer: str) -> object:
        if not answer.isdecimal():
            raise BadInput(f"{answer}: expected a number")
        moves = position.moves()
        return moves[int(answer)] if int(answer) < len(moves) else (0, 0)


def test_several_moves_in_one_answer_are_queued(monkeypatch: pytest.MonkeyPatch) -> None:
    type_on_terminal(monkeypatch, "1 0 2")
    player = Counting(GAME, DEEP)
    after = START.play(player(START))
    assert after == position_after("a2 b2")
    assert player(after) == after.moves()[0]
    assert player.drop_queued_moves("the game is over") == "Ignored, because the game is over: 2"
    assert player.drop_queued_moves("the game is over") == ""


def test_queued_move_that_is_not_legal_is_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = type_on_terminal(monkeypatch, "1 9 2", "0")
    player = Counting(GAME, DEEP)
    after = START.play(player(START))
    assert player(after) == after.moves()[0]
    assert "is not possible\nIgnored, because 9 failed: 2\n" in screen.getvalue()


def test_answer_with_one_unreadable_move_queues_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = type_on_terminal(monkeypatch, "1 0 x", "9 1", "2")
    player = Counting(GAME, DEEP)
    assert player(START) == START.moves()[2]
    assert player.drop_queued_moves("of the test") == ""
    assert "x: expected a number\n" in screen.getvalue()
    assert "is not possible\n" in screen.getvalue()


def test_pipe_takes_an_answer_as_one_move(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    type_on_pipe(monkeypatch, "1 0", "1")
    assert Counting(GAME, DEEP)(START) == START.moves()[1]
    assert answered(capsys) == ["1 0: expected a number\n"]


def test_usual_human_has_no_failed_moves() -> None:
    assert not human().has_no_effect(START, START.moves()[0])
