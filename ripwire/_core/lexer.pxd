# Tokens of code without its names: shared by the kernels that compare or measure bodies.
from libc.stdint cimport uint8_t, uint16_t

cdef enum:
    NAME = 1
    NUMBER = 2
    STRING = 3
    FIRST_KEYWORD = 16
    FIRST_MARK = 512      # and the byte itself

cdef enum:  # how a language writes
    SLASHES = 1           # // and /* */ begin comments
    HASH = 2
    DASHES = 4            # -- and --[[ ]]
    SEMICOLON = 8
    CHARACTERS = 16       # ' is around one character, or is punctuation
    TRIPLE = 32           # """ and ''' are around texts
    BACKTICK = 64         # ` is around texts
    INNER_HASH = 128      # # within a word, after $ { & or a backslash, or before [ or {, is no comment

cdef size_t lex(const uint8_t* data, size_t size, int how, uint16_t* out) noexcept nogil
