"""What a library's generic type gives may be of the class that the type is declared with."""

from __future__ import annotations

import pytest

from codewitness.engine.graph.edges import Resolution
from tests.support.graphs import graph_of, name_of

JAVA = """package a;
import org.pool.Pooled;
class Line { void drop() {} }
class Beside { void drop() {} }
class User {
  Pooled<Line> field;
  void given(Pooled<Line> p) { p.get().drop(); }
  void kept() { field.get().drop(); }
  void named(Pooled<Line> p) { var one = p.get(); one.drop(); }
  void both(Table<Line, Beside> p) { p.get().drop(); }
  void itself(Pooled<Line> p) { p.drop(); }
  void open(Pooled<?> p) { p.get().drop(); }
}
"""
KOTLIN = """package a
import org.pool.Pooled
class Line { fun drop() {} }
class Beside { fun drop() {} }
fun given(p: Pooled<Line>) { p.get().drop() }
fun read(p: Pooled<Line>) { p.value.drop() }
fun both(p: Table<Line, Beside>) { p.get().drop() }
"""
CSHARP = """using Org.Pool;
class Line { public void Drop() {} }
class Beside { public void Drop() {} }
class User {
    void given(Pooled<Line> p) { p.Get().Drop(); }
    void read(Pooled<Line> p) { p.Value.Drop(); }
    void both(Table<Line, Beside> p) { p.Get().Drop(); }
}
"""
TYPESCRIPT = """import { Pooled, Table } from 'pool'
class Line { drop(): void {} }
class Beside { drop(): void {} }
function given(p: Pooled<Line>) { p.take().drop() }
function read(p: Pooled<Line>) { p.value.drop() }
function both(p: Table<Line, Beside>) { p.take().drop() }
"""
CASES = {
    "A.java": (JAVA, ["given", "kept", "named"]),
    "A.kt": (KOTLIN, ["given", "read"]),
    "A.cs": (CSHARP, ["given", "read"]),
    "a.ts": (TYPESCRIPT, ["given", "read"]),
}


@pytest.mark.parametrize("path", CASES)
def test_the_only_type_argument_with_the_method_is_the_candidate(path: str) -> None:
    text, wanted = CASES[path]
    graph = graph_of({path: text})
    found = {
        name_of(one).partition(".")[2]: {edge.caller.name: edge.resolution for edge in edges}
        for name in ("drop", "Drop")
        for one in graph.workspace.named(name)
        if (edges := list(graph.incoming(one)))
    }
    method = "Line.Drop" if path.endswith(".cs") else "Line.drop"
    assert found == {method: dict.fromkeys(wanted, Resolution.AMBIGUOUS)}
