"""Programs that answer input files with files: the form `-i FILE`, and the verbs `check`, `grade` and `cases`."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from common.command import app, cli
from common.games.squirrels.answer_files import Answer, Task, compare, number_of
from common.games.squirrels.grade_verb import add_grade
from common.play.game import Game, S
from common.record.saved_games import check_new
from common.record.seeds import draw_seed, tell_seed
from common.record.whole_files import write_whole
from common.rules.errors import BadInput, quoted
from common.rules.position import P

if TYPE_CHECKING:
    import typer

SECONDS = 60.0  # for a verdict, unless one says otherwise


class InputFileGame(Game[P, S]):
    """A game whose positions come in files, as `-i FILE`, and are answered by files."""

    verbs = ("check", "grade", "cases")

    def answer_case(self, argv: list[str], /) -> int:
        """Answer `-i FILE`, perhaps with --crlf, here. Raises BadInput or OSError."""
        raise NotImplementedError

    def read_task(self, path: Path, /) -> Task:
        """What is to be answered for an input; a module's function, so that other processes find it."""
        raise NotImplementedError

    def make_case(self, chance: Random, /) -> str:
        """A random input."""
        raise NotImplementedError

    def check_verdict(self, source: Path) -> None:
        """Raises BadInput at an input that no verdict is possible on."""

    def verdict(self, source: Path, seconds: float) -> str:
        """What the move that answers an input gives away against perfect play, as far as seconds tell. Raises BadInput."""
        raise NotImplementedError

    def is_record(self, words: Sequence[str]) -> bool:
        """A saved game begins with a brace, an input file does not."""
        return super().is_record(words) and Path(words[0]).read_bytes()[:1] == b"{"

    def add_verbs(self, app: typer.Typer) -> None:
        add_checking(app, self)

    def main(self, argv: list[str], usage: str) -> int:
        """The graders' form first, perhaps with a verdict; whatever else is a verb, or its options."""
        if not argv:
            print(usage, file=sys.stderr)
            return 2
        words = [word for word in argv if word != "--verdict"]
        if file := cli.case_file(words):
            if words == argv:
                return self.answer_case(words)
            self.check_verdict(file)  # before any file is written
            self.answer_case(words)
            print(self.verdict(file, SECONDS))
            return 0
        if argv[0] in cli.DASH_I:
            script = f"{self.name}.py"
            raise BadInput(
                f"{script} {quoted(' '.join(argv))}: wanted -i FILE, e.g. python {script} -i input.txt"
            )
        if argv[0] == "analyse":  # the input file may be named as the graders' form does it
            argv = [word for word in argv if word not in cli.DASH_I]
        return app.main(self, argv)


def add_checking(app: typer.Typer, checked: InputFileGame[Any, Any]) -> None:
    """Add the three verbs."""
    import typer

    from common.command.options import FORCE

    script = f"{checked.name}.py"

    @app.command(epilog=f"Example: python {script} check input_3.txt my_answers")
    def check(
        source: Path = typer.Argument(metavar="INPUT"),
        folder: Path = typer.Argument(Path()),
        verdict: bool = typer.Option(
            False, "--verdict", help="say what the right move gives away against perfect play"
        ),
        seconds: float = typer.Option(SECONDS, min=0.01, help="for the verdict"),
        as_json: bool = typer.Option(False, "--json", help="the result as JSON"),
    ) -> int:
        """Compare answer files with the right ones. Exit status 1 if something is wrong."""
        task = checked.read_task(source)
        said = {"verdict": checked.verdict(source, seconds)} if verdict else {}
        judged = compare(task, number_of(source), {name: Answer(folder, (name,)) for name in task.files})
        print(json.dumps(judged._asdict() | said) if as_json else "\n".join([*judged.lines, *said.values()]))
        return int(not judged.right)

    add_grade(app, checked)

    @app.command(epilog=f"Example: python {script} cases 100 --seed 7 cases")
    def cases(
        count: int = typer.Argument(min=1),
        folder: Path = typer.Argument(),
        seed: int = typer.Option(None),
        force: bool = FORCE,
    ) -> int:
        """Make random cases with their answers in FOLDER. The same seed, the same cases."""
        check_new("cases", folder, force)
        drawn = draw_seed() if seed is None else seed
        write_cases(checked, folder, count, drawn)
        tell_seed(drawn)
        return 0


def write_cases(checked: InputFileGame[Any, Any], folder: Path, count: int, seed: int) -> None:
    """Write input_1.txt and its answers, and so on, into a folder."""
    chance = Random(seed)
    for number in range(1, count + 1):
        below = folder / str(number)
        below.mkdir(parents=True, exist_ok=True)
        source = folder / f"input_{number}.txt"
        write_whole(source, checked.make_case(chance).encode())
        checked.read_task(source).answer(below)
