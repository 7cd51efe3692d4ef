"""The verbs about the tree's parts, communities and directories: which document or text answers which option.

Invariant: none but the verb that was chosen is imported; `check` refuses before anything is read.
Cost: that of the verb.
"""

from __future__ import annotations

from ripwire.cli.exits import REFUSED
from ripwire.cli.parse import Options
from ripwire.errors import RipwireError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ripwire.document import Document
    from ripwire.tree import Tree
    from ripwire.verbs.paging import Page


def check(options: Options) -> None:
    """Refuse a depth that is no number, and what a picture has no place for."""
    if options.verb != "zoom" or options.zoom is None:
        return
    from ripwire.verbs.communities import depth_of

    depth_of(options.zoom)
    if options.mermaid:
        for flag in ("limit", "offset"):
            if flag in options.given:
                raise RipwireError(
                    REFUSED, f"--{flag} is honoured only by listings, not by --zoom --mermaid (e.g. --zoom --{flag}=20)"
                )
        if options.json:
            raise RipwireError(REFUSED, "--json is not supported for --zoom --mermaid (e.g. --zoom --json)")


def answered(options: Options, tree: Tree, page: Page) -> Document | None:
    """The document of one of these verbs; None for any other."""
    if options.verb == "communities":
        from ripwire.verbs.communities import communities_document

        return communities_document(tree, page)
    if options.verb == "community" and options.community is not None:
        from ripwire.verbs.communities import community_document

        return community_document(tree, options.community, page)
    if options.verb == "zoom" and options.zoom is not None and not options.mermaid:
        from ripwire.verbs.communities import depth_of, zoom_document

        return zoom_document(tree, depth_of(options.zoom), page)
    if options.verb == "clones":
        from ripwire.verbs.clones import clones_document

        return clones_document(tree, page)
    if options.verb == "seams":
        from ripwire.verbs.communities import seams_document

        return seams_document(tree, page)
    return None


def drawn(options: Options, tree: Tree) -> Iterator[bytes] | None:
    """The picture that is asked for, in lines; None for any other verb."""
    if options.verb == "mermaid":
        from ripwire.verbs.pictures import directory_chart

        return directory_chart(tree)
    if options.verb == "zoom" and options.zoom is not None and options.mermaid:
        from ripwire.verbs.communities import Zoom, depth_of
        from ripwire.verbs.pictures import zoom_chart

        return zoom_chart(Zoom(tree), depth_of(options.zoom))
    return None
