"""What is known of a value is of its last one, of a case its own, and of a way out what it asks."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

SNAPSHOT = snapshot_of(
    {
        "a.go": """
package a

func pick(n int, m bool) int {
	switch {
	case n == 0:
		return 1
	case n > 0:
		n--
		up()
	case m, n < -9:
		far()
	default:
		down()
	}
	return n
}

func again() {
	v, err := create()
	if err != nil {
		one()
		f, err := open(v)
		if err == nil {
			two(f)
		}
		switch {
		case err != nil:
			return
		default:
			rm()
		}
	}
}

func later() {
	err := create()
	if err == nil {
		return
	}
	f, err := open()
	if err != nil {
		return
	}
	three(f)
}
""",
        "p.py": """
class P:
    def turn(self, request):
        ttl = request.meta.get("ttl")
        if ttl and request.times <= self.most:
            log()
            return request
        raise Ignored("most")

    def plain(self, ttl):
        if ttl:
            return 1
        raise Ignored("most")

    def kept(self, x):
        if not x:
            x = make()
            use(x)
""",
        "j.js": "function r(ttl, n) { if (ttl && n <= max) { return 1 } throw new Ignored('x') }\n",
    }
)
CLAIMS = {
    "SUPPORTED": [
        "pick writes n only if n > 0",
        "pick calls up only if n > 0",
        "again calls one only if err is not nil",
        "again calls two only if err is nil",
        "again calls rm only if err is nil",
        "later calls three only if err is nil",
        "P.turn calls log only if ttl",
        "P.plain raises Ignored unless ttl",
        "P.kept calls use only if x is missing",
    ],
    "CONTRADICTED": [
        "r throws Ignored only if ttl",
        "P.turn raises Ignored only if not ttl",
        "P.turn raises Ignored only if ttl",
        "pick writes n only if n == 0",
        "pick calls up only if n == 0",
        "pick calls down only if n > 0",
        "again calls two only if err is not nil",
        "again calls rm only if err is not nil",
        "later calls three only if err is not nil",
        "P.plain raises Ignored only if ttl",
    ],
    "INCONCLUSIVE": [
        "pick calls far only if m",
        "P.turn raises Ignored unless ttl",
        "r throws Ignored unless ttl",
    ],
}


@pytest.mark.parametrize(
    ("status", "claim"), [(status, claim) for status, all_ in CLAIMS.items() for claim in all_]
)
def test_what_is_known(status: str, claim: str) -> None:
    assert verify(SNAPSHOT, claim).status == status
