"""Proofs of Circle the Cat: verdicts and certificates compared with brute force; mirrored starts."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cache

import pytest

from common.games.circle_the_cat.certificate_store import CAT, CATCHER
from common.games.circle_the_cat.certificates import CERTIFICATES, NO_HORIZON, certificate_sources
from common.games.circle_the_cat.hexagons import BOARD, Hexagons
from common.games.circle_the_cat.solver import CertificateSolver
from common.kernels.linked_kernels import link_plain
from common.rules.bits import bits_of, cells_of
from game import Position
from tests.support.cat_starts import set_start
from tests.support.game_cases import cat_wins, small_position

SMALL = Hexagons(4, 4)


def solver_of(position: Position) -> CertificateSolver:
    kernels = CERTIFICATES.instance()
    if not kernels.compiled:
        pytest.skip("plain Python needs minutes")
    return CertificateSolver(kernels, position.exits)


def test_small_positions_match_brute_force() -> None:
    chance = random.Random(1)
    answers = []
    for number in range(240):
        position = small_position(chance, 6 + number % 6)
        solver = solver_of(position)
        answer = solver.prove_block(position.cat, position.free)
        assert answer.wins is (not cat_wins(position))
        if answer.wins:
            assert not cat_wins(position.play(answer.move))  # type: ignore[arg-type]
        answers.append(answer.wins)
        cat_wins.cache_clear()
    assert min(answers.count(True), answers.count(False)) > 60


@pytest.mark.parametrize("count", [60, pytest.param(200, marks=pytest.mark.long)])
def test_certificates_of_small_boards_are_true(count: int) -> None:
    chance = random.Random(2)
    checked = {CAT: 0, CATCHER: 0}
    for _ in range(count):
        position = small_position(chance, 11, 6)
        solver = solver_of(position)
        inside = [cell for cell in range(BOARD.size) if position.free >> cell & 1]
        for cell in inside:
            solver.prove_block(cell, position.free)
        for cell in inside:
            for needed, within in solver.certificates(CAT, cell):
                assert cat_wins(
                    position._replace(cat=cell, blocks=BOARD.all & ~needed & ~(1 << cell)), within
                )
                checked[CAT] += 1
            for needed, within in solver.certificates(CATCHER, cell):
                assert not cat_wins(position._replace(cat=cell, blocks=position.blocks | needed), within)
                checked[CATCHER] += 1
        cat_wins.cache_clear()
    assert min(checked.values()) > count / 2


@pytest.mark.parametrize("count", [8, pytest.param(60, marks=pytest.mark.long)])
def test_fewest_steps_and_bounded_certificates_match_brute_force(count: int) -> None:
    chance = random.Random(4)
    checked = {CAT: 0, CATCHER: 0}
    for _ in range(count):
        position = small_position(chance, 11, 8)
        solver, cells = solver_of(position), list(cells_of(position.free))
        questions = [(cell, within) for cell in cells for within in (*range(1, 8), NO_HORIZON)]
        for cell, within in chance.sample(questions, len(questions)):  # answers of one question serve others
            wins = cat_wins(position._replace(cat=cell), min(within, 99))
            assert solver.prove_block(cell, position.free, within).wins is (not wins)
        for cell in cells:
            for winner in checked:
                for needed, within in solver.certificates(winner, cell):
                    blocks = BOARD.all & ~needed & ~(1 << cell) if winner == CAT else position.blocks | needed
                    assert cat_wins(position._replace(cat=cell, blocks=blocks), min(within, 99)) == (
                        winner == CAT
                    )
                    checked[winner] += within < NO_HORIZON
        cat_wins.cache_clear()
    assert min(checked.values()) > count * 4 / 5


def test_plain_python_matches_brute_force_on_small_boards() -> None:
    chance = random.Random(3)
    kernels = link_plain(*certificate_sources(SMALL))
    for _ in range(30):
        exits = bits_of(chance.sample(range(SMALL.size), 3))
        cat, *blocks = chance.sample([cell for cell in range(SMALL.size) if not exits >> cell & 1], 4)
        free = SMALL.all & ~bits_of(blocks)
        assert CertificateSolver(kernels, exits, board=SMALL).prove_block(cat, free).wins is (
            not small_board_cat_wins(exits, cat, free)
        )


@cache
def small_board_cat_wins(exits: int, cat: int, free: int) -> bool:
    """Return True if the cat wins with the catcher to move, by brute force on the small board."""
    if exits & free & 1 << cat:
        return True
    return all(
        any(small_board_cat_wins(exits, step, after) for step in SMALL.steps(cat, after))
        for after in (free & ~(1 << cell) for cell in range(SMALL.size) if free >> cell & 1 and cell != cat)
    )


@pytest.mark.parametrize(
    ("name", "numbers"),
    [
        ("R15", (0, 1)),
        ("R10", (0, 1)),
        ("R5", (14,)),
        *(pytest.param(name, range(4), marks=pytest.mark.long) for name in ("R15", "R10", "R5")),
    ],
)
def test_verdict_is_equal_for_mirrored_start(name: str, numbers: Sequence[int]) -> None:
    for number in numbers:
        start = set_start(name, number)
        answers = [solver_of(each).prove_block(each.cat, each.free).wins for each in forms(start)]
        assert answers[0] is not None
        assert set(answers) == {answers[0]}


def forms(start: Position) -> list[Position]:
    """Return the start as it is and upside down."""
    mirrored = start._replace(blocks=upside_down(start.blocks), exits=upside_down(start.exits))
    return [start, mirrored]


def upside_down(cells: int) -> int:
    rows = [cells >> row * BOARD.columns & (1 << BOARD.columns) - 1 for row in range(BOARD.rows)]
    return sum(bits << row * BOARD.columns for row, bits in enumerate(reversed(rows)))
