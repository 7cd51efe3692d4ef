"""The option table, what is generated from it, and the front doors that answer from it."""

from __future__ import annotations

import ast
import inspect
import json
import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from ripwire.cli import exits, parse
from ripwire.cli.complete import script
from ripwire.cli.help import COLUMNS, SCREEN_LINES, full, screen, search_help
from ripwire.cli.options import FAMILIES, FLAGS, KINDS, MAP, PRECEDENCE, READ_BY, ROLES, TABLE, Flag
from ripwire.cli.schema import describe, render
from ripwire.search import options as search
from ripwire.search.argv import parse as parse_search
from ripwire.version import VERSION

ROOT = Path(__file__).resolve().parents[2]
NAMES = [flag.name for flag in FLAGS]
VALUE_FLAGS = [flag for flag in FLAGS if flag.takes_value]


def by_name(flag: Flag) -> str:
    return flag.name


def words(example: str) -> list[str]:
    return shlex.split(example)


def run(*args: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run([sys.executable, "-m", "ripwire", *args], capture_output=True, cwd=ROOT, timeout=60)


# -- rows -----------------------------------------------------------------------------------------------------------


def test_no_spelling_is_used_twice() -> None:
    spellings = [f"--{flag.name}" for flag in FLAGS]
    spellings += [f"-{flag.letter}" for flag in FLAGS if flag.letter]
    spellings += [f"--{name}" for flag in FLAGS for name, _ in (*flag.aliases, *flag.deprecated)]
    assert len(spellings) == len(set(spellings))
    assert set(TABLE.spellings) == set(spellings)
    assert "map" not in NAMES  # the default verb has no spelling


@pytest.mark.parametrize("flag", (*FLAGS, MAP), ids=by_name)
def test_row_is_well_formed(flag: Flag) -> None:
    assert flag.kind in KINDS and flag.role in ROLES and flag.read_by in READ_BY
    assert flag.family in dict(FAMILIES)
    assert flag.name == flag.name.lower().strip("-") and flag.name.isascii()
    assert flag.takes_value == bool(flag.metavar)
    assert bool(flag.choices) == (flag.kind in ("choice", "format"))
    assert flag.short and not flag.short.endswith(".") and flag.short.isascii()
    assert flag.long.endswith(".") and flag.long.isascii() and flag.long[0] not in ".'"
    assert flag.role != "verb" or flag.read_by == "all"
    if flag.kind in ("text", "repeat-text", "optional-text"):
        assert flag.wants
    for name in (*flag.requires, *flag.conflicts, *flag.reads, *(flag.zero_needs or ())):
        assert name in NAMES and name != flag.name
    if flag.role != "verb":
        assert not (flag.reads or flag.json or flag.pages)
    if flag.reads:
        assert {TABLE.by_name[name].read_by for name in flag.reads} <= {"some", "budget"}


def test_every_verb_has_a_place_in_the_precedence() -> None:
    assert len(PRECEDENCE) == len(set(PRECEDENCE))
    assert {flag.name for flag in FLAGS if flag.role == "verb"} <= set(PRECEDENCE)


def test_some_verb_reads_each_modifier_that_is_not_for_all() -> None:
    read = {name for verb in (MAP, *FLAGS) for name in verb.reads}
    assert {flag.name for flag in FLAGS if flag.read_by in ("some", "budget")} == read


@pytest.mark.parametrize("flag", VALUE_FLAGS, ids=by_name)
def test_example_parses_and_shows_the_flag(flag: Flag) -> None:
    assert f"--{flag.name}=" in flag.example or flag.kind == "optional-text"
    options = parse.parse([".", *words(flag.example)])
    assert flag.name in options.given
    assert not options.notices


def test_options_annotations_mirror_the_table() -> None:
    tree = ast.parse(inspect.getsource(parse.Options))
    assert isinstance(tree.body[0], ast.ClassDef)
    names = {ast.unparse(node.target) for node in tree.body[0].body if isinstance(node, ast.AnnAssign)}
    assert names - {"roots", "verb", "standalone", "given", "notices"} == {flag.dest for flag in FLAGS}


def test_a_default_is_a_value_that_the_flag_accepts() -> None:
    for flag in VALUE_FLAGS:
        if flag.default is not None:
            assert parse.read_value(flag, str(flag.default).encode()) == flag.default


# -- help -----------------------------------------------------------------------------------------------------------


def test_short_help_fits_one_screen() -> None:
    lines = screen().splitlines()
    assert len(lines) <= SCREEN_LINES
    assert max(map(len, lines)) <= COLUMNS
    assert "--help" in screen()


def test_short_help_columns_line_up() -> None:
    for flag in FLAGS:
        if flag.screen:
            assert len(flag.spelling) <= 28  # a gap of two stays


def test_full_help_names_every_flag_once_under_its_family() -> None:
    text = full()
    assert text.isascii()
    assert max(map(len, text.splitlines())) <= COLUMNS
    headed = [line[2:] for line in text.splitlines() if line.startswith("  -")]
    labels = [(f"-{flag.letter}, " if flag.letter else "") + flag.spelling for flag in FLAGS if not flag.hidden]
    assert sorted(headed) == sorted(labels)
    positions = [text.index(f"\n{title}:\n") for key, title in FAMILIES if TABLE.family(key)]
    assert positions == sorted(positions)


def test_every_flag_in_help_parses() -> None:
    for text in (full(), screen()):
        for line in text.splitlines():
            if not line.startswith("  -"):
                continue
            spelling = next(word for word in line.split() if word.startswith("--"))
            name = spelling.partition("=")[0].partition("[")[0]
            assert name in TABLE.spellings
            flag = TABLE.spellings[name][0]
            assert flag.name in parse.parse([".", *words(flag.example)]).given


def test_help_of_search() -> None:
    text, short = search_help(True), search_help(False)
    assert text.isascii() and short.isascii()
    assert max(map(len, (text + short).splitlines())) <= COLUMNS
    assert len(short.splitlines()) <= SCREEN_LINES and "--help" in short
    headed = [line[2:] for line in text.splitlines() if line.startswith("  -")]
    labels = [(f"-{flag.letter}, " if flag.letter else "") + flag.spelling for flag in search.FLAGS]
    assert sorted(headed) == sorted(labels)
    assert all(len(label) <= 28 for label, flag in zip(labels, search.FLAGS, strict=True) if flag.screen)
    positions = [text.index(f"\n{title}:\n") for _, title in search.FAMILIES]
    assert positions == sorted(positions)
    for code, meaning in search.EXIT_CODES:
        assert f"\n  {code:<4}{meaning[:30]}" in text
    for flag in search.FLAGS:
        if flag.off and not flag.refusal:
            assert f"(Its negation: --{flag.off}.)" in " ".join(text.split())
        if not flag.refusal:
            assert flag.name in parse_search([os.fsencode(word) for word in [*words(flag.example), "x"]]).given


def test_help_lists_every_exit_code() -> None:
    codes = {value for name, value in vars(exits).items() if name.isupper() and isinstance(value, int)}
    assert codes == {code for code, _ in exits.MEANINGS}


# -- generated documents --------------------------------------------------------------------------------------------


def test_schema_is_json_and_covers_the_table() -> None:
    document = json.loads(render())
    assert document == describe()
    rows = {row["name"]: row for row in document["flags"]}
    assert list(rows) == [flag.name for flag in FLAGS if not flag.hidden]
    for flag in VALUE_FLAGS:
        row = rows[flag.name]
        assert row["metavar"] == flag.metavar and row["wants"] == parse.wants(flag)
        assert row.get("choices", []) == list(flag.choices)
    assert rows["threads"]["minimum"] == 1 and rows["threads"]["maximum"] == 256
    assert {row["family"] for row in rows.values()} <= {family["name"] for family in document["families"]}
    assert document["version"] == VERSION
    (command,) = document["commands"]
    assert command["name"] == "search" and [row["name"] for row in command["flags"]] == [f.name for f in search.FLAGS]


@pytest.mark.parametrize(
    ("function", "prog"), [("build_argparse", "ripwire"), ("build_search_argparse", "ripwire-search")]
)
def test_man_page_is_up_to_date(function: str, prog: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    cli = pytest.importorskip("argparse_manpage.cli")
    fresh = tmp_path / "page.1"
    command = f"argparse-manpage --module ripwire.cli.help --function {function} --prog {prog}"
    arguments = [*command.split(), "--project-name", "ripwire", "--version", VERSION]
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "0")
    monkeypatch.setattr(sys, "argv", [*arguments, "--manual-title", "User Commands", "--output", str(fresh)])
    cli.main()
    assert (ROOT / "man" / f"{prog}.1").read_text() == fresh.read_text(), "see ripwire/cli/help.py for the command"


def test_man_page_holds_every_flag() -> None:
    page = (ROOT / "man" / "ripwire.1").read_text().replace("\\-", "-")
    for flag in FLAGS:
        assert flag.hidden or flag.spelling in page
    page = (ROOT / "man" / "ripwire-search.1").read_text().replace("\\-", "-")
    for row in search.FLAGS:
        assert row.spelling in page


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completions_hold_every_flag_and_are_valid(shell: str, tmp_path: Path) -> None:
    text = script(shell)
    assert text.isascii()
    for flag in FLAGS:
        assert flag.hidden or (f"-l {flag.name} " if shell == "fish" else f"--{flag.name}") in text
    for row in search.FLAGS:
        for name in filter(None, (row.name, row.off, *row.aliases)):
            offered = (
                f"search' -l {name} " in text or f" -l {name} " in text if shell == "fish" else f"--{name}" in text
            )
            assert offered != bool(row.refusal) or row.name in ("pre", "generate", "debug", "trace")
    if shutil.which(shell):
        file = tmp_path / "completions"
        file.write_text(text)
        subprocess.run([shell, "-n", str(file)], check=True)


@pytest.mark.skipif(not shutil.which("bash"), reason="no bash")
@pytest.mark.parametrize(
    ("line", "parts", "expected"),
    [
        ("ripwire --ord", ["ripwire", "--ord"], ["--order="]),
        ("ripwire --order=im", ["ripwire", "--order", "=", "im"], ["important-first", "important-last"]),
        ("ripwire --export=e", ["ripwire", "--export", "=", "e"], ["edges.tsv"]),
        ("ripwire --export=", ["ripwire", "--export", "="], ["dot", "edges.tsv", "graph.json", "graphml", "scip"]),
        (
            "ripwire --export=edges.tsv:o",
            ["ripwire", "--export", "=", "edges.tsv", ":", "o"],
            ["o ne", "other"],
        ),
        ("ripwire . d", ["ripwire", ".", "d"], ["d one"]),
        ("ripwire sea", ["ripwire", "sea"], ["search"]),
        ("ripwire search --hid", ["ripwire", "search", "--hid"], ["--hidden"]),
        (
            "ripwire search --max-c",
            ["ripwire", "search", "--max-c"],
            ["--max-columns-preview", "--max-columns=", "--max-count="],
        ),
        ("ripwire search --no-hi", ["ripwire", "search", "--no-hi"], ["--no-hidden"]),
        ("ripwire search --color=a", ["ripwire", "search", "--color", "=", "a"], ["always", "ansi", "auto"]),
        ("ripwire search --engine p", ["ripwire", "search", "--engine", "p"], ["pcre2"]),
        ("ripwire search x o", ["ripwire", "search", "x", "o"], ["o ne", "other"]),
        ("ripwire search --file=ot", ["ripwire", "search", "--file", "=", "ot"], ["other"]),
    ],
)
def test_bash_completes(line: str, parts: list[str], expected: list[str], tmp_path: Path) -> None:
    (tmp_path / "d one").mkdir()
    (tmp_path / "o ne").touch()
    (tmp_path / "other").touch()
    array = " ".join(f"'{part}'" for part in parts)
    program = (
        script("bash")
        + f"compopt() {{ :; }}\nCOMP_LINE='{line}' COMP_POINT={len(line)} COMP_WORDS=({array})"
        + f" COMP_CWORD={len(parts) - 1}\nCOMP_WORDBREAKS=$' \\t\\n\"=:'\n_ripwire\n"
        + "printf '%s\\n' \"${COMPREPLY[@]}\"\n"
    )
    done = subprocess.run(["bash", "-c", program], capture_output=True, text=True, cwd=tmp_path, check=True)
    assert sorted(done.stdout.splitlines()) == expected


# -- front doors ----------------------------------------------------------------------------------------------------


def test_front_doors_answer_on_stdout() -> None:
    version = run("--version")
    assert version.returncode == 0 and version.stderr == b""
    assert version.stdout.startswith(f"ripwire {VERSION} (tree-sitter ".encode())
    assert run("-v").stdout == version.stdout
    assert run("-h").stdout.decode() == screen()
    assert run("no/such/dir", "--nonsense", "--help").stdout.decode() == full()  # who asks gets help
    assert run("--schema").stdout.decode() == render()
    assert run("--completions=fish").stdout.decode() == script("fish")


def test_no_root_is_a_short_usage() -> None:
    done = run()
    assert done.returncode == 1 and done.stdout == b""
    lines = done.stderr.decode().splitlines()
    assert lines and all(line.startswith("ripwire: ") for line in lines)
    assert "usage" in lines[0]
    assert run("--", "--help").returncode != 0  # after -- it is a directory


def test_refusal_goes_to_stderr_only() -> None:
    done = run("--nonsense=1", "no/such/dir")
    assert done.returncode == 1 and done.stdout == b""
    assert done.stderr.startswith(b"ripwire: unknown flag '--nonsense'")


HEAVY = {"re", "argparse", "json", "numpy", "subprocess", "dataclasses", "inspect", "typing", "enum", "textwrap"}
FRONT_DOORS = {
    "--version": {"ripwire", "ripwire.__main__", "ripwire.cli", "ripwire.cli.output", "ripwire.version"},
    "-h": {
        *("ripwire", "ripwire.__main__", "ripwire.limits"),
        *("ripwire.cli", "ripwire.cli.options", "ripwire.cli.help", "ripwire.cli.output"),
    },
}


@pytest.mark.parametrize("door", FRONT_DOORS)
def test_modules_that_a_front_door_loads(door: str) -> None:
    program = (
        "import sys; before = set(sys.modules)\n"
        f"from ripwire.__main__ import main; code = main([{door!r}])\n"
        "sys.stderr.write(' '.join(set(sys.modules) - before)); sys.exit(code)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, cwd=ROOT, check=True)
    loaded = set(done.stderr.decode().split()) - {"__future__"}
    assert not loaded & HEAVY
    assert loaded == FRONT_DOORS[door]


def test_parsing_loads_nothing_heavy() -> None:
    program = (
        "import sys; before = set(sys.modules)\n"
        "from ripwire.cli.parse import parse; parse(['.', '--top-k=5', '--exclude=x', '--stable'])\n"
        "print(' '.join(set(sys.modules) - before))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, cwd=ROOT, check=True)
    loaded = set(done.stdout.decode().split()) - {"__future__"}
    modules = (
        "ripwire ripwire.errors ripwire.limits ripwire.cli ripwire.cli.options ripwire.cli.parse ripwire.cli.exits"
    )
    assert loaded == set(modules.split())


# -- where errors end -----------------------------------------------------------------------------------------------

FAKE = """
import sys, types
fake = types.ModuleType("ripwire.cli.dispatch")
def run(options, own_process=False):
    {body}
fake.run = run
import ripwire.cli
sys.modules["ripwire.cli.dispatch"] = fake
ripwire.cli.dispatch = fake
from ripwire.__main__ import main
sys.exit(main(sys.argv[1:]))
"""


def run_fake(body: str, *, env: dict[str, str] | None = None, shell: str = "") -> subprocess.CompletedProcess[str]:
    program = FAKE.format(body=body)
    environment = {**os.environ, **(env or {}), "RW_PROGRAM": program, "RW_PYTHON": sys.executable}
    environment.pop("PYTHONUNBUFFERED", None)
    command = shell or '"$RW_PYTHON" -c "$RW_PROGRAM" .'
    return subprocess.run(["bash", "-c", command], capture_output=True, text=True, cwd=ROOT, env=environment)


def test_dispatch_decides_the_exit_code() -> None:
    done = run_fake("print(options.roots, options.verb); return 3")
    assert (done.returncode, done.stdout, done.stderr) == (3, "(b'.',) map\n", "")


def test_refusal_lines_are_prefixed() -> None:
    done = run_fake("from ripwire.errors import RipwireError; raise RipwireError(2, 'one\\ntwo')")
    assert (done.returncode, done.stdout, done.stderr) == (2, "", "ripwire: one\nripwire: two\n")


def test_unexpected_error_is_one_line() -> None:
    done = run_fake("raise ValueError('first\\nsecond')")
    assert done.returncode == 1
    assert len(done.stderr.splitlines()) == 1
    assert done.stderr.startswith("ripwire: internal error: ValueError: first\\nsecond (")
    asked = run_fake("raise ValueError('x')", env={"RIPWIRE_TRACEBACK": "1"})
    assert asked.returncode == 1 and "Traceback" in asked.stderr


def test_interrupt_and_memory() -> None:
    done = run_fake("print('half'); raise KeyboardInterrupt")
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")
    done = run_fake("raise MemoryError")
    assert (done.returncode, done.stderr) == (1, "ripwire: out of memory\n")


@pytest.mark.parametrize("body", ["print('x' * 10); return 0", "print('x' * 10**6); return 0", "print('y'); return 4"])
def test_closed_pipe_is_quiet(body: str) -> None:
    # The sleep gives the reader time to be gone, so that the first write already fails.
    slow = "import time; time.sleep(0.3); " + body
    done = run_fake(slow, shell='"$RW_PYTHON" -c "$RW_PROGRAM" . | true; exit ${PIPESTATUS[0]}')
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full")
def test_full_disk_is_told() -> None:
    done = run_fake("print('x'); return 0", shell='"$RW_PYTHON" -c "$RW_PROGRAM" . > /dev/full')
    assert done.returncode == 1
    assert done.stderr.startswith("ripwire: can't write the output: ") and len(done.stderr.splitlines()) == 1
    done = run_fake("", shell='"$RW_PYTHON" -m ripwire -h > /dev/full')
    assert done.returncode == 1 and len(done.stderr.splitlines()) == 1


def test_closed_standard_files() -> None:
    done = run_fake("", shell='"$RW_PYTHON" -m ripwire --version >&-')
    assert done.returncode == 1 and done.stderr.startswith("ripwire: can't write the output: ")
    done = run_fake("", shell='"$RW_PYTHON" -m ripwire --nonsense 2>&-')
    assert (done.returncode, done.stdout) == (1, "")
    done = run_fake("", shell='"$RW_PYTHON" -m ripwire --nonsense 2>&1 | true; exit ${PIPESTATUS[0]}')
    assert done.returncode == 1
