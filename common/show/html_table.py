"""Tables of HTML pages. In a narrow window they scroll within themselves."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

NAME = "name"  # kind of a column: its cells are headings of their rows
NUMBER = "number"
WORDS = "words"


def html_text(text: str) -> str:
    """Translate a text to the user's language and escape it for HTML."""
    return escape(text)


def html_table(
    caption: str, heads: Sequence[tuple[str, str]], rows: Iterable[Iterable[str]], style: str = "results"
) -> str:
    """Return an HTML table. `heads` are texts with the kinds of their columns; `rows` hold HTML.

    `style` names CSS classes of the table. A caption that is empty is left out.
    """
    first = "".join(f'<th scope="col" class="{kind}">{html_text(text)}</th>' for text, kind in heads)
    kinds = [kind for _, kind in heads]
    body = "\n".join(f"<tr>{''.join(map(_cell, kinds, row))}</tr>" for row in rows)
    return (
        f'<div class="wide" role="region" tabindex="0" aria-label="{html_text(caption)}">'
        f'<table class="{style}">\n<caption><span>{html_text(caption)}</span></caption>\n'
        f"<thead><tr>{first}</tr></thead>\n<tbody>\n{body}\n</tbody></table></div>\n"
    )


def _cell(kind: str, content: str) -> str:
    if kind == NAME:
        return f'<th scope="row" class="name">{content}</th>'
    return f'<td class="{kind}">{content}</td>'
