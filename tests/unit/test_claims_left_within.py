"""What is left before a place: under two conditions, under one, or by an assertion."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

FILES = {
    "a.py": """
def two(force, other):
    if not force:
        if other:
            return
    go()


def deep(force, other, busy):
    if not force:
        if other:
            stop()
            if busy:
                raise ValueError
    go()


def both(force, other):
    if not force:
        if other:
            return 1
        else:
            return 2
    go()


def some(force, other):
    if not force:
        for x in other:
            return x
    go()


def held(force, lock):
    if not force:
        with lock:
            return
    go()


def tried(force):
    if not force:
        try:
            stop()
        except OSError:
            return
    go()


def stated(force, other):
    assert force, "it must be"
    go()


def stated_two(force, other):
    assert force or other
    go()


def stated_there(force, other):
    if other:
        assert force
    go()
""",
    "b.ts": """
export class B {
  two(force: boolean, other: boolean) { if (!force) { if (other) { return } } this.go() }
  both(force: boolean, other: boolean) {
    if (!force) { if (other) { return 1 } else { throw new Error() } }
    this.go()
  }
  stated(force: boolean) { assert(force, 'no'); this.go() }
}
""",
    "c.go": """package c

func (c *C) Two(force bool, other bool) {
	if !force {
		if other {
			return
		}
	}
	c.goOn()
}

func (c *C) Both(force bool, other bool) {
	if !force {
		if other {
			return
		} else {
			panic("no")
		}
	}
	c.goOn()
}
""",
    "D.java": """
class D {
  void two(boolean force, boolean other) { if (!force) if (other) return; launch(); }
  void stated(boolean force) { assert force : "no"; launch(); }
  void one(boolean force) { if (!force) { return; } launch(); }
}
""",
    "e.rb": """
class E
  def two(force, other)
    unless force
      return if other
    end
    launch
  end

  def one(force)
    unless force
      return
    end
    launch
  end
end
""",
    "F.kt": """
class F {
    fun two(force: Boolean, other: Boolean) {
        if (!force) {
            if (other) return
        }
        launch()
    }
    fun stated(force: Boolean) {
        require(force) { "no" }
        launch()
    }
    fun loaded(force: Boolean) {
        prepare(force)
        launch()
    }
}
""",
}
SNAPSHOT = snapshot_of(FILES)


@pytest.mark.parametrize(
    ("claim", "status"),
    [
        ("two in a.py calls go only if force is true", "CONTRADICTED"),
        ("two in a.py calls go only if other is false", "CONTRADICTED"),
        ("deep calls go only if force is true", "CONTRADICTED"),
        ("deep calls go only if busy is false", "CONTRADICTED"),
        ("both in a.py calls go only if force is true", "SUPPORTED"),
        ("some calls go only if force is true", "INCONCLUSIVE"),
        ("held calls go only if force is true", "SUPPORTED"),
        ("tried calls go only if force is true", "INCONCLUSIVE"),
        ("stated in a.py calls go only if force is true", "SUPPORTED"),
        ("stated in a.py calls go only if force is false", "CONTRADICTED"),
        ("stated in a.py calls go only if other is true", "INCONCLUSIVE"),
        ("stated_two calls go only if force is true", "CONTRADICTED"),
        ("stated_there calls go only if force is true", "INCONCLUSIVE"),
        ("B.two calls go only if force is true", "CONTRADICTED"),
        ("B.two calls go only if other is false", "CONTRADICTED"),
        ("B.both calls go only if force is true", "SUPPORTED"),
        ("B.stated calls go only if force is true", "SUPPORTED"),
        ("C.Two calls goOn only if force is true", "CONTRADICTED"),
        ("C.Both calls goOn only if force is true", "SUPPORTED"),
        ("D.two calls launch only if force is true", "CONTRADICTED"),
        ("D.stated calls launch only if force is true", "SUPPORTED"),
        ("D.one calls launch only if force is true", "SUPPORTED"),
        ("E.two calls launch only if force is true", "CONTRADICTED"),
        ("E.one calls launch only if force is true", "SUPPORTED"),
        ("F.two calls launch only if force is true", "CONTRADICTED"),
        ("F.stated calls launch only if force is true", "SUPPORTED"),
        ("F.loaded calls launch only if force is true", "CONTRADICTED"),
        ("two in a.py never calls go unless force is true", "INCONCLUSIVE"),
        ("two in a.py calls go unless other is true", "INCONCLUSIVE"),
        ("B.two never calls go if force is false", "CONTRADICTED"),
        ("D.one never calls launch if force is false", "SUPPORTED"),
    ],
)
def test_left_within(claim: str, status: str) -> None:
    assert verify(SNAPSHOT, claim).status == status
