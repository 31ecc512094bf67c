"""True of one method and not of another: what is said is held to the code that it is said of."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

FILES = {
    "Journal.java": """
class Journal {
  void read() throws IOException {
    while (true) {
      try {
        line(reader.readLine());
      } catch (EOFException end) {
        break;
      }
    }
  }
  void rebuild() throws IOException {
    for (Entry entry : entries.values()) {
      writer.write(entry.key);
    }
  }
}
""",
    "waits.py": """
class Waits:
    def acquire(self):
        while True:
            if self.cache.add(self.key):
                break
            time.sleep(0.001)

    def throttle(self, delay):
        if delay:
            time.sleep(delay)
""",
    "log.go": """
package log

func (l *Logger) Write(p []byte) error {
	if l.file == nil {
		if err := l.open(len(p)); err != nil {
			return err
		}
	}
	l.file.Write(p)
	return nil
}

func (l *Logger) close() error {
	if l.file == nil {
		return nil
	}
	return l.file.Close()
}
""",
    "queue.ts": """
class Policy {
  execute(fn: Fn) {
    if (this.queue.length < this.capacity) {
      this.queue.push(fn);
      return fn;
    }
    this.dequeue();
    throw new Rejected();
  }
  dequeue() {
    const item = this.queue.shift();
    if (!item) {
      return;
    }
    run(item);
  }
  unref() {
    return new RetryPolicy(this.options);
  }
}
""",
    "fields.rs": """
struct Fields { next: u64 }
impl Fields {
    fn skip(&mut self) -> io::Result<()> {
        if self.next == 0 {
            return Err(other("end"));
        }
        Ok(())
    }
    fn take(&self) -> u64 { self.next }
}
""",
    "histogram.cc": """
struct Histogram {
  void Collect() {
    for (auto& one : counts_) {
      auto bucket = ClientMetric::Bucket{};
      add(bucket, one);
    }
  }
};
""",
    "store.rb": """
class Store
  def [](key)
    found = true
    value = @data.delete(key) { found = false }
    if found
      @data[key] = value
    else
      nil
    end
  end

  def ttl=(_)
    nil
  end
end
""",
    "map.c": """
map_node_t **map_getref(map_base_t *m, const char *key) {
  if (m->nbuckets > 0) {
    if (!strcmp(m->key, key)) return m->next;
  }
  return NULL;
}
map_node_t *map_newnode(const char *key) {
  map_node_t *node = malloc(sizeof(*node));
  if (!node) return NULL;
  return node;
}
int connect_to(int port) {
  int s = socket(AF_INET, SOCK_STREAM, 0);
  if (connect(s, port) == -1) {
    close(s);
    return -1;
  }
  return s;
}
""",
}


@pytest.mark.parametrize(
    ("claim", "status"),
    [
        ("`Journal.read` loops until it catches EOFException", "SUPPORTED"),
        ("`Journal.rebuild` loops until it catches EOFException", "INCONCLUSIVE"),
        ("`Waits.throttle` sleeps until the key could be added", "INCONCLUSIVE"),
        ("`Logger.close` does nothing if the file is nil", "SUPPORTED"),
        ("`Logger.Write` does nothing if the file is nil", "INCONCLUSIVE"),
        ("`Policy.dequeue` does nothing if the queue is empty", "SUPPORTED"),
        ("`Policy.execute` does nothing if the queue is empty", "INCONCLUSIVE"),
        ("`Policy.dequeue` takes the first item off the queue", "SUPPORTED"),
        ("`Policy.execute` takes the first item off the queue", "INCONCLUSIVE"),
        ("`Policy.unref` never retries", "INCONCLUSIVE"),
        ("`Fields::skip` never returns an error", "CONTRADICTED"),
        ("`Fields` never returns an error", "INCONCLUSIVE"),
        ("`Fields` takes no self", "INCONCLUSIVE"),
        ("`Fields::take` takes no self", "CONTRADICTED"),
        ("`Histogram::Collect` resets every bucket", "INCONCLUSIVE"),
        ("`Store#[]` always returns nil", "INCONCLUSIVE"),
        ("`Store#[]` subscripts `@data`", "SUPPORTED"),
        ("`Store#ttl=` always returns nil", "SUPPORTED"),
        ("map_newnode returns NULL if malloc fails", "SUPPORTED"),
        ("map_getref returns NULL if malloc fails", "INCONCLUSIVE"),
        ("connect_to closes the socket when connect fails", "SUPPORTED"),
        ("connect_to closes the socket when bind or listen fails", "INCONCLUSIVE"),
    ],
)
def test_what_is_true_of_another(claim: str, status: str) -> None:
    assert verify(snapshot_of(FILES), claim).status.value == status, claim
