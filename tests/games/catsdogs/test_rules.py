"""The rules of Cats & Dogs, sentence by sentence; the kernels repeat them exactly."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from catsdogs import CANNOT, GAME, START, Position, drawn, read_position
from common.games.cats_and_dogs.board import SQUARES
from common.games.cats_and_dogs.double_moves import WIDTH
from common.games.cats_and_dogs.players import careful, safe_moves
from common.kernels.kernel import Kernels
from common.rules.bits import bits_of
from common.rules.errors import BadInput
from common.rules.position import Player, perft, replay
from common.rules.square_grid import Step, step_of
from common.search.alpha_beta import GOES_ON
from common.search.transposition import WON
from tests.support.compiled import machine_code
from tests.support.play import game

linked, moves_of, state_of = GAME.search.compiled, GAME.search.single_moves, GAME.search.state

SINGLE_MOVES = 12, 20, 72, 852, 4052, 23880, 287116, 2146304, 17769344
FULL = "CDDDDDC/DDDDDDD/DDDDDDD/DDDCDDD/DDDDDDD/DDDDDDD/CDDDDDC"
QUIET = "Cd...../......./....C.d/..C..../......./.....C./.C....."  # one dog beside a cat, one far from all
STUCK = "dC...../C....../.....C./......./...C.../......./....C.."  # the only dog is shut in by two cats
CHECKED = "CD.D.DC/D.D.D.D/.D.D.D./D.DCD.D/.D.D.D./D.D.D.D/CD.D.DC"  # as many steps as a board can have

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


def played(at: Position, *texts: str) -> Position:
    """The position after moves that are all legal."""
    for _, after in replay(at, texts):
        at = after
    return at


def ended(at: Position) -> list[str]:
    """The last lines of a game that is over."""
    outcome = at.outcome()
    assert outcome
    return GAME.phrases.last_lines(outcome).splitlines()


def texts(at: Position) -> list[str]:
    return [at.text(move) for move in at.moves()]


def lines(cats: int) -> set[str]:
    """The letters of rows and the numbers of columns with three cats or more."""
    counts = Counter(SQUARES.names(cats).replace(" ", ""))
    return {line for line, count in counts.items() if count > 2}


def random_position(chance: random.Random, most: int = 44) -> Position:
    """At most so many dogs, any of the three steps; about one in four is over."""
    squares = chance.sample(SQUARES.squares, 5 + chance.randint(0, most))
    return Position(bits_of(squares[:5]), bits_of(squares[5:]), chance.randint(0, 2))


def random_player(chance: random.Random) -> Player[Position]:
    return lambda at: chance.choice(at.moves())


def positions_of_games(count: int, seed: int) -> Iterator[Position]:
    """Random games in which the cats avoid three in line as long as they can."""
    chance = random.Random(seed)
    for number in range(count):
        yield START
        for _, at in game(START, {"cat": careful(number), "dog": random_player(chance)}):
            yield at


def turns(at: Position) -> dict[int, list[Step]]:
    """The dogs after each distinct turn, in the order first seen, with the single moves that lead there."""
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


def test_the_games_of_six_single_moves_are_as_many_as_two_other_programs_count() -> None:
    assert tuple(perft(START, plies) for plies in range(1, 7)) == SINGLE_MOVES[:6]


def test_at_the_start_cats_stand_in_the_corners_and_in_the_centre_and_dogs_everywhere_else() -> None:
    assert drawn(START) == FULL
    assert (START.turn, START.empty, START.outcome()) == ("cat", 0, None)


def test_moves_go_by_origin_row_by_row_then_up_left_right_and_down() -> None:
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


def test_nothing_leaves_the_board_or_wraps_around_it() -> None:
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


def test_a_cat_takes_the_place_of_a_dog_beside_it() -> None:
    after = played(START, "d4 d5")
    assert drawn(after) == "CDDDDDC/DDDDDDD/DDDDDDD/DDD.CDD/DDDDDDD/DDDDDDD/CDDDDDC"
    assert (after.step, after.turn) == (1, "dog")


def test_a_cat_does_not_go_to_an_empty_square_nor_a_dog_to_another_one() -> None:
    at = played(START, "d4 d5")
    assert texts(at) == ["c4 d4", "d3 d4", "e4 d4"]
    assert "d5 d4" not in texts(played(at, "d3 d4", "d4 d3"))


def test_the_dogs_make_two_single_moves_then_the_cats_move_again() -> None:
    at = played(START, "a1 b1", "a2 a1")
    assert (at.step, at.turn) == (2, "dog")
    at = played(at, "a3 a2")
    assert (at.step, at.turn) == (0, "cat")
    assert drawn(at) == "DD.DDDC/CDDDDDD/DDDDDDD/DDDCDDD/DDDDDDD/DDDDDDD/CDDDDDC"


def test_the_dogs_second_move_may_take_the_first_one_back_or_be_the_same_dogs() -> None:
    at = position(QUIET, 1)
    assert played(at, "c7 d7", "d7 c7") == position(QUIET, 0)
    assert drawn(played(at, "c7 d7", "d7 e7")) == "CD...../......./....C../..C..../......D/.....C./.C....."


def test_nothing_of_the_rules_depends_on_the_order_in_which_dogs_were_moved() -> None:
    at = position("Cd...../......./....C.d/..C..../......./.....C./.C....d", 1)
    assert played(at, "c7 b7", "g7 g6") == played(at, "g7 g6", "c7 b7")


# THE END


@pytest.mark.parametrize(
    ("text", "move", "sentence"), LINED_UP, ids=[f"{move}: {sentence}" for _, move, sentence in LINED_UP]
)
def test_three_cats_in_a_row_or_a_column_with_or_without_gaps_lose(
    text: str, move: str, sentence: str
) -> None:
    """It is legal to line up, and whatever stands between does not matter."""
    at = position(text)
    assert at.outcome() is None
    assert move in texts(at)
    assert ended(played(at, move)) == [sentence, "DOG WINS"]


@pytest.mark.parametrize("step", [0, 1, 2])
@pytest.mark.parametrize(("text", "sentence"), SEVERAL, ids=[sentence for _, sentence in SEVERAL])
def test_rows_are_told_before_columns_and_four_and_five_are_counted(
    text: str, sentence: str, step: int
) -> None:
    assert ended(position(text, step)) == [sentence, "DOG WINS"]


@pytest.mark.parametrize("line", [*SQUARES.row_names, *SQUARES.column_names])
def test_every_row_and_every_column_is_a_line(line: str) -> None:
    inside = [at for at in SQUARES.squares if line in SQUARES.name(at)]
    outside = [at for at in SQUARES.squares if at not in inside]
    sentence = f"Three cats stand in {'column' if line.isdigit() else 'row'} {line}."
    chance = random.Random(line)
    for _ in range(30):
        at = Position(bits_of(chance.sample(inside, 3) + chance.sample(outside, 2)), 0, 1)
        if lines(at.cats) == {line}:
            assert ended(at) == [sentence, "DOG WINS"]


def test_two_cats_in_a_line_are_none() -> None:
    assert position("CD...C./......./C....C./......./...D.../......./...C...").outcome() is None


def test_cats_that_can_only_line_up_must_do_so() -> None:
    at = position("C..d..C/...C.../......./......./......./......./..C.C..")
    assert texts(at) == ["b4 a4"]
    assert not safe_moves(at)
    assert ended(played(at, "b4 a4")) == ["Three cats stand in row a.", "DOG WINS"]


def test_the_cats_win_with_a_capture_that_leaves_no_dog_beside_a_cat() -> None:
    at = position("......C/.d...../..CC.d./.....d./.d....d/C.dC.d./......d")
    assert ended(played(at, "f4 f3")) == ["No cat has a dog beside it.", "CAT WINS"]


def test_the_dogs_second_move_is_not_played_if_the_first_one_leaves_no_dog_beside_a_cat() -> None:
    at = position(QUIET, 1)
    after = played(at, "a2 a3")
    assert ended(after) == ["No cat has a dog beside it.", "CAT WINS"]
    with pytest.raises(BadInput, match="Move 2 of the record is illegal"):
        played(at, "a2 a3", "a3 a2")


def test_the_dogs_second_move_may_lose_as_well() -> None:
    assert ended(played(position(QUIET, 1), "c7 d7", "a2 a3")) == ["No cat has a dog beside it.", "CAT WINS"]


def test_the_dogs_win_if_a_capture_lines_up_three_cats_and_leaves_no_dog_beside_one() -> None:
    at = position("C..d..C/...C.../......./......./......./......./...C..C")
    after = played(at, "b4 a4")
    assert not after.dogs
    assert ended(after) == ["Three cats stand in row a.", "DOG WINS"]
    at = position("C..d..C/...C.../......./......d/......./......./...C..C")
    assert ended(played(at, "b4 a4")) == ["Three cats stand in row a.", "DOG WINS"]


def test_dogs_far_from_all_cats_do_not_count_as_contact() -> None:
    assert ended(position("C....../......./....C.d/..C..../......./.....C./.C.....", 1))[1] == "CAT WINS"
    assert (
        ended(position("C....../.d...../..C..../...C..d/......./.....C./....C..", 2))[0]
        == "No cat has a dog beside it."
    )


# PASSING


def test_dogs_that_cannot_move_pass() -> None:
    at = position(STUCK, 1)
    assert (at.moves(), at.outcome()) == ([], None)
    assert at.passed() == position(STUCK, 0)
    assert at.passed().passed() == at.passed()


def test_a_capture_after_which_no_dog_can_move_is_followed_by_another_cats_move() -> None:
    before = position("dd...../CC...../.....C./......./...C.../......./....C..")
    after = played(before, "b2 a2")
    assert after == position(STUCK, 0)
    assert GAME.phrases.remark(before, after) == CANNOT == "Dog cannot move"
    assert ended(played(after, "a2 a1")) == ["No cat has a dog beside it.", "CAT WINS"]


def test_nobody_passes_who_can_move_or_after_the_end() -> None:
    for text, step in ((QUIET, 0), (QUIET, 1), (QUIET, 2), (FULL, 0), (STUCK, 0)):
        at = position(text, step)
        assert at.passed() == at
    over = position("dC..CC./C....../......./...C.../......./......./.......", 1)
    assert not over.moves()
    assert over.outcome()
    assert over.passed() == over
    before, after = position(QUIET), played(position(QUIET), "a1 a2")
    assert (after.step, GAME.phrases.remark(before, after), ended(after)[1]) == (1, "", "CAT WINS")


def test_on_a_full_board_the_dogs_cannot_move() -> None:
    assert START._replace(step=1).passed() == START


# INVARIANTS


def test_a_thousand_random_games_keep_what_always_holds() -> None:
    chance = random.Random(1)
    player = random_player(chance)
    wins = Counter[str]()
    for _ in range(1000):
        before, cat_moves, single_moves = START, 0, 0
        for _, at in game(START, {"cat": player, "dog": player}):
            single_moves += 1
            cat_moves += before.step == 0
            lined_up = bool(lines(at.cats))
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
    assert wins["dog"] > wins["cat"] > 100


def test_whoever_can_make_a_first_move_can_make_a_second() -> None:
    chance = random.Random(2)
    for at in (random_position(chance)._replace(step=1) for _ in range(1000)):
        for move in at.moves():
            after = at.play(move)
            assert move[::-1] in after.moves()
            assert after.play(move[::-1]) == at._replace(step=0)


# TEXTS


def test_texts_and_moves_are_inverses() -> None:
    chance = random.Random(3)
    for at in (random_position(chance) for _ in range(500)):
        moves, told = at.moves(), texts(at)
        assert [at.read_move(text) for text in told] == moves
        assert [at.read_move(text.replace(" ", "-")) for text in told] == moves
        assert [at.read_move(text.replace(" ", "")) for text in told] == moves
        assert [at.read_move(f"  {text.upper()} ") for text in told] == moves


@pytest.mark.parametrize("text", ["", "a1", "a1 a2 a3", "a1 a8", "h1 g1", "1a 2a", "a0 a1", "a1a", "a1_a2"])
def test_a_text_that_is_no_move_is_refused(text: str) -> None:
    with pytest.raises(BadInput):
        START.read_move(text)


@pytest.mark.parametrize("text", ["a1 a1", "a1 b2", "a1 a3", "a2 a1", "b2 b3", "a1 a7"])
def test_a_record_with_a_move_against_the_rules_is_refused(text: str) -> None:
    with pytest.raises(BadInput, match="Move 1 of the record is illegal"):
        played(START, text)


def test_positions_and_their_drawings_are_inverses() -> None:
    chance = random.Random(4)
    for at in (random_position(chance) for _ in range(500)):
        text = drawn(at)
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
def test_a_text_that_is_no_position_is_refused(text: str, reason: str) -> None:
    with pytest.raises(BadInput, match=reason) as refusal:
        read_position(text)
    assert FULL in str(refusal.value)


@pytest.mark.parametrize("step", [-1, 3, 10])
def test_a_step_that_there_is_not_is_refused(step: int) -> None:
    with pytest.raises(BadInput, match=f"--step {step}: expected 0"):
        read_position(FULL, step)


# THE KERNELS


def single_moves(fast: bool) -> Kernels:
    """Every single move a ply, and no end seen before it is there."""
    variant = linked().variant(WHOLE_TURNS=0, FORESEE=0)
    return machine_code(variant) if fast else variant.plain


@pytest.mark.parametrize(("fast", "most"), [(False, 5), pytest.param(True, 9, marks=pytest.mark.long)])
def test_the_kernels_count_the_games_of_so_many_single_moves(fast: bool, most: int) -> None:
    single = single_moves(fast)
    memory, state = single.memory(linked().fields), state_of(START)
    assert tuple(single.perft(memory, state, plies, 0) for plies in range(1, most + 1)) == SINGLE_MOVES[:most]


def generated(kernels: Kernels, memory: Any, at: Position) -> list[int]:
    """The moves of the kernels, at a ply that is not the first."""
    last, listed = kernels.generate(memory, state_of(at), 3), memory.moves
    return [int(listed[number]) for number in range(3 * WIDTH, last)]


def over(at: Position, ply: int) -> int:
    """What the kernels should say about the end."""
    if outcome := at.outcome():
        return WON - ply if outcome.winner == at.turn else ply - WON
    return GOES_ON


@pytest.mark.parametrize(
    ("fast", "count"), [(False, 3000), pytest.param(True, 30_000, marks=pytest.mark.long)]
)
def test_single_moves_and_ends_of_the_kernels_are_those_of_the_rules(fast: bool, count: int) -> None:
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
        assert single.over(memory, state_of(at), 7) == over(at, 7), at
        if outcome := at.outcome():
            ends[str(outcome.winner)] += 1
    assert min(ends["cat"], ends["dog"], passes) > count / 300


@pytest.mark.parametrize(("fast", "count"), [(False, 1000), pytest.param(True, 3000, marks=pytest.mark.long)])
def test_single_moves_of_the_kernels_lead_where_the_rules_lead(fast: bool, count: int) -> None:
    single = single_moves(fast)
    chance = random.Random(6)
    for at in (random_position(chance) for _ in range(count)):
        for origin, target in at.moves():
            expected = at.play((origin, target))
            if at.step == 0:
                expected = expected._replace(step=1)  # where dogs pass, to pass is a ply of its own
            assert single.play(state_of(at), origin << 6 | target) == state_of(expected)
        assert single.play(state_of(at._replace(step=1)), 0) == state_of(at._replace(step=0))


def agree(kernels: Kernels, positions: Iterator[Position]) -> None:
    """The dogs' turns of the kernels are the distinct ones of the rules, and lead to the same."""
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


def test_the_dogs_turns_in_machine_code_are_the_distinct_ones_of_the_rules(compiled: Kernels) -> None:
    agree(compiled, random_positions(1500, 7))


def test_the_dogs_turns_in_plain_python_are_the_distinct_ones_of_the_rules() -> None:
    agree(linked().plain, random_positions(200, 8))


def test_the_dogs_turns_in_games_are_the_distinct_ones_of_the_rules(compiled: Kernels) -> None:
    positions = [at for at in positions_of_games(30, 9) if at.step == 1]
    agree(compiled, iter([START, position(QUIET), *positions[::3]]))


def test_a_board_like_a_chessboard_has_room_for_all_its_turns(compiled: Kernels) -> None:
    found = generated(compiled, compiled.memory(linked().fields), position(CHECKED, 1))
    assert 1500 < len(found) < WIDTH


def test_captures_and_second_moves_are_the_same_if_turns_are_whole(compiled: Kernels) -> None:
    chance = random.Random(10)
    for kernels, count in ((compiled, 5000), (linked().plain, 1000)):
        memory = kernels.memory(linked().fields)
        for at in (random_position(chance)._replace(step=chance.choice([0, 2])) for _ in range(count)):
            assert [step_of(move) for move in generated(kernels, memory, at)] == at.moves(), at


def test_the_kernels_count_safe_captures_and_foresee_that_none_is_left(compiled: Kernels) -> None:
    chance, foreseen, memory = random.Random(11), 0, compiled.memory(linked().fields)
    for at in (random_position(chance, 8) for _ in range(10_000)):
        if at.outcome():
            continue
        cats, safe = at._replace(step=0), len(safe_moves(at._replace(step=0)))
        assert compiled.count_safe_captures(at.cats, at.dogs) == safe, at
        assert compiled.over(memory, state_of(cats), 7) == (GOES_ON if safe else 8 - WON), at
        assert (
            compiled.over(memory, state_of(cats), 0)
            == compiled.over(memory, state_of(cats._replace(step=1)), 7)
            == GOES_ON
        )
        foreseen += not safe
    assert foreseen > 50


def test_the_kernels_see_lines_as_counting_does(compiled: Kernels) -> None:
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


def test_machine_code_and_plain_python_agree_on_random_positions(compiled: Kernels) -> None:
    chance, plain = random.Random(12), linked().plain
    memories = compiled.memory(linked().fields), plain.memory(linked().fields)
    for at in (random_position(chance) for _ in range(300)):
        state = state_of(at)
        moves = generated(compiled, memories[0], at)
        assert generated(plain, memories[1], at) == moves
        for ply in (0, 9):
            assert compiled.over(memories[0], state, ply) == plain.over(memories[1], state, ply)
        assert compiled.key(state, 1) == plain.key(state, 1)
        assert compiled.evaluate(state) == plain.evaluate(state)
        assert compiled.horizon(state) == plain.horizon(state)
        for move in moves[::7]:
            assert compiled.move_score(state, move) == plain.move_score(state, move)
            assert compiled.play(state, move) == plain.play(state, move)


def test_what_is_good_for_the_cats_is_as_bad_for_the_dogs(compiled: Kernels) -> None:
    chance = random.Random(13)
    for at in (random_position(chance) for _ in range(1000)):
        cats, *dogs = (compiled.evaluate(state_of(at._replace(step=step))) for step in range(3))
        assert dogs == [-cats, -cats]
