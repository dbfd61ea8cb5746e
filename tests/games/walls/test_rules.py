"""The rules of Walls, kernels that agree with them, and the values of positions solved elsewhere."""

from __future__ import annotations

import csv
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from common.games.walls.board import (
    EAST,
    FORWARD,
    LEFT,
    MOVES,
    NORTH,
    RIGHT,
    SOUTH,
    STALL,
    WEST,
    PlayerState,
    board_text,
)
from common.games.walls.moves import state_of
from common.kernels.deadline import Deadline
from common.kernels.kernel import Kernels
from common.play.game import Ply
from common.rules.bits import bits_of
from common.rules.errors import BadInput
from common.search.alpha_beta import INFINITE, NOT_OVER
from common.search.compiled_game import CompiledGame
from common.search.limit import Limit
from common.search.think import Thinker
from tests.support.compiled import built, machine_code
from tests.support.play import play_plies, replay
from tests.support.reference_search import with_reference
from tests.support.variants import variant
from tests.support.walls_graph import FIELDS, graph
from tests.support.walls_views import mirror_and_swap, nearly_full, upside_down_position
from walls import GAME, SIDES, Position, read_position, start


def linked(size: int) -> CompiledGame[Position]:
    """Return the kernels of a board size."""
    return GAME.search.compiled(size)


COMPILED = [
    5,
    9,
    *(pytest.param(size, marks=pytest.mark.long) for size in (7, 11)),
]  # each size compiles for seconds
NODES = {5: [4, 9, 20, 37, 94, 212, 395, 679, 1596, 2615], 7: [4, 9, 20, 37, 72, 125, 272, 538, 1019, 1853]}
VALUES_5 = [1, 0, 0, 0, 1, 0, 1, 0, 0, 0]
Row = dict[str, str]

with (Path(__file__).parent / "data" / "exact.tsv").open() as file:
    EXACT = list(csv.DictReader((line for line in file if line[0] != "#"), delimiter="\t"))

MANY = 15_000  # positions


def rows_of(size: int) -> pytest.MarkDecorator:
    rows = [row for row in EXACT if row["N"] == str(size)]
    quick = [pytest.param(row, marks=() if int(row["states"]) < MANY else pytest.mark.long) for row in rows]
    return pytest.mark.parametrize("row", quick, ids=[row["board"] for row in rows])


def player_of(text: str) -> PlayerState:
    square, facing, idle, *_ = text.split()
    return PlayerState(int(square), "NESW".index(facing), int(idle))


def position_of(row: Row) -> Position:
    board = row["board"].replace(" ", "")
    a, b = (bits_of(square for square, cell in enumerate(board) if cell == brick) for brick in "ab")
    return Position(
        int(row["N"]), (a, b), (player_of(row["A"]), player_of(row["B"])), SIDES.index(row["move"])
    )


def values_of(row: Row) -> tuple[int, list[int]]:
    return int(row["value"]), [int(value) for value in row["F / L / R"].split(" / ")]


def at(rows: str, side: str = "A", idle: tuple[int, int] = (0, 0)) -> Position:
    return read_position(side, rows, idle)


def played(position: Position, moves: str) -> Position:
    for _, after in replay(position, moves):
        position = after
    return position


def random_position(chance: random.Random, size: int) -> Position:
    """Return a random position, perhaps over, in which nobody stands on the other's brick."""
    share = chance.random()
    bricks = [chance.choice((0, 1)) if chance.random() < share else None for _ in range(size * size)]
    squares = chance.sample(range(size * size), 2)
    for side, square in enumerate(squares):
        bricks[square] = chance.choice((None, side))
    a, b = (bits_of(square for square, owner in enumerate(bricks) if owner == side) for side in (0, 1))
    idle = [chance.choice((0, 1, 7, STALL - 1, STALL)) for _ in SIDES]
    mover = chance.randint(0, 1)
    if idle[mover] == STALL and idle[1 - mover] < STALL:
        mover = 1 - mover
    first, second = (
        PlayerState(square, chance.randint(0, 3), count) for square, count in zip(squares, idle, strict=True)
    )
    return Position(size, (a, b), (first, second), mover)


def random_game(chance: random.Random, size: int) -> Iterator[tuple[Position, str, Position]]:
    before = start(size, chance.randint(0, 1))
    for move, after in play_plies(
        before, dict.fromkeys(SIDES, lambda position: chance.choice(position.moves()))
    ):
        yield before, move, after
        before = after


def best(position: Position, known: dict[Position, int]) -> int:
    """Return the bricks of A less those of B at the end, by brute force."""
    if position in known:
        return known[position]
    if position.outcome():
        value = position.bricks[0].bit_count() - position.bricks[1].bit_count()
    else:
        choose = min if position.mover else max
        value = choose(best(position.play(move), known) for move in MOVES)
    known[position] = value
    return value


def score_of(difference: int) -> int:
    """Return a difference in bricks as the search's score."""
    return 0 if difference == 0 else 10 * difference + (20_000 if difference > 0 else -20_000)


# RULES


@pytest.mark.parametrize("size", [3, 5, 7, 9, 25])
def test_players_start_beside_the_centre_facing_outward(size: int) -> None:
    middle = size // 2
    a, b = start(size).players
    assert (a, b) == (
        PlayerState(middle * size + middle - 1, WEST),
        PlayerState(middle * size + middle + 1, EAST),
    )
    assert (start(size).bricks, start(size).turn, start(size, 1).turn) == ((0, 0), "A", "B")
    assert start(size).moves() == [FORWARD, LEFT, RIGHT]


def test_turns_change_only_the_facing() -> None:
    position = start(5)
    assert position.play(LEFT).players[0] == PlayerState(11, SOUTH, 1)
    assert position.play(RIGHT).players[0] == PlayerState(11, NORTH, 1)
    assert [position.play(move).players[1] for move in MOVES] == [position.players[1]] * 3
    for turn in ("l", "r"):
        assert played(position, f"{turn}{turn}" * 4).players == (
            PlayerState(11, WEST, 4),
            PlayerState(13, EAST, 4),
        )


@pytest.mark.parametrize(
    "rows",
    [
        "A^. .   ./.   .   ./.   .   B>.",
        ".   .   ./A<. .   ./.   .   B>.",
        "A>. B>. ./.   .   ./.   .   .",
        "A>. b   ./.   .   ./.   .   B>.",
        "A>. B>b ./.   .   ./.   .   .",
        "A>a b   ./.   .   ./.   .   B>.",
    ],
    ids=["north edge", "west edge", "opponent", "his brick", "opponent on his brick", "from a brick"],
)
def test_failed_try_changes_nothing_but_counts_as_a_move(rows: str) -> None:
    position = at(rows)
    after = position.play(FORWARD)
    assert after.bricks == position.bricks
    assert after.players[0] == position.players[0]._replace(idle=1)
    assert after.turn == "B"
    assert GAME.sentence(Ply(position, FORWARD, position.play(FORWARD))) == "A moves try-forward (stays)"


@pytest.mark.parametrize(
    ("rows", "fails"),
    [
        (".   .   ./.   A>. ./.   .   B>.", False),
        (".   .   ./.   A>. a/.   .   B>.", False),
        (".   .   ./.   A>. b/.   .   B>.", True),
        (".   .   ./.   A>. B<./.   .   .", True),
        (".   .   ./A<. .   ./.   .   B>.", True),
    ],
    ids=["free", "own brick", "brick of the other", "player", "rim"],
)
def test_only_a_try_forward_without_a_way_fails(rows: str, fails: bool) -> None:
    position = at(rows)
    plies = [Ply(position, move, position.play(move)) for move in MOVES]
    assert [GAME.fails(ply) for ply in plies] == [fails, False, False]


def test_try_is_judged_for_the_side_to_move() -> None:
    position = at(".   .   ./A<. .   B<./.   .   .", "B")
    assert not position.fails(FORWARD)
    assert position._replace(mover=0).fails(FORWARD)


def test_position_whose_side_to_move_is_stalled_is_refused() -> None:
    rows = ".   .   ./A<. .   B>./.   .   ."
    with pytest.raises(BadInput, match="'A' is stalled: expected B as the side to move"):
        GAME.read("A", rows, "9", "0")
    assert GAME.read("B", rows, "9", "0").turn == "B"
    assert GAME.read("A", rows, "9", "9").outcome(), "a finished game has no side to move"


def test_leaving_an_unmarked_square_lays_a_brick() -> None:
    position = at("A>. .   ./.   .   ./.   .   B>.", idle=(8, 0))
    assert board_text(position.play(FORWARD)) == "a   A>. .\n.   .   .\n.   .   B>."
    assert position.play(FORWARD).players[0].idle == 0
    assert GAME.sentence(Ply(position, FORWARD, position.play(FORWARD))) == "A moves try-forward"


def test_own_bricks_may_be_crossed() -> None:
    onto = at("A>. a   ./.   .   ./.   .   B>.").play(FORWARD)
    assert board_text(onto) == "a   A>a .\n.   .   .\n.   .   B>."
    off = onto._replace(mover=0).play(FORWARD)
    assert board_text(off) == "a   a   A>.\n.   .   .\n.   .   B>."
    assert (onto.players[0].idle, off.players[0].idle) == (0, 1)


def test_ninth_idle_move_stalls_a_player() -> None:
    position = at(".   .   ./A<. .   B>./.   .   .", idle=(8, 3))
    after = position.play(LEFT)
    assert (after.players[0].idle, after.turn, after.outcome()) == (9, "B", None)
    assert GAME.remark(Ply(position, LEFT, after)) == "A is stalled"
    assert GAME.remark(Ply(position, FORWARD, position.play(FORWARD))) == "A is stalled"
    again = after.play(LEFT)
    assert (again.turn, again.players[0], GAME.remark(Ply(after, LEFT, again))) == ("B", after.players[0], "")


def test_game_ends_when_both_are_stalled() -> None:
    position = at(".   .   ./A<a .   B>./.   .   .", "B", (9, 8))
    outcome = position.play(RIGHT).outcome()
    assert position.outcome() is None
    assert outcome == ("A", "A 1 bricks, B 0 bricks.", 1)


def test_full_board_ends_the_game() -> None:
    position = at("A>. a   a/a   a   b/b   b   B<b")
    assert position.outcome() is None
    assert position.play(FORWARD).outcome() == ("A", "A 5 bricks, B 4 bricks.", 1)


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ("A<a .   ./.   .   ./.   .   B>.", "Game 2: A 1 bricks, B 0 bricks. A 2 points, B 0 points."),
        ("A<a .   ./.   .   ./.   .   B>b", "Game 2: A 1 bricks, B 1 bricks. A 1 points, B 1 points."),
        ("A<a .   ./b   .   ./.   .   B>b", "Game 2: A 1 bricks, B 2 bricks. A 0 points, B 2 points."),
    ],
)
def test_more_bricks_score_two_points_and_a_tie_one_each(rows: str, said: str) -> None:
    outcome = at(rows, idle=(9, 9)).outcome()
    assert outcome and GAME.result(outcome, 2) == said


@pytest.mark.parametrize(("size", "games"), [(3, 100), (5, 80), (7, 40), (9, 10), (11, 5)])
def test_random_games_keep_the_invariants(size: int, games: int) -> None:
    chance = random.Random(size)
    horizon = linked(size).plain.horizon
    for _ in range(games):
        history = list(random_game(chance, size))
        for ply, (before, move, after) in enumerate(history):
            me, you = before.mover, 1 - before.mover
            laid = before.bricks[me] ^ after.bricks[me]
            assert laid in (0, 1 << before.players[me].square)
            assert laid & (before.bricks[0] | before.bricks[1]) == 0
            assert laid == 0 or move == FORWARD
            assert after.bricks[you] == before.bricks[you]
            assert after.players[you] == before.players[you]
            assert after.players[me].idle == (0 if laid else before.players[me].idle + 1) <= STALL
            assert before.players[me].idle < STALL
            assert after.mover == (you if after.players[you].idle < STALL else me)
            assert all(not after.bricks[1 - side] >> after.players[side].square & 1 for side in (0, 1))
            assert after.players[0].square != after.players[1].square
            assert not after.bricks[0] & after.bricks[1]
            assert len(history) - ply <= horizon(state_of(before))
        last = history[-1][2]
        full = (last.bricks[0] | last.bricks[1]).bit_count() == size**2
        assert full or [player.idle for player in last.players] == [STALL, STALL]
        assert size > 3 or len(history) <= 90


# TEXTS


@pytest.mark.parametrize("size", [3, 5, 9])
def test_positions_round_trip_as_text(size: int) -> None:
    chance = random.Random(size)
    for position in (random_position(chance, size) for _ in range(200)):
        idle = position.players[0].idle, position.players[1].idle
        assert read_position(position.turn, board_text(position).replace("\n", "/"), idle) == position
        assert all(line == line.rstrip() for line in board_text(position).splitlines())


@pytest.mark.parametrize(
    "rows",
    [
        "",
        ".   .   ./A<. .   B>.",
        ".   .   ./A<. .   B>./.   .   ./.   .   .",
        ".   .   ./A<. .   .  /.   .   .",
        ".   .   ./A<. A<. B>./.   .   .",
        ".   .   ./A<b .   B>./.   .   .",
        ".   .   ./A<. .   B>a/.   .   .",
        ".   .   ./Ax. .   B>./.   .   .",
        ".   .   ./A<c .   B>./.   .   .",
        ".   .   ./A<  .   B>./.   .   .",
        ".   .   ./A<. .   B>./.   .   x",
        ".   .   .   ./A<. .   B>./.   .   .",
        "...   ./A<. .   B>./.   .   .",
    ],
)
def test_malformed_rows_are_refused(rows: str) -> None:
    with pytest.raises(BadInput):
        at(rows)


@pytest.mark.parametrize(("side", "idle"), [("C", (0, 0)), ("", (0, 0)), ("A", (10, 0)), ("A", (0, -1))])
def test_wrong_side_or_idle_count_is_refused(side: str, idle: tuple[int, int]) -> None:
    with pytest.raises(BadInput):
        at(".   .   ./A<. .   B>./.   .   .", side, idle)


def test_moves_are_read_as_letters_words_and_arrows() -> None:
    for move, words in zip(MOVES, ("f F forward up ^", "l Left <", " r right >"), strict=True):
        assert {start(3).read_move(word) for word in [*words.split(" "), move] if word} == {move}
    for text in ("", "x", "ff", "back", "down", "v"):
        with pytest.raises(BadInput):
            start(3).read_move(text)


# KERNELS


@pytest.mark.parametrize("size", COMPILED)
def test_kernels_agree_with_the_rules(size: int) -> None:
    fast, plain, chance = machine_code(linked(size)), linked(size).plain, random.Random(size)
    memories, ended = [kernels.memory(linked(size).fields) for kernels in (fast, plain)], 0
    for position in (random_position(chance, size) for _ in range(300)):
        state, outcome = state_of(position), position.outcome()
        ended += outcome is not None
        sign = -1 if position.mover else 1
        bricks = position.bricks[0].bit_count() - position.bricks[1].bit_count()
        assert (
            fast.end_score(memories[0], state, 0)
            == plain.end_score(memories[1], state, 0)
            == (sign * score_of(bricks) if outcome else NOT_OVER)
        )
        assert (
            fast.evaluate(state)
            == plain.evaluate(state)
            == plain.evaluate(state_of(upside_down_position(position)))
        )
        assert plain.evaluate(state) == plain.evaluate(state_of(mirror_and_swap(position)))
        assert fast.horizon(state) == plain.horizon(state)
        assert tuple(fast.key(state, 5)) == tuple(plain.key(state, 5))
        for number, move in enumerate(() if outcome else MOVES):
            after = position.play(move)
            child = plain.play(state, number)
            assert tuple(fast.play(state, number)) == child == state_of(after)
            assert (
                bool(fast.keeps_turn(state, child))
                == bool(plain.keeps_turn(state, child))
                == (after.mover == position.mover)
            )
    assert 10 < ended < 200


@pytest.mark.parametrize("size", [9, 11, 13])
def test_keys_of_large_boards_are_distinct(size: int) -> None:
    chance, kernels = random.Random(size), linked(size).plain
    for _ in range(6):
        before = random_position(chance, size)
        known = {kernels.key(state_of(before), 0): state_of(before)[:4]}
        me = before.mover
        for player in [
            PlayerState(at, to, idle)
            for at in range(size * size)
            for to in range(4)
            for idle in (0, 5, STALL)
        ]:
            if before.bricks[1 - me] >> player.square & 1 or player.square == before.players[1 - me].square:
                continue
            state = state_of(before.with_player(me, player))[:4]
            assert known.setdefault(kernels.key((*state, me), 0), state) == state


def test_mirrored_and_swapped_positions_keep_the_rules() -> None:
    chance = random.Random(1)
    other = {FORWARD: FORWARD, LEFT: RIGHT, RIGHT: LEFT}
    for position in (random_position(chance, 5) for _ in range(300)):
        for turned in (upside_down_position, mirror_and_swap):
            assert turned(turned(position)) == position
            if not position.outcome():
                assert all(
                    turned(position.play(move)) == turned(position).play(other[move]) for move in MOVES
                )


@pytest.mark.parametrize(
    ("size", "compiled"), [(5, False), (7, False), pytest.param(5, True, marks=pytest.mark.long)]
)
def test_plain_alpha_beta_matches_another_program(size: int, compiled: bool) -> None:
    plainest = with_reference(variant(linked(size), BRICK=1, TERRITORY_WEIGHT=0, DECISIVE_SCORE=0))
    kernels = built(plainest) if compiled else plainest.plain
    values, nodes = [], []
    for depth in range(1, 11):
        memory = kernels.memory(linked(size).fields)
        values.append(int(kernels.alpha_beta(memory, state_of(start(size)), depth, -INFINITE, INFINITE, 0)))
        nodes.append(int(memory.nodes))
    assert nodes == NODES[size]
    assert size != 5 or values == VALUES_5


@pytest.mark.parametrize("size", [9, pytest.param(11, marks=pytest.mark.long)])
def test_plain_python_matches_machine_code_on_large_boards(size: int) -> None:
    chance = random.Random(size)
    history = [before for before, _, _ in random_game(chance, size)]
    for before in (history[0], history[len(history) // 2], history[-2]):
        found = [
            list(Thinker(linked(size), kernels, bits=14).think(state_of(before), Deadline(nodes=2_000)))[-1]
            for kernels in (machine_code(linked(size)), linked(size).plain)
        ]
        assert found[0]._replace(seconds=0) == found[1]._replace(seconds=0)


# EXACT VALUES


@pytest.fixture(scope="module")
def solver() -> Kernels:
    return graph().instance()


@rows_of(3)
def test_graph_of_3x3_has_the_stored_counts_and_values(row: Row, solver: Kernels) -> None:
    memory = solver.memory(FIELDS)

    def lead_of_a(at: Position) -> int:
        lead = int(solver.value_of(memory, state_of(at)))
        return -lead if at.mover else lead

    position, (value, after) = position_of(row), values_of(row)
    assert (lead_of_a(position), int(memory.count)) == (value, int(row["states"]))
    assert [lead_of_a(position.play(move)) for move in MOVES] == after


@rows_of(5)
def test_brute_force_on_5x5_finds_the_stored_values(row: Row) -> None:
    position, (value, after) = position_of(row), values_of(row)
    known: dict[Position, int] = {}
    assert best(position, known) == value
    assert [known[position.play(move)] for move in MOVES] == after
    assert len(known) == int(row["states"])


@pytest.mark.parametrize("number", range(8, 14))
def test_search_proves_the_values_of_5x5_and_of_every_move(number: int) -> None:
    position, (value, after) = position_of(EXACT[number]), values_of(EXACT[number])
    thinker = Thinker(linked(5), machine_code(linked(5)), thorough=True)
    for at_hand, wanted in [
        (position, value),
        *((position.play(move), worth) for move, worth in zip(MOVES, after, strict=True)),
    ]:
        report = list(thinker.think(state_of(at_hand), Deadline.from_limit(Limit(seconds=10))))[-1]
        assert (report.score * (-1 if at_hand.mover else 1), report.proven) == (score_of(wanted), True)


@pytest.mark.parametrize("size", [9, pytest.param(11, marks=pytest.mark.long)])
def test_search_agrees_with_brute_force_late_on_large_boards(size: int) -> None:
    chance = random.Random(size)
    thinker = Thinker(linked(size), machine_code(linked(size)), bits=18, thorough=True)
    for _ in range(12):
        position = nearly_full(chance, size)
        report = list(thinker.think(state_of(position), Deadline(depth=100)))[-1]
        value = best(position, {}) * (-1 if position.mover else 1)
        assert (report.score, report.proven) == (score_of(value), True), position


@pytest.mark.parametrize("count", [30, pytest.param(500, marks=pytest.mark.long)])
def test_search_agrees_with_brute_force_late_on_3x3(count: int) -> None:
    kernels, chance = linked(3).plain, random.Random(9)
    thinker = Thinker(linked(3), kernels, bits=18, thorough=True)
    found = 0
    while found < count:
        late = [
            position for position, _, _ in random_game(chance, 3) if kernels.horizon(state_of(position)) <= 12
        ]
        for position in chance.sample(late, min(3, len(late))):
            found += 1
            report = list(thinker.think(state_of(position), Deadline(depth=100)))[-1]
            value = best(position, {}) * (-1 if position.mover else 1)
            assert (report.score, report.proven) == (score_of(value), True), position


def test_walls_curve_depends_on_the_nearest_measured_size() -> None:
    assert [GAME.search.score(start(size), "A", 3.0, "").expected for size in (3, 5, 7, 9, 11, 25)] == [
        83,
        83,
        62,
        35,
        35,
        35,
    ]
    assert GAME.search.curve(GAME.opening(0, 7)) == GAME.search.curve(start(7)) != GAME.search.curve(start(5))


def test_moves_are_read_back_from_their_texts() -> None:
    at = start(3, 0)
    assert [at.read_move(at.text(move)) for move in at.moves()] == at.moves()
