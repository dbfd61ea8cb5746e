"""The verb `move`: one move for a referee, who counts from the start of the process; read by hand, for typer takes too long."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from common.kernels.process_time import spent
from common.messages import _
from common.play.game import Game
from common.play.player_registry import answer
from common.play.players import PlayerSettings
from common.rules.errors import BadInput, quoted
from common.search.limit import Level, choose_limit

if TYPE_CHECKING:
    import typer

KINDS: dict[str, Callable[[str], Any]] = {"--seconds": float, "--nodes": int, "--depth": int}


def print_move(game: Game[Any, Any], words: Sequence[str], level: Level) -> int:
    """Print the move of a position; an empty line if there is none. Raises BadInput."""
    position = game.notation.read_words(words)
    over = position.outcome() or not game.starts.can_move(position)
    settings = PlayerSettings(level)
    deadline = settings.deadline(spent())
    print("" if over else position.text(answer(game, position, settings, deadline)))
    return 0


def move(game: Game[Any, Any], argv: Sequence[str]) -> int:
    """What stands behind the verb: the words of a position, and a limit. Raises BadInput."""
    known = {name: kind for name, kind in KINDS.items() if name[2:] in game.players.limits["play"]}
    said, words, left = dict[str, str](), list[str](), iter(argv)
    for word in left:
        name, given, value = word.partition("=")
        if name in known:
            said[name] = value if given else next(left, "")
        elif word.startswith("--"):
            wanted = ", ".join(known)
            raise BadInput(
                _(
                    "{word} is no option of move: wanted {options}, e.g. {example} {option} 9",
                    word=quoted(word),
                    options=wanted,
                    example=example(game),
                    option=list(known)[-1],
                )
            )
        else:
            words.append(word)
    numbers = {name: _number(name, said.get(name), kind) for name, kind in KINDS.items()}
    if len(words) not in game.notation.counts:
        counts = " / ".join(map(str, game.notation.counts))
        raise BadInput(
            _(
                "move takes {counts} words for a position, not {given}, e.g. {example}",
                counts=counts,
                given=len(words),
                example=example(game),
            )
        )
    level = choose_limit(
        {}, None, numbers["--seconds"], numbers["--nodes"], numbers["--depth"], game.players.usual
    )
    return print_move(game, words, level)


def example(game: Game[Any, Any]) -> str:
    """How the verb is called."""
    return f"python {game.name}.py move {game.notation.example_line}"


def _number(name: str, text: str | None, kind: Callable[[str], Any]) -> Any:
    """The number behind an option; None if it is not given. Raises BadInput."""
    try:
        return None if text is None else kind(text)
    except ValueError:
        raise BadInput(
            _(
                "{option} {text}: wanted a number, e.g. {option} {value}",
                option=name,
                text=quoted(text or ""),
                value="2" if kind is float else "50000",
            )
        ) from None


def add_move(app: typer.Typer, game: Game[Any, Any]) -> None:
    """The verb as `--help` shows it; a call is answered without typer."""
    from common.command import options

    def verb(
        words: list[str] = options.position_words(game),
        seconds: float = options.seconds_a_move(game),
        nodes: int = options.NODES,
        depth: int = options.DEPTH,
    ) -> int:
        return print_move(game, words, choose_limit({}, None, seconds, nodes, depth, game.players.usual))

    text = _("Answer a referee with one move. The limit counts from the start of the process to its end.")
    without = options.missing(game)
    options.add_verb(app, game, "move", verb, game.notation.example_line, without=without, text=text)
