"""Playing the games of one call: players, questions, resumed games, seeds and series."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from common.command import playing
from common.command.playing import (
    PlayOptions,
    ask_missing_options,
    ask_players,
    ask_trust,
    check_names,
    is_default_setup,
    load,
    load_unfinished,
    play,
    play_all,
    play_resumed,
    saved_players,
)
from common.play import questions
from common.play.game import Setup
from common.play.players import PlayerSettings
from common.play.session import SessionOptions
from common.programs.confinement import Confinement
from common.record.save_paths import FOLDER
from common.record.saved_game import Files
from common.record.seeds import seed_line
from common.rules.errors import BadInput, Leave
from common.search.limit import Level, Limit
from tests.support.small_game import (
    GAME,
    HeapSetup,
    Position,
    game_with_options,
    game_with_series,
    save_game,
)

RANDOM = {"Ann": "random", "Bob": "random"}
UNNAMED: dict[str, str | None] = {"Ann": None, "Bob": None}
FAST = PlayOptions(Level(Limit(nodes=500)), seed=3)
Answer = Callable[..., None]


@pytest.fixture
def answers(monkeypatch: pytest.MonkeyPatch) -> Answer:
    """Give answers to questions; with `terminal` a human seems to sit at one."""

    def given(*lines: str, terminal: bool = True) -> None:
        monkeypatch.setattr("sys.stdin", StringIO("".join(f"{line}\n" for line in lines)))
        monkeypatch.setattr(playing, "on_terminal", lambda: terminal)
        monkeypatch.setattr(questions, "on_terminal", lambda: terminal)

    return given


def test_unassigned_sides_are_played_by_the_engine(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = tmp_path / "game.jsonl"
    assert play(GAME, Setup(), {"Ann": None, "Bob": "random"}, FAST, Files(record)) == 0
    assert load(GAME, record).names == {"Ann": "engine", "Bob": "random"}
    printed = capsys.readouterr()
    assert printed.out.endswith("ANN WINS\n") and printed.err == "seed 3 (repeat with --seed 3)\n"


def test_seed_is_printed_only_if_something_is_random(capsys: pytest.CaptureFixture[str]) -> None:
    for names, printed in (
        (RANDOM, "seed 3 (repeat with --seed 3)\n"),
        ({"Ann": "greedy", "Bob": "greedy"}, ""),
    ):
        play(GAME, Setup(), names, FAST)
        assert capsys.readouterr().err == printed
    play(game_with_options(), HeapSetup(random_start=True), {"Ann": "greedy", "Bob": "greedy"}, FAST)
    assert capsys.readouterr().err == "seed 3 (repeat with --seed 3)\n"


def test_chosen_seed_repeats_the_game(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(playing, "random_seed", lambda: 8)
    play(GAME, Setup(), RANDOM, FAST._replace(seed=None))
    chosen = capsys.readouterr()
    play(GAME, Setup(), RANDOM, FAST._replace(seed=8))
    assert capsys.readouterr() == chosen and chosen.err == "seed 8 (repeat with --seed 8)\n"


def test_start_is_refused_before_any_question(answers: Answer, capsys: pytest.CaptureFixture[str]) -> None:
    answers("1", "1")
    with pytest.raises(BadInput, match="'Cid' is not a side"):
        play(GAME, Setup(("Cid", "3")), UNNAMED, FAST)
    assert capsys.readouterr().out == ""


def test_record_of_any_game_is_never_overwritten(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files, game = Files(tmp_path / "game.jsonl"), game_with_series()
    (tmp_path / "game-2.jsonl").write_text("mine")
    with pytest.raises(BadInput, match=r"game-2.jsonl already exists"):
        play(game, HeapSetup(games=2), RANDOM, FAST, files)
    assert (capsys.readouterr().out, [path.name for path in tmp_path.iterdir()]) == ("", ["game-2.jsonl"])
    assert play(game, HeapSetup(games=2), RANDOM, FAST, files._replace(force=True)) == 0
    assert load(game, tmp_path / "game-2.jsonl").outcome


def test_unknown_player_is_refused() -> None:
    check_names(GAME, {"Ann": None, "Bob": "level-2"})
    with pytest.raises(BadInput, match=r"'gredy' is neither a player's name nor a command.*mean greedy"):
        check_names(GAME, {"Ann": None, "Bob": "gredy"})


def test_series_announces_each_game_and_its_total(capsys: pytest.CaptureFixture[str]) -> None:
    starts = [Position(1), Position(1, "Bob"), Position(1)]
    assert play_all(game_with_series(), starts, SessionOptions(RANDOM, PlayerSettings(), Files())) == 0
    printed = capsys.readouterr().out.splitlines()
    assert [line for line in printed if line.endswith("starts")] == [
        "Game 1: Ann starts",
        "Game 2: Bob starts",
        "Game 3: Ann starts",
    ]
    assert printed[-1] == "Match: Ann 4 points, Bob 2 points"


def test_settings_of_players_follow_the_options() -> None:
    confinement = Confinement(1.0, ponder=True)
    settings = PlayOptions(FAST.level, 4, coach=True, confinement=confinement).player_settings(9)
    assert settings == PlayerSettings(
        FAST.level, 4, 9, levels_vary=True, coached=True, confinement=confinement
    )


def test_record_is_hidden_from_programs_only(tmp_path: Path) -> None:
    record = tmp_path / "game.jsonl"
    options = FAST._replace(confinement=Confinement(sandboxed=False))
    assert options.hide_record(GAME, {"Ann": "engine", "Bob": "level-2"}, record) is options
    hidden = options.hide_record(GAME, {"Ann": "engine", "Bob": "python3 bot.py"}, record)
    assert hidden.confinement == Confinement(sandboxed=False, secret=(record,))


# ANOTHER GAME


@pytest.fixture
def again(monkeypatch: pytest.MonkeyPatch) -> Callable[..., list[bool]]:
    """Answer the offers of another game on a terminal; return the answers given so far."""
    offers = list[bool]()

    def given(*answers: bool, terminal: bool = True) -> list[bool]:
        rest = iter(answers)

        def ask() -> bool:
            offers.append(next(rest))
            return offers[-1]

        monkeypatch.setattr(playing, "on_terminal", lambda: terminal)
        monkeypatch.setattr(playing, "ask_for_rematch", ask)
        return offers

    return given


def greedy_human(game: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let humans take all they can at every move."""
    monkeypatch.setattr(game.phrases, "human_player", lambda *_: lambda position: position.moves()[-1])


def test_another_game_has_a_new_seed(
    again: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    greedy_human(GAME, monkeypatch)
    monkeypatch.setattr(playing, "random_seed", lambda: 8)
    offers = again(True, False)
    assert play(GAME, Setup(), {"Ann": "human", "Bob": "random"}, FAST) == 0
    printed = capsys.readouterr()
    assert printed.err == f"{seed_line(3)}\n{seed_line(8)}\n" and len(offers) == 2
    assert len(re.findall(r"^You (?:win in|lose after) [0-9] moves\.$", printed.out, re.MULTILINE)) == 2


def test_film_of_another_game_gets_a_number(again: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    greedy_human(GAME, monkeypatch)
    films = list[Path | None]()

    def noted(game: object, starts: object, options: SessionOptions, *more: object) -> None:
        films.append(options.files.film)

    monkeypatch.setattr(playing, "play_starts", noted)
    again(True, False)
    play(GAME, Setup(), {"Ann": "human", "Bob": "random"}, FAST, Files(film=Path("game.gif")))
    assert films == [Path("game.gif"), Path("game-2.gif")]


def test_another_match_is_offered_once_after_all_its_games(
    again: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    for game, games, offered in ((game_with_series(), 2, 1), (game_with_options(), 2, 0), (GAME, 1, 1)):
        greedy_human(game, monkeypatch)
        offers = again(False)
        offers.clear()
        setup: Any = HeapSetup(games=games) if games > 1 else Setup()
        play(game, setup, {"Ann": "human", "Bob": "random"}, FAST)
        assert len(offers) == offered


@pytest.mark.parametrize(
    ("names", "terminal", "ask"),
    [
        (("human", "random"), False, False),
        (("human", "human"), True, False),
        (("random", "random"), True, False),
    ]
    + [(("human", "random"), True, True)],
)
def test_no_other_game_is_offered(
    names: tuple[str, str],
    terminal: bool,
    ask: bool,
    again: Any,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """On a pipe, to two humans or none, and in the assignment's own dialogue."""
    greedy_human(GAME, monkeypatch)
    monkeypatch.setattr(GAME.phrases, "ask", lambda setup, given, seeded: (setup, given))
    offers = again(terminal=terminal)
    given = dict(zip(GAME.sides, names, strict=True))
    assert play(GAME, Setup(), given, FAST._replace(ask_missing=ask)) == 0
    assert offers == [] and "You " not in capsys.readouterr().out


def test_recorded_and_resumed_games_end_the_call(
    again: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    greedy_human(GAME, monkeypatch)
    offers = again()
    names = {"Ann": "human", "Bob": "random"}
    play(GAME, Setup(), names, FAST, Files(tmp_path / "new.jsonl"))
    play(GAME, Setup(), names, FAST._replace(resume=save_game(tmp_path / "old.jsonl", "2")))
    assert offers == [] and capsys.readouterr().out.count("You ") == 2


# QUESTIONS


@pytest.mark.parametrize(
    ("lines", "names", "level"),
    [
        (("ann", "2"), {"Ann": "human", "Bob": None}, 2),
        (("2", ""), {"Ann": None, "Bob": "human"}, 1),
        (("both",), {"Ann": "human", "Bob": "human"}, None),
        (("none",), {"Ann": "engine", "Bob": "engine"}, None),
    ],
)
def test_human_chooses_sides_and_level(
    lines: tuple[str, ...], names: dict[str, str | None], level: int | None, answers: Answer
) -> None:
    answers(*lines)
    options = PlayOptions(Level(GAME.players.default_limit))
    chosen, said = ask_players(GAME, options)
    assert (chosen, said.level_number) == (names, level)
    assert said.level == (GAME.players.levels[level] if level else options.level)


def test_level_is_not_asked_if_options_set_limits(answers: Answer) -> None:
    answers("ann")
    assert ask_players(GAME, FAST) == ({"Ann": "human", "Bob": "engine"}, FAST)


def test_quit_leaves_the_questions(answers: Answer) -> None:
    answers("quit")
    with pytest.raises(Leave) as leaving:
        ask_players(GAME, FAST)
    assert (leaving.value.sentence, leaving.value.status) == ("", 0)


def test_nothing_is_asked_off_a_terminal_or_once_a_side_is_given(answers: Answer) -> None:
    setup, one = Setup(), {"Ann": "greedy", "Bob": None}
    answers(terminal=False)
    assert ask_missing_options(GAME, setup, UNNAMED, FAST, Files()) == (setup, UNNAMED, FAST)
    answers()
    assert ask_missing_options(GAME, setup, one, FAST, Files()) == (setup, one, FAST)
    assert ask_missing_options(GAME, setup, UNNAMED, FAST, Files(as_json=True)) == (setup, UNNAMED, FAST)
    with pytest.raises(Leave):
        ask_missing_options(GAME, setup, UNNAMED, FAST, Files())


def test_questions_of_the_assignment_are_asked_by_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    asked, game = list[Any](), game_with_options()

    def ask(setup: HeapSetup, given: object, seeded: bool) -> tuple[HeapSetup, dict[str, str]]:
        asked.append((setup, given, seeded))
        return HeapSetup(heap=4), RANDOM

    monkeypatch.setattr(game.phrases, "ask", ask)
    options = FAST._replace(ask_missing=True)
    found = ask_missing_options(game, HeapSetup(), UNNAMED, options, Files())
    assert found == (HeapSetup(heap=4), RANDOM, options)
    assert asked == [(HeapSetup(), UNNAMED, True)]


# SAVED GAMES


def test_saved_game_is_loaded_with_its_positions(tmp_path: Path) -> None:
    saved = load(GAME, save_game(tmp_path / "game.jsonl", "2", "1", start="Bob 6"))
    assert saved.history == [Position(6, "Bob"), Position(4, "Ann"), Position(3, "Bob")]
    assert (saved.moves, saved.seed, saved.outcome) == ([2, 1], 7, None)


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        (("Cid 6", "2"), "line 1: 'Cid' is not a side"),
        (("Ann six", "2"), "line 1: 'six': expected heap"),
        (("Ann 6", "2", "4"), "line 3: '4' is not a move"),
        (("Ann 3", "2", "2"), "line 3"),
    ],
)
def test_damaged_game_is_refused_with_its_line(words: tuple[str, ...], wanted: str, tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    start, *moves = words
    first = {"game": "small_game", "version": 1, "start": {"position": start}, "players": {}}
    lines = [first, *({"move": move} for move in moves)]
    file.write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    with pytest.raises(BadInput, match=wanted):
        load(GAME, file)


def test_game_to_resume_is_unfinished_and_has_its_own_start(tmp_path: Path) -> None:
    game = game_with_options()
    file, over = save_game(tmp_path / "a.jsonl", "2"), save_game(tmp_path / "b.jsonl", "3", start="Ann 3")
    assert load_unfinished(game, HeapSetup(games=2), file).moves == [2]
    with pytest.raises(BadInput, match="already has a start"):
        load_unfinished(game, HeapSetup(heap=5), file)
    with pytest.raises(BadInput, match="this game is over"):
        load_unfinished(game, HeapSetup(), over)


def test_default_set_up_ignores_the_number_of_games() -> None:
    game = game_with_options()
    assert is_default_setup(game, HeapSetup()) and is_default_setup(game, HeapSetup(games=3))
    assert not is_default_setup(game, HeapSetup(("Ann", "3")))
    assert not is_default_setup(game, HeapSetup(random_start=True))


def test_resumed_game_continues_its_record(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = save_game(tmp_path / "game.jsonl", "2", "1", Ann="engine", Bob="random")
    assert play(GAME, Setup(), {"Ann": None, "Bob": "greedy"}, FAST._replace(resume=file)) == 0
    saved = load(GAME, file)
    assert saved.moves[:2] == [2, 1] and saved.outcome and saved.outcome.winner == "Ann"
    assert saved.names == {"Ann": "engine", "Bob": "greedy"}
    assert capsys.readouterr().out.endswith("ANN WINS\n")


def test_resumed_game_keeps_its_seed_by_default(tmp_path: Path) -> None:
    for given, kept in ((None, 7), (9, 9)):
        file = save_game(tmp_path / "game.jsonl", "2", Ann="random")
        play(GAME, Setup(), UNNAMED, FAST._replace(resume=file, seed=given))
        assert load(GAME, file).seed == kept


def test_last_resumes_the_newest_unfinished_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    FOLDER.mkdir()
    file = save_game(FOLDER / "a.jsonl", "2", Ann="random")
    save_game(FOLDER / "b.jsonl", "3", start="Ann 3")
    play(GAME, Setup(), UNNAMED, FAST._replace(resume=Path("last")))
    assert load(GAME, file).outcome
    with pytest.raises(BadInput, match="no unfinished game"):
        play(GAME, Setup(), UNNAMED, FAST._replace(resume=Path("last")))


def test_resumed_game_may_go_into_another_record(tmp_path: Path) -> None:
    file, other = save_game(tmp_path / "a.jsonl", "2", Ann="random"), tmp_path / "b.jsonl"
    before = file.read_bytes()
    play_resumed(GAME, load(GAME, file), SessionOptions(RANDOM, PlayerSettings(), Files(other)))
    assert file.read_bytes() == before and load(GAME, other).moves[0] == 2


def test_command_of_a_record_needs_trust_unless_replaced(tmp_path: Path, answers: Answer) -> None:
    file = save_game(tmp_path / "game.jsonl", "2", Ann="python3 bot.py")
    saved, options = load(GAME, file), FAST._replace(resume=file)
    answers(terminal=False)
    wanted = "names a command to run as Ann, 'python3 bot.py': add --trust .* e.g. --ann engine"
    with pytest.raises(BadInput, match=wanted):
        saved_players(GAME, saved, UNNAMED, options, Files())
    given = {"Ann": "greedy", "Bob": None}
    assert saved_players(GAME, saved, given, options, Files()) == {"Ann": "greedy", "Bob": "random"}
    names = saved_players(GAME, saved, UNNAMED, options._replace(trust=True), Files())
    assert names == {"Ann": "python3 bot.py", "Bob": "random"}


def test_human_may_trust_a_command_after_seeing_it(
    answers: Answer, capsys: pytest.CaptureFixture[str]
) -> None:
    commands = {"Ann": "python3 bot.py \x1b[2J"}
    answers("yes")
    ask_trust(Path("game.jsonl"), commands, as_json=False)
    shown = capsys.readouterr().out
    assert "game.jsonl names this command to run as Ann:\n  python3 bot.py \\x1b[2J\n" in shown
    for answer in ("no", ""):
        answers(answer)
        with pytest.raises(Leave) as leaving:
            ask_trust(Path("game.jsonl"), commands, as_json=False)
        assert leaving.value.status == 0
    with pytest.raises(BadInput, match="add --trust"):
        ask_trust(Path("game.jsonl"), commands, as_json=True)
