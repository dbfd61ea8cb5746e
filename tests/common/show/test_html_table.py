"""Tables of pages: kinds of columns, captions, escaped texts."""

from __future__ import annotations

from common.show.html_table import NAME, NUMBER, WORDS, html_table

HEADS = [("#", NUMBER), ("<player>", NAME), ("note", WORDS)]


def test_cells_have_the_kinds_of_their_columns() -> None:
    table = html_table("All & more", HEADS, [["1", "<b>anna</b>", ""]])
    assert (
        '<td class="number">1</td><th scope="row" class="name"><b>anna</b></th><td class="words"></td>'
        in table
    )
    assert '<th scope="col" class="name">&lt;player&gt;</th>' in table
    assert '<table class="results">' in table and table.count("All &amp; more") == 2
    assert 'tabindex="0"' in table, "keys can scroll it"


def test_table_has_the_wanted_style() -> None:
    assert '<table class="results cross">' in html_table("", HEADS, [], "results cross")
