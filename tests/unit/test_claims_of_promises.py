"""What is handed to a promise is done as behind an `await`; what is stored or timed may be done."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

SNAPSHOT = snapshot_of(
    {
        "q.js": """class Queue {
  pause(isLocal) {
    return this.ready()
      .then(() => {
        if (isLocal) {
          return this.wait();
        } else {
          return scripts.pause(this);
        }
      })
      .then(() => { this.paused = true; })
      .catch(err => console.error(err))
      .finally(() => this.clear());
  }

  promote(id) {
    return this.ready().then(code => {
      if (code < 0) {
        throw new Error('gone');
      }
    });
  }

  poll() {
    return this.next().then(() => { this.poll(); });
  }

  run(count) {
    return this.ready().then(() => {
      while (count--) {
        this.step(count);
      }
      this.done();
    });
  }

  later() {
    setTimeout(() => { this.closed = true; this.later(); throw new Error('late'); }, 10);
    this.on('end', () => this.close());
  }
}
""",
    }
)
CLAIMS = {
    "SUPPORTED": """
Queue.pause calls scripts.pause
Queue.pause calls scripts.pause unless isLocal is set
Queue.pause sets this.paused to true
Queue.pause calls console.error
Queue.pause calls clear
Queue.promote throws an Error
Queue.promote throws if code is negative
Queue.poll calls itself
Queue.poll is recursive
Queue.run calls step in a while loop
Queue.later never throws
""",
    "CONTRADICTED": """
Queue.pause never calls scripts.pause
Queue.pause never sets this.paused
Queue.promote never throws
Queue.poll is not recursive
Queue.run calls done in the loop
""",
    "NOT_SUPPORTED": """
Queue.later calls close
Queue.later sets this.closed
Queue.later throws an Error
Queue.pause always calls scripts.pause
""",
    "INCONCLUSIVE": """
Queue.later never sets this.closed
Queue.later never calls close
Queue.later never calls itself
Queue.pause calls clear before ready
Queue.pause always calls console.error
""",
}


@pytest.mark.parametrize(
    ("expected", "claim"),
    [(status, one) for status, said in CLAIMS.items() for one in said.strip().splitlines()],
)
def test_verdict(expected: str, claim: str) -> None:
    answer = verify(SNAPSHOT, claim)
    assert answer.status.value == expected, answer.summary
