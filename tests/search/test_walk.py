"""Which files are searched: against `rg --files` over trees with ignore files at several levels."""

from __future__ import annotations

import os
import random
import subprocess
from pathlib import Path
from typing import Any

import pytest

from ripwire._core.glob import RuleList
from ripwire._core.walk import Walker
from tests.search.oracle import rg

NAMES = [
    "a", "b", "foo", "bar.c", "foo.c", "x.txt", ".hid", ".h2", "build", "Foo", "a b", "é", "[x]", "foo.o", "{a", "z*",
]  # fmt: skip
RULES = [
    "a", "*.c", "/a", "a/", "!a", "foo*", "**/b", "a/**", "a/b", "*", "!*.c", "!.hid", ".hid", "/build/", "build/*",
    "*.{c,o}", "[ab]", "[!a]*", "?", "foo.?", "\\!a", "\\#x", "# c", "", "  ", "a ", "a\\ ", "/", "//", "!/a/", "**",
    "**/foo/**", "x.txt", "/**/a", "a/**/b", "[a", "foo.c/", "!build/", "*/", "*/a", "z\\*", "./a", "FOO", "[]x]",
    "a//b", "!", "!!a", "***/a", "a**b", "**a", "[a-c]", "é", "{a,b}/{c,foo*}",
]  # fmt: skip


def walked(root: Path, roots: list[bytes], globs: list[bytes] | None = None, **how: Any) -> list[bytes]:
    """Our paths, in order."""
    overrides = RuleList()
    for glob in globs or ():
        overrides.add(glob)
    plain: dict[str, Any] = {
        "overrides": overrides, "chosen": None, "global": None, "explicit": [], "typed": False, "hidden": False,
        "dot": True, "vcs": True, "parents": True, "exclude": True, "require_git": True, "follow": False,
        "one_device": False, "fold": False, "max_depth": -1, "max_size": -1, "cwd": os.fsencode(root),
    }  # fmt: skip
    walker = Walker({**plain, **how})
    for one in roots or [b""]:
        absolute = os.path.normpath(os.path.join(os.fsencode(root), one))
        walker.add(one or b".", absolute, b"" if not one else one if one.endswith(b"/") else one + b"/")
    assert walker.problems() == []
    return walker.paths()[0].split(b"\0")[:-1]


def order(path: bytes) -> bytes:
    return path.replace(b"/", b"\0")


@pytest.mark.parametrize("seed", range(3))
def test_files_are_ripgreps(tmp_path: Path, seed: int) -> None:
    program = rg()
    environment = {**os.environ, "HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path / "none")}
    random_ = random.Random(seed)
    seen = 0
    for case in range(70):
        top = tmp_path / f"t{case}"
        root = top / "sub" if random_.random() < 0.3 else top
        root.mkdir(parents=True)
        folders = [top, root] if root != top else [root]
        for _ in range(random_.randrange(2, 9)):
            one = random_.choice(folders) / random_.choice(NAMES)
            if not one.exists():
                one.mkdir()
                folders.append(one)
        for _ in range(random_.randrange(3, 16)):
            one = random_.choice(folders) / random_.choice(NAMES)
            if not one.exists():
                one.write_text("foo\n")
        if random_.random() < 0.6:
            git = random_.choice([top, random_.choice(folders)]) / ".git"
            (git / "info").mkdir(parents=True)
            if random_.random() < 0.4:
                (git / "info" / "exclude").write_text("\n".join(random_.choices(RULES, k=2)))
        for _ in range(random_.randrange(4)):
            name = random_.choice([".gitignore", ".gitignore", ".ignore", ".rgignore"])
            lines = "\n".join(random_.choices(RULES, k=4))
            (random_.choice(folders) / name).write_text(lines + random_.choice(["\n", ""]))
        how: dict[str, Any] = {}
        words: list[str] = []
        for chance, word, change in (
            (0.2, "--hidden", {"hidden": True}), (0.1, "--no-ignore-dot", {"dot": False}),
            (0.1, "--no-ignore-parent", {"parents": False}), (0.1, "--no-require-git", {"require_git": False}),
            (0.1, "--no-ignore-exclude", {"exclude": False}), (0.1, "--max-depth=2", {"max_depth": 2}),
        ):  # fmt: skip
            if random_.random() < chance:
                words.append(word)
                how |= change
        right = [rule for rule in RULES if rule.strip("/! ") and rule[0] != "#" and rule != "[a"]
        globs = random_.choices(right, k=random_.choice([0, 0, 1, 2]))
        words += [word for glob in globs for word in ("-g", glob)]
        below = [os.path.relpath(f, root) for f in folders if f != root and root in f.parents]
        roots = [random_.choice(["", "./"]) + random_.choice(below)] if below and random_.random() < 0.3 else []
        command = [program, "--no-config", "--files", "-0", *words, "--", *roots]
        done = subprocess.run(command, cwd=root, env=environment, capture_output=True)
        ours = walked(root, [os.fsencode(one) for one in roots], [os.fsencode(glob) for glob in globs], **how)
        assert sorted(ours) == sorted(done.stdout.split(b"\0")[:-1]), (words, roots, top)
        assert ours == sorted(ours, key=order)
        seen += len(ours)
    assert seen > 100


def test_what_cannot_be_read_is_told(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    walker = Walker({
        "overrides": None, "chosen": None, "global": None, "explicit": [], "typed": False, "hidden": False, "dot": True,
        "vcs": True, "parents": True, "exclude": True, "require_git": True, "follow": True, "one_device": False,
        "fold": False, "max_depth": -1, "max_size": -1, "cwd": os.fsencode(tmp_path),
    })  # fmt: skip
    (tmp_path / "a" / "loop").symlink_to("..")
    walker.add(b"none", os.fsencode(tmp_path / "none"), b"none/")
    walker.add(b".", os.fsencode(tmp_path), b"./")
    assert [path for path, _ in walker.problems()] == [b"none", b"./a/loop"]


@pytest.mark.parametrize("wrong", ["[a", "a\\", "{a", "a}", "[z-a]"])
def test_wrong_globs(wrong: str) -> None:
    with pytest.raises(ValueError, match="class|backslash|brace|range|follows"):
        RuleList().add(wrong.encode())


def test_many_stars_take_no_exponential_time() -> None:
    rules = RuleList()
    rules.add(b"/" + b"*a" * 40 + b"b")
    rules.add(b"/" + b"**/a/" * 40 + b"b")
    assert rules.match(b"a" * 400) == 0 and rules.match(b"a/" * 400 + b"c") == 0


def test_braces_are_bounded() -> None:
    """Braces that nest deep would use up the C stack, and many of them come to any number of rules."""
    for wrong in (b"{" * 100_000 + b"a" + b"}" * 100_000, b"{a,b}" * 30):
        with pytest.raises(ValueError, match="too many branches or levels"):
            RuleList().add(wrong)
    rules = RuleList()
    rules.add(b"{a,{b,{c,d}}}{1,2}.x")
    assert [rules.match(name) for name in (b"a1.x", b"d2.x", b"e1.x")] == [1, 1, 0] and len(rules) == 8
