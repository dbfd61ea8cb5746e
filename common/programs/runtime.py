"""The Python that runs the programs of a class: without our packages, by default without any."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from common.programs.confinement import Confinement
from common.programs.interpreters import base_interpreter, installation_paths
from common.programs.project_programs import is_project_command
from common.rules.errors import BadInput, quoted

PYTHONS = ("python", "python3")
OPTIONS_WITH_PACKAGES = ("-s", "-E", "-u")
OPTIONS_WITHOUT_PACKAGES = (*OPTIONS_WITH_PACKAGES, "-S")
# Without `site` there are no exit(), quit() and help(), which beginners call. The program gets a clean
# __main__ module. The code contains no double quotes because Windows command lines would lose them.
BOOTSTRAP = (
    "import sys,os.path,builtins as b,_sitebuiltins as s;"
    "del sys.argv[0];__file__=sys.argv[0];sys.path[0]=os.path.dirname(__file__);"
    "b.exit=s.Quitter('exit','');b.quit=s.Quitter('quit','');b.help=s._Helper();del sys,os,b,s;"
    "exec(compile(open(__file__,'rb').read(),__file__,'exec',dont_inherit=True))"
)
PACKAGES_HINT = (
    "programs run without packages: --with-packages VENV gives them those of a virtual environment"
)


class Runtime(NamedTuple):
    """A Python interpreter, and whether programs may import its packages."""

    interpreter: Path
    has_packages: bool = False

    def script_command(self, path: Path) -> list[str]:
        """Return the command that runs a Python file."""
        if self.has_packages:
            return [str(self.interpreter), *OPTIONS_WITH_PACKAGES, str(path)]
        return [str(self.interpreter), *OPTIONS_WITHOUT_PACKAGES, "-c", BOOTSTRAP, str(path)]

    def resolve_command(self, words: Sequence[str]) -> list[str]:
        """Return a command with this interpreter in place of `python` or `python3` at its start.

        The project's own programs get the current interpreter instead, since they need its packages. Other
        commands are returned unchanged.
        """
        if not words or words[0] not in PYTHONS:
            return list(words)
        if is_project_command(words):
            return [sys.executable, *words[1:]]
        if words[1:] and words[1].endswith(".py"):
            return [*self.script_command(Path(words[1])), *words[2:]]
        return [str(self.interpreter), *OPTIONS_WITH_PACKAGES, *words[1:]]

    def isolate(self, confinement: Confinement) -> Confinement:
        """Return a confinement in which the packages of this project's environment cannot be imported.

        If programs may import the packages of this runtime, its installation becomes readable and comes first
        in their PATH.
        """
        if not self.has_packages:
            return confinement._replace(isolated=True)
        readable = (*confinement.readable, *sorted(installation_paths(self.interpreter)))
        return confinement._replace(isolated=True, readable=readable, search_path=(self.interpreter.parent,))


def choose_runtime(interpreter: Path | None, packages: Path | None) -> Runtime:
    """Choose the runtime that `--interpreter` or `--with-packages` asks for, by default the base Python.

    `interpreter` is an executable, also one in PATH; `packages` is the folder of a virtual environment, the
    only case in which programs may import packages. Raise BadInput if both are given or the one given does
    not exist.
    """
    if interpreter and packages:
        raise BadInput(f"--interpreter {interpreter} --with-packages {packages}: give only one of them")
    if packages:
        return Runtime(environment_python(packages), True)
    if interpreter is None:
        return Runtime(base_interpreter())
    if (found := shutil.which(interpreter)) is None:
        raise BadInput(
            f"--interpreter {quoted(str(interpreter))}: expected a Python executable, e.g. /usr/bin/python3"
        )
    return Runtime(Path(found).absolute())


def environment_python(environment: Path) -> Path:
    """Return the interpreter of a virtual environment. Raise BadInput if the folder is not one."""
    name = "Scripts/python.exe" if os.name == "nt" else "bin/python"
    found = environment.absolute() / name
    if not (environment / "pyvenv.cfg").is_file() or not found.is_file():
        raise BadInput(
            f"--with-packages {quoted(str(environment))}: expected a virtual environment, "
            "made by python -m venv"
        )
    return found
