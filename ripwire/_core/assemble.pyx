"""Records of files to columns of the tree: strings interned once, rows concatenated, handles and ids made global.

Invariant: a symbol's id is its index in (file, start byte) order over the byte-sorted paths; nothing depends on the order
in which records were made. Every handle of a record is checked, so that a damaged record is an error and never a wild read.
Cost: one pass over the records, O(rows + distinct strings per file). A record is let go as soon as it is read.
"""

from cpython cimport array
from cpython.bytes cimport PyBytes_FromStringAndSize
from libc.stdint cimport int32_t, uint8_t, uint16_t, uint32_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcmp, memcpy

import array

from ripwire._core.codec cimport Counts, Decoder, counts_of
from ripwire._core.facts cimport *
from ripwire._core.hashing cimport fnv1a
from ripwire._core.strings cimport *
from ripwire.errors import DamagedRecord

cdef uint32_t NONE = <uint32_t>-1


cdef array.array _new(str code, size_t n):
    return array.clone(array.array(code), <Py_ssize_t>n, zero=True)


cdef class Strings:
    """Interned byte strings of a tree, frozen.

    arena    buffer of bytes, every string once, in order of handle
    offsets  buffer of n + 1 byte offsets ('I'); string ``i`` is ``arena[offsets[i]:offsets[i + 1]]``
    tails    buffer of n handles ('I'): the string's last segment after ``::``, ``.``, ``\\`` or ``/``, for strings that
             occur as a scope or qualifier, else 0xFFFFFFFF
    """

    cdef readonly object arena
    cdef readonly object offsets
    cdef readonly object tails
    cdef const uint8_t[::1] text
    cdef const uint32_t[::1] places
    cdef array.array slots  # of `find`: an open hash table of handle + 1, made when first asked

    def __init__(self, arena not None, offsets not None, tails not None):
        self.arena, self.offsets, self.tails = arena, offsets, tails
        self.text, self.places = arena, offsets
        if self.places.shape[0] < 1 or self.places[self.places.shape[0] - 1] > <size_t>self.text.shape[0]:
            raise ValueError("the offsets do not fit the strings")

    def __len__(self):
        return self.places.shape[0] - 1

    def __getitem__(self, uint32_t handle):
        cdef uint32_t a, b
        if handle + 1 >= <size_t>self.places.shape[0]:
            raise IndexError(f"string {handle} of {self.places.shape[0] - 1}")
        a, b = self.places[handle], self.places[handle + 1]
        if a > b or b > <size_t>self.text.shape[0]:
            raise ValueError("the offsets do not fit the strings")
        return PyBytes_FromStringAndSize(<const char*>&self.text[0] + a, b - a) if b > a else b""

    def find(self, bytes text not None):
        """Handle of a string, or -1 when no row of the tree has it. Builds its table at the first call, O(strings)."""
        cdef const uint8_t* p = text
        cdef uint32_t size = <uint32_t>len(text), at, handle
        cdef uint32_t[::1] slots
        cdef const uint32_t[::1] offsets = self.places
        cdef const uint8_t* strings = &self.text[0] if self.text.shape[0] else NULL
        if self.slots is None:
            self._index()
        slots = self.slots
        at = <uint32_t>fnv1a(p, size) & <uint32_t>(slots.shape[0] - 1)
        while slots[at]:
            handle = slots[at] - 1
            if offsets[handle + 1] - offsets[handle] == size and memcmp(strings + offsets[handle], p, size) == 0:
                return handle
            at = (at + 1) & <uint32_t>(slots.shape[0] - 1)
        return -1

    cdef int _index(self) except -1:
        cdef uint32_t[::1] slots
        cdef const uint32_t[::1] offsets = self.places
        cdef const uint8_t* strings = &self.text[0] if self.text.shape[0] else NULL
        cdef size_t n = <size_t>offsets.shape[0] - 1, size = 16, i
        cdef uint32_t at
        while size < 2 * n:
            size *= 2
        table = _new("I", size)
        slots = table
        with nogil:
            for i in range(n):
                at = <uint32_t>fnv1a(strings + offsets[i], offsets[i + 1] - offsets[i]) & <uint32_t>(size - 1)
                while slots[at]:
                    at = (at + 1) & <uint32_t>(size - 1)
                slots[at] = <uint32_t>i + 1
        self.slots = table
        return 0


cdef int _open(Decoder d, bytes record, int32_t file) except -1:
    try:
        d.open(record)
    except ValueError:
        raise DamagedRecord(f"the record of file {file} is damaged") from None
    return 0


cdef uint32_t _tail(StringTable* t, uint32_t handle) noexcept nogil:
    """Handle of the last segment of a string, interned."""
    cdef uint32_t a = <uint32_t>t.offsets[handle], b = <uint32_t>t.offsets[handle + 1], i
    cdef uint8_t c
    cdef uint8_t buffer[256]
    for i in range(b, a, -1):
        c = t.arena[i - 1]
        if c == 58 or c == 46 or c == 92 or c == 47:
            a = i
            break
    if b - a > sizeof(buffer):
        return strings_intern(t, buffer, 0)
    memcpy(buffer, t.arena + a, b - a)  # interning may move the arena
    return strings_intern(t, buffer, b - a)


def assemble(list records not None, list modules not None):
    """Columns of a tree.

    records  one record (bytes) a file in path order, or None for a file without facts; entries are set to None as
             they are read, so that memory is not held twice
    modules  one bytes a file: the module name that the path gives it (its stem, as a rule)
    Returns a dict of ``strings`` and array columns; widths: 'I' unless said otherwise.
      files     file_flags('B'), file_module, file_first_symbol (n + 1)
      symbols   name scope file line start sig_end end name_byte loc parent(0xFFFFFFFF = none) doc
                params('H') required('H') kind('B') flags('B')
      metrics   metric_symbol(ascending), 'H': metric_cx metric_ccx metric_nest metric_humps metric_deep metric_locals
                metric_ppalt metric_ev, metric_why('B', 8 a row); a function without a row has cx 1, ev 1 and zeros
      refs      ref_name ref_receiver ref_qualifier ref_file ref_line ref_byte ref_owner(symbol or 0xFFFFFFFF)
                ref_role('B') ref_recv('B') ref_args('B', 255 = unknown)
                ref_local('B', 1: a call of or on a local name)
      imports   import_source import_name import_alias import_file import_line import_owner import_flags
      bindings  binding_name binding_type binding_file binding_byte binding_owner binding_flags(BIND_* of `facts.pxd`)
    Raises DamagedRecord, MemoryError.
    """
    cdef size_t n_files = len(records), n_defs = 0, n_refs = 0, n_imports = 0, n_bindings = 0, n_metrics = 0
    cdef Counts n
    cdef int32_t file
    cdef Builder b
    if len(modules) != <Py_ssize_t>n_files:
        raise ValueError("one module name a file is needed")
    for file in range(<int32_t>n_files):
        if records[file] is not None:
            if not counts_of(records[file], &n):
                raise DamagedRecord(f"the record of file {file} is damaged")
            n_defs += n.defs
            n_metrics += n.metrics
            n_refs += n.refs
            n_imports += n.imports
            n_bindings += n.bindings
    if n_defs >= NONE or n_refs >= NONE:
        raise MemoryError("more than 4 billion rows")
    b = Builder(n_files, n_defs, n_metrics, n_refs, n_imports, n_bindings)
    for file in range(<int32_t>n_files):
        b.module(file, modules[file])
        b.first_symbol[file] = b.at_def
        if records[file] is not None:
            b.add(file, records[file])
            records[file] = None
    b.first_symbol[n_files] = b.at_def
    return b.finish()


cdef class Builder:
    """The columns under construction."""

    cdef StringTable table
    cdef Decoder decoder
    cdef uint32_t* handles       # record handle -> tree handle
    cdef size_t handles_size
    cdef dict columns
    cdef uint32_t at_def, at_metric, at_ref, at_import, at_binding
    cdef uint8_t[::1] file_flags
    cdef uint32_t[::1] file_module, first_symbol
    cdef uint32_t[::1] name, scope, file, line, start, sig_end, end, name_byte, loc, parent, doc
    cdef uint16_t[::1] params, required
    cdef uint32_t[::1] metric_symbol
    cdef uint16_t[::1] metric_cx, metric_ccx, metric_nest, metric_humps, metric_deep, metric_locals, metric_ppalt, metric_ev
    cdef uint8_t[::1] metric_why
    cdef uint8_t[::1] kind, flags
    cdef uint32_t[::1] ref_name, ref_receiver, ref_qualifier, ref_file, ref_line, ref_byte, ref_owner
    cdef uint8_t[::1] ref_role, ref_recv, ref_args, ref_local
    cdef uint32_t[::1] import_source, import_name, import_alias, import_file, import_line, import_owner, import_flags
    cdef uint32_t[::1] binding_name, binding_type, binding_file, binding_byte, binding_owner, binding_flags

    def __cinit__(self, size_t files, size_t defs, size_t metrics, size_t refs, size_t imports, size_t bindings):
        if strings_init(&self.table) < 0:
            raise MemoryError
        self.handles = NULL
        self.decoder = Decoder()
        self.columns = {}
        self.file_flags = self.column("file_flags", "B", files)
        self.file_module = self.column("file_module", "I", files)
        self.first_symbol = self.column("file_first_symbol", "I", files + 1)
        self.name = self.column("name", "I", defs)
        self.scope = self.column("scope", "I", defs)
        self.file = self.column("file", "I", defs)
        self.line = self.column("line", "I", defs)
        self.start = self.column("start", "I", defs)
        self.sig_end = self.column("sig_end", "I", defs)
        self.end = self.column("end", "I", defs)
        self.name_byte = self.column("name_byte", "I", defs)
        self.loc = self.column("loc", "I", defs)
        self.parent = self.column("parent", "I", defs)
        self.doc = self.column("doc", "I", defs)
        self.params = self.column("params", "H", defs)
        self.required = self.column("required", "H", defs)
        self.metric_symbol = self.column("metric_symbol", "I", metrics)
        self.metric_cx = self.column("metric_cx", "H", metrics)
        self.metric_ccx = self.column("metric_ccx", "H", metrics)
        self.metric_nest = self.column("metric_nest", "H", metrics)
        self.metric_humps = self.column("metric_humps", "H", metrics)
        self.metric_deep = self.column("metric_deep", "H", metrics)
        self.metric_locals = self.column("metric_locals", "H", metrics)
        self.metric_ppalt = self.column("metric_ppalt", "H", metrics)
        self.metric_ev = self.column("metric_ev", "H", metrics)
        self.metric_why = self.column("metric_why", "B", metrics * N_WHY)
        self.kind = self.column("kind", "B", defs)
        self.flags = self.column("flags", "B", defs)
        self.ref_name = self.column("ref_name", "I", refs)
        self.ref_receiver = self.column("ref_receiver", "I", refs)
        self.ref_qualifier = self.column("ref_qualifier", "I", refs)
        self.ref_file = self.column("ref_file", "I", refs)
        self.ref_line = self.column("ref_line", "I", refs)
        self.ref_byte = self.column("ref_byte", "I", refs)
        self.ref_owner = self.column("ref_owner", "I", refs)
        self.ref_role = self.column("ref_role", "B", refs)
        self.ref_recv = self.column("ref_recv", "B", refs)
        self.ref_args = self.column("ref_args", "B", refs)
        self.ref_local = self.column("ref_local", "B", refs)
        self.import_source = self.column("import_source", "I", imports)
        self.import_name = self.column("import_name", "I", imports)
        self.import_alias = self.column("import_alias", "I", imports)
        self.import_file = self.column("import_file", "I", imports)
        self.import_line = self.column("import_line", "I", imports)
        self.import_owner = self.column("import_owner", "I", imports)
        self.import_flags = self.column("import_flags", "I", imports)
        self.binding_name = self.column("binding_name", "I", bindings)
        self.binding_type = self.column("binding_type", "I", bindings)
        self.binding_file = self.column("binding_file", "I", bindings)
        self.binding_byte = self.column("binding_byte", "I", bindings)
        self.binding_owner = self.column("binding_owner", "I", bindings)
        self.binding_flags = self.column("binding_flags", "I", bindings)

    def __dealloc__(self):
        strings_free(&self.table)
        free(self.handles)

    cdef array.array column(self, str key, str code, size_t n):
        self.columns[key] = made = _new(code, n)
        return made

    cdef int module(self, int32_t file, bytes text) except -1:
        cdef uint32_t handle = strings_intern(&self.table, <const uint8_t*><const char*>text, <uint32_t>len(text))
        if handle == NO_STRING:
            raise MemoryError
        self.file_module[file] = handle
        return 0

    cdef int add(self, int32_t file, bytes record) except -1:
        cdef Facts* c = &self.decoder.facts
        cdef uint32_t i, n, base = self.at_def, at
        cdef bint failed = False
        cdef uint32_t* h
        cdef const DefRow* d
        cdef const MetricRow* k
        cdef const RefRow* r
        cdef int j
        cdef const ImportRow* m
        cdef const BindingRow* v
        _open(self.decoder, record, file)
        n = c.n_strings
        if n > self.handles_size:
            free(self.handles)
            self.handles = <uint32_t*>malloc(<size_t>n * sizeof(uint32_t))
            if self.handles == NULL:
                self.handles_size = 0
                raise MemoryError
            self.handles_size = n
        h = self.handles
        with nogil:
            for i in range(n):
                h[i] = strings_intern(&self.table, c.text + c.offsets[i], c.offsets[i + 1] - c.offsets[i])
                if h[i] == NO_STRING:
                    failed = True
                    break
        if failed:
            raise MemoryError
        self.file_flags[file] = <uint8_t>c.flags
        for i in range(c.n_defs):
            d = &c.defs[i]
            at = base + i
            self.name[at], self.scope[at], self.file[at] = h[d.name], h[d.scope], <uint32_t>file
            self.line[at], self.loc[at] = d.line, d.loc
            self.start[at], self.sig_end[at], self.end[at], self.name_byte[at] = d.start, d.sig_end, d.end, d.name_byte
            self.parent[at] = base + <uint32_t>d.parent if d.parent >= 0 else NONE
            self.params[at], self.kind[at], self.flags[at] = <uint16_t>d.params, <uint8_t>d.kind, <uint8_t>d.flags
            self.required[at], self.doc[at] = <uint16_t>d.required, h[d.doc]
        self.at_def += c.n_defs
        for i in range(c.n_metrics):
            k = &c.metrics[i]
            at = self.at_metric + i
            self.metric_symbol[at] = base + k.owner
            self.metric_cx[at], self.metric_ccx[at], self.metric_nest[at] = <uint16_t>k.cx, <uint16_t>k.ccx, <uint16_t>k.nest
            self.metric_humps[at], self.metric_deep[at] = <uint16_t>k.humps, <uint16_t>k.deep
            self.metric_locals[at], self.metric_ppalt[at], self.metric_ev[at] = <uint16_t>k.locals, <uint16_t>k.ppalt, <uint16_t>k.ev
            for j in range(N_WHY):
                self.metric_why[at * N_WHY + j] = <uint8_t>k.why[j]
        self.at_metric += c.n_metrics
        for i in range(c.n_refs):
            r = &c.refs[i]
            at = self.at_ref + i
            self.ref_name[at] = h[r.name]
            if r.flags & REF_QUALIFIED:
                self.ref_qualifier[at] = h[r.prefix]
            else:
                self.ref_receiver[at] = h[r.prefix]
            self.ref_file[at], self.ref_line[at], self.ref_byte[at] = <uint32_t>file, r.line, r.byte
            self.ref_owner[at] = base + <uint32_t>r.owner if r.owner >= 0 else NONE
            self.ref_role[at], self.ref_recv[at], self.ref_args[at] = <uint8_t>r.role, <uint8_t>r.recv, <uint8_t>r.args
            self.ref_local[at] = r.flags & REF_LOCAL != 0
        self.at_ref += c.n_refs
        for i in range(c.n_imports):
            m = &c.imports[i]
            at = self.at_import + i
            self.import_source[at], self.import_name[at], self.import_alias[at] = h[m.source], h[m.name], h[m.alias]
            self.import_file[at], self.import_line[at], self.import_flags[at] = <uint32_t>file, m.line, m.flags
            self.import_owner[at] = base + <uint32_t>m.owner if m.owner >= 0 else NONE
        self.at_import += c.n_imports
        for i in range(c.n_bindings):
            v = &c.bindings[i]
            at = self.at_binding + i
            self.binding_name[at], self.binding_type[at] = h[v.name], h[v.type]
            self.binding_file[at], self.binding_byte[at] = <uint32_t>file, v.byte
            self.binding_flags[at] = v.flags
            self.binding_owner[at] = base + <uint32_t>v.owner if v.owner >= 0 else NONE
        self.at_binding += c.n_bindings
        return 0

    cdef int mark(self, uint32_t[::1] handles, uint8_t* used) except -1:
        cdef Py_ssize_t i
        for i in range(handles.shape[0]):
            used[handles[i]] = 1
        return 0

    cdef dict finish(self):
        cdef uint32_t i, n = self.table.count, tail
        cdef uint8_t* used = <uint8_t*>malloc(n)
        cdef uint32_t* tails = <uint32_t*>malloc(<size_t>n * sizeof(uint32_t))
        cdef uint32_t[::1] out, offsets
        try:
            if used == NULL or tails == NULL:
                raise MemoryError
            for i in range(n):
                used[i] = 0
                tails[i] = NONE
            self.mark(self.scope, used)
            self.mark(self.ref_qualifier, used)
            for i in range(n):
                if used[i]:
                    tail = _tail(&self.table, i)
                    if tail == NO_STRING:
                        raise MemoryError
                    tails[i] = tail
            if self.table.arena_size >= NONE:
                raise MemoryError("more than 4 GiB of names")
            all_tails = _new("I", self.table.count)
            out = all_tails
            for i in range(self.table.count):
                out[i] = tails[i] if i < n else NONE
            made = _new("I", <size_t>self.table.count + 1)
            offsets = made
            for i in range(self.table.count + 1):
                offsets[i] = <uint32_t>self.table.offsets[i]
        finally:
            free(used)
            free(tails)
        arena = (<const char*>self.table.arena)[: self.table.arena_size]
        self.columns["strings"] = Strings(arena, made, all_tails)
        return self.columns


def subset(Strings strings not None, list columns not None):
    """The strings that some columns name, alone, and the columns with handles of these.

    columns  buffers ('I') of handles
    Returns (Strings without tails, list of array('I') of the same lengths); the order of the strings stays, and the empty
    string, handle 0, is always among them.
    Raises IndexError for a handle without a string.
    """
    cdef size_t n = <size_t>len(strings), i, size = 0
    cdef uint32_t count = 0, h
    cdef const uint32_t[::1] offsets = strings.places
    cdef const uint32_t[::1] column
    cdef uint32_t[::1] number, places, made
    numbers = _new("I", n)  # a string: its new handle + 1
    number = numbers
    number[0] = 1
    for each in columns:
        column = each
        for i in range(<size_t>column.shape[0]):
            h = column[i]
            if h >= n:
                raise IndexError(f"string {h} of {n}")
            number[h] = 1
    for i in range(n):
        if number[i]:
            count += 1
            number[i] = count
            size += offsets[i + 1] - offsets[i]
    placed = _new("I", count + 1)
    places = placed
    arena = PyBytes_FromStringAndSize(NULL, <Py_ssize_t>size)
    cdef char* text = <char*>arena
    size = 0
    for i in range(n):
        if number[i]:
            places[number[i] - 1] = <uint32_t>size
            if offsets[i + 1] > offsets[i]:
                memcpy(text + size, &strings.text[0] + offsets[i], offsets[i + 1] - offsets[i])
            size += offsets[i + 1] - offsets[i]
    places[count] = <uint32_t>size
    out = []
    for each in columns:
        column = each
        new = _new("I", <size_t>column.shape[0])
        made = new
        for i in range(<size_t>column.shape[0]):
            made[i] = number[column[i]] - 1
        out.append(new)
    return Strings(arena, placed, _new("I", 0)), out
