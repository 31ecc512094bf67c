"""What is always done where each arm of a choice does it; loops that nothing ends by itself."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

SNAPSHOT = snapshot_of(
    {
        "a.swift": """
class Cacher {
  func answer(_ done: (Int) -> Void) {
    switch behavior {
    case .cache:
      done(1)
    case .doNotCache:
      done(2)
    case let .modify(closure):
      let response = closure(3)
      done(response)
    }
  }
  func partly(_ done: (Int) -> Void) {
    switch behavior {
    case .cache: done(1)
    case .doNotCache: break
    default: done(2)
    }
  }
}
""",
        "a.py": """
def three(x):
    if x == 1:
        save(x)
    elif x == 2:
        save(2)
    else:
        save(None)

def nested(x):
    if x:
        if x.y:
            save(x)
    else:
        save(None)

def looped(xs):
    if xs:
        for x in xs:
            save(x)
    else:
        save(0)

def has_key(self, key):
    return self.rows[key]
""",
        "a.js": """
function chosen(x) { return x ? save(1) : save(2); }
function stacked(x) { switch (x) { case 1: case 2: save(2); break; default: save(3); } }
function lost(x) { switch (x) { case 1: save(1); break; case 2: break; default: save(3); } }
function gone(x) { if (!x) { return; } if (x.a) { save(1); } else { save(2); } }
""",
        "a.rs": "fn matched(x: Option<i32>) { match x { Some(y) => save(y), None => save(0) } }\n",
        "A.java": "class A { void early(int x) { if (x > 0) { save(1); return; } save(2); } }\n",
        "a.go": "package a\nfunc Spin() {\n\tfor i := 0; ; i++ {\n\t\trun(i)\n\t}\n}\n",
    }
)
CLAIMS = {
    "SUPPORTED": [
        "Cacher.answer calls done in every case",
        "Cacher.answer always calls done",
        "three always calls save",
        "three calls save regardless of x",
        "chosen always calls save",
        "stacked always calls save",
        "matched always calls save",
        "A.early always calls save",
        "Spin loops without a condition",
        "Spin has a loop without a condition",
    ],
    "CONTRADICTED": [
        "Cacher.partly always calls done",
        "Cacher.answer never calls done",
        "nested always calls save",
        "looped always calls save",
        "lost always calls save",
        "gone always calls save",
    ],
    "INCONCLUSIVE": ["has_key touches the key"],
}


@pytest.mark.parametrize(
    ("status", "claim"), [(status, claim) for status, all_ in CLAIMS.items() for claim in all_]
)
def test_whatever_way_is_taken(status: str, claim: str) -> None:
    assert verify(SNAPSHOT, claim).status == status
