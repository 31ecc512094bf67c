"""Claims about conditions: always if, behind continue, how many there are, and plain words."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

FILES = (
    {
        "a.py": """
class Box:
    def both(self, a, b):
        if a and b:
            put(1)
    def one(self, a):
        if a:
            put(1)
    def either(self, a, b):
        if a or b:
            put(1)
    def nested(self, a, b):
        if a:
            if b:
                put(1)
    def guard(self, a, b):
        if not a:
            return
        put(1)
    def guard2(self, a, b):
        if not a:
            return
        if not b:
            return
        put(1)
    def loop(self, xs):
        for x in xs:
            if not x.ok:
                continue
            put(x)
    def loop2(self, xs):
        for x in xs:
            if x.skip:
                continue
            if x.bad:
                continue
            put(x)
    def loop3(self, xs):
        for x in xs:
            if x.done:
                break
            put(x)
    def single(self, xs):
        if len(xs) == 1:
            put(1)
    def empty(self, xs):
        if len(xs) == 0:
            put(1)
    def nonempty(self, xs):
        if len(xs) > 0:
            put(1)
    def many(self, xs):
        if len(xs) > 1:
            put(1)
    def mode(self, mode):
        if mode == "open":
            put(1)
    def nmode(self, mode):
        if mode != "open":
            put(1)
    def num(self, n):
        if n == 3:
            put(1)
    def bothret(self, a, b):
        if a and b:
            return 1
        return 2
    def bothraise(self, a, b):
        if a and b:
            raise ValueError("x")
    def elsee(self, a):
        if a:
            other()
        else:
            put(1)
    def exact(self, a):
        put(1)
        if a:
            other()
""",
    },
    {
        "a.ts": """
function tboth(a: any, b: any) { if (a && b) { put(1); } }
function tloop(xs: any[]) { for (const x of xs) { if (!x.ok) { continue; } put(x); } }
function tloop2(xs: any[]) { for (const x of xs) { if (x.done) break; put(x); } }
function tsw(xs: any[]) {
  for (const x of xs) {
    if (x.big) { switch (x.kind) { case 1: other(); break; } }
    put(x);
  }
}
function tone(xs: any[]) { if (xs.length === 1) put(1); }
function tmode(mode: string) { if (mode === "open") put(1); }
function tnmode(mode: string) { if (mode !== "open") put(1); }
function inner(xs: any[]) { for (const x of xs) { if (x.a) { for (const y of x.ys) { if (y) break;
}
}
put(x);
}
}
""",
        "b.go": """
package b
func GBoth(a, b bool) { if a && b { put(1) } }
func GLoop(xs []X) { for _, x := range xs { if !x.ok { continue }
 put(x) } }
func GOne(xs []int) { if len(xs) == 1 { put(1) } }
func GMode(mode string) { if mode == "open" { put(1) } }
func GNone(xs []int) { if len(xs) == 0 { put(1) } }
""",
        "C.java": """
class C {
 void jboth(boolean a, boolean b) { if (a && b) { put(1); } }
 void jloop(List<X> xs) { for (X x : xs) { if (x.skip) { continue; } put(x); } }
 void jone(List<X> xs) { if (xs.size() == 1) { put(1); } }
 void jmode(Mode mode) { if (mode == Mode.OPEN) { put(1); } }
 void jnmode(Mode mode) { if (mode != Mode.OPEN) { put(1); } }
 void jempty(List<X> xs) { if (xs.isEmpty()) { put(1); } }
}
""",
        "d.rb": """
def rboth(a, b)
  put(1) if a && b
end
def rloop(xs)
  xs.each do |x|
    next unless x.ok
    put(x)
  end
end
def rone(xs)
  put(1) if xs.size == 1
end
def rmode(mode)
  put(1) if mode == :open
end
def rnmode(mode)
  put(1) unless mode == :open
end
""",
        "e.rs": """
fn sboth(a: bool, b: bool) { if a && b { put(1); } }
fn sloop(xs: &[X]) { for x in xs { if !x.ok { continue; } put(x); } }
fn sone(xs: &[X]) { if xs.len() == 1 { put(1); } }
""",
        "f.c": """
void cboth(int a, int b) { if (a && b) put(1); }
void cloop(int *xs, int n) { for (int i = 0; i < n; i++) { if (!xs[i]) continue; put(xs[i]); } }
""",
    },
)
CLAIMS = (
    (0, "INCONCLUSIVE", "Box.both always calls put if a"),
    (0, "INCONCLUSIVE", "Box.both always calls put when a is set"),
    (0, "SUPPORTED", "Box.both calls put if a"),
    (0, "SUPPORTED", "Box.both calls put only if a"),
    (0, "SUPPORTED", "Box.both calls put if a and b"),
    (0, "INCONCLUSIVE", "Box.both calls put whenever a is set"),
    (0, "CONTRADICTED", "Box.both calls put in every case where a is set"),
    (0, "SUPPORTED", "Box.one always calls put if a"),
    (0, "SUPPORTED", "Box.one always calls put when a is set"),
    (0, "SUPPORTED", "Box.one calls put whenever a is set"),
    (0, "CONTRADICTED", "Box.either calls put only if a"),
    (0, "INCONCLUSIVE", "Box.nested always calls put if a"),
    (0, "INCONCLUSIVE", "Box.nested always calls put if b"),
    (0, "SUPPORTED", "Box.nested calls put only if a"),
    (0, "SUPPORTED", "Box.guard always calls put if a"),
    (0, "SUPPORTED", "Box.guard calls put if a"),
    (0, "INCONCLUSIVE", "Box.guard2 always calls put if a"),
    (0, "INCONCLUSIVE", "Box.guard2 always calls put if b"),
    (0, "INCONCLUSIVE", "Box.bothret always returns 1 if a"),
    (0, "SUPPORTED", "Box.bothret returns 1 if a and b"),
    (0, "INCONCLUSIVE", "Box.bothraise always raises ValueError if a"),
    (0, "SUPPORTED", "Box.bothraise raises ValueError if a and b"),
    (0, "INCONCLUSIVE", "Box.loop calls put for each x"),
    (0, "INCONCLUSIVE", "Box.loop calls put on every x"),
    (0, "SUPPORTED", "Box.loop calls put only if x.ok"),
    (0, "SUPPORTED", "Box.loop calls put if x.ok"),
    (0, "CONTRADICTED", "Box.loop calls put if x.ok is false"),
    (0, "CONTRADICTED", "Box.loop calls put if not x.ok"),
    (0, "CONTRADICTED", "Box.loop calls put unless x.ok"),
    (0, "SUPPORTED", "Box.loop2 calls put unless x.skip"),
    (0, "SUPPORTED", "Box.loop2 calls put only if not x.skip"),
    (0, "CONTRADICTED", "Box.loop2 calls put if x.skip"),
    (0, "INCONCLUSIVE", "Box.loop2 always calls put unless x.skip"),
    (0, "CONTRADICTED", "Box.loop2 calls put only if x.skip"),
    (0, "CONTRADICTED", "Box.loop2 calls put if x.bad"),
    (0, "SUPPORTED", "Box.loop2 calls put unless x.bad"),
    (0, "SUPPORTED", "Box.loop3 calls put unless x.done"),
    (0, "CONTRADICTED", "Box.loop3 calls put if x.done"),
    (0, "CONTRADICTED", "Box.loop3 calls put only if x.done"),
    (0, "SUPPORTED", "Box.single calls put if there is one item"),
    (0, "SUPPORTED", "Box.single calls put if there is only one item"),
    (0, "SUPPORTED", "Box.single calls put if there is exactly one item"),
    (0, "SUPPORTED", "Box.single calls put if xs has one item"),
    (0, "SUPPORTED", "Box.single calls put if xs has exactly one element"),
    (0, "SUPPORTED", "Box.single calls put if len(xs) == 1"),
    (0, "CONTRADICTED", "Box.single calls put if there are no items"),
    (0, "CONTRADICTED", "Box.single calls put if xs is empty"),
    (0, "CONTRADICTED", "Box.single calls put if there are two items"),
    (0, "CONTRADICTED", "Box.single calls put if xs has two items"),
    (0, "CONTRADICTED", "Box.single calls put if there is more than one item"),
    (0, "INCONCLUSIVE", "Box.single calls put if there are several items"),
    (0, "CONTRADICTED", "Box.single calls put unless there is one item"),
    (0, "SUPPORTED", "Box.empty calls put if xs is empty"),
    (0, "SUPPORTED", "Box.empty calls put if there are no xs"),
    (0, "SUPPORTED", "Box.empty calls put if there are no items"),
    (0, "CONTRADICTED", "Box.empty calls put if there is one item"),
    (0, "CONTRADICTED", "Box.empty calls put if there are items"),
    (0, "SUPPORTED", "Box.nonempty calls put if there are items"),
    (0, "SUPPORTED", "Box.nonempty calls put if there is any item"),
    (0, "INCONCLUSIVE", "Box.nonempty calls put if there is exactly one item"),
    (0, "CONTRADICTED", "Box.nonempty calls put if there are no items"),
    (0, "SUPPORTED", "Box.many calls put if there is more than one item"),
    (0, "CONTRADICTED", "Box.many calls put if there is one item"),
    (0, "CONTRADICTED", "Box.many calls put if there is exactly one item"),
    (0, "SUPPORTED", 'Box.mode calls put if mode is "open"'),
    (0, "SUPPORTED", "Box.mode calls put if the mode is open"),
    (0, "SUPPORTED", 'Box.mode calls put if mode == "open"'),
    (0, "CONTRADICTED", "Box.mode calls put if the mode is closed"),
    (0, "CONTRADICTED", "Box.mode calls put if mode is closed"),
    (0, "CONTRADICTED", 'Box.mode calls put if mode is "closed"'),
    (0, "CONTRADICTED", "Box.mode calls put if the mode is not open"),
    (0, "CONTRADICTED", "Box.mode calls put unless the mode is open"),
    (0, "CONTRADICTED", "Box.nmode calls put if the mode is open"),
    (0, "SUPPORTED", "Box.nmode calls put if the mode is not open"),
    (0, "SUPPORTED", "Box.nmode calls put unless the mode is open"),
    (0, "INCONCLUSIVE", "Box.nmode calls put if the mode is closed"),
    (0, "SUPPORTED", "Box.num calls put if n is 3"),
    (0, "SUPPORTED", "Box.num calls put if n is three"),
    (0, "CONTRADICTED", "Box.num calls put if n is 4"),
    (0, "CONTRADICTED", "Box.num calls put if n is four"),
    (0, "CONTRADICTED", "Box.num calls put if n is not three"),
    (0, "CONTRADICTED", "Box.elsee calls put if a"),
    (0, "SUPPORTED", "Box.elsee calls put unless a"),
    (0, "INCONCLUSIVE", "Box.elsee always calls put if a"),
    (0, "SUPPORTED", "Box.exact always calls put"),
    (0, "SUPPORTED", "Box.exact calls put even if a"),
    (0, "SUPPORTED", "Box.both never calls put if not a"),
    (0, "CONTRADICTED", "Box.one never calls put if a"),
    (1, "INCONCLUSIVE", "tboth always calls put if a"),
    (1, "SUPPORTED", "tboth calls put if a and b"),
    (1, "SUPPORTED", "tboth always calls put if a and b"),
    (1, "SUPPORTED", "tloop calls put if x.ok"),
    (1, "SUPPORTED", "tloop calls put only if x.ok"),
    (1, "CONTRADICTED", "tloop calls put if not x.ok"),
    (1, "CONTRADICTED", "tloop calls put unless x.ok"),
    (1, "SUPPORTED", "tloop2 calls put unless x.done"),
    (1, "CONTRADICTED", "tloop2 calls put if x.done"),
    (1, "INCONCLUSIVE", "tsw calls put unless x.big"),
    (1, "INCONCLUSIVE", "tsw calls put only if not x.big"),
    (1, "INCONCLUSIVE", "inner calls put unless x.a"),
    (1, "SUPPORTED", "tone calls put if there is one item"),
    (1, "CONTRADICTED", "tone calls put if there are two items"),
    (1, "CONTRADICTED", "tone calls put if there are no items"),
    (1, "CONTRADICTED", "tone calls put if there is more than one item"),
    (1, "SUPPORTED", "tmode calls put if the mode is open"),
    (1, "CONTRADICTED", "tmode calls put if the mode is closed"),
    (1, "CONTRADICTED", "tnmode calls put if the mode is open"),
    (1, "SUPPORTED", "tnmode calls put unless the mode is open"),
    (1, "INCONCLUSIVE", "GBoth always calls put if a"),
    (1, "SUPPORTED", "GLoop calls put if x.ok"),
    (1, "CONTRADICTED", "GLoop calls put unless x.ok"),
    (1, "SUPPORTED", "GOne calls put if there is one item"),
    (1, "SUPPORTED", "GOne calls put if xs has one element"),
    (1, "CONTRADICTED", "GOne calls put if xs has two elements"),
    (1, "CONTRADICTED", "GMode calls put if the mode is closed"),
    (1, "SUPPORTED", "GMode calls put if the mode is open"),
    (1, "SUPPORTED", "GNone calls put if there are no items"),
    (1, "CONTRADICTED", "GNone calls put if there are items"),
    (1, "INCONCLUSIVE", "C.jboth always calls put if a"),
    (1, "SUPPORTED", "C.jloop calls put unless x.skip"),
    (1, "CONTRADICTED", "C.jloop calls put if x.skip"),
    (1, "SUPPORTED", "C.jone calls put if there is one item"),
    (1, "INCONCLUSIVE", "C.jone calls put if there are several items"),
    (1, "SUPPORTED", "C.jmode calls put if the mode is open"),
    (1, "INCONCLUSIVE", "C.jmode calls put if the mode is closed"),
    (1, "CONTRADICTED", "C.jnmode calls put if the mode is open"),
    (1, "SUPPORTED", "C.jempty calls put if there are no items"),
    (1, "CONTRADICTED", "C.jempty calls put if there are items"),
    (1, "CONTRADICTED", "C.jempty calls put if there is one item"),
    (1, "INCONCLUSIVE", "rboth always calls put if a"),
    (1, "SUPPORTED", "rloop calls put if x.ok"),
    (1, "CONTRADICTED", "rloop calls put unless x.ok"),
    (1, "SUPPORTED", "rone calls put if there is one item"),
    (1, "CONTRADICTED", "rone calls put if there are no items"),
    (1, "SUPPORTED", "rmode calls put if the mode is open"),
    (1, "INCONCLUSIVE", "rmode calls put if the mode is closed"),
    (1, "CONTRADICTED", "rnmode calls put if the mode is open"),
    (1, "SUPPORTED", "rnmode calls put unless the mode is open"),
    (1, "INCONCLUSIVE", "sboth always calls put if a"),
    (1, "SUPPORTED", "sloop calls put if x.ok"),
    (1, "CONTRADICTED", "sloop calls put if not x.ok"),
    (1, "SUPPORTED", "sone calls put if there is one item"),
    (1, "INCONCLUSIVE", "cboth always calls put if a"),
    (1, "SUPPORTED", "cloop calls put if xs[i]"),
    (1, "CONTRADICTED", "cloop calls put unless xs[i]"),
)


@pytest.mark.parametrize(("at", "status", "claim"), CLAIMS)
def test_what_follows(at: int, status: str, claim: str) -> None:
    assert verify(snapshot_of(FILES[at]), claim).status.value == status
