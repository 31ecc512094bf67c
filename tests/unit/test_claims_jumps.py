"""Claims about code that a `goto` passes over, and about what is done `even if` something is so."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

FILES = {
    "conn.go": """package conn

func (c *Conn) Write(cmd *Cmd) error {
	_, err := cmd.WriteTo(c)
	if err != nil {
		goto exit
	}
	err = c.Flush()
exit:
	c.Unlock()
	return err
}
""",
    "load.c": """int load(const char *path, int n) {
    FILE *f = open_file(path);
    if (n > 3)
        goto out;
    parse(f);
    if (n == 2) {
        note(f);
        goto out;
    }
    finish(f);
out:
    close_file(f);
    return 0;
}

int again(int n) {
retry:
    step(n);
    if (n > 3)
        goto retry;
    done(n);
    return 0;
}

void put(buf *b, const void *data, size_t len) {
    ensure(b, len);
    if (len > 0) {
        memcpy(b->data, data, len);
        b->used += len;
    }
    done(b);
}
""",
}


@pytest.mark.parametrize(
    ("claim", "status", "lines"),
    [
        ("Conn.Write always calls c.Flush", "CONTRADICTED", {8}),
        ("Conn.Write always calls c.Unlock", "SUPPORTED", {10}),
        ("Conn.Write calls c.Flush only if err is nil", "SUPPORTED", {5, 8}),
        ("Conn.Write calls c.Flush only if err is not nil", "CONTRADICTED", {8}),
        ("Conn.Write calls c.Flush even if err is not nil", "CONTRADICTED", {8}),
        ("Conn.Write flushes even if writing fails", "CONTRADICTED", {8}),
        ("Conn.Write calls c.Flush even for a nil command", "INCONCLUSIVE", set()),
        ("Conn.Write calls c.Unlock even if err is not nil", "SUPPORTED", {10}),
        ("load always calls parse", "CONTRADICTED", {5}),
        ("load calls parse only if n is not greater than 3", "SUPPORTED", {3, 5}),
        ("load always calls close_file", "SUPPORTED", {12}),
        ("load calls finish if n is 2", "CONTRADICTED", {10}),
        ("again always calls done", "SUPPORTED", {21}),
        ("put calls memcpy even if len is 0", "CONTRADICTED", {28}),
        ("put calls memcpy even if len is 5", "INCONCLUSIVE", set()),
        ("put calls done even if len is 0", "SUPPORTED", {31}),
        ("put updates b->used even when len is 0", "CONTRADICTED", {29}),
    ],
)
def test_what_is_passed_over(claim: str, status: str, lines: set[int]) -> None:
    answer = verify(snapshot_of(FILES), claim)
    assert answer.status.value == status, answer.summary
    assert {one.line for one in answer.evidence} == lines
