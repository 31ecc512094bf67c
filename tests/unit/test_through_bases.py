"""A call of what a method overrides or implements is one that may run it."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from codewitness.engine.graph.edges import Resolution
from codewitness.engine.view import Snapshot
from codewitness.features.caller_counts import counted
from codewitness.features.find_symbol import Asked
from codewitness.features.relationships import Relationship, relationships
from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

ENOUGH = 30.0  # seconds

INTERFACES = {
    "java": (
        "Repo.java",
        "package p;\npublic interface Repo { void save(); }\n"
        "class Sql implements Repo { public void save() {} }\n"
        "class User { void uses(Repo r) { r.save(); } }\n",
    ),
    "typescript": (
        "repo.ts",
        "export interface Repo { save(): void }\nexport class Sql implements Repo { save() {} }\n"
        "export function uses(r: Repo) { r.save() }\n",
    ),
    "kotlin": (
        "Repo.kt",
        "package p\ninterface Repo { fun save() }\nclass Sql : Repo { override fun save() {} }\n"
        "fun uses(r: Repo) { r.save() }\n",
    ),
    "csharp": (
        "Repo.cs",
        "interface Repo { void save(); }\nclass Sql : Repo { public void save() {} }\n"
        "class User { void uses(Repo r) { r.save(); } }\n",
    ),
    "go": (
        "repo.go",
        "package p\ntype Repo interface { save() }\ntype Sql struct{}\nfunc (s *Sql) save() {}\n"
        "func uses(r Repo) { r.save() }\n",
    ),
    "rust": (
        "repo.rs",
        "pub trait Repo { fn save(&self); }\npub struct Sql;\n"
        "impl Repo for Sql { fn save(&self) {} }\npub fn uses(r: &dyn Repo) { r.save(); }\n",
    ),
    "swift": (
        "Repo.swift",
        "protocol Repo { func save() }\nclass Sql: Repo { func save() {} }\n"
        "func uses(r: Repo) { r.save() }\n",
    ),
}

INTERFACES["objc"] = (
    "repo.m",
    "@protocol Repo\n- (void)save:(int)n as:(NSString *)name;\n@end\n"
    "@interface Sql : NSObject <Repo>\n@end\n"
    "@implementation Sql\n- (void)save:(int)n as:(NSString *)name {}\n@end\n"
    'void uses(id<Repo> r) { [r save:1 as:@"x"]; }\n',
)


def callers(files: Mapping[str, str], name: str) -> dict[str, str]:
    """The callers of a definition, and how each is known."""
    found = relationships(
        snapshot_of(files), Asked(name=name), Relationship.CALLERS, 1, Resolution.UNRESOLVED
    )
    assert found.is_complete
    return {one.name.rpartition(".")[2]: one.resolution.value for one in found.callers}


@pytest.mark.parametrize("language", INTERFACES)
def test_through_an_interface(language: str) -> None:
    path, source = INTERFACES[language]
    assert callers({path: source}, "Sql.save") == {"uses": "inherited"}
    assert callers({path: source}, "Repo.save") == {"uses": "typed"}


BASES = """
export class Base { go() { return 1 } }
export class Derived extends Base { go() { return super.go() } }
export function given(b: Base) { return b.go() }
export function made() { return new Base().go() }
export function kept() { let b = new Base(); while (b.go()) { b = b } return b.go() }
export function own(d: Derived) { return d.go() }
"""


def test_through_a_class_that_it_stands_on() -> None:
    assert callers({"a.ts": BASES}, "Derived.go") == {"given": "inherited", "own": "typed"}
    of_base = callers({"a.ts": BASES}, "Base.go")
    assert of_base.keys() == {"given", "made", "kept", "go"}


PYTHON = """
class Base:
    def go(self): return self.own()
    def own(self): return 1
class Derived(Base):
    def go(self): return super().go()
    def own(self): return 2
class Other(Base):
    def go(self): return 3
    def own(self): return 4
def given(b: Base): return b.go()
def made(): return Base().go()
def kept():
    b = Base()
    return b.go()
def told(b): return Base.go(b)
"""


def test_in_python() -> None:
    assert callers({"a.py": PYTHON}, "Derived.go") == {"given": "inherited"}
    assert callers({"a.py": PYTHON}, "Derived.own") == {"go": "inherited"}
    assert callers({"a.py": PYTHON}, "Other.own") == {}  # its `go` never comes to that of Base


SPECIAL = """
class Base:
    def __call__(self): ...
    def __enter__(self): ...
    def __exit__(self, *how): ...
    def __iter__(self): ...
    def __getitem__(self, key): ...
    def __radd__(self, other): ...
    def __len__(self): ...
    @property
    def size(self): ...
    def own(self):
        self()
        with self: self[0] + 1
        for one in self: len(self)
        1 + self
        self.size
class Below(Base):
    def __call__(self): ...
    def __enter__(self): ...
    def __exit__(self, *how): ...
    def __iter__(self): ...
    def __getitem__(self, key): ...
    def __radd__(self, other): ...
    def __len__(self): ...
    @property
    def size(self): ...
class Beside(Base): ...
class Holder:
    def __init__(self, one: Base | None):
        self.one = one
        self.beside = Beside()
    def held(self):
        self.one()
        with self.one: self.one[0] + 1
        for each in self.one: len(self.one)
        1 + self.one
        self.one.size
    def others(self):
        self.beside()
        with self.beside: self.beside[0] + 1
        for each in self.beside: len(self.beside)
        1 + self.beside
        self.beside.size
def made():
    Base()()
    with Base(): Base()[0]
    for one in Base(): len(Base())
    1 + Base()
    Base().size
"""


@pytest.mark.parametrize(
    "name",
    [f"__{one}__" for one in ("call", "enter", "exit", "iter", "getitem", "radd", "len")]
    + ["size"],
)
def test_special_methods_in_python(name: str) -> None:
    assert callers({"a.py": SPECIAL}, f"Below.{name}") == {"own": "inherited", "held": "inherited"}
    of_base = callers({"a.py": SPECIAL}, f"Base.{name}")
    assert of_base.keys() == {"own", "held", "others", "made"}
    assert of_base["held"] == "typed"


def test_not_through_what_is_private_or_static() -> None:
    source = (
        "class Base { private void a() {} static void b() {} void c() { a(); Base.b(); } }\n"
        "class Derived extends Base { void a() {} static void b() {} }\n"
    )
    assert callers({"A.java": source}, "Derived.a") == {}
    assert callers({"A.java": source}, "Derived.b") == {}


RUBY = "class Base\n  def go; 1; end\nend\nclass Derived < Base\n  def go; super; end\nend\n"


def test_super_does_not_call_itself() -> None:
    assert callers({"a.rb": RUBY}, "Derived.go") == {}
    assert callers({"a.rb": RUBY}, "Base.go") == {"go": "typed"}


def _count(snapshot: Snapshot, key: str) -> dict[str, int]:
    (folder,) = snapshot.folders
    with folder.graph.at(folder, snapshot.cancel):
        pass
    found = counted(snapshot, folder, key, ENOUGH)
    assert found is not None
    return {one.value: number for one, number in found.by_resolution.items()}


def test_counts_have_them_too() -> None:
    path, source = INTERFACES["java"]
    assert _count(snapshot_of({path: source}), f"{path}::Sql.save") == {"inherited": 1}


@pytest.mark.parametrize(
    ("claim", "status"),
    [
        ("`Sql.save` is never called", "INCONCLUSIVE"),
        ("`Sql.save` is only called by `other`", "INCONCLUSIVE"),
        ("`Repo.save` is never called", "CONTRADICTED"),
    ],
)
def test_a_verdict_does_not_rest_on_one_that_may_be_another(claim: str, status: str) -> None:
    path, source = INTERFACES["java"]
    assert verify(snapshot_of({path: source}), claim).status.value == status


SIBLINGS = {
    "java": (
        "A.java",
        'class Shape { String name() { return ""; } }\nclass Circle extends Shape '
        '{ String name() { return "c"; } }\nclass Square extends Shape '
        "{ void own() { name(); } }\nclass Small extends Square {}\n"
        "class User { void any(Shape s) { s.name(); } void beside(Square s) { s.name(); } "
        "void small(Small s) { s.name(); } }\n",
    ),
    "cpp": (
        "a.cpp",
        "struct Shape { virtual int name() { return 0; } };\n"
        "struct Circle : Shape { int name() override { return 1; } };\n"
        "struct Square : Shape { void own() { name(); } };\nstruct Small : Square {};\n"
        "void any(Shape& s) { s.name(); }\nvoid beside(Square s) { s.name(); }\n"
        "void small(Small& s) { s.name(); }\n",
    ),
    "python": (
        "a.py",
        "class Shape:\n    def name(self): return 0\nclass Circle(Shape):\n"
        "    def name(self): return 1\nclass Square(Shape):\n    def own(self): self.name()\n"
        "class Small(Square): pass\ndef any(s: Shape): s.name()\n"
        "def beside(s: Square): s.name()\ndef small(s: Small): s.name()\n",
    ),
    "swift": (
        "a.swift",
        "class Shape { func name() {} }\nclass Circle: Shape { override func name() {} }\n"
        "class Square: Shape { func own() { name() } }\nclass Small: Square {}\n"
        "func any(s: Shape) { s.name() }\nfunc beside(s: Square) { s.name() }\n"
        "func small(s: Small) { s.name() }\n",
    ),
    "rust": (
        "a.rs",
        "pub trait Shape { fn name(&self) -> u8 { 0 } }\npub struct Circle;\npub struct Square;\n"
        "impl Shape for Circle { fn name(&self) -> u8 { 1 } }\nimpl Shape for Square {}\n"
        "pub fn any(s: &dyn Shape) { s.name(); }\npub fn beside(s: Square) { s.name(); }\n",
    ),
}


@pytest.mark.parametrize("language", SIBLINGS)
def test_not_of_a_class_beside_it(language: str) -> None:
    path, source = SIBLINGS[language]
    assert callers({path: source}, "Circle.name") == {"any": "inherited"}
    assert {"any", "beside"} <= callers({path: source}, "Shape.name").keys()


def test_of_a_class_below_both_in_python() -> None:
    source = SIBLINGS["python"][1] + "class Both(Circle, Square): pass\n"
    found = callers({"a.py": source}, "Circle.name")
    assert found == dict.fromkeys(("any", "beside", "own"), "inherited")


def test_a_function_in_a_map_that_is_made_of_pairs() -> None:
    source = (
        'package a\nclass A {\n  val all = mapOf("x" to ::put)\n  val more = listOf(::put)\n'
        '  fun run() { all["x"]!!(1) }\n  fun each() { for (one in more) one(2) }\n'
        "  fun put(n: Int) {}\n}\n"
    )
    assert callers({"A.kt": source}, "A.put").keys() == {"run", "each"}


def test_an_object_that_is_declared_by_value_runs_no_override() -> None:
    source = (
        "struct Base { virtual void go() {} };\n"
        "struct Below : Base { void go() override {} };\n"
        "void may(Base* base) { base->go(); }\n"
        "void must() { Base base; base.go(); }\n"
    )
    assert callers({"a.cpp": source}, "Below.go") == {"may": "inherited"}
    assert {*callers({"a.cpp": source}, "Base.go")} == {"may", "must"}
