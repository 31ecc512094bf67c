"""Claims that hold but for one word: on each pass, itself, null, only on success, which member."""

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
    "store.ts": """
export class Store {
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
    ],
)
def test_what_follows(status: str, claim: str) -> None:
    assert verify(snapshot_of(FILES), claim).status.value == status
