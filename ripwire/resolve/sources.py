"""What resolution asks of the text of source files, which is in no record: signatures, and how a decorator is written.

Purpose: each question and its answer is known afterwards, so that of a file that changed it can be told whether
resolution would have been told the same (`store.renewal`). Whatever else reads a file of the tree goes through
`modules.World.read`, and then the whole file counts.
Invariant: an answer depends on the text, the place and the name alone. Cost: a text is read once, when first asked.
"""

from __future__ import annotations

from bisect import bisect_left

from ripwire.languages.table import LANGUAGES
from ripwire.resolve.policy import POLICIES
from ripwire.resolve.signature import Parameter, parameters

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from ripwire.model.columns import Columns

SIGNATURE, DECORATION = range(2)
"""Kinds of questions: of a definition, of a reference."""

NO_DECORATOR, PLAIN_DECORATOR, CALLED_DECORATOR = range(3)

Question = int
"""The number of a definition or reference in its file, times two, plus the kind."""
Answer = list[Parameter] | int


class Sources:
    """The texts of a tree's files; ``asked`` are the questions of each file with their answers."""

    def __init__(self, columns: Columns, read: Callable[[bytes], bytes | None]) -> None:
        self._columns = columns
        self._read = read
        self._texts: dict[int, bytes] = {}
        self.asked: dict[int, dict[Question, Answer]] = {}

    def _ask(self, file: int, question: Question, name: int, place: int, end: int) -> Answer:
        known = self.asked.setdefault(file, {})
        found = known.get(question)
        if found is None:
            columns = self._columns
            text = self._texts.get(file)
            if text is None:
                text = self._texts[file] = self._read(columns.paths[file]) or b""
            code = columns.languages[file]
            found = known[question] = answer(text, question, columns.strings[name], place, end, code)
        return found

    def signature(self, function: int) -> list[Parameter]:
        """A function's parameters in order."""
        columns = self._columns
        file = columns.file[function]
        question = 2 * (function - columns.file_first_symbol[file]) + SIGNATURE
        found = self._ask(
            file, question, columns.name[function], columns.name_byte[function], columns.end[function]
        )  # fmt: skip
        assert not isinstance(found, int)
        return found

    def decoration(self, ref: int) -> int:
        """How a reference before a function stands there: NO_DECORATOR, PLAIN_DECORATOR, CALLED_DECORATOR."""
        columns = self._columns
        file = columns.ref_file[ref]
        question = 2 * (ref - bisect_left(columns.ref_file, file)) + DECORATION
        found = self._ask(file, question, columns.ref_name[ref], columns.ref_byte[ref], columns.ref_byte[ref])
        assert isinstance(found, int)
        return found


def answer(text: bytes, question: Question, name: bytes, place: int, end: int, language: int) -> Answer:
    """The answer to a question about what has a name at a place of a text, and ends there or further on."""
    if not text.startswith(name, place):
        return NO_DECORATOR if question & 1 == DECORATION else []
    behind = place + len(name)
    if question & 1 == SIGNATURE:
        family = LANGUAGES[language].family
        return parameters(text[behind:end], family in POLICIES and POLICIES[family].signature == "python")
    line = text[text.rfind(b"\n", 0, place) + 1 : place].strip()
    if not line.startswith(b"@") or b"(" in line:
        return NO_DECORATOR
    return CALLED_DECORATOR if text[behind : behind + 1] == b"(" else PLAIN_DECORATOR
