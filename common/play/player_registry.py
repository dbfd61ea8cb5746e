"""Who plays a game: people, engines at every level, simple players, anybody's program: the second part of its description."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, final

from common.kernels.deadline import Deadline
from common.messages import _, joined
from common.play.players import LASTING, NOVICE, PlayerSettings, Seeded, always, mostly, random_player
from common.play.setup import Names, S
from common.play.start_positions import Starts
from common.rules.errors import BadInput
from common.rules.position import P, Player
from common.search.limit import Level, Limit, level_of
from common.search.searchable import Searchable

if TYPE_CHECKING:
    from common.search.engine import Engine

Make = Callable[[PlayerSettings], Player[Any]]
LEVELS = {1: Level(Limit(nodes=5), 0.8), 2: Level(Limit(nodes=20), 0.4), 3: Level(Limit(nodes=50))}
LEVELS |= {4: Level(Limit(nodes=500)), 5: Level(Limit(seconds=2))}
DRAW_LOTS = frozenset({"random", "novice"})


def no_book(position: Any) -> None:
    """Return no stored move: the book of a weakened player."""


class WhoPlays(Starts[P, S], Searchable[P]):
    """The players of a game by their names."""

    levels: Mapping[int, Level] = LEVELS
    aliases: Mapping[str, str] = {}
    novices: Mapping[
        str, str
    ] = {}  # the simple player of each side whom a novice mostly follows; the first if none is named

    def simple(self, side: str) -> Mapping[str, Make]:
        """The players of a side that look a move or two ahead, by name."""
        from common.search.position_search import at_a_glance

        return {"greedy": always(lambda position: at_a_glance(self.searched().static_score, position))}

    def players_from_options(self, setup: S, said: Names) -> Names:
        """Return the players that options name. Raise BadInput if they contradict each other."""
        return said

    def default_players(self, said: Names, level: int | None) -> dict[str, str]:
        """Fill unassigned sides with the engine."""
        return {side: "engine" if name is None else name for side, name in said.items()}

    @final
    def player(self, side: str, name: str, settings: PlayerSettings) -> Player[P]:
        """A player by its name, or a command line. Raises BadInput if it is neither."""
        name = self.aliases.get(name, name)
        if name == "human":
            return self.person(settings)
        if name == "engine":
            return self.engine(settings)
        if level := level_of(name, self.levels):
            return self.at_level(side, level, settings)
        if name == "random":
            return random_player(settings.seed)
        if name == "novice":
            followed = self.novices.get(side) or next(iter(self.simple(side)))
            return mostly(self.simple(side)[followed](settings), NOVICE, settings.seed)
        if make := self.simple(side).get(name):
            return make(settings)
        if name.startswith(LASTING):
            return self.lasting_program(name.removeprefix(LASTING), settings)
        return self.program(name, settings)

    @final
    def check_name(self, side: str, name: str) -> None:
        """Raises BadInput at a name that is neither a player's nor a command."""
        other = self.other(side)
        if name in self.simple(other) and name not in self.simple(side):
            raise BadInput(
                _(
                    "{option}: {name} plays the {other}s only",
                    option=f"--{side.lower()} {name}",
                    name=name,
                    other=other,
                )
            )
        if self.is_named(side, name):
            return
        known = self._known(side)
        from common.programs.one_shot import split_command

        try:
            split_command(name.removeprefix(LASTING))
        except BadInput as problem:
            from difflib import get_close_matches

            meant = get_close_matches(name, [*known, *(f"level-{number}" for number in self.levels)], 1)
            raise (
                BadInput(_("{problem}; did you mean {name}?", problem=str(problem), name=meant[0]))
                if meant
                else problem
            ) from None

    @final
    def is_named(self, side: str, name: str) -> bool:
        """True if a player of a side has this name, so that it is no command. Raises BadInput for a level that there is not."""
        return name in self._known(side) or level_of(name, self.levels) is not None

    def _known(self, side: str) -> tuple[str, ...]:
        return ("human", "engine", "random", "novice", *self.aliases, *self.simple(side))

    def check_players(self, start: P, names: Mapping[str, str]) -> None:
        """Raises BadInput if a player asked for by name cannot play from a start."""

    @final
    def draws_lots(self, name: str) -> bool:
        """True if a player's seed is worth telling."""
        makes = [self.simple(side).get(name) for side in self.sides]
        return name in DRAW_LOTS or any(isinstance(make, Seeded) for make in makes)

    @property
    @final
    def tells_side(self) -> bool:
        """True if a program that is started for each move is told its side."""
        start = self.opening(0)
        return self.protocol(start)[0] == start.turn

    @final
    def names_help(self, side: str) -> str:
        """Who may play a side, for `--help`."""
        named = [
            "human",
            "engine",
            *(
                _("{alias} (the same as {name})", alias=alias, name=name)
                for alias, name in self.aliases.items()
            ),
        ]
        more = [_("level-1 to level-5"), "random", "novice", *self.simple(side), _("a command")]
        return _("{names}, or 'lasting: COMMAND'", names=joined(", ", [*named, *more]))

    def engine(self, settings: PlayerSettings) -> Player[P]:
        """Our player; both sides of a game share what it has found out."""
        return self.searching(settings)

    def adviser(self, settings: PlayerSettings) -> Player[P]:
        """Who gives hints where nothing more is told of them: the engine."""
        return self.engine(settings)

    @final
    def searching(self, settings: PlayerSettings) -> Engine[P]:
        """The engine that searches on the kernels of the game, and reports."""
        from common.search.engine import Engine, engine_here, position_engine
        from common.search.warm_start import compiled_searcher, searcher_for
        from common.show.progress_line import watch_if

        level, book = settings.level, self.no_book if settings.level.blind else self.book
        watch = watch_if(settings.shown and not settings.many)
        if not self.has_kernels:
            return position_engine(self._positions, level, settings.many, watch, book)
        if settings.many:
            return engine_here(self.linked(), level, book)
        threads = settings.threads if level.limit.seconds else 1
        make = compiled_searcher if settings.warm_up else searcher_for
        searcher = make(self.linked(), level, threads)
        return Engine(self.linked(), searcher, level.limit, watch, book, settings.interrupt)

    def at_level(self, side: str, level: Level, settings: PlayerSettings) -> Player[P]:
        """The engine under a level."""
        return self.engine(settings._replace(level=level))

    def program(self, command: str, settings: PlayerSettings) -> Player[P]:
        """Somebody's program. Raises BadInput if it cannot be run."""
        from common.programs.one_shot import program_player

        return program_player(command, settings.limit.patience, self.protocol, settings.confinement)

    @final
    def lasting_program(self, command: str, settings: PlayerSettings) -> Player[P]:
        """Somebody's program that is started once a game. Raises BadInput if it cannot be run."""
        from common.programs.persistent import LastingPlayer

        return LastingPlayer(command, settings.limit.patience, self.write, settings.confinement)

    def protocol(self, position: P) -> list[str]:
        """What a program is told of a position."""
        return self.write(position)

    def answer(self, position: P, settings: PlayerSettings, deadline: Deadline) -> Any:
        """Return the move for a referee, who counts from the start of the process."""
        return self.searching(settings)(position, deadline)

    def warm(self) -> None:
        """Compile, once, what every process of a match loads."""
        if self.has_kernels:
            self.linked().fast  # noqa: B018

    def person(self, settings: PlayerSettings) -> Player[P]:
        """Who is asked."""
        raise NotImplementedError
