"""A fixed tree in twelve languages, with files that are left out for every common reason.

No C++: its query takes the better part of a second to compile, and this tree is read some fifty times.
"""

from __future__ import annotations

_TEMPLATES: dict[str, str] = {
    "py/part{i}.py": """\
import os
from part{j} import shared_{j}

LIMIT_{i} = {i}


class Engine{i}(Base):
    def start(self, fuel={i}):
        self.warm_up()
        return shared_{j}(fuel) + helper(fuel)

    def warm_up(self):
        return helper(LIMIT_{i})


def shared_{i}(x):
    return helper(x)


def helper(x):
    return os.path.join(str(x), "{i}")
""",
    "web/part{i}.js": """\
import {{ load{j} }} from "./part{j}.js";
export function load{i}(url) {{ return parse{i}(fetch(url)); }}
const parse{i} = (text) => text.trim();
class View{i} {{ draw(ctx) {{ this.clear(ctx); return load{j}(ctx); }} clear(ctx) {{ ctx.reset(); }} }}
""",
    "web/model{i}.ts": """\
export interface Shape{i} {{ area(): number; }}
export class Square{i} implements Shape{i} {{
  constructor(private side: number) {{}}
  area(): number {{ return scale{i}(this.side) * scale{j}(1); }}
}}
export function scale{i}(x: number): number {{ return x * {i}; }}
""",
    "native/unit{i}.c": """\
struct unit{i} {{ int size; }};
#define SQUARE_{i}(x) ((x) * (x))
static int helper(int x) {{ return SQUARE_{i}(x); }}
int unit{i}_run(int x) {{ return helper(x) + unit{j}_run(x); }}
""",
    "svc/part{i}.go": """\
package svc

type Server{i} struct {{ port int }}

func (s *Server{i}) Start() error {{ return s.listen({i}) }}
func (s *Server{i}) listen(n int) error {{ return dial{j}(n) }}
func dial{i}(n int) error {{ return nil }}
""",
    "crate/src/part{i}.rs": """\
pub struct Pool{i} {{ size: usize }}
impl Pool{i} {{
    pub fn new() -> Self {{ Pool{i} {{ size: grow{i}({i}) }} }}
    pub fn take(&self) -> usize {{ self.size + grow{j}(1) }}
}}
pub fn grow{i}(n: usize) -> usize {{ n * 2 }}
""",
    "jvm/Part{i}.java": """\
package jvm;
public class Part{i} {{
    public int add(int a) {{ return add(a, {i}); }}
    public int add(int a, int b) {{ return Part{j}.twice(a) + b; }}
    public static int twice(int x) {{ return x * 2; }}
}}
""",
    "rb/part{i}.rb": """\
module Part{i}
  class Job
    def perform(x)
      self.check(x)
      Part{j}.wrap(x)
    end

    def check(x) = x
  end

  def self.wrap(x)
    Job.new
  end
end
""",
    "docs/page{i}.md": "# Page {i}\n\nSee [[page{j}]] and `shared_{i}()`.\n\n## helper\n\ntext\n",
    "conf/part{i}.json": '{{"name": "part{i}", "deps": {{"a": 1, "b-{i}": [1, 2]}}}}\n',
    "conf/part{i}.toml": '[tool.part{i}]\nname = "x"\n[tool.part{i}.deep]\nlevel = {i}\n',
    "conf/part{i}.yaml": "jobs{i}:\n  build: [a, b]\n  test:\n    - run: make\n",
}


def mixed() -> dict[str | bytes, bytes | str]:
    """Path -> content of 39 source files and some that are left out."""
    files: dict[str | bytes, bytes | str] = {}
    for i in range(3):
        for path, text in _TEMPLATES.items():
            files[path.format(i=i)] = text.format(i=i, j=(i + 1) % 3)
    files.update(
        {
            "tests/test_part.py": "from part0 import shared_0\n\n\ndef test_shared():\n    assert shared_0(1)\n",
            "py/\u00fcml\u00e4ut \u4e2d.py": "def \u0131stanbul(x):\n    return I(x)\n\n\ndef I(x):\n    return x\n",
            b"py/bad\xff.py": "def in_bad_name():\n    return 1\n",
            "py/binary.py": b"def nul():\n    pass\n\0",
            "py/wide.py": "def wide(): pass\n".encode("utf-16"),
            "web/bundle.js": "function a(b){return c(b);};" * 2000,
            "web/lib.min.js": "function tiny(){}",
            "conf/package-lock.json": "{}",
            "conf/deep.json": "[" * 600 + "]" * 600,
            "conf/large.json": '{"k": "' + "x" * (256 * 1024) + '"}',
            "node_modules/x/index.js": "function hidden() {}",
            "notes.txt": "not a source file",
        }
    )
    return files
