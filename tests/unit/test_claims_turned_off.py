"""What looks so and need not be: turned off, kept in part, put off, or done elsewhere."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.sentences import said
from tests.support.snapshots import snapshot_of

SNAPSHOT = snapshot_of(
    {
        "Y.kt": """
class Y {
  fun strict(): S = S.builder().setAllowDuplicateKeys(false).build()
  fun open() = S.builder().setAllowDuplicateKeys(true).build()
  fun off(s: S) { s.setLoggingEnabled(false) }
  fun update(f: String, old: String) {
    val baseline = old + f
    if (baseline != old) { save(f, baseline) }
  }
}
""",
        "y.py": """
class P:
    def strict(self):
        self.b.allow_duplicates(False)
    def open(self):
        self.b.allow_duplicates(True)
    def update(self, f, old):
        baseline = old + f
        if baseline != old:
            save(f, baseline)
    def fails(self):
        try:
            go()
        except Exception as e:
            return fail(e)
    def logs(self):
        try:
            go()
        except Exception as e:
            log(e)
            return None
    def chooses(self, ch):
        match ch:
            case '[':
                push(1)
            case ',':
                use(3)
""",
        "y.cs": """class C {
 S Load() { try { return Go(); } catch (Exception ex) when (n > 0) { return null; } }
 S All() { try { return Go(); } catch (Exception ex) { return null; } }
}""",
        "y.swift": """
func given() throws -> Int { do { return try f() } catch let e where e.code == 1 { return 0 } }
class R { var state = 0
 func run() { var c = self.state; defer { self.state = c }; while c < 3 { c += step() } }
}
func quiet() -> Int { do { return try f() } catch { return 0 } }
""",
        "y.go": """
package y
func runs() { defer finish(); prepare(); for i := 0; i < 3; i++ { step() } }
func wrapped() { defer func() { finish() }(); for i := 0; i < 3; i++ { step() } }
""",
        "y.js": """
function only(o) { if (o.kind === 'store') { report(1) } send(() => { if (done) { report(2) } }) }
function twice(p, q) { if (p !== q) { reset() } go(); if (z) { reset() } }
function lone(p, q) { if (p !== q) { reset() } go() }
function rejects() { try { go() } catch (e) { return Promise.reject(e) } }
function calls(cb) { try { go() } catch (e) { cb(e) } }
function silent() { try { go() } catch (e) { return null } }
""",
        "y.c": """
void asks(list *items) { if (each(items)) { use(items); } while (more(items)) { step(items); } }
int parse(struct p *p, int ch) {
  switch (ch) {
  case '[':
    push(p, 1);
    break;
  case ',':
    use(p);
    break;
  }
  return 0;
}
""",
    }
)
CLAIMS = {
    "SUPPORTED": """
Y.open allows duplicate keys
Y.update sets baseline
P.open allows duplicates
P.update saves the baseline
P.logs swallows Exception
C.All swallows every exception
C.Load swallows exceptions
quiet swallows errors
silent swallows exceptions
parse calls use when ch is ','
R.run writes self.state after the loop
runs calls finish after the loop
asks calls step in a loop
lone calls reset only if p !== q
""",
    "CONTRADICTED": """
parse calls push in the case of ','
parse calls push only in the case of ','
parse calls push in case ','
P.chooses calls push in the case of ','
Y.open never allows duplicate keys
P.open never allows duplicates
R.run writes self.state before the loop
runs calls finish before the loop
asks calls use in a loop
""",
    "INCONCLUSIVE": """
Y.strict allows duplicate keys
Y.strict does not allow duplicate keys
Y.off enables logging
P.strict allows duplicates
Y.update writes the baseline
Y.update writes the baseline even if it did not change
P.update writes the baseline even when it is unchanged
P.update stores the baseline whether or not it changed
C.Load swallows every exception
C.Load never swallows Exception
given swallows every error
rejects swallows exceptions
calls swallows exceptions
P.fails swallows Exception
only calls report only if o.kind is store
only calls report only when the kind is store
twice calls reset only if the position differs
wrapped calls finish after the loop
parse calls push on ','
parse calls push in the case of a comma
""",
}


@pytest.mark.parametrize(
    ("claim", "status"), [(claim, status) for status in CLAIMS for claim in said(CLAIMS[status])]
)
def test_claim(claim: str, status: str) -> None:
    assert verify(SNAPSHOT, claim).status == status
