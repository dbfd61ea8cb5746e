"""Every marked message has a translation, and every compiled catalogue matches its text."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from common import show
from common.messages import _
from common.record.recorded_reasons import FORFEIT_REASONS
from common.show.language import translate, use_language
from tests.translations.__main__ import main
from tests.translations.catalogues import (
    ROOT,
    ids_of,
    marked,
    placeholders,
    read_compiled,
    read_text,
    sources,
    strings_of,
    template,
    translated_languages,
)


@pytest.fixture(params=translated_languages())
def language(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def test_portuguese_has_a_catalogue() -> None:
    assert "pt" in translated_languages()


def test_marked_messages_are_found() -> None:
    """Joined strings, plurals and the script's docstring are found too."""
    texts = {message.msgid: message for message in marked()}
    assert texts["Cat runs away"].file == "game.py"
    assert texts["{count} step to the nearest exit"].plural == "{count} steps to the nearest exit"
    assert any(text.startswith("Circle the Cat: a catcher blocks cells") for text in texts)
    assert any(text.startswith("Step with nw ne") and text.endswith("e.g. 4 6.") for text in texts)


def test_catalogue_has_exactly_the_marked_messages(language: str) -> None:
    """If this fails, run: python tests/translations."""
    wanted = {tuple(ids_of(entry)) for entry in template() if entry.id}
    assert {tuple(ids_of(entry)) for entry in read_text(language) if entry.id} == wanted


def test_every_message_has_a_translation(language: str) -> None:
    catalogue = read_text(language)
    for entry in catalogue:
        if entry.id:
            assert not entry.fuzzy, entry.id
            assert all(strings_of(entry)), entry.id
            assert len(strings_of(entry)) == (1 if isinstance(entry.id, str) else catalogue.num_plurals)


def test_translations_have_the_placeholders_of_their_messages(language: str) -> None:
    for entry in read_text(language):
        every, wanted = placeholders(ids_of(entry)[-1]), placeholders(ids_of(entry)[0])
        for string in strings_of(entry):
            assert wanted <= placeholders(string) <= every, string


def test_translations_keep_surrounding_blanks_and_line_ends(language: str) -> None:
    for entry in read_text(language):
        if entry.id:
            around = [re.fullmatch(r"(\s*).*?(\s*)", ids_of(entry)[0], re.DOTALL)]
            around += [re.fullmatch(r"(\s*).*?(\s*)", string, re.DOTALL) for string in strings_of(entry)]
            assert len({found and found.groups() for found in around}) == 1, entry.id


def test_compiled_catalogue_matches_the_text(language: str) -> None:
    """If this fails, run: python tests/translations."""
    text, compiled = (
        {tuple(ids_of(entry)): strings_of(entry) for entry in catalogue if entry.id}
        for catalogue in (read_text(language), read_compiled(language))
    )
    assert compiled == text


def calls_in_sources(*names: str) -> Iterator[ast.Call]:
    for path in sources():
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in names:
                yield node


def test_marked_messages_are_literals_with_named_placeholders() -> None:
    """Each placeholder has a value. An f-string could not be found in a catalogue."""
    for call in calls_in_sources("_", "ngettext"):
        assert not any(isinstance(argument, ast.JoinedStr) for argument in call.args), ast.unparse(call)
        texts = [str(argument.value) for argument in call.args if isinstance(argument, ast.Constant)]
        if texts and call.keywords and all(keyword.arg for keyword in call.keywords):
            named = {str(keyword.arg) for keyword in call.keywords} | ({"count"} if len(texts) > 1 else set())
            assert named == {name for name, _form in placeholders(texts[-1])}, ast.unparse(call)


SAYS = {
    "BadInput",
    "Leave",
    "ForfeitError",
    "ProgramRefused",
    "Reply",
    "say",
    "print_dimmed",
    "ask_choice",
    "ask_number",
    "_fail",
}
IN_PYTHON = {  # errors of the Python interface have English only
    f"common/api/{name}.py" for name in ("analysis", "match", "player_arguments", "positions", "record")
}
OF_OTHER_GAMES = {  # files used by other games, which have English only
    "common/command/all_pages.py",
    "common/play/notation.py",
    "common/record/proof_file.py",
    "common/rules/square_grid.py",
    "common/search/engine.py",
    "common/search/solve.py",
}
IN_KITS = {"common/judge/kit/settings.py", "common/judge/kit/submission.py"}  # results.json has English only


def test_all_refusals_of_this_game_are_marked() -> None:
    found = set()
    for path in sources():
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) in SAYS and node.args:
                first = node.args[0]
                texts = [first.body, first.orelse] if isinstance(first, ast.IfExp) else [first]
                if any(isinstance(text, ast.JoinedStr) or is_text(text) for text in texts):
                    found.add(path.relative_to(ROOT).as_posix())
    assert {
        path for path in found if not re.match("common/games/(?!circle)", path)
    } == OF_OTHER_GAMES | IN_KITS | IN_PYTHON


def is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and bool(node.value)


def test_records_know_every_forfeit_of_players() -> None:
    """The reader of records knows every sentence that announces a forfeit."""
    said = {
        node.args[0].value
        for call in calls_in_sources("ForfeitError")
        for node in ast.walk(call)
        if isinstance(node, ast.Call)
        and ast.unparse(node.func) == "_"
        and isinstance(node.args[0], ast.Constant)
        if not any(node is keyword.value for keyword in call.keywords)
        if node not in call.args[1:]
    }
    monitor = (ROOT / "common/programs/resource_monitor.py").read_text("utf-8")
    said |= {message.msgid for message in marked() if f'"{message.msgid}"' in monitor}
    assert said == set(FORFEIT_REASONS)


def test_translation_uses_no_regular_expressions() -> None:
    for name in ("common/messages.py", "common/show/language.py"):
        assert "import re" not in (ROOT / name).read_text("utf-8")


def test_language_is_added_by_a_catalogue_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A new language starts without translations and is offered once it is compiled."""
    monkeypatch.setattr(show.language, "LOCALE", tmp_path)
    assert main(["fr"]) == 1
    (entry,) = (entry for entry in read_text("fr") if entry.id == "cat")
    assert strings_of(entry) == [""]
    path = tmp_path / "fr" / "LC_MESSAGES" / "messages.po"
    path.write_text(
        path.read_text("utf-8").replace('msgid "cat"\nmsgstr ""', 'msgid "cat"\nmsgstr "chat"'), "utf-8"
    )
    assert main([]) == 1
    use_language("fr")
    assert translate(_("cat")) == "chat"
    assert translate(_("catcher")) == "catcher"
