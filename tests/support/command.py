"""The real command in a child process, and small trees to run it on.

Purpose: `run` gives exit code and bytes; `plant` makes a tree from a dict. Invariant: the child's
environment is written out here, it holds nothing of the machine's. Cost: a fork of a process that has imported the
core (`forks`); one interpreter start, about 0.1 s, where a test says how the process is to be started.
"""

from __future__ import annotations

import atexit
import functools
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from tests.support.forks import Servers

CHECKOUT = Path(__file__).resolve().parents[2]
TIMEOUT_S = 60  # a hang, not slowness: runs take a fraction of a second

# ru_maxrss of a child holds what the forking parent had; the peak of the child's own memory starts anew with exec.
PEAK = """
import sys
from ripwire.__main__ import main
code = main(sys.argv[1:])
with open("/proc/self/status") as status:
    sys.stderr.writelines(line for line in status if line.startswith("VmHWM"))
sys.exit(code)
"""

KEPT = tempfile.mkdtemp(prefix="ripwire-kept-")
"""What the runs of the tests keep: nothing of the user's is read or written."""
atexit.register(shutil.rmtree, KEPT, ignore_errors=True)
os.environ["RIPWIRE_CACHE_DIR"] = KEPT  # for tests that call the program in this process

Files = Mapping[str | bytes, bytes | str]


class Result(NamedTuple):
    code: int
    out: bytes
    err: bytes


@functools.cache
def _python_path() -> dict[str, str]:
    """The checkout, when the package is not installed for this interpreter."""
    probe = [sys.executable, "-P", "-c", "import ripwire"]
    installed = subprocess.run(probe, cwd="/", env=_base(), capture_output=True).returncode == 0
    return {} if installed else {"PYTHONPATH": str(CHECKOUT)}


def _base() -> dict[str, str]:
    return {
        "PATH": os.environ.get("PATH", os.defpath),
        "HOME": "/nonexistent",  # no ignore file and no git settings of the user
        "LC_ALL": "C.UTF-8",
        "GIT_CONFIG_NOSYSTEM": "1",
        "RIPWIRE_CACHE_DIR": KEPT,
    }


def environment(**extra: str) -> dict[str, str]:
    """The whole environment of a child."""
    return {**_base(), **_python_path(), **extra}


@functools.cache
def _servers() -> Servers:
    return Servers(environment())


def command(args: Sequence[str | bytes]) -> list[str | bytes]:
    # -P: the tree that a test stands in must not be importable.
    return [sys.executable, "-P", "-m", "ripwire", *args]


def run(
    args: Sequence[str | bytes | Path],
    cwd: str | bytes | Path = "/",
    env: Mapping[str, str] | None = None,
    **popen: Any,
) -> Result:
    """Run ``ripwire ARGS`` to its end. ``env`` is added to the fixed environment; ``popen`` goes to subprocess, and
    makes the run a process from its start."""
    if not popen and not any(name.startswith(("PYTHON", "LC_", "LANG", "LD_")) for name in env or {}):
        given = [os.fsencode(arg) for arg in args]
        found = _servers().run(given, os.fsencode(cwd), environment(**(env or {})), TIMEOUT_S)
        if found is not None:
            return Result(*found)
    words = [str(arg) if isinstance(arg, Path) else arg for arg in args]
    options: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "stdin": subprocess.DEVNULL}
    options |= {"timeout": TIMEOUT_S, **popen}
    child = subprocess.run(command(words), cwd=cwd, env=environment(**(env or {})), **options)
    return Result(child.returncode, child.stdout or b"", child.stderr or b"")


def answer(args: Sequence[str | bytes | Path], **options: Any) -> bytes:
    """Stdout of a run that must answer without a word on stderr."""
    result = run(args, **options)
    assert (result.code, result.err) == (0, b""), result
    return result.out


def _drop_override() -> None:
    """In a child of root, before it starts: give up the right to read what permissions forbid."""
    import ctypes

    libc = ctypes.CDLL(None, use_errno=True)
    drop_from_bounding_set, dac_override, dac_read_search = 24, 1, 2
    for capability in (dac_override, dac_read_search):
        if libc.prctl(drop_from_bounding_set, capability, 0, 0, 0) != 0:
            os._exit(99)


def bound_by_permissions(secret: Path) -> dict[str, Any]:
    """Popen options of a child that cannot read ``secret``, whoever runs the tests; skips where that is impossible."""
    import pytest

    for options in ({}, {"preexec_fn": _drop_override}):
        probe = [sys.executable, "-c", "import os, sys; os.listdir(sys.argv[1])", str(secret)]
        result = subprocess.run(probe, capture_output=True, env=_base(), **options)  # type: ignore[call-overload]
        if b"PermissionError" in result.stderr:
            return options
    pytest.skip("permissions do not bind the user of the tests")


def plant(root: Path, files: Files) -> Path:
    """Make every file, with its directories, in the order given; returns the root."""
    root.mkdir(parents=True, exist_ok=True)
    for name, content in files.items():
        path = os.path.join(os.fsencode(root), os.fsencode(name))
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(content.encode() if isinstance(content, str) else content)
    return root
