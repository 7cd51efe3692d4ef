"""`--dead-code`: only functions that nothing can be using."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.answers import asked, names, pages, refused, twin
from tests.support.command import plant

C = """\
#define PAIR(name) int (*name##_pair)(void) = get_##name##_now
#define KIND shape
static int dead(void) { return 1; }
static int called(void) { return 2; }
static int callback(void) { return 3; }
static int declared(int a);
static int declared(int a) { return declared(a); }
/* commented - commented(x) does nothing
 * see commented too
 */
static int commented(void) { return 4; } // commented
static int get_time_now(void) { return 5; }
static int format_show(void) { return 6; }
static DEVICE_ATTR_RO(format);
static int shape_area(void) { return 7; }
int exported(int a[static 3]) { return called(); }
int (*table[])(void) = { callback };
static const char *text(void) { return "dead"; }
"""


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    files = {
        "src/a.c": C.replace('"dead"', '"x"'),
        "src/util.h": "static inline int unused_in_header(void) { return 1; }\n",
        "src/part.c": "static int of_part(void) { return 1; }\n",
        "src/whole.c": '#include "part.c"\n#include "trace.h"\nstatic int traced(void) { return 1; }\n',
        "src/trace.h": "#define TRACE (traced())\n",
        "src/deep/src2/b.cpp": "static int lost() { return 1; }\n"
        "namespace n { static int found() { return lost2(); } }\n",
        "go/a.go": "package p\n\nfunc main() { used() }\n\nfunc init() {}\n\nfunc used() {}\n\nfunc gone() {}\n\n"
        "func Open() {}\n\nfunc value() {}\n\n//export linked\nfunc linked() {}\n",
        "go/b.go": "package p\n\nvar V = value\n",
        "go/q/c.go": "package q\n\nvar gone = 1\n",
        "py/a.py": "def _private():\n    static = 1\n    return static\n",
    }
    return plant(tmp_path_factory.mktemp("dead"), files)


def test_what_nothing_names(root: Path) -> None:
    found = twin(root, "--dead-code")
    assert [(row["n"], row["p"], row["l"], row["why"]) for row in found["dead-code"]] == [
        ("gone", "go/a.go", 9, "unexported"),
        ("dead", "src/a.c", 3, "static"),
        ("declared", "src/a.c", 7, "static"),
        ("commented", "src/a.c", 11, "static"),
        ("text", "src/a.c", 18, "static"),
        ("lost", "src/deep/src2/b.cpp", 1, "static"),
        ("found", "src/deep/src2/b.cpp", 2, "static"),
    ]
    assert (found["count"], found["confidence"], found.get("counts_floor")) == (7, "high", None)
    # callback; get_time_now, format_show, shape_area (macros); of_part, traced (includes); value, linked.
    assert found["named_elsewhere"] == 8


def test_a_use_brings_it_to_life(root: Path, tmp_path: Path) -> None:
    plant(tmp_path, {"a.c": "static int dead(void) { return 1; }\nint f(void) { return dead(); }\n"})
    assert asked(tmp_path, "--dead-code").get("count") == "0"
    plant(tmp_path, {"a.c": 'static int dead(void) { return 1; }\nconst char *names[] = { "//", dead };\n'})
    found = asked(tmp_path, "--dead-code")
    assert (found.get("count"), found.get("named_elsewhere")) == ("0", "1")


@pytest.mark.parametrize(
    ("folder", "wanted"),
    [
        ("src", {"dead", "declared", "commented", "text", "lost", "found"}),
        ("src2", {"lost", "found"}),
        ("deep/src2", {"lost", "found"}),
        ("./go", {"gone"}),
        ("./src/deep/", {"lost", "found"}),
        ("src/a.c", {"dead", "declared", "commented", "text"}),
        ("py", set()),
    ],
)
def test_folder(root: Path, folder: str, wanted: set[str]) -> None:
    found = asked(root, f"--dead-code={folder}")
    assert set(names(found, "d")) == wanted and found.get("filter") == folder


def test_an_empty_folder_is_everywhere_and_pages_are_the_whole(root: Path) -> None:
    whole = asked(root, "--dead-code=")
    assert names(whole, "d") == names(asked(root, "--dead-code"), "d") and whole.get("filter") is None
    assert [row["n"] for row in pages(root, 3, "d", "--dead-code")] == names(whole, "d")


@pytest.mark.parametrize("folder", ["nosuchdir", "./deep", "sr", "rc/deep", "src/dee"])
def test_a_folder_that_is_none_is_refused(root: Path, folder: str) -> None:
    assert f"has the folder {folder}" in refused(root, f"--dead-code={folder}")


def test_empty_trees_answer(tmp_path: Path) -> None:
    plant(tmp_path, {"a.c": "/* nothing */\n"})
    assert asked(tmp_path, "--dead-code").get("count") == "0"
