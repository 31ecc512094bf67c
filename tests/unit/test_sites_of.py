"""Sites are found by their names in the text that lists them, as if it were taken apart."""

from __future__ import annotations

from typing import Any, cast

from hypothesis import given
from hypothesis import strategies as st

from codewitness.engine.graph.files import Scope

NAMES = st.text("ab_", max_size=3)
SITES = st.lists(st.tuples(st.sampled_from("chnpx"), NAMES) | st.just(("", "")), max_size=8)


@given(SITES, NAMES, st.sampled_from(["", "px", "h"]))
def test_sites_of(sites: list[tuple[str, str]], name: str, but: str) -> None:
    callees = " ".join(kind + callee for kind, callee in sites)
    scope = Scope(cast("Any", None), 0, "a.py::f", 0)
    scope.callees = callees
    entries = callees.split(" ")
    assert scope.sites_of(name, but=but) == [
        index for index, one in enumerate(entries) if one and one[1:] == name and one[0] not in but
    ]
