"""docs/languages.md says what queries and fixtures say."""

from __future__ import annotations

import pytest

from ripwire.languages.table import LANGUAGES, Language
from tests.languages.page import PAGE, marks, page


@pytest.mark.parametrize("language", [row for row in LANGUAGES if row.grammar], ids=lambda row: row.name)
def test_what_a_query_captures_a_fixture_shows(language: Language) -> None:
    found = marks(language)
    # What JavaScript shares with TypeScript captures types, which only TypeScript has.
    kin = [marks(row) for row in LANGUAGES if row.grammar and set(row.queries) & set(language.queries)]
    unproven = [
        title for title, (captured, _) in found.items() if captured and not any(other[title][1] for other in kin)
    ]
    unexplained = [title for title, (captured, shown) in found.items() if shown and not captured]
    assert (unproven, unexplained) == ([], [])


def test_the_page_is_the_generated_one() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "run python -m tests.languages.page"
