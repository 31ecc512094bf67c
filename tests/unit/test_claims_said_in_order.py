"""Other words for the first and the last, for bases, imports and modifiers, and for `again`."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.sentences import said
from tests.support.snapshots import snapshot_of

SNAPSHOT = snapshot_of(
    {
        "safe.rb": """
require "net"
require_relative "net/http"
# require "hidden"
class Safe
  def load(p)
    fetch(p)
  end
  def check(n)
    raise ValueError, "too big" if n > @size
    store(n)
  end
  def again
    go
  rescue OSError
    sleep 1
    retry
  end
end
""",
        "table.swift": """
class Table {
  func remove(key: String) { self.rows.removeValue(forKey: key) }
}
""",
        "table.kt": """
class Link {
  fun conn(): Conn { if (this._conn == null) { this._conn = this.connect() }; return this._conn!! }
}
""",
        "hash.cs": """
class Hash : Other {
  public override int Code() { return 1; }
  public static int Make() { return 2; }
}
""",
        "label.m": """
@implementation Label
- (NSString *)cancel { return _cancel ?: [self stringForKey:KEY withDefault:@"No"]; }
@end
""",
        "store.py": """
class Base:
    pass

class Store(Base):
    def load(self):
        while 1:
            self.fetch()
        self.prep()
        if self.x:
            self.fetch()
    def one(self):
        self.init()
        for x in self.rows:
            self.go(x)
        try:
            self.stop()
        except E:
            pass
""",
    }
)
CLAIMS = {
    "SUPPORTED": """
safe.rb imports net
safe.rb requires net
safe.rb imports net/http
safe.rb never imports json
Base has no base class
Store has a base class
Base is the parent class of Store
Store.load calls fetch repeatedly
Store.one calls go repeatedly
Store.load calls prep later than fetch
the call to prep comes after the call to fetch in Store.load
Store.one wraps stop in a try
Store.one wraps the call to stop in a try/except
Store.one calls init before entering the loop
Store.one calls stop after leaving the loop
Store.one begins with a call to init
Store.one ends with a call to stop
Store.one calls init prior to go
Store.one calls init a single time
Safe.check raises ValueError if n > size
Safe.check raises ValueError if n exceeds size
Table.remove deletes key from rows
Link.conn returns _conn
Link.conn memoizes connect
Hash.Code is marked override
Hash.Code has the override modifier
Hash.Make is not marked override
Label.cancel falls back to stringForKey:withDefault:
""",
    "CONTRADICTED": """
safe.rb does not import net
Store has no base class
Store has no superclass
Store does not have a base class
Store.load calls prep repeatedly
Store.load calls prep multiple times
Store.one calls init later than go
the call to init comes after the call to go in Store.one
Store.one wraps go in a try block
Store.one calls stop before entering the loop
Store.one has stopped calling go
Store.one omits the call to go
Store.load calls fetch a single time
Safe.check raises ValueError if n is less than size
Hash.Code is not marked override
Hash.Make is declared override
""",
    "NOT_SUPPORTED": """
safe.rb imports hidden
safe.rb requires json
Base has a base class
Store is the superclass of Base
Label.cancel falls back to stringForKey:table:
""",
    "INCONCLUSIVE": """
Store.load calls fetch three times
Store.load calls fetch at least three times
Store.one starts with a call to go
Safe.again sleeps between attempts
""",
}


@pytest.mark.parametrize(
    ("claim", "status"), [(claim, status) for status in CLAIMS for claim in said(CLAIMS[status])]
)
def test_claim(claim: str, status: str) -> None:
    assert verify(SNAPSHOT, claim).status == status
