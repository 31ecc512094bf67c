"""What a claim says besides its verb: which thing, until when, of all of them, after what."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

FILES = {
    "tree.c": """#include <stdlib.h>
val pop(ctx *c) {
    elem *stack = c->stack;
    c->stack = stack->next;
    val v = stack->value;
    free(stack);
    return v;
}
""",
    "session.swift": """class SocketSession {
    deinit {
        writeCloseFrame()
        socket.close()
    }
    func end() {
        writeCloseFrame()
    }
    func send(_ data: [UInt8]) {
        var sent = 0
        while sent < data.count {
            sent += put(data)
        }
    }
}
""",
    "pool.rs": """impl Pool {
    fn reap(&self) {
        let mut to_drop = vec![];
        for conn in old {
            if conn.is_stale() {
                to_drop.push(conn);
            }
        }
        drop_conns(to_drop);
    }
    fn stop(&self) {
        let mut all = vec![];
        for conn in old {
            all.push(conn);
        }
        drop_conns(all);
    }
    fn serialize(&mut self) -> Result<()> {
        if self.first {
            self.write_terminator()?;
        }
        put(self)?;
        self.write_terminator()?;
        Ok(())
    }
}
""",
    "decode.go": """package p

func (s *Box) Decode(b []byte) error {
	if err := s.sz.Load(b); err != nil {
		return DecodeError{cause: err}
	}
	if len(b) == 0 {
		return EmptyError{}
	}
	return nil
}
""",
}


@pytest.mark.parametrize(
    ("claim", "status", "lines"),
    [
        ("pop frees the value", "INCONCLUSIVE", set()),
        ("pop never frees the value", "INCONCLUSIVE", set()),
        ("pop frees stack", "SUPPORTED", {6}),
        ("SocketSession.deinit closes the socket", "SUPPORTED", {4}),
        ("SocketSession.deinit closes the socket first", "INCONCLUSIVE", set()),
        (
            "SocketSession.deinit writes a close frame before it closes the socket",
            "SUPPORTED",
            {3, 4},
        ),
        ("SocketSession.send loops until everything was sent", "INCONCLUSIVE", set()),
        ("SocketSession.send loops while sent is less than data.count", "SUPPORTED", {11}),
        ("SocketSession.send loops until tries is 3", "INCONCLUSIVE", set()),
        ("Pool.reap drops every connection", "INCONCLUSIVE", set()),
        ("Pool.stop drops every connection", "SUPPORTED", {16}),
        ("Pool.serialize calls write_terminator after put", "INCONCLUSIVE", set()),
        ("Pool.serialize calls put after write_terminator", "SUPPORTED", {20, 22}),
        ("Pool.reap calls drop_conns after to_drop.push", "SUPPORTED", {6, 9}),
        ("Pool.reap calls to_drop.push after drop_conns", "CONTRADICTED", {6, 9}),
        ("Box.Decode wraps the error of Load in a DecodeError", "SUPPORTED", {5}),
        ("Box.Decode wraps the error of Load in an EmptyError", "INCONCLUSIVE", set()),
    ],
)
def test_said_more_closely(claim: str, status: str, lines: set[int]) -> None:
    answer = verify(snapshot_of(FILES), claim)
    assert answer.status.value == status, answer.summary
    assert {one.line for one in answer.evidence} == lines
