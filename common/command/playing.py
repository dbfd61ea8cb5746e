"""A game from what options say to its last line, and one move of it for a referee; needs no typer."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from common.kernels.stopping import gone
from common.play.players import LOTS
from common.play.roster import Cast, Means, with_engines
from common.play.stage import Stage
from common.record.saved_game import Files
from common.record.seeds import draw_seed, tell_seed
from common.rules.position import P


class Evening(NamedTuple):
    """All that it takes to play a game, or the rest of one: its start, who plays, what with, where it is written."""

    start: Any
    names: dict[str, str]
    means: Means
    files: Files = Files()

    def play(self, cast: Cast[Any], stage: Stage[Any]) -> int:
        """Play it to its last line. Raises BadInput at a name that is no player's."""
        nobody_waits = "human" not in self.names.values()
        players = {side: cast.player(name, self.means, nobody_waits) for side, name in self.names.items()}
        known = {"limits": self.means.limit.known(), "seed": self.means.seed}
        stage.play(self.start, self.names, players, self.files, **known)
        return 0


class Wish(NamedTuple):
    """What the options say that every `play` has; `means` have no seed yet."""

    means: Means
    files: Files
    seed: int | None
    resume: Path | None

    def game(self, stage: Stage[P], start: P, said: Mapping[str, str | None]) -> Evening:
        """The game to go on with, or else a new one from a start that no seed decides. Raises BadInput or OSError."""
        return self.old_game(stage, said) or self.new_game(start, said)

    def drawn(self) -> int:
        """The seed, from the system's chance where none is given."""
        return draw_seed() if self.seed is None else self.seed

    def new_game(self, start: P, said: Mapping[str, str | None], lots: frozenset[str] = LOTS) -> Evening:
        """A game from a start that no seed decides; engines play where nobody is named, `lots` draw lots. Raises BadInput."""
        names = with_engines(said)
        self.files.check(names)
        seed = self.drawn()
        if lots & set(names.values()):
            tell_seed(seed)
        return Evening(start, names, self.means._replace(seed=seed), self.files)

    def old_game(self, stage: Stage[Any], said: Mapping[str, str | None], *starts: object) -> Evening | None:
        """The game to go on with; None without --resume. `starts`: see `Stage.resume`. Raises BadInput or OSError."""
        if self.resume is None:
            return None
        going = stage.resume(self.resume, said, self.seed, *starts)
        means = self.means._replace(seed=going.seed)
        return Evening(going.start, going.names, means, self.files.after(self.resume, going))


def print_move(cast: Cast[P], position: P, means: Means) -> int:
    """Answer a referee, who counts from the start of the process, with one move; an empty line if there is none."""
    over = position.outcome() or not position.moves()
    print("" if over else position.text(cast.engine(means)(position, gone())))
    return 0
