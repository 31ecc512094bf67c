"""Claims about a class of C++ whose methods stand in a file of another folder."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

HEADER = (
    "namespace water {\nclass Tap {\n public:\n  Tap();\n  int size() const { return 1; }\n"
    "  void open();\n  void shut();\n};\n}\n"
)
SOURCE = (
    '#include "lib/tap.h"\nnamespace water {\nTap::Tap() {}\n'
    "void Tap::open() { if (size() > 1) throw Burst(); }\n}\n"
    "void water::Tap::shut() { open(); }\n"
)
FILES = {"include/lib/tap.h": HEADER, "src/tap_methods.cpp": SOURCE}
OTHER = {"other/tap.hpp": "namespace water {\nclass Tap {\n void leak() { throw Leak(); }\n};\n}\n"}
OUTER = {"src/tap_outer.cpp": "using namespace water;\nvoid Tap::flood() { throw Flood(); }\n"}


@pytest.mark.parametrize(
    ("files", "claim", "status"),
    [
        (FILES, "Tap never throws", "CONTRADICTED"),
        (FILES, "Tap throws Burst", "SUPPORTED"),
        (FILES, "Tap calls size", "SUPPORTED"),
        (FILES, "none of Tap's methods throws Burst", "CONTRADICTED"),
        (FILES, "Tap throws Leak", "NOT_SUPPORTED"),
        ({**FILES, **OUTER}, "Tap throws Flood", "SUPPORTED"),
        # Of two classes of one name a method is of that whose header its file includes.
        ({**FILES, **OTHER}, "include/lib/tap.h::Tap throws Burst", "SUPPORTED"),
        ({**FILES, **OTHER}, "other/tap.hpp::Tap throws Burst", "NOT_SUPPORTED"),
    ],
)
def test_methods_that_are_written_elsewhere_are_the_class_s(
    files: dict[str, str], claim: str, status: str
) -> None:
    assert verify(snapshot_of(files), claim).status == status
