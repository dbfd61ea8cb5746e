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
    position: str = typer.Option("", help="rows a-g of the position to prove (default: the start)"),
) -> Iterator[Line]:
    """Write all proven positions below a start; `perfect` dogs play from them."""
    if not proofs.exists():
        raise typer.BadParameter(f"{proofs}: no such file")
    start = catsdogs.read_position(position) if position else catsdogs.START
    linked = catsdogs.GAME.search.compiled()
    moves = ProofMoves(linked.fast, linked.fields)
    facts = FactFile(proofs, catsdogs.CatsDogsSearch().rows()).facts
    tree = ProofTree(canonical(start), moves, facts)
    found = book_of(tree)
    write_book(book, found)
    covered, size = covered_cat_moves(canonical(start), found, moves), book.stat().st_size
    yield line(
        f"{len(found):,} positions, {size / 1e6:.2f} MB; winner: {tree.winner or 'not proven'}; "
        f"answers every capture for {covered} cat moves",
        positions=len(found),
        bytes=size,
        winner=tree.winner,
        covered=covered,
    )
