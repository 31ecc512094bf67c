"""What is done for another error, of another header or in the opposite case is not what is said."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

SNAPSHOT = snapshot_of(
    {
        "e.rb": """class Engine
  def notice
    @pipe.write_nonblock('.')
  rescue Errno::EAGAIN
    # ignore
  rescue Errno::EINTR
    retry
  end

  def again
    go
  rescue Errno::EAGAIN
    nil
  rescue StandardError
    retry
  end

  def any
    go
  rescue => e
    retry
  end

  def kill(signal="SIGTERM", pid = 3)
    run(signal, pid)
  end
end
""",
        "w.swift": """class W {
    func write(url: URL) {
        if fm.fileExists(atPath: url.path) == false {
            fm.createFile(atPath: url.path)
        }
        if !fm.fileExists(url.path) { self.make(url) }
        if name.hasPrefix("x") { self.cut() }
    }
}
""",
        "g.go": """package g

func (s *Shard) append(key string) error {
	w, err := s.getValid(key)
	if err == ErrEntryNotFound {
		err = s.addNew(key)
		return err
	}
	if err != nil {
		return err
	}
	err = s.setWrapped(w)
	return err
}

func (k *Ring) AddKey(key []byte) error {
	if err := Validate(key); err != nil {
		return err
	}
	for _, installed := range k.keys {
		if bytes.Equal(installed, key) {
			return nil
		}
	}
	k.install(key)
	return nil
}
""",
        "m.c": """int tar_open(tar_t *tar, const char *mode) {
  tar->stream = fopen(tar->name, mode);
  if (*mode == 'r') {
    err = tar_read_header(tar, &h);
    if (err) { return err; }
  }
  return 0;
}
int tar_read_data(tar_t *tar) {
  if (tar->remaining == 0) {
    err = tar_read_header(tar, &h);
  }
  return tread(tar);
}
int tar_size(tar_t *tar) { return tar->size; }
""",
    }
)
CLAIMS = {
    "SUPPORTED": """
`Engine.notice` retries when EINTR is raised
`Engine.notice` retries on Errno::EINTR
`Engine.notice` retries
`Engine.again` retries on EINTR
`Engine.any` retries on EINTR
`Engine.kill` takes a parameter signal that defaults to "SIGTERM"
`W.write` calls make unless fileExists
`W.write` calls make only if fileExists is false
`W.write` calls cut if hasPrefix
`Shard.append` calls addNew if the entry is not found
`Shard.append` calls setWrapped only if err is nil
`tar_open` reads the header
`tar_read_data` reads the header only when remaining is 0
`tar_size` reads an attribute
""",
    "CONTRADICTED": """
`Engine.kill` takes a parameter signal that defaults to "SIGKILL"
`Engine.kill` has a default signal of "SIGKILL"
`W.write` calls createFile if fileExists
`W.write` calls make if fileExists
`W.write` calls cut unless hasPrefix
`Shard.append` calls setWrapped if the entry is not found
`tar_read_data` reads the header only when remaining is 1
""",
    "NOT_SUPPORTED": """
`Engine.notice` retries when EAGAIN is raised
`Engine.notice` retries on EAGAIN
`Engine.again` retries on EAGAIN
""",
    "INCONCLUSIVE": """
`Ring.AddKey` returns an error if the key already exists
`tar_open` reads the first header in every mode
`tar_size` reads the header
`tar_size` reads the first line
""",
}


@pytest.mark.parametrize(
    ("claim", "status"),
    [(claim, status) for status, lines in CLAIMS.items() for claim in lines.split("\n") if claim],
)
def test_claim(claim: str, status: str) -> None:
    assert verify(SNAPSHOT, claim).status == status
