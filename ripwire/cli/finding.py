"""The verbs that look into files: --match, --grep, --regex. What they are asked is looked at before a file is.

Invariant: none but the verb that was chosen is imported. Cost: that of the verb.
"""

from __future__ import annotations

from ripwire.cli.output import say
from ripwire.cli.parse import Options
from ripwire.errors import echo
from ripwire.verbs.paging import Page
from ripwire.workers import usable_cores

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ripwire.document import Document
    from ripwire.tree import Tree
    from ripwire.verbs import grep, match

    Request = match.Request | grep.Request


def asked(options: Options) -> Request:
    """What the options ask of the verb. Raises RipwireError for what can't be asked."""
    if options.verb == "match":
        from ripwire.verbs import match

        assert options.match is not None
        return match.Request(options.match)
    from ripwire.verbs import grep

    around = options.grep_context or 0
    before = around if options.grep_before is None else options.grep_before
    after = around if options.grep_after is None else options.grep_after
    text = options.grep if options.verb == "grep" else options.regex
    assert text is not None
    return grep.Request(options.verb, text, before, after, not options.no_prefilter)


def answered(options: Options, tree: Tree, request: Request, crashed: list[bytes], own_process: bool) -> Document:
    """The answer; what was given up is told on stderr."""
    page, threads = Page(options.limit, options.offset), options.threads or usable_cores()
    if options.verb == "match":
        return _matched(options, tree, request, page, threads, crashed, own_process)  # type: ignore[arg-type]
    from ripwire.verbs.grep import Request, grep_document

    assert isinstance(request, Request)
    document, given_up = grep_document(tree, request, page, threads=threads, ignore_tests=options.ignore_tests)
    if given_up:
        more = f" and {len(given_up) - 1} more" if len(given_up) > 1 else ""
        say(f"{echo(given_up[0])}{more}: the pattern takes too many steps on it, so it was not searched to its end")
    return document


def _matched(
    options: Options,
    tree: Tree,
    request: match.Request,
    page: Page,
    threads: int,
    crashed: list[bytes],
    own_process: bool,
) -> Document:
    from ripwire.verbs.match import match_document

    arm = None
    if own_process:
        from ripwire._core import match
        from ripwire.cli import rescue

        arm = lambda: rescue.arm(crashed, match.arm)  # noqa: E731
    return match_document(
        tree, request, page, threads=threads, ignore_tests=options.ignore_tests, crashed=crashed, arm=arm
    )
