"""A filter by what code calls says which languages it knows nothing of."""

from __future__ import annotations

import pytest

from codewitness.features.no_signals import without_signals
from codewitness.model.query import Filters

PATHS = ["a.py", "b.dart", "c.dart", "d.sh", "README.md", "e.css", "f.json"]


@pytest.mark.parametrize(
    ("filters", "note"),
    [
        (Filters(), ""),
        (Filters(include_tags=("domain:class",)), ""),
        (
            Filters(calls=("fit",)),
            "calls: not known of files in dart (2), bash (1), which are left out",
        ),
        (
            Filters(calls=("fit",), accesses=("x",), languages=("dart",)),
            "calls, accesses: not known of files in dart (2), which are left out",
        ),
        (
            Filters(include_tags=("raises:E",), paths=("*.sh",)),
            "raises:E: not known of files in bash (1), which are left out",
        ),
        (Filters(calls=("fit",), languages=("python",)), ""),
    ],
)
def test_note(filters: Filters, note: str) -> None:
    assert without_signals(lambda: PATHS, filters) == note
