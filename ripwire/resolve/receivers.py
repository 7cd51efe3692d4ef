"""What an expression stands for: access paths and bindings, step by step.

Purpose: `self.app.make().run` begins at a name and takes attributes, results and elements of what is known so far.
Invariant: flow-insensitive: a name has all the values it is given in its scope. What is not known stays UNKNOWN.
Cost: each (path, scope) and each result of a function is computed once.
"""

from __future__ import annotations

from ripwire.model.codes import (
    BIND_CALL,
    BIND_CONTEXT,
    BIND_ENTER,
    BIND_ITEM,
    BIND_KIND,
    BIND_RETURN,
    BIND_VALUE,
)  # fmt: skip
from ripwire.model.columns import NO_SYMBOL
from ripwire.resolve.index import BIND_WRITTEN, TYPES
from ripwire.resolve.paths import ATTRIBUTE, CALL, Path, Step, parse
from ripwire.resolve.policy import ELEMENT, SAME
from ripwire.resolve.scopes import ABSENT, DEFAULT_NAME
from ripwire.resolve.values import (
    CLASS,
    EXTERNAL,
    FUNCTION,
    GENERIC,
    INSTANCE,
    MODULE,
    OUTSIDE,
    PACKAGE,
    SELF,
    SUPER,
    TABLE,
    UNKNOWN,
    VARIABLE,
    Value,
    kind_of,
    number_of,
    thing,
    union,
)  # fmt: skip
from ripwire.resolve.written import FUNCTION as FUNCTION_TYPE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ripwire.resolve.engine import Engine


class Receivers:
    """Expressions of one tree."""

    def __init__(self, engine: Engine) -> None:
        self.e = engine
        self.paths: dict[int, Path | None] = {}

    # --- rows ---

    def of_row(self, row: int) -> Value:
        """The value that a binding row gives its name."""
        return self.e.solver.ask(("b", row), self._of_row, row)

    def _of_row(self, row: int) -> Value:
        e = self.e
        flags = e.binding_flags[row]
        context = e.context_of_row(row)
        if flags & BIND_CONTEXT:
            return self.e.calls.contextual(e.strings[e.binding_type[row]], context)
        if not flags & BIND_WRITTEN:
            return e.types.value(e.binding_type[row], context)
        if flags & BIND_CALL and e.policy(e.binding_file[row]).calls_apart:
            path = self.path(e.binding_type[row])
            if path is not None and path.steps[-1:] != ((CALL, b""),):
                path = path.then(CALL)
            value = UNKNOWN if path is None else self.of_path(path, context)
        else:
            value = self.of_text(e.binding_type[row], context, e.binding_name[row])
            if flags & BIND_CALL:
                value = self.call(value, UNKNOWN)
        if flags & BIND_ITEM:
            value = self.item(value, True)
        elif flags & BIND_ENTER:
            value = self.entered(value)
        return value

    def held(self, symbol: int) -> Value:
        """What a variable's symbol holds; never another variable."""
        return self.e.solver.ask(("v", symbol), self._held, symbol)

    def _held(self, symbol: int) -> Value:
        e = self.e
        columns = e.columns
        name = columns.name[symbol]
        file = columns.file[symbol]
        parent = columns.parent[symbol]
        table = e.index.table(file)
        if e.flowing:
            literal = e.flow.table(~file if parent == NO_SYMBOL else parent, e.strings[name])
            if literal:
                return literal
        rows = table.bindings.get(name) if parent == NO_SYMBOL else e.index.fields.get(parent, {}).get(name)
        rows = rows or e.index.outside.get(symbol)
        if not rows and parent != NO_SYMBOL:  # a function's own, where those are symbols
            rows = e.index.bindings.get(parent, {}).get(name)
        if not rows:
            variant = e.policy(file).apart and parent != NO_SYMBOL and columns.kind[parent] in TYPES
            return (thing(INSTANCE, parent),) if variant else UNKNOWN
        found = e.scopes.of_rows(rows)
        if found == ABSENT:
            return UNKNOWN
        values = [self.held(number_of(one)) if kind_of(one) == VARIABLE else (one,) for one in found]
        return union([v for v in values if v] or [UNKNOWN])

    # --- paths ---

    def at(self, text: int, path: Path, owner: int, context: int) -> Value:
        """What a receiver is, settled; receivers of one text in one context are the same."""
        key = ("a", text, context)
        found: Value | None = self.e.solver.known.get(key)
        if found is None:
            found = self.settle(self.of_path(path, owner))
            if self.e.solver.complete:
                self.e.solver.known[key] = found
        return found

    def path(self, text: int) -> Path | None:
        """The parsed path of a text."""
        if text not in self.paths:
            self.paths[text] = parse(self.e.strings[text])
        return self.paths[text]

    def of_text(self, text: int, context: int, beside: int = -1) -> Value:
        """The value of a path (a handle) in a context; ``beside`` is a name that the path is bound to."""
        path = self.path(text)
        if path is None:
            return UNKNOWN
        return self.of_path(path, context)

    def of_path(self, path: Path, context: int) -> Value:
        """The value of a path: of the thing itself, methods unbound from their object."""
        value, _ = self.walk(path, context)
        return value

    def walk(self, path: Path, context: int) -> tuple[Value, Value]:
        """The value of a path, and that of the object it was taken from when it is an attribute."""
        e = self.e
        steps = path.steps
        if path.group is not None:
            if path.cast:
                value = e.types.value(e.strings.find(path.cast), context) if e.strings.find(path.cast) > 0 else UNKNOWN
            else:
                value = self.of_path(path.group, context)
        elif path.text:
            value = OUTSIDE
        else:
            value, steps = self.root(path.root, steps, context)
        bound: Value = UNKNOWN
        n = len(steps)
        at = 0
        file = ~context if context < 0 else e.columns.file[context]
        own = e.finder(file) if e.policy(file).own_names else None
        if own is not None and path.root and not (n and steps[0][0] == CALL):
            value = own.uncalled(value, path.root)
        while at < n:
            kind, name = steps[at]
            if not value:
                # `o.a` where only `o["a"]` is bound
                return UNKNOWN, UNKNOWN
            if kind == ATTRIBUTE:
                value = self.settle(value)
                bound = value
                if e.flowing and own is None:
                    value = e.flow.step(value, name)
                elif own is None:
                    value = self.attribute(value, name)
                else:
                    value = own.step(value, name, at + 1 < n and steps[at + 1][0] == CALL)
            elif kind == CALL:
                value = self.call(value, bound)
                bound = UNKNOWN
            else:
                value = e.flow.item(value, name) if e.flowing else self.item(value)
                bound = UNKNOWN
            at += 1
        return value, bound

    def root(self, name: bytes, steps: tuple[Step, ...], context: int) -> tuple[Value, tuple[Step, ...]]:
        """The value of the name that a path begins with, and the steps that are left."""
        e = self.e
        file = ~context if context < 0 else e.columns.file[context]
        word = e.word(file, name)
        if word == 1:
            return e.self_value(context, name), steps
        if word == 2:
            if steps and steps[0][0] == CALL:
                steps = steps[1:]
            return e.super_value(context), steps
        if e.policy(file).apart:
            return e.finder(file).root(name, steps, context)
        handle = e.strings.find(name)
        if handle < 0:
            return UNKNOWN, steps
        if steps and steps[0][0] == 2 and steps[0][1]:
            keyed = e.strings.find(name + b"[" + steps[0][1] + b"]")
            if keyed > 0:
                found = e.scopes.look_up(context, keyed)
                if found != ABSENT:
                    return found, steps[1:]
        if e.policy(file).own_names:
            found = e.finder(file).begin(context, handle, bool(steps) and steps[0][0] == CALL)
        else:
            found = e.scopes.look_up(context, handle)
        return UNKNOWN if found == ABSENT else e.as_value(found), steps

    def settle(self, value: Value) -> Value:
        """What further steps are taken from: variables give what they hold, properties their results."""
        for one in value:
            if kind_of(one) in (VARIABLE, FUNCTION):
                break
        else:
            return value
        values: list[Value] = []
        for one in value:
            kind = kind_of(one)
            if kind == VARIABLE:
                held = self.held(number_of(one))
                values.append(held if not any(kind_of(x) == FUNCTION for x in held) else self.settle(held))
            elif kind == FUNCTION:
                values.append(self.results(number_of(one)))
            else:
                values.append((one,))
        return union([v for v in values if v]) if any(values) else UNKNOWN

    def attribute(self, value: Value, name: bytes) -> Value:
        """The attribute of a settled value."""
        handle = self.e.strings.find(name)
        if handle < 0:
            return self._of_holder(value, name) or OUTSIDE
        found = self.member(value, handle)
        return UNKNOWN if found == ABSENT else found

    def member(self, value: Value, name: int) -> Value:
        """The attribute ``name`` (a handle) of a settled value; ABSENT where none of its things has one."""
        e = self.e
        values: list[Value] = []
        for one in value:
            kind, number = kind_of(one), number_of(one)
            own = e.own_finder(one)
            if own is not None and (special := own.member(one, name)) is not None:
                values.append(special)
                continue
            if kind in (INSTANCE, CLASS):
                found = e.hierarchy.member(number, name)
                if any(kind_of(x) == SELF for x in found):
                    found = tuple(sorted({one if kind_of(x) == SELF else x for x in found}))
                values.append(found)
            elif kind == MODULE:
                listed = e.policy(number).exports
                found = e.scopes.exported(number, DEFAULT_NAME if listed and name == e.scopes.default_text else name)
                if found == ABSENT and listed:
                    default = e.scopes.of_default((one,))
                    if default != (one,):
                        found = self.member(self.settle(default), name)
                values.append(OUTSIDE if found == ABSENT else found)
            elif kind == PACKAGE:
                found = e.scopes.in_package(number, name)
                values.append(OUTSIDE if found == ABSENT else found)
            elif kind == SUPER:
                values.append(e.hierarchy.inherited(number, name))
            elif kind == EXTERNAL:
                values.append(OUTSIDE)
            elif kind == GENERIC:
                values.append(self._of_holder((one,), e.strings[name]) or OUTSIDE)
        values = [found for found in values if found != ABSENT]
        return union(values) if values else ABSENT

    def _of_holder(self, value: Value, name: bytes) -> Value:
        """The attribute of holders: something whose call gives an element, or the holder again."""
        e = self.e
        out: list[Value] = []
        for one in value:
            if kind_of(one) == GENERIC:
                item, _ = e.generics[number_of(one)]
                if name in ELEMENT and item:
                    out.append((thing(GENERIC, e.generic(UNKNOWN, item)),))
                elif name in SAME and item:
                    out.append((thing(GENERIC, e.generic(item, (one,))),))
        return union(out) if out else UNKNOWN

    def call(self, value: Value, bound: Value) -> Value:
        """What calling a value gives; ``bound`` is the object that it was taken from."""
        e = self.e
        values: list[Value] = []
        for one in value:
            kind, number = kind_of(one), number_of(one)
            if kind == CLASS:
                values.append((thing(INSTANCE, number),))
            elif kind == FUNCTION:
                result = self.results(number)
                if SELF in map(kind_of, result):
                    kept = [x for x in result if kind_of(x) != SELF]
                    result = tuple(sorted({*kept, *self._objects(bound, number)}))
                values.append(result)
            elif kind == VARIABLE:
                held = self.held(number)
                variant = e.policy(e.columns.file[number]).apart and INSTANCE in map(kind_of, held)
                values.append(held if variant else self.call(held, UNKNOWN))
            elif kind == INSTANCE:
                values.append(self._by_declaration(number, 0))
                method = e.call_method(number)
                if method >= 0:
                    found = e.hierarchy.member(number, method)
                    if found != ABSENT:
                        values.append(self.call(found, (one,)))
            elif kind == GENERIC:
                values.append(e.generics[number][1])
            elif kind == MODULE and (default := e.scopes.of_default((one,))) != (one,):
                values.append(self.call(default, UNKNOWN))
            elif kind == EXTERNAL:
                values.append(OUTSIDE)
        values = [v for v in values if v]
        return union(values) if values else UNKNOWN

    def _objects(self, bound: Value, function: int) -> Value:
        """The object that a method without one in sight was called on: one of its own type."""
        out = []
        for one in bound:
            kind = kind_of(one)
            own = self.e.own_finder(one)
            if own is not None:
                out.append(own.object_of(one))
            elif kind in (INSTANCE, CLASS, SUPER):
                out.append(thing(INSTANCE, number_of(one)))
        if out:
            return tuple(sorted(set(out)))
        file = self.e.columns.file[function]
        if self.e.policy(file).own_names:
            return self.e.finder(file).self_of(function, b"self")
        holder = self.e.holder(function)
        return (thing(INSTANCE, holder),) if holder != NO_SYMBOL else UNKNOWN

    def _stepped(self, iterators: Value) -> Value:
        """What iterators give: elements of holders, else themselves (an iterator's class is the tree's business)."""
        values = [self.e.generics[number_of(one)][0] if kind_of(one) == GENERIC else (one,) for one in iterators]
        return union([value for value in values if value] or [UNKNOWN])

    def item(self, value: Value, over: bool = False) -> Value:
        """An element of a value: by its index, or, with ``over``, by iterating."""
        e = self.e
        values: list[Value] = []
        for one in value:
            if kind_of(one) == VARIABLE and e.policy(e.columns.file[number_of(one)]).apart:
                values.append(e.finder(e.columns.file[number_of(one)]).payload(number_of(one)))
        for one in self.settle(value):
            kind, number = kind_of(one), number_of(one)
            if kind == GENERIC:
                values.append(e.generics[number][0])
            elif kind == TABLE:
                values.append(e.flow.entries(number))
            elif kind == INSTANCE and e.flowing and (given := e.flow.next_of(one)):
                values.append(given)
            elif kind == INSTANCE:
                values.append(self._by_declaration(number, BIND_ITEM))
                for method, iterates in e.item_methods(number, over):
                    found = e.hierarchy.member(number, method)
                    if found and found not in (ABSENT, OUTSIDE):
                        result = self.call(found, (one,))
                        values.append(self._stepped(result) if iterates else result)
                        break
            elif kind == CLASS:
                values.append((thing(INSTANCE, number),))  # members of an enumeration; `Generic[T]` stays the type
            elif kind == EXTERNAL:
                values.append(OUTSIDE)
        values = [v for v in values if v]
        return union(values) if values else UNKNOWN

    def _by_declaration(self, type_: int, source: int) -> Value:
        """What a type's own declaration says that it holds (BIND_ITEM) or that calling an object of it gives (0)."""
        e = self.e
        e.index.table(e.columns.file[type_])
        if e.policy(e.columns.file[type_]).apart:  # there they are the fields of a tuple
            return UNKNOWN
        rows = e.index.bindings.get(type_, {}).get(0, ())
        values = [
            e.types.value(e.binding_type[row], e.context_of_row(row))
            for row in rows
            if e.binding_flags[row] & (BIND_WRITTEN | BIND_ITEM) == source
        ]
        return union([value for value in values if value] or [UNKNOWN])

    def entered(self, value: Value) -> Value:
        """What `with value as x` binds."""
        e = self.e
        method = e.strings.find(b"__enter__")
        other = e.strings.find(b"__aenter__")
        values: list[Value] = []
        for one in self.settle(value):
            found: Value = ABSENT
            if kind_of(one) == GENERIC and e.generics[number_of(one)][0]:
                values.append(e.generics[number_of(one)][0])  # of a generator that is made a context manager
                continue
            if kind_of(one) == INSTANCE:
                for handle in (method, other):
                    if handle >= 0 and found in (ABSENT, OUTSIDE):
                        found = e.hierarchy.member(number_of(one), handle)
            result = self.call(found, (one,)) if found not in (ABSENT, OUTSIDE) else UNKNOWN
            values.append(result if result and result != OUTSIDE else (one,))
        return union(values) if values else UNKNOWN

    # --- results ---

    def results(self, function: int) -> Value:
        """What calling a function gives, SELF for the object that it is called on."""
        return self.e.solver.ask(("r", function), self._results, function)

    def _results(self, function: int) -> Value:
        e = self.e
        file = e.columns.file[function]
        if e.policy(file).own_names and (special := e.finder(file).results(function)) is not None:
            return special
        e.index.table(file)
        rows = e.index.bindings.get(function, {}).get(0)
        if not rows:
            return self._declared(function)
        flags, types = e.binding_flags, e.binding_type
        written = [row for row in rows if not flags[row] & BIND_WRITTEN]
        if written:
            own = self._own_variable(function)
            values = [
                (thing(SELF, 0),) if own and types[row] == own else e.types.value(types[row], e.context_of_row(row))
                for row in written
            ]
            return union([v for v in values if v] or [UNKNOWN])
        values = []
        yielded = []
        for row in rows:
            if flags[row] & BIND_ITEM and flags[row] & BIND_KIND == BIND_RETURN:
                text = types[row]
                value = self.of_text(text, function)
                yielded.append(self.call(value, UNKNOWN) if flags[row] & BIND_CALL else value)
                continue
            path = self.path(types[row])
            if path is not None and not path.steps and flags[row] & BIND_VALUE and e.word(
                e.columns.file[function], path.root
            ) == 1:
                values.append((thing(SELF, 0),))
                continue
            values.append(self.of_row(row))
        values = [v for v in values if v]
        if yielded:
            item = union([v for v in yielded if v] or [UNKNOWN])
            if item and item != OUTSIDE:
                values.append((thing(GENERIC, e.generic(item, UNKNOWN)),))
        return union(values) if values else UNKNOWN

    def _declared(self, function: int) -> Value:
        """The result of a property that is declared with a function's type, or whose accessors are a function."""
        e = self.e
        columns = e.columns
        holder = columns.parent[function]
        rows = e.index.fields.get(holder, {}).get(columns.name[function], ()) if holder != NO_SYMBOL else ()
        if e.policy(columns.file[function]).accessors:
            place = columns.name_byte[function]
            rows = [row for row in rows or e.index.outside.get(function, ()) if columns.binding_byte[row] == place]
            found = e.scopes.of_rows(rows) if rows else ABSENT
            return UNKNOWN if found == ABSENT else found
        for row in rows:
            tree = e.types.tree(e.binding_type[row]) if not e.binding_flags[row] & BIND_WRITTEN else None
            if tree is not None and tree.kind == FUNCTION_TYPE:
                return e.types.of_tree(tree.args[-1], e.context_of_row(row))
        return UNKNOWN

    def _own_variable(self, function: int) -> int:
        """The written type of a method's own object where it is a variable that the result may repeat."""
        e = self.e
        rows = e.index.bindings.get(function, {})
        for word in (b"self", b"cls", b"this"):
            handle = e.strings.find(word)
            for row in rows.get(handle, ()) if handle > 0 else ():
                if not e.binding_flags[row] & BIND_WRITTEN:
                    return int(e.binding_type[row])
        return 0
