"""Claims that name a thing in plain words: what is done to it, by whom, and under what."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

FILES = {
    "conf.ts": """
export class Conf {
  write(data: string) {
    if (process.env.SNAP) {
      fs.writeFileSync(this.path, data);
    } else {
      atomicWriteFileSync(this.path, data);
    }
  }
  error(message: string, data: any) {
    return this.create({ ...data, message, type: 'error' });
  }
  delay(force: any) {
    if (force === false) {
      return force;
    }
    if (force === true) {
      return 5;
    }
    if (!Number.isFinite(force) || force < 0) {
      throw new TypeError('x');
    }
    return force;
  }
  publish(state: any) {
    if (state !== this.state) {
      this.listeners.forEach((listener) => listener(state));
    }
  }
}
""",
    "venv.py": """
class Venv:
    def __init__(self, path):
        self.root = path
        try:
            self._existing = bool(next(self.root.iterdir()))
        except StopIteration:
            self._existing = False

    def remove(self):
        if self.safe_to_remove():
            rmdir(self.root)
        else:
            logger.warning("not removing")

    def make(self, default):
        prompt = self.prompt.copy()
        prompt.append(default)
        return prompt

    def change(self, default):
        prompt = self.prompt
        prompt.append(default)
        return prompt

    def init_all(self, targets):
        for target in targets:
            self.init_mock(target)

    def upgrade(self, args):
        self.backend.upgrade(args)

    def tell(self, name):
        for observer in self.observers:
            observer.update(name)

    def gone(self, name):
        self.on_metric_removed(name)

    def size(self):
        return min(self._size, self.count())
""",
    "Manager.cs": """
class Manager {
    public async Task Prepare(
        Version version,
        IProgress<double>? progress = null,
        CancellationToken cancellationToken = default
    ) {
        await _resolver.DownloadAsync(version, progress, cancellationToken);
        Check();
    }
    public void Only(Func<Type, int> selectorFn) {
        foreach (var selector in Selectors.OfType<LifetimeSelector>()) {
            selector.SelectorFn = selectorFn;
        }
    }
}
""",
}


@pytest.mark.parametrize(
    ("claim", "status"),
    [
        ("`Conf.write` uses an atomic write under SNAP", "CONTRADICTED"),
        ("`Conf.write` uses fs.writeFileSync under SNAP", "SUPPORTED"),
        ("`Conf.write` uses an atomic write if SNAP is set", "CONTRADICTED"),
        ("`Conf.write` uses an atomic write unless SNAP is set", "SUPPORTED"),
        ("`Conf.write` uses an atomic write", "SUPPORTED"),
        ("`Conf.delay` throws if force is false", "INCONCLUSIVE"),
        ("`Conf.delay` returns early if force is false", "SUPPORTED"),
        ("`Conf.error` sets the type to 'default'", "INCONCLUSIVE"),
        ("`Conf.publish` notifies the listeners only if the state changed", "SUPPORTED"),
        ("`Conf.publish` notifies the listeners unconditionally", "CONTRADICTED"),
        ("`Conf.publish` notifies the observers", "NOT_SUPPORTED"),
        ("`Venv.tell` notifies the observers", "SUPPORTED"),
        ("`Venv.tell` never notifies the observers", "CONTRADICTED"),
        ("`Venv.gone` notifies the observers", "INCONCLUSIVE"),
        ("`Venv.__init__` sets `_existing` to False on StopIteration", "SUPPORTED"),
        ("`Venv.__init__` sets `_existing` to True on StopIteration", "NOT_SUPPORTED"),
        ("`Venv.remove` logs a warning instead of removing the venv", "INCONCLUSIVE"),
        ("`Venv.remove` deletes the root", "INCONCLUSIVE"),
        ("`Venv.remove` never deletes the root", "INCONCLUSIVE"),
        ("`Venv.remove` sets the root", "NOT_SUPPORTED"),
        ("`Venv.make` copies the prompt instead of mutating it", "INCONCLUSIVE"),
        ("`Venv.change` never mutates the prompt", "CONTRADICTED"),
        ("`Venv.init_all` initializes each target", "INCONCLUSIVE"),
        ("`Venv.upgrade` calls the backend", "SUPPORTED"),
        ("`Venv.upgrade` never calls the backend", "CONTRADICTED"),
        ("`Venv.upgrade` never calls the frontend", "SUPPORTED"),
        ("`Venv.size` caps the size at the count", "SUPPORTED"),
        ("`Manager.Prepare` calls the resolver before Check", "SUPPORTED"),
        ("`Manager.Prepare` passes the version to the resolver", "SUPPORTED"),
        ("`Manager.Prepare` never passes `version` to the resolver", "CONTRADICTED"),
        ("`Manager.Prepare` passes the cancellation token to the resolver", "SUPPORTED"),
        ("`Manager.Prepare` passes the cancellation token to Check", "NOT_SUPPORTED"),
        ("`Manager.Prepare` passes the secret to the resolver", "INCONCLUSIVE"),
        ("`Manager.Prepare` passes `other` to the resolver", "NOT_SUPPORTED"),
        ("`Manager.Only` touches LifetimeSelectors", "SUPPORTED"),
    ],
)
def test_what_is_done_to_a_thing(claim: str, status: str) -> None:
    assert verify(snapshot_of(FILES), claim).status.value == status, claim
