"""Which files of a directory are searched: ripgrep's walk (the crate ignore), without the GIL.

Purpose: `Walker` reads directories and their ignore files and gathers the paths of files in order.
Invariant: paths come with "/" before every other byte; nothing is followed twice; what can't be read is told.
Cost: one read of each directory, a look for each kind of ignore file in it, and the rules for each entry.
"""

from libc.errno cimport ELOOP, ENOENT, errno
from libc.stdint cimport int64_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc, qsort
from libc.string cimport memcmp, memcpy, memset, strcmp, strlen

from cpython.bytes cimport PyBytes_FromStringAndSize

from ripwire._core.buffer cimport Buffer, put, put_byte, release, reserve
from ripwire._core.glob cimport (
    IGNORED,
    UNKNOWN,
    WANTED,
    RuleList,
    Rules,
    rules_add_file,
    rules_free,
    rules_match,
)

cdef extern from "<dirent.h>" nogil:
    ctypedef struct DIR:
        pass
    ctypedef struct dirent_t "struct dirent":
        unsigned char d_type
        char* d_name
    DIR* opendir(const char* path)
    dirent_t* readdir(DIR* d)
    int closedir(DIR* d)
    int dirfd(DIR* d)
    enum:
        DT_DIR
        DT_REG
        DT_LNK
        DT_UNKNOWN

cdef extern from "<sys/stat.h>" nogil:
    ctypedef struct stat_t "struct stat":
        unsigned long st_dev
        unsigned long st_ino
        long long st_size
        unsigned int st_mode
    int stat(const char* path, stat_t* out)
    int lstat(const char* path, stat_t* out)
    bint S_ISDIR(unsigned int mode)
    bint S_ISREG(unsigned int mode)
    bint S_ISLNK(unsigned int mode)

cdef enum:  # files that say what is ignored
    RGIGNORE = 1
    IGNORE = 2
    GITIGNORE = 4
    GIT = 8

cdef enum:
    FILE_ENTRY = 0
    FOLDER_ENTRY = 1

ctypedef struct Entry:
    size_t name          # its address
    uint32_t size
    uint8_t kind

# The rules that hold in one directory, and the way back up.
ctypedef struct Level:
    Level* parent
    Rules custom         # .rgignore
    Rules dot            # .ignore
    Rules git            # .gitignore
    Rules exclude        # .git/info/exclude
    bint has_git
    bint above           # a parent of the root
    size_t base          # its entries' names begin here in the full path
    # of a directory that is walked
    Buffer names
    Entry* entries
    size_t n, at
    size_t typed_size    # of the typed path up to its entries
    unsigned long dev, ino
    int depth

ctypedef struct Problem:
    size_t path          # where it begins in ``told``
    size_t size
    int error


cdef int _by_name(const void* a, const void* b) noexcept nogil:
    """By the bytes of names; here ``name`` is where the name lies in memory."""
    cdef const Entry* x = <const Entry*>a
    cdef const Entry* y = <const Entry*>b
    cdef size_t shorter = min(x.size, y.size)
    cdef int order = memcmp(<const void*>x.name, <const void*>y.name, shorter)
    if order:
        return order
    return (x.size > y.size) - (x.size < y.size)


cdef inline int _rules_file(const char* name) noexcept nogil:
    if name[0] != 46:
        return 0
    if strcmp(name, b".gitignore") == 0:
        return GITIGNORE
    if strcmp(name, b".git") == 0:
        return GIT
    if strcmp(name, b".ignore") == 0:
        return IGNORE
    return RGIGNORE if strcmp(name, b".rgignore") == 0 else 0


cdef class Walker:
    """One walk over any number of roots.

    overrides    rules of -g (a positive one is wanted, a negative one ignored)
    chosen       for -t and -T: rules in order, `!` for -T; ``typed`` says that there are any of -t
    explicit     rules of --ignore-file, one list a file
    global_      rules of git's own file, or None
    """

    cdef RuleList overrides, chosen, global_
    cdef list explicit
    cdef Rules** explicit_rules
    cdef int n_explicit
    cdef bint typed, hidden, use_dot, use_vcs, use_parents, use_exclude, require_git, follow, one_device, fold
    cdef int64_t max_depth, max_size
    cdef Buffer out          # paths, each with a NUL byte behind it
    cdef Buffer offsets      # uint64
    cdef Buffer told, problems_
    cdef Buffer raw          # the entries of a directory: a byte of kind, a name, a NUL byte
    cdef Buffer full         # the absolute path of what is looked at
    cdef Buffer typed_path   # the same as it is printed
    cdef bytes cwd
    cdef const char* here
    cdef size_t here_size
    cdef bint any_git

    def __init__(self, dict how not None):
        cdef RuleList rules
        cdef int i
        self.overrides, self.chosen, self.global_ = how["overrides"], how["chosen"], how["global"]
        self.explicit = how["explicit"]
        self.n_explicit = len(self.explicit)
        self.explicit_rules = <Rules**>malloc(max(1, self.n_explicit) * sizeof(Rules*))
        if self.explicit_rules == NULL:
            raise MemoryError
        for i in range(self.n_explicit):  # the last file that was given says first
            rules = self.explicit[self.n_explicit - 1 - i]
            self.explicit_rules[i] = &rules.rules
        self.typed = how["typed"]
        self.hidden = how["hidden"]
        self.use_dot, self.use_vcs = how["dot"], how["vcs"]
        self.use_parents, self.use_exclude = how["parents"], how["exclude"]
        self.require_git = how["require_git"]
        self.follow, self.one_device = how["follow"], how["one_device"]
        self.fold = how["fold"]
        self.max_depth, self.max_size = how["max_depth"], how["max_size"]
        self.cwd = how["cwd"]
        self.here, self.here_size = <const char*>self.cwd, len(self.cwd)

    def __dealloc__(self):
        release(&self.out)
        release(&self.offsets)
        release(&self.told)
        release(&self.problems_)
        release(&self.raw)
        release(&self.full)
        release(&self.typed_path)
        free(self.explicit_rules)

    def add(self, bytes typed not None, bytes absolute not None, bytes prefix not None) -> None:
        """Walk one directory: as it was typed, its absolute path, and what its entries are printed behind."""
        cdef Level* above = NULL
        cdef Level* level
        cdef bytes at
        cdef int error, seen
        self.any_git = False
        parents = []
        at = absolute
        while at != b"/":
            at = at.rpartition(b"/")[0] or b"/"
            parents.append(at)
        for at in reversed(parents):
            level = <Level*>calloc(1, sizeof(Level))
            if level == NULL:
                raise MemoryError
            level.parent, level.above = above, True
            level.base = len(at) + (at != b"/")
            # That a parent is a repository counts without its rules, too.
            seen = RGIGNORE | IGNORE | GITIGNORE | GIT if self.use_parents else GIT
            self._load_from(level, at if at != b"/" else b"", seen)
            if not self.use_parents:
                rules_free(&level.exclude)
                memset(&level.exclude, 0, sizeof(Rules))
            self.any_git = self.any_git or level.has_git
            above = level
        self.full.size = self.typed_path.size = 0
        put(&self.full, <char*>absolute, len(absolute))
        put(&self.typed_path, <char*>prefix, len(prefix))
        try:
            with nogil:
                error = self._walk(above)
            if error:
                self._tell(<char*>typed, len(typed), error)
        finally:
            while above != NULL:
                level = above.parent
                _drop(above)
                above = level
        if self.out.failed or self.full.failed or self.typed_path.failed:
            raise MemoryError

    cdef void _load_from(self, Level* level, const char* folder, int seen) noexcept nogil:
        """The ignore files of the directory with an absolute path ("" for the root of all), of those that are there."""
        cdef Buffer path
        cdef size_t size = strlen(folder)
        cdef stat_t facts
        memset(&path, 0, sizeof(Buffer))
        put(&path, folder, size)
        if self.use_dot and seen & RGIGNORE:
            self._one(&level.custom, &path, size, b"/.rgignore")
        if self.use_dot and seen & IGNORE:
            self._one(&level.dot, &path, size, b"/.ignore")
        if seen & GIT and (self.use_vcs or self.use_exclude):
            path.size = size
            put(&path, b"/.git", 6)
            level.has_git = not path.failed and lstat(<char*>path.data, &facts) == 0
        if self.use_vcs and seen & GITIGNORE:
            self._one(&level.git, &path, size, b"/.gitignore")
        if self.use_exclude and level.has_git:
            self._one(&level.exclude, &path, size, b"/.git/info/exclude")
        release(&path)

    cdef void _one(self, Rules* rules, Buffer* path, size_t size, const char* name) noexcept nogil:
        path.size = size
        put(path, name, strlen(name) + 1)
        if not path.failed:
            rules_add_file(rules, <char*>path.data, self.fold)

    cdef void _tell(self, const char* path, size_t size, int error) noexcept nogil:
        cdef Problem problem
        problem.path, problem.size, problem.error = self.told.size, size, error
        put(&self.told, path, size)
        put(&self.problems_, &problem, sizeof(Problem))

    # --- the walk -----------------------------------------------------------------------------------------------------

    cdef int _walk(self, Level* above) noexcept nogil:
        """Walk the directory whose paths are in ``full`` and ``typed_path``."""
        cdef Level* level = self._open(above, 0)
        cdef Level* below
        cdef Entry* entry
        cdef int error
        if level == NULL:
            return errno
        while level != NULL and level != above:
            if level.at >= level.n:
                below = level
                level = level.parent
                self.any_git = self._git_above(level)
                _drop(below)
                continue
            entry = &level.entries[level.at]
            level.at += 1
            self.full.size = level.base
            self.typed_path.size = level.typed_size
            put(&self.full, <const void*>entry.name, entry.size)
            put(&self.typed_path, <const void*>entry.name, entry.size)
            if entry.kind == FILE_ENTRY:
                self._keep()
                continue
            put_byte(&self.typed_path, 47)
            below = self._open(level, level.depth + 1)
            if below == NULL:
                error = errno
                self._tell(<char*>self.typed_path.data, self.typed_path.size - 1, error)
            else:
                level = below
        return 0

    cdef bint _git_above(self, Level* level) noexcept nogil:
        while level != NULL:
            if level.has_git:
                return True
            level = level.parent
        return False

    cdef void _keep(self) noexcept nogil:
        cdef uint64_t at = self.out.size
        put(&self.offsets, &at, sizeof(at))
        put(&self.out, self.typed_path.data, self.typed_path.size)
        put_byte(&self.out, 0)

    cdef Level* _open(self, Level* parent, int depth) noexcept nogil:
        """Read a directory: its ignore files, then the entries that are wanted, in order. NULL with errno set."""
        cdef Level* level = <Level*>calloc(1, sizeof(Level))
        cdef DIR* d
        cdef dirent_t* entry
        cdef stat_t facts
        cdef Level* up
        cdef int error, seen = 0
        cdef size_t at = 0, size
        if level == NULL:
            return NULL
        put_byte(&self.full, 0)
        if self.full.failed:
            free(level)
            return NULL
        self.full.size -= 1
        level.parent, level.depth = parent, depth
        if (self.follow or self.one_device) and stat(<char*>self.full.data, &facts) == 0:
            level.dev, level.ino = facts.st_dev, facts.st_ino
            up = parent
            while self.follow and up != NULL and not up.above:
                if up.dev == facts.st_dev and up.ino == facts.st_ino:
                    free(level)
                    errno_set(ELOOP)
                    return NULL
                up = up.parent
        d = opendir(<char*>self.full.data)
        if d == NULL:
            error = errno
            free(level)
            errno_set(error)
            return NULL
        # The names tell which ignore files there are; what these say is asked when all is read.
        self.raw.size = 0
        while True:
            errno_set(0)
            entry = readdir(d)
            if entry == NULL:
                if errno:  # the rest of the directory is not known
                    self._tell(<char*>self.typed_path.data, max(1, self.typed_path.size) - 1, errno)
                break
            seen |= _rules_file(entry.d_name)
            put_byte(&self.raw, entry.d_type)
            put(&self.raw, entry.d_name, strlen(entry.d_name) + 1)
        closedir(d)
        if seen:
            self._load_from(level, <char*>self.full.data + (self.full.size == 1), seen)  # of "/" the end
        self.any_git = self.any_git or level.has_git
        if self.full.size > 1:
            put_byte(&self.full, 47)
        level.base, level.typed_size = self.full.size, self.typed_path.size
        while at < self.raw.size:
            size = strlen(<char*>self.raw.data + at + 1)
            self._consider(level, <char*>self.raw.data + at + 1, size, self.raw.data[at])
            at += size + 2
        self._sort(level)
        return level

    cdef void _consider(self, Level* level, const char* name, size_t size, int kind) noexcept nogil:
        """Keep an entry of a directory if it is wanted."""
        cdef int verdict
        cdef stat_t facts
        cdef bint folder
        cdef Entry kept
        if name[0] == 46 and (size == 1 or size == 2 and name[1] == 46):
            return
        self.full.size, self.typed_path.size = level.base, level.typed_size
        put(&self.full, name, size)
        put_byte(&self.full, 0)
        put(&self.typed_path, name, size)
        if self.full.failed:
            return
        if kind == DT_UNKNOWN:
            if lstat(<char*>self.full.data, &facts) != 0:
                return
            kind = DT_DIR if S_ISDIR(facts.st_mode) else DT_LNK if S_ISLNK(facts.st_mode) else \
                DT_REG if S_ISREG(facts.st_mode) else -1
        if kind == DT_LNK:
            if not self.follow:
                return
            if stat(<char*>self.full.data, &facts) != 0:
                self._tell(<char*>self.typed_path.data, self.typed_path.size, errno)
                return
            kind = DT_DIR if S_ISDIR(facts.st_mode) else DT_REG if S_ISREG(facts.st_mode) else -1
        if kind != DT_DIR and kind != DT_REG:
            return
        folder = kind == DT_DIR
        if folder and self.max_depth >= 0 and level.depth + 1 >= self.max_depth:
            return
        verdict = self._verdict(level, size, folder)
        if verdict == IGNORED or verdict == UNKNOWN and not self.hidden and name[0] == 46:
            return
        if not folder and self.max_size >= 0 and stat(<char*>self.full.data, &facts) == 0 and facts.st_size > self.max_size:
            return
        if folder and self.one_device and stat(<char*>self.full.data, &facts) == 0 and facts.st_dev != level.dev:
            return
        kept.kind = FOLDER_ENTRY if folder else FILE_ENTRY
        kept.size = <uint32_t>size
        kept.name = level.names.size
        put(&level.names, &kept, sizeof(Entry))
        put(&level.names, name, size + 1)

    cdef void _sort(self, Level* level) noexcept nogil:
        """Entries out of the names, which lie behind one another, in order."""
        cdef size_t at = 0, n = 0
        cdef Entry one
        if level.names.failed or self.raw.failed:
            self.out.failed = True
            return
        while at < level.names.size:
            memcpy(&one, level.names.data + at, sizeof(Entry))
            at += sizeof(Entry) + one.size + 1
            n += 1
        level.entries = <Entry*>malloc(max(1, n) * sizeof(Entry))
        if level.entries == NULL:
            self.out.failed = True
            return
        at = 0
        while at < level.names.size:
            memcpy(&one, level.names.data + at, sizeof(Entry))
            one.name = <size_t>(level.names.data + at + sizeof(Entry))
            level.entries[level.n] = one
            level.n += 1
            at += sizeof(Entry) + one.size + 1
        qsort(level.entries, level.n, sizeof(Entry), _by_name)

    cdef int _verdict(self, Level* level, size_t size, bint folder) noexcept nogil:
        """What the rules say of the entry whose paths are in ``full`` and ``typed_path``."""
        cdef const uint8_t* path
        cdef size_t length
        cdef int said, wanted = UNKNOWN
        cdef const uint8_t* full = self.full.data
        cdef size_t full_size = level.base + size
        if self.overrides is not None and self.overrides.rules.rules.size:
            path = self._from_here(&length)
            said = rules_match(&self.overrides.rules, path, length, folder)
            if said:
                return IGNORED if said == WANTED else WANTED  # of -g a rule without ! is one that is wanted
            if self.overrides.rules.positive and not folder:
                return IGNORED
        said = self._ignored(level, full, full_size, folder)
        if said == IGNORED:
            return IGNORED
        wanted = said
        if self.chosen is not None and self.chosen.rules.rules.size and not folder:
            said = rules_match(&self.chosen.rules, full + level.base, size, False)
            if said == WANTED:
                return IGNORED  # of -T
            if said == IGNORED:
                wanted = WANTED
            elif self.typed:
                return IGNORED
        return wanted

    cdef const uint8_t* _from_here(self, size_t* length) noexcept nogil:
        """The path as seen from the current folder: as it was typed, without ./ in front or the folder's own path."""
        cdef const uint8_t* path = self.typed_path.data
        cdef size_t size = self.typed_path.size
        cdef const char* here = self.here
        cdef size_t n = self.here_size
        while size >= 2 and path[0] == 46 and path[1] == 47:
            path += 2
            size -= 2
        if size > n + 1 and path[0] == 47 and memcmp(path, here, n) == 0 and path[n] == 47:
            path += n + 1
            size -= n + 1
        length[0] = size
        return path

    cdef int _ignored(self, Level* level, const uint8_t* full, size_t full_size, bint folder) noexcept nogil:
        """What the ignore files say, the nearest and then the most telling first."""
        cdef int custom = UNKNOWN, dot = UNKNOWN, git = UNKNOWN, exclude = UNKNOWN, said = UNKNOWN
        cdef bint saw_git = False, any_git = self.any_git or not self.require_git
        cdef const uint8_t* path
        cdef size_t size
        cdef Level* at = level
        while at != NULL:
            path, size = full + at.base, full_size - at.base
            if not custom:
                custom = rules_match(&at.custom, path, size, folder)
            if not dot:
                dot = rules_match(&at.dot, path, size, folder)
            if any_git and not saw_git:
                if not git:
                    git = rules_match(&at.git, path, size, folder)
                if not exclude:
                    exclude = rules_match(&at.exclude, path, size, folder)
            saw_git = saw_git or at.has_git
            at = at.parent
        said = custom or dot or git or exclude
        if said:
            return said
        if self.global_ is not None and any_git:
            path = self._from_here(&size)
            said = rules_match(&self.global_.rules, path, size, folder)
            if said:
                return said
        return self._explicit(folder)

    cdef int _explicit(self, bint folder) noexcept nogil:
        cdef int said = UNKNOWN
        cdef const uint8_t* path
        cdef size_t size
        cdef int i
        if self.n_explicit:
            path = self._from_here(&size)
            for i in range(self.n_explicit):
                said = rules_match(self.explicit_rules[i], path, size, folder)
                if said:
                    return said
        return UNKNOWN

    # --- what came of it ----------------------------------------------------------------------------------------------

    def paths(self) -> tuple[bytes, bytes]:
        """The paths, each with a NUL byte behind it, and where they begin, as uint64 with the end of all behind them."""
        cdef uint64_t end = self.out.size
        put(&self.offsets, &end, sizeof(end))
        if self.offsets.failed:
            raise MemoryError
        found = (
            PyBytes_FromStringAndSize(<char*>self.out.data, self.out.size) if self.out.size else b"",
            PyBytes_FromStringAndSize(<char*>self.offsets.data, self.offsets.size),
        )
        self.offsets.size -= sizeof(end)
        return found

    def problems(self) -> list[tuple[bytes, int]]:
        """(path as printed, errno) of what could not be read, in the order of the walk."""
        cdef Problem* p = <Problem*>self.problems_.data
        cdef size_t i
        out = []
        for i in range(self.problems_.size // sizeof(Problem)):
            out.append(((<char*>self.told.data + p[i].path)[: p[i].size], p[i].error))
        return out


cdef extern from *:
    """
    #include <errno.h>
    static void errno_set(int value) { errno = value; }
    """
    void errno_set(int value) noexcept nogil


cdef void _drop(Level* level) noexcept nogil:
    rules_free(&level.custom)
    rules_free(&level.dot)
    rules_free(&level.git)
    rules_free(&level.exclude)
    release(&level.names)
    free(level.entries)
    free(level)
