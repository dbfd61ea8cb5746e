"""A usage error of typer as one line that quotes what came and says what was wanted; imported only where there is one."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Any, NamedTuple, get_args

from common.rules.errors import quoted

KINDS = {int: "whole number", float: "number", Path: "file or folder", str: "word"}
EXAMPLES = {int: 3, float: 2, Path: "FILE", str: "WORD"}


def refusal(group: Any, arguments: Sequence[str], name: str, problem: Any) -> str:
    """Return the line for what typer, or whichever click is beneath, has raised at a command line."""
    came, command = quoted(" ".join(arguments)), group.commands.get(arguments[0])
    if command is None:
        return f"{came}: {name} --help shows what is wanted"
    verb, example = command.name, command.epilog.replace("Example:", "e.g.")
    match type(problem).__name__:
        case "NoSuchOption":
            word = problem.option_name
            return f"{quoted(word)} is no option of {verb}{_meant(command, name, word)}"
        case "MissingParameter":
            return f"{came} lacks {_metavar(problem.param)}, {example}"
        case "BadParameter" if (param := problem.param).param_type_name == "argument":
            return f"{came}: wanted {Declared.of(command, param).wanted()} for {_metavar(param)}, {example}"
        case "BadParameter":
            return _bad_option(command, arguments, problem.param, max(problem.param.opts, key=len))
        case "BadOptionUsage":
            param = next((param for param in command.params if problem.option_name in param.opts), None)
            return _bad_option(command, arguments, param, problem.option_name)
        case "UsageError":
            left_over = problem.message.partition(" (")[2].removesuffix(")")  # which typer puts in brackets
            return f"{verb} has no place for {quoted(left_over)}, {example}"
    return f"{came}: {name} {verb} --help shows what is wanted"


def _meant(command: Any, name: str, word: str) -> str:
    """The options that an unknown one begins or resembles, unless `--help` hides them."""
    shown = [option for param in command.params if not param.hidden for option in param.opts]
    begun = [option for option in shown if len(word) > 3 and option.startswith(word)]
    if meant := begun or get_close_matches(word, shown, 1):
        return f"; did you mean {' or '.join(meant)}?"
    return f": {name} {command.name} --help shows those that are"


def _metavar(param: Any) -> str:
    return str(param.metavar or param.name.upper())


def _bad_option(command: Any, words: Sequence[str], param: Any, option: str) -> str:
    """An option whose value is wrong or missing, or a flag that has one (`--help` is a flag that is no parameter)."""
    if param is None or param.is_flag:
        came = next(word for word in words if word.startswith(f"{option}="))
        return f"{quoted(came)}: wanted {option} alone, without a value"
    came = "".join(f" {quoted(' '.join(behind))}" for behind in _behind(words, param))
    found = Declared.of(command, param)
    return f"{option}{came}: wanted {found.wanted()}, e.g. {option} {found.example(param.default)}"


def _behind(words: Sequence[str], param: Any) -> list[Sequence[str]]:
    """The words behind the last of an option, as many as it takes, in a list; an empty list if there are none."""
    at = max(at for at, word in enumerate(words) if word.partition("=")[0] in param.opts)
    _, joined, value = words[at].partition("=")
    behind = [*([value] if joined else []), *words[at + 1 :]][: param.nargs]
    return [behind] if behind else []


class Declared(NamedTuple):
    """What is declared of the value of a parameter: its type, its bounds, how many words it takes."""

    kind: Any
    least: float | None
    most: float | None
    words: int

    @classmethod
    def of(cls, command: Any, param: Any) -> Declared:
        """Return what a verb declares; the type is that of a word of a tuple or a list, text if it is not known."""
        kind = command.declared[param.name]
        told = next(iter(getattr(kind, "__metadata__", ())), None)
        while found := [part for part in get_args(kind) if part is not type(None)]:
            kind = found[0]
        least, most = getattr(told, "min", None), getattr(told, "max", None)
        return cls(kind if kind in KINDS else str, least, most, param.nargs)

    def wanted(self) -> str:
        """Return how many of what, from where to where."""
        noun = KINDS[self.kind]
        what = f"{self.words} {noun}s" if self.words > 1 else f"a {noun}"
        if self.most is not None:
            return f"{what} from {self.least} to {self.most}"
        return what if self.least is None else f"{what} of {self.least} or more"

    def example(self, usual: Any) -> str:
        """Return the default as it is typed, or values that fit."""
        if usual is None:
            usual = self.least or EXAMPLES[self.kind]
        return " ".join(map(str, usual if isinstance(usual, tuple) else [usual] * self.words))
