"""Channels of Go: what is done when one is closed, and what an arm of `select` asks."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

SNAPSHOT = snapshot_of(
    {
        "hub.go": """\
package hub

func (h *Hub) Run(ts <-chan int, other <-chan int) error {
	for {
		select {
		case t, ok := <-ts:
			if !ok {
				return nil
			}
			use(t)
		case <-h.stop:
			return errStop
		}
	}
}

func (h *Hub) One(jobs <-chan int) {
	job, ok := <-jobs
	if ok {
		use(job)
		return
	}
	h.finish()
}

func (h *Hub) Send(rows []int) {
	select {
	case <-h.stop:
		return
	default:
	}
	h.put(rows)
}

func (h *Hub) Wait() {
	<-h.stop
}

func (h *Hub) Get(key string) int {
	value, ok := h.rows[key]
	if !ok {
		return miss()
	}
	return value
}
"""
    }
)
CLAIMS = {
    "SUPPORTED": """
Hub.Run returns nil when the channel is closed
Hub.Run returns nil when ts is closed
Hub.Run exits when the channel is closed
Hub.Run calls use unless the channel is closed
Hub.Run returns early when stop is closed
Hub.One calls finish when jobs is closed
Hub.One calls use only if jobs is not closed
Hub.Send checks stop
Hub.Send branches on stop
Hub.Wait blocks on stop
""",
    "CONTRADICTED": """
Hub.Run calls use when the channel is closed
Hub.Run calls use if ts is closed
Hub.One calls use if jobs is closed
Hub.One calls finish if jobs is still open
Hub.Wait never blocks on stop
""",
    "INCONCLUSIVE": """
Hub.Wait checks stop
Hub.Send checks rows
Hub.Send never blocks on stop
Hub.Send calls put before checking stop
Hub.Run returns nil if other is closed
Hub.Run returns errStop when the channel is closed
Hub.Get calls miss when the channel is closed
""",
}


@pytest.mark.parametrize(
    ("claim", "status"),
    [(claim, status) for status, lines in CLAIMS.items() for claim in lines.split("\n") if claim],
)
def test_claim(claim: str, status: str) -> None:
    assert verify(SNAPSHOT, claim).status == status
