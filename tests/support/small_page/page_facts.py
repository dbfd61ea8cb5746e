"""The facts of the small game for a page with the script of the duel."""

from __future__ import annotations

from typing import Any

from common.play.page_facts import PageFacts

FACTS = PageFacts({"most": 3}, words={"own": "Eigenes"})


def page_facts(game: Any, setup: Any) -> PageFacts:
    return FACTS
