"""An anonymous class bears the name of what it extends, and is not meant by that name."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

FILES = {
    "Log.java": """
abstract class Log extends Stream {
  public void flush() { drain(); }
  protected abstract void line(String s);
  static Log create(final Consumer c) {
    return new Log() {
      @Override protected void line(String s) { c.accept(s); }
    };
  }
}
class Other {
  Runnable make() {
    return new Runnable() { public void run() { go(); } };
  }
}
enum Mode {
  FAST { void set() { hurry(); } }
}
""",
    "Bag.kt": """
open class Bag : Box() {
    fun copy(): Bag {
        return object : Bag() { override fun take() { lend() } }
    }
    open fun take() { give() }
    companion object { fun of() { make() } }
}
object Shelf : Box() { fun put() { hold() } }
""",
}


@pytest.mark.parametrize(
    ("claim", "status"),
    [
        ("Log extends Stream", "SUPPORTED"),
        ("Log extends Consumer", "INCONCLUSIVE"),
        ("Log.line is abstract", "SUPPORTED"),
        ("Runnable.run calls go", "SUPPORTED"),
        ("Log overrides line", "INCONCLUSIVE"),
        ("Mode.FAST.set calls hurry", "SUPPORTED"),
        ("Bag extends Box", "SUPPORTED"),
        ("Bag.take calls give", "SUPPORTED"),
        ("Bag.take calls lend", "NOT_SUPPORTED"),
        ("Bag.of calls make", "SUPPORTED"),
        ("Shelf.put calls hold", "SUPPORTED"),
    ],
)
def test_who_is_meant_by_the_name(claim: str, status: str) -> None:
    assert verify(snapshot_of(FILES), claim).status.value == status, claim
