"""The assignments' algorithms: what each sentence asks for, and how well `textbook` and the others play."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import partial
from itertools import pairwise
from typing import Any

import pytest

import catsdogs
import duel7
import game
import walls
from catsdogs import careful, cat_strategy, cats_view, dog_strategy, dogs_view, read_position, roomy, squeeze
from common.cli.options import names_help
from common.games.cats_and_dogs.board import SQUARES
from common.games.circle_the_cat.distances import DISTANCES, Measures
from common.games.circle_the_cat.hexagons import BOARD
from common.games.duel7.evaluation import SPACE
from common.kernels.kernel import Kernels, link
from common.play.players import PlayerSettings, random_player
from common.rules.bits import cells_of
from common.rules.square_grid import Step
from common.search.leads import decisive_score
from common.search.transposition import WON
from duel7 import best_move, greedy, heuristic, lead, random_start
from game import distances, length, textbook_cat, textbook_catcher, way_out
from tests.support.catsdogs_cases import CATS_WIN, FULL_BOARD, HOPELESS, MIDDLE
from tests.support.games import game_of
from walls import estimate, search_tree, worth


def random_positions(current: Any, games: int) -> Iterator[Any]:
    """Yield the positions of random games that are not over."""
    for number in range(games):
        chance, position = random.Random(number), current.opening(number)
        while not position.outcome():
            yield position
            position = position.play(chance.choice(position.moves()))


# The sliding duel: "a heuristic function which will be applicable to any combination of limit and number of
# piece values"


def best_lead(at: duel7.Position, depth: int) -> int:
    """Return the best lead in moveable squares after `depth` plies, by the rules alone."""
    if outcome := at.outcome():
        margin = outcome.margin if outcome.winner == at.turn else -outcome.margin
        return decisive_score(SPACE * margin) if at.moves() else -WON - depth
    if depth == 0:
        return lead(at)
    return max(-best_lead(at.play(move), depth - 1) for move in at.moves())


@pytest.mark.parametrize(
    ("depth", "pieces"),
    [(2, (3, 4)), (2, (6, 6)), (2, (10, 10)), (4, (2, 1)), pytest.param(4, (2, 30), marks=pytest.mark.long)],
)
def test_minimax_takes_first_move_with_most_squares(depth: int, pieces: tuple[int, int]) -> None:
    for number in range(6):
        at = random_start(pieces, 2 + 3 * number, number)._replace(turn="XO"[number % 2])
        values = {move: -best_lead(at.play(move), depth - 1) for move in at.moves()}
        if values:
            assert best_move(at, depth, lead) == max(values, key=values.__getitem__), at


def test_greedy_takes_first_move_with_the_largest_lead() -> None:
    for position in random_positions(duel7.GAME, 4):
        after = {move: -lead(position.play(move)) for move in position.moves()}
        assert greedy(position) == max(after, key=after.__getitem__)


def test_lead_of_the_duel_equals_the_kernel() -> None:
    kernels = duel7.GAME.search.compiled().plain
    for position in random_positions(duel7.GAME, 4):
        assert lead(position) == kernels.lead(duel7.GAME.search.state(position))


@pytest.mark.parametrize("pieces", [(1, 1), (3, 5), (6, 6), (16, 16), (1, 47), (24, 24)])
@pytest.mark.parametrize("turns", [1, 2, 40, duel7.MAX_TURNS])
def test_duel_heuristic_applies_to_any_limit_and_pieces(pieces: tuple[int, int], turns: int) -> None:
    position = random_start(pieces, turns, 5)
    swapped = position._replace(turn="O")
    assert heuristic(position) == -heuristic(swapped)
    if position.moves():
        assert best_move(position, depth=2) in position.moves()


def test_duel_search_stops_at_the_turn_limit() -> None:
    """With one turn left the lead alone decides, with more the squares two steps away count, too."""
    last, more = ([best_move(random_start((4, 4), turns, seed)) for seed in range(20)] for turns in (1, 9))
    assert last == [greedy(random_start((4, 4), 1, seed)) for seed in range(20)]
    assert last != more


def test_duel_shuts_the_opponent_in_rather_than_win_on_squares() -> None:
    position = duel7.GAME.read("X", "X a2 b2 e4 O a1", "6")
    assert position.text(best_move(position)) == "b2 b1"


# Cats & Dogs: "you will implement strategies for both the Cat and Dog players"


def safe_captures(position: catsdogs.Position) -> set[Step]:
    """Return the captures on a board that bring no three cats into line, whichever side is to move."""
    cats = position._replace(step=0)
    outcomes = {move: cats.play(move).outcome() for move in cats.moves()}
    return {move for move, outcome in outcomes.items() if outcome is None or outcome.winner == "cat"}


@pytest.mark.parametrize("place", [MIDDLE, CATS_WIN, HOPELESS])
def test_careful_makes_any_safe_capture(place: str) -> None:
    position = read_position(place)
    assert {careful(seed)(position) for seed in range(60)} == (
        safe_captures(position) or set(position.moves())
    )


@pytest.mark.parametrize("place", [FULL_BOARD, MIDDLE, CATS_WIN, HOPELESS])
def test_roomy_keeps_most_safe_captures(place: str) -> None:
    position = read_position(place)
    room = {move: len(safe_captures(position.play(move))) for move in safe_captures(position)}
    best = {move for move, left in room.items() if left == max(room.values())} or set(position.moves())
    assert {roomy(seed)(position) for seed in range(60)} == best


def test_roomy_ends_contact() -> None:
    position = read_position("C....C./......./..CD.../..D..../..D..../......./.C....C")
    assert [position.text(move) for move in sorted(safe_captures(position))] == ["c3 c4", "c3 d3"]
    assert {position.text(roomy(seed)(position)) for seed in range(20)} == {"c3 c4"}


def test_squeeze_leaves_fewest_safe_captures() -> None:
    position = read_position(MIDDLE, 1)
    firsts = [position.play(move) for move in position.moves()]
    results = {once.play(move) for once in firsts if not once.outcome() for move in once.moves()}
    left = {after: len(safe_captures(after)) for after in results if not after.outcome()}
    fewest = {after for after, count in left.items() if count == min(left.values())}
    chosen = set()
    for seed in range(60):
        dogs = squeeze(seed)
        once = position.play(dogs(position))
        chosen.add(once.play(dogs(once)))
    assert chosen <= fewest
    assert len(chosen) > len(fewest) / 2


def test_views_of_cats_and_dogs_equal_the_kernels() -> None:
    linked = catsdogs.GAME.search.compiled()
    others = dict.fromkeys(("ALONE", "ACTIVE", "OUTSIDE", "FORESEE"), 0)
    kernels = Kernels(link(linked.names | others))
    for position in random_positions(catsdogs.GAME, 4):
        cats = position._replace(step=0)
        assert cats_view(position) == kernels.evaluate(catsdogs.GAME.search.state(cats))
        free = sum(bool(SQUARES.near[square] & position.cats) for square in cells_of(position.empty))
        assert dogs_view(position) == 10 * kernels.count_safe_captures(*position[:2]) - 2 * free


def plain_minimax(at: catsdogs.Position, depth: int, view: Callable[[catsdogs.Position], int]) -> int:
    """Return what a position is worth to the cats after `depth` single moves, without cut-offs."""
    if outcome := at.outcome():
        return (catsdogs.WINS + depth) * (1 if outcome.winner == "cat" else -1)
    if depth == 0:
        return view(at)
    return (min if at.step else max)(plain_minimax(at.play(move), depth - 1, view) for move in at.moves())


@pytest.mark.parametrize("step", [0, 1, 2])
def test_strategies_look_ahead_by_minimax(step: int) -> None:
    """The cats see the dogs' whole turn, the dogs see the cats' next capture."""
    position = read_position(MIDDLE, step)
    depth, view = (3 - step, dogs_view) if step else (2, cats_view)
    values = {move: plain_minimax(position.play(move), depth, view) for move in position.moves()}
    best = (min if step else max)(values, key=values.__getitem__)
    assert (dog_strategy if step else cat_strategy)(position) == best


# Walls asks to "build a search tree ... that includes every possible move ..., all the way down to the leaf
# nodes"


def tree_nodes(node: walls.Node) -> Iterator[walls.Node]:
    yield node
    for child in node.children.values():
        yield from tree_nodes(child)


def test_tree_of_walls_has_every_move_down_to_the_leaves() -> None:
    nodes = list(tree_nodes(search_tree(walls.start(3), 4)))
    assert len(nodes) == 1 + 3 + 9 + 27 + 81
    for at, children in nodes:
        assert all(child.position == at.play(move) for move, child in children.items())
        assert list(children) in (at.moves(), [])


def test_tree_of_walls_ends_with_the_game() -> None:
    last = walls.GAME.read("A", ".   a   ./.   A<. B>./.   .   .", "8", "9")
    root = search_tree(last, 3)
    ended = {move: bool(child.position.outcome()) for move, child in root.children.items()}
    assert ended == {"try-forward": False, "turn-left": True, "turn-right": True}
    assert not root.children["turn-left"].children
    assert worth(root.children["turn-left"].position) == walls.WINS + 1


@pytest.mark.parametrize("size", [3, 5, 7])
def test_walls_move_is_the_best_of_the_whole_tree(size: int) -> None:
    def value(node: walls.Node) -> int:
        """Return what a node is worth to A, without cut-offs."""
        values = [value(child) for child in node.children.values()]
        choose = max if node.position.turn == "A" else min
        return choose(values) if values else worth(node.position)

    for number in range(4):
        position = walls.random_start(size, number)
        values = {move: value(child) for move, child in search_tree(position, 4).children.items()}
        choose = max if position.turn == "A" else min
        assert walls.textbook(position, 4) == choose(values, key=values.__getitem__)


@pytest.mark.parametrize("size", [3, 5, 7, 9])
def test_estimate_of_walls_equals_the_kernel(size: int) -> None:
    game, kernels = walls.GAME, walls.GAME.search.compiled(size).plain
    for number in range(4):
        chance, position = random.Random(number), walls.start(size, number % 2)
        while not position.outcome():
            assert estimate(position) == kernels.evaluate(game.search.state(position)), position
            position = position.play(chance.choice(position.moves()))


# Circle the Cat: "Ambos os programas (gato e pegador) trabalham em cima do algoritmo de busca (best-first)"


def class_positions(turn: str) -> Iterator[game.Position]:
    """Yield the positions of random games in which a side is to move."""
    return (position for position in random_positions(game.GAME, 3) if position.turn == turn)


@pytest.mark.parametrize("ways", [1, 2])
def test_best_first_distances_equal_the_kernels(ways: int) -> None:
    for position in class_positions("cat"):
        expected = Measures(DISTANCES.plain, position.exits).distances(position.free, ways)
        found = distances(position, ways)
        assert [found.get(cell, game.FAR) for cell in range(BOARD.size)] == expected[: BOARD.size]
        assert list(found.values()) == sorted(found.values())


def test_cat_extends_the_most_promising_way_to_an_exit() -> None:
    walked = set[bool]()
    shut_in = game.read_start("[0, 0]", "[(0, 2), (1, 1), (2, 0), (2, 1)]", "[(9, 9)]")._replace(turn="cat")
    for position in [shut_in, *class_positions("cat")]:
        way, twice, once = way_out(position), distances(position), distances(position, 1)
        walked.add(bool(way))
        assert bool(way) == any(step in once for step in position.moves())
        if way:
            cells = [position.cat, *way]
            assert all(after in BOARD.steps(cell, position.free) for cell, after in pairwise(cells))
            assert position.exits >> way[-1] & 1
            best = min((twice.get(s, game.FAR), once.get(s, game.FAR)) for s in position.moves())
            assert (twice.get(way[0], game.FAR), once.get(way[0], game.FAR)) == best
            assert textbook_cat(position) == way[0]
    assert walked == {True, False}


def test_catcher_tries_every_block_for_the_longest_ways() -> None:
    position = game.read_start("[5, 5]", "[(4, 4), (6, 4)]", "[(5, 0), (5, 10), (0, 5)]")
    blocks = {cell: position._replace(blocks=position.blocks | 1 << cell) for cell in position.moves()}
    best = max(length(after) for after in blocks.values())
    assert length(blocks[textbook_catcher(position)]) == best
    beside_exit = game.read_start("[5, 9]", "[]", "[(5, 10)]")
    assert textbook_catcher(beside_exit) == 5 * 11 + 10


def test_catcher_makes_the_room_of_a_held_cat_small() -> None:
    position = game.read_start("[5, 5]", "[]", "[]")
    while not position.outcome():
        room = BOARD.region(position.cat, position.free).bit_count()
        position = position.play(textbook_catcher(position))
        assert BOARD.region(position.cat, position.free).bit_count() < room
        if not position.outcome():
            position = position.play(textbook_cat(position))
    assert position.outcome().winner == "catcher"  # type: ignore[union-attr]


# How well `textbook` plays


def play_out(position: Any, players: dict[str, Callable[[Any], Any]]) -> str | None:
    """Play a game to its end and return the winner."""
    while not (outcome := position.outcome()):
        position = position.play(players[position.turn](position))
    winner: str | None = outcome.winner
    return winner


@pytest.mark.parametrize("side", [0, 1])
@pytest.mark.parametrize(("script", "games"), [("game", 2), ("duel7", 2), ("walls", 2), ("catsdogs", 1)])
def test_textbook_wins_against_random(script: str, games: int, side: int) -> None:
    current = game_of(script)
    own, other = current.sides[side], current.sides[1 - side]
    for number in range(games):
        start = walls.start(5, number % 2) if script == "walls" else current.opening(number)
        textbook = current.kind(own, "textbook").make(PlayerSettings())
        if script == "walls":
            textbook = partial(walls.textbook, depth=4)
        assert play_out(start, {own: textbook, other: random_player(number)}) == own, number


@pytest.mark.parametrize("script", ["game", "duel7", "walls", "catsdogs"])
def test_textbook_plays_both_sides_and_stands_in_the_help(script: str) -> None:
    current = game_of(script)
    assert all(current.kind(side, "textbook") for side in current.sides)
    assert "textbook" in names_help(current)
