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
    "job.rb": """
class Job
  def self.enqueue(x)
    new(x)
  end

  def run
    go
  end
end

class Opened
  class << self
    def make(x)
      new(x)
    end
  end
end
""",
    "shared.m": """
@implementation Shared
+ (Shared *)shared { return [Shared new]; }
- (void)run { [self go]; }
@end
""",
    "kept.swift": """
class Kept {
  static func make() -> Kept { return Kept() }
  func store(_ e: Expiration) {
    guard !e.isExpired else { return }
    keep(e)
  }
}
""",
    "Sync.cs": """
public class Sync {
  public int Push(IEnumerable<Item> items, CancellationToken token = default) {
    Pushed?.Invoke(this, items);
    GC.SuppressFinalize(this);
    return 1;
  }
}
""",
    "split.go": """
package split

func SplitAll(args []string, rest []int) {
	for _, a := range args {
		strings.Split(a)
	}
	for _, r := range rest {
		use(r)
	}
}
""",
    "grow.c": """
int grow(struct buf *b)
{
	p = realloc(b->data, n);
	if (!p)
		return -ENOMEM;
	return 0;
}
""",
    "hits.ts": """
export class Hits<T> {
  async find(key: string, load?: any): Promise<T | undefined> {
    const hit = this.items.get(key);
    if (hit !== undefined) return hit;
    const value = await load(key);
    this.items.set(key, value);
    return value;
  }
  static from<T>(entries: any) {
    const hits = new Hits<T>();
    for (const [k, v] of entries) hits.items.set(k, v);
    return hits;
  }
}
""",
    "check.py": """
def check(x):
    log(x)
    if not x:
        raise ValueError()
    save(x)
    return 1


def pick(x):
    if x:
        save(x)
        return 2
    return 3
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
Job.enqueue is a class method
Shared.shared is a class method
Kept.make is a class method
Kept.store returns early if the expiration has expired
Sync.Push raises the Pushed event
Sync.Push has an optional token parameter
SplitAll calls strings.Split in the first loop
grow returns -ENOMEM if realloc fails
Hits.find returns hit without calling load
check raises ValueError without calling save
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
Job.run is a class method
Shared.run is a class method
Kept.store is a class method
Sync.Push raises Popped
Sync.Push has an optional items parameter
SplitAll calls use in the first loop
grow returns -EINVAL
Hits.find returns value without calling this.items.get
check raises ValueError without calling log
check returns 1 without calling save
"""
# What is neither shown nor excluded.
OPEN = """
Sync.Push suppresses finalization
pick returns 3 without calling save
Hits.from fills the hits in a loop
Hits.find stores the loaded value in this.items
"""


@pytest.mark.parametrize("sentence", said(TRUE))
def test_what_is_true_is_supported(sentence: str) -> None:
    assert verify(SNAPSHOT, sentence).status.value == "SUPPORTED"


@pytest.mark.parametrize("sentence", said(FALSE))
def test_what_is_false_is_not(sentence: str) -> None:
    assert verify(SNAPSHOT, sentence).status.value in ("NOT_SUPPORTED", "CONTRADICTED")


@pytest.mark.parametrize("sentence", said(OPEN))
def test_what_may_be_is_left_open(sentence: str) -> None:
    assert verify(SNAPSHOT, sentence).status.value == "INCONCLUSIVE"
