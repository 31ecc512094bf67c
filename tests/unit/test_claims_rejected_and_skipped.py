"""What is rejected, skipped, defaulted in a body, raised again always, done if there is one."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

FILES = {
    "a.tsx": """
export const Toast = (props: ToastProps) => {
  const { invert, className = '', closeLabel = 'Close toast', gap: space = 3 } = props;
  const { late = 4 } = useThing();
  return <li className={className}>{closeLabel}</li>;
};
export const normalizeKill = (killSignal: any) => {
  const optionName = 'x';
  if (killSignal === 0) {
    throw new TypeError('no');
  }
  return killSignal;
};
export class Conf {
  set(key: string, value: any) {
    if (this._containsReservedKey(key)) {
      throw new TypeError('reserved');
    }
    if (!isValid(value)) {
      throw new TypeError('bad');
    }
    if (value < 0) {
      throw new RangeError('negative');
    }
    this.store[key] = value;
  }
  cancel(id: string) {
    const pending = this.pendings.get(id);
    if (pending !== undefined) {
      cancelFrame(pending);
    }
    if (!this.dead) {
      revive(this.dead);
    }
  }
}
""",
    "v.py": """
class V:
    def upgrade(self, raises):
        try:
            self.run()
        except Exception:
            log("x")
            if raises:
                raise

    def down(self):
        try:
            self.run()
        except Exception:
            log("x")
            raise

    def walk(self, types, visited, rows):
        for kind in types:
            if kind in visited:
                continue
            visited.add(kind)
            self.visit(kind)
        for row in rows:
            if not row.valid:
                continue
            if row.hidden:
                continue
            self.show(row)

    def plain(self, rows):
        for row in rows:
            self.show(row)

    def stop(self):
        if self._task is not None:
            self._task.cancel()
""",
    "R.java": """
class R {
    void report() {
        synchronized (this) {
            run();
        }
    }
    void other() {
        synchronized (lock) {
            run();
        }
    }
    void plain() { run(); }
}
""",
}


@pytest.mark.parametrize(
    ("claim", "status"),
    [
        ("`Toast` defaults closeLabel to 'Close toast'", "SUPPORTED"),
        ("closeLabel defaults to 'Close toast' in `Toast`", "SUPPORTED"),
        ("`Toast` defaults closeLabel to 'Open toast'", "CONTRADICTED"),
        ("`Toast` defaults late to 4", "NOT_SUPPORTED"),
        ("`Toast` defaults space to 3", "SUPPORTED"),
        ("`Toast` defaults invert to 3", "NOT_SUPPORTED"),
        ("`normalizeKill` rejects 0", "SUPPORTED"),
        ("`normalizeKill` rejects 1", "INCONCLUSIVE"),
        ("`Conf.set` rejects the reserved key", "SUPPORTED"),
        ("`Conf.set` rejects reserved keys", "SUPPORTED"),
        ("`Conf.set` rejects invalid values", "SUPPORTED"),
        ("`Conf.set` rejects valid values", "INCONCLUSIVE"),
        ("`Conf.set` rejects negative values", "SUPPORTED"),
        ("`Conf.set` rejects positive values", "INCONCLUSIVE"),
        ("`Conf.set` rejects duplicate keys", "INCONCLUSIVE"),
        ("`Conf.set` never rejects the reserved key", "INCONCLUSIVE"),
        ("`Conf.cancel` calls cancelFrame if there is one", "SUPPORTED"),
        ("`Conf.cancel` cancels the pending frame if there is one", "SUPPORTED"),
        ("`Conf.cancel` calls revive if there is one", "CONTRADICTED"),
        ("`Conf.cancel` calls cancelFrame only if there is none", "CONTRADICTED"),
        ("`V.stop` cancels the task if there is one", "SUPPORTED"),
        ("`V.stop` cancels the task if any", "SUPPORTED"),
        ("does `V.upgrade` always re-raise the exception?", "CONTRADICTED"),
        ("`V.down` always re-raises the exception", "SUPPORTED"),
        ("`V.upgrade` re-raises only if raises is set", "SUPPORTED"),
        ("`V.walk` skips types that were already visited", "SUPPORTED"),
        ("`V.walk` skips types that were not visited", "INCONCLUSIVE"),
        ("`V.walk` skips rows that are not valid", "SUPPORTED"),
        ("`V.walk` skips rows that are invalid", "SUPPORTED"),
        ("`V.walk` skips rows that are hidden", "SUPPORTED"),
        ("`V.walk` skips rows that are valid", "INCONCLUSIVE"),
        ("`V.walk` skips rows that are not hidden", "INCONCLUSIVE"),
        ("`V.plain` skips rows that are hidden", "INCONCLUSIVE"),
        ("`R.other` synchronizes on this", "INCONCLUSIVE"),
        ("`R.other` synchronizes on `lock`", "SUPPORTED"),
        ("`R.plain` synchronizes on this", "INCONCLUSIVE"),
    ],
)
def test_what_is_rejected_or_skipped(claim: str, status: str) -> None:
    assert verify(snapshot_of(FILES), claim).status.value == status, claim
