"""A stranger's record: a command that it names as a player runs only with consent."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from tests.support.programs import ROOT, Run, on_unix, start_on_terminal, wait_for_exit

PROGRAM = """
import pathlib, sys
pathlib.Path({proof!r}).write_text("run")
sys.path.insert(0, {root!r})
from duel7 import GAME
position = GAME.read(*sys.argv[1:])
print(position.text(position.moves()[0]))
"""


@pytest.fixture
def stranger_record(tmp_path: Path, bare: None) -> tuple[Path, Path]:
    """Record that names a program as a player, and the file that the program creates."""
    proof, program = tmp_path / "proof", tmp_path / "program.py"
    program.write_text(PROGRAM.format(proof=str(proof), root=str(ROOT)))
    start = {"position": 'X "X a1 O c4" 3'}
    players = {"X": f"'{sys.executable}' '{program}'", "O": "random"}
    record = tmp_path / "game.jsonl"
    record.write_text(
        json.dumps({"game": "duel7", "version": 1, "start": start, "players": players, "seed": 1}) + "\n"
    )
    return record, proof


def test_recorded_command_is_refused_on_a_pipe(called: Run, stranger_record: tuple[Path, Path]) -> None:
    record, proof = stranger_record
    before = record.read_bytes()
    for more in ((), ("--json",)):
        done = called("duel7.py", "play", "--resume", record.name, *more, input="yes\n")
        assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
        assert "game.jsonl names a command to run as X, " in done.stderr and "--trust" in done.stderr
    assert not proof.exists() and record.read_bytes() == before


def test_recorded_command_runs_with_trust(called: Run, stranger_record: tuple[Path, Path]) -> None:
    record, proof = stranger_record
    done = called("duel7.py", "play", "--resume", record.name, "--trust")
    assert done.returncode == 0 and proof.exists()
    assert "outcome" in json.loads(record.read_text().splitlines()[-1])


def test_recorded_command_needs_no_trust_if_replaced_by_an_option(
    called: Run, stranger_record: tuple[Path, Path]
) -> None:
    record, proof = stranger_record
    assert called("duel7.py", "play", "--resume", record.name, "--x", "random").returncode == 0
    assert not proof.exists()


@on_unix
@pytest.mark.parametrize("answer", ["no", "yes"])
def test_recorded_command_is_shown_before_it_runs(
    tmp_path: Path, stranger_record: tuple[Path, Path], answer: str
) -> None:
    record, proof = stranger_record
    child = start_on_terminal("duel7.py", tmp_path, "play", "--resume", record.name, columns=300)
    child.expect("game.jsonl names this command to run as X:")
    child.expect(str(tmp_path / "program.py"))
    child.expect("Run it")
    assert not proof.exists()
    child.sendline(answer)
    assert wait_for_exit(child)[0] == 0
    assert proof.exists() == (answer == "yes")
