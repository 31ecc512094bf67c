"""Conditions with an `or`, of which one side may have come true: alone, below an `and`, in arms."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

FILES = {
    "a.py": """
def trim(force, free, ready):
    if (force or free > 0) and ready:
        signal()


def trim2(force, free, ready):
    if ready and (force or free > 0):
        signal()


def pair(a, b, c):
    if (a and c) or (b and c):
        go()


def deep(a, b, c, d):
    if (a or (b and d)) and c:
        go()


def orelse(a, b):
    if a or b:
        go()


def neg(a, b, c):
    if not (a and b) and c:
        go()


def loop(a, b, c):
    while (a or b) and c:
        go()


def loop2(a, b):
    while a or b:
        go()


def tern(a, b):
    return go() if a or b else None


def tern2(a, b, c):
    return go() if (a or b) and c else None


def left(a, b, c):
    if not a and not b:
        return
    go()


def left2(a, b, c):
    if not ((a or b) and c):
        return
    go()


def mtch(k):
    match k:
        case "x" | "y":
            go()
        case _:
            stop()


def isin(k):
    if k in ("x", "y"):
        go()


def compr(xs):
    return [go(x) for x in xs if x.ok]


def compr2(xs):
    return [go(x) for x in xs if x.ok or x.b]


def eqs(k, ready):
    if (k == 1 or k == 2) and ready:
        go()


def eqs2(k):
    if k == 1 or k == 2:
        go()


def plain(force, ready):
    if force and ready:
        go()


def same(a, b):
    if (a or a.b) and b:
        go()
""",
    "a.js": """
function trim(force, free, ready) { if ((force || free > 0) && ready) { signal() } }
function trim2(force, free, ready) { if (ready && (force || free > 0)) signal() }
function sc(k) { switch (k) { case 'x': case 'y': go(); break; case 'z': stop() } }
function tern(a, b, c) { return (a || b) && c ? go() : null }
function pair(a, b, c) { if ((a && c) || (b && c)) go() }
function wh(a, b, c) { while ((a || b) && c) go() }
function nul(a, b, c) { if ((a ?? b) && c) go() }
""",
    "a.rb": """
def trim(force, free, ready)
  if (force or free > 0) and ready
    signal
  end
end
def trim2(force, free, ready)
  signal if (force || free > 0) && ready
end
def casein(k)
  case k
  when :x, :y then go
  end
end
def tern(a, b)
  a || b ? go : stop
end
def unl(a, b, c)
  go unless (a && b) || c
end
def unl2(a, b, c)
  go unless (a || b) && c
end
def mixed(a, b, c)
  if a or b and c
    go
  end
end
""",
    "a.go": """
package p

func trim(force bool, free int, ready bool) {
	if (force || free > 0) && ready {
		signal()
	}
}

func sw(k int) {
	switch k {
	case 1, 2:
		goOn()
	case 3:
		stop()
	}
}

func tagless(a, b bool) {
	switch {
	case a || b:
		goOn()
	}
}

func loop(a, b, c bool) {
	for (a || b) && c {
		goOn()
	}
}
""",
    "A.java": """
class A {
  void trim(boolean force, int free, boolean ready) {
    if ((force || free > 0) && ready) { signal(); }
  }
  void sw(int k) {
    switch (k) { case 1: case 2: go(); break; default: stop(); }
  }
  void sw2(int k) {
    switch (k) { case 1, 2 -> go(); default -> stop(); }
  }
  int tern(boolean a, boolean b, boolean c) { return (a || b) && c ? go() : 0; }
}
""",
    "a.rs": """
fn trim(force: bool, free: i32, ready: bool) {
    if (force || free > 0) && ready {
        signal();
    }
}
fn sw(k: i32) {
    match k {
        1 | 2 => go(),
        _ => stop(),
    }
}
""",
    "k.kt": """
fun trim(force: Boolean, free: Int, ready: Boolean) {
    if ((force || free > 0) && ready) { signal() }
}
fun sw(k: Int) {
    when (k) {
        1, 2 -> go()
        else -> stop()
    }
}
fun sw2(a: Boolean, b: Boolean) {
    when {
        a || b -> go()
    }
}
""",
    "s.swift": """
func trim(force: Bool, free: Int, ready: Bool) {
    if (force || free > 0) && ready { signal() }
}
func sw(k: Int) {
    switch k {
    case 1, 2: go()
    default: stop()
    }
}
func g(a: Bool, b: Bool, c: Bool) {
    guard (a || b) && c else { return }
    go()
}
""",
    "c.c": """
void trim(int force, int free, int ready) {
    if ((force || free > 0) && ready) signal_it();
}
void sw(int k) {
    switch (k) { case 1: case 2: go(); break; default: stop(); }
}
""",
    "C.cs": """
class C {
    void Trim(bool force, int free, bool ready) {
        if ((force || free > 0) && ready) { Signal(); }
    }
    void Pat(int k) { if (k is 1 or 2) Go(); }
}
""",
}
CLAIMS = {
    ("a.py", "CONTRADICTED"): [
        "trim calls signal only if force is true",
        "trim calls signal only if force",
        "trim calls signal only when force is set",
        "trim calls signal only if free is above 0",
        "trim2 calls signal only if force is true",
        "pair calls go only if a is true",
        "deep calls go only if a is true",
        "deep calls go only if d is true",
        "deep calls go only if b is true",
        "orelse calls go only if a is true",
        "orelse calls go only if b is true",
        "neg calls go only if a is true",
        "neg calls go only if a is false",
        "loop calls go only if a is true",
        "loop2 calls go only if a is true",
        "tern calls go only if a is true",
        "tern2 calls go only if a is true",
        "left calls go only if a is true",
        "left2 calls go only if a is true",
        'mtch calls go only if k is "x"',
        'isin calls go only if k is "x"',
        "eqs calls go only if k is 1",
        "eqs2 calls go only if k is 1",
    ],
    ("a.py", "SUPPORTED"): [
        "trim calls signal only if ready is true",
        "trim calls signal if ready is true",
        "trim calls signal if force is true",
        "trim2 calls signal only if ready is true",
        "pair calls go only if c is true",
        "deep calls go only if c is true",
        "neg calls go only if c is true",
        "loop calls go only if c is true",
        "tern2 calls go only if c is true",
        "left2 calls go only if c is true",
        "compr calls go only if x.ok is true",
        "plain calls go only if force is true",
    ],
    ("a.py", "INCONCLUSIVE"): [
        "compr2 calls go only if x.ok is true",
    ],
    ("a.js", "CONTRADICTED"): [
        "trim calls signal only if force is true",
        "trim2 calls signal only if force is true",
        "sc calls go only if k is 'x'",
        "tern calls go only if a is true",
        "pair calls go only if a is true",
        "wh calls go only if a is true",
    ],
    ("a.js", "SUPPORTED"): [
        "trim calls signal only if ready is true",
        "tern calls go only if c is true",
        "pair calls go only if c is true",
        "wh calls go only if c is true",
    ],
    ("a.js", "INCONCLUSIVE"): [
        "nul calls go only if a is true",
    ],
    ("a.rb", "CONTRADICTED"): [
        "trim calls signal only if force is true",
        "trim2 calls signal only if force is true",
        "casein calls go only if k is :x",
        "tern calls go only if a is true",
        "unl calls go only if a is false",
        "unl2 calls go only if c is false",
        "unl2 calls go only if a is false",
    ],
    ("a.rb", "SUPPORTED"): [
        "trim calls signal only if ready is true",
        "trim2 calls signal only if ready is true",
        "unl calls go only if c is false",
    ],
    ("a.rb", "INCONCLUSIVE"): [
        "mixed calls go only if c is true",
        "mixed calls go only if a is true",
        "mixed calls go only if b is true",
    ],
    ("a.go", "CONTRADICTED"): [
        "trim calls signal only if force is true",
        "sw calls goOn only if k is 1",
        "tagless calls goOn only if a is true",
        "loop calls goOn only if a is true",
    ],
    ("a.go", "SUPPORTED"): [
        "trim calls signal only if ready is true",
        "loop calls goOn only if c is true",
    ],
    ("A.java", "CONTRADICTED"): [
        "A.trim calls signal only if force is true",
        "A.sw calls go only if k is 1",
        "A.sw2 calls go only if k is 1",
        "A.tern calls go only if a is true",
    ],
    ("A.java", "SUPPORTED"): [
        "A.trim calls signal only if ready is true",
    ],
    ("a.rs", "CONTRADICTED"): [
        "trim calls signal only if force is true",
        "sw calls go only if k is 1",
    ],
    ("a.rs", "SUPPORTED"): [
        "trim calls signal only if ready is true",
    ],
    ("k.kt", "CONTRADICTED"): [
        "trim calls signal only if force is true",
        "sw calls go only if k is 1",
    ],
    ("k.kt", "SUPPORTED"): [
        "trim calls signal only if ready is true",
    ],
    ("k.kt", "INCONCLUSIVE"): [
        "sw2 calls go only if a is true",
    ],
    ("s.swift", "CONTRADICTED"): [
        "trim calls signal only if force is true",
        "sw calls go only if k is 1",
        "g calls go only if a is true",
    ],
    ("s.swift", "SUPPORTED"): [
        "trim calls signal only if ready is true",
        "g calls go only if c is true",
    ],
    ("c.c", "CONTRADICTED"): [
        "trim calls signal_it only if force is true",
        "sw calls go only if k is 1",
    ],
    ("c.c", "SUPPORTED"): [
        "trim calls signal_it only if ready is true",
    ],
    ("C.cs", "CONTRADICTED"): [
        "C.Trim calls Signal only if force is true",
        "C.Pat calls Go only if k is 1",
    ],
    ("C.cs", "SUPPORTED"): [
        "C.Trim calls Signal only if ready is true",
    ],
}


@pytest.mark.parametrize(
    ("path", "status", "claim"),
    [(path, status, claim) for (path, status), all_ in CLAIMS.items() for claim in all_],
)
def test_claim(path: str, status: str, claim: str) -> None:
    assert verify(snapshot_of({path: FILES[path]}), claim).status == status
