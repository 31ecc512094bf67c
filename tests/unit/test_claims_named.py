"""Words that could be verbs, but are names of what is called; and what undoes what is said."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

SNAPSHOT = snapshot_of(
    {
        "plan.py": '''
class Plan:
    def every(self, interval):
        """Append to jobs."""
        job = Job(interval, self)
        return job

    def go(self):
        prep()
        keep(self.read)

    def both(self):
        prep()
        read(1)
''',
        "clock.py": """
class Clock:
    def stamp(self, rows):
        self.at = now()
        return self.pick(rows)

    def pick(self, rows):
        return rows.first()
""",
        "group.go": """
package g

func (g *Group) Do(fn func()) {
	g.doCall(1, fn)
}

func (g *Group) doCall(c int, fn func()) { fn() }

func fn() {}

func (g *Group) Forget() {
	g.mu.Lock()
	g.mu.Unlock()
}
""",
        "thin.adb": """
package body Thin is
   function Put (C : Integer) return Integer is
   begin
      return Helper (C);
   end Put;
   procedure Lone is
   begin
      Helper (1);
   end Lone;
end Thin;
""",
        "put.c": "int Put(int c) { zero(); write(c); return 0; }\n",
    }
)


@pytest.mark.parametrize(
    ("status", "claim"),
    [
        ("SUPPORTED", "Plan.go calls prep but not read"),
        ("SUPPORTED", "Plan.go calls prep, not read"),
        ("SUPPORTED", "Plan.go calls prep but never read"),
        ("CONTRADICTED", "Plan.both calls prep but not read"),
        ("SUPPORTED", "Plan.both calls prep and read"),
        ("NOT_SUPPORTED", "Plan.go calls prep and read"),
        ("CONTRADICTED", "Plan.go calls prep but doesn't read self.read"),
        ("NOT_SUPPORTED", "Plan.every appends the new job to self.jobs"),
        ("NOT_SUPPORTED", "Plan.every adds the job to self.jobs"),
        ("SUPPORTED", "Group.Do calls g.doCall but doesn't call fn itself"),
        ("SUPPORTED", "Group.Do does not call fn directly"),
        ("CONTRADICTED", "Group.Forget avoids locking g.mu"),
        ("SUPPORTED", "Group.Forget unlocks g.mu"),
        # Words that say when are names, if nothing else is called.
        ("SUPPORTED", "Clock.stamp calls now"),
        ("CONTRADICTED", "Clock.stamp never calls now"),
        ("NOT_SUPPORTED", "Clock.pick calls now"),
        ("SUPPORTED", "Clock.pick never calls now"),
        ("SUPPORTED", "Clock.pick calls first"),
        ("NOT_SUPPORTED", "Clock.stamp calls first"),
        ("SUPPORTED", "Clock.stamp calls now before self.pick"),
        ("SUPPORTED", "Clock.stamp calls now first"),
        ("CONTRADICTED", "Clock.stamp calls now only if rows"),
        ("CONTRADICTED", "Clock.stamp calls now more than once"),
        ("SUPPORTED", "Clock.stamp calls now exactly once"),
        ("SUPPORTED", "Clock.stamp now calls self.pick"),
        ("SUPPORTED", "Clock.stamp calls now, then pick"),
        ("INCONCLUSIVE", "Clock.pick calls again"),
        ("INCONCLUSIVE", "Clock.pick never calls later"),
        ("INCONCLUSIVE", "Clock.stamp calls once"),
        # A language of which only definitions are known.
        ("SUPPORTED", "Put calls zero before write"),
        ("INCONCLUSIVE", "Lone calls Helper"),
    ],
)
def test_what_follows(status: str, claim: str) -> None:
    assert verify(SNAPSHOT, claim).status.value == status


def test_what_unlocks_is_no_evidence_of_locking() -> None:
    answer = verify(SNAPSHOT, "Group.Forget avoids locking g.mu")
    assert [one.line for one in answer.evidence] == [13]


def test_a_path_from_the_root_is_that_file_and_not_one_further_down() -> None:
    sources = {"m.py": "def f():\n    a()\n", "sub/m.py": "def f():\n    b()\n"}
    for claim, status in (
        ("m.py::f calls a", "SUPPORTED"),
        ("m.py::f calls b", "NOT_SUPPORTED"),
        ("sub/m.py::f calls b", "SUPPORTED"),
        ("f calls b", "INCONCLUSIVE"),
    ):
        assert verify(snapshot_of(sources), claim).status.value == status
