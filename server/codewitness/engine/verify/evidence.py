"""What a rule finds in a subject: proofs, the opposite, or a reason for doubt."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from codewitness.model.outline import Outline
from codewitness.model.text import Span


class EvidenceType(StrEnum):
    """What a line shows."""

    CALL = "call"
    ATTRIBUTE_READ = "attribute_read"
    ATTRIBUTE_WRITE = "attribute_write"
    SUBSCRIPT_ACCESS = "subscript_access"
    PARAMETER_USE = "parameter_use"
    RAISE = "raise"
    EXCEPT = "except"
    LOOP = "loop"
    CONDITIONAL = "conditional"
    TRY = "try"
    AWAIT = "await"
    ASYNC = "async"
    DECORATOR = "decorator"
    EDGE = "edge"
    SIGNATURE = "signature"


EXACT = 1.0
ALIASED = 0.97
LOOSE = 0.8
WEAK = 0.6


class Proof(NamedTuple):
    """One place that shows something. `relevance` is how directly, from 0 to 1."""

    type: EvidenceType
    detail: str
    outline: Outline
    span: Span
    relevance: float = EXACT

    @property
    def line(self) -> int:
        """0-based line of its start."""
        return self.outline.text.line_at(self.span.start)


class InWords(str):
    """A reason for doubt that lies in words of the claim, which other words of it may settle."""

    __slots__ = ()


def together(reasons: Sequence[str]) -> str:
    """Several reasons as one, which lies in words if one of them does."""
    said = "; ".join(reasons)
    return InWords(said) if any(isinstance(one, InWords) for one in reasons) else said


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """What was found for a clause read without its `not`.

    proofs: it does. against: the exclusive opposite can be seen. doubt: why it may or may not, so
    that neither follows. All empty: it was read wholly, and it does not. `is_true` without proofs
    says that it holds by what is absent. A `note` explains a finding and does not change it.
    """

    proofs: tuple[Proof, ...] = ()
    against: tuple[Proof, ...] = ()
    doubt: str = ""
    is_true: bool = False
    note: str = field(default="", compare=False)


NOTHING = Finding()


def found(proofs: Iterable[Proof]) -> Finding:
    """A finding of these proofs alone."""
    return Finding(proofs=tuple(proofs))


def doubtful(reason: str) -> Finding:
    """Neither yes nor no."""
    return Finding(doubt=reason)
