"""Loops that are left, or gone on with, under a condition that is said."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

SNAPSHOT = snapshot_of(
    {
        "g.go": """package m
func (c *Cache) Get(i int) int {
	c.mu.RLock()
	v := c.items[i]
	c.mu.RUnlock()
	if v != 0 { return v }
	return c.store.Get(i)
}
func (c *Cache) Put(i int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.store.Put(i)
}
func (r *Hub) Drop(or *Obs) {
	delete(r.observers, or.id)
}
func (r *Hub) Spawn() { go func() { r.beat() }() }
func (r *Hub) beat() {}
func (r *Hub) Pub() { r.inner() }
func (r *Hub) priv() { r.inner2() }
func (r *Hub) inner() {}
func (r *Hub) inner2() {}
func (s *St) List(names []string) ([]int, error) {
	var out []int
	for _, n := range names {
		m, err := s.read(n)
		if err != nil { return nil, err }
		if len(out) == s.retain { break }
		if m == 0 { continue }
		out = append(out, m)
	}
	return out, nil
}
func (s *St) Create(version int) error {
	if version != 1 { return fmt.Errorf("unsupported") }
	return nil
}
func (e *E) Pick(xs []int) []int {
	return filter(xs, func(x int) bool { return x < e.limit })
}
""",
        "J.java": """class Pool {
  void close() {
    lock.lock();
    try { n = 0; } finally { lock.unlock(); }
    log.debug("x");
  }
  void open() {
    lock.lock();
    try { log.debug("y"); } finally { lock.unlock(); }
  }
  Pool() { setUp(); }
  Pool(int n) { setUp(); }
  void setUp() {}
  public void a() { shared(); }
  public void b() { shared(); }
  private void shared() {}
  private void p() { hidden(); }
  private void q() { hidden(); }
  void hidden() {}
  List<Integer> pickThis() {
    return items.stream().filter(x -> x < this.limit).toList();
  }
  void loop() {
    for (int i : xs) { if (i == 0) { continue; } if (done(i)) break; use(i); }
  }
}
""",
        "p.py": """class A:
    def __init__(self): compile_path(1)
class B:
    def __init__(self): compile_path(2)
def compile_path(x): pass
def _one(): helper()
def _two(): helper()
def helper(): pass
async def az(): ah()
def ah(): pass
class C:
    def take(self):
        with self.lock:
            x = 1
        self.flush()
    def keep(self):
        with self.lock:
            self.flush()
    def flush(self): pass
    def pick(self):
        return list(filter(lambda x: x < self.limit, self.items))
    def nest(self):
        def inner():
            return self.limit
        return inner()
    def plain(self):
        return self.items
    def drop(self, k):
        if k in self.d:
            del self.d[k]
    def run(self, xs):
        for x in xs:
            if x is None:
                continue
            if x == self.stop_at:
                break
            if x < 0:
                return None
            self.flush()
    def starts(self):
        self.box_start(); self.update()
    def perform(self, k):
        if k in self.a: return self._cast(k)
        if k in self.b: return self._cast(k)
        raise KeyError(k)
    def lines(self, capacity):
        if capacity <= 0: raise ValueError("x")
        return 1
""",
        "r.rs": """impl D {
  fn pick(&self) -> usize {
    self.items.iter().filter(|x| **x < self.limit).count()
  }
  fn shared(src: T) -> D {
      if_downcast!(T, Bytes, src, { return D::from_bytes(src); });
      D::try_from(src.as_ref())
  }
  fn from_bytes(b: Bytes) -> D { D }
  fn grow(&mut self) {
    for x in self.xs.iter() { if x.zero() { break; } if x.big() { return; } self.put(x); }
  }
  fn logs(&self) { println!("{}", self.count()); assert!(self.ok()); vec![self.mk()]; }
}
""",
    }
)


@pytest.mark.parametrize(
    ("claim", "status"),
    [
        ("St.List breaks out of the loop when s.read fails", "CONTRADICTED"),
        ("St.List breaks out of the loop when len(out) == s.retain", "SUPPORTED"),
        ("St.List breaks out of the loop when s.retain is reached", "SUPPORTED"),
        ("St.List breaks out of the loop", "SUPPORTED"),
        ("St.List breaks when err != nil", "CONTRADICTED"),
        ("C.run breaks out of the loop when x is self.stop_at", "SUPPORTED"),
        ("C.run breaks when x < 0", "INCONCLUSIVE"),
        ("C.run breaks out of the loop if x is None", "CONTRADICTED"),
        ("C.run continues when x is None", "SUPPORTED"),
        ("C.run continues the loop when x < 0", "INCONCLUSIVE"),
        ("D.grow breaks out of the loop if x.big()", "INCONCLUSIVE"),
        ("D.grow breaks out of the loop if x.zero()", "SUPPORTED"),
        ("Pool.loop breaks out of the loop when i == 0", "CONTRADICTED"),
        ("Pool.loop breaks when done(i)", "SUPPORTED"),
    ],
)
def test_breaks(claim: str, status: str) -> None:
    assert verify(SNAPSHOT, claim).status == status
