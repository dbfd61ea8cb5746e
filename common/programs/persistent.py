"""Persistent programs as players: started once per game, asked and answering line by line."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from typing import IO, Any

from common.programs.child_process import ProcessResult, start_program
from common.programs.confinement import DEFAULT_CONFINEMENT, Confinement
from common.programs.move_clock import MoveClock, Overrun
from common.programs.one_shot import parse_legal_move, split_command
from common.programs.pipe_reader import MAX_OUTPUT, TAIL_SIZE, PipeReader
from common.programs.process_tree import freeze, thaw
from common.rules.errors import quoted
from common.rules.player import ForfeitError, StatelessPlayer
from common.rules.position import Position

STARTUP_SECONDS = 10.0  # extra seconds for the first answer, since the program has to start
GAME_CPU_SECONDS = 3600.0  # seconds of CPU time for a whole game
EXIT_SECONDS = 0.5  # seconds in which it may exit by itself
QUIT = "quit"
GIVES_UP = "?"


class PersistentPlayer(StatelessPlayer):
    """A program that plays one game. It starts when the first move is asked for and runs until `close`.

    Each line that it gets holds the whole position, so it can also join a game in progress.
    """

    def __init__(
        self,
        command: str,
        seconds: float,
        words: Callable[[Any], list[str]],
        confinement: Confinement = DEFAULT_CONFINEMENT,
    ) -> None:
        """Prepare a player without starting its program.

        `words` converts a position to words, `seconds` is the time limit per move; the first one gets
        `STARTUP_SECONDS` more. Raise BadInput if the command's first word cannot be run.
        """
        super().__init__(self._answer)
        self._confinement = confinement
        self._command, self._seconds, self._words = split_command(command), seconds, words
        self._program: _Program | None = None
        self.overruns = list[Overrun]()

    def _answer(self, position: Position) -> Any:
        """Ask the program, started if necessary, for a move. Raise ForfeitError if it gives no legal one."""
        seconds = self._seconds
        if self._program is None:
            self._program, seconds = _Program(self._command, self._confinement), seconds + STARTUP_SECONDS
        answer = self._program.ask("\t".join(self._words(position)), seconds, self.overruns)
        if answer.startswith(GIVES_UP):
            reason = answer[1:].strip()
            raise ForfeitError(
                f"gives up: {quoted(reason)}" if reason else "gives up",
                kind="gives up",
            )
        return parse_legal_move(position, answer)

    def close(self) -> None:
        """Ask the program to exit, and kill it if it does not within `EXIT_SECONDS`."""
        if self._program:
            self._program.close()
            self._program = None


class _Program:
    """A running program with its lines of input and output. It starts when the object is made.

    It is frozen between questions unless it may ponder.
    """

    def __init__(self, command: list[str], confinement: Confinement) -> None:
        from queue import SimpleQueue
        from threading import Event, Thread

        self._running = start_program(command, GAME_CPU_SECONDS, confinement=confinement, has_input=True)
        self._ponders = confinement.ponder
        self._questions: SimpleQueue[str] = SimpleQueue()
        self._sent = Event()
        self._lines, self._errors = (
            _Lines(self._running.process.stdout),
            PipeReader(self._running.process.stderr),
        )
        Thread(target=self._write, daemon=True).start()

    def _write(self) -> None:
        """Pass questions to the program, in a thread: a program that never reads would block the writer."""
        pipe = self._running.process.stdin
        assert pipe
        with suppress(OSError), pipe:
            while question := self._questions.get():
                pipe.write(question.encode() + b"\n")
                pipe.flush()
                self._sent.set()

    def ask(self, question: str, seconds: float, log: list[Overrun]) -> str:
        """Send a line and return the next non-empty line of output, stripped.

        An answer that takes longer than `seconds` is added to the log. If it is late, or the program ends or
        floods, kill it and raise ForfeitError.
        """
        self._thaw()
        self._lines.reset_count()
        self._errors.reset_count()
        self._sent.clear()
        self._questions.put(question)
        self._sent.wait(min(seconds, 1.0))  # the clock starts when the question is in the pipe
        clock = MoveClock(self._running.process.pid, seconds, has_run=True)
        while not self._is_finished(clock):
            ended = self._running.process.poll() is not None  # its child may still hold the pipe open
            answer = self._lines.next_line(clock.next_step())
            if answer is None or (ended and not answer):
                break
            if answer:
                overrun = clock.overrun()
                self._freeze()
                log += filter(None, [overrun])
                return answer
            clock.woke()
        log += filter(None, [clock.overrun()])
        raise self._failure(seconds)

    def _is_finished(self, clock: MoveClock) -> bool:
        """Return True if the time is up and no answer lies in the pipe, or if the program floods."""
        is_over = clock.is_over() and not self._lines.has_unread()
        return is_over or self._lines.flooded or self._errors.flooded

    def _freeze(self) -> None:
        """Suspend the program, so that it cannot think on its opponent's time."""
        if not self._ponders:
            freeze(self._running.process.pid)

    def _thaw(self) -> None:
        if not self._ponders:
            thaw(self._running.process.pid)

    def _failure(self, seconds: float) -> ForfeitError:
        """Kill the program and return the error that says why it did not answer within `seconds`."""
        flooded = self._lines.flooded or self._errors.flooded
        status = None if flooded else self._wait(EXIT_SECONDS if self._lines.at_end else 0)
        self._running.end()
        last_words = self._errors.last_line()
        try:
            ProcessResult(status, "", last_words, flooded, self._running.monitor.excess).check(seconds)
        except ForfeitError as fault:
            silent = fault.kind == "time"
            if not silent:
                return fault
            return ForfeitError(f"{fault}: no line came: flushed?", last_words, fault.kind)
        return ForfeitError("crashes: ends before the game is over", last_words)

    def _wait(self, seconds: float) -> int | None:
        """Return the exit status, or None if the program still runs after `seconds`."""
        import subprocess

        with suppress(subprocess.TimeoutExpired):
            return self._running.process.wait(seconds)
        return None

    def close(self) -> None:
        """Tell the program that the game is over, then kill it with all that it started."""
        self._thaw()
        self._questions.put(QUIT)
        self._questions.put("")
        self._wait(EXIT_SECONDS)
        self._running.end()


class _Lines:
    """A thread that reads the non-empty lines of a pipe until it ends or floods."""

    def __init__(self, pipe: IO[bytes] | None) -> None:
        from queue import SimpleQueue
        from threading import Thread

        self._pipe, self._total, self.at_end = pipe, 0, False
        self._queue: SimpleQueue[str | None] = SimpleQueue()
        Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        rest = b""
        if self._pipe:
            with self._pipe as pipe:
                while not self.flooded and (part := os.read(pipe.fileno(), TAIL_SIZE)):
                    self._total += len(part)
                    *lines, rest = (rest + part).split(b"\n")
                    self._queue_lines(*lines)
        if not self.flooded:
            self._queue_lines(rest)
        self.at_end = True
        self._queue.put(None)

    def _queue_lines(self, *lines: bytes) -> None:
        for line in lines:
            if text := line.decode("utf-8", "replace").strip():
                self._queue.put(text)

    @property
    def flooded(self) -> bool:
        """True once more than `MAX_OUTPUT` bytes have arrived since the count was reset."""
        return self._total > MAX_OUTPUT

    def reset_count(self) -> None:
        """Reset the count of bytes, at the start of a new answer."""
        self._total = 0

    def has_unread(self) -> bool:
        """Return True if the program has written what the thread has not read yet (on Windows: unknown)."""
        import select

        if self._pipe is None or self.at_end or os.name == "nt":
            return False
        with suppress(OSError, ValueError):  # closed meanwhile
            return bool(select.select([self._pipe], [], [], 0)[0])
        return False

    def next_line(self, seconds: float) -> str | None:
        """Return the next line, stripped; an empty string if none comes within `seconds`, None at the end."""
        from queue import Empty

        try:
            return self._queue.get(timeout=seconds)
        except Empty:
            return ""
