"""Reading a packed record row by row, for tests, debugging and the few places that look at one file."""

from libc.stdint cimport uint8_t, uint32_t

from ripwire._core.codec cimport Decoder, encode
from ripwire._core.facts cimport *

KIND_NAMES = ("fn", "method", "cls", "struct", "iface", "var", "sec", "other")
ROLE_NAMES = ("call", "read", "write", "import", "extends", "doc")
BINDING_NAMES = ("var", "field", "param", "return", "argument", "route")
SOURCE_NAMES = (
    ("call", BIND_CALL), ("value", BIND_VALUE), ("item", BIND_ITEM), ("context", BIND_CONTEXT), ("enter", BIND_ENTER),
    ("narrow", BIND_NARROW), ("bound", BIND_BOUND), ("alias", BIND_ALIAS),
)  # fmt: skip
WHY_NAMES = ("guard-return", "loop-escape", "switch-escape", "labelled-jump", "goto", "back-edge", "fallthrough", "multi-entry")
METRIC_NAMES = ("cx", "ccx", "nest", "humps", "deep", "locals", "ppalt", "ev")
IMPORT_LETTERS = (("*", IMPORT_STAR), ("r", IMPORT_REEXPORT), ("s", IMPORT_SYSTEM), ("d", IMPORT_DEFAULT), ("p", IMPORT_PACKAGE),
                  ("x", IMPORT_EXCEPT))
RECEIVER_NAMES = ("none", "this", "super", "var", "expr")
globals().update(
    FILE_HAS_ERROR=FILE_HAS_ERROR, FILE_ABANDONED=FILE_ABANDONED, FILE_MATCHES_LOST=FILE_MATCHES_LOST,
    FILE_NOT_UTF8=FILE_NOT_UTF8, PARAMS_UNKNOWN=PARAMS_UNKNOWN,
)  # for Python


def recode(bytes record not None, str encoding not None) -> bytes:
    """The record with its strings translated from an encoding to UTF-8; rows stay.

    Bytes that the encoding does not know become U+FFFD. Raises LookupError for an unknown encoding, ValueError.
    """
    cdef Decoder d = Decoder()
    cdef Facts f
    cdef uint32_t i, offset = 0
    d.open(record)
    f = d.facts
    old = record[len(record) - f.offsets[f.n_strings] :]
    strings = [old[f.offsets[i] : f.offsets[i + 1]].decode(encoding, "replace").encode("utf-8", "replace")
               for i in range(f.n_strings)]
    for i in range(f.n_strings):
        offset += <uint32_t>len(strings[i])
        f.offsets[i + 1] = offset
    text = b"".join(strings)
    f.text = <const uint8_t*><const char*>text
    return encode(&f)


def remap(bytes record not None, map_line not None, map_byte not None) -> bytes:
    """The record with its places moved: a notebook's cells to the file that holds them.

    map_line  line (1-based) of the text that was parsed -> line of the file
    map_byte  byte of the text that was parsed, up to its length -> byte of the file; must not decrease
    Raises ValueError when the bytes are no record.
    """
    cdef Decoder decoder = Decoder()
    cdef Facts* s = &decoder.facts
    cdef uint32_t i
    cdef DefRow* d
    decoder.open(record)
    for i in range(s.n_defs):
        d = &s.defs[i]
        first, last = map_line(d.line), map_line(d.line + d.loc - 1)
        d.line, d.loc = first, max(1, last - first + 1)
        d.start, d.sig_end, d.end, d.name_byte = map_byte(d.start), map_byte(d.sig_end), map_byte(d.end), map_byte(d.name_byte)
    for i in range(s.n_refs):
        s.refs[i].line, s.refs[i].byte = map_line(s.refs[i].line), map_byte(s.refs[i].byte)
    for i in range(s.n_imports):
        s.imports[i].line, s.imports[i].byte = map_line(s.imports[i].line), map_byte(s.imports[i].byte)
    for i in range(s.n_bindings):
        s.bindings[i].byte = map_byte(s.bindings[i].byte)
    return encode(s)


def unpack(bytes record not None) -> dict:
    """All rows of a record as dicts of Python values: ``defs``, ``refs``, ``imports``, ``bindings``."""
    cdef Decoder decoder = Decoder()
    cdef Facts* s = &decoder.facts
    cdef DefRow* d
    cdef MetricRow* k
    cdef RefRow* r
    cdef ImportRow* m
    cdef BindingRow* b
    cdef uint32_t i
    decoder.open(record)
    text = record[len(record) - s.offsets[s.n_strings] :]
    strings = [text[s.offsets[i] : s.offsets[i + 1]] for i in range(s.n_strings)]
    out = {"defs": [], "refs": [], "imports": [], "bindings": []}
    for i in range(s.n_defs):
        d = &s.defs[i]
        if d.kind > KIND_OTHER:
            raise ValueError("not a record")
        out["defs"].append({
            "kind": KIND_NAMES[d.kind], "name": strings[d.name], "scope": strings[d.scope], "start": d.start,
            "sig_end": d.sig_end, "end": d.end, "name_byte": d.name_byte, "line": d.line, "loc": d.loc,
            "parent": d.parent, "params": None if d.params == PARAMS_UNKNOWN else d.params,
            "required": None if d.required == PARAMS_UNKNOWN else d.required, "doc": strings[d.doc],
            "exact": bool(d.flags & DEF_ARITY_EXACT), "has_body": bool(d.flags & DEF_HAS_BODY),
            "cx": 1, "ccx": 0, "nest": 0, "humps": 0, "deep": 0, "locals": 0, "ppalt": 0, "ev": 1, "why": {},
        })  # fmt: skip
    for i in range(s.n_metrics):
        k = &s.metrics[i]
        out["defs"][k.owner].update(
            cx=k.cx, ccx=k.ccx, nest=k.nest, humps=k.humps, deep=k.deep, locals=k.locals, ppalt=k.ppalt, ev=k.ev,
            why={WHY_NAMES[j]: k.why[j] for j in range(N_WHY) if k.why[j]},
        )  # fmt: skip
    for i in range(s.n_refs):
        r = &s.refs[i]
        out["refs"].append({
            "role": ROLE_NAMES[r.role], "name": strings[r.name], "line": r.line, "byte": r.byte, "owner": r.owner,
            "recv": RECEIVER_NAMES[r.recv], "receiver": b"" if r.flags & REF_QUALIFIED else strings[r.prefix],
            "qualifier": strings[r.prefix] if r.flags & REF_QUALIFIED else b"",
            "argc": None if r.args == ARGS_UNKNOWN else r.args, "local": bool(r.flags & REF_LOCAL),
        })  # fmt: skip
    for i in range(s.n_imports):
        m = &s.imports[i]
        out["imports"].append({
            "source": strings[m.source], "name": strings[m.name], "alias": strings[m.alias], "line": m.line, "byte": m.byte,
            "owner": m.owner, "flags": "".join(c for c, bit in IMPORT_LETTERS if m.flags & bit),
        })  # fmt: skip
    for i in range(s.n_bindings):
        b = &s.bindings[i]
        out["bindings"].append({
            "kind": BINDING_NAMES[b.flags & 7], "name": strings[b.name], "type": strings[b.type],
            "byte": b.byte, "owner": b.owner, "source": tuple(name for name, bit in SOURCE_NAMES if b.flags & bit),
        })  # fmt: skip
    return out
