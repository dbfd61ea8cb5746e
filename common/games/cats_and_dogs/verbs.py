"""The verb of Cats & Dogs alone: `check` plays the dogs' answers of a proof file."""

from pathlib import Path
from typing import Annotated, Any

import typer
from typer import Argument, Option

from common.command import options
from common.games.cats_and_dogs.dog_answers import DogStrategy, ProvenAnswers, check_dogs_win
from common.games.cats_and_dogs.proof_facts import FactFile
from common.games.cats_and_dogs.proof_moves import ProofMoves
from common.games.cats_and_dogs.proof_tree import ProofTree
from common.games.cats_and_dogs.shared_table import table_buckets
from common.games.cats_and_dogs.symmetry import canonical
from common.play.game import Game
from common.rules.errors import BadInput
from common.search.results import DEFAULT_TABLE_GB


def add_verbs(app: typer.Typer, game: Game[Any, Any]) -> None:
    """Add the verb `check`."""

    def check(
        file: Annotated[Path, Argument(help="proof file of `solve --proofs`")],
        position: Annotated[
            str | None, Option(help="rows a-g of C, D and ., joined by / (default: the start)")
        ] = None,
    ) -> int:
        """Check a proof against every capture. Positions that jobs have solved are solved again."""
        words = [] if position is None else ["cat", position, "0"]
        start = game.starts.start_positions(game.starts.setup(words=words), 0)[0]
        print(checked(file, game, start))
        return 0

    options.add_verb(app, game, options.Verb("check", check, "proofs.jsonl"))


def checked(file: Path, game: Game[Any, Any], start: Any) -> str:
    """Check the answers of a proof file from a start, and return a line about them.

    Raise BadInput if the file does not prove a win of the dogs there or the check fails, OSError if it cannot
    be read.
    """
    if not file.exists():
        raise BadInput(f"{file}: expected a proof file, as `solve --proofs` writes it")
    search: Any = game.search
    linked = search.compiled()
    moves = ProofMoves(linked.fast, linked.fields)
    tree = ProofTree(canonical(start), moves, FactFile(file, search.rows()).facts)
    if tree.winner != "dog":
        found = "no winner" if tree.winner is None else "a win of the cats"
        raise BadInput(f"{file}: {found} is proven for this position: expected a win of the dogs")
    answers = ProvenAnswers(tree, linked, table_buckets(DEFAULT_TABLE_GB))
    count = check_dogs_win(start, DogStrategy(answers))
    return f"{count} positions: the dogs have a winning answer to every capture"
