"""Benchmarks: commands that print ratios against a baseline run in turn; nothing else should be running.

python tests/bench start     CPU time of a contract call of each script, and of `move` in machine code, against `python -c pass`;
                                cold compilation of all machine code
python tests/bench moves     milliseconds a best-first move of game.py takes in plain Python
python tests/bench kernels   our kernels against plain searches in C or C++ (duel7, catsdogs, walls)
python tests/bench techniques [NODES]   duel7.py: paired matches of the search without one of its techniques
python tests/bench calls [COUNT] [SCRIPT …] [quiet] [crowded]    seconds of whole `SCRIPT move` calls: 1 s and 0.3 s, warm and on an empty cache, quiet and crowded
python tests/bench together     eight processes at once on an empty cache, 20 times for the duel, twice for the others
python tests/bench limits [COUNT] [SECONDS]   seconds of every move of each engine in one process, beside six busy ones
python tests/bench strategy  walls.py: every end of the stored strategy of 5x5 is proven by a search from nothing
python tests/bench endings [GAMES]   catsdogs.py: positions of the engine's own games that proof-number search decides
python tests/bench proofs [FIRST] [GAMES]   game.py: how many starts of each set are proven, in what time
python tests/bench truth [EACH] [CLASS]   game.py: games of the default player, and of best-first search, from starts that are
                                won for its side, against every player; none of the default's may be lost
python tests/bench curve [GAMES] [SECONDS]  game.py: who wins from 0 to 20 random blocks; writes docs/circle-the-cat.png
python tests/bench squares [MOST]   squirrels.py: exact play of three boards, beside a search in C where there is one;
                                and its growth from 18 free squares to MOST (22)
python tests/bench losses [COUNT]   squirrels.py: what the course's algorithms give away against perfect play
python tests/bench logs      squirrels.py: time and memory of traversal logs against the readable rules
                                and against writing the ready bytes; the deepest two take a minute
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from itertools import takewhile
from pathlib import Path
from statistics import median
from typing import Any

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT)]


def cpu_seconds(command: list[str], folder: str) -> float:
    """User and system time of one run of a command."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, cwd=folder, stdout=subprocess.DEVNULL, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def ratio(command: list[str], folder: str) -> tuple[float, float]:
    """CPU seconds of `python -c pass` and of a command: the minimum of 9 runs in turn, after one not counted."""
    bare = [sys.executable, "-c", "pass"]
    runs = [(cpu_seconds(bare, folder), cpu_seconds(command, folder)) for _ in range(10)][1:]
    least_bare, least = (min(times) for times in zip(*runs, strict=True))
    return least_bare, least


def start() -> None:
    """Contract: at most 25 times a bare Python for game.py's example, 1.5 times for a grader's case of squirrels.py."""
    from tests.support.game_cases import EXAMPLE

    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # bytecode is kept, as on any user's machine
    cases = {"game.py example with its GIF": [str(ROOT / "game.py"), *EXAMPLE]}
    for name in ("greedy_o_to_move", "minimax_largest_values", "alpha_beta_empty_board_depth_2", "battle_o_first"):
        cases[f"squirrels.py {name}"] = [
            str(ROOT / "squirrels.py"),
            "-i",
            str(ROOT / "tests/games/squirrels/data" / name / "input.txt"),
        ]
    with tempfile.TemporaryDirectory() as folder:
        for name, arguments in cases.items():
            bare, least = ratio([sys.executable, *arguments], folder)
            print(f"{name:46} {least * 1000:5.0f} CPU ms, bare Python {bare * 1000:.0f}: {least / bare:.2f} times")
        for name, arguments in machine_code_calls().items():
            command = [sys.executable, *arguments]
            subprocess.run(command, cwd=folder, capture_output=True, check=True)  # compiled now, if need be
            bare, least = ratio(command, folder)
            loaded = subprocess.run([sys.executable, "-X", "importtime", *arguments], cwd=folder, capture_output=True, text=True)
            heavy = [package for package in ("numba", "numpy", "typer") if f" {package}\n" in loaded.stderr]
            print(
                f"{name:46} {(least - bare) * 1000:5.0f} CPU ms beyond bare Python, imported: {', '.join(heavy) or 'none of the heavy'}"
            )
    cold()


NODES = {"game": "2000"}  # positions, each of which costs as much as 30 of the others' nodes
USUAL_NODES = "60000"  # three times what plain Python would take


def machine_code_calls() -> dict[str, list[str]]:
    """Calls that are answered by machine code."""
    from tests.bench.referee import CALLED, random_position
    from tests.support.game_cases import EXAMPLE

    found = {}
    for script in CALLED:
        nodes = NODES.get(script, USUAL_NODES)
        words = [str(ROOT / f"{script}.py"), "move", *random_position(script, 8)[0], "--nodes", nodes]
        found[f"{script}.py move --nodes {nodes}"] = words
    return found | {"game.py solve": [str(ROOT / "game.py"), "solve", *EXAMPLE]}


def cold() -> None:
    """CPU seconds that it takes to compile each program, on an empty cache."""
    import catsdogs
    import duel7
    import game
    import walls
    from common.search.placing import exact_placing

    programs = [
        game.PURSUIT.certificates,
        game.PURSUIT.distances,
        exact_placing.PROGRAM,
        duel7.GAME.linked(),
        catsdogs.GAME.linked(),
    ]
    total = 0.0
    for program in [*programs, walls.sized(5).linked(), walls.sized(7).linked(), walls.graph()]:
        with tempfile.TemporaryDirectory() as empty:
            os.environ["FIVE_BOARD_GAMES_CACHE"] = empty
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            assert program.fast.compiled
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
        spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        total += spent
        print(f"{program.name:12} compiled in {spent:5.2f} CPU s")
    print(f"{'all':12} {total:.1f} CPU s")


def moves() -> None:
    """Every move of ten games of each start set, best-first against itself."""
    from game import SETS, best_first, set_start

    times: dict[str, list[float]] = {"cat": [], "catcher": []}
    for position in (set_start(name, number) for name in SETS for number in range(10)):
        while not position.outcome():
            began, turn = time.perf_counter(), position.turn
            position = position.play(best_first(position))
            times[turn].append((time.perf_counter() - began) * 1000)
    for side, found in times.items():
        found.sort()
        print(
            f"{side:8} {len(found)} moves: mean {sum(found) / len(found):.1f} ms, 99 % {found[len(found) * 99 // 100]:.1f}, most {found[-1]:.1f}"
        )


def logs() -> None:
    """Each in a process of its own, so that its peak memory is its own; the readable rules where they end in time."""
    deep = [("minimax", depth) for depth in (3, 4, 5)] + [("alpha-beta", depth) for depth in (3, 4, 5, 6)]
    print(f"{'log':24}{'lines':>12}{'bytes':>15}{'fast s':>9}{'MB':>6}{'readable s':>12}{'ratio':>7}{'write s':>9}")
    for name, depth in [*deep, ("ascending alpha-beta", 5), ("ascending alpha-beta", 6)]:
        subprocess.run([sys.executable, __file__, "log", name, str(depth)], check=True)


def log(name: str, depth: int) -> None:
    """One row of the table of `logs`."""
    import squirrels
    from squirrels import ALPHA_BETA, MINIMAX, Algorithm, Position
    from tests.games.squirrels.readable import readable_search

    example = (20, 16, 1, 32, 30, 20, 12, 2, 11, 8, 28, 48, 9, 1, 1, 20, 12, 10, 6, 2, 25, 30, 23, 21, 10)
    position = Position(tuple(range(1, 26)) if "ascending" in name else example, "*" * 25, "X")
    case = squirrels.Case(ALPHA_BETA, position, {"X": Algorithm(MINIMAX if name == "minimax" else ALPHA_BETA, depth)})
    with tempfile.TemporaryDirectory() as folder:
        began = time.process_time()
        squirrels.answer(case, Path(folder))
        fast = time.process_time() - began
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        path = Path(folder) / "traverse_log.txt"
        size = path.stat().st_size
        with path.open("rb") as file:
            lines = sum(piece.count(b"\n") for piece in iter(lambda: file.read(1 << 24), b""))
        data = path.read_bytes() if size < 1 << 28 else b""
        began = time.process_time()
        (Path(folder) / "copy").write_bytes(data)
        writing = f"{time.process_time() - began:9.3f}" if data else ""
    readable = ""
    if "ascending" not in name:
        began = time.process_time()
        readable_search(position, depth, pruning=name != "minimax")
        taken = time.process_time() - began
        readable = f"{taken:12.2f}{taken / fast:7.1f}"
    print(f"{name + ' ' + str(depth):24}{lines:12}{size:15}{fast:9.3f}{memory:6.0f}{readable:19}{writing}", flush=True)


def kernels() -> None:
    """The same plain alpha-beta, node for node, as a C or C++ compiler makes it and as Numba does; CPU seconds, in turn."""
    duel_kernels()
    hunt_kernels()
    walls_kernels()


@contextmanager
def baseline(compiler: str, name: str, variable: str) -> Iterator[str]:
    """A baseline program, compiled; where it is, an environment variable may say."""
    import shutil

    source = Path(os.environ.get(variable, ROOT.parent / "shared/baselines" / name))
    if not shutil.which(compiler) or not source.exists():
        sys.exit(f"no comparison: it needs {compiler} and {source} (or another file named by {variable})")
    with tempfile.TemporaryDirectory() as folder:
        program = f"{folder}/baseline"
        subprocess.run([compiler, "-O3", "-march=native", "-o", program, str(source)], check=True)
        yield program


def duel_kernels() -> None:
    """The sliding duel: six starts, depths 3 to 10."""
    import duel7

    begun = time.process_time()
    fast = duel7.GAME.linked().variant(SPACE=1, REACH=0, STEPS=0, RIM=0, TO_MOVE=0).fast
    print(f"loaded in {time.process_time() - begun:.2f} CPU s")
    memory = fast.memory(duel7.GAME.linked().fields)
    with baseline("gcc", "duel7_baseline.c", "DUEL_BASELINE") as program:
        for depth in range(3, 11):
            theirs: dict[str, list[str]] = {}
            least = dict.fromkeys(STARTS, (1e9, 1e9))
            for _ in range(5 if depth < 10 else 3):
                lines = subprocess.run([program, str(depth), str(depth)], capture_output=True, text=True, check=True).stdout
                theirs = {line.split()[0]: line.split() for line in lines.splitlines()[1:]}
                for name, place in STARTS.items():
                    state = (*duel7.read_place(place), 1000)
                    memory.nodes, begun = 0, time.process_time()
                    score = fast.alpha_beta(memory, state, depth, -31_000, 31_000, 0)
                    ours = time.process_time() - begun
                    found = [str(depth), str(int(score)), duel7.SQUARES.name(int(memory.best) >> 6), str(int(memory.nodes))]
                    wanted = theirs[name]
                    assert found == [wanted[1], wanted[2], wanted[3][:2], wanted[4]], (name, found, wanted)
                    least[name] = min(least[name][0], ours), min(least[name][1], float(wanted[5]))
            if depth > 8:
                for name, (ours, other) in least.items():
                    print(
                        f"{name:6} depth {depth}: {theirs[name][4]:>11} nodes, ours {ours:.3f} s, C {other:.3f} s: {other / ours:.2f}"
                    )
            else:
                print(f"depth {depth}: values, moves and node counts of all six starts equal")


def hunt_kernels() -> None:
    """Cats & Dogs: from the start, depths 1 to 9 in whole turns."""
    import catsdogs

    fast = catsdogs.GAME.linked().variant(**catsdogs.SAFE_ONLY).fast
    memory, state = fast.memory(catsdogs.GAME.linked().fields), catsdogs.state_of(catsdogs.START)
    with baseline("g++", "catsdogs_baseline.cpp", "CATSDOGS_BASELINE") as program:
        for depth in range(1, 10):
            least = 1e9, 1e9
            for _ in range(5):
                words = subprocess.run(
                    [program, str(depth), str(depth)], capture_output=True, text=True, check=True
                ).stdout.split()
                memory.nodes, begun = 0, time.process_time()
                score = -fast.alpha_beta(memory, state, depth, -31_000, 31_000, 0)
                least = min(least[0], time.process_time() - begun), min(least[1], float(words[7]))
                assert [int(words[3]), int(words[5])] == [score, memory.nodes], (words, score, memory.nodes)
            ratio = f", ours {least[0]:.3f} s, C++ {least[1]:.3f} s: {least[1] / least[0]:.2f}" if depth > 7 else ""
            print(f"cats and dogs, depth {depth}: value {score}, {memory.nodes} nodes, equal{ratio}")


def walls_kernels() -> None:
    """Walls: from the start of N = 5 and 7, depths 10 to 26."""
    import walls

    with baseline("g++", "walls_baseline.cpp", "WALLS_BASELINE") as program:
        for size in (5, 7):
            fast = walls.sized(size).linked().variant(**walls.BRICKS_ONLY).fast
            memory, state = fast.memory(walls.sized(size).linked().fields), walls.state_of(walls.start(size))
            for depth in (10, 18, 22, 26):
                least = 1e9, 1e9
                for _ in range(5):
                    said = subprocess.run([program, str(size), str(depth)], capture_output=True, text=True, check=True).stdout
                    theirs = dict(word.split("=") for word in said.split())
                    memory.nodes, begun = 0, time.process_time()
                    score = fast.alpha_beta(memory, state, depth, -31_000, 31_000, 0)
                    least = min(least[0], time.process_time() - begun), min(least[1], float(theirs["cpu_seconds"]))
                    assert [theirs["value"], theirs["nodes"]] == [str(score), str(memory.nodes)], (said, score, memory.nodes)
                ratio = f", ours {least[0]:.3f} s, C++ {least[1]:.3f} s: {least[1] / least[0]:.2f}" if depth > 20 else ""
                print(f"walls {size}x{size}, depth {depth}: value {score}, {memory.nodes} nodes, equal{ratio}")


EXAMPLE = (20, 16, 1, 32, 30, 20, 12, 2, 11, 8, 28, 48, 9, 1, 1, 20, 12, 10, 6, 2, 25, 30, 23, 21, 10)
EIGHTEEN = {"**XXX***O*****XO**O******": 52, "*XO**X**XO*O***********X*": 76, "****O**X***X***X*XOO*****": 104}
ENTRIES = 22  # bits of the number of table entries of both, 64 MB


def squares() -> None:
    """CPU seconds of whole solutions, each with an empty table, the minimum of 5 in turn."""
    from contextlib import ExitStack

    most = int((sys.argv[2:] or ["22"])[0])
    with ExitStack() as stack:
        program = (
            stack.enter_context(baseline("gcc", "squirrels_exact.c", "SQUIRRELS_BASELINE")) if has_squirrels_baseline() else None
        )
        for board, value in EIGHTEEN.items():
            compare_squares(board, value, program)
    print("free squares   nodes (mean of 3 fillings)   CPU s   times the last")
    before = 0.0
    for free in range(18, most + 1):
        found = [solve_squares(filling(seed, free), 0.5) for seed in range(3)]
        nodes, seconds = (sum(column) / 3 for column in zip(*((nodes, taken) for _, nodes, taken in found), strict=True))
        growth = f"{nodes / before:.1f}" if before else ""
        print(f"{free:12}{nodes:22.0f}{seconds:14.2f}{growth:>17}", flush=True)
        before = nodes


def has_squirrels_baseline() -> bool:
    """The comparison is left out where the program in C is not there."""
    return "SQUIRRELS_BASELINE" in os.environ or (ROOT.parent / "shared/baselines/squirrels_exact.c").exists()


def filling(seed: int, free: int) -> str:
    """The board with the first 25 - `free` of 25 pieces that are set in a random order, X and O in turn."""
    from random import Random

    board, order = ["*"] * 25, list(range(25))
    Random(seed).shuffle(order)
    for at, square in enumerate(order[: 25 - free]):
        board[square] = "XO"[at % 2]
    return "".join(board)


def solve_squares(board: str, memory: float) -> tuple[int, int, float]:
    """What X to move wins by; positions looked at; CPU seconds, without loading."""
    import squirrels
    from common.search.placing import exact_placing

    position = squirrels.Position(EXAMPLE, board, "X")
    kernels = exact_placing.PROGRAM.fast
    began = time.process_time()
    solver = exact_placing.solver(kernels, EXAMPLE, memory)
    bounds = solver.bounds(squirrels.sets(position))
    assert bounds.exact
    return bounds.low + squirrels.evaluate(position, "X"), solver.nodes, time.process_time() - began


def compare_squares(board: str, value: int, program: str | None) -> None:
    """A line on one board, beside the program in C with a table of the same size."""
    ours, theirs, nodes, said = 1e9, 1e9, 0, [""]
    for _ in range(5):
        found, nodes, seconds = solve_squares(board, 16 * (1 << ENTRIES) / (1 << 30))
        ours = min(ours, seconds)
        assert found == value, (board, found)
        if program:
            command = [program, " ".join(map(str, EXAMPLE)), board, "X", "600", str(ENTRIES)]
            said = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
            assert f"score={value}" in said, said
            theirs = min(theirs, float(said[5].removesuffix("s")))
    beside = f", C {said[4]}, {theirs:.2f} s: {ours / theirs:.2f} times its time" if program else ""
    print(f"{board}: X wins by {value}, {nodes} nodes, {ours:.2f} CPU s{beside}", flush=True)


def losses() -> None:
    """From random positions of 18 free squares, half of them with the example's values: mean loss in points, and share without."""
    from random import Random

    import squirrels
    from common.search.findings import Question
    from squirrels import ALPHA_BETA, GREEDY, Algorithm

    count, chance = int((sys.argv[2:] or ["50"])[0]), Random(18)
    players = {"greedy": Algorithm(GREEDY, 1)} | {
        f"minimax, alpha-beta {depth}": Algorithm(ALPHA_BETA, depth) for depth in range(1, 7)
    }
    lost: dict[str, list[int]] = {name: [] for name in players}
    for number in range(count):
        values = EXAMPLE if number % 2 else tuple(chance.randint(1, 99) for _ in EXAMPLE)
        position = squirrels.Position(values, filling(number, 18), "OX"[number % 2])
        known: dict[int, int] = {}
        for name, algorithm in players.items():
            square = squirrels.choose(squirrels.placing(position), position, algorithm) or 0
            if square not in known:
                found = squirrels.GAME.exact.given_away(position, square, Question())
                assert found
                known[square] = found[0]
            lost[name].append(known[square])
    for name, points in lost.items():
        print(
            f"{name:24} mean loss {sum(points) / count:6.1f}, largest {max(points):4}, best move in {points.count(0)} of {count}"
        )


STARTS = {
    "3v3": "X a1 d4 g6 O a7 c3 f2",
    "5v5": "X b2 b6 c4 e3 f5 O a5 b3 d6 e2 g3",
    "6v4": "X a2 b5 c3 e6 f1 g4 O b1 c6 d4 f5",
    "8v8": "X a1 a3 b4 c2 d6 e5 f3 g7 O a6 b2 b7 c4 d1 e3 f6 g5",
    "10v10": "X a1 a2 b5 b6 c3 d2 d7 e4 f6 g1 O a4 a7 b3 c1 c5 d4 e2 e6 f3 g7",
    "1v12": "X d4 O a1 a4 a7 b2 b6 c5 e3 e6 f2 f7 g4 g7",
}

TECHNIQUES: dict[str, dict[str, int]] = {
    "no killers": {"KILLERS": 0},
    "no history": {"HISTORY": 0},
    "no reductions": {"REDUCTIONS": 0},
    "no empty windows": {"EMPTY_WINDOWS": 0},
    "squares alone": {"REACH": 0, "STEPS": 0, "RIM": 0},
    "no points for the move": {"TO_MOVE": 0},
}


def calls() -> None:
    """200 calls of each kind, unless another number is given; of all scripts, quiet and crowded, unless some are named."""
    from tests.bench.referee import BUSY, CALLED, tell_calls

    count, *words = [*sys.argv[2:], *["200"][: 3 - len(sys.argv)]]
    crowds = [{"quiet": 0, "crowded": BUSY}[word] for word in words if word not in CALLED]
    tell_calls(int(count), [word for word in words if word in CALLED] or CALLED, crowds or (0, BUSY))


def together() -> None:
    """All must say the same, and leave one object."""
    from tests.bench.referee import tell_together

    tell_together({"duel7": 20, "catsdogs": 2, "walls": 2})


def limits() -> None:
    """500 moves of each engine at 0.1 s, unless something else is given."""
    from tests.bench.referee import tell_moves

    tell_moves(int([*sys.argv[2:], "500"][0]), float([*sys.argv[3:], "0.1"][0]))


def techniques() -> None:
    """What each technique is worth: nodes to depth 11 from the six starts; matches at equal nodes, 200 starts, both colours."""
    from functools import partial

    import duel7
    from common.judge.match import Tally
    from common.judge.match_report import elo_text
    from common.judge.processes import spread
    from common.search import deepening

    whole = nodes_to_depth(11, {})
    print(f"all techniques: {whole} nodes")
    print(f"no table: {nodes_to_depth(11, {}, bits=0) / whole:.2f} times the nodes")
    deepening.WINDOW = 0
    print(f"no aspiration windows: {nodes_to_depth(11, {}) / whole:.2f} times the nodes")
    deepening.WINDOW = 15
    nodes = int(sys.argv[2]) if len(sys.argv) > 2 else 10_000
    duel7.GAME.warm()
    for name, changes in TECHNIQUES.items():
        print(f"{name}: {nodes_to_depth(11, changes) / whole:.2f} times the nodes")
        pairs = spread(partial(technique_pair, nodes=nodes, changes=changes), range(200), 2)
        print(f"all - {name}: {elo_text(Tally(list(pairs), False).elo)}")


def nodes_to_depth(depth: int, changes: dict[str, int], bits: int = 20) -> int:
    """Nodes of one thread over the six starts, 200 moves before the limit."""
    import duel7
    from common.search.deepening import IterativeDeepening
    from common.search.limit import Limit

    total = 0
    for place in STARTS.values():
        thinker = IterativeDeepening(duel7.GAME.linked(), variant(changes), bits=bits)
        *_, last = thinker.think((*duel7.read_place(place), 200), Limit(depth=depth))
        total += last.nodes
    return total


def technique_pair(number: int, nodes: int, changes: dict[str, int]) -> Any:
    """Two games from one start."""
    import duel7
    from common.judge.match import play_between
    from common.search.deepening import IterativeDeepening, table_bits
    from common.search.engine import Engine
    from common.search.limit import Limit

    limit, linked = Limit(nodes=nodes), duel7.GAME.linked()
    whole, less = (
        Engine(linked, IterativeDeepening(linked, kernels, bits=table_bits(limit)), limit)
        for kernels in (linked.fast, variant(changes))
    )
    return play_between(duel7.GAME, duel7.bench_start(number), whole, less)


def variant(changes: dict[str, int]) -> Any:
    """Machine code with other constants, once a process."""
    import duel7

    key = tuple(changes.items())
    if key not in VARIANTS:
        VARIANTS[key] = duel7.GAME.linked().variant(**changes).fast
    return VARIANTS[key]


VARIANTS: dict[Any, Any] = {}


def strategy() -> None:
    """Positions that come up while a player follows the strategy, where it ends, and what proving the rest takes."""
    import walls
    from common.search.walkers.solver import Prover
    from tests.games.walls.test_strategy import ends_of

    kernels = walls.sized(5).linked().fast
    for player, target in ((0, 1), (1, -1)):
        positions, ends = ends_of(walls.start(5), player)
        nodes = []
        for end in ends:
            prover = Prover(kernels, walls.sized(5).linked().fields)
            assert prover.move(walls.state_of(end), target) in range(len(walls.MOVES)), end
            nodes.append(prover.nodes)
        print(f"{walls.SIDES[player]}: {len(positions)} positions, {len(ends)} ends, at most {max(nodes)} nodes each", flush=True)


def endings() -> None:
    """Each with an empty table and the cats to move, from games at 3,000 nodes a move that begin with two random safe ones."""
    games = [cat_positions(seed) for seed in range(int(sys.argv[2]) if len(sys.argv) > 2 else 20)]
    print(f"{os.cpu_count()} cores\ndogs left  positions  in 1 s  in 5 s  nodes a second")
    for dogs in (36, 34, 32, 30, 28):
        taken = [seconds_to_decide(at) for game in games for at in game if at.dogs.bit_count() == dogs]
        in_one, in_five = (sum(seconds < most for seconds, _ in taken) for most in (1.0, 5.0))
        rate = sum(nodes for _, nodes in taken) / max(sum(min(seconds, 5.0) for seconds, _ in taken), 1e-9)
        print(f"{dogs:9}{len(taken):11}{in_one:8}{in_five:8}{rate:16,.0f}", flush=True)
    first = sorted(map(decided_from, games))
    print(f"every position decided in 5 s from cat move {median(first):g} on (median; {first[0]} to {first[-1]})")
    print(f"games of {sorted(map(len, games))} cat moves; load {', '.join(f'{load:.1f}' for load in os.getloadavg())}")


def cat_positions(seed: int) -> list[Any]:
    """The positions of one game with the cats to move."""
    import catsdogs
    from common.search.engine import engine_here
    from common.search.limit import Level, Limit

    position, engine, found = catsdogs.GAME.opening(seed), engine_here(catsdogs.GAME.linked(), Level(Limit(nodes=3000))), []
    while not position.outcome():
        if position.step == 0:
            found.append(position)
        position = position.play(engine(position))
    return found


def decided_from(game: list[Any]) -> int:
    """The number of the cat move from which on every position of a game is decided in 5 s."""
    import catsdogs

    late = list(takewhile(lambda at: seconds_to_decide(at)[0] < 5.0, reversed(game)))
    return int(catsdogs.START.dogs.bit_count() - late[-1].dogs.bit_count() + 1)


@cache
def seconds_to_decide(position: Any, most: float = 5.0) -> tuple[float, int]:
    """How long it takes to prove who wins, inf if longer than allowed; and the nodes."""
    import catsdogs
    from common.search.win_solver import Decider

    decider = Decider(catsdogs.GAME.linked().fast, catsdogs.GAME.linked().fields)
    decider.allow(most)
    began = time.monotonic()
    known = decider.who_wins(catsdogs.state_of(position)).wins is not None
    return (time.monotonic() - began if known else float("inf")), decider.nodes


GOALS = {
    "C": "25 in 5 s, 50 in 60 s; the prototype 1 of 8 in 1 s, 2 in 60 s",
    "R5": "25 in 5 s, 50 in 60 s; the prototype 2 of 8 in 5 s",
    "R10": "70 in 5 s, 95 in 30 s; the prototype 6, 10 and 16 of 20 in 1, 5 and 30 s",
    "R15": "90 in 1 s, 100 in 30 s; the prototype 73, 90 and 98 in 0.1, 1 and 3 s",
    "E": "all at once, as the prototype",
}


def proofs() -> None:
    """The start sets of game.py: who wins, and how many are proven within 0.1 to 60 seconds."""
    from game import SETS

    first, games = (int(word) for word in [*sys.argv[2:], "0", "100"][:2])
    limits = (0.1, 1.0, 5.0, 30.0, 60.0)
    print("set    cat  catcher  open", *(f"{limit:6g} s" for limit in limits), "   longest, median and sum of seconds; positions")
    for name in SETS:
        found = [proof(name, number, limits[-1]) for number in range(first, first + games)]
        winners = [sum(winner is wins for winner, _, _ in found) for wins in (True, False, None)]
        seconds = sorted(seconds for winner, seconds, _ in found if winner is not None)
        within = [sum(each <= limit for each in seconds) for limit in limits]
        print(f"{name:4} {winners[0]:5} {winners[1]:8} {winners[2]:5}", *(f"{count:8}" for count in within), end="   ")
        print(f"{seconds[-1]:.2f} {seconds[len(seconds) // 2]:.3f} {sum(seconds):.1f}; {sum(nodes for _, _, nodes in found):,}")
        print(f"     goal: {GOALS[name]}", flush=True)


def proof(name: str, number: int, seconds: float) -> tuple[bool | None, float, int]:
    """Whether the cat wins a start, None if that is open; seconds on the clock, by one thread, and positions."""
    from common.search.pursuit.solver import PursuitSolver
    from game import BOARD, PURSUIT, set_start

    start, kernels = set_start(name, number), PURSUIT.certificates.fast
    began = time.monotonic()
    siege = PursuitSolver(BOARD, kernels, start.exits)
    siege.allow(seconds)
    blocked = siege.blocks(start.cat, start.free).wins
    return None if blocked is None else not blocked, time.monotonic() - began, siege.nodes


def truth() -> None:
    """Who has won must win: 60 starts of each kind and 100 like a class's, unless other numbers are given."""
    from tests.bench.truth import tell_truth

    each, classes = (int(word) for word in [*sys.argv[2:], *("60", "100")[len(sys.argv) - 2 :]][:2])
    tell_truth(each, classes)


def curve() -> None:
    """Who wins from so many random blocks, the whole border open: a table and a picture."""
    games, seconds = int([*sys.argv[2:], "100"][0]), float([*sys.argv[3:], "60"][0])
    print("blocks   cat  catcher  open   longest seconds")
    counts = []
    for blocks in range(21):
        found = [proof(f"R{blocks}", number, seconds) for number in range(games if blocks else 1)]
        winners = [sum(winner is wins for winner, _, _ in found) for wins in (True, None, False)]
        counts.append([count / len(found) for count in winners])
        print(f"{blocks:6} {winners[0]:5} {winners[2]:8} {winners[1]:5} {max(time for _, time, _ in found):10.2f}", flush=True)
    draw_curve(counts, ROOT / "docs" / "circle-the-cat.png")


def draw_curve(shares: list[list[float]], path: Path) -> None:
    """A column for each number of blocks: the cat's share below, the catcher's above, what is open between."""
    from PIL import Image, ImageDraw, ImageFont

    from common.show.film_file import save_still
    from common.show.score_plot import EXPECTED, GRID, INK, MARK, PAPER

    wide, high, left, bottom, font = 80, 800, 130, 900, ImageFont.load_default(30)
    picture = Image.new("RGB", (left + wide * len(shares) + 50, bottom + 130), PAPER)
    pen = ImageDraw.Draw(picture)
    for blocks, column in enumerate(shares):
        x, y = left + wide * blocks, float(bottom)
        for share, colour in zip(column, (EXPECTED, GRID, MARK), strict=True):
            pen.rectangle((x, y - high * share, x + wide - 12, y), fill=colour)
            y -= high * share
        pen.text((x + wide / 2 - 6, bottom + 28), str(blocks), fill=INK, font=font, anchor="mm")
    for percent in range(0, 101, 25):
        pen.text((left - 18, bottom - high * percent / 100), f"{percent} %", fill=INK, font=font, anchor="rm")
    pen.text(
        (picture.width / 2, 50), "Random starts won by the cat (below, blue) and by the catcher (above, red)", INK, font, "mm"
    )
    pen.text((picture.width / 2, bottom + 85), "blocks before the first move; the whole border is open", INK, font, "mm")
    save_still(picture.resize((picture.width // 2, picture.height // 2), Image.Resampling.LANCZOS), path)


if __name__ == "__main__":
    if sys.argv[1:2] == ["log"]:
        log(sys.argv[2], int(sys.argv[3]))
        sys.exit()
    named = (
        start,
        moves,
        proofs,
        truth,
        curve,
        logs,
        squares,
        losses,
        kernels,
        calls,
        together,
        limits,
        techniques,
        strategy,
        endings,
    )
    commands = {command.__name__: command for command in named}
    if len(sys.argv) < 2 or sys.argv[1] not in commands:
        sys.exit(__doc__)
    commands[sys.argv[1]]()
