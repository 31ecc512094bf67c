"""Code that is written in another way, and does the same, gets no contrary verdict."""

from __future__ import annotations

import pytest
from benchmarks.claims_written_alike import verdicts

from tests.support.markers import Case, load_cases

EACH = 16  # of so many cases one is tried
CASES = load_cases("claims")
PYTHON = [case for case in CASES if any(path.endswith(".py") for path in case.files)][3::EACH]
OTHERS = [case for case in CASES if not all(path.endswith(".py") for path in case.files)][5::EACH]
KINDS = (
    *("arms turned", "comparisons mirrored", "conditions by variables", "arms joined"),
    *("returned by a variable", "asked of a variable", "loops broken off"),
)
KINDS_OF_BLOCKS = (
    *("blocks: conditions by variables", "blocks: returned by a variable"),
    *("blocks: asked of a variable", "blocks: given by a variable", "blocks: the rest as an else"),
    *("blocks: comparisons mirrored", "blocks: opposites denied"),
)
CONTRARY = {"SUPPORTED", "CONTRADICTED"}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("case", PYTHON, ids=lambda case: case.source.stem)
def test_no_contrary(case: Case, kind: str) -> None:
    for sentence, before, after in verdicts(case, kind):
        assert before == after or {before, after} != CONTRARY, sentence


@pytest.mark.parametrize("kind", KINDS_OF_BLOCKS)
@pytest.mark.parametrize("case", OTHERS, ids=lambda case: case.source.stem)
def test_no_contrary_elsewhere(case: Case, kind: str) -> None:
    for sentence, before, after in verdicts(case, kind):
        assert before == after or {before, after} != CONTRARY, sentence
