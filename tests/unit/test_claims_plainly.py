"""Conditions, steps and goals that are said in plain words, in several languages.

What is said of a condition has to be asked there, and to go the same way; what is put somewhere
has to be put there; words for leaving, looking and trying say what they say in any form.
"""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.sentences import said
from tests.support.snapshots import snapshot_of

SOURCES = {
    "lock.py": """
import time
import warnings


class Lock:
    def acquire(self, timeout, old_interval=None):
        if old_interval is not None:
            warnings.warn("x")
        if timeout < 0:
            raise ValueError()
        while True:
            if self.take():
                return True
            time.sleep(timeout)

    def __exit__(self, kind, value, traceback):
        self.release()

    def check(self, traceback, stack):
        print(traceback)
        self.log = stack.top
        if self.depth > stack.most:
            return
        self.save()

    def lookup(self, key):
        return self.paths.get(key)

    def count(self):
        self.left -= 1

    def shut(self):
        if self.closed:
            return
        self.closed = True
        for c in self.children:
            c.shut()
        while self.left:
            self.left -= 1
""",
    "cmd.ts": """
export class Cmd {
  run(command: any): any {
    if (!command || !command.action) return
    command.checkUnknownOptions()
    command.checkValue()
    command.checkRequiredArgs()
    this.options.beforeRun(command)
    this.performRequest()
  }
  later(command: any): any {
    return () => command.action()
  }
}
export class Queue {
  push(item: Item): void {
    if (this.isPaused) {
      throw new PausedError();
    }
    if (item.size > MAX_SIZE) throw new RangeError('big');
    this.items[item.id] = item;
    this.flush();
  }
}
""",
    "req.js": """
function Req() {}
Req.prototype.write = function (data) {
  if (this.ending) {
    throw new WriteAfterEnd();
  }
  for (var h in data) {
    if (regex.test(h)) delete data[h];
  }
};
""",
    "pool.go": """
package pool

func (p *Pool) Get(prev int) (*Conn, error) {
	if p.closed {
		return nil, ErrClosed
	}
	if p.generation != prev {
		return nil, nil
	}
	for attempt := 0; attempt < p.most; attempt++ {
		conn, err := p.dial()
		if err != nil {
			time.Sleep(p.backoff)
			continue
		}
		p.conns[conn.ID()] = conn
		return conn, nil
	}
	return nil, ErrExhausted
}

func (p *Pool) Put(c *Conn) {
	if len(p.idle) >= p.maxIdle {
		c.Close()
		return
	}
	p.idle = append(p.idle, c)
}

func (p *Pool) Shut() {
	for _, c := range p.idle {
		c.Close()
	}
	for p.busy() {
		time.Sleep(p.backoff)
	}
}
""",
    "list.c": """
int list_add(struct list *arr, void *data)
{
	if (list_grow(arr, 1))
		return -1;
	arr->data = data;
	return 0;
}

int list_put(struct list *arr, void *data)
{
	int size = vsnprintf(buf, 128, msg, ap);
	if (size > 127)
		size = vasprintf(&t, msg, ap);
	return size;
}
""",
    "state.cc": """
Node* State::LookupNode(StringPiece path) const {
  Paths::const_iterator i = paths_.find(path);
  if (i != paths_.end())
    return i->second;
  return NULL;
}
Node* State::GetNode(StringPiece path) {
  Node* node = new Node(path.AsString());
  paths_[node->path()] = node;
  return node;
}
""",
    "Cache.cs": """
class Cache {
  public string Get(char[] buffer, int start, int length) {
    if (length > maxSize) { return new string(buffer, start, length); }
    Find(buffer);
    return hit;
  }
  public void Drop() {
    RemoveAll(this.path);
  }
}
""",
    "Job.java": """
class Job {
  int compareTo(Job other) {
    int order = getInstant().compareTo(other.getInstant());
    if (order == 0) {
      return System.identityHashCode(this);
    }
    return order;
  }
  int run(int n) {
    for (;;) {
      if (++n > MAX_TRIES) {
        throw new ProtocolException("too many");
      }
      beforeRun.call(n);
      this.work(n);
    }
  }
}
""",
    "store.rb": """
class Store
  def fetch(key, ttl = nil)
    return nil unless key
    @hits += 1
    validate_key!(key)
    check_quota
    on_fetch.call(key)
  end

  def drop(key)
    raise KeyError, key if entries.size > MAX_ENTRIES
  end
end
""",
    "queue.swift": """
class Waiting {
  var isPaused = false
  func add(_ x: Int) {
    guard !isPaused else { return }
    items.append(x)
    work()
  }
}
""",
    "cache.rs": """
impl Cache {
    fn get(&mut self, key: &str) -> Option<u32> {
        if key.len() > self.max_key {
            return None;
        }
        self.hits += 1;
        self.map.get(key).copied()
    }
    fn put(&mut self, key: String, value: u32) {
        self.map.insert(key, value);
    }
}
""",
    "timer.kt": """
class Timer(private val onTick: (Int) -> Unit) {
    fun start(count: Int) {
        if (count > MAX_TICKS) throw IllegalStateException("too many")
        onTick.invoke(count)
        stop()
    }
}
""",
}
SNAPSHOT = snapshot_of(SOURCES)
TRUE = """
Lock.__exit__ never looks at its traceback parameter
Lock.__exit__ does not look at the value
Lock.check looks at its traceback parameter
Lock.check looks at the stack
Lock.check uses traceback
Lock.check gives up if the depth is too big
Lock.count counts self.left down
Lock.acquire gives up with a ValueError
Lock.shut returns early if the lock has been closed
Cmd.run checks unknown options before it checks required args
does Cmd.run bail out when there is no command action?
does Cmd.run give up early?
Cmd.run can bail out early
Cmd.run runs the beforeRun callback before it calls this.performRequest
Req.prototype.write throws WriteAfterEnd
Req.write loops over the data and tests each of them with regex.test
the retry loop in Pool.Get sleeps with time.Sleep between tries
Pool.Get bails out early when the pool is closed
Pool.Get returns early if the generation has changed
Pool.Get adds the connection to p.conns
Pool.Put returns early when the number of idle connections is over p.maxIdle
a request is served from the pool, i.e. Pool.Get calls p.dial
list_add calls list_grow and returns -1 if that fails
list_put tries vsnprintf before vasprintf
State.GetNode adds missing nodes to paths_
Cache.Get returns early when the field is longer than maxSize
Cache.Get bails out early for fields longer than maxSize
Job.compareTo falls back to System.identityHashCode when order is 0
Job.run throws a ProtocolException after MAX_TRIES
Job.run gives up with a ProtocolException after MAX_TRIES attempts
Job.run runs the beforeRun hook before it calls this.work
Store.fetch counts @hits up
Store.fetch validates the key before it checks the quota
Store.fetch never looks at its ttl parameter
Store.drop raises KeyError for stores larger than MAX_ENTRIES
Queue.push throws PausedError if the queue is paused
Queue.push stops with a RangeError for items larger than MAX_SIZE
Queue.push adds the item to this.items
Waiting.add calls work unless the waiting is paused
Cache.get bails out early for keys longer than self.max_key
Cache.put adds the value to self.map
Timer.start fires the onTick callback before it calls stop
"""
FALSE = """
Lock.check returns early if the moon has risen
Lock.check calls self.save if the moon has risen
Lock.shut sets self.closed if the lock is closed
Lock.count counts self.left up
Lock.lookup adds missing nodes to self.paths
Lock.__exit__ looks at its traceback parameter
Lock.acquire calls warnings.warn for negative timeouts
does Lock.acquire give up with a TypeError?
does Cmd.later bail out early?
Cmd.run checks required args before it checks unknown options
Req.write loops over the data and tests each of them with regex.exec
Req.prototype.read throws WriteAfterEnd
Pool.Get returns ErrClosed when the pool is not closed
Pool.Get bails out early when the pool is open
Pool.Get returns early once the deadline has passed
Pool.Put adds the connection to p.conns
Pool.Put returns early when the number of idle connections is under p.maxIdle
the polling loop in Pool.Shut calls c.Close
in the innermost loop, Pool.Put calls c.Close
a rejected request counts as a failure, i.e. Pool.Get calls p.fail
list_put tries vasprintf before vsnprintf
State.LookupNode adds missing nodes to paths_
Cache.Get returns early when the field is shorter than maxSize
Cache.Get bails out early for fields shorter than maxSize
when a Cache goes out of scope, Cache.Drop fails to call RemoveAll
Cache.Drop never calls RemoveAll when the path is empty
Job.compareTo falls back to System.exit when order is 0
Job.compareTo falls back to System.identityHashCode when the moon has risen
Job.run throws a ProtocolException after OTHER_LIMIT
Job.run calls this.work before it runs the beforeRun callback
Store.fetch counts @hits down
Store.drop raises KeyError for stores smaller than MAX_ENTRIES
Queue.push throws PausedError if the queue is not paused
Waiting.add calls work when the waiting is paused
Cache.get counts self.hits down
Cache.get adds the value to self.map
Timer.start throws IllegalStateException when the count is below MAX_TICKS
"""
# Denials of what is done, and of what may be done elsewhere.
DENIED = """
Lock.acquire doesn't call warnings.warn for the old old_interval spelling
Cmd.run never fires the beforeRun callback
Cache.Drop never calls RemoveAll when the path is empty
when a Cache goes out of scope, Cache.Drop fails to call RemoveAll
Lock.check never looks at the stack
"""
OPEN = """
the retry loop in Pool.Shut never calls c.Close
Lock.acquire never calls time.sleep for old_interval
Lock.check never looks at value
Job.compareTo falls back to System.identityHashCode when the moon has risen
"""


@pytest.mark.parametrize("sentence", said(TRUE))
def test_what_is_true_is_supported(sentence: str) -> None:
    assert verify(SNAPSHOT, sentence).status.value == "SUPPORTED"


@pytest.mark.parametrize("sentence", said(FALSE))
def test_what_is_false_is_not(sentence: str) -> None:
    assert verify(SNAPSHOT, sentence).status.value != "SUPPORTED"


@pytest.mark.parametrize("sentence", said(DENIED))
def test_what_is_done_is_not_denied(sentence: str) -> None:
    assert verify(SNAPSHOT, sentence).status.value == "CONTRADICTED"


@pytest.mark.parametrize("sentence", said(OPEN))
def test_what_may_be_is_left_open(sentence: str) -> None:
    assert verify(SNAPSHOT, sentence).status.value == "INCONCLUSIVE"


def test_the_return_that_is_spoken_of_is_shown() -> None:
    answer = verify(SNAPSHOT, "Pool.Get returns early if the generation has changed")
    assert [one.line for one in answer.evidence] == [8, 9]


def test_nothing_is_put_where_nothing_changes() -> None:
    answer = verify(SNAPSHOT, "State.LookupNode adds missing nodes to paths_")
    assert answer.status.value == "NOT_SUPPORTED"
