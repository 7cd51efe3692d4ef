"""Git's verdict: which paths below a root its ignore rules leave out.

Purpose: nested, negated, per-repository and per-user ignore files exactly as git reads them, by asking git. A tracked
file that matches a rule is not ignored; that too is git's verdict.
Invariant: one process a root. No git, no repository, a root that is itself ignored, or a failing git mean "no effect",
never an error; ``state`` says which it was.
Cost: git runs beside the walk. ``posix_spawn`` and a pipe instead of ``subprocess``, whose import alone takes 10 ms;
no process at all when neither the root nor a parent has a ``.git``.
"""

from __future__ import annotations

import os

from ripwire.limits import GIT_PATIENCE_S

# core.quotepath belongs to every git call of ripwire (-z already turns quoting off). core.fsmonitor may name a program
# in the tree's own configuration, and reading a stranger's tree must not run a stranger's program.
_ARGUMENTS = (
    b"-c", b"core.quotepath=false", b"-c", b"core.fsmonitor=false",
    b"ls-files", b"--others", b"--ignored", b"--exclude-standard", b"--directory", b"-z",
)  # fmt: skip

# Set for the hooks of some repository, these would point git at that one instead of at the root.
_REPOSITORY_VARIABLES = (
    b"GIT_DIR", b"GIT_WORK_TREE", b"GIT_INDEX_FILE", b"GIT_COMMON_DIR", b"GIT_PREFIX", b"GIT_NAMESPACE",
    b"GIT_OBJECT_DIRECTORY", b"GIT_ALTERNATE_OBJECT_DIRECTORIES", b"GIT_CONFIG",
)  # fmt: skip

_PIPE_CHUNK_BYTES = 65536
_SIGKILL = 9


def find_repository(root: bytes) -> bytes | None:
    """The nearest directory at or above ``root`` that has a ``.git`` entry (a directory, or a worktree's file)."""
    try:
        directory = os.path.realpath(root)
    except OSError:  # relative to a working directory that is gone
        return None
    while True:
        try:
            os.stat(os.path.join(directory, b".git"))
            return directory
        except OSError:
            pass
        parent = os.path.dirname(directory)
        if parent == directory:
            return None
        directory = parent


class Verdict:
    """A running or finished ``git ls-files``; ``files`` and ``directories`` are root-relative, without a last slash.

    state  "running" | "applied" | "absent" (no git, no repository) | "failed" (git said no)
    """

    __slots__ = ("state", "files", "directories", "_process", "_pipe", "_chunks")

    def __init__(self, root: bytes) -> None:
        self.state = "absent"
        self.files: frozenset[bytes] = frozenset()
        self.directories: frozenset[bytes] = frozenset()
        self._process = 0
        self._pipe = -1
        self._chunks: list[bytes] = []
        if find_repository(root) is not None:
            self._start(root)

    def _start(self, root: bytes) -> None:
        # The whole environment goes on: git finds the user's own ignore file through HOME and XDG_CONFIG_HOME.
        environment = dict(os.environb)
        for name in _REPOSITORY_VARIABLES:
            environment.pop(name, None)
        environment[b"LC_ALL"] = b"C"
        environment[b"GIT_OPTIONAL_LOCKS"] = b"0"
        # A partial clone fetches a missing .gitignore blob with whatever command its own config names.
        environment[b"GIT_NO_LAZY_FETCH"] = b"1"
        environment[b"GIT_ALLOW_PROTOCOL"] = b"none"
        # "-C" and its value are two arguments, so a root that starts with a dash stays a value.
        arguments = (b"git", b"-C", root, *_ARGUMENTS)
        reading, writing = os.pipe()
        try:
            self._process = os.posix_spawnp(
                b"git",
                arguments,
                environment,
                file_actions=[
                    (os.POSIX_SPAWN_DUP2, writing, 1),
                    (os.POSIX_SPAWN_OPEN, 0, b"/dev/null", os.O_RDONLY, 0),
                    (os.POSIX_SPAWN_OPEN, 2, b"/dev/null", os.O_WRONLY, 0),
                ],
                setpgroup=0,  # so that what git starts ends with it
            )
        except (OSError, ValueError):  # not installed; a root that no argument can hold
            os.close(reading)
            return
        finally:
            os.close(writing)
        os.set_blocking(reading, False)
        self._pipe = reading
        self.state = "running"

    def poll(self) -> bool:
        """Take what git has written so far, without waiting; true once the verdict is known."""
        if self.state != "running":
            return True
        try:
            while chunk := os.read(self._pipe, _PIPE_CHUNK_BYTES):
                self._chunks.append(chunk)
        except BlockingIOError:
            return False
        self._finish()
        return True

    def wait(self, seconds: float = GIT_PATIENCE_S) -> None:
        """Wait for the verdict, but not for a git that says nothing for so long: it is given up as failed."""
        import select

        while not self.poll():
            waiter = select.poll()  # not select(): descriptors may be numbered beyond its sets
            waiter.register(self._pipe, select.POLLIN)
            if not waiter.poll(seconds * 1000):
                self.close()
                return

    def close(self) -> None:
        """Give up on a git that is still running; does nothing after ``wait``."""
        if self.state == "running":
            try:
                os.killpg(self._process, _SIGKILL)
            except OSError:  # it has ended, or has no group of its own yet
                os.kill(self._process, _SIGKILL)
            self._finish()
            self.state, self.files, self.directories = "failed", frozenset(), frozenset()

    def _finish(self) -> None:
        os.close(self._pipe)
        try:
            status = os.waitpid(self._process, 0)[1]
        except ChildProcessError:
            # Our parent made us ignore SIGCHLD, so the status is lost. A git that fails writes nothing.
            status = 0
        output = b"".join(self._chunks)
        self._chunks = []
        if status != 0 or (output and not output.endswith(b"\0")):
            self.state = "failed"
            return
        entries = output.split(b"\0")
        # "./" is the root itself: the user named it, so it is read, and what else git says still holds.
        self.directories = frozenset(entry[:-1] for entry in entries if entry.endswith(b"/") and entry != b"./")
        self.files = frozenset(entry for entry in entries if entry and not entry.endswith(b"/"))
        self.state = "applied"
