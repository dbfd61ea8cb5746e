"""A headless Chromium, driven by Playwright: the browser, and a tab that tests read by expressions."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
MISSING = "chromium" if not CHROMIUM else "playwright" if not find_spec("playwright") else ""
in_a_browser = pytest.mark.skipif(
    bool(MISSING) or os.name != "posix", reason=f"needs {MISSING or 'a POSIX system'}"
)
WINDOW = (1200, 900)  # pixels
PHONE_WIDTH = 600  # pixels: a narrower window is that of a phone


@contextmanager
def open_browser() -> Iterator[Browser]:
    """Start Chromium, and close it at the end."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


class PageEvents(NamedTuple):
    """What a page has done so far: console messages and errors, and the addresses it requested."""

    messages: list[str]
    requests: list[str]

    def clear(self) -> None:
        """Forget everything."""
        self.messages.clear()
        self.requests.clear()


def listen(page: Page) -> PageEvents:
    """Return the events of a page, kept up to date."""
    events = PageEvents([], [])
    page.on("console", lambda message: events.messages.append(message.text))
    page.on("pageerror", lambda error: events.messages.append(str(error)))
    page.on("request", lambda request: events.requests.append(request.url))
    return events


class Tab:
    """A tab with a window of its own."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._begin(*WINDOW)

    def set_window(self, width: int, height: int, scheme: Any = "light", **options: Any) -> None:
        """Begin anew with a window of a size in pixels, and a preferred colour scheme.

        `options` are those of a context of Playwright.
        """
        self.close()
        self._begin(width, height, scheme, **options)

    def _begin(self, width: int, height: int, scheme: Any = "light", **options: Any) -> None:
        self._context = self._browser.new_context(
            viewport={"width": width, "height": height},
            is_mobile=width < PHONE_WIDTH,
            color_scheme=scheme,
            **options,
        )
        self.page = self._context.new_page()
        self._events = listen(self.page)

    def open(self, page: Path, address: str = "") -> None:
        """Load a page and wait until its scripts have run."""
        self.page.goto("about:blank")  # a mere change of the fragment would not reload the page
        self._events.clear()
        self.page.goto(page.absolute().as_uri() + address)

    def run(self, script: str) -> Any:
        """Evaluate an expression on the page and return its value."""
        return self.page.evaluate(script)

    def wait(self, milliseconds: int) -> None:
        """Let the page work for a while."""
        self.page.wait_for_timeout(milliseconds)

    def press(self, key: str) -> None:
        """Press and release a key."""
        self.page.keyboard.press(key)

    @property
    def requests(self) -> list[str]:
        """The addresses that the page requested, its own included."""
        return self._events.requests

    @property
    def console_messages(self) -> list[str]:
        """Console messages, errors and warnings of the page."""
        return self._events.messages

    def close(self) -> None:
        """Close the tab."""
        self._context.close()
