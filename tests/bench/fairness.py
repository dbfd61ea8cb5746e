"""Games of honest programs lost by time beside busy processes, by our rule and by the bare clock.

The programs play the sliding duel against `random`. A move over the limit is late only if the machine did not
delay it as long (common/programs/move_clock.py); by the bare clock it would have lost the game.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import typer

from common.judge.match.games import PairTask, Tally, play_pair
from common.judge.processes import run_parallel
from common.programs.one_shot import join_command
from common.search.limit import Limit
from tests.bench.lines import Line, choice_option, line
from tests.bench.referee import BUSY, busy_processes

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "docs" / "examples" / "duel7"
THINKING = 0.8  # part of its limit for which the thinking program works, by the clock
THINKER = """
import sys, time
def think(end):
    while time.monotonic() < end:
        pass
{example}
"""


class Honest(NamedTuple):
    """An honest program: its command, and its limit in seconds per move."""

    command: str
    seconds: float


def honest_programs(folder: Path) -> dict[str, Honest]:
    """Return the honest programs by name; those written for this are put into the folder."""
    example = (EXAMPLES / "persistent.py").read_text(encoding="utf-8")
    lines = [text for text in example.splitlines() if not text.startswith("import sys")]
    at = lines.index("for line in sys.stdin:")
    lines.insert(at + 1, f"    end = time.monotonic() + {THINKING * 0.1!r}")
    end = next(number for number, text in enumerate(lines) if text.startswith("    print("))
    lines.insert(end, "    think(end)")
    thinker = folder / "thinker.py"
    thinker.write_text(THINKER.format(example="\n".join(lines)), encoding="utf-8")

    def persistent(*words: object) -> str:
        return f"persistent: {join_command([sys.executable, *map(str, words)])}"

    return {
        "thinks for 0.08 s": Honest(persistent(thinker), 0.1),
        "our engine": Honest(persistent(ROOT / "duel7.py", "serve", "--seconds", "0.1"), 0.1),
        "answers at once": Honest(persistent(EXAMPLES / "persistent.py"), 0.1),
        "one-shot": Honest(join_command([sys.executable, str(EXAMPLES / "one_move.py")]), 0.5),
    }


def run(
    games: int = typer.Argument(1000, help="games in all"),
    busy: int = typer.Option(BUSY, help="number of busy processes"),
    jobs: int = typer.Option(1, help="games at the same time"),
    names: list[str] = choice_option(
        ("thinks for 0.08 s", "our engine", "answers at once", "one-shot"),
        "--program",
        "only this program; may be repeated",
    ),
) -> Iterator[Line]:
    """Play games of every honest program beside busy processes; yield a row of the table for each."""
    yield line(f"beside {busy} busy processes, {jobs} games at once")
    yield line(row("program", "limit", "games", "over the limit", "longest", "lost by clock", "lost by time"))
    lost = played = 0
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        found = {
            name: one for name, one in honest_programs(Path(folder)).items() if name in (names or [name])
        }
        pairs = max(games // (2 * len(found)), 1)
        for name, honest in found.items():
            with busy_processes(busy):
                tally = play(honest, pairs, jobs)
            yield program_row(name, honest, tally)
            played += len(tally.games)
            lost += tally.forfeits(0).get("time", 0)
    yield line(f"{lost} of {played} games lost by time", lost=lost, games=played)


def play(honest: Honest, pairs: int, jobs: int) -> Tally:
    """Play pairs of games against `random`."""
    limit = Limit(seconds=honest.seconds)
    tasks = [
        PairTask("duel7", 0, (honest.command, "random"), limit, seed=0, number=number)
        for number in range(pairs)
    ]
    with closing(run_parallel(play_pair, tasks, jobs)) as results:
        return Tally(list(results), by_seats=False)


def row(*cells: object) -> str:
    """Return a row of the table."""
    name, *others = map(str, cells)
    return f"{name:18}" + "".join(f"{cell:>{max(len(cell), 7) + 2}}" for cell in others)


def program_row(name: str, honest: Honest, tally: Tally) -> Line:
    """Return a program's row."""
    over = tally.overruns(0)
    by_clock = sum(bool(game.overruns) for game in tally.games)
    forfeits = tally.forfeits(0)
    longest = max((one.over for one in over), default=0.0)
    facts = {"games": len(tally.games), "over": len(over), "longest": longest, "by_clock": by_clock}
    text = (
        f"{name:18}{honest.seconds:>9}{len(tally.games):>9}{len(over):>16}{longest:>9.3f}"
        f"{by_clock:>15}{forfeits.get('time', 0):>14}"
    )
    return line(text, program=name, limit=honest.seconds, forfeits=forfeits, **facts)
