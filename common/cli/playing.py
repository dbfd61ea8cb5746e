"""The verbs to play: `play`, `puzzle`, `page`, `rules` and `games`."""

import json
import sys
import time
import webbrowser
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer
from typer import Argument, Context, Option

from common.cli import options
from common.cli.call import check_record, play_new, resume
from common.cli.options import SAVING, STRENGTH, TO_PLAY, AnyGame, Verb
from common.play.players import PlayerSettings, random_seed, seed_line
from common.play.record import FOLDER, Record, load, saved_games
from common.play.table import PACE, Table
from common.rules.errors import BadInput, quoted, visible
from common.rules.files import check_folders, check_overwrite, write_atomically
from common.search.limit import Level, Limit, choose_limit, parse_level
from common.show.window import columns, fill, on_terminal, say

MOST_PACE = 60  # seconds
PUZZLE_NODES = 100_000  # per position of a saved game
SUFFIXES = (".html", ".htm")  # of pages


def check_pace(seconds: float) -> float:
    """Return a pause unchanged. Raise BadInput unless it is from 0 to MOST_PACE seconds."""
    if not 0 <= seconds <= MOST_PACE:
        raise BadInput(f"--pace {seconds:g}: expected seconds from 0 to {MOST_PACE}, e.g. --pace {PACE:g}")
    return seconds


def add_play(app: typer.Typer, game: AnyGame) -> None:
    """Add the verb `play`."""
    verb = Verb(app, game, TO_PLAY, f"--{game.sides[0].lower()} human --level 2 --seed 7")
    verb.start("play").seats("play").programs()

    def play(
        ctx: Context,
        words: options.Words = None,
        level: options.LevelNumber = None,
        seconds: Annotated[float | None, options.seconds_option(game.limit)] = None,
        nodes: options.Nodes = None,
        depth: options.Depth = None,
        seed: options.Seed = None,
        record: options.Record = None,
        no_save: Annotated[
            bool,
            Option("--no-save", help="do not save games of people in saved-games/", rich_help_panel=SAVING),
        ] = False,
        saved: Annotated[
            Path | None,
            Option("--resume", help="resume an unfinished game (last: the newest)", rich_help_panel=SAVING),
        ] = None,
        trust: Annotated[
            bool,
            Option(
                "--trust", help="run commands that a resumed game names as players", rich_help_panel=SAVING
            ),
        ] = False,
        gif: options.Gif = None,
        no_gif: Annotated[
            bool, Option("--no-gif", help=f"do not write {game.film}", rich_help_panel=SAVING)
        ] = False,
        frame_ms: options.FrameMs = 400,
        force: options.Force = False,
        as_json: Annotated[
            bool, Option("--json", help="print only the game's record, as JSON lines", rich_help_panel=SAVING)
        ] = False,
        coach: Annotated[
            bool, Option("--coach", help="show a better move whenever yours gives something away")
        ] = False,
        pace: Annotated[
            float,
            Option(callback=check_pace, help="least seconds between moves on a terminal (0: none)"),
        ] = PACE,
        ask: Annotated[bool, Option(hidden=True)] = False,
        **own: Any,
    ) -> int:
        limit = Limit(seconds, nodes, depth)
        chosen = choose_limit(limit, game.limit, level, game.levels)
        settings = PlayerSettings(chosen, levels_vary=True, confinement=verb.confinement(own))
        film = None if no_gif else gif or (Path(game.film) if words and game.film else None)
        table = Table(game, {}, settings, record, film, frame_ms, as_json, not no_save, coach, pace=pace)
        names, given, seats = verb.names(own), verb.given(ctx, own), verb.given(ctx, own, "seats")
        if trust and not saved:
            raise BadInput("--trust needs --resume FILE, a game whose players are commands")
        if saved:
            if given or words:
                wanted = "leave out other start options and the number of games"
                raise BadInput(f"--resume {quoted(str(saved))} already has a start: {wanted}")
            if record not in (None, saved):
                check_record(record, 1, force)
            return resume(table, saved, names, seed, trust, level, level is not None or limit != Limit())
        given |= ({"words": words} if words else {}) | ({} if seed is None else {"seed": seed})
        check_record(record, len(game.starts(**given)), force)
        return play_new(table, given, names, seats, level, ask)

    play.__doc__ = (
        f"Play a game.\n\nThe engine plays every side that you do not assign. {options.names_help(game)}"
    )
    without = options.unknown_limits(game)
    verb.add(play, without if game.film else (*without, "no_gif"))


def add_rules(app: typer.Typer, game: AnyGame) -> None:
    """Add the verb `rules`."""

    def rules() -> int:
        """Print the rules of the game."""
        print(fill(game.rules.full or game.about))
        return 0

    Verb(app, game, TO_PLAY).add(rules)


def add_games(app: typer.Typer, game: AnyGame) -> None:
    """Add the verb `games`."""

    def games(as_json: options.AsJson = False) -> int:
        """List the saved games: date, players, result, file. Below: your wins against each level."""
        found = [listed(path, record) for path, record in saved_games(game)]
        if as_json:
            for facts in found:
                print(json.dumps(facts, ensure_ascii=False, allow_nan=False))
        elif found:
            print_table(game, found)
        else:
            say(f"No saved game in {FOLDER}/: every game that you play on a terminal is saved there.")
        return 0

    Verb(app, game, TO_PLAY).add(games)


def listed(path: Path, record: Record[Any]) -> dict[str, Any]:
    """Return the facts of a saved game. Its date is that of the last change."""
    outcome = record.outcome
    players = {side: visible(str(record.players.get(side, "?"))) for side in record.game.sides}
    date = time.strftime("%Y-%m-%d %H:%M", time.localtime(path.stat().st_mtime))
    winner = outcome.winner if outcome else None
    facts = {"file": visible(str(path)), "date": date, "players": players, "moves": len(record.moves)}
    return facts | {"over": outcome is not None, "winner": winner}


def only_person(facts: dict[str, Any]) -> str | None:
    """Return the side of the only person in a game, or None."""
    people = [side for side, name in facts["players"].items() if name == "human"]
    return people[0] if len(people) == 1 else None


def result_text(facts: dict[str, Any]) -> str:
    """Return the result of a game in words, for a person who played alone as theirs."""
    person, winner = only_person(facts), facts["winner"]
    if not facts["over"]:
        return f"unfinished, move {facts['moves'] + 1}"
    if winner is None:
        return "draw"
    if person:
        return "you won" if winner == person else "you lost"
    return f"{winner} won"


def print_table(game: AnyGame, facts: Sequence[dict[str, Any]]) -> None:
    """Print a line for each game, then the line of wins. File names too long for the window get own lines."""
    rows = [["Date", *game.sides, "Result"]]
    rows += [[each["date"], *each["players"].values(), result_text(each)] for each in facts]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    files = ["File", *(each["file"] for each in facts)]
    fits = not on_terminal() or sum(widths) + 2 * len(widths) + max(map(len, files)) <= columns()
    for row, file in zip(rows, files, strict=True):
        cells = "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        print(f"{cells}  {file}" if fits else f"{cells.rstrip()}\n    {file}")
    won, played = Counter[str](), Counter[str]()
    for each in facts:
        if each["over"] and (person := only_person(each)):
            opponent = next(name for side, name in each["players"].items() if side != person)
            played[opponent] += 1
            won[opponent] += each["winner"] == person
    if wins := ", ".join(f"{won[name]} of {played[name]} against {name}" for name in sorted(played)):
        say(f"You won {wins}.")


def add_puzzle(app: typer.Typer, game: AnyGame) -> None:
    """Add the verb `puzzle`."""

    def puzzle(
        seed: options.Seed = None,
        difficulty: Annotated[int | None, Option(min=1, max=3, help="1 (easy) to 3 (hard)")] = None,
        file: Annotated[
            Path | None, Option("--from", help="puzzles from the blunders of this saved game")
        ] = None,
    ) -> int:
        """Find the only good move.

        Wrong moves are refuted on the board. On a pipe one answer counts: exit status 0 if right, else 1.
        """
        from common.play.puzzles import choose_puzzles

        if file:
            if seed is not None or difficulty is not None:
                raise BadInput(f"--from {quoted(str(file))}: leave out --seed and --difficulty")
            return ask_puzzles(game, own_puzzles(game, file))
        drawn = random_seed() if seed is None else seed
        puzzles = choose_puzzles(game, difficulty, drawn)
        if seed is None:
            print(seed_line(drawn), file=sys.stderr)
        return ask_puzzles(game, puzzles)

    Verb(app, game, TO_PLAY, "--seed 7").add(puzzle)


def own_puzzles(game: AnyGame, file: Path) -> list[Any]:
    """Return the puzzles from a saved game. Raise BadInput if it has none, OSError if it cannot be read."""
    from common.play.analysis.puzzle_finder import puzzles_from_game

    settings = PlayerSettings(Level(Limit(nodes=PUZZLE_NODES)), 1)
    found = list(puzzles_from_game(load(game, file), settings))
    if not found:
        raise BadInput(f"{file} has no blunder with a single proven best move: choose another game")
    return found


def ask_puzzles(game: AnyGame, puzzles: Iterable[Any]) -> int:
    """Ask puzzles, on a terminal as long as the person wants. Return 0 if the last one was solved, else 1."""
    from common.play.puzzle_dialogue import PuzzleDialogue
    from common.play.questions import ask_choice

    solved = False
    for number, each in enumerate(puzzles):
        again = {"yes": "y", "no": "n"}
        if number and (not on_terminal() or ask_choice("Another puzzle? (yes/no): ", again) == "no"):
            break
        solved = PuzzleDialogue(game, each).run()
    return int(not solved)


def add_page(app: typer.Typer, game: AnyGame) -> None:
    """Add the verb `page`."""
    verb = Verb(app, game, TO_PLAY, f"{game.name}.html --level 2").start("play").seats("page")

    def page(
        ctx: Context,
        words: Annotated[
            list[str] | None,
            Argument(
                metavar="[FILE] [POSITION]", help=f"file to write (default: {game.name}.html), and a position"
            ),
        ] = None,
        level: Annotated[int | None, Option(help="engine strength, 1 to 5", rich_help_panel=STRENGTH)] = None,
        seed: options.Seed = None,
        force: options.Force = False,
        open_page: Annotated[bool, Option("--open", help="show the page in the browser")] = False,
        **own: Any,
    ) -> int:
        """Write the game as one HTML file to play in a browser.

        The engine is in it, and it asks for nothing from the network. The name of the file ends in .html; the
        other words are a position.
        """
        from common.play.browser_page import browser_page

        if not isinstance(game.engine, str) or not game.engine:
            raise BadInput(f"page: {game.name} has no page to play in a browser")
        path, position = split_words(game, words or ())
        given = verb.given(ctx, own) | ({"words": position} if position else {})
        side, number = page_players(game, verb.names(own), level)
        check_folders(path)
        check_overwrite("page", path, force)
        text = browser_page(game, given, side, number, seed).encode()
        write_atomically(path, text)
        say(f"{path}: {round(len(text) / 1000)} kB, plays in a browser")
        if open_page and not webbrowser.open(path.absolute().as_uri()):
            print(path.absolute())
        return 0

    verb.add(page)


def split_words(game: AnyGame, words: Sequence[str]) -> tuple[Path, list[str]]:
    """Return the path of the page and the words of a position. Raise BadInput if there are two files."""
    files = [word for word in words if Path(word).suffix.lower() in SUFFIXES]
    if len(files) > 1:
        raise BadInput(f"page {' '.join(files)}: expected one file, e.g. page {files[0]}")
    path = Path(files[0] if files else f"{game.name}.html")
    return path, [word for word in words if word not in files]


def page_players(game: AnyGame, names: dict[str, str | None], level: int | None) -> tuple[str, int]:
    """Return the side of the only person on a page, BOTH or NOBODY, and the level of its engine.

    The first side is a person's if no player is named, and so is a side beside a named engine. Raise BadInput
    for a player that a page cannot have.
    """
    from common.play.browser_document import BOTH, NOBODY

    numbers = set[int]() if level is None else {level}
    choose_limit(Limit(), game.limit, level, game.levels)
    for side, name in names.items():
        if name in (None, "human", "engine"):
            continue
        if parse_level(str(name), game.levels) is None:
            wanted = f"a page has human, engine and level-1 to level-5, e.g. --{side.lower()} level-2"
            raise BadInput(f"--{side.lower()} {quoted(str(name))}: {wanted}")
        numbers = {*numbers, int(str(name).removeprefix("level-"))}
    if len(numbers) > 1:
        raise BadInput(f"page: levels {', '.join(map(str, sorted(numbers)))}: a page has one level")
    people = [side for side, name in names.items() if name == "human"]
    if not people:
        people = (
            [side for side, name in names.items() if name is None] if any(names.values()) else [game.sides[0]]
        )
    person = BOTH if len(people) > 1 else people[0] if people else NOBODY
    return person, next(iter(numbers), min(game.levels))
