"""What a type of Go implements: it says so nowhere but where a value of it is kept as one."""

from __future__ import annotations

import re
from collections.abc import Iterator

from codewitness.engine.verify.claim import Clause, Object
from codewitness.engine.verify.evidence import EvidenceType, Finding, Proof, doubtful
from codewitness.engine.verify.names import parts
from codewitness.engine.verify.subject import Subject
from codewitness.model.text import Span


def implemented(clause: Clause, subject: Subject) -> Finding:
    """`implements I`, by `var _ I = (*T)(nil)` in its file; else its methods may do it unsaid."""
    shown = [list(_asserted(one, subject)) for one in clause.objects]
    is_enough = any(shown) if clause.any_of else shown and all(shown)
    if is_enough:
        return Finding(proofs=tuple(proof for one in shown for proof in one))
    return doubtful("in Go a type implements an interface by its methods alone")


def _asserted(one: Object, subject: Subject) -> Iterator[Proof]:
    outline, asked = subject.head.outline, parts(one.text)
    name = re.escape(subject.name)
    package = rf"{re.escape(asked[-2])}\." if len(asked) > 1 else r"(?:\w+\.)?"
    made = rf"(?:&?{name}(?:\[[^\]]*\])?\s*[{{(]|\(\*?{name}\)\(|new\({name}\))"
    said = re.compile(
        rf"^[ \t]*(?:var\s+)?_\s+{package}{re.escape(asked[-1])}\s*=\s*{made}[^\n]*".encode(),
        re.MULTILINE,
    )
    for match in said.finditer(outline.text.raw):
        start = match.end() - len(match[0].lstrip())
        text = match[0].decode("utf-8", "replace").strip()
        yield Proof(EvidenceType.SIGNATURE, text, outline, Span(start, match.end()))
