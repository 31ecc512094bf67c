"""A finding by places that a second reading has found."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from codewitness.engine.verify.claim import Clause
from codewitness.engine.verify.evidence import Finding
from codewitness.engine.verify.hit import Hit, Hits
from codewitness.engine.verify.hits import judged


def shown_by(hits: Iterable[Hit], clause: Clause) -> Finding | None:
    """What these places show, whatever else the clause names; None if that is nothing."""
    found = tuple(hits)
    if not found:
        return None
    finding = judged(replace(clause, objects=(), arguments=()), lambda _: Hits(found))
    return finding if finding.proofs else None
