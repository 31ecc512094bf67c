"""Arms of a chain, `if k == 'a' … elif k == 'b' … else`, as those of a `switch`."""

from __future__ import annotations

import re

from codewitness.engine.verify.claim import InArm
from codewitness.engine.verify.code.values import number_of
from codewitness.engine.verify.conditions.holding import known_at
from codewitness.engine.verify.evidence import Proof
from codewitness.engine.verify.question import Question
from codewitness.model.outline import Around

_LITERAL = re.compile(r"['\"].*['\"]|-?\d[\w.]*")


def chained(said: InArm, proof: Proof) -> bool | None:
    """Whether a place is reached where the value is the one that is said; None if nothing tells."""
    known = [one for one in known_at(proof.outline, proof.span) if one.kind == "equals"]
    if said.is_else:
        return _is_else(proof)
    if said.value or not _LITERAL.fullmatch(said.label):
        return None
    asked = said.label.strip("'\"")
    mine = [one for one in known if _plain(one.value) == _plain(asked)]
    if mine:
        return all(one.holds for one in mine)
    others = [one for one in known if one.holds and _LITERAL.fullmatch(one.raw or one.value)]
    return False if any(_is_compared(one, asked, proof) for one in others) else None


def _plain(value: str) -> str:
    """A text without its quotes, a number without what makes no difference."""
    bare = value.strip("'\"")
    return bare if (number := number_of(bare)) is None else str(float(number))


def _is_else(proof: Proof) -> bool | None:
    around = proof.outline.around(proof.span)
    if Around.ELSE in around:
        return True
    return False if Around.BRANCH in around and _has_else(proof) else None


def _has_else(proof: Proof) -> bool:
    """True if the conditional around has an `else`, in which the place does not stand."""
    outline = proof.outline
    holders = [one.span for one in outline.marked("conditional") if one.span.contains(proof.span)]
    others = [r.span for r in outline.regions if r.around is Around.ELSE]
    return any(holder.contains(one) for holder in holders for one in others)


def _is_compared(other: Question, asked: str, proof: Proof) -> bool:
    """True if what is known to be another value is compared with the one that is said, too."""
    name = other.what.rpartition(".")[2]
    return any(
        asked in item.text and name in item.text for item in proof.outline.marked("condition")
    )
