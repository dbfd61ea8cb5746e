"""The rules of the sliding duel, sentence by sentence of the assignment; the kernels agree with them."""

from __future__ import annotations

import csv
import random
from itertools import islice
from pathlib import Path

import pytest

from common.games.duel7.board import SQUARES
from common.games.duel7.evaluation import SPACE
from common.kernels.kernel import Kernels
from common.rules.bits import bits_of
from common.rules.errors import BadInput
from common.rules.square_grid import step_of
from common.search.alpha_beta import DECISIVE_SCORE, NOT_OVER
from common.search.transposition import WON
from duel7 import GAME, OTHER_SIDE, Position, random_start, read_place, write_place
from tests.support.compiled import built
from tests.support.perft import perft
from tests.support.play import play_plies, replay
from tests.support.reference_search import with_reference

linked, state_of = GAME.search.compiled, GAME.search.state

DATA = Path(__file__).parent / "data"
FAR = 100  # more turns than any test plays
DRAW = "X a1 a7 b2 b7 e4 O a2 a6 b1 b6 c7"
PLAYER2_WINS = "X a1 a2 b1 b2 f6 f7 g6 g7 O a3 b3 c1 c2 e6 e7 f5 g5"
SIX_TO_FOUR = "X a3 a5 g2 O a2 a6"
STUCK_LATER = "X b1 b2 O a1"  # X encloses O by b2 a2

with (DATA / "perft.tsv").open() as file:
    STARTS = list(csv.DictReader((line for line in file if line[0] != "#"), delimiter="\t"))
EACH_START = pytest.mark.parametrize("row", STARTS, ids=[row["start"].split()[0] for row in STARTS])


def position(text: str, left: int = FAR, turn: str = "X") -> Position:
    return Position(*read_place(text), left, turn)


def start_of(row: dict[str, str]) -> Position:
    return position(f"X {row['X']} O {row['O']}")


def move_texts(at: Position) -> list[str]:
    return [at.text(move) for move in at.moves()]


def random_position(chance: random.Random) -> Position:
    """Return a position with any pieces, turns left and side to move; about one in fifty is stuck."""
    pieces = chance.randint(2, 48)
    squares = chance.sample(SQUARES.squares, pieces)
    x = chance.randint(1, pieces - 1)
    return Position(
        bits_of(squares[:x]), bits_of(squares[x:]), chance.choice([0, 1, 2, 40]), chance.choice("XO")
    )


@EACH_START
def test_perft_of_three_plies_matches_other_programs(row: dict[str, str]) -> None:
    assert [perft(start_of(row), plies) for plies in range(1, 4)] == [
        int(row[f"d{plies}"]) for plies in range(1, 4)
    ]


@EACH_START
def test_kernel_perft_of_four_plies_matches_other_programs(row: dict[str, str]) -> None:
    kernels = with_reference(linked()).plain
    memory, state = kernels.memory(linked().fields), state_of(start_of(row))
    assert [kernels.perft(memory, state, plies, 0) for plies in range(1, 5)] == [
        int(row[f"d{plies}"]) for plies in range(1, 5)
    ]


@pytest.mark.long
@EACH_START
def test_compiled_perft_of_five_plies_matches_other_programs(row: dict[str, str]) -> None:
    kernels = built(with_reference(linked()))
    memory, state = kernels.memory(linked().fields), state_of(start_of(row))
    assert kernels.perft(memory, state, 5, 0) == int(row["d5"])


@EACH_START
def test_moveable_spaces_match_other_programs(row: dict[str, str]) -> None:
    start = start_of(row)
    assert f"{start.space('X')}-{start.space('O')}" == row["spaces X-O"]


def test_piece_moves_to_an_adjacent_empty_square() -> None:
    assert move_texts(position("X d4 O a1")) == ["d4 c4", "d4 d3", "d4 d5", "d4 e4"]
    assert move_texts(position("X d4 c4 O d3")) == ["c4 b4", "c4 c3", "c4 c5", "d4 d5", "d4 e4"]


def test_moves_neither_leave_nor_wrap_the_board() -> None:
    assert move_texts(position("X a1 g7 O d4")) == ["a1 a2", "a1 b1", "g7 f7", "g7 g6"]
    assert move_texts(position("X a7 b1 O d4")) == ["a7 a6", "a7 b7", "b1 a1", "b1 b2", "b1 c1"]


def test_sides_alternate_and_each_move_uses_a_turn() -> None:
    start = position("X d4 O a1", 2)
    after = start.play(start.read_move("d4 d5"))
    assert after == position("X d5 O a1", 1, "O")
    assert after.play(after.read_move("a1 a2")) == position("X d5 O a2", 0)


def test_moves_only_slide_pieces() -> None:
    chance = random.Random(1)
    for at in (random_position(chance) for _ in range(200)):
        for move in at.moves():
            after = at.play(move)
            assert (after.x.bit_count(), after.o.bit_count()) == (at.x.bit_count(), at.o.bit_count())
            assert not after.x & after.o
            assert after.empty ^ at.empty == 1 << move[0] | 1 << move[1]


def test_shared_space_counts_once_and_the_assignments_draw_is_one() -> None:
    at = position(DRAW, 0)
    outcome = at.outcome()
    assert (at.space("X"), at.space("O")) == (6, 6)
    assert outcome and (outcome.winner, outcome.margin) == (None, 0)
    assert GAME.last_lines(outcome).splitlines() == [
        "Turn limit reached. P1 moveable space count is 6, P2 moveable space count is 6.",
        "DRAW",
    ]


def test_side_without_a_move_loses() -> None:
    outcome = position(PLAYER2_WINS).outcome()
    assert outcome and GAME.last_lines(outcome).splitlines() == [
        "Player1 (X) has no valid move.",
        "PLAYER2 WINS",
    ]


@pytest.mark.parametrize("turn", ["X", "O"])
def test_more_moveable_space_wins_at_the_limit(turn: str) -> None:
    at = position(SIX_TO_FOUR, 0, turn)
    assert (at.space("X"), at.space("O")) == (6, 4)
    outcome = at.outcome()
    assert outcome and (outcome.winner, outcome.margin) == ("X", 2)
    assert GAME.last_lines(outcome).splitlines() == [
        "Turn limit reached. P1 moveable space count is 6, P2 moveable space count is 4.",
        "PLAYER1 WINS",
    ]


def test_count_decides_nothing_before_the_limit() -> None:
    assert position(DRAW, 1).outcome() is None


def test_only_the_side_to_move_can_be_stuck() -> None:
    assert position(PLAYER2_WINS, FAR, "O").outcome() is None
    shut_in = position("X b1 a2 O a1", FAR)
    assert shut_in.outcome() is None
    outcome = shut_in._replace(turn="O").outcome()
    assert outcome and outcome.winner == "X"


@pytest.mark.parametrize("left", [1, 3])
def test_side_stuck_at_the_limit_loses(left: int) -> None:
    start = position(STUCK_LATER, left)
    outcome = start.play(start.read_move("b2 a2")).outcome()
    assert outcome and GAME.last_lines(outcome).splitlines() == [
        "Player2 (O) has no valid move.",
        "PLAYER1 WINS",
    ]


def test_side_that_moved_has_space_at_every_end() -> None:
    chance = random.Random(2)
    stuck = 0
    for at in (random_position(chance) for _ in range(600)):
        for after in map(at.play, at.moves()):
            assert after.space(at.turn)
            stuck += not after.moves()
            assert after.moves() or after.space(after.turn) == 0
    assert stuck > 20


def test_game_lasts_no_longer_than_its_limit() -> None:
    chance = random.Random(3)
    for left in range(1, 30):
        start = random_start((6, 4), left, left)
        played = list(play_plies(start, dict.fromkeys("XO", lambda at: chance.choice(at.moves()))))
        assert len(played) == left or not played[-1][1].moves()


def test_moves_round_trip_as_text() -> None:
    chance = random.Random(4)
    for at in (random_position(chance) for _ in range(1000)):
        assert [at.read_move(text) for text in move_texts(at)] == at.moves()
        assert [at.read_move(f" {text.upper()} ") for text in move_texts(at)] == at.moves()


def test_placements_round_trip_as_text() -> None:
    chance = random.Random(5)
    for at in (random_position(chance) for _ in range(200)):
        assert read_place(write_place(at)) == (at.x, at.o)


@pytest.mark.parametrize("text", ["", "c4", "c4 d4 e4", "c4 d8", "h1 g1", "4c 4d", "c0 c1"])
def test_text_that_is_not_a_move_is_refused(text: str) -> None:
    with pytest.raises(BadInput):
        position(DRAW).read_move(text)


@pytest.mark.parametrize("text", ["a2 a3", "e4 e6", "e4 f5", "a1 a2", "a1 b1", "c4 c5"])
def test_record_with_an_illegal_move_is_refused(text: str) -> None:
    with pytest.raises(BadInput, match="Move 1 is illegal"):
        list(replay(position(DRAW), [text]))


def test_moves_after_the_end_are_refused() -> None:
    with pytest.raises(BadInput, match="Move 2 is illegal"):
        list(replay(position(DRAW, 1), ["e4 f4", "c7 d7"]))


def check_kernels(kernels: Kernels, count: int, seed: int) -> None:
    """Check the kernels' moves and ends on random positions against the rules."""
    chance, memory = random.Random(seed), kernels.memory(linked().fields)
    ends = 0
    for at in (random_position(chance) for _ in range(count)):
        state = state_of(at)
        last = kernels.generate(memory, state, 0)
        moves = at.moves()
        assert [step_of(int(move)) for move in islice(memory.moves, last)] == moves, at
        score = kernels.end_score(memory, state, 7)
        if not moves:
            assert score == 7 - WON, at
            ends += 1
        elif at.turns_left:
            assert score == NOT_OVER, at
        else:
            lead = at.space(at.turn) - at.space(OTHER_SIDE[at.turn])
            assert score == (lead and SPACE * lead + (DECISIVE_SCORE if lead > 0 else -DECISIVE_SCORE)), at
    assert ends > count / 100


def test_machine_code_agrees_with_the_rules(compiled: Kernels) -> None:
    check_kernels(compiled, 8_000, 6)


def test_plain_kernels_agree_with_the_rules() -> None:
    check_kernels(linked().plain, 8_000, 7)


def test_machine_code_agrees_with_plain_python(compiled: Kernels) -> None:
    chance, plain = random.Random(8), linked().plain
    for at in (random_position(chance) for _ in range(5000)):
        state = state_of(at)
        assert compiled.evaluate(state) == plain.evaluate(state)
        assert compiled.key(state, 1) == plain.key(state, 1)
        for move in at.moves():
            number = move[0] << 6 | move[1]
            assert compiled.move_score(state, number) == plain.move_score(state, number)
            assert compiled.play(state, number) == plain.play(state, number) == state_of(at.play(move))


def test_kernel_state_is_relative_to_the_side_to_move() -> None:
    """Exchange the sides: the state stays the same."""
    chance = random.Random(9)
    for at in (random_position(chance) for _ in range(100)):
        mirrored = Position(at.o, at.x, at.turns_left, OTHER_SIDE[at.turn])
        assert state_of(at) == state_of(mirrored)
        assert at.moves() == mirrored.moves()
