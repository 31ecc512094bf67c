"""Conditions said nearly right: a side of an `or`, a call that succeeds, what is behind a return.

Nothing that is false is SUPPORTED, and what is true is.
"""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.sentences import said
from tests.support.snapshots import snapshot_of

SOURCES = {
    "disk.py": '''
import os
class Disk:
    def sync(self, items, force=False, limit=None):
        """Opens a file, retries, makes a network request."""
        # requests.get("x"); open("y")
        for item in items:
            try:
                self.put(item)
            except IOError:
                self.skip(item)
                break
        while not self.idle and not force:
            self.step()
        if limit is None:
            limit = self.default
        if limit > 10 or force:
            self.trim(limit)
        text = "os.environ"
        self.open(text)
        self.session.get(text) if force else None
        return bool(limit)

    def pick(self, rows):
        if not rows:
            return None
        for row in rows:
            if row.ok:
                return row
        self.miss()
        return None

    def fetch(self, key):
        value = self.map.get(key)
        if value is None:
            value = self.load(key)
            self.map[key] = value
        return value
''',
    "gate.ts": """
export class Gate {
  #open = false
  async pass(who?: string): Promise<boolean> {
    if (who === undefined || who.length === 0) throw new Error('who')
    const seen = await this.ask(who)
    if (seen && !this.#open) {
      this.#enter(who)
      return true
    } else if (seen) {
      this.log(who)
    }
    return false
  }
  #enter(who: string): void { this.list.push(who) }
  each(): void {
    for (const one of this.list) { if (!one) continue; this.greet(one) }
    do { this.tick() } while (this.busy())
  }
}
""",
    "copy.c": """
int copy(struct buf *to, const struct buf *from) {
    if (!to || !from) return -1;
    if (to->cap < from->len) {
        if (grow(to, from->len) != 0)
            return -2;
    }
    memcpy(to->data, from->data, from->len);
    if (from->flags & RAW) to->raw = 1;
    else mark(to);
    return to->len == from->len ? 0 : 1;
}
""",
}
FALSE = """
Disk.sync opens a file
Disk.sync makes a network request unless force
Disk.sync retries on IOError
Disk.sync retries
Disk.sync reads the environment
Disk.sync calls self.step until self.idle is false
Disk.sync calls self.step while self.idle
Disk.sync calls self.step only if force
Disk.sync calls self.trim only if force
Disk.sync calls self.trim if limit is None
Disk.sync calls self.trim only if limit <= 10
Disk.sync always calls self.trim
Disk.sync always calls self.step
Disk.sync calls self.skip if self.put succeeds
Disk.sync sets limit only if limit is given
Disk.sync always returns True
Disk.sync calls self.put until self.idle
Disk.sync loops until force is false
Disk.pick always returns None
Disk.pick always calls self.miss
Disk.pick calls self.miss only if rows is empty
Disk.pick returns row if row.ok is false
Disk.pick returns row only if rows is empty
Disk.fetch calls self.load unless value is None
Disk.fetch always calls self.load
Disk.fetch writes self.map[key] only if value is not None
Disk.fetch makes a network request
Disk.fetch calls self.load before self.map.get
Gate.pass throws Error only if who is given
Gate.pass throws Error if who.length is not 0
Gate.pass calls this.#enter if this.#open
Gate.pass calls this.#enter when seen is false
Gate.pass calls this.log unless seen
Gate.pass always calls this.#enter
Gate.pass always returns true
Gate.pass returns true if this.#open is true
Gate.#enter is called by Gate.each
Gate.each calls this.greet if one is null
Gate.each calls this.tick until this.busy()
Gate.each calls this.greet until this.busy
copy calls memcpy only if to->cap < from->len
copy calls grow if to->cap >= from->len
copy calls grow unconditionally
copy calls mark if from->flags & RAW
copy calls mark only if to->raw
copy returns -1 if to is set
copy returns -2 if grow succeeds
copy always returns 0
copy sets to->raw unless from->flags & RAW
copy calls memcpy before grow
"""
TRUE = """
Disk.sync calls self.step until self.idle
Disk.sync calls self.trim if limit > 10 or force
Disk.sync sets limit to self.default if limit is None
Disk.pick returns early if rows is empty
Disk.pick returns early unless rows
Disk.pick does not always return None
Disk.fetch calls self.load only if value is None
Disk.fetch caches value in self.map
Gate.pass calls this.#enter only if seen
Gate.pass calls this.#enter only if this.#open is false
Gate.pass calls this.log only if seen
Gate.pass awaits this.ask
Gate.pass never calls this.list.push
Gate.each calls this.tick in a do-while loop
copy calls grow only if to->cap < from->len
copy returns -2 if grow fails
copy calls mark unless from->flags & RAW
copy returns -1 if to is NULL
copy does not always call grow
"""
SNAPSHOT = snapshot_of(SOURCES)


@pytest.mark.parametrize("sentence", said(FALSE))
def test_what_is_false_is_not_supported(sentence: str) -> None:
    answer = verify(SNAPSHOT, sentence)
    assert answer.status.value in ("CONTRADICTED", "NOT_SUPPORTED", "INCONCLUSIVE")


@pytest.mark.parametrize("sentence", said(TRUE))
def test_what_is_true_is_supported(sentence: str) -> None:
    assert verify(SNAPSHOT, sentence).status.value == "SUPPORTED"
