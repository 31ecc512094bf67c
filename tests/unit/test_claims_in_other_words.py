"""What fails, empties, counts and takes turns, in words that no list of verbs has."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

SNAPSHOT = snapshot_of(
    {
        "fw.py": """
class Fw:
    def insert(self, w):
        if self.full:
            raise Full()
        self.items[self.tail] = w
    def insert2(self, w):
        if not self.full:
            raise Full()
    def wipe(self):
        self._waiting.clear()
        self.comment = None
    def wipe2(self):
        self._running.clear()
        self.readers += 1
    def wipe3(self):
        self.events = dict()
        self.readers -= 1
    def sets(self):
        self._lock = Lock()
    def emits(self):
        self.emit("x")
        with self._lock:
            self.put(1)
    def emits2(self):
        with self._lock:
            self.emit("x")
    def loopy(self):
        while True:
            if self.closed:
                return
            self.step()
    def final(self):
        try:
            self.step()
        finally:
            self.ticker.stop()
    def final2(self):
        self.ticker.stop()
        self.step()
""",
        "fw.go": """
package fw
func (q *Queue) Insert(w int) error {
	if q.isFull {
		return errQueueIsFull
	}
	return nil
}
func (q *Queue) Purge() {
	ticker := time.NewTicker(q.d)
	defer func() {
		ticker.Stop()
	}()
	for {
		select {
		case <-q.purgeCtx.Done():
			return
		case <-ticker.C:
		}
		q.cond.Broadcast()
	}
}
func (q *Queue) Cut() { q.items = q.items[:0]; q.readers++ }
""",
        "fw8.py": """
class Fx:
    def sets(self):
        self._lock = Lock()
""",
        "tv.py": """
class Tv:
    def on(self, event, f=None):
        if f is None:
            return self.listens_to(event)
        else:
            return self.add_listener(event, f)
    def enable(self, on):
        if on:
            self.register(1)
        else:
            self.unregister(1)
    def limit(self, grow):
        if grow:
            self.sem.release(3)
        else:
            self.sem.reduce(3)
    def raises(self, error):
        if isinstance(error, Exception):
            raise error
        else:
            raise PyeeError(error)
""",
        "st.go": """
package st
func (p *Pool) goPurge() {
	if p.options.DisablePurge {
		return
	}
	p.ctx = 1
	go p.purge()
}
func (p *Pool) goOther() {
	if !p.options.DisablePurge {
		return
	}
	go p.purge()
}
func New(size int, expiry int) (*Pool, error) {
	if expiry < 0 {
		return nil, ErrExpiry
	}
	return nil, nil
}
""",
        "st.py": """
class St:
    def get(self, key):
        try:
            with open(key) as fh:
                return fh.read()
        except FileNotFoundError:
            return None
    def get2(self, key):
        try:
            return self.rows[key]
        except KeyError:
            return None
    def get3(self, key):
        try:
            return self.rows[key]
        except ValueError:
            return None
    def write(self, fd, data):
        try:
            os.write(fd, data)
        finally:
            os.close(fd)
    def write2(self, fd, data):
        os.write(fd, data)
        os.close(fd)
    def size(self, size):
        if size < 10:
            raise ValueError(size)
        return size
    def size2(self, size):
        if size > 10:
            raise ValueError(size)
        return size
    def first(self):
        self.audit_comment = None
        self.run()
    def last(self):
        self.run()
        self.audit_comment = None
    def counter(self):
        try:
            self.run()
        finally:
            self.backlog_counter -= 1
    def rows(self, rows):
        for row in rows:
            if row.blank:
                continue
            self.put(row)
""",
        "St.java": """
class Window {
  Builder windowSize(int windowSize) {
    Preconditions.checkArgument(windowSize >= 10, "Window size must be >= 10");
    this.windowSize = windowSize;
    return this;
  }
}
""",
        "Lg.java": """
class Lg {
  void update(int rtt) {
    if (LOG.isDebugEnabled()) {
      LOG.debug("x", rtt);
    }
    this.rtt = rtt;
  }
  void loud(int rtt) {
    LOG.debug("x", rtt);
  }
}
""",
    }
)
CLAIMS = {
    "SUPPORTED": """
Fw.insert fails when it is full
Fw.insert fails if full
Fw.wipe empties the waiting set
Fw.wipe clears the comment
Fw.wipe3 wipes everything
Fw.wipe3 drops all events
Fw.wipe2 increments the number of readers
Fw.wipe2 bumps the reader count
Fw.wipe3 decrements the reader count
Fw.sets recreates the lock
Fw.emits calls emit before it takes the lock
Fw.emits2 calls emit after taking the lock
Fw.loopy stops when closed
Fw.final stops the ticker on exit
Queue.Insert fails when the queue is full
Queue.Purge stops when purgeCtx is done
Queue.Purge stops the ticker on exit
Queue.Cut empties the items
Queue.Cut bumps the number of readers
Fx.sets creates the lock
Fx.sets creates a lock
Fx.sets recreates the lock
Fx.sets makes a new lock
Tv.on returns listens_to(event) if f is None, add_listener(event, f) otherwise
Tv.enable calls register if on is set and calls unregister otherwise
Tv.enable registers if on and unregisters otherwise
Tv.limit releases the sem if grow and reduces it otherwise
Lg.update logs only if debug is enabled
Pool.goPurge does nothing if purging is disabled
Pool.goPurge calls purge unless purging is disabled
New returns an error if the expiry is negative
St.get returns None if the file does not exist
St.get2 returns None if the key is missing
St.write closes the descriptor even if writing fails
St.first clears the comment first
St.counter decrements the backlog counter no matter what
St.rows skips blank rows
""",
    "INCONCLUSIVE": """
Fw.insert fails when it is not full
Fw.insert2 fails when it is full
Fw.wipe2 empties the waiting set
Fw.wipe2 clears the comment
Fw.wipe2 drops all events
Fw.wipe3 bumps the reader count
Fw.wipe2 decrements the reader count
Fw.wipe2 increments the writer count
Fw.wipe recreates the lock
Fw.loopy stops when not closed
Fw.final2 stops the ticker on exit
Queue.Insert fails when the queue is empty
Queue.Purge wakes the waiters up
Fw.insert never fails
Queue.Insert never fails
Tv.raises raises the error if it is an Exception and a PyeeError otherwise
Pool.goPurge does nothing if purging is enabled
Pool.goOther does nothing if purging is disabled
New rejects a negative expiry
St.get3 returns None if the key is missing
St.get2 returns None if the file does not exist
St.write2 closes the descriptor even if writing fails
St.size2 rejects sizes below 10
Window.windowSize rejects sizes above 10
St.last clears the comment first
St.counter increments the backlog counter no matter what
St.rows skips empty rows
""",
    "CONTRADICTED": """
Fw.emits2 calls emit before it takes the lock
Fw.emits calls emit after taking the lock
Fw.emits calls put before it takes the lock
Tv.on returns add_listener(event, f) if f is None, listens_to(event) otherwise
Tv.enable calls unregister if on is set and calls register otherwise
Tv.limit reduces the sem if grow and releases it otherwise
Lg.loud logs only if debug is enabled
Pool.goPurge calls purge only if purging is disabled
""",
    "NOT_SUPPORTED": """
Queue.Insert panics when the queue is full
""",
}


@pytest.mark.parametrize(
    ("status", "claim"),
    [(status, claim) for status, all_ in CLAIMS.items() for claim in all_.strip().splitlines()],
)
def test_claim(status: str, claim: str) -> None:
    assert verify(SNAPSHOT, claim).status.value == status
