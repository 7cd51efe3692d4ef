"""Searches with an index: the answers of searches without one, whatever happened to the tree or to the index since."""

from __future__ import annotations

import json
import os
import random
import shutil
import subprocess
import sys
import time
from array import array
from collections.abc import Callable
from pathlib import Path

import pytest

from ripwire._core.lookup import ingest, lay_still
from ripwire._core.trigram import Builder
from ripwire.cli.keeping import clock
from ripwire.errors import RipwireError
from ripwire.limits import INDEX_FILE_BYTES
from ripwire.search.admit import planned
from ripwire.search.argv import parse
from ripwire.search.index import SETTLED, build
from ripwire.search.kept import names
from ripwire.search.pattern import Flags, PatternError, compile_patterns
from ripwire.search.run import Around, run
from ripwire.search.walk import Surroundings
from ripwire.store.folder import Folder
from ripwire.store.stamps import COARSE_NS, NEVER, STAMP, TICK_NS, believed
from tests.search import cases
from tests.support.command import plant

Told = list[str]


def lie_still() -> None:
    """Let the clock of files leave the tick of what was written last."""
    time.sleep(0.06)


def indexed(root: Path, kept: Path, *, full: bool = False) -> str:
    """Build or amend the index; how it went."""
    here = os.getcwd()
    os.chdir(root)
    try:
        real = os.path.realpath(os.fsencode(root))
        mark = random.randrange(1 << 63)
        return build(Folder(os.fsencode(kept)), real, Surroundings(real), 2, clock, mark, pytest.fail, full=full).kind
    finally:
        os.chdir(here)


def searched(
    root: Path, kept: Path | None, *argv: str, told: Told | None = None, **switches: bool
) -> tuple[int, bytes]:
    """Exit code and output; what is told, with the lens, goes to ``told``."""
    here = os.getcwd()
    out = root.parent / f"{root.name}.answer"
    os.chdir(root)
    messages: Told = [] if told is None else told
    try:
        with open(out, "wb") as file:
            around = Around(
                cwd=os.getcwdb(), home=b"", xdg_config=b"", out=file.fileno(), terminal=False, colorful=True,
                piped=False, cores=2, read=lambda path: b"", tell=messages.append,
                kept=b"" if kept is None else os.fsencode(kept), lens=told is not None, **switches,
            )  # fmt: skip
            try:
                code = run(parse([os.fsencode(word) for word in argv]), around)
            except RipwireError as error:
                code = error.code
        return code, out.read_bytes()
    finally:
        os.chdir(here)


def numbers(told: Told) -> dict[str, int]:
    """files, known, proved and searched of the lens."""
    (line,) = [line for line in told if line.startswith("cold files=")]
    return {name: int(value) for name, value in (word.split("=") for word in line.split()[1:])}


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    return tmp_path / "kept"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = plant(tmp_path / "tree", {f"d{k % 7}/f{k}.txt": f"line {k}\nneedle{k}x\ncommon words\n" for k in range(60)})
    lie_still()
    return root


def test_files_without_it_are_not_read(root: Path, kept: Path) -> None:
    assert indexed(root, kept) == "full" and indexed(root, kept) == "unchanged"
    told: Told = []
    assert searched(root, kept, "needle13x", told=told) == (0, b"d6/f13.txt:needle13x\n")
    assert "cold tier=filters candidates=1/60" in told
    assert numbers(told) == {"files": 60, "known": 60, "proved": 59, "searched": 1}
    told = []
    assert searched(root, kept, r"ne+dle(13|14)x", told=told)[1] == b"d0/f14.txt:needle14x\nd6/f13.txt:needle13x\n"
    assert numbers(told)["searched"] == 2 and "cold tier=cover candidates=2/60" in told
    told = []
    assert searched(root, kept, "nowhere", told=told) == (1, b"")
    assert numbers(told)["searched"] == 0


@pytest.mark.parametrize(
    ("argv", "reason"),
    [
        (["-v", "needle13x"], "flag:-v"), (["--files-without-match", "needle13x"], "flag:--files-without-match"),
        (["--json", "needle13x"], "flag:--json"), (["--stats", "needle13x"], "flag:--stats"),
        (["--no-index", "needle13x"], "no-index"), (["-c", "--include-zero", "needle13x"], "flag:--include-zero"),
        (["--passthru", "needle13x"], "flag:--passthru"), ([".*"], "the pattern forces nothing"),
        (["-P", "needle13x"], "the pattern forces nothing"),
    ],
)  # fmt: skip
def test_what_needs_all_files_gets_them(argv: list[str], reason: str, root: Path, kept: Path) -> None:
    indexed(root, kept)
    told: Told = []
    assert searched(root, kept, *argv, told=told) == searched(root, None, *argv)
    assert f"cold tier=none ({reason})" in told


def test_it_is_asked_from_below_and_by_any_spelling(root: Path, kept: Path) -> None:
    indexed(root, kept)
    for argv, files, known in (
        (["needle13x", "."], 60, 60), (["needle13x", "d6", "./d5/"], 16, 16), (["needle13x", "d6/f13.txt"], 1, 1),
        (["needle13x", "d6/../d6"], 8, 0), (["needle13x", str(root / "d6")], 8, 0), (["needle13x", "././d6"], 8, 8),
    ):  # fmt: skip
        told: Told = []
        assert searched(root, kept, *argv, told=told) == searched(root, None, *argv)
        assert (numbers(told)["files"], numbers(told)["known"]) == (files, known), argv
    told = []
    assert searched(root / "d6", kept, "needle13x", told=told) == (0, b"f13.txt:needle13x\n")
    assert numbers(told) == {"files": 8, "known": 8, "proved": 7, "searched": 1}
    (root / "link").symlink_to("d6")
    told = []
    assert searched(root, kept, "needle13x", "link", told=told) == (0, b"link/f13.txt:needle13x\n")
    assert numbers(told)["known"] == 0


def keep_times(path: Path, change: Callable[[], object]) -> None:
    status = path.stat()
    change()
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))


CHANGES: dict[str, Callable[[Path], object]] = {
    "created": lambda root: (root / "d0" / "new.txt").write_text("needle13x\n"),
    "edited": lambda root: (root / "d3" / "f10.txt").write_text("needle13x\nmore\n"),
    "same size": lambda root: (root / "d3" / "f10.txt").write_bytes(
        (root / "d3" / "f10.txt").read_bytes().replace(b"needle10x", b"needle13x")
    ),
    "same size and times": lambda root: keep_times(
        root / "d3" / "f10.txt",
        lambda: (root / "d3" / "f10.txt").write_bytes(b"line 10\nneedle13x\ncommon words\n"),
    ),
    "renamed over": lambda root: os.replace(root / "d6" / "f13.txt", root / "d3" / "f10.txt"),
    "folder renamed": lambda root: os.rename(root / "d6", root / "d9"),
    "deleted": lambda root: (root / "d6" / "f13.txt").unlink(),
    "touched back": lambda root: os.utime(root / "d6" / "f13.txt", (1, 1)),
    "swapped": lambda root: (
        os.rename(root / "d6", root / "x"), os.rename(root / "d3", root / "d6"), os.rename(root / "x", root / "d3")
    ),
    "ignored": lambda root: (root / ".ignore").write_text("d6\n"),
    "link": lambda root: ((root / "d3" / "f10.txt").unlink(), (root / "d3" / "f10.txt").symlink_to("../d6/f13.txt")),
    "made anew": lambda root: (
        shutil.copytree(root, root.parent / "c"), shutil.rmtree(root), (root.parent / "c").rename(root)
    ),
    "emptied": lambda root: (root / "d6" / "f13.txt").write_bytes(b""),
}  # fmt: skip


@pytest.mark.parametrize("name", CHANGES)
@pytest.mark.parametrize("amended", [False, True])
def test_a_change_is_seen_at_once(name: str, amended: bool, root: Path, kept: Path) -> None:
    indexed(root, kept)
    for round_ in range(2):
        CHANGES[name](root) if not round_ else (root / "d1" / "f1.txt").write_text("needle13x again\n")
        if amended:
            indexed(root, kept)
        for argv in (["needle13x"], ["-c", "needle1[03]x"], ["-l", "needle13x", "."], ["-i", "NEEDLE13X"], ["common"]):
            assert searched(root, kept, *argv) == searched(root, None, *argv), (argv, round_)


def test_what_was_written_in_the_tick_of_the_index_is_not_believed(tmp_path: Path, kept: Path) -> None:
    root = plant(tmp_path / "tree", {"a.txt": "one\n", "b.txt": "two\n"})
    indexed(root, kept)
    told: Told = []
    assert searched(root, kept, "nowhere", told=told) == (1, b"")
    assert numbers(told)["proved"] == 0
    lie_still()
    assert indexed(root, kept) == "amended"
    told = []
    searched(root, kept, "nowhere", told=told)
    assert numbers(told)["proved"] == 2


def test_an_amendment_belongs_to_its_base(root: Path, kept: Path) -> None:
    indexed(root, kept)
    (root / "d1" / "f1.txt").write_text("needle13x again\n")
    lie_still()
    assert indexed(root, kept) == "amended"
    told: Told = []
    assert searched(root, kept, "needle13x", told=told)[1].count(b"\n") == 2
    assert numbers(told) == {"files": 60, "known": 60, "proved": 58, "searched": 2}
    old = names(os.fsencode(kept), os.path.realpath(os.fsencode(root)))[1]
    saved = Path(os.fsdecode(old)).read_bytes()
    assert indexed(root, kept, full=True) == "full" and not os.path.exists(old)
    Path(os.fsdecode(old)).write_bytes(saved)
    os.chmod(old, 0o600)
    (root / "d1" / "f1.txt").write_text("nothing\n")
    assert searched(root, kept, "needle13x") == searched(root, None, "needle13x")


def test_large_and_strange_files_are_members_that_are_searched(tmp_path: Path, kept: Path) -> None:
    root = plant(tmp_path / "tree", {
        "large.txt": "x" * INDEX_FILE_BYTES + "\nneedle\n", "bom.txt": b"\xef\xbb\xbfneedle bom\n",
        "wide.txt": b"\xff\xfe" + "needle wide\n".encode("utf-16-le"), "bad.txt": b"needle \xff\xc3\n", "empty.txt": "",
        "short.txt": "ne", "nul.txt": b"needle\n\0", "crlf.txt": "needle\r\n", "other.txt": "nothing\n",
    })  # fmt: skip
    lie_still()
    indexed(root, kept)
    for argv in (["needle"], ["ne"], ["-l", "n"], ["-a", "needle"], ["needle$"], ["-c", "ne", "."], ["wide"], ["^ne$"]):
        assert searched(root, kept, *argv) == searched(root, None, *argv), argv
    told: Told = []
    searched(root, kept, "needle wide", told=told)
    assert numbers(told)["searched"] == 2  # and the large one


# --- soundness --------------------------------------------------------------------------------------------------------


def documents(chance: random.Random) -> dict[str | bytes, bytes | str]:
    pieces = ["foo", "Foo", "bar", "0xDEAD12", "12345678", "   ", "é", "K", "ſ", "日本", "_", "if err != nil", "\t",
              "ABCDEFGH", "a-b", "https://x.y", "\r", "((((", "\0", "\udcff", "foofoo", "fo"]  # fmt: skip
    out: dict[str | bytes, bytes | str] = {}
    for k in range(40):
        lines = ["".join(chance.choices(pieces, k=chance.randrange(6))) for _ in range(chance.randrange(5))]
        out[f"{k:02}.txt"] = "\n".join(lines).encode("utf-8", "surrogateescape")
    return out


SEARCHES = [
    "foo", "fo", "o", "[0-9a-f]{4,}", r"\d{6,}", "[A-Z]{8,}", r"\w{7,}", r"[ ]{3,}", r"if\s+err\s*!=\s*nil",
    "https?://", "foo|bar", "foo|ba", "(foo|bar)+K?", "f.o", "(?i)foo", "(?i)k", "(?i)s", "é", "日", r"\bfoo\b", "^foo",
    "foo$", "a-b", "0x[0-9a-fA-F]{6}", "(foo){2}", "x?foo", "[^a-z]{5}", r"\p{Lu}{2}", "(?-u)\\w+", r"[[:punct:]]{4}",
    "fo{1,2}", "",
]  # fmt: skip
WAYS: list[list[str]] = [
    [],
    ["-i"],
    ["-w"],
    ["-F"],
    ["-x"],
    ["--no-unicode"],
    ["-a"],
    ["-S"],
    ["-U"],
    ["--crlf"],
    ["-m1"],
]


def unsound(chance: random.Random, top: Path, searches: int) -> list[str]:
    """What an index left out although it matches; also what it said with a pruning switched off."""
    root = plant(top / "tree", documents(chance))
    kept = top / "kept"
    lie_still()
    indexed(root, kept)
    found = []
    narrowed = {"cover": 0, "crest": 0}
    for _ in range(searches):
        pattern = chance.choice(SEARCHES)
        if chance.random() < 0.4:
            pattern += chance.choice(["", "|", r"\s*", ".*"]) + chance.choice(SEARCHES)
        argv = [*chance.choice(WAYS), chance.choice(["-l", "-c", "-n"]), "-e", pattern]
        wanted = searched(root, None, *argv)
        for cover, crest in ((True, True), (True, False), (False, True), (False, False)):
            told: Told = []
            if searched(root, kept, *argv, told=told, cover=cover, crest=crest) != wanted:
                found.append(f"{argv} cover={cover} crest={crest}: {told}")
            if any(line.startswith("cold files=") for line in told) and numbers(told)["proved"]:
                narrowed["cover"] += cover and not crest
                narrowed["crest"] += crest and not cover
    assert min(narrowed.values()) > 5, narrowed
    shutil.rmtree(root)
    shutil.rmtree(kept)
    return found


@pytest.mark.parametrize("seed", range(3))
def test_what_matches_is_admitted(seed: int, tmp_path: Path) -> None:
    assert not unsound(random.Random(seed), tmp_path, 120)


@pytest.mark.heavy
@pytest.mark.parametrize("seed", range(100, 140))
def test_what_matches_is_admitted_in_many_searches(seed: int, tmp_path: Path) -> None:
    assert not unsound(random.Random(seed), tmp_path, 1500)


@pytest.mark.parametrize("seed", range(4))
def test_generated_trees_have_the_answers_of_no_index(seed: int, tmp_path: Path) -> None:
    chance = random.Random(seed)
    root = tmp_path / "tree"
    root.mkdir()
    made = cases.plant(chance, root)
    lie_still()
    indexed(root, tmp_path / "kept")
    for _ in range(60):
        argv = cases.words(chance, made, cases.FLAGS)
        assert searched(root, tmp_path / "kept", *argv) == searched(root, None, *argv), argv


def test_plans() -> None:
    def of(pattern: bytes, **flags: object) -> tuple[list[tuple[bytes, ...]], bytes, bool]:
        plan = planned(compile_patterns([pattern], Flags(**flags)), cover=True, crest=True)  # type: ignore[arg-type]
        return plan.clauses, plan.sliver, bool(plan.bounds)

    assert of(b"foo") == ([(b"foo",)], b"", True)
    assert of(b"fo", fixed=True)[1] == b"fo" and of(b"f")[1] == b"f"
    assert of(b"a.*b") == ([], b"", False) or of(b"a.*b")[0] == []
    assert of(b"foo", pcre=True) == ([], b"", False)
    assert len(of(b"FOO", case="ignore")[0]) == 1
    with pytest.raises(PatternError):
        of(b"(")


# --- damage -----------------------------------------------------------------------------------------------------------


def test_a_damaged_index_changes_no_answer(root: Path, kept: Path) -> None:
    indexed(root, kept)
    (root / "d1" / "f1.txt").write_text("needle13x again\n")
    lie_still()
    indexed(root, kept)
    chance = random.Random(5)
    questions = [["needle13x"], ["-c", "needle[0-9]{2}x"], ["common words"]]
    wanted = [searched(root, None, *argv) for argv in questions]
    for name in names(os.fsencode(kept), os.path.realpath(os.fsencode(root))):
        path = Path(os.fsdecode(name))
        whole = path.read_bytes()
        told_of = 0
        for k in range(60):
            broken = bytearray(whole)
            if k % 3 == 0:
                del broken[chance.randrange(len(broken)) :]
            elif k % 3 == 1:
                broken[chance.randrange(len(broken))] ^= 1 << chance.randrange(8)
            else:
                at = chance.randrange(len(broken) - 8)
                broken[at : at + 8] = chance.randbytes(8)
            path.write_bytes(broken)
            told: Told = []
            assert [searched(root, kept, *argv, told=told) for argv in questions] == wanted, k
            told_of += any("not used" in line for line in told)
        assert told_of > 20
        path.write_bytes(whole)


def test_another_thing_in_its_place_changes_no_answer(root: Path, kept: Path) -> None:
    indexed(root, kept)
    wanted = searched(root, None, "needle13x")
    path = Path(os.fsdecode(names(os.fsencode(kept), os.path.realpath(os.fsencode(root)))[0]))
    whole = path.read_bytes()
    for place in (
        lambda: os.mkfifo(path), lambda: path.mkdir(), lambda: path.symlink_to("nowhere"),
        lambda: path.write_bytes(b""), lambda: (path.write_bytes(whole), path.chmod(0o666)),
        lambda: path.write_bytes(b"x" * 5000),
    ):  # fmt: skip
        path.unlink(missing_ok=True)
        place()
        assert searched(root, kept, "needle13x") == wanted
        path.rmdir() if path.is_dir() and not path.is_symlink() else path.unlink()
    os.chmod(kept, 0o777)
    path.write_bytes(whole)
    assert searched(root, kept, "needle13x") == wanted


def test_an_index_of_another_tree_is_none_of_this(root: Path, kept: Path, tmp_path: Path) -> None:
    indexed(root, kept)
    other = plant(tmp_path / "other", {"d6/f13.txt": "needle77x\n"})
    mine, theirs = (names(os.fsencode(kept), os.path.realpath(os.fsencode(path)))[0] for path in (root, other))
    shutil.copy(mine, theirs)
    told: Told = []
    assert searched(other, kept, "needle77x", told=told) == (0, b"d6/f13.txt:needle77x\n")
    assert any("another tree" in line for line in told)


# --- the commands -----------------------------------------------------------------------------------------------------


def command(root: Path, kept: Path, *words: str) -> tuple[int, str, str]:
    environment = {**os.environ, "RIPWIRE_CACHE_DIR": str(kept), "HOME": str(root.parent), "RIPWIRE_TRACE": "index"}
    done = subprocess.run(
        [sys.executable, "-m", "ripwire", *words], cwd=root, env=environment, capture_output=True, text=True,
        stdin=subprocess.DEVNULL,
    )  # fmt: skip
    return done.returncode, done.stdout, done.stderr


def test_index_and_status(root: Path, kept: Path) -> None:
    assert command(root, kept, "status") == (0, "state: unavailable\n", "")
    assert not kept.exists()
    assert command(root, kept, "index") == (0, "indexed: 60 files, 60 read\n", "")
    code, out, err = command(root, kept, "search", "needle13x")
    assert (code, out) == (0, "d6/f13.txt:needle13x\n") and "searched=1" in err
    assert command(root, kept, "index") == (0, "up to date: 60 files, 0 read\n", "")
    assert command(root, kept, "index", "--full")[1] == "indexed: 60 files, 60 read\n"
    code, out, _ = command(root / "d6", kept, "status", "--json", "..")
    facts = json.loads(out)
    assert (facts["state"], facts["files"], facts["indexed"], facts["too_large"]) == ("ready", 60, 60, 0)
    assert facts["root"] == os.path.realpath(root)
    path = Path(os.fsdecode(names(os.fsencode(kept), os.path.realpath(os.fsencode(root)))[0]))
    path.write_bytes(path.read_bytes()[:-9])
    code, out, _ = command(root, kept, "status")
    assert code == 0 and "state: unavailable" in out and "problem: " in out
    for words in (["index", "--ful"], ["status", "a", "b"], ["index", "nosuch"], ["index", "-x"]):
        code, out, err = command(root, kept, *words)
        assert code == 1 and not out and err.startswith("ripwire: ") and "Traceback" not in err, words
    assert "usage: ripwire index" in command(root, kept, "index", "--help")[1]


def test_builders_at_once_leave_a_whole_index(root: Path, kept: Path) -> None:
    environment = {**os.environ, "RIPWIRE_CACHE_DIR": str(kept), "HOME": str(root.parent)}
    words = [sys.executable, "-m", "ripwire", "index", "--full"]
    children = [
        subprocess.Popen(words, cwd=root, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        for _ in range(4)
    ]
    children[0].kill()
    for child in children:
        _, err = child.communicate()
        assert child is children[0] or (child.returncode, err) == (0, b"")
    told: Told = []
    assert searched(root, kept, "needle13x", told=told) == (0, b"d6/f13.txt:needle13x\n")
    assert numbers(told)["searched"] == 1


def test_a_folder_that_cannot_be_written_is_told(root: Path, tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    code, out, err = command(root, blocked / "kept", "index")
    assert code == 1 and not out and "can't be kept" in err
    assert command(root, blocked / "kept", "search", "needle13x")[:2] == (0, "d6/f13.txt:needle13x\n")


def test_offsets_are_those_of_the_paths() -> None:
    from ripwire._core.lookup import kept

    paths, offsets, named = kept(b"a\0bb\0c\0", array("Q", [0, 2, 5, 7]), b"\0\1\0", b"\0\1\1")
    assert (paths, array("Q", offsets).tolist(), named) == (b"bb\0c\0", [0, 3, 5], b"\1\0")
    assert kept(b"", array("Q", [0]), b"", b"") == (b"", array("Q", [0]).tobytes(), b"")


# --- stamps -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(3))
def test_stamps_are_settled_as_the_store_believes_them(seed: int) -> None:
    """The compiled law is that of `ripwire.store.stamps`, for clocks of nanoseconds and of whole seconds."""
    chance = random.Random(seed)
    now = 1_700_000_000_000_000_000
    for _ in range(2000):
        grain = chance.choice([1, 1_000_000, 1_000_000_000])
        content, entry = (
            (now + chance.choice([-1, 1]) * chance.choice([0, 1, 10**7, 2 * 10**7, 3 * 10**7, 10**9, 3 * 10**9, 10**12])
             + chance.choice([-1, 0, 1])) // grain * grain for _ in range(2)
        )  # fmt: skip
        numbers_ = (1, 2, 3, content, entry)
        wanted = believed(STAMP.pack(*numbers_), now) != NEVER
        assert lay_still(array("q", numbers_), now - 2 * TICK_NS, now - COARSE_NS) == wanted


def test_a_clock_of_whole_seconds_needs_two_of_them(tmp_path: Path, kept: Path) -> None:
    """A file that some file systems would let change again with all of its times as they are is not believed."""
    root = plant(tmp_path / "tree", {"a.txt": "one\n"})
    lie_still()
    stamps, kinds, *_ = ingest_here(root, time.time_ns())
    assert kinds[0] & SETTLED
    stamps, kinds, *_ = ingest_here(root, time.time_ns() - 10**18)
    assert not kinds[0] & SETTLED


def ingest_here(root: Path, now: int) -> tuple[array[int], bytearray, array[int], int]:
    here = os.getcwd()
    os.chdir(root)
    try:
        return ingest(b"a.txt\0", array("Q", [0, 6]), Builder(), now - 2 * TICK_NS, now - COARSE_NS, 100)
    finally:
        os.chdir(here)
