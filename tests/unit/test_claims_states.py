"""Whether something is there, or empty, said in words and asked by code in its own way."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

FILES = {
    "a.go": """package a

func (s *Shard) get(k uint64) ([]byte, error) {
	i := s.hashmap[k]
	if i == 0 {
		s.miss()
		return nil, ErrEntryNotFound
	}
	w, err := s.entries.Get(i)
	if errors.Is(err, ErrEntryNotFound) {
		s.gone()
		return nil, err
	}
	if _, ok := s.conf[from]; ok {
		s.dup()
	}
	v, found := s.lookup(k)
	if !found {
		s.lost()
	}
	return w, err
}

func (q *SendQueue) drain(first *Node) {
	if q.lenLocked() == 0 {
		q.idle()
		return
	}
	if first == nil {
		q.none()
	}
	if q.parent.Len() > 0 {
		q.busy()
	}
	if n, ok := first.(Named); ok {
		q.named(n)
	}
	q.rest()
}
""",
    "b.rs": """impl Cache {
    fn put(&mut self, k: K) {
        let node = self.map.get_mut(&k);
        match node {
            Some(n) => { self.attach(n); }
            None => { self.create(k); }
        }
        if self.map.contains_key(&k) { self.has(k); }
        if self.rows.is_empty() { self.fill(); }
    }
    fn take(&mut self, k: &K) -> Option<V> {
        if let Some(node) = self.map.get(k) {
            self.touch(node);
            Some(node.val)
        } else {
            self.absent(k);
            None
        }
    }
}
""",
    "c.c": """int store(T *stream, T *e) {
  int status = find(stream);
  if (status == errSecItemNotFound) { add(); }
  else if (status == errSecSuccess) { update(); }
  if (!stream->listeners) { nol(); }
  if (stream->writeBuffer.length == 0) { emp(); }
  if (stream->readBuffer.length > 0) { full(); }
  if (e->cacheTimeout == NULL) { notime(); }
  if (*e->checksum == '\\0') { return ENULLREC; }
  return 0;
}
""",
    "d.swift": """class D {
  func g() throws -> Bool {
    guard let parent = parent else { throw E.noParent }
    guard let url = logFileURL, fm.fileExists(atPath: url.path) == true else { return true }
    if fm.fileExists(atPath: directory.path) == false { mk() }
    if map[key] != nil { hit() }
    if cacheEnabled { warm() }
    rest()
    return false
  }
}
""",
    "e.rb": """class E
  def go(k)
    raise "x" unless File.exist?(k)
    return nil unless @map.key?(k)
    if @running.empty?
      quit
    end
    fin
  end
end
""",
    "f.m": """@implementation F
- (BOOL)save:(NSString *)key {
  id value = [self.store objectForKey:key];
  if (!value) { [self create:key]; return NO; }
  if ([self.items count] == 0) { [self idle]; }
  [self update:value];
  return YES;
}
@end
""",
    "g.cpp": """struct G {
  void go(int k) {
    auto it = map_.find(k);
    if (it == map_.end()) { miss(); return; }
    if (queue_.empty()) { wait(); }
    if (listener_ == nullptr) { quiet(); }
    hit();
  }
};
""",
}
SNAPSHOT = snapshot_of(FILES)
CLAIMS = {
    "SUPPORTED": """
Shard.get calls s.miss if the key is missing
Shard.get calls s.miss when the key is not in the hashmap
Shard.get returns ErrEntryNotFound if the key is missing
Shard.get calls s.gone if the entry is not found
Shard.get calls s.lost if the key was not found
SendQueue.drain calls q.idle if the queue is empty
SendQueue.drain calls q.idle only if the queue is empty
SendQueue.drain calls q.rest unless the queue is empty
SendQueue.drain calls q.rest only if the queue is not empty
SendQueue.drain calls q.none if there is no first node
SendQueue.drain calls q.busy if the parent is not empty
SendQueue.drain returns early if the queue is empty
Cache.put calls attach if the key exists
Cache.put calls attach if the key is already in the map
Cache.put calls create if the key does not exist
Cache.put calls create only if the key is missing
Cache.put calls has if the map contains the key
Cache.put calls has if the key is present
Cache.put calls fill when there are no rows
Cache.put calls fill if the rows are empty
Cache.take returns None if the key is missing
Cache.take calls touch only if the key exists
store calls add if the item is not found
store calls add only if the item does not exist
store calls nol if there are no listeners
store calls emp if the write buffer is empty
store calls full if the read buffer is not empty
store calls notime if there is no cache timeout
D.g throws if there is no parent
D.g returns true if the file does not exist
D.g calls mk if the directory does not exist
D.g calls hit if the key exists
D.g calls hit only if the key is in the map
E.go raises unless the file exists
E.go raises if the file is missing
E.go returns nil if the key is missing
E.go calls quit if nothing is running
E.go calls fin only if the key exists
F.save calls create: if the value is missing
F.save calls create: if there is no value for the key
F.save returns NO if the key is missing
F.save calls idle if there are no items
G.go calls miss if the key is not found
G.go calls hit only if the key is in the map
G.go calls wait if the queue is empty
G.go calls quiet if there is no listener
""",
    "CONTRADICTED": """
Shard.get calls s.miss if the key exists
Shard.get calls s.miss only if the key is present
Shard.get calls s.gone if the entry was found
Shard.get calls s.gone if the key exists
Shard.get calls s.lost if the key was found
SendQueue.drain calls q.rest if the queue is empty
SendQueue.drain calls q.idle unless the queue is empty
SendQueue.drain calls q.busy if the parent is empty
Cache.put calls attach if the key is missing
Cache.put calls create if the node is there
Cache.take calls touch even if the key is missing
store calls add if the item exists
store calls update if the item was not found
store calls nol if there are listeners
store calls full if the read buffer is empty
D.g calls rest if there is no parent
D.g calls mk if the directory exists
D.g calls mk if the file does not exist
D.g calls hit if the key is missing
D.g calls rest if the file does not exist
E.go raises if the file exists
F.save calls update: if the value is missing
G.go calls hit if the key is not found
G.go calls wait if the queue is not empty
G.go calls quiet if the listener is set
""",
    "INCONCLUSIVE": """
SendQueue.drain calls q.none if the stack is empty
Cache.put calls fill if the map is empty
Cache.take returns None if the key exists
store calls emp if the stream is empty
store calls emp if the read buffer is empty
store calls notime if the cache is missing
D.g returns true if the file exists
D.g calls warm if the cache exists
""",
}


@pytest.mark.parametrize(
    ("claim", "status"),
    [(claim, status) for status, lines in CLAIMS.items() for claim in lines.split("\n") if claim],
)
def test_claim(claim: str, status: str) -> None:
    assert verify(SNAPSHOT, claim).status == status
