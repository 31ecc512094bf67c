"""Where in a caller something is called; defaults of a method that a prototype is given."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

SNAPSHOT = snapshot_of(
    {
        "j.js": """const Job = function (queue) { this.queue = queue; };

Job.prototype.move = function (value, lock, notFetch = false) { return notFetch; };

Job.prototype.retry = function (opts = {}, names = []) { return opts; };

function checkNumber(name, value, {min = 0, allowInfinity = false} = {}) { return value < min; }

async function runAll(input) {
  checkNumber('x', 1);
  while (true) {
    try {
      return await input();
    } catch (error) {
      onFailed(error);
    }
  }
}

function onFailed(error) { log(error); }
""",
        "r.rb": """class Ring
  POINTS = 160

  def initialize(nodes = [], replicas = POINTS)
    @replicas = replicas
  end
end
""",
    }
)
CLAIMS = {
    "SUPPORTED": """
Job.prototype.move's notFetch defaults to false
Job.move's notFetch defaults to false
Job.prototype.retry's opts default to an empty object
Job.retry's opts defaults to an empty object
Job.retry's names default to an empty array
checkNumber's default for allowInfinity is false
the notFetch parameter of Job.prototype.move defaults to false
Ring's replicas default to POINTS
onFailed is called from a catch block in runAll
onFailed is called from a loop in runAll
onFailed is called from inside the loop of runAll
checkNumber is called outside of the loop in runAll
""",
    "CONTRADICTED": """
Job.prototype.move's notFetch defaults to true
checkNumber's default for allowInfinity is true
checkNumber is called from the loop in runAll
checkNumber is called from a loop in runAll
onFailed is never called from a loop in runAll
onFailed is called from the finally block of runAll
""",
    "NOT_SUPPORTED": """
Ring's replicas default to 3
""",
}


@pytest.mark.parametrize(
    ("expected", "claim"),
    [(status, one) for status, said in CLAIMS.items() for one in said.strip().splitlines()],
)
def test_verdict(expected: str, claim: str) -> None:
    answer = verify(SNAPSHOT, claim)
    assert answer.status.value == expected, answer.summary
