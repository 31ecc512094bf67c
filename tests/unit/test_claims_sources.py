"""One source after another: what is fallen back to behind a guard that has given back."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.sentences import said
from tests.support.snapshots import snapshot_of

SOURCES = {
    "a.py": """
class A:
    def get(self, key):
        if key in self.env:
            return self.env[key]
        if key in self.vals:
            return self.vals[key]
        raise KeyError(key)
    def cast(self, key, default=None):
        if key in self.env:
            value = self.env[key]
            return self.perform(key, value)
        if key in self.vals:
            value = self.vals[key]
            return self.perform(key, value)
        if default is not None:
            return self.perform(key, default)
        raise KeyError(key)
    def other(self, n):
        if n < 0:
            return 0
        if self.ready:
            return self.size
        raise ValueError(n)
    def one(self, key):
        if key in self.vals:
            return self.vals[key]
        raise KeyError(key)
""",
    "B.java": """
class B {
  Object get(Object k) { if (env.containsKey(k)) { return env.get(k);
    } if (vals.containsKey(k)) { return vals.get(k); } throw new NoSuch(k); }
}
""",
    "c.ts": """
class C {
  get(k: string) { if (k in this.env) return this.env[k];
    if (k in this.vals) return this.vals[k]; throw new Error(k) }
  nn() { if (this.a !== null) { return this.a }
    if (this.b !== null) { return this.b } throw new Error('x') }
}
""",
    "d.go": """
package p
func (d *D) Get(k string) (string, error) {
	if v, ok := d.env[k]; ok {
		return v, nil
	}
	if v, ok := d.vals[k]; ok {
		return v, nil
	}
	return "", errMissing
}
""",
}
SNAPSHOT = snapshot_of(SOURCES)
CLAIMS = {
    "SUPPORTED": """
A.get falls back to self.vals when the key is not in self.env
A.get falls back to self.vals
A.cast falls back to self.vals when the key is not in self.env
A.cast falls back to default
B.get falls back to vals
B.get falls back to vals when k is not in env
C.get falls back to this.vals
C.get falls back to this.vals if k is not in this.env
C.nn falls back to this.b
C.nn falls back to this.b if this.a is null
D.Get falls back to d.vals
""",
    "CONTRADICTED": """
A.get never falls back to self.vals
""",
    "NOT_SUPPORTED": """
A.get falls back to self.env
A.other falls back to self.size
A.one falls back to self.vals
""",
    "INCONCLUSIVE": """
A.get falls back to self.env when the key is not in self.vals
D.Get falls back to d.vals when k is not in d.env
""",
}


@pytest.mark.parametrize(
    ("claim", "status"), [(claim, status) for status in CLAIMS for claim in said(CLAIMS[status])]
)
def test_claim(claim: str, status: str) -> None:
    assert verify(SNAPSHOT, claim).status == status
