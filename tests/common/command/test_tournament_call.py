"""The tournament of one call: sandbox, notes, pages, Ctrl-C."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

from common.command import tournament_call
from common.command.tournament_call import (
    TournamentOptions,
    check_sandbox,
    confinement_of,
    find_participants,
    path_exists,
    play,
    print_refused,
    save_pages,
)
from common.judge.tournament.participants import Entrant, FoundEntrants
from common.judge.tournament.plan import Plan
from common.judge.tournament.replays import Analysis
from common.judge.tournament.tournament import Tournament
from common.programs.confinement import Confinement
from common.programs.program_store import program_store
from common.programs.runtime import Runtime
from common.search.limit import Limit
from tests.support.small_game import GAME, NAME

pytestmark = pytest.mark.usefixtures("importable")
ENTRANTS = [Entrant(name, (name, name)) for name in ("greedy", "random")]
CHOSEN = TournamentOptions(["greedy"], Limit(nodes=50), Runtime(Path(sys.executable)), Confinement(), jobs=1)


@pytest.fixture
def tournament() -> Tournament:
    """Return a tournament of two games, not yet played."""
    return Tournament(Plan(NAME, 0, ENTRANTS, 1, Limit(nodes=50)))


def test_long_word_is_no_path(tmp_path: Path) -> None:
    assert path_exists(str(tmp_path)) and not path_exists(str(tmp_path / "missing"))
    assert not path_exists("x" * 100_000)


def test_files_of_strangers_need_a_sandbox(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    asked = list[str]()
    monkeypatch.setattr(tournament_call, "require_file_protection", lambda kept: asked.append("files"))
    monkeypatch.setattr(tournament_call, "warn_of_gaps", lambda kept: asked.append("gaps"))
    check_sandbox(Confinement(), ["engine", "python3 bot.py"])
    assert asked == ["gaps"]
    check_sandbox(Confinement(), ["engine", str(tmp_path)])
    assert asked == ["gaps", "files", "gaps"]


def test_refused_programs_and_ten_notes_go_to_stderr(capsys: pytest.CaptureFixture[str]) -> None:
    notes = [f"'{number}.txt' is not a player" for number in range(12)]
    print_refused(FoundEntrants(ENTRANTS, notes, ["'link.py' does not play"]))
    printed = capsys.readouterr()
    assert printed.out == ""
    lines = printed.err.splitlines()
    assert lines == ["'link.py' does not play", *notes[:10], "and 2 more that are not players"]


def test_pages_are_analysed_only_after_all_games(
    tournament: Tournament, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    saved = list[tuple[Any, ...]]()
    monkeypatch.setattr(tournament_call, "save_tournament_pages", lambda *call: saved.append(call[:3]))
    save_pages(tournament, tmp_path, Analysis(9))
    tournament.play(1, None, lambda line: None)
    save_pages(tournament, tmp_path, Analysis(9))
    assert saved == [(tournament, tmp_path, None), (tournament, tmp_path, Analysis(9))]


def test_interrupted_analysis_saves_the_pages_without_it(
    tournament: Tournament, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    saved = list[tuple[Any, ...]]()

    def save(*call: Any) -> None:
        saved.append(call)
        if len(saved) == 1:
            raise KeyboardInterrupt

    monkeypatch.setattr(tournament_call, "save_tournament_pages", save)
    with pytest.raises(KeyboardInterrupt):
        save_pages(tournament, tmp_path, Analysis(9))
    assert saved[1] == (tournament, tmp_path)


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Replace the results by a note of the number of games."""
    counts = list[int]()
    monkeypatch.setattr(
        tournament_call, "write_results", lambda tournament, _: counts.append(len(tournament.games))
    )
    return counts


def test_ctrl_c_reports_the_games_so_far(
    tournament: Tournament, written: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(tournament, "play", interrupted)
    with pytest.raises(KeyboardInterrupt):
        play(tournament, CHOSEN)
    assert written == [0]


def test_played_tournament_is_reported_once(tournament: Tournament, written: list[int]) -> None:
    play(tournament, CHOSEN)
    assert written == [2]


@pytest.mark.parametrize("cluster", [None, "tcp://10.0.0.1:8786"])
def test_only_programs_on_this_machine_are_copied(cluster: str | None) -> None:
    chosen = CHOSEN._replace(cluster=cluster)
    with program_store() as store:
        found = find_participants(GAME, chosen, store)
        confinement = confinement_of(GAME, chosen, found, store)
        assert confinement.temporary_folder == (None if cluster else store.root)
