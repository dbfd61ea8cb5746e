"""The tree of positions above the jobs of a proof: proof numbers choose the next job.

The question is whether the dogs win. A position's proof number estimates the moves that a solver would still
look at to prove it: 0 is a proven win of the dogs, infinite one of the cats. Where the cats move, every
capture must be answered; where the dogs move, one reply suffices. The first reply is the one that the engine
likes. Another one is tried if all are refuted, or if their proof numbers have grown out of all proportion.

Equal positions, by symmetry or by transposition, are one node. Every capture removes a dog, so there are no
cycles.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from heapq import heappop, heappush
from itertools import count
from math import inf
from typing import Protocol

from common.games.cats_and_dogs.proof_facts import Fact
from common.games.cats_and_dogs.symmetry import State

GROWTH = 8.0  # another reply is tried once the proof number of those tried has grown this many times
PROOFS = {"dog": 0.0, "cat": inf}


class Moves(Protocol):
    """The moves of the game, as the tree needs them; states are canonical."""

    def winner(self, state: State) -> str | None:
        """Return the winner of a position if it is over or plainly lost, else None."""

    def captures(self, state: State) -> list[State]:
        """Return the distinct positions after each capture."""

    def replies(self, state: State) -> list[State]:
        """Return the distinct positions after each turn of the dogs, the most promising first."""

    def work(self, state: State) -> float:
        """Estimate how many moves a solver looks at to prove a position that is not over."""


class Node:
    """A position of the tree.

    It is a leaf as long as it has no children. `is_running` marks the leaf of an unfinished job.
    """

    __slots__ = ("children", "is_running", "parents", "proof", "state", "untried")

    def __init__(self, state: State, proof: float) -> None:
        self.state, self.proof = state, proof
        self.parents, self.children = list[Node](), list[Node]()
        self.untried: Iterator[State] | None = None  # replies, listed when a second one is needed
        self.is_running = False

    @property
    def cats_move(self) -> bool:
        """True if the cats are to move."""
        return self.state[2] == 0

    @property
    def is_open(self) -> bool:
        """True if the winner is not proven."""
        return 0 < self.proof < inf

    @property
    def rank(self) -> tuple[int, bool]:
        """An order in which children come before their parents."""
        return self.state[1].bit_count(), not self.cats_move


class ProofTree:
    """The tree of a proof. It grows by facts: those of a proof file, then those of each finished job."""

    def __init__(self, root: State, moves: Moves, facts: Iterable[Fact] = ()) -> None:
        self._moves, self._nodes = moves, dict[State, Node]()
        self._winners = {fact.state: fact.winner for fact in facts if fact.winner}
        self._replies = {fact.state: fact.replies for fact in facts if not fact.winner}
        self.root = self._node(root)

    @property
    def nodes(self) -> Iterable[Node]:
        """All positions."""
        return self._nodes.values()

    def add(self, fact: Fact) -> None:
        """Add the fact that a job has found about a leaf."""
        node = self._nodes[fact.state]
        node.is_running = False
        if fact.winner:
            self._winners[fact.state] = fact.winner
            node.proof = PROOFS[fact.winner]
        else:
            self._replies[fact.state] = fact.replies
            self._divide(node, fact.replies)
        self._update(node.parents)

    def _node(self, state: State) -> Node:
        """Return the node of a state, created with everything that the facts say about it."""
        if state in self._nodes:
            return self._nodes[state]
        winner = self._moves.winner(state) or self._winners.get(state)
        node = self._nodes[state] = Node(state, PROOFS[winner] if winner else self._moves.work(state))
        if node.is_open and state in self._replies:
            self._divide(node, self._replies[state])
        return node

    def _divide(self, node: Node, replies: Mapping[State, State]) -> None:
        """Give a leaf its children, and theirs: the first reply to each capture."""
        if node.cats_move:
            for state in self._moves.captures(node.state):
                child = self._node(state)
                self._add_child(node, child)
                if child.is_open and not child.children:
                    self._add_first_reply(child, replies)
        else:
            self._add_first_reply(node, replies)
        self._refresh(node)

    def _add_first_reply(self, node: Node, replies: Mapping[State, State]) -> None:
        """Add the reply that the engine likes first, or else the most promising one."""
        if node.state in replies:
            self._add_child(node, self._node(replies[node.state]))
        else:
            self._try_another(node)
        self._refresh(node)

    def _add_child(self, node: Node, child: Node) -> None:
        child.parents.append(node)
        node.children.append(child)

    def _update(self, nodes: Iterable[Node]) -> None:
        """Refresh nodes, and then the parents of all that change, children before parents."""
        order, queue = count(), list[tuple[tuple[int, bool], int, Node]]()
        for node in nodes:
            heappush(queue, (node.rank, next(order), node))
        while queue:
            node = heappop(queue)[2]
            before = node.proof
            self._refresh(node)
            if node.proof != before:
                for parent in node.parents:
                    heappush(queue, (parent.rank, next(order), parent))

    def _refresh(self, node: Node) -> None:
        """Compute the proof number of a node that has children; try other replies if they are needed."""
        if node.cats_move:
            proofs = [child.proof for child in node.children]
            node.proof = (sum(proofs) + max(proofs)) / 2  # many lines transpose
            return
        first = GROWTH * self._moves.work(node.children[0].state)
        node.proof = min(child.proof for child in node.children)
        while node.proof > first * len(node.children) and self._try_another(node):
            node.proof = min(node.proof, node.children[-1].proof)

    def _try_another(self, node: Node) -> bool:
        """Add the next untried reply of the dogs; return False if there is none."""
        if node.untried is None:
            node.untried = iter(self._moves.replies(node.state))
        tried = {child.state for child in node.children}
        state = next((state for state in node.untried if state not in tried), None)
        if state is not None:
            self._add_child(node, self._node(state))
        return state is not None

    # The next job, and what is left

    def next_leaf(self) -> Node | None:
        """Return the open leaf that seems to matter most and has no job, or None. The caller marks it.

        Where the cats move it is below the hardest capture, where the dogs move below the best reply.
        """
        seen = set[State]()

        def find(node: Node) -> Node | None:
            if node.is_running or not node.is_open or node.state in seen:
                return None
            seen.add(node.state)
            if not node.children:
                return node
            ordered = sorted(node.children, key=lambda child: child.proof, reverse=node.cats_move)
            return next(filter(None, map(find, ordered)), None)

        return find(self.root)

    def open_lines(self) -> Iterator[tuple[Node, ...]]:
        """Yield a line from the root to each open leaf of the likeliest proof: one best reply each."""
        seen, lines = set[State](), list[tuple[Node, ...]]([(self.root,)])
        while lines:
            line = lines.pop()
            node = line[-1]
            if not node.is_open or node.state in seen:
                continue
            seen.add(node.state)
            if not node.children:
                yield line
            elif node.cats_move:
                lines += [(*line, child) for child in node.children]
            else:
                lines.append((*line, min(node.children, key=lambda child: child.proof)))

    def proven_reply(self, state: State) -> State | None:
        """Return the position after a reply that provably wins for the dogs, or None if the tree has none."""
        node = self._nodes.get(state)
        return next((child.state for child in node.children if child.proof == 0), None) if node else None

    @property
    def winner(self) -> str | None:
        """The winner of the root, or None as long as it is open."""
        return None if self.root.is_open else "cat" if self.root.proof else "dog"
