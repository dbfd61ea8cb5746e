"""Kernels in WebAssembly, in Node and in chromium, against machine code: nodes a CPU second, in turn."""

from __future__ import annotations

import base64
import json
import re
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, closing
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

import typer

from common.command.wasm import MODULE_FOLDER
from common.games.cats_and_dogs import shared_table
from common.games.circle_the_cat.certificates import CERTIFICATES, NO_HORIZON
from common.games.circle_the_cat.hexagons import two_words
from common.games.circle_the_cat.solver import CertificateSolver
from common.games.squirrels.exact_rules import INFINITE
from common.games.squirrels.exact_search import EXACT_KERNELS
from common.games.squirrels.exact_solver import ExactSolver
from common.games.walls.solver import BUCKETS, NO_CHOICE
from common.kernels.linked_kernels import LinkedKernels
from common.search.alpha_beta import NO_MOVE
from common.search.bucket_table import WAYS
from common.search.deepening import REPORT_BLOCK_WORDS
from common.search.iterative_deepening import ASPIRATION_WINDOW
from common.search.transposition import ENTRIES
from tests.bench.lines import Line, choice_option, line
from tests.support.browser import MISSING, Tab, open_browser
from tests.support.games import game_of, module_of
from tests.support.node import NODE, script_folder

LEAST_SECONDS = 1.0  # CPU seconds of a round: a plan is repeated for so long
TABLE_BITS = 20
DEEPEST = 60
CAT_START = 26  # number of the start of Circle the Cat
SQUARES_LEFT = 18  # of the squirrel war
TABLE_GB = 2**-6  # of its table
Result = tuple[int, list[list[int]]]  # nodes, results of the calls


class Plan(NamedTuple):
    """Records with their contents, and calls of kernels that use them by name.

    `words` are the values of each record by field and index, `blocks` the sizes of blocks that a field refers
    to. In JavaScript, which reserves no memory in vain, `lengths` replaces lengths of fields.
    """

    linked: LinkedKernels
    words: dict[str, dict[tuple[str, int], int]]
    calls: list[tuple[str, list[Any]]]
    blocks: Mapping[str, dict[str, int]] = {}
    lengths: Mapping[str, dict[str, int]] = {}

    def as_json(self) -> str:
        """Return the plan for run_calls.mjs."""
        records = {
            name: {
                "lengths": self.lengths.get(name, {}),
                "words": [[field, at, str(word)] for (field, at), word in words.items()],
                "blocks": self.blocks.get(name, {}),
            }
            for name, words in self.words.items()
        }

        def written(given: Any) -> Any:
            return list(map(str, given)) if isinstance(given, tuple) else str(given)

        calls = [[name, list(map(written, given))] for name, given in self.calls]
        return json.dumps({"records": records, "calls": calls})

    def run(self) -> Result:
        """Run the calls in machine code, single-threaded."""
        kernels, kept = self.linked.fast, list[Any]()
        records = {name: kernels.memory(self.linked.records[name]) for name in self.words}
        for name, blocks in self.blocks.items():
            for field, count in blocks.items():
                kept.append(kernels.block(count))
                setattr(records[name], field, kept[-1].handle)
        for name, words in self.words.items():
            for (field, at), word in words.items():
                if self.linked.records[name][field]:
                    getattr(records[name], field)[at] = word
                else:
                    setattr(records[name], field, word)
        calls = [
            (
                getattr(kernels, name),
                [records.get(arg, arg) if isinstance(arg, str) else arg for arg in given],
            )
            for name, given in self.calls
        ]
        results = [kernel(*given) for kernel, given in calls]
        return int(records["memory"].nodes), list(map(result_words, results))


def result_words(result: Any) -> list[int]:
    """Return the result of a kernel as a list of words."""
    if result is None:
        return []
    return list(map(int, result)) if isinstance(result, tuple) else [int(result)]


# The plans: search of the four games with kernels, and the proofs of all


def search_plan(script: str, size: int, nodes: int) -> Plan:
    """Return a plan that searches an opening depth by depth, as iterative deepening does."""
    game = game_of(script)
    linked = game.search.compiled(size)
    state = linked.state(game.starts.opening(4, size))
    lengths = {"table": {"entries": linked.table_fields["entries"] * (1 << TABLE_BITS) // ENTRIES}}
    own = {"budget": nodes, "window": ASPIRATION_WINDOW, "best": NO_MOVE}
    memory = {(name, 0): word for name, word in own.items()}
    calls: list[tuple[str, list[Any]]] = [("begin_search", ["memory"])]
    calls += [("search_depth", ["memory", "table", state, depth]) for depth in range(1, DEEPEST)]
    contents = {"memory": memory, "table": {("mask", 0): (1 << TABLE_BITS) - 1}}
    return Plan(linked, contents, calls, {"memory": {"reports": REPORT_BLOCK_WORDS}}, lengths)


def hunt_proof_plan(nodes: int) -> Plan:
    """Return a plan that tries to prove the winner of a hunt by proof numbers."""
    game = game_of("catsdogs")
    linked = game.search.compiled()
    state = linked.state(game.starts.opening(4))
    contents = {
        "memory": {("budget", 0): nodes},
        "proofs": {("mask", 0): shared_table.BUCKETS - 1, ("threads", 0): 1},
    }
    blocks = {"proofs": {"table": shared_table.table_words(shared_table.BUCKETS)}}
    most = shared_table.INFINITE_NUMBER
    calls: list[tuple[str, list[Any]]] = [
        ("prove_win", ["memory", "proofs", state, 1, most, most, shared_table.ANY_TIME, 0])
    ]
    return Plan(linked, contents, calls, blocks)


def walls_proof_plan(nodes: int) -> Plan:
    """Return a plan that tries to prove a win on 5x5 by target search."""
    game = game_of("walls")
    linked = game.search.compiled(5)
    state = linked.state(game.starts.opening(4, 5))
    contents = {"memory": {("budget", 0): nodes, ("places", 0): BUCKETS, ("best", 0): NO_CHOICE}}
    blocks = {"memory": {"proofs": 2 * WAYS * BUCKETS}}
    return Plan(linked, contents, [("prove", ["memory", state, 1, 0])], blocks)


def certificate_plan(nodes: int) -> Plan:
    """Return a plan that proves the winner of Circle the Cat by certificates."""
    position = game_of("game").starts.opening(CAT_START)
    solver = CertificateSolver(CERTIFICATES.fast, position.exits, 1)
    memory = used_words(solver._memories[0], CERTIFICATES.records["memory"])
    memory |= {("budget", 0): nodes, ("within", 0): NO_HORIZON}
    calls: list[tuple[str, list[Any]]] = [("decide", ["memory", position.cat, *two_words(position.free), 0])]
    return Plan(CERTIFICATES, {"memory": memory}, calls)


def squirrels_plan(nodes: int) -> Plan:
    """Return a plan that searches the squirrel war to its end."""
    position = game_of("squirrels").starts.opening(3)
    while len(position.moves()) > SQUARES_LEFT:
        position = position.play(position.moves()[0])
    solver = ExactSolver(EXACT_KERNELS.fast, position.values, TABLE_GB)
    memory = used_words(solver._memories[0], EXACT_KERNELS.records["memory"])
    blocks = {"memory": {"table": (memory["mask", 0] + 1) * 2 * WAYS}}
    del memory["table", 0]
    memory |= {("budget", 0): nodes}
    state = module_of("squirrels").state_of(position)
    calls: list[tuple[str, list[Any]]] = [("search", ["memory", state, -INFINITE, INFINITE, 0])]
    return Plan(EXACT_KERNELS, {"memory": memory}, calls, blocks)


def used_words(record: Any, fields: Any) -> dict[tuple[str, int], int]:
    """Return the words of a record that are not 0, by field and index."""
    found = {}
    for name, length in fields.items():
        words = getattr(record, name)
        for at, word in enumerate(words if length else [words]):
            if word:
                found[name, at] = int(word)
    return found


# Where plans run


class NodeProcess:
    """A Node process that runs plans."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [str(NODE), str(script_folder() / "serve_calls.mjs")],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def load(self, name: str) -> None:
        """Load a stored module."""
        files = {kind: str(MODULE_FOLDER / f"{name}.{end}") for kind, end in FILES.items()}
        self._answer(json.dumps(files))

    def run(self, plan: Plan) -> Result:
        """Run a plan."""
        return result_of(self._answer(plan.as_json()))

    def _answer(self, asked: str) -> Any:
        assert self._process.stdin and self._process.stdout
        self._process.stdin.write(asked + "\n")
        self._process.stdin.flush()
        return json.loads(self._process.stdout.readline())

    def cpu_seconds(self) -> float:
        """Return the CPU seconds that the process has used."""
        return cpu_seconds_of(self._process.pid)

    def close(self) -> None:
        """End the process."""
        self._process.communicate()


class ChromiumTab:
    """A tab of chromium that runs plans."""

    def __init__(self, folder: Path) -> None:
        self._stack = ExitStack()
        self._tab = Tab(self._stack.enter_context(open_browser()))
        page = folder / "page.html"
        sources = [script_folder() / name for name in ("kernels.js", "run_calls.mjs")]
        text = "\n".join(without_modules(source.read_text(encoding="utf-8")) for source in sources)
        page.write_text(f"<!doctype html><script>{text}\nvar kernels;</script>", encoding="utf-8")
        self._tab.open(page)

    def load(self, name: str) -> None:
        """Load a stored module."""
        image = base64.b64encode((MODULE_FOLDER / f"{name}.wasm").read_bytes()).decode()
        layout = (MODULE_FOLDER / f"{name}.json").read_text(encoding="utf-8")
        bytes_ = f'Uint8Array.from(atob("{image}"), letter => letter.charCodeAt(0))'
        self._tab.run(f"Kernels.load({bytes_}, {layout}).then(found => {{ kernels = found; }})")

    def run(self, plan: Plan) -> Result:
        """Run a plan."""
        return result_of(self._tab.run(f"runCalls(kernels, {plan.as_json()})"))

    def cpu_seconds(self) -> float:
        """Return the CPU seconds that all processes of the browser have used."""
        import psutil

        processes = psutil.Process().children(recursive=True)
        return sum(cpu_seconds_of(each.pid) for each in processes if each.name().startswith("chrom"))

    def close(self) -> None:
        """Close the browser."""
        self._stack.close()


FILES = {"wasm": "wasm", "layout": "json"}
PLACES: dict[str, Callable[[Path], Any]] = {"machine code": lambda folder: ThisProcess()}
PLACES |= {"Node": lambda folder: NodeProcess()} if NODE else {}
PLACES |= {} if MISSING else {"chromium": ChromiumTab}


def without_modules(text: str) -> str:
    """Return a JavaScript module as a plain script."""
    return re.sub(r"^export |^import .*$", "", text, flags=re.MULTILINE)


def result_of(answer: dict[str, Any]) -> Result:
    """Convert the answer of run_calls.mjs."""
    return answer["nodes"], [list(map(int, words)) for words in answer["results"]]


class ThisProcess:
    """Machine code in this process."""

    def load(self, name: str) -> None:
        """Do nothing: a plan loads its own kernels."""

    def run(self, plan: Plan) -> Result:
        """Run a plan."""
        return plan.run()

    def close(self) -> None:
        """Do nothing."""

    def cpu_seconds(self) -> float:
        """Return the CPU seconds that this thread has used."""
        return time.thread_time()


def cpu_seconds_of(process: int) -> float:
    """Return the CPU seconds that a process has used."""
    import psutil

    used = psutil.Process(process).cpu_times()
    return float(used.user + used.system)


PLANS: dict[str, Callable[[int], Plan]] = {
    "duel7": partial(search_plan, "duel7", 0),
    "catsdogs": partial(search_plan, "catsdogs", 0),
    "catsdogs proof": hunt_proof_plan,
    "walls 5": partial(search_plan, "walls", 5),
    "walls 5 proof": walls_proof_plan,
    "walls 7": partial(search_plan, "walls", 7),
    "game": certificate_plan,
    "squirrels": squirrels_plan,
}


def run(
    nodes: int = typer.Argument(2_000_000, help="nodes of a run at most"),
    rounds: int = typer.Argument(5, help="runs of each, in turn"),
    only: list[str] = choice_option(PLANS, "--only", "only this plan; may be repeated"),
) -> Iterator[Line]:
    """Measure each plan in machine code, in Node and in chromium; the median of the rounds counts."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(ignore_cleanup_errors=True)))
        places = {name: stack.enter_context(closing(make(folder))) for name, make in PLACES.items()}
        for name in only or PLANS:
            yield from compare(name, PLANS[name](nodes), places, rounds)


def compare(name: str, plan: Plan, places: dict[str, Any], rounds: int) -> Iterator[Line]:
    """Run a plan everywhere in turn and yield a line for each place. Raise ValueError if results differ."""
    for place in places.values():
        place.load(plan.linked.name)
    speeds: dict[str, list[float]] = {key: [] for key in places}
    results = []
    for _ in range(rounds):
        for key, place in places.items():
            began, searched, used = place.cpu_seconds(), 0, 0.0
            while used < LEAST_SECONDS:
                results.append(place.run(plan))
                searched += results[-1][0]
                used = place.cpu_seconds() - began
            speeds[key].append(searched / used)
    if any(found != results[0] for found in results):
        raise ValueError(f"{name}: the results differ")
    native = median(speeds["machine code"])
    for key, found in speeds.items():
        part = median(found) / native
        text = f"{name:16} {key:12} {results[0][0]:>9,} nodes {median(found) / 1000:>7,.0f} thousand a second"
        yield line(
            f"{text} {part:5.2f}, first run {found[0] / native:.2f}",
            name=name,
            place=key,
            nodes=results[0][0],
            speed=median(found),
            part=part,
        )
