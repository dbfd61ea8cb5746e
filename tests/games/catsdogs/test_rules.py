"""The rules of Cats & Dogs, sentence by sentence; the kernels agree with them."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from catsdogs import GAME, PASS_REMARK, START, Position, careful, read_position, safe_moves, write_position
from common.games.cats_and_dogs.board import SQUARES
from common.games.cats_and_dogs.double_moves import WIDTH
from common.kernels.kernel import Kernels
from common.play.game import Ply
from common.rules.bits import bits_of
from common.rules.errors import BadInput
from common.rules.position import Player
from common.rules.square_grid import Step, step_of
from common.search.alpha_beta import NOT_OVER
from common.search.transposition import WON
from tests.support.compiled import built
from tests.support.perft import perft
from tests.support.play import play_plies, replay
from tests.support.reference_search import with_reference
from tests.support.variants import variant, with_perft

linked, moves_of, state_of = GAME.search.compiled, GAME.search.single_moves, GAME.search.state

SINGLE_MOVES = 12, 20, 72, 852, 4052, 23880, 287116, 2146304, 17769344
FULL = "CDDDDDC/DDDDDDD/DDDDDDD/DDDCDDD/DDDDDDD/DDDDDDD/CDDDDDC"
QUIET = "Cd...../......./....C.d/..C..../......./.....C./.C....."  # one dog beside a cat, one far from all
STUCK = "dC...../C....../.....C./......./...C.../......./....C.."  # the only dog is enclosed by two cats
CHECKED = "CD.D.DC/D.D.D.D/.D.D.D./D.DCD.D/.D.D.D./D.D.D.D/CD.D.DC"  # as many dog moves as a board can have

LINED_UP = [  # a position, the cat's move, the sentence
    ("......./..C.d../CCd..../......./....C../......./......C", "b3 c3", "Three cats stand in row c."),
    ("......C/C..C..d/......./......./.....C./......./.C.....", "a7 b7", "Three cats stand in row b."),
    ("......C/Cd.Cd.d/......./......./.....C./......./.C.....", "a7 b7", "Three cats stand in row b."),
    ("..C..../..C..../.Cd..../......./....C../......./......C", "c2 c3", "Three cats stand in column 3."),
    (".C...../......./......./.C...../......./....C../Cd....C", "g1 g2", "Three cats stand in column 2."),
    (".C...../.d...../.d...../.C...../......./....C../Cd....C", "g1 g2", "Three cats stand in column 2."),
]
SEVERAL = [  # positions that only a set-up can have
    ("...C.../...C.../....C../...C.../......./...C.../.......", "Four cats stand in column 4."),
    ("...C.../......./....C../......./......./......./C.CC...", "Three cats stand in row g."),
    ("......./......./..d..../C.CC.CC/......./......./.......", "Five cats stand in row d."),
    ("......./......./......./......./......./.C...../C.C.CC.", "Four cats stand in row g."),
    ("......C/......C/......./...C.../......./......./C.....C", "Three cats stand in column 7."),
    ("......C/......C/......./......./......./......./C..C..C", "Three cats stand in row g."),
    ("C..C..C/C....../......./......./......./......./C......", "Three cats stand in row a."),
]


def position(text: str, step: int = 0) -> Position:
    return read_position(text, step)


def position_after(at: Position, *texts: str) -> Position:
    """Return the position after legal moves."""
    for _, after in replay(at, texts):
        at = after
    return at


def last_lines(at: Position) -> list[str]:
    """Return the last lines printed for a finished game."""
    outcome = at.outcome()
    assert outcome
    return GAME.last_lines(outcome).splitlines()


def texts(at: Position) -> list[str]:
    return [at.text(move) for move in at.moves()]


def full_lines(cats: int) -> set[str]:
    """Return the letters of rows and numbers of columns with three cats or more."""
    counts = Counter(SQUARES.names(cats).replace(" ", ""))
    return {line for line, count in counts.items() if count > 2}


def random_position(chance: random.Random, most: int = 44) -> Position:
    """Return a position with at most `most` dogs and any of the three steps; about one in four is over."""
    squares = chance.sample(SQUARES.squares, 5 + chance.randint(0, most))
    return Position(bits_of(squares[:5]), bits_of(squares[5:]), chance.randint(0, 2))


def random_player(chance: random.Random) -> Player[Position]:
    return lambda at: chance.choice(at.moves())


def positions_of_games(count: int, seed: int) -> Iterator[Position]:
    """Yield the positions of random games in which the cats avoid three in line as long as they can."""
    chance = random.Random(seed)
    for number in range(count):
        yield START
        for _, at in play_plies(START, {"cat": careful(number), "dog": random_player(chance)}):
            yield at


def turns(at: Position) -> dict[int, list[Step]]:
    """Map the dogs after each distinct turn to the single moves that lead there, in the order first seen."""
    found: dict[int, list[Step]] = {}
    for first in at.moves():
        once = at.play(first)
        if once.outcome():
            found.setdefault(once.dogs, [first])
            continue
        for second in once.moves():
            found.setdefault(once.play(second).dogs, [first, second])
    return found or {at.dogs: []}


# MOVES


def test_perft_of_six_single_moves_matches_other_programs() -> None:
    assert tuple(perft(START, plies) for plies in range(1, 7)) == SINGLE_MOVES[:6]


def test_start_has_cats_in_corners_and_centre_and_dogs_elsewhere() -> None:
    assert write_position(START) == FULL
    assert (START.turn, START.empty, START.outcome()) == ("cat", 0, None)


def test_moves_are_ordered_by_origin_then_up_left_right_down() -> None:
    assert texts(START) == [
        *("a1 a2", "a1 b1", "a7 a6", "a7 b7"),
        *("d4 c4", "d4 d3", "d4 d5", "d4 e4"),
        *("g1 f1", "g1 g2", "g7 f7", "g7 g6"),
    ]
    lone_dogs = position("C.....C/......./..d..../......d/C....../....C../d....C.", 1)
    assert texts(lone_dogs) == [
        *("c3 b3", "c3 c2", "c3 c4", "c3 d3"),
        *("d7 c7", "d7 d6", "d7 e7"),
        *("g1 f1", "g1 g2"),
    ]


def test_moves_neither_leave_nor_wrap_the_board() -> None:
    at = position("......C/d....../.....C./d....../....C../.C...../...C..d")
    assert texts(at) == []
    assert texts(at._replace(step=1)) == [
        "b1 a1",
        "b1 b2",
        "b1 c1",
        "d1 c1",
        "d1 d2",
        "d1 e1",
        "g7 f7",
        "g7 g6",
    ]


def test_cat_captures_a_dog_beside_it() -> None:
    after = position_after(START, "d4 d5")
    assert write_position(after) == "CDDDDDC/DDDDDDD/DDDDDDD/DDD.CDD/DDDDDDD/DDDDDDD/CDDDDDC"
    assert (after.step, after.turn) == (1, "dog")


def test_cat_needs_a_dog_and_dog_an_empty_square_to_move_to() -> None:
    at = position_after(START, "d4 d5")
    assert texts(at) == ["c4 d4", "d3 d4", "e4 d4"]
    assert "d5 d4" not in texts(position_after(at, "d3 d4", "d4 d3"))


def test_dogs_make_two_single_moves_a_turn() -> None:
    at = position_after(START, "a1 b1", "a2 a1")
    assert (at.step, at.turn) == (2, "dog")
    at = position_after(at, "a3 a2")
    assert (at.step, at.turn) == (0, "cat")
    assert write_position(at) == "DD.DDDC/CDDDDDD/DDDDDDD/DDDCDDD/DDDDDDD/DDDDDDD/CDDDDDC"


def test_second_dog_move_may_undo_the_first_or_move_the_same_dog() -> None:
    at = position(QUIET, 1)
    assert position_after(at, "c7 d7", "d7 c7") == position(QUIET, 0)
    assert (
        write_position(position_after(at, "c7 d7", "d7 e7"))
        == "CD...../......./....C../..C..../......D/.....C./.C....."
    )


def test_order_of_dog_moves_does_not_matter() -> None:
    at = position("Cd...../......./....C.d/..C..../......./.....C./.C....d", 1)
    assert position_after(at, "c7 b7", "g7 g6") == position_after(at, "g7 g6", "c7 b7")


# THE END


@pytest.mark.parametrize(
    ("text", "move", "sentence"), LINED_UP, ids=[f"{move}: {sentence}" for _, move, sentence in LINED_UP]
)
def test_three_cats_in_line_lose_with_or_without_gaps(text: str, move: str, sentence: str) -> None:
    """To line up is legal, and the squares between do not matter."""
    at = position(text)
    assert at.outcome() is None
    assert move in texts(at)
    assert last_lines(position_after(at, move)) == [sentence, "DOG WINS"]


@pytest.mark.parametrize("step", [0, 1, 2])
@pytest.mark.parametrize(("text", "sentence"), SEVERAL, ids=[sentence for _, sentence in SEVERAL])
def test_sentence_names_rows_first_and_counts_four_and_five(text: str, sentence: str, step: int) -> None:
    assert last_lines(position(text, step)) == [sentence, "DOG WINS"]


@pytest.mark.parametrize("line", [*SQUARES.row_names, *SQUARES.column_names])
def test_every_row_and_column_is_a_line(line: str) -> None:
    inside = [at for at in SQUARES.squares if line in SQUARES.name(at)]
    outside = [at for at in SQUARES.squares if at not in inside]
    sentence = f"Three cats stand in {'column' if line.isdigit() else 'row'} {line}."
    chance = random.Random(line)
    for _ in range(30):
        at = Position(bits_of(chance.sample(inside, 3) + chance.sample(outside, 2)), 0, 1)
        if full_lines(at.cats) == {line}:
            assert last_lines(at) == [sentence, "DOG WINS"]


def test_two_cats_are_not_a_line() -> None:
    assert position("CD...C./......./C....C./......./...D.../......./...C...").outcome() is None


def test_cats_must_line_up_without_another_capture() -> None:
    at = position("C..d..C/...C.../......./......./......./......./..C.C..")
    assert texts(at) == ["b4 a4"]
    assert not safe_moves(at)
    assert last_lines(position_after(at, "b4 a4")) == ["Three cats stand in row a.", "DOG WINS"]


def test_cats_win_if_a_capture_ends_contact() -> None:
    at = position("......C/.d...../..CC.d./.....d./.d....d/C.dC.d./......d")
    assert last_lines(position_after(at, "f4 f3")) == ["No cat has a dog beside it.", "CAT WINS"]


def test_second_dog_move_is_skipped_if_the_first_ends_contact() -> None:
    at = position(QUIET, 1)
    after = position_after(at, "a2 a3")
    assert last_lines(after) == ["No cat has a dog beside it.", "CAT WINS"]
    with pytest.raises(BadInput, match="Move 2 is illegal"):
        position_after(at, "a2 a3", "a3 a2")


def test_second_dog_move_may_lose() -> None:
    assert last_lines(position_after(position(QUIET, 1), "c7 d7", "a2 a3")) == [
        "No cat has a dog beside it.",
        "CAT WINS",
    ]


def test_dogs_win_if_a_capture_lines_up_and_ends_contact() -> None:
    at = position("C..d..C/...C.../......./......./......./......./...C..C")
    after = position_after(at, "b4 a4")
    assert not after.dogs
    assert last_lines(after) == ["Three cats stand in row a.", "DOG WINS"]
    at = position("C..d..C/...C.../......./......d/......./......./...C..C")
    assert last_lines(position_after(at, "b4 a4")) == ["Three cats stand in row a.", "DOG WINS"]


def test_distant_dogs_are_not_in_contact() -> None:
    assert last_lines(position("C....../......./....C.d/..C..../......./.....C./.C.....", 1))[1] == "CAT WINS"
    assert (
        last_lines(position("C....../.d...../..C..../...C..d/......./.....C./....C..", 2))[0]
        == "No cat has a dog beside it."
    )


# PASSING


def test_dogs_without_a_move_pass() -> None:
    at = position(STUCK, 1)
    assert (at.moves(), at.outcome()) == ([], None)
    assert at.after_forced_pass() == position(STUCK, 0)
    assert at.after_forced_pass().after_forced_pass() == at.after_forced_pass()


def test_cats_move_again_if_a_capture_leaves_no_dog_move() -> None:
    before = position("dd...../CC...../.....C./......./...C.../......./....C..")
    after = position_after(before, "b2 a2")
    assert after == position(STUCK, 0)
    assert GAME.remark(Ply(before, None, after)) == PASS_REMARK == "Dog cannot move"
    assert last_lines(position_after(after, "a2 a1")) == ["No cat has a dog beside it.", "CAT WINS"]


def test_nobody_passes_with_a_move_or_after_the_end() -> None:
    for text, step in ((QUIET, 0), (QUIET, 1), (QUIET, 2), (FULL, 0), (STUCK, 0)):
        at = position(text, step)
        assert at.after_forced_pass() == at
    over = position("dC..CC./C....../......./...C.../......./......./.......", 1)
    assert not over.moves()
    assert over.outcome()
    assert over.after_forced_pass() == over
    before, after = position(QUIET), position_after(position(QUIET), "a1 a2")
    assert (after.step, GAME.remark(Ply(before, None, after)), last_lines(after)[1]) == (1, "", "CAT WINS")


def test_dogs_cannot_move_on_a_full_board() -> None:
    assert START._replace(step=1).after_forced_pass() == START


# INVARIANTS


@pytest.mark.parametrize("games", [250, pytest.param(1000, marks=pytest.mark.long)])
def test_random_games_keep_the_invariants(games: int) -> None:
    chance = random.Random(1)
    player = random_player(chance)
    wins = Counter[str]()
    for _ in range(games):
        before, cat_moves, single_moves = START, 0, 0
        for _, at in play_plies(START, {"cat": player, "dog": player}):
            single_moves += 1
            cat_moves += before.step == 0
            lined_up = bool(full_lines(at.cats))
            assert at.cats.bit_count() == 5
            assert not at.cats & at.dogs
            assert at.dogs.bit_count() + cat_moves == 44
            assert not lined_up or before.step == 0
            assert at.step != 2 or at.moves()
            before = at
        outcome = before.outcome()
        assert outcome
        assert single_moves <= 130
        assert 3 <= cat_moves <= 44
        assert (outcome.winner == "dog") == lined_up
        wins[str(outcome.winner)] += 1
    assert wins["dog"] > wins["cat"] > games / 10


def test_every_first_dog_move_can_be_taken_back() -> None:
    chance = random.Random(2)
    for at in (random_position(chance)._replace(step=1) for _ in range(400)):
        for move in at.moves():
            after = at.play(move)
            assert move[::-1] in after.moves()
            assert after.play(move[::-1]) == at._replace(step=0)


# TEXTS


def test_moves_round_trip_as_text() -> None:
    chance = random.Random(3)
    for at in (random_position(chance) for _ in range(500)):
        moves, told = at.moves(), texts(at)
        assert [at.read_move(text) for text in told] == moves
        assert [at.read_move(text.replace(" ", "-")) for text in told] == moves
        assert [at.read_move(text.replace(" ", "")) for text in told] == moves
        assert [at.read_move(f"  {text.upper()} ") for text in told] == moves


@pytest.mark.parametrize("text", ["", "a1", "a1 a2 a3", "a1 a8", "h1 g1", "1a 2a", "a0 a1", "a1a", "a1_a2"])
def test_text_that_is_not_a_move_is_refused(text: str) -> None:
    with pytest.raises(BadInput):
        START.read_move(text)


@pytest.mark.parametrize("text", ["a1 a1", "a1 b2", "a1 a3", "a2 a1", "b2 b3", "a1 a7"])
def test_record_with_an_illegal_move_is_refused(text: str) -> None:
    with pytest.raises(BadInput, match="Move 1 is illegal"):
        position_after(START, text)


def test_positions_round_trip_as_text() -> None:
    chance = random.Random(4)
    for at in (random_position(chance) for _ in range(500)):
        text = write_position(at)
        assert read_position(text, at.step) == at
        assert read_position(f" {text.replace('D', 'd')}\n", at.step) == at
        assert [len(row) for row in text.split("/")] == [7] * 7


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "expected 7 rows of 7 letters C, D or ."),
        (FULL[:-8], "expected 7 rows of 7 letters C, D or ."),
        (f"{FULL}/.......", "expected 7 rows of 7 letters C, D or ."),
        (FULL[:-1], "expected 7 rows of 7 letters C, D or ."),
        (f"{FULL}.", "expected 7 rows of 7 letters C, D or ."),
        (FULL.replace("/", " "), "expected 7 rows of 7 letters C, D or ."),
        (FULL.replace("C", "c"), "expected 7 rows of 7 letters C, D or ."),
        (FULL.replace("D", "X"), "expected 7 rows of 7 letters C, D or ."),
        (FULL.replace("CDD", "DDD", 1), "has 4 cats: expected 5"),
        (FULL.replace("CDD", "CCD", 1), "has 6 cats: expected 5"),
        (FULL.replace("C", "."), "has 0 cats: expected 5"),
    ],
)
def test_text_that_is_not_a_position_is_refused(text: str, reason: str) -> None:
    with pytest.raises(BadInput, match=reason) as refusal:
        read_position(text)
    assert FULL in str(refusal.value)


@pytest.mark.parametrize("step", [-1, 3, 10])
def test_unknown_step_is_refused(step: int) -> None:
    with pytest.raises(BadInput, match=f"--step {step}: expected 0"):
        read_position(FULL, step)


# THE KERNELS


SINGLE_MOVE_PLIES = {"WHOLE_TURNS": 0, "FORESEE": 0}


def single_moves(fast: bool) -> Kernels:
    """Return kernels in which every single move is a ply and no end is foreseen."""
    single = with_reference(variant(linked(), **SINGLE_MOVE_PLIES))
    return built(single) if fast else single.plain


@pytest.mark.parametrize(("fast", "most"), [(False, 5), pytest.param(True, 9, marks=pytest.mark.long)])
def test_kernel_perft_matches_single_moves(fast: bool, most: int) -> None:
    counted = with_perft(linked(), **SINGLE_MOVE_PLIES)
    single = built(counted) if fast else counted.plain
    memory, state = single.memory(linked().fields), state_of(START)
    assert tuple(single.perft(memory, state, plies, 0) for plies in range(1, most + 1)) == SINGLE_MOVES[:most]


def generated(kernels: Kernels, memory: Any, at: Position) -> list[int]:
    """Return the moves that the kernels generate at a ply after the first."""
    last, listed = kernels.generate(memory, state_of(at), 3), memory.moves
    return [int(listed[number]) for number in range(3 * WIDTH, last)]


def over(at: Position, ply: int) -> int:
    """Return the score that the kernels should give a finished game."""
    if outcome := at.outcome():
        return WON - ply if outcome.winner == at.turn else ply - WON
    return NOT_OVER


@pytest.mark.parametrize(
    ("fast", "count"), [(False, 3000), pytest.param(True, 30_000, marks=pytest.mark.long)]
)
def test_kernel_single_moves_and_ends_match_the_rules(fast: bool, count: int) -> None:
    single = single_moves(fast)
    chance, memory = random.Random(5), single.memory(linked().fields)
    ends, passes = Counter[str](), 0
    for at in (random_position(chance) for _ in range(count)):
        found, moves = generated(single, memory, at), at.moves()
        if at.step == 1 and not moves:
            assert found == [0], at
            passes += 1
        else:
            assert [step_of(move) for move in found] == moves, at
        assert single.end_score(memory, state_of(at), 7) == over(at, 7), at
        if outcome := at.outcome():
            ends[str(outcome.winner)] += 1
    assert min(ends["cat"], ends["dog"], passes) > count / 300


@pytest.mark.parametrize(("fast", "count"), [(False, 1000), pytest.param(True, 3000, marks=pytest.mark.long)])
def test_kernel_play_matches_the_rules_for_single_moves(fast: bool, count: int) -> None:
    single = single_moves(fast)
    chance = random.Random(6)
    for at in (random_position(chance) for _ in range(count)):
        for origin, target in at.moves():
            expected = at.play((origin, target))
            if at.step == 0:
                expected = expected._replace(step=1)  # a pass of the dogs is a ply of its own here
            assert single.play(state_of(at), origin << 6 | target) == state_of(expected)
        assert single.play(state_of(at._replace(step=1)), 0) == state_of(at._replace(step=0))


def check_dog_turns(kernels: Kernels, positions: Iterator[Position]) -> None:
    """Check that the kernels' turns of the dogs are the distinct ones of the rules, with the same results."""
    memory, passes, cut_short = kernels.memory(linked().fields), 0, 0
    for at in positions:
        if at.outcome():
            continue
        dogs, expected = at._replace(step=1), turns(at._replace(step=1))
        found = generated(kernels, memory, dogs)
        assert [moves_of(dogs, turn) for turn in found] == list(expected.values()), dogs
        assert [kernels.play(state_of(dogs), turn) for turn in found] == [
            (at.cats, result, 0) for result in expected
        ]
        passes += found == [0]
        cut_short += any(turn > 0 and turn % 4096 == 0 for turn in found)
    assert passes
    assert cut_short


def random_positions(count: int, seed: int) -> Iterator[Position]:
    chance = random.Random(seed)
    yield START
    yield position(CHECKED)
    for _ in range(count):
        yield random_position(chance)


@pytest.mark.parametrize("count", [100, pytest.param(1500, marks=pytest.mark.long)])
def test_machine_code_dog_turns_match_the_rules(count: int, compiled: Kernels) -> None:
    check_dog_turns(compiled, random_positions(count, 7))


def test_plain_python_dog_turns_match_the_rules() -> None:
    check_dog_turns(linked().plain, random_positions(60, 8))


def test_dog_turns_match_the_rules_in_games(compiled: Kernels) -> None:
    positions = [at for at in positions_of_games(10, 9) if at.step == 1]
    check_dog_turns(compiled, iter([START, position(QUIET), *positions[::3]]))


def test_chessboard_pattern_fits_the_move_list(compiled: Kernels) -> None:
    found = generated(compiled, compiled.memory(linked().fields), position(CHECKED, 1))
    assert 1500 < len(found) < WIDTH


def test_captures_and_second_moves_match_the_rules_with_whole_turns(compiled: Kernels) -> None:
    chance = random.Random(10)
    for kernels, count in ((compiled, 5000), (linked().plain, 1000)):
        memory = kernels.memory(linked().fields)
        for at in (random_position(chance)._replace(step=chance.choice([0, 2])) for _ in range(count)):
            assert [step_of(move) for move in generated(kernels, memory, at)] == at.moves(), at


def test_kernels_count_safe_captures_and_foresee_none(compiled: Kernels) -> None:
    chance, foreseen, memory = random.Random(11), 0, compiled.memory(linked().fields)
    for at in (random_position(chance, 8) for _ in range(10_000)):
        if at.outcome():
            continue
        cats, safe = at._replace(step=0), len(safe_moves(at._replace(step=0)))
        assert compiled.count_safe_captures(at.cats, at.dogs) == safe, at
        assert compiled.end_score(memory, state_of(cats), 7) == (NOT_OVER if safe else 8 - WON), at
        assert (
            compiled.end_score(memory, state_of(cats), 0)
            == compiled.end_score(memory, state_of(cats._replace(step=1)), 7)
            == NOT_OVER
        )
        foreseen += not safe
    assert foreseen > 50


def test_kernel_lines_match_counting(compiled: Kernels) -> None:
    chance, most = random.Random(13), Counter[int]()
    for _ in range(5000):
        cats = chance.sample(SQUARES.squares, 5)
        rows, columns = Counter(cat // 8 for cat in cats), Counter(cat % 8 for cat in cats)
        hot = tuple(
            bits_of(square for square in SQUARES.squares if count[divmod(square, 8)[column]] > 1)
            for column, count in enumerate((rows, columns))
        )
        longest = max(*rows.values(), *columns.values())
        for kernels in (compiled, linked().plain):
            assert tuple(kernels.double_lines(bits_of(cats))) == hot, cats
            assert kernels.three_in_line(bits_of(cats)) is (longest > 2), cats
        most[longest] += 1
    assert {1, 2, 3, 4} <= set(most)


def test_machine_code_agrees_with_plain_python(compiled: Kernels) -> None:
    chance, plain = random.Random(12), linked().plain
    memories = compiled.memory(linked().fields), plain.memory(linked().fields)
    for at in (random_position(chance) for _ in range(300)):
        state = state_of(at)
        moves = generated(compiled, memories[0], at)
        assert generated(plain, memories[1], at) == moves
        for ply in (0, 9):
            assert compiled.end_score(memories[0], state, ply) == plain.end_score(memories[1], state, ply)
        assert compiled.key(state, 1) == plain.key(state, 1)
        assert compiled.evaluate(state) == plain.evaluate(state)
        assert compiled.horizon(state) == plain.horizon(state)
        for move in moves[::7]:
            assert compiled.move_score(state, move) == plain.move_score(state, move)
            assert compiled.play(state, move) == plain.play(state, move)


def test_evaluation_of_the_dogs_negates_that_of_the_cats(compiled: Kernels) -> None:
    chance = random.Random(13)
    for at in (random_position(chance) for _ in range(1000)):
        cats, *dogs = (compiled.evaluate(state_of(at._replace(step=step))) for step in range(3))
        assert dogs == [-cats, -cats]
