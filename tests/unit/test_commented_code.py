"""A comment behind a line, or above it, changes neither verdicts nor edges."""

from __future__ import annotations

import pytest
from benchmarks.support.alike_layout import below_comments, with_comments
from benchmarks.written_alike import edges

from codewitness.features.verify import verify
from tests.support.claims import STATUS, claim_in
from tests.support.markers import Case, load_cases
from tests.support.snapshots import snapshot_of

EACH = 16  # of so many cases one is tried
CLAIMS = load_cases("claims")[::EACH]
# What JavaScript says of types in a comment must stand right above.
EDGES = [case for case in load_cases("graph") if case.source.parent.stem != "javascript"][5::EACH]


def last(case: Case) -> dict[str, str]:
    return {path: versions[-1] for path, versions in case.files.items()}


@pytest.mark.parametrize("case", CLAIMS, ids=lambda case: case.source.stem)
def test_verdicts_stay(case: Case) -> None:
    files = {path: with_comments(path, text) for path, text in last(case).items()}
    snapshot = snapshot_of(files)
    for block in case.blocks:
        for line in block.text.splitlines():
            if line and not line.startswith("#"):
                sentence, word, _ = claim_in(line, case.source)
                assert verify(snapshot, sentence).status.value == STATUS[word], sentence


@pytest.mark.parametrize("case", EDGES, ids=lambda case: f"{case.source.parent.stem}: {case.title}")
def test_edges_stay(case: Case) -> None:
    files = last(case)
    for change in (with_comments, below_comments):
        changed = {path: change(path, text) for path, text in files.items()}
        assert edges("", changed) == edges("", files)
