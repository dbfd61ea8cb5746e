"""The verb `play` of a game between X and O that starts from an input file, or from chance, and has cut-off depths."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from common.command import options
from common.play.players import LOTS
from common.play.stage import Stage
from common.record.saved_game import Files
from common.record.seeds import draw_seed, tell_seed
from common.rules.position import Player

if TYPE_CHECKING:
    import typer


class Settings(NamedTuple):
    """What players are made with."""

    depth: int
    seconds: float
    seed: int


class FilePlay(NamedTuple):
    """A game for `play`: how to read a start, and to draw one from a seed; how to make a player by its name, or raise BadInput.

    `names` are the players' names for `--help`; `depth` is the usual cut-off depth; `check` raises BadInput at a start that a
    player of a name cannot play from.
    """

    stage: Stage[Any]
    read: Callable[[Path], Any]
    draw: Callable[[int], Any]
    player: Callable[[str, Settings], Player[Any]]
    names: str
    depth: int
    check: Callable[[Any, str], object]

    def play(self, start: Any, names: dict[str, str], settings: Settings, files: Files) -> int:
        """Play a game, or the rest of one, to its last line."""
        players = self.players(start, names, settings)
        self.stage.play(start, names, players, files, limits={"depth": settings.depth}, seed=settings.seed)
        return 0

    def players(self, start: Any, names: dict[str, str], settings: Settings) -> dict[str, Player[Any]]:
        """Who plays which side. Raises BadInput at a wrong name, and at a player that cannot play from this start."""
        for name in names.values():
            self.check(start, name)
        return {side: self.player(name, settings) for side, name in names.items()}

    def begin(self, source: Path | None, names: dict[str, str], settings: Settings, files: Files) -> int:
        """Play a new game; its seed is told if anything was drawn."""
        files.check(names)
        start = self.read(source) if source else self.draw(settings.seed)
        self.players(start, names, settings)  # wrong ones are refused before the seed is told
        if not source or LOTS & set(names.values()):
            tell_seed(settings.seed)
        return self.play(start, names, settings, files)


def add_play(app: typer.Typer, script: str, game: FilePlay) -> None:
    """Add the verb."""
    import typer

    @app.command(epilog=f"Example: python {script} play --x human --o minimax --depth 3 --seed 7")
    def play(
        source: Path = typer.Argument(None, metavar="INPUT", help="an input file to start from; without it random values"),
        x: str = typer.Option(None, help=game.names),
        o: str = typer.Option(None, help="the same"),
        depth: int = typer.Option(game.depth, min=1, help="cut-off depth of the algorithms"),
        level: int = typer.Option(None, min=1, max=5, help="strength of the engine, in place of --depth"),
        seconds: float = typer.Option(5.0, min=0.01, help="a move, for programs and `perfect`"),
        seed: int = options.SEED,
        gif: Path = options.GIF,
        frame_ms: int = options.FRAME_MS,
        record: Path = options.RECORD,
        resume: Path = options.RESUME,
        as_json: bool = options.JSON,
    ) -> int:
        """Play a game: people, the course's algorithms, other programs."""
        said, files = {"X": x, "O": o}, Files(record, gif, frame_ms, as_json)
        if resume:
            going = game.stage.resume(resume, said, seed, source)
            return game.play(going.start, going.names, Settings(depth, seconds, going.seed), files.after(resume, going))
        engine = f"level-{level}" if level else "engine"
        names = {side: engine if name in (None, "engine") else name for side, name in said.items()}
        return game.begin(source, names, Settings(depth, seconds, draw_seed() if seed is None else seed), files)
