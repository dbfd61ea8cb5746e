"""A book of dogs' answers: positions with the cats to move in which the dogs provably win.

A file has one position a line, the cats and the dogs as hexadecimal sets of squares, canonical and in order.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from common.games.cats_and_dogs.dog_answers import BookAnswers, DogStrategy
from common.games.cats_and_dogs.proof_moves import ProofMoves
from common.games.cats_and_dogs.proof_tree import ProofTree
from common.games.cats_and_dogs.symmetry import State
from common.kernels.kernel import Kernels
from common.record.atomic_files import write_atomically
from common.rules.square_grid import Step

if TYPE_CHECKING:
    from catsdogs import Position

BookPlayer = Callable[["Position"], Step | None]


def book_of(tree: ProofTree) -> set[State]:
    """Return the positions of a tree that the cats provably lose."""
    return {node.state for node in tree.nodes if node.cats_move and node.proof == 0}


def write_book(path: Path, book: Iterable[State]) -> None:
    """Write a book, whole or not at all. Raise OSError."""
    lines = (f"{cats:x} {dogs:x}\n" for cats, dogs, _step in sorted(book))
    write_atomically(path, "".join(lines).encode())


def read_book(path: Path) -> frozenset[State]:
    """Read a book. Raise ValueError if it is damaged, OSError if it cannot be read."""
    rows = (line.split() for line in path.read_text("utf-8").splitlines())
    return frozenset((int(cats, 16), int(dogs, 16), 0) for cats, dogs in rows)


def covered_cat_moves(start: State, book: Container[State], moves: ProofMoves) -> int:
    """Count the cat moves from a start that the book answers, whatever the cats capture.

    It stops where the dogs have won in every line.
    """
    answer, layer, count = BookAnswers(book, moves), {start}, 0
    while layer:
        after = set[State]()
        for state in layer:
            for turn in moves.captures(state):
                if moves.winner(turn) == "dog":
                    continue
                reply = None if moves.winner(turn) else answer(turn)
                if reply is None:
                    return count
                after.add(reply)
        layer, count = {state for state in after if moves.winner(state) is None}, count + 1
    return count


def book_player(book: Container[State], kernels: Kernels, fields: Mapping[str, int]) -> BookPlayer:
    """Return the dogs' next single move by a book, or None where it has no answer."""
    strategy = DogStrategy(BookAnswers(book, ProofMoves(kernels, fields)))
    return lambda position: strategy.move(position) if position.step else None
