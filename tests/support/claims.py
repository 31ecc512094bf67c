"""Lines of case files that hold a claim and what it is judged to be."""

from __future__ import annotations

import re
from pathlib import Path

STATUS = {
    "supported": "SUPPORTED",
    "contradicted": "CONTRADICTED",
    "unsupported": "NOT_SUPPORTED",
    "inconclusive": "INCONCLUSIVE",
    "missing": "SUBJECT_NOT_FOUND",
}
_CLAIM = re.compile(r'claim "(.+)" => (\w+)(?: by (.+))?$')


def claim_in(line: str, source: Path) -> tuple[str, str, list[str]]:
    """Sentence, a word of `STATUS`, and the names of the marked lines of `claim "…" => … by …`."""
    match = _CLAIM.match(line)
    assert match is not None, f"{source}: not a claim: {line}"
    assert match[2] in STATUS, f"{source}: no verdict: {match[2]}"
    return match[1], match[2], re.findall(r"[\w-]+", match[3] or "")
