"""Threads that share a list of work: started together, ended together, whatever happens to one of them.

Invariant: when `run` returns or raises, none of them runs any more. Cost: a thread each; `threading` is not imported,
which would cost a search of a small tree a tenth.
"""

from __future__ import annotations

import os
from _thread import allocate_lock, start_new_thread

TYPE_CHECKING = False
if TYPE_CHECKING:
    from _thread import LockType
    from collections.abc import Callable


def usable_cores() -> int:
    """Cores that this process may use, at least 1."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not every system can tell
        return os.cpu_count() or 1


def run(count: int, work: Callable[[list[BaseException]], None], stop: Callable[[], None]) -> None:
    """Call ``work`` in ``count`` threads, and raise what the first of them raised that failed.

    work  is given the failures so far, and ends when there are any
    stop  tells the compiled code that the threads are in to give up

    The calling thread only waits, so that Ctrl-C is heard at once and not after the file at hand.
    """
    failures: list[BaseException] = []
    running: list[LockType] = []

    def one(ended: LockType) -> None:
        try:
            work(failures)
        except BaseException as error:  # carried to the calling thread, which raises it
            failures.append(error)
            stop()
        finally:
            ended.release()

    try:
        for _ in range(count):
            lock = allocate_lock()
            lock.acquire()
            start_new_thread(one, (lock,))
            running.append(lock)
        for lock in running:
            with lock:
                pass
    except BaseException as error:
        failures.append(error)
        stop()
        raise
    finally:
        for lock in running:
            with lock:
                pass
    if failures:
        raise failures[0]
