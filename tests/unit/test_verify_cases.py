"""Claims about marked code in all languages: the verdict, and exactly the lines that are named.

A block `verify` holds claims: `claim "X calls y" => supported by e1, e2`. The names are those of
`line` marks. An answer that names no lines must have none.
"""

from __future__ import annotations

import hashlib

import pytest

from codewitness.features.verify import verify
from codewitness.syntax.registry import LANGUAGES
from tests.support.claims import STATUS, claim_in
from tests.support.markers import Case, MarkKind, load_cases
from tests.support.snapshots import snapshot_of

CASES = load_cases("verify")


def claims_of(case: Case) -> list[tuple[str, str, frozenset[tuple[str, int]]]]:
    """Sentence, status and lines (path, 0-based line) of each claim of a case."""
    place_by_name = {
        mark.target: (path, mark.line)
        for (path, _), marks in case.marks.items()
        for mark in marks
        if mark.kind is MarkKind.LINE
    }
    found = []
    for block in case.blocks:
        for line in filter(None, map(str.strip, block.text.splitlines())):
            sentence, word, names = claim_in(line, case.source)
            lines = frozenset(place_by_name[name] for name in names)
            found.append((sentence, STATUS[word], lines))
    return found


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.source.stem}: {case.title}")
def test_case(case: Case) -> None:
    files = {path: versions[-1] for path, versions in case.files.items()}
    snapshot = snapshot_of(files)
    wrong = []
    for sentence, status, lines in claims_of(case):
        answer = verify(snapshot, sentence)
        seen = frozenset((one.place.symbol.path, one.line - 1) for one in answer.evidence)
        if (answer.status.value, seen) != (status, lines):
            wrong.append(
                f"{sentence}\n  expected {status} {shown(lines)},\n"
                f"  observed {answer.status.value} {shown(seen)}: {answer.summary}"
            )
        for one in answer.evidence:
            text = files[one.place.symbol.path].encode().split(b"\n")[one.line - 1]
            assert one.text == text.decode()
            assert one.sha256 == hashlib.sha256(text).hexdigest()
    assert not wrong, "\n".join(wrong)


def shown(lines: frozenset[tuple[str, int]]) -> list[str]:
    return [f"{path}:{line + 1}" for path, line in sorted(lines)]


def test_each_language_has_claims_of_each_kind() -> None:
    seen: dict[str, set[str]] = {name: set() for name in LANGUAGES}
    for case in CASES:
        for language in case.language_by_path.values():
            seen[language] |= {status for _, status, _ in claims_of(case)}
    wanted = {"SUPPORTED", "CONTRADICTED", "NOT_SUPPORTED"}
    assert {name: wanted - found for name, found in seen.items() if not wanted <= found} == {}
