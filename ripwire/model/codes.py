"""The numbers in the columns of references, imports and bindings, by name.

Invariant: those of `_core/facts.pxd`; tests/model/test_codes.py compares them. Cost: none.
"""

from __future__ import annotations

ROLE_CALL, ROLE_READ, ROLE_WRITE, ROLE_IMPORT, ROLE_EXTENDS, ROLE_DOC = range(6)

RECV_NONE, RECV_THIS, RECV_SUPER, RECV_VAR, RECV_EXPR = range(5)

ARGS_UNKNOWN = 255
PARAMS_UNKNOWN = 0xFFFF

DEF_HAS_BODY, DEF_ARITY_EXACT = 1, 2

IMPORT_STAR, IMPORT_REEXPORT, IMPORT_SYSTEM, IMPORT_DEFAULT, IMPORT_PACKAGE, IMPORT_EXCEPT = (1 << i for i in range(6))

BIND_VAR, BIND_FIELD, BIND_PARAM, BIND_RETURN, BIND_ARGUMENT, BIND_ROUTE = range(6)
BIND_KIND = 7
BIND_CALL, BIND_VALUE, BIND_ITEM, BIND_CONTEXT, BIND_ENTER, BIND_NARROW, BIND_BOUND, BIND_ALIAS = (
    256 << i for i in range(8)
)
