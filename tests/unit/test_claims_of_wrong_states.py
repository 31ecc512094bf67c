"""Conditions that speak of the very thing a claim names, but ask for another state of it."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

FILES = {
    "a.py": """
class A:
    def stop(self, service):
        if service is not None:
            self.pool.shutdown()

    def pick(self, limit):
        if limit is None:
            return self.plain()
        return self.timed(limit)

    def copy(self, call, other):
        if call.jar is not None:
            other.jar = call.jar

    def send(self, env):
        if env.get("encoding") == "gzip":
            self.unpack(env)

    def rows(self):
        if not self.cursor.next():
            raise NoRows("none")

    def named(self, items):
        if len(items) == 0:
            return None
        return items[0]
""",
    "b.c": """
int add(loop *l, int fd, conf *cfg) {
    if (fd >= l->size) {
        errno = ERANGE;
        return -1;
    }
    if (scan(optarg, &cfg->connections)) return -2;
    if (fd < 0) return -3;
    return 0;
}
""",
    "C.java": """
class C {
    String stack(Trace stackTrace, Result result) {
        if (stackTrace != null) {
            result.initCause(stackTrace);
        }
        return "";
    }
    void put(Map<String, String> env, String key, String value) {
        if (value == null) {
            env.remove(key);
        } else {
            env.put(key, value);
        }
    }
    void unpack(Headers headers) {
        if (headers.get("Content-Encoding").equals("gzip")) {
            this.writer = new Unpacker();
        }
    }
}
""",
    "d.rs": """
impl D {
    fn matches(&self, record: &Record) -> bool {
        if let Some(filter) = self.filter.as_ref() {
            if !filter.is_match(record) {
                return false;
            }
        }
        true
    }
    fn insert(&mut self, given: Given) {
        if let Some(pos) = self.all.iter().position(|d| d.name == given.name) {
            self.swap(pos, given);
        } else {
            self.all.push(given);
        }
    }
}
""",
}


@pytest.mark.parametrize(
    ("claim", "status"),
    [
        ("A.stop calls self.pool.shutdown only if the service is terminated", "INCONCLUSIVE"),
        ("A.stop calls self.pool.shutdown if the service is terminated", "INCONCLUSIVE"),
        ("A.stop calls self.pool.shutdown only if the service isn't None", "SUPPORTED"),
        ("A.stop calls self.pool.shutdown only if the service is given", "SUPPORTED"),
        ("A.pick calls plain when the limit is negative", "INCONCLUSIVE"),
        ("A.pick calls plain when the limit is too large", "INCONCLUSIVE"),
        ("A.pick calls plain when the limit is empty", "INCONCLUSIVE"),
        ("A.pick calls plain when the limit is missing", "SUPPORTED"),
        ("A.pick calls plain when there is no limit", "SUPPORTED"),
        ("A.copy sets other.jar only if call.jar is empty", "INCONCLUSIVE"),
        ("A.copy sets other.jar only if call.jar is set", "SUPPORTED"),
        ("A.send calls unpack only if the encoding is deflate", "INCONCLUSIVE"),
        ("A.send calls unpack only if the encoding is gzip", "SUPPORTED"),
        ("A.rows raises NoRows if the cursor is closed", "INCONCLUSIVE"),
        ("A.rows raises NoRows if the cursor has no next", "SUPPORTED"),
        ("A.named returns None if items is empty", "SUPPORTED"),
        ("A.named returns None if the items are sorted", "INCONCLUSIVE"),
        ("add sets errno to ERANGE if fd is negative", "INCONCLUSIVE"),
        ("add sets errno to ERANGE if fd is too large", "SUPPORTED"),
        ("add returns -2 if connections is above threads", "INCONCLUSIVE"),
        ("add returns -3 if fd is negative", "SUPPORTED"),
        ("C.stack calls result.initCause only if stackTrace is empty", "INCONCLUSIVE"),
        ("C.stack calls result.initCause only if stackTrace is not null", "SUPPORTED"),
        ("C.put calls env.remove only if value is empty", "INCONCLUSIVE"),
        ("C.put calls env.remove only if value is null", "SUPPORTED"),
        ("C.unpack creates an Unpacker only if Content-Encoding is gzip", "SUPPORTED"),
        ("C.unpack creates an Unpacker only if Content-Encoding is deflate", "INCONCLUSIVE"),
        ("C.unpack creates an Unpacker only if Accept-Encoding is gzip", "INCONCLUSIVE"),
        ("D.matches returns false if the filter matches", "INCONCLUSIVE"),
        ("D.matches returns false if the filter doesn't match", "SUPPORTED"),
        ("D.insert calls push only if the name is empty", "INCONCLUSIVE"),
    ],
)
def test_the_state_that_is_asked_for(claim: str, status: str) -> None:
    assert verify(snapshot_of(FILES), claim).status.value == status, claim
