"""The language of messages: the option `--lang` and the translations in `locale/`.

Messages are marked where they are written (common/messages.py) and translated here, when they are shown to
a person. Records, referees and the assignments' fixed lines stay in English. A language is a folder,
`locale/NAME/LC_MESSAGES/`.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path

from common import messages
from common.messages import ENGLISH, _, language, or_list
from common.rules.errors import BadInput, quoted
from common.show.window import wrap

LOCALE = Path(__file__).with_name("locale")
DOMAIN = "messages"  # gettext's default, so that typer, too, finds its words in our catalogues
# Messages of the system and of Python that appear inside ours.
SYSTEM_MESSAGES = (
    _("No such file or directory"),
    _("Permission denied"),
    _("Operation not permitted"),
    _("Is a directory"),
    _("Not a directory"),
    _("Directory not empty"),
    _("File exists"),
    _("File name too long"),
    _("File too large"),
    _("No space left on device"),
    _("Disk quota exceeded"),
    _("Read-only file system"),
    _("Input/output error"),
    _("Bad file descriptor"),
    _("Invalid argument"),
    _("Too many open files"),
    _("Too many levels of symbolic links"),
    _("Text file busy"),
    _("Device or resource busy"),
    _("Resource temporarily unavailable"),
    _("Cannot allocate memory"),
    _("Exec format error"),
    _("No closing quotation"),
    _("No escaped character"),
)


def languages() -> list[str]:
    """Return the codes of all languages, as `--lang` takes them, English first: en, pt."""
    return [ENGLISH, *sorted(folder.name for folder in LOCALE.iterdir() if folder.is_dir())]


def catalogue_of(name: str, ending: str = ".mo") -> Path:
    """Return the path of a language's catalogue: compiled (.mo) or as text (.po)."""
    return LOCALE / name / "LC_MESSAGES" / f"{DOMAIN}{ending}"


def set_language_from(arguments: list[str]) -> list[str]:
    """Set the language given by the last `--lang`, else English. Return the other arguments.

    Raise BadInput if there is no such language.
    """
    name, rest, words = ENGLISH, [], iter(arguments)
    for word in words:
        option, equals, value = word.partition("=")
        if option == "--lang":
            name = value if equals else next(words, "")
        else:
            rest.append(word)
    use_language(name)
    return rest


def use_language(name: str) -> None:
    """Set the language of messages by its code.

    Raise BadInput if there is no such language; then English is set.
    """
    messages.set_language()
    if name == ENGLISH:
        return
    if name not in languages():
        raise BadInput(
            _(
                "--lang {name}: expected {names}, e.g. --lang pt",
                name=quoted(name),
                names=or_list(languages()),
            )
        )
    from gettext import GNUTranslations

    with catalogue_of(name).open("rb") as file:
        messages.set_language(name, GNUTranslations(file))


def translate(text: str) -> str:
    """Translate a message for printing. Return any other text unchanged.

    Accents are dropped if stdout's encoding lacks them.
    """
    return text if language() == ENGLISH else _writable(messages.translate(text))


def translation(text: str) -> str | None:
    """Return the translation of a text that an assignment fixes in English.

    Return None if the language is English.
    """
    return None if language() == ENGLISH else translate(text)


def say(text: str) -> None:
    """Print a line on stdout: translated, wrapped, and flushed, because a grader may read the pipe."""
    print(wrap(translate(text)), flush=True)


def say_on_stderr(text: str) -> None:
    """Print a line on stderr: translated, not wrapped."""
    print(translate(text), file=sys.stderr)


def english_word(word: str, words: Iterable[str]) -> str:
    """Return the one of the English `words` that `word` translates, else `word` itself.

    Accents do not matter.
    """
    shown = {without_accents(translate(_(each))): each for each in words}
    return word if word in shown.values() else shown.get(without_accents(word), word)


def words_with_prefix(prefix: str, words: Iterable[str]) -> list[str]:
    """Return those of the English `words` that begin with `prefix`, or whose translations do.

    Neither case nor accents matter. A prefix without a letter in ASCII begins no word.
    """
    start = without_accents(prefix.lower()) or prefix
    return [
        word
        for word in words
        if any(each.startswith(start) for each in (word, without_accents(translate(_(word)))))
    ]


def say_translation(text: str) -> None:
    """Print on stderr, in the current language, a text that stands on stdout in English.

    If the language is English, print nothing. A text without a translation is printed unchanged.
    """
    if translated_text := translation(text):
        print(translated_text, file=sys.stderr)


def without_accents(text: str) -> str:
    """Return a text in ASCII without accents, for fonts and code pages that have no more.

    Other characters outside ASCII are dropped.
    """
    import unicodedata

    return unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()


def _writable(text: str) -> str:
    """Drop accents if stdout's encoding cannot represent the text."""
    try:
        text.encode((sys.stdout and sys.stdout.encoding) or "ascii")
    except UnicodeEncodeError:
        return without_accents(text)
    return text
