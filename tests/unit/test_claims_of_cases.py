"""Arms of a `switch`, cases with their enum and without it, and what is empty."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

SNAPSHOT = snapshot_of(
    {
        "box.swift": """
class Box {
  func apply(_ kind: Kind) -> Int {
    switch kind {
    case .add: return plus()
    case .dropAll:
      wipe()
      return 0
    case .keep(let n): return n
    }
  }
  func named(_ name: String) -> Int {
    switch name {
    case "one": return uno()
    case "two", "deux": return duo()
    default: return 0
    }
  }
  func full(_ kind: Kind) { if kind == Kind.add { plus() } else { wipe() } }
}
""",
        "Modes.java": """
class Modes {
  int sw(Mode mode) {
    switch (mode) {
      case OPEN: case READY: return go();
      case CLOSED: return stop();
      default: return 0;
    }
  }
  void text(String s) { if ("".equals(s)) { none(); } else { some(s); } }
  void sized(String s) { if (s.isEmpty()) { none(); } }
}
""",
        "act.rs": """
fn act(k: Kind) -> i32 {
    match k {
        Kind::Add => plus(),
        Kind::Keep(n) => hold(n),
        Kind::Pair { a, b } => pair(a, b),
        _ => 0,
    }
}
""",
        "fall.ts": """
function fall(k: string) {
  switch (k) {
    case 'a': case 'b': one(); break;
    case 'c': two();
    case 'd': three(); break;
    default: four();
  }
}
""",
        "step.go": """package step

func step(k string) {
	switch k {
	case "a":
		one()
		fallthrough
	case "b":
		two()
	default:
		four()
	}
}

func name(s string) string {
	if s != "" {
		return s
	}
	return fallback()
}
""",
        "blank.py": """
def blank(s):
    if s == "":
        return None
    return s

def lacking(xs):
    if xs == []:
        raise ValueError("no")
    return xs[0]

def picks(mode):
    if mode in ("r", "rb"):
        reader()
    else:
        writer()
""",
        "kinds.rb": """
def sort_out(kind)
  case kind
  when :add then plus
  when :drop, :keep
    remove(kind)
  end
end
""",
    }
)
CLAIMS = {
    "SUPPORTED": [
        "Box.apply calls plus if kind is add",
        "Box.apply calls plus if kind is Kind.add",
        "Box.apply calls plus only if kind is .add",
        "Box.apply never calls wipe if kind is add",
        "Box.apply returns n if kind is keep",
        'Box.named calls duo if name is "deux"',
        'Box.named calls duo only if name is "two" or "deux"',
        "Box.full calls plus if kind is .add",
        "Modes.sw calls go if mode is OPEN",
        "Modes.sw calls go if mode is READY",
        "Modes.sw calls stop if mode is Mode.CLOSED",
        "Modes.text calls none if s is empty",
        "act calls plus if k is Kind::Add",
        "act calls hold if k is Keep",
        "act calls pair if k is Kind::Pair",
        "fall calls one if k is 'a'",
        "fall calls three if k is 'c'",
        'step calls two if k is "a"',
        "name calls fallback if s is empty",
        "name calls fallback only if s is empty",
        "blank returns None if s is an empty string",
        'blank returns None if s is ""',
        "lacking raises ValueError if xs is empty",
        'picks calls reader if mode is "rb"',
        "sort_out calls remove if kind is :keep",
    ],
    "CONTRADICTED": [
        "fall calls one only in the case of 'b'",
        "fall calls one only if k is 'a'",
        'picks calls reader only if mode is "rb"',
        "Box.apply calls wipe if kind is add",
        "Box.apply calls plus only if kind is dropAll",
        "Box.apply returns n if kind is add",
        'Box.named calls duo if name is "one"',
        "Box.full calls wipe if kind is .add",
        "Modes.sw calls stop if mode is OPEN",
        "Modes.text calls some if s is empty",
        "act calls hold if k is Kind::Add",
        "fall calls one if k is 'c'",
        "fall calls four if k is 'd'",
        'step calls four if k is "a"',
        "name returns s if s is empty",
        "blank returns s if s is empty",
        "lacking raises ValueError if xs is not empty",
        'picks calls reader if mode is "w"',
        "sort_out calls remove if kind is :add",
    ],
    "INCONCLUSIVE": [
        "fall calls three only if k is 'd'",
        "blank returns None if s is None",
        "Modes.sized calls none if s is null",
    ],
}


@pytest.mark.parametrize(
    ("status", "claim"), [(status, claim) for status, all_ in CLAIMS.items() for claim in all_]
)
def test_the_case_that_is_meant(status: str, claim: str) -> None:
    assert verify(SNAPSHOT, claim).status == status
