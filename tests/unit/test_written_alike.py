"""Python that is written in another way, and does the same, gets no contrary verdict."""

from __future__ import annotations

import pytest
from benchmarks.claims_written_alike import verdicts

from tests.support.markers import Case, load_cases

EACH = 16  # of so many cases one is tried
CLAIMS = [
    case for case in load_cases("claims") if any(path.endswith(".py") for path in case.files)
][3::EACH]
KINDS = (
    *("arms turned", "comparisons mirrored", "conditions by variables", "arms joined"),
    *("returned by a variable", "asked of a variable"),
)
CONTRARY = {"SUPPORTED", "CONTRADICTED"}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("case", CLAIMS, ids=lambda case: case.source.stem)
def test_no_contrary(case: Case, kind: str) -> None:
    for sentence, before, after in verdicts(case, kind):
        assert before == after or {before, after} != CONTRARY, sentence
