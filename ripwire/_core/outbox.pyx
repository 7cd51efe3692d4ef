"""Output of files that any number of threads search, written in the order of the files.

Purpose: threads take files here and hand over what is printed of them; whoever finishes the file whose turn it is writes
it and all that waited for it.
Invariant: what is written does not depend on which thread was when where. Nothing waits for a thread that waits itself.
Cost: a lock for a few files; what waits is bounded (SEARCH_WAITING_BYTES), and a long output leaves in parts.
"""

from libc.errno cimport EINTR, ENOMEM, errno
from libc.stdint cimport uint8_t, uint32_t
from libc.stdlib cimport calloc, free
from libc.string cimport memset

from ripwire._core.buffer cimport Buffer, put, release
from ripwire._core.frame cimport Style, frame_end, frame_separator

cdef extern from "<unistd.h>" nogil:
    ssize_t write(int fd, const void* data, size_t size)

cdef extern from "<pthread.h>" nogil:
    int pthread_mutex_init(pthread_mutex_t* m, void* a)
    int pthread_mutex_destroy(pthread_mutex_t* m)
    int pthread_mutex_lock(pthread_mutex_t* m)
    int pthread_mutex_unlock(pthread_mutex_t* m)
    int pthread_cond_init(pthread_cond_t* c, void* a)
    int pthread_cond_destroy(pthread_cond_t* c)
    int pthread_cond_wait(pthread_cond_t* c, pthread_mutex_t* m)
    int pthread_cond_broadcast(pthread_cond_t* c)

cdef enum:
    BATCH = 8                    # files that a thread takes at once
    KEPT = 65536                 # what is written at once
    WAITING = 256 << 20          # SEARCH_WAITING_BYTES of `ripwire.limits`


cdef class Outbox:
    """stopped: no file is taken and nothing is written any more; error: the errno of writing, or 0."""

    def __cinit__(self):
        pthread_mutex_init(&self.lock, NULL)
        pthread_cond_init(&self.turn, NULL)

    def __dealloc__(self):
        cdef uint32_t i
        if self.results != NULL:
            for i in range(self.files):
                release(&self.results[i].out)
            free(self.results)
        release(&self.kept)
        pthread_cond_destroy(&self.turn)
        pthread_mutex_destroy(&self.lock)

    cdef int begin(self, uint32_t files, int fd, const Style* style, int separator, bint eager) except -1:
        """Before the first thread. ``separator`` stands between files whose output begins with a line; ``eager`` writes
        after each file. ``style`` lives as long as this does."""
        self.results = <Result*>calloc(max(1, files), sizeof(Result))
        if self.results == NULL:
            raise MemoryError
        self.files, self.fd, self.style = files, fd, style
        self.separator, self.eager = separator, eager
        return 0

    cdef bint take(self, uint32_t* first, uint32_t* last) noexcept nogil:
        """The next files for a thread that has handed over its last ones; False when there are none."""
        pthread_mutex_lock(&self.lock)
        # Some other thread is at the file whose turn it is, and will say when it is done.
        while self.waiting > <size_t>WAITING and self.next < self.taken and not self.stopped:
            pthread_cond_wait(&self.turn, &self.lock)
        first[0] = self.taken
        last[0] = first[0] if self.stopped else min(self.files, first[0] + <uint32_t>BATCH)
        self.taken = last[0]
        pthread_mutex_unlock(&self.lock)
        return first[0] < last[0]

    cdef void deliver(self, uint32_t file, Buffer* out, bint lined, bint streamed) noexcept nogil:
        """Hand over the output of a file, and write what can be written. ``out`` is empty then.

        lined     it begins with a line, and not with a notice
        streamed  some of it was let go already
        """
        cdef Result* result
        pthread_mutex_lock(&self.lock)
        if file == self.next:
            self._emit(out, not streamed, lined)
            self.results[file].done = 1
            self.next += 1
            while self.next < self.files and self.results[self.next].done:
                result = &self.results[self.next]
                self.waiting -= result.out.size
                self._emit(&result.out, True, result.done == 2)
                release(&result.out)
                self.next += 1
            pthread_cond_broadcast(&self.turn)
            if self.eager:
                self._flush()
        else:
            if out.size or out.failed:
                self.results[file].out = out[0]  # moved
                self.waiting += out.size
                memset(out, 0, sizeof(Buffer))
            self.results[file].done = 2 if lined else 1
        pthread_mutex_unlock(&self.lock)
        out.size = 0

    cdef bint let_go(self, uint32_t file, Buffer* out, bint lined, bint streamed) noexcept nogil:
        """Write what a file has printed so far if it is its turn; whether it was. ``out`` is empty then."""
        cdef bint its_turn
        pthread_mutex_lock(&self.lock)
        its_turn = file == self.next
        if its_turn:
            self._emit(out, not streamed, lined)
            out.size = 0
        pthread_mutex_unlock(&self.lock)
        return its_turn

    cdef void stop(self) noexcept:
        pthread_mutex_lock(&self.lock)
        self.stopped = True
        pthread_cond_broadcast(&self.turn)
        pthread_mutex_unlock(&self.lock)

    cdef void finish(self) noexcept nogil:
        """Write what is left, when all threads have ended."""
        pthread_mutex_lock(&self.lock)
        self._flush()
        pthread_mutex_unlock(&self.lock)

    cdef void _emit(self, Buffer* out, bint first, bint lined) noexcept nogil:
        """Append the output of one file, or the ``first`` part of it, to what is written next."""
        if out.failed and not self.error:
            self.error = ENOMEM
            self.stopped = True
        if not out.size or self.stopped:
            return
        if first and lined and self.anything:
            if self.separator == BLANK_LINE:
                frame_end(&self.kept, self.style)
            elif self.separator == GROUP:
                frame_separator(&self.kept, self.style)
        self.anything = True
        if self.kept.size + out.size > KEPT:
            self._flush()
        if out.size > KEPT:
            self._write(out.data, out.size)
        else:
            put(&self.kept, out.data, out.size)

    cdef void _flush(self) noexcept nogil:
        if self.kept.failed and not self.error:
            self.error = ENOMEM
        self._write(self.kept.data, self.kept.size)
        self.kept.size = 0

    cdef void _write(self, const uint8_t* data, size_t size) noexcept nogil:
        cdef ssize_t written
        while size and not self.error:
            written = write(self.fd, data, size)
            if written < 0:
                if errno == EINTR:
                    continue
                self.error = errno
                self.stopped = True
                return
            data += written
            size -= <size_t>written


def compiled_limits() -> dict:
    """The limits that are constants of the compiled code, by their names in `ripwire.limits`."""
    return {"SEARCH_WAITING_BYTES": WAITING, "SEARCH_STREAMED_BYTES": STREAMED}
