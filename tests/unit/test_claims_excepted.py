"""What is excepted, what each way is said to be, and what a verb lacks."""

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
    }
)


@pytest.mark.parametrize(
    ("claim", "status"),
    [
        ("St.Create returns an error for every version but 1", "INCONCLUSIVE"),
        ("St.Create returns an error for all versions except 1", "INCONCLUSIVE"),
        ("C.lines raises ValueError for all capacities except positive ones", "INCONCLUSIVE"),
        ("C.perform calls self._cast on every path that returns", "INCONCLUSIVE"),
        ("C.perform calls self._cast on every path", "CONTRADICTED"),
        ("C.keep calls", "INCONCLUSIVE"),
        ("C.starts calls", "INCONCLUSIVE"),
        ("C.starts calls self.box_start and self.update and never self.flush", "SUPPORTED"),
        ("C.starts calls self.box_start and never self.update", "CONTRADICTED"),
        ("C.starts calls self.box_start and never self.flush", "SUPPORTED"),
        ("C.starts calls self.box_start but never self.flush", "SUPPORTED"),
    ],
)
def test_excepted(claim: str, status: str) -> None:
    assert verify(SNAPSHOT, claim).status == status


CONFLICT = snapshot_of(
    {
        "c.py": """def one(): pass
def two(): pass
def mixed():
<<<<<<< HEAD
    return one()
=======
    return two()
>>>>>>> other
def plain():
    return two()
"""
    }
)


@pytest.mark.parametrize(
    ("claim", "status"),
    [
        ("mixed never calls one", "INCONCLUSIVE"),
        ("mixed calls two", "INCONCLUSIVE"),
        ("plain never calls one", "SUPPORTED"),
    ],
)
def test_what_a_conflict_cuts_off(claim: str, status: str) -> None:
    assert verify(CONFLICT, claim).status == status


TAKEN_OUT = snapshot_of(
    {
        "h.go": """package m
func (h *Hub) drop(o *Obs) { delete(h.all, o.id) }
""",
        "s.py": """class S:
    def drop(self, o):
        self.all.pop(o.id)
""",
        "c.cs": "class C { int[] Kept { get { return _kept ??= new int[1]; } } }",
    }
)


@pytest.mark.parametrize(
    ("claim", "status"),
    [
        ("Hub.drop deletes o.id from h.all", "SUPPORTED"),
        ("Hub.drop deletes o.name from h.all", "NOT_SUPPORTED"),
        ("Hub.drop never deletes o.id from h.all", "CONTRADICTED"),
        ("S.drop removes o.id from self.all", "SUPPORTED"),
        ("S.drop takes o and never throws", "SUPPORTED"),
        ("C.Kept returns _kept", "SUPPORTED"),
        ("C.Kept returns _kept on every call", "INCONCLUSIVE"),
    ],
)
def test_what_is_taken_out_and_kept(claim: str, status: str) -> None:
    assert verify(TAKEN_OUT, claim).status == status
