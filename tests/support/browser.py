"""A headless Chromium, driven through the DevTools protocol over a pipe."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from fcntl import F_DUPFD, fcntl
from pathlib import Path
from select import select
from typing import Any

import pytest

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
in_a_browser = pytest.mark.skipif(
    not CHROMIUM or os.name != "posix", reason="no chromium here: apt-get install chromium"
)
KEYS = {"ArrowLeft": 37, "ArrowRight": 39, "Home": 36, "End": 35, " ": 32, "Tab": 9, "Enter": 13}
TIMEOUT_SECONDS = 30  # seconds to wait for an answer
OPTIONS = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--remote-debugging-pipe",
    "--no-first-run",
    "--disable-extensions",
)


class Browser:
    """One tab of a browser."""

    def __init__(self, folder: Path) -> None:
        (reads, their_writing), (their_reading, writes) = (
            [fcntl(end, F_DUPFD, 10) for end in os.pipe()] for _ in range(2)
        )
        self._events: list[dict[str, Any]] = []
        self._number, self._session, self._rest = 0, "", b""
        # The browser reads commands from descriptor 3 and writes answers to descriptor 4.
        command = f'exec "$@" 3<&{their_reading} 4>&{their_writing}'
        self._process = subprocess.Popen(
            ["bash", "-c", command, "bash", str(CHROMIUM), *OPTIONS, f"--user-data-dir={folder}"],
            pass_fds=(their_reading, their_writing),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(their_reading)
        os.close(their_writing)
        self._from, self._to = os.fdopen(reads, "rb"), os.fdopen(writes, "wb")
        tab = self.send("Target.createTarget", url="about:blank")["targetId"]
        self._session = self.send("Target.attachToTarget", targetId=tab, flatten=True)["sessionId"]
        self.send("Page.bringToFront")
        for domain in ("Page", "Network", "Runtime", "Log"):
            self.send(f"{domain}.enable")

    def send(self, method: str, **parameters: Any) -> dict[str, Any]:
        """Send a command and return its result; keep the events that arrive meanwhile."""
        self._number += 1
        message = {"id": self._number, "method": method, "params": parameters}
        if self._session:
            message["sessionId"] = self._session
        self._to.write(json.dumps(message).encode() + b"\0")
        self._to.flush()
        while (answer := self._message()).get("id") != self._number:
            self._events.append(answer)
        assert "error" not in answer, (method, answer)
        found: dict[str, Any] = answer["result"]
        return found

    def _message(self) -> dict[str, Any]:
        while b"\0" not in self._rest:
            assert select([self._from], [], [], TIMEOUT_SECONDS)[0], "the browser does not answer"
            piece = os.read(self._from.fileno(), 1 << 16)
            assert piece, "the browser has exited"
            self._rest += piece
        message, self._rest = self._rest.split(b"\0", 1)
        found: dict[str, Any] = json.loads(message)
        return found

    def open(self, page: Path, address: str = "") -> None:
        """Load a page and wait until its scripts have run."""
        self._go("about:blank")  # a mere change of the fragment would not reload the page
        self._go(page.absolute().as_uri() + address)

    def _go(self, address: str) -> None:
        self._events.clear()
        self.send("Page.navigate", url=address)
        while not any(event.get("method") == "Page.loadEventFired" for event in self._events):
            self._events.append(self._message())

    def run(self, script: str) -> Any:
        """Evaluate an expression on the page and return its value."""
        answer = self.send("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in answer, answer
        return answer["result"].get("value")

    def press(self, key: str, modifiers: int = 0) -> None:
        """Press and release a key."""
        known = {"key": key, "windowsVirtualKeyCode": KEYS[key], "modifiers": modifiers}
        self.send("Input.dispatchKeyEvent", type="rawKeyDown", **known)
        self.send("Input.dispatchKeyEvent", type="keyUp", **known)

    def set_window(self, width: int, height: int, scheme: str = "light") -> None:
        """Set the window size in pixels and the preferred colour scheme."""
        self.send(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=width < 600,
        )
        self.send("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])

    @property
    def requests(self) -> list[str]:
        """The addresses that the page requested, its own included."""
        sent = (
            event["params"] for event in self._events if event.get("method") == "Network.requestWillBeSent"
        )
        return [found["request"]["url"] for found in sent]

    @property
    def console_messages(self) -> list[str]:
        """Console messages, errors and warnings of the page, as JSON."""
        said = ("Runtime.consoleAPICalled", "Runtime.exceptionThrown", "Log.entryAdded")
        return [json.dumps(event["params"]) for event in self._events if event.get("method") in said]

    def close(self) -> None:
        """Close the browser."""
        self._session = ""
        self.send("Browser.close")
        self._process.wait(30)
        self._from.close()
        self._to.close()
