"""Conditions in plain words, `if it is already started`, by the names that the code has."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

FILES = {
    "live.py": """
class Live:
    def start(self):
        if self._started:
            return
        self._started = True
        self.run()

    def stop(self):
        if not self._started:
            return
        if self.nested:
            if not self.transient:
                self.console.print("x")
            return
        self.end()

    def check(self, process):
        if process.connected:
            process.disconnect()

    def create(self):
        if not self.is_valid:
            self.make()

    def remove(self):
        if self.safe_to_remove():
            rmdir(self.root)

    def both(self, a, b):
        if a.ready and b.ready:
            self.go()

def twice(value):
    if value is None:
        return 0
    return value * 2

def wide(rows):
    if not rows:
        return []
    return rows[0]
""",
    "w.ts": """
export class Writer {
  write(data: string) {
    if (this.#encryptionKey) {
      data = encrypt(data);
    }
    if (!this.#validator) {
      return;
    }
    const fileAlreadyExists = exists(this.path);
    if (!fileAlreadyExists) {
      header(this.path);
    }
    this.#validator(data);
  }
  invalid(form: Form) {
    if (!form.isValid()) {
      throw new Error('x');
    }
    save(form);
  }
}
export const delay = (force: any) => {
  if (force === true) {
    return 5;
  }
  return force;
};
""",
}


@pytest.mark.parametrize(
    ("claim", "status"),
    [
        ("`Live.start` returns early if it is already started", "SUPPORTED"),
        ("`Live.start` returns early if it is not started", "CONTRADICTED"),
        ("`Live.start` returns early unless it is started", "CONTRADICTED"),
        ("`Live.stop` returns early if it is not started", "SUPPORTED"),
        ("`Live.stop` returns early if the display was never started", "SUPPORTED"),
        ("`Live.stop` returns early if it is started", "CONTRADICTED"),
        ("`Live.stop` prints only if it is nested", "SUPPORTED"),
        ("`Live.stop` calls `end` only if it is not nested", "SUPPORTED"),
        ("`Live.stop` calls `end` if it is nested", "CONTRADICTED"),
        ("`Live.check` disconnects only if the process is connected", "SUPPORTED"),
        ("`Live.check` disconnects only if the process is not connected", "CONTRADICTED"),
        ("`Live.check` disconnects if the process is disconnected", "CONTRADICTED"),
        ("`Live.check` does nothing if the process is not connected", "SUPPORTED"),
        ("`Live.check` does nothing if the process is connected", "CONTRADICTED"),
        ("`Live.create` does nothing if the live is valid", "SUPPORTED"),
        ("`Live.create` calls make only if it is invalid", "SUPPORTED"),
        ("`Live.create` calls make only if it is valid", "CONTRADICTED"),
        ("`Live.remove` calls rmdir only if it is safe to remove", "SUPPORTED"),
        ("`Live.remove` calls rmdir only when the directory is safe to remove", "SUPPORTED"),
        ("`twice` returns 0 if it is None", "SUPPORTED"),
        ("`twice` returns 0 if it is not None", "INCONCLUSIVE"),
        ("`wide` returns early if it is empty", "SUPPORTED"),
        ("`Writer.write` calls encrypt only if the encryption key is set", "SUPPORTED"),
        ("`Writer.write` calls encrypt only if the encryption key is missing", "CONTRADICTED"),
        ("`Writer.write` calls encrypt only if there is an encryption key", "SUPPORTED"),
        ("`Writer.write` calls encrypt if there is no encryption key", "CONTRADICTED"),
        ("`Writer.write` returns early if there is no validator", "SUPPORTED"),
        ("`Writer.write` returns early if there is a validator", "CONTRADICTED"),
        ("`Writer.write` calls header only if the file does not exist", "SUPPORTED"),
        ("`Writer.write` calls header unless the file already exists", "SUPPORTED"),
        ("`Writer.write` calls header if the file already exists", "CONTRADICTED"),
        ("`Writer.invalid` throws if the form is not valid", "SUPPORTED"),
        ("`Writer.invalid` throws if the form is invalid", "SUPPORTED"),
        ("`Writer.invalid` throws if the form is valid", "CONTRADICTED"),
        ("`Writer.invalid` calls save only if the form is invalid", "CONTRADICTED"),
        ("`Writer.invalid` calls save only if the form is valid", "SUPPORTED"),
        ("`delay` returns 5 if it is true", "SUPPORTED"),
        ("`delay` returns 5 if it is false", "INCONCLUSIVE"),
    ],
)
def test_what_is_asked_by_a_name(claim: str, status: str) -> None:
    assert verify(snapshot_of(FILES), claim).status.value == status, claim
