"""Order: what stands in a branch that ends by leaving is not before what stands behind it."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

SNAPSHOT = snapshot_of(
    {
        "mount.rb": """
class Endpoint
  def mount
    if children
      compile!
      return children.each { |one| one.go }
    end
    reset!
    compile!
  end
end
""",
        "steps.py": """
def settle(self, quick):
    if quick:
        self.finish()
        return 1
    self.begin()
    self.finish()

def falls(self, quick):
    if quick:
        self.finish()
    self.begin()
    self.finish()

def apart(quick):
    if quick:
        finish()
        raise ValueError(quick)
    begin()

def partly(quick, late):
    if quick:
        finish()
        if late:
            return
    begin()

def guarded(quick):
    if quick:
        raise ValueError(quick)
    begin()
""",
        "run.go": """
package run

func Run(quick bool) error {
	if quick {
		finish()
		return nil
	}
	begin()
	finish()
	return nil
}
""",
        "Job.java": """
class Job {
    int run(boolean quick) {
        if (quick) {
            finish();
            return 1;
        }
        begin();
        finish();
        return 2;
    }

    int either(boolean quick) {
        if (quick) finish();
        else { stop(); return 1; }
        begin();
        return 2;
    }
}
""",
    }
)


@pytest.mark.parametrize(
    ("claim", "status"),
    [
        ("Endpoint.mount calls reset! before compile!", "SUPPORTED"),
        ("settle calls self.begin before self.finish", "SUPPORTED"),
        ("settle calls self.finish after self.begin", "SUPPORTED"),
        ("settle calls self.finish before self.begin", "CONTRADICTED"),
        ("settle never calls self.finish before self.begin", "SUPPORTED"),
        ("falls calls self.begin before self.finish", "CONTRADICTED"),
        ("apart calls finish before begin", "INCONCLUSIVE"),
        ("apart calls begin before finish", "INCONCLUSIVE"),
        ("partly calls finish before begin", "SUPPORTED"),
        ("guarded raises ValueError before it calls begin", "SUPPORTED"),
        ("Run calls begin before finish", "SUPPORTED"),
        ("Job.run calls begin before finish", "SUPPORTED"),
        ("Job.run calls finish before begin", "CONTRADICTED"),
        ("Job.either calls finish before begin", "SUPPORTED"),
        ("Job.either calls stop before begin", "INCONCLUSIVE"),
    ],
)
def test_order_is_that_of_one_way_through(claim: str, status: str) -> None:
    assert verify(SNAPSHOT, claim).status.value == status
