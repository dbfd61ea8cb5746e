"""The language of messages: the option --lang, translations, and stdouts that lack accents."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest

from common.messages import _, language, ngettext
from common.rules.errors import BadInput
from common.show import language as languages_module
from common.show.language import (
    SYSTEM_MESSAGES,
    catalogue_of,
    english_word,
    languages,
    say,
    say_translation,
    set_language_from,
    translate,
    translation,
    use_language,
    without_accents,
    words_with_prefix,
)

START, DRAW, MOVES = _("start"), _("draw"), _("Moves")


@pytest.fixture
def portuguese() -> None:
    use_language("pt")


def use_encoding(monkeypatch: pytest.MonkeyPatch, encoding: str) -> None:
    """Let stdout be a file in an encoding."""
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(io.BytesIO(), encoding=encoding))


# THE OPTION


def test_languages_are_english_and_the_folders_of_catalogues(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    assert languages() == ["en", "pt"]
    for name in ("tr", "de"):
        (tmp_path / name).mkdir()
    (tmp_path / "notes.txt").touch()
    monkeypatch.setattr(languages_module, "LOCALE", tmp_path)
    assert languages() == ["en", "de", "tr"]
    assert catalogue_of("de") == tmp_path / "de" / "LC_MESSAGES" / "messages.mo"
    assert catalogue_of("de", ".po").name == "messages.po"


@pytest.mark.parametrize(
    ("arguments", "rest", "name"),
    [
        (["play", "--level", "2"], ["play", "--level", "2"], "en"),
        (["--lang", "pt", "play"], ["play"], "pt"),
        (["play", "--lang=pt", "--level", "2"], ["play", "--level", "2"], "pt"),
        (["--lang=pt", "play", "--lang", "en"], ["play"], "en"),
        (["--language", "pt"], ["--language", "pt"], "en"),
    ],
)
def test_option_is_removed_from_the_arguments(arguments: list[str], rest: list[str], name: str) -> None:
    assert set_language_from(arguments) == rest
    assert language() == name


@pytest.mark.parametrize("arguments", [["--lang", "xx"], ["--lang=xx"]])
@pytest.mark.usefixtures("portuguese")
def test_unknown_language_is_refused_in_english(arguments: list[str]) -> None:
    with pytest.raises(BadInput) as found:
        set_language_from(arguments)
    assert str(found.value) == "--lang 'xx': expected en or pt, e.g. --lang pt"
    assert language() == "en"


@pytest.mark.parametrize("name", ["", "../pt", "PT", "x" * 200])
def test_language_is_a_name_in_the_list(name: str) -> None:
    with pytest.raises(BadInput, match="expected en or pt"):
        use_language(name)


@pytest.mark.parametrize("arguments", [["play", "--lang"], ["--lang=", "play"]])
def test_option_without_value_is_refused(arguments: list[str]) -> None:
    with pytest.raises(BadInput, match=r"^--lang '': "):
        set_language_from(arguments)


def test_language_is_changed_and_changed_back() -> None:
    seen = list[tuple[str, str]]()
    for name in ("pt", "en", "pt"):
        use_language(name)
        seen.append((language(), translate(START)))
    assert seen == [("pt", "início"), ("en", "start"), ("pt", "início")]


# TRANSLATIONS


@pytest.mark.usefixtures("portuguese")
def test_messages_are_translated_and_other_texts_are_not() -> None:
    assert [translate(text) for text in (DRAW, "draw", "")] == ["empate", "draw", ""]


@pytest.mark.usefixtures("portuguese")
def test_translated_message_has_its_values_and_plural() -> None:
    for count in (1, 2):
        near = ngettext(
            "{count} step to the nearest exit", "{count} steps to the nearest exit", count, count=count
        )
        assert translate(near) != near and translate(near).startswith(str(count))


def test_english_has_no_translation(capsys: pytest.CaptureFixture[str]) -> None:
    assert (translation(DRAW), translate(DRAW)) == (None, "draw")
    say_translation(DRAW)
    assert capsys.readouterr() == ("", "")


@pytest.mark.usefixtures("portuguese")
def test_translation_of_a_fixed_text_goes_to_stderr(capsys: pytest.CaptureFixture[str]) -> None:
    assert translation(DRAW) == "empate"
    say_translation(DRAW)
    assert capsys.readouterr() == ("", "empate\n")


@pytest.mark.usefixtures("portuguese")
def test_message_is_said_in_translation(capsys: pytest.CaptureFixture[str]) -> None:
    say(MOVES)
    say("Moves")
    assert capsys.readouterr().out == "Jogadas\nMoves\n"


def test_said_line_is_flushed(monkeypatch: pytest.MonkeyPatch) -> None:
    use_encoding(monkeypatch, "utf-8")
    say("ready")
    assert isinstance(sys.stdout, io.TextIOWrapper)
    assert isinstance(sys.stdout.buffer, io.BytesIO)
    assert sys.stdout.buffer.getvalue().strip() == b"ready"


@pytest.mark.usefixtures("portuguese")
def test_messages_of_the_system_have_translations() -> None:
    assert len(SYSTEM_MESSAGES) > 20
    assert [text for text in SYSTEM_MESSAGES if translate(text) == text] == []


# WORDS OF PEOPLE


@pytest.mark.usefixtures("portuguese")
def test_translated_word_is_understood_with_and_without_accents() -> None:
    words = ("start", "draw")
    assert [english_word(word, words) for word in ("inicio", "início", "empate")] == [
        "start",
        "start",
        "draw",
    ]
    assert [english_word(word, words) for word in ("start", "fim")] == ["start", "fim"]


@pytest.mark.usefixtures("portuguese")
@pytest.mark.parametrize(
    ("prefix", "words"),
    [("i", ["start"]), ("INÍ", ["start"]), ("s", ["start"]), ("d", ["draw"]), ("fim", []), ("→", [])],
)
def test_prefixes_of_words_and_translations_are_understood(prefix: str, words: list[str]) -> None:
    assert words_with_prefix(prefix, ("start", "draw")) == words


def test_english_word_stays_in_english() -> None:
    assert [english_word(word, ("start",)) for word in ("start", "início")] == ["start", "início"]


@pytest.mark.usefixtures("portuguese")
@pytest.mark.parametrize(
    ("encoding", "shown"), [("utf-8", "início"), ("latin-1", "início"), ("ascii", "inicio")]
)
def test_accents_are_dropped_if_stdout_has_none(
    monkeypatch: pytest.MonkeyPatch, encoding: str, shown: str
) -> None:
    use_encoding(monkeypatch, encoding)
    assert translate(START) == shown


@pytest.mark.usefixtures("portuguese")
def test_program_without_stdout_gets_no_accents(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", None)
    assert translate(START) == "inicio"


@pytest.mark.parametrize(
    ("text", "plain"), [("não é só açúcar", "nao e so acucar"), ("plain", "plain"), ("→ x²", " x2")]
)
def test_text_without_accents_is_ascii(text: str, plain: str) -> None:
    assert without_accents(text) == plain
