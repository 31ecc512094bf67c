"""Strings as names of what is read, set and taken out; and which way a number is counted."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

FILES = {
    "keys.py": '''
import os
def work(d, row, env):
    """Docs."""
    d["hits"] += 1
    d["misses"] -= 1
    del row["old"]
    x = row["name"]
    os.environ.pop("GONE", None)
    os.environ["SET"] = "1"
    y = os.getenv("HOME")
    if "TERM" in os.environ:
        log("PATH")
    d["level"] = 3
    d.setdefault("low", 0)
    return {"MADE_OF": x}
''',
    "keys.rb": """
class Keys
  def f(h)
    h[:hits] += 1
    h.delete(:old)
    ENV.fetch("HOME")
  end
end
""",
    "keys.go": """
package keys
func Goes(m map[string]int) {
	m["hits"]++
	os.Setenv("SET", "1")
	os.Getenv("HOME")
	delete(m, "old")
}
""",
    "keys.ts": """
export function types(d: any) {
  d["hits"] += 1
  delete d["old"]
  return process.env["HOME"]
}
""",
    "keys.rs": """
fn rusts(m: &mut M) {
    m["hits"] += 1;
    std::env::set_var("SET", "1");
    let h = env::var("HOME");
    m.remove("old");
}
""",
    "Keys.java": """
class Javas {
  int total;
  AtomicInteger n;
  void h(Map<String, Integer> m, int step) {
    m.put("hits", 1);
    m.remove("old");
    String s = System.getenv("HOME");
    total = total + step;
    n.incrementAndGet();
    int last = step;
    this.most = most > 1 ? most + 1 : 0;
  }
}
""",
    "keys.swift": """
func swi(d: inout [String: Int]) {
    d["hits"]! += 2
    d.removeValue(forKey: "old")
}
""",
    "Keys.cs": """
class CS {
  void F(Dictionary<string, int> d) {
    d["hits"]++;
    d.TryGetValue("name", out var n);
    Environment.SetEnvironmentVariable("SET", "1");
  }
}
""",
    "keys.m": """
@implementation OC
- (void)run:(NSMutableDictionary *)d {
  [d removeObjectForKey:@"old"];
  id x = [d objectForKey:@"name"];
  [d setObject:@2 forKey:@"low"];
}
@end
""",
    "keys.c": """
void opts(int s, void *h, long wait) {
    int on = 1;
    setsockopt(s, SOL_TCP, TCP_NODELAY, &on, sizeof(on));
    curl_easy_setopt(h, OPT_TIMEOUT, wait);
    curl_easy_setopt(h, OPT_CERTS, 1L);
    set_mode(h, MODE_FAST);
    get_option(h, OPT_AGE, &on);
}
""",
    "keys.js": """
function unpacks(d) {
  const o = { made: 1 };
  const { name, kept: other } = d;
  return o
}
""",
    "steps.py": """
class Steps:
    def go(self, step):
        self.up += 2
        self.down = self.down - step
        self.fresh = 5
        self.made = self.next(self.made)
        count = self.seen.get(1)
        self.seen[1] = count + 1
""",
}
SNAPSHOT = snapshot_of(FILES)
CLAIMS = {
    "SUPPORTED": [
        *("work increments hits", 'work increments d["hits"]', "work increments d.hits"),
        *("opts sets TCP_NODELAY", "opts sets OPT_TIMEOUT", "opts sets OPT_CERTS to 1"),
        *("opts never sets OPT_AGE", "opts sets OPT_TIMEOUT to wait"),
        *("work decrements misses", "work deletes old", "work deletes GONE", "work reads HOME"),
        *("work reads name", "work sets SET", "work sets level to 3", "work never sets HOME"),
        *("work never reads SET", "work sets low", "work removes GONE"),
        *("Keys#f increments hits", "Keys#f removes :old", "Keys#f reads HOME"),
        *("Goes increments hits", "Goes sets SET", "Goes reads HOME", "Goes deletes old"),
        *("types increments hits", "types deletes old", "types reads HOME"),
        *("rusts increments hits", "rusts sets SET", "rusts reads HOME", "rusts removes old"),
        *("Javas.h sets hits", "Javas.h removes old", "Javas.h reads HOME"),
        *("Javas.h increments total", "Javas.h increments total by step", "Javas.h increments n"),
        *("Steps.go increments self.up", "Steps.go increments self.up by 2"),
        *("Steps.go decrements self.down by `step`", "Steps.go never increments self.fresh"),
    ],
    "CONTRADICTED": [
        *("swi never increments hits", "swi never removes old", "CS.F never increments hits"),
        *("CS.F never reads name", "CS.F never sets SET", "OC.run never removes old"),
        *("OC.run never reads name", "OC.run never sets low", "unpacks never reads name"),
        *("unpacks never reads d.kept", "OC.run never reads `name`"),
        *("opts never sets TCP_NODELAY", "opts doesn't set OPT_TIMEOUT"),
        *("work never increments hits", "work never deletes old", "work never reads HOME"),
        *("work never sets SET", "work never removes GONE", "work doesn't read GONE"),
        *("Keys#f never increments hits", "Keys#f never deletes old", "Goes never sets SET"),
        *("types never deletes old", "rusts never reads HOME", "Javas.h never removes old"),
        *("Javas.h never increments n", "Steps.go never decrements self.down"),
    ],
    "INCONCLUSIVE": [
        "unpacks never sets made",
        *("work never reads TERM", "work never reads PATH", "work never sets MADE_OF"),
        *("Steps.go increments self.made", "Steps.go increments count"),
        *("Steps.go never increments count", "Javas.h decrements most"),
    ],
    "NOT_SUPPORTED": [
        *("opts sets OPT_AGE", "opts sets OPT_CERTS to 2", "opts sets MODE_FAST"),
        *("unpacks reads d.other", "OC.run reads `old`"),
        *("work increments row.hits", 'work sets d["level"] to 4', "work decrements `hits`"),
        *("Steps.go increments self.up by 1", "Steps.go decrements self.up"),
        *("Steps.go increments self.down", "Steps.go increments self.fresh"),
        *("Javas.h increments last", "Javas.h decrements total", "Javas.h increments total by 2"),
    ],
}


@pytest.mark.parametrize(
    ("claim", "status"), [(claim, status) for status in CLAIMS for claim in CLAIMS[status]]
)
def test_claim(claim: str, status: str) -> None:
    assert verify(SNAPSHOT, claim).status == status
