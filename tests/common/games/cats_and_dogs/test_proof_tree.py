"""The tree above the jobs, on a small game of numbers: which leaf is next, which reply, who wins."""

from __future__ import annotations

from math import inf
from typing import ClassVar

import pytest

from common.games.cats_and_dogs.proof_facts import Fact
from common.games.cats_and_dogs.proof_tree import GROWTH, ProofTree
from common.games.cats_and_dogs.symmetry import State


def cats(name: int, dogs: int) -> State:
    return name, (1 << dogs) - 1, 0


def dogs(name: int, count: int) -> State:
    return name, (1 << count) - 1, 1


ROOT = cats(1, 5)
ONE, OTHER = dogs(1, 4), dogs(2, 4)  # after the captures of the root
LIKED, BETTER, SHARED = cats(11, 4), cats(12, 4), cats(13, 4)


class NumberMoves:
    """Two captures; the reply SHARED answers both."""

    works: ClassVar = {ROOT: 100.0, ONE: 1.0, OTHER: 1.0, LIKED: 10.0, BETTER: 20.0, SHARED: 30.0}

    def winner(self, state: State) -> str | None:
        return None

    def captures(self, state: State) -> list[State]:
        return [ONE, OTHER] if state == ROOT else [dogs(9, 3)]

    def replies(self, state: State) -> list[State]:
        return {ONE: [LIKED, BETTER, SHARED], OTHER: [SHARED]}.get(state, [cats(99, 3)])

    def work(self, state: State) -> float:
        return self.works.get(state, 5.0)


DIVIDED = Fact(ROOT, None, 100, 1.0, {ONE: LIKED, OTHER: SHARED})


def solved(state: State, winner: str) -> Fact:
    return Fact(state, winner, 10, 1.0)


def tree_of(*facts: Fact) -> ProofTree:
    return ProofTree(ROOT, NumberMoves(), facts)


def next_state(tree: ProofTree) -> State | None:
    leaf = tree.next_leaf()
    return leaf.state if leaf else None


def outcome_of(tree: ProofTree) -> tuple[str | None, float, State | None]:
    return tree.winner, tree.root.proof, next_state(tree)


def test_root_is_the_first_leaf() -> None:
    tree = tree_of()
    assert (next_state(tree), tree.winner, tree.root.proof) == (ROOT, None, 100)


def test_hardest_capture_is_next_and_running_leaves_are_skipped() -> None:
    tree = tree_of(DIVIDED)
    assert tree.root.proof == (10 + 30 + 30) / 2
    for expected in (SHARED, LIKED, None):
        leaf = tree.next_leaf()
        assert (leaf and leaf.state) == expected
        if leaf:
            leaf.is_running = True


def test_dogs_win_once_each_capture_is_answered() -> None:
    tree = tree_of(DIVIDED)
    tree.add(solved(LIKED, "dog"))
    assert tree.winner is None and tree.proven_reply(ONE) == LIKED and tree.proven_reply(OTHER) is None
    tree.add(solved(SHARED, "dog"))
    assert outcome_of(tree) == ("dog", 0, None)


def test_refuted_reply_is_replaced_until_none_is_left() -> None:
    tree = tree_of(DIVIDED)
    tree.add(solved(LIKED, "cat"))
    assert [node.state for node in tree._nodes[ONE].children] == [LIKED, BETTER]
    tree.add(solved(BETTER, "cat"))
    assert tree._nodes[ONE].proof == 30 and tree.winner is None
    tree.add(solved(SHARED, "cat"))
    assert outcome_of(tree) == ("cat", inf, None)


def test_reply_that_answers_two_captures_is_one_leaf() -> None:
    tree = tree_of(DIVIDED)
    tree.add(solved(LIKED, "cat"))
    tree.add(solved(BETTER, "cat"))
    assert len(list(tree.open_lines())) == 1
    tree.add(solved(SHARED, "dog"))
    assert tree.winner == "dog"


def test_another_reply_is_tried_when_the_first_has_grown(monkeypatch: pytest.MonkeyPatch) -> None:
    tree = tree_of(DIVIDED)
    child, below = dogs(9, 3), cats(99, 3)
    monkeypatch.setitem(NumberMoves.works, below, 10 * GROWTH + 1)
    tree.add(Fact(LIKED, None, 10, 1.0, {child: below}))
    assert [node.state for node in tree._nodes[ONE].children] == [LIKED, BETTER]
    assert next_state(tree) == SHARED  # 30, harder than BETTER
    assert tree._nodes[ONE].proof == 20


@pytest.mark.parametrize("winner", ["dog", "cat"])
def test_facts_of_a_file_build_the_same_tree(winner: str) -> None:
    facts = [DIVIDED, solved(LIKED, winner), solved(SHARED, "dog")]
    grown = tree_of()
    for fact in facts:
        grown.add(fact)
    built = tree_of(*facts[::-1])
    assert (built.winner, built.root.proof) == (grown.winner, grown.root.proof)
    assert {state: node.proof for state, node in built._nodes.items()} == {
        state: node.proof for state, node in grown._nodes.items()
    }


def test_reply_that_a_file_lacks_is_the_most_promising() -> None:
    tree = tree_of(Fact(ROOT, None, 100, 1.0, {}))
    assert [tree._nodes[at].children[0].state for at in (ONE, OTHER)] == [LIKED, SHARED]
