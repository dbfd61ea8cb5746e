"""Positions on the command line: rows of values with or without `/`, and an analysis by nodes."""

from __future__ import annotations

import re

import pytest

from common.games.squirrels.engine import check_sum
from common.rules.errors import BadInput
from common.search.alpha_beta import DECISIVE_SCORE
from squirrels import GAME, Position, evaluate
from tests.support.programs import Run

ROWS = "20 16 1 32 30/20 12 2 11 8/28 48 9 1 1/20 12 10 6 2/25 30 23 21 10"
BOARD = "**XX*/**XOX/***O*/**OO*/*****"
FORM = f'the form is SIDE VALUES BOARD, e.g. X "{ROWS}" "{BOARD}"'
LATE = "XOXOX/XOXXO/XX*OO/X**XO/*OOX*"


def test_rows_of_values_may_be_joined_by_slashes() -> None:
    found = GAME.read("X", ROWS, BOARD)
    assert found == GAME.read("x", ROWS.replace("/", " "), BOARD)
    assert found.values[:6] == (20, 16, 1, 32, 30, 20) and found.board[:10] == "**XX***XOX"
    assert GAME.read(*GAME.write(found)) == found


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (("X", "1 2 3", BOARD), "position: values '1 2 3': expected 25, or 5 rows of 5 joined by /"),
        (("X", "1 " + ROWS, BOARD), "expected 25, or 5 rows of 5 joined by /"),
        (("X", ROWS.replace("/", " ", 1), BOARD), "expected 25, or 5 rows of 5 joined by /"),
        (("X", ROWS, "**XX*"), "position: board '**XX*': expected 5 rows joined by /"),
        (("X", ROWS, BOARD.replace("O", "Q")), "position: row '**XQX' of the board: expected five of X, O"),
        (("Y", ROWS, BOARD), "position: player 'Y': expected X or O"),
        (("X", ROWS.replace("48", "0"), BOARD), "position: value '0': expected a whole number from 1"),
    ],
)
def test_refused_position_shows_the_form(words: tuple[str, ...], problem: str, called: Run) -> None:
    done = called("squirrels.py", "solve", *words)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert problem in done.stderr and done.stderr.endswith(f"; {FORM}\n")


@pytest.mark.parametrize("verb", ["analyse", "play", "solve"])
def test_wrong_number_of_words_shows_the_form(verb: str, called: Run) -> None:
    done = called("squirrels.py", verb, "X", ROWS)
    assert done.returncode == 2 and f'X "{ROWS}" "{BOARD}"' in done.stderr


def test_every_verb_accepts_rows(called: Run) -> None:
    late = ("X", ROWS, LATE)
    assert "proven" in called("squirrels.py", "analyse", *late).stdout
    assert re.fullmatch("[A-E][1-5]\n", called("squirrels.py", "move", *late).stdout)
    assert called("squirrels.py", "solve", *late).stdout.startswith("X wins, whatever O does")
    assert called("squirrels.py", "play", *late, "--seed", "1").returncode == 0


def minimax_lead(position: Position, depth: int) -> int:
    """Return the lead of the side to move after `depth` plies of best play."""
    if not depth or not position.moves():
        return evaluate(position, position.turn)
    return max(-minimax_lead(position.play(square), depth - 1) for square in position.moves())


def test_analysis_by_nodes_is_reproducible_and_right(called: Run) -> None:
    call = ("squirrels.py", "analyse", "X", ROWS, BOARD, "--nodes", "400", "--json")
    first, again = called(*call), called(*call)
    assert first.returncode == 0 and first.stdout == again.stdout
    found = re.search('"score": (-?[0-9.]+), .*"depth": ([0-9]+)', first.stdout)
    assert found
    position = GAME.read("X", ROWS, BOARD)
    last = int(found[2])
    leads = [minimax_lead(position, depth) for depth in (last - 1, last)]
    assert float(found[1]) == int(sum(leads) / 2)  # the mean of two depths, towards 0


def test_more_nodes_search_deeper_and_prove_the_end(called: Run) -> None:
    depths = [
        int(re.findall("Search depth: ([0-9]+)", done.stdout)[0])
        for nodes in ("30", "3000")
        for done in [called("squirrels.py", "analyse", "X", ROWS, BOARD, "--nodes", nodes)]
    ]
    assert depths[0] < depths[1]
    exact = called("squirrels.py", "solve", "X", ROWS, LATE).stdout
    by_nodes = called("squirrels.py", "analyse", "X", ROWS, LATE, "--nodes", "500").stdout
    margin = re.findall("X wins by ([0-9]+)", by_nodes)
    assert margin and margin[0] in exact and "proven" in by_nodes


def test_too_few_nodes_are_refused_by_name(called: Run) -> None:
    done = called("squirrels.py", "analyse", "X", ROWS, BOARD, "--nodes", "3")
    assert (done.returncode, done.stderr) == (2, "--nodes 3: too short to search anything\n")


def test_values_too_large_for_a_search_by_nodes_are_refused(called: Run) -> None:
    done = called("squirrels.py", "analyse", "X", ROWS.replace("48", "9000"), BOARD, "--nodes", "300")
    assert done.returncode == 2
    assert re.match("--nodes 300: the values add up to 9,350: expected .* less than 9,000", done.stderr)


@pytest.mark.parametrize(("lead", "words"), [(7, "X leads by 7"), (-7, "O leads by 7"), (0, "even")])
def test_score_of_a_search_is_told_like_that_of_the_algorithms(lead: int, words: str) -> None:
    assert GAME.search.explain_score(lead, "X") == (lead, words)
    if lead:
        over = lead + (DECISIVE_SCORE if lead > 0 else -DECISIVE_SCORE)
        assert GAME.search.explain_score(over, "X") == (lead, words.replace("leads", "wins"))


def test_check_sum_allows_the_values_of_the_assignment() -> None:
    check_sum([99] * 25, "--nodes 1")
    with pytest.raises(BadInput, match="--nodes 1: the values add up to 25,000"):
        check_sum([1000] * 25, "--nodes 1")


def test_page_of_a_game_can_be_analysed(called: Run) -> None:
    assert called("squirrels.py", "play", "--seed", "1", "--record", "game.jsonl").returncode == 0
    done = called("squirrels.py", "replay", "game.jsonl", "--html", "game.html", "--analyse", "60")
    assert done.returncode == 0, done.stderr
