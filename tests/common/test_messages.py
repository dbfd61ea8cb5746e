"""Messages: English by default, translated for people who chose another language."""

from __future__ import annotations

import json
import pickle
from gettext import NullTranslations
from pathlib import Path

import pytest

from common.messages import Message, _, and_list, join_messages, ngettext, or_list, set_language, translate
from common.rules.errors import BadInput

GERMAN = {
    "cat": "Katze",
    "{side} steps to {cell}": "{cell} betritt {side}",
    "{count} move": "{count} Zug",
    "{count} moves": "{count} Züge",
    "{first} or {other}": "{first} oder {other}",
}


class German(NullTranslations):
    def gettext(self, message: str) -> str:
        return GERMAN.get(message, message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return GERMAN[msgid1 if n == 1 else msgid2]


@pytest.fixture
def german() -> None:
    set_language("de", German())


def test_message_equals_its_english_text() -> None:
    step = _("{side} steps to {cell}", side=_("cat"), cell=(5, 5))
    assert step == "cat steps to (5, 5)" == translate(step)
    assert json.dumps({step: step}) == '{"cat steps to (5, 5)": "cat steps to (5, 5)"}'
    assert _("no {placeholder} without values") == "no {placeholder} without values"


def test_translation_orders_and_translates_values(german: None) -> None:
    assert translate(_("{side} steps to {cell}", side=_("cat"), cell=(5, 5))) == "(5, 5) betritt Katze"
    assert translate(_("{side} steps to {cell}", side="cat", cell=Path("cat"))) == "cat betritt cat"


def test_plain_text_is_not_translated(german: None) -> None:
    assert translate("cat") == "cat"
    assert translate(_("cat")) == "Katze"


def test_count_selects_the_plural_form(german: None) -> None:
    messages = [ngettext("{count} move", "{count} moves", count) for count in (0, 1, 2)]
    assert messages == ["0 moves", "1 move", "2 moves"]
    assert [translate(message) for message in messages] == ["0 Züge", "1 Zug", "2 Züge"]


def test_joined_messages_are_translated_one_by_one(german: None) -> None:
    assert translate(join_messages(", ", [_("cat"), "cat"])) == "Katze, cat"
    assert translate(or_list(["cat", "dog", "cow"])) == "Katze oder dog oder cow"
    assert (join_messages(", ", []), and_list(["cat"]), or_list(["cat"])) == ("", "cat", "cat")


def test_message_survives_exceptions_and_pickling(german: None) -> None:
    message = _("{side} steps to {cell}", side=_("cat"), cell=3)
    assert translate(str(BadInput(message))) == "3 betritt Katze"
    assert translate(pickle.loads(pickle.dumps(message))) == "3 betritt Katze"
    assert isinstance(_(message), Message) and _(message) is message
