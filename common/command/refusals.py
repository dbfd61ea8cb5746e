"""What a call got wrong, told in one line of ours in place of typer's; imported only where typer has refused a call."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from difflib import get_close_matches
from inspect import Parameter, signature
from pathlib import Path
from typing import Any, NamedTuple, get_args

import typer.main

from common.messages import _, either, ngettext
from common.rules.errors import quoted

KINDS: dict[Any, Callable[[int], str]] = {
    int: lambda count: ngettext("wanted a whole number", "wanted {count} whole numbers", count),
    float: lambda count: ngettext("wanted a number", "wanted {count} numbers", count),
    Path: lambda count: ngettext("wanted a file or folder", "wanted {count} files or folders", count),
    str: lambda count: ngettext("wanted a word", "wanted {count} words", count),
}
EXAMPLES = {int: 3, float: 2, Path: "FILE", str: "WORD"}


class Call(NamedTuple):
    """A call that was refused: the name of the program, the verb, what stands behind it, what the verb takes."""

    name: str
    verb: str
    words: Sequence[str]
    command: Any  # typer's, or click's own
    parameters: dict[str, Parameter]

    @property
    def options(self) -> list[str]:
        """The options of the verb that `--help` shows."""
        shown = (param for param in self.command.params if not getattr(param, "hidden", False))
        return [word for param in shown for word in param.opts if word.startswith("--")]

    @property
    def example(self) -> str:
        """How the verb is called."""
        return str((self.command.epilog or "").partition(": ")[2] or f"{self.name} {self.verb} --help")


def refusal(app: typer.Typer, arguments: Sequence[str], name: str, problem: Any) -> str:
    """The line for what typer, or whichever click is beneath, has raised at a command line."""
    group: Any = typer.main.get_command(app)
    verb = arguments[0] if arguments else ""
    tell = TOLD.get(type(problem).__name__)
    if verb not in group.commands or not tell:
        return _(
            "{words}: {script} --help shows what is wanted", words=quoted(" ".join(arguments)), script=name
        )
    return tell(Call(name, verb, arguments[1:], group.commands[verb], _parameters(app, verb)), problem)


def _parameters(app: typer.Typer, verb: str) -> dict[str, Parameter]:
    """What the function of a verb takes."""
    for info in app.registered_commands:
        if info.callback and verb in (info.name, info.callback.__name__):
            return dict(signature(info.callback, eval_str=True).parameters)
    return {}


def _unknown(call: Call, problem: Any) -> str:
    """An option that the verb does not have."""
    word = problem.option_name
    begun = [option for option in call.options if len(word) > 3 and option.startswith(word)]
    if meant := begun or get_close_matches(word, call.options, 1):
        return _(
            "{option} is no option of {verb}; did you mean {names}?",
            option=quoted(word),
            verb=call.verb,
            names=either(meant),
        )
    return _(
        "{option} is no option of {verb}: {script} {again} --help shows those that are",
        option=quoted(word),
        verb=call.verb,
        script=call.name,
        again=call.verb,
    )


def _missing(call: Call, problem: Any) -> str:
    """A word without which the verb does nothing."""
    param = problem.param
    came = " ".join((call.verb, *call.words))
    return _(
        "{words} lacks {name}, e.g. {example}",
        words=quoted(came),
        name=param.metavar or param.name.upper(),
        example=call.example,
    )


def _half(call: Call, problem: Any) -> str:
    """An option with too few words behind it, or with one where none belongs."""
    option = problem.option_name
    param = next(param for param in call.command.params if option in (*param.opts, *param.secondary_opts))
    if (
        (given := f"{option}=")
        and (joined := [word for word in call.words if word.startswith(given)])
        and param.is_flag
    ):
        return _("{word}: wanted {option} alone, without a value", word=quoted(joined[0]), option=option)
    came = " ".join(_behind(call, [option], param.nargs))
    given = f"{option} {quoted(came)}" if came else option
    return _("{given}: {wanted}", given=given, wanted=_wanted(call, param, option))


def _wrong(call: Call, problem: Any) -> str:
    """A value that is no number, or out of its bounds."""
    param = problem.param
    if param is None or param.name not in call.parameters:
        return " ".join(problem.format_message().split())
    option = max(param.opts, key=len)
    if option.startswith("--"):
        given = f"{option} {quoted(' '.join(_behind(call, param.opts, param.nargs)))}"
        return _("{given}: {wanted}", given=given, wanted=_wanted(call, param, option))
    return _(
        "{given}: {wanted} for {name}, e.g. {example}",
        given=quoted(_given(problem)),
        wanted=_wanted(call, param, ""),
        name=param.metavar or param.name.upper(),
        example=call.example,
    )


def _left_over(call: Call, problem: Any) -> str:
    """More words than the verb takes."""
    found = re.search(r" \((.*)\)$", problem.message, re.DOTALL)
    return _(
        "{verb} has no place for {words}, e.g. {example}",
        verb=call.verb,
        words=quoted(found[1] if found else " ".join(call.words)),
        example=call.example,
    )


def _behind(call: Call, options: Sequence[str], count: int) -> list[str]:
    """The words behind the last of an option, as many as it takes, or that are there."""
    for at in range(len(call.words) - 1, -1, -1):
        word, joined, value = call.words[at].partition("=")
        if word in options:
            return [*([value] if joined else []), *call.words[at + 1 :]][:count]
    return []


def _given(problem: Any) -> str:
    """A wrong value, from whichever library has refused it."""
    cause = problem.__cause__
    if hasattr(cause, "errors"):
        return str(cause.errors()[0]["input"])
    found = re.match(r"'?([^' ]*)", problem.message)
    return found[1] if found else problem.message


def _wanted(call: Call, param: Any, option: str) -> str:
    """What an option or an argument takes: how many of what, from where to where, and an example."""
    found = call.parameters[param.name]
    kind = _kind(found.annotation)
    least, most = getattr(found.default, "min", None), getattr(found.default, "max", None)
    wanted = KINDS[kind](max(param.nargs, 1))
    if most is not None:
        wanted = _("{wanted} from {least} to {most}", wanted=wanted, least=least, most=most)
    elif least is not None:
        wanted = _("{wanted} of {least} or more", wanted=wanted, least=least)
    if not option:
        return wanted
    usual = getattr(found.default, "default", None)
    values = (
        usual
        if isinstance(usual, tuple)
        else [(least or EXAMPLES[kind]) if usual is None else usual] * param.nargs
    )
    example = f"{option} {' '.join(map(str, values))}"
    return _("{wanted}, e.g. {example}", wanted=wanted, example=example)


def _kind(annotation: Any) -> Any:
    """The type of a word of an option, which may be one of a tuple, or None; text if it is no other that is known."""
    while found := [kind for kind in get_args(annotation) if kind is not type(None)]:
        annotation = found[0]
    return annotation if annotation in KINDS else str


TOLD: dict[str, Callable[[Call, Any], str]] = {
    "NoSuchOption": _unknown,
    "MissingParameter": _missing,
    "BadOptionUsage": _half,
    "BadParameter": _wrong,
    "UsageError": _left_over,
}
