"""Claims about channels of Go, and about calls that do not come back."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

FILES = {
    "run.go": """package p

func (w *P) Run() error {
	t := <-w.doneChan
	select {
	case w.out <- t:
	case data := <-w.in:
		w.pop(data)
	case <-w.exitChan:
		return ErrStopped
	}
	// w.late <- t
	return t.Error
}

func (t *T) finish() {
	if t.doneChan != nil {
		t.doneChan <- t
	}
}

func (w *P) Must(cb any) {
	if cb == nil {
		panic("no cb")
	}
	w.cb = cb
}

func (w *P) None() {
	w.pop(nil)
}
""",
    "rest.c": """int rest(int n) {
    if (n < 0)
        exit(1);
    go(n);
    return n;
}
""",
}


@pytest.mark.parametrize(
    ("claim", "status", "lines"),
    [
        ("P.Run receives from w.doneChan", "SUPPORTED", {4}),
        ("P.Run never receives from w.doneChan", "CONTRADICTED", {4}),
        ("P.Run receives a value from w.in", "SUPPORTED", {7}),
        ("P.Run waits on w.exitChan", "SUPPORTED", {9}),
        ("does P.Run receive from w.exitChan?", "SUPPORTED", {9}),
        ("P.Run sends t on w.out", "SUPPORTED", {6}),
        ("P.Run writes to w.out", "SUPPORTED", {6}),
        ("P.Run never sends t on w.out", "CONTRADICTED", {6}),
        ("P.Run never writes to w.out", "CONTRADICTED", {6}),
        ("P.Run never sends on w.in", "SUPPORTED", set()),
        ("P.Run sends t on w.late", "NOT_SUPPORTED", set()),
        ("P.Run returns t.Error after it has received from w.doneChan", "SUPPORTED", {4, 13}),
        ("T.finish sends itself on doneChan unless doneChan is nil", "SUPPORTED", {17, 18}),
        ("T.finish always sends t on t.doneChan", "CONTRADICTED", {18}),
        ("P.None receives from w.in", "NOT_SUPPORTED", set()),
        ("P.None never sends on w.in", "SUPPORTED", set()),
        ("P.Must always sets w.cb", "INCONCLUSIVE", set()),
        ("P.Must sets w.cb even if cb is nil", "CONTRADICTED", {26}),
        ("rest calls go only if n is not negative", "SUPPORTED", {2, 4}),
        ("rest always calls go", "INCONCLUSIVE", set()),
    ],
)
def test_channels(claim: str, status: str, lines: set[int]) -> None:
    answer = verify(snapshot_of(FILES), claim)
    assert answer.status.value == status, answer.summary
    assert {one.line for one in answer.evidence} == lines
