"""Programs that look up their answers, and programs that attack the referee and each other."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

import squirrels
from common.games.squirrels.random_cases import write_cases
from tests.support.programs import ROOT

CASES = 2
HONEST = 4
SLEEP_SECONDS = "297.31"  # seconds that a surviving process sleeps; identifies the processes of this class

LOOKUP_PROGRAM = """
import pathlib
answers = {answers!r}
for name, text in answers.get(pathlib.Path("input.txt").read_text(), {{}}).items():
    pathlib.Path(name).write_text(text)
"""

ATTACKS = {
    "descriptor": "for name in FILES: os.symlink('/proc/self/fd/3', name)",
    "secret": "for name in FILES: os.symlink(SECRET, name)",
    "pipe": "for name in FILES: os.mkfifo(name)",
    "zero": "for name in FILES: os.symlink('/dev/zero', name)",
    "sparse": "for name in FILES: open(name, 'wb').truncate((2 << 30) - 1)",
    "deep": "for _ in range(3000):\n    os.mkdir('d')\n    os.chdir('d')",
    "daemon": "for _ in range(2):\n    if os.fork() == 0:\n        os.setsid()\n        "
    "os.execve('/bin/sleep', ['sleep', MARK], {})",
    "forks": "for _ in range(100):\n    if os.fork() == 0: os.execve('/bin/sleep', ['sleep', MARK], {})\n"
    "time.sleep(60)",
    "memory": "held = []\nwhile True: held.append(bytearray(os.urandom(1 << 16)) * 512)",
    "flood": "while True: print('x' * 10000)",
    "sleep": "time.sleep(60)",
    "a\x1b[31m:b": "raise SystemExit('\\x1b[31m')",
    "random": "raise SystemExit('imported')",
    "cheat": "sys.path.insert(0, ROOT)\nimport squirrels\n"
    "squirrels.answer(squirrels.read_case(pathlib.Path('input.txt')), pathlib.Path())",
    "outside": "for attempt in OUTSIDE:\n    try: exec(attempt)\n    except OSError: pass\n"
    "exec(open(NEIGHBOUR).read())",
}
OUTSIDE = (
    "open(SECRET, 'w').write('changed')",
    "os.chmod(SECRET, 0o777)",
    "socket.create_connection(('127.0.0.1', 9), 1)",
    "open(NEIGHBOUR, 'w').write('')",
    "open(os.path.join(os.path.dirname(NEIGHBOUR), 'new.py'), 'w').write('')",
)


def write_class(folder: Path, name: str, hostile: bool) -> Path:
    """Write cases, a secret, and the programs of a class to be graded; return the programs' folder."""
    write_cases(squirrels.make_case, squirrels.read_task, folder / "cases", CASES, seed=3)
    (folder / "secret").write_text("secret\n")
    (folder / "secret").chmod(0o600)
    handed_in = folder / name
    handed_in.mkdir()
    known = right_answers(folder / "cases")
    for number in range(HONEST):
        answers = dict(list(known.items())[: number % (CASES + 1)])
        (handed_in / f"honest_{number}.py").write_text(
            f"import random\n{LOOKUP_PROGRAM.format(answers=answers)}"
        )
    if hostile:
        add_attacks(folder, handed_in)
    return handed_in


def right_answers(cases: Path) -> dict[str, dict[str, str]]:
    """Remove the expected files from beside the inputs; return them by input text."""
    found = {}
    for number in range(1, CASES + 1):
        below = cases / str(number)
        files = {path.name: path.read_text() for path in below.iterdir()}
        found[(cases / f"input_{number}.txt").read_text()] = files
        shutil.rmtree(below)
    return found


def write_players(folder: Path, name: str, hostile: bool) -> Path:
    """Write the programs of a tournament of the sliding duel; return their folder."""
    (folder / "secret").write_text("secret\n")
    (folder / "secret").chmod(0o600)
    players = folder / name
    players.mkdir()
    for number in range(HONEST):
        shutil.copy(ROOT / "docs" / "examples" / "duel7" / "one_move.py", players / f"honest_{number}.py")
    if hostile:
        add_attacks(folder, players)
    return players


def add_attacks(folder: Path, programs: Path) -> None:
    """Write the hostile programs into a folder."""
    neighbour = programs / "honest_2.py"
    known = {
        "SECRET": str(folder / "secret"),
        "NEIGHBOUR": str(neighbour),
        "OUTSIDE": OUTSIDE,
        "ROOT": str(ROOT),
        "MARK": SLEEP_SECONDS,
    }
    known |= {"FILES": ("next_state.txt", "traverse_log.txt", "trace_state.txt")}
    start = "import os, pathlib, socket, sys, time\n" + "".join(
        f"{name} = {value!r}\n" for name, value in known.items()
    )
    for name, code in ATTACKS.items():
        (programs / f"{name}.py").write_text(f"{start}{code}\n", encoding="utf-8")


def leftovers(temporary: Path) -> list[str]:
    """Return the temporary folders and the processes that programs have left."""
    found = [path.name for path in temporary.iterdir() if path.name.startswith(("player-", "programs-"))]
    for process in Path("/proc").iterdir():
        try:
            words = (process / "cmdline").read_bytes() if process.name.isdigit() else b""
        except OSError:
            continue
        if SLEEP_SECONDS.encode() in words.split(b"\0") or f"{temporary}/programs-".encode() in words:
            found.append(words.decode(errors="replace"))
    return found


def temporary_folder() -> Path:
    """Make a folder for temporary files that every user may enter."""
    found = Path(tempfile.mkdtemp(prefix="hostile-class-"))
    found.chmod(0o711)
    return found
