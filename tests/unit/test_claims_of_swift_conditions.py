"""Conditions that bind names in Swift, `while x` as one, and how a method takes its object."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

FILES = {
    "reader.swift": """class Reader {
    func read(buffer: Buf) -> Int {
        guard let base = buffer.baseAddress else { return 0 }
        if let x = buffer.size { return x }
        if case .some = buffer.kind { return 1 }
        if self.on, let y = buffer.last {
            self.use(y)
        } else {
            self.drop()
        }
        while self.on, let z = try? buffer.next() {
            self.take(z)
        }
        guard self.on, base.ok else { return 2 }
        return base.n
    }
}
""",
    "spin.py": """
class Spin:
    def read(self):
        while self.on:
            self.put()
        with self.lock:
            self.get()
""",
    "gate.ts": """export class Gate {
  each(): void {
    do { this.tick() } while (this.busy())
  }
}
""",
    "writer.rs": """impl Writer {
    fn flush(&mut self) -> u8 { self.n }
    fn get_ref(&self) -> &u8 { &self.n }
    fn into_inner(mut self) -> u8 { self.n }
    fn make(n: u8) -> Writer { Writer { n } }
}
""",
    "conn.go": """package conn

func (c *Conn) Set(n int) { c.n = n }

func (l Level) String() string { return "x" }

func (c *Conn) Open() error {
	err := c.dial()
	if err != nil {
		return err
	}
	return nil
}

func (c *Conn) Wrap() error {
	err := c.dial()
	if err != nil {
		return ErrDial{err}
	}
	return nil
}
""",
}


@pytest.mark.parametrize(
    ("claim", "status", "lines"),
    [
        ("Reader.read checks buffer.baseAddress", "SUPPORTED", {3}),
        ("Reader.read never checks buffer.size", "CONTRADICTED", {4}),
        ("Reader.read never checks buffer.kind", "CONTRADICTED", {5}),
        ("Reader.read never checks buffer.other", "SUPPORTED", set()),
        ("Reader.read guards against a nil baseAddress", "SUPPORTED", {3}),
        ("Reader.read returns 0 if buffer.baseAddress is nil", "SUPPORTED", {3}),
        ("Reader.read returns x only if buffer.size is not nil", "SUPPORTED", {4}),
        ("Reader.read calls self.use only if buffer.last is not nil", "SUPPORTED", {6, 7}),
        ("Reader.read calls self.use only if self.on", "SUPPORTED", {6, 7}),
        ("Reader.read calls self.use if self.on is false", "CONTRADICTED", {7}),
        ("Reader.read calls self.drop only if self.on is false", "INCONCLUSIVE", set()),
        ("Reader.read returns base.n only if base.ok", "SUPPORTED", {14, 15}),
        ("Reader.read returns base.n only if base.ok is false", "CONTRADICTED", {15}),
        ("Reader.read calls self.take only while self.on", "SUPPORTED", {11, 12}),
        ("Spin.read calls self.put while self.on", "SUPPORTED", {4, 5}),
        ("Spin.read calls self.put while self.on is false", "CONTRADICTED", {5}),
        ("Spin.read calls self.put in a while loop", "SUPPORTED", {5}),
        ("Gate.each calls this.tick while this.busy()", "INCONCLUSIVE", set()),  # and before
        ("Spin.read calls self.get while holding self.lock", "SUPPORTED", {7}),
        ("Writer.flush takes &mut self", "SUPPORTED", {2}),
        ("Writer.flush takes &self", "CONTRADICTED", {2}),
        ("Writer.flush borrows self", "SUPPORTED", {2}),
        ("Writer.get_ref takes self by reference", "SUPPORTED", {3}),
        ("Writer.get_ref takes a mutable reference to self", "CONTRADICTED", {3}),
        ("Writer.get_ref consumes self", "CONTRADICTED", {3}),
        ("Writer.get_ref never consumes self", "SUPPORTED", set()),
        ("Writer.into_inner consumes self", "SUPPORTED", {4}),
        ("Writer.make takes &self", "CONTRADICTED", {5}),
        ("Conn.Set has a pointer receiver", "SUPPORTED", {3}),
        ("Conn.Set has a value receiver", "CONTRADICTED", {3}),
        ("Level.String has a pointer receiver", "CONTRADICTED", {5}),
        ("Conn.Open returns err directly", "SUPPORTED", {10}),
        ("Conn.Wrap returns err directly", "INCONCLUSIVE", set()),
        ("Conn.Wrap wraps the error of dial", "INCONCLUSIVE", set()),
        ("Conn.Wrap wraps the error of dial in ErrDial", "SUPPORTED", {18}),
        ("Conn.Wrap wraps all errors in ErrDial", "INCONCLUSIVE", set()),
    ],
)
def test_conditions(claim: str, status: str, lines: set[int]) -> None:
    answer = verify(snapshot_of(FILES), claim)
    assert answer.status.value == status, answer.summary
    assert {one.line for one in answer.evidence} == lines
