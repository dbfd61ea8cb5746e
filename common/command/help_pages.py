"""Pages of `--help`: commands in groups, short columns for options."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Any, get_args

from typer.core import TyperCommand, TyperGroup

# Panels of options on the help page of a verb, after its other options, in this order.
WHO_PLAYS = "Who plays"
STRENGTH = "Strength"
SAVING = "Saving and pictures"
PROGRAMS = "External programs"
PANELS: Mapping[str, Collection[str]] = {
    WHO_PLAYS: ("player",),  # and the options of the sides, which begin with `player_`
    STRENGTH: ("level", "seconds", "nodes", "depth"),
    SAVING: ("record", "no_save", "resume", "force", "gif", "frame_ms", "no_gif"),
    PROGRAMS: ("trust", "memory", "readable", "ponder", "no_sandbox", "require_sandbox"),
}


class VerbHelp(TyperCommand):
    """The help page of a verb. With `has_panels` its options are in panels."""

    has_panels = False

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Write the arguments, the options without a panel, and each panel; columns are equally wide."""
        params = [(param, param.get_help_record(ctx)) for param in self.get_params(ctx)]
        sections = dict[str, list[tuple[str, str]]]()
        for title in ("Arguments", "Options", *PANELS):
            sections[title] = [row for param, row in params if row and self._section_of(param) == title]
        options = [row[0] for title, rows in sections.items() if title != "Arguments" for row in rows]
        widest = max(map(len, options), default=0)
        for title, rows in sections.items():
            if rows:
                width = 0 if title == "Arguments" else widest
                with formatter.section(title):
                    formatter.write_dl([(name.ljust(width), text) for name, text in rows])

    def _section_of(self, param: Any) -> str:
        """Return the title of the section in which a parameter stands."""
        if param.param_type_name == "argument":
            return "Arguments"
        name = "player" if param.name.startswith("player_") else param.name
        panels = PANELS if self.has_panels else {}
        return next((title for title, names in panels.items() if name in names), "Options")


# Groups of verbs on the help page of a game, in this order.
TO_PLAY = "To play"
TO_STUDY = "To study"
TO_COMPARE = "To compare"
FOR_PROGRAMS = "For programs"
FOR_CLASSES = "For classes"
GROUPS = (TO_PLAY, TO_STUDY, TO_COMPARE, FOR_PROGRAMS, FOR_CLASSES)


class GameHelp(TyperGroup):
    """The help page of a game: its verbs in groups. The line for `--help` itself is left out."""

    def get_help_option(self, ctx: Any) -> Any:
        """Return the option `--help`, hidden."""
        option = super().get_help_option(ctx)
        if option:
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
                with formatter.section(group):
                    formatter.write_dl(rows)


PLACEHOLDERS = {int: "N", float: "N", Path: "FILE"}


def prepare_help(params: Sequence[Any], declared: Mapping[str, Any]) -> None:
    """Shorten the columns of typer's parameters, in place. `declared` maps their names to annotated types.

    typer would print the type and the range of every value, so that most texts would not fit their line.
    """
    for param in params:
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
