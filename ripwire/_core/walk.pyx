"""Which files below some roots are searched: ripgrep's walk, without the GIL, in as many threads as call `Walker.run`.

Purpose: directories are read, their ignore files compiled and their entries judged; what is left is one buffer of
paths. Invariant: the result is a function of the tree and the options, not of the threads: each directory keeps its
entries in order, and the paths are put together from them at the end, with "/" before every other byte. What can't
be read is told. Cost: open, read and close of each directory, an open for each ignore file in it, and the rules for
each entry; no stat but where an option asks for one or the file system doesn't tell kinds. Memory: names and paths
of what is kept.

Names are judged by the rules of their directory's chain of `Level`s, the nearest first; a directory without ignore
files has that of the one above. Rules are matched against the part of the real absolute path that is below their own
directory.
"""

from cpython.bytes cimport PyBytes_FromStringAndSize
from libc.errno cimport EINTR, ELOOP, ENOMEM, errno
from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc, qsort
from libc.string cimport memchr, memcmp, memcpy, memset, strlen

from ripwire._core.buffer cimport Buffer, put, release, reserve
from ripwire._core.globs cimport (
    GLOB_MEMORY,
    GLOB_UTF8,
    Pool,
    Rules,
    RuleSet,
    Wrong,
    pool_free,
    pool_take,
    rules_free,
    rules_line,
    rules_match,
    rules_seal,
)

cdef extern from *:
    """
    #include <dirent.h>
    #include <errno.h>
    #include <fcntl.h>
    #include <pthread.h>
    #include <string.h>
    #include <sys/stat.h>
    #include <unistd.h>
    #ifdef __linux__
    #include <sys/syscall.h>
    #endif

    /* Entries of a directory that is open as a file. On Linux without the C library's stream, which costs two calls of
       the system and an allocation more for each directory. */
    typedef struct {
        int fd;
        char* buffer;
        size_t room;
    #ifdef __linux__
        long at, size;
    #else
        DIR* stream;
    #endif
    } rw_listing;

    static void rw_listing_open(rw_listing* l, int fd, char* buffer, size_t room) {
        l->fd = fd;
        l->buffer = buffer;
        l->room = room;
    #ifdef __linux__
        l->at = l->size = 0;
    #else
        l->stream = fdopendir(dup(fd));
    #endif
    }
    /* 1: an entry, 0: the end, -1: errno says */
    static int rw_listing_next(rw_listing* l, const char** name, int* kind, uint64_t* ino) {
    #ifdef __linux__
        struct rw_record { uint64_t ino; int64_t off; unsigned short size; unsigned char kind; char name[]; } *r;
        if (l->at >= l->size) {
            l->size = syscall(SYS_getdents64, l->fd, l->buffer, l->room);
            l->at = 0;
            if (l->size <= 0) return (int)l->size;
        }
        r = (struct rw_record*)(l->buffer + l->at);
        l->at += r->size;
        *name = r->name;
        *kind = r->kind;
        *ino = r->ino;
        return 1;
    #else
        struct dirent* e;
        if (l->stream == NULL) return -1;
        errno = 0;
        e = readdir(l->stream);
        if (e == NULL) return errno ? -1 : 0;
        *name = e->d_name;
        *kind = e->d_type;
        *ino = e->d_ino;
        return 1;
    #endif
    }
    static void rw_listing_close(rw_listing* l) {
    #ifndef __linux__
        if (l->stream != NULL) closedir(l->stream);
    #endif
        close(l->fd);
    }
    """
    ctypedef struct rw_listing:
        int fd
    void rw_listing_open(rw_listing* l, int fd, char* buffer, size_t room) noexcept nogil
    int rw_listing_next(rw_listing* l, const char** name, int* kind, uint64_t* ino) noexcept nogil
    void rw_listing_close(rw_listing* l) noexcept nogil
    ctypedef struct pthread_mutex_t:
        pass
    ctypedef struct pthread_cond_t:
        pass
    int pthread_mutex_init(pthread_mutex_t* m, void* how) nogil
    int pthread_mutex_destroy(pthread_mutex_t* m) nogil
    int pthread_mutex_lock(pthread_mutex_t* m) nogil
    int pthread_mutex_unlock(pthread_mutex_t* m) nogil
    int pthread_cond_init(pthread_cond_t* c, void* how) nogil
    int pthread_cond_destroy(pthread_cond_t* c) nogil
    int pthread_cond_wait(pthread_cond_t* c, pthread_mutex_t* m) nogil
    int pthread_cond_signal(pthread_cond_t* c) nogil
    int pthread_cond_broadcast(pthread_cond_t* c) nogil
    enum:
        DT_DIR
        DT_REG
        DT_LNK
        DT_UNKNOWN
        O_RDONLY
        O_DIRECTORY
        O_CLOEXEC
        O_NONBLOCK
        AT_FDCWD
        AT_SYMLINK_NOFOLLOW
    ctypedef struct stat_t "struct stat":
        uint64_t st_dev
        uint64_t st_ino
        int64_t st_size
        unsigned int st_mode
    int openat(int at, const char* path, int how) nogil
    int close(int fd) nogil
    ssize_t read(int fd, void* data, size_t size) nogil
    int fstat(int fd, stat_t* out) nogil
    int fstatat(int at, const char* path, stat_t* out, int how) nogil
    bint S_ISDIR(unsigned int mode) nogil
    bint S_ISREG(unsigned int mode) nogil
    bint S_ISLNK(unsigned int mode) nogil
    char* realpath(const char* path, char* out) nogil

cdef enum:
    LISTING_BYTES = 32768
    FILES = 4             # kinds of ignore files, the most telling first: .rgignore, .ignore, .gitignore, exclude

cdef enum:                # what the names of a directory show
    HAS_RGIGNORE = 1
    HAS_IGNORE = 2
    HAS_GITIGNORE = 4
    HAS_GIT = 8
    HAS_JJ = 16
    HAS_ALL = 31

cdef enum:                # verdicts
    UNKNOWN = 0
    DROPPED = 1
    WANTED = 2


# The rules of one directory and the way up. `lists` by kind, NULL where there are none.
ctypedef struct Level:
    Level* parent
    Level* made           # the one made before it by the same hand
    Rules* lists[FILES]
    size_t base           # what is below its directory begins here in an absolute path
    bint has_git
    bint any_git          # it or one above it has
    bint above            # above the root

ctypedef struct Entry:
    const char* name
    Folder* below         # of a directory
    uint32_t size
    bint folder

ctypedef struct Folder:
    Folder* parent        # NULL: a root
    Folder* next          # in the list of work
    Level* level          # of its parent, then its own
    const char* typed     # what stands before its entries as printed
    const char* whole     # the same of the absolute path
    uint32_t typed_size
    uint32_t whole_size
    uint32_t cut          # bytes at the end of `typed` that its own name doesn't have (its slash)
    uint32_t depth
    uint64_t device
    uint64_t inode
    uint64_t root_device
    Entry* entries
    uint32_t n
    uint32_t at           # where the gathering is

ctypedef struct Problem:
    Problem* next
    const char* path
    uint32_t size
    int error             # errno; ELOOP with `other`, an ancestor
    const char* other
    uint32_t other_size

ctypedef struct Note:
    Note* next
    const char* path
    uint32_t size
    uint32_t line         # 0: all of the file
    int code              # of a glob; -errno
    const char* text
    uint32_t text_size
    bint above            # of a directory above a root: ripgrep exits with 2 then

# What one thread works with.
ctypedef struct Hand:
    Pool pool
    Buffer raw            # of a directory: kind, inode, size of the name, name, NUL
    Buffer typed
    Buffer whole
    Buffer file
    Buffer kept           # entries
    Level* levels
    Problem* problems
    Note* notes
    bint above            # what is read now is above a root
    bint failed           # memory
    Hand* next
    char listing[LISTING_BYTES]

ctypedef struct Raw:
    uint64_t inode
    uint32_t size
    int32_t kind


cdef inline bint _reserve(Hand* hand, Buffer* b, size_t more) noexcept nogil:
    if reserve(b, more):
        return True
    hand.failed = True
    return False


cdef inline void _put(Hand* hand, Buffer* b, const void* data, size_t size) noexcept nogil:
    put(b, data, size)
    if b.failed:
        hand.failed = True


cdef char* _copy(Hand* hand, const void* data, size_t size) noexcept nogil:
    """The bytes with a NUL behind them, kept."""
    cdef char* out = <char*>pool_take(&hand.pool, size + 1)
    if out == NULL:
        hand.failed = True
        return NULL
    memcpy(out, data, size)
    out[size] = 0
    return out


cdef int _by_name(const void* a, const void* b) noexcept nogil:
    """By bytes, the shorter first: a directory's slash comes before every other byte that could follow."""
    cdef const Entry* x = <const Entry*>a
    cdef const Entry* y = <const Entry*>b
    cdef int order = memcmp(x.name, y.name, min(x.size, y.size))
    if order:
        return order
    return (x.size > y.size) - (x.size < y.size)


cdef inline int _telling(const char* name, size_t size) noexcept nogil:
    if name[0] != 46:
        return 0
    if size == 10 and memcmp(name, b".gitignore", 10) == 0:
        return HAS_GITIGNORE
    if size == 4 and memcmp(name, b".git", 4) == 0:
        return HAS_GIT
    if size == 7 and memcmp(name, b".ignore", 7) == 0:
        return HAS_IGNORE
    if size == 9 and memcmp(name, b".rgignore", 9) == 0:
        return HAS_RGIGNORE
    return HAS_JJ if size == 3 and memcmp(name, b".jj", 3) == 0 else 0


# --- ignore files -----------------------------------------------------------------------------------------------------

cdef int _read_file(Hand* hand, int at, const char* name) noexcept nogil:
    """A regular file into `hand.file`; 0, or errno (EISDIR and its like for what is none)."""
    cdef int fd
    cdef stat_t facts
    cdef ssize_t got
    cdef int error = 0
    fd = openat(at, name, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    if fd < 0:
        return errno
    hand.file.size = 0
    if fstat(fd, &facts) == 0 and not S_ISREG(facts.st_mode):
        close(fd)
        return -1
    while True:
        if not _reserve(hand, &hand.file, <size_t>facts.st_size + 1 if hand.file.size == 0 else 4096):
            error = ENOMEM
            break
        got = read(fd, hand.file.data + hand.file.size, hand.file.room - hand.file.size)
        if got < 0 and errno == EINTR:
            continue
        if got <= 0:
            error = errno if got < 0 else 0
            break
        hand.file.size += <size_t>got
    close(fd)
    return error


cdef void _note(Hand* hand, const char* folder, size_t size, const char* name, uint32_t line, const Wrong* wrong,
                const uint8_t* text, size_t text_size) noexcept nogil:
    cdef Note* note = <Note*>pool_take(&hand.pool, sizeof(Note))
    cdef char* path = <char*>pool_take(&hand.pool, size + strlen(name) + 1)
    if note == NULL or path == NULL:
        hand.failed = True
        return
    memcpy(path, folder, size)
    memcpy(path + size, name, strlen(name) + 1)
    note.path, note.size = path, <uint32_t>(size + strlen(name))
    note.line, note.code = line, wrong.code
    note.text, note.text_size = _copy(hand, text, text_size), <uint32_t>text_size
    note.above = hand.above
    note.next = hand.notes
    hand.notes = note


cdef void _read_lines(Hand* hand, Rules* rules, bint fold, const char* folder, size_t folder_size,
                      const char* name) noexcept nogil:
    """The rules of `hand.file`. Bytes that are no UTF-8 end it, as in ripgrep; a wrong glob makes no rule."""
    cdef const uint8_t* data = hand.file.data
    cdef size_t size = hand.file.size, at = 0, end, next_
    cdef const void* found
    cdef uint32_t line = 0
    cdef Wrong wrong
    while at + 3 <= size and data[at] == 0xEF and data[at + 1] == 0xBB and data[at + 2] == 0xBF:
        at += 3
    while at < size:
        line += 1
        found = memchr(data + at, 10, size - at)
        end = size if found == NULL else <size_t>(<const uint8_t*>found - data)
        next_ = end + 1
        if found != NULL and end > at and data[end - 1] == 13:
            end -= 1
        rules_line(rules, data + at, end - at, fold, True, line, &wrong)
        if wrong.code == GLOB_MEMORY:
            hand.failed = True
        elif wrong.code:
            _note(hand, folder, folder_size, name, line, &wrong, data + at, end - at)
            if wrong.code == GLOB_UTF8:
                break
        at = next_
    if rules_seal(rules):
        hand.failed = True


cdef Rules* _load(Hand* hand, int at, const char* name, bint fold, const char* folder,
                  size_t folder_size) noexcept nogil:
    """The rules of one ignore file, NULL for none."""
    cdef Rules* rules
    if _read_file(hand, at, name) or not hand.file.size:
        return NULL
    rules = <Rules*>pool_take(&hand.pool, sizeof(Rules))
    if rules == NULL:
        hand.failed = True
        return NULL
    memset(rules, 0, sizeof(Rules))
    rules.pool = &hand.pool
    _read_lines(hand, rules, fold, folder, folder_size, name)
    return rules


def read_rules(bytes path not None, bint fold) -> tuple:
    """(rules, errno or -1 for what is no file, notes) of a file given by its path (--ignore-file, git's own)."""
    cdef RuleSet out = RuleSet()
    cdef Hand* hand = _hand()
    cdef int error
    cdef const char* name = path
    try:
        with nogil:
            error = _read_file(hand, AT_FDCWD, name)
            if not error:
                _read_lines(hand, &out.rules, fold, b"", 0, name)
        if hand.failed:
            raise MemoryError
        return out, error, _notes(hand)
    finally:
        _hand_free(hand)


cdef list _notes(Hand* hand):
    cdef Note* note = hand.notes
    out = []
    while note != NULL:
        out.append((note.path[:note.size], note.line, note.code, note.text[:note.text_size], bool(note.above)))
        note = note.next
    return out


cdef Hand* _hand() except NULL:
    cdef Hand* hand = <Hand*>malloc(sizeof(Hand))
    if hand == NULL:
        raise MemoryError
    memset(hand, 0, sizeof(Hand) - LISTING_BYTES)
    return hand


cdef void _hand_free(Hand* hand) noexcept nogil:
    cdef Level* level = hand.levels
    cdef int i
    while level != NULL:
        for i in range(FILES):
            if level.lists[i] != NULL:
                rules_free(level.lists[i])
        level = level.made
    pool_free(&hand.pool)
    release(&hand.raw)
    release(&hand.typed)
    release(&hand.whole)
    release(&hand.file)
    release(&hand.kept)
    free(hand)


# --- the walk ---------------------------------------------------------------------------------------------------------

cdef class Walker:
    """One walk: `add` the roots, `run` in any number of threads at once, then ask for what was `found`."""

    cdef RuleSet overrides, types, genera, global_rules
    cdef list explicit_rules
    cdef Rules** explicit
    cdef int n_explicit
    cdef int32_t* type_genera      # triples: selection, mask of genera, negative
    cdef int n_type_genera
    cdef bint selected, hidden, dot, vcs, exclude, parents, require_git, fold, follow, one_device, skips
    cdef uint32_t genera_kept
    cdef int64_t max_depth, max_size
    cdef uint64_t skip_device, skip_inode
    cdef bytes cwd
    cdef const char* here
    cdef size_t here_size
    cdef dict above                # address of the Level of a directory above a root, by its path
    cdef list roots                # (address of its Folder, None) or (None, path of a file)
    cdef Hand* hands
    cdef Hand* first
    cdef Folder* work
    cdef Py_ssize_t pending        # directories that are not done
    cdef bint stopped
    cdef pthread_mutex_t lock
    cdef pthread_cond_t more

    def __cinit__(self):
        pthread_mutex_init(&self.lock, NULL)
        pthread_cond_init(&self.more, NULL)

    def __init__(self, *, bytes cwd not None, RuleSet overrides, RuleSet types, bint selected,
                 list type_genera not None,
                 RuleSet genera, uint32_t genera_kept, RuleSet global_rules, list explicit_rules not None, bint hidden,
                 bint dot,
                 bint vcs, bint exclude, bint parents, bint require_git, bint fold, bint follow, bint one_device,
                 int64_t max_depth, int64_t max_size, tuple skip):
        cdef int i
        cdef RuleSet rules
        if self.hands != NULL:
            raise ValueError("a walk is made once")
        self.overrides, self.types, self.genera, self.global_rules = overrides, types, genera, global_rules
        self.selected, self.genera_kept, self.hidden = selected, genera_kept, hidden
        self.dot, self.vcs, self.exclude, self.parents, self.require_git = dot, vcs, exclude, parents, require_git
        self.fold, self.follow, self.one_device = fold, follow, one_device
        self.max_depth, self.max_size = max_depth, max_size
        self.cwd = cwd
        self.here, self.here_size = cwd, <size_t>len(cwd)
        self.above, self.roots = {}, []
        self.hands = self.first = _hand()
        self.explicit_rules, self.n_explicit = explicit_rules, len(explicit_rules)
        self.explicit = <Rules**>malloc((self.n_explicit + 1) * sizeof(Rules*))
        self.n_type_genera = len(type_genera)
        self.type_genera = <int32_t*>malloc((3 * self.n_type_genera + 1) * sizeof(int32_t))
        if self.explicit == NULL or self.type_genera == NULL:
            raise MemoryError
        for i in range(self.n_explicit):
            rules = explicit_rules[i]
            self.explicit[i] = &rules.rules
        for i in range(self.n_type_genera):
            self.type_genera[3 * i], self.type_genera[3 * i + 1], self.type_genera[3 * i + 2] = type_genera[i]
        self.skips = skip is not None
        if skip is not None:
            self.skip_device, self.skip_inode = skip

    def __dealloc__(self):
        cdef Hand* hand
        while self.hands != NULL:
            hand = self.hands
            self.hands = hand.next
            _hand_free(hand)
        free(self.explicit)
        free(self.type_genera)
        pthread_mutex_destroy(&self.lock)
        pthread_cond_destroy(&self.more)

    # --- roots ------------------------------------------------------------------------------------------------------

    def add(self, bytes typed not None) -> None:
        """Add a root as it was typed."""
        self._add(typed, typed)

    def add_here(self) -> None:
        """Add the current directory, which nobody typed: its paths are printed without "./"."""
        self._add(b".", b"")

    def _add(self, bytes path, bytes typed) -> None:
        cdef stat_t facts
        cdef Folder* folder
        cdef Hand* hand = self.first
        cdef char* real
        if fstatat(AT_FDCWD, path, &facts, 0) != 0:
            self._tell(hand, path, <uint32_t>len(path), errno, NULL, 0)
            return
        if not S_ISDIR(facts.st_mode):
            self.roots.append((None, typed))
            return
        real = realpath(path, NULL)
        if real == NULL:
            self._tell(hand, path, <uint32_t>len(path), errno, NULL, 0)
            return
        whole = <bytes>real
        free(real)
        folder = <Folder*>pool_take(&hand.pool, sizeof(Folder))
        if folder == NULL:
            raise MemoryError
        memset(folder, 0, sizeof(Folder))
        slash = typed.endswith(b"/") or not typed
        folder.level = self._above(whole.rpartition(b"/")[0] if whole != b"/" else None)
        if not slash:
            typed += b"/"
            folder.cut = 1
        if whole != b"/":
            whole += b"/"
        folder.typed, folder.typed_size = _copy(hand, <char*>typed, len(typed)), <uint32_t>len(typed)
        folder.whole, folder.whole_size = _copy(hand, <char*>whole, len(whole)), <uint32_t>len(whole)
        folder.root_device = facts.st_dev
        if hand.failed:
            raise MemoryError
        folder.next, self.work = self.work, folder
        self.pending += 1
        self.roots.append((<size_t>folder, None))

    cdef Level* _above(self, bytes folder):
        """The rules of a directory above a root ("" is the root of all) and of those above that one."""
        cdef Level* parent = NULL
        cdef Level* level
        cdef const char* path
        cdef size_t size
        cdef int fd
        if folder is None or not (self.parents or self.vcs or self.exclude):
            return NULL
        known = self.above.get(folder)
        if known is not None:
            return <Level*><size_t>known
        if folder:
            parent = self._above(folder.rpartition(b"/")[0])
        inside = folder + b"/"
        path, size = inside, <size_t>len(inside)
        with nogil:
            fd = openat(AT_FDCWD, path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
            level = parent
            if fd >= 0:
                self.first.above = True
                level = self._level(self.first, parent, fd, HAS_ALL, path, size, size, True)
                self.first.above = False
                close(fd)
        self.above[folder] = <size_t>level
        return level

    cdef Level* _level(self, Hand* hand, Level* parent, int fd, int seen, const char* folder, size_t folder_size,
                       size_t base,
                       bint above) noexcept nogil:
        """The rules of an open directory, or those of its parent if it has none."""
        cdef Level made
        cdef Level* level
        cdef stat_t facts
        cdef bint is_file = False, some
        cdef int kind
        memset(&made, 0, sizeof(Level))
        made.parent, made.base, made.above = parent, base, above
        if self.require_git and (self.vcs or self.exclude and not above):
            if seen & HAS_GIT and fstatat(fd, b".git", &facts, 0) == 0:
                made.has_git, is_file = True, S_ISREG(facts.st_mode)
            elif seen & HAS_JJ and fstatat(fd, b".jj", &facts, 0) == 0:
                made.has_git = True
        some = made.has_git
        made.any_git = made.has_git or parent != NULL and parent.any_git
        if self.dot and seen & HAS_RGIGNORE:
            made.lists[0] = _load(hand, fd, b".rgignore", self.fold, folder, folder_size)
        if self.dot and seen & HAS_IGNORE:
            made.lists[1] = _load(hand, fd, b".ignore", self.fold, folder, folder_size)
        if self.vcs and seen & HAS_GITIGNORE:
            made.lists[2] = _load(hand, fd, b".gitignore", self.fold, folder, folder_size)
        if self.exclude and seen & HAS_GIT:
            if is_file:
                made.lists[3] = self._worktree(hand, fd)
            else:
                made.lists[3] = _load(hand, fd, b".git/info/exclude", self.fold, folder, folder_size)
        if above and not self.parents:  # ripgrep reads and complains all the same
            for kind in range(FILES):
                if made.lists[kind] != NULL:
                    rules_free(made.lists[kind])
                made.lists[kind] = NULL
        for kind in range(FILES):
            some = some or made.lists[kind] != NULL
        if not some:
            return parent
        level = <Level*>pool_take(&hand.pool, sizeof(Level))
        if level == NULL:
            hand.failed = True
            return parent
        level[0] = made
        level.made = hand.levels
        hand.levels = level
        return level

    cdef Rules* _worktree(self, Hand* hand, int fd) noexcept nogil:
        """The excludes of the repository whose worktree has a .git that is a file."""
        cdef size_t size, real
        cdef char* path
        cdef Rules* rules
        if _read_file(hand, fd, b".git"):
            return NULL
        size = _first_line(hand)
        if size < 8 or memcmp(hand.file.data, b"gitdir: ", 8) != 0:
            return NULL
        real = size - 8
        path = <char*>malloc(real + 11)
        if path == NULL:
            hand.failed = True
            return NULL
        memcpy(path, hand.file.data + 8, real)
        memcpy(path + real, b"/commondir", 11)
        if _read_file(hand, AT_FDCWD, path):
            free(path)
            return NULL
        size = _first_line(hand)
        hand.whole.size = 0
        if size and hand.file.data[0] == 46:
            _put(hand, &hand.whole, path, real + 1)
        free(path)
        _put(hand, &hand.whole, hand.file.data, size)
        _put(hand, &hand.whole, b"/info/exclude", 14)
        if hand.failed:
            return NULL
        path = _copy(hand, hand.whole.data, hand.whole.size)
        if path == NULL:
            return NULL
        rules = _load(hand, AT_FDCWD, path, self.fold, b"", 0)
        return rules

    cdef void _tell(self, Hand* hand, const char* path, uint32_t size, int error, const char* other,
                    uint32_t other_size) noexcept nogil:
        cdef Problem* problem = <Problem*>pool_take(&hand.pool, sizeof(Problem))
        if problem == NULL:
            hand.failed = True
            return
        problem.path, problem.size, problem.error = _copy(hand, path, size), size, error
        problem.other, problem.other_size = other, other_size
        problem.next = hand.problems
        hand.problems = problem

    # --- the threads ------------------------------------------------------------------------------------------------

    def run(self) -> None:
        """Work until nothing is left; any number of threads may call it at once."""
        cdef Hand* hand = _hand()
        with nogil:
            pthread_mutex_lock(&self.lock)
            hand.next = self.hands
            self.hands = hand
            self._work(hand)
            pthread_mutex_unlock(&self.lock)
        if hand.failed:
            raise MemoryError

    def stop(self) -> None:
        """Let every `run` come back after the directory that it is at; what was found is good for nothing then."""
        with nogil:
            pthread_mutex_lock(&self.lock)
            self.stopped = True
            pthread_cond_broadcast(&self.more)
            pthread_mutex_unlock(&self.lock)

    cdef void _work(self, Hand* hand) noexcept nogil:
        cdef Folder* folder
        cdef bint grown
        cdef uint32_t i
        while True:
            while self.work == NULL and self.pending and not self.stopped:
                pthread_cond_wait(&self.more, &self.lock)
            folder = self.work
            if folder == NULL or self.stopped:
                return
            self.work = folder.next
            pthread_mutex_unlock(&self.lock)
            self._read(hand, folder)
            grown = False
            i = folder.n
            pthread_mutex_lock(&self.lock)
            while i:
                i -= 1
                if folder.entries[i].below != NULL:
                    folder.entries[i].below.next, self.work = self.work, folder.entries[i].below
                    self.pending += 1
                    grown = True
            self.pending -= 1
            if not self.pending:
                pthread_cond_broadcast(&self.more)
            elif grown:
                pthread_cond_signal(&self.more)

    cdef void _read(self, Hand* hand, Folder* folder) noexcept nogil:
        """Read a directory; its entries that are wanted, in order."""
        cdef rw_listing listing
        cdef stat_t facts
        cdef const char* name = NULL
        cdef int kind = 0, got, seen = 0, fd
        cdef uint64_t inode = 0
        cdef size_t at = 0, size
        cdef Raw raw
        if self.max_depth >= 0 and folder.depth >= self.max_depth:
            return
        name = folder.typed if folder.typed_size else <const char*>b"."
        fd = openat(AT_FDCWD, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        if fd < 0:
            self._tell_folder(hand, folder, errno)
            return
        if (self.follow or self.one_device) and fstat(fd, &facts) == 0:
            folder.device, folder.inode = facts.st_dev, facts.st_ino
            if self.one_device and folder.device != folder.root_device:
                close(fd)
                return
        rw_listing_open(&listing, fd, hand.listing, LISTING_BYTES)
        hand.raw.size = 0
        # The names tell which ignore files there are; what these say is asked when all are known.
        while True:
            got = rw_listing_next(&listing, &name, &kind, &inode)
            if got <= 0:
                break
            size = strlen(name)
            if name[0] == 46:
                if size == 1 or size == 2 and name[1] == 46:
                    continue
                seen |= _telling(name, size)
            raw.inode, raw.size, raw.kind = inode, <uint32_t>size, kind
            _put(hand, &hand.raw, &raw, sizeof(Raw))
            _put(hand, &hand.raw, name, size + 1)
            if _reserve(hand, &hand.raw, 8):
                hand.raw.size = (hand.raw.size + 7) & ~<size_t>7  # the next Raw is aligned
        if got < 0:
            self._tell_folder(hand, folder, errno)
        if seen:
            folder.level = self._level(hand, folder.level, fd, seen, folder.typed, folder.typed_size, folder.whole_size,
                                       False)
        hand.typed.size = hand.whole.size = hand.kept.size = 0
        _put(hand, &hand.typed, folder.typed, folder.typed_size)
        _put(hand, &hand.whole, folder.whole, folder.whole_size)
        while at < hand.raw.size and not hand.failed:
            memcpy(&raw, hand.raw.data + at, sizeof(Raw))
            self._consider(hand, folder, fd, <const char*>hand.raw.data + at + sizeof(Raw), &raw)
            at += sizeof(Raw) + ((raw.size + 8) & ~<size_t>7)
        rw_listing_close(&listing)
        size = hand.kept.size // sizeof(Entry)
        if not size:
            return
        folder.entries = <Entry*>pool_take(&hand.pool, hand.kept.size)
        if folder.entries == NULL:
            hand.failed = True
            return
        memcpy(folder.entries, hand.kept.data, hand.kept.size)
        qsort(folder.entries, size, sizeof(Entry), _by_name)
        folder.n = <uint32_t>size
        for at in range(size):
            if folder.entries[at].folder:
                self._below(hand, folder, &folder.entries[at])
                if hand.failed:
                    folder.n = 0
                    return

    cdef void _tell_folder(self, Hand* hand, Folder* folder, int error) noexcept nogil:
        if folder.typed_size:
            self._tell(hand, folder.typed, folder.typed_size - folder.cut, error, NULL, 0)
        else:
            self._tell(hand, b"", 0, error, NULL, 0)

    cdef void _below(self, Hand* hand, Folder* folder, Entry* entry) noexcept nogil:
        """Make the work of a directory in a directory."""
        cdef Folder* below = <Folder*>pool_take(&hand.pool, sizeof(Folder))
        cdef uint32_t typed_size = folder.typed_size + entry.size + 1, whole_size = folder.whole_size + entry.size + 1
        cdef char* text = <char*>pool_take(&hand.pool, <size_t>typed_size + whole_size + 2)
        if below == NULL or text == NULL:
            hand.failed = True
            return
        memset(below, 0, sizeof(Folder))
        memcpy(text, folder.typed, folder.typed_size)
        memcpy(text + folder.typed_size, entry.name, entry.size)
        text[typed_size - 1], text[typed_size] = 47, 0
        below.typed, below.typed_size, below.cut = text, typed_size, 1
        text += typed_size + 1
        memcpy(text, folder.whole, folder.whole_size)
        memcpy(text + folder.whole_size, entry.name, entry.size)
        text[whole_size - 1], text[whole_size] = 47, 0
        below.whole, below.whole_size = text, whole_size
        below.parent, below.level, below.depth = folder, folder.level, folder.depth + 1
        below.root_device = folder.root_device
        entry.below = below

    cdef void _consider(self, Hand* hand, Folder* folder, int fd, const char* name, const Raw* raw) noexcept nogil:
        """Keep an entry of a directory if it is wanted."""
        cdef int verdict, kind = raw.kind
        cdef stat_t facts
        cdef bint is_folder, known = False
        cdef Entry entry
        if kind == DT_UNKNOWN:
            if fstatat(fd, name, &facts, AT_SYMLINK_NOFOLLOW) != 0:
                self._tell_entry(hand, folder, name, raw.size, errno, NULL)
                return
            kind = _kind(facts.st_mode)
        if kind == DT_LNK:
            if not self.follow:
                return
            if fstatat(fd, name, &facts, 0) != 0:
                self._tell_entry(hand, folder, name, raw.size, errno, NULL)
                return
            known = True
            kind = _kind(facts.st_mode)
            if kind == DT_DIR and self._loops(hand, folder, name, raw.size, &facts):
                return
        if kind != DT_DIR and kind != DT_REG:
            return
        is_folder = kind == DT_DIR
        hand.typed.size, hand.whole.size = folder.typed_size, folder.whole_size
        _put(hand, &hand.typed, name, raw.size)
        _put(hand, &hand.whole, name, raw.size)
        if hand.failed:
            return
        verdict = self._verdict(hand, folder, is_folder)
        if verdict == DROPPED or verdict == UNKNOWN and not self.hidden and name[0] == 46:
            return
        if not is_folder:
            if self.max_size >= 0:
                if (known or fstatat(fd, name, &facts, AT_SYMLINK_NOFOLLOW) == 0) and facts.st_size > self.max_size:
                    return
            if self.skips and (known or raw.inode == self.skip_inode) and fstatat(fd, name, &facts, 0) == 0 \
                    and facts.st_ino == self.skip_inode and facts.st_dev == self.skip_device:
                return
            if self.genera_kept != 7 and not (self.genera_kept >> self._genus(hand)) & 1:
                return
        entry.name, entry.size = _copy(hand, name, raw.size), raw.size
        entry.folder, entry.below = is_folder, NULL
        _put(hand, &hand.kept, &entry, sizeof(Entry))

    cdef void _tell_entry(self, Hand* hand, Folder* folder, const char* name, uint32_t size, int error,
                          Folder* loop) noexcept nogil:
        cdef const char* other = NULL
        cdef uint32_t other_size = 0
        hand.typed.size = folder.typed_size
        _put(hand, &hand.typed, name, size)
        if hand.failed:
            return
        if loop != NULL:
            other, other_size = loop.typed, loop.typed_size - loop.cut
            if not loop.typed_size:
                other, other_size = b".", 1
        self._tell(hand, <char*>hand.typed.data, <uint32_t>hand.typed.size, error, other, other_size)

    cdef bint _loops(self, Hand* hand, Folder* folder, const char* name, uint32_t size,
                     const stat_t* facts) noexcept nogil:
        """Whether a link leads to a directory that it is in; that is told."""
        cdef Folder* up = folder
        while up != NULL:
            if up.device == facts.st_dev and up.inode == facts.st_ino:
                self._tell_entry(hand, folder, name, size, ELOOP, up)
                return True
            up = up.parent
        return False

    # --- what the rules say -----------------------------------------------------------------------------------------

    cdef const uint8_t* _from_here(self, Hand* hand, size_t* size) noexcept nogil:
        """The path as the current directory sees it: as printed, without "./" before it or the directory's own path."""
        cdef const uint8_t* path = hand.typed.data
        cdef size_t n = hand.typed.size
        cdef int i
        for i in range(2):
            if n >= 2 and path[0] == 46 and path[1] == 47:
                path += 2
                n -= 2
        if n >= self.here_size and memcmp(path, self.here, self.here_size) == 0:
            path += self.here_size
            n -= self.here_size
            if n and path[0] == 47:
                path += 1
                n -= 1
        size[0] = n
        return path

    cdef int _verdict(self, Hand* hand, Folder* folder, bint is_folder) noexcept nogil:
        """What the rules say of the entry whose paths are in `hand`."""
        cdef const uint8_t* path = NULL
        cdef size_t size = 0, name
        cdef size_t length = hand.typed.size - folder.typed_size
        cdef int32_t rule, mark, i
        cdef int said
        cdef bint negative
        if self.overrides is not None:
            path = self._from_here(hand, &size)
            rule = rules_match(&self.overrides.rules, path, size, size - length, is_folder)
            if rule >= 0:  # of -g, a rule without ! is one that is wanted
                return DROPPED if self.overrides.rules.rules[rule].negative else WANTED
            if self.overrides.rules.positive and not is_folder:
                return DROPPED
        said = self._ignored(hand, folder, is_folder, length)
        if said == DROPPED or self.types is None or is_folder:
            return said
        name = hand.typed.size - length
        rule = rules_match(&self.types.rules, hand.typed.data, hand.typed.size, name, False)
        mark, negative = -1, False
        if rule >= 0:
            mark, negative = <int32_t>self.types.rules.rules[rule].mark, self.types.rules.rules[rule].negative
        i = self.n_type_genera - 1
        while i >= 0 and self.type_genera[3 * i] > mark:
            if (self.type_genera[3 * i + 1] >> self._genus(hand)) & 1:
                return DROPPED if self.type_genera[3 * i + 2] else said  # a genus narrows, it brings nothing back
            i -= 1
        if mark >= 0:
            return DROPPED if negative else WANTED
        return DROPPED if self.selected else said

    cdef int _genus(self, Hand* hand) noexcept nogil:
        cdef size_t size, name
        cdef const uint8_t* path = self._from_here(hand, &size)
        cdef int32_t rule
        name = size
        while name and path[name - 1] != 47:
            name -= 1
        rule = rules_match(&self.genera.rules, path, size, name, False)
        return <int>self.genera.rules.rules[rule].mark if rule >= 0 else 0

    cdef int _ignored(self, Hand* hand, Folder* folder, bint is_folder, size_t length) noexcept nogil:
        """What the ignore files say: the kind counts first, then the nearer directory, then the later line."""
        cdef Level* level = folder.level
        cdef const uint8_t* path
        cdef size_t size
        cdef int said[FILES]
        cdef bint saw_git = False, git = not self.require_git or level != NULL and level.any_git
        cdef int kind, i
        said[0] = said[1] = said[2] = said[3] = UNKNOWN
        while level != NULL:
            path, size = hand.whole.data + level.base, hand.whole.size - level.base
            for kind in range(FILES):
                if level.lists[kind] != NULL and not said[kind] and (kind < 2 or git and not saw_git):
                    said[kind] = _said(level.lists[kind], path, size, size - length, is_folder)
            if said[0]:
                return said[0]
            saw_git = saw_git or level.has_git
            level = level.parent
        for kind in range(FILES):
            if said[kind]:
                return said[kind]
        if self.global_rules is None and not self.n_explicit:
            return UNKNOWN
        path = self._from_here(hand, &size)
        kind = UNKNOWN
        if self.global_rules is not None and git:
            kind = _said(&self.global_rules.rules, path, size, size - length, is_folder)
        i = self.n_explicit
        while not kind and i:  # the last file that was given speaks first
            i -= 1
            kind = _said(self.explicit[i], path, size, size - length, is_folder)
        return kind

    # --- what came of it --------------------------------------------------------------------------------------------

    def found(self) -> Found:
        """All paths in order. To be asked when every `run` has come back."""
        cdef Found out = Found()
        cdef Hand* hand = _hand()
        cdef Buffer paths, offsets
        cdef uint64_t at
        cdef const char* path
        cdef size_t size
        cdef Folder* folder
        named = bytearray()
        memset(&paths, 0, sizeof(Buffer))
        memset(&offsets, 0, sizeof(Buffer))
        try:
            for address, typed in self.roots:
                if address is None:
                    path, size = typed, <size_t>len(typed)
                    at = paths.size
                    _put(hand, &offsets, &at, sizeof(at))
                    _put(hand, &paths, path, size + 1)
                    named.append(1)
                else:
                    folder = <Folder*><size_t>address
                    with nogil:
                        _gather(hand, folder, &paths, &offsets)
                    named.extend(bytes(offsets.size // sizeof(uint64_t) - len(named)))
            at = paths.size
            _put(hand, &offsets, &at, sizeof(at))
            if hand.failed:
                raise MemoryError
            out._take(&paths, &offsets, named)
            return out
        finally:
            release(&paths)
            release(&offsets)
            _hand_free(hand)

    def folders(self) -> bytes:
        """The directories that were read, as printed and with a NUL byte behind each; "./" is the one nobody typed."""
        cdef Hand* hand = _hand()
        cdef Buffer paths
        memset(&paths, 0, sizeof(Buffer))
        try:
            for address, _ in self.roots:
                if address is not None:
                    _gather_folders(hand, <Folder*><size_t>address, &paths)
            if hand.failed:
                raise MemoryError
            return PyBytes_FromStringAndSize(<char*>paths.data, <Py_ssize_t>paths.size)
        finally:
            free(paths.data)
            _hand_free(hand)

    def problems(self) -> list[tuple[bytes, int, bytes]]:
        """(path, errno, "" or the directory that a link leads back to), in order."""
        cdef Hand* hand = self.hands
        cdef Problem* problem
        out = []
        while hand != NULL:
            problem = hand.problems
            while problem != NULL:
                other = b"" if problem.other == NULL else problem.other[:problem.other_size]
                out.append((problem.path[:problem.size], problem.error, other))
                problem = problem.next
            hand = hand.next
        return sorted(out)

    def notes(self) -> list[tuple[bytes, int, int, bytes, bool]]:
        """(path, line, code of the error, the line, whether its file is above a root) of lines that are no rules."""
        cdef Hand* hand = self.hands
        out = []
        while hand != NULL:
            out += _notes(hand)
            hand = hand.next
        return sorted(out)


cdef inline int _kind(unsigned int mode) noexcept nogil:
    return DT_DIR if S_ISDIR(mode) else DT_REG if S_ISREG(mode) else DT_LNK if S_ISLNK(mode) else -1


cdef inline int _said(const Rules* rules, const uint8_t* path, size_t size, size_t name, bint folder) noexcept nogil:
    cdef int32_t rule = rules_match(rules, path, size, name, folder)
    return UNKNOWN if rule < 0 else WANTED if rules.rules[rule].negative else DROPPED


cdef size_t _first_line(Hand* hand) noexcept nogil:
    cdef const void* found = memchr(hand.file.data, 10, hand.file.size) if hand.file.size else NULL
    cdef size_t size = hand.file.size
    if found != NULL:
        size = <size_t>(<const uint8_t*>found - hand.file.data)
        if size and hand.file.data[size - 1] == 13:
            size -= 1
    return size


cdef void _gather(Hand* hand, Folder* root, Buffer* paths, Buffer* offsets) noexcept nogil:
    """The paths of a tree in order."""
    cdef Folder* folder = root
    cdef Entry* entry
    cdef uint64_t at
    while folder != NULL:
        if folder.at >= folder.n:
            folder.at = 0
            folder = folder.parent
            continue
        entry = &folder.entries[folder.at]
        folder.at += 1
        if entry.folder:
            folder = entry.below
            continue
        at = paths.size
        _put(hand, offsets, &at, sizeof(at))
        _put(hand, paths, folder.typed, folder.typed_size)
        _put(hand, paths, entry.name, entry.size + 1)


cdef void _gather_folders(Hand* hand, Folder* root, Buffer* paths) noexcept nogil:
    """The directories of a tree, each before those below it."""
    cdef Folder* folder = root
    cdef Entry* entry
    while folder != NULL:
        if folder.at == 0:
            _put(hand, paths, folder.typed if folder.typed_size else <const char*>b"./", max(2, folder.typed_size))
            _put(hand, paths, b"\0", 1)
        while folder.at < folder.n and not folder.entries[folder.at].folder:
            folder.at += 1
        if folder.at >= folder.n:
            folder.at = 0
            folder = folder.parent
            continue
        entry = &folder.entries[folder.at]
        folder.at += 1
        folder = entry.below


ctypedef struct Item:
    const uint8_t* path
    size_t size
    size_t index


cdef int _by_path(const void* a, const void* b) noexcept nogil:
    """"/" before every other byte; the same paths in the order of their roots."""
    cdef const Item* x = <const Item*>a
    cdef const Item* y = <const Item*>b
    cdef size_t i, n = min(x.size, y.size)
    cdef int c, d
    for i in range(n):
        if x.path[i] != y.path[i]:
            c, d = 0 if x.path[i] == 47 else x.path[i], 0 if y.path[i] == 47 else y.path[i]
            return c - d
    if x.size != y.size:
        return 1 if x.size > y.size else -1
    return (x.index > y.index) - (x.index < y.index)


cdef class Found:
    """Paths of files in order, as loops without the GIL read them (walk.pxd)."""

    def __dealloc__(self):
        free(self.paths)
        free(self.offsets)
        free(self.named)

    cdef int _take(self, Buffer* paths, Buffer* offsets, bytearray named) except -1:
        """Put what was gathered root by root in order."""
        cdef size_t n = offsets.size // sizeof(uint64_t) - 1, i, at = 0
        cdef uint64_t* begins = <uint64_t*>offsets.data
        cdef Item* items = <Item*>malloc((n + 1) * sizeof(Item))
        cdef const uint8_t* flags = named
        cdef bint ordered = True
        self.paths = <uint8_t*>malloc(paths.size + 1)
        self.offsets = <uint64_t*>malloc((n + 1) * sizeof(uint64_t))
        self.named = <uint8_t*>malloc(n + 1)
        if items == NULL or self.paths == NULL or self.offsets == NULL or self.named == NULL:
            free(items)
            raise MemoryError
        self.size = <Py_ssize_t>n
        with nogil:
            for i in range(n):
                items[i].path, items[i].size = paths.data + begins[i], begins[i + 1] - begins[i] - 1
                items[i].index = i
            for i in range(1, n):
                if _by_path(&items[i - 1], &items[i]) > 0:
                    ordered = False
                    break
            if not ordered:
                qsort(items, n, sizeof(Item), _by_path)
            for i in range(n):
                self.offsets[i] = at
                self.named[i] = flags[items[i].index]
                memcpy(self.paths + at, items[i].path, items[i].size + 1)
                at += items[i].size + 1
            self.offsets[n] = at
        free(items)
        return 0

    def path(self, Py_ssize_t index) -> bytes:
        """One path."""
        cdef uint64_t begin, end
        if not 0 <= index < self.size:
            raise IndexError(index)
        begin, end = self.offsets[index], self.offsets[index + 1] - 1
        return PyBytes_FromStringAndSize(<char*>self.paths + begin, <Py_ssize_t>(end - begin))

    def buffers(self) -> tuple[bytes, bytes, bytes]:
        """(paths with a NUL byte behind each, uint64 offsets and the end, a byte each: whether it was named)."""
        return (
            PyBytes_FromStringAndSize(<char*>self.paths, <Py_ssize_t>self.offsets[self.size]),
            PyBytes_FromStringAndSize(<char*>self.offsets, (self.size + 1) * sizeof(uint64_t)),
            PyBytes_FromStringAndSize(<char*>self.named, self.size),
        )
