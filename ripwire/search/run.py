"""One search, from what was asked for to the bytes that are written: patterns, files, the scan, and the exit code.

Purpose: `run` answers a `Request`. Invariant: the answer is ripgrep's as a multiset of lines, in the order of paths,
whatever the number of threads; what could not be read is told and makes the exit code 2, but for a quiet search that
found something. Nothing here reads the environment: `Around` says what has to be known of the process.
Cost: the walk and the scan, which hold no GIL.
"""

from __future__ import annotations

import os
import stat
from array import array

from ripwire import workers
from ripwire._core.scan import Scan
from ripwire.errors import RipwireError, echo
from ripwire.named import NamedTuple
from ripwire.search import walk as walks
from ripwire.search.argv import patterns_of, settle
from ripwire.search.globs import GlobError, TypesError
from ripwire.search.options import FAILED, FOUND, NOTHING
from ripwire.search.plain import Flags, plain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from ripwire.search.argv import Request
    from ripwire.search.plain import Pattern
    from ripwire.search.walk import Walked

MODES = ("lines", "files", "files-without", "count", "count-matches", "json", "quiet")
MAPPED_FILES = 10
"""ripgrep maps files into memory when so many are named and no folder, which changes what it sees of a NUL byte."""
CONVERT, MAPPED = 1, 2
STDIN = b"<stdin>"


class Around(NamedTuple):
    """What a search has to know of its process.

    cwd, home, xdg_config   folders, b"" for none
    out                     the descriptor of the answer
    terminal                it is a terminal
    colorful                nothing in the environment is against colours
    piped                   there is something to read at the standard input
    cores                   threads that are used when no flag says how many
    read                    what a file of patterns holds (of b"-": the standard input); raises OSError
    tell                    takes a message for people
    arm, crashed            what `ripwire.cli.rescue` has for a run that parses
    host                    its name, for links
    kept                    the folder with indexes, b"" for none
    cover, crest, lens      whether these prunings may be used, and whether is told what an index said
    """

    cwd: bytes
    home: bytes
    xdg_config: bytes
    out: int
    terminal: bool
    colorful: bool
    piped: bool
    cores: int
    read: Callable[[bytes], bytes]
    tell: Callable[[str], None]
    arm: Callable[[], None] | None = None
    crashed: Sequence[bytes] = ()
    host: bytes = b""
    kept: bytes = b""
    cover: bool = True
    crest: bool = True
    lens: bool = False


class Files(NamedTuple):
    """The files of a search as the scan takes them: paths with a NUL byte behind each, where they begin, and a byte
    each: 1 for one that was named, 2 for the standard input."""

    paths: bytes
    offsets: bytes | array[int]
    named: bytes

    def __len__(self) -> int:
        return len(self.named)


def run(request: Request, around: Around) -> int:
    """Answer it; returns the exit code. Raises RipwireError for what is wrong in the request, and OSError when the
    answer can't be written."""
    try:
        if request.mode == "type-list":
            return _type_list(request, around)
        patterns: tuple[bytes, ...] = ()
        if request.searches:
            patterns = patterns_of(request.sources, lambda path: _patterns_in(path, around))
        if request.searches and request.max_count == 0:
            walks.walk(_walked(request, around)._replace(paths=(), max_depth=0), _surroundings(around))
            return NOTHING
        pattern = _compiled(patterns, request) if request.searches else None
        paths = request.paths or _default(request, around)
        found = _walk(request, around, paths)
    except (GlobError, TypesError) as error:
        raise RipwireError(FAILED, str(error)) from None
    if request.messages and request.ignore_messages:
        for path, note in found.notes:
            around.tell(f"{echo(path)}: {note}")
    _told(request, around, found.problems)
    if pattern is None:
        return _list(request, around, found)
    nothing = not paths and not len(found)
    if nothing and request.messages:
        around.tell("no file was searched: the current folder has none, or ignore files and flags left all out")
    code = _searched(request, around, pattern, found, paths)
    return FAILED if nothing else code


def _default(request: Request, around: Around) -> tuple[bytes, ...]:
    """What is searched when no path is given: what is piped in, or else the current folder."""
    if request.searches and around.piped and ("file", b"-") not in request.sources:
        return (b"-",)
    return ()


def _shown(pattern: bytes) -> str:
    text = echo(pattern)
    return text if len(text) <= 200 else text[:200] + "..."


def _patterns_in(path: bytes, around: Around) -> bytes:
    try:
        return around.read(path)
    except OSError as error:
        raise RipwireError(FAILED, f"{echo(path)}: {error.strerror or error} (a file of patterns, -f)") from None


def _compiled(patterns: tuple[bytes, ...], request: Request) -> Pattern:
    flags = Flags(
        fixed=request.fixed,
        pcre=request.pcre,
        case=request.case,
        word=request.word,
        line=request.line,
        multiline=request.multiline,
        dotall=request.dotall,
        crlf=request.crlf,
        unicode=request.unicode,
        null_data=request.null_data,
        text=request.text,
    )
    if (found := plain(patterns, flags)) is not None:
        return found
    from ripwire.search.pattern import PatternError, compile_patterns

    try:
        try:
            return compile_patterns(patterns, flags)
        except PatternError:
            if request.engine != "auto":
                raise
            return compile_patterns(patterns, flags._replace(pcre=True))
    except PatternError as error:
        where = f"the pattern '{_shown(error.pattern)}' is wrong at byte {error.at}: " if error.pattern else ""
        raise RipwireError(FAILED, where + error.message) from None


# --- which files ------------------------------------------------------------------------------------------------------


def _surroundings(around: Around) -> walks.Surroundings:
    written = None
    if not around.terminal and stat.S_ISREG((facts := os.fstat(around.out)).st_mode):
        written = facts.st_dev, facts.st_ino
    return walks.Surroundings(around.cwd, around.home, around.xdg_config, written)


def _walked(request: Request, around: Around) -> walks.WalkRequest:
    fields = {name: getattr(request, name) for name in walks.WalkRequest._fields if name != "threads"}
    return walks.WalkRequest(**fields, threads=request.threads or around.cores)


def _walk(request: Request, around: Around, paths: tuple[bytes, ...]) -> Walked:
    """The files, as a walk finds them or as one has found them that must be as it was."""
    wanted, surroundings = _walked(request, around)._replace(paths=paths), _surroundings(around)
    if around.kept and not paths and request.index is not False:
        from ripwire.search.kept import has_walk

        if has_walk(around.kept, around.cwd):
            from ripwire.search.remembered import recalled

            found = recalled(around.kept, wanted, surroundings, around.tell)
            if around.lens:
                around.tell(f"cold walk={'made' if found is None else 'recalled'}")
            if found is not None:
                return found
    return walks.walk(wanted, surroundings)


def _told(request: Request, around: Around, problems: list[tuple[bytes, str]]) -> None:
    if request.messages:
        for path, problem in problems:
            around.tell(f"{echo(path)}: {problem}")


def _files(request: Request, found: Walked) -> Files:
    """The files in the order that is asked for."""
    paths, offsets, named = found.found.buffers()
    if request.sort is not None and request.sort != ("path", False):
        order = sorted(range(len(named)), key=_key(request.sort[0], list(found)), reverse=request.sort[1])
        given = [found[i] for i in order]
        paths, offsets, named = b"".join([p + b"\0" for p in given]), _offsets(given), bytes([named[i] for i in order])
    if found.stdin:
        before = len(STDIN) + 1
        moved = array("Q", offsets)
        paths, named = STDIN + b"\0" + paths, b"\2" + named
        return Files(paths, array("Q", [0, *(at + before for at in moved)]), named)
    return Files(paths, offsets, named)


def _key(by: str, paths: list[bytes]) -> Callable[[int], Any]:
    """What files are sorted by; a file that is gone is the oldest."""
    if by == "path":
        return lambda i: i  # they are in this order

    def when(i: int) -> tuple[int, int]:
        try:
            facts = os.stat(paths[i])
        except OSError:
            return 0, i
        return facts.st_mtime_ns if by == "modified" else facts.st_atime_ns, i

    return when


def _offsets(paths: list[bytes]) -> bytes:
    out, at = array("Q", [0]), 0
    for path in paths:
        at += len(path) + 1
        out.append(at)
    return out.tobytes()


# --- answers without a search -----------------------------------------------------------------------------------------


def _type_list(request: Request, around: Around) -> int:
    from ripwire.search.types import Types

    walks.walk(_walked(request, around)._replace(paths=(), max_depth=0), _surroundings(around))  # names that are none
    types = Types(change for change in request.types if change[0] in ("add", "clear"))
    lines = [name + b": " + b", ".join(globs) + b"\n" for name, globs in types.listing()]
    _write(around.out, b"".join(lines))
    return FOUND


def _list(request: Request, around: Around, found: Walked) -> int:
    """--files: the paths, each in a line of its own."""
    if len(found) and not request.quiet:
        paths = _files(request, found).paths
        settle(request, around.terminal, False, colorful=around.colorful)
        if request.path_separator is not None:
            paths = paths.replace(b"/", request.path_separator)
        if request.colored:
            from ripwire.search.colors import begins

            begin, end = b"\x1b[0m" + begins(request.colors)[0], b"\x1b[0m"
            listed = paths.split(b"\0")[:-1]
            paths = b"".join([begin + path + end + b"\0" for path in listed])
        _write(around.out, paths if request.null else paths.replace(b"\0", b"\n"))
    if found.problems and not (request.quiet and len(found)):
        return FAILED
    return FOUND if len(found) else NOTHING


def _write(out: int, data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(out, view) :]


# --- the search -------------------------------------------------------------------------------------------------------


def _searched(request: Request, around: Around, pattern: Pattern, found: Walked, paths: tuple[bytes, ...]) -> int:
    one_file = len(paths) == 1 and (paths[0] == b"-" or not os.path.isdir(paths[0]))
    settle(request, around.terminal, one_file, only_stdin=paths == (b"-",), colorful=around.colorful)
    files = _files(request, found)
    files = _left(request, around, pattern, files, paths)
    if request.rank is not None:
        return _ranked(request, around, pattern, found, files, paths)
    # Quiet or not, whether there is a file without a match is known at the end.
    mute = request.quiet and request.mode == "files-without"
    out = os.open(os.devnull, os.O_WRONLY | os.O_CLOEXEC) if mute else around.out
    try:
        scan = _scanned(request, around, pattern, files, _how(request, around, pattern, paths), out)
    finally:
        if mute:
            os.close(out)
    problems = _problems(scan, files)
    _told(request, around, problems)
    if request.stats or request.mode == "json":
        _write(around.out, _sums(request, scan.counts()))
    if (found.problems or problems) and not (request.quiet and scan.selected):
        return FAILED
    return FOUND if scan.selected else NOTHING


def _left(request: Request, around: Around, pattern: Pattern, files: Files, paths: tuple[bytes, ...]) -> Files:
    """The files that an index can't rule out; all of them where there is none or it has nothing to say."""
    from ripwire.search.kept import nearest

    root = nearest(around.kept, around.cwd)
    if root is None or files.named[:1] == b"\2":  # the standard input
        return files
    from ripwire.search.admit import admitted, places, planned, standing_down
    from ripwire.search.index import opened
    from ripwire.store.folder import Folder
    from ripwire.store.sections import Unusable

    reason = standing_down(request)
    plan = planned(pattern, cover=around.cover, crest=around.crest)
    if reason or not (plan.clauses or plan.sliver or plan.bounds):
        if around.lens:
            around.tell(f"cold tier=none ({reason or 'the pattern forces nothing'})")
        return files
    try:
        index = opened(Folder(around.kept), root, around.tell)
        if index is None:
            return files
        offsets = array("Q", bytes(files.offsets))
        starts, prefix = places(root, around.cwd, files.paths, offsets, paths)
        threads = request.threads or around.cores
        found = admitted(index, plan, files.paths, offsets, starts, prefix, threads)
    except (Unusable, ValueError) as error:  # ValueError: its parts do not fit each other
        around.tell(f"the index of {echo(root)} is not used: {error} (ripwire index --full makes a new one)")
        return files
    if around.lens:
        for line in found.lines():
            around.tell(line)
    from ripwire._core.lookup import kept

    return Files(*kept(files.paths, offsets, files.named, found.wanted))


def _scanned(
    request: Request, around: Around, pattern: Pattern, files: Files, how: dict[str, Any], out: int
) -> Scan:
    """A scan of files that has ended; raises OSError when its answer can't be written."""
    scan = Scan(pattern.ascii, pattern.utf, how)
    threads = max(1, min(request.threads or around.cores, len(files)))
    scan.begin(files.paths, array("Q", bytes(files.offsets)), files.named, threads, out)
    numbers = iter(range(threads))
    workers.run(threads, lambda failures: scan.work(next(numbers)), scan.stop)
    scan.finish()
    if scan.error:
        raise OSError(scan.error, os.strerror(scan.error))
    return scan


def _ranked(
    request: Request, around: Around, pattern: Pattern, found: Walked, files: Files, paths: tuple[bytes, ...]
) -> int:
    """--rank: which files match, how often, and their first lines, each a search of its own; then the order."""
    import tempfile

    from ripwire.limits import RANK_MAX_LINES
    from ripwire.search import rank

    how = _how(request, around, pattern, paths)
    problems: list[tuple[bytes, str]] = []

    def output(files: Files, **changes: Any) -> bytes:
        with tempfile.TemporaryFile() as file:
            scan = _scanned(request, around, pattern, files, {**how, "filename": True, **changes}, file.fileno())
            problems.extend(_problems(scan, files))
            file.seek(0)
            return file.read()

    matching = output(files, mode=MODES.index("files"), null=True).split(b"\0")[:-1]
    _told(request, around, problems)
    failed = bool(found.problems or problems)
    some = Files(b"".join([path + b"\0" for path in matching]), _offsets(matching), b"\0" * len(matching))
    if STDIN in matching:
        raise RipwireError(FAILED, "--rank ranks files; the standard input is none")
    hits = rank.hits_of(output(some, mode=MODES.index("json"), line_number=True, max_count=RANK_MAX_LINES))
    counts = rank.counts_of(output(some, mode=MODES.index("count"), null=True))
    assert request.rank is not None
    threads = request.threads or around.cores
    best = rank.ranked(matching, hits, counts, request.rank, threads, around.arm, around.crashed)
    if best.unparsed and request.messages:
        around.tell(f"{best.unparsed} files that may define it were not parsed: they are too large together")
    if not request.quiet:
        _write(around.out, rank.text_of(best))
    if failed and not (request.quiet and best.rows):
        return FAILED
    return FOUND if best.rows else NOTHING


def _path(files: Files, number: int) -> bytes:
    offsets = array("Q", bytes(files.offsets))
    return files.paths[offsets[number] : offsets[number + 1] - 1]


def _problems(scan: Scan, files: Files) -> list[tuple[bytes, str]]:
    """What was wrong, by file."""
    return [(_path(files, number), scan.words.get(number) or _problem(code)) for number, code in scan.problems()]


def _problem(code: int) -> str:
    if code > 0:
        return f"{os.strerror(code)} (os error {code})"
    if code == -1:
        return "the pattern takes too many steps on it, so it was not searched to its end"
    return "PCRE2 failed on it, so it was not searched to its end"


def _how(request: Request, around: Around, pattern: Pattern, paths: tuple[bytes, ...]) -> dict[str, Any]:
    """What `Scan` has to know."""
    colors = None
    if request.colored:
        from ripwire.search.colors import begins

        colors = begins(request.colors)
    hollow = False
    if pattern.tree is not None:
        from ripwire.search import lower

        hollow = request.unicode and lower.hollow(pattern.tree)
    decode = None
    if request.search_zip or request.encoding not in ("auto", "none"):
        from ripwire.search.unpack import decoding

        decode = decoding(request.encoding, request.search_zip)
    if request.hyperlink_format:
        from ripwire.search.links import link_parts
    mapping = CONVERT
    if request.mmap or request.mmap is None and paths and len(paths) <= MAPPED_FILES:
        mapping = MAPPED if all(map(os.path.isfile, paths)) else CONVERT
    quiet = request.quiet and request.mode != "files-without"
    return {
        "by_line": pattern.by_line,
        "mode": MODES.index("quiet" if quiet else request.mode),
        "invert": request.invert,
        "passthru": request.passthru,
        "stats": request.stats or quiet and request.mode == "json",  # its sums are printed all the same
        "include_zero": request.include_zero,
        "stop_on_nonmatch": request.stop_on_nonmatch,
        "max_count": -1 if request.max_count is None else min(request.max_count, 2**63 - 1),
        "before": request.before,
        "after": request.after,
        "text": request.text or request.null_data,
        "mapping": mapping,
        "eager": request.buffer == "line",
        "filename": request.with_filename,
        "heading": request.heading,
        "line_number": request.line_number,
        "column": request.column,
        "byte_offset": request.byte_offset,
        "null": request.null,
        "trim": request.trim,
        "crlf": request.crlf,
        "preview": request.max_columns_preview,
        "only_matching": request.only_matching,
        "terminator": 0 if request.null_data else 10,
        "max_columns": request.max_columns or 0,
        "vimgrep": request.vimgrep,
        "match_separator": request.field_match_separator,
        "context_separator": request.field_context_separator,
        "group_separator": request.context_separator,
        "colors": colors[:4] if colors else None,
        "multiline": request.multiline and not pattern.line_oriented,
        "replace": _template(request, pattern),
        "all_named": request.binary == "search",
        "path_separator": request.path_separator,
        "links": link_parts(request.hyperlink_format, around.host) if request.hyperlink_format else None,
        "highlight": colors[4] if colors and colors[4] else None,
        "hollow": hollow,
        "decode": decode,
        "no_mark": request.encoding == "none",
    }


def _template(request: Request, pattern: Pattern) -> list[bytes | int] | None:
    if request.replace is None:
        return None
    from ripwire.search.replace import template

    return template(request.replace, pattern.names)


def _sums(request: Request, counts: dict[str, int]) -> bytes:
    """What --stats and --json say at the end. No times: the same tree gives the same bytes."""
    if request.mode == "json":
        names = ("bytes_printed", "bytes_searched")
        inside = ",".join([f'"{name}":{counts[name]}' for name in names])
        after = ",".join([f'"{name}":{counts[name]}' for name in ("matched_lines", "matches", "searches")])
        none = '{"human":"0.000000s","nanos":0,"secs":0}'
        return (
            f'{{"data":{{"elapsed_total":{none},"stats":{{{inside},"elapsed":{none},{after},'
            f'"searches_with_match":{counts["searches_with_match"]}}}}},"type":"summary"}}\n'
        ).encode()
    rows = (
        (counts["matches"], "matches"),
        (counts["matched_lines"], "matched lines"),
        (counts["searches_with_match"], "files contained matches"),
        (counts["searches"], "files searched"),
        (counts["bytes_printed"], "bytes printed"),
        (counts["bytes_searched"], "bytes searched"),
    )
    return b"\n" + b"".join([f"{value} {what}\n".encode() for value, what in rows])
