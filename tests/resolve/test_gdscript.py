"""GDScript: a file is a class. Every tree has decoys of the same names."""

from __future__ import annotations

from pathlib import Path

from tests.resolve.calls import Call, calls_of

DECOY = """class_name Decoy
func fire(): pass
func attack(): pass
func save(): pass
func help(x): pass
func move(x): pass
func ready(): pass
func _init(a): pass
"""
ENEMY = "extends Node\nfunc attack(): pass\nfunc clone() -> Node: return null\n"
WEAPON = "class_name Weapon\nfunc fire(): pass\nstatic func make() -> Weapon: return null\n"


def of(found: set[Call], caller: str) -> set[tuple[str, int, str]]:
    return {call[1:] for call in found if call[0] == caller}


def test_paths_and_global_names(tmp_path: Path) -> None:
    found = calls_of(
        tmp_path,
        {
            "game/project.godot": '[application]\nGlobal="no"\n[autoload]\nGlobal="*res://lib/global.gd"\n',
            "game/lib/global.gd": "extends Node\nfunc save(): pass\n",
            "game/lib/enemy.gd": ENEMY,
            "game/lib/util.gd": "static func help(x): pass\n",
            "game/lib/weapon.gd": WEAPON,
            "game/main.gd": 'const Enemy = preload("res://lib/enemy.gd")\nconst Util := preload("lib/util.gd")\n'
            'const Gone = preload("res://lib/gone.gd")\n'
            "func constants():\n\tEnemy.new().attack()\n\tUtil.help(1)\n\tGone.help(1)\n"
            'func autoload():\n\tGlobal.save()\nfunc classes():\n\tWeapon.make().fire()\nfunc loaded():\n'
            '\tload("res://lib/util.gd").help(1)\n',
            "decoy.gd": DECOY,
            "lib/global.gd": DECOY.replace("Decoy", "Decoy2"),
        },
    )
    assert of(found, "constants") == {("game/lib/enemy.gd", 2, "attack"), ("game/lib/util.gd", 1, "help")}
    assert of(found, "autoload") == {("game/lib/global.gd", 2, "save")}
    assert of(found, "classes") == {("game/lib/weapon.gd", 3, "make"), ("game/lib/weapon.gd", 2, "fire")}
    assert of(found, "loaded") == {("game/lib/util.gd", 1, "help")}


def test_hierarchy(tmp_path: Path) -> None:
    found = calls_of(
        tmp_path,
        {
            "base.gd": "extends Node\nfunc ready(): pass\nfunc move(x): pass\nfunc _init(): pass\n",
            "mid.gd": 'class_name Mid extends "res://base.gd"\nfunc ready():\n\tsuper.ready()\nfunc both(): pass\n',
            "main.gd": "extends Mid\nfunc ready():\n\tsuper()\nfunc both():\n\tsuper.both()\nfunc go():\n"
            "\tmove(1)\n\tself.move(2)\n"
            "\tboth()\n\tqueue_free()\n",
            "decoy.gd": DECOY + "func both(): pass\nfunc queue_free(): pass\n",
        },
        places=True,
    )
    assert of(found, "mid.gd ready") == {("base.gd", 2, "ready")}
    assert of(found, "main.gd ready") == {("mid.gd", 2, "ready")}
    assert of(found, "main.gd both") == {("mid.gd", 4, "both")}
    assert of(found, "main.gd go") == {("base.gd", 3, "move"), ("main.gd", 4, "both")}


def test_inner_classes_and_constructors(tmp_path: Path) -> None:
    found = calls_of(
        tmp_path,
        {
            "a.gd": "class_name Outer\nclass Inner:\n\tfunc _init(a): pass\n\tfunc fire(): pass\n\tfunc own():\n"
            "\t\tfire()\n"
            "class Plain extends Inner:\n\tfunc more():\n\t\tfire()\nfunc fire(): pass\nfunc make():\n"
            "\tvar i := Inner.new(1)\n\ti.fire()\n"
            "\tvar p: Plain = null\n\tp.fire()\n",
            "b.gd": "func use():\n\tOuter.Inner.new(1).fire()\n\tvar t: Outer.Plain = null\n\tt.more()\n"
            "func outer():\n\tOuter.new()\n",
            "decoy.gd": DECOY + "func more(): pass\n",
        },
    )
    assert of(found, "own") == {("a.gd", 4, "fire")}
    assert of(found, "more") == {("a.gd", 4, "fire")}
    assert of(found, "make") == {("a.gd", 4, "fire"), ("a.gd", 3, "_init")}
    assert ("a.gd", 4, "fire") in of(found, "use")
    assert ("a.gd", 8, "more") in of(found, "use")
    assert of(found, "outer") == {("a.gd", 1, "Outer")}


def test_receivers(tmp_path: Path) -> None:
    found = calls_of(
        tmp_path,
        {
            "enemy.gd": ENEMY,
            "weapon.gd": WEAPON,
            "main.gd": 'const Enemy = preload("res://enemy.gd")\nvar weapon: Weapon\nvar made = Enemy.new()\n'
            'var all: Array[Weapon] = []\n'
            "func fields():\n\tweapon.fire()\n\tself.weapon.fire()\n\tmade.attack()\n"
            "func params(w: Weapon, e: Enemy = null):\n\tw.fire()\n\te.attack()\n"
            "func locals():\n\tvar x = weapon\n\tx.fire()\n\tvar y = get_enemy()\n\ty.attack()\n"
            "func chains():\n\tget_enemy().attack()\n\tself.get_weapon().fire()\n"
            "func loops():\n\tfor w: Weapon in all:\n\t\tw.fire()\n"
            "func items():\n\tfor w in all:\n\t\tw.fire()\n"
            "func casts(n):\n\t(n as Weapon).fire()\n"
            "func get_enemy() -> Enemy: return made\nfunc get_weapon(): return weapon\n",
            "decoy.gd": DECOY,
        },
    )
    fire, attack = ("weapon.gd", 2, "fire"), ("enemy.gd", 2, "attack")
    get_enemy, get_weapon = ("main.gd", 28, "get_enemy"), ("main.gd", 29, "get_weapon")
    assert of(found, "fields") == {fire, attack}
    assert of(found, "params") == {fire, attack}
    assert of(found, "locals") == {fire, attack, get_enemy}
    assert of(found, "chains") == {fire, attack, get_enemy, get_weapon}
    assert of(found, "loops") == {fire}
    assert of(found, "items") == {fire}
    assert of(found, "casts") == {fire}


def test_circles_and_broken_projects_are_survived(tmp_path: Path) -> None:
    found = calls_of(
        tmp_path,
        {
            "project.godot": "[autoload]\n=\nX=\nA=\"*\"\nB=\"*res://../../b.gd\"\n[",
            "a.gd": 'class_name A extends "res://b.gd"\nfunc f():\n\tsuper.f()\n\tg()\n\tX.f()\n\tB.f()\n',
            "b.gd": "class_name B extends A\nfunc g():\n\tsuper()\n\tf()\n",
            "c.gd": "extends C\nconst C = preload('c.gd')\nfunc h():\n\tC.h()\n\tsuper()\n",
        },
        places=True,
    )
    assert of(found, "a.gd f") == {("b.gd", 2, "g")}
    assert of(found, "b.gd g") == {("a.gd", 2, "f")}


def test_long_lines_of_bases_are_survived(tmp_path: Path) -> None:
    files = {f"c{i}.gd": f"class_name C{i} extends C{i + 1}\nvar v = C{i + 1}.new().v\nfunc f{i}():\n\tv.go()\n"
    f"\tlast()\n"
             for i in range(300)}  # fmt: skip
    found = calls_of(tmp_path, files | {"c300.gd": "class_name C300\nvar v: C300\nfunc last(): pass\n"
    "func go(): pass\n"})
    assert {("f299", "c300.gd", 3, "last"), ("f299", "c300.gd", 4, "go")} <= found
