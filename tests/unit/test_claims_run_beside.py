"""Claims about what runs beside its caller, and about what is done when a function is left."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

SNAPSHOT = snapshot_of(
    {
        "hub.go": """\
package hub

func (h *Hub) Run(jobs <-chan int) error {
	go h.reloader()
	h.reload()
	for job := range jobs {
		use(job)
	}
	return nil
}

func (h *Hub) Later() {
	go func() { h.reload() }()
	h.each(func() { use(1) })
}

func (h *Hub) Guarded() error {
	h.mu.Lock()
	defer h.mu.Unlock()
	use(1)
	if err := h.check(); err != nil {
		return err
	}
	use(2)
	return nil
}
""",
        "store.py": """\
class Store:
    def write(self, row):
        self.lock.acquire()
        try:
            self.put(row)
        finally:
            self.lock.release()
        self.tell(row)
""",
        "page.ts": """\
class Page {
  async open() {
    setTimeout(() => this.load(), 10);
    this.sync();
  }
  plain() {
    this.queue.then(one => one);
    this.load(1);
  }
}
""",
    }
)
CLAIMS = {
    "SUPPORTED": """
Hub.Run starts the reloader in a goroutine
Hub.Run runs `reloader` in its own goroutine
Hub.Run spawns the reloader in a separate goroutine
Hub.Run calls reloader in the background
Hub.Later runs reload in a goroutine
Hub.Later calls `reload` asynchronously
Page.open runs load in the background
Hub.Guarded unlocks mu on exit
Hub.Guarded unlocks mu when it returns
Hub.Guarded releases the lock on return
Store.write releases lock on exit
Store.write releases the lock when the method returns
""",
    "CONTRADICTED": """
Hub.Run runs reload in a goroutine
Hub.Run calls `reload` in a goroutine
Hub.Run starts the reload in the background
Hub.Run calls use in a goroutine
Hub.Run does not run reloader in a goroutine
Hub.Guarded never unlocks mu on exit
""",
    "INCONCLUSIVE": """
Hub.Later calls use in a goroutine
Page.open calls sync asynchronously
Page.plain calls load asynchronously
Hub.Guarded locks mu on exit
Hub.Guarded calls use on exit
Hub.Guarded calls use when it returns
Store.write acquires lock on exit
Store.write calls tell on exit
""",
}


@pytest.mark.parametrize(
    ("claim", "status"),
    [(claim, status) for status, lines in CLAIMS.items() for claim in lines.split("\n") if claim],
)
def test_claim(claim: str, status: str) -> None:
    assert verify(SNAPSHOT, claim).status == status
