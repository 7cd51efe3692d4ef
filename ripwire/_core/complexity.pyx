"""Complexity of functions: one sweep over the marks that a language's queries captured.

Source: cyclomatic complexity after McCabe (1976), cognitive complexity after Campbell (2018), essential complexity by
marking what a jump leaves; the exact rules are "Complexity" in CONTRIBUTING.md.
Invariant: the numbers depend on the marks' spans alone, not on the order of matches.
Cost: a sort, and for each mark a step in every function that is open there (at most MAX_LEVELS). No recursion.
"""

from libc.stdint cimport int32_t, uint8_t, uint32_t
from libc.stdlib cimport qsort
from libc.string cimport memset

from ripwire._core.facts cimport *
from ripwire._core.rawfacts cimport *

cdef enum:
    HUMP = 4           # the nesting from which on rows are deep

ctypedef struct Frame:       # a function
    uint32_t owner           # its number among the kept definitions
    int32_t outer            # the frame around it, or -1
    uint32_t base            # deepening nodes open where it starts, itself included
    uint32_t body, body_end
    uint32_t next_row        # the first row that is not counted as deep yet
    uint32_t cx, ccx, nest, humps, deep, locals, ppalt, ev
    uint32_t why[N_WHY]
    bint itself              # the closure that is this function was seen

ctypedef struct Control:
    int32_t outer            # the control around it in the same function or closure, or -1
    int32_t frame
    int32_t loop             # the innermost loop from here outwards, or -1
    int32_t breakable        # the innermost that a `break` leaves
    uint32_t weight
    uint32_t start, end
    uint8_t code
    bint marked

ctypedef struct Open:        # on the stack
    uint32_t end, start
    uint32_t text, operand
    uint32_t lead, second, tail  # of an operator: what is before its first and second operand and behind them, or 0
    int32_t control          # the innermost control here, itself included
    int32_t arms_of          # the innermost switch
    int32_t frame
    int32_t labels           # the innermost open label, or -1
    uint32_t barrier         # number of the function or closure
    uint8_t code
    bint deepens

ctypedef struct Label:
    uint32_t text, barrier, byte
    int32_t outer            # the control around the label
    int32_t target           # the loop or switch that is labelled, or -1
    int32_t around           # the open label around it, or -1
    int32_t at               # of a goto: the control around it

cdef enum:
    CODE_FUNCTION = 255
    CODE_FILE = 254


cdef int _by_span(const void* pa, const void* pb) noexcept nogil:
    cdef const Mark* a = <const Mark*>pa
    cdef const Mark* b = <const Mark*>pb
    if a.start != b.start:
        return compare(a.start, b.start)
    if a.end != b.end:
        return compare(b.end, a.end)
    return compare(a.code, b.code)


cdef int _by_label(const void* pa, const void* pb) noexcept nogil:
    cdef const Label* a = <const Label*>pa
    cdef const Label* b = <const Label*>pb
    if a.barrier != b.barrier:
        return compare(a.barrier, b.barrier)
    if a.text != b.text:
        return compare(a.text, b.text)
    return compare(a.byte, b.byte)


cdef void _why(RawFacts* f, int32_t frame, int reason) noexcept nogil:
    cdef Frame* frames = <Frame*>f.frames.data
    cdef int level
    for level in range(MAX_LEVELS):
        if frame < 0:
            return
        frames[frame].why[reason] += 1
        frame = frames[frame].outer


cdef void _mark(RawFacts* f, int32_t control) noexcept nogil:
    """Mark a control and all around it. What is marked has marked surroundings already."""
    cdef Control* controls = <Control*>f.controls.data
    while control >= 0 and not controls[control].marked:
        controls[control].marked = True
        control = controls[control].outer


cdef inline bint _bracket(uint8_t c, uint8_t bracket) noexcept nogil:
    return c == bracket or c == 32 or 9 <= c <= 13


cdef bint _continues(const RawFacts* f, Open* top, const Mark* m) noexcept nogil:
    """Whether an operator is an operand of the one around it, brackets aside. Each of their ends is looked for once."""
    if top.lead == 0:
        top.lead = top.start
        while top.lead < top.end and _bracket(f.text[top.lead], 40):
            top.lead += 1
        top.second = top.operand
        while top.second < top.end and _bracket(f.text[top.second], 40):
            top.second += 1
        top.tail = top.end
        while top.tail > top.start and _bracket(f.text[top.tail - 1], 41):
            top.tail -= 1
        top.lead += 1  # so that 0 stays free
    return m.start < top.lead or (m.end >= top.tail and top.operand <= m.start <= top.second)


cdef void _count(RawFacts* f, int32_t frame, const Mark* m, uint32_t depth, bint run) noexcept nogil:
    """Add a mark to the functions around it; depth is the number of deepening nodes open outside of it."""
    cdef Frame* frames = <Frame*>f.frames.data
    cdef Frame* at
    cdef uint32_t nesting, row
    cdef int level
    for level in range(MAX_LEVELS):
        if frame < 0:
            return
        at = &frames[frame]
        nesting = depth - at.base
        if m.code == MARK_IF or m.code == MARK_LOOP or m.code == MARK_CATCH or m.code == MARK_TERNARY:
            at.cx += 1
            at.ccx += 1 + nesting
        elif m.code == MARK_SWITCH:
            at.ccx += 1 + nesting
        elif m.code == MARK_ELIF:
            at.cx += 1
            at.ccx += 1
        elif m.code == MARK_ELSE:
            at.ccx += 1
        elif m.code == MARK_CASE or m.code == MARK_BRANCH:
            at.cx += 1
        elif m.code == MARK_BOOLEAN:
            at.cx += 1
            at.ccx += not run
        elif m.code == MARK_LOCAL:
            at.locals += 1
        elif m.code == MARK_PPALT:
            at.ppalt += 1
        if _deepens(m.code):
            if nesting + 1 > at.nest:
                at.nest = nesting + 1
            if nesting + 1 == HUMP:
                at.humps += 1
                row = m.row if m.row > at.next_row else at.next_row
                if m.end_row >= row:
                    at.deep += m.end_row - row + 1
                    at.next_row = m.end_row + 1
        frame = at.outer


cdef inline bint _deepens(uint32_t code) noexcept nogil:
    return MARK_IF <= code <= MARK_CLOSURE or code == CODE_FUNCTION


cdef inline bint _is_control(uint32_t code) noexcept nogil:
    return MARK_ELIF <= code <= MARK_TERNARY


cdef int _function(RawFacts* f, RawDef* d, const Open* around, uint32_t depth, Open* entry) noexcept nogil:
    """Open a function; it deepens the ones around it, as a closure does. Returns -1 without memory."""
    cdef Frame* frame
    cdef Mark as_mark
    memset(&as_mark, 0, sizeof(as_mark))
    as_mark.code = CODE_FUNCTION
    as_mark.row, as_mark.end_row = d.row, d.end_row
    _count(f, around.frame, &as_mark, depth, False)
    frame = <Frame*>push(&f.frames, sizeof(Frame))
    if frame == NULL:
        return -1
    memset(frame, 0, sizeof(Frame))
    frame.owner = <uint32_t>d.out
    frame.outer = around.frame
    frame.base = depth + 1
    frame.body, frame.body_end = d.body, d.body_end
    frame.cx = frame.ev = 1
    entry.frame = <int32_t>(f.frames.count - 1)
    entry.start, entry.end = d.start, d.end
    entry.code = CODE_FUNCTION
    entry.deepens = True
    entry.control = entry.arms_of = -1
    return 0


cdef int _jump(RawFacts* f, const NestingRules* rules, const Open* here, const Mark* m) noexcept nogil:
    """Mark what a jump leaves. Returns -1 without memory."""
    cdef Control* controls = <Control*>f.controls.data
    cdef Label* labels = <Label*>f.labels.data
    cdef Label* fresh
    cdef int32_t at = here.control, target, i
    if m.code == MARK_GOTO:
        fresh = <Label*>push(&f.gotos, sizeof(Label))
        if fresh == NULL:
            return -1
        fresh.text, fresh.barrier, fresh.byte = m.text, here.barrier, m.start
        fresh.at = at
        fresh.outer = here.frame
        return 0
    if at < 0:
        return 0
    if m.code == MARK_RETURN:
        _mark(f, at)
        _why(f, here.frame, WHY_GUARD_RETURN)
    elif m.code == MARK_FALLTHROUGH:
        target = here.arms_of
        if target >= 0:
            _mark(f, at)
            _why(f, here.frame, WHY_FALLTHROUGH)
    elif m.text:
        i = here.labels
        while i >= 0 and labels[i].barrier == here.barrier:
            if labels[i].text == m.text:
                if at != labels[i].target and at != labels[i].outer:
                    _mark(f, at)
                    _why(f, here.frame, WHY_LABELLED_JUMP)
                break
            i = labels[i].around
    else:
        target = controls[at].breakable if m.code == MARK_BREAK and rules.switch_breaks else controls[at].loop
        if target >= 0 and target != at:
            _mark(f, at)
            _why(f, here.frame, WHY_SWITCH_ESCAPE if controls[target].code == MARK_SWITCH else WHY_LOOP_ESCAPE)
    return 0


cdef bint _holds(const Control* controls, int32_t control, uint32_t byte) noexcept nogil:
    return control < 0 or controls[control].start <= byte < controls[control].end


cdef Label* _target(RawFacts* f, const Label* goto_) noexcept nogil:
    """The label of a goto: of several with its name the nearest behind it that its block can see, else the nearest before."""
    cdef Label* labels = <Label*>f.labels.data
    cdef const Control* controls = <const Control*>f.controls.data
    cdef size_t low = 0, high = f.labels.count, middle
    cdef Label* after = NULL
    cdef Label* before = NULL
    while low < high:
        middle = (low + high) // 2
        if _by_label(&labels[middle], goto_) < 0:
            low = middle + 1
        else:
            high = middle
    if low < f.labels.count and labels[low].barrier == goto_.barrier and labels[low].text == goto_.text:
        after = &labels[low]
        if _holds(controls, after.outer, goto_.byte):
            return after
    if low and labels[low - 1].barrier == goto_.barrier and labels[low - 1].text == goto_.text:
        before = &labels[low - 1]
        if after == NULL or _holds(controls, before.outer, goto_.byte):
            return before
    return after


cdef void _gotos(RawFacts* f) noexcept nogil:
    """Every goto and its label, once all labels are known."""
    cdef Control* controls = <Control*>f.controls.data
    cdef Label* gotos = <Label*>f.gotos.data
    cdef Label* label
    cdef size_t i
    cdef bint left, entered
    if f.gotos.count == 0 or f.labels.count == 0:
        return
    qsort(f.labels.data, f.labels.count, sizeof(Label), _by_label)
    for i in range(f.gotos.count):
        label = _target(f, &gotos[i])
        if label == NULL:
            continue
        left = gotos[i].at >= 0 and not _holds(controls, gotos[i].at, label.byte)
        entered = not _holds(controls, label.outer, gotos[i].byte)
        if left:
            _mark(f, gotos[i].at)
        if entered:
            _mark(f, label.outer)
        if left or entered:
            _why(f, gotos[i].outer, WHY_MULTI_ENTRY if entered else
                 WHY_GOTO if label.byte > gotos[i].byte else WHY_BACK_EDGE)


cdef int measure(RawFacts* f, const NestingRules* rules) noexcept nogil:
    """Metrics of the kept functions, in f.metrics."""
    cdef RawDef* d = <RawDef*>f.defs.data
    cdef Mark* marks = <Mark*>f.marks.data
    cdef Mark* m = NULL
    cdef Open* stack
    cdef Open* top
    cdef Open entry
    cdef Control* control
    cdef Label* label
    cdef Frame* frame
    cdef size_t n_marks = f.marks.count, i = 0, k = 0
    cdef uint32_t depth = 0, barriers = 0, start
    cdef int32_t at
    cdef int level
    cdef bint function, run
    f.frames.count = f.controls.count = f.stack.count = f.labels.count = f.gotos.count = f.metrics.count = 0
    if n_marks > 1:
        qsort(marks, n_marks, sizeof(Mark), _by_span)
    memset(&entry, 0, sizeof(entry))
    entry.control = entry.arms_of = entry.frame = entry.labels = -1
    entry.end, entry.code = NO_BYTE, CODE_FILE
    top = <Open*>push(&f.stack, sizeof(Open))
    if top == NULL:
        return -1
    top[0] = entry
    while True:
        while i < f.defs.count and not (d[i].out >= 0 and (d[i].kind == KIND_FN or d[i].kind == KIND_METHOD)
                                        and d[i].body < d[i].end):
            i += 1
        function = i < f.defs.count
        if k < n_marks:
            m = &marks[k]
            function = function and (d[i].start < m.start or (d[i].start == m.start and d[i].end >= m.end))
        elif not function:
            break
        start = d[i].start if function else m.start
        stack = <Open*>f.stack.data
        while f.stack.count > 1 and stack[f.stack.count - 1].end <= start:
            depth -= stack[f.stack.count - 1].deepens
            f.stack.count -= 1
        top = &stack[f.stack.count - 1]
        entry = top[0]
        if function:
            if _function(f, &d[i], top, depth, &entry) < 0:
                return -1
            barriers += 1
            entry.barrier = barriers
            i += 1
        else:
            k += 1
            if m.code <= MARK_ELSE and m.code != MARK_LABELLED and k > 1 and _repeats(marks, k - 1):
                continue
            run = m.code == MARK_BOOLEAN and top.code == MARK_BOOLEAN and top.text == m.text and _continues(f, top, m)
            if m.code == MARK_CLOSURE and top.frame >= 0:
                frame = <Frame*>f.frames.data + top.frame
                if not frame.itself and m.start <= frame.body and frame.body_end <= m.end:
                    frame.itself = True
                    continue
            if m.code == MARK_ELIF and top.code == MARK_ELSE and top.end == m.end:
                at = top.frame  # the else was counted: the elif takes its place
                for level in range(MAX_LEVELS):
                    if at < 0:
                        break
                    (<Frame*>f.frames.data + at).ccx -= 1
                    at = (<Frame*>f.frames.data + at).outer
            _count(f, top.frame, m, depth, run)
            if m.code >= MARK_RETURN:
                if m.code <= MARK_FALLTHROUGH and _jump(f, rules, top, m) < 0:
                    return -1
                continue  # these hold nothing that matters, and their parts are inside what is open already
            if m.code == MARK_CASE and top.arms_of >= 0:
                (<Control*>f.controls.data + top.arms_of).weight += 1
            entry.start, entry.end, entry.text, entry.code = m.start, m.end, m.text, <uint8_t>m.code
            entry.operand, entry.lead = m.operand, 0
            entry.deepens = _deepens(m.code)
            if m.code == MARK_CLOSURE:
                barriers += 1
                entry.barrier = barriers
                entry.control = entry.arms_of = -1
            elif m.code == MARK_LABELLED:
                label = <Label*>push(&f.labels, sizeof(Label))
                if label == NULL:
                    return -1
                label.text, label.barrier, label.byte = m.text, top.barrier, m.start
                label.outer, label.target, label.around = top.control, -1, top.labels
                entry.labels = <int32_t>(f.labels.count - 1)
            elif _is_control(m.code):
                control = <Control*>push(&f.controls, sizeof(Control))
                if control == NULL:
                    return -1
                at = <int32_t>(f.controls.count - 1)
                memset(control, 0, sizeof(Control))
                control.outer, control.frame = top.control, top.frame
                control.loop = control.breakable = -1
                if top.control >= 0:
                    control.loop = (<Control*>f.controls.data + top.control).loop
                    control.breakable = (<Control*>f.controls.data + top.control).breakable
                if m.code == MARK_LOOP:
                    control.loop = control.breakable = at
                elif m.code == MARK_SWITCH:
                    control.breakable = entry.arms_of = at
                control.weight = m.code != MARK_SWITCH
                control.start, control.end, control.code = m.start, m.end, <uint8_t>m.code
                entry.control = at
                if (top.code == MARK_LABELLED and (<Label*>f.labels.data + top.labels).target == -1
                        and (m.code == MARK_LOOP or m.code == MARK_SWITCH) and m.end == top.end):
                    (<Label*>f.labels.data + top.labels).target = at
        depth += entry.deepens
        top = <Open*>push(&f.stack, sizeof(Open))
        if top == NULL:
            return -1
        top[0] = entry
    _gotos(f)
    for k in range(f.controls.count):
        control = <Control*>f.controls.data + k
        if control.marked:
            at = control.frame
            for level in range(MAX_LEVELS):
                if at < 0:
                    break
                (<Frame*>f.frames.data + at).ev += control.weight
                at = (<Frame*>f.frames.data + at).outer
    return _rows(f)


cdef bint _repeats(const Mark* marks, size_t k) noexcept nogil:
    """Whether a more specific mark has the same span."""
    cdef size_t i
    for i in range(k, 0, -1):
        if marks[i - 1].start != marks[k].start or marks[i - 1].end != marks[k].end:
            return False
        if marks[i - 1].code != MARK_LABELLED:
            return True
    return False


cdef inline uint32_t _u16(uint32_t n) noexcept nogil:
    return n if n < 65535 else 65535


cdef int _rows(RawFacts* f) noexcept nogil:
    """A row for every function that is not trivial, in order of their numbers."""
    cdef Frame* frame
    cdef MetricRow* row
    cdef size_t k
    cdef int j
    for k in range(f.frames.count):
        frame = <Frame*>f.frames.data + k
        if frame.cx == 1 and not (frame.ccx or frame.nest or frame.locals or frame.ppalt):
            continue
        row = <MetricRow*>push(&f.metrics, sizeof(MetricRow))
        if row == NULL:
            return -1
        memset(row, 0, sizeof(MetricRow))
        row.owner = frame.owner
        row.cx, row.ccx, row.nest = _u16(frame.cx), _u16(frame.ccx), _u16(frame.nest)
        row.humps, row.deep = _u16(frame.humps), _u16(frame.deep)
        row.locals, row.ppalt, row.ev = _u16(frame.locals), _u16(frame.ppalt), _u16(frame.ev)
        for j in range(N_WHY):
            row.why[j] = frame.why[j] if frame.why[j] < 255 else 255
    return 0
