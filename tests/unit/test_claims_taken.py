"""What is taken: parameters by their type, locks by name, things out of containers, panics."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.sentences import said
from tests.support.snapshots import snapshot_of

SOURCES = {
    "srv.go": """
package srv

func (s *Server) Accept(ctx context.Context, c *Conn, opts ...Option) error {
	return s.do(ctx, c)
}

func (s *Server) Close() error {
	for id, c := range s.conns {
		delete(s.conns, id)
	}
	defer func() { s.done() }()
	return nil
}

func (s *Server) Put(c *Conn) {
	s.check(c)
	s.mu.Lock()
	s.idle = append(s.idle, c)
	s.mu.Unlock()
	s.notify()
}

func Parse(raw string) (n int, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("bad: %v", r)
		}
	}()
	return hex(raw[2:]), nil
}

func Plain(raw string) (n int, err error) {
	return hex(raw[2:]), nil
}
""",
    "service.py": """
class Service:
    def close(self):
        with self.lock:
            self.open = False
            self.pool.shutdown()
        self.tell()

    def handle(self, request, body):
        if body.is_one_shot():
            return None
        token = self.auth.refresh(request)
        return token

    def wipe(self, key):
        del self.conns[key]
        self.seen.discard(key)
        self.items.pop()
""",
    "load.ts": """
export function load(options: LoadOptions, signal?: AbortSignal): Promise<void> {
  return go(options)
}
""",
    "seen.java": """
class Seen {
  void drop(String key) {
    this.seen.remove(key);
  }
  void add(int x) {
    synchronized (lock) { items.add(x); }
    tell();
  }
}
""",
    "queue.cpp": """
void Queue::push(int x) {
  prepare(x);
  std::lock_guard<std::mutex> guard(mutex_);
  items_.push_back(x);
}
""",
}
SNAPSHOT = snapshot_of(SOURCES)
TRUE = """
Server.Accept takes a context
Server.Accept takes a context.Context
Server.Accept takes a connection
Server.Accept accepts a variable number of options
load takes an abort signal
Server.Close deletes from s.conns
Server.Close removes entries from s.conns
Server.Close has a deferred function
Service.wipe removes from self.conns
Service.wipe removes entries from self.seen
Service.wipe removes the last item from self.items
Seen.drop deletes entries from this.seen
Parse recovers from panics
Parse catches panics
Plain never recovers from panics
Service.close calls self.pool.shutdown under self.lock
Service.close calls self.pool.shutdown with self.lock held
Service.close calls self.pool.shutdown while it holds the lock
Server.Put appends to s.idle while holding s.mu
Queue.push calls items_.push_back under mutex_
Seen.add calls items.add while it holds the lock
Service.handle asks body.is_one_shot before it calls self.auth.refresh
Service.handle goes through self.auth.refresh to get a token
"""
FALSE = """
Server.Accept takes a timeout
Server.Accept takes a logger
Server.Accept takes a handler
Server.Close removes entries from s.idle
Service.wipe removes the key from self.rest
Plain recovers from panics
Parse lets panics escape
Service.close calls self.tell while it holds self.lock
Service.close calls self.tell while it holds the lock
Service.close calls self.pool.shutdown under self.other_lock
Server.Put calls s.notify while holding s.mu
Server.Put calls s.check with s.mu held
Queue.push calls prepare under mutex_
Seen.add calls tell while holding the lock
Service.handle asks self.auth.refresh before body.is_one_shot
"""


@pytest.mark.parametrize("sentence", said(TRUE))
def test_what_is_true_is_supported(sentence: str) -> None:
    assert verify(SNAPSHOT, sentence).status.value == "SUPPORTED"


@pytest.mark.parametrize("sentence", said(FALSE))
def test_what_is_false_is_not(sentence: str) -> None:
    assert verify(SNAPSHOT, sentence).status.value in ("NOT_SUPPORTED", "CONTRADICTED")
