"""Proof-number search on stored positions with 34 dogs, whose winners are known."""

from __future__ import annotations

import csv
from pathlib import Path

from catsdogs import GAME, SIDES, read_position
from common.games.cats_and_dogs.pn_solver import WinProver
from common.games.cats_and_dogs.shared_table import BUCKETS
from common.kernels.deadline import Deadline
from tests.support.compiled import machine_code

STORED = Path(__file__).parent / "data" / "thirty_four_dogs.tsv"
NODES = 1_500_000  # for a position; the hardest one takes 204 million
LEAST_DECIDED = 12  # of 24


def test_winners_with_34_dogs_are_right_if_decided() -> None:
    linked, decided = GAME.search.compiled(), 0
    prover = WinProver(machine_code(linked), linked.fields, BUCKETS)
    with STORED.open(encoding="utf-8") as file:
        rows = list(csv.DictReader((line for line in file if line[0] != "#"), delimiter="\t"))
    for row in rows:
        position = read_position(row["board"])
        assert position.dogs.bit_count() == 34
        prover.set_deadline(Deadline(nodes=NODES))
        cats_win = prover.prove_winner(GAME.search.state(position)).wins
        assert cats_win in (None, row["winner"] == SIDES[0]), row
        decided += cats_win is not None
    assert len(rows) == 24 and decided >= LEAST_DECIDED
