"""`calls f after releasing the lock`: behind the block that holds it, or in it."""

from __future__ import annotations

from codewitness.engine.verify.claim import Clause, Order, Predicate
from codewitness.engine.verify.control.locks import locked_blocks
from codewitness.engine.verify.evidence import Finding, doubtful
from codewitness.engine.verify.hit import Hit
from codewitness.model.text import Span

_LEAVING = frozenset({"release", "unlock", "drop"})
_TAKING = frozenset({"lock", "acquire"})


def of_lock(order: Order, hits: list[Hit]) -> Finding | None:
    """What follows from where the blocks are that hold a lock; None if another thing is said."""
    other = order.other
    is_leaving = other.detail in _LEAVING and _is_of_lock(other)
    if other.predicate is not Predicate.ACTS or not (is_leaving or other.detail in _TAKING):
        return None
    blocks = [(hit, span) for hit in hits for span in locked_blocks(hit.outline)]
    if not blocks:
        return None
    if not is_leaving:
        return _of_taking(order, blocks)
    inside = [hit for hit, span in blocks if span.contains(hit.whole)]
    behind = [hit for hit, span in blocks if span.end <= hit.whole.start]
    wanted, others = (inside, behind) if order.is_before else (behind, inside)
    if wanted:
        return Finding(proofs=tuple(hit.proof() for hit in dict.fromkeys(wanted)))
    if others:
        return Finding(against=tuple(hit.proof() for hit in dict.fromkeys(others)))
    return doubtful("where the lock is let go can't be seen")


def _is_of_lock(clause: Clause) -> bool:
    said = " ".join(one.text for one in clause.objects).lower()
    return not clause.objects or any(word in said for word in ("lock", "mutex", "mu"))


def _of_taking(order: Order, blocks: list[tuple[Hit, Span]]) -> Finding:
    """`emits x before it takes the lock`: before the block that holds it, or in it."""
    ahead = [hit for hit, span in blocks if hit.whole.end <= span.start]
    inside = [hit for hit, span in blocks if span.contains(hit.whole) and span != hit.whole]
    wanted, others = (ahead, inside) if order.is_before else (inside, ahead)
    if len({span for _, span in blocks}) > 1 or bool(wanted) == bool(others):
        return doubtful("when the lock is taken is told by the block that holds it")
    if wanted:
        return Finding(proofs=tuple(hit.proof() for hit in dict.fromkeys(wanted)))
    return Finding(against=tuple(hit.proof() for hit in dict.fromkeys(others)))
