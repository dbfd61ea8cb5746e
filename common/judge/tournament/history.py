"""The history of a tournament that lasts: the calls that played it, and the programs in each of them.

A call is kept as a line of the journal: its date, and a digest of every player's program. Games that follow
were played by these programs. A changed program makes a new call.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from common.judge.journal import require
from common.judge.tournament.participants import ANCHOR, Entrant
from common.judge.tournament.plan import Plan
from common.judge.tournament.played_game import PlayedGame, parse_game
from common.judge.tournament.schedule import Key

DATE = re.compile(r"\d{4}-\d\d-\d\d")
MAX_NAMES = 8  # shown of the players that are new, changed or gone


class Call(NamedTuple):
    """The date of a call, YYYY-MM-DD, and the digest of each player by name, in the order of the plan."""

    date: str
    players: dict[str, str]


class History:
    """The calls and the games in a journal, in order."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self.calls: list[Call] = []
        self._games: list[tuple[int, PlayedGame]] = []  # each with the index of its call

    def parse(self, entry: Mapping[str, Any]) -> None:
        """Add a call or a game from a line of the journal.

        Raise one of `MALFORMED_FILE_ERRORS` if it was changed.
        """
        if "call" in entry:
            call = _parse_call(entry, len(self.calls) + 1)
            require(self._plan.hero is None or self._plan.names[self._plan.hero] in call.players)
            self.calls.append(call)
        else:
            played = parse_game(entry, self._plan.game)
            require(all(name in self.calls[-1].players for name in played.players))
            self.add(played)

    def add(self, played: PlayedGame) -> None:
        """Add a game of the last call."""
        self._games.append((len(self.calls) - 1, played))

    @property
    def last_number(self) -> int:
        """The highest number of a game before the last call, 0 if there is none."""
        last = len(self.calls) - 1
        return max((game.number for at, game in self._games if at < last), default=0)

    def kept(self, call: int) -> dict[Key, PlayedGame]:
        """Return the games that count in a call, an index: both programs are those of that call."""
        players, found = self.calls[call].players, dict[Key, PlayedGame]()
        for at, game in self._games:
            then = self.calls[at].players
            if at <= call and all(players.get(name) == then[name] for name in game.players):
                found[game.start, game.players] = game
        return found

    def first_seen(self, name: str) -> str:
        """Return the date of the first call with a player of this name."""
        return next(call.date for call in self.calls if name in call.players)

    def versions(self, name: str) -> int:
        """Count the different programs that a player has had."""
        return len({call.players[name] for call in self.calls if name in call.players})

    def changes(self) -> str:
        """Describe the players of the last call that are new, changed or gone since the call before."""
        before, now = (call.players for call in self.calls[-2:])
        changed = [name for name in now if before.get(name, now[name]) != now[name]]
        new = [name for name in now if name not in before]
        gone = [name for name in before if name not in now]
        parts = [
            f"changed: {_short_list(changed)}" if changed else "",
            f"new: {_short_list(new)}" if new else "",
            f"gone: {_short_list(gone)}" if gone else "",
        ]
        return "; ".join([part for part in parts if part])


def _short_list(names: list[str]) -> str:
    """Return the first names, and the number of the others."""
    shown = ", ".join(names[:MAX_NAMES])
    if len(names) <= MAX_NAMES:
        return shown
    return f"{shown} and {len(names) - MAX_NAMES} more"


def _parse_call(entry: Mapping[str, Any], number: int) -> Call:
    call, date, players = entry["call"], entry["date"], entry["players"]
    require(call == number and isinstance(date, str) and DATE.fullmatch(date) is not None)
    require(isinstance(players, dict) and ANCHOR in players and all(map(str.isprintable, players)))
    require(all(isinstance(digest, str) for digest in players.values()))
    return Call(date, players)


def past_plan(plan: Plan, call: Call) -> Plan:
    """Return the plan of an earlier call: the same tournament with the players of then."""
    names = list(call.players)
    hero = None if plan.hero is None else names.index(plan.names[plan.hero])
    return plan._replace(entrants=[Entrant(name, ("", "")) for name in names], hero=hero)
