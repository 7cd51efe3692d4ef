"""A headless Chromium, spoken to over its debugging pipe: open a page, type, click, look.

Invariant: nothing is loaded but the file; the browser's profile is thrown away. Cost: a second or two to start.
"""

from __future__ import annotations

import base64
import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

PROGRAM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
_ARGUMENTS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-dev-shm-usage",
    "--host-rules=MAP * ~NOTFOUND", "--window-size=1200,800", "--remote-debugging-pipe", "about:blank",
)  # fmt: skip


class Browser:
    """One page. ``errors`` are the exceptions and error messages of its console."""

    def __init__(self, profile: Path) -> None:
        assert PROGRAM is not None
        reading, to_browser = os.pipe()
        from_browser, writing = os.pipe()

        def place() -> None:  # the browser reads 3 and writes 4
            high = (os.dup2(reading, 60), os.dup2(writing, 61))
            os.dup2(high[0], 3)
            os.dup2(high[1], 4)

        self._process = subprocess.Popen(
            [PROGRAM, f"--user-data-dir={profile}", *_ARGUMENTS],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            preexec_fn=place,
            close_fds=False,
        )
        os.close(reading)
        os.close(writing)
        self._out = os.fdopen(to_browser, "wb", buffering=0)
        self._in = os.fdopen(from_browser, "rb")
        self._rest = b""
        self._number = 0
        self._session: str | None = None
        self.errors: list[str] = []
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self._session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log"):
            self.call(f"{domain}.enable")

    def call(self, method: str, **params: Any) -> dict[str, Any]:
        self._number += 1
        message: dict[str, Any] = {"id": self._number, "method": method, "params": params}
        if self._session:
            message["sessionId"] = self._session
        self._out.write(json.dumps(message).encode() + b"\0")
        while True:
            answer = self._read()
            if answer.get("id") == self._number:
                assert "error" not in answer, answer
                result: dict[str, Any] = answer["result"]
                return result
            self._event(answer)

    def _read(self) -> dict[str, Any]:
        while b"\0" not in self._rest:
            chunk = os.read(self._in.fileno(), 1 << 16)
            assert chunk, "the browser has ended"
            self._rest += chunk
        line, _, self._rest = self._rest.partition(b"\0")
        found: dict[str, Any] = json.loads(line)
        return found

    def _event(self, event: dict[str, Any]) -> None:
        method, params = event.get("method"), event.get("params", {})
        if method == "Runtime.exceptionThrown":
            self.errors.append(json.dumps(params["exceptionDetails"]))
        elif method == "Log.entryAdded" and params["entry"]["level"] == "error":
            self.errors.append(params["entry"]["text"])

    def open(self, file: Path) -> None:
        self.call("Page.navigate", url=file.as_uri())
        while self.value("document.readyState") != "complete":
            pass

    def value(self, expression: str) -> Any:
        """What a script expression gives, after the next frame."""
        frame = f"new Promise(done => requestAnimationFrame(() => setTimeout(() => done({expression}), 0)))"
        found = self.call("Runtime.evaluate", expression=frame, awaitPromise=True, returnByValue=True)
        assert "exceptionDetails" not in found, found
        return found["result"].get("value")

    def type(self, selector: str, text: str) -> None:
        self.value(f"document.querySelector({selector!r}).focus()")
        self.call("Input.insertText", text=text)

    def click(self, x: float, y: float) -> None:
        for kind in ("mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def click_on(self, selector: str) -> None:
        box = f"document.querySelector({selector!r}).getBoundingClientRect()"
        self.click(*self.value(f"(r => [r.x + r.width / 2, r.y + r.height / 2])({box})"))

    def screenshot(self) -> bytes:
        """A PNG of what is seen."""
        return base64.b64decode(self.call("Page.captureScreenshot", format="png")["data"])

    def close(self) -> None:
        self._out.close()
        self._process.kill()
        self._process.wait()
        self._in.close()
