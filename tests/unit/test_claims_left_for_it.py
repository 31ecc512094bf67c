"""What is left, swallowed or asked for is that which is said, and not what stands beside it."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

SNAPSHOT = snapshot_of(
    {
        "a.go": """package a
func (c *C) handle(origin string, allowed bool, m string) {
	if origin == "" {
		log(1)
		return
	}
	if !allowed {
		log(2)
		return
	}
	set(m)
}
""",
        "b.rb": """class B
  def update(options)
    return unless options.update
    go
    return if options.quiet
    @b = 2
  end
  def compile(type)
    return unless @settings.has_key?(type)
    @settings[type].each { |s| run(s) }
  end
  def known(type)
    @settings.key?(type)
  end
end
""",
        "c.swift": """class C {
  func mkdir(_ options: Opts? = nil, depth n: Int = 3) throws {
    do { try go() }
    catch E.exists { }
    catch { throw error }
  }
  func all() {
    do { try go() }
    catch { print("x") }
  }
  func some() throws {
    do { try go() }
    catch E.exists { }
  }
}
""",
        "d.c": """T *init(int n) {
  T *ret = malloc(n);
  if (!ret) return 0;
  fscanf(in, "x", n);
  int rc = getch(in);
  if (rc < 4) return 0;
  return ret;
}
""",
        "e.cpp": """struct L {
  bool exists(const K& key) const { return map_.find(key) != map_.end(); }
  bool absent(const K& key) const { return map_.find(key) == map_.end(); }
};
""",
        "f.rs": """impl F {
  fn has(&self, i: I) -> bool { self.mapping.contains_key(&i) }
}
""",
        "g.py": """class G:
    def every(self):
        try:
            go()
        except ValueError:
            pass
    def all(self):
        try:
            go()
        except Exception:
            pass
""",
    }
)
CLAIMS = {
    "SUPPORTED": """
`C.handle` returns early if the origin is empty
`C.handle` returns early if allowed is false
`B.update` returns early unless options.update is set
`B.update` returns early if options.quiet is set
`B.compile` calls run if @settings has the type
`B.compile` returns early unless the settings have the type
`B.known` returns true if @settings has the type
`B.known` returns true if the type is known
`C.mkdir` swallows E.exists
`C.all` swallows every error
`C.mkdir` takes a parameter options that defaults to nil
`C.mkdir` takes a parameter n that defaults to 3
`init` checks the result of malloc
`init` ignores the return value of fscanf
`init` checks whether malloc failed
`L.exists` returns true if the key is in the map
`L.absent` returns false if the key is found
`F.has` returns true if the mapping contains i
`G.all` swallows every exception
`G.every` swallows ValueError
""",
    "CONTRADICTED": """
`C.handle` returns early if the origin is present
`C.handle` returns early if allowed
`B.update` returns early if options.update is set
`B.compile` calls run if @settings does not have the type
`C.mkdir` takes a parameter options that defaults to 5
`init` ignores the result of malloc
`init` checks the result of fscanf
`init` ignores the return value of getch
`L.exists` returns false if the key is found
`F.has` returns false if mapping contains i
""",
    "INCONCLUSIVE": """
`C.mkdir` swallows every error
`C.mkdir` swallows all errors
`C.some` swallows every error
`init` ignores the result of parsing
`init` checks the result of parsing
`G.every` swallows every exception
""",
}


@pytest.mark.parametrize(
    ("claim", "status"),
    [(claim, status) for status, lines in CLAIMS.items() for claim in lines.split("\n") if claim],
)
def test_claim(claim: str, status: str) -> None:
    assert verify(SNAPSHOT, claim).status == status
