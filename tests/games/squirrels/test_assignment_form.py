"""The squirrel war: rules, stored cases, fast logs compared with readable ones, input files."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

import squirrels
from common.rules.errors import BadInput
from squirrels import (
    ALPHA_BETA,
    BATTLE,
    FREE,
    GREEDY,
    MINIMAX,
    MOST_VALUE,
    Algorithm,
    Position,
    evaluate,
    greedy,
)
from tests.support.perft import perft
from tests.support.programs import ROOT, Run, on_unix, start_on_terminal, wait_for_exit
from tests.support.readable_search import readable_search

DATA = Path(__file__).parent / "data"
CASES = sorted(path.name for path in DATA.iterdir())
VALUES = (20, 16, 1, 32, 30, 20, 12, 2, 11, 8, 28, 48, 9, 1, 1, 20, 12, 10, 6, 2, 25, 30, 23, 21, 10)
EMPTY = Position(VALUES, FREE * 25, "X")
EXAMPLE = Position(VALUES, "**XX***XOX***O***OO******", "X")


def square(name: str) -> int:
    return squirrels.SQUARES.index(name)


def owners(position: Position, names: str) -> str:
    return "".join(position.board[square(name)] for name in names.split())


def test_neighbours_are_one_row_or_column_away() -> None:
    places = [divmod(at, 5) for at in range(25)]
    for (row, column), near in zip(places, squirrels.NEIGHBOURS, strict=True):
        distances = [abs(row - other[0]) + abs(column - other[1]) for other in places]
        assert near == [at for at, distance in enumerate(distances) if distance == 1]


def test_diagonal_neighbour_sneaks_without_a_raid() -> None:
    board = [FREE] * 25
    board[square("B2")], board[square("C2")], board[square("D3")] = "X", "O", "O"
    position = Position(VALUES, "".join(board), "X")
    assert position.is_raid(square("B3"))
    assert not position.is_raid(square("C3"))
    assert owners(position.play(square("C3")), "C3 C2 D3") == "XOO"


def test_raid_conquers_all_neighbours_without_a_chain() -> None:
    after = EXAMPLE.play(square("C3"))
    assert owners(after, "C3 D3 C4 D4 D2") == "XXXOO"
    assert after.turn == "O"


def test_raid_is_judged_before_the_piece_is_placed() -> None:
    board = [FREE] * 25
    board[square("A2")] = "O"
    assert owners(Position(VALUES, "".join(board), "X").play(square("A1")), "A1 A2") == "XO"


def test_game_ends_when_the_board_is_full() -> None:
    position = EMPTY
    while position.moves():
        assert position.outcome() is None
        position = position.play(position.moves()[-1])
    outcome = position.outcome()
    assert outcome and outcome.margin == abs(evaluate(position, "X"))
    assert outcome.winner == ("X" if evaluate(position, "X") > 0 else "O")


def test_perft_of_the_empty_board() -> None:
    assert [perft(EMPTY, plies) for plies in range(4)] == [1, 25, 600, 13_800]


def test_square_names_round_trip() -> None:
    assert [EMPTY.read_move(EMPTY.text(move)) for move in EMPTY.moves()] == EMPTY.moves()
    with pytest.raises(BadInput, match="'F1'"):
        EMPTY.read_move("F1")


def readable_answers(case: squirrels.Case) -> dict[str, str]:
    """Answer a case by the readable rules alone; return the contents of its files."""
    if case.task == BATTLE:
        boards, position = [], case.position
        while position.moves():
            algorithm = case.algorithms[position.turn]
            move = (
                greedy(position)
                if algorithm.task == GREEDY
                else readable_search(position, algorithm.depth, pruning=algorithm.task == ALPHA_BETA)[0]
            )
            assert move is not None
            position = position.play(move)
            boards.append(squirrels.board_rows(position.board))
        return {"trace_state.txt": "".join(boards)}
    algorithm = case.algorithms[case.position.turn]
    files = {}
    if case.task == GREEDY:
        move = greedy(case.position)
    else:
        move, lines = readable_search(case.position, algorithm.depth, pruning=case.task == ALPHA_BETA)
        files["traverse_log.txt"] = "\n".join(lines) + "\n"
    after = case.position if move is None else case.position.play(move)
    return files | {"next_state.txt": squirrels.board_rows(after.board)}


@pytest.mark.parametrize("name", CASES)
def test_stored_case_is_answered_byte_for_byte(
    name: str,
    tmp_path: Path,
) -> None:
    stored = {
        path.name: path.read_bytes().decode() for path in (DATA / name).iterdir() if path.name != "input.txt"
    }
    case = squirrels.read_case(DATA / name / "input.txt")
    squirrels.answer(case, tmp_path)
    assert {path.name: path.read_bytes().decode() for path in tmp_path.iterdir()} == stored
    assert readable_answers(case) == stored


def test_stored_cases_number_at_least_30() -> None:
    assert len(CASES) >= 30


def test_example_of_the_contract_has_its_log() -> None:
    move, lines = readable_search(EXAMPLE, 2, pruning=False)
    assert lines[1:9] == [
        "root,0,-Infinity",
        "A1,1,Infinity",
        "B1,2,19",
        "A1,1,19",
        "E1,2,5",
        "A1,1,5",
        "A2,2,15",
        "A1,1,5",
    ]
    assert move == square("C3")


def random_position(chance: random.Random, pieces: int) -> Position:
    board = [chance.choice("XO") for _ in range(pieces)] + [FREE] * (25 - pieces)
    chance.shuffle(board)
    most = chance.choice([1, 3, 99, MOST_VALUE])
    return Position(tuple(chance.randint(1, most) for _ in range(25)), "".join(board), chance.choice("XO"))


@pytest.mark.parametrize("task", [MINIMAX, ALPHA_BETA])
@pytest.mark.parametrize(
    ("depth", "least_pieces", "count"),
    [(1, 0, 60), (2, 0, 40), (3, 12, 40), (4, 17, 40), (5, 19, 40), (9, 20, 40)],
)
def test_fast_logs_match_the_readable_rules(
    task: int,
    depth: int,
    least_pieces: int,
    count: int,
) -> None:
    chance = random.Random(depth)
    for _ in range(count):
        position = random_position(chance, chance.randint(least_pieces, 25))
        written: list[str] = []
        move = squirrels.search(position, Algorithm(task, depth), written.append)
        assert (move, "".join(written).splitlines()) == readable_search(
            position,
            depth,
            pruning=task == ALPHA_BETA,
        )


def test_battles_with_large_values_match_the_readable_rules() -> None:
    chance = random.Random(11)
    for _ in range(25):
        position = random_position(chance, chance.randint(17, 24))
        position = position._replace(
            values=tuple(chance.choice([MOST_VALUE, chance.randint(1, MOST_VALUE)]) for _ in range(25))
        )
        algorithms = {
            side: Algorithm(chance.randint(GREEDY, ALPHA_BETA), chance.randint(1, 3)) for side in "XO"
        }
        case = squirrels.Case(BATTLE, position, algorithms)
        assert (
            "".join(map(squirrels.board_rows, squirrels.battle(case)))
            == readable_answers(case)["trace_state.txt"]
        )


@pytest.mark.parametrize("task", [MINIMAX, ALPHA_BETA])
def test_largest_values_stay_below_infinity(task: int) -> None:
    """One side owns all but two squares, worth a million each."""
    for board in ("X" * 22 + "*O*", "O" * 22 + "*X*"):
        position = Position((MOST_VALUE,) * 25, board, "X")
        written: list[str] = []
        move = squirrels.search(position, Algorithm(task, 4), written.append)
        assert (move, "".join(written).splitlines()) == readable_search(
            position,
            4,
            pruning=task == ALPHA_BETA,
        )


def test_minimax_and_alpha_beta_choose_the_same_square() -> None:
    chance = random.Random(5)
    for _ in range(60):
        position = random_position(chance, chance.randint(10, 25))
        found = [readable_search(position, 2, pruning)[0] for pruning in (False, True)]
        assert found[0] == found[1] == squirrels.choose(position, Algorithm(MINIMAX, 2))


@pytest.mark.parametrize(
    ("task", "depth", "lines", "size"),
    [
        (MINIMAX, 3, 28_852, 234_039),
        (MINIMAX, 4, 636_052, 5_446_226),
        (ALPHA_BETA, 3, 3_604, 59_406),
        (ALPHA_BETA, 4, 24_458, 397_344),
        (ALPHA_BETA, 5, 147_012, 2_292_083),
        (ALPHA_BETA, 6, 1_194_296, 19_287_789),
    ],
)
def test_logs_from_the_empty_board_have_the_stored_lengths(
    task: int, depth: int, lines: int, size: int
) -> None:
    counts = [0, 0]

    def count(text: str) -> None:
        counts[0] += text.count("\n")
        counts[1] += len(text)

    squirrels.search(EMPTY, Algorithm(task, depth), count)
    assert counts == [lines, size]


@pytest.mark.parametrize("task", [MINIMAX, ALPHA_BETA])
def test_long_log_is_written_in_parts(monkeypatch: pytest.MonkeyPatch, task: int) -> None:
    """No part is longer than the buffer and what one node adds to it."""
    whole, parts = list[str](), list[str]()
    squirrels.search(EMPTY, Algorithm(task, 3), whole.append)
    monkeypatch.setattr(squirrels, "BUFFERED_LINES", 200)
    squirrels.search(EMPTY, Algorithm(task, 3), parts.append)
    assert "".join(parts) == "".join(whole)
    assert max(part.count("\n") for part in parts) < 200 + 2 * 25


@pytest.mark.parametrize("task", [MINIMAX, ALPHA_BETA])
def test_progress_names_every_root_move(task: int) -> None:
    named: list[str] = []
    squirrels.search(EXAMPLE, Algorithm(task, 2), progress=named.append)
    assert named == [squirrels.SQUARES[move] for move in EXAMPLE.moves()]


@pytest.mark.parametrize("task", [MINIMAX, ALPHA_BETA])
def test_search_without_a_log_takes_the_same_square(task: int) -> None:
    chance = random.Random(6)
    for _ in range(20):
        position, written = random_position(chance, chance.randint(12, 25)), list[str]()
        logged = squirrels.search(position, Algorithm(task, 3), written.append)
        assert squirrels.search(position, Algorithm(task, 3)) == logged


TASK_2 = (DATA / "minimax_depth_4_late" / "input.txt").read_text()
BATTLE_TEXT = (DATA / "battle_o_first" / "input.txt").read_text()


@pytest.mark.parametrize("ends", ["\r\n", "\n", "\n\n", "\r\n\r\n\r\n", ""])
@pytest.mark.parametrize("dash", ["-i", "\u2013i"])
def test_any_line_end_and_the_en_dash_are_accepted(
    started: Run, tmp_path: Path, ends: str, dash: str
) -> None:
    line_end = ends[: 2 if "\r" in ends else 1] or "\n"
    (tmp_path / "input.txt").write_bytes((TASK_2.strip().replace("\n", line_end) + ends).encode())
    done = started("squirrels.py", dash, "input.txt")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert (tmp_path / "traverse_log.txt").read_bytes() == (
        DATA / "minimax_depth_4_late" / "traverse_log.txt"
    ).read_bytes()
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "input.txt",
        "next_state.txt",
        "traverse_log.txt",
    ]


@pytest.mark.parametrize("name", ["minimax_depth_4_late", "battle_o_first", "greedy_empty_board"])
def test_byte_order_mark_is_skipped(started: Run, tmp_path: Path, name: str) -> None:
    (tmp_path / "input.txt").write_bytes(b"\xef\xbb\xbf" + (DATA / name / "input.txt").read_bytes())
    done = started("squirrels.py", "-i", "input.txt")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    for path in (DATA / name).iterdir():
        if path.name != "input.txt":
            assert (tmp_path / path.name).read_bytes() == path.read_bytes()


@pytest.mark.parametrize(
    ("encoding", "shown"), [("utf-8", "'Zoë'"), ("ascii", r"'Zo\xeb'"), ("latin-1", "'Zoë'")]
)
def test_letter_outside_ascii_is_quoted_as_it_is(tmp_path: Path, encoding: str, shown: str) -> None:
    """The stream shows an escape for a letter that it lacks."""
    (tmp_path / "input.txt").write_text(TASK_2.replace("X\n", "Zoë\n", 1), encoding="utf-8")
    call = [sys.executable, str(ROOT / "squirrels.py"), "-i", "input.txt"]
    environment = os.environ | {"PYTHONIOENCODING": encoding}
    done = subprocess.run(call, cwd=tmp_path, env=environment, capture_output=True, check=False)
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.decode(encoding).startswith(f"input.txt: player {shown}: expected X or O")


def test_byte_outside_utf_8_is_quoted_as_an_escape(started: Run, tmp_path: Path) -> None:
    (tmp_path / "input.txt").write_bytes(TASK_2.replace("X\n", "Zoë\n", 1).encode("latin-1"))
    done = started("squirrels.py", "-i", "input.txt")
    assert (done.returncode, done.stderr) == (2, "input.txt: player 'Zo\\xeb': expected X or O\n")


@pytest.mark.parametrize(
    "name",
    ["minimax_depth_4_late", "battle_o_first", "battle_full_board", "greedy_empty_board"],
)
def test_crlf_writes_the_form_of_the_samples(started: Run, tmp_path: Path, name: str) -> None:
    started("squirrels.py", "-i", str(DATA / name / "input.txt"), "--crlf")
    for path in tmp_path.iterdir():
        stored = (DATA / name / path.name).read_bytes()
        assert path.read_bytes() == stored.removesuffix(b"\n").replace(b"\n", b"\r\n")


BAD_INPUTS = {
    "empty": "",
    "task 0": TASK_2.replace("2\n", "0\n", 1),
    "task 5": TASK_2.replace("2\n", "5\n", 1),
    "task x": TASK_2.replace("2\n", "x\n", 1),
    "player": TASK_2.replace("X\n", "Z\n", 1),
    "small player": TASK_2.replace("X\n", "x\n", 1),
    "negative depth": TASK_2.replace("\n4\n", "\n-1\n", 1),
    "depth with a point": TASK_2.replace("\n4\n", "\n4.0\n", 1),
    "huge depth": TASK_2.replace("\n4\n", "\n" + "9" * 5000 + "\n", 1),
    "value 0": TASK_2.replace("20 16", "0 16", 1),
    "value above a million": TASK_2.replace("20 16", "1000001 16", 1),
    "value with a sign": TASK_2.replace("20 16", "+20 16", 1),
    "value below 0": TASK_2.replace("20 16", "-20 16", 1),
    "value with a point": TASK_2.replace("20 16", "20.0 16", 1),
    "value of 5000 digits": TASK_2.replace("20 16", "9" * 5000 + " 16", 1),
    "value word": TASK_2.replace("20 16", "twenty 16", 1),
    "a value missing": TASK_2.replace("20 16", "16", 1),
    "a value too many": TASK_2.replace("20 16", "20 20 16", 1),
    "a row missing": TASK_2.rsplit("\n", 2)[0],
    "a row too many": TASK_2 + "*****\n",
    "a short row": TASK_2.strip()[:-1],
    "a long row": TASK_2.strip() + "X",
    "an unknown letter": TASK_2.strip()[:-1] + "x",
    "a battle with one player": BATTLE_TEXT.replace("X\n", "O\n", 1),
    "a battle with depth 0": BATTLE_TEXT.replace("O\n1\n1\n", "O\n1\n0\n", 1),
    "a battle with algorithm 4": BATTLE_TEXT.replace("O\n1\n1\n", "O\n4\n1\n", 1),
    "binary": "\x00\x01\x02\x7f",
    "other digits": TASK_2.replace("\n4\n", "\n\u0664\n", 1),
}


@pytest.mark.parametrize("value", [100, 12_345, MOST_VALUE])
def test_values_above_the_assignments_range_are_accepted(started: Run, tmp_path: Path, value: int) -> None:
    (tmp_path / "input.txt").write_text(TASK_2.replace("20 16", f"20 {value}", 1))
    done = started("squirrels.py", "-i", "input.txt")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    case = squirrels.read_case(tmp_path / "input.txt")
    assert case.position.values[1] == value
    assert {
        name: (tmp_path / name).read_text() for name in ("traverse_log.txt", "next_state.txt")
    } == readable_answers(case)


@pytest.mark.parametrize("fault", BAD_INPUTS)
def test_malformed_input_gets_one_line_and_leaves_no_file(started: Run, tmp_path: Path, fault: str) -> None:
    (tmp_path / "input.txt").write_bytes(BAD_INPUTS[fault].encode())
    done = started("squirrels.py", "-i", "input.txt")
    assert (done.returncode, done.stdout, len(done.stderr.splitlines())) == (2, "", 1)
    assert len(done.stderr) < 300
    assert [path.name for path in tmp_path.iterdir()] == ["input.txt"]


@pytest.mark.parametrize(
    "arguments",
    [
        ("-i",),
        ("-i", "missing.txt"),
        ("-i", "."),
        ("-i", "a", "b"),
        ("check", "missing.txt"),
        ("grade", "."),
    ],
)
def test_wrong_call_gets_one_line(
    started: Run,
    tmp_path: Path,
    arguments: tuple[str, ...],
) -> None:
    done = started("squirrels.py", *arguments)
    assert (done.returncode, done.stdout, len(done.stderr.splitlines())) == (2, "", 1)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("arguments", [("--foo",), ("check",), ("cases", "0", "x"), ("cases", "x", "y")])
def test_wrong_options_show_the_usage(started: Run, tmp_path: Path, arguments: tuple[str, ...]) -> None:
    done = started("squirrels.py", *arguments)
    assert (done.returncode, done.stdout) == (2, "") and "Traceback" not in done.stderr
    assert done.stderr.startswith("Usage: squirrels.py ")
    assert list(tmp_path.iterdir()) == []


def test_call_without_arguments_prints_six_lines(started: Run) -> None:
    done = started("squirrels.py")
    assert (done.returncode, done.stdout, len(done.stderr.splitlines())) == (2, "", 6)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_full_disk_leaves_no_partial_file(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Every new file is a link to a device that accepts no byte."""
    from common.cli.console import run_guarded

    (tmp_path / "traverse_log.txt").write_text("old")
    original = Path.open

    def open_full(path: Path, mode: str = "r", **options: str) -> object:
        return original(Path("/dev/full"), "w", **options) if "x" in mode else original(path, mode, **options)  # type: ignore[call-overload]

    monkeypatch.setattr(Path, "open", open_full)
    monkeypatch.chdir(tmp_path)
    assert run_guarded(lambda: squirrels.main(["-i", str(DATA / "minimax_depth_4_late" / "input.txt")])) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1
    assert [path.name for path in tmp_path.iterdir()] == ["traverse_log.txt"]
    assert (tmp_path / "traverse_log.txt").read_text() == "old"


def test_assignment_form_needs_only_the_standard_library(tmp_path: Path) -> None:
    source = DATA / "alpha_beta_depth_4_cuts_at_both"
    code = (
        f"import sys, runpy; sys.path.insert(0, {str(ROOT)!r}); "
        f"sys.argv = ['squirrels.py', '-i', {str(source / 'input.txt')!r}]; "
        f"runpy.run_path({str(ROOT / 'squirrels.py')!r}, run_name='__main__')"
    )
    done = subprocess.run(
        [sys.executable, "-S", "-I", "-c", code],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert (tmp_path / "traverse_log.txt").read_bytes() == (source / "traverse_log.txt").read_bytes()


def test_help_keeps_the_lines_of_its_examples(started: Run) -> None:
    for script, examples in (("game.py", 3), ("squirrels.py", 3)):
        lines = started(script, "--help").stdout.splitlines()
        assert sum(line.strip().startswith(f"python {script}") for line in lines) == examples


def test_graded_call_imports_few_modules(tmp_path: Path) -> None:
    (tmp_path / "input.txt").write_text(squirrels.input_text([2, "X", 1], squirrels.random_start(1)))
    code = "import atexit, sys; before = set(sys.modules); sys.argv = ['squirrels.py', '-i', 'input.txt']; "
    code += "atexit.register(lambda: print(*sorted(set(sys.modules) - before))); "
    code += f"exec(open({str(ROOT / 'squirrels.py')!r}).read(), {{'__name__': '__main__'}})"
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    ours = [name for name in done.stdout.split() if name.startswith(("common", "squirrels"))]
    packages = ["cli", "cli.console", "rules", "rules.errors", "rules.files"]
    assert ours == ["common", *(f"common.{name}" for name in packages)]
    assert not {"typing", "re", "json", "numpy", "typer"} & set(done.stdout.split())


@on_unix
def test_progress_line_is_erased_at_the_end(tmp_path: Path) -> None:
    # depth 6 takes most of a second
    (tmp_path / "input.txt").write_text(squirrels.input_text([ALPHA_BETA, "X", 6], EMPTY))
    child = start_on_terminal("squirrels.py", tmp_path, "-i", "input.txt")
    status, _ = wait_for_exit(child)
    assert status == 0 and "done: " in child.before
    assert child.before.endswith("\r\x1b[K")
