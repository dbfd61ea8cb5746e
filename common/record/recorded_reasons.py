"""Reasons in records, turned back into messages. A record keeps only the English sentence."""

from __future__ import annotations

from string import Formatter

from common.messages import _

# Reasons for a forfeit, with at most one value each. If two match a text, the first counts.
FORFEIT_REASONS = (
    "{fault}: no line came: flushed?",
    "gives up",
    "gives up: {reason}",
    "resigns",
    "makes an unintelligible move: {answer}",
    "makes an illegal move: {answer}",
    "does not answer within {seconds:g} s",
    "floods: more than {count} bytes",
    "starts more than {count} processes",
    "uses more than {size:g} GB of memory",
    "crashes: ends before the game is over",
    "crashes: cannot be started: exit status {status}",
    "crashes: cannot be started: {reason}",
    "crashes: exit status {status}",
    "crashes: signal {number}",
)


def read_reason(text: str) -> str:
    """Return the reason in a record as a message: a sentence of the rules, or a side's forfeit."""
    side, _blank, fault = text.partition(" ")
    reason = _read_forfeit(fault)
    return _("{side} {fault}", side=_(side), fault=reason) if reason else _(text)


def _read_forfeit(text: str) -> str | None:
    """Return the reason of a forfeit as a message, or None if the text is none."""
    for template in FORFEIT_REASONS:
        (head, name, form, *_more), *rest = Formatter().parse(template)
        tail = rest[0][0] if rest else ""
        if name is None:
            if text == head:
                return _(template)
        elif len(text) > len(head) + len(tail) and text.startswith(head) and text.endswith(tail):
            return _format(template, name, text[len(head) : len(text) - len(tail)], form == "g")
    return None


def _format(template: str, name: str, value: str, is_number: bool) -> str | None:
    """Fill a template with its value: another forfeit, a number, or words of the system or a program.

    Return None if the value does not fit.
    """
    try:
        filled = float(value) if is_number else _read_forfeit(value) if name == "fault" else _(value)
    except ValueError:
        return None
    return None if filled is None else _(template, **{name: filled})
