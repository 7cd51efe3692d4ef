"""From options to an answer: build the tree, call the verb, print its document.

Invariant: the answer is rendered before its first byte is written, so a refusal leaves stdout empty; files are
replaced whole.
Cost: imports only what the verb at hand uses.
"""

from __future__ import annotations

import os
import sys

from ripwire.cli.exits import ANSWERED, OVER_BUDGET, REFUSED
from ripwire.cli.modules import check, drawn
from ripwire.cli.output import say, write_all
from ripwire.cli.parse import Options
from ripwire.errors import RipwireError, echo

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from ripwire.document import Document, Rendered
    from ripwire.tree import Tree
    from ripwire.verbs.paging import Page


GRAPH_VERBS = frozenset(
    (
        "map", "tree", "skipped", "callers", "callees", "impact", "path", "connect", "around", "graph-query",
        "similar", "affected", "exercises", "dead-code", "communities", "community", "zoom", "seams", "mermaid",
        "html", "match", "clones", "grep", "regex",
    )
)  # fmt: skip
"""Verbs that ask for symbols, edges and ranks only, which a kept graph has."""


def run(options: Options, own_process: bool = False) -> int:
    """Answer one command line; returns the exit code. ``own_process``: see `ripwire.__main__.main`."""
    from ripwire.tree import build
    from ripwire.workspace import labelled

    check(options)
    given: list[bytes] = list(options.roots)
    if any(map(is_url, given)):
        if len(given) > 1:
            raise RipwireError(REFUSED, "an address of a repository is a root by itself: name no other beside it")
        from ripwire.cli.remote import fetched

        given = [fetched(root, options.refetch) if is_url(root) else root for root in given]
    roots, notices = labelled(given)
    for notice in notices:
        say(notice)
    if len(roots) > 1 and (flag := _single_root(options)):
        example = f"e.g. ripwire {echo(options.roots[0])}"
        raise RipwireError(REFUSED, f"{flag} works on one root: got {len(roots)} ({example})")

    if options.verb in ("export", "html"):
        _check_target(options)
    from ripwire.cli.keeping import stores_of
    from ripwire.cli.progress import Progress

    request = None
    if options.verb in ("match", "grep", "regex"):
        from ripwire.cli import finding

        request = finding.asked(options)
    crashed: list[bytes] = []
    arm = None
    if own_process:
        from ripwire.cli import rescue

        crashed = rescue.crashed_before()
        arm = lambda: rescue.arm(crashed)  # noqa: E731
    stores = stores_of(options, roots)
    progress = Progress(sys.stderr)
    try:
        tree = build(
            roots,
            exclude=options.exclude,
            ignore_tests=options.ignore_tests,
            use_git=not options.no_ignore,
            max_file_size=options.max_file_size,
            threads=options.threads,
            scip=options.scip,
            progress=progress.step if progress.wanted else None,
            stores=stores,
            records_only=options.verb == "index-out",
            crashed=crashed,
            arm=arm,
            graph_only=options.verb in GRAPH_VERBS or options.export is not None and options.export[0] != "scip",
        )
    finally:
        progress.clear()
    if crashed:
        more = f" and {len(crashed) - 1} more" if len(crashed) > 1 else ""
        say(f"{echo(crashed[-1])}{more}: a parser crashed on it, it is left out (--skipped lists it)")
    if options.verb != "index-out":
        _notice(tree)
    problems = [problem for store in stores for problem in store.problems]
    if problems:
        say(problems[0])
    if options.verb == "index-out":
        assert options.index_out is not None
        if problems:
            raise RipwireError(REFUSED, f"--index-out: {echo(options.index_out)}.ripwirecache could not be written")
        return ANSWERED
    if options.verb == "export":
        return _export(options, tree)
    if options.verb == "html":
        from ripwire.verbs.html import page

        return _export_to(_target(options), page(tree), "html")
    if options.verb == "explain":
        from ripwire.verbs.explain import explain_document

        assert options.explain is not None
        return _print(options, explain_document(tree.columns, options.explain, tree.resolve_traced))
    if request is not None:
        return _print(options, finding.answered(options, tree, request, crashed, own_process))
    if (picture := drawn(options, tree)) is not None:
        write(picture)
        return ANSWERED
    if (found := _navigation(options, tree)) is not None:
        if options.format in ("columnar", "rows"):
            from ripwire.verbs.columnar import columnar

            found = columnar(found)
        return _print(options, found)
    if options.verb == "tree":
        from ripwire.verbs.listing import tree_document
        from ripwire.verbs.paging import Page

        return _print(options, tree_document(tree, Page(options.limit, options.offset)))
    if options.verb == "skipped":
        from ripwire.verbs.listing import skipped_document

        return _print(options, skipped_document(tree))
    return _map(options, tree)


def is_url(root: bytes) -> bool:
    """Whether a root is the address of a git repository and no folder."""
    return root.startswith((b"https://", b"http://", b"ssh://", b"git@"))


def _single_root(options: Options) -> str:
    """The flag of a run that can only be about one root; empty without."""
    if options.export is not None and options.verb == "export" and options.export[0] == "scip":
        return "--export=scip"
    for flag in ("scip", "cache"):
        if flag in options.given:
            return "--" + flag
    return "--" + options.verb if options.verb in ("explain", "index-out", "lego") else ""


def _navigation(options: Options, tree: Tree) -> Document | None:
    """The answer of a verb that follows the graph; None for any other."""
    from ripwire.cli import modules, walks
    from ripwire.verbs import navigate
    from ripwire.verbs.paging import Page

    page = Page(options.limit, options.offset)
    if options.verb == "callers" and options.callers is not None:
        return navigate.callers_document(tree, options.callers, page)
    if options.verb == "callees" and options.callees is not None:
        return navigate.callers_document(tree, options.callees, page, "callees")
    if options.verb == "impact" and options.impact is not None:
        return navigate.impact_document(tree, options.impact, page)
    if options.verb == "path" and options.path is not None:
        return navigate.path_document(tree, options.path)
    if (found := _references(options, tree, page)) is not None:
        return found
    if (found := modules.answered(options, tree, page)) is not None:
        return found
    return walks.answered(options, tree, page)


def _references(options: Options, tree: Tree, page: Page) -> Document | None:
    """The answer of a verb that reads references and imports; None for any other."""
    if options.verb == "uses" and options.uses is not None:
        from ripwire.verbs.sites import uses_document

        return uses_document(tree, options.uses, page)
    if options.verb == "external-surface":
        from ripwire.verbs.sites import surface_document

        return surface_document(tree, page)
    if options.verb == "mentions" and options.mentions is not None:
        from ripwire.verbs.sites import mentions_document

        return mentions_document(tree, options.mentions, page)
    if options.verb == "lego" and options.lego is not None:
        from ripwire.verbs.types import lego_document

        return lego_document(tree, options.lego)
    if options.verb == "deps":
        from ripwire.verbs.deps import deps_document

        return deps_document(tree, page)
    return None


def _notice(tree: Tree) -> None:
    """Say on stderr what made the answer smaller than the tree and is no choice of the user's."""
    for problem in tree.problems:
        say(problem)
    unreadable = [drop.path for drop in tree.drops if drop.reason == "unreadable"]
    if unreadable:
        more = f" and {len(unreadable) - 1} more" if len(unreadable) > 1 else ""
        say(f"{echo(unreadable[0])}{more}: cannot be read, left out (--skipped lists them)")
    if tree.crawl.git == "failed":
        say("git could not say what is ignored here, so ignored files are in the answer (git status tells why)")
    if not tree.columns.n_files and tree.crawl.unsupported:
        say(f"no file of a known language here ({tree.crawl.unsupported} others were seen)")


def _map(options: Options, tree: Tree) -> int:
    from ripwire.verbs.map import DEFAULT_TOP_K, MapRequest, shaped

    top_k = DEFAULT_TOP_K if options.top_k is None else options.top_k
    request = MapRequest(top_k, options.max_tokens, options.order, options.metrics)
    rendered = _render(options, shaped(tree, request))
    budget = options.token_budget
    if budget is not None and rendered.estimate > budget:
        return _withhold(options, rendered.estimate, budget)
    write(rendered.chunks())
    return ANSWERED


def _withhold(options: Options, estimate: int, budget: int) -> int:
    """The record of a document that was larger than its gate."""
    from ripwire.document import Document, Node

    root = Node("r", [("withheld_est_tokens", estimate), ("budget", budget), ("withheld", True)])
    write(_render(options, Document(root)).chunks())
    say(f"the document is withheld, it is larger than the budget: est_tokens={estimate} > budget={budget}")
    return OVER_BUDGET


def _print(options: Options, document: Document) -> int:
    write(_render(options, document).chunks())
    return ANSWERED


def _render(options: Options, document: Document) -> Rendered:
    if options.json:
        from ripwire.document import json

        return json.render(document)
    from ripwire.document import xml

    rendered = xml.render(document)
    assert rendered is not None
    return rendered


def write(chunks: Iterable[bytes]) -> None:
    """Write all bytes to stdout, past its text layer."""
    if sys.stdout is not None:  # closed by the caller: writing says so
        sys.stdout.flush()
    held: list[bytes] = []
    size = 0
    for chunk in chunks:
        held.append(chunk)
        size += len(chunk)
        if size >= 1 << 16:
            write_all(1, b"".join(held))
            held, size = [], 0
    write_all(1, b"".join(held))


def _target(options: Options) -> bytes | None:
    """The file that is to be written, None for stdout."""
    if options.verb == "html":
        return options.html or None
    assert options.export is not None
    return options.export[1]


def _check_target(options: Options) -> None:
    """Refuse a file that cannot be written before the work is done."""
    target = _target(options)
    if target is None:
        return
    folder = os.path.dirname(target) or b"."
    if os.path.isdir(target):
        raise RipwireError(REFUSED, f"--{options.verb}: {echo(target)} is a directory; name a file in it")
    if not os.path.isdir(folder):
        raise RipwireError(REFUSED, f"--{options.verb}: the folder {echo(folder)} does not exist")


def _export(options: Options, tree: Tree) -> int:
    assert options.export is not None
    if options.export[0] == "scip":
        from ripwire.verbs.scip import Index

        index = Index(tree)
        code = _export_to(_target(options), index.chunks())
        if index.changed:
            more = f" and {len(index.changed) - 1} more" if len(index.changed) > 1 else ""
            say(f"{echo(index.changed[0])}{more}: changed while ripwire ran, left out of the index")
        return code
    if options.export[0] != "edges.tsv":
        from ripwire.verbs.graphs import chunks

        return _export_to(_target(options), chunks(tree, options.export[0]))
    from ripwire.verbs.export import edge_rows

    return _export_to(_target(options), edge_rows(tree))


def _export_to(target: bytes | None, chunks: Iterable[bytes], flag: str = "export") -> int:
    if target is None:
        write(chunks)
        return ANSWERED
    if os.path.abspath(target) in (b"/dev/stdout", b"/dev/fd/1", b"/proc/self/fd/1"):
        write(chunks)
        return ANSWERED
    # A link is written through. What is no plain file of its own (a descriptor, a FIFO) is not replaced either, and
    # what is in the file behind a descriptor is somebody's.
    real = os.path.realpath(target)
    devices = (b"/dev/", b"/proc/")
    if os.path.abspath(target).startswith(devices) or real.startswith(devices):
        return _export_into(target, target, chunks, flag, "ab")
    if os.path.exists(target) and not os.path.isfile(real):
        return _export_into(target, target, chunks, flag)
    folder, name = os.path.split(real)
    return _export_into(real, os.path.join(folder, name[:200] + b".%d.tmp" % os.getpid()), chunks, flag)


def _export_into(target: bytes, path: bytes, chunks: Iterable[bytes], flag: str, mode: str = "wb") -> int:
    """Write the chunks to ``path`` and move it onto ``target``, so that a reader never sees half of it."""
    try:
        with open(path, mode) as file:
            if path != target and os.path.exists(target):
                os.fchmod(file.fileno(), os.stat(target).st_mode & 0o7777)
            file.writelines(chunks)
        if path != target:
            os.replace(path, target)
    except OSError as error:
        raise RipwireError(REFUSED, f"--{flag}: {echo(target)}: {error.strerror or error}") from error
    finally:
        if path != target and os.path.lexists(path):
            os.unlink(path)
    return ANSWERED
