"""Threads that share a list of work: started together, ended together, whatever happens to one of them.

Invariant: when `run` returns or raises, none of them runs any more. Cost: a thread each.
"""

from __future__ import annotations

import threading

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable


def run(count: int, work: Callable[[list[BaseException]], None], stop: Callable[[], None]) -> None:
    """Call ``work`` in ``count`` threads, and raise what the first of them raised that failed.

    work  is given the failures so far, and ends when there are any
    stop  tells the compiled code that the threads are in to give up

    The calling thread only waits, so that Ctrl-C is heard at once and not after the file at hand.
    """
    failures: list[BaseException] = []

    def one() -> None:
        try:
            work(failures)
        except BaseException as error:  # carried to the calling thread, which raises it
            failures.append(error)
            stop()

    workers = [threading.Thread(target=one, daemon=True) for _ in range(count)]
    try:
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()
    except BaseException as error:
        failures.append(error)
        stop()
        raise
    finally:
        for worker in workers:
            if worker.ident is not None:
                worker.join()
    if failures:
        raise failures[0]
