"""A ranked, deterministic map of a source tree.

    tree = ripwire.open("src")
    tree.symbols, tree.edges, tree.rank, tree.map(top_k=50)

Invariant: importing the package loads nothing else; the pipeline comes with the first `open`.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ripwire.api import Edge, Route, Symbol, Tree, open
    from ripwire.errors import RipwireError
    from ripwire.version import VERSION as __version__

__all__ = ["Edge", "RipwireError", "Route", "Symbol", "Tree", "__version__", "open"]

_HOMES = {
    "Edge": ("ripwire.api", "Edge"),
    "RipwireError": ("ripwire.errors", "RipwireError"),
    "Route": ("ripwire.api", "Route"),
    "Symbol": ("ripwire.api", "Symbol"),
    "Tree": ("ripwire.api", "Tree"),
    "__version__": ("ripwire.version", "VERSION"),
    "open": ("ripwire.api", "open"),
}


def __getattr__(name: str) -> object:
    try:
        module, attribute = _HOMES[name]
    except KeyError:
        raise AttributeError(f"module 'ripwire' has no attribute {name!r}") from None
    from importlib import import_module

    value = getattr(import_module(module), attribute)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(set(globals()) | set(__all__))
