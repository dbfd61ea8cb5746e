"""The book of dogs' answers: made from a proof, written, read and played."""

from __future__ import annotations

from pathlib import Path

import pytest

import catsdogs
from catsdogs import GAME, read_position
from common.games.cats_and_dogs.dog_book import (
    book_of,
    book_player,
    covered_cat_moves,
    read_book,
    write_book,
)
from common.games.cats_and_dogs.double_moves import single_moves
from common.games.cats_and_dogs.players import careful
from common.games.cats_and_dogs.pn_solver import WinProver
from common.games.cats_and_dogs.proof_moves import ProofMoves
from common.games.cats_and_dogs.symmetry import canonical
from common.kernels.deadline import Deadline
from common.kernels.kernel import Kernels
from common.play.player_registry import player_of
from common.play.players import PlayerSettings
from common.search.limit import Level, Limit
from tests.support.catsdogs_cases import MIDDLE
from tests.support.catsdogs_jobs import BUCKETS, prove

LINKED = GAME.search.compiled()
START = read_position(MIDDLE)
MOVES = ProofMoves(LINKED.plain, LINKED.fields)


@pytest.fixture
def book_file(tmp_path: Path, compiled: Kernels) -> Path:
    """Return the book of a proof that divides every position."""
    write_book(tmp_path / "book.txt", book_of(prove(START, 1).tree))
    return tmp_path / "book.txt"


def test_book_is_read_as_written(book_file: Path) -> None:
    book = read_book(book_file)
    assert len(book) > 5 and canonical(START) in book
    assert all(state == canonical(state) and state[2] == 0 for state in book)
    assert book == book_of(prove(START, 1).tree)
    lines = book_file.read_text().splitlines()
    assert len(set(lines)) == len(lines) == len(book)


def test_book_covers_the_cat_moves_that_it_answers(book_file: Path) -> None:
    book = read_book(book_file)
    assert covered_cat_moves(canonical(START), book, MOVES) == 2  # an obvious answer follows the third
    assert covered_cat_moves(canonical(START), frozenset(), MOVES) == 0


FORTY_DOGS = "DCDDDDD/D.DDD.C/DDDDDDD/DDDDDDD/DD.CDDD/DDDDD.D/CDDDDCD"


def test_stored_book_answers_two_cat_moves_of_the_proven_position() -> None:
    book = read_book(catsdogs.DOG_BOOK)
    assert all(state == canonical(state) and state[2] == 0 for state in book)
    assert covered_cat_moves(canonical(read_position(FORTY_DOGS)), book, MOVES) == 2
    assert covered_cat_moves(canonical(catsdogs.START), book, MOVES) == 0


def test_book_dogs_win_against_every_start_of_the_cats(book_file: Path) -> None:
    dogs = book_player(read_book(book_file), LINKED.plain, LINKED.fields)
    solver = WinProver(LINKED.fast, LINKED.fields, BUCKETS)
    assert dogs(START) is None
    for seed in range(5):
        cats, at = careful(seed), START
        while not (outcome := at.outcome()):
            move = dogs(at) if at.step else cats(at)
            if move is None:  # below the book the solver answers at once
                solver.set_deadline(Deadline(nodes=2_000))
                move = single_moves(solver.prove_winner(tuple(at)).move or 0)[0]
            assert move in at.moves()
            at = at.play(move)
        assert outcome.winner == "dog"


def test_perfect_dogs_play_from_the_book(book_file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings = PlayerSettings(Level(Limit(nodes=50)), in_match=True, shows_progress=False, start=START)
    assert "perfect" in GAME.players.simple("dog")
    monkeypatch.setattr(catsdogs, "DOG_BOOK", book_file)
    player, at = player_of(GAME, "dog", "perfect", settings, START), START
    book = read_book(book_file)
    while not at.outcome():
        at = at.play(player(at) if at.step else at.moves()[0])
        assert at.step or at.outcome() or canonical(at) in book
    assert "perfect" not in GAME.players.simple("cat")
