"""Tournaments by the real command: players, reports and pages."""

from __future__ import annotations

import csv
import json
import re
import shutil
import sys
import time
from contextlib import closing
from html import unescape
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from common.cli import app
from common.judge.tournament.page_folder import page_file_name, save_tournament_pages
from common.judge.tournament.participants import Entrant
from common.judge.tournament.plan import Plan
from common.judge.tournament.report import report_lines
from common.judge.tournament.tournament import Tournament
from common.programs.confined_command import UNSANDBOXED
from common.programs.runtime import PACKAGES_HINT
from common.programs.sandbox import SANDBOX_VARIABLE
from common.rules.errors import BadInput
from common.search.limit import Limit
from tests.support.games import every_script, quick_only_for
from tests.support.misbehaving_programs import TELL
from tests.support.misbehaving_tournament import MisbehavingTournament
from tests.support.programs import (
    ROOT,
    Run,
    interrupt,
    on_unix,
    program_command,
    run_on_cluster,
    start_on_pipe,
    still_running,
)

CHEAP = {"squirrels": ("--depth", "1"), "game": ("--nodes", "5"), "walls": ("--nodes", "50", "--size", "3")}
EXAMPLES = ROOT / "docs" / "examples"
FIELD = (
    "greedy",
    "novice",
    "level-1",
    "level-2",
    "--pairs",
    "2",
    "--nodes",
    "50",
)  # no clock, hence reproducible
TIMES = {"slowest"}


def tournament_result(called: Run, script: str, *arguments: str, **options: Any) -> dict[str, Any]:
    """Run a tournament and return its JSON result."""
    ended = called(f"{script}.py", "tournament", *arguments, "--json", **options)
    assert ended.returncode == 0, ended.stderr
    result: dict[str, Any] = json.loads(ended.stdout)
    return result


def without_times(told: dict[str, Any]) -> dict[str, Any]:
    table = [{name: value for name, value in row.items() if name not in TIMES} for row in told["table"]]
    return told | {"table": table}


@quick_only_for("squirrels")
def test_examples_of_every_game_play_a_tournament_without_forfeit(script: str, called: Run) -> None:
    limit = ("--seconds", "20", *(CHEAP[script] if script in ("squirrels", "walls") else ()))
    one_move = EXAMPLES / script / ("one_move" if script == "game" else "one_move.py")
    persistent = f"persistent: python '{EXAMPLES / script / 'persistent.py'}'"
    call = (str(one_move), persistent, "--pairs", "1", "--jobs", "1", *limit)
    told = tournament_result(called, script, *call)
    assert told["games"] == told["of"] == 6
    rows = {row["player"]: row for row in told["table"]}
    assert rows.keys() == {"one_move", persistent, "random"}
    assert [row["forfeits"] for row in told["table"]] == [{}] * 3
    for name, row in rows.items():
        assert row["games won"] + row["games drawn"] + row["games lost"] == 4
        assert [sum(score[at] for score in told["cross"][name].values()) for at in range(3)] == [
            row["won"],
            row["drawn"],
            row["lost"],
        ]
        assert row["points"] == row["won"] + row["drawn"] / 2
    points = [row["points"] for row in told["table"]]
    assert points == sorted(points, reverse=True)
    assert rows["random"]["elo"][0] == 0


def test_tournament_is_equal_with_one_and_two_processes(called: Run, run: Run) -> None:
    call = (*FIELD, "--pairs", "1")
    alone = tournament_result(called, "duel7", *call, "--jobs", "1")
    beside = tournament_result(run, "duel7", *call, "--jobs", "2")
    assert alone["games"] == 20 and without_times(alone) == without_times(beside)


@pytest.mark.long
def test_dask_cluster_plays_the_same_tournament(called: Run, tmp_path: Path) -> None:
    pytest.importorskip("distributed")
    call = ("greedy", "novice", "--depth", "1")
    there = run_on_cluster(tmp_path, "squirrels.py", "tournament", *call, "--json")
    here = tournament_result(called, "squirrels", *call, "--jobs", "1")
    assert without_times(json.loads(there.splitlines()[-1])) == without_times(here)


@on_unix
@pytest.mark.usefixtures("bare")
def test_interrupted_tournament_reports_and_leaves_no_process(tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    command = program_command(tmp_path / "slow.py", TELL.format(pids=str(pids)) + "time.sleep(60)")
    going = start_on_pipe(
        "duel7.py",
        tmp_path,
        "tournament",
        command,
        "greedy",
        "--pairs",
        "9",
        "--seconds",
        "60",
        "--jobs",
        "2",
        "--html",
        "pages",
    )
    deadline = time.monotonic() + 60
    while not pids.exists() and time.monotonic() < deadline:
        time.sleep(0.1)
    time.sleep(1)  # the other process plays games meanwhile
    going.send_signal(2)
    output, errors = going.communicate(timeout=30)
    assert (going.returncode, errors) == (130, "Stopped.\n")
    count = re.search(r"^([0-9]+) of 54 games$", output, re.MULTILINE)
    assert still_running(pids.read_text().split()) == []
    pages = {path.name: path.read_text(encoding="utf-8") for path in (tmp_path / "pages").iterdir()}
    shown = {number for text in pages.values() for number in re.findall("<summary>Game ([0-9]+): ", text)}
    assert count and len(shown) == int(count[1])


def test_report_explains_counting_and_extreme_scores(called: Run) -> None:
    ended = called(
        "duel7.py", "tournament", "greedy", "novice", "--pairs", "1", "--jobs", "1", "--nodes", "50"
    )
    lines = ended.stdout.splitlines()
    assert lines[0].split() == [
        "#",
        "player",
        "points",
        "games",
        "Elo",
        "95",
        "%",
        "slowest",
        "forfeits",
    ]
    assert len(lines) == 1 + 3 + 1 + 4 + 1 + 2
    assert "6 games" in lines and lines[-1].startswith("The first seat, X, is worth ")
    ended = called("game.py", "tournament", "level-2 + level-2", "--pairs", "1", "--jobs", "1")
    assert (
        "Each pair counts once, for the player who did better by cat moves in "
        "the same seat from the same start" in ended.stdout
    )
    assert "(won all)" in ended.stdout and "random lost every game" in ended.stdout


def test_csv_table_has_no_formula(called: Run, tmp_path: Path) -> None:
    folder = tmp_path / "class"
    folder.mkdir()
    program_command(folder / "=1+1.py", "print()")
    program_command(folder / "a,b.py", "import sys; sys.exit(1)")
    ended = called("duel7.py", "tournament", "class", "--pairs", "1", "--csv", "table.csv", "--jobs", "1")
    assert ended.returncode == 0, ended.stderr
    with (tmp_path / "table.csv").open(encoding="utf-8", newline="") as file:
        rows = {row["player"]: row for row in csv.DictReader(file)}
    assert rows.keys() == {"'=1+1", "a,b", "random"}
    assert rows["a,b"]["forfeits: crash"] == "3" and rows["'=1+1"]["forfeits: gives up"] == "3"
    assert rows["random"]["won"] == "4" and rows["random"]["against a,b"] == "2.0"


EVIL = f"'{sys.executable}' -c 'print()' '</script><b>bold &'"  # gives up
WORDS = re.compile(r"<[^>]*>")


def crashing_class(folder: Path) -> str:
    """Make a class of one program, which crashes."""
    (folder / "class" / "crash").mkdir(parents=True)
    for name in ("main", "cat", "catcher"):
        program_command(folder / "class" / "crash" / f"{name}.py", "import sys; sys.exit(1)")
    return "class"


def rows_of(table: str) -> list[list[str]]:
    """Return the cells of an HTML table as displayed text, row by row."""
    return [
        [unescape(WORDS.sub("", cell)) for cell in re.findall(r"<t[hd].*?</t[hd]>", row)]
        for row in re.findall(r"<tr>.*?</tr>", table)
    ]


@every_script
def test_pages_have_tables_and_every_game_without_scripts(script: str, called: Run, tmp_path: Path) -> None:
    call = ("novice", crashing_class(tmp_path), EVIL, "--pairs", "1", "--jobs", "1", *CHEAP.get(script, ()))
    told = tournament_result(called, script, *call, "--html", "pages")
    index = (tmp_path / "pages" / "index.html").read_text(encoding="utf-8")
    standings, cross = (rows_of(table) for table in re.findall(r"<table.*?</table>", index, re.S))
    assert [row[1] for row in standings[1:]] == [row["player"] for row in told["table"]]
    assert EVIL in [row[1] for row in standings]
    faults = {
        row["player"]: ", ".join(f"{kind} {count}" for kind, count in row["forfeits"].items())
        for row in told["table"]
    }
    assert [row[-1].startswith(faults[row[1]]) for row in standings[1:]] == [True] * len(faults)
    assert faults["crash"].startswith("crash ") and faults[EVIL].startswith("gives up ")
    names = [row[1] for row in cross[1:]]
    for name, row in zip(names, cross[1:], strict=True):
        scores = [told["cross"][name].get(other) for other in names]
        assert row[2:] == [f"{score[0] + score[1] / 2:g}" if score else "\u00b7" for score in scores]
    assert "Programs ran in " in index and "<script" not in index
    for row in told["table"]:
        check_games(tmp_path / "pages" / page_file_name(row["player"]), row)


def check_games(page: Path, row: dict[str, Any]) -> None:
    """Check that the page of a player has its games, with numbers, players and results, lost ones first."""
    text = page.read_text(encoding="utf-8")
    lists = re.findall(r'<details id="game=(.*?)"><summary>(.*?)</summary>(.*?)</details>', text, re.S)
    titles = [unescape(title) for _number, title, _moves in lists]
    assert len({number for number, _title, _moves in lists}) == len(lists) == 6
    assert all(title.startswith(f"Game {lists[at][0]}: ") for at, title in enumerate(titles))
    assert all(row["player"] in title for title in titles)
    lost = row["games lost"]
    assert [row["player"] in title.partition("; ")[0] for title in titles[:lost]] == [True] * lost
    assert text.count("</script>") == 2 and "<b>" not in text


def test_analyse_adds_score_curves_and_turning_moves(called: Run, tmp_path: Path) -> None:
    call = ("greedy", crashing_class(tmp_path), EVIL, "--pairs", "1", "--jobs", "1", "--html", "pages")
    assert called("duel7.py", "tournament", *call, "--analyse", "20").returncode == 0
    page = (tmp_path / "pages" / "player-random.html").read_text(encoding="utf-8")
    data = re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.S)
    assert data
    for game in json.loads(data[1]):
        assert len(game["scores"]) == (len(game["changes"]) + 1 if game["changes"] else 0)
    assert "better " in page and '<p class="turning">' in page
    link = re.search(r'<td class="words"><a href="#game=(\d+)&amp;ply=(\d+)">(\d+)\. .. ..</a></td>', page)
    assert link and link[2] == link[3]
    refused = called("duel7.py", "tournament", "greedy", "--analyse", "20")
    assert (refused.returncode, refused.stderr[:33]) == (2, "--analyse 20 needs --html FOLDER,")


def test_stopped_analysis_leaves_the_pages_without_curves(
    called: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopped(*_: Any, **__: Any) -> Any:
        raise KeyboardInterrupt

    monkeypatch.setattr("common.judge.tournament.replays.analysed_moves", stopped)
    call = ("greedy", "--pairs", "1", "--jobs", "1", "--html", "pages", "--analyse", "20")
    ended = called("duel7.py", "tournament", *call)
    assert (ended.returncode, ended.stderr) == (130, "Stopped.\n")
    page = (tmp_path / "pages" / "player-greedy.html").read_text(encoding="utf-8")
    assert page.count("<summary>Game ") == 2


def test_folder_of_pages_is_written_again_and_others_are_not(called: Run, tmp_path: Path) -> None:
    call = ("duel7.py", "tournament", "greedy", "--pairs", "1", "--jobs", "1", "--nodes", "50", "--html")
    for _ in range(2):
        assert called(*call, "pages").returncode == 0
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "index.html").write_text("<html>", encoding="utf-8")
    refused = called(*call, "mine")
    line = "--html 'mine': expected a new or an empty folder, or one of our pages\n"
    assert (refused.returncode, refused.stdout, refused.stderr) == (2, "", line)
    assert [path.name for path in (tmp_path / "mine").iterdir()] == ["index.html"]


def test_pages_without_games_have_their_tables(tmp_path: Path) -> None:
    players = [Entrant(name, (name, name)) for name in ("greedy", "random")]
    save_tournament_pages(Tournament(Plan("duel7", 0, players, 1, Limit(nodes=50))), tmp_path / "none")
    texts = ((tmp_path / "none" / name).read_text("utf-8") for name in ("index.html", "player-greedy.html"))
    index, page = texts
    assert "0 of 2 games" in index and len(rows_of(index)) == 3
    assert "<script" not in index + page and "points: 0" in page


def test_wide_cross_table_is_replaced_by_a_hint() -> None:
    players = [Entrant(f"random {number}", ("random", "random")) for number in range(16)] + [
        Entrant("random", ("random", "random"))
    ]
    lines = report_lines(Tournament(Plan("duel7", 0, players, 1, Limit(nodes=50))))
    assert (
        "The cross table of 17 players is too wide for the terminal: use --html FOLDER, --csv FILE or --json"
        in lines
    )
    assert (
        len(report_lines(Tournament(Plan("duel7", 0, players[1:], 1, Limit(nodes=50)))))
        == 17 + 1 + 17 + 1 + 1
    )


@pytest.mark.parametrize(
    ("arguments", "wanted"),
    [
        (("empty",), "'empty': expected at least two players"),
        (("notes",), "'notes/notes.txt' is not a player"),
    ],
)
def test_folder_without_two_players_is_refused_in_one_line(
    called: Run, tmp_path: Path, arguments: tuple[str, ...], wanted: str
) -> None:
    for folder in ("empty", "notes"):
        (tmp_path / folder).mkdir()
    (tmp_path / "notes" / "notes.txt").touch()
    ended = called("duel7.py", "tournament", *arguments)
    assert (ended.returncode, ended.stdout) == (2, "")
    assert wanted in ended.stderr
    assert ended.stderr.count("\n") == 1


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_unknown_sandbox_is_refused(run: Run, monkeypatch: pytest.MonkeyPatch, jobs: str) -> None:
    monkeypatch.setenv("FIVE_BOARD_GAMES_SANDBOX", "bublewrap")
    ended = run("duel7.py", "tournament", "greedy", "false", "--pairs", "1", "--jobs", jobs)
    told = "FIVE_BOARD_GAMES_SANDBOX='bublewrap': expected bubblewrap, unshare, landlock, account or none\n"
    assert (ended.returncode, ended.stdout, ended.stderr) == (2, "", told)


@on_unix
@pytest.mark.long
def test_thirteen_players_finish_and_every_forfeit_is_named(tmp_path: Path) -> None:
    """Ten misbehave: two workers leave no process and no file. The thirteenth player is `random`."""
    with closing(MisbehavingTournament(tmp_path, "--seconds", "2")) as thirteen:
        told = thirteen.play_and_check()
    assert told["games"] == told["of"] == 156


def test_class_programs_see_neither_neighbours_nor_our_packages(called: Run, tmp_path: Path) -> None:
    folder = tmp_path / "class"
    folder.mkdir()
    shutil.copy(EXAMPLES / "duel7" / "one_move.py", folder / "honest.py")
    program_command(folder / "random.py", "raise SystemExit('a trap')")
    program_command(folder / "a\x1b[31m.py", "import duel7")
    (folder / "link.py").symlink_to("honest.py")
    ended = called(
        "duel7.py",
        "tournament",
        "class",
        "--pairs",
        "1",
        "--jobs",
        "1",
        "--seconds",
        "20",
        "--csv",
        "table.csv",
    )
    assert ended.returncode == 0 and "\x1b" not in ended.stdout + (tmp_path / "table.csv").read_text("utf-8")
    assert ended.stderr.splitlines() == [
        "'class/link.py' does not play: 'link.py' is a link",
        "'class/random.py' does not play: 'random' is a built-in player: choose another name",
    ]
    with (tmp_path / "table.csv").open(encoding="utf-8", newline="") as file:
        faults = {row["player"]: row["forfeits: crash"] for row in csv.DictReader(file)}
    assert faults == {"honest": "0", "random": "0", "a\\x1b[31m": "4"}
    assert f"ModuleNotFoundError: {PACKAGES_HINT}" in ended.stdout


@pytest.mark.parametrize("words", [("class",), ("class/anna.py",)])
def test_untrusted_programs_need_a_sandbox_for_files(
    words: tuple[str, ...],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    (tmp_path / "class").mkdir()
    program_command(tmp_path / "class" / "anna.py", "import sys; sys.exit(1)")
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv(SANDBOX_VARIABLE)
    monkeypatch.setattr("common.programs.sandbox.available_sandbox", lambda: UNSANDBOXED)
    call = ["tournament", *words, "--pairs", "1", "--jobs", "1"]
    with pytest.raises(BadInput, match="no sandbox protects your files from programs"):
        app.main(import_module("duel7").GAME, call)
    assert app.main(import_module("duel7").GAME, [*call, "--no-sandbox"]) == 0
    assert "no sandbox" in capsys.readouterr().out


@on_unix
def test_interrupted_workers_leave_no_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    temporary = tmp_path / "tmp"
    temporary.mkdir()
    monkeypatch.setenv("TMPDIR", str(temporary))
    program_command(tmp_path / "sleepy.py", "import time; time.sleep(60)")
    going = start_on_pipe(
        "duel7.py",
        tmp_path,
        "tournament",
        "sleepy.py",
        "--seconds",
        "60",
        "--jobs",
        "2",
    )
    deadline = time.monotonic() + 60
    while not list(temporary.glob("programs-*/player-*")) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert interrupt(going)[0] == 130
    assert [path.name for path in temporary.iterdir() if path.name.startswith(("player-", "programs-"))] == []
