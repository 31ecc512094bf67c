"""Claims whose truth CPython's own parser tells are never judged wrongly."""

from __future__ import annotations

import pytest
from benchmarks.claims_by_parsers import WRONG, said_of
from benchmarks.support.ast_claims import functions

from codewitness.features.verify import verify
from tests.support.markers import Case, load_cases
from tests.support.snapshots import snapshot_of

EACH = 6  # of so many cases one is tried
CASES = [case for case in load_cases("claims") if any(path.endswith(".py") for path in case.files)]


@pytest.mark.parametrize("case", CASES[7::EACH], ids=lambda case: case.source.stem)
def test_none_is_wrong(case: Case) -> None:
    texts = {path: versions[-1] for path, versions in case.files.items()}
    snapshot = snapshot_of(texts)
    for path, text in texts.items():
        for function in functions(text) if path.endswith(".py") else ():
            for said in said_of(function):
                claim = f"`{path}::{function.name}` {said.text}"
                status = verify(snapshot, claim).status.name
                assert status not in WRONG[said.is_true], claim
