"""A usage error of typer as one line that quotes what came and says what was wanted; imported only where there is one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Any, NamedTuple, get_args

from common.messages import _, either, ngettext
from common.rules.errors import quoted

KINDS: dict[Any, Callable[[int], str]] = {
    int: lambda count: ngettext("wanted a whole number", "wanted {count} whole numbers", count),
    float: lambda count: ngettext("wanted a number", "wanted {count} numbers", count),
    Path: lambda count: ngettext("wanted a file or folder", "wanted {count} files or folders", count),
    str: lambda count: ngettext("wanted a word", "wanted {count} words", count),
}
EXAMPLES = {int: 3, float: 2, Path: "FILE", str: "WORD"}


def refusal(group: Any, arguments: Sequence[str], name: str, problem: Any) -> str:
    """Return the line for what typer, or whichever click is beneath, has raised at a command line."""
    came, command = quoted(" ".join(arguments)), group.commands.get(arguments[0])
    if command is None:
        return _("{words}: {script} --help shows what is wanted", words=came, script=name)
    verb, example = command.name, command.epilog.partition(": ")[2]
    match type(problem).__name__:
        case "NoSuchOption":
            return _unknown(command, name, problem.option_name)
        case "MissingParameter":
            lacking = _metavar(problem.param)
            return _("{words} lacks {name}, e.g. {example}", words=came, name=lacking, example=example)
        case "BadParameter" if (param := problem.param).param_type_name == "argument":
            return _(
                "{given}: {wanted} for {name}, e.g. {example}",
                given=came,
                wanted=Declared.of(command, param).wanted(),
                name=_metavar(param),
                example=example,
            )
        case "BadParameter":
            return _bad_option(command, arguments, problem.param, max(problem.param.opts, key=len))
        case "BadOptionUsage":
            param = next((param for param in command.params if problem.option_name in param.opts), None)
            return _bad_option(command, arguments, param, problem.option_name)
        case "UsageError":
            left_over = quoted(
                problem.message.partition(" (")[2].removesuffix(")")
            )  # typer puts it in brackets
            return _(
                "{verb} has no place for {words}, e.g. {example}", verb=verb, words=left_over, example=example
            )
    return _("{words}: {script} --help shows what is wanted", words=came, script=f"{name} {verb}")


def _unknown(command: Any, name: str, word: str) -> str:
    """An option that the verb does not have; it may begin or resemble some, unless `--help` hides them."""
    shown = [option for param in command.params if not param.hidden for option in param.opts]
    begun = [option for option in shown if len(word) > 3 and option.startswith(word)]
    if meant := begun or get_close_matches(word, shown, 1):
        return _(
            "{option} is no option of {verb}; did you mean {names}?",
            option=quoted(word),
            verb=command.name,
            names=either(meant),
        )
    return _(
        "{option} is no option of {verb}: {script} {again} --help shows those that are",
        option=quoted(word),
        verb=command.name,
        script=name,
        again=command.name,
    )


def _metavar(param: Any) -> str:
    return str(param.metavar or param.name.upper())


def _bad_option(command: Any, words: Sequence[str], param: Any, option: str) -> str:
    """An option whose value is wrong or missing, or a flag that has one (`--help` is a flag that is no parameter)."""
    if param is None or param.is_flag:
        came = next(word for word in words if word.startswith(f"{option}="))
        return _("{word}: wanted {option} alone, without a value", word=quoted(came), option=option)
    came = "".join(f" {quoted(' '.join(behind))}" for behind in _behind(words, param))
    found = Declared.of(command, param)
    example = f"{option} {found.example(param.default)}"
    wanted = _("{wanted}, e.g. {example}", wanted=found.wanted(), example=example)
    return _("{given}: {wanted}", given=f"{option}{came}", wanted=wanted)


def _behind(words: Sequence[str], param: Any) -> list[Sequence[str]]:
    """The words behind the last of an option, as many as it takes, in a list; an empty list if there are none."""
    at = max(at for at, word in enumerate(words) if word.partition("=")[0] in param.opts)
    _option, joined, value = words[at].partition("=")
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
        """Return how many of what are wanted, from where to where."""
        wanted = KINDS[self.kind](max(self.words, 1))
        if self.most is not None:
            return _("{wanted} from {least} to {most}", wanted=wanted, least=self.least, most=self.most)
        return (
            wanted
            if self.least is None
            else _("{wanted} of {least} or more", wanted=wanted, least=self.least)
        )

    def example(self, usual: Any) -> str:
        """Return the default as it is typed, or values that fit."""
        if usual is None:
            usual = self.least or EXAMPLES[self.kind]
        return " ".join(map(str, usual if isinstance(usual, tuple) else [usual] * self.words))
