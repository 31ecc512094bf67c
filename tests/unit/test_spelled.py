"""Names in the spelling of one language."""

from __future__ import annotations

import pytest

from codewitness.engine.verify.reading.spelled import plainly


@pytest.mark.parametrize(
    ("said", "plain"),
    [
        ("`-[Reader read:error:]` calls f", "`Reader.read` calls f"),
        ("f captures `[weak self]`", "f captures `[weak self]`"),  # Swift's list, no message
        ("f captures `[unowned self]`", "f captures `[unowned self]`"),
    ],
)
def test_plainly(said: str, plain: str) -> None:
    assert plainly(said) == plain
