"""Words that languages keep for themselves, of all languages together: data for comparisons of code that forget names.

Invariant: a union, so that the same code reads alike whatever it is written in. Cost: one tuple.
"""

from __future__ import annotations

KEYWORDS = tuple(
    sorted(
        set(
            b"abstract alignas alignof and as asm assert async auto await base begin bool boolean break byte case catch"
            b" char checked class co_await co_return co_yield concept const const_cast consteval constexpr constinit"
            b" continue crate debugger decimal declare decltype def default defer del delegate delete do double dyn"
            b" dynamic dynamic_cast echo elif else elseif elsif end endfor endforeach endif endswitch endwhile ensure"
            b" enum esac event except exec explicit export extends extension extern fallthrough false fi final finally"
            b" fixed float fn for foreach friend from func function fun global go goto guard if impl implements"
            b" implicit import in include inline inout instanceof insteadof int interface internal into is lambda"
            b" lateinit lazy let local lock long loop macro match mixin mod module move mut mutable namespace native"
            b" new next nil noexcept none nonlocal not null nullptr object of open operator or out override package"
            b" params pass priv private protected protocol pub public raise readonly redo ref register"
            b" reinterpret_cast repeat require requires rescue retry return sbyte sealed select self set short signed"
            b" sizeof static static_assert static_cast strictfp struct super suspend switch synchronized template then"
            b" this throw throws trait transient true try type typealias typedef typeid typename typeof uint ulong"
            b" undef undefined union unless unsafe unset unsigned until use using val var virtual void volatile wchar_t"
            b" when where while with xor yield"
            b" None True False".split()
        )
    )
)
