"""Order in bare verbs, verbs behind a prefix of C, and what is done even if something raises."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

SNAPSHOT = snapshot_of(
    {
        "a.swift": """class A {
  func append(data: Data) throws {
    let handle = try FileHandle(url)
    handle.seekToEndOfFile()
    handle.write(data)
    handle.closeFile()
  }
}
""",
        "b.c": """void stream_destroy(S *stream) {
  stream_emitEvent(stream, &e);
  dyad_close(stream);
  vec_deinit(&stream->listeners);
  dyad_free(stream);
}
int tar_find(T *tar) {
  err = tar_rewind(tar);
  while (tar_read_header(tar) == 0) { tar_next(tar); }
  return err;
}
""",
        "c.rb": """class C
  def call(env)
    start(env)
    @app.call(env)
  ensure
    finish(env)
  end
  def go(env)
    start(env)
    yield env
    finish(env)
  end
  def clean(file)
    return unless File.exist?(file)
    say "cleaning"
    FileUtils.rm(file)
  end
  def watch
    Thread.new do
      loop { step }
    end
  end
end
""",
        "d.go": """package d
func (q *Q) Prune(n int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for q.tq.Len() > n {
		cur := q.tq.Max()
		cur.Finished()
		q.deleteItem(cur)
	}
}
func (q *Q) Add(key []byte) error {
	for _, k := range q.keys {
		if bytes.Equal(k, key) {
			return nil
		}
	}
	q.keys = append(q.keys, key)
	return nil
}
func (q *Q) Bg() {
	go q.loop()
}
""",
        "e.swift": """class E {
  func rotate(old: URL) {
    do {
      try fm.removeItem(atPath: oldFile)
      try fm.moveItem(atPath: a, toPath: b)
    } catch { print("x") }
  }
}
""",
    }
)
CLAIMS = {
    "SUPPORTED": """
`A.append` seeks to the end before it writes
`A.append` seeks before writing
`A.append` closes the handle after writing
`A.append` closes the handle after it has written
`A.append` writes before it closes the handle
`stream_destroy` emits the event before it closes the stream
`stream_destroy` frees the stream after closing it
`tar_find` rewinds before it reads the header
`tar_find` rewinds the tar
`C.call` calls finish even if @app.call raises
`C.call` finishes even if the app raises
`C.call` calls finish even when an exception is raised
`C.clean` does nothing if the file does not exist
`C.watch` runs in a new thread
`C.watch` starts a thread
`Q.Prune` releases the lock even if it panics
`Q.Add` is a no-op if the key is already there
`Q.Bg` runs loop in a goroutine
`E.rotate` deletes the file
`E.rotate` deletes the old file
""",
    "CONTRADICTED": """
`A.append` closes the handle before writing
`A.append` closes the handle before it writes
`stream_destroy` closes the stream before it emits the event
`stream_destroy` frees the stream before it closes it
`C.clean` removes the file before it says so
`E.rotate` never deletes the file
""",
    "INCONCLUSIVE": """
`C.go` calls finish even if the block raises
`C.go` calls finish even when an exception is raised
`C.watch` runs step in a new thread
`Q.Prune` finishes an item before it deletes it
`Q.Bg` runs in the background
`E.rotate` removes the old file before it moves a
""",
}


@pytest.mark.parametrize(
    ("claim", "status"),
    [(claim, status) for status, lines in CLAIMS.items() for claim in lines.split("\n") if claim],
)
def test_claim(claim: str, status: str) -> None:
    assert verify(SNAPSHOT, claim).status == status
