"""`calls callback` is of what is called so, and stands for no other call."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

SNAPSHOT = snapshot_of(
    {
        "pool.js": """
class Pool {
  remove(item) {
    const i = this.list.indexOf(item);
    this.list.splice(i, 1);
  }
  rate(callback) {
    const now = Date.now();
    if (now > this.limit) {
      return callback();
    }
    this.waiting.push(callback);
    callback(now);
  }
  send(mail, callback) {
    this.queue.push({ mail, callback });
    this.tick();
  }
  put(key, value) {
    if (!key) { return value; }
    log(key);
    return this.value;
  }
  other(x) { foo(x); return x; }
}
""",
        "mill.py": """
class Mill:
    def run(self, function, error, key):
        prepare()
        if error:
            function(key)
        return error

    def plain(self, x):
        self.hook(x)
        go(x)

    def local(self):
        method = pick()
        method()
        rest()
""",
        "t.go": """
package a

type T struct {
	value int
	state int
	zzz   int
}

func value(x int) int { return x }

func (t *T) Target(q int) {
	t.zzz = q
	stop(1)
}

func code() {}
""",
        "J.java": "class J { void go(Runnable hook, int key) { hook.run(); stop(key); } }\n",
    }
)
CLAIMS = {
    "SUPPORTED": [
        "Pool.remove never calls callback",
        "Pool.remove calls a function",
        "Pool.rate calls callback twice",
        "Pool.rate calls callback at most twice",
        "Pool.rate calls the callback",
        "Pool.rate calls Date.now before callback",
        "Pool.send never calls callback",
        "Pool.put returns value",
        "Pool.put passes key to log",
        "Pool.other returns value",
        "Pool.other calls a method",
        "Mill.run calls function only if error",
        "Mill.run calls prepare and function",
        "Mill.run does not call error",
        "Mill.plain calls hook before go",
        "Mill.local calls method once",
        "J.go calls hook",
        "T.Target never writes value",
        "T.Target never reads state",
        "T.Target never calls value",
        "T.Target never calls code",
    ],
    "CONTRADICTED": [
        "Pool.rate calls callback once",
        "Pool.rate never calls callback",
        "Pool.send calls only callback",
        "Mill.run calls function unless error",
        "Mill.run calls function before prepare",
        "Mill.plain calls go before hook",
        "Mill.plain calls hook only",
        "Mill.local calls method twice",
    ],
    "NOT_SUPPORTED": [
        "Pool.remove calls callback",
        "Pool.send calls callback",
        "Pool.put returns key",
        "Mill.run calls key",
        "Mill.run calls error",
        "Mill.plain calls callback",
        "J.go calls key",
        "T.Target writes state",
        "T.Target calls code",
    ],
    "INCONCLUSIVE": [
        "Pool.remove calls the callback",
        "Pool.remove never calls the callback",
        "Pool.other calls method",
    ],
}


@pytest.mark.parametrize(
    ("status", "claim"), [(status, claim) for status, all_ in CLAIMS.items() for claim in all_]
)
def test_nouns_that_are_names(status: str, claim: str) -> None:
    assert verify(SNAPSHOT, claim).status == status
