"""Messages marked in the sources, and the catalogues made from them."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from typing import Any, NamedTuple

from babel.messages import Catalog
from babel.messages import Message as Entry
from babel.messages.mofile import read_mo, write_mo
from babel.messages.pofile import read_po, write_po

from common.messages import ENGLISH
from common.show.language import catalogue_of, languages

ROOT = Path(__file__).parents[2]
SCRIPT = "game.py"  # the script with --lang; its docstring is its help text
HEADER = "# Translations of the messages of game.py. How to change them: docs/how-the-code-is-built.md."


class Marked(NamedTuple):
    """A marked message: its msgid, its plural or None, its file."""

    msgid: str
    plural: str | None
    file: str

    @property
    def key(self) -> str | tuple[str, str]:
        """The key of the message in Babel."""
        return (self.msgid, self.plural) if self.plural else self.msgid


def sources() -> list[Path]:
    """Return the files that contain marked messages."""
    return [ROOT / SCRIPT, *sorted((ROOT / "common").rglob("*.py"))]


def marked() -> Iterator[Marked]:
    """Yield every marked message in the order of the files."""
    for path in sources():
        tree = ast.parse(path.read_text("utf-8"))
        file = path.relative_to(ROOT).as_posix()
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                yield from _marked(node, node.func.id, file)
        if file == SCRIPT:
            yield Marked(ast.get_docstring(tree, clean=False) or "", None, file)


def _marked(call: ast.Call, name: str, file: str) -> Iterator[Marked]:
    texts = [node.value for node in call.args[:2] if isinstance(node, ast.Constant)]
    if name == "_" and texts:
        yield Marked(str(texts[0]), None, file)
    if name == "ngettext":
        one, many = texts
        yield Marked(str(one), str(many), file)


def template() -> Catalog:
    """Return a catalogue of all marked messages without translations."""
    found = Catalog(charset="utf-8")
    for message in marked():
        found.add(message.key, locations=[(message.file, 0)])
    return found


def translated_languages() -> list[str]:
    """Return the languages that have a catalogue."""
    return [name for name in languages() if name != ENGLISH]


def read_text(name: str) -> Catalog:
    """Return the text catalogue of a language, as edited by its translator."""
    with catalogue_of(name, ".po").open("rb") as file:
        return read_po(file, locale=name)


def read_compiled(name: str) -> Catalog:
    """Return the compiled catalogue, which the programs read."""
    with catalogue_of(name).open("rb") as file:
        return read_mo(file)


def update(name: str) -> list[Entry]:
    """Bring a catalogue up to date with the sources and compile it.

    Return the entries without a translation.
    """
    catalogue, wanted = read_text(name), template()
    wanted.creation_date = catalogue.creation_date  # otherwise every call would change the file
    catalogue.update(wanted, no_fuzzy_matching=True)
    catalogue.obsolete.clear()
    catalogue.header_comment = HEADER
    with catalogue_of(name, ".po").open("wb") as file:
        write_po(file, catalogue, width=110, include_lineno=False)
    with catalogue_of(name).open("wb") as file:
        write_mo(file, catalogue)
    return [entry for entry in catalogue if entry.id and not all(strings_of(entry))]


def ids_of(entry: Entry) -> list[str]:
    """Return the msgid of an entry, and its plural if it has one."""
    return [entry.id] if isinstance(entry.id, str) else list(entry.id)


def strings_of(entry: Entry) -> list[str]:
    """Return the translations of an entry, one for each plural form of the language."""
    string: Any = entry.string
    return [string or ""] if string is None or isinstance(string, str) else list(string)


def placeholders(text: str) -> set[tuple[str, str]]:
    """Return the placeholders of a text with their formats."""
    if not re.search(r"\{\w", text):
        return set()
    return {(name, form or "") for _, name, form, _ in Formatter().parse(text) if name is not None}
