"""A run that uses what earlier runs have kept says what a run without says, to the byte, whatever happened between."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.store.building import built, unkept
from tests.store.inside import Looked, Tree, cells, cold, inside, lie_still, looked, only, small, warm, write
from tests.support.command import answer, plant
from tests.support.scip import document, index, occurrence

__all__ = ["looked"]  # a fixture

VERBS: list[list[str]] = [
    [],
    ["--json", "--metrics"],
    ["--tree"],
    ["--skipped"],
    ["--metrics", "--order=stable"],
    ["--order=important-first", "--top-k=2"],
    ["--order=important-last", "--max-tokens=700"],
    ["--top-k=1"],
    ["--ignore-tests", "--metrics"],
    ["--exclude=docs", "--exclude=conf"],
    ["--exclude=app/tools.py"],
    ["--max-file-size=100"],
    ["--no-ignore"],
    ["--threads=1"],
    ["--export=edges.tsv"],
    ["--export=edges.tsv", "--ignore-tests"],
    ["--export=scip"],
    ["--callers=app/tools.py:helper"],
    ["--callees=start", "--json", "--limit=1"],
    ["--impact=app/tools.py:helper"],
    ["--path=start,load"],
    ["--uses=helper"],
    ["--around=load"],
    ["--connect=start,helper"],
    ['--graph-query=callers(name("helper"),9)'],
    ["--similar=load"],
    ["--affected=app/tools.py"],
    ["--exercises=tests"],
    ["--dead-code"],
    ["--communities"],
    ["--zoom"],
    ["--seams"],
    ["--deps"],
    ["--lego=Store"],
    ["--external-surface"],
    ["--mentions=helper"],
    ["--mermaid"],
    ["--match=(identifier) @i"],
    ["--grep=helper", "--grep-context=1"],
    ["--regex=h[a-z]+r", "--json"],
    ["--clones"],
    ["--tree", "--limit=2"],
    ["--export=dot"],
    ["--export=graphml"],
    ["--export=graph.json"],
    ["--explain=start,load"],
    ["--explain=start,stop", "--json"],
    ["--explain=alone,helper", "--exclude=docs"],
]
FEW = [["--json", "--metrics"], ["--skipped"], ["--export=scip"]]


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return plant(tmp_path / "tree", small())


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    return tmp_path / "kept"


def everywhere(root: Path, kept: Path, verbs: list[list[str]] = FEW) -> list[bytes]:
    """Every verb, when files are too young for their stamps, when these are kept, and when they are used."""
    found = [warm([root, *verb], kept) for verb in verbs]
    lie_still()
    for _ in range(2):
        assert [inside([root, *verb], kept).out for verb in verbs] == found
    return found


@pytest.mark.parametrize("first", [["--skipped"], ["--explain=start,load"]], ids=["graph-first", "records-first"])
def test_every_verb_and_flag_answers_warm_as_cold(root: Path, kept: Path, first: list[str]) -> None:
    lie_still()
    warm([root, *first], kept)
    answers = [warm([root, *verb], kept) for verb in VERBS]
    assert all(answers)
    # --threads decides nothing, and nothing is ignored here.
    assert len(set(answers)) == len(VERBS) - 2
    for _ in range(2):
        assert [inside([root, *verb], kept) for verb in VERBS] == [(0, answer, b"") for answer in answers]


def test_refusals_and_gates_are_the_same_warm_and_cold(root: Path, kept: Path) -> None:
    lie_still()
    for _ in range(2):
        for words, code in (["--token-budget=5"], 3), (["--explain=start,nothing"], 1), (["--explain=nobody,x"], 1):
            found = inside([root, *words], kept)
            assert found.code == code
            assert found == cold([root, *words])


def test_the_real_command_is_silent_and_equal_from_the_first_run_to_the_third(root: Path, kept: Path) -> None:
    env = {"RIPWIRE_CACHE_DIR": str(kept)}
    for verb in [], ["--export=scip"]:
        expected = answer([root, *verb, "--no-cache"], env=env)
        for _ in range(3):
            assert answer([root, *verb], env=env) == expected
            lie_still()
    assert only(kept, ".records").stat().st_mode & 0o777 == only(kept, ".graph").stat().st_mode & 0o777 == 0o600
    assert kept.stat().st_mode & 0o777 == 0o700


def test_without_a_cache_nothing_is_made(root: Path, kept: Path) -> None:
    inside([root, "--no-cache"], kept)
    assert not kept.exists()


def test_a_second_run_reads_no_file_and_a_changed_one_alone(root: Path, kept: Path, looked: Looked) -> None:
    lie_still()
    inside([root], kept)
    assert looked.read >= len(small()) - 1
    for verb in VERBS:
        if not {"--no-ignore"} & set(verb):
            inside([root, *verb], kept)
    looked.reset()
    for verb in VERBS:
        inside([root, *verb], kept)
    assert (looked.read, looked.parsed) == (0, 0)
    write(root, "app/other.py", "def helper(y):\n    return y\n")
    lie_still()
    inside([root, "--export=scip"], kept)
    assert (looked.read, looked.parsed) == (1, 1)


def same_size_and_time(root: Path) -> None:
    """`ctime` alone tells."""
    path = root / "app/tools.py"
    before = path.stat()
    path.write_bytes(path.read_bytes().replace(b"return helper(path)", b"return herper(path)"))
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert path.stat().st_mtime_ns == before.st_mtime_ns and path.stat().st_size == before.st_size


def swapped(root: Path) -> None:
    """Each keeps its inode and its times of content."""
    a, b, c = root / "app/other.py", root / "app/tools.py", root / "app/c.py"
    os.rename(a, c)
    os.rename(b, a)
    os.rename(c, b)


def touched(root: Path) -> None:
    for path in root.rglob("*.py"):
        os.utime(path)


def a_link(root: Path) -> None:
    (root / "app/twin_b.py").unlink()
    (root / "app/twin_b.py").symlink_to("other.py")


def a_folder_in_its_place(root: Path) -> None:
    (root / "empty.py").unlink()
    write(root, "empty.py/in.py", "def below(): return helper(3)\n")


def all_deleted(root: Path) -> None:
    for path in sorted(root.rglob("*"), reverse=True):
        path.rmdir() if path.is_dir() and not path.is_symlink() else path.unlink()


STEPS: dict[str, Callable[[Path], object]] = {
    "edited": lambda r: write(r, "app/main.py", "from app.other import helper\ndef start(p): return helper(p)\n"),
    "edited back": lambda r: plant(r, {"app/main.py": small()["app/main.py"]}),
    "of the same size and time": same_size_and_time,
    "touched": touched,
    "of an old time": lambda r: os.utime(r / "app/main.py", (1, 1)),
    "of a time to come": lambda r: os.utime(r / "app/main.py", (2**33, 2**33)),
    "renamed": lambda r: os.rename(r / "app/tools.py", r / "app/a_tools.py"),
    "renamed back": lambda r: os.rename(r / "app/a_tools.py", r / "app/tools.py"),
    "swapped": swapped,
    "deleted": lambda r: os.unlink(r / "app/twin_a.py"),
    "a folder renamed": lambda r: os.rename(r / "app", r / "lib"),
    "a folder renamed back": lambda r: os.rename(r / "lib", r / "app"),
    "one of two equal documents renamed": lambda r: os.rename(r / "docs/two.md", r / "docs/three.md"),
    "notebook edited": lambda r: write(r, "notes/copy.ipynb", cells("x = 1\n", "def moved():\n    return 1\n")),
    "binary": lambda r: write(r, "app/other.py", b"def helper():\n    pass\n\0\0"),
    "wide": lambda r: write(r, "app/other.py", "def helper(): pass\n".encode("utf-16")),
    "deep": lambda r: write(r, "conf/a.json", "[" * 600 + "]" * 600),
    "minified": lambda r: write(r, "app/twin_b.py", "a=b(c);d(e,f);" * 4000),
    "oversize": lambda r: write(r, "conf/a.json", '{"k": "' + "x" * (256 * 1024) + '"}'),
    "text again": lambda r: write(r, "bad/binary.py", "def nul():\n    return helper(1)\n"),
    "emptied": lambda r: write(r, "app/tools.py", ""),
    "a link": a_link,
    "a folder in its place": a_folder_in_its_place,
    "a hard link": lambda r: os.link(r / "app/main.py", r / "app/main_too.py"),
    "all deleted": all_deleted,
    "all there again": lambda r: plant(r, small()),
}


def test_edits_of_every_kind_one_after_the_other(root: Path, kept: Path) -> None:
    """After each one: with stamps that are too young, with young ones that got older, and with those that are used."""
    lie_still()
    scip = ["--export=scip"]
    seen = {built(root, kept)}
    for name, change in STEPS.items():
        change(root)
        expected, facts = unkept(root), cold([root, *scip])
        for number in range(3):
            assert built(root, kept) == expected, name
            assert inside([root, *scip], kept) == facts, name
            if not number:
                lie_still()
        seen.add(expected)
    assert expected in seen and len(seen) >= 18  # they were seen


def test_an_edit_in_the_tick_of_the_run_is_seen(root: Path, kept: Path) -> None:
    """The same size, the same name, as fast as it goes; the content is the only thing to tell them apart for sure."""
    seen = set()
    for number in range(15):
        write(root, "app/other.py", f"def name_{number:02}(): return helper(1)\n")
        seen.add(warm([root, "--json"], kept))
    assert len(seen) == 15


def test_two_contents_in_turn_are_told_apart_by_ctime(root: Path, kept: Path, looked: Looked) -> None:
    path = root / "app/other.py"
    texts = ["def first(): return helper(1)\n", "def other(): return helper(1)\n"]
    seen = []
    for number in range(6):
        path.write_text(texts[number % 2])
        os.utime(path, (1_000_000_000, 1_000_000_000))
        lie_still()
        seen.append(warm([root, "--json"], kept))
    assert seen[0] != seen[1]
    assert seen == seen[:2] * 3


def test_names_of_equal_documents_are_not_mixed_up(tmp_path: Path, kept: Path) -> None:
    """Documents and notebooks are named after their files."""
    text = "plain text, no heading\n"
    files: Tree = {f"{name}.{kind}": text for name in ("one", "two") for kind in ("md", "html", "csv")}
    books: Tree = {f"{name}.ipynb": cells("x = 1\n") for name in ("one", "two")}
    root = plant(tmp_path / "tree", files | books)
    everywhere(root, kept)
    os.rename(root / "one.md", root / "three.md")
    os.rename(root / "one.ipynb", root / "three.ipynb")
    os.rename(root / "one.csv", root / "three.csv")
    os.rename(root / "one.html", root / "three.html")
    listing, _, _ = everywhere(root, kept)
    assert b'"three"' in listing and b'"two"' in listing and b'"one"' not in listing


def test_a_header_is_of_the_language_of_its_content(tmp_path: Path, kept: Path) -> None:
    """The same bytes are Objective-C in a header and C++ elsewhere."""
    objc = "@interface Shape\n- (int)area;\n@end\n"
    root = plant(tmp_path / "tree", {"a.h": objc, "b.hpp": objc, "c.H": objc})
    verbs = [["--json"]]
    everywhere(root, kept, verbs)
    write(root, "a.h", "struct Shape { int area(); };\n")
    write(root, "c.H", "struct Other { int area(); };\n")
    everywhere(root, kept, verbs)
    write(root, "a.h", objc)
    os.rename(root / "c.H", root / "c.hpp")
    everywhere(root, kept, verbs)


GO: Tree = {
    "cmd/main.go": 'package main\n\nimport "example.com/app/util"\n\nfunc main() { util.Run() }\n',
    "util/run.go": "package util\n\nfunc Run() int { return 1 }\n",
    "other/run.go": "package other\n\nfunc Run() int { return 2 }\n",
    "third/run.go": "package third\n\nfunc Run() int { return 3 }\n",
}


def test_a_manifest_that_is_no_source_file_changes_the_answer(tmp_path: Path, kept: Path) -> None:
    root = plant(tmp_path / "tree", GO)
    verbs = [["--export=edges.tsv"], ["--json", "--metrics"]]
    none = everywhere(root, kept, verbs)
    write(root, "go.mod", "module example.com/app\n")
    right = everywhere(root, kept, verbs)
    assert right != none
    write(root, "go.mod", "module example.org/app\n")  # as long as it was
    other = everywhere(root, kept, verbs)
    assert other != right
    same = (root / "go.mod").stat()
    write(root, "go.mod", "module example.com/app\n")
    os.utime(root / "go.mod", ns=(same.st_atime_ns, same.st_mtime_ns))
    assert everywhere(root, kept, verbs) == right
    os.utime(root / "go.mod")
    assert everywhere(root, kept, verbs) == right
    os.rename(root / "go.mod", root / "go.old")
    assert everywhere(root, kept, verbs) == none
    (root / "go.mod").symlink_to("go.old")
    everywhere(root, kept, verbs)
    (root / "go.mod").unlink()
    (root / "go.mod").mkdir()
    assert everywhere(root, kept, verbs) == none


CALLS: Tree = {
    "call.py": "def a(o):\n    o.f()\n",
    "x.py": "class X:\n    def f(self):\n        return 1\n",
    "y.py": "class Y:\n    def f(self):\n        return 1\n",
}


def pinned_to(name: str) -> bytes:
    """An index that says which of two methods is called."""
    symbol = f"scip-python python t 1 `{name}`/{name.upper()}#f()."
    defined = document(f"{name}.py", occurrence([1, 8, 9], symbol, 1))
    return index(document("call.py", occurrence([1, 6, 7], symbol)), defined)


@pytest.mark.parametrize("linked", [False, True], ids=["file", "link"])
def test_another_scip_index_gives_another_answer(tmp_path: Path, kept: Path, linked: bool) -> None:
    root = plant(tmp_path / "tree", CALLS)
    path = tmp_path / ("real.scip" if linked else "index.scip")
    if linked:
        (tmp_path / "index.scip").symlink_to("real.scip")
    words = [f"--scip={tmp_path / 'index.scip'}"]
    verbs = [["--export=edges.tsv", *words], ["--json", *words], ["--export=edges.tsv"]]
    seen = []
    for name in "xyx":
        path.write_bytes(pinned_to(name))
        seen.append(everywhere(root, kept, verbs))
    assert seen[0] != seen[1] and seen[0] == seen[2]
    assert len({edges for _, _, edges in seen}) == 1
    path.write_bytes(b"no index")
    for _ in range(3):
        for verb in verbs:
            assert inside([root, *verb], kept) == cold([root, *verb])
        lie_still()
    path.unlink()
    for _ in range(2):
        for verb in verbs:
            assert inside([root, *verb], kept) == cold([root, *verb])


def test_configurations_do_not_answer_for_each_other(root: Path, kept: Path) -> None:
    """Each has a graph of its own and one file of records for all."""
    lie_still()
    words = [["--ignore-tests"], ["--exclude=tests"], ["--max-file-size=60"], ["--exclude=app"], []]
    for _ in range(2):
        assert len({warm([root, "--json", *word], kept) for word in words}) == len(words)
    assert len(list(kept.glob("*.graph"))) == len(words)
    assert len(list(kept.glob("*.records"))) == 1


def git(root: Path, *args: str) -> None:
    identity = ["-c", "user.name=t", "-c", "user.email=t@example.org", "-c", "commit.gpgsign=false"]
    settings = {"PATH": os.environ["PATH"], "HOME": "/nonexistent", "GIT_CONFIG_NOSYSTEM": "1"}
    subprocess.run(["git", *identity, *args], cwd=root, check=True, capture_output=True, env=settings)


def test_branches_reverts_and_ignore_rules(root: Path, kept: Path, looked: Looked) -> None:
    git(root, "init", "-q", "-b", "main")
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", "one")
    main = everywhere(root, kept)
    git(root, "checkout", "-q", "-b", "side")
    write(root, "app/other.py", "def sideways(x):\n    return helper(x)\n")
    (root / "docs/two.md").unlink()
    write(root, "app/added.py", "def added():\n    return sideways(1)\n")
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", "two")
    side = everywhere(root, kept)
    assert side != main
    looked.reset()
    git(root, "checkout", "-q", "main")
    assert everywhere(root, kept) == main
    assert looked.parsed <= 1  # other.py; what was deleted comes back as it was
    git(root, "checkout", "-q", "side")
    assert everywhere(root, kept) == side
    git(root, "revert", "--no-edit", "HEAD")
    assert everywhere(root, kept) == main
    write(root, ".gitignore", "app/other.py\ndocs/\n")
    ignored = everywhere(root, kept, [*FEW, ["--json", "--no-ignore"]])
    assert ignored[:3] != main
    (root / ".gitignore").unlink()
    assert everywhere(root, kept) == main
