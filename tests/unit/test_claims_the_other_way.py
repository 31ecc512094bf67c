"""The same sentence with `never`, `unless` or the other value: what held must hold no longer."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

SNAPSHOT = snapshot_of(
    {
        "rows.py": """
class Rows(Base):
    def put(self, key, value):
        if key in self.rows:
            return False
        self.rows[key] = value
        return True

    def get(self, block):
        result = self._get()
        if result is Missing and block:
            raise Timeout()
        elif result is Missing:
            raise NotThere()
        return result

    def run(self):
        try:
            self.go()
        except BrokerError as e:
            self.queue = PriorityQueue()

    def parent(self, key):
        return super().parent(key)

    def named(self, key):
        return Base.named(self, key)

    def start(self):
        for hook in self.hooks:
            try:
                hook()
            except Exception:
                self.log.exception("x")

    def digest(self, m):
        return hashlib.md5(m.encode()).hexdigest()

    def safe(self, key):
        with self.store_lock:
            self.threads[key] = 1

    def held(self):
        with self.mu:
            kill(1)

    def freed(self):
        with self.mu:
            dead = 1
        kill(dead)

    def guarded(self):
        with self.guard:
            kill(1)

    def again(self, other):
        return type(self)(self.rows + [other])

    def grow(self, n):
        self.count += n

    def skip(self, n):
        self.inner.skip(n)
        self.mark = self.count
""",
        "turn.ts": """
export const make = (id = DEF) => (action: Action) => { send(action, id); };
const plus = (a) => function (b) { return a + b; };
const empty = (state) => ({ ...state, rows: [] });
class Turn extends Base {
  shift(reply) {
    const item = this.queue.shift();
    if (!item) { this.emit("error", reply); return null; }
    return item;
  }
  first(all) {
    for (const a of all) { if (a.length > 0) { return a[0]; } }
    return undefined;
  }
  push(options) { const then = options.callback || spareOne; then(); }
  close() { super.close(); }
  open() { this.link(); }
  bound(res, fn) { if (!res || !res.scope) { return fn; } return res.scope(fn); }
}
""",
        "State.cs": """
class Elected : Base {
  void Elect(Context context) {
    var failed = context.Candidate as FailedState;
    if (failed == null) { return; }
    Go(failed);
  }
  State Perform(Job job) {
    try {
      if (job == null) { return null; }
      return Run(job);
    }
    catch (AbortedException) { return null; }
  }
  override void Close() { base.Close(); }
  override void Open() { Link(); }
}
""",
    }
)
CLAIMS = {
    "SUPPORTED": [
        *("Rows.held calls kill while holding the lock", "Rows.again creates a new Rows"),
        *("Rows.freed calls kill after releasing the lock", "Elected.Close calls base in any case"),
        *("Rows.put returns False if the key already exists", "make returns a function"),
        *("Elected.Elect returns immediately unless the candidate state is a FailedState",),
        *("Rows.parent delegates to the base class", "Rows.named delegates to the parent class"),
        *("Turn.close hands off to the superclass", "Elected.Close calls the base implementation"),
        *("Rows.put never delegates to the base class", "plus returns a function"),
        *("Turn.first returns undefined if nothing is found",),
        "Turn.push falls back to spareOne if no callback is given",
        "Rows.start never re-raises: it logs the exception",
    ],
    "CONTRADICTED": [
        "Rows.put returns True if the key already exists",
        *("Rows.held never calls kill while holding the lock", "Rows.again never creates a Rows"),
        *("Rows.freed never calls kill after releasing the lock",),
        *("Rows.freed calls kill while holding the lock", "Rows.freed calls kill under the lock"),
        *(
            "Rows.held calls kill after releasing the lock",
            "Turn.close never calls super in any case",
        ),
        *("Rows.held does not call kill under any circumstances",),
        *("make never returns a function", "make returns nothing", "plus never returns a function"),
        *("Rows.parent never delegates to the base class", "Elected.Close never calls base"),
        "Rows.run replaces self.queue with a fresh PriorityQueue unless a BrokerError is caught",
        "Rows.parent never delegates to the base class: it calls super",
    ],
    "NOT_SUPPORTED": [
        *("Rows.put delegates to the base class", "Turn.open defers to the parent class"),
        *("Elected.Open delegates to the base implementation", "Rows.digest returns a sha1 hash"),
    ],
    "INCONCLUSIVE": [
        *(
            "Rows.guarded never calls kill under the lock",
            "Rows.grow never adds the bytes to count",
        ),
        "Rows.skip never saves count in mark after calling self.inner.skip",
        "empty never empties the rows",
        "Rows.get raises NotThere unless the result is missing and block is false",
        "Turn.shift returns null unless the command queue is empty",
        "Turn.first returns undefined unless nothing is found",
        "Turn.push falls back to spareOne unless no callback is given",
        "Turn.bound returns fn if res has scope",
        "Elected.Elect returns immediately if the candidate state is a FailedState",
        "Elected.Perform returns null unless AbortedException is caught",
        "Elected.Perform returns null unless job is null",
        *("Rows.start does not keep going when a hook fails", "Rows.start stops if a hook fails"),
        *("Rows.digest never returns an md5 hash", "Rows.safe touches the maps under store_lock"),
        "Rows.safe never holds store_lock while touching the maps",
    ],
}


@pytest.mark.parametrize(
    ("claim", "status"), [(claim, status) for status in CLAIMS for claim in CLAIMS[status]]
)
def test_claim(claim: str, status: str) -> None:
    assert verify(SNAPSHOT, claim).status == status
