"""The command `five-board-games`: a list of the games, and the start of any of them.

A game's script is imported by name, and only after it has been chosen.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from importlib import import_module

from common.command import cli
from common.command.game_entries import COMMANDS, GAMES, PROGRAM, Entry
from common.rules.errors import BadInput, quoted

COMPLETE_VARIABLE = "_FIVE_BOARD_GAMES_COMPLETE"  # set by the shell when it asks for completions
COMPLETION_OPTIONS = ("--install-completion", "--show-completion")
EXAMPLES = {
    "duel7 play --level 1": "play a game",
    "duel7 --help": "show its commands",
    "--install-completion": "Tab completes words",
}


def main(words: Sequence[str]) -> int:
    """Run a call without a game, or a command of this program, and return its exit status.

    Raise BadInput for anything else.
    """
    if COMPLETE_VARIABLE in os.environ or (len(words) == 1 and words[0] in COMPLETION_OPTIONS):
        from common.command.completion import run_completion

        return run_completion(words)
    if list(words) in ([], ["--help"], ["-h"]):
        print(list_of_games())
        return 0
    if list(words) == ["--version"]:
        return cli.print_version(PROGRAM)
    if words[0] not in COMMANDS:
        raise BadInput(refusal(words))
    status: int = import_module(COMMANDS[words[0]].module).main(list(words[1:]))
    return status


def list_of_games() -> str:
    """Return the games and the commands of this program, one per line, and examples."""
    entries = {name: entry.line for name, entry in {**GAMES, **COMMANDS}.items()}
    examples = {f"{PROGRAM} {words}": line for words, line in EXAMPLES.items()}
    return f"Five two-player board games:\n\n{columns(entries)}\n\nFor example:\n\n{columns(examples)}"


def columns(rows: Mapping[str, str]) -> str:
    """Return two columns of text, the first as wide as its longest cell."""
    width = max(map(len, rows))
    return "\n".join(f"  {left:{width}}  {right}" for left, right in rows.items())


def refusal(words: Sequence[str]) -> str:
    """Return the line for a call that names neither a game nor a command."""
    if words[0].startswith("-"):
        return f"{quoted(' '.join(words))} is not understood: see {PROGRAM} --help"
    from difflib import get_close_matches

    names = [*GAMES, *COMMANDS]
    similar = get_close_matches(words[0], names, 1)
    wanted = f"did you mean {similar[0]}?" if similar else f"expected {', '.join(names)}"
    return f"{quoted(words[0])} is not one of the games{'; ' if similar else ': '}{wanted}"


def entry_named(word: str) -> tuple[str, Entry] | None:
    """Return the name and the entry of a game, named by its command or its script; None for other words."""
    script = word.removesuffix(".py")
    return next(((name, entry) for name, entry in GAMES.items() if script in (name, entry.module)), None)


def console() -> None:
    """Run `five-board-games`, or hand the call on to the script that its first word names."""
    words = sys.argv[1:]
    found = entry_named(words[0]) if words and COMPLETE_VARIABLE not in os.environ else None
    if not found:
        cli.console(main)
    else:
        name, entry = found
        sys.argv = [f"{PROGRAM} {name}", *words[1:]]  # the name of the program in messages of the script
        import_module(entry.module).console()
