"""The verb `move`: one move for a referee whose clock starts with the process.

Its arguments are parsed by hand, because importing typer costs about 130 ms.
"""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from common.command.setup_options import DeclaredOption, move_options
from common.kernels.process_time import time_used
from common.play.game import Game, OptionInfo
from common.play.player_registry import referee_move
from common.play.players import PlayerSettings
from common.rules.errors import BadInput, quoted
from common.search.limit import Limit, choose_limit

if TYPE_CHECKING:
    import typer


def print_move(game: Game[Any, Any], words: Sequence[str], **limits: Any) -> int:
    """Print the move for a position, or an empty line if there is none. Raise BadInput.

    `limits` are fields of `Limit`.
    """
    level = choose_limit(Limit(**limits), game.players.default_limit)
    position = game.notation.read_words(words)
    over = position.outcome() or not game.starts.can_move(position)
    settings = PlayerSettings(level)
    deadline = settings.deadline(time_used())
    print("" if over else position.text(referee_move(game, position, settings, deadline)))
    return 0


def move(game: Game[Any, Any], argv: Sequence[str]) -> int:
    """Parse the arguments of `move` and print the move. Raise BadInput."""
    known = {f"--{option.name}": option for option in move_options(game)}
    values, words, left = dict[str, str](), list[str](), iter(argv)
    for word in left:
        name, given, value = word.partition("=")
        if name in known:
            values[name] = value if given else next(left, "")
        elif word.startswith("--"):
            wanted = ", ".join(known)
            raise BadInput(
                f"move has no option {quoted(word)}: expected {wanted}, "
                f"e.g. {example_call(game)} {list(known)[-1]} 9"
            )
        else:
            words.append(word)
    numbers = {known[name].name: _number(name, text, known[name].kind) for name, text in values.items()}
    if len(words) not in game.notation.word_counts:
        counts = " / ".join(map(str, sorted(game.notation.word_counts)))
        raise BadInput(
            f"move takes {counts} words for a position, not {len(words)}, e.g. {example_call(game)}"
        )
    return print_move(game, words, **numbers)


def example_call(game: Game[Any, Any]) -> str:
    """Return an example of a call."""
    return f"python {game.name}.py move {game.notation.example_line}"


def _number(name: str, text: str, kind: Callable[[str], Any]) -> Any:
    try:
        return kind(text)
    except ValueError:
        example = "2" if kind is float else "50000"
        raise BadInput(f"{name} {quoted(text)}: expected a number, e.g. {name} {example}") from None


def add_move(app: "typer.Typer", game: Game[Any, Any]) -> None:
    """Add the verb `move` for its help page. Calls without --help do not use typer (see `move`)."""
    import typer

    from common.command import help_pages, options

    def verb(ctx: typer.Context) -> Any:
        return ctx.obj[0]

    words = DeclaredOption("words", list[str], OptionInfo("position"), default=...)
    declared = options.declare_options(game, [words, *move_options(game)])
    part = options.OptionGroup(declared, lambda **values: print_move(game, **values))
    text = "Print one move for a referee. The time limit covers the whole process, from start to exit."
    options.add_verb(
        app,
        game,
        options.Verb(
            "move",
            verb,
            game.notation.example_line,
            before=[part],
            text=text,
            group=help_pages.FOR_PROGRAMS,
        ),
    )
