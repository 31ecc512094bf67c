"""Claims that hold but for one word: on each pass, itself, null, which member, lock or level."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

FILES = {
    "box.py": """
class Box:
    def each(self, rows):
        for row in rows:
            if row.bad:
                log.warning("bad %s", row)
            print(row)

    def skipping(self, rows):
        for row in rows:
            if not row:
                continue
            log.info("row %s", row)

    def wipe(self):
        self.token = None
        self.flag = False
        self.name = ""
        self.items = []

    def own(self):
        return self.rows

    def last(self):
        return self.rows[-1]

    def count(self):
        return len(self.rows)

    def chained(self):
        return self

    def spin(self):
        while True:
            if self.done:
                break

    def spin_out(self):
        while True:
            if self.done:
                return
            if self.failed:
                break
""",
    "job.py": """
import json, logging, threading
log = logging.getLogger(__name__)


class Job:
    def two_locks(self):
        with self._read_lock:
            x = self.peek()
        with self._write_lock:
            self.put(x)

    def history(self):
        self.begin_transaction_log()
        return self.transactions

    def stored(self):
        with db.transaction():
            self.first()
        self.second()

    def warns(self):
        log.warning("no %s", self.count)

    def dumps(self, x):
        return json.dumps(x)

    async def waits(self):
        await self.ready.wait()

    def validates(self, form):
        if form.is_valid():
            return form.save()

    def threads(self):
        return threading.Thread(target=self.run)

    def runs_thread(self):
        threading.Thread(target=self.run).start()

    def stock(self, order):
        self.check_stock(order)
        self.mark_paid(order)
""",
    "add.rs": """
impl Store {
    fn add(&self, x: u8) {
        let mut rows = self.rows.lock().unwrap();
        rows.push(x);
        drop(rows);
        self.count();
    }
    fn scoped(&self, x: u8) {
        {
            let mut rows = self.rows.lock().unwrap();
            rows.push(x);
        }
        self.count();
    }
}
""",
    "put.go": """
package put

func put() error {
	if err := check(); err != nil {
		return err
	}
	_ = flush()
	return nil
}
""",
    "store.ts": """
export class Store {
  async any(list: Job[]) { await Promise.race(list); }
  clear() {
    this.token = undefined;
    this.user = null;
    this.count = 0;
  }
}
""",
    "Keys.java": """
class Keys {
    Set<String> copy() { return new HashSet<>(keySet); }
    Set<String> own() { return keySet; }
}
""",
    "fill.c": """
int fill(const char *text, int *result) {
    int value = 0;
    if (convert(text, &value) != 0) {
        return -1;
    }
    *result = value;
    return 0;
}
int fill_first(const char *text, int *result) {
    *result = 0;
    if (convert(text, result) != 0) {
        return -1;
    }
    return 0;
}
""",
    "buf.cpp": """
class Buf {
public:
    Buf(const Buf& other) { take(other); }
    Buf(Buf&& other) noexcept { steal(other); }
    Buf& operator=(const Buf& other) { assign(other); return *this; }
    Buf& operator=(Buf&& other) noexcept { swap(other); return *this; }
    bool operator==(const Buf& other) const { return equal(data_, other.data_); }
    bool operator!=(const Buf& other) const { return !(*this == other); }
    ~Buf() { release(data_); }
};
class Lone {
public:
    Lone& operator=(const Lone& other) { assign(other); return *this; }
};
""",
}


@pytest.mark.parametrize(
    ("status", "claim"),
    [
        # What stands under a condition in a loop is not done on each pass of it.
        ("INCONCLUSIVE", "Box.each logs each row"),
        ("INCONCLUSIVE", "Box.each calls log.warning for each row"),
        ("CONTRADICTED", "Box.each logs each time round the loop"),
        ("CONTRADICTED", "Box.each calls log.warning on every iteration"),
        ("SUPPORTED", "Box.each logs in the loop"),
        ("SUPPORTED", "Box.each calls print each time round the loop"),
        ("SUPPORTED", "Box.each prints each row"),
        ("INCONCLUSIVE", "Box.skipping logs each time round the loop"),
        # The thing itself is no copy of it.
        ("INCONCLUSIVE", "Keys.copy returns the key set itself"),
        ("SUPPORTED", "Keys.own returns the key set itself"),
        ("INCONCLUSIVE", "Box.own returns the index"),
        ("SUPPORTED", "Box.own returns the rows"),
        ("NOT_SUPPORTED", "Box.last returns the rows"),
        ("NOT_SUPPORTED", "Box.count returns the rows"),
        ("INCONCLUSIVE", "Box.last returns itself"),
        ("SUPPORTED", "Box.chained returns itself"),
        # One literal is not another.
        ("NOT_SUPPORTED", "Store.clear sets the token to null"),
        ("SUPPORTED", "Store.clear sets the token to undefined"),
        ("NOT_SUPPORTED", "Store.clear sets this.user to undefined"),
        ("SUPPORTED", "Store.clear sets this.user to null"),
        ("NOT_SUPPORTED", "Store.clear sets this.count to false"),
        ("NOT_SUPPORTED", "Store.clear clears the token by setting it to null"),
        ("SUPPORTED", "Box.wipe sets the token to null"),
        ("SUPPORTED", "Box.wipe sets the flag to False"),
        ("NOT_SUPPORTED", "Box.wipe sets the flag to True"),
        ("INCONCLUSIVE", "Box.wipe sets the name to None"),
        ("NOT_SUPPORTED", "Box.wipe sets the items to an empty string"),
        # On success, and in no other way.
        ("SUPPORTED", "fill writes through result only on success"),
        ("SUPPORTED", "fill writes through `result`"),
        ("INCONCLUSIVE", "fill_first writes through result only on success"),
        ("SUPPORTED", "Box.spin loops without a condition and only breaks out"),
        ("CONTRADICTED", "Box.spin_out loops without a condition and only breaks out"),
        # Members that only their parameters tell from others.
        ("SUPPORTED", "The move assignment of Buf calls swap"),
        ("NOT_SUPPORTED", "Buf's copy assignment operator calls swap"),
        ("SUPPORTED", "Buf's copy constructor calls take"),
        ("NOT_SUPPORTED", "Buf's move constructor calls take"),
        ("SUPPORTED", "The destructor of Buf calls release"),
        ("SUPPORTED", "Buf's operator== calls equal"),
        ("NOT_SUPPORTED", "the inequality operator of Buf calls equal"),
        ("SUBJECT_NOT_FOUND", "Lone's move assignment calls assign"),
        ("SUPPORTED", "Lone's copy assignment calls assign"),
        # Which lock, how long it is held, and what stands in a transaction.
        ("INCONCLUSIVE", "Job.two_locks calls self.put under the read lock"),
        ("SUPPORTED", "Job.two_locks calls self.put under a lock"),
        ("SUPPORTED", "Store.add calls rows.push under the lock"),
        ("INCONCLUSIVE", "Store.add calls self.count under the lock"),
        ("INCONCLUSIVE", "Store.scoped calls self.count under the lock"),
        ("CONTRADICTED", "Job.stored calls self.second inside the transaction"),
        ("INCONCLUSIVE", "Job.history runs in a transaction"),
        # At which level, in which direction, for what, and of what.
        ("INCONCLUSIVE", "Job.warns logs an error"),
        ("INCONCLUSIVE", "Job.warns logs at debug level"),
        ("SUPPORTED", "Job.warns logs a warning"),
        ("INCONCLUSIVE", "Job.dumps parses JSON"),
        ("SUPPORTED", "Job.dumps serialises x to JSON"),
        ("INCONCLUSIVE", "Job.waits waits for the queue"),
        ("SUPPORTED", "Job.waits waits"),
        ("INCONCLUSIVE", "Store.any waits for all of the list"),
        ("INCONCLUSIVE", "Job.validates saves an invalid form"),
        ("INCONCLUSIVE", "Job.validates saves the form if it is invalid"),
        ("INCONCLUSIVE", "Job.threads starts a thread"),
        ("SUPPORTED", "Job.runs_thread starts a thread"),
        ("INCONCLUSIVE", "Job.stock only checks the stock"),
        ("CONTRADICTED", "put swallows the error of check"),
        ("SUPPORTED", "put swallows the error of flush"),
    ],
)
def test_what_follows(status: str, claim: str) -> None:
    assert verify(snapshot_of(FILES), claim).status.value == status
