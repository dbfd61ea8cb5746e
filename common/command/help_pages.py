"""Pages of `--help`: commands in groups, short columns for options, everything translated."""

from __future__ import annotations

import gettext
import os
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, get_args

from typer.core import TyperCommand, TyperGroup

from common.messages import _, language
from common.show.language import DOMAIN, LOCALE, translate

# Words that typer looks up with gettext.
TYPER_WORDS = (_("Arguments"), _("Options"), _("Commands"), _("default: {default}"), _("required"))


class _Translated:
    """Translations of the parts of a page that typer does not look up with gettext."""

    def format_usage(self: Any, ctx: Any, formatter: Any) -> None:
        """Write the usage line."""
        pieces = (translate(_(piece)) for piece in self.collect_usage_pieces(ctx))
        formatter.write_usage(ctx.command_path, " ".join(pieces), prefix=translate(_("Usage: ")))

    def get_help_option(self, ctx: Any) -> Any:
        """Return the option `--help` with a translated text."""
        option: Any = super().get_help_option(ctx)  # type: ignore[misc]
        option.help = translate(_("Show this message and exit."))
        return option


# Panels of options on the help page of a verb, after its other options, in this order.
WHO_PLAYS = _("Who plays")
STRENGTH = _("Strength")
SAVING = _("Saving and pictures")
PROGRAMS = _("External programs")
PANELS: Mapping[str, Collection[str]] = {
    WHO_PLAYS: ("player",),  # and the options of the sides, which begin with `player_`
    STRENGTH: ("level", "seconds", "grace", "nodes", "depth", "threads"),
    SAVING: ("record", "no_save", "resume", "force", "gif", "frame_ms", "no_gif"),
    PROGRAMS: ("trust", "memory", "readable", "ponder", "no_sandbox", "require_sandbox"),
}


class VerbHelp(_Translated, TyperCommand):
    """The help page of a verb. With `has_panels` its options are in panels."""

    has_panels = False

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Write the arguments, the options without a panel, and each panel; columns are equally wide."""
        params = [(param, param.get_help_record(ctx)) for param in self.get_params(ctx)]
        sections = dict[str, list[tuple[str, str]]]()
        for title in (_("Arguments"), _("Options"), *PANELS):
            sections[title] = [row for param, row in params if row and self._section_of(param) == title]
        options = [row[0] for title, rows in sections.items() if title != "Arguments" for row in rows]
        widest = max(map(len, options), default=0)
        for title, rows in sections.items():
            if rows:
                width = 0 if title == "Arguments" else widest
                with formatter.section(translate(title)):
                    formatter.write_dl([(name.ljust(width), text) for name, text in rows])

    def _section_of(self, param: Any) -> str:
        """Return the title of the section in which a parameter stands."""
        if param.param_type_name == "argument":
            return _("Arguments")
        name = "player" if param.name.startswith("player_") else param.name
        panels = PANELS if self.has_panels else {}
        return next((title for title, names in panels.items() if name in names), _("Options"))


# Groups of verbs on the help page of a game, in this order.
TO_PLAY = _("To play")
TO_STUDY = _("To study")
TO_COMPARE = _("To compare")
FOR_PROGRAMS = _("For programs")
FOR_CLASSES = _("For classes")
GROUPS = (TO_PLAY, TO_STUDY, TO_COMPARE, FOR_PROGRAMS, FOR_CLASSES)


class GameHelp(_Translated, TyperGroup):
    """The help page of a game: its verbs in groups. The line for `--help` itself is left out."""

    def get_help_option(self, ctx: Any) -> Any:
        """Return the option `--help`, hidden."""
        option = super().get_help_option(ctx)
        option.hidden = True
        return option

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write a section for each group of verbs."""
        verbs: list[Any] = [self.get_command(ctx, name) for name in self.list_commands(ctx)]
        longest = max(len(verb.name) for verb in verbs)
        room = formatter.width - longest - 6  # columns that click leaves for the texts
        for group in GROUPS:
            rows = [
                (verb.name.ljust(longest), verb.get_short_help_str(room))
                for verb in verbs
                if verb.rich_help_panel == group
            ]
            if rows:
                with formatter.section(translate(group)):
                    formatter.write_dl(rows)


METAVARS = (_("[OPTIONS]"), _("COMMAND [ARGS]..."))
PLACEHOLDERS = {int: "N", float: "N", Path: "FILE"}


def prepare_help(params: Sequence[Any], declared: Mapping[str, Any]) -> None:
    """Translate the help of typer's parameters, in place, and shorten their columns.

    `declared` maps their names to annotated types. typer keeps only the English text; the messages are in the
    declarations. It would also print the type and the range of every value, so that most texts would not fit
    their line.
    """
    for param in params:
        for info in getattr(declared[param.name], "__metadata__", ()):
            param.help = translate(info.help or "")
        if param.param_type_name == "argument":
            param.metavar = param.metavar or param.name.upper()
            param.display_type_rich = lambda ctx: ""
        elif not param.is_flag and param.metavar is None:
            param.metavar = " ".join([_placeholder(declared[param.name])] * max(param.nargs, 1))
        param._get_number_range_help_str = lambda: None


def _placeholder(kind: Any) -> str:
    """Return the word that stands for a value of a type, TEXT by default."""
    while inner := [part for part in get_args(kind) if part is not type(None)]:
        kind = inner[0]
    return PLACEHOLDERS.get(kind, "TEXT")


@contextmanager
def typer_translated() -> Iterator[None]:
    """Let typer find its own words in our catalogue, through gettext's default domain and LANGUAGE."""
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
