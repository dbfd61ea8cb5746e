"""The verb `analyse`: a hint for one position, or the score after every move of a saved game.

Scores are printed as the expected score of a side, from -100 to +100, beside the game's own points
(search/score.py). Proven results are marked as such. A saved game is analysed from its end, since the results
of later positions improve those of earlier ones.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import pairwise
from pathlib import Path
from typing import Any, Generic

from common.kernels.interrupt import Request, listening
from common.play.analysis.game_budget import GAME_SECONDS, GameBudget, notable_positions
from common.play.analysis.move_classification import AnalysedMove, with_implied_win, with_played_move
from common.play.analysis.score_course import score_graph
from common.play.api.positions import check_playable
from common.play.coach import final_score
from common.play.game import Game
from common.play.players import PlayerSettings
from common.play.record import Record
from common.play.setup import join_words
from common.play.shared_page import page_game, page_title
from common.rules.errors import BadInput, quoted
from common.rules.position import Outcome, P, moves_between
from common.search.limit import Level, Limit
from common.search.results import Insight
from common.show.page import save_page
from common.show.progress_line import ProgressLine


class Analyst(Generic[P]):
    """An analyser of positions and saved games of one game, within a limit per position.

    With `budgets_games`, all positions of a saved game share one budget of time instead.
    """

    def __init__(self, game: Game[P], settings: PlayerSettings, budgets_games: bool = False) -> None:
        self._settings, self._budgets_games = settings, budgets_games
        self._game = game

    def analyse_position(self, words: Sequence[str], as_json: bool) -> None:
        """Print the analysis of a position, as text or JSON.

        Raise BadInput if `words` are no position, or one where the game is over or the side has no move, or
        if the limit is too short. After an interrupt print the best result so far, then raise
        KeyboardInterrupt.
        """
        position = self._read(words)
        with listening():
            insight = self._analyse(position, shown=True)
            lines = (
                [json.dumps(self._facts(insight), ensure_ascii=False)]
                if as_json
                else self._lines(position, insight)
            )
            print("\n".join(lines))

    def _analyse(self, position: P, shown: bool = False, limit: Limit | None = None) -> Insight:
        level = Level(limit) if limit else self._settings.level
        settings = self._settings._replace(level=level, shows_progress=shown)
        return self._game.insight(position, settings)

    def _read(self, words: Sequence[str]) -> P:
        if len(words) not in map(len, self._game.examples):
            example = join_words(self._game.full_example)
            wanted = f"expected a file with a saved game, or a position, e.g. {example}"
            raise BadInput(f"{quoted(' '.join(words))}: {wanted}")
        position = self._game.read(*words)
        check_playable(self._game, position)
        return position

    def analyse_game(self, record: Record[P], as_json: bool, page: Path | None = None) -> None:
        """Print the analysis of every move of a saved game; write the page if wanted.

        As JSON, each move is one line. After an interrupt print only the moves already analysed, write no
        file and raise KeyboardInterrupt. Raise BadInput if the game has no moves or the limit is too short,
        OSError if a file cannot be written.
        """
        if not record.moves:
            raise BadInput("The record has no moves: expected a saved game with at least one")
        with listening():
            self._print_moves(record, self.analyse_moves(record.history), as_json, page)

    def _print_moves(
        self,
        record: Record[P],
        plies: list[AnalysedMove],
        as_json: bool,
        page: Path | None,
    ) -> None:
        """Print the analysed moves; write the page only if no move is missing.

        After an interrupt `plies` holds only the last moves.
        """
        whole = len(plies) == len(record.moves)
        for line in map(_dumped, self._moves(plies)) if as_json else self._move_lines(plies, record):
            print(line)
        if page and whole:
            course = score_graph(self._game, plies)
            save_page(page, page_title(record), [page_game(record, course)])

    def analyse_moves(self, history: Sequence[P]) -> list[AnalysedMove]:
        """Analyse every move between the positions of a game, from the last one back; return them in order.

        `history` holds the start and the position after each move. After an interrupt, return only the last
        moves, as many as were analysed. Raise BadInput if the limit is too short.
        """
        clear_margin = self._game.search.curve(history[0]).clear_margin
        found, moves = self._analyse_positions(history), moves_between(history)
        insights = found[:1]
        for before, move in zip(found[1:], reversed(moves), strict=False):
            insights.append(with_played_move(before, move, insights[-1], clear_margin))
        insights.reverse()
        for at in range(1, len(insights)):
            before, win = insights[at - 1], self._game.search.win_score
            other = self._game.other(before.score.side)
            insights[at] = with_implied_win(before, insights[at], other, win)
        first = len(history) - len(insights)
        analysed = enumerate(zip(history[first:], moves[first:], pairwise(insights), strict=False), first + 1)
        return [
            AnalysedMove(number, position.turn, move, *pair, clear_margin)
            for number, (position, move, pair) in analysed
        ]

    def _analyse_positions(self, history: Sequence[P]) -> list[Insight]:
        """Analyse the positions of a game, from the last one back, and return their analyses in this order.

        After an interrupt, return only the first of them.
        """
        budget = GameBudget.starting_now(len(history)) if self._budgets_games else None
        found = list[Insight]()
        shown = self._settings.shows_progress
        with ProgressLine(shown, budget and GAME_SECONDS) as live, suppress(KeyboardInterrupt):
            for at in range(len(history) - 1, -1, -1):
                live.say(f"position {at + 1} of {len(history)}")
                found.append(self._analyse_or_end(history[at], budget and budget.first_limit()))
            if budget:
                self._search_again(history, found, budget, live)
        return found

    def _search_again(
        self, history: Sequence[P], found: list[Insight], budget: GameBudget, live: ProgressLine
    ) -> None:
        """Search the positions longer that matter most, as the budget allows; replace their analyses.

        `found` has the analyses of all positions, the last position first.
        """
        for number in notable_positions(found[::-1]):
            limit = budget.second_limit()
            if limit is None:
                return
            live.say(f"position {number + 1} again")
            found[-1 - number] = self._analyse_or_end(history[number], limit)

    def _analyse_or_end(self, position: P, limit: Limit | None) -> Insight:
        """Analyse a position, within `limit` instead of the settings' if there is one.

        If the game is over, return the final result. Raise KeyboardInterrupt if Ctrl-C cut the search short.
        """
        if ended := position.outcome():
            words = result_text(ended)
            return Insight(final_score(self._game, position, ended, position.turn, words), (), 0)
        try:
            insight = self._analyse(position, limit=limit)
        except BadInput:
            if Request.made:
                raise KeyboardInterrupt from None
            if limit is None:
                raise
            insight = self._analyse(position, limit=Limit(depth=1))  # plain Python may need longer for a ply
        if Request.made:
            raise KeyboardInterrupt
        return insight

    def _move_lines(self, plies: list[AnalysedMove], record: Record[P]) -> Iterator[str]:
        """Yield one line per move, the end of an unfinished game, then the blunders and mistakes."""
        if len(plies) < len(record.moves):
            yield f"Moves 1 to {len(record.moves) - len(plies)} were not analysed."
        for ply in plies:
            yield f"{ply.number}. {ply.side} {ply.move}: {ply.summary(self._game.sides[0])}"
        if record.outcome and not record.history[-1].outcome():
            yield early_end_text(record.outcome)
        if plies:
            yield from list(filter(None, (ply.comment for ply in plies))) or ["No blunder or mistake."]

    def _moves(self, plies: list[AnalysedMove]) -> Iterator[dict[str, Any]]:
        """Yield JSON facts about every move. Scores are those of the first side."""
        first = self._game.sides[0]
        for ply in plies:
            after, played = ply.after, {"ply": ply.number, "side": ply.side, "move": ply.move}
            score = after.score.for_side(first)
            scores = {"score": score.value, "expected": score.expected}
            known = {"words": score.words, "depth": after.depth, "proven": score.proven}
            known |= score.outlook_fact
            worth = {
                "better": ply.better_move,
                "blunder": ply.is_blunder,
                "label": ply.label and str(ply.label.name),
                "turning_point": ply.comment,
            }
            yield played | scores | known | worth

    def _lines(self, position: P, insight: Insight) -> Iterator[str]:
        """Yield the analysis of a position as text."""
        yield f"Best for {insight.score.side}: {insight.line[0]}"
        if insight.line[1:]:
            yield f"Line: {', '.join(_with_sides(position, insight.line))}"
        yield f"Score: {insight.score.text}"
        yield (
            f"Search depth: {insight.depth} move"
            if insight.depth == 1
            else f"Search depth: {insight.depth} moves"
        )

    def _facts(self, insight: Insight) -> dict[str, Any]:
        """Return the analysis of a position as JSON facts. Scores are those of the side to move."""
        known = {
            "side": insight.score.side,
            "move": insight.line[0] if insight.line else None,
            "line": list(insight.line),
        }
        score = insight.score
        scores = {"score": score.value, "expected": score.expected}
        sure = {"words": score.words, "depth": insight.depth, "proven": score.proven}
        return known | scores | sure | score.outlook_fact


def early_end_text(outcome: Outcome) -> str:
    """Describe the end of a game whose last position is not over, for example by forfeit."""
    result = result_text(outcome._replace(margin=0))
    return f"The game ended here: {outcome.reason}; {result}."


def result_text(outcome: Outcome) -> str:
    """Describe the result: the winner, with the margin if the game has one, or a draw."""
    if outcome.winner is None:
        return "draw"
    side = outcome.winner
    if outcome.margin:
        return f"{side} has won by {outcome.margin}"
    return f"{side} has won"


def _with_sides(position: Any, line: Sequence[str]) -> Iterator[str]:
    """Yield the moves of a line, each after the name of its side."""
    for text in line:
        yield f"{position.turn} {text}"
        position = position.play(position.read_move(text))


def _dumped(facts: dict[str, Any]) -> str:
    return json.dumps(facts, ensure_ascii=False)
