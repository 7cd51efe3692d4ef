"""What languages differ in when names are looked up, as data: one row a family.

Purpose: the evaluator is one; a row says how scopes nest, what a constructor is called, which names hold others.
Invariant: rows say nothing about a tree. Cost: a few tuples at import.
"""

from __future__ import annotations

STRICT_QUALIFIERS = 1
"""A qualified call names its container: when the tree has none of that name, it is somebody else's."""

IMPLICIT_THIS = 2
"""A bare call may be one of a member of the type around."""

NO_MEMBERS = 4
"""A bare call means no member."""

INCLUDES = 8
"""What a file includes says which of several definitions is meant."""

OWN_MEMBERS = 16
"""A bare call means a member of another file's type only where the type around is known to have it."""


class Policy:
    """One row.

    family        as in the language table
    constructors  names of methods that making an object calls, b"" for the type's own; empty: the type stands for them
    implicit      a bare name may be a member of the type around
    sibling       a bare name may be a top-level definition of another file of the same package
    classes_hide  a class body's names are not seen by the functions in it
    call_method   the method that calling an object calls
    item_method, iterate_method   those that indexing and iterating call
    linear        "c3", "depth" or "breadth": order of a type's bases; "mixins": interfaces first, the last of them at
                  the front
    closed        every name in scope is bound in the file: a receiver that nothing binds is the language's own
    abstract_mark the decorator of abstract methods; empty: those without a body are
    value_leads   bit n: a nested function whose name stands n bytes after its start is a name that is given a function
    structural    anything of the right shape has an interface's type, named or not: its members stand for themselves
    builtins      names that the language binds everywhere
    self_types    written types that mean the object itself
    imported      names come from the file and its imports: one that nothing binds means nothing of the tree
    accessors     a property with accessors is a function, and has its type as a field
    whole         the finder decides each call by itself, at its place: names may mean something else further down
    hides         a local name of which nothing is known hides what the file and its imports call so
    own_methods   methods of the language's own types: those of a receiver of unknown type are not the tree's
    apart         a method stands in no type that its parents show: its scope names the type
    calls_apart   methods and variables have name spaces of their own: the callee of a binding is looked up as a method
    called_words  names of calls that no definition has: `this(...)`
    suffix        what a definition's name may have behind that of its call
    overloads     definitions of one name in one scope differ in their parameters: calls tell them apart by their number
    overload_mark the decorator of declarations that stand before the definition that they overload
    decorators    what stands before a function may put another in its place
    ladder        bits of `_core.ladder`: STRICT_QUALIFIERS, IMPLICIT_THIS, NO_MEMBERS, INCLUDES, OWN_MEMBERS
    separate      its languages share a graph but not declarations: a body never evicts the sibling's declaration
    exports       a module gives what it lists, one thing of it as its default; it may be a value (CommonJS)
    stars_apart   handing everything on is told from importing everything
    stars_hide    importing everything leaves out what a list or an underscore says
    variables     calling a variable is an edge to it, whatever it holds
    init_method   the method that makes an object ready, beside which the type is called
    signature     the syntax of parameter lists where function values are followed ("python", "ecma"); empty: nowhere
    optionals     holders of one thing have methods of their own (Java's `Optional`)
    types_unknown a type that nothing defines may be anything (a macro, Objective-C's `id`), not only something outside
    own_names     the family's finder says what names and members mean (`own_names.OwnNames`)
    """

    __slots__ = (
        "family", "constructors", "implicit", "sibling", "classes_hide", "call_method", "item_method", "iterate_method",
        "linear", "closed", "self_types", "builtins", "abstract_mark", "structural", "value_leads",
        "own_names", "whole", "accessors", "imported", "hides", "apart", "own_methods", "calls_apart",
        "called_words", "suffix", "overloads", "overload_mark", "decorators", "ladder",
        "separate", "exports", "stars_apart", "stars_hide", "variables",
        "init_method", "signature", "optionals", "types_unknown",
    )  # fmt: skip

    def __init__(
        self,
        family: str,
        *,
        overload_mark: bytes = b"",
        decorators: bool = False,
        ladder: int = 0,
        separate: bool = False,
        exports: bool = False,
        stars_apart: bool = False,
        stars_hide: bool = False,
        variables: bool = False,
        init_method: bytes = b"",
        signature: str = "",
        optionals: bool = False,
        types_unknown: bool = False,
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
        value_leads: int = 0,
        own_names: bool = False,
        whole: bool = False,
        accessors: bool = False,
        imported: bool = False,
        hides: bool = False,
        apart: bool = False,
        own_methods: bytes = b"",
        calls_apart: bool = False,
        called_words: tuple[bytes, ...] = (),
        suffix: bytes = b"",
        overloads: bool = False,
    ) -> None:
        self.family = family
        self.overload_mark = overload_mark
        self.decorators = decorators
        self.ladder = ladder
        self.separate = separate
        self.exports = exports
        self.stars_apart = stars_apart
        self.stars_hide = stars_hide
        self.variables = variables
        self.init_method = init_method
        self.signature = signature
        self.optionals = optionals
        self.types_unknown = types_unknown
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
        self.value_leads = value_leads
        self.own_names = own_names
        self.whole = whole
        self.accessors = accessors
        self.imported = imported
        self.hides = hides
        self.apart = apart
        self.own_methods = frozenset(own_methods.split())
        self.calls_apart = calls_apart
        self.called_words = called_words
        self.suffix = suffix
        self.overloads = overloads
        self.builtins = frozenset(builtins.split())


POLICIES: dict[str, Policy] = {
    row.family: row
    for row in (
        Policy(
            "python", decorators=True, ladder=NO_MEMBERS, overload_mark=b"overload", stars_hide=True,
            init_method=b"__init__", signature="python",
            classes_hide=True, call_method=b"__call__", item_method=b"__getitem__",
            iterate_method=b"__iter__", linear="c3", closed=True,
            hides=True, value_leads=1, abstract_mark=b"abstractmethod", self_types=(b"Self", b"typing.Self", b"t.Self"),
            builtins=b"abs aiter all anext any ascii bin bool breakpoint bytearray bytes callable chr classmethod "
            b"compile complex delattr dict dir divmod enumerate eval exec exit filter float format "
            b"frozenset getattr globals hasattr hash help hex id input int isinstance issubclass iter len "
            b"list locals map max memoryview min next object oct open ord pow print property quit range "
            b"repr reversed round set setattr slice sorted staticmethod str sum super tuple type vars zip "
            b"__import__",
        ),
        Policy(
            "ecma", ladder=NO_MEMBERS, exports=True, stars_apart=True, variables=True, signature="ecma",
            constructors=(b"constructor",), closed=True, structural=True,
            called_words=(b"super", b"default"), value_leads=1 | 1 << len("let ") | 1 << len("const "),
            self_types=(b"this",),
            builtins=b"Array ArrayBuffer BigInt Boolean Date Error Function Map Number Object Promise Proxy "
            b"RangeError RegExp Set String Symbol SyntaxError TypeError URL URLSearchParams WeakMap "
            b"WeakRef WeakSet alert atob btoa clearInterval clearTimeout decodeURI decodeURIComponent "
            b"encodeURI encodeURIComponent eval fetch isFinite isNaN parseFloat parseInt queueMicrotask "
            b"require setImmediate setInterval setTimeout structuredClone super import",
        ),
        Policy("elixir", whole=True),
        Policy("gleam", whole=True),
        Policy("clojure", whole=True),
        Policy(
            "dart", ladder=NO_MEMBERS, stars_apart=True, implicit=True, sibling=True, constructors=(b"",),
            call_method=b"call", closed=True,
            imported=True,
            linear="mixins", called_words=(b"super", b"this"),
        ),
        Policy(
            "swift", ladder=IMPLICIT_THIS | NO_MEMBERS, implicit=True, sibling=True, accessors=True, closed=True,
            constructors=(b"init",),
            self_types=(b"Self",),
            builtins=b"abs assert assertionFailure debugPrint dump fatalError isKnownUniquelyReferenced max min "
            b"numericCast precondition preconditionFailure print readLine repeatElement sequence stride swap type "
            b"unsafeBitCast unsafeDowncast withExtendedLifetime withUnsafePointer withUnsafeBytes zip "
            b"Any AnyHashable AnyObject Array Bool Character CGFloat CGPoint CGRect CGSize ClosedRange Data Date "
            b"Dictionary Double Error Float Int Int16 Int32 Int64 Int8 NSError Optional Range Result Selector Set "
            b"String Substring Task UInt UInt16 UInt32 UInt64 UInt8 URL UUID",
        ),
        Policy(
            "php", own_names=True, constructors=(b"__construct",), call_method=b"__invoke",
            self_types=(b"self", b"static", b"$this"),
        ),
        Policy(
            "jvm", separate=True, optionals=True, own_names=True, calls_apart=True, overloads=True,
            called_words=(b"this", b"super"),
            call_method=b"invoke",
            builtins=b"println print readln readLine require requireNotNull check checkNotNull error TODO listOf mapOf "
            b"setOf arrayOf listOfNotNull emptyList emptyMap emptySet emptyArray mutableListOf mutableMapOf "
            b"mutableSetOf arrayListOf hashMapOf hashSetOf linkedMapOf sequenceOf intArrayOf longArrayOf byteArrayOf "
            b"floatArrayOf doubleArrayOf booleanArrayOf charArrayOf arrayOfNulls buildList buildMap buildSet "
            b"buildString sequence lazy lazyOf with run let also apply takeIf takeUnless repeat runCatching "
            b"synchronized maxOf minOf to Pair Triple IllegalArgumentException IllegalStateException "
            b"UnsupportedOperationException RuntimeException Exception NullPointerException "
            b"IndexOutOfBoundsException AssertionError Error Throwable Object String StringBuilder Thread Override "
            b"Deprecated SuppressWarnings SafeVarargs FunctionalInterface Suppress JvmStatic JvmField JvmOverloads "
            b"JvmName",
        ),
        Policy(
            "csharp", own_names=True, calls_apart=True, overloads=True, called_words=(b"this", b"base"),
            suffix=b"Attribute", iterate_method=b"GetEnumerator",
            builtins=b"nameof typeof sizeof default checked unchecked",
        ),
        Policy(
            "lua", own_names=True, whole=True,
            builtins=b"assert collectgarbage dofile error getfenv getmetatable ipairs load loadfile loadstring module "
            b"next pairs pcall print rawequal rawget rawlen rawset require select setfenv setmetatable tonumber "
            b"tostring type unpack xpcall",
        ),
        Policy("gdscript", own_names=True, whole=True, constructors=(b"_init",), call_method=b"call"),
        Policy(
            "ruby", own_names=True, whole=True, constructors=(b"initialize",), call_method=b"call",
            builtins=b"Array Complex Float Hash Integer Rational String abort at_exit alias_method attr attr_accessor "
            b"attr_reader attr_writer autoload binding block_given? caller catch class define_method eval exit extend "
            b"fail format freeze gets include instance_variable_get instance_variable_set is_a? lambda load loop "
            b"module_function p prepend print printf private private_class_method private_constant proc protected "
            b"public public_send puts raise rand require require_relative respond_to? send sleep sprintf srand system "
            b"tap throw warn",
        ),
        Policy(
            "go", ladder=NO_MEMBERS, sibling=True, linear="breadth", structural=True,
            value_leads=1 | 1 << len("let ") | 1 << len("const "), hides=True, own_methods=b"Error",
            builtins=b"append cap clear close complex copy delete imag len make max min new panic print println real "
            b"recover any bool byte comparable complex64 complex128 error float32 float64 int int8 int16 int32 int64 "
            b"rune string uint uint8 uint16 uint32 uint64 uintptr",
        ),
        Policy(
            "rust", ladder=STRICT_QUALIFIERS | NO_MEMBERS, own_names=True, apart=True, self_types=(b"Self",),
            builtins=b"Ok Err Some None drop assert assert_eq assert_ne cfg column compile_error concat dbg "
            b"debug_assert debug_assert_eq debug_assert_ne env eprint eprintln file format format_args include "
            b"include_bytes include_str line matches module_path option_env panic print println stringify "
            b"thread_local todo unimplemented unreachable vec write writeln asm global_asm addr_of addr_of_mut",
        ),
        Policy(
            "c", ladder=IMPLICIT_THIS | INCLUDES | OWN_MEMBERS, types_unknown=True, own_names=True,
            call_method=b"operator()", item_method=b"operator[]",
            self_types=(b"instancetype", b"__typeof", b"__typeof__", b"typeof", b"decltype"),
        ),
    )
}  # fmt: skip

THROUGH, FIRST, LAST = range(3)

HOLDERS: dict[bytes, int] = {
    name: how
    for how, names in (
        (
            THROUGH,
            b"Optional Union Annotated Final ClassVar Required NotRequired ReadOnly Awaitable Coroutine "
            b"Generator AsyncGenerator ContextManager AsyncContextManager AbstractContextManager "
            b"AbstractAsyncContextManager Partial Readonly NonNullable Promise PromiseLike DeepReadonly "
            b"Exclude Extract Future Task Lazy shared_ptr unique_ptr weak_ptr optional Arc Rc Box RefCell "
            b"Cell Mutex RwLock Option Result Weak Pin Ref RefMut ThreadLocal WeakReference SoftReference "
            b"AtomicReference Nullable ValueTask Supplier Provider NonNull MutexGuard RwLockReadGuard "
            b"RwLockWriteGuard ManuallyDrop MaybeUninit UnsafeCell OnceCell OnceLock LazyLock Cow Poll id __kindof "
            b"not_null reference_wrapper atomic",
        ),
        (
            FIRST,
            b"ContextVar list List Sequence Iterable Iterator AsyncIterable AsyncIterator Collection set Set "
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
    b"elementAt getOrNull firstOrNull lastOrNull min max orElse orElseGet orElseThrow element pollFirst pollLast "
    b"peekFirst "
    b"peekLast getFirst getLast removeFirst removeLast First FirstOrDefault Last LastOrDefault Single SingleOrDefault "
    b"ElementAt ElementAtOrDefault Dequeue Peek Pop".split()
)
"""Methods of holders that give an element."""

SAME = frozenset(
    b"values copy filter slice concat reverse sort reversed sorted iter iter_mut into_iter as_ref as_mut clone "
    b"toList asList stream all Values ToList Where OrderBy".split()
)
"""Methods of holders that give a holder of the same elements."""

GIVES_ELEMENTS = frozenset(
    b"forEach map filter find findIndex findLast some every flatMap reduce reduceRight each any all sortBy groupBy "
    b"forEachIndexed mapNotNull firstOrNull count".split()
)
"""Methods of holders that hand each element to their first argument."""
