"""The complexity part of the oracle: "Complexity" in CONTRIBUTING.md, in plain Python over captured nodes.

Every captured node becomes a Mark that knows the marks around it; each number is then read off the marks inside a
function's span. Slow and direct on purpose: it shares nothing with the compiled engine.
"""

from __future__ import annotations

from typing import Any

import tree_sitter

CONTROLS = {"control." + kind for kind in ("if", "elif", "loop", "switch", "catch", "ternary")}
# Two of these on one node are one: the first that stands here.
RANK = ("control.elif", "control.if", "control.loop", "control.switch", "control.catch", "control.ternary", "closure",
        "branch.default", "branch.case", "branch.boolean", "branch", "else")  # fmt: skip
JUMPS = ("jump.fallthrough", "jump.return", "jump.break", "jump.continue", "jump.goto")
COUNTS = {"count.local": "locals", "count.ppalt": "ppalt"}
CAPTURES = {*RANK, *JUMPS, *COUNTS, "labelled"}
DEEPENS = CONTROLS - {"control.elif"} | {"closure"}
WEIGHT = {**dict.fromkeys(CONTROLS - {"control.switch"}, 1), "branch.case": 1, "branch": 1, "branch.boolean": 1}

LEVELS = 32  # of functions that one node counts for, the innermost ones

Span = tuple[int, int]


class Mark:
    def __init__(self, what: str, node: tree_sitter.Node) -> None:
        self.what = what
        self.start, self.end = node.start_byte, node.end_byte
        self.rows = (node.start_point[0], node.end_point[0])
        if node.end_point[1] == 0 and node.end_byte > node.start_byte:
            self.rows = (node.start_point[0], node.end_point[0] - 1)
        self.label = b""
        self.operator = b""
        self.own = False  # the closure that is a definition's own function
        self.continues = False  # a boolean operator in the run of the one around it
        self.around: list[Mark] = []  # outermost first

    def inside(self, span: Span) -> bool:
        return span[0] <= self.start and self.end <= span[1]


def _text(node: tree_sitter.Node | None) -> bytes:
    return b"" if node is None else node.text or b""


def collect(tree: tree_sitter.Tree, found: list[tuple[str, dict[str, tree_sitter.Node]]]) -> list[Mark]:
    """The marks of a file in the order of the tree. ``found`` holds (capture, parts) of each match."""
    by_node: dict[int, dict[str, Mark]] = {}
    for what, part in found:
        marks = by_node.setdefault(part[what].id, {})
        mark = marks.setdefault(what, Mark(what, part[what]))
        mark.label = mark.label or _text(part.get("label")).removesuffix(b":")
        mark.operator = mark.operator or _text(part.get("operator"))
    for marks in by_node.values():
        for group in (RANK, JUMPS):
            for what in [what for what in group if what in marks][1:]:
                del marks[what]
    out: list[Mark] = []
    path: list[tree_sitter.Node] = []
    around: list[list[Mark]] = []
    cursor = tree.walk()
    while True:
        node = cursor.node
        assert node is not None
        here = around[-1] if around else []
        # A labelled loop may be one node: the label is outside.
        marks = by_node.get(node.id, {})
        for what in sorted(marks, key=lambda what: what != "labelled"):
            mark = marks[what]
            mark.around = list(here)
            mark.continues = what == "branch.boolean" and _continues(mark, path, by_node)
            out.append(mark)
            if what in RANK or what == "labelled":
                here = [*here, mark]
        path.append(node)
        around.append(here)
        if cursor.goto_first_child():
            continue
        while True:
            path.pop()
            around.pop()
            if cursor.goto_next_sibling():
                break
            if not cursor.goto_parent():
                return out


def _continues(mark: Mark, path: list[tree_sitter.Node], by_node: dict[int, dict[str, Mark]]) -> bool:
    """Is the node an operand, parentheses aside, of the same operator?"""
    for node in reversed(path):
        holder = by_node.get(node.id, {}).get("branch.boolean")
        if holder is not None:
            return holder.operator == mark.operator
        kids = node.children
        named = [c for c in node.named_children if not c.is_extra]
        parentheses = len(named) == 1 and _text(kids[0]) == b"(" and _text(kids[-1]) == b")"
        if not parentheses and len(named) != 1:
            return False
        if not parentheses and (node.start_byte, node.end_byte) != (named[0].start_byte, named[0].end_byte):
            return False
    return False


class Jumps:
    """What jumps mark in one file. ``functions`` are the spans of its kept functions and methods with a body."""

    def __init__(self, marks: list[Mark], functions: list[Span], switch_breaks: bool) -> None:
        self.functions = functions
        self.switch_breaks = switch_breaks
        self.labels = [mark for mark in marks if mark.what == "labelled"]
        self.marked: set[Mark] = set()
        self.tags: dict[Mark, str] = {}
        for jump in marks:
            if jump.what in JUMPS:
                tag, between = self.follow(jump)
                if between:
                    self.tags[jump] = tag
                for control in between:
                    self.marked.update([control, *self.controls(control)])

    def barrier(self, mark: Mark) -> Span | None:
        """The innermost function or closure around a mark."""
        spans = [span for span in self.functions if mark.inside(span)]
        spans += [(m.start, m.end) for m in mark.around if m.what == "closure" and not m.own]
        return min(spans, key=lambda span: span[1] - span[0], default=None)

    def controls(self, mark: Mark) -> list[Mark]:
        """The controls around a mark, up to the function or closure; outermost first."""
        barrier = self.barrier(mark)
        return [m for m in mark.around if m.what in CONTROLS and (barrier is None or m.inside(barrier))]

    def follow(self, jump: Mark) -> tuple[str, list[Mark]]:
        """(tag, the controls that the jump itself marks)."""
        controls = self.controls(jump)
        if jump.what == "jump.return":
            return "guard-return", controls
        if jump.what == "jump.goto":
            return self.goto(jump, controls)
        if jump.what == "jump.fallthrough":
            switch = next((c for c in reversed(controls) if c.what == "control.switch"), None)
            return "fallthrough", controls[controls.index(switch) :] if switch else []
        if jump.label:
            barrier = self.barrier(jump)
            target = next((m for m in reversed(jump.around) if m.what == "labelled" and m.label == jump.label), None)
            if target is None or (barrier is not None and not target.inside(barrier)):
                return "", []
            span = (target.start, target.end)
            within = [c for c in controls if c.inside(span)]
            return "labelled-jump", [c for c in within if not self.is_target(c, target)]
        leaves = {"control.loop"}
        if jump.what == "jump.break" and self.switch_breaks:
            leaves.add("control.switch")
        left = next((c for c in reversed(controls) if c.what in leaves), None)
        if left is None:
            return "", []
        tag = "switch-escape" if left.what == "control.switch" else "loop-escape"
        return tag, controls[controls.index(left) + 1 :]

    def goto(self, jump: Mark, controls: list[Mark]) -> tuple[str, list[Mark]]:
        barrier = self.barrier(jump)
        label = next((m for m in self.labels if m.label == jump.label and self.barrier(m) == barrier), None)
        if label is None or not jump.label:
            return "", []
        around_label = self.controls(label)
        left = [c for c in controls if c not in around_label]
        entered = [c for c in around_label if c not in controls]
        tag = "multi-entry" if entered else "back-edge" if label.start < jump.start else "goto"
        return tag, left + entered

    @staticmethod
    def is_target(control: Mark, labelled: Mark) -> bool:
        """Is it the loop or switch that the label stands before? One in a labelled block ends before the block."""
        directly = control.around[-1] is labelled and control.end == labelled.end
        return directly and control.what in ("control.loop", "control.switch")


def find_own(marks: list[Mark], functions: list[dict[str, Any]]) -> None:
    """Mark the closures that are a definition's own function: the outermost that spans its body."""
    owned = set()
    for mark in marks:
        if mark.what != "closure":
            continue
        around = [i for i, f in enumerate(functions) if mark.inside((f["start"], f["end"]))]
        inner = max(around, key=lambda i: (functions[i]["start"] - functions[i]["end"], i), default=-1)
        if inner >= 0 and inner not in owned:
            body = functions[inner]["body"]
            mark.own = mark.start <= body[0] and body[1] <= mark.end
            owned.update([inner] if mark.own else [])


def measure(marks: list[Mark], defs: list[dict[str, Any]], switch_breaks: bool) -> None:
    """Put cx, ccx, nest, humps, deep, locals, ppalt, ev and why into every definition."""
    for d in defs:
        d.update(cx=1, ccx=0, nest=0, humps=0, deep=0, locals=0, ppalt=0, ev=1, why={})
    functions = [d for d in defs if d["kind"] in ("fn", "method") and d["has_body"]]  # outer ones first
    find_own(marks, functions)
    jumps = Jumps(marks, [(d["start"], d["end"]) for d in functions], switch_breaks)
    elifs = [m for m in marks if m.what == "control.elif"]
    for i, d in enumerate(functions):
        span = (d["start"], d["end"])
        nested = [f for f in functions[i + 1 :] if _holds(d, f["start"], f["end"])]
        deep: set[int] = set()

        def deepen(nesting: int, first: int, last: int, d: dict[str, Any] = d, deep: set[int] = deep) -> None:
            d["nest"] = max(d["nest"], nesting + 1)
            if nesting == 3:
                d["humps"] += 1
                deep.update(range(first, last + 1))

        for j, f in enumerate(nested):
            around = [m for m in marks if _deepens(m, span) and m.start <= f["start"] and f["end"] <= m.end]
            nesting = sum((m.start, m.end) != (f["start"], f["end"]) for m in around)
            levels = sum(_holds(g, f["start"], f["end"]) for g in nested[:j])
            nesting += levels
            if levels < LEVELS:
                deepen(nesting, f["end_row"] - f["loc"] + 1, f["end_row"])
        for mark in marks:
            if not mark.inside(span):
                continue
            levels = sum(_holds(f, mark.start, mark.end) for f in nested)
            if levels >= LEVELS:
                continue
            nesting = sum(_deepens(m, span) for m in mark.around) + levels
            d["cx"] += WEIGHT.get(mark.what, 0)
            if _deepens(mark, span):
                deepen(nesting, *mark.rows)
                if mark.what != "closure":
                    d["ccx"] += 1 + nesting
            elif mark.what == "control.elif" or (mark.what == "branch.boolean" and not mark.continues):
                d["ccx"] += 1
            elif mark.what == "else":
                d["ccx"] += not any(_takes_place(e, mark) for e in elifs)
            elif mark.what in COUNTS:
                d[COUNTS[mark.what]] += 1
            if mark in jumps.tags:
                tag = jumps.tags[mark]
                d["why"][tag] = d["why"].get(tag, 0) + 1
            if mark in jumps.marked:
                d["ev"] += WEIGHT.get(mark.what, 0)
            elif mark.what == "branch.case":
                switch = next((m for m in reversed(mark.around) if m.what == "control.switch"), None)
                d["ev"] += switch is not None and switch in jumps.marked and switch.inside(span)
        d["deep"] = len(deep)


def _holds(function: dict[str, Any], start: int, end: int) -> bool:
    return bool(function["start"] <= start and end <= function["end"])


def _deepens(mark: Mark, span: Span) -> bool:
    """Does it deepen what is in it, in the function of that span?"""
    return mark.what in DEEPENS and not mark.own and mark.inside(span)


def _takes_place(elif_: Mark, else_: Mark) -> bool:
    """Is the else no more than the way to an elif?"""
    same = (elif_.start, elif_.end) == (else_.start, else_.end)
    return same or (elif_.end == else_.end and bool(elif_.around) and elif_.around[-1] is else_)
