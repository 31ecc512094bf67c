"""Only there, only if, not there at all: of each place where it is done."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

FILES = {
    "w.py": """
class W:
    def mixed(self):
        for x in self.rows:
            self.shift(x)
        self.shift(0)
    def inside(self):
        for x in self.rows:
            self.shift(x)
    def after(self):
        for x in self.rows:
            self.use(x)
        self.shift(0)
    def filt(self, condition):
        if isclass(condition) and issubclass(condition, Base):
            return partial(check, condition)
        elif isinstance(condition, tuple):
            return partial(check, 3)
        return None
    def only_tuple(self, condition):
        if isinstance(condition, tuple):
            return partial(check, 3)
        return None
    def tried(self):
        try:
            self.shift(1)
        except ValueError:
            self.log()
        self.shift(2)
    def val(self, key):
        node = self.data.get(key)
        if node is None:
            return None
        self.after(node)
        return node.value
""",
    "h.rb": """
class H
  def continue?
    @response.status == 100 && @req.method == 'POST'
  end
  def build(head)
    if cookie = head['cookie']
      @cookies << encode_cookie(cookie)
    end
    head['host'] ||= encode_host
    head['port'] = 3
    head
  end
end
""",
    "p.swift": """
class P {
  func runBody() {
    self.stateQueue.sync {
      if !state.isPending || bodyCalled {
        return
      }
      bodyCalled = true
      self.context.queue.async {
        do {
          try self.body?()
        } catch let err {
          self.set(state: err)
        }
      }
    }
  }
}
""",
    "k.kt": """
class K {
    fun commit(block: () -> Unit): Int {
        try {
            val result = block()
            go()
            return result
        } catch (exception: Throwable) {
            try {
                rollback()
            } catch (rollbackException: Throwable) {
                exception.addSuppressed(rollbackException)
            }
            throw exception
        }
    }
}
""",
    "r.go": """
package r

func (r *R) calcSleep(i int) float64 {
	if i >= len(r.backoff) {
		i = len(r.backoff) - 1
	}
	r.randMu.Lock()
	defer r.randMu.Unlock()
	return r.backoff[i] + float64(((r.rand.Float64()*2)-1)*r.jitter)
}
func (r *R) two() float64 {
	r.mu.Lock()
	defer r.mu.Unlock()
	x := r.rand.Float64()
	return x
}
""",
    "c.cpp": """
class Bar {
  void save() {
    auto &show_elapsed =
        get_value<details::Option::show_elapsed>();
    auto &saved =
        get_value<details::Option::saved>();
    if ((show_elapsed || show_remaining) && !saved) {
      start_ = now();
      saved = true;
    }
  }
};
""",
}
CLAIMS = {
    "SUPPORTED": (
        "Bar.save writes start_ if show_elapsed is set",
        "H.build overwrites head['port']",
        "H.build calls encode_cookie if head['cookie'] is set",
        "H.build calls encode_cookie only if head['cookie'] is set",
        "H.build sets head['host'] only if it is not set",
        "H.build never overwrites head['host']",
        "K.commit never rethrows rollbackException",
        "K.commit rethrows exception",
        "K.commit rethrows the exception",
        "R.calcSleep doesn't use rand without the lock",
        "R.calcSleep uses rand under the lock",
        "R.calcSleep calls Float64 under the lock",
        "R.calcSleep never calls Float64 outside the lock",
        "R.two never uses rand outside the lock",
        "R.two uses rand only under the lock",
        "R.two never reads rand outside the lock",
        "W.after calls shift only outside the loop",
        "W.after calls shift outside the loop only",
        "W.inside calls shift only inside the loop",
        "W.inside calls shift nowhere but in the loop",
        "W.only_tuple calls partial only if condition is a tuple",
        "W.val calls after before it returns the value",
    ),
    "CONTRADICTED": (
        "Bar.save writes start_ only if show_elapsed is set",
        "H.build never sets head['port']",
        "H.build calls encode_cookie if head['cookie'] is nil",
        "K.commit never rethrows exception",
        "R.two uses rand outside the lock",
        "W.mixed calls shift only outside the loop",
        "W.mixed calls shift outside the loop only",
        "W.mixed calls shift only inside the loop",
        "W.mixed calls shift inside the loop only",
        "W.inside calls shift only outside the loop",
        "W.tried calls shift only inside the try",
        "W.val returns a value before it calls after",
        "W.tried calls shift only outside the try",
        "W.tried calls shift exclusively inside the try",
        "W.tried calls shift exclusively outside of a try",
        "W.mixed calls shift solely in the loop",
        "W.mixed calls shift nowhere but in the loop",
    ),
    "INCONCLUSIVE": (
        "Bar.save writes start_ unless show_elapsed is set",
        "H.continue? ignores the method",
        "H.continue? ignores the status",
        "P.runBody returns early if bodyCalled is true",
        "P.runBody never returns early",
        "P.runBody returns early if either bodyCalled is true or the state is not pending",
        "W.filt calls partial only if condition is a tuple",
        "W.val calls after only after it returns",
    ),
    "NOT_SUPPORTED": (
        "H.build overwrites head['host']",
        "K.commit rethrows rollbackException",
    ),
}


@pytest.mark.parametrize(
    ("status", "claim"), [(status, claim) for status, all_ in CLAIMS.items() for claim in all_]
)
def test_what_follows(status: str, claim: str) -> None:
    assert verify(snapshot_of(FILES), claim).status.value == status
