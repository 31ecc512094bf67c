"""Verdicts on sentences about small projects; `test_verify_cases` holds the lines of some as well.

A block `verdicts` holds claims about the files above it, one on each line: `claim "X calls y" =>
supported`. Lines that begin with `#` say why the next one is so.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import pytest

from codewitness.engine.view import Snapshot
from codewitness.features.verify import verify
from tests.support.claims import STATUS, claim_in
from tests.support.markers import load_cases
from tests.support.snapshots import snapshot_of

CASES = load_cases("claims")


@lru_cache(maxsize=4)
def snapshot(index: int) -> Snapshot:
    """The files of a case; its claims are asked of one graph."""
    return snapshot_of({path: versions[-1] for path, versions in CASES[index].files.items()})


def claims() -> list[Any]:
    """Number of the case, sentence and status of each claim of all cases."""
    return list(_claims())


def _claims() -> Iterator[Any]:
    for index, case in enumerate(CASES):
        for block in case.blocks:
            for line in block.text.splitlines():
                if line and not line.startswith("#"):
                    sentence, word, _ = claim_in(line, case.source)
                    yield pytest.param(index, sentence, word, id=f"{case.source.stem}: {sentence}")


@pytest.mark.parametrize(("index", "sentence", "word"), claims())
def test_verdict(index: int, sentence: str, word: str) -> None:
    answer = verify(snapshot(index), sentence)
    assert answer.status.value == STATUS[word], answer.summary


def test_each_case_has_claims() -> None:
    assert [case.title for case in CASES if not any(block.text for block in case.blocks)] == []
