"""The base ladder: from each call reference to the definitions it may mean, with a confidence.

Source: spec/algorithms sections 4.1 to 4.5, without the tiers that need receiver types and the hierarchy.
Invariant: references are taken in row order and candidates in id order, so contributions come out in one order only.
Cost: O(references x candidates of a name); no Python object is touched in the loop.
"""

from cpython cimport array
from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc, realloc
from libc.string cimport memcpy

import array

from ripwire._core.facts cimport *
from ripwire._core.includes cimport Includes

cdef uint32_t NONE = <uint32_t>-1

# How a target was found; a larger number is better evidence. `ripwire.resolve.PROVENANCE` names them.
cdef enum:
    BY_BINDING = 1
    BY_UNIQUE_NAME = 2
    BY_DIRECTORY = 3
    BY_FILE = 4
    BY_INCLUDE = 6
    BY_MODULE = 7
    BY_SCOPE = 8
    BY_SELF = 9
    BY_SCIP = 12

cdef enum:
    UNDECIDED = 0          # what is decided of a group: nothing, else number - FIRST_LIST of its list
    NO_TARGET = 1
    SPELLED = 2            # only what the call spells out: a scope, a module, the object itself
    FIRST_LIST = 3
    WEAK = 128             # beside BY_BINDING: half as likely
    COMMON_NAME = 16       # definitions from which on a name says little (section 4.5)
    FAMILY_NONE = 0        # documents and configuration: neither callers nor targets


# What may shorten the list of candidates, in the order in which it does; `ripwire.resolve.STEPS` names them.
cdef enum:
    STEP_DECIDED = 0
    STEP_NAME = 1
    STEP_LANGUAGE = 2
    STEP_SPELLED = 3
    STEP_MEMBERS = 4
    STEP_PLACE = 5
    STEP_ARITY = 6
    STEP_LOCALITY = 7


cdef class Ladder:
    """Columns in, contributions out; see `resolve`."""

    cdef const uint32_t[::1] name, scope, file, parent, tails, file_module, file_dir
    cdef const uint32_t[::1] ref_name, ref_receiver, ref_qualifier, ref_owner, ref_line
    cdef const uint8_t[::1] kind, flags, ref_role, ref_recv, ref_args, file_family, file_group, family_rules
    cdef const uint16_t[::1] params
    cdef const uint8_t[::1] arena, path_text
    cdef const uint32_t[::1] offsets, path_offsets
    cdef Includes includes
    cdef const uint32_t[::1] file_first
    cdef uint32_t* first       # name -> first index in targets
    cdef uint32_t* targets     # eligible definitions by (name, id)
    cdef uint32_t* defined     # name -> code definitions of any kind, all families
    cdef uint32_t* pages       # first index in page_of by name, as `first` is in targets
    cdef uint32_t* page_of     # the sections that stand for whole documents, by (name, id)
    cdef uint32_t* self_scope  # symbol -> scope that `this` means inside it, 0 = none
    cdef uint32_t* picked      # candidates of the reference at hand
    cdef uint32_t n_picked
    cdef uint32_t* spare
    cdef bint tracing
    cdef list steps            # of the reference at hand when it is traced: (step, candidates left)

    def __cinit__(self):
        self.first = self.targets = self.defined = self.self_scope = self.picked = self.spare = NULL
        self.pages = self.page_of = NULL

    def __dealloc__(self):
        free(self.first)
        free(self.targets)
        free(self.defined)
        free(self.self_scope)
        free(self.pages)
        free(self.page_of)
        free(self.picked)
        free(self.spare)

    cdef int index(self, size_t widest) except -1:
        """Group definitions by name and leave out what can be no target.

        Out are documents, variables where the name has something callable, and bodiless definitions where one of the
        same language group has a body (a prototype beside its function).
        """
        cdef size_t n = self.name.shape[0], n_strings = self.offsets.shape[0] - 1, i, k, a, b, out = 0
        cdef uint32_t s, p
        cdef uint64_t callable_, bodied, bit
        cdef uint32_t* grouped = <uint32_t*>malloc((n + 1) * sizeof(uint32_t))
        cdef uint32_t* at = <uint32_t*>calloc(n_strings + 2, sizeof(uint32_t))
        self.first = <uint32_t*>calloc(n_strings + 2, sizeof(uint32_t))
        self.defined = <uint32_t*>calloc(n_strings + 1, sizeof(uint32_t))
        self.targets = <uint32_t*>malloc((n + 1) * sizeof(uint32_t))
        self.self_scope = <uint32_t*>calloc(n + 1, sizeof(uint32_t))
        if (grouped == NULL or at == NULL or self.first == NULL or self.defined == NULL or self.targets == NULL
                or self.self_scope == NULL):
            free(grouped)
            free(at)
            raise MemoryError
        with nogil:
            for i in range(n):
                if self.code(<uint32_t>i):
                    self.defined[self.name[i]] += 1
            for i in range(n_strings):
                at[i + 1] = at[i] + self.defined[i]
            for i in range(n):
                if self.code(<uint32_t>i):
                    grouped[at[self.name[i]]] = <uint32_t>i
                    at[self.name[i]] += 1
            a = 0
            for k in range(n_strings):
                b = a + self.defined[k]
                callable_ = bodied = 0
                for i in range(a, b):
                    s = grouped[i]
                    bit = <uint64_t>1 << self.file_group[self.file[s]]
                    if self.kind[s] != KIND_VAR and self.kind[s] != KIND_OTHER:
                        callable_ |= bit
                        if self.flags[s] & DEF_HAS_BODY:
                            bodied |= bit
                self.first[k] = <uint32_t>out
                for i in range(a, b):
                    s = grouped[i]
                    bit = <uint64_t>1 << self.file_group[self.file[s]]
                    if (self.kind[s] == KIND_VAR or self.kind[s] == KIND_OTHER) and callable_ & bit:
                        continue
                    if not self.flags[s] & DEF_HAS_BODY and bodied & bit:
                        continue
                    self.targets[out] = s
                    out += 1
                if out - self.first[k] > widest:
                    widest = out - self.first[k]
                a = b
            self.first[n_strings] = <uint32_t>out
            for i in range(n):
                p = self.parent[i]
                if self.kind[i] == KIND_METHOD:
                    self.self_scope[i] = self.scope[i]
                elif p != NONE and (self.kind[p] == KIND_FN or self.kind[p] == KIND_METHOD):
                    self.self_scope[i] = self.self_scope[p]
                elif self.kind[i] == KIND_VAR and p != NONE and self.kind[p] != KIND_OTHER:
                    self.self_scope[i] = self.scope[i]
        free(grouped)
        free(at)
        self.picked = <uint32_t*>malloc(widest * sizeof(uint32_t))
        self.spare = <uint32_t*>malloc(widest * sizeof(uint32_t))
        if self.picked == NULL or self.spare == NULL:
            raise MemoryError
        return 0

    cdef int index_pages(self, const uint32_t[::1] file_first, const uint8_t[::1] file_document) except -1:
        """Group the first sections of documents, which wiki links name, by name."""
        cdef size_t n_strings = self.offsets.shape[0] - 1, n_files = file_document.shape[0], i
        cdef uint32_t s
        self.pages = <uint32_t*>calloc(n_strings + 2, sizeof(uint32_t))
        self.page_of = <uint32_t*>malloc((n_files + 1) * sizeof(uint32_t))
        if self.pages == NULL or self.page_of == NULL:
            raise MemoryError
        # Counts one place to the right of where the offsets will stand, so that filling moves them there.
        for i in range(n_files):
            if file_document[i] and file_first[i] < file_first[i + 1]:
                self.pages[self.name[file_first[i]] + 1] += 1
        for i in range(n_strings):
            self.pages[i + 1] += self.pages[i]
        for i in range(n_files):
            if file_document[i] and file_first[i] < file_first[i + 1]:
                s = file_first[i]
                self.page_of[self.pages[self.name[s]]] = s
                self.pages[self.name[s]] += 1
        for i in range(n_strings, 0, -1):
            self.pages[i] = self.pages[i - 1]
        self.pages[0] = 0
        return 0

    cdef float resolve_page(self, uint32_t ref, uint32_t caller, uint8_t* provenance) noexcept nogil:
        """As resolve_one for a wiki link: the document of that name, in the same folder or the only one."""
        cdef uint32_t name = self.ref_name[ref], i, s
        cdef uint32_t folder = self.file_dir[self.file[caller]]
        self.n_picked = 0
        for i in range(self.pages[name], self.pages[name + 1]):
            s = self.page_of[i]
            if self.file_dir[self.file[s]] == folder:
                self.picked[0] = s
                self.n_picked = 1
                provenance[0] = BY_DIRECTORY
                return 0.5
        if self.pages[name + 1] - self.pages[name] != 1:
            return 0
        self.picked[0] = self.page_of[self.pages[name]]
        self.n_picked = 1
        provenance[0] = BY_UNIQUE_NAME
        return <float>0.2

    cdef void note(self, uint8_t step) noexcept nogil:
        """Keep what is left of the candidates for whoever asks how a call was resolved."""
        cdef uint32_t i
        if self.tracing:
            with gil:
                self.steps.append((step, [self.picked[i] for i in range(self.n_picked)]))

    cdef inline bint code(self, uint32_t s) noexcept nogil:
        return self.kind[s] != KIND_SEC and self.file_family[self.file[s]] != FAMILY_NONE

    cdef inline bint narrow(self, uint32_t n) noexcept nogil:
        """Replace the candidates by the first n of spare, unless there is none."""
        if n == 0:
            return False
        memcpy(self.picked, self.spare, <size_t>n * sizeof(uint32_t))
        self.n_picked = n
        return True

    cdef uint32_t with_scope_tail(self, uint32_t tail) noexcept nogil:
        cdef uint32_t i, n = 0, s
        for i in range(self.n_picked):
            s = self.picked[i]
            if self.scope[s] and self.tails[self.scope[s]] == tail:
                self.spare[n] = s
                n += 1
        return n

    cdef uint32_t in_module(self, uint32_t module) noexcept nogil:
        cdef uint32_t i, n = 0, s
        for i in range(self.n_picked):
            s = self.picked[i]
            if self.scope[s] == 0 and self.file_module[self.file[s]] == module:
                self.spare[n] = s
                n += 1
        return n

    cdef uint32_t in_scope(self, uint32_t scope) noexcept nogil:
        cdef uint32_t i, n = 0, s
        for i in range(self.n_picked):
            s = self.picked[i]
            if self.scope[s] == scope:
                self.spare[n] = s
                n += 1
        return n

    cdef uint32_t included(self, uint32_t file, uint32_t name, bint member) noexcept nogil:
        """Candidates of the only file with any that a file without one includes (section 4.2, rule 3).

        What is called on an object is a ``member``: a function that happens to have its name says nothing. A header that
        declares the name beside what it defines under it (for another configuration) says that it is defined elsewhere.
        """
        cdef uint32_t i, n = 0, only = NONE, other
        if self.n_picked < 2:
            return 0
        for i in range(self.n_picked):
            if self.file[self.picked[i]] == file or (member and self.kind[self.picked[i]] != KIND_METHOD):
                return 0
        for i in range(self.n_picked):
            other = self.file[self.picked[i]]
            if other != only and self.includes.reaches(file, other):
                if only != NONE:
                    return 0
                only = other
        if only == NONE:
            return 0
        for i in range(self.file_first[only], self.file_first[only + 1]):
            if self.name[i] == name and self.kind[i] == KIND_FN and not self.flags[i] & DEF_HAS_BODY:
                return 0
        for i in range(self.n_picked):
            if self.file[self.picked[i]] == only:
                self.spare[n] = self.picked[i]
                n += 1
        return n

    cdef uint8_t select(self, uint32_t ref, uint32_t caller) noexcept nogil:
        """Narrow the candidates by what the call spells out. Returns the evidence, 0 for the bare name.

        Leaves no candidate when a qualified call of a strict family names something that is not in the tree.
        """
        cdef uint32_t tail, n
        cdef uint8_t family = self.file_family[self.file[caller]]
        if self.ref_qualifier[ref]:
            tail = self.tails[self.ref_qualifier[ref]]
            if tail and self.narrow(self.with_scope_tail(tail)):
                return BY_SCOPE
            if tail and self.narrow(self.in_module(tail)):
                return BY_MODULE
            if self.family_rules[family] & 1:
                self.n_picked = 0
            return 0
        if self.ref_recv[ref] == RECV_THIS or (self.ref_recv[ref] == RECV_NONE and self.family_rules[family] & 2):
            if self.self_scope[caller] and self.narrow(self.in_scope(self.self_scope[caller])):
                return BY_SELF
        if self.ref_recv[ref] == RECV_VAR and self.ref_receiver[ref]:
            if self.narrow(self.with_scope_tail(self.ref_receiver[ref])):
                return BY_SCOPE
            if self.narrow(self.in_module(self.ref_receiver[ref])):
                return BY_MODULE
        return 0

    cdef uint32_t shared_segments(self, uint32_t a, uint32_t b) noexcept nogil:
        """Whole leading segments that two canonical ids share; a segment ends at `/` or `::`."""
        cdef uint32_t i, n = 0, x, y, end
        if self.scope[a] == 0 or self.scope[b] == 0:
            return 0  # an id without scope is a bare name
        x, y = self.path_offsets[self.file[a]], self.path_offsets[self.file[b]]
        if self.file[a] != self.file[b]:
            end = min(self.path_offsets[self.file[a] + 1] - x, self.path_offsets[self.file[b] + 1] - y)
            for i in range(end):
                if self.path_text[x + i] != self.path_text[y + i]:
                    break
                n += self.path_text[x + i] == 47
            return n
        for i in range(x, self.path_offsets[self.file[a] + 1]):
            n += self.path_text[i] == 47
        n += 1
        x, y = self.offsets[self.scope[a]], self.offsets[self.scope[b]]
        end = min(self.offsets[self.scope[a] + 1] - x, self.offsets[self.scope[b] + 1] - y)
        for i in range(end):
            if self.arena[x + i] != self.arena[y + i]:
                return n
            n += i > 0 and self.arena[x + i] == 58 and self.arena[x + i - 1] == 58
        # The common part ends a segment when it is all of one and followed by `::` in the other.
        if self.scope[a] == self.scope[b] or (self.offsets[self.scope[a] + 1] - x > end and self.arena[x + end] == 58) \
                or (self.offsets[self.scope[b] + 1] - y > end and self.arena[y + end] == 58):
            n += 1
        return n

    cdef void prune_arity(self, uint32_t ref) noexcept nogil:
        """Leave out what takes fewer arguments than are given; never to nothing."""
        cdef uint32_t i, n = 0, s
        if self.ref_args[ref] == ARGS_UNKNOWN or self.n_picked < 2:
            return
        for i in range(self.n_picked):
            s = self.picked[i]
            if not (self.flags[s] & DEF_ARITY_EXACT and self.ref_args[ref] > self.params[s]):
                self.spare[n] = s
                n += 1
        self.narrow(n)
        self.note(STEP_ARITY)

    cdef void prune(self, uint32_t ref, uint32_t caller) noexcept nogil:
        """Arity, then locality; never to nothing."""
        cdef uint32_t i, n = 0, best = 0, shared
        cdef bint equal = True
        self.prune_arity(ref)
        if self.n_picked < 2 or self.scope[caller] == 0:
            return
        for i in range(self.n_picked):
            shared = self.shared_segments(caller, self.picked[i])
            if i and shared != best:
                equal = False
            if shared > best:
                best = shared
        if equal:
            return
        n = 0
        for i in range(self.n_picked):
            if self.shared_segments(caller, self.picked[i]) == best:
                self.spare[n] = self.picked[i]
                n += 1
        self.narrow(n)
        self.note(STEP_LOCALITY)

    cdef float resolve_one(self, uint32_t ref, uint32_t caller, bint spelled, uint8_t* provenance,
                           uint8_t* unresolved) noexcept nogil:
        """Fill picked with the targets of one call and return the confidence before sharing; 0 for no edge.

        With ``spelled`` the bare name is not enough.
        """
        cdef uint32_t name = self.ref_name[ref], i, n = 0, s, family_count = 0, own = 0
        cdef uint32_t file = self.file[caller]
        cdef uint8_t family = self.file_family[file], found, tier
        cdef bint own_file
        cdef float confidence
        self.n_picked = 0
        unresolved[0] = 0
        for i in range(self.first[name], self.first[name + 1]):
            s = self.targets[i]
            if self.file_family[self.file[s]] == family:
                self.picked[self.n_picked] = s
                self.n_picked += 1
                own += self.file_group[self.file[s]] == self.file_group[file]
        if self.n_picked == 0:
            unresolved[0] = self.defined[name] > 0
            return 0
        family_count = self.n_picked
        self.note(STEP_NAME)
        if own and own < self.n_picked:  # sibling languages of a family: the caller's own comes first
            for i in range(self.n_picked):
                if self.file_group[self.file[self.picked[i]]] == self.file_group[file]:
                    self.spare[n] = self.picked[i]
                    n += 1
            self.narrow(n)
            self.note(STEP_LANGUAGE)
        found = self.select(ref, caller)
        self.note(STEP_SPELLED)
        if self.n_picked == 0 or (spelled and not found):
            return 0
        if (not found and self.ref_recv[ref] == RECV_NONE and not self.ref_qualifier[ref]
                and self.family_rules[family] & 20):
            n = 0
            own_file = self.family_rules[family] & 16
            for i in range(self.n_picked):
                if self.kind[self.picked[i]] != KIND_METHOD or (own_file and self.file[self.picked[i]] == file):
                    self.spare[n] = self.picked[i]
                    n += 1
            if not self.narrow(n):
                self.n_picked = 0
            self.note(STEP_MEMBERS)
            if self.n_picked == 0:
                return 0
        if (not found and self.family_rules[family] & 8 and not self.ref_qualifier[ref]
                and self.narrow(self.included(file, name, self.ref_recv[ref] != RECV_NONE))):
            found = BY_INCLUDE
        n = 0
        tier = BY_FILE
        for i in range(self.n_picked):
            if self.file[self.picked[i]] == file:
                self.spare[n] = self.picked[i]
                n += 1
        if n == 0:
            tier = BY_DIRECTORY
            for i in range(self.n_picked):
                if self.file_dir[self.file[self.picked[i]]] == self.file_dir[file]:
                    self.spare[n] = self.picked[i]
                    n += 1
        if n == 0:
            tier = BY_UNIQUE_NAME
            if self.n_picked > 1 and not found:
                return 0
        else:
            self.narrow(n)
        self.note(STEP_PLACE)
        if self.n_picked > 1:
            self.prune(ref, caller)
        confidence = 1.0 if found or tier == BY_FILE else 0.5 if tier == BY_DIRECTORY else <float>0.2
        provenance[0] = found if found else tier
        return confidence * self.damping(name, family_count)

    cdef float damping(self, uint32_t name, uint32_t namesakes) noexcept nogil:
        """What takes confidence from a call by its name alone: that many share it, that it is private."""
        cdef float factor = 1.0
        if namesakes >= COMMON_NAME:
            factor *= <float>0.1
        if self.offsets[name + 1] > self.offsets[name] and self.arena[self.offsets[name]] == 95:
            factor *= <float>0.1
        return factor


ctypedef struct Contribution:
    uint32_t src
    uint32_t dst
    uint32_t line
    uint32_t row
    float confidence
    uint8_t provenance


def resolve(dict columns not None, *, const uint8_t[::1] file_family not None, const uint8_t[::1] file_group not None,
            const uint8_t[::1] family_rules not None, const uint32_t[::1] file_dir not None,
            const uint8_t[::1] path_text not None, const uint32_t[::1] path_offsets not None,
            const uint8_t[::1] file_document not None, uint32_t max_targets, const uint32_t[::1] ref_group not None,
            const uint32_t[::1] decided not None, const uint32_t[::1] list_offset not None,
            const uint32_t[::1] list_target not None, const uint8_t[::1] list_provenance not None,
            const uint32_t[::1] closure_of not None, const uint32_t[::1] traced not None,
            const uint32_t[::1] include_first not None, const uint32_t[::1] include_to not None):
    """Contributions of every call to the call graph.

    columns       what `assemble` returned
    file_family   call-compatibility family a file; 0 = no code
    file_group    language group a file, at most 63: bodies evict prototypes inside a group, and inside a family a caller's
                  own group goes first
    family_rules  bits a family: 1 = a qualified call that names nothing known is dropped, 2 = bare calls may mean
                  the enclosing type's own members, 4 = bare calls mean no member of a type, 8 = includes narrow,
                  16 = bare calls mean no member of a type that stands in another file
    file_dir      directory number a file
    path_text, path_offsets   the paths, concatenated
    file_document 1 for a file whose first section stands for it and may be named by wiki links
    max_targets   a call with more targets than this gets none
    ref_group     group a reference, 0xFFFFFFFF = none; references without one are resolved by name
    decided       a group: 0 = by name, 1 = no target, 2 = by what the call spells out only, n = the targets of list n - 3,
                  which nothing but their arity prunes
    traced        references whose steps are wanted, ascending
    closure_of    a symbol: the function on whose behalf it runs (a local function value's), or 0xFFFFFFFF
    list_offset, list_target, list_provenance   the lists, ascending and without repetition, and their evidence
                  (1 = of another language: likely by a fifth, with 128 added by a tenth, always ambiguous)
    include_first, include_to   the files that a file itself includes, `include_to[include_first[f]:include_first[f + 1]]`
    Returns dict: src dst line row array('I'), confidence array('f'), provenance array('B'), one entry a (reference,
    caller, target) in reference order; ambiguous array('I') and unresolved array('I') a symbol; too_ambiguous int, the calls
    with more than max_targets; traces, a traced reference that stands in a definition -> [(step, candidates left)].
    """
    cdef Ladder t = Ladder()
    cdef size_t n_refs, n_symbols, i, n = 0, capacity = 4096, too_ambiguous = 0, widest = 1
    cdef uint32_t k, caller, left
    cdef uint8_t provenance = 0, unresolved = 0
    cdef float confidence
    cdef uint32_t pin, first, last
    cdef size_t n_traced = 0
    cdef dict traces = {}
    cdef Contribution* out
    cdef Contribution* grown
    cdef uint32_t[::1] ambiguous, missing, src, dst, line, row
    cdef float[::1] conf
    cdef uint8_t[::1] prov
    strings = columns["strings"]
    t.name, t.scope, t.file, t.parent = columns["name"], columns["scope"], columns["file"], columns["parent"]
    t.kind, t.flags, t.params = columns["kind"], columns["flags"], columns["params"]
    t.ref_name, t.ref_receiver, t.ref_qualifier = columns["ref_name"], columns["ref_receiver"], columns["ref_qualifier"]
    t.ref_owner, t.ref_line, t.ref_role = columns["ref_owner"], columns["ref_line"], columns["ref_role"]
    t.ref_recv, t.ref_args, t.file_module = columns["ref_recv"], columns["ref_args"], columns["file_module"]
    t.arena, t.offsets, t.tails = strings.arena, strings.offsets, strings.tails
    t.file_family, t.file_group, t.family_rules, t.file_dir = file_family, file_group, family_rules, file_dir
    t.path_text, t.path_offsets = path_text, path_offsets
    t.file_first = columns["file_first_symbol"]
    t.includes = Includes(include_first, include_to)
    for i in range(list_provenance.shape[0]):
        widest = max(widest, list_offset[i + 1] - list_offset[i])
    t.index(widest)
    t.index_pages(columns["file_first_symbol"], file_document)
    n_refs, n_symbols = t.ref_name.shape[0], t.name.shape[0]
    amb = array.clone(array.array("I"), n_symbols, zero=True)
    unr = array.clone(array.array("I"), n_symbols, zero=True)
    ambiguous, missing = amb, unr
    out = <Contribution*>malloc(capacity * sizeof(Contribution))
    if out == NULL:
        raise MemoryError
    try:
        with nogil:
            for i in range(n_refs):
                if i & 1023 == 0:
                    with gil:
                        PyErr_CheckSignals()  # names with thousands of definitions take long: let Ctrl-C through
                caller = t.ref_owner[i]
                if t.ref_role[i] != ROLE_CALL or caller == NONE:
                    continue
                t.tracing = n_traced < <size_t>traced.shape[0] and traced[n_traced] == i
                if t.tracing:
                    n_traced += 1
                    with gil:
                        t.steps = []
                        traces[i] = t.steps
                pin = decided[ref_group[i]] if ref_group[i] != NONE else <uint32_t>UNDECIDED
                if pin == NO_TARGET:
                    continue
                if pin >= FIRST_LIST:
                    first, last = list_offset[pin - FIRST_LIST], list_offset[pin - FIRST_LIST + 1]
                    for k in range(first, last):
                        t.picked[k - first] = list_target[k]
                    t.n_picked = last - first
                    t.note(STEP_DECIDED)
                    provenance = list_provenance[pin - FIRST_LIST]
                    if provenance & ~<uint8_t>WEAK == BY_BINDING:
                        confidence = <float>(0.1 if provenance & WEAK else 0.2)
                        provenance = BY_BINDING
                    else:
                        t.prune_arity(<uint32_t>i)
                        # How many share the name is no matter here, and must not be: strangers would weigh in.
                        confidence = 1.0 if provenance == BY_SCIP else t.damping(t.ref_name[i], 0)
                elif t.code(caller):
                    confidence = t.resolve_one(<uint32_t>i, caller, pin == SPELLED, &provenance, &unresolved)
                    missing[caller] += unresolved
                else:
                    confidence = t.resolve_page(<uint32_t>i, caller, &provenance)
                if confidence == 0:
                    continue
                left = t.n_picked
                for k in range(t.n_picked):
                    if t.picked[k] == caller:
                        left -= 1
                if left == 0:
                    continue
                if left > max_targets:
                    ambiguous[caller] += 1
                    too_ambiguous += 1
                    continue
                while caller != NONE:  # a call of a local function value is one of the functions around it, too
                    ambiguous[caller] += (left > 1 and provenance != BY_SCIP) or provenance == BY_BINDING
                    if n + left > capacity:
                        while n + left > capacity:
                            capacity *= 2
                        grown = <Contribution*>realloc(out, capacity * sizeof(Contribution))
                        if grown == NULL:
                            with gil:
                                raise MemoryError
                        out = grown
                    for k in range(t.n_picked):
                        if t.picked[k] == t.ref_owner[i] or t.picked[k] == caller:
                            continue
                        out[n].src, out[n].dst, out[n].line = caller, t.picked[k], t.ref_line[i]
                        out[n].row = <uint32_t>i
                        out[n].confidence, out[n].provenance = confidence / <float>left, provenance
                        n += 1
                    caller = closure_of[caller]
        arrays = [array.clone(array.array(code), n, zero=False) for code in "IIIfBI"]
        src, dst, line, conf, prov, row = arrays
        for i in range(n):
            src[i], dst[i], line[i] = out[i].src, out[i].dst, out[i].line
            conf[i], prov[i], row[i] = out[i].confidence, out[i].provenance, out[i].row
    finally:
        free(out)
    return {"src": arrays[0], "dst": arrays[1], "line": arrays[2], "confidence": arrays[3], "provenance": arrays[4],
            "row": arrays[5], "traces": traces,
            "ambiguous": amb, "unresolved": unr, "too_ambiguous": too_ambiguous}
