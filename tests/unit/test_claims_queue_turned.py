"""One class of JavaScript, and what is said of it the one way and the other."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

FILES = {
    "q.js": """
class Queue {
  push(item) {
    if (!this.open) {
      throw new Error('closed');
    }
    if (this.items.length >= this.max) {
      this.items.shift();
      this.dropped++;
    }
    this.items.push(item);
    if (this.onPush) this.onPush(item);
    return this.items.length;
  }
  async drain(fn) {
    while (this.items.length > 0) {
      const item = this.items.shift();
      try {
        await fn(item);
      } catch (e) {
        this.emit('error', e);
        if (this.strict) throw e;
      } finally {
        this.done++;
      }
    }
    this.emit('drain');
  }
  find(id) {
    for (const item of this.items) {
      if (item.id !== id) continue;
      return item;
    }
    return null;
  }
  close(force = false) {
    if (this.items.length && !force) return false;
    this.open = false;
    clearTimeout(this.timer);
    return true;
  }
}
""",
}
CLAIMS = {
    "SUPPORTED": (
        "Queue.push throws unless this.open is true",
        "Queue.push never pushes without first checking this.open",
        "Queue.push calls items.push after checking this.open",
        "Queue.push increments dropped only if items.length is at least max",
        "Queue.push never calls shift if items.length is less than this.max",
        "Queue.push calls shift before items.push",
        "Queue.push calls onPush only if this.onPush is set",
        "Queue.drain awaits fn inside the loop",
        "Queue.drain rethrows e only if this.strict is true",
        "Queue.drain increments done in a finally",
        "Queue.drain emits error only in the handler",
        "Queue.find returns item only if item.id equals id",
        "Queue.find never returns item if item.id !== id",
        "Queue.close never returns false if force is true",
        "Queue.close returns false only if force is false",
        "Queue.close sets open to false before clearTimeout",
        "Queue.close never sets open to true",
    ),
    "CONTRADICTED": (
        "Queue.push throws if this.open is true",
        "Queue.push never throws",
        "Queue.push increments dropped unless items.length is at least max",
        "Queue.push calls shift if items.length is less than max",
        "Queue.push calls items.push before shift",
        "Queue.push never returns the length",
        "Queue.push calls items.push twice",
        "Queue.drain awaits fn outside the loop",
        "Queue.drain awaits fn outside of the try",
        "Queue.drain never awaits fn",
        "Queue.drain rethrows e unless this.strict is true",
        "Queue.drain always rethrows e",
        "Queue.drain never rethrows e",
        "Queue.drain lets every error escape",
        "Queue.drain emits drain inside the loop",
        "Queue.drain emits error outside of the handler",
        "Queue.drain is not async",
        "Queue.drain calls shift after fn",
        "Queue.find returns item if item.id is not id",
        "Queue.find returns item unless item.id equals id",
        "Queue.find never returns null",
        "Queue.close returns false if force is true",
        "Queue.close returns false only if force is true",
        "Queue.close calls clearTimeout before setting open to false",
    ),
    "INCONCLUSIVE": (
        "Queue.close returns false if either items is not empty or force is false",
        "Queue.close never fails to call clearTimeout",
        "Queue.close always sets open to false",
    ),
}


@pytest.mark.parametrize(
    ("status", "claim"), [(status, claim) for status, all_ in CLAIMS.items() for claim in all_]
)
def test_what_follows(status: str, claim: str) -> None:
    assert verify(snapshot_of(FILES), claim).status.value == status
