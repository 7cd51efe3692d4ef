"""Memory of tree-sitter's C runtime for one file: bump allocation, thrown away as a whole.

Invariant: between `arena_begin` and `arena_end` everything that the runtime asks for in this thread comes from the
arena; when that exceeds the limit, or the system has no more, control goes back to `ARENA_TRY` with a value other than
zero, and whatever the runtime was building is gone with `arena_end`. Requests count, not what is in use, so the limit
strikes at the same place on every machine.
With RIPWIRE_PLAIN_MALLOC (a build for AddressSanitizer or valgrind) each request is one of the C library's malloc, whose
neighbours those tools watch; it counts the same, and what an abandoned file held is lost.
Cost: no search and no free lists; a block is kept from file to file.
"""

from libc.stdint cimport uint64_t

cdef extern from *:
    """
    #include <setjmp.h>
    #include <stdint.h>
    #include <stdio.h>
    #include <stdlib.h>
    #include <string.h>

    #define RW_BLOCK ((size_t)4 << 20)
    #define RW_HEAD ((size_t)16)

    typedef struct rw_block { struct rw_block* next; size_t size; } rw_block;

    typedef struct {
        jmp_buf out;
        rw_block* first;   /* kept from file to file */
        rw_block* block;   /* the one in use; older ones are chained behind it, the first last */
        char* at;
        char* end;
        uint64_t requested;
        uint64_t limit;
    } rw_arena;

    static _Thread_local rw_arena* rw_current;

    static size_t rw_count(size_t n) {
        rw_arena* a = rw_current;
        size_t need = ((n + 15) & ~(size_t)15) + RW_HEAD;
        if (a == NULL) { fputs("ripwire: tree-sitter used outside of an arena", stderr); abort(); }
        a->requested += need;
        if (a->requested > a->limit || need < n) longjmp(a->out, 1);
        return need;
    }
    #ifdef RIPWIRE_PLAIN_MALLOC
    static void* rw_realloc(void* p, size_t n) {
        rw_count(n);
        p = realloc(p, n + (n == 0));
        if (p == NULL) longjmp(rw_current->out, 2);
        return p;
    }
    static void* rw_take(size_t n) { return rw_realloc(NULL, n); }
    static void rw_free(void* p) { free(p); }
    #else
    static void* rw_take(size_t n) {
        rw_arena* a = rw_current;
        size_t need = rw_count(n);
        char* p;
        if ((size_t)(a->end - a->at) < need) {
            size_t size = need + sizeof(rw_block) + 16 > RW_BLOCK ? need + sizeof(rw_block) + 16 : RW_BLOCK;
            rw_block* b = (rw_block*)malloc(size);
            if (b == NULL) longjmp(a->out, 2);
            b->next = a->block;
            b->size = size;
            a->block = b;
            if (a->first == NULL) a->first = b;
            a->at = (char*)(((uintptr_t)(b + 1) + 15) & ~(uintptr_t)15);
            a->end = (char*)b + size;
        }
        p = a->at + RW_HEAD;
        *(size_t*)a->at = need - RW_HEAD;
        a->at += need;
        return p;
    }
    static void rw_free(void* p) {
        size_t size;
        if (p == NULL || rw_current == NULL) return;
        size = *(size_t*)((char*)p - RW_HEAD);
        if ((char*)p + size == rw_current->at) rw_current->at = (char*)p - RW_HEAD;  /* the last one taken */
    }
    static void* rw_realloc(void* p, size_t n) {
        size_t old;
        void* fresh;
        if (p == NULL) return rw_take(n);
        old = *(size_t*)((char*)p - RW_HEAD);
        if (n <= old) return p;
        rw_free(p);  /* gives the room back when p is the last, so that it can grow in place */
        fresh = rw_take(n);
        if (fresh != p) memmove(fresh, p, old);
        return fresh;
    }
    #endif
    static void* rw_malloc(size_t n) { return rw_take(n); }
    static void* rw_calloc(size_t n, size_t size) {
        size_t total = n * size;
        if (size != 0 && total / size != n) total = SIZE_MAX - 64;
        return memset(rw_take(total), 0, total);
    }
    static void arena_begin(rw_arena* a, uint64_t limit) {
        a->requested = 0;
        a->limit = limit;
        a->block = a->first;
        a->at = a->end = NULL;
        if (a->first != NULL) {
            a->at = (char*)(((uintptr_t)(a->first + 1) + 15) & ~(uintptr_t)15);
            a->end = (char*)a->first + a->first->size;
        }
        rw_current = a;
    }
    static void arena_end(rw_arena* a) {
        rw_current = NULL;
        while (a->block != a->first) {
            rw_block* next = a->block->next;
            free(a->block);
            a->block = next;
        }
        if (a->first != NULL && a->first->size > RW_BLOCK) {  /* one huge file must not be remembered for ever */
            free(a->first);
            a->first = a->block = NULL;
        }
    }
    static void arena_free(rw_arena* a) { free(a->first); a->first = a->block = NULL; }
    #define ARENA_TRY(a) setjmp((a)->out)
    """
    ctypedef struct rw_arena:
        uint64_t requested
    void* rw_malloc(size_t n) noexcept nogil
    void* rw_calloc(size_t n, size_t size) noexcept nogil
    void* rw_realloc(void* p, size_t n) noexcept nogil
    void rw_free(void* p) noexcept nogil
    void arena_begin(rw_arena* a, uint64_t limit) noexcept nogil
    void arena_end(rw_arena* a) noexcept nogil
    void arena_free(rw_arena* a) noexcept nogil
    int ARENA_TRY(rw_arena* a) noexcept nogil
