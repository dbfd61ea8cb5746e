"""Fuzzing: mutated calls, files and answers end with a documented exit status and no traceback.

A run is reproducible from its seed, which it prints. FUZZ_SEED in the environment sets another, FUZZ_CALLS
the number of calls of a test, FUZZ_FIRST the number of the first, to repeat a single call.
"""

from __future__ import annotations

import os
import random
import re
import shlex
import shutil
import subprocess
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.support.fork_server import ForkServer, RunLimits
from tests.support.games import SCRIPTS
from tests.support.in_process import call_in_process
from tests.support.programs import ROOT

SEED = int(os.environ.get("FUZZ_SEED", "38"))
PARTS = [(0, 200), *(pytest.param((first, 450), marks=pytest.mark.long) for first in range(200, 2000, 450))]
STATUSES = (0, 1, 2, 130)  # docs: game over or left, input too short, bad arguments, Ctrl-C
LIMITS = RunLimits(timeout=90, interrupt=0.5)  # thinking is no defect, but Ctrl-C must end it
SIDES = {
    "game": ("--cat", "--catcher"),
    "squirrels": ("--x", "--o"),
    "duel7": ("--x", "--o"),
    "walls": ("--a", "--b"),
    "catsdogs": ("--cat", "--dog"),
}
PLAYERS = {
    "game": ("shortest", "exit"),
    "squirrels": ("greedy", "random"),
    "duel7": ("greedy", "random"),
    "walls": ("forward-first", "random"),
    "catsdogs": ("careful", "squeeze"),
}
POSITIONS: dict[str, tuple[str, ...]] = {
    "game": ("[5, 5]", "[(4,4), (4,5), (5,4), (5,6), (6,4)]", "[(0,0), (10,10)]"),
    "squirrels": ("input_1.txt",),
    "duel7": ("X", "X a1 a7 O b2 c3", "3"),
    "walls": ("A", ".   .   ./A<. .   B>./.   .   .", "7", "7"),
    "catsdogs": ("cat", "CD...../.....C./......./..C..../....C../......./...C..D", "0"),
}
CHEAP = {"game": ("--nodes", "5"), "squirrels": ("--depth", "1")}
ANSWERS = {
    "game": "e w ne nw se sw (4,6) [3,3] hint undo moves board save help quit",
    "squirrels": "a1 b2 c3 e5 d4 A1 hint undo moves board save help quit",
    "duel7": "1 6 6 3 a1 b2 a1 a7 b2 c3 a1 a2 d4 d5 c3 c4 hint undo moves board save help quit",
    "walls": "3 f l r forward left right f f l hint undo moves board save help quit",
    "catsdogs": "1 2 a1 a2 d4 d5 g7 g6 g6 g5 hint undo moves board save help quit",
}
INPUT_FILE = """\
1
X
3
20 16 1 32 30
12 2 11 8 4
8 4 19 9 7
3 1 5 8 17
9 14 10 6 2
**XX*
**XOX
***O*
*OO**
X*XO*
"""
NUMBERS = "0 -1 1 2 99 1e9 -1e309 nan inf 1.5 0x10 ٣ 1_0 999999999999999999999999999999 18446744073709551616"
ODD_TEXTS = (
    "",
    " ",
    "\t",
    "é",
    "ß",
    "İ",
    "٣",
    "𝟙",
    "\u202e",
    "\u2028",
    "\ufeff",
    "\udc80",
    "\x1b[31m",
    "\x7f",
    "😀",
    "e\u0301",
    "'",
    '"',
    "\\",
    "--",
    "-",
    "=",
    "../..",
    ".",
    "*",
    "%s%n",
    "{0}",
    "[",
    "]",
    "((",
    "null",
    "\n",
    "x" * 5000,
    "[" * 2000,
    "9" * 5000,
)
Mutation = Callable[[random.Random, list[str]], list[str]]


class Call(NamedTuple):
    """A call of a script: its arguments, its standard input, and the files in its folder."""

    script: str
    arguments: list[str]
    answers: str | None
    files: dict[str, bytes]


def valid_calls(name: str) -> list[list[str]]:
    """Return valid calls of a script: the assignment's form, its options and every verb."""
    first, second = SIDES[name]
    players = [first, PLAYERS[name][0], second, PLAYERS[name][1]]
    cheap, position = [*CHEAP.get(name, ("--nodes", "50"))], [*POSITIONS[name]]
    forms: dict[str, list[list[str]]] = {
        "game": [position, [*position, "--no-gif", *players], ["solve", *position]],
        "squirrels": [
            ["-i", "input_1.txt"],
            ["check", "input_1.txt", "."],
            ["cases", "2", "cases", "--seed", "1"],
        ]
        + [["grade", ".", "--json"]],
        "duel7": [
            ["--x", "random", "--o", "random", "--turns", "5"],
            ["--place", POSITIONS["duel7"][1], *players],
        ],
        "walls": [["3", *players], ["tree", "3", "tree.dot", "--depth", "2"]],
        "catsdogs": [
            ["--position", POSITIONS["catsdogs"][1], *players],
            ["--position", POSITIONS["catsdogs"][1], "--step", "1", "--level", "1", *players],
        ],
    }
    return [
        *forms[name],
        [],
        ["--help"],
        ["--version"],
        ["play", *position, *players, "--seed", "1", "--record", "new.jsonl"],
        ["play", *position, *players, "--seed", "1", "--json"],
        ["play", "--resume", "cut.jsonl", *players],
        ["play", first, "human", second, PLAYERS[name][1], "--seed", "3", "--no-save"],
        ["play", *position, first, "human", second, "human", "--no-save", "--coach", *cheap],
        ["replay", "game.jsonl"],
        ["replay", "game.jsonl", "--json"],
        ["replay", "game.jsonl", "--html", "page.html"],
        ["replay", "game.jsonl", "--png", "still.png", "--at", "1"],
        ["analyse", "game.jsonl", *cheap],
        ["analyse", *position, *cheap, "--json"],
        ["solve", *position, "--json", "--seconds", "0.2"],
        ["puzzle", "--seed", "1", "--difficulty", "2"],
        ["puzzle", "--from", "game.jsonl"],
        ["match", "novice", "random", "--pairs", "1", "--jobs", "1"],
        ["tournament", "novice", "random", "--pairs", "1", "--jobs", "1"],
        ["move", *position, *cheap],
        ["serve", *cheap],
        ["check-program", "no-such-program"],
        ["page", "play.html", *position],
        ["tournament", "novice", "random", "--pairs", "1", "--jobs", "1", "--html", "pages"],
    ]


# MUTATIONS


def drop(chance: random.Random, words: list[str]) -> list[str]:
    at = chance.randrange(len(words))
    return words[:at] + words[at + 1 :]


def duplicate(chance: random.Random, words: list[str]) -> list[str]:
    at = chance.randrange(len(words))
    return [*words[:at], words[at], *words[at:]]


def swap(chance: random.Random, words: list[str]) -> list[str]:
    words, (one, other) = list(words), (chance.randrange(len(words)), chance.randrange(len(words)))
    words[one], words[other] = words[other], words[one]
    return words


def replace(chance: random.Random, words: list[str]) -> list[str]:
    """Replace a word by an extreme number or an odd text."""
    words = list(words)
    words[chance.randrange(len(words))] = chance.choice([*NUMBERS.split(), *ODD_TEXTS])
    return words


def garble(chance: random.Random, words: list[str]) -> list[str]:
    """Change a few characters of a word."""
    words, at = list(words), chance.randrange(len(words))
    words[at] = garbled(chance, words[at])
    return words


OPTIONS = (
    *("--gif film.gif", "--memory 1", "--frame-ms 20", "--games 1"),
    *("--jobs 1", "--level 1", "--seconds 0.1", "--depth 1", "--nodes 9"),
    *("--json", "--force", "--coach", "--step", "--no-save", "--seed 1", "--record game.jsonl", "--help"),
    *("--html page.html", "--at 0", "--require-sandbox", "--"),
)


def insert_option(chance: random.Random, words: list[str]) -> list[str]:
    """Insert an option of some verb."""
    at = chance.randint(0, len(words))
    return [*words[:at], *chance.choice(OPTIONS).split(), *words[at:]]


MUTATIONS: tuple[Mutation, ...] = (drop, duplicate, swap, replace, replace, garble, garble, insert_option)


def garbled(chance: random.Random, text: str) -> str:
    """Return a text with one to three characters deleted, replaced or inserted; never a slash."""
    for _ in range(chance.randint(1, 3)):
        at, kind = chance.randint(0, len(text)), chance.randrange(3)
        odd = [chr(chance.randint(1, 126)).replace("/", "?"), *ODD_TEXTS[:20]]
        text = text[:at] + (chance.choice(odd) if kind else "") + text[at + (kind != 2) :]
    return text


def mutated(chance: random.Random, words: list[str]) -> list[str]:
    """Apply up to three mutations to the words of a call."""
    for _ in range(chance.choice([0, 1, 1, 1, 2])):
        if words:
            words = chance.choice(MUTATIONS)(chance, words)
    return words


def damaged(chance: random.Random, data: bytes) -> bytes:
    """Cut, garble, repeat or mix up the bytes of a file."""
    kind, at, text = chance.randrange(6), chance.randint(0, len(data)), data.decode("latin-1")
    if kind == 0:
        return data[:at]
    if kind == 1:
        return data[:at] + chance.randbytes(chance.randint(1, 4)) + data[at + 1 :]
    if kind == 2:
        return "\n".join(mutated(chance, text.split("\n"))).encode("utf-8", "surrogatepass")
    if kind == 3:
        return garbled(chance, text).encode("utf-8", "surrogatepass")
    if kind == 4:
        return re.sub(rb"-?\d+", lambda found: other_number(chance, found[0]), data)
    return data * 2


def other_number(chance: random.Random, number: bytes) -> bytes:
    """Return an extreme number for one in twenty."""
    return chance.choice(NUMBERS.split()).encode() if chance.random() < 0.05 else number


def answers_for(chance: random.Random, name: str) -> str:
    """Return the lines of a dialogue, mostly understood, some garbled, cut off anywhere."""
    words = ANSWERS[name].split()
    lines = [
        " ".join(chance.choices(words, k=chance.choice([1, 1, 2, 2, 3])))
        for _ in range(chance.randint(0, 40))
    ]
    return "".join(f"{line}\n" for line in mutated(chance, mutated(chance, lines))).replace("\udc80", "?")


def make_call(seed: int, number: int, corpus: dict[str, dict[str, bytes]]) -> Call:
    """Return call `number` of a run: the same for the same seed."""
    chance = random.Random(f"{seed}/{number}")
    name = chance.choice(SCRIPTS)
    arguments = mutated(chance, chance.choice(valid_calls(name)))
    files = dict(corpus[name])
    for file in chance.sample(sorted(files), chance.choice([0, 0, 1, 2])):
        files[file] = damaged(chance, files[file])
    arguments = [word.replace("\0", "") for word in arguments]
    return Call(name, arguments, chance.choice([None, answers_for(chance, name)]), files)


def make_corpus(folder: Path) -> dict[str, dict[str, bytes]]:
    """Return valid files for each script: records, an input file and a stored strategy."""
    found: dict[str, dict[str, bytes]] = {}
    strategies = ROOT / "common" / "games" / "walls" / "strategies"
    for name in SCRIPTS:
        here = folder / name
        here.mkdir()
        (here / "input_1.txt").write_text(INPUT_FILE)
        sides = [word for pair in zip(SIDES[name], PLAYERS[name], strict=True) for word in pair]
        call = ("play", *POSITIONS[name], *sides, "--seed", "1", "--record", "game.jsonl")
        assert call_in_process(f"{name}.py", call, here).returncode == 0
        whole = (here / "game.jsonl").read_bytes()
        (here / "cut.jsonl").write_bytes(b"".join(whole.splitlines(keepends=True)[:2]))
        if name == "walls":
            shutil.copy(strategies / "5x5.bin", here / "strategy.bin")
        (here / "game.gif").unlink(missing_ok=True)  # game.py writes it unasked; no verb reads it
        found[name] = {path.name: path.read_bytes() for path in sorted(here.iterdir()) if path.is_file()}
    return found


def problems_of(done: subprocess.CompletedProcess[str] | None) -> list[str]:
    """Return the breaches of the conventions by a call. None means that it did not end."""
    if done is None:
        return ["does not end after Ctrl-C"]
    found = []
    if done.returncode not in STATUSES:
        found.append(f"exit status {done.returncode}")
    if "Traceback" in done.stderr + done.stdout:
        found.append("a traceback")
    if done.returncode == 2 and not done.stderr.strip():
        found.append("exit status 2 without a message")
    return found


def describe(number: int, call: Call, problem: str) -> str:
    """Return a failing call as a shell would take it."""
    words = shlex.join([f"{call.script}.py", *(word[:200] for word in call.arguments)])
    return f"FUZZ_FIRST={number}: {problem}: {words!a}, answers {ascii(call.answers)[:300]}"


def run_call(call: Call, warm: ForkServer, folder: Path) -> subprocess.CompletedProcess[str] | None:
    """Run a call in a new folder. Return None if it does not end."""
    here = folder / "a" / "b" / "c"  # a name with .. stays inside
    here.mkdir(parents=True)
    for name, data in call.files.items():
        (here / name).write_bytes(data)
    try:
        return warm.run([str(ROOT / f"{call.script}.py"), *call.arguments], here, call.answers, LIMITS)
    except subprocess.TimeoutExpired:
        return None
    finally:
        shutil.rmtree(folder / "a")


@pytest.mark.parametrize("part", PARTS)
def test_mutated_calls_end_with_a_documented_status(
    part: tuple[int, int],
    warm: ForkServer | None,
    tmp_path: Path,
    tmp_path_factory: pytest.TempPathFactory,
    capsys: pytest.CaptureFixture[str],
) -> None:
    if warm is None:
        pytest.skip("needs fork")
    corpus, problems = make_corpus(tmp_path_factory.mktemp("corpus")), list[str]()
    statuses = Counter[int | None]()
    first = int(os.environ.get("FUZZ_FIRST", part[0]))
    calls = int(os.environ.get("FUZZ_CALLS", part[1]))
    with capsys.disabled():
        print(f"\nFUZZ_SEED={SEED} FUZZ_FIRST={first} FUZZ_CALLS={calls}")
    for number in range(first, first + calls):
        call = make_call(SEED, number, corpus)
        done = run_call(call, warm, tmp_path)
        statuses[done.returncode if done else None] += 1
        problems += [describe(number, call, found) for found in problems_of(done)]
    with capsys.disabled():
        print("exit statuses:", dict(statuses))
    assert not problems, "\n".join([f"FUZZ_SEED={SEED}", *problems])
    fewest = min(statuses[0], statuses[1], statuses[2])
    assert calls < 200 or fewest > calls // 50, "too few calls of a kind"
