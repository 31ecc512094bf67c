"""The call graph of small Python projects: each edge, and how it is known."""

from __future__ import annotations

import itertools
import os
import subprocess
import sys
from random import Random

import pytest

from codewitness.engine.graph.edges import Edge
from codewitness.engine.graph.files import Scope
from codewitness.engine.graph.graph import MAX_LINKED_AT_ONCE, Graph
from codewitness.engine.graph.python.naming import lookups
from codewitness.engine.graph.traces import MAX_TRACES
from tests.support.graphs import all_edges, file_in_graph, graph_of, name_of

CASES: dict[str, tuple[dict[str, str], set[str]]] = {
    "an imported function, under another name": (
        {"a.py": "def f(): pass\n", "b.py": "from a import f as g\ng()\n"},
        {"b -> a.f [exact]"},
    ),
    "a name that a package exports again": (
        {
            "p/__init__.py": "from .q import *\n",
            "p/q.py": "def f(): pass\n",
            "b.py": "import p\np.f()\n",
        },
        {"b -> p.q.f [exact]"},
    ),
    "an annotated attribute": (
        {
            "m.py": "class S:\n    def w(self): ...\n"
            "class W:\n    s: S\n    def go(self):\n        self.s.w()\n"
        },
        {"m.W.go -> m.S.w [typed]"},
    ),
    "what a constructor was given": (
        {
            "m.py": "class S:\n    def w(self): ...\n"
            "class W:\n    def __init__(self, s): self.s = s\n    def go(self): self.s.w()\n"
            "W(S()).go()\n"
        },
        {
            "m -> m.W.__init__ [exact]",
            "m -> m.S [exact]",
            "m -> m.W.go [typed]",
            "m.W.go -> m.S.w [typed]",
        },
    ),
    "properties that calls make": (
        {
            "m.py": "class A:\n    def f(self): ...\n    def g(self, v): ...\n"
            "    p = property(f, g)\n    q = property(lambda self: self.p)\n"
            "def t(a: A):\n    a.q\n    a.p = 1\n"
        },
        {
            "m.t -> m.A.<lambda:5> [typed]",
            "m.A.<lambda:5> -> m.A.f [exact]",
            "m.A -> builtins.property [external]",
            "m.t -> m.A.g [typed]",
        },
    ),
    "a method of a base class, and super": (
        {
            "m.py": "class A:\n    def f(self): ...\n"
            "class B(A):\n    def f(self): super().f()\n    def g(self): self.h()\n"
            "    def h(self): ...\nclass C(B): ...\nC().f()\n"
        },
        {
            "m -> m.C [exact]",
            "m -> m.B.f [inherited]",
            "m.B.f -> builtins.super [external]",
            "m.B.f -> m.A.f [inherited]",
            "m.B.g -> m.B.h [exact]",
        },
    ),
    "an abstract method stands for those that override it": (
        {
            "m.py": "class A:\n    def f(self): raise NotImplementedError\n"
            "    def g(self): self.f()\nclass B(A):\n    def f(self): ...\n"
        },
        {"m.A.g -> m.A.f [exact]", "m.A.g -> m.B.f [inherited]"},
    ),
    "isinstance narrows": (
        {
            "m.py": "class A:\n    def f(self): ...\nclass B:\n    def f(self): ...\n"
            "def t(x):\n    if isinstance(x, A): x.f()\n"
        },
        {"m.t -> m.A.f [typed]", "m.t -> builtins.isinstance [external]"},
    ),
    "a property, a context manager and an iterator run without a call": (
        {
            "m.py": "class A:\n    @property\n    def p(self): ...\n"
            "    def __enter__(self): return self\n    def __exit__(self, *a): ...\n"
            "    def __iter__(self): yield 1\n    def __len__(self): return 1\n"
            "def t(a: A):\n    a.p\n    with a: pass\n    for _ in a: pass\n    len(a)\n"
        },
        {
            "m.t -> m.A.p [typed]",
            "m.t -> m.A.__enter__ [typed]",
            "m.t -> m.A.__exit__ [typed]",
            "m.t -> m.A.__iter__ [typed]",
            "m.t -> m.A.__len__ [typed]",
            "m.t -> builtins.len [external]",
        },
    ),
    "a callback in a container": (
        {
            "m.py": "def f(): ...\ndef g(): ...\nhandlers = {'f': f}\nhandlers['g'] = g\n"
            "def run(name):\n    handlers[name]()\n    for h in handlers.values(): h()\n"
            "run('f')\n"
        },
        {
            "m -> m.run [exact]",
            "m.run -> m.f [typed]",
            "m.run -> m.g [typed]",
            "m.run -> builtins.dict.values [external]",
        },
    ),
    "a partial call hands its arguments on": (
        {
            "m.py": "from functools import partial\ndef f(a): a()\ndef g(): ...\n"
            "def t():\n    p = partial(f, g)\n    p()\n"
        },
        {
            "m.t -> functools.partial [external]",
            "m.t -> m.f [typed]",
            "m.f -> m.g [typed]",
        },
    ),
    "a method that only one class has is a candidate, a common name is none": (
        {
            "m.py": "class A:\n    def frobnicate(self): ...\n    def get(self): ...\n"
            "def t(x):\n    x.frobnicate()\n    x.get()\n"
        },
        {"m.t -> m.A.frobnicate [ambiguous]", "m.t -> ? [unresolved]"},
    ),
    "names that follow themselves round a loop end": (
        {
            "m.py": "class N:\n    def __init__(self, n: 'N'): self.n = n\n    def go(self): ...\n"
            "def t(x: N, d):\n    while x:\n        x.go()\n        x = x.n\n"
            "    i = 'k'\n    for _ in d:\n        i = i\n        d[i]()\n"
        },
        {"m.t -> m.N.go [typed]", "m.t -> ? [unresolved]"},
    ),
    "a decorator of which nothing is known leaves what it decorates": (
        {
            "m.py": "import lib\n@lib.task\ndef f(): ...\ndef wrap(g):\n    return lib.make(g)\n"
            "@wrap\ndef h(): ...\ndef t():\n    f()\n    h()\n"
        },
        {
            "m -> m.wrap [exact]",
            "m.wrap -> lib.make [external]",
            "m.t -> m.f [exact]",
            "m.t -> m.h [exact]",
        },
    ),
    "a decorator that is seen to wrap is called in its place": (
        {
            "m.py": "def wrap(g):\n    def inner(*a):\n        return g(*a)\n    return inner\n"
            "@wrap\ndef h(): ...\ndef t():\n    h()\n"
        },
        {
            "m -> m.wrap [exact]",
            "m.wrap.inner -> m.h [typed]",
            "m.t -> m.wrap.inner [typed]",
        },
    ),
    "a constant key tells functions apart": (
        {
            "m.py": "def f(): ...\ndef g(): ...\nd = {'f': f, 'g': g}\n"
            "def t(key='f'):\n    d[key]()\nt()\n"
        },
        {"m -> m.t [exact]", "m.t -> m.f [typed]"},
    ),
    "a property of another file": (
        {
            "a.py": "class A:\n    @property\n    def p(self): ...\n",
            "b.py": "from a import A\ndef t(x: A):\n    x.p\n",
        },
        {"b.t -> a.A.p [typed]"},
    ),
    "a call on self runs what a class below has in its place": (
        {
            "m.py": "class A:\n    def f(self): self.g()\n    def g(self): ...\n",
            "n.py": "from m import A\nclass B(A):\n    def g(self): ...\n"
            "class C(A):\n    def f(self): ...\n    def g(self): ...\n",
        },
        {"m.A.f -> m.A.g [exact]", "m.A.f -> n.B.g [inherited]"},
    ),
    "a mixin takes what the class beside it has, and takes its place": (
        {
            "m.py": "class N:\n    def a(self): self.b()\n    def c(self): ...\n"
            "class T:\n    def b(self): ...\n    def c(self): ...\n    def d(self): self.c()\n",
            "n.py": "from m import *\nclass I(N, T): ...\n",
        },
        {
            "m.N.a -> m.T.b [inherited]",
            "m.T.d -> m.T.c [exact]",
            "m.T.d -> m.N.c [inherited]",
        },
    ),
    "a class below is known by the name that its base was imported under": (
        {
            "m.py": "class A:\n    def f(self): self.g()\n    def g(self): ...\n",
            "n.py": "from m import A as Z\nclass B(Z):\n    def g(self): ...\n",
        },
        {"m.A.f -> m.A.g [exact]", "m.A.f -> n.B.g [inherited]"},
    ),
    "a name that is put together": (
        {
            "m.py": "class A:\n    def f(self, k):\n        h = getattr(self, 'do_' + k)\n"
            "        h(B())\n    def do_it(self, b): b.w()\n    def undo_it(self): ...\n"
            "class B:\n    def w(self): ...\n",
        },
        {
            "m.A.f -> builtins.getattr [external]",
            "m.A.f -> m.A.do_it [typed]",
            "m.A.f -> m.B [exact]",
            "m.A.do_it -> m.B.w [typed]",
        },
    ),
    "a package imports what is inside it": (
        {
            "p/__init__.py": "from . import q\nfrom p import r\ndef t():\n    q.f()\n    r.g()\n",
            "p/q.py": "def f(): ...\n",
            "p/r.py": "def g(): ...\n",
        },
        {"p.t -> p.q.f [exact]", "p.t -> p.r.g [exact]"},
    ),
    "what a declared container holds": (
        {
            "m.py": "class A:\n    def f(self): ...\n"
            "def t(xs: dict[str, list[A]]):\n    for k, v in xs.items():\n        v[0].f()\n"
        },
        {"m.t -> m.A.f [typed]", "m.t -> builtins.dict.items [external]"},
    ),
}


@pytest.mark.parametrize("title", CASES)
def test_edges(title: str) -> None:
    sources, expected = CASES[title]
    assert all_edges(graph_of(sources)) == expected


@pytest.mark.parametrize("title", CASES)
def test_incoming_is_outgoing_turned_round(title: str) -> None:
    graph = graph_of(CASES[title][0])
    outgoing = {
        (edge.caller.key, edge.site, edge.target)
        for edge in graph.all_edges()
        if edge.target is not None
    }
    fresh = graph_of(CASES[title][0])
    incoming = {
        (edge.caller.key, edge.site, edge.target)
        for scope in fresh.workspace.scopes.values()
        if scope.ordinal >= 0
        for edge in fresh.incoming(scope)
    }
    assert incoming == outgoing


def test_an_edit_changes_what_a_rebuild_would() -> None:
    """Each project becomes each other one by single files; the edges are those of a fresh graph."""
    for first, second in itertools.permutations(list(CASES)[:8], 2):
        before, after = CASES[first][0], CASES[second][0]
        graph = graph_of(before)
        all_edges(graph)
        now = dict(before)
        for path in sorted(set(before) | set(after)):
            source = after.get(path)
            if source is None:
                del now[path]
            else:
                now[path] = source
            graph.update({path: None if source is None else file_in_graph(path, source)})
            assert all_edges(graph) == all_edges(graph_of(now)), (first, second, path)


def test_a_comment_moves_nothing_and_drops_little() -> None:
    source = "def f(): ...\ndef g():\n    f()\n"
    graph = graph_of({"m.py": source})
    before = all_edges(graph)
    n_cells = len(graph.cells)
    graph.update({"m.py": file_in_graph("m.py", "# a comment\n" + source)})
    assert len(graph.cells) == n_cells
    assert all_edges(graph) == before
    (edge,) = graph.all_edges()
    assert name_of(edge.caller) == "m.g"


def test_a_class_method_that_becomes_static() -> None:
    """It then writes to what it is given, not to its class, though its own text is the same."""
    source = (
        "from b import B\nclass A:\n    @classmethod\n    def set(one): one.go = f\n"
        "    def run(self): self.go()\nA.set(B())\ndef f(): ...\n"
    )
    other = "class B:\n    def run(self): self.go()\n"
    graph = graph_of({"a.py": source, "b.py": other})
    assert "a.A.run -> a.f [typed]" in all_edges(graph)
    edited = source.replace("classmethod", "staticmethod")
    graph.update({"a.py": file_in_graph("a.py", edited)})
    assert all_edges(graph) == all_edges(graph_of({"a.py": edited, "b.py": other}))
    assert "a.A.run -> a.f [typed]" not in all_edges(graph)
    assert "b.B.run -> a.f [typed]" in all_edges(graph)


def test_a_method_that_becomes_a_property() -> None:
    graph = graph_of(
        {
            "a.py": "class A:\n    def p(self): ...\n",
            "b.py": "from a import A\ndef t(x: A):\n    x.p\n",
        }
    )
    assert all_edges(graph) == set()
    made = "class A:\n    @property\n    def p(self): ...\n"
    graph.update({"a.py": file_in_graph("a.py", made)})
    assert all_edges(graph) == {"b.t -> a.A.p [typed]"}


def test_a_property_that_a_call_makes_is_made_of_others() -> None:
    start = "class A:\n    def g(self): ...\n    def h(self): ...\n"
    use = "from a import A\ndef t(x: A):\n    x.p\n    x.p = 1\n"
    graph = graph_of({"a.py": start, "b.py": use})
    for made, runs in (
        ("", ()),
        ("    p = property(g)\n", ("g",)),
        ("    p = property(g, h)\n", ("g", "h")),
        ("    p = cached_property(h)\n", ("h",)),
        ("    p = str(g)\n", ()),
    ):
        graph.cells.forget()
        graph.update({"a.py": file_in_graph("a.py", start + made)})
        found = {one for one in all_edges(graph) if one.startswith("b.")}
        assert found == {f"b.t -> a.A.{name} [typed]" for name in runs}
        assert all_edges(graph) == all_edges(graph_of({"a.py": start + made, "b.py": use}))


def test_callers_are_the_same_linked_or_sought() -> None:
    sources = {f"m{k}.py": case[0].get("m.py", "") for k, case in enumerate(CASES.values())}
    sought, linked = graph_of(sources), graph_of(sources)
    while linked.link_one():
        pass
    assert len(sought.links.waiting) > 3 * MAX_LINKED_AT_ONCE
    assert not linked.links.waiting
    for key, scope in list(sought.workspace.scopes.items()):
        if scope.ordinal < 0:  # nobody calls the top level
            continue
        one = sorted(map(str, map(site_of, sought.incoming(scope))))
        assert one == sorted(map(str, map(site_of, linked.incoming(linked.workspace.scopes[key]))))
    assert sum(linked.links.counts().values()) == len(list(linked.all_edges()))


def site_of(edge: Edge) -> tuple[object, ...]:
    """What tells one edge from others."""
    where = (edge.caller.key, edge.site, edge.target, edge.resolution, edge.is_implicit)
    return (*where, edge.external, edge.candidates)


def test_other_languages_have_the_same_names(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("codewitness.engine.graph.workspace.LARGE_SCOPES", 0)
    sources = {
        "a.py": "def default(): ...\ndef use():\n    default()\n",
        "b.py": "def f():\n    global other\n    from a import default as other\n"
        "def g():\n    other()\n",
        "c.js": "import { default as all } from './d';\nfunction own() {}\n"
        "export { own as default };\nall.default();\n",
        "d.js": "export default function () {}\n",
    }
    graph = graph_of(sources)
    function = graph.workspace.scopes["a.py::default"]
    found = {name_of(edge.caller) for edge in graph.incoming(function)}
    assert found == {"a.use", "b.g"}
    assert {scope.file.path for scope, _ in graph.candidates(function)} == {"a.py", "b.py"}


def test_an_edit_leaves_links_that_do_not_rest_on_it() -> None:
    graph = graph_of(
        {
            "a.py": "def f(): ...\ndef g(): ...\n",
            "b.py": "from a import f\ndef t():\n    f()\n",
            "c.py": "from a import g\ndef u():\n    g()\n",
            "d.py": "def v():\n    print()\n",
        }
    )
    all_edges(graph)
    assert not graph.links.waiting
    graph.update({"a.py": file_in_graph("a.py", "def f():\n    return 1\ndef g(): ...\n")})
    assert "d.py::v" not in graph.links.waiting
    assert "c.py::u" not in graph.links.waiting
    assert all_edges(graph) >= {"b.t -> a.f [exact]", "c.u -> a.g [exact]"}
    assert not graph.links.waiting


def test_work_that_is_stopped_is_done_later() -> None:
    """A question stopped anywhere leaves nothing half settled behind."""
    sources = {f"m{k}.py": case[0].get("m.py", "") for k, case in enumerate(CASES.values())}
    whole = all_edges(graph_of(sources))
    graph = graph_of(sources)
    random = Random(5)

    def stop_sometimes() -> None:
        if random.random() < 0.2:
            raise InterruptedError

    graph.cells.check = stop_sometimes
    n_stopped = 0
    while graph.links.waiting:
        try:
            graph.link_one()
        except InterruptedError:
            n_stopped += 1
    graph.cells.check = lambda: None
    assert n_stopped > 10
    assert all_edges(graph) == whole


def mixed(sources: dict[str, str], random: Random) -> str:
    """A source of one of the files with a part taken out, or a part of another put in."""
    one, other = (random.choice(list(sources.values())) for _ in range(2))
    at, start = random.randrange(len(one) + 1), random.randrange(len(other) + 1)
    if random.random() < 0.4:
        return one[:at] + one[at + random.randrange(40) :]
    return one[:at] + other[start : start + random.randrange(60)] + one[at:]


def test_look_ups_after_edits_are_those_of_a_rebuild() -> None:
    """What files tell the look-ups when packed is put in and taken out again."""
    random = Random(3)
    sources = {f"m{k}.py": case[0].get("m.py", "") for k, case in enumerate(CASES.values())}
    graph = graph_of(sources)
    assert all(tables(graph)[name] for name in ("own_writes", "classes", "properties"))
    for _ in range(25):
        path = random.choice(sorted(sources))
        sources[path] = mixed(sources, random)
        graph.update({path: file_in_graph(path, sources[path])})
    fresh = graph_of(sources)
    assert tables(graph) == tables(fresh)
    written = lookups.words_of(scope.flow_text for scope in fresh.workspace.scopes.values())
    assert all(graph.workspace.mentioning(word) for word in written)


def test_what_is_packed_is_the_same_in_any_process() -> None:
    """The audit compares it with that of another process, whose sets are in another order."""
    program = (
        "import sys\n"
        "from codewitness.engine.graph.packing import packed\n"
        "from codewitness.model.text import Text\n"
        "from codewitness.syntax.extract import analyse\n"
        "source = sys.stdin.read()\n"
        "print(packed(analyse('m.py', Text.of(source)).core, '').hex())\n"
    )
    source = "".join(case[0].get("m.py", "") for case in CASES.values())
    source += "class Many(One, Two, Three, Four, Five, Six): ...\n"
    found = {
        subprocess.run(
            [sys.executable, "-c", program],
            input=source,
            text=True,
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2", "3")
    }
    assert len(found) == 1


def tables(graph: Graph) -> dict[str, dict[object, object]]:
    """The look-ups by name, without what is empty, in an order."""
    found: dict[str, dict[object, object]] = {}
    for name, table in vars(graph.workspace.lookups).items():
        found[name] = {}
        for key, value in table.items():
            shown = sorted(map(told, value)) if isinstance(value, list) else value
            if shown:
                found[name][key] = shown
    return found


def told(one: object) -> str:
    """A scope, or a place in one."""
    if isinstance(one, Scope):
        return one.key
    assert isinstance(one, tuple)
    return f"{one[0].key} {one[1]}"


def test_an_edit_finds_the_links_that_rest_on_it_when_values_are_forgotten() -> None:
    sources = {
        "a.py": "def f(): ...\ndef g(): ...\n",
        "b.py": "from a import f\nclass B:\n    def t(self):\n        return f()\n",
        "c.py": "from b import B\ndef u(b: B):\n    b.t()\n",
        "d.py": "from a import g\ndef v():\n    g()\n",
    }
    graph = graph_of(sources)
    for n in range(2 * MAX_TRACES):
        before = all_edges(graph)
        graph.cells.forget()
        assert not graph.links.waiting
        assert all_edges(graph) == before
        sources["b.py"] = sources["b.py"].replace("def t", f"x{n} = f\n    def t")
        graph.update({"b.py": file_in_graph("b.py", sources["b.py"])})
        assert {"b.py::B", "c.py::u"} <= set(graph.links.waiting)
        assert "d.py::v" not in graph.links.waiting
    sources["b.py"] = sources["b.py"].replace("def t", "def w")
    graph.update({"b.py": file_in_graph("b.py", sources["b.py"])})
    assert all_edges(graph) == all_edges(graph_of(sources))


def test_values_that_no_outcome_needs_are_forgotten() -> None:
    sources = {f"m{k}.py": case[0].get("m.py", "") for k, case in enumerate(CASES.values())}
    graph = graph_of(sources)
    edges = all_edges(graph)
    n_cells = len(graph.cells)
    graph.cells.forget()
    assert len(graph.cells) < n_cells / 2
    for scope in list(graph.workspace.scopes.values()):
        list(graph.incoming(scope))
    assert all_edges(graph) == edges


@pytest.mark.parametrize("seed", range(6))
def test_random_edits_leave_the_edges_of_a_rebuild(seed: int) -> None:
    """Whatever was asked or forgotten between the edits; most texts are broken."""
    random = Random(seed)
    sources = {f"m{k}.py": case[0].get("m.py", "") for k, case in enumerate(CASES.values())}
    graph = graph_of(sources)
    for _ in range(12):
        path = random.choice(sorted(sources))
        sources[path] = mixed(sources, random)
        graph.update({path: file_in_graph(path, sources[path])})
        list(graph.incoming(random.choice(list(graph.workspace.scopes.values()))))
        if seed % 2 and random.random() < 0.5:
            graph.cells.forget()
        assert all_edges(graph) == all_edges(graph_of(sources))


def test_of_several_names_from_outside_the_plainest_is_told_in_each_process() -> None:
    names = ("Blobs", "Texts", "Pipes", "Files", "Bytes", "Lines", "Words", "Z")
    ways = "\n".join(f"  if (n === {k}) made = new {name}();" for k, name in enumerate(names))
    source = f"function run(n) {{\n  let made;\n{ways}\n  made.close();\n}}\n"
    told = [edge.external for edge in graph_of({"m.js": source}).all_edges()]
    assert told[-1] == "Z.close"


def test_what_tests_put_in_a_place_is_a_candidate() -> None:
    graph = graph_of(
        {
            "post.py": "def send(): ...\ndef run():\n    send()\n",
            "tests/test_post.py": "import post\ndef keep(): ...\n"
            "def test():\n    post.send = keep\n    post.send()\n",
        }
    )
    found = {(one.target, one.resolution.value) for one in edges_in(graph, "post.py::run")}
    assert found == {("post.py::send", "exact"), ("tests/test_post.py::keep", "ambiguous")}
    assert {one.resolution.value for one in edges_in(graph, "tests/test_post.py::test")} == {
        "exact"
    }


def edges_in(graph: Graph, key: str) -> list[Edge]:
    """All edges of a scope."""
    return graph.outgoing(graph.workspace.scopes[key])
