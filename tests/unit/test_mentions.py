"""Where a function is named and not called."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from codewitness.engine.graph.edges import Resolution
from codewitness.features.find_symbol import Asked
from codewitness.features.relationships import Relationship, relationships
from tests.support.snapshots import snapshot_of


def test_more_than_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("codewitness.features.mentions.MAX_MENTIONS", 2)
    answer = relationships(
        snapshot_of(PYTHON), Asked(name="work.work"), Relationship.CALLERS, 1, Resolution.UNRESOLVED
    )
    assert sum(len(one.sites) for one in answer.mentions) == 2
    assert not answer.is_complete


def mentioned(files: Mapping[str, str], name: str) -> list[str]:
    """The lines in which a definition is named and not called, with the definition around."""
    answer = relationships(
        snapshot_of(files), Asked(name=name), Relationship.CALLERS, 1, Resolution.UNRESOLVED
    )
    assert answer.is_complete
    return sorted(
        f"{one.place.symbol.name}: {text.line_text(text.line_at(span.start)).strip()}"
        for one in answer.mentions
        for span in one.sites
        for text in [one.place.text]
    )


PYTHON = {
    "work.py": "import threading\ndef work(): pass\ndef start():\n"
    "    threading.Thread(target=work).start()\n    work()\n"
    "TABLE = {'a': work}\ndef given(): return work\n",
    "use.py": "import work as w\nfrom work import work, start\nstart(work=1)\nbus.on(w.work)\n"
    "def own():\n    work = 3\n    bus.on(work)\n# bus.on(work)\ntext = 'work'\n"
    "bus.on(other.work)\n",
}


def test_python() -> None:
    assert mentioned(PYTHON, "work.work") == [
        "given: def given(): return work",
        "start: threading.Thread(target=work).start()",
        "use: bus.on(w.work)",
        "work: TABLE = {'a': work}",
    ]


METHODS = """
class A:
    def on(self): pass
    def reg(self):
        bus.add(self.on)
        bus.add(A.on)
        bus.add(other.on)
        self.on()
class B:
    def on(self): pass
    def reg(self):
        bus.add(self.on)
"""


def test_methods_of_self_and_of_the_class() -> None:
    assert mentioned({"a.py": METHODS}, "A.on") == ["reg: bus.add(A.on)", "reg: bus.add(self.on)"]
    assert mentioned({"a.py": METHODS}, "B.on") == ["reg: bus.add(self.on)"]


@pytest.mark.parametrize(
    ("path", "source", "name", "line"),
    [
        (
            "a.ts",
            "export function go() {}\nimport { go as x } from './b'\nel.on('x', go)\ngo()\n",
            "go",
            "a: el.on('x', go)",
        ),
        (
            "A.java",
            "class A {\n  void go() {}\n  void a() { go(); }\n"
            "  void b() { new Thread(this::go).start(); }\n}\n",
            "A.go",
            "b: void b() { new Thread(this::go).start(); }",
        ),
        ("a.go", "package a\nfunc run() {}\nfunc b() { reg(run); run() }\n", "run", None),
        ("a.kt", "package a\nfun run() {}\nfun b() { reg(::run) }\n", "run", None),
        (
            "a.c",
            "static void run(void) {}\nvoid b(void) { struct S s = { .cb = run }; run(); }\n",
            "run",
            None,
        ),
        ("a.rs", "fn run() {}\nfn b() { reg(run); run(); }\n", "run", None),
        ("a.swift", "func run() {}\nfunc b() { reg(run); run() }\n", "run", None),
        (
            "A.cs",
            "class A {\n  void run() {}\n  void b() { X += run; run(); }\n}\n",
            "A.run",
            None,
        ),
    ],
)
def test_other_languages(path: str, source: str, name: str, line: str | None) -> None:
    (expected,) = [f"b: {one.strip()}" for one in source.split("\n") if " b(" in one] or [line]
    assert mentioned({path: source}, name) == [line or expected]


@pytest.mark.parametrize(
    ("path", "source", "name", "lines"),
    [
        (
            "a.go",
            "package a\ntype srv struct{}\nfunc (s *srv) health() {}\ntype other struct{}\n"
            "func (o *other) health() {}\nfunc (s *srv) routes(o *other) {\n"
            '\tmux.Handle("/", s.health)\n\tmux.Handle("/o", o.health)\n\ts.health()\n}\n',
            "srv.health",
            ['routes: mux.Handle("/", s.health)'],
        ),
        (
            "a.ts",
            "export class Queue { stop() {} }\nexport class Other { stop() {} }\n"
            "function go(q: Queue, o: Other) {\n  process.on('a', q.stop)\n"
            "  process.on('b', o.stop)\n  q.stop()\n}\n",
            "Queue.stop",
            ["go: process.on('a', q.stop)"],
        ),
        (
            "a.js",
            "function routes(r) {\n  r.get('/', follow);\n  function follow(req) { return req; }\n"
            "  r.each((follow) => r.put(follow));\n}\n"
            "function away(r, follow) { r.get(follow); }\n",
            "routes.follow",
            ["routes: r.get('/', follow);"],
        ),
        (
            "a.js",
            "const { go } = require('./b');\nfunction run(x) { return x; }\n"
            "module.exports = { run };\nconst { run: other } = load();\n",
            "run",
            ["a: module.exports = { run };"],
        ),
        (
            "Item.tsx",
            "export const Item = ({ done }) => {\n  const click = () => done();\n"
            "  return <li onClick={click}>x</li>;\n};\n",
            "Item.click",
            ["Item: return <li onClick={click}>x</li>;"],
        ),
        (
            "Shell.tsx",
            "export function Shell({ children }) { return children; }\n"
            "export function Page() {\n  return <Shell>\n    x\n  </Shell>;\n}\n",
            "Shell.Shell",
            [],
        ),
        (
            "A.java",
            "interface A {\n  String kind();\n"
            "  default boolean is(String kind) { return kind().equals(kind); }\n}\n",
            "A.kind",
            [],
        ),
        (
            "A.kt",
            'package a\nclass A {\n  val all = mapOf("x" to ::put)\n  var size = 0\n'
            "    private set\n  fun put(n: Int) {}\n  fun set(n: Int) {}\n}\n",
            "A.put",
            ['A: val all = mapOf("x" to ::put)'],
        ),
        ("A.kt", "class A {\n  var n = 0\n    private set\n  fun set(n: Int) {}\n}\n", "A.set", []),
        (
            "a.swift",
            "class A {\n  func report() -> Int { 1 }\n  func all() -> Int {\n"
            "    guard let report = find() else { return 0 }\n    return report\n  }\n}\n",
            "A.report",
            [],
        ),
    ],
)
def test_what_the_word_means(path: str, source: str, name: str, lines: list[str]) -> None:
    assert mentioned({path: source}, name) == lines


def test_a_property_that_is_read_is_called() -> None:
    source = (
        "@implementation A\n- (int)count { return 1; }\n"
        "- (int)twice { return self.count * 2; }\n@end\n"
    )
    assert mentioned({"a.m": source}, "A.count") == []


HEADERS = {
    "names.py": "def on_name(): pass\ndef fall(): pass\n",
    "use.py": "from outside import opt\nfrom names import on_name, fall\n"
    "@opt('-x', callback=on_name)\ndef main(x): pass\n"
    "@opt([fall])\nclass C:\n    @opt(on_name)\n"
    "    def m(self, f=fall): return (lambda g=fall, h=1: g)\n"
    "@on_name\ndef made(on_name=fall): return on_name\n"
    "def own(fall): return lambda f=fall, h=1: f\n",
}


def test_default_values_and_what_decorators_are_given() -> None:
    assert mentioned(HEADERS, "names.on_name") == [
        "C: @opt(on_name)",
        "use: @opt('-x', callback=on_name)",
    ]
    assert mentioned(HEADERS, "names.fall") == [
        "C: def m(self, f=fall): return (lambda g=fall, h=1: g)",
        "m: def m(self, f=fall): return (lambda g=fall, h=1: g)",
        "use: @opt([fall])",
        "use: def made(on_name=fall): return on_name",
    ]


IN_HEADERS = {
    "a.ts": "import { opt } from 'outside';\nfunction fall() { return 1; }\n"
    "class K {\n  @opt(fall)\n  m(f = fall) { return 1; }\n}\nfunction z(f = fall) { return 3; }\n",
    "a.kt": "fun fall(): Int = 1\nfun z(f: () -> Int = ::fall): Int = 3\n",
    "a.swift": "func fall() -> Int { 1 }\nfunc z(f: () -> Int = fall) -> Int { 3 }\n",
    "a.cpp": "int fall() { return 1; }\nint z(int (*f)() = fall) { return 2; }\n",
}


@pytest.mark.parametrize(
    ("path", "lines"),
    [
        ("a.ts", ["@opt(fall)", "m(f = fall) { return 1; }", "function z(f = fall) { return 3; }"]),
        ("a.kt", ["fun z(f: () -> Int = ::fall): Int = 3"]),
        ("a.swift", ["func z(f: () -> Int = fall) -> Int { 3 }"]),
        ("a.cpp", ["int z(int (*f)() = fall) { return 2; }"]),
    ],
)
def test_default_values_of_other_languages(path: str, lines: list[str]) -> None:
    found = mentioned({path: IN_HEADERS[path]}, "fall")
    assert sorted(one.partition(": ")[2] for one in found) == sorted(lines)


def test_ruby_names_end_with_their_mark_and_keys_are_none() -> None:
    files = {
        "app.rb": "class App\n  before :scope\n  def scope\n  end\n  def scope?\n    1\n  end\n"
        "  def go\n    options[:scope] = 1\n    make(:scope => 2)\n    scope?\n"
        "    keep(method(:scope))\n  end\nend\n"
    }
    assert mentioned(files, "App.scope") == ["App: before :scope", "go: keep(method(:scope))"]


def test_what_an_object_has_in_rust_is_a_field() -> None:
    files = {
        "s.rs": "struct Solver { graph: u32 }\nimpl Solver {\n"
        "  pub fn graph(&self) -> u32 { self.graph }\n}\n"
        "fn free(s: &Solver) {\n  keep(s.graph);\n  run(Solver::graph);\n}\n"
    }
    assert mentioned(files, "Solver.graph") == ["free: run(Solver::graph);"]


SELECTORS_OF_SWIFT = """class View {
    func wire(b: Any, n: Any) {
        b.addTarget(self, action: #selector(tapped(_:)), for: 1)
        n.add(self, selector: #selector(self.tick), name: nil)
        n.add(self, selector: #selector(View.tick), name: nil)
    }
    @objc func tapped(_ sender: Any) {}
    @objc func tick() {}
}
class Other {
    @objc func tapped(_ sender: Any) {}
}
"""


def test_a_selector_of_swift_names_a_method_and_calls_none() -> None:
    files = {"view.swift": SELECTORS_OF_SWIFT}
    assert mentioned(files, "View.tapped") == [
        "wire: b.addTarget(self, action: #selector(tapped(_:)), for: 1)"
    ]
    assert len(mentioned(files, "View.tick")) == 2
    assert mentioned(files, "Other.tapped") == []
    answer = relationships(
        snapshot_of(files), Asked(name="View.tapped"), Relationship.CALLERS, 1, Resolution.AMBIGUOUS
    )
    assert answer.callers == ()


SELECTORS_OF_OBJC = """@implementation View
- (void)wire {
  [b addTarget:self action:@selector(tapped:) forControlEvents:1];
  if ([self respondsToSelector:@selector(tapped:with:)]) {}
}
- (void)tapped:(id)sender {}
@end
"""


def test_a_selector_of_objective_c_names_methods_with_its_parts() -> None:
    assert mentioned({"View.m": SELECTORS_OF_OBJC}, "View.tapped") == [
        "wire: [b addTarget:self action:@selector(tapped:) forControlEvents:1];"
    ]


# Of a class `M`, the values of fields; and a method of it, which comes after them.
FIELDS = {
    "a.ts": ("private all = [this.late]\nprivate box = new Box(this.late.bind(this))", "late() {}"),
    "a.js": ("all = [this.late]\n#own = lib(this.late)", "late() {}"),
    "M.java": ("Runnable one = this::late;\nRunnable more = lib(M.this::late);", "void late() {}"),
    "a.kt": ("val one = this::late\nval all = listOf(::late)", "fun late() {}"),
    "a.cs": ("Action one = Late;\nAction P { get; } = M.Late;", "static void Late() {}"),
    "a.swift": ("lazy var one = self.late\nlazy var more = lib(late)", "func late() {}"),
    "a.cpp": ("Act one = std::bind(&M::late, this);\nvoid (*more)() = &M::late;", "void late() {}"),
}


@pytest.mark.parametrize("path", FIELDS)
def test_in_what_gives_a_field_its_value(path: str) -> None:
    values, method = FIELDS[path]
    source = f"class M {{\n{values}\n{method}\n}}{';' if path == 'a.cpp' else ''}\n"
    name = "Late" if path == "a.cs" else "late"
    found = [line.partition(": ")[2] for line in mentioned({path: source}, f"M.{name}")]
    assert sorted(found) == sorted(values.split("\n"))


INHERITED = {
    "a.py": "class M:\n    def late(self): ...\nclass Below(M):\n"
    "    def go(self): lib(self.late)\nclass Own(M):\n    def late(self): ...\n"
    "    def no(self): lib(self.late)\nclass Other:\n    def no(self): lib(self.late)\n",
    "a.ts": "class M { late() {} }\nclass Below extends M {\n  go() { lib(this.late) }\n}\n"
    "class Own extends M {\n  late() {}\n  no() { lib(this.late) }\n}\n"
    "class Other extends Unknown {\n  no() { lib(this.late) }\n}\n",
    "A.java": "class M { void late() {} }\n"
    "class Below extends M {\n  void go() { lib(this::late); }\n}\n"
    "class Own extends M {\n  void late() {}\n  void no() { lib(this::late); }\n}\n"
    "class Other {\n  void late() {}\n  void no() { lib(this::late); }\n}\n",
    "a.kt": "open class M {\n  open fun late() {}\n}\nclass Below : M() {\n"
    "  fun go() { lib(this::late) }\n}\nclass Other {\n  fun late() {}\n"
    "  fun no() { lib(this::late) }\n}\n",
    "a.swift": "class M {\n  func late() {}\n}\n"
    "class Below: M {\n  func go() { lib(self.late) }\n}\n"
    "class Other {\n  func late() {}\n  func no() { lib(self.late) }\n}\n",
}


@pytest.mark.parametrize("path", INHERITED)
def test_what_a_class_inherits(path: str) -> None:
    (line,) = mentioned({path: INHERITED[path]}, "M.late")
    assert line.startswith("go: ")
