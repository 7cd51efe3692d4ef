"""Which build the suite runs on."""

from __future__ import annotations

import os

import pytest

from ripwire._core.parse import is_checked


@pytest.mark.skipif(os.environ.get("RIPWIRE_CHECKED", "0") in ("", "0"), reason="the release build is tested")
def test_the_checked_build_is_the_one_under_test() -> None:
    assert is_checked()
