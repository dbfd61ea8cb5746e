"""The scripts of pages that play in a browser: modules of the folder `browser`, joined to one script."""

from __future__ import annotations

import re
from pathlib import Path

FOLDER = Path(__file__).with_name("browser")
_IMPORT = re.compile(r'^import .*?"\./(.*?)";\n', re.MULTILINE | re.DOTALL)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:class|const|function)\*? (\w+))", re.MULTILINE)
_COMMENT = re.compile(r"^ *(/\*\*(?:(?!\*/).)*\*/|//[^\n]*)\n", re.MULTILINE | re.DOTALL)
_INDENT = re.compile(r"^ +", re.MULTILINE)


def joined_scripts(*names: str) -> str:
    """Return modules and all that they import as one script.

    Imports, exports, comments and indentation are left out: no text in the modules has several lines.
    """
    found = dict[str, str]()
    for name in names:
        add_script(name, found)
    return '"use strict";\n' + "".join(found.values())


def add_script(name: str, found: dict[str, str]) -> None:
    """Add a module to the scripts that are found, after those that it imports."""
    if name in found:
        return
    text = (FOLDER / name).read_text(encoding="utf-8")
    for imported in _IMPORT.findall(text):
        add_script(imported, found)
    found[name] = in_own_scope(_INDENT.sub("", _COMMENT.sub("", _IMPORT.sub("", text))))


def in_own_scope(text: str) -> str:
    """Return a module without imports as a function whose result is its exports, as constants."""
    names = ", ".join(_EXPORT.findall(text))
    return f"const {{ {names} }} = (() => {{\n{_EXPORT.sub('', text)}return {{ {names} }};\n}})();\n"
