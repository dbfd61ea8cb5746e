"""Exact play of the squirrel war: equal to brute force, reproducible, resumable; and its verbs."""

from __future__ import annotations

import json
import random
import re
import signal
import subprocess
import sys
from functools import cache, partial
from pathlib import Path

import pytest

import squirrels
from common.games.squirrels import perfect_play
from common.games.squirrels.exact_rules import INFINITE
from common.games.squirrels.exact_search import EXACT_KERNELS, NO_SQUARE
from common.games.squirrels.exact_solver import LARGEST_SUM, NO_BOUNDS, ExactSolver
from common.games.squirrels.perfect_play import PerfectPlay, progress_text
from common.kernels.deadline import Deadline
from common.record.proof_file import ProofFile
from common.rules.errors import BadInput
from common.search.results import Question
from common.search.solver import ProvenBounds
from squirrels import Position
from tests.support.programs import ROOT, Run, wait_for_cpu_time
from tests.support.scheduling_delay import measure_delay

EXAMPLE = (20, 16, 1, 32, 30, 20, 12, 2, 11, 8, 28, 48, 9, 1, 1, 20, 12, 10, 6, 2, 25, 30, 23, 21, 10)
BOARDS = {  # with 18 free squares; lead of X, positions searched
    "**XXX***O*****XO**O******": (52, 1_251_067),
    "*XO**X**XO*O***********X*": (76, 799_932),
    "****O**X***X***X*XOO*****": (104, 1_104_279),
}
PLAIN = EXACT_KERNELS.plain


def random_position(chance: random.Random, free: int, most: int = 99) -> Position:
    """Return a random position with some free squares."""
    board = ["*"] * free + [chance.choice("XO") for _ in range(25 - free)]
    chance.shuffle(board)
    return Position(tuple(chance.randint(1, most) for _ in board), "".join(board), chance.choice("XO"))


@cache
def brute_force(position: Position) -> int:
    """Return the final lead of the side to move, by the readable rules alone."""
    if not position.moves():
        return squirrels.evaluate(position, position.turn)
    return max(-brute_force(position.play(square)) for square in position.moves())


def machine_code(position: Position, threads: int = 1) -> ExactSolver:
    pytest.importorskip("numba")
    return ExactSolver(EXACT_KERNELS.fast, position.values, 0.05, threads)


def best_of(found: ProvenBounds) -> int:
    assert found.move is not None
    return found.move


@pytest.mark.parametrize(
    ("small", "of_7", "of_8", "of_9"),
    [(100, 6, 1, 0), pytest.param(273, 20, 5, 2, marks=pytest.mark.long)],
)
def test_values_match_brute_force(small: int, of_7: int, of_8: int, of_9: int) -> None:
    chance = random.Random(10)
    sizes = [chance.randint(1, 6) for _ in range(small)] + [7] * of_7 + [8] * of_8 + [9] * of_9
    for number, free in enumerate(sizes):
        position = random_position(chance, free, most=(2, 9, 99)[number % 3])
        found = squirrels.PERFECT.solve(position, Question())
        assert found.low == found.high == brute_force(position)
        assert brute_force(position.play(best_of(found))) == -found.low
        assert len(found.line) == free
        end = position
        for square in found.line:
            end = end.play(square)
        assert squirrels.evaluate(end, position.turn) == found.low
        brute_force.cache_clear()


def random_large_position(chance: random.Random, free: int) -> Position:
    """Return a position with the largest sum of values, most of it on a few squares, mostly of one owner."""
    position = random_position(chance, free)
    owner, heavy = chance.choice("XO"), chance.sample(range(25), chance.randint(1, 3))
    board = [square if square == "*" or chance.random() < 0.15 else owner for square in position.board]
    values = [chance.randint(1, 40) for _ in board]
    for square in heavy:
        values[square] += (
            (LARGEST_SUM - sum(values)) // len(heavy) if square != heavy[-1] else LARGEST_SUM - sum(values)
        )
    assert sum(values) == LARGEST_SUM
    return Position(tuple(values), "".join(board), chance.choice("XO"))


@pytest.mark.parametrize("times", [1, pytest.param(4, marks=pytest.mark.long)])
def test_largest_values_match_brute_force(times: int) -> None:
    chance, to_come = random.Random(19), []
    for free in [1, 2, 3, 4] * 2 + [5] * 10 * times + [6] * 20 * times + [7] * 5 * times + [8] * (times - 1):
        position = random_large_position(chance, free)
        lead, value = squirrels.evaluate(position, position.turn), brute_force(position)
        found = squirrels.PERFECT.solve(position, Question())
        assert found.low == found.high == value
        assert brute_force(position.play(best_of(found))) == -value
        for move, bounds in squirrels.PERFECT.moves(position, Question(), value).items():
            assert bounds.low <= -brute_force(position.play(move)) <= bounds.high
        to_come.append(value - lead)
        brute_force.cache_clear()
    assert max(to_come) > 60_000
    assert min(to_come) < -30_000


@pytest.mark.parametrize(
    ("board", "heavy", "turn", "wins"),
    [
        ("X*XX*XOXOOX***XO*OOX*XOXO", 10, "O", True),
        ("OOO**O**OOO*X*OX*OOOOXO*O", 12, "X", False),
        ("O*XXXOO*O*O**OXO**OOOOXOX", 2, "X", False),
    ],
)
def test_one_heavy_square_may_change_hands(board: str, heavy: int, turn: str, wins: bool) -> None:
    """The rest of the game is worth nearly twice the sum of all values, for or against the side to move."""
    values = tuple(LARGEST_SUM - 24 if square == heavy else 1 for square in range(25))
    position = Position(values, board, turn)
    state, to_come = squirrels.state_of(position), brute_force(position) - squirrels.evaluate(position, turn)
    assert (to_come if wins else -to_come) > 2 * LARGEST_SUM - 100
    for solver in (machine_code(position), ExactSolver(PLAIN, values, 0.05)):
        for window in ((-INFINITE, INFINITE), (to_come - 1, to_come)):
            assert solver.bounds(state, window).low == to_come
        assert solver.bounds(state, (to_come, to_come + 1)).high == to_come
        assert all(known.low <= to_come for known in solver.moves(state).values())


FIRST_BOARD, *OTHER_BOARDS = BOARDS
SOME_BOARDS = pytest.mark.parametrize(
    "board", [FIRST_BOARD, *(pytest.param(board, marks=pytest.mark.long) for board in OTHER_BOARDS)]
)


@SOME_BOARDS
def test_value_scales_with_the_squares(board: str) -> None:
    position = Position(tuple(80 * worth for worth in EXAMPLE), board, "X")
    assert 30_000 < sum(position.values) <= LARGEST_SUM
    bounds = machine_code(position).bounds(squirrels.state_of(position))
    lead = squirrels.evaluate(position, "X")
    assert bounds.low + lead == 80 * BOARDS[board][0] == bounds.high + lead


def test_table_entry_holds_the_widest_bounds_in_62_bits() -> None:
    pytest.importorskip("numba")
    for linked in (EXACT_KERNELS.fast, PLAIN):
        solver = ExactSolver(linked, (1,) * 25, 0.001)
        memory, word = solver._memories[0], (1 << 50) - 1
        for low, high in (
            (-INFINITE, INFINITE),
            (-INFINITE, 1 - INFINITE),
            (INFINITE - 1, INFINITE),
            (-2 * LARGEST_SUM, 7),
        ):
            place = linked.bucket_of(memory, word)
            linked.store_entry(memory, place, word, low, high, NO_SQUARE, 1 << 40)
            data = linked.find_entry(memory, place, word)
            assert 0 < data < 1 << 62
            assert (linked.lower_of(data), linked.upper_of(data), linked.move_of(data)) == (
                low,
                high,
                NO_SQUARE,
            )
            assert linked.work_of(data) == (1 << 22) - 1
            word -= 1


def test_bounds_of_every_move_are_true() -> None:
    chance = random.Random(3)
    for _ in range(20):
        position = random_position(chance, 7, most=3)
        best = squirrels.PERFECT.solve(position, Question()).low
        moves = squirrels.PERFECT.moves(position, Question(), best)
        assert list(moves) == position.moves()
        for move, bounds in moves.items():
            assert bounds.low <= -brute_force(position.play(move)) <= bounds.high
        best_moves = [move for move in moves if -brute_force(position.play(move)) == best]
        assert [move for move, bounds in moves.items() if bounds.low == bounds.high == best] == best_moves
        assert all(bounds.high < best for move, bounds in moves.items() if move not in best_moves)


def map_square(square: int, way: int) -> int:
    """Map a square under one of the eight symmetries."""
    row, column = divmod(square, 5)
    row, column = (4 - row if way & 1 else row), (4 - column if way & 2 else column)
    return 5 * column + row if way & 4 else 5 * row + column


def test_symmetric_boards_have_equal_values() -> None:
    position = random_position(random.Random(8), 13)
    values = []
    for way in range(8):
        order = [map_square(square, way) for square in range(25)]
        assert sorted(order) == list(range(25))
        other = Position(
            tuple(position.values[at] for at in order),
            "".join(position.board[at] for at in order),
            position.turn,
        )
        values.append(squirrels.PERFECT.solve(other, Question()).low)
    assert len(set(values)) == 1


@pytest.mark.parametrize("board", BOARDS)
def test_boards_with_18_free_squares_have_stored_values_and_nodes(board: str) -> None:
    position = Position(EXAMPLE, board, "X")
    solver = machine_code(position)
    bounds = solver.bounds(squirrels.state_of(position))
    assert bounds.exact
    assert (bounds.low + squirrels.evaluate(position, "X"), solver.nodes) == BOARDS[board]


@SOME_BOARDS
def test_two_threads_on_one_table_find_the_same_value(board: str) -> None:
    position = Position(EXAMPLE, board, "X")
    bounds = machine_code(position, threads=2).bounds(squirrels.state_of(position))
    lead = squirrels.evaluate(position, "X")
    assert bounds.low + lead == BOARDS[board][0] == bounds.high + lead


def test_machine_code_and_plain_python_search_the_same_nodes() -> None:
    chance = random.Random(2)
    for position in [random_position(chance, free) for free in (5, 6, 7, 8, 9, 10)] + [
        random_large_position(chance, free) for free in (6, 8, 10)
    ]:
        state, found = squirrels.state_of(position), []
        for solver in (machine_code(position), ExactSolver(PLAIN, position.values, 0.05)):
            bounds = solver.bounds(state)
            found.append((bounds, solver.nodes, list(solver.line(state, bounds.low)), solver.moves(state)))
        assert found[0] == found[1]


def test_window_beside_the_value_gives_a_bound() -> None:
    position = random_position(random.Random(5), 9)
    state, lead = squirrels.state_of(position), squirrels.evaluate(position, position.turn)
    value = brute_force(position) - lead
    below, above = (machine_code(position).bounds(state, (value + by - 1, value + by)) for by in (1, 0))
    assert (below.low, value <= below.high <= value) == (NO_BOUNDS.low, True)
    assert (above.high, above.low) == (NO_BOUNDS.high, value)


def test_full_board_has_value_zero() -> None:
    full = random_position(random.Random(5), 0)
    assert ExactSolver(PLAIN, full.values, 0.001).bounds(squirrels.state_of(full))[:2] == (0, 0)


def test_interrupted_search_resumes_from_its_file(tmp_path: Path) -> None:
    position, file = Position(EXAMPLE, next(iter(BOARDS)), "X"), tmp_path / "proofs.json"
    state, name = squirrels.state_of(position), "the example"
    first, seconds = machine_code(position), 0.25
    while not list(first.lemmas):
        first = machine_code(position)
        first.deadline = Deadline().within(seconds)
        bounds = first.bounds(state)
        seconds *= 2
    ProofFile(file, name).save({"": first.lemmas})
    whole, second = machine_code(position), machine_code(position)
    for entry in ProofFile(file, name).load()[""]:
        second.add_lemma(*entry)
    value = whole.bounds(state)
    assert value.exact
    assert bounds in (NO_BOUNDS, value)
    assert second.bounds(state)[:2] == value[:2]
    assert second.nodes < whole.nodes
    with pytest.raises(BadInput, match="expected proofs about another"):
        ProofFile(file, "another").load()


def test_unavailable_memory_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> ExactSolver:
        raise MemoryError

    monkeypatch.setattr(perfect_play, "ExactSolver", refuse)
    perfect = PerfectPlay(
        squirrels.state_of, squirrels.evaluate, partial(squirrels.principal_variation, depth=1)
    )
    with pytest.raises(BadInput, match=r"--memory 0.25: this machine does not have that much memory"):
        perfect.solve(random_position(random.Random(1), 3), Question())


ABOUT = '{"proofs about": "the values 1", "entries": '


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        ABOUT + "5}",
        ABOUT + '{"": [[1]]}}',
        ABOUT + '{"": [[-1, 2]]}}',
        '{"entries": {}}',
        ABOUT[:-14] + "}",
    ],
)
def test_file_without_proofs_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "proofs.json").write_text(text)
    with pytest.raises(BadInput, match="expected proofs"):
        ProofFile(tmp_path / "proofs.json", "the values 1").load()


def test_proof_file_round_trips(tmp_path: Path) -> None:
    (tmp_path / "proofs.json").write_text(ABOUT + '{"": [[5, 9]]}}')
    assert ProofFile(tmp_path / "proofs.json", "the values 1").load() == {"": [(5, 9)]}


def test_torn_journal_entry_is_not_a_lemma() -> None:
    solver = ExactSolver(PLAIN, (1,) * 25, 0.001)
    memory = solver._memories[0]
    memory.journal[:6], memory.note_count = [5, 9, 5 ^ 9, 6, 9, 5 ^ 9], 2
    assert list(solver.lemmas) == [(5, 9)]


# THE REAL COMMAND


@pytest.fixture
def late(tmp_path: Path) -> Position:
    """Position with nine free squares, saved as input.txt."""
    position = random_position(random.Random(21), 9)._replace(turn="X")
    (tmp_path / "input.txt").write_text(squirrels.input_text([squirrels.GREEDY, "X", 1], position))
    return position


def said_of(value: int) -> str:
    return f"{'X' if value > 0 else 'O'} wins by {abs(value)}" if value else "draw"


def first_sentence(value: int) -> str:
    if value == 0:
        return "Nobody wins if both play their best."
    return "X wins, whatever O does." if value > 0 else "O wins, whatever X does."


def test_solve_prints_value_move_and_line(run: Run, late: Position) -> None:
    done = run("squirrels.py", "solve", "input.txt")
    first, value, best, line = done.stdout.splitlines()
    assert first == first_sentence(brute_force(late))
    squares = line.removeprefix("Line: ").split(", ")
    assert value == f"Value: {said_of(brute_force(late))}, proven"
    assert best == f"Best: {squares[0]}"
    assert brute_force(late.play(late.read_move(squares[0]))) == -brute_force(late)
    assert len(squares) == 9
    assert done.returncode == 0
    assert done.stderr.split()[1] == "nodes,"


def test_solve_json_has_every_move(run: Run, late: Position) -> None:
    found = json.loads(run("squirrels.py", "solve", "input.txt", "--moves", "--json").stdout)
    assert (found["side"], found["score"], found["proven"], found["bounds"]) == (
        "X",
        brute_force(late),
        True,
        None,
    )
    assert found["value"] == found["moves"][found["move"]] == said_of(brute_force(late))
    assert list(found["moves"]) == [late.text(move) for move in late.moves()]


def test_at_least_option_prints_only_the_answer(run: Run, late: Position) -> None:
    value = brute_force(late)
    for least, answer in ((value, "yes, proven"), (value + 1, "no, proven")):
        said = run("squirrels.py", "solve", "input.txt", "--at-least", str(least)).stdout
        assert said == f"X ahead by {least} or more: {answer}\n"
    found = json.loads(run("squirrels.py", "solve", "input.txt", "--at-least", str(value), "--json").stdout)
    assert found == {"side": "X", "at least": value, "holds": True, "proven": True}


def test_progress_estimates_the_remaining_time() -> None:
    assert progress_text(0, 2e9, 0.0) == "0 million positions, usually about 2000"
    assert (
        progress_text(500_000_000, 2e9, 600.0)
        == "500 million positions, usually about 2000: about 30 min left"
    )
    assert progress_text(3_000_000_000, 2e9, 600.0) == "3000 million positions, usually about 2000"


def test_solve_claims_nothing_if_time_runs_out(run: Run, tmp_path: Path) -> None:
    (tmp_path / "empty.txt").write_text(squirrels.input_text([1, "X", 1], Position(EXAMPLE, "*" * 25, "X")))
    done = run("squirrels.py", "solve", "empty.txt", "--seconds", "0.3", "--moves")
    said = done.stdout.splitlines()
    assert said[:2] == ["Not solved within 0.3 s.", "Value: not proven; either side may win"]
    assert re.fullmatch(r"Estimate: [+-]?\d+ for X \(([XO] leads by \d+|even)\)", said[2])
    assert [line.split(": ")[0] for line in said[3:5]] == ["Best", "Line"]
    assert said[5:] == [f"{square}: either side may win" for square in squirrels.SQUARES]
    assert run("squirrels.py", "solve", "empty.txt", "--seconds", "0.3", "--at-least", "66").stdout.endswith(
        "not known yet\n",
    )
    found = json.loads(run("squirrels.py", "solve", "empty.txt", "--seconds", "0.3", "--json").stdout)
    assert (found["proven"], found["bounds"]) == (False, "either side may win")
    assert found["expected"] == int(said[2].split()[1]) and abs(found["expected"]) < 100


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGINT for one process there")
def test_ctrl_c_saves_the_proofs(tmp_path: Path) -> None:
    (tmp_path / "empty.txt").write_text(squirrels.input_text([1, "X", 1], Position(EXAMPLE, "*" * 25, "X")))
    command = [sys.executable, str(ROOT / "squirrels.py"), "solve", "empty.txt", "--proofs", "proofs.json"]
    with subprocess.Popen(command, cwd=tmp_path, stderr=subprocess.PIPE, text=True) as process:
        wait_for_cpu_time(process.pid, 1.0)
        process.send_signal(signal.SIGINT)
        _, words = process.communicate(timeout=30)
    assert process.returncode == 130 and words.splitlines()[-1] == "Stopped."
    assert (
        json.loads((tmp_path / "proofs.json").read_text())["proofs about"]
        == f"the values {' '.join(map(str, EXAMPLE))}"
    )


def test_perfect_wins_by_the_proven_margin_or_more(run: Run, late: Position) -> None:
    both = run("squirrels.py", "play", "input.txt", "--x", "perfect", "--o", "perfect").stdout
    value = brute_force(late)
    assert f"{said_of(value).replace('wins', 'leads')}\n" in both
    other = json.loads(
        run(
            "squirrels.py",
            "play",
            "input.txt",
            "--x",
            "perfect",
            "--o",
            "greedy",
            "--json",
        ).stdout.splitlines()[-1]
    )
    margin = other["outcome"]["margin"] * (1 if other["outcome"]["winner"] == "X" else -1)
    assert margin >= value


def test_perfect_keeps_its_time_limit_with_an_empty_cache(
    started: Run,
    late: Position,
    cold: dict[str, str],
) -> None:
    moves = ("play", "input.txt", "--x", "perfect", "--o", "greedy", "--seconds", "0.3", "--json")
    with measure_delay() as beside:
        lines = [json.loads(line) for line in started("squirrels.py", *moves, env=cold).stdout.splitlines()]
    assert len(lines) == 11
    assert max(line["seconds"] for line in lines[1:-1]) < 3 + beside.margin  # compilation takes longer


def loss_of(position: Position, square: int) -> int:
    return brute_force(position) + brute_force(position.play(square))


@pytest.mark.parametrize("form", [("-i", "input.txt", "--verdict"), ("check", "input.txt", "--verdict")])
def test_verdict_is_the_loss_of_the_answer(run: Run, tmp_path: Path, form: tuple[str, ...]) -> None:
    chance, losses = random.Random(1), set()
    for _ in range(2):
        position = random_position(chance, 8)
        square = squirrels.greedy(position) or 0
        (tmp_path / "input.txt").write_text(
            squirrels.input_text([squirrels.GREEDY, position.turn, 1], position),
        )
        last = run("squirrels.py", *form).stdout.splitlines()[-1]
        loss = loss_of(position, square)
        losses.add(loss > 0)
        gives = f"gives away {loss}: with " if loss else "gives nothing away: "
        assert last.startswith(f"Verdict: {position.text(square)} {gives}")
        value = brute_force(position)
        side = position.turn if value > 0 else squirrels.OTHER[position.turn]
        assert last.endswith(f"{side} wins by {abs(value)}, proven")
    assert losses == {True, False}


def test_battle_has_no_verdict(run: Run, tmp_path: Path, late: Position) -> None:
    (tmp_path / "battle.txt").write_text(squirrels.input_text([squirrels.BATTLE, "X", 1, 1, "O", 1, 1], late))
    assert run("squirrels.py", "-i", "battle.txt", "--verdict").stdout == "Verdict: none on a battle\n"
    found = json.loads(run("squirrels.py", "check", "battle.txt", "--verdict", "--json").stdout)
    assert found["verdict"] == "Verdict: none on a battle"


def test_full_board_has_no_verdict_and_no_solution(run: Run, tmp_path: Path) -> None:
    full = random_position(random.Random(1), 0)
    (tmp_path / "full.txt").write_text(squirrels.input_text([1, "X", 1], full))
    assert run("squirrels.py", "-i", "full.txt", "--verdict").stdout == "Verdict: no move\n"
    outcome = full.outcome()
    assert outcome
    assert run("squirrels.py", "solve", "full.txt").stdout == f"{outcome.reason}\n{outcome.winner} wins\n"


def test_analyse_marks_solved_positions_as_proven(run: Run, late: Position) -> None:
    lines = run("squirrels.py", "analyse", "input.txt").stdout.splitlines()
    assert lines[2:] == [f"Score: {said_of(brute_force(late))}, proven", "Search depth: 9 moves"]
    lines = run("squirrels.py", "analyse", "input.txt", "--depth", "2").stdout.splitlines()
    assert lines[-1] == "Search depth: 2 moves" and not lines[-2].endswith(", proven")


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["nothing.txt"], "nothing.txt: No such file or directory"),
        (["input.txt", "--memory", "0"], "--memory 0: expected 0.001 GB up to"),
        (["input.txt", "--memory", "9999"], "--memory 9999: expected 0.001 GB up to"),
        (["input.txt", "--memory", "nan"], "--memory nan: expected 0.001 GB up to"),
        (["input.txt", "--seconds", "-1"], "--seconds -1: expected a number of seconds above 0"),
        (["input.txt", "--threads", "0"], "threads"),
        (["input.txt", "--proofs", "input.txt"], "input.txt: expected proofs about the values"),
        (["input.txt", "--proofs", "none/proofs.json"], "none/proofs.json"),
    ],
)
def test_solve_refuses_a_wrong_call_in_one_line(
    run: Run, late: Position, options: list[str], words: str
) -> None:
    done = run("squirrels.py", "solve", *options)
    assert (done.returncode, done.stdout, len(done.stderr.splitlines())) == (2, "", 1)
    assert words in done.stderr


@pytest.fixture
def large(tmp_path: Path) -> Position:
    """Position whose values sum to one more than exact play accepts, saved as large.txt."""
    position = random_position(random.Random(21), 9)._replace(
        turn="X", values=(1,) * 24 + (LARGEST_SUM - 23,)
    )
    (tmp_path / "large.txt").write_text(squirrels.input_text([squirrels.GREEDY, "X", 1], position))
    return position


@pytest.mark.parametrize(
    "arguments",
    [
        ("solve", "large.txt"),
        ("solve", "large.txt", "--at-least", "1"),
        ("play", "large.txt", "--o", "perfect", "--record", "game.jsonl"),
        ("play", "large.txt", "--x", "perfect", "--o", "random", "--gif", "game.gif"),
        ("-i", "large.txt", "--verdict"),
        ("check", "large.txt", "--verdict"),
    ],
)
def test_exact_play_refuses_values_that_are_too_large(
    run: Run,
    large: Position,
    tmp_path: Path,
    arguments: tuple[str, ...],
) -> None:
    done = run("squirrels.py", *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "The values add up to 32,000: expected at most 31,999 for exact play\n"
    assert [path.name for path in tmp_path.iterdir()] == ["large.txt"]


def test_analyse_and_play_do_without_exact_play_for_large_values(
    run: Run,
    large: Position,
    tmp_path: Path,
) -> None:
    done = run("squirrels.py", "analyse", "large.txt")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == run("squirrels.py", "analyse", "large.txt", "--depth", "4").stdout
    lines = run("squirrels.py", "play", "large.txt", "--record", "game.jsonl").stdout.splitlines()
    assert lines[-1] in ("X wins", "O wins", "Nobody wins")
    assert run("squirrels.py", "analyse", "game.jsonl").returncode == 0


def test_values_with_the_largest_sum_are_solved(run: Run, large: Position, tmp_path: Path) -> None:
    position = large._replace(values=(1,) * 24 + (LARGEST_SUM - 24,))
    (tmp_path / "large.txt").write_text(squirrels.input_text([squirrels.GREEDY, "X", 1], position))
    value = brute_force(position)
    found = run("squirrels.py", "solve", "large.txt").stdout
    assert found.startswith(f"{first_sentence(value)}\nValue: {said_of(value)}, proven\n")


@pytest.mark.parametrize(("least", "answer"), [("9" * 30, "no, proven"), ("-" + "9" * 30, "yes, proven")])
def test_at_least_option_accepts_any_number(run: Run, late: Position, least: str, answer: str) -> None:
    done = run("squirrels.py", "solve", "input.txt", "--at-least", least)
    assert done.stdout == f"X ahead by {least} or more: {answer}\n"
    assert len(done.stderr.splitlines()) == 1
