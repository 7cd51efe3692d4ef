"""Requests and what serves them, over trees with a server and clients in several languages."""

from __future__ import annotations

import pathlib

import ripwire

SERVER = '''
from fastapi import FastAPI
app = FastAPI()

@app.get("/users/{id}")
def show(id): ...

@app.post("/users")
async def create(): ...

@app.route("/both", methods=["GET", "POST"])
def both(): ...

@app.route("/only")
def only(): ...

@app.get("/twice/{a}")
def first(a): ...

@app.get("/twice/<int:b>")
def second(b): ...

def view(): ...
app.add_url_rule("/added", "added", view)

@cache.get("/users/{id}/x")
class NoFunction: ...

def decoy(): return "/users/{id}"
'''


def routes(tmp_path: pathlib.Path, **files: str) -> list[str]:
    for name, text in files.items():
        stem, _, end = name.rpartition("_")
        (tmp_path / f"{stem}.{end}").write_text(text)
    found = ripwire.open(tmp_path).routes
    return [f"{r.caller.name}:{r.line} {r.method or '*'} {r.path} {r.handler.name}" for r in found]


def test_requests_of_python_reach_what_serves_them(tmp_path: pathlib.Path) -> None:
    client = '''import requests, httpx
s = requests.Session()
def a():
    requests.get("/users/7")
    httpx.post("https://host:80/users/?x=/y#z")
    s.get("http://h/added")
    requests.request("GET", "/only")
    requests.post("/only")
    requests.put("/both")
    requests.get("/twice/1")
    requests.get("/users")
    requests.get("/users/7/x")
    requests.get(f"/users/{a}")
    requests.get("/users/" + a)
    other.get("/users/7")
'''
    assert routes(tmp_path, server_py=SERVER, client_py=client) == [
        "a:4 GET /users/{id} show",
        "a:5 POST /users create",
        "a:6 GET /added view",
        "a:7 * /only only",
        "a:9 PUT /both both",
    ]


def test_requests_of_scripts_reach_servers_of_scripts_and_of_python(tmp_path: pathlib.Path) -> None:
    server = '''
const app = express(), cache = new Map();
function list() {}
function other() {}
const check = (a, b, next) => next();
app.get("/items", check, list);
app.delete("/items/:id", other);
cache.get("/hidden", other);
usersRouter.all("/any", list);
app.get("/inline", check, (q, r) => {});
app.get("/inline2", (q, r) => {}); app.get(PATH, other);
app.get("/wrapped", check, wrap(list));
'''
    client = '''
const http = axios.create({});
export async function load() {
  await fetch("/items");
  await fetch("/items/9", options);
  axios.delete(`/items/9`);
  http.post("/any");
  fetch("/users/3");
  fetch(`/items/${id}`);
  fetch("/hidden");
  map.get("/items");
  fetch("/inline"); fetch("/inline2"); fetch("/wrapped");
  fetch("https://example.com/items");
  fetch("http://localhost:80/items");
  fetch("http://h?next=/items");
  fetch(BASE, "/items");
}
'''
    assert routes(tmp_path, server_js=server, client_ts=client, py_py=SERVER) == [
        "load:4 GET /items list",
        "load:5 * /items/:id other",
        "load:6 DELETE /items/:id other",
        "load:7 POST /any list",
        "load:8 GET /users/{id} show",
        "load:14 GET /items list",
    ]


def test_routes_make_no_edges(tmp_path: pathlib.Path) -> None:
    client = 'import requests\ndef a():\n    requests.get("/users/7")\n'
    assert routes(tmp_path, server_py=SERVER, client_py=client)
    assert not [edge for edge in ripwire.open(tmp_path).edges if edge.callee.name == "show"]


def test_a_request_at_the_top_of_a_file_has_no_caller(tmp_path: pathlib.Path) -> None:
    assert routes(tmp_path, server_py=SERVER, client_py='import requests\nrequests.get("/users/7")\n') == []


def test_a_prefix_of_a_router_counts(tmp_path: pathlib.Path) -> None:
    server = """
from fastapi import APIRouter
router = APIRouter(tags=["x"], prefix="/orders")
def helper(): ...
class Item: ...
@router.delete("/{id}")
def drop(id): ...
@mock.patch("/p")
def decoy(): ...
router.add_api_route("/r", drop, response_model=Item, generate_unique_id_function=helper)
"""
    client = """import requests
def a():
    requests.delete("/orders/1")
    requests.delete("/1")
    requests.get("/orders/r")
    requests.get("/p")
    requests.request("GET", "/orders/r")
def b():
    s = requests.Session()
def c():
    s = Cache()
    s.get("/orders/r")
"""
    assert routes(tmp_path, server_py=server, client_py=client) == [
        "a:3 DELETE /orders/{id} drop",
        "a:5 GET /orders/r drop",
        "a:7 * /orders/r drop",
    ]


def test_routes_of_many_templates_end(tmp_path: pathlib.Path) -> None:
    lines = ["from fastapi import FastAPI", "app = FastAPI()"]
    for n in range(400):
        path = "/".join("{x}" if n * 7919 >> k & 1 else "a" for k in range(30))
        lines.append(f'@app.get("/{path}/z{n}")\ndef f{n}(): ...')
    client = ["import requests", "def a():"] + [f'    requests.get("/{"a/" * 30}{n}")' for n in range(2000)]
    assert routes(tmp_path, server_py="\n".join(lines), client_py="\n".join(client)) == []
