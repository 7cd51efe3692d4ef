"""Lua: `require` finds files, tables are what their functions stand in. Every tree has decoys of the same names."""

from __future__ import annotations

from pathlib import Path

from tests.resolve.calls import Call, calls_of

DECOY = """
local M, Dog, Animal = {}, {}, {}
function M.run(x) end
function M.stop(x) end
function Dog:bark(x) end
function Dog.new(x) end
function Animal:eat(x) end
local function helper(x) end
local function run(x) end
return M
"""


def of(found: set[Call], caller: str) -> set[tuple[str, int, str]]:
    return {call[1:] for call in found if call[0] == caller}


def test_require_finds_one_file_on_the_way_up(tmp_path: Path) -> None:
    module = "local M = {}\nfunction M.run(x) end\nfunction M.stop(x) end\nreturn M\n"
    found = calls_of(
        tmp_path,
        {
            "app/a/b.lua": module,
            "src/c.lua": module,
            "lua/d/init.lua": module,
            "e.lua": module,
            "app/e.lua": module,
            "decoy.lua": DECOY,
            "app/main.lua": 'local b = require "a.b"\nlocal c, stop = require("c"), require("d").stop\n'
            'local e = require "e"\n'
            'local gone = require "gone"\n'
            "function up() b.run(1) end\nfunction source() c.run(1) end\nfunction named() stop(1) end\n"
            "function twice() e.run(1) end\nfunction outside() gone.run(1) end\nfunction inside()\n"
            "  local x = require('d')\n"
            '  x.run(1)\nend\nfunction direct() require("c").stop(1) end\n',
        },
    )
    assert of(found, "up") == {("app/a/b.lua", 2, "run")}
    assert of(found, "source") == {("src/c.lua", 2, "run")}
    assert of(found, "named") == {("lua/d/init.lua", 3, "stop")}
    assert of(found, "twice") == set()  # two files fit
    assert of(found, "outside") == set()
    assert of(found, "inside") == {("lua/d/init.lua", 2, "run")}
    assert of(found, "direct") == {("src/c.lua", 3, "stop")}


def test_tables_of_a_file(tmp_path: Path) -> None:
    found = calls_of(
        tmp_path,
        {
            "a.lua": "local M = {}\nM.sub = {}\nlocal function helper(x) end\n"
            "function M.run(x) helper(x) M.stop(x) M.sub.deep(x) end\n"
            "M.stop = function(x) end\nfunction M.sub.deep(x) end\nlocal alias, other = M.run, M.sub.deep\n"
            "function M.all(x) alias(x) other(x) string.format(x) print(x) end\nreturn M\n",
            "decoy.lua": DECOY + "function format(x) end\nlocal function print(x) end\nfunction deep(x) end\n"
            "function alias(x) end\n",
        },
    )
    assert of(found, "run") == {("a.lua", 3, "helper"), ("a.lua", 5, "stop"), ("a.lua", 6, "deep")}
    assert of(found, "all") == {("a.lua", 4, "run"), ("a.lua", 6, "deep")}


def test_classes_by_convention(tmp_path: Path) -> None:
    found = calls_of(
        tmp_path,
        {
            "animal.lua": "local Animal = {}\nAnimal.__index = Animal\nfunction Animal.new(x)\n"
            "  return setmetatable({}, Animal)\nend\nfunction Animal:eat(x) self:chew(x) return self end\n"
            "function Animal:chew(x) end\nreturn Animal\n",
            "dog.lua": 'local Animal = require "animal"\nlocal Dog = Animal.new(1)\nfunction Dog.new(x)\n'
            "  local o = setmetatable({}, Dog)\n  o:bark(x)\n  return o\nend\n"
            "function Dog:bark(x) self:eat(x) end\nreturn Dog\n",
            "main.lua": 'local Dog = require "dog"\nfunction main() local d = Dog.new(1) d:bark(1) d:eat(1) end\n'
            'local Animal = require "animal"\nfunction chain() Animal.new(1):eat(1):chew(2) end\n',
            "decoy.lua": DECOY + "function Animal:chew(x) end\n",
        },
        places=True,
    )
    eat, chew = ("animal.lua", 6, "eat"), ("animal.lua", 7, "chew")
    assert of(found, "animal.lua eat") == {chew}
    assert of(found, "dog.lua new") == {("dog.lua", 8, "bark")}
    assert of(found, "dog.lua bark") == {eat}
    assert of(found, "main.lua main") == {("dog.lua", 3, "new"), ("dog.lua", 8, "bark"), eat}
    assert of(found, "main.lua chain") == {("animal.lua", 3, "new"), eat, chew}


def test_globals_and_locals(tmp_path: Path) -> None:
    found = calls_of(
        tmp_path,
        {
            "lib/a.lua": "function everywhere(x) end\n",
            "b.lua": "function main(given)\n  everywhere(1)\n  given(1)\nend\n",
            "decoy.lua": "local function everywhere(x) end\nlocal function given(x) end\nlocal M = {}\n"
            "function M.everywhere(x) end\nfunction M.given(x) end\nreturn M\n",
        },
    )
    assert of(found, "main") == {("lib/a.lua", 1, "everywhere")}


def test_a_table_that_several_files_fill(tmp_path: Path) -> None:
    found = calls_of(
        tmp_path,
        {
            "a.lua": "Game = {}\nfunction Game.start(x) Game.stop(x) end\n",
            "lib/b.lua": "function Game.stop(x) end\n",
            "lib/decoy.lua": "local Other = {}\nfunction Other.stop(x) end\nreturn Other\n",
        },
    )
    assert of(found, "start") == {("lib/b.lua", 1, "stop")}


def test_circles_are_survived(tmp_path: Path) -> None:
    found = calls_of(
        tmp_path,
        {
            "a.lua": 'local b = require "b"\nlocal x = b\nlocal y = x\nx = y\nfunction f(v) x.g(1) b.f(1) end\n'
            'return b\n',
            "b.lua": 'local a = require "a"\nfunction h(v) a.g(1) end\nreturn a\n',
            "c.lua": "local A = {}\nlocal B = A.new()\nfunction B.new() end\nfunction A.new() return B end\n"
            "A = B\nB = A\n",
        },
    )
    assert {call[3] for call in found} <= {"new"}


def test_values_of_which_nothing_is_known(tmp_path: Path) -> None:
    found = calls_of(
        tmp_path,
        {
            "a.lua": "local made = unheard.of()\nlocal type, tostring = type, tostring\n"
            "function f(s, o)\n  s:sub(1)\n  o:special(1)\n  o:plain(1)\n  made(1)\n  type(s)\n  tostring(s)\nend\n",
            "b.lua": "local M = {}\nfunction M.sub(x) end\nfunction M:special(x) end\nfunction plain(x) end\n"
            "function M.made(x) end\nfunction M.type(x) end\nfunction M.tostring(x) end\nreturn M\n",
        },
    )
    # Strings have a method `sub`; `plain` stands in no table; `type` is the language's own under its own name.
    assert of(found, "f") == {("b.lua", 3, "special")}
