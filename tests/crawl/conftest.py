"""Helpers of the crawl tests: small trees, and git without the user's own settings."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from ripwire.crawl import Crawl


@pytest.fixture(autouse=True)
def git_environment(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty home, so that no ignore file of the machine takes part; returns it."""
    home = tmp_path_factory.mktemp("home")
    for name in [name for name in os.environ if name.startswith("GIT_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(home / "config"))
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(home / "gitconfig"))
    (home / "gitconfig").write_text("[user]\n\tname = t\n\temail = t@example.org\n[init]\n\tdefaultBranch = main\n")
    return home


@pytest.fixture
def root(tmp_path: Path) -> Path:
    directory = tmp_path / "tree"
    directory.mkdir()
    return directory


Plant = Callable[..., None]


@pytest.fixture
def plant(root: Path) -> Plant:
    """``plant("a/b.py", ".gitignore", text="*.log")``: files with their directories."""

    def make(*names: str | bytes, text: str = "x = 1\n") -> None:
        for name in names:
            path = os.path.join(os.fsencode(root), os.fsencode(name))
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "wb") as out:
                out.write(text.encode())

    return make


def git(directory: Path, *arguments: str) -> str:
    command = ["git", "-c", "init.defaultBranch=main", "-C", str(directory), *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def facts(result: Crawl) -> dict[str, object]:
    """Everything a crawl says, for whole comparisons."""
    return {name: getattr(result, name) for name in Crawl.__slots__}
