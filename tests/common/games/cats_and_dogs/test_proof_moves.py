"""Moves between canonical states, compared with the readable rules."""

from __future__ import annotations

from catsdogs import GAME, START, Position, read_position
from common.games.cats_and_dogs.proof_moves import ProofMoves
from common.games.cats_and_dogs.symmetry import State, canonical
from tests.support.catsdogs_cases import CATS_WIN, HOPELESS, late_positions
from tests.support.catsdogs_jobs import LATE

LINKED = GAME.search.compiled()
MOVES = ProofMoves(LINKED.plain, LINKED.fields)


def after_a_turn(at: Position) -> set[State]:
    """Return the canonical positions after the turn of the side to move, by the readable rules."""
    found = set[State]()
    for move in at.moves():
        after = at.play(move)
        if at.step == 1 and after.step == 2 and not after.outcome():
            found |= after_a_turn(after)
        else:
            found.add(canonical(after._replace(step=1 if at.step == 0 else 0)))
    return found


def test_captures_and_replies_match_the_readable_rules() -> None:
    steps = set[int]()
    for at, _ in late_positions(40):
        state, expected = canonical(at), after_a_turn(at)
        found = MOVES.replies(state) if at.step else MOVES.captures(state)
        assert len(found) == len(set(found)) and set(found) == expected, at
        steps.add(at.step)
    assert steps == {0, 1, 2}


def test_winner_of_finished_and_hopeless_positions() -> None:
    for at, _ in late_positions(40):
        assert MOVES.winner((*at,)) in (None, "dog")
        for move in at.moves():
            outcome = at.play(move).outcome()
            if outcome and at.play(move).step != 2:
                assert MOVES.winner((*at.play(move),)) == outcome.winner
    assert MOVES.winner((*read_position(HOPELESS),)) == "dog"
    assert MOVES.winner((*START,)) is None and MOVES.winner((*read_position(CATS_WIN),)) is None


def test_replies_of_the_least_work_come_first() -> None:
    at = read_position(LATE[30])
    works = [MOVES.work(state) for state in MOVES.replies(canonical(at.play(at.moves()[0])))]
    assert len(works) > 100 and works == sorted(works)


def test_more_dogs_and_captures_mean_more_work() -> None:
    works = [MOVES.work((*read_position(LATE[dogs]),)) for dogs in (28, 33)]
    assert works[0] < works[1] < MOVES.work((*START,))
