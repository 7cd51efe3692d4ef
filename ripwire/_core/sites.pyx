"""Names that are referred to and never defined, counted by language.

Invariant: sections of documents define nothing, and what they link to is no reference of code; the words that stand for
calls without a name, and for the object itself and its bases, are none either. Cost: a pass over the references for each language of the tree.
"""

from cpython cimport array
from libc.stdint cimport uint8_t, uint32_t, uint64_t

import array

from ripwire._core.facts cimport KIND_SEC, ROLE_CALL, ROLE_EXTENDS, ROLE_IMPORT

cdef uint32_t NONE = <uint32_t>-1


def closed_names(dict columns not None):
    """A name: 1 where the tree defines it, or where it is no name; as a bytearray by handle."""
    cdef const uint32_t[::1] name = columns["name"]
    cdef const uint8_t[::1] kind = columns["kind"]
    cdef Py_ssize_t i
    strings = columns["strings"]
    out = bytearray(len(strings))
    cdef uint8_t[::1] o = out
    for i in range(name.shape[0]):
        if kind[i] != KIND_SEC:
            o[name[i]] = 1
    for word in (b"", b"(", b"in", b"super", b"this"):
        i = strings.find(word)
        if i >= 0:
            o[i] = 1
    return out


def surface(dict columns not None, const uint8_t[::1] closed not None, dict meant not None,
            const uint8_t[::1] tag not None):
    """How often each name that is not ``closed`` is called, imported or extended.

    meant  (file << 32 | name): the name that a bare name stands for in a file, where that is another one
    tag    the number of each file's language
    Returns a list of (name's handle, tag, references, calls among them), by tag and handle.
    """
    cdef const uint32_t[::1] name = columns["ref_name"], file = columns["ref_file"], owner = columns["ref_owner"]
    cdef const uint32_t[::1] receiver = columns["ref_receiver"], qualifier = columns["ref_qualifier"]
    cdef const uint8_t[::1] role = columns["ref_role"], kind = columns["kind"], local = columns["ref_local"]
    cdef Py_ssize_t n = closed.shape[0], i, found
    cdef Py_ssize_t handle
    cdef uint32_t word
    cdef uint8_t one
    another = bytearray(n)
    cdef uint8_t[::1] a = another
    for key in meant:
        a[<Py_ssize_t>(key & 0xFFFFFFFF)] = 1
    counts = array.clone(array.array("I"), n, True)
    calls = array.clone(array.array("I"), n, True)
    handles = array.clone(array.array("I"), n, False)
    cdef uint32_t[::1] c = counts, k = calls, h = handles
    cdef list out = []
    for number in sorted(set(bytes(tag))):
        one = number
        found = 0
        for i in range(name.shape[0]):
            word = name[i]
            if tag[file[i]] != one or closed[word]:
                continue
            if role[i] != ROLE_CALL and role[i] != ROLE_IMPORT and role[i] != ROLE_EXTENDS:
                continue
            if owner[i] != NONE and kind[owner[i]] == KIND_SEC:
                continue
            if not receiver[i] and not qualifier[i]:
                if role[i] == ROLE_CALL and local[i]:
                    continue  # a parameter or variable of a function
                if a[word]:
                    word = meant.get(<uint64_t>file[i] << 32 | word, word)
                if closed[word]:
                    continue
            if c[word] == 0:
                h[found] = word
                found += 1
            c[word] += 1
            k[word] += role[i] == ROLE_CALL
        for handle in sorted(handles[:found]):
            out.append((handle, number, c[handle], k[handle]))
            c[handle] = k[handle] = 0
    return out
