"""`--help` in the language of people: the words of typer, which has none but English ones, and the help of options."""

from __future__ import annotations

import gettext
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from typer.core import TyperCommand, TyperGroup

from common.messages import _, language
from common.show.language import DOMAIN, LOCALE, translated

# What typer asks gettext for.
ASKED_FOR = (_("Arguments"), _("Options"), _("Commands"), _("default: {default}"), _("required"))


class _Translated:
    """The parts of a page of help that typer writes in English, whatever gettext says."""

    def format_usage(self: Any, ctx: Any, formatter: Any) -> None:
        """Write the line of usage."""
        pieces = (translated(_(piece)) for piece in self.collect_usage_pieces(ctx))
        formatter.write_usage(ctx.command_path, " ".join(pieces), prefix=translated(_("Usage: ")))

    def get_help_option(self, ctx: Any) -> Any:
        """Return the option `--help`."""
        option: Any = super().get_help_option(ctx)  # type: ignore[misc]
        option.help = translated(_("Show this message and exit."))
        return option


class VerbHelp(_Translated, TyperCommand):
    """The page of a verb."""


class GameHelp(_Translated, TyperGroup):
    """The page of a game."""


METAVARS = (_("[OPTIONS]"), _("COMMAND [ARGS]..."))


def translate_help(params: Sequence[Any], declared: Mapping[str, Any]) -> None:
    """Translate the help of parameters, of which typer keeps the English text, by the messages of their declarations."""
    for param in params:
        for info in getattr(declared[param.name], "__metadata__", ()):
            param.help = translated(info.help or "")


@contextmanager
def typer_translated() -> Iterator[None]:
    """Let typer find its own words in our catalogue: gettext looks for its usual domain, in the language of LANGUAGE."""
    folder, chosen = gettext.bindtextdomain(DOMAIN), os.environ.get("LANGUAGE")
    gettext.bindtextdomain(DOMAIN, str(LOCALE))
    os.environ["LANGUAGE"] = language()
    try:
        yield
    finally:
        gettext.bindtextdomain(DOMAIN, folder)
        del os.environ["LANGUAGE"]
        if chosen is not None:
            os.environ["LANGUAGE"] = chosen
