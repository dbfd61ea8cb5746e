"""The command line before a game: words joined so that a shell splits them again."""

from __future__ import annotations

import shlex

import pytest

from common.play.setup import Help, OptionInfo, Setup, join_words


@pytest.mark.parametrize(
    ("words", "line"),
    [
        ((), ""),
        (("solve", "3"), "solve 3"),
        (("[5, 5]", "[(1,1)]"), '"[5, 5]" "[(1,1)]"'),
        (("", "X..O"), '"" X..O'),
        (("a.jsonl", "my game.jsonl"), 'a.jsonl "my game.jsonl"'),
    ],
)
def test_words_are_quoted_only_where_the_shell_needs_it(words: tuple[str, ...], line: str) -> None:
    assert join_words(words) == line


def test_joined_words_are_split_again_by_a_shell() -> None:
    words = ["", "a b", *(f"x{sign}y" for sign in "[]()*<>|&;"), "plain", "B>. ./"]
    assert shlex.split(join_words(words)) == words
    unquoted = [word for word in words if f'"{word}"' not in join_words(words)]
    assert unquoted == ["plain"]


def test_setup_without_options_has_no_words() -> None:
    assert Setup().words == ()
    assert OptionInfo("size").affects_start and Help("Solve.").example is None
