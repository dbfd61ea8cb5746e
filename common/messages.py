"""Messages: marked where they are written, translated where a person reads them.

`_("{count} cells, e.g. {example}", count=3, example="(5, 5)")` is the English text. It remembers its msgid
and its values, so a program can print it in another language. Records, JSON and referees keep the English
text.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from gettext import NullTranslations

ENGLISH = "en"


class Message(str):
    """An English text that knows its msgid and its values.

    `plural` is None for a message without a plural; else `number` selects the form.
    """

    msgid: str
    plural: str | None = None
    number: int = 1
    values: Mapping[str, object] = {}

    def __str__(self) -> str:
        """Return the message itself, so that `str(exception)` keeps the msgid."""
        return self


class _Language:
    """The language of this process, shared by all threads: its name and its catalogue (None for English)."""

    name = ENGLISH
    catalogue: NullTranslations | None = None


def _(text: str, /, **values: object) -> str:
    """Return a message: an English text with its named placeholders filled in."""
    if isinstance(text, Message) and not values:
        return text
    return _format(text, None, 1, values)


def ngettext(one: str, many: str, count: int, /, **values: object) -> str:
    """Return a message in the form for `count`: in English, `one` for 1, else `many`.

    The count fills the placeholder `count`.
    """
    return _format(one, many, count, {"count": count, **values})


def join_messages(separator: str, parts: Iterable[str]) -> str:
    """Join texts by a separator into one message.

    Parts that are messages are translated each on its own; other texts and the separator stay.
    """
    values = {f"part{number}": part for number, part in enumerate(parts)}
    return _(separator.join(f"{{{name}}}" for name in values), **values)


def or_list(words: Iterable[str]) -> str:
    """Join one or more alternatives into one message, `cat or catcher or both`.

    Each word is translated on its own.
    """
    first, *others = map(_, words)
    for other in others:
        first = _("{first} or {other}", first=first, other=other)
    return first


def and_list(words: Iterable[str]) -> str:
    """Join one or more words into one message, `cat.py and catcher.py`.

    Each word is translated on its own.
    """
    first, *others = map(_, words)
    for other in others:
        first = _("{first} and {other}", first=first, other=other)
    return first


def _format(one: str, many: str | None, count: int, values: Mapping[str, object]) -> Message:
    template = one if many is None or count == 1 else many
    message = Message(template.format(**values) if values else template)
    message.msgid, message.plural, message.number, message.values = one, many, count, values
    return message


def set_language(name: str = ENGLISH, catalogue: NullTranslations | None = None) -> None:
    """Set the code of this process's language, and the catalogue that translates into it."""
    _Language.name, _Language.catalogue = name, catalogue


def language() -> str:
    """Return the code of the language in which messages are printed, e.g. en."""
    return _Language.name


def translate(text: str) -> str:
    """Translate a message, and the messages among its values, into the current language.

    Return any other text unchanged.
    """
    catalogue = _Language.catalogue
    if catalogue is None or not isinstance(text, Message) or not text.msgid:
        return text
    if text.plural is None:
        template = catalogue.gettext(text.msgid)
    else:
        template = catalogue.ngettext(text.msgid, text.plural, text.number)
    values = {
        name: translate(value) if isinstance(value, str) else value for name, value in text.values.items()
    }
    return template.format(**values) if values else template
