"""Tuples with names, as `typing.NamedTuple` makes them, for what runs before every search.

Purpose: importing `typing` costs a search 5 ms, and each class that it makes a third of one. Invariant: fields,
defaults, equality, `_fields` and `_replace` are those of the original, which is what a type checker sees. Cost: some
microseconds a class; making a tuple goes through Python, so this is for few of them.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, NamedTuple
else:
    from _collections import _tuplegetter

    class NamedTuple(tuple):
        __slots__ = ()
        _fields = ()
        _defaults = ()  # of the last fields

        def __init_subclass__(cls) -> None:
            names = tuple(cls.__dict__.get("__annotations__", ()))
            cls._fields = names
            cls._defaults = tuple(cls.__dict__[name] for name in names if name in cls.__dict__)
            for at, name in enumerate(names):
                setattr(cls, name, _tuplegetter(at, None))

        def __new__(cls, *values: Any, **named: Any) -> Any:
            missing = len(cls._fields) - len(values)
            if missing or named:
                values = cls._filled(values, missing, named)
            return tuple.__new__(cls, values)

        @classmethod
        def _filled(cls, values: tuple[Any, ...], missing: int, named: dict[str, Any]) -> tuple[Any, ...]:
            out = list(values)
            first = len(cls._fields) - len(cls._defaults)
            for at in range(len(values), len(cls._fields)):
                name = cls._fields[at]
                if name in named:
                    out.append(named.pop(name))
                elif at >= first:
                    out.append(cls._defaults[at - first])
                else:
                    raise TypeError(f"{cls.__name__} needs {name}")
            if named or missing < 0:
                raise TypeError(f"{cls.__name__} takes {', '.join(cls._fields) or 'nothing'}, each once")
            return tuple(out)

        def _replace(self, **changes: Any) -> Any:
            return type(self)(*[changes.pop(name, value) for name, value in zip(self._fields, self, strict=True)],
                              **changes)  # fmt: skip

        def _asdict(self) -> dict[str, Any]:
            return dict(zip(self._fields, self, strict=True))

        def __getnewargs__(self) -> tuple[Any, ...]:
            return tuple(self)

        def __repr__(self) -> str:
            inside = ", ".join([f"{name}={value!r}" for name, value in zip(self._fields, self, strict=True)])
            return f"{type(self).__name__}({inside})"


__all__ = ["NamedTuple"]
