"""Verbs, conditions and places in the words that reviewers use, and what is nearly the same."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

SNAPSHOT = snapshot_of(
    {
        "cmp.py": """
class Cache:
    def check(self, value, limit):
        if self.size > limit:
            return False
        return value

    def match(self, value, other):
        if value == other:
            return True
        if limit < 3:
            return None

    def store(self, row, other):
        copy = Row(other)
        save(row)

    def store_other(self, row):
        other = Row(row)
        save(other)

    def conf(self):
        self.connect("inner")
        x = {"inner": 3}
        set_option("mode", "inner")
        self.mode = "outer"

    def setit(self):
        self.mode = "inner"
        setattr(self, "outer", 3)

    def opener(self):
        return open("a")

    def opener_b(self):
        return open("b")

    def drain(self):
        while self.queue:
            self.queue.pop()

    def drain_it(self):
        self.queue.drain()

    def double(self):
        self.size *= 2

    def halve(self):
        self.size //= 2

    def move_front(self, key):
        self.data.move_to_end(key, last=False)

    def exceeds(self):
        if self.size > self.limit:
            raise Full()

    def pick(self, x):
        return self.a if x else self.b

    def pick2(self, x):
        if x:
            return self.a
        return self.b

    def pick3(self, x):
        if not x:
            return self.a
        return self.b

    def splice(self, xs):
        xs[1:2] = [3]

    def front(self, x):
        self.items.insert(0, x)

    def back(self, x):
        self.items.append(x)

    def mask(self, x):
        return x & 0xFF

    def add(self, k):
        if len(self.items) >= self.capacity:
            self.evict()
        self.items.append(k)

    def add_other(self, k):
        if self.closed:
            self.evict()

    def write(self):
        with self.db.transaction():
            self.insert()
        self.notify()

    def locked(self):
        with self.lock:
            self.insert()
        self.notify()

    def g(self):
        pass
    def f(self):
        self.g()
    def h(self):
        self.f()
""",
        "a.js": """
class Deque {
  *[Symbol.iterator]() {
    for (const x of this.items) yield x;
  }
  load() {
    return this.fetch().then(ok, err => { throw err; });
  }
  load2() {
    return this.fetch().then(r => r, (err) => { this.log(err); throw err; });
  }
  load3() {
    return this.fetch().then(r => r, (err) => { this.log(err); });
  }
  load4() {
    return this.fetch().catch(err => { throw new Error("x"); });
  }
  run() {
    while (!aborted) {
      step();
    }
  }
  run2(signal) {
    while (true) {
      if (signal.aborted) break;
      step();
    }
  }
  run3() {
    while (running) { step(); }
  }
  find(x) {
    return this.map?.get(x);
  }
  find2(x) {
    return !!x;
  }
  unshift(x) { this.items.unshift(x); }
  push(x) { this.items.push(x); }
  cut(i) { this.items.splice(i, 1); }
  finish(err, cb) {
    if (err) { cb(err); return; }
    this.done();
    cb(null);
  }
  opt(x) { return x?.name ?? "none"; }
  opt2(x) { return x.name; }
}
""",
        "b.go": """
package p
import "context"
func (s *Server) Wait(ctx context.Context) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case s.ch <- 1:
		return nil
	}
}
func (s *Server) TrySend(x int) bool {
	select {
	case s.ch <- x:
		return true
	default:
		return false
	}
}
func (s *Server) Loop() {
	for {
		select {
		case x := <-s.ch:
			s.handle(x)
		case <-s.done:
			return
		}
	}
}
func (s *Server) Leak() {
	go func() { for { s.handle(1) } }()
}
func (s *Server) Plain() { s.handle(2) }
func (s *Server) handle(x int) {}
func (s *Server) Get(k string) (int, error) {
	v, err := s.load(k)
	if err != nil {
		s.fail(k)
		return 0, err
	}
	s.mu.Lock()
	s.m[k] = v
	s.mu.Unlock()
	s.notify(k)
	return v, nil
}
""",
        "c.rs": """
impl Pool {
    pub fn start(&self) {
        tokio::spawn(async move {
            self.run().await;
        });
    }
    pub fn start2(&self) {
        std::thread::spawn(move || { run_it(); });
    }
    pub fn sat(&self, x: u8) -> u8 { x.saturating_add(1) }
    pub fn wrap(&self, x: u8) -> u8 { x.wrapping_add(1) }
    pub fn leak(b: Box<u8>) -> &'static u8 { Box::leak(b) }
    pub fn noleak(b: Box<u8>) { drop(b) }
    pub fn drain(&mut self) { self.items.drain(..).for_each(drop); }
}
""",
        "d.kt": """
class Conf {
    val table by lazy { buildTable() }
    val plain = buildPlain()
    fun f() { table.get() }
}
""",
        "e.swift": """
extension NSString {
    func shout() -> String { return self.uppercased }
}
""",
        "quoted.py": """
class C:
    def a1(self):
        self.connect("inner")
    def a2(self):
        x = {"inner": 3}
        return x
    def a3(self):
        x = {}
        x["inner"] = 3
        return x
    def a4(self):
        self.opts.set("inner", 3)
    def a5(self):
        self.mode = f("inner")
    def a6(self):
        emit(name="inner")
    def a7(self):
        set_timeout("inner")
    def a8(self):
        set_timeout(self.fetch("inner"))
    def a9(self):
        set_mode("outer", self.load("inner"))
    def o1(self):
        open("b")
    def o2(self):
        open("a")
    def o3(self):
        return open(path)
    def o4(self):
        return open("data")
    def o5(self):
        load("data")
""",
        "retrier.go": """
package b
func (r *retrier) do(f func() error) error {
	for {
		err := f()
		if !r.retryIf(err) {
			return err
		}
		if r.closed {
			return ErrClosed
		}
	}
}
""",
        "lz.kt": """
class Lz(val n: Int) {
    val table by lazy { buildTable() }
    private val other: Map<String, Int> by lazy(LazyThreadSafetyMode.NONE) {
        buildOther(n)
    }
    val plain = buildPlain()
}
""",
        "lz.swift": """
class Ls {
  lazy var table: Table = { return buildTable() }()
}
""",
    }
)
CLAIMS = {
    "INCONCLUSIVE": """
`Cache.check` compares value with limit
`Cache.check` compares value
`Cache.match` compares value with limit
`Cache.check` compares the value
`Cache.store` saves a different row
`Cache.store` saves another row
`Cache.store` saves the other row
`Cache.conf` sets "inner"
`Cache.drain` drains the queue
`Cache.halve` drains the queue
`Cache.halve` doubles the size
`Cache.move_front` moves the key to the end
`Cache.exceeds` raises Full when the size is below the limit
`Cache.back` prepends x to items
`Cache.front` appends x to items
`Cache.double` masks x
`Cache.add_other` evicts when the capacity is reached
`Cache.splice` splices xs
`Deque.load4` rethrows the error
`Deque.run3` leaves the loop when aborted
`Deque.find` may return nil
`Deque.push` prepends x
`Deque.push` splices the items
`Deque.finish` calls done on failure
`Deque.finish` calls done only on failure
`Server.Leak` leaks a goroutine
`Server.Plain` leaks a goroutine
`Server.Get` calls notify on failure
`Server.Get` calls fail on success
`Pool::start` awaits run
`Pool::wrap` saturates on overflow
`Pool::noleak` leaks the box
`C.a1` sets "inner"
`C.a2` sets "inner"
`C.a5` sets "inner"
`C.a6` sets "inner"
`C.a8` sets "inner"
`C.a9` sets "inner"
`C.a1` sets the "inner" option
`C.o3` opens "a"
`C.o1` opens the file "a"
retrier.do stops retrying if retryIf returns true
`Lz.table` is lazy
`Lz.table` is initialized lazily
""",
    "SUPPORTED": """
`Cache.match` compares value with other
`Cache.match` compares value
`Cache.store` saves the row
`Cache.conf` sets the mode to "inner"
`Cache.setit` sets "outer"
`Cache.setit` sets the mode to "inner"
`Cache.opener` opens "a"
`Cache.opener_b` opens "b"
`Cache.drain_it` drains the queue
`Cache.double` doubles the size
`Cache.halve` halves the size
`Cache.move_front` moves the key to the front
`Cache.exceeds` raises Full when the size exceeds the limit
`Cache.exceeds` raises Full if the limit is exceeded
`Cache.pick` returns self.a if x, self.b otherwise
`Cache.pick2` returns self.a if x, self.b otherwise
`Cache.pick3` returns self.b if x, self.a otherwise
`Cache.pick2` returns self.a if x and self.b if not
`Cache.pick2` returns `self.a` if x is true and `self.b` otherwise
`Cache.front` prepends x to items
`Cache.front` prepends x
`Cache.back` appends x to items
`Cache.mask` masks x
`Cache.mask` masks x with 0xFF
`Cache.add` evicts when the capacity is reached
`Cache.add` calls evict once the capacity is reached
`Cache.write` notifies outside the transaction
`Cache.write` calls insert inside the transaction
`Cache.locked` notifies outside the lock
only Cache.f calls Cache.g
only f calls g
`Deque[Symbol.iterator]` yields
`Deque[Symbol.iterator]` loops over items
`Deque.load` rethrows the error
`Deque.load2` rethrows
`Deque.run` leaves the loop when aborted
`Deque.run2` leaves the loop when aborted
`Deque.run` stops looping once aborted
`Deque.unshift` prepends x to items
`Deque.cut` splices the items
`Deque.finish` calls done on success
`Deque.opt` falls back to "none"
`Server.Wait` returns an error when the context is done
`Server.Wait` returns when the context is cancelled
`Server.Wait` selects on ctx.Done
`Server.Wait` has a select
`Server.Wait` uses a select statement
`Server.TrySend` returns false if the channel is full
`Server.TrySend` has a default case
`Server.Loop` returns when done is closed
`Server.Loop` selects in a loop
`Server.Loop` calls handle when it receives from ch
`Server.Get` calls fail on failure
`Server.Get` calls notify on success
`Server.Get` calls notify outside the lock
`Server.Get` returns v on success
`Pool::start` spawns a task
`Pool::start` runs run in the background
`Pool::start` calls run
`Pool::start2` spawns a thread
`Pool::sat` saturates
`Pool::sat` saturates on overflow
`Pool::leak` leaks the box
`Pool::leak` leaks memory
`Pool::drain` drains the items
`NSString.shout` returns self.uppercased
`NSString` has a method shout
`C.a3` sets "inner"
`C.a4` sets "inner"
`C.a7` sets "inner"
`C.o4` opens "data"
`C.o2` opens "a"
`C.o1` does not open "a"
`Lz.table` calls buildTable
Lz.other calls buildOther
Ls.table calls buildTable
""",
    "NOT_SUPPORTED": """
`Cache.opener_b` opens "a"
`Deque.load3` rethrows
`Deque.find2` may return undefined
`Server.Plain` uses a select statement
`Server.Wait` has a default case
`Server.Wait` selects in a loop
`Pool::sat` calls run
`C.o1` opens "a"
`C.o1` opens `"a"`
`C.o4` opens "a"
`C.o5` loads "a"
`C.o5` loads "dat"
`C.o1` opens 'a'
`Lz.table` calls buildOther
""",
    "CONTRADICTED": """
`Cache.pick` returns self.b if x, self.a otherwise
`Cache.pick2` returns self.b if x, self.a otherwise
`Cache.pick3` returns self.a if x, self.b otherwise
`Cache.pick2` returns self.b if x and self.a if not
`Cache.write` calls notify inside the transaction
`Cache.write` calls insert outside the transaction
`Cache.locked` calls insert outside the lock
only h calls g
only Cache.h calls Cache.g
`Server.Get` calls notify under the lock
""",
    "SUBJECT_NOT_FOUND": """
`Lz.plain` is lazy
""",
}


@pytest.mark.parametrize(
    ("status", "claim"),
    [(status, claim) for status, all_ in CLAIMS.items() for claim in all_.strip().splitlines()],
)
def test_claim(status: str, claim: str) -> None:
    assert verify(SNAPSHOT, claim).status.value == status
