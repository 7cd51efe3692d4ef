"""Which build the suite runs on, and what is compiled into it."""

from __future__ import annotations

import os

import pytest

from ripwire import limits
from ripwire._core import match, outbox, parse, pcre
from ripwire._core.parse import is_checked


@pytest.mark.skipif(os.environ.get("RIPWIRE_CHECKED", "0") in ("", "0"), reason="the release build is tested")
def test_the_checked_build_is_the_one_under_test() -> None:
    assert is_checked()


def test_compiled_limits_are_those_of_the_one_list() -> None:
    for module in (parse, match, pcre, outbox):
        for name, value in module.compiled_limits().items():
            assert getattr(limits, name) == value, name
