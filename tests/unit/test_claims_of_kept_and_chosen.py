"""What is chosen when it is set, kept by two calls, run where something is, or named alike."""

from __future__ import annotations

import pytest

from codewitness.features.verify.verify import verify
from tests.support.sentences import said
from tests.support.snapshots import snapshot_of

SNAPSHOT = snapshot_of(
    {
        "A.cs": """class A {
    string s;
    void Choose(bool on, O o) { s = on ? Make(o) : null; }
    void Give(bool on) { s = Make(on ? null : "x"); }
    void Own(bool on) { this.s = on ? Make(1) : null; }
}
""",
        "K.kt": """class K {
    var s: String? = null
    fun chosen(on: Boolean) {
        s = if (on) {
            make()
        } else {
            null
        }
    }
    fun cased(n: Int) { s = when (n) { 1 -> make() else -> null } }
    fun letting(t: String?): Int? {
        return t?.let { fetch(it) }
    }
    fun fetch(t: String) = 3
}
""",
        "r.rb": """class R
  def chosen(on)
    @s = if on then make else nil end
  end
  def done?
    !failure?
  end
  def failure?
    @failure
  end
  def both
    to_h.merge(done: done?, failure: failure?)
  end
end
""",
        "W.swift": """class W {
  var code = 0
  func chosen(_ on: Bool) { code = on ? make() : nil }
  func shadowing() -> Int {
    let code = read()
    return code
  }
  func setting() {
    code = read()
  }
  func local() -> Int {
    let total = read()
    return total
  }
}
""",
        "M.m": """@implementation M
+ (NSSet *)keys {
    NSSet *known = objc_getAssociatedObject(self, KeysKey);
    if (known != nil) return known;
    NSMutableSet *keys = [NSMutableSet set];
    objc_setAssociatedObject(self, KeysKey, keys, OBJC_ASSOCIATION_COPY);
    return known;
}
- (A *)adapterFor:(Class)cls {
    A *result = [self.adapters objectForKey:cls];
    if (result != nil) return result;
    result = [[A alloc] initWithClass:cls];
    [self.adapters setObject:result forKey:cls];
    return result;
}
- (A *)otherFor:(Class)cls {
    A *result = [self.adapters objectForKey:cls];
    if (result != nil) return result;
    [self.others setObject:result forKey:cls];
    return result;
}
- (void)tell:(NSError *)error {
    NSLog(@"%@", error);
}
- (id)find:(Class)cls error:(NSError **)error {
    return [self.rows objectForKey:cls];
}
@end
""",
        "J.java": """class J {
  Row row(int id) {
    Row row = rows.get(id);
    if (row != null) return row;
    row = load(id);
    rows.put(id, row);
    return row;
  }
  Row sneaky() {
    try {
      return load(1);
    } catch (IOException e) {
      throw Errors.<Error>sneaky(e);
    }
  }
  Task wrap(Callable callable) {
    return new CallableTask(this, callable);
  }
  void add(Row row) {
    bytes.reset();
    converter.write(row);
    file.add(bytes);
  }
}
""",
    }
)
CLAIMS = {
    "SUPPORTED": """
A.Choose sets s to null
A.Choose sets s to null if on is false
A.Own sets s to null
K.chosen sets s to null
K.cased sets s to null unless n is 1
K.letting does not call fetch when t is null
R.chosen sets @s to nil
R.done? calls failure?
R.both calls failure? and done?
W.chosen sets code to nil if on is false
W.setting sets code
W.local sets total
W.shadowing writes the local variable code
M.keys caches the keys
M.keys caches the keys with objc_setAssociatedObject
M.adapterFor caches the result
M.tell logs the error
M.find:error: does not use its error parameter
J.row caches rows
J.add resets bytes, then calls converter.write and then file.add
""",
    "CONTRADICTED": """
A.Choose sets s to null if on is true
A.Choose never sets s to null
A.Choose always sets s to null
K.cased sets s to null if n is 1
K.letting never calls fetch if t is not null
K.letting calls fetch when t is null
R.done? never calls failure?
M.tell never logs anything
M.find:error: uses its error parameter
M.keys never caches the keys
J.add resets bytes, then calls file.add and then converter.write
""",
    "NOT_SUPPORTED": """
A.Give sets s to null
M.otherFor caches the result
M.otherFor logs
R.failure? calls done?
J.wrap invokes the callable it is given
J.sneaky rethrows IllegalStateException
""",
    "INCONCLUSIVE": """
W.shadowing sets code
W.shadowing updates the code property
W.shadowing never writes code
J.sneaky rethrows the IOException
J.sneaky throws IOException
J.sneaky wraps the IOException
""",
}


@pytest.mark.parametrize(
    ("claim", "status"),
    [(claim, status) for status, lines in CLAIMS.items() for claim in said(lines)],
)
def test_claim(claim: str, status: str) -> None:
    assert verify(SNAPSHOT, claim).status == status
