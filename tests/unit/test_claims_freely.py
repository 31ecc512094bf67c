"""Claims in freer wording: each word is judged, or named in the answer, or leaves it open."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

FILES = {
    "shop.py": """
import json, logging, threading, time
log = logging.getLogger(__name__)


class Shop:
    def loop(self, rows):
        self.state = 1
        for row in rows:
            self.seen = row
        self.total = 2

    def pair(self, rows, key):
        if key:
            g(rows)
        h(rows, mode=key)

    def nest(self, a):
        put(hand(a))

    def db(self, rows):
        with transaction.atomic():
            self.save(rows)
        with self._lock:
            self.count += 1

    def work(self, rows, path):
        log.info("x")
        time.sleep(1)
        print(rows)
        return redirect("/x")

    def check(self, form):
        data = json.loads(form.text)
        self.bus.emit("done", data)
        return data

    def tries(self):
        while True:
            try:
                return self.fetch()
            except OSError:
                self.attempt += 1

    def plain(self, x):
        return x + 1

    def gone(self, code):
        if code == Status.MISSING:
            return drop(code)
""",
    "cell.cs": """
class Cell {
    void Raise(object scope) {
        var handler = Changed;
        handler?.Invoke(this, scope);
    }
}
""",
    "desk.cs": """
class Desk {
    void Open(object drawer) {
        CheckTag(drawer);
        if (drawers == null) { drawers.Add(drawer); }
        RaiseOpening(drawer);
    }
    void Put(object drawer) {
        if (!rows.TryGetValue(drawer, out var row)) {
            row = new Row();
            log.Error("new");
        }
        row.Add(drawer);
    }
    void Sorted() { Keys.Sort(keys); }
    void Rest() { }
}
""",
    "scan.c": """
int scan(struct reader *reader) {
    if (!reader) { return 0; }
    int c = next(reader);
    if (c == EOF) { return -1; }
    return c;
}
""",
    "rack.rs": "pub struct Rack { rows: Vec<u8> }\n",
    "drops.rs": "use crate::rack::Rack;\nimpl Drop for Rack {\n    fn drop(&mut self) {}\n}\n",
    "case.ts": """
export class Case {
  one(key: string) {
    if (!key) { return undefined; }
    return this.map(key, { useValue: key });
  }
  async all(list: Job[]) {
    await Promise.all(list);
  }
}
""",
    "crate.go": """
package crate

func quiet() bool {
	ok, _ := check()
	return ok
}

func open_crate() error {
	err := check()
	if err != nil {
		return err
	}
	return nil
}

func loud() (bool, error) {
	return check()
}

func (c *Crate) add() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.push()
}

func (c *Crate) late() {
	c.mu.Lock()
	c.mu.Unlock()
	c.push()
}
""",
    "box.swift": """
class Box {
    func get(key: String) -> Int? {
        if let own = rows[key] { return own }
        return parent?.get(key: key)
    }
    func deeper() {
        guard depth < limit else {
            fatalError("too deep")
        }
        depth += 1
    }
}
""",
}


@pytest.mark.parametrize(
    ("status", "claim"),
    [
        # On which side of a loop.
        ("SUPPORTED", "Shop.loop sets self.state before the loop"),
        ("CONTRADICTED", "Shop.loop sets self.state after the loop"),
        ("SUPPORTED", "Shop.loop sets self.total after the loop"),
        ("CONTRADICTED", "Shop.loop sets self.seen after the loop"),
        ("NOT_SUPPORTED", "Shop.pair calls h after the loop"),
        # How often from run to run.
        ("CONTRADICTED", "Shop.pair calls g every time"),
        ("CONTRADICTED", "Shop.pair calls g each time it is called"),
        ("SUPPORTED", "Shop.pair calls h on every call"),
        ("INCONCLUSIVE", "Shop.pair calls h on alternate runs"),
        ("INCONCLUSIVE", "Shop.pair calls h every other time"),
        ("SUPPORTED", "Shop.pair calls g once or not at all"),
        ("INCONCLUSIVE", "Shop.pair finally calls g"),
        ("SUPPORTED", "Shop.pair finally calls h"),
        # What is given, and what stands in what.
        ("SUPPORTED", "Shop.pair calls h with mode set to key"),
        ("NOT_SUPPORTED", "Shop.pair calls h with mode set to rows"),
        ("SUPPORTED", "`Shop.nest` nests `hand` inside `put`"),
        ("INCONCLUSIVE", "`Shop.nest` nests `put` inside `hand`"),
        ("SUPPORTED", "Case.one hands on to map with useValue"),
        ("NOT_SUPPORTED", "Case.one hands on to map with useClass"),
        # Locks and transactions.
        ("SUPPORTED", "Shop.db increments self.count under the lock"),
        ("CONTRADICTED", "Shop.db calls self.save under the lock"),
        ("SUPPORTED", "Crate.add calls c.push under the lock"),
        ("CONTRADICTED", "Crate.late calls c.push under the lock"),
        ("CONTRADICTED", "Crate.late calls c.push while holding the lock"),
        ("SUPPORTED", "Shop.db runs in a transaction"),
        ("NOT_SUPPORTED", "Shop.plain runs in a transaction"),
        # What is done to the world.
        ("SUPPORTED", "Shop.work redirects"),
        ("NOT_SUPPORTED", "Shop.plain redirects"),
        ("SUPPORTED", "Shop.work logs a message"),
        ("NOT_SUPPORTED", "Shop.plain writes a file"),
        ("SUPPORTED", "Shop.tries retries on OSError"),
        ("NOT_SUPPORTED", "Shop.tries retries on KeyError"),
        ("NOT_SUPPORTED", "Shop.plain retries"),
        ("NOT_SUPPORTED", "Shop.plain validates its input"),
        ("SUPPORTED", "Shop.check parses JSON"),
        ("SUPPORTED", "Shop.check emits an event"),
        ("SUPPORTED", "Case.all waits for the list"),
        # A call that is made only on what is there.
        ("SUPPORTED", "Cell.Raise invokes the handler only if there is one"),
        ("CONTRADICTED", "Cell.Raise calls handler.Invoke if handler is null"),
        ("CONTRADICTED", "Cell.Raise always calls handler.Invoke"),
        # Errors that are values, and calls that do not come back.
        ("SUPPORTED", "quiet swallows the error of check"),
        ("CONTRADICTED", "loud swallows the error of check"),
        ("SUPPORTED", "Box.deeper crashes with fatalError"),
        ("NOT_SUPPORTED", "Box.get crashes with fatalError"),
        # In which order, by names that say it in as many words.
        ("SUPPORTED", "Desk.Open checks the tag before it raises the opening event"),
        ("CONTRADICTED", "Desk.Open raises the opening event before it checks the tag"),
        ("NOT_SUPPORTED", "Desk.Open checks the tag before it closes the door"),
        ("SUPPORTED", "Desk.Open adds drawer only if drawers is null"),
        ("CONTRADICTED", "Desk.Put adds drawer only if the row was missing"),
        ("CONTRADICTED", "Desk.Put always creates a Row"),
        ("INCONCLUSIVE", "Desk.Put only logs errors"),
        ("INCONCLUSIVE", "Desk.Sorted sorts the values"),
        ("SUPPORTED", "Desk.Sorted sorts the keys"),
        ("SUPPORTED", "Desk.Rest does nothing"),
        ("SUPPORTED", "Desk.Rest is a no-op"),
        ("CONTRADICTED", "Desk.Put does nothing"),
        ("CONTRADICTED", "Shop.loop sets self.seen only after the loop"),
        # What must not pass for the opposite, or for more than is seen.
        ("INCONCLUSIVE", "Desk.Put adds drawer if the row is not new"),
        ("INCONCLUSIVE", "Shop.tries retries forever"),
        ("CONTRADICTED", "Shop.pair never calls g"),
        # Without something, and when something is met.
        ("SUPPORTED", "scan returns -1 when it reaches EOF"),
        ("CONTRADICTED", "scan returns -1 unless it reaches EOF"),
        ("SUPPORTED", "scan returns 0 without a reader"),
        ("SUPPORTED", "open_crate propagates the error of `check`"),
        ("CONTRADICTED", "quiet propagates the error of `check`"),
        ("SUPPORTED", "Rack implements Drop"),
        # Words that are names, and values that are not what they seem.
        ("CONTRADICTED", "Box.get ignores the parent box"),
        ("CONTRADICTED", "Box.get ignores the key"),
        ("INCONCLUSIVE", "Case.one returns null"),
        ("SUPPORTED", "Case.one returns undefined"),
        ("INCONCLUSIVE", "Shop.gone treats a 404 as gone"),
        ("SUPPORTED", "Shop.tries's loop catches OSError"),
        ("SUPPORTED", "Shop.nest ends up in `put`"),
    ],
)
def test_what_follows(status: str, claim: str) -> None:
    assert verify(snapshot_of(FILES), claim).status.value == status


@pytest.mark.parametrize("word", ["merely", "just", "simply", "allegedly", "eventually"])
def test_an_adverb_that_is_not_judged_is_named(word: str) -> None:
    answer = verify(snapshot_of(FILES), f"Shop.pair {word} calls h")
    assert answer.status.value == "SUPPORTED"
    assert f"not looked at: {word}" in answer.summary
