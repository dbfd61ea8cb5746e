"""Turn typer's usage errors into one line that quotes the input. Imported on demand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Any, NamedTuple, get_args

from common.rules.errors import quoted

EXPECTED_VALUES: dict[Any, Callable[[int], str]] = {
    int: lambda count: "expected a whole number" if count == 1 else f"expected {count} whole numbers",
    float: lambda count: "expected a number" if count == 1 else f"expected {count} numbers",
    Path: lambda count: "expected a file or folder" if count == 1 else f"expected {count} files or folders",
    str: lambda count: "expected a word" if count == 1 else f"expected {count} words",
}
EXAMPLES = {int: 3, float: 2, Path: "FILE", str: "WORD"}


def usage_error_line(group: Any, arguments: Sequence[str], name: str, problem: Any) -> str:
    """Return the error line for a usage error that typer raised for a command line."""
    came, command = quoted(" ".join(arguments)), group.commands.get(arguments[0])
    if command is None:
        return f"{came} is not understood: see {name} --help"
    verb, example = command.name, command.epilog.partition(": ")[2]
    match type(problem).__name__:
        case "NoSuchOption":
            return _unknown_option(command, name, problem.option_name)
        case "MissingParameter":
            lacking = _metavar(problem.param)
            return f"{came}: {lacking} is missing, e.g. {example}"
        case "BadParameter" if (param := problem.param).param_type_name == "argument":
            expected = Declaration.from_param(command, param).expected()
            return f"{came}: {expected} for {_metavar(param)}, e.g. {example}"
        case "BadParameter":
            return _bad_option(command, arguments, problem.param, max(problem.param.opts, key=len))
        case "BadOptionUsage":
            param = next((param for param in command.params if problem.option_name in param.opts), None)
            return _bad_option(command, arguments, param, problem.option_name)
        case "UsageError":
            # typer puts the surplus words in brackets
            left_over = quoted(problem.message.partition(" (")[2].removesuffix(")"))
            return f"{verb} does not take {left_over}, e.g. {example}"
    return f"{came} is not understood: see {name} {verb} --help"


def _unknown_option(command: Any, name: str, word: str) -> str:
    """Return the line for an unknown option, with similar visible options if there are any."""
    shown = [option for param in command.params if not param.hidden for option in param.opts]
    completions = [option for option in shown if len(word) > 3 and option.startswith(word)]
    if similar := completions or get_close_matches(word, shown, 1):
        return f"{command.name} has no option {quoted(word)}; did you mean {' or '.join(similar)}?"
    return f"{command.name} has no option {quoted(word)}: see {name} {command.name} --help"


def _metavar(param: Any) -> str:
    return str(param.metavar or param.name.upper())


def _bad_option(command: Any, words: Sequence[str], param: Any, option: str) -> str:
    """Return the line for an option with a wrong or missing value, or for a flag with a value.

    `param` is None for `--help`, which typer does not list as a parameter.
    """
    if param is None or param.is_flag:
        came = next(word for word in words if word.startswith(f"{option}="))
        return f"{quoted(came)}: {option} takes no value"
    came = "".join(f" {quoted(' '.join(behind))}" for behind in _values_of(words, param))
    found = Declaration.from_param(command, param)
    example = f"{option} {found.example(param.default)}"
    return f"{option}{came}: {found.expected()}, e.g. {example}"


def _values_of(words: Sequence[str], param: Any) -> list[Sequence[str]]:
    """Return the words after the last use of an option, as a list of one list; empty if there are none."""
    at = max(at for at, word in enumerate(words) if word.partition("=")[0] in param.opts)
    _option, joined, value = words[at].partition("=")
    behind = [*([value] if joined else []), *words[at + 1 :]][: param.nargs]
    return [behind] if behind else []


class Declaration(NamedTuple):
    """The declared value of a parameter: type, bounds, number of words."""

    kind: Any
    least: float | None
    most: float | None
    words: int

    @classmethod
    def from_param(cls, command: Any, param: Any) -> Declaration:
        """Return the declaration of a parameter of a verb.

        For a tuple or a list the type is that of one word. Unknown types count as text.
        """
        kind = command.declared[param.name]
        option = next(iter(getattr(kind, "__metadata__", ())), None)
        while found := [part for part in get_args(kind) if part is not type(None)]:
            kind = found[0]
        least, most = getattr(option, "min", None), getattr(option, "max", None)
        return cls(kind if kind in EXPECTED_VALUES else str, least, most, param.nargs)

    def expected(self) -> str:
        """Return the expected values in words, with their bounds."""
        wanted = EXPECTED_VALUES[self.kind](max(self.words, 1))
        if self.most is not None:
            return f"{wanted} from {self.least} to {self.most}"
        return wanted if self.least is None else f"{wanted} of {self.least} or more"

    def example(self, default: Any) -> str:
        """Return the default as typed on a command line.

        If it is None, return other valid values.
        """
        if default is None:
            default = self.least or EXAMPLES[self.kind]
        return " ".join(map(str, default if isinstance(default, tuple) else [default] * self.words))
