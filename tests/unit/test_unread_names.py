"""Names in broken text and in templates: who is named there may be called."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from codewitness.engine.graph.edges import Resolution
from codewitness.engine.view import Snapshot
from codewitness.features.find_symbol import Asked
from codewitness.features.relationships import Relationship, relationships
from codewitness.features.verify import verify
from codewitness.model.files import Reason, Skipped
from tests.support.snapshots import snapshot_of

BROKEN = {
    "till.py": "def charge(n): return n\ndef idle(n): return n\n"
    "class Card:\n    def swipe(self): return 1\n    def fold(self): return 2\n",
    "shop.py": "from till import charge\ndef run(x):\n    if x ==:\n        charge(x\n"
    "    y = = x.swipe(3)\ndef fine():\n    fold = 2\n",
    "other.py": "from elsewhere import idle\ndef run(x):\n    if x ==:\n        idle(x\n",
    "pay.ts": "export function pay(n: number) { return n; }\n"
    "export function rest(n: number) { return n; }\n",
    "go.ts": "import { pay, rest } from './pay';\nexport function go() {\n"
    "  const x = { a: pay(1 ;\n  if (x { pay(\n}\n",
    "Pay.java": "class Pay { void charge(int n) { if (n { charge( } }\n",
}
TEMPLATES = {
    "help.rb": "def total(order)\n  1\nend\ndef price\n  2\nend\n",
    "show.html.erb": "<h1>price</h1>\n<%= total(@order) %>\n",
    "user.py": "class User:\n    def title(self): return 1\n    def secret(self): return 2\n",
    "user.html": "<p class='secret'>{{ user.title|upper }} secret</p>\n",
    "shelf.py": "class Shelf:\n    def add(self): return 1\ndef edit(n): return n\n"
    "def tell(n): return n\n",
    "shelf.html": "<script>\n$('#add').edit(tell)\n</script>\n{{ _('add or edit it') }}\n"
    "{{ add }} {{ shelf.add() }} {{ edit('a b') }} <i onclick='edit()' x='{{ tell(1) }}'>\n",
    "save.ts": "export function save() {}\nexport function press() {}\nexport function word() {}\n"
    "export function total() {}\n",
    "App.vue": '<button @click="press">word</button>\n<script>\nimport { save } from "./save"\n'
    "save()\n</script>\n",
    "Side.svelte": "<i on:click={press}>word</i>\n",
}


def named(files: Mapping[str, str], name: str) -> list[str]:
    answer = relationships(
        snapshot_of(files), Asked(name=name), Relationship.CALLERS, 1, Resolution.UNRESOLVED
    )
    assert answer.is_complete
    return [
        f"{one.place.symbol.qualified_name}:{one.place.text.line_at(span.start) + 1}"
        for one in answer.mentions
        for span in one.sites
    ]


@pytest.mark.parametrize(
    ("name", "places"),
    [
        ("till.charge", ["shop.run:4"]),
        ("till.idle", []),
        ("Card.swipe", []),  # the bracket before it is left out: it is read as a call
        ("Card.fold", []),
        ("pay.pay", ["go.go:3", "go.go:4"]),
        ("pay.rest", []),
    ],
)
def test_broken_text(name: str, places: list[str]) -> None:
    assert named(BROKEN, name) == places


@pytest.mark.parametrize(
    ("name", "places"),
    [
        ("help.total", ["show.html.erb:2"]),
        ("help.price", []),
        ("User.title", ["user.html:1"]),
        ("User.secret", []),
        ("Shelf.add", ["shelf.html:5"]),
        ("shelf.edit", ["shelf.html:5"]),
        ("shelf.tell", ["shelf.html:5"]),
        ("save.save", ["App.vue:4"]),
        ("save.press", ["App.vue:1", "Side.svelte:1"]),
        ("save.word", []),
        ("save.total", []),
    ],
)
def test_templates(name: str, places: list[str]) -> None:
    assert named(TEMPLATES, name) == places


@pytest.mark.parametrize(
    ("claim", "status"),
    [
        ("till.charge has no callers", "INCONCLUSIVE"),
        ("till.idle has no callers", "SUPPORTED"),
        ("pay.pay has no callers", "INCONCLUSIVE"),
    ],
)
def test_what_is_unread_is_not_denied(claim: str, status: str) -> None:
    assert verify(snapshot_of(BROKEN), claim).status == status


def test_what_a_template_may_call_is_not_denied() -> None:
    snapshot = snapshot_of(TEMPLATES)
    assert verify(snapshot, "help.total has no callers").status == "INCONCLUSIVE"
    assert verify(snapshot, "help.price has no callers").status == "SUPPORTED"


NOTEBOOKS = {
    "fit.py": "def fit(x): return x\ndef score(x): return x\ndef rest(x): return x\n"
    "class Net:\n    def grow(self): return 1\n    def __init__(self, n): pass\nclass Idle: pass\n",
    "go.ts": "export function fit() {}\n",
    "a.ipynb": '{"cells": [\n {"cell_type": "code", "outputs": [{"text": "rest(3)"}],\n'
    '  "source": [\n   "from fit import rest, score\\n",\n   "y = fit(\\"x\\") # [1]\\n"\n  ]},\n'
    ' {"cell_type": "markdown", "source": ["rest(3)"]},\n'
    ' {"cell_type": "code", "source": "net = Net(1)\\nscore(net.grow())\\tunrest(1)"}]}\n',
}


@pytest.mark.parametrize(
    ("name", "places"),
    [
        ("fit.py::fit", ["a.ipynb:5"]),
        ("fit.score", ["a.ipynb:8"]),
        ("fit.rest", []),
        ("Net.grow", ["a.ipynb:8"]),
        ("fit.Net", ["a.ipynb:8"]),
        ("Net.__init__", ["a.ipynb:8"]),
        ("fit.Idle", []),
        ("go.ts::fit", []),
    ],
)
def test_notebooks(name: str, places: list[str]) -> None:
    assert named(NOTEBOOKS, name) == places


def test_what_a_notebook_may_call_is_not_denied() -> None:
    saved = {path: text for path, text in NOTEBOOKS.items() if path != "a.ipynb"}
    for snapshot in (snapshot_of(NOTEBOOKS), _with_unread(snapshot_of(saved), ["a.ipynb"])):
        assert verify(snapshot, "nobody calls fit.py::fit").status == "INCONCLUSIVE"
        assert verify(snapshot, "nobody calls Net.__init__").status == "INCONCLUSIVE"
        assert verify(snapshot, "nobody calls fit.Net").status == "INCONCLUSIVE"
    assert verify(snapshot_of(NOTEBOOKS), "nobody calls fit.rest").status == "SUPPORTED"
    assert verify(snapshot_of(NOTEBOOKS), "nobody calls fit.Idle").status == "SUPPORTED"


def _with_unread(snapshot: Snapshot, paths: list[str]) -> Snapshot:
    """The same with files that are in no language that is read, and can't be looked at now."""
    skipped = tuple(Skipped(path=p, reason=Reason.UNSUPPORTED, detail=".ipynb") for p in paths)
    folder = snapshot.folders[0]
    return replace(snapshot, folders=(replace(folder, view=replace(folder.view, skipped=skipped)),))


MACROS = {
    "read.c": "static int stream(int p) { return p; }\nint plain(int p) { return p; }\n"
    "int idle(int p) { return p; }\n"
    "#define token(p) ((p) ? stream((p)) \\\n  : 0)\nint scan(int p) { return token(p); }\n",
    "read.h": "int plain(int p);\n#define RUN plain(3) /* idle */\n",
}


@pytest.mark.parametrize(
    ("name", "places"),
    [("stream", ["read.token:4"]), ("plain", ["read:2"]), ("idle", [])],
)
def test_macros(name: str, places: list[str]) -> None:
    assert named(MACROS, f"read.{name}" if name != "plain" else "read.c::plain") == places


def test_what_a_macro_calls_is_not_denied() -> None:
    snapshot = snapshot_of(MACROS)
    assert verify(snapshot, "stream has no callers").status == "INCONCLUSIVE"
    assert verify(snapshot, "stream is called by scan").status == "INCONCLUSIVE"
    assert verify(snapshot, "idle has no callers").status == "SUPPORTED"


SYMBOLS = {
    "app.rb": "class App\n  rescue_from Error, with: :failed\n  helper_method :shown\n"
    "  def failed; end\n  def shown; end\n  def key; options[:key] = { :key => 1 } end\n"
    "  def self.made; end\nend\n"
    "class Sub < App\n  after :shown\nend\nclass Other\n  around :shown\nend\n",
    "test.rb": "App.stubs(:made)\n# :failed\n",
}


@pytest.mark.parametrize(
    ("name", "places"),
    [
        ("App.failed", ["app.App:2"]),
        ("App.shown", ["app.App:3", "app.Sub:10"]),
        ("App.key", []),
        ("App.made", ["test:1"]),
    ],
)
def test_symbols_of_ruby(name: str, places: list[str]) -> None:
    assert named(SYMBOLS, name) == places


def test_what_a_symbol_names_is_not_denied() -> None:
    snapshot = snapshot_of(SYMBOLS)
    assert verify(snapshot, "App.failed has no callers").status == "INCONCLUSIVE"
    assert verify(snapshot, "App.key has no callers").status == "SUPPORTED"


RULES = {
    "src/lib.rs": "pub struct Bell;\nimpl Bell { pub fn ring(&self) {} pub fn hang(&self) {} }\n"
    "fn oil() {}\nfn wind(n: u8) {}\nfn rest() {}\npub mod deep { pub fn dig() {} }\n"
    "macro_rules! chime {\n  ($($bell:expr),* ; rest) => { $( $bell.ring(); oil(); )* };\n"
    "  () => { $crate::deep::dig(); /* rest */ };\n}\n"
    'macro_rules! make { ($rest:ident) => { fn $rest() { wind(1); "rest" } }; }\n'
    "make!(made);\nfn go(bell: Bell) { chime!(bell; rest); chime!(); made(); }\n",
}


@pytest.mark.parametrize(
    ("name", "places"),
    [
        ("oil", ["lib.chime:8"]),
        ("deep.dig", ["lib.chime:9"]),
        ("wind", ["lib.make:11"]),
        ("Bell.ring", ["lib.chime:8"]),
        ("Bell.hang", []),
    ],
)
def test_rules_of_macros(name: str, places: list[str]) -> None:
    assert named(RULES, name) == places


def test_what_the_rules_of_a_macro_call_is_not_denied() -> None:
    snapshot = snapshot_of(RULES)
    assert verify(snapshot, "oil has no callers").status == "INCONCLUSIVE"
    assert verify(snapshot, "Bell.ring has no callers").status == "INCONCLUSIVE"
    assert verify(snapshot, "Bell.hang has no callers").status == "SUPPORTED"


HEADER = {
    "pane.h": "struct pane;\nvoid format(1, 2) pane_tell(const char *, ...);\n"
    "struct pane *pane_next(struct pane *);\nextern int pane_drop(struct pane *,\n    int);\n"
    "int\npane_size(void) __attribute__((pure));\n"
    "void format(1, 2) pane_warn(struct pane *, const char *, ...);\n"
    "@ int x = pane_find(1);\nelse pane_size();\n",
    "pane.c": '#include "pane.h"\nstruct pane *pane_next(struct pane *p) { return p; }\n'
    "int pane_drop(struct pane *p, int n) { return n; }\nint pane_size(void) { return 1; }\n"
    "struct pane *pane_find(int n) { return 0; }\nvoid pane_tell(const char *t, ...) {}\n"
    "void pane_warn(struct pane *p, const char *t, ...) {}\n",
}


@pytest.mark.parametrize(
    ("name", "places"),
    [
        ("pane_next", []),
        ("pane_drop", []),
        ("pane_warn", []),
        ("pane_size", ["pane:10"]),  # a call
    ],
)
def test_a_prototype_in_broken_text_is_a_declaration(name: str, places: list[str]) -> None:
    assert named(HEADER, name) == places
