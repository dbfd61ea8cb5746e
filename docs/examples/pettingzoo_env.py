"""Any of the five games as an environment of PettingZoo: two agents in turn (AEC), with action masks.

It uses the games by docs/api.md alone. One random game of the duel:

    python docs/examples/pettingzoo_env.py duel7

An action is the number of a move in `ACTIONS`. An observation holds the words of the position as character
codes, so nothing is hidden from either agent; for learning, replace `encode` by features of your own.
"""

import random
import sys
from importlib import import_module

import numpy
from gymnasium.spaces import Box, Dict, Discrete
from pettingzoo import AECEnv

GRID = [(row, column) for row in range(7) for column in range(7)]
STEPS = [(a, b) for a in GRID for b in GRID if abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1]
SLIDES = [" ".join("abcdefg"[row] + "1234567"[column] for row, column in step) for step in STEPS]
ACTIONS = {
    "game": ["NW", "NE", "W", "E", "SW", "SE", *(f"({row}, {at})" for row in range(11) for at in range(11))],
    "squirrels": [column + row for row in "12345" for column in "ABCDE"],
    "duel7": SLIDES,
    "walls": ["try-forward", "turn-left", "turn-right"],
    "catsdogs": SLIDES,
}
MOST_SIGNS = 2000  # longer than the words of any position


def encode(game, position):
    """Return the words of a position as character codes, filled up with zeros."""
    codes = numpy.zeros(MOST_SIGNS, numpy.uint8)
    words = "\n".join(game.write(position)).encode()
    codes[: len(words)] = list(words)
    return codes


class BoardGame(AECEnv):
    """A game of `module`. Each reset begins a new one, at a random start if the game has random starts."""

    metadata = {"name": "five_board_games_v0", "render_modes": []}  # noqa: RUF012 (as in PettingZoo)

    def __init__(self, module="duel7", **start_options):
        super().__init__()
        self.game, self.actions = import_module(module).GAME, ACTIONS[module]
        self.render_mode, self.start_options, self.chance = None, start_options, random.Random()
        self.possible_agents = list(self.game.sides)
        mask = Box(0, 1, (len(self.actions),), numpy.int8)
        seen = Dict({"observation": Box(0, 255, (MOST_SIGNS,), numpy.uint8), "action_mask": mask})
        self.observation_spaces = dict.fromkeys(self.possible_agents, seen)
        self.action_spaces = {agent: Discrete(len(self.actions)) for agent in self.possible_agents}

    def observation_space(self, agent):
        return self.observation_spaces[agent]

    def action_space(self, agent):
        return self.action_spaces[agent]

    def reset(self, seed=None, options=None):
        if seed is not None:
            self.chance.seed(seed)
        self.position = self.game.start(seed=self.chance.randrange(1 << 30), **self.start_options)
        self.agents = self.possible_agents[:]
        self.rewards, self._cumulative_rewards = (dict.fromkeys(self.agents, 0) for _ in range(2))
        self.terminations, self.truncations = (dict.fromkeys(self.agents, False) for _ in range(2))
        self.infos = {agent: {} for agent in self.agents}
        self.agent_selection = self.position.turn

    def observe(self, agent):
        """Return the position, and which actions are legal: none unless the agent is to move."""
        position, legal = self.position, set()
        if agent == position.turn and not position.outcome():
            legal = {position.text(move) for move in position.moves()}
        mask = numpy.array([text in legal for text in self.actions], numpy.int8)
        return {"observation": encode(self.game, position), "action_mask": mask}

    def step(self, action):
        if self.terminations[self.agent_selection]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[self.agent_selection] = 0
        self.position = self.position.play(self.position.read_move(self.actions[action]))
        self.agent_selection = self.position.turn
        if outcome := self.position.outcome():
            gain = {outcome.winner: 1, None: 0}
            self.rewards = {agent: gain.get(agent, -1 if outcome.winner else 0) for agent in self.agents}
            self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()


if __name__ == "__main__":
    sys.path.pop(0)  # of this folder, whose other folders are named like the games
    env = BoardGame(*sys.argv[1:2])
    env.reset(seed=7)
    for agent in env.agent_iter():
        seen, reward, over, _truncated, _info = env.last()
        env.step(None if over else env.action_space(agent).sample(seen["action_mask"]))
        print(agent, f"ends with reward {reward}" if over else env.game.write(env.position))
