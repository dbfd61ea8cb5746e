"""Circle the Cat in Portuguese: no text without its translation, and real commands that show them."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import game
from common.command.cli import guarded
from common.play.dialogue import WORDS, WORDS_AND_RESIGN
from common.rules.position import Outcome
from common.show import film, language
from common.show.language import CATALOGUES, read_catalogue, speak, translated
from tests.support.programs import ROOT, Run, kept, left_a_game, on_unix, program, terminal
from tests.support.programs import told as told_on

PORTUGUESE = CATALOGUES["pt"] or Path()
CATALOGUE = read_catalogue(PORTUGUESE)
START = ("[5, 5]", "[(1, 1)]", "[(0, 0), (10, 10)]")
STEP, BLOCK = "Passo do gato (NO NE O L SO SE): ", "Casa a bloquear (linha, coluna): "
ENGLISH = {
    "add_verbs",
    "add_move",
    "print_version",
    "example",
    "judge",
}  # `--help`, and what analysis prints
NOT_PLAYING = {
    "common.programs.launcher",  # what it says is for the author of a program
    "common.command.options",
    "common.command.setup_options",  # `--help`
    "common.command.refusals",  # bad calls are tested below
    "common.kernels.kernel",
    "common.kernels.linked_kernels",
    "common.kernels.jit.cache",
    "common.play.game",
    "common.play.notation",  # wrong calls, which are tested below
    "common.play.player_registry",  # wrong calls, and `--help`
    "common.play.setup",
    "common.search.game_search",  # what this game says in words of its own
    "common.search.compiled_game",
    "common.search.engine",
    "common.search.solve",
    "common.search.iterative_deepening",
    "common.search.warm_start",
    "common.search.results",
    *(
        f"common.command.{verb}_verb"
        for verb in ("analyse", "check_program", "match", "play", "replay", "serve", "solve", "tournament")
    ),
}
NO_TEXTS = {
    "import sys; sys.path[:0] = [7]; import launcher; launcher.start()": "told to Python",
    "names never end": "never raised",
    "--seed 7": "an option to type",
    "analyse 7": "a command to type",
    "play --resume 7": "a command to type",
    "replay 7 --step": "a command to type",
    "replay 7 --png board.png": "a command to type",
    ", seen 7 move7 later": "in an analysis only",
    "illegal move": "counted in matches only",
    "unintelligible move": "counted in matches only",
    WORDS: "words to type, explained where they are shown",
    WORDS_AND_RESIGN: "the same on a terminal",
    "7s player7 7": "words to type, not shown",
    "set enable-bracketed-paste off": "for the line editor",
    "--lang 7: wanted 7, e.g. --lang pt": "no language is chosen",
    "7: wanted 7, e.g. 7": "read_choice: the only such question of this game is answered below",
}


@pytest.fixture(autouse=True)
def english_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.chdir(tmp_path)
    yield
    speak("en")


def called(arguments: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> tuple[int, str, str]:
    """A call in Portuguese: exit status, stdout, stderr."""
    status = guarded(lambda: game.main([*arguments, "--lang", "pt"]))
    printed = capsys.readouterr()
    return status, printed.out, printed.err


# THE CATALOGUE


def source_of(name: str) -> Path:
    return ROOT / (name.replace(".", "/") + ".py")


def modules_of(name: str, seen: set[str]) -> set[str]:
    """A module of ours and all that it imports, wherever it does."""
    if name in seen | NOT_PLAYING or not source_of(name).exists():
        return seen
    seen.add(name)
    for node in ast.walk(ast.parse(source_of(name).read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("common"):
            for found in [f"{node.module}", *(f"{node.module}.{alias.name}" for alias in node.names)]:
                modules_of(found, seen)
    return seen


def texts_in(tree: ast.AST) -> Iterator[str]:
    """Every string that is no docstring; what an f-string fills in is spelt 7."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.FunctionDef) and node.name in ENGLISH:
            continue
        if isinstance(tree, ast.ClassDef) and isinstance(node, ast.Assign | ast.AnnAssign):
            continue  # what `--help` says of a game
        if isinstance(node, ast.keyword) and node.arg == "help":
            continue
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            continue
        if isinstance(node, ast.JoinedStr):
            yield "".join(filled_in(part) for part in node.values)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value
        else:
            yield from texts_in(node)


def filled_in(part: ast.expr) -> str:
    if isinstance(part, ast.Constant):
        return str(part.value)
    assert isinstance(part, ast.FormattedValue)
    return {"WORDS": WORDS, "WORDS_AND_RESIGN": WORDS_AND_RESIGN}.get(ast.unparse(part.value), "7")


def told() -> set[str]:
    """What game.py and the modules it plays with may tell a person: strings with words and a blank."""
    modules = modules_of("game", set()) | modules_of(
        "common.programs.persistent", set()
    )  # programs play, too
    texts = {text for name in modules for text in texts_in(ast.parse(source_of(name).read_text("utf-8")))}
    return {
        text
        for text in texts
        if re.search("[a-z]{2}.* |[a-z]{2} |[a-z]{3}[.]$", text) and not text.startswith("bold ")
    }


def spellings(text: str) -> list[str]:
    """A text as it may come: a cell or a quoted word filled in, a side before it, a list behind it."""
    return [text, text.replace("7", "'7'"), text.replace("7", "(7, 7)"), f"Cat {text}", f"{text}7"]


def test_the_walk_finds_texts_of_every_kind_and_module() -> None:
    found = told()
    assert {
        "gives up",
        "Cat runs away",
        "Stopped.",
        "it ends too soon",
        "At any move: " + WORDS_AND_RESIGN,
        "Cat's step (NW NE W E SW SE): ",
    } <= found
    assert len(found) > 60


@pytest.mark.parametrize("text", sorted(told() - NO_TEXTS.keys()))
def test_every_text_has_a_translation(text: str) -> None:
    assert not any(translated(spelling) != spelling for spelling in spellings(text)), (
        "nothing is translated in English"
    )
    speak("pt")
    assert any(translated(spelling) != spelling for spelling in spellings(text))


def test_a_text_without_translation_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    speak("pt")
    assert all(
        translated(spelling) == spelling for spelling in spellings("No such sentence is translated, e.g. 7")
    )


def test_no_exception_is_out_of_date() -> None:
    assert NO_TEXTS.keys() <= told()


@pytest.mark.parametrize("english", CATALOGUE)
def test_placeholders_agree(english: str) -> None:
    assert CATALOGUE[english]
    assert sorted(re.findall(r"\{\w*\}", english)) == sorted(re.findall(r"\{\w*\}", CATALOGUE[english]))
    assert english.count("{") == len(set(re.findall(r"\{\w+\}", english)))


def test_every_entry_is_whole_and_reached() -> None:
    """No English text stands twice, and none is hidden behind a wider one above it."""
    blocks = [
        block for block in PORTUGUESE.read_text("utf-8").strip().split("\n\n") if not block.startswith("#")
    ]
    assert len(blocks) == len(CATALOGUE)
    assert all(len(block.split("\n")) % 2 == 0 for block in blocks)
    speak("pt")
    for english in CATALOGUE:
        sample = re.sub(r"\{\w+\}", "7", english)
        assert translated(sample) == re.sub(r"\{\w+\}", "7", CATALOGUE[english])


def test_what_a_person_typed_is_quoted_as_it_was() -> None:
    speak("pt")
    assert translated("'a, NW, Cat' is no direction: wanted one of NW NE W E SW SE").startswith(
        "'a, NW, Cat' não é"
    )
    assert translated("Moves: NW, NE, W, E, SW, SE") == "Jogadas: NO, NE, O, L, SO, SE"
    assert translated("Saved in NW") == "Salvo em NW"


def test_the_mechanism_names_no_game() -> None:
    assert not re.search(
        r"\bcat\b|catcher|circle|game\.py", Path(language.__file__).read_text("utf-8"), re.IGNORECASE
    )


# THE DIALOGUE


def talk(run: Run, side: str, answers: str, *more: str) -> tuple[int, str, str]:
    done = run(
        "game.py", *START, "--lang", "pt", f"--{side}", "human", *more, input=answers, encoding="utf-8"
    )
    return done.returncode, done.stdout, done.stderr


def test_a_catchers_dialogue_is_portuguese(run: Run) -> None:
    answers = [
        "ne",
        "1 1",
        "5 5",
        "11 0",
        "[4",
        "hint",
        "moves",
        "help",
        "undo",
        "4 6",
        "board",
        "undo",
        "save a.jsonl",
        "save no/a.jsonl",
        "quit",
    ]
    status, output, errors = talk(run, "catcher", "\n".join(answers))
    said = output.split(BLOCK)[1:]
    assert (status, errors) == (0, "")
    assert said[:5] == [
        "casa a bloquear 'ne': esperava-se uma casa como [5, 5], mas 'ne' não é número inteiro, parêntese, colchete nem vírgula\n",
        "(1, 1) já está bloqueada: escolha uma casa livre, p. ex. (0, 0).\n",
        "O gato está em (5, 5): escolha outra casa, p. ex. (0, 0).\n",
        "A casa (11, 0) fica fora do tabuleiro: linhas e colunas vão de 0 a 10, p. ex. (5, 5)\n",
        "casa '[4': esperava-se uma casa como [5, 5], mas o texto termina cedo demais\n",
    ]
    assert said[5].startswith("Dica: (") and said[6].startswith("Jogadas: (0, 0), (0, 1)")
    assert said[7].startswith("Diga a linha e a coluna") and "undo (desfazer)" in said[7]
    assert said[8] == "Não há jogada sua para desfazer.\n"
    assert said[9].startswith("CATCHER = (4, 6)\n   0 1 2")
    assert said[10].endswith("O pegador joga.\n") and said[11].startswith("De volta à jogada 1.\n")
    assert said[12:] == [
        "Salvo em a.jsonl\n",
        "Não foi possível salvar em no/a.jsonl: arquivo ou pasta não existe\n",
        "",
    ]


def test_a_cats_dialogue_names_the_directions_in_portuguese_and_reads_both(run: Run) -> None:
    status, output, errors = talk(run, "cat", "up\n9 9\nmoves\nhint\nhelp\n1 1\no\nw\n", "--catcher", "next")
    said = output.split(STEP)[1:]
    assert said[0] == "'up' não é uma direção: esperava-se uma destas: NO NE O L SO SE\n"
    assert (
        said[1] == "(9, 9) não é vizinha do gato, que está em (5, 5): escolha uma casa vizinha, p. ex. NO.\n"
    )
    assert said[2] == "Jogadas: NO, NE, O, SO, SE\n"
    assert re.fullmatch("Dica: (NO|NE|O|SO|SE)\n", said[3])
    assert said[4].startswith("Ande com no ne o l so se")
    assert said[5] == "(1, 1) já está bloqueada: escolha uma casa livre, p. ex. NO.\n"
    assert said[6].startswith("CAT     = (5, 4)\n") and said[7].startswith("CAT     = (5, 3)\n")
    assert (status, errors) == (1, "A entrada acabou antes do fim da partida.\n")


def test_a_step_off_the_board_is_refused_in_portuguese(run: Run) -> None:
    done = run(
        "game.py",
        "--lang=pt",
        "[0, 1]",
        "[]",
        "[(9, 9)]",
        "--cat",
        "human",
        "--catcher",
        "next",
        input="ne\n",
        encoding="utf-8",
    )
    assert f"{STEP}A partir de (0, 1) isso sai do tabuleiro: escolha outra direção, p. ex. " in done.stdout


@on_unix
def test_a_terminal_speaks_portuguese(tmp_path: Path) -> None:
    child = terminal("game.py", tmp_path, "play", "--lang", "pt", "--seed", "1", "--catcher", "human")
    child.expect_exact(BLOCK)
    assert "Sempre valem: desfazer dica jogadas tabuleiro salvar [ARQUIVO] desistir ajuda sair" in told_on(
        child.before
    )
    child.sendline("99 0")
    child.expect_exact("A casa (99, 0) fica fora do tabuleiro")
    child.expect_exact(BLOCK)
    child.sendline("quit")
    assert left_a_game(child)[::2] == (
        0,
        f"A partida até aqui: saved-games/{kept(tmp_path).name}. Para continuar:",
    )


@on_unix
@pytest.mark.parametrize(
    ("key", "status", "reason"),
    [("\x03", 130, "Interrompido."), ("\x04", 1, "A entrada acabou antes do fim da partida.")],
)
def test_leaving_a_terminal_is_told_in_portuguese(tmp_path: Path, key: str, status: int, reason: str) -> None:
    child = terminal("game.py", tmp_path, *START, "--lang", "pt", "--catcher", "human")
    child.expect_exact(BLOCK)
    child.send(key)
    assert left_a_game(child)[:2] == (status, reason)


@on_unix
def test_a_narrow_window_is_told_in_portuguese(tmp_path: Path) -> None:
    child = terminal("game.py", tmp_path, *START, "--lang", "pt", "--catcher", "human", columns=20)
    child.expect_exact("(linha, coluna): ")
    assert re.search(
        r"O tabuleiro precisa de uma janela com \d+ colunas; esta tem 20\.", told_on(child.before)
    )


# THE END: stdout is the contract's in every language


def test_stdout_and_records_are_the_same_bytes_in_both_languages(run: Run, tmp_path: Path) -> None:
    calls = [
        run(
            "game.py",
            *START,
            "--no-gif",
            "--seed",
            "1",
            "--record",
            f"{name}.jsonl",
            "--lang",
            name,
            encoding="utf-8",
        )
        for name in ("en", "pt")
    ]
    assert calls[0].stdout == calls[1].stdout
    assert calls[0].stdout.endswith(("\nCat runs away\n0\n", "\nCat did not move and got caught\n1\n"))
    assert calls[0].stderr == ""
    records = [
        re.sub(r'"seconds": [0-9.e-]+', "", (tmp_path / f"{name}.jsonl").read_text("utf-8"))
        for name in ("en", "pt")
    ]
    assert records[0] == records[1]


@pytest.mark.parametrize(
    ("arguments", "printed", "verdict"),
    [
        (("[5, 5]", "[]", "[(5, 5)]"), "Cat runs away\n0\n", "O gato fugiu: vitória do gato\n"),
        (
            ("[0, 0]", "[(0, 1), (1, 0)]", "[]"),
            "Cat did not move and got caught\n1\n",
            "O gato ficou cercado: vitória do pegador\n",
        ),
    ],
)
def test_who_won_and_why_is_said_in_portuguese_beside_the_contracts_lines(
    arguments: tuple[str, ...], printed: str, verdict: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert called((*arguments, "--no-gif"), capsys) == (0, printed, verdict)


FAULTS = {
    "print()": "desiste",
    "print('left')": "faz uma jogada incompreensível: 'left'",
    "print('(0, 0)' if 'catcher' in sys.argv[0] else 'NW')": "faz uma jogada ilegal: ",
    "sys.exit(7)": "falha: código de saída 7",
    "time.sleep(60)": "não responde em 0.5 s",
    "print('x' * 3_000_000)": "escreve demais: mais de 1048576 bytes",
}


@pytest.mark.parametrize("code", FAULTS)
@pytest.mark.parametrize(
    ("side", "who", "winner"), [("cat", "O gato", "pegador"), ("catcher", "O pegador", "gato")]
)
def test_a_players_fault_is_told_in_portuguese(
    code: str, side: str, who: str, winner: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = program(tmp_path / f"{side}.py", f"import sys, time; {code}")
    seconds = "0.5" if "sleep" in code else "30"  # who answers has time, however busy the machine is
    other = ("--catcher", "next") if side == "cat" else ()
    call = ("[0, 0]", "[]", "[(0, 10)]", "--no-gif", "--seconds", seconds, *other, f"--{side}", command)
    status, output, errors = called(call, capsys)
    assert status == 0
    assert output.endswith("1\n" if winner == "pegador" else "0\n")
    assert re.fullmatch(
        re.escape(f"{who} {FAULTS[code]}") + f".*: vitória do {winner}", errors.splitlines()[0]
    )


def test_a_replay_speaks_portuguese(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    called((*START, "--no-gif", "--record", "whole.jsonl"), capsys)
    assert called(("replay", "whole.jsonl"), capsys)[2].startswith("O gato f")
    called(("replay", "whole.jsonl", "--html", "whole.html"), capsys)
    assert (
        '<html lang="pt">' in (page := (tmp_path / "whole.html").read_text("utf-8"))
        and ">Avançar</button>" in page
    )
    lines = (tmp_path / "whole.jsonl").read_text("utf-8").splitlines(keepends=True)
    (tmp_path / "half.jsonl").write_text("".join(lines[:3]), "utf-8")
    assert called(("replay", "half.jsonl"), capsys)[1].endswith("Partida não terminada\n")
    (tmp_path / "bad.jsonl").write_text(
        lines[0] + '{"ply": 1, "side": "catcher", "move": "(5, 5)"}\n', "utf-8"
    )
    assert (
        called(("replay", "bad.jsonl"), capsys)[2]
        == "bad.jsonl: linha 2: A jogada 1 do registro não é legal: '(5, 5)'\n"
    )


def test_pictures_are_captioned_in_portuguese_with_its_accents(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[Any] = []
    monkeypatch.setattr(film.Film, "add", lambda film, kinds, captions: seen.append(list(captions)))
    start = game.read_start("[1, 1]", "[]", "[(0, 0)]")
    history = [start, start.play(120), start.play(120).play(12)]
    speak("pt")
    game.film(history, Outcome("catcher", "Cat does not answer within 5 s"))
    assert seen[0] == ["início", "bloqueios: 0"]
    assert seen[1] == ["jogada 1: pegador (10, 10)", "bloqueios: 1"]
    assert seen[2][1] == "O gato não responde em 5 s: vitória do pegador"


# CALLS


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (("[5, 5]",), "game.py recebe CAT BLOCKS EXITS, e não 1 argumentos ('[5, 5]'), p. ex. python game.py cat "),
        (("[5, 5", "[]", "[]"), "CAT '[5, 5': esperava-se uma casa como [5, 5], mas o texto termina cedo demais"),
        (("[5; 5]", "[]", "[]"), "CAT '[5; 5]': esperava-se uma casa como [5, 5], mas '; 5]' não é número inteiro"),
        (("[5, 5]]", "[]", "[]"), "CAT '[5, 5]]': esperava-se uma casa como [5, 5], mas sobra ']'"),
        (("[5, 5, 5]", "[]", "[]"), "CAT '[5, 5, 5]': esperava-se uma casa como [5, 5], mas uma casa tem dois números, e não 3"),
        (("5", "[]", "[]"), "CAT '5': esperava-se uma casa como [5, 5], mas '5' está no lugar de um parêntese ou colchete que abre"),
        (("[5 5]", "[]", "[]"), "CAT '[5 5]': esperava-se uma casa como [5, 5], mas falta uma vírgula ou ']'"),
        (("[(), 5]", "[]", "[]"), "CAT '[(), 5]': esperava-se uma casa como [5, 5], mas '(' está no lugar de um número"),
        (("[5, 11]", "[]", "[]"), "CAT: (5, 11) fica fora do tabuleiro: linhas e colunas vão de 0 a 10, p. ex. (5, 5)"),
        (("[5, 5]", "[(5, 5)]", "[]"), "CAT '[5, 5]' está sobre um bloqueio: esperava-se uma casa livre"),
        (("[5, 5]", "x", "[]"), "BLOCKS 'x': esperava-se uma lista de casas como [(1, 1), (1, 5)], mas 'x' não é número inteiro"),
        (("play", "1"), "game.py recebe CAT BLOCKS EXITS, e não 1 argumentos ('1'), p. ex. "),
        (("play", "--blocks", "121"), "--blocks 121: esperava-se um número de 0 a 120"),
        (("play", "--level", "9"), "--level 9: esperava-se um nível de 1 a 5"),
        (("play", "--level", "1", "--nodes", "1"), "--level já define os limites"),
        (("play", "--seconds", "0"), "--seconds 0: esperava-se um número de segundos maior que 0, p. ex. --seconds 2"),
        (("play", "--nodes", "0"), "--nodes 0: esperava-se um número inteiro a partir de 1, p. ex. --nodes 1000"),
        ((*START, "--cat", "no-such-program"), "'no-such-program' não é o nome de um jogador nem um comando"),
        ((*START, "--cat", "'python"), "''python' não é o comando de um jogador: falta fechar as aspas"),
        (("play", "--cat", "level 3"), "'level 3' não é o nome de um jogador nem um comando"),
        (("play", "--foo"), "'--foo' não é uma opção de play; será --force?"),
        (("play", "--blocks"), "--blocks: esperava-se um número inteiro, p. ex. --blocks 8"),
        (("play", "--blocks", "x"), "--blocks 'x': esperava-se um número inteiro, p. ex. --blocks 8"),
        (("play", "--frame-ms", "1"), "--frame-ms '1': esperava-se um número inteiro de 20 a 60000, p. ex. --frame-ms 400"),
        (("move", "cat", "[5, 5]"), "move recebe 3 / 4 palavras para uma posição, não 2, p. ex. python game.py move cat "),
        (("play", "--cat", "widen"), "--cat widen: widen só joga com o lado catcher"),
        (("solve", "cat", *START), "solve espera a vez do pegador: CAT BLOCKS EXITS sem cat na frente"),
        (("move", "dog", "[5, 5]", "[]", "[]"), "'dog' não é um dos lados: esperava-se cat ou catcher, p. ex. "),
        (("replay", "a", "b"), "Em replay não cabe 'b', p. ex. python game.py replay game.jsonl"),
        (("match", "engine"), "Em 'match engine' falta SECOND, p. ex. python game.py match engine level-3"),
        (("play", "--zzz"), "'--zzz' não é uma opção de play: game.py play --help mostra as que há"),
        (("match", "exit", "next", "--jobs", "0"), "--jobs '0': esperava-se um número inteiro a partir de 1, p. ex. --jobs 2"),
        (("match", "a", "b", "--elo", "x", "1"), "--elo 'x 1': esperavam-se 2 números, p. ex. --elo 0 100"),
        (("play", "--record", "."), "'.' é uma pasta: esperava-se o nome de um arquivo"),
        (("replay", "none.jsonl"), "none.jsonl: arquivo ou pasta não existe"),
    ],
)  # fmt: skip
def test_a_bad_call_gets_one_portuguese_line(
    arguments: tuple[str, ...], line: str, capsys: pytest.CaptureFixture[str]
) -> None:
    status, output, errors = called(arguments, capsys)
    assert (status, output, errors.count("\n")) == (2, "", 1)
    assert errors.startswith(line)
    assert not re.search(r"\b(wanted|should|invalid|argument|see|the|is)\b", errors.lower()), errors


def test_a_call_without_arguments_is_explained_in_six_portuguese_lines(
    capsys: pytest.CaptureFixture[str],
) -> None:
    status, output, errors = called((), capsys)
    assert (status, output, len(errors.splitlines())) == (2, "", 6)
    assert errors.startswith("game.py joga Cerque o Gato") and errors.endswith("todo o resto\n")


@pytest.mark.parametrize("arguments", [("--lang", "de", *START), (*START, "--lang", ""), (*START, "--lang"), ("play", "--lang=PT"), ("move", "--lang", "x", "cat", *START)])  # fmt: skip
def test_another_language_is_refused(
    arguments: tuple[str, ...], capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert guarded(lambda: game.main(list(arguments))) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert re.fullmatch(r"--lang '.*': wanted en or pt, e\.g\. --lang pt\n", printed.err)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("place", range(5))
def test_the_language_may_stand_anywhere(place: int, capsys: pytest.CaptureFixture[str]) -> None:
    for words in (["play", *START, "--no-gif"], ["move", "cat", *START]):
        game.main(words)
        english = capsys.readouterr().out
        game.main([*words[:place], "--lang", "pt", *words[place:]])
        assert capsys.readouterr().out == english


def test_a_referee_is_answered_alike_in_both_languages(run: Run) -> None:
    calls = [
        run("game.py", "move", "cat", "(5, 5)", "[]", "[(5, 4)]", *more).stdout
        for more in ((), ("--lang", "pt"))
    ]
    assert calls == ["W\n", "W\n"]


def test_where_accents_cannot_be_written_they_are_left_out(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONIOENCODING", "ascii")
    status, output, errors = talk(run, "catcher", "1 1\n")
    assert output == f"{BLOCK}(1, 1) ja esta bloqueada: escolha uma casa livre, p. ex. (0, 0).\n{BLOCK}"
    assert (status, errors) == (1, "A entrada acabou antes do fim da partida.\n")
