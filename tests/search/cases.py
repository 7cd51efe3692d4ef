"""Generated trees, command lines and patterns for `ripwire search`, each asked of ripgrep 15.2 as well.

What is not asked, because ripgrep itself is not one in it: times; binary files with lines longer than its buffer (the
buffer of a thread stays grown, so the answer depends on the files before); the order of files.
"""

from __future__ import annotations

import os
import random
import re
import subprocess
import tempfile
from pathlib import Path

from ripwire.errors import RipwireError
from ripwire.search.argv import parse
from ripwire.search.run import Around, run
from tests.search.oracle import rg

NAMES = ["a", "b.py", "c.txt", "main.c", "README.md", ".hid", "x.json", "d", "Makefile", "b.PY", "zz.h", "e.log"]
FOLDERS = ["src", "docs", ".cfg", "lib", "build", "src/deep", "docs/man"]
RULES = ["*.log", "build/", "!a", "/src/deep", "*.txt", "!*.c", ".cfg", "docs/*", "b.*", "lib/**", "zz.h", "# x", ""]
WORDS = ["foo", "Foo", "FOO", "bar", "foobar", "foo_bar", "x1", "0xdeadbeef", "é", "日本", "foo bar", "  foo", "ſ", "K"]
WORDS.append("")
ATOMS = [
    "foo", "bar", "o", "fo+", "[a-f0-9]{4}", r"\bfoo\b", "^foo", "foo$", "^$", ".", r"\w+", r"\d", "f.o", "(foo|bar)",
    "foo|", "é", r"\s", "[^a-z]", "(?i)foo", "x*", r"\S+ \S+", "日", r"(?-u)\w+", "FOO", "a?b?", r"\Boo", ".*bar",
    "(o)(b)?", r"[[:upper:]]", r"\x66oo", "z{3}", r"\p{Lu}",
]  # fmt: skip
Choice = tuple[float, list[str]]
FLAGS: list[Choice] = [
    (0.2, ["-n"]), (0.03, ["-N"]), (0.2, ["-i"]), (0.08, ["-S"]), (0.03, ["-s"]), (0.12, ["-w"]), (0.08, ["-x"]),
    (0.15, ["-v"]), (0.08, ["-F"]), (0.12, ["-A1"]), (0.1, ["-B2"]), (0.1, ["-C1"]), (0.15, ["-m2"]), (0.02, ["-m0"]),
    (0.05, ["-q"]), (0.12, ["-l"]), (0.12, ["-c"]), (0.05, ["--count-matches"]), (0.06, ["--files-without-match"]),
    (0.1, ["-o"]), (0.06, ["--json"]), (0.05, ["--vimgrep"]), (0.08, ["--column"]), (0.08, ["-b"]), (0.06, ["-H"]),
    (0.06, ["-I"]), (0.04, ["-0"]), (0.06, ["--heading"]), (0.08, ["--color=always"]), (0.04, ["--trim"]),
    (0.05, ["-M", "9"]), (0.03, ["--max-columns-preview"]), (0.04, ["--passthru"]), (0.05, ["--include-zero"]),
    (0.08, ["-a"]), (0.08, ["--hidden"]), (0.08, ["-u"]), (0.03, ["--no-ignore"]),
    (0.03, ["--no-ignore-vcs"]), (0.02, ["--no-ignore-parent"]), (0.02, ["--no-require-git"]), (0.06, ["-g", "*.py"]),
    (0.05, ["-g", "!src"]), (0.03, ["--iglob", "*.py"]), (0.05, ["-t", "py"]), (0.04, ["-T", "md"]),
    (0.03, ["-d", "1"]), (0.03, ["--max-filesize", "20"]), (0.03, ["--sort", "path"]), (0.02, ["--sortr", "path"]),
    (0.02, ["-L"]), (0.03, ["--no-unicode"]), (0.03, ["--stop-on-nonmatch"]), (0.03, ["-P"]), (0.02, ["--no-messages"]),
    (0.02, ["--context-separator", "=="]), (0.02, ["--no-context-separator"]), (0.02, ["--field-match-separator", "|"]),
    (0.02, ["--field-context-separator", "~"]), (0.02, ["--no-mmap"]), (0.05, ["-r", "<$0$1>"]), (0.05, ["-U"]),
    (0.05, ["-uuu"]), (0.03, ["-uu"]),
    (0.04, ["--binary"]), (0.05, ["--stats"]), (0.05, ["--crlf"]), (0.03, ["--null-data"]),
    (0.03, ["-E", "none"]), (0.03, ["-E", "utf-16le"]), (0.03, ["-E", "latin1"]), (0.02, ["-z"]),
    (0.02, ["--colors", "highlight:bg:blue"]), (0.02, ["--colors", "match:none"]),
    (0.02, ["--path-separator", "+"]), (0.03, ["--hyperlink-format", "x://{host}{path}:{line}:{column}"]),
    (0.02, ["--engine", "auto"]), (0.01, ["--files"]), (0.01, ["--type-list"]), (0.01, ["-t", "none"]),
    (0.01, ["-g", "["]),
]  # fmt: skip
_TIMES = re.compile(rb'"(secs|nanos)":\d+|"human":"[^"]*"|"(bytes_searched|bytes_printed)":\d+')
_STATS = re.compile(rb"(?m)^[0-9.]+ (seconds.*|bytes printed|bytes searched)\n")
# Rows of our table that ripgrep has not.
_TYPES = re.compile(rb"(?m)^(mdc|plist): .*\n")


def known(argv: list[str]) -> str:
    """Why a difference is one that we know of: a list that is to shrink."""
    if any(r"\B" in word or r"\b" in word for word in argv) and any(
        atom in word for word in argv for atom in ("foo|", "x*", "a?b?")
    ):
        return "an empty match inside of a character that depends on what is around it"
    if "-v" in argv and ({"-m2", "-M"} & set(argv) or "--stop-on-nonmatch" in argv):
        return "-v beside -m and -M: which loop of ripgrep is at work decides what context is"
    if "--path-separator" in argv and "--hyperlink-format" in argv:
        return "ripgrep makes no link of a path with another separator, which it can't find"
    return ""


def text(random_: random.Random) -> bytes:
    """What a file holds."""
    lines = [" ".join(random_.choices(WORDS, k=random_.randrange(4))) for _ in range(random_.randrange(9))]
    end = random_.choice(["\n", "\n", "\n", "\r\n"])
    data = (end.join(lines) + random_.choice([end, end, ""])).encode()
    kind = random_.random()
    at = random_.randrange(len(data) + 1)
    if kind < 0.08:
        data = data[:at] + b"\0" + data[at:]
    elif kind < 0.14:
        data = data[:at] + random_.choice([b"\xff", b"\xc3", b"\xed\xa0\x80"]) + data[at:]
    elif kind < 0.18:
        data = b"\xef\xbb\xbf" + data
    elif kind < 0.22:
        code = random_.choice(["utf-16-le", "utf-16-be"])
        data = (b"\xff\xfe" if code == "utf-16-le" else b"\xfe\xff") + data.decode().encode(code)
    elif kind < 0.25:
        data = data[:at] + b"y" * random_.choice([300, 9000]) + data[at:]
    elif kind < 0.27:
        data = data * 3000 if data else data
    return data


def plant(random_: random.Random, root: Path) -> list[str]:
    """A tree; returns its files and folders."""
    made: list[str] = []
    if random_.random() < 0.5:
        (root / ".git").mkdir()
    for _ in range(random_.randrange(1, 9)):
        folder = random_.choice(["", "", *FOLDERS])
        (root / folder).mkdir(parents=True, exist_ok=True)
        path = f"{folder}/{random_.choice(NAMES)}" if folder else random_.choice(NAMES)
        if not (root / path).is_dir():
            (root / path).write_bytes(text(random_))
            made += [path, folder or "."]
    for name in (".gitignore", ".ignore", ".rgignore"):
        if random_.random() < 0.2:
            folder = random_.choice(["", *(name for name in FOLDERS if (root / name).is_dir())])
            (root / folder / name).write_text("\n".join(random_.choices(RULES, k=3)) + "\n")
    return made


def words(random_: random.Random, made: list[str], flags: list[Choice]) -> list[str]:
    """A command line."""
    out: list[str] = []
    often = random_.choice([0.3, 1.0, 2.0])
    for chance, some in flags:
        if random_.random() < chance * often:
            out.append("\0".join(some))
    random_.shuffle(out)
    out = [word for group in out for word in group.split("\0")]
    if random_.random() < 0.15:
        for _ in range(2):
            out += ["-e", random_.choice(ATOMS)]
    else:
        out.append(random_.choice(ATOMS) + (random_.choice(ATOMS) if random_.random() < 0.3 else ""))
    if random_.random() < 0.3:
        out += random_.sample(sorted(set(made)), k=min(len(set(made)), random_.randrange(1, 3)))
    if random_.random() < 0.02:
        out.append("nosuch")
    return out


def plain(output: bytes) -> list[bytes]:
    """The lines in any order, without times, and what ripgrep counts by the pieces that it happens to read."""
    return sorted(_TYPES.sub(b"", _STATS.sub(b"", _TIMES.sub(b"", output))).replace(b"\0", b"\n").split(b"\n"))


def ours(root: Path, argv: list[str], threads: int = 2) -> tuple[int, bytes]:
    """The exit code and output of a search in this process."""
    here = os.getcwd()
    with tempfile.TemporaryFile() as file:
        os.chdir(root)
        try:
            around = Around(
                cwd=os.getcwdb(), home=b"", xdg_config=b"", out=file.fileno(), terminal=False, colorful=True,
                host=os.fsencode(os.uname().nodename), piped=False, cores=threads,
                read=lambda path: Path(os.fsdecode(path)).read_bytes(),
                tell=lambda message: None,
            )  # fmt: skip
            code = run(parse([os.fsencode(word) for word in argv]), around)
        except RipwireError as error:
            code = error.code
        finally:
            os.chdir(here)
        file.seek(0)
        return code, file.read()


def ripgreps(root: Path, argv: list[str]) -> tuple[int, bytes]:
    """ripgrep's."""
    environment = {"PATH": os.environ.get("PATH", ""), "HOME": "/nonexistent"}
    done = subprocess.run(
        [rg(), "--no-config", "-j1", *argv], cwd=root, capture_output=True, stdin=subprocess.DEVNULL, env=environment
    )
    return done.returncode, done.stdout


def difference(seed: int, top: Path, flags: list[Choice] = FLAGS) -> str:
    """What differs in one case; nothing: an empty text."""
    random_ = random.Random(seed)
    root = top / str(seed)
    root.mkdir()
    made = plant(random_, root)
    found = []
    for _ in range(4):
        argv = words(random_, made, flags)
        wanted, got = ripgreps(root, argv), ours(root, argv, random_.choice([1, 2]))
        if b"binary file matches" in wanted[1]:  # what stands between files depends on which comes first
            wanted, got = ((code, re.sub(rb"(?m)^(--)?\n", b"", output)) for code, output in (wanted, got))
        if (wanted[0], plain(wanted[1])) != (got[0], plain(got[1])) and not known(argv):
            shown = [f"{code} {output[:300]!r}" for code, output in (wanted, got)]
            found.append(f"seed {seed}: {argv}\n  ripgrep {shown[0]}\n  ripwire {shown[1]}")
    return "\n".join(found)



