"""Make docs/terminal.svg: a terminal in a game at level 1, in colour.

Run it by: python -m tests.support.terminal_picture
"""

from __future__ import annotations

import io
import tempfile
from pathlib import Path

import pexpect
from rich.console import Console
from rich.text import Text

from tests.support.programs import ROOT, start_on_terminal
from tests.support.screen import Screen

PICTURE = ROOT / "docs" / "terminal.svg"
COLUMNS, ROWS = 68, 29  # size of the terminal
CALL = ("game.py", "play", "--cat", "human", "--level", "1", "--seed", "7")
PROMPT, STEPS = "Cat's step (NW NE W E SW SE): ", ("e", "e", "ne")
COLOURED = {"COLORTERM": "truecolor", "NO_COLOR": ""}
# rich's template of an SVG, but with system fonts: its own font would be downloaded.
FRAME = """\
<svg viewBox="0 0 {width} {height}" xmlns="http://www.w3.org/2000/svg">
<style>
.{unique_id}-matrix {{ font-family: Menlo, Consolas, "DejaVu Sans Mono", monospace; \
font-size: {char_height}px; white-space: pre; }}
.{unique_id}-title {{ font-family: Menlo, Consolas, "DejaVu Sans Mono", monospace; font-size: 16px; }}
{styles}
</style>
<defs>
<clipPath id="{unique_id}-clip-terminal">\
<rect width="{terminal_width}" height="{terminal_height}"/></clipPath>
{lines}
</defs>
{chrome}
<g transform="translate({terminal_x}, {terminal_y})" clip-path="url(#{unique_id}-clip-terminal)">
{backgrounds}
<g class="{unique_id}-matrix">
{matrix}
</g>
</g>
</svg>
"""


def window() -> Screen:
    """Play the first steps; return the screen before the last question is answered."""
    with tempfile.TemporaryDirectory() as folder:
        script, *words = CALL
        child = start_on_terminal(
            script, Path(folder), *words, "--no-save", columns=COLUMNS, rows=ROWS, **COLOURED
        )
        screen = Screen(COLUMNS, ROWS)
        for step in (*STEPS, "quit"):
            child.expect_exact(PROMPT)
            screen.feed(child.before + child.after)
            child.sendline(step)
        child.expect(pexpect.EOF)
        return screen


def picture() -> str:
    """Return the screen as SVG."""
    console = Console(
        file=io.StringIO(),
        record=True,
        force_terminal=True,
        color_system="truecolor",
        no_color=False,
        width=COLUMNS,
        height=ROWS,
    )
    console.print(Text.from_ansi(window().coloured()), soft_wrap=True)
    return console.export_svg(title=f"python {' '.join(CALL)}", code_format=FRAME, unique_id="terminal")


if __name__ == "__main__":
    PICTURE.write_text(picture(), encoding="utf-8")
