"""The grader of a kit, called by its scripts.

    python -m common.judge.kit.run prepare ROOT     check the settings and compile, once
    python -m common.judge.kit.run grade ROOT       grade ROOT/submission, write ROOT/results/results.json
    python -m common.judge.kit.run events ROOT      grade it, print each event as a line of JSON

`grade` starts `events` as a process of its own and stops it when the time for a submission is used up, so
there are results whatever a program does.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

from common.judge.kit.grading import Event, grade_submission
from common.judge.kit.results import results
from common.judge.kit.settings import SETTINGS_FILE, KitSettings, read_settings
from common.judge.match.games import load_game
from common.play.player_registry import warm_up
from common.programs.confined_command import ACCOUNT, UNSANDBOXED, is_root
from common.programs.program_store import program_store
from common.programs.sandbox import SANDBOX_VARIABLE, available_sandbox
from common.record.atomic_files import write_atomically
from common.rules.errors import BadInput

END_SECONDS = 10.0  # reserved for the end: stopping programs, writing the results
STOP_SECONDS = 5.0  # for the grading process to stop its programs, before it is killed
TOLD_LINES = 20  # lines of a failed grading process's stderr that the teacher sees


def main(words: Sequence[str]) -> int:
    """Run one of the commands in the module's docstring; return the exit status."""
    command, root = words[0], Path(words[1]).absolute()
    use_account_without_sandbox()
    try:
        settings = read_settings(root / "source" / SETTINGS_FILE, load_game)
    except BadInput as problem:
        print(problem, file=sys.stderr)
        if command == "grade":
            write_results(root, {"score": 0, "output": f"The settings of this grader are wrong: {problem}"})
        return 2
    if command == "prepare":
        return prepare(settings)
    return grade(root, settings) if command == "grade" else print_events(root, settings)


def use_account_without_sandbox() -> None:
    """Where root finds no sandbox, let programs run under an account that may not read the kit."""
    if is_root() and SANDBOX_VARIABLE not in os.environ and available_sandbox() == UNSANDBOXED:
        os.environ[SANDBOX_VARIABLE] = ACCOUNT
        available_sandbox.cache_clear()


def prepare(settings: KitSettings) -> int:
    """Compile the machine code and print what protects the grader."""
    game = load_game(settings.game)
    warm_up(game, game.starts.opening(0))
    print(available_sandbox().summary())
    return 0


def print_events(root: Path, settings: KitSettings) -> int:
    """Grade a submission and print each event as a line of JSON, as soon as it happens."""
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a background process may ignore it
    try:
        with program_store() as store:
            for event in grade_submission(root, settings, store):
                print(json.dumps(event), flush=True)
    except KeyboardInterrupt:
        return 130
    print(json.dumps({"event": "end"}), flush=True)
    return 0


def grade(root: Path, settings: KitSettings) -> int:
    """Grade a submission within the time budget and write its results. Return exit status 0."""
    began = time.monotonic()
    (root / "results").mkdir(exist_ok=True)
    if is_root():
        (root / "results").chmod(0o700)
    seconds = max(settings.budget - END_SECONDS, settings.budget / 2)
    events, told = collect_events(root, began + seconds)
    problem = ""
    if not events or events[-1]["event"] != "end":
        problem = "The grading did not reach its end: "
        problem += "its time was used up." if time.monotonic() >= began + seconds else "tell your teacher."
        print(problem, *told.splitlines()[-TOLD_LINES:], sep="\n", file=sys.stderr)
    write_results(root, results(settings, events, time.monotonic() - began, problem))
    return 0


def collect_events(root: Path, deadline: float) -> tuple[list[Event], str]:
    """Run the grading process until a deadline; return its events so far and its stderr."""
    import subprocess
    import tempfile
    from threading import Thread

    events = list[Event]()
    with tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace") as errors:
        process = subprocess.Popen(
            [sys.executable, "-s", "-m", "common.judge.kit.run", "events", str(root)],
            stdout=subprocess.PIPE,
            stderr=errors,
            stdin=subprocess.DEVNULL,
            start_new_session=True,
            encoding="utf-8",
        )
        reader = Thread(target=read_events, args=(process.stdout, events), daemon=True)
        reader.start()
        try:
            process.wait(max(deadline - time.monotonic(), 0.1))
        except subprocess.TimeoutExpired:
            stop(process)
        reader.join(1)
        errors.seek(0)
        return list(events), errors.read()


def read_events(pipe: IO[str] | None, events: list[Event]) -> None:
    """Add each line of a pipe to the events, until one that was cut off."""
    with suppress(ValueError):
        for line in pipe or ():
            events.append(json.loads(line))  # noqa: PERF401 # each as soon as it comes


def stop(process: Any) -> None:
    """Interrupt the grading process, so that it ends its programs; kill it if it does not."""
    import subprocess

    process.send_signal(signal.SIGINT)
    try:
        process.wait(STOP_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def write_results(root: Path, found: dict[str, Any]) -> None:
    """Write `results.json`. Raise OSError."""
    (root / "results").mkdir(exist_ok=True)
    write_atomically(root / "results" / "results.json", json.dumps(found, indent=1).encode())


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
