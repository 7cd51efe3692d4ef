"""What languages differ in when names are looked up, as data: one row a family.

Purpose: the evaluator is one; a row says how scopes nest, what a constructor is called, which names hold others.
Invariant: rows say nothing about a tree. Cost: a few tuples at import.
"""

from __future__ import annotations


class Policy:
    """One row.

    family        as in the language table
    constructors  names of methods that making an object calls; empty: the type stands for them
    implicit      a bare name may be a member of the type around
    sibling       a bare name may be a top-level definition of another file of the same package
    classes_hide  a class body's names are not seen by the functions in it
    call_method   the method that calling an object calls
    item_method, iterate_method   those that indexing and iterating call
    linear        "c3" or "depth": order of a type's bases
    closed        every name in scope is bound in the file: a receiver that nothing binds is the language's own
    abstract_mark the decorator of abstract methods; empty: those without a body are
    structural    anything of the right shape has an interface's type, named or not: its members stand for themselves
    builtins      names that the language binds everywhere
    self_types    written types that mean the object itself
    whole         the finder decides each call by itself, at its place: names may mean something else further down
    own_names     the family's finder says what names and members mean (`own_names.OwnNames`)
    """

    __slots__ = (
        "family", "constructors", "implicit", "sibling", "classes_hide", "call_method", "item_method", "iterate_method",
        "linear", "closed", "self_types", "builtins", "abstract_mark", "structural",
        "own_names", "whole",
    )  # fmt: skip

    def __init__(
        self,
        family: str,
        *,
        constructors: tuple[bytes, ...] = (),
        implicit: bool = False,
        sibling: bool = False,
        classes_hide: bool = False,
        call_method: bytes = b"",
        item_method: bytes = b"",
        iterate_method: bytes = b"",
        linear: str = "depth",
        closed: bool = False,
        self_types: tuple[bytes, ...] = (),
        builtins: bytes = b"",
        abstract_mark: bytes = b"",
        structural: bool = False,
        own_names: bool = False,
        whole: bool = False,
    ) -> None:
        self.family = family
        self.constructors = constructors
        self.implicit = implicit
        self.sibling = sibling
        self.classes_hide = classes_hide
        self.call_method = call_method
        self.item_method = item_method
        self.iterate_method = iterate_method
        self.linear = linear
        self.closed = closed
        self.self_types = self_types
        self.abstract_mark = abstract_mark
        self.structural = structural
        self.own_names = own_names
        self.whole = whole
        self.builtins = frozenset(builtins.split())


POLICIES: dict[str, Policy] = {
    row.family: row
    for row in (
        Policy(
            "python", classes_hide=True, call_method=b"__call__", item_method=b"__getitem__",
            iterate_method=b"__iter__", linear="c3", closed=True,
            abstract_mark=b"abstractmethod", self_types=(b"Self", b"typing.Self", b"t.Self"),
            builtins=b"abs aiter all anext any ascii bin bool breakpoint bytearray bytes callable chr classmethod "
            b"compile complex delattr dict dir divmod enumerate eval exec exit filter float format "
            b"frozenset getattr globals hasattr hash help hex id input int isinstance issubclass iter len "
            b"list locals map max memoryview min next object oct open ord pow print property quit range "
            b"repr reversed round set setattr slice sorted staticmethod str sum super tuple type vars zip "
            b"__import__",
        ),
        Policy(
            "ecma", constructors=(b"constructor",), closed=True, structural=True, self_types=(b"this",),
            builtins=b"Array ArrayBuffer BigInt Boolean Date Error Function Map Number Object Promise Proxy "
            b"RangeError RegExp Set String Symbol SyntaxError TypeError URL URLSearchParams WeakMap "
            b"WeakRef WeakSet alert atob btoa clearInterval clearTimeout decodeURI decodeURIComponent "
            b"encodeURI encodeURIComponent eval fetch isFinite isNaN parseFloat parseInt queueMicrotask "
            b"require setImmediate setInterval setTimeout structuredClone super import",
        ),
        Policy("elixir", whole=True),
    )
}  # fmt: skip

THROUGH, FIRST, LAST = range(3)

HOLDERS: dict[bytes, int] = {
    name: how
    for how, names in (
        (
            THROUGH,
            b"Optional Annotated Final ClassVar Required NotRequired ReadOnly Awaitable Coroutine "
            b"Generator AsyncGenerator ContextManager AsyncContextManager AbstractContextManager "
            b"AbstractAsyncContextManager Partial Readonly NonNullable Promise PromiseLike DeepReadonly "
            b"Exclude Extract Future Task Lazy shared_ptr unique_ptr weak_ptr optional Arc Rc Box RefCell "
            b"Cell Mutex RwLock Option Result Weak Pin Ref RefMut ThreadLocal WeakReference SoftReference "
            b"AtomicReference Nullable ValueTask Supplier Provider",
        ),
        (
            FIRST,
            b"list List Sequence Iterable Iterator AsyncIterable AsyncIterator Collection set Set "
            b"frozenset FrozenSet deque Deque tuple Tuple MutableSequence AbstractSet MutableSet KeysView "
            b"ValuesView Array ReadonlyArray ReadonlySet IterableIterator WeakSet vector array span Vec "
            b"VecDeque HashSet BTreeSet Slice ArrayList LinkedList Queue Stream IEnumerable IList "
            b"ICollection IReadOnlyList Stack MutableList Flow PriorityQueue TreeSet LinkedHashSet "
            b"unordered_set initializer_list NSArray Enumerator",
        ),
        (
            LAST,
            b"dict Dict Mapping MutableMapping DefaultDict defaultdict OrderedDict ChainMap Map "
            b"ReadonlyMap WeakMap Record map unordered_map HashMap BTreeMap LinkedHashMap TreeMap "
            b"ConcurrentHashMap Dictionary IDictionary MutableMap SortedDictionary NSDictionary IndexMap",
        ),
    )
    for name in names.split()
}
"""Types of standard libraries that stand for what is in them: the thing itself, or elements by their first or last
argument."""

ELEMENT = frozenset(
    b"get pop popleft popitem setdefault at find first last shift peek poll remove front back next __getitem__ unwrap "
    b"elementAt getOrNull firstOrNull lastOrNull min max".split()
)
"""Methods of holders that give an element."""

SAME = frozenset(
    b"values copy filter slice concat reverse sort reversed sorted iter iter_mut into_iter as_ref as_mut clone "
    b"toList asList stream all Values ToList Where OrderBy".split()
)
"""Methods of holders that give a holder of the same elements."""
