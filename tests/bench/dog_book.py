"""Make the book of dogs' answers of Cats & Dogs from a proof file, and count the cat moves it covers."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import typer

import catsdogs
from common.games.cats_and_dogs.dog_book import book_of, covered_cat_moves, write_book
from common.games.cats_and_dogs.proof_facts import FactFile
from common.games.cats_and_dogs.proof_moves import ProofMoves
from common.games.cats_and_dogs.proof_tree import ProofTree
from common.games.cats_and_dogs.symmetry import canonical
from tests.bench.lines import Line, line


def run(
    proofs: Path = typer.Argument(..., help="proof file of `catsdogs.py solve --proofs`"),
    book: Path = typer.Argument(catsdogs.DOG_BOOK, help="book to write"),
    position: list[str] = typer.Option([], help="rows a-g of a start; may be repeated (default: the usual)"),
) -> Iterator[Line]:
    """Write all proven positions below the starts; `perfect` dogs play from them."""
    if not proofs.exists():
        raise typer.BadParameter(f"{proofs}: no such file")
    starts = [canonical(catsdogs.read_position(rows)) for rows in position] or [canonical(catsdogs.START)]
    linked = catsdogs.GAME.search.compiled()
    moves = ProofMoves(linked.fast, linked.fields)
    facts = FactFile(proofs, catsdogs.CatsDogsSearch().rows()).facts
    trees = [ProofTree(start, moves, facts) for start in starts]
    found = {state for tree in trees for state in book_of(tree)}
    write_book(book, found)
    yield line(f"{len(found):,} positions, {book.stat().st_size / 1e6:.2f} MB", positions=len(found))
    for tree in trees:
        covered, dogs = covered_cat_moves(tree.root.state, found, moves), tree.root.state[1].bit_count()
        yield line(
            f"{dogs} dogs: winner {tree.winner}; answers every capture for {covered} cat moves",
            dogs=dogs,
            winner=tree.winner,
            covered=covered,
        )
