"""What shows it without a call of that name: bits, results that are asked for, what is returned."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

SNAPSHOT = snapshot_of(
    {
        "a.go": """package a

func newCache(config Config) {
	if config.Hasher == nil {
		config.Hasher = newDefaultHasher()
	}
}
func (q *Queue) lazyInit() {
	if q.tq == nil {
		q.tq = btree.New(32)
	}
	q.n = 3
}
func (s *Shard) del(k uint64) {
	i := s.hashmap[k]
	j := s.hashmap[k+1]
	delete(s.hashmap, k)
	use(i, j)
}
func (q *Queue) QueueBroadcast(b B) {
	q.queueBroadcast(b, 0)
}
func ValidateKey(key []byte) error {
	if l := len(key); l != 16 { return errors.New("x") }
	return nil
}
func (q *Queue) Close() {
	q.conn.Close()
	_ = q.file.Close()
	if err := q.log.Close(); err != nil { panic(err) }
}
""",
        "b.c": """static int flush(S *stream) {
  stream->flags &= ~FLAG_WRITTEN;
  if (stream->n > 0) { stream->flags |= FLAG_READY; }
  return 0;
}
static void on_error(S *stream, const char *msg, int err) {
  if (err) {
    sprintf(buf, "%s", msg, strerror(err));
  }
}
void destroy_all(void) {
  S *stream = head;
  while (stream) {
    S *next = stream->next;
    stream_destroy(stream);
    stream = next;
  }
}
int tar_find(T *tar) {
  int err = tar_rewind(tar);
  if (err) return err;
  tar_next(tar);
  (void) tar_seek(tar);
  return tar_last(tar);
}
""",
        "c.rs": """impl L {
  fn put(&mut self, k: K, v: V) -> Option<V> { self.capturing_put(k, v, false).map(|x| x) }
  fn is_empty(&self) -> bool { self.map.len() == 0 }
  fn is_full(&self) -> bool { return self.len() >= self.cap; }
}
""",
        "d.rb": """class R
  def call(env)
    if Bullet.notification? || Bullet.always_append_html_body
      if status == 200
        append_to_html_body(x)
      end
    end
  end
  def io(reader)
    if reader.eof?
      @readers.delete_if { |k, v| v == reader }
    end
  end
end
""",
        "e.hpp": """struct A {
  void openLogFile() {
    m_fileSize = m_file.open(name());
    if (0 == m_fileSize) {
      m_file.write(Converter::header(x));
    }
  }
  void write(int r) {
    util::MutexLock lock(m_mutex);
    format(r);
  }
  bool empty() const noexcept { return size() <= 0; }
};
""",
        "g.swift": """class G {
  func save(str: String) {
    let line = str + "\\n"
    if !path.hasSuffix("/") { path += "/" }
    put(line)
  }
}
""",
        "h.rs": """impl H {
  fn closed(&self) -> bool { !self.open }
  fn both(&self) -> bool { self.a == 1 && self.b }
  fn two(&self) -> bool { if self.x { return true; } self.n == 0 }
  fn big(&self) -> bool { self.n > 5 }
}
""",
        "i.c": """int bits(S *s) {
  s->mode = MODE_A | MODE_B;
  s->flags &= FLAG_KEEP;
  s->flags = s->flags | FLAG_ON;
  s->flags = s->flags & ~FLAG_OFF;
  s->flags ^= FLAG_TURN;
  if (s->flags & FLAG_ASKED) return 1;
  return 0;
}
int reads(F *f) {
  int c;
  while ((c = next(f)) != EOF) { put(c); }
  int n = count(f);
  show(n);
  if (peek(f)) return 1;
  return last(f);
}
""",
        "j.rb": """class J
  def make(other)
    @tree = Tree.new(1)
    @copy = other.tree
    @list = fetch(1)
    @none = nil
    @rows.delete(other)
    @kept.select { |r| r != other }
  end
end
""",
        "k.cpp": """void K::go() {
  AutoLock guard(mutex_);
  step();
}
void K::unl() {
  UnlockGuard guard(mutex_);
  step();
}
void K::text() {
  ReadLock name("x");
  step();
}
""",
    }
)
CLAIMS = {
    "SUPPORTED": """
`newCache` uses the default hasher when config.Hasher is nil
`Queue.lazyInit` creates q.tq only if it is nil
`Queue.lazyInit` creates q.tq
Does `Shard.del` read s.hashmap twice?
`Shard.del` reads s.hashmap
`flush` clears FLAG_WRITTEN
`flush` sets FLAG_READY
`flush` sets FLAG_READY only if stream->n is positive
`on_error` includes strerror(err) if err is nonzero
`destroy_all` saves stream->next before destroying the stream
`destroy_all` saves stream->next
`tar_find` ignores errors of tar_next
`tar_find` ignores the return value of tar_next
`tar_find` ignores the result of tar_seek
`tar_find` checks the result of tar_rewind
`Queue.Close` discards the error of q.file.Close
`Queue.Close` never checks the error of q.conn.Close
`L.is_empty` returns true when map.len is 0
`L.is_empty` returns true if the map is empty
`L.is_full` returns true if len is at least cap
`R.call` appends to the HTML body only if the status is 200
`R.io` removes the reader if it is at eof
`A.openLogFile` writes the header only if the file is empty
`A.write` formats while holding the lock
`H.closed` returns true if open is false
`H.closed` returns false if open
`H.closed` returns true unless open
`H.big` returns true if n is more than 5
`H.big` returns true if n is 6
`H.big` returns true only if n is more than 5
`bits` sets FLAG_ON
`bits` clears FLAG_OFF
`bits` toggles FLAG_TURN
`bits` never sets FLAG_ASKED
`reads` checks the result of next
`reads` checks the result of peek
`reads` never checks the result of count
`J.make` creates @tree
`J.make` removes other
`K.go` calls step while holding the lock
`K.go` takes the lock
""",
    "CONTRADICTED": """
`flush` never clears FLAG_WRITTEN
`tar_find` ignores the return value of tar_rewind
`tar_find` ignores the result of tar_last
`tar_find` checks the result of tar_next
`Queue.Close` ignores the error of q.log.Close
`L.is_empty` returns false if the map is empty
`L.is_empty` returns true if the map is not empty
`H.closed` returns true if open
`H.big` returns false if n is more than 5
`H.big` returns true if n is less than 5
`J.make` never creates @tree
`J.make` never removes other
""",
    "NOT_SUPPORTED": """
`Queue.lazyInit` creates q.n
`Queue.QueueBroadcast` delegates to queueBroadcast with initialTransmits 1
`flush` clears FLAG_READY
`flush` sets FLAG_WRITTEN
`L.put` delegates to capturing_put with capture set to true
`bits` sets MODE_C
`bits` clears FLAG_KEEP
`bits` sets FLAG_ASKED
`bits` sets FLAG_OFF
`reads` checks the result of count
`reads` checks the result of last
`J.make` creates @copy
`J.make` creates @none
`K.unl` calls step while holding the lock
`K.text` calls step while holding the lock
""",
    "INCONCLUSIVE": """
`Queue.QueueBroadcast` delegates to queueBroadcast with initialTransmits 0
`ValidateKey` accepts only keys of 16, 24 or 32 bytes
`ValidateKey` accepts only key
`Queue.Close` ignores the error of q.conn.Close
`L.put` delegates to capturing_put with capture set to false
`A.write` takes the lock before it formats the record
`A.empty` returns true if size is zero or negative
`G.save` adds a newline to the string
`G.save` appends a slash to the path
`H.both` returns true if a is 1
`H.two` returns true if n is 0
`H.big` returns true if n is more than 3
`J.make` creates @list
""",
}


@pytest.mark.parametrize(
    ("claim", "status"),
    [(claim, status) for status, lines in CLAIMS.items() for claim in lines.split("\n") if claim],
)
def test_claim(claim: str, status: str) -> None:
    assert verify(SNAPSHOT, claim).status == status
