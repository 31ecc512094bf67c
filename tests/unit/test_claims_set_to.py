"""`sets width to 40`: the value that an object gets where it is made, or by a call."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

FILES = {
    "a.go": """package a

func New(max int64) *Bar {
	b := Bar{
		config: config{
			width:   40, // columns
			predict: true,
			name:    "it",
			max:     max,
		},
	}
	return &b
}
""",
    "b.rs": """
impl C {
    pub fn make(n: u32) -> C {
        C { width: 40, name: "it", n }
    }
}
""",
    "d.c": """
struct s fill(void) {
  struct s v = { .width = 40, .flag = 1 };
  return v;
}
""",
    "e.kt": """
class E {
  fun opt(): Opt {
    return Opt(width = 40, flag = true)
  }
}
""",
    "f.py": """
class F:
    def call(self, o):
        o.set_timeout(10)
    def keyed(self):
        return {"retries": 3}
    def named(self):
        return Config(retries=3)
    def proxy(self, host):
        set_property("http.host", host)
        set_property("https.host", host)
    def one(self, host):
        set_property("http.host", host)
    def stop(self, client):
        client.close_async()
    def choose(self, width):
        return f(width if width else 40)
""",
    "h.java": """
class H {
  Opt build() {
    return new Builder().width(40).name("it").build();
  }
}
""",
    "j.js": """
export function create(options) {
  return { retries: 3, ...options };
}
""",
}
CLAIMS = {
    "SUPPORTED": (
        "New sets width to 40",
        "New defaults predict to true",
        'New sets name to "it"',
        "New never sets predict to false",
        "C.make sets width to 40",
        "fill sets width to 40",
        "fill sets flag to true",
        "E.opt sets width to 40",
        "E.opt sets flag to true",
        "F.call sets the timeout to 10",
        "F.keyed sets retries to 3",
        "F.named sets retries to 3",
        "F.one only sets http.host",
        "F.proxy sets http.host",
        "F.stop closes the client",
        "H.build sets width to 40",
        "create defaults retries to 3",
    ),
    "CONTRADICTED": (
        "New never sets width to 40",
        "F.proxy only sets http.host",
        "F.proxy sets nothing but https.host",
    ),
    "NOT_SUPPORTED": (
        "New sets width to 50",
        "New defaults predict to false",
        'New sets name to "them"',
        "C.make sets width to 50",
        "fill sets width to 50",
        "fill sets flag to false",
        "E.opt sets flag to false",
        "F.call sets the timeout to 20",
        "F.keyed sets retries to 4",
        "F.named sets retries to 4",
        "F.choose sets width to 40",
        'H.build sets name to "them"',
    ),
    "INCONCLUSIVE": (
        "New sets max to 5",
        "create defaults retries to 5",
        "F.stop disposes the client",
    ),
}


@pytest.mark.parametrize(
    ("claim", "expected"),
    [(claim, status) for status, claims in CLAIMS.items() for claim in claims],
)
def test_claim(claim: str, expected: str) -> None:
    assert verify(snapshot_of(FILES), claim).status == expected
