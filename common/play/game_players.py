"""The players of a game: engine, levels, simple players and external programs. A part of a game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Generic, final

from common.play.players import PlayerSettings, stateless_factory
from common.play.setup import Names, S
from common.rules.position import P, Player
from common.search.game_search import Search
from common.search.limit import Level, Limit

if TYPE_CHECKING:
    from common.play.notation import Notation
    from common.search.results import Insight
    from common.search.think import Engine

PlayerFactory = Callable[[PlayerSettings], Player[Any]]
LIMITS = ("seconds", "nodes", "depth")
# The margins are the least, because the unit of a game's evaluation is unknown here.
LEVELS = {
    1: Level(Limit(nodes=5), 0.8, margin=1),
    2: Level(Limit(nodes=20), 0.4, margin=1),
    3: Level(Limit(nodes=50), margin=1),
    4: Level(Limit(nodes=500), margin=1),
    5: Level(Limit(seconds=2), margin=0),
}


def no_book(position: Any) -> None:
    """Return None: no move is stored."""


class Players(Generic[P, S]):
    """The players of a game, and their limits. A game sets `search` and `notation`.

    `default_limit` limits a move in a game, `match_limit` one in a match. `limits` lists the limit options
    that the engine accepts in `play` and in `analyse`. `levels` are the levels of the weakened engine.
    """

    default_limit = Limit(seconds=2)
    match_limit = Limit(seconds=0.1)
    limits: Mapping[str, Sequence[str]] = dict.fromkeys(("play", "analyse"), LIMITS)
    levels: Mapping[int, Level] = LEVELS
    search: Search[P]
    notation: Notation[P]

    def simple(self, side: str) -> Mapping[str, PlayerFactory]:
        """Return, by name, factories of the players of a side that look a ply or two ahead.

        A `novice` mostly plays like the first of them.
        """
        from common.search.think import best_static_move

        def greedy(position: P) -> Any:
            return best_static_move(self.search.searched_game(position).static_score, position)

        return {"greedy": stateless_factory(greedy)}

    def from_options(self, setup: S, named: Names) -> Names:
        """Return `named`, the players given by side, with those that the set-up's options choose.

        By default it is returned unchanged. Raise BadInput if options conflict.
        """
        return named

    def default(self, named: Names, level: int | None) -> dict[str, str]:
        """Fill unassigned sides with the engine.

        `level` is the number given by --level, or None. It takes the place of the engine, so that a record
        keeps it.
        """
        engine = f"level-{level}" if level else "engine"
        return {side: engine if name in (None, "engine") else str(name) for side, name in named.items()}

    def engine(self, settings: PlayerSettings) -> Player[P]:
        """Return the engine for games from `settings.start`.

        Both sides of a game use the same tables.
        """
        return self.searching_engine(settings)

    def at_level(self, side: str, level: Level, settings: PlayerSettings) -> Player[P]:
        """Return the engine weakened to a level, which replaces that of the settings."""
        return self.engine(settings._replace(level=level))

    def insight(self, position: P, settings: PlayerSettings) -> Insight:
        """Analyse a position within the limit of the settings, whose `start` is ignored.

        Raise BadInput if the limit is too short.
        """
        return self.searching_engine(settings._replace(start=position)).insight(position)

    def protocol_words(self, position: P) -> list[str]:
        """Return the words that a one-shot program is given for a position."""
        return self.notation.write(position)

    def one_shot_program(self, command: str, settings: PlayerSettings) -> Player[P]:
        """Return a player that starts a program for each move. Raise BadInput if it cannot be run."""
        from common.programs.one_shot import one_shot_player

        return one_shot_player(
            command, settings.limit.program_seconds, self.protocol_words, settings.confinement
        )

    @final
    def searching_engine(self, settings: PlayerSettings, book: Callable[[P], Any] = no_book) -> Engine[P]:
        """Return the engine that searches games from `settings.start`.

        `book` returns the stored move of a position, or None. At full strength the engine plays it first. A
        level that ignores moves or varies by a margin has no book.
        """
        from common.search.think import Engine
        from common.show.progress_line import progress_watch

        level = settings.level
        book = no_book if level.ignored_part or (level.varies and level.margin) else book
        watch = progress_watch(settings.shows_progress and not settings.in_match)
        game = self.search.searched_game(settings.start)
        return Engine(game, game.searcher(level, shared=not settings.in_match), level.limit, book, watch)

    @final
    def analysis_limit(self) -> Limit:
        """Return the default limit of an analysis: 2 s, or none if the game limits it by plies only."""
        return Limit(seconds=2) if "seconds" in self.limits["analyse"] else Limit()
