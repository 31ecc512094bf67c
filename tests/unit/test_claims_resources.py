"""Who closes what, what fails where, and other things that blocks and handlers do by themselves."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

SNAPSHOT = snapshot_of(
    {
        "Work.cs": """
class Work {
  void Execute(Context context) {
    using (var connection = context.GetConnection())
    using (var job = connection.Fetch())
    {
      try { Go(job); }
      catch (Exception ex) { _logger.WarnException("x", ex); throw; }
    }
  }
  void One() { using var stream = File.Open("x"); stream.Write(1); }
  void Elect(Context context) { if (LogEvents) { _logger.ErrorException("x", context.E); } }
}
""",
        "load.py": """
class Load:
    def read(self, path):
        with open(path) as handle:
            return handle.read()

    def leak(self, path):
        handle = open(path)
        return handle.read()

    def get(self, block):
        r = self._get()
        if r is Missing and block:
            raise Timeout()
        return r

    def create(self, parties):
        assert parties > 0, "positive"
        return self.add(parties)

    def items(self):
        return dict(self._rows)

    def raw(self):
        return self._rows

    def drop(self, url):
        try:
            path = to_path(url)
        except ValueError:
            return False
        return exists(path)

    def handle(self, m):
        try:
            self.b.get(m)
        except NotFound as e:
            m.fail()
            self.post(m)

    def half(self):
        return self.rate / 2

    def backoff(self):
        delay = 1
        while True:
            time.sleep(delay)
            delay *= self.factor
""",
        "Enter.java": """
class Enter {
  String read(Path p) throws IOException {
    try (BufferedReader in = Files.newBufferedReader(p)) { return in.readLine(); }
  }
  boolean on(Object r) {
    if (consume != null) { consume.accept(1, r); }
    return false;
  }
  boolean enter() {
    try { return sem.tryAcquire(1); }
    catch (InterruptedException ex) { Thread.currentThread().interrupt(); return false; }
  }
}
""",
        "read.kt": "class Read { fun all(f: File) = f.inputStream().use { it.readBytes() } }\n",
        "list.tsx": """
const List = ({ rows, kids }) => {
  return <div>{rows.map((t) => <Wrap id={t.id}>{kids ? kids(t) : <Bar row={t} />}</Wrap>)}</div>;
};
const Icon = ({ kind }) => {
  if (kind === 'none') { return null; }
  return <Loader a={1} />;
};
const opens = (nodes) => { nodes.forEach((node) => { open(node); }); };
const some = (nodes) => { nodes.forEach((node) => { if (node.ok) { open(node); } }); };
""",
    }
)
CLAIMS = {
    "SUPPORTED": [
        *("Work.Execute disposes the connection", "Work.One disposes the stream"),
        *("Work.Execute wraps the connection in a using statement", "Load.read closes the file"),
        *("Work.Execute logs a warning", "Work.Execute rethrows the exception after handling it"),
        *("Load.read opens path in a with statement", "Enter.read uses try-with-resources"),
        *(
            "Enter.read closes the reader",
            "Read.all closes the stream",
            "Load.items returns a copy",
        ),
        *(
            "Load.create asserts that parties is positive",
            "Load.items returns a copy of self._rows",
        ),
        *("Load.drop returns False if to_path fails", "Load.drop returns False if to_path raises"),
        "Load.handle calls m.fail() when NotFound is raised, then calls self.post",
        "Enter.enter returns false if interrupted",
        *(
            "Enter.on calls consume.accept only if it isn't null",
            "List renders a Wrap for each row",
        ),
        *("List renders Bar only if kids is not given", "opens calls open for each node"),
    ],
    "CONTRADICTED": [
        *("Work.Execute never disposes the connection", "Load.read never closes the file"),
        *("Enter.read never closes the reader", "Read.all never closes the stream"),
        *("Work.Elect logs the error even if LogEvents is false", "List never renders a Wrap"),
        *("Work.Elect logs the error regardless of LogEvents", "Icon always renders a Loader"),
        *("Load.get raises Timeout regardless of block", "Load.raw returns a copy of self._rows"),
        *("Load.get raises Timeout even if block is false",),
        "Load.create asserts that parties is negative",
        "Load.create never asserts that parties is positive",
    ],
    "NOT_SUPPORTED": ["List renders a Loader", "Load.leak closes the file"],
    "INCONCLUSIVE": [
        "Load.backoff never multiplies the delay by self.factor",  # `*=`, or a product of it?
        *("Load.read never closes the socket", "Load.read closes the connection"),
        *(
            "Load.items returns a copy of self._columns",
            "Load.create asserts that parties is above 5",
        ),
        *("Work.Elect logs the error even if context is null", "some calls open for each node"),
        *("Work.Execute rethrows the exception after closing it",),
        "Load.drop returns False if exists fails",
        "Load.backoff never halves the delay by self.factor",
        "Load.half never divides self.rate",
    ],
}


@pytest.mark.parametrize(
    ("claim", "status"), [(claim, status) for status in CLAIMS for claim in CLAIMS[status]]
)
def test_claim(claim: str, status: str) -> None:
    assert verify(SNAPSHOT, claim).status == status
