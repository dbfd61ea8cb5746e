"""Records of all five games: resuming, replay step by step, films and stills, and JSON output."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import imageio.v2 as imageio
import pytest
from PIL import Image, ImageChops

from common.show.film_file import save_film
from tests.support.fork_server import ForkServer, RunLimits
from tests.support.games import quick_only_for
from tests.support.programs import ROOT, Run, on_unix, read_json_lines, start_on_terminal, wait_for_exit

PROMPT = re.compile(r"Move (\d+) of (\d+): ")
COLOURS = {*range(30, 50), *range(90, 108)}


class Game(NamedTuple):
    """A quick game of one of the scripts: players with internal state, limits without a clock."""

    script: str
    players: dict[str, str]
    limits: tuple[str, ...] = ()
    start: tuple[str, ...] = ()

    @property
    def player_options(self) -> list[str]:
        return [word for side, name in self.players.items() for word in (f"--{side}", name)]

    @property
    def human_options(self) -> list[str]:
        return [word for side in self.players for word in (f"--{side}", "human")]


GAMES = {
    "game": Game("game.py", {"cat": "random", "catcher": "random"}),
    "squirrels": Game("squirrels.py", {"x": "random", "o": "minimax"}, ("--depth", "1")),
    "duel7": Game("duel7.py", {"x": "random", "o": "engine"}, ("--nodes", "300"), ("--turns", "12")),
    "walls": Game("walls.py", {"a": "wall-follower", "b": "random"}, ("--nodes", "50"), ("3",)),
    "catsdogs": Game("catsdogs.py", {"cat": "random", "dog": "engine"}, ("--nodes", "200")),
}
every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
talking_games = pytest.mark.parametrize("name", ["duel7", "walls", "catsdogs"])


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory, warm: ForkServer | None) -> Callable[[Game], Path]:
    """Provide a function that returns the record of a whole game, played once and in a new process."""
    folder = tmp_path_factory.mktemp("saved")

    def path_of(game: Game) -> Path:
        path = folder / f"{game.script}.jsonl"
        if not path.exists():
            arguments = [
                "play",
                *game.start,
                *game.player_options,
                *game.limits,
                "--seed",
                "3",
                "--record",
                str(path),
            ]
            command = [str(ROOT / game.script), *arguments]
            done = (
                warm.run(command, folder, None, RunLimits(120))
                if warm
                else subprocess.run(
                    [sys.executable, *command], cwd=folder, capture_output=True, text=True, check=False
                )
            )
            assert done.returncode == 0, done.stderr
        return path

    return path_of


Saved = Callable[[Game], Path]


def copy_part(source: Path, target: Path, moves: int | None = None) -> int:
    """Copy some moves of a record (default half of them) and part of the next line; return their number."""
    lines = source.read_bytes().splitlines(keepends=True)
    whole = len(lines) // 2 if moves is None else moves
    rest = lines[whole + 1]
    target.write_bytes(b"".join(lines[: whole + 1]) + rest[: len(rest) // 2])
    return whole


def moves_of(path: Path) -> list[dict[str, Any]]:
    """Return the entries of a record without the times."""
    return [
        {name: value for name, value in line.items() if name != "seconds"} for line in read_json_lines(path)
    ]


def frames_of(path: Path) -> list[Image.Image]:
    with Image.open(path) as film:
        pictures = []
        for number in range(getattr(film, "n_frames", 1)):
            film.seek(number)
            pictures.append(film.convert("RGB"))
        return pictures


def equal_pictures(one: Image.Image, other: Image.Image) -> bool:
    return one.size == other.size and ImageChops.difference(one, other).getbbox() is None


# RESUME


@pytest.mark.parametrize(
    ("name", "plies"),
    [*((name, None) for name in ("game", "squirrels", "duel7")), ("catsdogs", 8), ("walls", 45)],
)
def test_resume_plays_the_same_game_and_draws_the_whole_film(
    run: Run, tmp_path: Path, saved: Saved, name: str, plies: int | None
) -> None:
    """Resume in the middle, between the two moves of the dogs, and within the line of the outcome."""
    game, moves = GAMES[name], moves_of(saved(GAMES[name]))
    whole = copy_part(saved(game), tmp_path / "game.jsonl", plies)
    assert [move.get("side") for move in moves[whole : whole + 2]] == ["dog", "dog"] or plies != 8
    assert "outcome" in moves[whole + 1] or plies != 45
    done = run(game.script, "play", "--resume", "game.jsonl", *game.limits, "--gif", "game.gif")
    assert (done.returncode, done.stderr) == (0, "")
    assert moves_of(tmp_path / "game.jsonl") == moves
    assert len(frames_of(tmp_path / "game.gif")) == len(moves) - 1
    assert sorted(path.name for path in tmp_path.iterdir()) == ["game.gif", "game.jsonl"]


@every_game
def test_resume_into_another_record_leaves_the_first_unchanged(
    called: Run, tmp_path: Path, saved: Saved, game: Game
) -> None:
    copy_part(saved(game), tmp_path / "half.jsonl")
    before = (tmp_path / "half.jsonl").read_bytes()
    side = next(iter(game.players))
    call = (
        "play",
        "--resume",
        "half.jsonl",
        "--record",
        "new.jsonl",
        f"--{side}",
        "random",
        "--seed",
        "8",
        *game.limits,
    )
    assert called(game.script, *call).returncode == 0
    assert (tmp_path / "half.jsonl").read_bytes() == before
    header, *moves, outcome = read_json_lines(tmp_path / "new.jsonl")
    names = {name.lower(): player for name, player in header["players"].items()}
    assert names == game.players | {side: "random"}
    assert header["seed"] == 8
    old = moves_of(saved(game))[1 : before.count(b"\n")]
    assert [move["move"] for move in moves[: len(old)]] == [move["move"] for move in old]
    assert [move["ply"] for move in moves] == list(range(1, len(moves) + 1))
    assert "outcome" in outcome


@every_game
def test_resume_refuses_a_finished_game(called: Run, tmp_path: Path, saved: Saved, game: Game) -> None:
    shutil.copy(saved(game), tmp_path / "game.jsonl")
    done = called(game.script, "play", "--resume", "game.jsonl")
    line = "--resume 'game.jsonl': this game is over: choose an unfinished one\n"
    assert (done.returncode, done.stdout, done.stderr) == (2, "", line)
    assert (tmp_path / "game.jsonl").read_bytes() == saved(game).read_bytes()


STARTS = {
    "game": ("[5, 5]", "[]", "[(0, 0)]"),
    "squirrels": ("input.txt",),
    "duel7": ("--turns", "9"),
    "walls": ("5",),
    "catsdogs": ("--position", "d....../......./d...C../..Cd.../dd....C/..d.C../..dC..."),
}


@pytest.mark.parametrize("name", GAMES)
def test_resume_refuses_a_second_start(called: Run, tmp_path: Path, saved: Saved, name: str) -> None:
    game = GAMES[name]
    copy_part(saved(game), tmp_path / "game.jsonl")
    before = (tmp_path / "game.jsonl").read_bytes()
    done = called(game.script, "play", *STARTS[name], "--resume", "game.jsonl")
    assert (done.returncode, done.stdout, len(done.stderr.splitlines())) == (2, "", 1)
    assert "'game.jsonl' already has a start" in done.stderr
    assert (tmp_path / "game.jsonl").read_bytes() == before


def test_resume_needs_an_option_if_the_record_names_no_player(
    called: Run, tmp_path: Path, saved: Saved
) -> None:
    copy_part(saved(GAMES["duel7"]), tmp_path / "game.jsonl")
    header, *moves = (tmp_path / "game.jsonl").read_text().splitlines()
    nameless = json.dumps(json.loads(header) | {"players": {"X": "random"}})
    (tmp_path / "game.jsonl").write_text("\n".join([nameless, *moves]))
    done = called("duel7.py", "play", "--resume", "game.jsonl")
    assert (done.returncode, done.stderr) == (
        2,
        "game.jsonl does not say who plays O: add --o to --resume\n",
    )
    assert called("duel7.py", "play", "--resume", "game.jsonl", "--o", "random").returncode == 0


@every_game
def test_undo_reaches_back_before_the_resumed_position(
    called: Run, tmp_path: Path, saved: Saved, game: Game
) -> None:
    whole = copy_part(saved(game), tmp_path / "game.jsonl")
    said = called(
        game.script, "play", "--resume", "game.jsonl", *game.human_options, input="undo\nundo\nsave\nquit\n"
    )
    assert (said.returncode, said.stderr) == (0, "")
    assert f"Taken back to move {whole}.\n" in said.stdout
    assert f"Taken back to move {whole - 1}.\n" in said.stdout
    assert moves_of(tmp_path / "game.jsonl")[1:] == moves_of(saved(game))[1 : whole - 1]


@on_unix
def test_quit_names_the_record_of_a_resumed_game(tmp_path: Path, saved: Saved) -> None:
    game = GAMES["game"]
    whole = copy_part(saved(game), tmp_path / "mine.jsonl")
    child = start_on_terminal(game.script, tmp_path, "play", "--resume", "mine.jsonl", *game.human_options)
    child.expect(f"Resuming after move {whole}\\.")
    child.expect(": $")
    child.sendline("quit")
    assert wait_for_exit(child)[0] == 0
    assert child.before.strip().splitlines()[-4] == "Unfinished game saved in mine.jsonl. Next:"
    assert [path.name for path in tmp_path.iterdir()] == ["mine.jsonl"]


# STEP BY STEP


@every_game
def test_replay_shows_a_game_step_by_step(called: Run, saved: Saved, game: Game) -> None:
    path = str(saved(game))
    last = len(read_json_lines(saved(game))) - 2
    plain = called(game.script, "replay", path).stdout
    answers = ["n", "", "b", str(last), "n", "x", str(last + 1), "0", "b", "q", "n"]
    done = called(game.script, "replay", path, "--step", input="\n".join(answers) + "\n")
    assert (done.returncode, done.stderr) == (0, "")
    shown = PROMPT.split(done.stdout)
    asked, shown = [int(ply) for ply in shown[1::3]], shown[::3]
    assert asked == [0, 1, 2, 1, last, last, last, last, 0, 0]
    start, first, second, back, end, *refused = shown
    assert len(start.splitlines()) >= 3
    assert first.splitlines()[0] == plain.splitlines()[0]
    assert second.splitlines()[0] in plain.splitlines()[1:3]
    boards = [text.splitlines()[1 : len(start.splitlines()) + 1] for text in (first, end)]
    assert start.splitlines() != boards[0] != boards[1]
    assert back == first
    assert refused[3] == start
    assert plain.endswith(end.splitlines()[-1] + "\n")
    assert (
        refused[0]
        == f"'n' at the last move: expected Enter or n, b, a number from 0 to {last}, or q, e.g. b\n"
    )
    assert [line.count("\n") for line in (*refused[:3], refused[4])] == [1, 1, 1, 1]
    assert refused[1].startswith("'x' at the last move: expected")
    assert refused[5] == ""


def test_replay_steps_end_with_the_input(called: Run, saved: Saved) -> None:
    game = GAMES["squirrels"]
    done = called(game.script, "replay", str(saved(game)), "--step", input="n\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert [ply for ply, _ in PROMPT.findall(done.stdout)] == ["0", "1"]
    assert PROMPT.fullmatch(done.stdout[done.stdout.rindex("Move 1 of") :])


# PICTURES


@quick_only_for("walls", "squirrels")
def test_film_formats_and_still_show_the_same_game(
    called: Run, tmp_path: Path, saved: Saved, script: str
) -> None:
    game = GAMES[script]
    path, plies = str(saved(game)), len(read_json_lines(saved(game))) - 2
    stills: tuple[tuple[str, ...], ...] = (("end.png",), ("third.png", "--at", "3"))
    for film, still in zip(("game.gif", "GAME.WEBP"), stills, strict=True):
        assert called(game.script, "replay", path, "--gif", film, "--png", *still).returncode == 0
    gif, webp, end, third = (
        frames_of(tmp_path / name) for name in ("game.gif", "GAME.WEBP", "end.png", "third.png")
    )
    assert len(gif) == len(webp) == plies + 1
    assert all(map(equal_pictures, gif, webp))
    assert equal_pictures(end[0], gif[-1]) and equal_pictures(third[0], gif[3])
    assert not equal_pictures(third[0], gif[2])
    names = sorted(file.name for file in tmp_path.iterdir())
    assert names == ["GAME.WEBP", "end.png", "game.gif", "third.png"]


@quick_only_for("squirrels")
def test_mp4_shows_the_frames_of_the_gif(called: Run, tmp_path: Path, saved: Saved, script: str) -> None:
    game = GAMES[script]
    path, plies = str(saved(game)), len(read_json_lines(saved(game))) - 2
    for film in ("game.gif", "game.mp4"):
        assert called(game.script, "replay", path, "--gif", film).returncode == 0
    gif = frames_of(tmp_path / "game.gif")
    reader: Any = imageio.get_reader(tmp_path / "game.mp4")
    with reader as film:
        told = film.get_meta_data()
        pictures = [*film.iter_data()]
    assert (told["size"], told["fps"]) == (gif[0].size, 2.5)
    assert len(pictures) == plies + 5  # the last of the plies + 1 frames of 0.4 s is shown for 2 s
    for number, frame in ((0, gif[0]), (3, gif[3]), (plies, gif[-1]), (plies + 4, gif[-1])):
        assert similar_pictures(Image.fromarray(pictures[number]), frame)


def similar_pictures(one: Image.Image, other: Image.Image) -> bool:
    """Compare two pictures, allowing for the losses of mp4 at the edges of colours."""
    difference = ImageChops.difference(one, other).convert("L").histogram()
    return one.size == other.size and sum(difference[64:]) < one.size[0] * one.size[1] / 500


@pytest.mark.parametrize(("milliseconds", "count", "fps"), [(100, 22, 10), (400, 7, 2.5), (2500, 9, 1.2)])
def test_mp4_has_even_sides_and_holds_its_last_frame(
    tmp_path: Path, milliseconds: int, count: int, fps: float
) -> None:
    frames = [Image.new("P", (101, 61), colour) for colour in range(3)]
    for frame in frames:
        frame.putpalette([200, 30, 30, 30, 200, 30, 30, 30, 200])
    save_film(frames, tmp_path / "odd.mp4", milliseconds)
    reader: Any = imageio.get_reader(tmp_path / "odd.mp4")
    with reader as film:
        pictures = [*film.iter_data()]
        assert film.get_meta_data()["size"] == (102, 62)
        assert film.get_meta_data()["fps"] == fps
    assert len(pictures) == count
    assert pictures[0][61, 101].argmax() == 0 and pictures[-1][30, 50].argmax() == 2


@pytest.mark.parametrize(("name", "verb"), [*((name, "play") for name in GAMES), ("squirrels", "replay")])
def test_unknown_film_suffix_is_refused_before_the_game(
    called: Run, tmp_path: Path, saved: Saved, name: str, verb: str
) -> None:
    game = GAMES[name]
    call = ("--record", "game.jsonl") if verb == "play" else (str(saved(game)),)
    done = called(game.script, verb, *call, "--gif", "game.bmp")
    line = "--gif 'game.bmp': expected a file that ends in .gif, .webp or .mp4, e.g. game.gif\n"
    assert (done.returncode, done.stdout, done.stderr) == (2, "", line)
    assert list(tmp_path.iterdir()) == []


@every_game
def test_mp4_without_ffmpeg_is_refused_before_the_game(
    called: Run, tmp_path: Path, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "imageio_ffmpeg", None)
    done = called(game.script, "play", *game.player_options, "--gif", "game.mp4", "--record", "game.jsonl")
    line = 'game.mp4: mp4 needs ffmpeg; to install it: python -m pip install ".[video]"\n'
    assert (done.returncode, done.stdout, done.stderr) == (1, "", line)
    assert list(tmp_path.iterdir()) == []


# JSON


@every_game
def test_play_json_prints_only_the_record(called: Run, tmp_path: Path, game: Game) -> None:
    call = (
        "play",
        *game.start,
        *game.player_options,
        *game.limits,
        "--seed",
        "3",
        "--json",
        "--record",
        "game.jsonl",
    )
    done = called(game.script, *call)
    assert done.returncode == 0
    written = [
        path.read_text(encoding="utf-8")
        for path in (tmp_path / "game.jsonl", tmp_path / "game-2.jsonl")
        if path.exists()
    ]
    assert done.stdout == "".join(written)
    assert len(written) == (2 if game.script == "walls.py" else 1)
    entries = [json.loads(line) for line in done.stdout.splitlines()]
    if len(written) == 2:
        (tmp_path / "both.jsonl").write_text(done.stdout, encoding="utf-8")
        refused = called(game.script, "replay", "both.jsonl")
        first = written[0].count("\n") + 1
        line = f"both.jsonl: line {first}: a second game: expected one per file, as --record writes them\n"
        assert (refused.returncode, refused.stdout, refused.stderr) == (2, "", line)
    assert entries[0]["game"] == game.script.removesuffix(".py") and "outcome" in entries[-1]
    assert [key in entry for entry in entries for key in ("game", "move", "outcome")].count(True) == len(
        entries
    )


@every_game
def test_replay_json_prints_the_complete_lines(called: Run, tmp_path: Path, saved: Saved, game: Game) -> None:
    copy_part(saved(game), tmp_path / "game.jsonl")
    done = called(game.script, "replay", "game.jsonl", "--json")
    text = (tmp_path / "game.jsonl").read_text(encoding="utf-8")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == text[: text.rindex("\n") + 1]


def test_resume_json_prints_from_the_start(run: Run, tmp_path: Path, saved: Saved) -> None:
    game = GAMES["catsdogs"]
    copy_part(saved(game), tmp_path / "game.jsonl")
    done = run(game.script, "play", "--resume", "game.jsonl", *game.limits, "--json")
    assert done.stdout == (tmp_path / "game.jsonl").read_text()
    assert moves_of(tmp_path / "game.jsonl") == moves_of(saved(game))


@every_game
def test_json_refuses_a_human_player(called: Run, tmp_path: Path, game: Game) -> None:
    side = next(iter(game.players))
    done = called(game.script, "play", "--json", f"--{side}", "human", "--record", "game.jsonl")
    assert (done.returncode, done.stdout, len(done.stderr.splitlines())) == (2, "", 1)
    assert re.match(f"--json: {side} is 'human'", done.stderr, re.IGNORECASE)
    assert f"--{side} engine" in done.stderr
    assert list(tmp_path.iterdir()) == []


@talking_games
def test_json_asks_no_questions(called: Run, tmp_path: Path, name: str) -> None:
    game = GAMES[name]
    done = called(game.script, "--json", *game.limits)
    person_is_usual = name == "duel7"
    assert done.returncode == (2 if person_is_usual else 0)
    assert (done.stdout == "") == person_is_usual
    assert all(line.startswith("{") for line in done.stdout.splitlines())


# COLOURS


def colours_in(text: str) -> set[int]:
    """Return the colour codes of the escape sequences in a text."""
    codes = {
        int(code) for found in re.findall("\x1b\\[([0-9;]*)m", text) for code in found.split(";") if code
    }
    return codes & COLOURS


@on_unix
@pytest.mark.parametrize(("name", "value"), [*((name, "no") for name in GAMES), ("game", ""), ("walls", "")])
def test_no_color_removes_all_colours(
    tmp_path: Path, saved: Saved, name: str, value: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = GAMES[name]
    monkeypatch.setenv("NO_COLOR", value)
    monkeypatch.setenv("TERM", "xterm-256color")
    child = start_on_terminal(game.script, tmp_path, "replay", str(saved(game)), "--step")
    child.expect(PROMPT)
    shown = child.before
    child.sendline("5")
    child.expect(PROMPT)
    shown += child.before
    child.sendline("q")
    assert wait_for_exit(child)[0] == 0
    assert "\x1b[2mEnter or n" in shown if value == "" else "\nEnter or n" in "\n" + shown
    assert bool(colours_in(shown)) == (value == "")


@on_unix
@pytest.mark.parametrize("value", ["1", ""])
def test_status_line_of_a_thinking_engine_has_no_colours(
    tmp_path: Path, value: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", value)
    call = ("play", "--player", "2", "--turns", "30", "--seed", "1", "--seconds", "0.6")
    child = start_on_terminal("duel7.py", tmp_path, *call)
    child.expect("Choose piece to move: ")
    lines = [part for part in re.split("[\r\n]", child.before) if part.startswith("\x1b[K")]
    assert any(re.match("\x1b\\[K[0-9.]+ s left", line) for line in lines)
    assert not any(colours_in(line) for line in lines)
    child.sendline("quit")
    assert wait_for_exit(child)[0] == 0
