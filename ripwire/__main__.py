"""The entry point: front doors that load next to nothing, then parse, dispatch, and the one place where errors end.

`ripwire search` is a command of its own, whose exit code for everything that goes wrong is 2, as ripgrep's is.

Invariant: a user never sees a traceback (RIPWIRE_TRACEBACK=1 asks for it); stdout gets an answer or nothing; a closed
pipe exits 0 quietly, Ctrl-C exits 130. Cost: --version imports ripwire.version only, -h the option table and help.
"""

from __future__ import annotations

import os
import sys

from ripwire.cli.output import say, write_all

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import NoReturn

    from ripwire.cli.parse import Options


def program() -> NoReturn:
    """Run this process's command line and end the process. Nothing is taken apart piece by piece: the looking for
    garbage and the freeing would cost a tenth of a run, and the system takes everything back at once."""
    import gc

    gc.disable()
    code = main(own_process=True)
    if sys.getprofile() is not None or sys.gettrace() is not None:  # who watches the program wants its end
        sys.exit(code)
    os._exit(code)


def main(argv: Sequence[bytes | str] | None = None, *, own_process: bool = False) -> int:
    """Run one command line and return its exit code. ``own_process``: the process is the command's and may be begun
    anew."""
    argv = sys.argv[1:] if argv is None else argv
    failed = 2 if argv and argv[0] in ("search", b"search") else 1
    try:
        if sys.stdin is None or sys.stdout is None or sys.stderr is None:
            _occupy_standard_files()
        code = _run(argv, own_process)
        if sys.stdout is not None:
            sys.stdout.flush()  # here, where an error can be told; the one at exit would print a traceback
        return code
    except BrokenPipeError:
        _silence_stdout()
        return 0
    except KeyboardInterrupt:
        _silence_stdout()
        return 130
    except MemoryError:
        say("out of memory")
        return failed
    except Exception as error:
        return _report(error, failed)


def _run(argv: Sequence[bytes | str], own_process: bool) -> int:
    if argv and argv[0] in ("search", b"search"):
        from ripwire.cli.searching import search

        return search(argv[1:], own_process)
    if argv and argv[0] in ("index", b"index", "status", b"status"):
        from ripwire.cli.indexing import command

        return command(os.fsdecode(argv[0]), argv[1:])
    door = _front_door(argv)
    if door:
        _emit(_front_text(door))
        return 0
    from ripwire.cli.parse import parse

    options = parse(argv)
    for notice in options.notices:
        say(notice)
    if options.standalone:
        _emit(_standalone_text(options))
        return 0
    if not options.roots:
        from ripwire.cli.help import usage

        say(usage())
        return 1
    from ripwire.cli import dispatch

    return dispatch.run(options, own_process)


def _front_door(argv: Sequence[bytes | str]) -> str:
    """The first help or version flag before `--`. It wins over everything, wrong flags too: who asks gets help."""
    for arg in argv:
        text = arg if isinstance(arg, str) else os.fsdecode(arg)
        if text == "--":
            break
        if text in ("-h", "--help", "-v", "--version"):
            return text
    return ""


def _front_text(door: str) -> str:
    if door in ("-v", "--version"):
        from ripwire.version import TREE_SITTER, VERSION

        python = ".".join(map(str, sys.version_info[:3]))
        return f"ripwire {VERSION} (tree-sitter {TREE_SITTER.rpartition('.')[0]}, {sys.implementation.name} {python})\n"
    from ripwire.cli.help import full, screen

    return screen() if door == "-h" else full()


def _standalone_text(options: Options) -> str:
    if options.completions is not None:
        from ripwire.cli.complete import script

        return script(options.completions)
    if options.schema:
        from ripwire.cli.schema import render

        return render()
    raise AssertionError(options.verb)  # help and version never get here


def _emit(text: str) -> None:
    """Write ASCII text to stdout past its buffer and its encoding."""
    write_all(1, text.encode("ascii"))


def _report(error: Exception, failed: int) -> int:
    from ripwire.errors import RipwireError, echo

    if isinstance(error, RipwireError):
        say(error.message)
        return error.code
    if isinstance(error, OSError):
        _silence_stdout()  # it may be what failed, and would fail again at exit
        if error.errno in _write_errors():
            say(f"can't write the output: {error.strerror}")
            return failed
    if os.environ.get("RIPWIRE_TRACEBACK") == "1":
        import traceback

        traceback.print_exception(error)
        return failed
    name = type(error).__name__
    say(f"internal error: {name}: {echo(str(error))} (please report; RIPWIRE_TRACEBACK=1 shows the traceback)")
    return failed


def _write_errors() -> tuple[int, ...]:
    """Errors of the system that only writing makes, wherever in the run it happened."""
    import errno

    return (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EBADF)


def _occupy_standard_files() -> None:
    """A caller that closed 0, 1 or 2 must not make a file that is opened later become stdout. Reading works on what
    takes the place, writing fails."""
    while (file := os.open(os.devnull, os.O_RDONLY)) <= 2:
        pass
    os.close(file)


def _silence_stdout() -> None:
    """Point stdout at the null device: the interpreter flushes what is left in the buffer at its exit."""
    try:
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, 1)
        os.close(null)
    except OSError:
        pass


if __name__ == "__main__":
    program()
