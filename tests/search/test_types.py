"""The table of file types against ripgrep's, and what changes it."""

from __future__ import annotations

import subprocess

import pytest

from ripwire.search.types import Types, TypesError
from tests.search.test_walk import ORACLE, needs_oracle


@needs_oracle
def test_every_row_of_ripgrep_is_one_of_ours() -> None:
    assert ORACLE is not None
    listed = subprocess.run([ORACLE, "--no-config", "--type-list"], capture_output=True, check=True).stdout
    ours = [name + b": " + b", ".join(globs) for name, globs in Types().listing()]
    assert set(listed.splitlines()) - set(ours) == set()
    assert ours == sorted(ours, key=lambda row: row.partition(b": ")[0])


def test_changes() -> None:
    types = Types([("add", b"q:*.q"), ("add", b"q:*.r"), ("add", b"both:include:q,ada"), ("clear", b"ada")])
    assert types.globs(b"q") == (b"*.q", b"*.r")
    assert types.globs(b"both") == (b"*.q", b"*.r", b"*.adb", b"*.ads")
    with pytest.raises(TypesError, match="there is no file type ada"):
        types.globs(b"ada")
    assert Types([("clear", b"nosuch"), ("add", b"x:include")]).globs(b"x") == (b"include",)


@pytest.mark.parametrize(
    "wrong",
    [b"x", b"x:", b":*.c", b"all:*.c", b"x-y:*.c", b"x y:*.c", b"x:a:b", b"x:include:no", b"x:include:", b"x::a",
     b"\xff:a"],
)
def test_wrong_definitions(wrong: bytes) -> None:
    with pytest.raises(TypesError):
        Types([("add", wrong)])
