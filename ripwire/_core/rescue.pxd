# What happens when a grammar's C code crashes: the process starts itself anew and is told which file it was on.
#
# A thread says which path it is on; the handler of a fatal signal writes that path into a pipe and executes the program
# again, which reads it and leaves the file out. Everything the handler needs is laid down before (`rescue_arm`); it
# calls only what POSIX allows in a handler. A signal that comes while no file is parsed does what it always did. Each
# thread has a stack for the handler of its own, for a parser may have used up its.
# Each module that includes this has the variables to itself: it is armed by itself.

from libc.stdlib cimport malloc
from libc.string cimport memcpy

cdef extern from *:
    """
    #include <errno.h>
    #include <fcntl.h>
    #include <signal.h>
    #include <stdlib.h>
    #include <string.h>
    #include <unistd.h>

    #define RW_STACK 65536

    static _Thread_local const char* rw_path;
    static _Thread_local size_t rw_path_size;
    static _Thread_local void* rw_stack;
    static int rw_reads = -1, rw_writes = -1;
    static char* rw_program;
    static char** rw_argv;
    static char** rw_envp;
    static int rw_busy;

    static const int rw_signals[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT};

    static void rw_fatal(int number, siginfo_t* info, void* context)
    {
        struct sigaction action;
        (void)info;
        (void)context;
        memset(&action, 0, sizeof action);
        action.sa_handler = SIG_DFL;
        if (rw_path == NULL || rw_writes < 0) {
            sigaction(number, &action, NULL);
            raise(number);
            return;
        }
        if (__atomic_exchange_n(&rw_busy, 1, __ATOMIC_SEQ_CST))
            for (;;)  /* another thread is starting the program anew, and ends this one with it */
                pause();
        if (write(rw_writes, rw_path, rw_path_size) == (ssize_t)rw_path_size && write(rw_writes, "", 1) == 1
            && fcntl(rw_reads, F_SETFD, 0) == 0)
            execve(rw_program, rw_argv, rw_envp);
        sigaction(number, &action, NULL);
        raise(number);
    }

    static void rw_handle(int on)
    {
        struct sigaction action;
        size_t i;
        memset(&action, 0, sizeof action);
        if (on) {
            action.sa_sigaction = rw_fatal;
            /* not blocked: the mask goes on to the new program */
            action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
        } else
            action.sa_handler = SIG_DFL;
        sigemptyset(&action.sa_mask);
        for (i = 0; i < sizeof rw_signals / sizeof rw_signals[0]; i++)
            sigaction(rw_signals[i], &action, NULL);
    }

    static int rw_guard(void)
    {
        stack_t stack;
        if (rw_writes < 0 || rw_stack != NULL)
            return 0;
        memset(&stack, 0, sizeof stack);
        rw_stack = malloc(RW_STACK);
        if (rw_stack == NULL)
            return -1;
        stack.ss_sp = rw_stack;
        stack.ss_size = RW_STACK;
        return sigaltstack(&stack, NULL);
    }

    static void rw_unguard(void)
    {
        stack_t stack;
        if (rw_stack == NULL)
            return;
        memset(&stack, 0, sizeof stack);
        stack.ss_flags = SS_DISABLE;
        stack.ss_size = RW_STACK;
        if (sigaltstack(&stack, NULL) == 0)
            free(rw_stack);
        rw_stack = NULL;
    }

    static void rw_enter(const char* path, size_t size)
    {
        rw_path_size = size;
        rw_path = path;
    }

    static int rw_deep(volatile int* p)
    {
        volatile int page[1024];
        page[0] = *p;
        return rw_deep(page) + page[0];
    }

    static void rw_crash(int kind)
    {
        volatile int zero = 0;
        if (kind == 0)
            *(volatile int*)NULL = 1;
        else if (kind == 1)
            rw_deep(&zero);
        else
            abort();
    }
    """
    int rw_reads, rw_writes
    char* rw_program
    char** rw_argv
    char** rw_envp
    void rw_handle(int on) nogil
    int rw_guard() nogil
    void rw_unguard() nogil
    void rw_enter(const char* path, size_t size) nogil
    void rw_crash(int kind) nogil


cdef inline char** rescue_words(list words) except NULL:
    """A vector of strings for the system, never freed."""
    cdef Py_ssize_t i, size
    cdef char** out = <char**>malloc((<size_t>len(words) + 1) * sizeof(char*))
    cdef bytes word
    if out == NULL:
        raise MemoryError
    for i in range(len(words)):
        word = words[i]
        size = len(word) + 1
        out[i] = <char*>malloc(<size_t>size)
        if out[i] == NULL:
            raise MemoryError
        memcpy(out[i], <const char*>word, <size_t>size)
    out[len(words)] = NULL
    return out


cdef inline int rescue_arm(int reads, int writes, bytes program, list argv, list envp) except -1:
    """Lay down what the handler needs, and put it up; see `parse.arm`."""
    global rw_reads, rw_writes, rw_program, rw_argv, rw_envp
    rw_program = rescue_words([program])[0]
    rw_argv, rw_envp = rescue_words(argv), rescue_words(envp)
    rw_reads, rw_writes = reads, writes
    rw_handle(1)
    return 0


cdef inline void rescue_disarm() noexcept:
    global rw_reads, rw_writes
    rw_handle(0)
    rw_reads = rw_writes = -1
