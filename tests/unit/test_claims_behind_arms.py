"""What is known behind arms that leave, by keys and members, and of every method."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

FILES = {
    "ch.py": """
class Ch:
    def chain(self, a, b):
        if a:
            return 1
        elif b:
            return 2
        self.go()
    def chain3(self, a, b):
        if a:
            return 1
        elif b:
            self.log()
        self.go()
    def elser(self, a):
        if a:
            self.log()
        else:
            return 2
        self.go()
    def chain4(self, a, b):
        if a:
            self.log()
        elif b:
            return 2
        self.go()
""",
    "l.rb": """
class L
  def key(model_class)
    model_class.respond_to?(:primary_key) ? model_class.primary_key : :id
  end
  def records(model_class, ids, options)
    if options[:ignore_missing]
      model_class.where(ids)
    else
      model_class.find(ids)
    end
  end
  def calls(m)
    m.request(1) if m.respond_to?(:request)
  end
end
""",
    "s.cs": """
class S {
  void Release(long n) {
    while (n != 0 && !_queue.IsEmpty) {
      _queue.Dequeue();
      --n;
    }
  }
  void Cancel() {
    if (_entryFuture != null)
      _entryFuture.Cancel(false);
    _entryFuture = null;
  }
  void Early(Entry e) {
    if (!e.Relative.HasValue) return;
    e.Set(1);
  }
  void Checks(string name, int n, object item) {
    if (name == null)
      throw new ArgumentNullException("name");
    if (n <= 0)
      throw new ArgumentException("n");
    if (item == null)
      throw new ArgumentNullException("item");
    Use(name);
  }
  void Value(object value) {
    if (oldValue == null)
      Log(value);
  }
}
""",
    "p.go": """
package p

func (s *Srv) Handle(req *Req) error {
	if req == nil {
		return errNil
	}
	s.mu.Lock()
	if s.closed {
		s.mu.Unlock()
		return ErrClosed
	}
	s.n++
	s.mu.Unlock()
	defer s.done()
	if err := s.auth(req); err != nil {
		s.log(err)
		return err
	}
	for i := 0; i < 3; i++ {
		if err := s.try(req); err == nil {
			return nil
		} else if !retryable(err) {
			return err
		}
		s.sleep(i)
	}
	return ErrTries
}
""",
    "c.swift": """
class C {
  func fetch(_ id: String, force: Bool = false) throws -> Item {
    guard !id.isEmpty else {
      throw FetchError.empty
    }
    if let cached = cache[id], !force {
      return cached
    }
    let item = try loader.load(id)
    cache[id] = item
    if item.isStale || force {
      refresh(item)
    }
    return item
  }
  func drop(_ id: String?) {
    guard let id = id else { return }
    cache.removeValue(forKey: id)
    delegate?.didDrop(id)
  }
}
""",
    "q.ts": """
export class Store {
  get(key: string) { this.check(key); return this.map.get(key); }
  set(key: string, v: string) { this.check(key); this.map.set(key, v); this.emit('set'); }
  async load(path: string) { this.check(path); const t = await read(path); return t; }
  private check(key: string) { if (!key) throw new Error('no key'); }
}
export class Calls {
  a() { helper(1); }
  b() { helper(2); helper(3); }
  c() { return 1; }
}
function helper(n: number) { return n; }
export async function outer() { const x = await inner(); return x; }
async function inner() { return 3; }
export function twice(xs: number[]) {
  for (const x of xs) { log(x); }
  for (const x of xs) { emit(x); }
}
""",
}
CLAIMS = {
    "SUPPORTED": (
        "L.key returns :id unless the class responds to primary_key",
        "L.records calls where if ignore_missing is set",
        "L.records calls find only if ignore_missing is not set",
        "L.records never calls find if ignore_missing is set",
        "L.records calls find unless options[:ignore_missing]",
        "L.calls calls m.request only if m responds to request",
        "S.Release never calls Dequeue if the queue is empty",
        "S.Release calls Dequeue unless the queue is empty",
        "S.Cancel calls Cancel unless the future is null",
        "S.Cancel does not call Cancel if the future is null",
        "S.Early returns early unless Relative has a value",
        "S.Early calls Set only if e.Relative.HasValue",
        "S.Checks throws unless name is given",
        "S.Checks throws ArgumentException unless n is positive",
        "S.Checks throws ArgumentNullException unless item is not null",
        "S.Checks throws if name is null",
        "S.Value calls Log if oldValue is null",
        "Ch.chain calls go only if neither a nor b",
        "Ch.chain never calls go if a",
        "Ch.chain never calls go if b",
        "Ch.chain3 never calls go if a",
        "Ch.elser calls go only if a",
        "Ch.elser calls go if a",
        "C.fetch throws FetchError.empty if id is empty",
        "C.fetch throws only if id is empty",
        "C.fetch returns cached only if force is false",
        "C.fetch never returns cached if force is true",
        "C.fetch calls refresh if force is true",
        "C.fetch calls refresh if either item.isStale or force is true",
        "C.fetch never calls refresh if neither item.isStale nor force is true",
        "C.fetch calls loader.load before refresh",
        "C.fetch never calls loader.load if id is empty",
        "C.fetch writes cache after it calls load",
        "C.drop returns early if id is nil",
        "C.drop never calls removeValue if id is nil",
        "C.drop calls didDrop only if delegate is not nil",
        "Srv.Handle returns errNil if req is nil",
        "Srv.Handle returns ErrClosed only if s.closed",
        "Srv.Handle never increments s.n if s.closed is true",
        "Srv.Handle increments s.n under the lock",
        "Srv.Handle never increments s.n without the lock",
        "Srv.Handle calls auth outside the lock",
        "Srv.Handle logs only if auth fails",
        "Srv.Handle calls try inside the loop",
        "Srv.Handle returns ErrTries only after the loop",
        "Srv.Handle calls try before sleep",
        "Srv.Handle defers done",
        "Srv.Handle never calls auth if req is nil",
        "Srv.Handle returns err if it is not retryable",
        "Store has a method that is async",
        "only one method of Store is async",
        "Store has a method that throws",
        "none of Store's methods loops",
        "helper is called by Calls.a and Calls.b",
        "helper is not called by Calls.c",
        "helper is only called by Calls.a and Calls.b",
        "Calls.b calls helper twice",
        "Calls.a calls helper exactly once",
        "outer awaits inner",
        "inner never awaits",
        "twice has two loops",
        "twice calls log before emit",
        "twice never calls log outside a loop",
        "Store.get is not async",
        "Store.check is private",
        "Store.check throws only if key is empty",
        "Store.set calls check before map.set",
        "Store.load calls check before it awaits",
        "helper is called by any method of Calls",
        "helper is not called by every method of Calls",
    ),
    "CONTRADICTED": (
        "L.key returns :id if the class responds to primary_key",
        "L.records calls where unless ignore_missing is set",
        "L.records calls find only if ignore_missing is set",
        "L.calls calls m.request even if m does not respond to request",
        "L.calls calls m.request unless m responds to request",
        "S.Release calls Dequeue only if the queue is empty",
        "S.Release calls Dequeue if the queue is empty",
        "S.Cancel calls Cancel if the future is null",
        "S.Cancel calls Cancel only if the future is null",
        "S.Early returns early if Relative has a value",
        "S.Checks throws only if name is null",
        "Ch.chain calls go only if b",
        "Ch.chain calls go if a",
        "Ch.chain calls go if b",
        "Ch.chain3 calls go if a",
        "Ch.elser calls go unless a",
        "C.fetch throws FetchError.empty unless id is empty",
        "C.fetch never throws",
        "C.fetch returns cached if force is true",
        "C.fetch returns cached only if force is true",
        "C.fetch calls refresh only if both item.isStale and force are true",
        "C.fetch calls refresh if neither item.isStale nor force is true",
        "C.fetch calls refresh before loader.load",
        "C.fetch calls loader.load if id is empty",
        "C.fetch writes cache before it calls load",
        "C.drop returns early unless id is nil",
        "C.drop calls removeValue only if id is nil",
        "C.drop always calls didDrop",
        "C.drop calls didDrop if delegate is nil",
        "C.drop calls didDrop even if delegate is nil",
        "C.drop calls didDrop before removeValue",
        "C.drop never fails to call didDrop",
        "C.drop never returns without calling removeValue",
        "Srv.Handle returns errNil unless req is nil",
        "Srv.Handle returns ErrClosed unless s.closed",
        "Srv.Handle increments s.n if s.closed is true",
        "Srv.Handle increments s.n without the lock",
        "Srv.Handle calls auth while holding the lock",
        "Srv.Handle logs unless auth fails",
        "Srv.Handle logs if auth succeeds",
        "Srv.Handle calls try outside the loop",
        "Srv.Handle returns ErrTries inside the loop",
        "Srv.Handle calls sleep before try",
        "Srv.Handle never calls done",
        "Srv.Handle unlocks before it locks",
        "Srv.Handle never returns without calling done",
        "Srv.Handle always calls auth",
        "Srv.Handle calls auth before it locks",
        "no method of Store calls check",
        "all methods of Store are async",
        "no method of Store is async",
        "no method of Store throws",
        "none of Store's methods emits",
        "helper is called only by Calls.a",
        "helper is not called by Calls.a",
        "helper is never called",
        "helper is called only once",
        "Calls.b calls helper exactly once",
        "Calls.a never calls helper",
        "Calls.a calls helper more than once",
        "outer is not async",
        "outer never awaits",
        "outer does not await inner",
        "outer calls inner without awaiting it",
        "inner is not async",
        "twice has exactly one loop",
        "twice has at most one loop",
        "twice has no loop",
        "twice has three loops",
        "twice calls emit before log",
        "twice calls log outside the loop",
        "Store.load is not async",
        "Store.get is async",
        "Store.check is not private",
        "Store.check is public",
        "Store.get is private",
        "Store.check throws unless key is empty",
        "Store.set emits before it sets the key",
        "Store.set calls map.set before check",
        "Store.load awaits before it calls check",
        "helper is called by no method of Calls",
        "helper is not called by any method of Calls",
    ),
    "INCONCLUSIVE": (
        "S.Checks throws unless name is null",
        "S.Checks throws if name is not null",
        "S.Value calls Log if the value is null",
        "S.Value calls Log if value is null",
        "Ch.chain3 never calls go if b",
        "Ch.chain4 never calls go if a",
        "Ch.chain4 calls go only if a",
        "Ch.chain4 never calls go if b",
        "C.fetch calls refresh only if force is true",
        "C.fetch calls refresh unless force is true",
        "C.fetch never returns without calling loader.load",
        "Srv.Handle returns nil if try fails",
        "Srv.Handle calls try at most once",
        "Srv.Handle calls sleep if retryable(err) is false",
    ),
    "NOT_SUPPORTED": (
        "every method of Store calls check",
        "every method of Store throws",
        "helper is called by every method of Calls",
        "each method of Calls calls helper",
        "helper is called by all methods of Calls",
        "helper is called by each method of Calls",
    ),
}


@pytest.mark.parametrize(
    ("status", "claim"), [(status, claim) for status, all_ in CLAIMS.items() for claim in all_]
)
def test_what_follows(status: str, claim: str) -> None:
    assert verify(snapshot_of(FILES), claim).status.value == status
