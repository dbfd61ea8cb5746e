"""Every line of game.py for people is translated, shown with an artificial language of wide letters.

The test makes that language in one file, like any new one. Plain letters left in an output must be words that
no language translates: names of players, files, options, the lines of the contract.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from html.parser import HTMLParser
from io import StringIO
from pathlib import Path

import pexpect
import pytest
from babel.messages import Catalog
from babel.messages.mofile import write_mo

import game
from common.command import help_pages
from common.command.cli import run_guarded
from common.messages import _
from common.show import language, score_plot
from common.show.language import translate
from tests.support.programs import ROOT, on_unix, program_command
from tests.translations.catalogues import ids_of, placeholders, template

START = ("[5, 5]", "[(1, 1)]", "[(0, 0), (10, 10)]")
SHORT = ("[1, 1]", "[(0, 1), (1, 2), (2, 1), (2, 2)]", "[(5, 5)]")  # a game of a few moves
ALONE = ("--jobs", "1")  # other processes take longer to start than these games
WIDE = {letter: letter + 0xFEE0 for letter in range(128) if chr(letter).isalpha()}
NAMES = (
    "human engine level random novice perfect best first shortest two distance next exit widen"  # of players
)
WORDS = "CAT BLOCKS EXITS CATCHER Elo game py python jsonl html"
METAVARS = "TEXT FIRST SECOND COMMAND PATH VENV ADDRESS PLAYER FILE POSITION FOLDER inf second"
VERBS = "play games move solve analyse replay match tournament serve check program"
KEPT = set(f"{NAMES} {WORDS} {METAVARS} {VERBS}".split())
Call = Callable[..., str]


def wide(text: str) -> str:
    """Write a text in wide letters, except its placeholders."""
    parts = re.split(r"(\{\w[^}]*\})", text) if placeholders(text) else [text]
    return "".join(part if number % 2 else part.translate(WIDE) for number, part in enumerate(parts))


@pytest.fixture(scope="module")
def locale(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Folder of languages with one called `xx`."""
    folder = tmp_path_factory.mktemp("locale")
    # Two plural forms; Portuguese has three from Babel 2.19 on.
    catalogue = Catalog(locale="de", charset="utf-8")
    for entry in template():
        if entry.id:
            strings = tuple(map(wide, ids_of(entry)))
            catalogue.add(entry.id, strings if len(strings) > 1 else strings[0])
    path = folder / "xx" / "LC_MESSAGES" / "messages.mo"
    path.parent.mkdir(parents=True)
    with path.open("wb") as file:
        write_mo(file, catalogue)
    return folder


@pytest.fixture
def call(
    locale: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Call:
    """Provide a function that calls game.py in wide letters and returns its output (stderr if `errors`)."""
    monkeypatch.chdir(tmp_path)
    for module in (language, help_pages):
        monkeypatch.setattr(module, "LOCALE", locale)

    def called(*arguments: str, answers: str = "", errors: bool = True) -> str:
        monkeypatch.setattr(sys, "stdin", StringIO(answers))
        run_guarded(lambda: game.main([*arguments, "--lang", "xx"]))
        printed = capsys.readouterr()
        return printed.out + printed.err * errors

    return called


def untranslated(text: str, *said: str) -> set[str]:
    """Return the plain words of a text, without those kept in every language and those of the call."""
    plain = re.sub(r"--[a-z-]+|\x1b\[[0-9;?]*[a-zA-Z]", "", text)
    known = KEPT | set(re.findall("[A-Za-z]+", " ".join([*said, str(Path.cwd()), sys.executable])))
    return set(re.findall("[A-Za-z]{2,}", plain)) - known


def record_game(call: Call, name: str = "whole.jsonl", *more: str) -> None:
    call(*SHORT, "--no-gif", "--cat", "shortest", "--catcher", "next", "--record", name, *more)


def test_untranslated_words_are_found(call: Call) -> None:
    call("--version")
    assert untranslated("Not finished") == {"Not", "finished"}
    assert untranslated(translate("Not finished")) == {"Not", "finished"}
    assert untranslated(translate(_("Not finished"))) == set()


@pytest.mark.parametrize(
    "verb",
    (
        ["", "play", "puzzle", "page", "rules", "games", "move", "solve", "analyse", "replay"]
        + ["match", "tournament", "serve", "check-program", "kit", "check"]
    ),
)
def test_help_is_translated(call: Call, verb: str) -> None:
    text = call(*filter(None, [verb]), "--help")
    if verb:
        assert "Ｓｈｏｗ ｔｈｉｓ ｍｅｓｓａｇｅ ａｎｄ ｅｘｉｔ." in text.replace("\n", " ")
    above_examples = re.split("Ｅｘａｍｐｌｅｓ?:", text)[0]
    assert untranslated(above_examples, "moves rules cells file command puzzle page kit zip en xx") == set()


DIALOGUES = [
    (
        "catcher",
        "ne|1 1|5 5|11 0|[4|hint|moves|help|undo|4 6|board|undo|"
        "save a.jsonl|save b.jsonl|save no/a.jsonl|quit",
    ),
    ("cat", "up|9 9|moves|hint|help|1 1|o|w|resign"),
    ("cat", "o"),
]


@pytest.mark.parametrize(("side", "answers"), DIALOGUES)
def test_dialogue_is_translated(call: Call, side: str, answers: str) -> None:
    other = ("--catcher", "next") if side == "cat" else ()
    Path("b.jsonl").write_text("{}")
    text = call(
        *START, "--no-gif", f"--{side}", "human", *other, "--coach", answers=answers.replace("|", "\n")
    )
    assert untranslated(text.replace("Cat resigns", ""), *answers.split("|")) == set()  # the contract's line


def test_saved_game_is_translated(call: Call) -> None:
    record_game(call)
    lines = Path("whole.jsonl").read_text("utf-8").splitlines(keepends=True)
    Path("half.jsonl").write_text("".join(lines[:3]), "utf-8")
    reasons = "Cat did not move and got caught", "Cat runs away"
    for arguments in (
        ("replay", "whole.jsonl"),
        ("replay", "half.jsonl"),
        ("play", "--resume", "half.jsonl"),
    ):
        text = call(*arguments)
        assert (
            untranslated("\n".join(line for line in text.splitlines() if line not in reasons), *arguments)
            == set()
        )
    assert untranslated(call("replay", "half.jsonl", "--step", answers="n\nb\n99\nx\n")) == set()
    text = call("analyse", "whole.jsonl", "--nodes", "20")
    assert untranslated(text) == set() and "ｃａｔ" in text


def test_forfeit_of_a_record_is_translated(call: Call, tmp_path: Path) -> None:
    command = program_command(tmp_path / "bad.py", "import sys; sys.exit(3)")
    call(*START, "--no-gif", "--cat", command, "--catcher", "next", "--record", "bad.jsonl")
    assert "Ｃａｔ ｃｒａｓｈｅｓ: ｅｘｉｔ ｓｔａｔｕｓ 3: ｔｈｅ ｃａｔｃｈｅｒ ｗｉｎｓ" in call(
        "replay", "bad.jsonl"
    )
    assert "ｃｒａｓｈｅｓ: ｅｘｉｔ ｓｔａｔｕｓ 3; ｃａｔｃｈｅｒ ｈａｓ ｗｏｎ" in call(
        "analyse", "bad.jsonl", "--nodes", "20"
    )


@pytest.mark.parametrize(
    "arguments",
    [
        ("analyse", "cat", *START, "--nodes", "50"),
        ("solve", *START, "--moves"),
        ("solve", "[0, 0]", "[]", "[(0, 0)]"),
        ("solve", "[5, 5]", "[]", "[(0, 0)]", "--seconds", "0.01"),
        ("match", "best-first + best-first", "shortest + next", "--pairs", "2", "--nodes", "10", *ALONE),
        ("match", "random", "level-1", "--pairs", "1", *ALONE),
        ("tournament", "best-first", "level-1", "--pairs", "1", "--nodes", "10", *ALONE),
        (
            "tournament",
            "best-first",
            "level-1",
            "level-2",
            "--pairs",
            "1",
            "--rounds",
            "1",
            "--nodes",
            "10",
            *ALONE,
        ),
        (),
    ],
)
def test_output_of_verbs_is_translated(call: Call, arguments: tuple[str, ...]) -> None:
    text = call(*arguments)
    assert untranslated(text, *arguments) == set()
    assert re.search("[ａ-ｚ]{2}", text)


def test_strategy_and_its_check_are_translated(call: Call) -> None:
    for arguments in (("solve", *START, "--strategy", "plan.jsonl"), ("check", "plan.jsonl")):
        assert untranslated(call(*arguments), *arguments) == set()
    lines = Path("plan.jsonl").read_text().splitlines(keepends=True)
    Path("plan.jsonl").write_text("".join([lines[0], "[0,[],{}]\n", *lines[2:]]))
    assert untranslated(call("check", "plan.jsonl"), "plan") == set()


def test_check_of_a_program_is_translated(call: Call, tmp_path: Path) -> None:
    for code in ("print('(0, 0)')", "import sys; sys.exit(3)", "print()"):
        command = program_command(tmp_path / "some.py", code)
        text = call("check-program", command, "--positions", "1")
        assert untranslated(text, command, "cat catcher bubblewrap unshare landlock") == set()


def test_machine_readable_output_is_english(call: Call) -> None:
    record_game(call, "game.jsonl", "--json")
    for arguments in (
        ("analyse", "game.jsonl", "--nodes", "20", "--json"),
        ("analyse", "cat", *START, "--nodes", "20", "--json"),
        ("solve", *START, "--json", "--strategy", "plan.jsonl"),
        ("match", "random", "level-1", "--pairs", "1", "--journal", "match.jsonl", "--json", *ALONE),
        (
            "tournament",
            "random",
            "level-1",
            "--pairs",
            "1",
            *ALONE,
            "--csv",
            "all.csv",
            "--journal",
            "all.jsonl",
            "--json",
        ),
        ("move", "cat", *START),
    ):
        assert not re.search("[ａ-ｚＡ-Ｚ]", call(*arguments, errors=False)), arguments
    written = {
        path.name
        for path in Path().rglob("*.*")
        if path.is_file() and re.search("[ａ-ｚＡ-Ｚ]", path.read_text("utf-8"))
    }
    assert written == set()


class Texts(HTMLParser):
    """The texts of a page that a person reads, also with a screen reader."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found, self._hidden = list[str](), False
        self.feed(page)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self._hidden = tag in ("style", "script")
        self.found += [value or "" for name, value in attributes if name == "aria-label"]

    def handle_data(self, data: str) -> None:
        if not self._hidden:
            self.found.append(data)


def test_pages_are_translated(call: Call) -> None:
    record_game(call)
    call("replay", "whole.jsonl", "--html", "game.html", "--analyse", "20")
    call("tournament", "best-first", "level-1", "--pairs", "1", "--nodes", "10", "--html", "pages", *ALONE)
    for name in ("game.html", *map(str, Path("pages").iterdir())):
        page = Path(name).read_text("utf-8")
        assert untranslated(" ".join(Texts(page).found)) == set()
        captions = re.findall(r'"captions":(\[.*?\])', page) + re.findall(r'"words":(\{.*?\})', page)
        assert untranslated(" ".join(captions), "start move of play pause") == set()


def test_plot_is_translated(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    from PIL.ImageDraw import ImageDraw

    record_game(call)
    drawn: list[str] = []
    monkeypatch.setattr(ImageDraw, "text", lambda pen, place, text, **look: drawn.append(text))
    monkeypatch.setattr(score_plot, "font", lambda size: None)
    call("analyse", "whole.jsonl", "--nodes", "20", "--plot", "plot.png")
    assert untranslated(" ".join(drawn)) == set() and "ｍｏｖｅｓ ｐｌａｙｅｄ" in drawn


BAD_CALLS = [
    *[("[5, 5]",), ("[5, 5", "[]", "[]"), ("[5; 5]", "[]", "[]"), ("5", "[]", "[]"), ("[(), 5]", "[]", "[]")],
    *[("[5, 11]", "[]", "[]"), ("[5, 5]", "[(5, 5)]", "[]"), ("play", "x", "y", "z"), ("plya",)],
    *[("play", "--blocks", "999"), ("play", "--blocks"), ("play", "--blocks", "x"), ("play", "--level", "9")],
    *[("play", "--level", "1", "--nodes", "1"), ("play", "--seconds", "0"), ("play", "--nodes", "0")],
    *[("play", "--cat", "no-such"), ("play", "--cat", "'x"), ("play", "--cat", "widen"), ("play", "--foo")],
    *[("play", "--zzz"), ("play", "--frame-ms", "1"), ("play", "--gif", "x.txt")],
    *[("play", "--gif", "no/x.gif"), ("play", "--json", "--cat", "human"), ("play", "--trust")],
    *[("play", "--memory", "0"), ("play", "--no-gif=3"), ("play", "--readable", "nope")],
    *[("play", "--no-sandbox", "--require-sandbox"), ("play", "--record", ".")],
    *[("play", "--resume", "none"), ("replay", "none"), ("replay", "."), ("replay", "a", "b"), ("replay",)],
    *[("move", "cat", "[5, 5]"), ("move", "--x"), ("move", "cat", *START, "--nodes", "x")],
    *[("move", "dog", *START)],
    *[("solve", "cat", *START), ("solve", *START, "--strategy", "no/x"), ("analyse", "x"), ("check", "none")],
    *[("analyse", "cat", *START, "--html", "x.html"), ("analyse", "cat", "[0, 0]", "[]", "[(0, 0)]")],
    *[("match", "engine"), ("match", "a", "b", "--elo", "x", "1")],
    *[("match", "random", "exit", "--elo", "5", "1"), ("match", "human", "random")],
    *[("match", "level-1", "level-2", "--nodes", "5"), ("serve", "--player", "human")],
    *[("tournament",), ("tournament", "human"), ("tournament", "a", "--rounds", "1", "--gauntlet", "a")],
    *[("tournament", "random", "level-1", "--gauntlet", "zz"), ("tournament", ".", "--pairs", "1")],
    *[("tournament", "random", "level-1", "--interpreter", "zz")],
    *[("check-program",), ("check-program", "engine")],
]  # fmt: skip


@pytest.mark.parametrize("arguments", BAD_CALLS, ids=" ".join)
def test_refused_call_is_translated(call: Call, arguments: tuple[str, ...]) -> None:
    text = call(*arguments)
    assert text.count("\n") == 1 and re.search("[ａ-ｚ]{2}", text)
    assert untranslated(text, *arguments, game.EXAMPLE, "cat catcher SECOND COMMAND my_game") == set()


@pytest.mark.parametrize(
    "problem",
    [
        MemoryError(),
        RecursionError(),
        RuntimeError("can't start new thread"),
        KeyboardInterrupt(),
        ModuleNotFoundError(name="abc"),
        ImportError("abc", name="abc"),
        PermissionError(13, "Permission denied", "abc"),
        OSError(28, "No space left on device"),
        OSError(12, "Cannot allocate memory"),
        UnicodeDecodeError("ascii", b"", 0, 1, "abc"),
    ],
)
def test_system_errors_are_translated(
    call: Call, problem: BaseException, capsys: pytest.CaptureFixture[str]
) -> None:
    def fails() -> int:
        raise problem

    call("--version")
    run_guarded(fails)
    assert untranslated(capsys.readouterr().err, "abc pip install stdout ulimit") == set()


@on_unix
def test_terminal_is_translated(locale: Path, tmp_path: Path) -> None:
    code = (
        f"import sys, pathlib; sys.path.insert(0, {str(ROOT)!r}); from common.show import language; "
        f"language.LOCALE = pathlib.Path({str(locale)!r}); import game; game.console()"
    )
    said = [
        "?",
        "help",
        "",
        "help",
        "2",
        "hint",
        "help",
        "99 0",
        "undo",
        "4 6",
        "undo",
        "moves",
        "save",
        "quit",
    ]
    child = pexpect.spawn(
        sys.executable,
        ["-c", code, "play", "--seed", "1", "--lang", "xx", "--coach", "--pace", "0"],
        cwd=str(tmp_path),
        encoding="utf-8",
        timeout=60,
        dimensions=(60, 200),
    )
    prompts = ["ｐｌａｙ.*: ", "ｐｌａｙ.*: ", "ｐｌａｙ.*: ", "Ｌｅｖｅｌ.*: ", "Ｌｅｖｅｌ.*: "]
    text = ""
    for number, answer in enumerate(said):
        child.expect(prompts[number] if number < len(prompts) else r"(\): |ＳＥ\): )")
        text += child.before + child.after
        child.sendline(answer)
    child.expect(pexpect.EOF)
    text += child.before
    assert untranslated(text, "saved-games png board step resume certificates distances", *said) == set()
    assert "ｙｏｕ ａｒｅ ｔｈｅ ｃａｔ" in text and "ｓｔｅｐｓ ｔｏ ｔｈｅ ｎｅａｒｅｓｔ ｅｘｉｔ" in text
