"""A wrong call is refused: one line that quotes it, or typer's box; status 2, no file, in every game."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.games import ALL_GAMES, exit_status, module_of

Call = tuple[tuple[str, ...], str]
PLACE = "X a1 a7 O b2 c3"
HUNT = "CDDDDDC/DDDDDDD/DDDDDDD/DDDCDDD/DDDDDDD/DDDDDDD/CDDDDDC"
ROWS = ".   .   ./A<. .   B>./.   .   ."
SAID = ("[5, 5]", "[(1, 1)]", "[(0, 0)]")

EVERYWHERE: list[Call] = [
    (("play", "--level", "0"), "--level 0"),
    (("play", "--level", "9"), "--level 9"),
    (("play", "--frame-ms", "1"), "--frame-ms"),
    (("play", "--pace", "-1"), "--pace -1: expected seconds from 0 to 60, e.g. --pace 0.4"),
    (("play", "--pace", "nan"), "--pace nan: expected seconds from 0 to 60"),
    (("play", "--pace", "slow"), "--pace 'slow': expected a number, e.g. --pace 0.4"),
    (("play", "--seed", "x"), "--seed"),
    (("play", "--record", "no/such/game.jsonl"), "'no/such'"),
    (("play", "--gif", "no/such/game.gif"), "'no/such'"),
    (("play", "{side}", "random", "--record="), "'.' is a folder: expected the name of a file"),
    (("play", "--mouse"), "--mouse"),
    (("play", "{side}", "'unclosed"), "''unclosed'"),
    (("play", "{side}", "no-such-program"), "'no-such-program'"),
    (("--mouse",), "--mouse"),
    (("replay", "missing.jsonl"), "missing.jsonl"),
    (("replay",), "'replay': FILE is missing, e.g. python {script} replay game.jsonl"),
    (("move", "--mouse"), "--mouse"),
    (("analyse", "missing.jsonl"), ""),
    (("match", "engine"), "'match engine': SECOND is missing, e.g. python {script} match engine level-3"),
    (("play", "--zzz"), "play has no option '--zzz': see {script} play --help"),
]
NODES: list[Call] = [
    (("play", "--level", "1", "--nodes", "9"), "--level"),
    (("play", "--nodes", "0"), "--nodes 0"),
]
OWN: dict[str, list[Call]] = {
    "game": [
        ((SAID[0],), ""),
        (SAID[:2], ""),
        ((*SAID, "[]"), ""),
        (("[1, 1]", *SAID[1:]), ""),
        ((*SAID, "--level", "9"), "--level 9"),
        ((*SAID, "--seconds", "0"), "--seconds 0"),
        ((*SAID, "--level", "1", "--seconds", "1"), "--level"),
        ((*SAID, "--nodes", "0"), "--nodes 0"),
        ((*SAID, "--frame-ms", "1"), "--frame-ms"),
        ((*SAID, "--cat", "no-such-program-anywhere"), "'no-such-program-anywhere'"),
        ((*SAID, "--cat", "'unclosed"), "''unclosed'"),
        ((*SAID, "--foo"), "--foo"),
        (("play", "--blocks", "121"), "--blocks"),
        (("play", "--blocks", "x"), "--blocks"),
        (("move", "cat", "[5, 5]"), ""),
    ],
    "squirrels": [
        (("check",), ""),
        (("check", "missing.txt"), "missing.txt"),
        (("grade", "."), ""),
        (("cases", "0", "x"), "'cases 0 x': expected a whole number of 1 or more for COUNT"),
    ],
    "duel7": [
        (("play", "--player", "3"), "--player 3"),
        (("play", "--player", "1", "--x", "engine"), "--player 1"),
        (("play", "--pieces", "40", "9"), "--pieces 40 9"),
        (("play", "--pieces", "0", "3"), "--pieces 0 3"),
        (("play", "--pieces", "-1", "3"), "--pieces -1 3"),
        (("play", "--pieces", "six", "3"), "--pieces"),
        (("play", "--pieces", "6"), "--pieces"),
        (("play", "--turns", "0"), "--turns 0"),
        (("play", "--turns", "1000001"), "--turns 1000001"),
        (("play", "--place", "a1 b2"), "'a1 b2'"),
        (("play", "--place", "X a1"), "'X a1'"),
        (("play", "--place", "O a1 X b2"), "'O a1 X b2'"),
        (("play", "--place", "X a1 O h1"), "'h1'"),
        (("play", "--place", "X a1 O a1"), "a1 is occupied"),
        (("play", "--x", "greedy", "--o", "greedy", "--place", ""), "''"),
        (("play", "--place", "X a1 O b2", "--x", "no-such-program"), "'no-such-program'"),
        (("play", "--place", "X a1 O b2", "--x", "'unclosed"), "''unclosed'"),
        (("play", "--level", "6"), "--level 6"),
        (("play", "--seconds", "0"), "--seconds 0"),
        (("play", "--seconds", "nan"), "--seconds nan"),
        (("play", "--depth", "-1"), "--depth -1"),
        (("play", "--castle"), "--castle"),
        (("play", "now"), "now"),
        (("now",), "now"),
        (("--castle",), "--castle"),
        (("--turns", "0"), "--turns 0"),
        (("move", "X"), "takes SIDE PLACE TURNS_LEFT, not 1 arguments"),
        (("move", "Y", PLACE, "12"), "'Y'"),
        (("move", "X", "nothing", "12"), "'nothing'"),
        (("move", "X", PLACE, "many"), "'many'"),
        (("move", "X", PLACE, "-1"), "-1"),
        (("solve", "--turns", "0"), "--turns 0"),
        (("solve", "--seconds", "-1"), "--seconds -1"),
    ],
    "walls": [
        *(((size,), f"'{size}'") for size in ("4", "1", "27", "x", "")),
        (("play", "4"), "'4'"),
        (("solve", "4"), "'4'"),
        (("match", "engine", "level-1", "--size", "4"), "'4'"),
        (("tree", "4", "tree.dot"), "'4'"),
        (("3", "--level", "9"), "--level 9"),
        (("3", "--a", "'unclosed"), "''unclosed'"),
        (("3", "--seconds", "0"), "--seconds 0"),
        (("3", "--games", "0"), "--games"),
        (("3", "--mouse"), "--mouse"),
        (("tree", "3", "--depth", "13", "tree.dot"), "--depth"),
        (("move", "A", "nothing", "0", "0"), "expected"),
        (("move", "A", ROWS.replace("B", "x"), "0", "0"), "A<. .   x>."),
        (("move", "C", ROWS, "0", "0"), "C "),
        (("move", "A", ROWS, "10", "0"), "'10'"),
        (("move", "A", ROWS, "0", "x"), "'x'"),
    ],
    "catsdogs": [
        (("play", "--position", ""), "''"),
        (("play", "--position", HUNT[:-8]), "7 rows"),
        (("play", "--position", f"{HUNT}/......."), "7 rows"),
        (("play", "--position", HUNT[:-1]), "7 letters"),
        (("play", "--position", HUNT.replace("/", "")), "joined by /"),
        (("play", "--position", HUNT.replace("C", "c")), "C, D or ."),
        (("play", "--position", HUNT.replace("D", "x")), "C, D or ."),
        (("play", "--position", HUNT.replace("C", "D", 1)), "4 cats"),
        (("play", "--position", HUNT.replace("D", "C", 1)), "6 cats"),
        (("play", "--position", HUNT.replace("C", ".")), "0 cats"),
        (("play", "--position", HUNT, "--step", "3"), "--step"),
        (("play", "--position", HUNT, "--step", "-1"), "--step"),
        (("play", "--position", HUNT, "--step", "x"), "--step"),
        (("play", "--cat", "'unclosed"), "''unclosed'"),
        (("play", "--level", "1", "--seconds", "2"), "--level"),
        (("play", "--seconds", "0"), "--seconds 0"),
        (("play", "--seconds", "nan"), "--seconds nan"),
        (("play", "--depth", "-1"), "--depth -1"),
        (("play", "now"), "now"),
        (("now",), "now"),
        (("--position", "here"), "'here'"),
        (("--level", "9"), "--level 9"),
        (("move", "cat"), "takes SIDE POSITION STEP, not 1 arguments"),
        (("move", "cow", HUNT, "0"), "'cow'"),
        (("move", "cat", HUNT, "1"), "'cat'"),
        (("move", "cat", HUNT, "2"), "'cat'"),
        (("move", "dog", HUNT, "0"), "'dog'"),
        (("move", "cat", "nothing", "0"), "'nothing'"),
        (("move", "cat", HUNT.replace("C", "D", 1), "0"), "4 cats"),
        (("move", "cat", HUNT, "3"), "'3'"),
        (("move", "cat", HUNT, "first"), "'first'"),
        (("move", "cat", HUNT, "-1"), "-1"),
        (("move", "cat", HUNT, "0", "--nodes", "0"), "--nodes 0"),
        (("solve", "--position", "here"), "'here'"),
        (("solve", "--step", "3"), "--step"),
        (("solve", "--seconds", "-1"), "--seconds -1"),
        (("match", "roomy", "careful", "--seconds", "0"), "--seconds"),
    ],
    "domineering": [
        (
            ("analyse", "X", "...../...../...../...../....."),
            "'X' is not a side: expected V or H",
        ),
        (("solve", "V", "a9"), "'a9' is not a board"),
    ],
}
CASES = [
    (name, words, wanted)
    for name in ALL_GAMES
    for words, wanted in (*EVERYWHERE, *(NODES if name != "squirrels" else ()), *OWN[name])
]


@pytest.mark.parametrize(
    ("name", "words", "wanted"), CASES, ids=[f"{name}-{' '.join(words)}" for name, words, _ in CASES]
)
def test_wrong_call_is_refused_briefly_with_status_2(
    empty_folder: Path,
    capsys: pytest.CaptureFixture[str],
    name: str,
    words: tuple[str, ...],
    wanted: str,
) -> None:
    side = f"--{module_of(name).GAME.sides[0].lower()}"
    assert exit_status(name, *(word.format(side=side) for word in words)) == 2
    printed = capsys.readouterr()
    assert printed.out == "" and "Traceback" not in printed.err
    if "\u256d" not in printed.err:  # typer's own short box
        assert len(printed.err.splitlines()) == 1 and len(printed.err) < 400
        assert wanted.format(script=f"{name}.py") in printed.err
    assert list(empty_folder.iterdir()) == []
