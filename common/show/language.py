"""What people are told, in another language than English: found by the shape of the English text.

Every text arises in English, in rules, players and errors, and becomes another language only where a person
is shown it; so records, referees and the lines of a contract never change. A catalogue is a file of
blocks, the English text above its translation:

    {cell} is blocked already: choose a free cell, {EXAMPLE}
    {cell} já está bloqueada: escolha uma casa livre, {EXAMPLE}

What stands in for a placeholder is kept; in capitals it is translated too, as a whole or as a list.
The first entry that fits counts; what none fits stays English.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Mapping
from contextvars import ContextVar
from pathlib import Path
from typing import NamedTuple

from common.rules.errors import BadInput, quoted
from common.show.window import wrapped

CATALOGUES = {"en": None, "pt": Path(__file__).with_name("portuguese.txt")}
_PLACEHOLDER = re.compile(r"\{(\w+)\}")


class Translation(NamedTuple):
    """A translation, and the shape of the English texts it is for."""

    shape: re.Pattern[str]
    translation: str


_spoken: ContextVar[tuple[Translation, ...]] = ContextVar("spoken", default=())
_name: ContextVar[str] = ContextVar("name", default="en")


def take_language(arguments: list[str]) -> list[str]:
    """The arguments without `--lang`, wherever it stands; people are told everything in that language now. Raises BadInput."""
    name, rest, words = "en", [], iter(arguments)
    for word in words:
        option, equals, value = word.partition("=")
        if option == "--lang":
            name = value if equals else next(words, "")
        else:
            rest.append(word)
    speak(name)
    return rest


def speak(name: str) -> None:
    """Tell people everything in this language from now on. Raises BadInput."""
    _spoken.set(())
    if name not in CATALOGUES:
        raise BadInput(f"--lang {quoted(name)}: wanted {' or '.join(CATALOGUES)}, e.g. --lang pt")
    _name.set(name)
    if path := CATALOGUES[name]:
        _spoken.set(
            tuple(Translation(_shape(english), told) for english, told in read_catalogue(path).items())
        )


def language() -> str:
    """The name of the language in which people are told everything."""
    return _name.get()


def read_catalogue(path: Path) -> dict[str, str]:
    """English texts and their translations; a block that starts with # is a remark."""
    blocks = (block.split("\n") for block in path.read_text(encoding="utf-8").strip().split("\n\n"))
    return {
        "\n".join(lines[: len(lines) // 2]): "\n".join(lines[len(lines) // 2 :])
        for lines in blocks
        if lines[0][0] != "#"
    }


def _shape(english: str) -> re.Pattern[str]:
    literal, names = _PLACEHOLDER.split(english)[::2], _PLACEHOLDER.findall(english)
    groups = [f"(?P<{name}>.+?)" for name in names]
    return re.compile(
        "".join(re.escape(text) + group for text, group in zip(literal, [*groups, ""], strict=True))
    )


def translated(text: str) -> str:
    """An English text as a person should read it; blanks and line ends around it stay."""
    told = _find(text.strip())
    return text if told is None else _writable(text.replace(text.strip(), told))


def say(text: str) -> None:
    """Print a line, translated, wrapped to the window, and flush it, since a grader may be reading the pipe."""
    print(wrapped(translated(text)), flush=True)


def meant(word: str, words: Iterable[str]) -> str:
    """The English word that people are shown as this one; the word itself if they are shown none so."""
    shown = {without_accents(translated(each)): each for each in words}
    return word if word in shown.values() else shown.get(without_accents(word), word)


def say_again(text: str) -> None:
    """Print on stderr the translation, if there is one, of a text that a contract wants in English on stdout."""
    if _find(text) is not None:
        print(translated(text), file=sys.stderr)


def _find(text: str) -> str | None:
    for entry in _spoken.get():
        if found := entry.shape.fullmatch(text):
            return entry.translation.format_map(_values(found.groupdict()))
    return None


def _values(found: Mapping[str, str]) -> dict[str, str]:
    return {name: _value(text) if name.isupper() else text for name, text in found.items()}


def _value(text: str) -> str:
    return _find(text) or ", ".join(_find(part) or part for part in text.split(", "))


def without_accents(text: str) -> str:
    """A text in ASCII, accents dropped, for fonts and code pages that have no more."""
    import unicodedata

    return unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()


def _writable(text: str) -> str:
    try:
        text.encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return without_accents(text)
    return text
