"""Messages, marked where they are written and translated where a person reads them.

`_("{count} cells, e.g. {example}", count=3, example="(5, 5)")` is the English text. It remembers its msgid and its
values, so that the edge of the program can show it in another language. Records, JSON and referees keep the English.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from gettext import NullTranslations

ENGLISH = "en"


class Message(str):
    """An English text that knows its msgid and its values; its plural, if it has one, and the number that decides."""

    msgid: str
    plural: str | None = None
    number: int = 1
    values: Mapping[str, object] = {}

    def __str__(self) -> str:
        """Return the message itself, so that an exception hands it on with its msgid."""
        return self


class _Language:
    """The language of this process, for all of its threads: its name and its catalogue, which English does without."""

    name = ENGLISH
    catalogue: NullTranslations | None = None


def _(text: str, /, **values: object) -> str:
    """Return a message: an English text, its named placeholders filled with values."""
    if isinstance(text, Message) and not values:
        return text
    return _filled(text, None, 1, values)


def ngettext(one: str, many: str, count: int, /, **values: object) -> str:
    """Return a message that depends on a count, which fills the placeholder `count`."""
    return _filled(one, many, count, {"count": count, **values})


def joined(separator: str, parts: Iterable[str]) -> str:
    """Return texts joined by a separator, each translated for itself."""
    values = {f"part{number}": part for number, part in enumerate(parts)}
    return _(separator.join(f"{{{name}}}" for name in values), **values)


def either(words: Iterable[str]) -> str:
    """Return alternatives, `cat or catcher or both`, each translated for itself."""
    first, *others = map(_, words)
    for other in others:
        first = _("{first} or {other}", first=first, other=other)
    return first


def every(words: Iterable[str]) -> str:
    """Return a list, `cat.py and catcher.py`, each word translated for itself."""
    first, *others = map(_, words)
    for other in others:
        first = _("{first} and {other}", first=first, other=other)
    return first


def _filled(one: str, many: str | None, count: int, values: Mapping[str, object]) -> Message:
    template = one if many is None or count == 1 else many
    message = Message(template.format(**values) if values else template)
    message.msgid, message.plural, message.number, message.values = one, many, count, values
    return message


def choose(name: str = ENGLISH, catalogue: NullTranslations | None = None) -> None:
    """Translate into a language from now on, by its catalogue."""
    _Language.name, _Language.catalogue = name, catalogue


def language() -> str:
    """Return the name of the language in which people are told everything."""
    return _Language.name


def translated(text: str) -> str:
    """Return a message in the chosen language; a text that is no message, such as what a person typed, as it is."""
    catalogue = _Language.catalogue
    if catalogue is None or not isinstance(text, Message) or not text.msgid:
        return text
    if text.plural is None:
        template = catalogue.gettext(text.msgid)
    else:
        template = catalogue.ngettext(text.msgid, text.plural, text.number)
    values = {
        name: translated(value) if isinstance(value, str) else value for name, value in text.values.items()
    }
    return template.format(**values) if values else template
