"""A call on what may be of a known class or of an unknown one: both are told."""

from __future__ import annotations

import pytest

from codewitness.features.call_graph import possible_calls
from tests.support.graphs import file_in_graph, graph_of, name_of

PYTHON = """class Tin:
    def unlid(self): pass

class Jar:
    def __init__(self, own):
        self.kept = own
        self.made = Tin()

    def unlid(self): pass

    def lid(self):
        if self.p:
            return look(self.p)
        return Tin()

    def returned(self):
        self.lid().unlid()

    def by_default(self, x=Tin()):
        x.unlid()

    def in_an_arm(self, c):
        (Tin() if c else look(c)).unlid()

    def given_anew(self, c):
        x = Tin()
        if c:
            x = c.d
        x.unlid()

    def put(self):
        self.kept = Tin()

    def field(self):
        self.kept.unlid()

    def known_field(self):
        self.made.unlid()

    def or_none(self, c):
        x = None
        if c:
            x = Tin()
        x.unlid()

def given(x):
    x.unlid()

def known(x):
    x.unlid()

def run(y):
    given(Tin())
    given(y)
    known(Tin())
"""

RUBY = """class Tin
  def unlid; end
end

class Jar
  def initialize(own)
    @kept = own
    @made = Tin.new
  end

  def unlid; end

  def lid
    if @p then look(@p) else Tin.new end
  end

  def returned = lid.unlid

  def by_default(x = Tin.new)
    x.unlid
  end

  def in_an_arm(c)
    x = c ? Tin.new : look(c)
    x.unlid
  end

  def given_anew(c)
    x = Tin.new
    x = c.d if c
    x.unlid
  end

  def put
    @kept = Tin.new
  end

  def field = @kept.unlid

  def known_field = @made.unlid

  def or_none(c)
    x = nil
    x = Tin.new if c
    x.unlid
  end
end

def given(x) = x.unlid

def known(x) = x.unlid

def run(y)
  given(Tin.new)
  given(y)
  known(Tin.new)
end
"""

JAVASCRIPT = """class Tin { unlid() {} }

class Jar {
  constructor(own) { this.kept = own; this.made = new Tin(); }
  unlid() {}
  lid() { return this.p ? look(this.p) : new Tin(); }
  returned() { this.lid().unlid(); }
  by_default(x = new Tin()) { x.unlid(); }
  in_an_arm(c) { const x = c ? new Tin() : look(c); x.unlid(); }
  given_anew(c) { let x = new Tin(); if (c) { x = c.d; } x.unlid(); }
  put() { this.kept = new Tin(); }
  field() { this.kept.unlid(); }
  known_field() { this.made.unlid(); }
  or_none(c) { let x = null; if (c) { x = new Tin(); } x.unlid(); }
}

function given(x) { x.unlid(); }
function known(x) { x.unlid(); }
function run(y) { given(new Tin()); given(y); known(new Tin()); }
"""

TYPESCRIPT = """class Tin { unlid(): void {} }

class Jar {
  p?: string
  unlid(): void {}
  lid() { if (this.p) { return (globalThis as any).look(this.p) } return new Tin() }
  returned() { this.lid().unlid() }
  in_an_arm(c: any) { const x = c ? c.look() : new Tin(); x.unlid() }
  by_default(x = new Tin()) { x.unlid() }
  given_anew(c: any) { let x = new Tin(); if (c) { x = c.d } x.unlid() }
}
"""

KOTLIN = """class Tin { fun unlid() {} }

class Jar {
    fun unlid() {}
    fun lid(p: String?) = if (p != null) look(p) else Tin()
    fun returned() { lid("a").unlid() }
    fun in_an_arm(p: Outer) { val x = p.look() ?: Tin()
        x.unlid() }
    fun declared(p: Outer) { val x: Tin = p.look() ?: Tin()
        x.unlid() }
}
"""

JAVA = """class Tin { void unlid() {} }

class Jar {
    void unlid() {}
    void in_an_arm(Outer p) { var x = p == null ? new Tin() : p.look(); x.unlid(); }
    void declared(Outer p) { Tin x = p == null ? new Tin() : p.look(); x.unlid(); }
}
"""

ALL = ["by_default", "field", "given", "given_anew", "in_an_arm", "returned"]
TYPED = ["known", "known_field", "or_none"]
CASES = {
    "a.py": (PYTHON, ALL, TYPED),
    "a.rb": (RUBY, ALL, TYPED),
    "a.js": (JAVASCRIPT, ALL, TYPED),
    "a.ts": (TYPESCRIPT, ["in_an_arm", "returned"], ["by_default", "given_anew"]),
    "A.kt": (KOTLIN, ["in_an_arm", "returned"], ["declared"]),
    "A.java": (JAVA, ["in_an_arm"], ["declared"]),
}


@pytest.mark.parametrize("path", CASES)
def test_what_may_be_unknown_too_may_call_others(path: str) -> None:
    text, partly, wholly = CASES[path]
    graph = graph_of({path: text})
    methods = {name_of(one)[2:]: one for one in graph.workspace.named("unlid")}
    known = {one.caller.name: one.resolution.value for one in graph.incoming(methods["Tin.unlid"])}
    assert known == dict.fromkeys((*partly, *wholly), "typed")
    may = {one.caller.name: one.resolution.value for one in graph.incoming(methods["Jar.unlid"])}
    assert {*may.values()} <= {"ambiguous"}
    others = {scope.name for scope, _ in possible_calls(graph, methods["Jar.unlid"])}
    assert sorted({*may} | others) == partly


def test_what_many_have_is_possible_and_no_candidate() -> None:
    classes = "".join(f"class C{n}:\n    def unlid(self): pass\n\n" for n in range(12))
    text = f"{classes}def run(c):\n    x = C0() if c else look(c)\n    x.unlid()\n"
    graph = graph_of({"a.py": text})
    last = graph.workspace.scopes["a.py::C11.unlid"]
    assert list(graph.incoming(last)) == []
    assert [one.name for one, _ in possible_calls(graph, last)] == ["run"]


def test_an_argument_that_is_added_elsewhere_is_seen() -> None:
    text = "class Tin:\n    def unlid(self): pass\n\nclass Jar:\n    def unlid(self): pass\n\n"
    used = "def given(x):\n    x.unlid()\n"
    callers = "from a import Tin, given\n\ndef run(y):\n    given(Tin())\n"
    graph = graph_of({"a.py": text + used, "b.py": callers})
    jar = graph.workspace.scopes["a.py::Jar.unlid"]
    assert list(graph.incoming(jar)) == []
    while graph.link_one():
        pass
    graph.update({"b.py": file_in_graph("b.py", callers + "    given(y)\n")})
    assert [one.caller.name for one in graph.incoming(jar)] == ["given"]
    graph.update({"b.py": file_in_graph("b.py", callers)})
    assert list(graph.incoming(jar)) == []
