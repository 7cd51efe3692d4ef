"""Runs of the command that begin with what every run imports: an interpreter's start costs more than most of them.

Purpose: a server process imports the core of ripwire once; each run is a fork of it with descriptors, folder and
environment of its own. Invariant: a run sees what it would see as a program of its own, but for the seed of hashes,
which is its server's: `Servers` keeps several, of different seeds, and takes turns. Cost: a fork, some milliseconds.
"""

from __future__ import annotations

import atexit
import importlib
import os
import pickle
import selectors
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence

LARGEST = 100_000
"""Bytes of a request that goes through the socket at once; larger ones are for a process of their own."""
SERVERS = 3


class Servers:
    """Servers of one test process, started when they are needed. Any thread may run something."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        self._environment = dict(environment)
        self._sockets: list[socket.socket | None] = [None] * SERVERS
        self._turn = 0
        self._lock = threading.Lock()

    def run(
        self, args: Sequence[bytes], cwd: bytes, environment: Mapping[str, str], timeout: float
    ) -> tuple[int, bytes, bytes] | None:
        """Exit code (negative: a signal), stdout and stderr of ``ripwire ARGS``; None where it can't be run so."""
        request = pickle.dumps((list(args), cwd, dict(environment)))
        if len(request) > LARGEST:
            return None
        pipes = [os.pipe() for _ in range(3)]
        try:
            with self._lock:
                self._turn = (self._turn + 1) % SERVERS
                server = self._sockets[self._turn] or self._started(self._turn)
                socket.send_fds(server, [request], [writing for _, writing in pipes])
        finally:
            for _, writing in pipes:
                os.close(writing)
        return _collected([reading for reading, _ in pipes], args, timeout)

    def _started(self, number: int) -> socket.socket:
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        for end in (ours, theirs):
            end.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 2 * LARGEST)
        process = subprocess.Popen(
            [sys.executable, "-P", __file__, str(theirs.fileno())], cwd="/", env=self._environment,
            stdin=subprocess.DEVNULL, pass_fds=[theirs.fileno()], start_new_session=True,
        )  # fmt: skip
        theirs.close()
        process.wait()  # it goes on as nobody's child, until our end of the socket is closed
        atexit.register(ours.close)
        self._sockets[number] = ours
        return ours


def _collected(files: list[int], args: Sequence[bytes], timeout: float) -> tuple[int, bytes, bytes]:
    parts: dict[int, list[bytes]] = {file: [] for file in files}
    with selectors.DefaultSelector() as selector:
        for file in files:
            selector.register(file, selectors.EVENT_READ)
        while selector.get_map():
            ready = selector.select(timeout)
            if not ready:
                pid = b"".join(parts[files[2]]).partition(b" ")[0]
                if pid.isdigit():
                    os.kill(int(pid), signal.SIGKILL)
                raise subprocess.TimeoutExpired([os.fsdecode(arg) for arg in args], timeout)
            for key, _ in ready:
                data = os.read(key.fd, 1 << 16)
                if data:
                    parts[key.fd].append(data)
                else:
                    selector.unregister(key.fd)
                    os.close(key.fd)
    status = b"".join(parts[files[2]]).split()
    assert len(status) == 2, "the server of runs has ended"
    return os.waitstatus_to_exitcode(int(status[1])), b"".join(parts[files[0]]), b"".join(parts[files[1]])


CORE = (
    "xxhash", "ripwire.cli.dispatch", "ripwire.cli.keeping", "ripwire.cli.parse", "ripwire.cli.progress",
    "ripwire.cli.rescue", "ripwire.document.xml", "ripwire.extract.run", "ripwire.resolve.engine",
    "ripwire.store.records",
    "ripwire.store.snapshot", "ripwire.store.version", "ripwire.tree", "ripwire.verbs.map", "ripwire.verbs.navigate",
)  # fmt: skip


def _serve(server: socket.socket) -> None:
    if os.fork():
        os._exit(0)
    for name in CORE:
        importlib.import_module(name)
    from ripwire.__main__ import program

    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for those that wait for a run
    while True:
        request, files, _, _ = socket.recv_fds(server, 2 * LARGEST, 3)
        if not request:
            os._exit(0)
        if os.fork() == 0:
            server.close()
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            _watch(request, files, program)
        for file in files:
            os.close(file)


def _watch(request: bytes, files: list[int], program: object) -> None:
    """Start a run, and say its process and how it ended."""
    out, err, status = files
    child = os.fork()
    if child:
        os.close(out)
        os.close(err)
        os.write(status, b"%d " % child)
        os.write(status, b"%d" % os.waitpid(child, 0)[1])
        os._exit(0)
    args, cwd, environment = pickle.loads(request)
    os.close(status)
    os.dup2(out, 1)
    os.dup2(err, 2)
    os.close(out)
    os.close(err)
    os.chdir(cwd)
    os.environ.clear()
    os.environ.update(environment)
    words = [os.fsdecode(arg) for arg in args]
    sys.argv = ["ripwire", *words]
    sys.orig_argv = [sys.executable, "-P", "-m", "ripwire", *words]
    signal.signal(signal.SIGINT, signal.default_int_handler)
    assert callable(program)
    program()


if __name__ == "__main__":
    _serve(socket.socket(fileno=int(sys.argv[1])))
