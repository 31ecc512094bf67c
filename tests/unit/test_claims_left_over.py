"""Words behind a claim that narrow it: what does not hold with them is not supported."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

SNAPSHOT = snapshot_of(
    {
        "desk.py": """
class Desk:
    def parse(self, plugin, name, size=3, mode=None):
        method = getattr(plugin, name)
        if not inspect.isroutine(method):
            return None
        try:
            res = getattr(method, "x")
        except Exception:
            res = {}
        return res

    def find(self, key):
        if key in self.blocked:
            return None
        return key

    def unregister(self, name):
        if name in self._by_name:
            del self._by_name[name]
        self._other.pop(name)
        self._jobs.remove(job)
        return name

    def note(self):
        raise ArgumentException("x")

    def forever(self):
        while True:
            step()

    def stops(self):
        while True:
            if done():
                return
            step()
""",
        "job.py": """
class Job:
    def run(self, items):
        for item in items:
            if item.ok:
                self.process(item)
            else:
                self.skip(item, reason="bad")
        self.send(items, timeout=5)

    def load(self, path):
        data = read(path)
        if not data:
            raise ValueError("empty")
        return parse(data)

    def stop(self):
        if self.thread is not None:
            self.thread.join()

    def end(self):
        for t in self.threads:
            t.join()

    def warn(self):
        log.warning("y")

    def pick(self, kind):
        if kind == "a":
            return 1
        else:
            raise TypeError(kind)
""",
        "run.go": """
package run

func Run(op func(), notify func(), t Timer) error {
	defer func() {
		t.Stop()
	}()
	defer close(c)
	for {
		op()
		if notify != nil {
			notify()
		}
		t.Start(1)
		return nil
	}
}

func Drop(m map[string]int, k string) {
	delete(m, k)
}
""",
        "gate.swift": """
class Gate {
    func go() {
        defer { unlock() }
        lock()
    }
}
""",
        "fill.c": "void fill(tok *t) { t->size = 0; }\n",
        "raw.d.ts": "declare namespace raw { interface Options { limit: number } }\n",
        "raw.js": "function raw (stream) { return new Promise(go) }\n",
    }
)


@pytest.mark.parametrize(
    ("status", "claim"),
    [
        # Under what something is left.
        ("INCONCLUSIVE", "Desk.parse returns None for blocked plugins"),
        ("SUPPORTED", "Desk.find returns None for blocked keys"),
        ("INCONCLUSIVE", "Desk.note raises ArgumentException for bad names"),
        ("SUPPORTED", "Desk.forever never returns"),
        ("CONTRADICTED", "Desk.stops never returns"),
        ("SUPPORTED", "Job.load raises ValueError for empty data"),
        ("INCONCLUSIVE", "Job.load raises ValueError for missing files"),
        ("INCONCLUSIVE", "Job.load raises ValueError on invalid json"),
        ("SUPPORTED", "Job.pick raises TypeError for unknown kinds"),
        ("INCONCLUSIVE", "Job.run calls self.skip for ok items"),
        ("INCONCLUSIVE", "Job.run loops over items in reverse"),
        # With what, and how many.
        ("SUPPORTED", "Job.run calls self.send with a timeout of 5"),
        ("INCONCLUSIVE", "Job.run calls self.send with a timeout of 10"),
        ("INCONCLUSIVE", "Job.run calls self.send with path"),
        ("INCONCLUSIVE", "Job.stop joins the thread with a timeout"),
        ("INCONCLUSIVE", "Job.stop joins every thread"),
        ("SUPPORTED", "Job.end joins every thread"),
        ("INCONCLUSIVE", "Job.run processes at most limit items"),
        ("INCONCLUSIVE", "Job.warn logs an error"),
        # Whose errors.
        ("SUPPORTED", "Desk.parse swallows every exception of getattr"),
        ("SUPPORTED", "Desk.parse catches errors of getattr"),
        # Of which parameter.
        ("SUPPORTED", "Desk.parse has a default of 3 for size"),
        ("CONTRADICTED", "Desk.parse has a default of 3 for mode"),
        ("CONTRADICTED", "Desk.parse has a default of None for size"),
        ("NOT_SUPPORTED", "Desk.parse has a default of None for plugin"),
        ("SUPPORTED", "Desk.parse takes size with a default of 3"),
        ("NOT_SUPPORTED", "Desk.parse takes plugin with a default of 3"),
        # From what.
        ("SUPPORTED", "Desk.unregister deletes the name from self._by_name"),
        ("SUPPORTED", "Desk.unregister removes the name from self._other"),
        ("SUPPORTED", "Desk.unregister removes an entry from self._jobs"),
        ("INCONCLUSIVE", "Desk.unregister removes the plugin from self._other"),
        ("NOT_SUPPORTED", "Desk.unregister removes the plugin from self._third"),
        ("CONTRADICTED", "Desk.unregister never removes the name from self._by_name"),
        ("SUPPORTED", "Drop deletes `k` from `m`"),
        ("NOT_SUPPORTED", "Drop deletes `j` from `m`"),
        # In what.
        ("SUPPORTED", "Run calls t.Stop in a defer"),
        ("SUPPORTED", "Run calls close in a deferred call"),
        ("INCONCLUSIVE", "Run calls op in a defer"),
        ("SUPPORTED", "Gate.go calls unlock in a defer block"),
        ("INCONCLUSIVE", "Gate.go calls lock in a defer"),
        # Of what kind a receiver is, and what no name says.
        ("SUPPORTED", "Run starts the timer after it calls notify"),
        ("CONTRADICTED", "Run starts the timer before it calls notify"),
        ("NOT_SUPPORTED", "fill allocates memory"),
        ("NOT_SUPPORTED", "Desk.note logs a warning"),
        ("CONTRADICTED", "raw does not return a promise"),
    ],
)
def test_what_follows(status: str, claim: str) -> None:
    assert verify(SNAPSHOT, claim).status.value == status


@pytest.mark.parametrize(
    ("claim", "status"),
    [
        # A name in what is said behind a comma is no object of the verb before it.
        ("Desk.note never raises, a wrong MODE is simply accepted", "CONTRADICTED"),
        ("Desk.find never raises, a wrong MODE is simply accepted", "NOT_SUPPORTED"),
        # `it` is what was named before, or nothing that could be judged.
        ("Desk.find doesn't reuse `parse`, i.e. it never calls it", "SUPPORTED"),
        ("Desk.forever reuses `step`, i.e. it never calls it", "CONTRADICTED"),
        ("Desk.forever never calls it", "INCONCLUSIVE"),
        ("Desk.find calls it", "INCONCLUSIVE"),
    ],
)
def test_a_pronoun_and_a_second_remark(claim: str, status: str) -> None:
    assert verify(SNAPSHOT, claim).status.value == status
