"""Values are compared as strictly as is said: truth, what is there, sorts, all, opposites."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

FILES = {
    "a.py": """
class A:
    def there(self, item):
        if item is not None:
            self.go()

    def true(self, item):
        if item:
            self.go()

    def false(self, item):
        if not item:
            self.go()

    def sorts(self, item):
        if isinstance(item, (str, bytes)):
            self.go()

    def union(self, item):
        if isinstance(item, str | bytes):
            self.go()

    def number(self, item):
        if isinstance(item, bool):
            self.go()

    def kept(self, key):
        if key in self.cache:
            self.go()

    def lacking(self, key):
        if key not in self.cache:
            self.go()

    def differ(self, force, other):
        if force != other:
            self.go()

    def some(self, items):
        if any(x.ready for x in items):
            self.go()

    def every(self, items):
        if all(x.ready for x in items):
            self.go()

    def made(self, force):
        force = force or self.other
        if force:
            self.go()

    def both(self, force):
        ok = force and self.ready()
        if ok:
            self.go()

    def denied(self, force):
        ok = not force
        if ok:
            self.go()

    def twice_made(self, force):
        ok = force
        if self.busy:
            ok = not force
        if ok:
            self.go()
""",
    "b.ts": """
export class B {
  there(item: any) { if (item !== null) { this.go() } }
  kept(key: string) { if (this.cache.has(key)) { this.go() } }
  held(key: string) { if (key in this.cache) { this.go() } }
  differ(force: boolean, other: boolean) { if (force !== other) { this.go() } }
  some(items: any[]) { if (items.some(x => x.ready)) { this.go() } }
  every(items: any[]) { if (items.every(x => x.ready)) { this.go() } }
  both(force: boolean) { const ok = force && this.ready(); if (ok) this.go() }
  denied(force: boolean) { const ok = !force; if (ok) this.go() }
  typed(o: any) { if (typeof o === 'undefined') throw new TypeError() }
  void_(o: any) { if (o === void 0) throw new TypeError() }
}
""",
    "c.go": """package c

func (c *C) Fall(kind string) { switch kind { case "x": fallthrough; case "y": c.goOn() } }

func (c *C) There(item *T) {
	if item != nil {
		c.goOn()
	}
}
""",
    "d.rb": """
class D
  def there(item)
    launch if !item.nil?
  end

  def same(force, other)
    launch if force != other
  end
end
""",
    "e.c": """
void pointed(struct item *item) {
    if (item != NULL) {
        launch();
    }
}
""",
    "F.java": """
class F {
  void there(Boolean item) { if (item != null) { launch(); } }
}
""",
}
SNAPSHOT = snapshot_of(FILES)


@pytest.mark.parametrize(
    ("claim", "status"),
    [
        ("A.there calls self.go only if item is truthy", "INCONCLUSIVE"),
        ("A.there calls self.go only if item is true", "INCONCLUSIVE"),
        ("A.there calls self.go only if item is not None", "SUPPORTED"),
        ("A.there calls self.go only if item is set", "SUPPORTED"),
        ("A.there calls self.go if item is truthy", "SUPPORTED"),
        ("A.true calls self.go only if item is truthy", "SUPPORTED"),
        ("A.true calls self.go only if item is not None", "SUPPORTED"),
        ("A.true calls self.go only if item is falsy", "CONTRADICTED"),
        ("A.false calls self.go only if item is None", "INCONCLUSIVE"),
        ("A.false calls self.go only if item is missing", "SUPPORTED"),
        ("A.false calls self.go if item is None", "SUPPORTED"),
        ("A.sorts calls self.go only if item is a str", "CONTRADICTED"),
        ("A.sorts calls self.go only if item is an int", "INCONCLUSIVE"),
        ("A.sorts calls self.go if item is a str", "INCONCLUSIVE"),
        ("A.union calls self.go only if item is a str", "CONTRADICTED"),
        ("A.number calls self.go only if item is an int", "INCONCLUSIVE"),
        ("A.number calls self.go only if item is a bool", "SUPPORTED"),
        ("A.kept calls self.go only if key is missing from self.cache", "CONTRADICTED"),
        ("A.kept calls self.go only if key is not present in self.cache", "CONTRADICTED"),
        ("A.kept calls self.go only if key is present in self.cache", "SUPPORTED"),
        ("A.kept calls self.go only if self.cache contains key", "SUPPORTED"),
        ("A.lacking calls self.go only if key is missing from self.cache", "SUPPORTED"),
        ("A.lacking calls self.go only if self.cache contains key", "CONTRADICTED"),
        ("A.differ calls self.go only if force is true", "INCONCLUSIVE"),
        ("A.some calls self.go only if all items are ready", "INCONCLUSIVE"),
        ("A.every calls self.go only if any of the items is ready", "INCONCLUSIVE"),
        ("A.made calls self.go only if self.other is true", "CONTRADICTED"),
        ("A.both calls self.go only if force is true", "SUPPORTED"),
        ("A.both calls self.go only if force is false", "CONTRADICTED"),
        ("A.denied calls self.go only if force is true", "CONTRADICTED"),
        ("A.denied calls self.go only if force is false", "SUPPORTED"),
        ("A.twice_made calls self.go only if force is false", "INCONCLUSIVE"),
        ("B.there calls go only if item is truthy", "INCONCLUSIVE"),
        ("B.kept calls go only if key is missing from this.cache", "CONTRADICTED"),
        ("B.held calls go only if key is absent from this.cache", "CONTRADICTED"),
        ("B.held calls go only if key is in this.cache", "SUPPORTED"),
        ("B.differ calls go only if force is true", "INCONCLUSIVE"),
        ("B.some calls go only if all items are ready", "INCONCLUSIVE"),
        ("B.both calls go only if force is true", "SUPPORTED"),
        ("B.denied calls go only if force is true", "CONTRADICTED"),
        ("B.typed throws TypeError when o is defined", "CONTRADICTED"),
        ("B.typed throws TypeError when o is undefined", "SUPPORTED"),
        ("B.typed never throws TypeError if o is defined", "SUPPORTED"),
        ("B.typed throws TypeError only if o is undefined", "SUPPORTED"),
        ("B.typed throws TypeError only if o is given", "CONTRADICTED"),
        ("B.void_ throws TypeError when o is defined", "CONTRADICTED"),
        ("B.void_ throws TypeError only if o is undefined", "SUPPORTED"),
        ('C.Fall calls c.goOn only if kind is "y"', "INCONCLUSIVE"),
        ("C.There calls c.goOn only if item is set", "SUPPORTED"),
        ("D.there calls launch only if item is empty", "INCONCLUSIVE"),
        ("D.there calls launch only if item is set", "SUPPORTED"),
        ("D.there calls launch only if item is truthy", "INCONCLUSIVE"),
        ("D.same calls launch only if force is true", "INCONCLUSIVE"),
        ("pointed calls launch only if item is truthy", "SUPPORTED"),
        ("F.there calls launch only if item is true", "INCONCLUSIVE"),
    ],
)
def test_compared_strictly(claim: str, status: str) -> None:
    assert verify(SNAPSHOT, claim).status == status


# A condition, and whether it is so where a thing is there.
ASKED = {
    "py": {
        "item is None": False,
        "item is not None": True,
        "not item": False,
        "len(item) == 0": False,
        "len(item) > 0": True,
    },
    "ts": {
        "item == null": False,
        "item !== undefined": True,
        "typeof item === 'undefined'": False,
        'typeof item != "undefined"': True,
        "item === void 0": False,
        "!item": False,
        "!item.length": False,
    },
    "rb": {"item.nil?": False, "!item.nil?": True, "item.empty?": False, "!item.empty?": True},
    "swift": {"item == nil": False, "item.isEmpty": False, "!item.isEmpty": True},
    "rs": {"item.is_none()": False, "item.is_some()": True, "!item.is_empty()": True},
    "kt": {"item == null": False, "item.isNotEmpty()": True, "item.isNullOrEmpty()": False},
}
WRITTEN = {
    "py": "def f{n}(item):\n    if {c}:\n        launch()\n",
    "ts": "export function f{n}(item: any) {{ if ({c}) {{ launch() }} }}\n",
    "rb": "def f{n}(item)\n  if {c}\n    launch\n  end\nend\n",
    "swift": "func f{n}(item: T) {{ if {c} {{ launch() }} }}\n",
    "rs": "fn f{n}(item: T) {{ if {c} {{ launch(); }} }}\n",
    "kt": "fun f{n}(item: T) {{ if ({c}) {{ launch() }} }}\n",
}
NAMED = {"is defined": True, "is set": True, "is present": True, "is non-empty": True}
NAMED |= {"is missing": False, "is not given": False, "is undefined": False, "is empty": False}


@pytest.mark.parametrize("language", ASKED)
def test_never_the_opposite(language: str) -> None:
    asked = ASKED[language]
    text = "".join(WRITTEN[language].format(n=n, c=c) for n, c in enumerate(asked))
    snapshot = snapshot_of({f"x.{language}": text})
    for n, (condition, is_there) in enumerate(asked.items()):
        for said, says_there in NAMED.items():
            is_so = is_there == says_there
            for claim, is_true in (
                (f"f{n} calls launch if item {said}", is_so),
                (f"f{n} calls launch only if item {said}", is_so),
                (f"f{n} never calls launch if item {said}", not is_so),
                (f"f{n} calls launch unless item {said}", not is_so),
            ):
                wrong = "CONTRADICTED" if is_true else "SUPPORTED"
                assert verify(snapshot, claim).status != wrong, (condition, claim)
