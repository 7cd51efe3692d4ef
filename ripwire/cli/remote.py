"""Roots that are addresses of git repositories: a shallow clone of each in the cache folder.

Invariant: an address never is taken for a flag, no hook and no file-system monitor of a clone runs, and a clone that
was cut off is none. Cost: a clone at the first run, nothing later.
"""

from __future__ import annotations

import os
import shutil
import sys
import time

from ripwire.cli.output import say
from ripwire.errors import RipwireError, echo

_DAY_S = 86_400


def folder() -> bytes:
    """Where clones are kept. Raises RipwireError where that folder is not private."""
    from ripwire.store import Unusable
    from ripwire.store.folder import Folder, default_folder

    path = os.environb.get(b"RIPWIRE_CACHE_DIR") or default_folder(os.environb, sys.platform)
    try:
        return os.path.join(Folder(path).path, b"clones")
    except Unusable as error:
        raise RipwireError(1, f"{echo(path)}: a clone cannot be kept there: {error.reason}") from error


def fetched(url: bytes, again: bool) -> bytes:
    """The folder of a repository's clone, made when it is missing or when it is to be made ``again``.

    Raises RipwireError when git cannot clone it.
    """
    from ripwire.store.digest import blake2b

    place = os.path.join(folder(), blake2b(url, digest_size=12).hexdigest().encode())
    if os.path.isdir(place) and not again:
        days = int((time.time() - os.stat(place).st_mtime) // _DAY_S)
        age = "today" if days < 1 else f"{days} day{'s' if days > 1 else ''} ago"
        say(f"{echo(url)}: the clone of {age} is read (--refetch makes a new one)")
        return place
    os.makedirs(os.path.dirname(place), mode=0o700, exist_ok=True)
    fresh = b"%s.%d.%s" % (place, os.getpid(), os.urandom(4).hex().encode())
    try:
        _clone(url, fresh)
        old = fresh + b".old"
        if os.path.isdir(place):
            os.rename(place, old)
        try:
            os.rename(fresh, place)
        except OSError:  # another run was faster
            if not os.path.isdir(place):
                raise
        shutil.rmtree(old, ignore_errors=True)
    except OSError as error:
        raise RipwireError(1, f"{echo(url)}: its clone cannot be kept: {error.strerror or error}") from error
    finally:
        shutil.rmtree(fresh, ignore_errors=True)
    return place


def _clone(url: bytes, place: bytes) -> None:
    import subprocess

    command: list[bytes] = [b"git", b"-c", b"core.hooksPath=/dev/null", b"-c", b"core.fsmonitor=false", b"clone"]
    command += [b"--depth=1", b"--single-branch", b"--no-tags", b"--quiet", b"--", url, place]
    environment = {**os.environb, b"GIT_TERMINAL_PROMPT": b"0"}
    for name in (b"GIT_DIR", b"GIT_WORK_TREE", b"GIT_INDEX_FILE"):
        environment.pop(name, None)
    try:
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, env=environment, check=False)
    except FileNotFoundError:
        raise RipwireError(1, f"{echo(url)}: git is not installed, so it cannot be cloned") from None
    if done.returncode:
        lines = [line for line in done.stderr.decode("utf-8", "replace").splitlines() if line.strip()]
        reason = echo(lines[-1]) if lines else f"git ended with {done.returncode}"
        raise RipwireError(1, f"{echo(url)}: cannot be cloned: {reason}")
