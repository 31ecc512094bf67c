"""`sets count` of `let count = 0` where the class has a `count`, too: that one is not set."""

from __future__ import annotations

import re

from codewitness.engine.verify.claim import Clause
from codewitness.engine.verify.evidence import Finding, Proof
from codewitness.engine.verify.subject import Subject

_LANGUAGES = frozenset({"swift", "kotlin", "java", "csharp"})
_DECLARED = re.compile(r"(?<![\w.])(?!(?:else|do|in|return|await|case)\b)\w[\w<>\[\],.?]*\s+$")
_OF_LOCAL = re.compile(r"\b(?:variable|local)s?\b")


def shadowed(clause: Clause, finding: Finding, subject: Subject) -> str:
    """The name that all proofs but declare as a variable, and that a member has; empty else."""
    if subject.language not in _LANGUAGES or not finding.proofs or _OF_LOCAL.search(clause.text):
        return ""
    name = finding.proofs[0].detail.rpartition(".")[2]
    is_local = name.isidentifier() and all(map(_is_declaration, finding.proofs))
    return name if is_local and _is_member(name, subject) else ""


def _is_declaration(proof: Proof) -> bool:
    raw = proof.outline.text.raw
    start = raw.rfind(b"\n", 0, proof.span.start) + 1
    return _DECLARED.search(raw[start : proof.span.start].decode("utf-8", "replace")) is not None


def _is_member(name: str, subject: Subject) -> bool:
    """True if something of that name is declared as far to the left as the method itself."""
    outline = subject.head.outline
    raw = outline.text.raw
    start = raw.rfind(b"\n", 0, outline.name_span.start) + 1
    margin = re.match(rb"[ \t]*", raw[start : outline.name_span.start])
    indent = margin[0] if margin else b""
    declared = rb"^" + indent + rb"(?:[\w<>\[\],.?@()]+\s+)+" + name.encode() + rb"\b\s*[:=;{]"
    return bool(indent) and re.search(declared, raw, re.MULTILINE) is not None
