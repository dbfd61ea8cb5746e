"""The language in which people are told everything: `--lang`, and the translations in `locale/`.

Messages are marked where they are written (common/messages.py) and translated here, where a person is shown them. So
records, referees and the lines of a contract never change. A language is a folder, `locale/NAME/LC_MESSAGES/`.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path

from common import messages
from common.messages import ENGLISH, _, either, language
from common.rules.errors import BadInput, quoted
from common.show.window import wrapped

LOCALE = Path(__file__).with_name("locale")
DOMAIN = "messages"  # gettext's default, so that typer finds its own words in our files, too
# What the system and Python say in our messages.
FOREIGN = (
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
    """Return the names of all languages, English first."""
    return [ENGLISH, *sorted(folder.name for folder in LOCALE.iterdir() if folder.is_dir())]


def catalogue_of(name: str, ending: str = ".mo") -> Path:
    """Return the file of a language: its compiled catalogue, or the text of it (.po)."""
    return LOCALE / name / "LC_MESSAGES" / f"{DOMAIN}{ending}"


def take_language(arguments: list[str]) -> list[str]:
    """Return the arguments without `--lang`, wherever it stands, and choose that language. Raise BadInput."""
    name, rest, words = ENGLISH, [], iter(arguments)
    for word in words:
        option, equals, value = word.partition("=")
        if option == "--lang":
            name = value if equals else next(words, "")
        else:
            rest.append(word)
    speak(name)
    return rest


def speak(name: str) -> None:
    """Tell people everything in this language from now on. Raise BadInput."""
    messages.choose()
    if name == ENGLISH:
        return
    if name not in languages():
        raise BadInput(
            _("--lang {name}: expected {names}, e.g. --lang pt", name=quoted(name), names=either(languages()))
        )
    from gettext import GNUTranslations

    with catalogue_of(name).open("rb") as file:
        messages.choose(name, GNUTranslations(file))


def translated(text: str) -> str:
    """Return a message as a person should read it, and any other text as it is."""
    return text if language() == ENGLISH else _writable(messages.translated(text))


def translation(text: str) -> str | None:
    """Return the translation of a text that a contract wants in English; None if people read English."""
    return None if language() == ENGLISH else translated(text)


def say(text: str) -> None:
    """Print a line, translated, wrapped to the window, and flush it, since a grader may be reading the pipe."""
    print(wrapped(translated(text)), flush=True)


def meant(word: str, words: Iterable[str]) -> str:
    """Return the English word that people are shown as this one; the word itself if they are shown none so."""
    shown = {without_accents(translated(_(each))): each for each in words}
    return word if word in shown.values() else shown.get(without_accents(word), word)


def say_again(text: str) -> None:
    """Print on stderr the translation, if there is one, of a text that a contract wants in English on stdout."""
    if told := translation(text):
        print(told, file=sys.stderr)


def without_accents(text: str) -> str:
    """Return a text in ASCII, accents dropped, for fonts and code pages that have no more."""
    import unicodedata

    return unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()


def _writable(text: str) -> str:
    try:
        text.encode((sys.stdout and sys.stdout.encoding) or "ascii")
    except UnicodeEncodeError:
        return without_accents(text)
    return text
