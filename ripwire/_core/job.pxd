# What a thread of a search has for the file that it is at.
from libc.stdint cimport int64_t, uint8_t, uint32_t, uint64_t

from ripwire._core.body cimport Body
from ripwire._core.buffer cimport Buffer

cdef enum:  # of files
    STDIN = 2            # 1: named on the command line

ctypedef struct Problem:
    uint32_t file
    int error            # an errno, or a negative result of `Program.find`

ctypedef struct Job:
    Body body
    Buffer out
    Buffer spans         # of size_t
    Buffer problems      # of Problem
    Buffer replaced      # the text of a line or block with its matches replaced
    Buffer link          # the path in links
    bint linked          # it is made
    Buffer new_spans     # where the replacements are in it
    void* ascii_scratch
    void* utf_scratch
    size_t* groups
    # the text
    const uint8_t* data
    size_t size
    bint ascii
    int error
    uint32_t file
    int named
    const uint8_t* path
    size_t path_size
    # the place in it
    size_t pos           # where the next look begins
    size_t shown         # behind the last line that was handed on
    uint64_t left        # lines of context that are still wanted
    uint64_t count       # what -m counts: lines, or with -U matches
    bint has_matched, sunk
    size_t hit_first     # of the loop by lines: the next line that matches
    size_t hit_last
    int hit              # 0 not looked for, 1 known, 2 there is none
    # what was handed on
    uint64_t selected    # times
    uint64_t lines       # of the text
    uint64_t file_matches
    # binary texts
    size_t region        # a line that begins behind it ends the text
    size_t nul           # the first NUL byte
    bint in_view         # the text is one view of the file, whose lines are looked at for NUL
    bint quits           # and a NUL byte that is seen ends the search
    bint seen            # NUL was seen
    bint told            # and the output ends with a notice
    # what is printed
    size_t counted       # up to here lines are numbered
    uint64_t number
    bint printed
    bint streamed        # some of its output is let go already
    uint64_t bytes_printed
    size_t weighed       # up to here the output is counted
    # of all files of this thread
    uint64_t searched_files, matched_files, bytes_searched, all_bytes_printed, matched_lines, matches
