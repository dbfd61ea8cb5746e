"""A game from what options say to its last line, and one move of it for a referee; needs no typer."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from common.kernels.stopping import gone
from common.play.players import LOTS
from common.play.roster import Cast, PlayerSettings, with_engines
from common.play.stage import Stage
from common.record.saved_game import Files
from common.record.seeds import draw_seed, tell_seed
from common.rules.position import P


class GameSetup(NamedTuple):
    """All that it takes to play a game, or the rest of one: its start, who plays, what with, where it is written."""

    start: Any
    names: dict[str, str]
    settings: PlayerSettings
    files: Files = Files()

    def play(self, cast: Cast[Any], stage: Stage[Any]) -> int:
        """Play it to its last line. Raises BadInput at a name that is no player's."""
        nobody_waits = "human" not in self.names.values()
        players = {side: cast.player(name, self.settings, nobody_waits) for side, name in self.names.items()}
        known = {"limits": self.settings.limit.known(), "seed": self.settings.seed}
        stage.play(self.start, self.names, players, self.files, **known)
        return 0


class PlayOptions(NamedTuple):
    """What the options say that every `play` has; `settings` have no seed yet."""

    settings: PlayerSettings
    files: Files
    seed: int | None
    resume: Path | None

    def game(self, stage: Stage[P], start: P, said: Mapping[str, str | None]) -> GameSetup:
        """The game to go on with, or else a new one from a start that no seed decides. Raises BadInput or OSError."""
        return self.old_game(stage, said) or self.new_game(start, said)

    def drawn(self) -> int:
        """The seed, from the system's chance where none is given."""
        return draw_seed() if self.seed is None else self.seed

    def new_game(self, start: P, said: Mapping[str, str | None], lots: frozenset[str] = LOTS) -> GameSetup:
        """A game from a start that no seed decides; engines play where nobody is named, `lots` draw lots. Raises BadInput."""
        names = with_engines(said)
        self.files.check(names)
        seed = self.drawn()
        if lots & set(names.values()):
            tell_seed(seed)
        return GameSetup(start, names, self.settings._replace(seed=seed), self.files)

    def old_game(self, stage: Stage[Any], said: Mapping[str, str | None], *starts: object) -> GameSetup | None:
        """The game to go on with; None without --resume. `starts`: see `Stage.resume`. Raises BadInput or OSError."""
        if self.resume is None:
            return None
        going = stage.resume(self.resume, said, self.seed, *starts)
        settings = self.settings._replace(seed=going.seed)
        return GameSetup(going.start, going.names, settings, self.files.after(self.resume, going))


def print_move(cast: Cast[P], position: P, settings: PlayerSettings) -> int:
    """Answer a referee, who counts from the start of the process, with one move; an empty line if there is none."""
    over = position.outcome() or not position.moves()
    print("" if over else position.text(cast.engine(settings)(position, gone())))
    return 0
