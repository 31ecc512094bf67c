"""Values of Go that are returned at once are held to one return, each in its place."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

SNAPSHOT = snapshot_of(
    {
        "h.go": """package h
func renew(p string) (bool, error) {
	if p == "" { return true, nil }
	ok, err := stat(p)
	if err != nil {
		return false, err
	}
	return true, err
}
func take() (bool, error) { return true, nil }
func hand() (bool, error) { return renew("a") }
func fails() (int, error) { return 0, errors.New("no") }
func loose(err error) (bool, error) { return false, err }
func three() (a, b int, err error) { return 1, 2, nil }
func named() (ok bool, err error) { return }
func cond(p string) (bool, error) {
	if p == "" { return false, nil }
	return true, nil
}
""",
        "a.py": "def pair(x): return x, None\n",
    }
)
CLAIMS = [
    ("renew returns false with a nil error", "NOT_SUPPORTED"),
    ("renew never returns false with a nil error", "SUPPORTED"),
    ("renew returns true with a nil error", "SUPPORTED"),
    ("renew never returns true with a nil error", "CONTRADICTED"),
    ("renew returns false, err", "SUPPORTED"),
    ("renew never returns false, nil", "SUPPORTED"),
    ("renew returns true, nil", "SUPPORTED"),
    ("renew returns `false, err`", "SUPPORTED"),
    ("renew returns (true, nil)", "SUPPORTED"),
    ("renew returns false", "SUPPORTED"),
    ("take returns false, nil", "NOT_SUPPORTED"),
    ("take never returns false, nil", "SUPPORTED"),
    ("hand returns true, nil", "INCONCLUSIVE"),
    ("hand never returns false, nil", "INCONCLUSIVE"),
    ("fails never returns 0, nil", "SUPPORTED"),
    ("fails returns 0 with a nil error", "NOT_SUPPORTED"),
    ("loose returns false, nil", "INCONCLUSIVE"),
    ("loose never returns true, nil", "SUPPORTED"),
    ("three returns 1, 2, nil", "SUPPORTED"),
    ("three returns 2, 1, nil", "NOT_SUPPORTED"),
    ("three returns 2 with a nil error", "SUPPORTED"),
    ("named returns true, nil", "INCONCLUSIVE"),
    ("cond returns false, nil if p is empty", "SUPPORTED"),
    ("pair returns None", "INCONCLUSIVE"),
]


@pytest.mark.parametrize(("claim", "status"), CLAIMS)
def test_what_follows(claim: str, status: str) -> None:
    assert verify(SNAPSHOT, claim).status == status


def test_only_the_return_that_gives_them_is_shown() -> None:
    told = verify(SNAPSHOT, "renew returns false, err").evidence
    assert [one.line for one in told] == [6]
