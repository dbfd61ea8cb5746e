"""Reasons in records, read back as messages that can be translated."""

from __future__ import annotations

import pytest

from common.messages import Message
from common.record.recorded_reasons import read_reason

READ = [
    ("X resigns", "resigns", {}),
    ("X gives up", "gives up", {}),
    ("X gives up: I am lost", "gives up: {reason}", {"reason": "I am lost"}),
    ("O does not answer within 0.5 s", "does not answer within {seconds:g} s", {"seconds": 0.5}),
    ("O crashes: exit status 7", "crashes: exit status {status}", {"status": "7"}),
]


@pytest.mark.parametrize(("text", "msgid", "values"), READ)
def test_forfeit_is_read_as_its_message(text: str, msgid: str, values: dict[str, object]) -> None:
    reason = read_reason(text)
    assert isinstance(reason, Message) and (reason, reason.msgid) == (text, "{side} {fault}")
    fault = reason.values["fault"]
    assert isinstance(fault, Message) and (fault.msgid, dict(fault.values)) == (msgid, values)


def test_forfeit_inside_a_forfeit_is_read_too() -> None:
    reason = read_reason("X does not answer within 2 s: no line came: flushed?")
    assert isinstance(reason, Message) and isinstance(reason.values["fault"], Message)
    inner = reason.values["fault"].values["fault"]
    assert isinstance(inner, Message) and inner.msgid == "does not answer within {seconds:g} s"


@pytest.mark.parametrize(
    "text",
    [
        "Turn limit reached.",
        "",
        "X does not answer within some s",
        "X starts more than processes",
        "X resigned",
    ],
)
def test_other_reason_is_a_message_of_its_own(text: str) -> None:
    reason = read_reason(text)
    assert isinstance(reason, Message) and (reason, reason.msgid) == (text, text)
