"""Update and compile every catalogue; list the messages without a translation.

python tests/translations        all languages
python tests/translations fr     the same, after adding an empty catalogue for French
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from babel.messages import Catalog
from babel.messages.pofile import write_po

from common.show.language import catalogue_of
from tests.translations.catalogues import ids_of, translated_languages, update


def main(names: list[str]) -> int:
    """Add catalogues for new languages, then update and compile all.

    Return 1 if translations are missing.
    """
    for name in names:
        path = catalogue_of(name, ".po")
        path.parent.mkdir(parents=True)
        with path.open("wb") as file:
            write_po(file, Catalog(locale=name))
    lacking = [(name, entry) for name in translated_languages() for entry in update(name)]
    for name, entry in lacking:
        print(f"{name}: {ids_of(entry)[0]!r}")
    return int(bool(lacking))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
