"""The verbs that walk the call graph from one question: which document answers which option.

Invariant: none but the verb that was chosen is imported. Cost: that of the verb.
"""

from __future__ import annotations

from ripwire.cli.parse import Options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ripwire.document import Document
    from ripwire.tree import Tree
    from ripwire.verbs.paging import Page


def answered(options: Options, tree: Tree, page: Page) -> Document | None:
    """The answer of one of these verbs; None for any other."""
    if options.verb == "graph-query" and options.graph_query is not None:
        from ripwire.verbs.query import query_document

        return query_document(tree, options.graph_query, page, options.top_k)
    if options.verb == "around" and options.around is not None:
        from ripwire.verbs.around import around_document
        from ripwire.verbs.map import MapRequest

        request = MapRequest(max_tokens=options.max_tokens, order=options.order, metrics=options.metrics)
        return around_document(tree, options.around, options.around_depth, options.around_fanout, request)
    if options.verb == "connect" and options.connect is not None:
        from ripwire.verbs.connect import connect_document

        return connect_document(tree, options.connect, options.connect_radius, options.max_tokens)
    if options.verb == "similar" and options.similar is not None:
        from ripwire.verbs.similar import similar_document

        return similar_document(tree, options.similar, page)
    if options.verb == "affected" and options.affected is not None:
        from ripwire.verbs.tests_of import affected_document

        return affected_document(tree, options.affected)
    if options.verb == "exercises" and options.exercises is not None:
        from ripwire.verbs.tests_of import exercises_document

        return exercises_document(tree, options.exercises, page)
    if options.verb == "dead-code" and options.dead_code is not None:
        from ripwire.verbs.dead_code import dead_code_document

        return dead_code_document(tree, options.dead_code, page)
    return None
