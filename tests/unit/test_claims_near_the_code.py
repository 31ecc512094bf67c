"""Claims that come near to what the code does: another branch, place, argument, loop or moment."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.sentences import said
from tests.support.snapshots import snapshot_of

SNAPSHOT = snapshot_of(
    {
        "h.py": """
class H:
    def run(self):
        for item in rest(self.late):
            if item.eta > now():
                self.late.put(item)
                self.late.task_done()
                break
            self.broker.enqueue(item)
            self.late.task_done()

    def skip(self):
        for item in rest(self.late):
            if item.eta > now():
                self.late.task_done()
                continue
            self.broker.enqueue(item)

    def both(self):
        for item in rest(self.late):
            if item.eta > now():
                self.late.task_done()
            self.broker.enqueue(item)

    def quiet(self):
        try:
            self.trigger()
        except Timeout:
            pass
        except Exception:
            raise
        self.more()

    def silent(self):
        try:
            self.trigger()
        except Exception:
            pass

    def handle(self, message):
        if "eta" in message.options:
            self.delay_queue.put(message)
        else:
            self.work_queue.put(message)

    def init(self):
        self.kwargs.setdefault("enable_it", True)

    def keyed(self):
        self.kwargs.setdefault("enable_it", True)
        self.kwargs["enable_it"] = False


    def eof(self):
        self._handler_coroutine.cancel()

    def first(self):
        self.broker.enqueue(self.messages[0])

    def each(self):
        for message in self.messages:
            self.broker.enqueue(message)

    def before(self):
        for one in self.middleware:
            try:
                one(self)
            except Own:
                raise
            except Exception:
                self.log("x")

    def after(self):
        for one in reversed(self.middleware):
            try:
                try:
                    one(self)
                except Own:
                    raise
            except Exception:
                self.log("x")

    def shows(self, values):
        for one in values:
            if one is not None:
                print(one)

    def locked(self, key):
        with self.mu:
            self.known[key] = 1


class Retries:
    def work(self, backoff):
        backoff = min(backoff, LONGEST)
        return backoff
""",
        "l.go": """
package l

import "os"

func (b T) Less(i, j int) bool {
	return b[i].at.After(b[j].at)
}
func (b T) More(i, j int) bool {
	return b[i].at.Before(b[j].at)
}
func (l *L) create(name string) error {
	f, err := os.OpenFile(name, os.O_CREATE|os.O_TRUNC, 0600)
	l.keep(f, err)
	return nil
}
func (l *L) shut() error {
	if l.file == nil {
		return nil
	}
	err := l.file.Close()
	l.file = nil
	return err
}
func pack(src, dst string) (err error) {
	f, err := os.Open(src)
	if err != nil {
		return fmt.Errorf("x %v", err)
	}
	defer func() {
		if err != nil {
			os.Remove(dst)
		}
	}()
	return use(f)
}
func (l *L) open(name string) error {
	f, err := os.OpenFile(name, 1, 0600)
	if err != nil {
		return l.create(name)
	}
	l.file = f
	return nil
}
func (l *L) once(files []F) error {
	for _, f := range remove {
		os.Remove(f.Name())
	}
	for _, f := range compress {
		pack(f.Name())
		os.Rename(f.Name())
	}
	done()
	return nil
}
""",
        "E.java": """
class E {
  void schedule(Entry entry) {
    if (entry == null || entry.scheduled)
      return;
    synchronized (entry) {
      if (entry.scheduled)
        return;
      run(entry);
    }
  }
  void strict(Entry entry) {
    if (entry == null)
      throw new Missing();
    if (entry.scheduled)
      return;
    run(entry);
  }
  void tell() {
    for (Listener listener : listeners) {
      try {
        listener.expired(key);
      } catch (Exception ignored) {
      }
    }
  }
  void loud() {
    for (Listener listener : listeners) {
      listener.expired(key);
    }
  }
}
""",
        "p.ts": """
class P {
  write(chunk: any, cb?: any) {
    if (typeof chunk === 'string') {
      chunk = Buffer.from(chunk)
    }
    if (this.aborted) {
      cb?.()
      return false
    }
    this.consume(chunk)
    return true
  }
  logs(chunk: any) {
    if (this.aborted) {
      this.log(chunk)
      return
    }
  }
  until(timestamp: any) {
    if (isNaN(timestamp) || timestamp < 0) {
      throw new Error('invalid')
    }
    if (timestamp > Date.now()) {
      this.delay = timestamp
    }
  }
  schedule(time: any) {
    if (time < this.soon) {
      this._schedule(this.soon + this._maxDelay)
    }
  }
  size(max: any) {
    if (!Number.isSafeInteger(max) || max <= 0) {
      throw new Error('x')
    }
  }
  made(opt: any, path: any) {
    this.path = path
    this.cwd = norm(opt.cwd || process.cwd())
  }
  finish(job: any) {
    if (job.delay) {
      this.multi.publish(this.toKey('earlier'), 1)
    }
    if (this.settings.sendEvents) {
      this.multi.publish(this.toKey('events'), job.id)
    }
  }
}
""",
    }
)
CLAIMS = {
    "SUPPORTED": """
H.run calls enqueue before task_done
H.both calls task_done before enqueue
H.silent swallows every exception raised by trigger
H.handle puts the message on the work queue
H.handle puts the message on the delay queue if it has an eta
H.init never overwrites enable_it
Retries.work caps backoff at LONGEST
T.Less calls After
T.More calls Before
T.Less never calls Before
T.Less does not call Before
L.create opens the file with os.O_TRUNC
L.create never opens the file with os.O_APPEND
L.once loops over remove and calls os.Remove
L.once loops over compress, calls pack and calls os.Rename
L.once loops over remove and then calls done
H.eof cancels the handler coroutine
H.after swallows every exception
H.before swallows Exception
H.before does not swallow every exception
H.before iterates over self.middleware in order
H.after loops over self.middleware
H.each enqueues every message
H.first enqueues the message
H.locked takes the lock
H.locked takes the lock before it writes self.known
pack calls os.Remove if err != nil
pack calls os.Remove only if err != nil
P.made falls back to process.cwd() when no cwd is given
E.schedule returns early if entry == null
E.schedule returns early if entry.scheduled
E.tell swallows exceptions of listeners
E.tell does not let exceptions of listeners propagate
E.loud lets exceptions of listeners propagate
P.until sets this.delay if the timestamp is in the future
P.until throws if the timestamp is negative
P.finish publishes an event only if sendEvents is enabled
""",
    "CONTRADICTED": """
H.run calls task_done before enqueue
H.handle never puts the message on the work queue
T.Less never calls After
H.before swallows every exception
pack calls os.Remove if err == nil
pack ignores the error of os.Open
E.tell lets exceptions of listeners propagate
P.logs ignores chunk if this.aborted
P.write ignores chunk
P.finish always publishes an event
""",
    "NOT_SUPPORTED": """
T.Less calls Before
T.Less calls Before in a loop
T.Less calls Not
T.Less calls From
L.create opens the file with os.O_APPEND
H.init overwrites enable_it
E.loud swallows exceptions of listeners
""",
    "INCONCLUSIVE": """
H.after iterates over self.middleware in order
H.shows prints values that are None
H.eof cancels the timeout handle
H.first enqueues every message
H.first enqueues all messages
L.shut resets l.file only if closing the file succeeds
L.open ignores the error of os.OpenFile
P.size throws if max is too large
P.made falls back to process.cwd() when no path is given
H.skip calls task_done before enqueue
H.quiet swallows every exception raised by trigger
H.handle puts the message on the work queue if it has an eta
H.handle puts the message on the dead queue
H.keyed overwrites enable_it
Retries.work caps retries at LONGEST
L.create opens the file using a truncate flag
L.once loops over remove and calls pack
L.once loops over remove and calls done
E.strict returns early if entry is null
E.strict returns early if entry == null
P.write ignores chunk if this.aborted
P.until throws if the timestamp is in the past
P.until throws if the timestamp has passed
P.schedule never schedules past the maximum delay
""",
}


@pytest.mark.parametrize(
    ("claim", "status"), [(claim, status) for status in CLAIMS for claim in said(CLAIMS[status])]
)
def test_claim(claim: str, status: str) -> None:
    assert verify(SNAPSHOT, claim).status == status


@pytest.mark.parametrize(
    ("claim", "lines"),
    [
        ("H.handle puts the message on the work queue", [44]),
        ("H.run calls enqueue before task_done", [9, 10]),
        ("L.once loops over compress, calls pack and calls os.Rename", [49, 50, 51]),
        ("E.schedule returns early if entry == null", [4, 5]),
    ],
)
def test_lines(claim: str, lines: list[int]) -> None:
    assert [one.line for one in verify(SNAPSHOT, claim).evidence] == lines


def test_neither_public_nor_private() -> None:
    source = (
        "impl B {\n    pub(crate) fn a(&self) {}\n    pub fn b(&self) {}\n    fn c(&self) {}\n}\n"
    )
    snapshot = snapshot_of({"b.rs": source})
    told = [verify(snapshot, f"B.{name} is public").status.value for name in "abc"]
    assert told == ["INCONCLUSIVE", "SUPPORTED", "CONTRADICTED"]
