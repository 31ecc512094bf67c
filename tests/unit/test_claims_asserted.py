"""An assertion raises, and `with suppress(E):` swallows, though neither says so in a word."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

SOURCES = {
    "notify.py": """
import contextlib
from contextlib import suppress
from tools import suppress as mute

class Notify:
    def fire(self, cb):
        with suppress(Exception):
            cb()

    def send(self):
        with contextlib.suppress(ValueError, KeyError):
            deliver()

    async def stop(self):
        async with Stack() as stack, suppress(OSError):
            deliver()

    def some(self):
        with suppress(*QUIET):
            deliver()

    def plain(self):
        with open("x") as file:
            file.read()
        mute(OSError)

    def wide(self):
        try:
            deliver()
        except Exception:
            pass

    def feed(self, x):
        assert not self._eof, "eof"
        self.x = x

    def own(self):
        raise AssertionError("no")
""",
    "Shop.java": """
class Shop {
  void sell(int k) { assert k > 0 : "k"; run(k); }
  void close() { run(1); }
  void quiet() { try { run(1); } catch (Exception e) { log(e); } }
}
""",
    "Till.swift": """
class Till {
  func pay(x: Int) { precondition(x > 0); run(x) }
  func look(x: Int) { assert(x > 0) }
}
""",
    "bank.rs": """
struct Bank;
impl Bank {
    fn pay(&self, x: i32) { assert!(x > 0); self.run(x); }
    fn look(&self, x: i32) { debug_assert_eq!(x, 1); }
    fn run(&self, x: i32) { go(x); }
}
""",
    "Desk.kt": """
class Desk {
    fun look(x: Int) { assert(x > 0) }
    fun pay(x: Int) { require(x > 0) }
    fun run(x: Int) { go(x) }
}
""",
    "cart.ts": """
import assert from "node:assert";
export class Cart {
  pay(x: number) { assert(x > 0); }
  look(x: number) { assert.equal(x, 1); }
  run(x: number) { console.assert(x > 0); }
}
""",
}
SNAPSHOT = snapshot_of(SOURCES)
CLAIMS = {
    "SUPPORTED": [
        *("Notify.fire swallows exceptions", "Notify.fire swallows Exception"),
        *("Notify.fire handles Exception", "Notify.fire catches everything"),
        *("Notify.fire ignores exceptions", "Notify.send swallows ValueError"),
        *("Notify.send suppresses KeyError", "Notify.send catches ValueError"),
        *("Notify.send swallows the errors of deliver", "Notify.stop swallows OSError"),
        *("Notify.some swallows exceptions", "Notify.plain never swallows exceptions"),
        *("Notify.send never swallows OSError", "Notify.feed raises AssertionError"),
        *("Notify.feed raises an exception", "Notify.feed never raises ValueError"),
        *("Notify.feed has no raise statement", "Notify.own raises AssertionError"),
        *("Notify.plain never raises AssertionError", "Shop.sell throws AssertionError"),
        *("Shop.close never throws", "Till.pay never throws", "Bank.pay panics"),
        *("Bank.run never panics", "Desk.look throws AssertionError", "Cart.look throws"),
        *("Desk.pay throws IllegalArgumentException", "Desk.run never throws"),
        *("Desk.pay never throws IllegalStateException", "Cart.pay throws AssertionError"),
        *("Cart.run never throws", "Notify.feed raises AssertionError if self._eof"),
        "Notify.feed raises AssertionError only if self._eof",
    ],
    "CONTRADICTED": [
        *("Notify.feed raises AssertionError unless self._eof",),
        *("Notify.fire never swallows exceptions", "Notify.send never catches ValueError"),
        *("Notify.stop never swallows OSError", "Notify.feed never raises AssertionError"),
        *("Notify.feed never raises", "Notify.feed raises nothing", "Bank.pay never panics"),
        *("Shop.sell never throws AssertionError", "Till.pay never panics"),
        *("Desk.pay never throws", "Cart.pay never throws AssertionError"),
    ],
    "NOT_SUPPORTED": [
        *("Notify.send swallows OSError", "Notify.plain swallows OSError"),
        *("Notify.feed raises ValueError", "Notify.plain raises AssertionError"),
        *("Shop.close throws AssertionError", "Cart.run throws AssertionError"),
    ],
    "INCONCLUSIVE": [
        *("Notify.fire swallows ValueError", "Notify.fire never swallows ValueError"),
        *("Notify.some never swallows OSError", "Notify.wide never swallows ValueError"),
        "Shop.sell never throws",
        *("Shop.quiet never swallows IOException", "Till.look never panics"),
        *("Bank.look never panics", "Desk.look never throws"),
    ],
}


@pytest.mark.parametrize(
    ("claim", "status"), [(claim, status) for status in CLAIMS for claim in CLAIMS[status]]
)
def test_claim(claim: str, status: str) -> None:
    assert verify(SNAPSHOT, claim).status == status
