"""Escaping writer for the XML and JSON that ripwire prints.

Purpose: every byte of a document passes here once, is escaped where it stands, and leaves in large pieces.
Invariant: whatever bytes come in, what `attr`, `text`, `cdata` and `comment` write is well-formed XML 1.0 and what
`json_string` writes is a valid JSON string, both in valid UTF-8. A byte sequence that is not UTF-8 (surrogates among
them) becomes U+FFFD, one for each maximal subpart, as Python's errors="replace" does; so does a character XML can't
hold.
Cost: one table look-up a byte; runs that need nothing are copied whole. 64 KB of memory a writer, none when it only
counts.

The methods keep the GIL: values are short, and the sink is Python.
"""

cimport cython
from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize, PyBytes_GET_SIZE
from libc.stdint cimport uint8_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy

from ripwire._core.utf8 cimport utf8_sequence

cdef extern from "<assert.h>" nogil:
    void c_assert "assert" (bint condition) noexcept

cdef enum:
    CAPACITY = 65536

    # Where a value goes; bits of _special, which says which bytes can't be copied as they are there.
    IN_ATTR = 1
    IN_TEXT = 2
    IN_CDATA = 4
    IN_COMMENT = 8
    IN_JSON = 16
    IN_XML = 15

    TAB = 0x09
    LF = 0x0A
    CR = 0x0D
    QUOTE = 0x22
    AMPERSAND = 0x26
    APOSTROPHE = 0x27
    DASH = 0x2D
    LESS = 0x3C
    GREATER = 0x3E
    BACKSLASH = 0x5C
    CLOSING_BRACKET = 0x5D
    DELETE = 0x7F

cdef uint8_t _special[256]
cdef const char* REPLACEMENT = b"\xef\xbf\xbd"
cdef const char* HEX = b"0123456789abcdef"


cdef void _fill_table() noexcept:
    cdef int c
    for c in range(256):
        _special[c] = 0
        if c < 0x20 or c >= 0x80:
            _special[c] = IN_ATTR | IN_TEXT | IN_CDATA | IN_COMMENT | IN_JSON
    # White space is content, except that a parser would make spaces of it in attributes, and a line feed of CR in text.
    _special[TAB] = _special[LF] = IN_ATTR | IN_COMMENT | IN_JSON
    _special[CR] = IN_ATTR | IN_TEXT | IN_COMMENT | IN_JSON
    _special[QUOTE] = IN_ATTR | IN_TEXT | IN_JSON
    _special[AMPERSAND] = _special[APOSTROPHE] = _special[LESS] = IN_ATTR | IN_TEXT
    _special[GREATER] = IN_ATTR | IN_TEXT | IN_CDATA
    _special[DASH] = _special[DELETE] = IN_COMMENT
    _special[BACKSLASH] = IN_JSON


_fill_table()


cdef inline bint _is_noncharacter(const uint8_t* p) noexcept nogil:
    """U+FFFE or U+FFFF, the two characters outside C0 and the surrogates that XML excludes. p is a valid sequence."""
    return p[0] == 0xEF and p[1] == 0xBF and p[2] >= 0xBE


@cython.final
@cython.auto_pickle(False)
cdef class Writer:
    """Collects a document in a 64 KB buffer and hands it on in pieces.

    sink: called as sink(bytes) each time the buffer is full and by flush(); its result is ignored, so partial writes
    are the sink's business. None makes a writer that only counts. Bytes that went to a sink which raised are not
    offered again. Nothing is flushed when the writer is collected. Not for concurrent use.
    """

    cdef object _sink
    cdef uint8_t* _buffer
    cdef size_t _fill
    cdef uint64_t _count

    def __cinit__(self, sink=None):
        if sink is not None and not callable(sink):
            raise TypeError("sink must be callable or None")
        self._sink = sink
        if sink is not None:
            self._buffer = <uint8_t*>malloc(CAPACITY)
            if self._buffer == NULL:
                raise MemoryError()

    def __dealloc__(self):
        free(self._buffer)

    @property
    def count(self):
        """Bytes written so far, those still in the buffer included."""
        return self._count

    cdef int _drain(self) except -1:
        # The buffer is free again before the sink runs: it may raise, or write to this writer.
        cdef bytes piece = PyBytes_FromStringAndSize(<char*>self._buffer, <Py_ssize_t>self._fill)
        self._fill = 0
        self._sink(piece)
        return 0

    cdef int _put(self, const void* data, size_t n) except -1:
        cdef const uint8_t* p = <const uint8_t*>data
        cdef size_t room
        self._count += n
        if self._buffer == NULL:
            return 0
        while n > CAPACITY - self._fill:
            room = CAPACITY - self._fill
            memcpy(self._buffer + self._fill, p, room)
            self._fill = CAPACITY
            p += room
            n -= room
            self._drain()
        memcpy(self._buffer + self._fill, p, n)
        self._fill += n
        c_assert(self._fill <= CAPACITY)
        return 0

    cdef int _put_special(self, uint8_t c, int place) except -1:
        """Write the stand-in for one ASCII byte; returns 1 when it loses the byte."""
        cdef char unicode_escape[6]
        if place == IN_JSON:
            if c == QUOTE:
                self._put(b'\\"', 2)
            elif c == BACKSLASH:
                self._put(b"\\\\", 2)
            else:
                memcpy(unicode_escape, b"\\u00", 4)
                unicode_escape[4] = HEX[c >> 4]
                unicode_escape[5] = HEX[c & 15]
                self._put(unicode_escape, 6)
        elif c == AMPERSAND:
            self._put(b"&amp;", 5)
        elif c == LESS:
            self._put(b"&lt;", 4)
        elif c == GREATER:
            self._put(b"&gt;", 4)
        elif c == QUOTE:
            self._put(b"&quot;", 6)
        elif c == APOSTROPHE:
            self._put(b"&apos;", 6)
        elif c == TAB:
            self._put(b"&#9;", 4)
        elif c == LF:
            self._put(b"&#10;", 5)
        elif c == CR:
            self._put(b"&#13;", 5)
        else:
            self._put(REPLACEMENT, 3)
            return 1
        return 0

    cdef int _put_value(self, bytes value, int place) except -1:
        """Write a value escaped for its place; returns 1 when a byte was lost to U+FFFD. Not for comments."""
        cdef const uint8_t* p = <const uint8_t*>PyBytes_AS_STRING(value)
        cdef Py_ssize_t n = PyBytes_GET_SIZE(value)
        cdef Py_ssize_t i = 0
        cdef Py_ssize_t start = 0
        cdef int length
        cdef int altered = 0
        while i < n:
            if not _special[p[i]] & place:
                i += 1
                continue
            if p[i] >= 0x80:
                length = utf8_sequence(p + i, n - i)
                if length > 0 and not (place & IN_XML and length == 3 and _is_noncharacter(p + i)):
                    i += length
                    continue
                self._put(p + start, i - start)
                self._put(REPLACEMENT, 3)
                altered = 1
                i += length if length > 0 else -length
                start = i
            elif place == IN_CDATA and p[i] == GREATER:
                # The end mark is cut between two sections: the brackets stay in the first, this byte opens the second.
                if i >= 2 and p[i - 1] == CLOSING_BRACKET and p[i - 2] == CLOSING_BRACKET:
                    self._put(p + start, i - start)
                    self._put(b"]]><![CDATA[", 12)
                    start = i
                i += 1
            else:
                self._put(p + start, i - start)
                altered |= self._put_special(p[i], place)
                i += 1
                start = i
        self._put(p + start, n - start)
        return altered

    def raw(self, bytes value not None):
        """Write bytes as they are: markup the caller vouches for."""
        self._put(PyBytes_AS_STRING(value), PyBytes_GET_SIZE(value))

    def attr(self, bytes name not None, bytes value not None):
        """Write a space, the attribute name as it is, and the value escaped in double quotes."""
        self._put(b" ", 1)
        self._put(PyBytes_AS_STRING(name), PyBytes_GET_SIZE(name))
        self._put(b'="', 2)
        self._put_value(value, IN_ATTR)
        self._put(b'"', 1)

    def text(self, bytes value not None):
        """Write element text: markup escaped, CR as a character reference, TAB and LF as they are."""
        self._put_value(value, IN_TEXT)

    def cdata(self, bytes value not None):
        """Write a CDATA section with its delimiters; an end mark inside is split between two sections, losing nothing.

        Returns True when bytes had to be altered, that is, when something became U+FFFD. CR stays CR: no reference can
        stand here, so an XML parser reads CR and CR LF as LF while a reader of the bytes sees what the file holds.
        """
        cdef int altered
        self._put(b"<![CDATA[", 9)
        altered = self._put_value(value, IN_CDATA)
        self._put(b"]]>", 3)
        return altered != 0

    def comment(self, bytes value not None):
        """Write a comment with its delimiters and nothing else around the value.

        Runs of dashes become one, control bytes (C0 and DEL, line ends too) go, before the runs are judged; a dash at
        the end gets a space after it. So the comment never holds two dashes in a row and never ends in one.
        """
        cdef const uint8_t* p = <const uint8_t*>PyBytes_AS_STRING(value)
        cdef Py_ssize_t n = PyBytes_GET_SIZE(value)
        cdef Py_ssize_t i = 0
        cdef Py_ssize_t start = 0
        cdef int length
        cdef bint after_dash = False
        self._put(b"<!--", 4)
        while i < n:
            if not _special[p[i]] & IN_COMMENT:
                after_dash = False
                i += 1
                continue
            if p[i] == DASH and not after_dash:
                after_dash = True
                i += 1
                continue
            if p[i] >= 0x80:
                after_dash = False
                length = utf8_sequence(p + i, n - i)
                if length > 0 and not (length == 3 and _is_noncharacter(p + i)):
                    i += length
                    continue
                self._put(p + start, i - start)
                self._put(REPLACEMENT, 3)
                i += length if length > 0 else -length
            else:  # a control byte, or one dash too many
                self._put(p + start, i - start)
                i += 1
            start = i
        self._put(p + start, n - start)
        if after_dash:
            self._put(b" ", 1)
        self._put(b"-->", 3)

    def json_string(self, bytes value not None):
        r"""Write a JSON string with its quotes: UTF-8 as it is, control bytes as \u00XX, invalid UTF-8 as U+FFFD."""
        self._put(b'"', 1)
        self._put_value(value, IN_JSON)
        self._put(b'"', 1)

    def flush(self):
        """Hand what is in the buffer to the sink: one call, none when the buffer is empty."""
        if self._fill > 0:
            self._drain()


cdef bytes _escape(bytes value, int place):
    cdef const uint8_t* p = <const uint8_t*>PyBytes_AS_STRING(value)
    cdef Py_ssize_t n = PyBytes_GET_SIZE(value)
    cdef Py_ssize_t i = 0
    cdef list pieces
    cdef Writer writer
    while i < n and not _special[p[i]] & place:
        i += 1
    if i == n:
        return value
    pieces = []
    writer = Writer(pieces.append)
    writer._put_value(value, place)
    writer.flush()
    return b"".join(pieces)


def escape_attr(bytes value not None):
    """The value as Writer.attr writes it between the quotes. A value that needs no change is returned itself."""
    return _escape(value, IN_ATTR)


def json_escape(bytes value not None):
    """The value as Writer.json_string writes it between the quotes. A value that needs no change is returned itself."""
    return _escape(value, IN_JSON)


def cdata_alters(bytes value not None):
    """Whether Writer.cdata would have to alter bytes: asked before the start tag that discloses it is written."""
    return Writer(None)._put_value(value, IN_CDATA) != 0
