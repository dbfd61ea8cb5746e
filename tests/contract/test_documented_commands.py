"""Run or parse every command in README.md and docs/, and compare its output with the text.

Commands in `RUN` are run, those in `SHORTER` with smaller numbers. All others are slow, ask a human or name
the reader's files: their verbs, words and options are only parsed. tests/games/walls runs `solve 3`.
"""

from __future__ import annotations

import re
import shlex
import sys
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import typer.main

from common.cli.app import build_app
from tests.bench.__main__ import NAMES
from tests.support.games import ALL_GAMES, SCRIPTS, module_of, parse_only
from tests.support.programs import ROOT, Run

TEXTS = {
    path.name: path.read_text("utf-8") for path in (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")))
}
SCRIPT = rf"(?:{'|'.join(ALL_GAMES)})\.py\b"
FENCED = re.compile(rf"^(?:\$ )?((?:printf .* \| )?python (?:{SCRIPT}|tests/bench).*)$", re.M)
SPAN = re.compile(rf"`(?:(?:\.venv/bin/)?python (?={SCRIPT}|tests/bench )|(?={SCRIPT} ))([^`]+)`")
VERB = re.compile(
    r"`((?:play|puzzle|solve|analyse|replay|match|tournament|serve|check|check-program"
    r"|grade|cases|tree) [^`]+)`"
)

CAT, BLOCKS, EXITS = (
    "[5, 5]",
    "[(1,1), (1,5), (2,5), (4,5), (5,1), (5,4), (6,5), (8,2)]",
    "[(0,0), (6,10), (9,10), (10,1)]",
)
PYTHON = Path(sys.executable).as_posix()
HUNT = "CDDDDDC/DDDDDDD/DDDDDDD/DDDCDDD/DDDDDDD/DDDDDDD/CDDDDDC"
PLACEHOLDERS = {
    "CAT": CAT,
    "BLOCKS": BLOCKS,
    "EXITS": EXITS,
    "CDD…/…": HUNT,
    "CDDDDDC/DDDDDDD/…": HUNT,
    "POSITION": "FILE",
}
LATE = (
    "2\nX\n2\n"
    + "20 16 1 32 30\n20 12 2 11 8\n28 48 9 1 1\n20 12 10 6 2\n25 30 23 21 10\n"
    + "**XX*\n**XOX\n***O*\nX**O*\nXXOO*\n"
)


class Shown(NamedTuple):
    """Expected stdout (regular expression), files and status of a command, its input, one to run first."""

    said: str = ""
    files: tuple[str, ...] = ()
    given: str | None = None
    status: int = 0
    before: str = ""


WON = r"\A(X|O) wins, whatever (X|O) does\.\n"
LEFT, ASKED = Shown(given="quit\n"), Shown(r"\A.+[:?] ", given="", status=1)
STARTED = rf'game.py "{CAT}" "[(1,1)]" "[(0,0), (10,10)]"'
LOST = f'game.py solve "{CAT}" "{BLOCKS}" "{EXITS}"'
RUN = {
    "game.py CAT BLOCKS EXITS": Shown(r"\ACATCHER = \((.*\n)*[10]\n\Z", ("game.gif",)),
    STARTED: Shown(r"\ACATCHER = \(0, 5\)\n(.*\n)*1\n\Z", ("game.gif",)),
    'game.py "[5, 5]" "[]" "[(0, 0), (0, 10)]" --cat human': LEFT,
    "game.py --help": Shown("^\u2502 check-program "),
    "game.py play --help": Shown("--cat"),
    "game.py solve CAT BLOCKS EXITS": Shown(r"\AThe catcher wins, whatever the cat does; "),
    LOST: Shown(),  # its output is in the text and compared below
    "game.py move cat CAT BLOCKS EXITS": Shown(r"\A(NW|NE|W|E|SW|SE)\n\Z"),
    "squirrels.py -i input.txt": Shown(r"\A\Z", ("next_state.txt", "traverse_log.txt")),
    "squirrels.py check input.txt --verdict": Shown(
        "wins", ("next_state.txt", "traverse_log.txt"), before="squirrels.py -i input.txt"
    ),
    "squirrels.py solve input.txt": Shown(WON + "(.*\n)*Best: (.*\n)*Line: "),
    "squirrels.py play input.txt --x greedy --o minimax --gif war.gif": Shown(files=("war.gif",)),
    "squirrels.py cases 100 FOLDER --seed 7": Shown(files=("FOLDER",)),
    r"printf 'C1\n' | python squirrels.py puzzle --seed 7": Shown(
        r"^Wrong: C1 is answered by D5: X wins by 1, not O wins by 13\.$", given="C1\n", status=1
    ),
    "duel7.py": ASKED,
    'duel7.py solve --place "X b2 c1 e2 O a1 c7 f5" --turns 6': Shown(
        r"\AX wins, whatever O does\.\nValue: X wins by \d+, proven\n"
    ),
    'duel7.py move X "X a1 a7 O b2 c3" 12 --nodes 50000': Shown(r"\Aa7 a6\n\Z"),
    'duel7.py move X "X a1 a7 O b2 c3" 12 --seconds 1': Shown(r"\A[a-g][1-7] [a-g][1-7]\n\Z"),
    "duel7.py play --player 1 --pieces 6 4 --turns 30 --level 2": LEFT,
    "catsdogs.py": ASKED,
    'catsdogs.py solve --position "d....../......./d...C../..Cd.../dd....C/..d.C../..dC..."': Shown(
        r"\AThe dog wins, whatever "
    ),
    "walls.py": ASKED,
    'walls.py move A ".   .   ./A<. .   B>./.   .   ." 0 0': Shown(r"\Aturn-left\n\Z"),
    "walls.py tree 3 --depth 4 tree.dot": Shown(r"\Aply 0: ", ("tree.dot",)),
    r"printf 'X\tX a1 a7 O b2 c3\t12\nquit\n' | python duel7.py serve --player level-3": Shown(
        r"\A[a-g][1-7] [a-g][1-7]\n\Z", given="X\tX a1 a7 O b2 c3\t12\nquit\n"
    ),
}
SHORTER = {
    "duel7.py play --x engine --o greedy --seed 7 --seconds 0.5 --gif duel.gif": (
        "duel7.py play --x engine --o greedy --seed 7 --seconds 0.01 --pieces 3 3 --turns 8 --gif duel.gif",
        Shown(files=("duel.gif",)),
    ),
    "catsdogs.py play --cat roomy --dog engine --seed 7 --gif hunt.gif": (
        "catsdogs.py play --cat roomy --dog engine --seed 7 --nodes 100 --gif hunt.gif",
        Shown(files=("hunt.gif",)),
    ),
    "walls.py 7 --a engine --b wall-follower --gif walls.gif": (
        "walls.py 7 --a engine --b wall-follower --nodes 100 --gif walls.gif",
        Shown(files=("walls.gif", "walls-2.gif")),
    ),
    'duel7.py match "python docs/examples/duel7/one_move.py" random --pairs 5 --seconds 1': (
        f'duel7.py match "{PYTHON} '
        f'{ROOT.as_posix()}/docs/examples/duel7/one_move.py" random --pairs 1 --seconds 20',
        Shown(" - random: 2 games: "),
    ),
    'walls.py match "persistent: python docs/examples/walls/persistent.py" random --pairs 5': (
        f'walls.py match "persistent: {PYTHON} '
        f'{ROOT.as_posix()}/docs/examples/walls/persistent.py" random --pairs 1 --seconds 20',
        Shown(" - random: 2 games: "),
    ),
}

PARTS = {
    "game.py move --nodes 2000",
    "play --record",
}  # mentioned in sentences, without the remaining arguments


def commands(text: str) -> list[str]:
    """Return the commands of a page, without the leading `python`."""
    fenced = [
        found if found.startswith("printf") else found.removeprefix("python ")
        for found in FENCED.findall(text)
    ]
    return [*fenced, *(re.sub(r"\n *", " ", found) for found in SPAN.findall(text))]


FOUND = sorted({command for text in TEXTS.values() for command in commands(text)})
READ = [
    command
    for command in FOUND
    if command not in {*RUN, *SHORTER, *PARTS} and not command.startswith("tests/bench")
]
MEASURED = [command for command in FOUND if command.startswith("tests/bench")]


def words_of(command: str) -> list[str]:
    """Split a command like a shell, replacing the placeholders of the text by real positions."""
    return [
        PLACEHOLDERS.get(word, word) for word in shlex.split(command.rsplit(" | python ", maxsplit=1)[-1])
    ]


def check(called: Run, folder: Path, command: str, shown: Shown) -> None:
    """Run a command and check its status, output and files."""
    (folder / "input.txt").write_text(LATE)
    if shown.before:
        assert called(*words_of(shown.before)).returncode == 0
    given = {} if shown.given is None else {"input": shown.given}
    answer = called(*words_of(command), **given)
    assert (answer.returncode, "Traceback" in answer.stderr) == (shown.status, False), answer.stderr
    assert re.search(shown.said, answer.stdout, re.M), answer.stdout
    assert {path.name for path in folder.iterdir()} == {"input.txt", *shown.files}


@pytest.mark.parametrize("command", RUN)
def test_command_agrees_with_the_text(called: Run, tmp_path: Path, command: str) -> None:
    check(called, tmp_path, command, RUN[command])


@pytest.mark.long
@pytest.mark.parametrize("command", SHORTER)
def test_long_command_agrees_with_the_text_at_smaller_numbers(
    called: Run, tmp_path: Path, command: str
) -> None:
    check(called, tmp_path, *SHORTER[command])


@pytest.mark.parametrize("command", READ)
def test_command_is_parsed_if_not_run(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, command: str) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "input.txt").write_text(LATE)
    parse_only(monkeypatch, words_of(command))


@pytest.mark.parametrize(
    "words", sorted({found for text in TEXTS.values() for found in VERB.findall(text)} - PARTS)
)
def test_verb_with_options_is_parsed_by_some_program(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, words: str
) -> None:
    monkeypatch.chdir(tmp_path)
    problems = [problem_of(monkeypatch, [name, *words_of(words)]) for name in ALL_GAMES]
    assert "" in problems, "\n".join(problems)


def problem_of(monkeypatch: pytest.MonkeyPatch, words: list[str]) -> str:
    """Return why a program does not understand a command line; empty if it does."""
    try:
        parse_only(monkeypatch, words)
    except Exception as problem:
        return f"{words[0]}: {problem!r}"
    return ""


@pytest.mark.parametrize("command", MEASURED)
def test_benchmark_accepts_name_and_options(command: str) -> None:
    _, name, *words = [*words_of(command), ""]
    if name != "NAME":
        assert name in NAMES
        app = typer.Typer()
        app.command()(import_module(f"tests.bench.{name}").run)
        typer.main.get_command(app).make_context(name, [word for word in words if word])


def test_output_below_a_command_matches(called: Run) -> None:
    (shown,) = re.findall(rf"```\n\$ python {re.escape(LOST)}\n((?:.*\n)*?)```", TEXTS["circle-the-cat.md"])
    assert timeless(called(*words_of(LOST)).stdout) == timeless(shown)


def test_walkthrough_film_has_the_stated_number_of_frames(called: Run, tmp_path: Path) -> None:
    from PIL import Image

    printed = called(*words_of(STARTED)).stdout
    told = re.search(
        r"The game gives (\d+) frames: the start and (\d+) moves", TEXTS["how-the-code-is-built.md"]
    )
    assert told and "wins with its 28th block" in " ".join(TEXTS["how-the-code-is-built.md"].split())
    assert printed.count("CATCHER = ") == 28
    with Image.open(tmp_path / "game.gif") as film:
        assert [getattr(film, "n_frames", 1), len(printed.splitlines()) - 2] == [int(told[1]), int(told[2])]


def timeless(text: str) -> str:
    """Replace the times in a text by an ellipsis."""
    return re.sub(r"\d+\.\d+ s", "… s", text)


def test_option_in_the_text_belongs_to_some_program() -> None:
    known = {
        "--help",
        "--version",
        "--compare",
        "--crlf",
        "--dogs",
        "--buckets",
        "--fast",
        "--starts",
        "--per-seed",
        "--install-completion",
    }  # of all programs, benchmarks, a student's program, the command for all games
    for name in ALL_GAMES:
        group: Any = typer.main.get_command(build_app(module_of(name).GAME))
        for verb in group.commands.values():
            known |= {word for option in verb.params for word in option.opts}
    spans = [f" {span}" for text in TEXTS.values() for span in re.findall(r"`([^`\n]+)`", text)]
    named = {word for span in spans for word in re.findall(" (--[a-z-]+)", span)}
    assert named - known == set()


def test_readme_begins_with_setup_and_a_game_at_level_1() -> None:
    lines = TEXTS["README.md"].splitlines()
    assert "<!-- CI runs this: install -->" in lines[:10] and len(lines) < 200
    assert any("play --cat human --level 1" in line for line in lines[:10])
    assert "docs/terminal.svg" in "".join(lines[:14])


def test_readme_links_a_page_for_every_game() -> None:
    sections = re.split("^## ", TEXTS["README.md"], flags=re.M)
    for name in SCRIPTS:
        (section,) = [part for part in sections if f"`python {name}.py" in part and "More in [" in part]
        (page,) = re.findall(r"More in \[docs/([a-z0-9-]+\.md)\]", section)
        assert f"`python {name}.py play`" in TEXTS[page]


@pytest.mark.parametrize("page", TEXTS)
def test_links_lead_to_existing_files_and_sections(page: str) -> None:
    folder = ROOT if page == "README.md" else ROOT / "docs"
    for file, section in re.findall(r"\]\((?!https?:)([^)#\s]*)(?:#([^)\s]*))?\)", TEXTS[page]):
        assert not file or (folder / file).exists(), file
        if section:
            text = (folder / file).read_text("utf-8") if file else TEXTS[page]
            assert section in {
                re.sub(r"[^\w -]", "", head.lower()).replace(" ", "-")
                for head in re.findall("^#+ (.*)", text, re.M)
            }
