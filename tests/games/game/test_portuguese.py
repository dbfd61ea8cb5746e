"""Circle the Cat in Portuguese: every text is translated, shown by real commands."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import game
from common.command.cli import run_guarded
from common.games.circle_the_cat.hexagons import DIRECTIONS, read_direction
from common.messages import _, join_messages
from common.record.recorded_reasons import read_reason
from common.rules.errors import BadInput
from common.rules.position import Outcome
from common.show import film, language
from common.show.language import translate, use_language
from tests.support.programs import (
    Run,
    on_unix,
    only_saved_game,
    press,
    program_command,
    start_on_terminal,
    wait_for_exit,
    wait_for_quit,
)
from tests.support.programs import plain_text as told_on

START = ("[5, 5]", "[(1, 1)]", "[(0, 0), (10, 10)]")
SHORT = ("[1, 1]", "[(0, 1), (1, 2), (2, 1), (2, 2)]", "[(5, 5)]")  # a game of five moves
STEP, BLOCK = "Passo do gato (NO NE O L SO SE): ", "Casa a bloquear (linha, coluna): "


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def call_in_portuguese(
    arguments: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> tuple[int, str, str]:
    """Call game.py in Portuguese; return exit status, stdout and stderr."""
    status = run_guarded(lambda: game.main([*arguments, "--lang", "pt"]))
    printed = capsys.readouterr()
    return status, printed.out, printed.err


def test_quoted_input_is_not_translated() -> None:
    use_language("pt")
    with pytest.raises(BadInput) as refused:
        read_direction("a, NW, Cat")
    assert translate(str(refused.value)).startswith("'a, NW, Cat' não é")
    assert (
        translate(_("Moves: {moves}", moves=join_messages(", ", DIRECTIONS)))
        == "Jogadas: NO, NE, O, L, SO, SE"
    )
    assert translate(_("Saved in {file}", file="NW")) == "Salvo em NW"


def test_translation_code_names_no_game() -> None:
    assert not re.search(
        r"\bcat\b|catcher|circle|game\.py", Path(language.__file__).read_text("utf-8"), re.IGNORECASE
    )


# THE DIALOGUE


def talk(run: Run, side: str, answers: str, *more: str) -> tuple[int, str, str]:
    done = run(
        "game.py", *START, "--lang", "pt", f"--{side}", "human", *more, input=answers, encoding="utf-8"
    )
    return done.returncode, done.stdout, done.stderr


def test_catcher_dialogue_is_portuguese(run: Run) -> None:
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
        "casa a bloquear 'ne': esperava-se uma casa como [5, 5], mas 'ne' não é número "
        "inteiro, parêntese, colchete nem vírgula\n",
        "(1, 1) já está bloqueada: escolha uma casa livre, p. ex. (0, 0).\n",
        "O gato está em (5, 5): escolha outra casa, p. ex. (0, 0).\n",
        "A casa (11, 0) fica fora do tabuleiro: linhas e colunas vão de 0 a 10, p. ex. (5, 5)\n",
        "A casa '[4': esperava-se uma casa como [5, 5], mas o texto termina cedo demais\n",
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


def test_cat_dialogue_shows_portuguese_directions_and_reads_both(run: Run) -> None:
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


def test_step_off_the_board_is_refused_in_portuguese(run: Run) -> None:
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
def test_terminal_is_portuguese(tmp_path: Path) -> None:
    child = start_on_terminal(
        "game.py", tmp_path, "play", "--lang", "pt", "--seed", "1", "--catcher", "human"
    )
    child.expect_exact(BLOCK)
    assert (
        "Sempre valem: desfazer dica jogadas tabuleiro salvar [ARQUIVO] desistir regras ajuda sair"
        in told_on(child.before)
    )
    child.sendline("99 0")
    child.expect_exact("A casa (99, 0) fica fora do tabuleiro")
    child.expect_exact(BLOCK)
    child.sendline("quit")
    assert wait_for_quit(child)[::2] == (
        0,
        f"Partida inacabada salva em saved-games/{only_saved_game(tmp_path).name}. A seguir:",
    )


@on_unix
@pytest.mark.parametrize(
    ("key", "status", "reason"),
    [("\x03", 130, "Interrompido."), ("\x04", 1, "A entrada acabou antes do fim da partida.")],
)
def test_leaving_a_terminal_is_reported_in_portuguese(
    tmp_path: Path, key: str, status: int, reason: str
) -> None:
    child = start_on_terminal("game.py", tmp_path, *START, "--lang", "pt", "--catcher", "human")
    child.expect_exact(BLOCK)
    press(child, key)
    assert wait_for_quit(child)[:2] == (status, reason)


@on_unix
def test_narrow_window_is_reported_in_portuguese(tmp_path: Path) -> None:
    child = start_on_terminal("game.py", tmp_path, *START, "--lang", "pt", "--catcher", "human", columns=20)
    child.expect_exact("(linha, coluna): ")
    assert re.search(
        r"O tabuleiro precisa de uma janela com \d+ colunas; esta tem 20\.", told_on(child.before)
    )


# THE END: stdout is the contract's in every language


def test_stdout_and_records_are_equal_in_both_languages(run: Run, tmp_path: Path) -> None:
    calls = [
        run(
            "game.py",
            *SHORT,
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
def test_result_is_printed_in_portuguese_beside_the_contracts_lines(
    arguments: tuple[str, ...], printed: str, verdict: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert call_in_portuguese((*arguments, "--no-gif"), capsys) == (0, printed, verdict)


FORFEITS = {
    "print()": "desiste",
    "print('left')": "faz uma jogada incompreensível: 'left'",
    "print('(0, 0)' if 'catcher' in sys.argv[0] else 'NW')": "faz uma jogada ilegal: ",
    "sys.exit(7)": "falha: código de saída 7",
    "time.sleep(60)": "não responde em 0.5 s",
    "print('x' * 3_000_000)": "escreve demais: mais de 1048576 bytes",
}


@pytest.mark.parametrize("code", FORFEITS)
@pytest.mark.parametrize("side", ["cat", "catcher"])
def test_forfeit_is_reported_in_portuguese(
    code: str, side: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    who, winner = ("O gato", "pegador") if side == "cat" else ("O pegador", "gato")
    command = program_command(tmp_path / f"{side}.py", f"import sys, time; {code}")
    # programs that answer have enough time, on a busy machine too
    seconds = "0.5" if "sleep" in code else "30"
    other = ("--catcher", "next") if side == "cat" else ()
    call = ("[0, 0]", "[]", "[(0, 10)]", "--no-gif", "--seconds", seconds, *other, f"--{side}", command)
    status, output, errors = call_in_portuguese(call, capsys)
    assert status == 0
    assert output.endswith("1\n" if winner == "pegador" else "0\n")
    assert re.fullmatch(
        re.escape(f"{who} {FORFEITS[code]}") + f".*: vitória do {winner}", errors.splitlines()[0]
    )


def test_replay_is_portuguese(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    call_in_portuguese((*SHORT, "--no-gif", "--record", "whole.jsonl"), capsys)
    assert call_in_portuguese(("replay", "whole.jsonl"), capsys)[2].startswith("O gato f")
    call_in_portuguese(("replay", "whole.jsonl", "--html", "whole.html"), capsys)
    assert (
        '<html lang="pt">' in (page := (tmp_path / "whole.html").read_text("utf-8"))
        and ">Avançar</button>" in page
    )
    lines = (tmp_path / "whole.jsonl").read_text("utf-8").splitlines(keepends=True)
    (tmp_path / "half.jsonl").write_text("".join(lines[:3]), "utf-8")
    assert call_in_portuguese(("replay", "half.jsonl"), capsys)[1].endswith("Partida não terminada\n")
    (tmp_path / "bad.jsonl").write_text(
        lines[0] + '{"ply": 1, "side": "catcher", "move": "(1, 1)"}\n', "utf-8"
    )
    assert (
        call_in_portuguese(("replay", "bad.jsonl"), capsys)[2]
        == "bad.jsonl: linha 2: A jogada 1 do registro é ilegal: '(1, 1)'\n"
    )


def test_film_captions_are_portuguese_with_accents(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[Any] = []
    monkeypatch.setattr(film.Film, "add", lambda film, kinds, captions: seen.append(list(captions)))
    start = game.read_start("[1, 1]", "[]", "[(0, 0)]")
    history = [start, start.play(120), start.play(120).play(12)]
    use_language("pt")
    game.film(history, Outcome("catcher", read_reason("Cat does not answer within 5 s")))
    assert seen[0] == ["início", "bloqueios: 0"]
    assert seen[1] == ["jogada 1: pegador (10, 10)", "bloqueios: 1"]
    assert seen[2][1] == "O gato não responde em 5 s: vitória do pegador"


# CALLS


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (
            ("[5, 5]",),
            ("game.py recebe CAT BLOCKS EXITS, e não 1 argumentos ('[5, 5]'), p. ex. python game.py cat "),
        ),
        (
            ("[5, 5", "[]", "[]"),
            ("CAT '[5, 5': esperava-se uma casa como [5, 5], mas o texto termina cedo demais"),
        ),
        (
            ("[5; 5]", "[]", "[]"),
            ("CAT '[5; 5]': esperava-se uma casa como [5, 5], mas '; 5]' não é número inteiro"),
        ),
        (("[5, 5]]", "[]", "[]"), "CAT '[5, 5]]': esperava-se uma casa como [5, 5], mas sobra ']'"),
        (
            ("[5, 5, 5]", "[]", "[]"),
            ("CAT '[5, 5, 5]': esperava-se uma casa como [5, 5], mas uma casa tem dois números, e não 3"),
        ),
        (
            ("5", "[]", "[]"),
            (
                "CAT '5': esperava-se uma casa como [5, 5], mas '5' está no lugar de "
                "um parêntese ou colchete que abre"
            ),
        ),
        (
            ("[5 5]", "[]", "[]"),
            ("CAT '[5 5]': esperava-se uma casa como [5, 5], mas falta uma vírgula ou ']'"),
        ),
        (
            ("[(), 5]", "[]", "[]"),
            ("CAT '[(), 5]': esperava-se uma casa como [5, 5], mas '(' está no lugar de um número"),
        ),
        (
            ("[5, 11]", "[]", "[]"),
            ("CAT (5, 11) fica fora do tabuleiro: linhas e colunas vão de 0 a 10, p. ex. (5, 5)"),
        ),
        (("[5, 5]", "[(5, 5)]", "[]"), "CAT '[5, 5]' está sobre um bloqueio: esperava-se uma casa livre"),
        (
            ("[5, 5]", "x", "[]"),
            (
                "BLOCKS 'x': esperava-se uma lista de casas como [(1, 1), (1, "
                "5)], mas 'x' não é número inteiro"
            ),
        ),
        (("play", "1"), "game.py recebe CAT BLOCKS EXITS, e não 1 argumentos ('1'), p. ex. "),
        (("play", "--blocks", "121"), "--blocks 121: esperava-se um número de 0 a 120"),
        (("play", "--level", "9"), "--level 9: esperava-se um nível de 1 a 5"),
        (("play", "--level", "1", "--nodes", "1"), "--level já define os limites"),
        (
            ("play", "--seconds", "0"),
            ("--seconds 0: esperava-se um número de segundos maior que 0, p. ex. --seconds 2"),
        ),
        (
            ("play", "--nodes", "0"),
            ("--nodes 0: esperava-se um número inteiro a partir de 1, p. ex. --nodes 1000"),
        ),
        ((*START, "--cat", "no-such-program"), "'no-such-program' não é o nome de um jogador nem um comando"),
        ((*START, "--cat", "'python"), "''python' não é o comando de um jogador: falta fechar as aspas"),
        (("play", "--cat", "level 3"), "'level 3' não é o nome de um jogador nem um comando"),
        (("play", "--foo"), "play não tem a opção '--foo'; será --force?"),
        (("play", "--blocks"), "--blocks: esperava-se um número inteiro, p. ex. --blocks 8"),
        (("play", "--blocks", "x"), "--blocks 'x': esperava-se um número inteiro, p. ex. --blocks 8"),
        (
            ("play", "--frame-ms", "1"),
            ("--frame-ms '1': esperava-se um número inteiro de 20 a 60000, p. ex. --frame-ms 400"),
        ),
        (
            ("move", "cat", "[5, 5]"),
            ("move recebe 3 / 4 palavras para uma posição, não 2, p. ex. python game.py move cat "),
        ),
        (("play", "--cat", "widen"), "--cat widen: widen só joga com o lado catcher"),
        (("solve", "cat", *START), "solve espera a vez do pegador: tire 'cat' da frente de CAT BLOCKS EXITS"),
        (
            ("move", "dog", "[5, 5]", "[]", "[]"),
            ("'dog' não é um dos lados: esperava-se cat ou catcher, p. ex. "),
        ),
        (("replay", "a", "b"), "replay não recebe 'b', p. ex. python game.py replay game.jsonl"),
        (("match", "engine"), "'match engine': falta SECOND, p. ex. python game.py match engine level-3"),
        (("play", "--zzz"), "play não tem a opção '--zzz': veja game.py play --help"),
        (
            ("match", "exit", "next", "--jobs", "0"),
            ("--jobs '0': esperava-se um número inteiro a partir de 1, p. ex. --jobs 2"),
        ),
        (("match", "a", "b", "--elo", "x", "1"), "--elo 'x 1': esperavam-se 2 números, p. ex. --elo 0 100"),
        (("play", "--record", "."), "'.' é uma pasta: esperava-se o nome de um arquivo"),
        (("replay", "none.jsonl"), "none.jsonl: arquivo ou pasta não existe"),
    ],
)
def test_wrong_call_gets_one_portuguese_line(
    arguments: tuple[str, ...], line: str, capsys: pytest.CaptureFixture[str]
) -> None:
    status, output, errors = call_in_portuguese(arguments, capsys)
    assert (status, output, errors.count("\n")) == (2, "", 1)
    assert errors.startswith(line)
    assert not re.search(r"\b(expected|should|invalid|argument|see|the|is)\b", errors.lower()), errors


def test_call_without_arguments_prints_six_portuguese_lines(
    capsys: pytest.CaptureFixture[str],
) -> None:
    status, output, errors = call_in_portuguese((), capsys)
    assert (status, output, len(errors.splitlines())) == (2, "", 6)
    assert errors.startswith("game.py joga Cerque o Gato") and errors.endswith("todo o resto\n")


@pytest.mark.parametrize(
    "arguments",
    [
        ("--lang", "de", *START),
        (*START, "--lang", ""),
        (*START, "--lang"),
        ("play", "--lang=PT"),
        ("move", "--lang", "x", "cat", *START),
    ],
)
def test_unknown_language_is_refused(
    arguments: tuple[str, ...], capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert run_guarded(lambda: game.main(list(arguments))) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert re.fullmatch(r"--lang '.*': expected en or pt, e\.g\. --lang pt\n", printed.err)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("place", range(5))
def test_lang_option_may_stand_anywhere(place: int, capsys: pytest.CaptureFixture[str]) -> None:
    quick = "--cat", "shortest", "--catcher", "next"
    for words in (["play", *START, "--no-gif", *quick], ["move", "cat", *START]):
        game.main(words)
        english = capsys.readouterr().out
        game.main([*words[:place], "--lang", "pt", *words[place:]])
        assert capsys.readouterr().out == english


def test_move_answers_alike_in_both_languages(run: Run) -> None:
    calls = [
        run("game.py", "move", "cat", "(5, 5)", "[]", "[(5, 4)]", *more).stdout
        for more in ((), ("--lang", "pt"))
    ]
    assert calls == ["W\n", "W\n"]


def test_accents_are_dropped_if_stdout_is_ascii(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONIOENCODING", "ascii")
    status, output, errors = talk(run, "catcher", "1 1\n")
    assert output == f"{BLOCK}(1, 1) ja esta bloqueada: escolha uma casa livre, p. ex. (0, 0).\n{BLOCK}"
    assert (status, errors) == (1, "A entrada acabou antes do fim da partida.\n")


@on_unix
def test_default_of_a_setup_question_is_portuguese(tmp_path: Path) -> None:
    child = start_on_terminal("game.py", tmp_path, "play", "--lang", "pt", "--no-save")
    child.expect_exact("(gato/pegador/ambos/nenhum) [gato]: ")
    child.sendline("help")
    child.expect_exact("vazia é gato; sair")
    child.expect_exact("[gato]: ")
    child.sendline("")
    child.expect_exact("[1]: ")
    child.sendline("")
    child.expect_exact("você é o gato")
    child.expect_exact(STEP)
    child.sendline("sair")
    assert wait_for_exit(child)[0] == 0
