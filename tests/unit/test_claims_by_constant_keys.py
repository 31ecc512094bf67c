"""What is set under the name of a constant, calls written as in Ruby, errors nobody asks for."""

from __future__ import annotations

import pytest

from codewitness.features.verify.verify import verify
from tests.support.sentences import said
from tests.support.snapshots import snapshot_of

SNAPSHOT = snapshot_of(
    {
        "Keys.swift": """class Keys {
  func put(_ v: String?) {
    var query: [String: Any] = [:]
    if let v = v { query[SecAttrLabel] = v }
    query[Names.group] = 1
    query[index] = 2
    request.setValue("application/json", forHTTPHeaderField: "Accept")
    request.setValue(make(3), forHTTPHeaderField: kType)
    use(query[SecAttrRead])
  }
}
""",
        "Maps.java": """class Maps {
  void put(String v) {
    map.put(LABEL, v);
    map.put(Names.GROUP, v);
    setMode(FAST);
    map.put(v, OTHER);
  }
}
""",
        "Km.m": """@implementation Km
- (void)put:(NSData *)data {
    [request setValue:[NSString stringWithFormat:@"%lu", n] forHTTPHeaderField:@"Content-Length"];
    [dict setObject:data forKey:kData];
    dict[kLabel] = data;
}
- (BOOL)save:(NSString *)path {
    return [text writeToFile:path atomically:YES error:NULL];
}
- (BOOL)keep:(NSString *)path error:(NSError **)error {
    return [text writeToFile:path atomically:YES error:error];
}
@end
""",
        "r.rb": """class R
  def invoke
    run_callbacks(:invoke) do
      begin
        hook :before
      ensure
        hook :after
      end
    end
  end
end
""",
        "S.cs": """class S {
    void Dispose() {
        var context = Take();
        if (context == null) {
            Wait();
            return;
        }
        context.Invoke();
    }
}
abstract class Base {
    abstract void Go();
    void Stop() { }
}
class Sub : Base { void Go() { Run(); } }
""",
    }
)
CLAIMS = {
    "SUPPORTED": """
Keys.put sets SecAttrLabel only if v is not nil
Keys.put sets Names.group
Keys.put sets the Accept header
Keys.put sets kType
Maps.put sets LABEL
Maps.put sets GROUP
Maps.put never sets OTHER
Km.put sets the Content-Length header
Km.put sets kData
Km.put sets kLabel
Km.save ignores errors
R.invoke calls hook :after in an ensure
S.Dispose returns without calling context.Invoke if context is null
Base.Go is abstract
""",
    "CONTRADICTED": """
Keys.put never sets SecAttrLabel
Keys.put always sets SecAttrLabel
Maps.put never sets GROUP
Km.put never sets kData
Km.save never swallows errors
Base.Stop is abstract
""",
    "NOT_SUPPORTED": """
Keys.put sets index
Keys.put writes group
Keys.put sets SecAttrRead
Maps.put sets FAST
Maps.put sets OTHER
Km.keep swallows errors
Km.save swallows exceptions
R.invoke calls hook :other
""",
    "INCONCLUSIVE": """
Go is abstract
""",
}


@pytest.mark.parametrize(
    ("claim", "status"),
    [(claim, status) for status, lines in CLAIMS.items() for claim in said(lines)],
)
def test_claim(claim: str, status: str) -> None:
    assert verify(SNAPSHOT, claim).status == status
