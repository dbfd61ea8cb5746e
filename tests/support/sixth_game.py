"""The two programs of docs/a-sixth-game.md; python -m tests.support.sixth_game STEP prints one."""

from __future__ import annotations

import re
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "a-sixth-game.md").read_text(encoding="utf-8")


def blocks(text: str) -> dict[str, str]:
    """Return a text's Python code blocks by first line, or by second line if the first is `@kernel`."""
    found = re.findall(r"(?ms)^```python\n(.*?)\n```$", text)
    return {block.removeprefix("@kernel\n").partition("\n")[0]: block for block in found}


def source(step: int) -> str:
    """Return the program of step 1 or 2.

    Blocks of step 2 replace those of step 1; new ones come before the last.
    """
    rules, kernels = map(blocks, PAGE.split("\n# Step 2"))
    *before, last = rules
    new = [block for name, block in kernels.items() if name not in rules]
    if step == 1:
        kernels, new = {}, []
    program = [kernels.get(name, rules[name]) for name in before] + new + [kernels.get(last, rules[last])]
    return "\n\n\n".join(program) + "\n"


if __name__ == "__main__":
    print(source(int(sys.argv[1])), end="")
