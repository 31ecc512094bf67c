"""How many members a class has, and of which kind: counted, or left open, and never passed over."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

FILES = {
    "shop.py": "class Shop:\n    def __init__(self):\n        self.a = 1\n"
    "    def one(self): return 1\n    async def two(self): return 2\n",
    "Sign.java": "class Sign {\n  private int f;\n  public int g;\n\n"
    "  public Sign(int f) { this.f = f; }\n  private void h() {}\n}\n",
    "list.ts": "class List {\n  async one() {}\n  async two() {}\n  size() { return 1; }\n}\n"
    "class Door { private y = 1; go() {} }\n",
}


@pytest.mark.parametrize(
    ("claim", "status"),
    [
        ("List has three methods", "SUPPORTED"),
        ("List has at least two methods", "SUPPORTED"),
        ("List has exactly three methods", "SUPPORTED"),
        ("List has ten methods", "NOT_SUPPORTED"),
        ("List has at most two methods", "NOT_SUPPORTED"),
        ("List has two async methods", "SUPPORTED"),
        ("List has an async method", "SUPPORTED"),
        ("List has three async methods", "NOT_SUPPORTED"),
        ("Door has an async method", "NOT_SUPPORTED"),
        ("Shop has ten methods", "NOT_SUPPORTED"),
        # With what makes an object or without?
        ("Shop has three methods", "INCONCLUSIVE"),
        ("Shop has at most two methods", "INCONCLUSIVE"),
        # Which of its names are fields is not looked at, nor whose mark stands where.
        ("Shop has a property", "INCONCLUSIVE"),
        ("Shop has no properties", "INCONCLUSIVE"),
        ("Sign has a private constructor", "INCONCLUSIVE"),
        ("Sign has a public field", "INCONCLUSIVE"),
        ("Door has a private constructor", "INCONCLUSIVE"),
        ("List has no async methods", "CONTRADICTED"),
        ("Sign has a private method", "SUPPORTED"),
    ],
)
def test_members(claim: str, status: str) -> None:
    answer = verify(snapshot_of(FILES), claim)
    assert answer.status.value == status, answer.summary
