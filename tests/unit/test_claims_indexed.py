"""Indexes that are stepped as they are used, or made of more than a name."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

FILES = {
    "a.kt": """
class B {
    fun put(byte: Byte) {
        buffer[pos++] = byte
    }
    fun look(i: Int): Int {
        return buffer[i + 1]
    }
}
""",
    "b.c": "void put(box *b, char c) {\n    b->data[--b->pos] = c;\n}\n",
    "d.rs": """
impl Var {
    fn get(&self) -> Option<String> {
        env::var(&*self.name).ok().or_else(|| self.default.clone().map(|v| v.into_owned()))
    }
}
""",
}


@pytest.mark.parametrize(
    ("claim", "status"),
    [
        ("B.put indexes buffer by pos", "SUPPORTED"),
        ("B.put subscripts buffer with pos", "SUPPORTED"),
        ("B.put indexes buffer by byte", "NOT_SUPPORTED"),
        ("B.put never indexes buffer by pos", "CONTRADICTED"),
        ("B.look indexes buffer by i", "NOT_SUPPORTED"),
        ("B.look indexes buffer with i + 1", "SUPPORTED"),
        ("b.c::put indexes b->data with b->pos", "SUPPORTED"),
        ("b.c::put indexes b->data with pos", "SUPPORTED"),
        ("b.c::put indexes b->data with c", "NOT_SUPPORTED"),
        ("Var.get falls back to the default", "SUPPORTED"),
        ("Var.get falls back to self.default", "SUPPORTED"),
        ("Var.get falls back to self.name", "NOT_SUPPORTED"),
        ("Var.get never falls back to self.default", "CONTRADICTED"),
    ],
)
def test_the_index(claim: str, status: str) -> None:
    assert verify(snapshot_of(FILES), claim).status.value == status, claim
