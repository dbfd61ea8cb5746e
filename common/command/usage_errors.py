"""Turn typer's usage errors into one line that quotes the input. Imported on demand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Any, NamedTuple, get_args

from common.messages import _, ngettext, or_list
from common.rules.errors import quoted

EXPECTED_VALUES: dict[Any, Callable[[int], str]] = {
    int: lambda count: ngettext("expected a whole number", "expected {count} whole numbers", count),
    float: lambda count: ngettext("expected a number", "expected {count} numbers", count),
    Path: lambda count: ngettext("expected a file or folder", "expected {count} files or folders", count),
    str: lambda count: ngettext("expected a word", "expected {count} words", count),
}
EXAMPLES = {int: 3, float: 2, Path: "FILE", str: "WORD"}


def usage_error_line(group: Any, arguments: Sequence[str], name: str, problem: Any) -> str:
    """Return the error line for a usage error that typer raised for a command line."""
    came, command = quoted(" ".join(arguments)), group.commands.get(arguments[0])
    if command is None:
        return _("{words} is not understood: see {script} --help", words=came, script=name)
    verb, example = command.name, command.epilog.partition(": ")[2]
    match type(problem).__name__:
        case "NoSuchOption":
            return _unknown_option(command, name, problem.option_name)
        case "MissingParameter":
            lacking = _metavar(problem.param)
            return _("{words}: {name} is missing, e.g. {example}", words=came, name=lacking, example=example)
        case "BadParameter" if (param := problem.param).param_type_name == "argument":
            return _(
                "{given}: {wanted} for {name}, e.g. {example}",
                given=came,
                wanted=Declaration.from_param(command, param).expected(),
                name=_metavar(param),
                example=example,
            )
        case "BadParameter":
            return _bad_option(command, arguments, problem.param, max(problem.param.opts, key=len))
        case "BadOptionUsage":
            param = next((param for param in command.params if problem.option_name in param.opts), None)
            return _bad_option(command, arguments, param, problem.option_name)
        case "UsageError":
            # typer puts the surplus words in brackets
            left_over = quoted(problem.message.partition(" (")[2].removesuffix(")"))
            return _(
                "{verb} does not take {words}, e.g. {example}", verb=verb, words=left_over, example=example
            )
    return _("{words} is not understood: see {script} --help", words=came, script=f"{name} {verb}")


def _unknown_option(command: Any, name: str, word: str) -> str:
    """Return the line for an unknown option, with similar visible options if there are any."""
    shown = [option for param in command.params if not param.hidden for option in param.opts]
    completions = [option for option in shown if len(word) > 3 and option.startswith(word)]
    if similar := completions or get_close_matches(word, shown, 1):
        return _(
            "{verb} has no option {option}; did you mean {names}?",
            option=quoted(word),
            verb=command.name,
            names=or_list(similar),
        )
    return _(
        "{verb} has no option {option}: see {script} {again} --help",
        option=quoted(word),
        verb=command.name,
        script=name,
        again=command.name,
    )


def _metavar(param: Any) -> str:
    return str(param.metavar or param.name.upper())


def _bad_option(command: Any, words: Sequence[str], param: Any, option: str) -> str:
    """Return the line for an option with a wrong or missing value, or for a flag with a value.

    `param` is None for `--help`, which typer does not list as a parameter.
    """
    if param is None or param.is_flag:
        came = next(word for word in words if word.startswith(f"{option}="))
        return _("{word}: {option} takes no value", word=quoted(came), option=option)
    came = "".join(f" {quoted(' '.join(behind))}" for behind in _values_of(words, param))
    found = Declaration.from_param(command, param)
    example = f"{option} {found.example(param.default)}"
    wanted = _("{wanted}, e.g. {example}", wanted=found.expected(), example=example)
    return _("{given}: {wanted}", given=f"{option}{came}", wanted=wanted)


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
            return _("{wanted} from {least} to {most}", wanted=wanted, least=self.least, most=self.most)
        return (
            wanted
            if self.least is None
            else _("{wanted} of {least} or more", wanted=wanted, least=self.least)
        )

    def example(self, default: Any) -> str:
        """Return the default as typed on a command line.

        If it is None, return other valid values.
        """
        if default is None:
            default = self.least or EXAMPLES[self.kind]
        return " ".join(map(str, default if isinstance(default, tuple) else [default] * self.words))
