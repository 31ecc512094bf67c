"""Calls of a definition's name on what is not known, beside its callers."""

from __future__ import annotations

import pytest

from codewitness.engine.graph.edges import Resolution
from codewitness.features.call_graph import possible_calls
from codewitness.features.find_symbol import Asked
from codewitness.features.relationships import Relationship, Relationships, relationships
from tests.support.graphs import graph_of
from tests.support.snapshots import snapshot_of

FILES = {
    "bank.rb": "class Account\n  def close!(why)\n  end\n  def empty\n    close!(1)\n  end\nend\n"
    "class Branch\n  def close!(why)\n  end\n  def initialize\n  end\nend\n",
    "desk.rb": "class Desk\n  def shut(account)\n    account.close!(2)\n    open.close!(3)\n  end\n"
    "  def late\n    Branch.new.close!(4)\n  end\nend\n",
}


def asked(name: str, files: dict[str, str] = FILES) -> Relationships:
    return relationships(
        snapshot_of(files), Asked(name=name), Relationship.CALLERS, 1, Resolution.UNRESOLVED
    )


def lines(answer: Relationships) -> list[str]:
    return [
        f"{one.place.symbol.name}: {text.line_text(text.line_at(span.start)).strip()}"
        for one in answer.possible
        for span in one.sites
        for text in [one.place.text]
    ]


def test_those_that_lead_nowhere_known_are_told_apart() -> None:
    answer = asked("Account.close!")
    assert [one.name for one in answer.callers] == ["bank.Account.empty"]
    assert lines(answer) == ["shut: account.close!(2)", "shut: open.close!(3)"]
    assert [one.name for one in asked("Branch.close!").callers] == ["desk.Desk.late"]


def test_of_a_constructor_there_are_none() -> None:
    assert asked("Branch.initialize").possible == ()


def test_more_than_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("codewitness.features.relationships.MAX_POSSIBLE", 1)
    answer = asked("Account.close!")
    assert lines(answer) == ["shut: account.close!(2)"]
    assert not answer.is_complete


def test_what_is_known_to_be_read_is_named_and_not_called() -> None:
    files = {
        "app.ts": "import { path } from './path';\n"
        "export class App {\n  path: any;\n"
        "  constructor() { this.path = path; }\n"
        "  clone() { return new App({ path: this.path }); }\n}\n",
        "path.ts": "export function path(url: string) { return url; }\n",
    }
    answer = asked("path.path", files)
    assert lines(answer) == []


def test_to_put_a_function_somewhere_is_no_call_of_it() -> None:
    files = {
        "parse.js": "Parser.prototype.run = function (given) { return given };\n"
        "function use(any) { any.run(1) }\n"
    }
    assert lines(asked("run", files)) == ["use: function use(any) { any.run(1) }"]


def test_a_field_that_is_read_is_no_free_function() -> None:
    files = {
        "wait.ts": "export default function wait(ms: number) { return ms; }\n"
        "class Timer { halt(n: number) { return n; } }\n",
        "use.ts": "function a(o: any) { if (o.wait === false || o.wait > 3) return o.halt; }\n"
        "function b(o: any) { on(o.halt); const { wait } = o; return [wait, o?.wait(1)]; }\n",
        "rest.py": "def rest(n): return n\n",
        "use.py": "def a(o):\n    if o.rest > 3: return o.rest\n    get(o).rest(1)\n",
    }
    graph = graph_of(files)
    for path, name, found in (
        ("wait.ts", "wait", ["b"]),
        ("wait.ts", "halt", ["a", "b"]),  # a method may be handed on
        ("rest.py", "rest", ["a"]),
    ):
        [scope] = [one for one in graph.workspace.files[path].scopes if one.name == name]
        assert sorted(caller.name for caller, _ in possible_calls(graph, scope)) == found, name


FIELDS = {
    "box.py": "class Box:\n    def __init__(self, n): self.size = n\n"
    "    def show(self): return self.size\n    def like(self, other): return other.size\n"
    "class Crate(Box):\n    def peek(self): return self.size\n"
    "class Shelf:\n    @property\n    def size(self): return 1\n"
    "class Part:\n    def tell(self): return self.size\n",
    "box.ts": "class Bin { private width = 1; show() { return this.width; }\n"
    "  like(o) { return o.width; } }\nclass Rack { get width() { return 2; } }\n",
}


def test_what_an_object_keeps_itself_is_not_another_property() -> None:
    assert lines(asked("Shelf.size", FIELDS)) == [
        "like: def like(self, other): return other.size",
        "tell: def tell(self): return self.size",
    ]
    assert lines(asked("Rack.width", FIELDS)) == ["like: like(o) { return o.width; } }"]


def test_a_field_may_be_one_of_a_class_that_stands_on_both() -> None:
    files = {**FIELDS, "both.py": "from box import Box, Shelf\nclass Both(Shelf, Box): ...\n"}
    assert "show: def show(self): return self.size" in lines(asked("Shelf.size", files))


def test_the_top_level_of_a_file_has_no_name_to_be_called_by() -> None:
    graph = graph_of({"a.py": "LIMIT = 1\n", "b.py": 'def f(a, b):\n    a("")()\n    b[1](2)\n'})
    top = graph.workspace.files["a.py"].top
    assert graph.candidates(top)
    assert list(possible_calls(graph, top)) == []
