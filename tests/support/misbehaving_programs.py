"""Misbehaving programs: ten in a folder of players, and parts of others."""

from __future__ import annotations

import sys
from pathlib import Path

from tests.support.programs import ROOT

PROCESS_MARK = "outlives-its-game"  # on the command line of the process that must not survive
EXAMPLES = ROOT / "docs" / "examples" / "duel7"

# The hogs stop by themselves if the sandbox fails to stop them.
FAILING = {
    "crash": "sys.exit('lost my way')",
    "stall": "time.sleep(600)",
    "flood": "while True: os.write(1, b'x' * 10000)",
    "memory hog": "held = [(bytearray(os.urandom(1) * (32 << 20)), time.sleep(0.02)) for _ in range(128)]; "
    "time.sleep(600)",
    "process hog": "for _ in range(300):\n    if not os.fork():\n        time.sleep(600); os._exit(0)\n"
    "time.sleep(600)",
}
FORFEIT_KINDS = {
    "crash": "crash",
    "stall": "time",
    "flood": "flood",
    "memory hog": "excess",
    "process hog": "excess",
}
ATTEMPTS = {  # a program whose attempt succeeds prints that instead of a move
    "network call": "socket.create_connection(('127.0.0.1', {port}), 2)",
    "writes outside": "open({outside!r}, 'w').write('was here')",
    "reads a neighbour": "open({neighbour!r}).read()",
    "kills its parent": "os.kill(os.getppid(), 9); time.sleep(0.1); raise OSError",
    "outlives": "subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)', {mark!r}], "
    "start_new_session=True); raise OSError",
}
# The start of a program that writes its process id into a file, and code that starts a child process.
TELL = (
    "import os, pathlib, subprocess, sys, time\n"
    "tell = lambda pid: open({pids!r}, 'a').write(f'{{pid}}\\n')\n"
    "tell(os.getpid())\n"
)
CHILD = (
    "tell(subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(60)'], "
    "start_new_session={session}).pid)"
)
PREAMBLE = "import os, socket, subprocess, sys, time\n"


def write_players(folder: Path, port: int, outside: Path) -> list[str]:
    """Write ten misbehaving programs and an example into a new folder.

    Return the other players for the command line: a persistent engine.
    """
    folder.mkdir()
    honest = (EXAMPLES / "one_move.py").read_text(encoding="utf-8")
    for name, code in FAILING.items():
        (folder / f"{name}.py").write_text(f"{PREAMBLE}{code}\n", encoding="utf-8")
    for name, code in ATTEMPTS.items():
        attempt = code.format(
            port=port, outside=str(outside), neighbour=str(folder / "crash.py"), mark=PROCESS_MARK
        )
        tried = f"try:\n    {attempt}\n    print('got through')\n    sys.exit()\nexcept OSError:\n    pass\n"
        (folder / f"{name}.py").write_text(PREAMBLE + tried + honest, encoding="utf-8")
    (folder / "one_move.py").write_text(honest, encoding="utf-8")
    return [f"persistent: '{sys.executable}' '{ROOT / 'duel7.py'}' serve --nodes 50"]
