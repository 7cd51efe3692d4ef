"""Grammars of one run: each loaded once, in the background as soon as its language is met.

Purpose: compile queries while the crawl is still walking, so that the first file finds its grammar ready.
Invariant: a language that fails to load fails alone; its message is kept and its files are left out by the caller.
Cost: one thread while something is to load; compiling runs without the GIL.
"""

from __future__ import annotations

import threading

from ripwire.languages.grammars import LanguageProblem, load
from ripwire.languages.table import LANGUAGES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ripwire._core.grammar import Grammar


class Pool:
    """Grammars by language number; safe to use from any thread."""

    def __init__(self) -> None:
        self.problems: dict[int, str] = {}
        self._loaded: dict[int, Grammar | None] = {}
        self._started: set[int] = set()
        self._wanted: list[int] = []
        self._changed = threading.Condition()
        self._loader: threading.Thread | None = None

    def prefetch(self, code: int) -> None:
        """Begin to load a language in the background, if it has a grammar."""
        if not LANGUAGES[code].grammar:
            return
        with self._changed:
            if code in self._started or code in self._wanted:
                return
            self._wanted.append(code)
            if self._loader is None:
                self._loader = threading.Thread(target=self._load_wanted, daemon=True)
                self._loader.start()

    def ready(self, code: int) -> bool:
        """Whether `get` would return at once."""
        return code in self._loaded

    def get(self, code: int) -> Grammar | None:
        """The grammar of a language, loading it or waiting for the thread that does; None when it cannot be loaded."""
        try:
            return self._loaded[code]
        except KeyError:
            pass
        with self._changed:
            mine = code not in self._started
            self._started.add(code)
        if mine:
            self._load(code)
        with self._changed:
            self._changed.wait_for(lambda: code in self._loaded)
            return self._loaded[code]

    def load_one(self, codes: list[int]) -> bool:
        """Load the first of these languages that nobody has begun, or wait until one of them is there.

        Returns False when there was nothing to begin and nothing to wait for.
        """
        with self._changed:
            mine = next((code for code in codes if code not in self._started), None)
            if mine is not None:
                self._started.add(mine)
            elif codes and not any(code in self._loaded for code in codes):
                self._changed.wait_for(lambda: any(code in self._loaded for code in codes))
                return True
        if mine is None:
            return False
        self._load(mine)
        return True

    def _load_wanted(self) -> None:
        while True:
            with self._changed:
                if not self._wanted:
                    self._loader = None
                    return
                code = self._wanted.pop(0)
                if code in self._started:
                    continue
                self._started.add(code)
            self._load(code)

    def _load(self, code: int) -> None:
        grammar: Grammar | None = None
        problem = ""
        try:
            grammar = load(code)
        except LanguageProblem as error:
            problem = str(error)
        except BaseException as error:  # whoever waits must be woken, with the reason
            problem = f"language {code}: {type(error).__name__}: {error}"
        with self._changed:
            if problem:
                self.problems[code] = problem
            self._loaded[code] = grammar
            self._changed.notify_all()
