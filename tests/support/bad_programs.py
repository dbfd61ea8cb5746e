"""A folder of sixteen players: engines, levels, honest examples, and ten that fail or do what no player may do."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from tests.support.programs import ROOT

MARK = "outlives-its-game"  # among the words of the process that is to be found nowhere afterwards
EXAMPLES = ROOT / "docs" / "examples" / "duel7"

# The hogs stop by themselves, should nobody stop them.
FAIL = {
    "crash": "sys.exit('lost my way')",
    "stall": "time.sleep(600)",
    "flood": "while True: os.write(1, b'x' * 10000)",
    "memory hog": "held = [(bytearray(os.urandom(1) * (32 << 20)), time.sleep(0.02)) for _ in range(128)]; time.sleep(600)",
    "process hog": "for _ in range(300):\n    if not os.fork():\n        time.sleep(600); os._exit(0)\ntime.sleep(600)",
}
KINDS = {"crash": "crash", "stall": "time", "flood": "flood", "memory hog": "excess", "process hog": "excess"}
TRY = {  # who gets through says so in place of a move
    "network call": "socket.create_connection(('127.0.0.1', {port}), 2)",
    "writes outside": "open({outside!r}, 'w').write('was here')",
    "reads a neighbour": "open({neighbour!r}).read()",
    "kills its parent": "os.kill(os.getppid(), 9); time.sleep(0.1); raise OSError",
    "outlives": "subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)', {mark!r}], start_new_session=True); raise OSError",
}
BEGIN = "import os, socket, subprocess, sys, time\n"


def write_players(folder: Path, port: int, outside: Path) -> list[str]:
    """Ten bad programs, two examples and an engine that lasts; the other players' words for the call are returned."""
    folder.mkdir()
    honest = (EXAMPLES / "one_move.py").read_text(encoding="utf-8")
    for name, code in FAIL.items():
        (folder / f"{name}.py").write_text(f"{BEGIN}{code}\n", encoding="utf-8")
    for name, code in TRY.items():
        attempt = code.format(port=port, outside=str(outside), neighbour=str(folder / "crash.py"), mark=MARK)
        tried = f"try:\n    {attempt}\n    print('got through')\n    sys.exit()\nexcept OSError:\n    pass\n"
        (folder / f"{name}.py").write_text(BEGIN + tried + honest, encoding="utf-8")
    for name in ("one_move", "persistent"):
        (folder / f"{name}.py").write_text(
            (EXAMPLES / f"{name}.py").read_text(encoding="utf-8"), encoding="utf-8"
        )
    served = f"'{sys.executable}' '{ROOT / 'duel7.py'}' serve --nodes 50"
    listed = {"persistent": {"persistent": True}, "served engine": {"command": served, "persistent": True}}
    (folder / "players.json").write_text(json.dumps(listed), encoding="utf-8")
    return ["engine", "level-1", "level-2"]
