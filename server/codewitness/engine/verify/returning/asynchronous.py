"""`returns a promise`, `returns a coroutine`: what an async function, or a generator, gives.

Its header tells that, whatever its `return` gives; what the promise comes to is another thing.
"""

from __future__ import annotations

import re

from codewitness.engine.verify.claim import Clause
from codewitness.engine.verify.code.declared import family_hits, types_of
from codewitness.engine.verify.code.families import ECMA
from codewitness.engine.verify.evidence import (
    NOTHING,
    EvidenceType,
    Finding,
    Proof,
    doubtful,
    found,
)
from codewitness.engine.verify.subject import Part, Subject
from codewitness.model.outline import Outline

_SAID = re.compile(
    r"(?i)\breturn(?:s|ed|ing)? (?:(?:always|only|just) )*(?:an? |the |its )?"
    r"(?P<kind>promise|thenable|coroutine|awaitable|future|task|valuetask"
    r"|(?:async(?:hronous)? )?(?:generator|iterator))(?P<more> object)?(?P<rest>\b.*)$"
)
_NO_MORE = re.compile(
    r" ?(?:in (?:every|each|any|all) cases?|always|(?:only )?(?:if|when|unless)\b.*)?$"
)
_OF_ASYNC = {
    **dict.fromkeys(ECMA, frozenset({"promise", "thenable", "awaitable"})),
    "python": frozenset({"coroutine", "awaitable"}),
    "rust": frozenset({"future", "awaitable"}),
    "csharp": frozenset({"awaitable"}),
}
_GENERATING = frozenset({"python", "javascript", "typescript", "tsx"})
_PLAIN = re.compile(
    r"(?:None|null|nil|undefined|true|false|True|False|-?[\d.]+|\"[^\"]*\"|'[^']*'|\[.*\]|\{.*\})?$",
    re.DOTALL,
)


def rule_asynchronous(clause: Clause, subject: Subject) -> Finding | None:
    """What follows of how it is declared; None if another thing is said, or nothing follows."""
    said = _SAID.search(clause.text)
    if said is None or subject.is_class or subject.is_file:
        return None
    kind = re.sub(r"^async(?:hronous)? ", "async ", said["kind"].lower())
    is_more = not _NO_MORE.match(said["rest"].removesuffix("."))
    part = subject.head
    finding = _by_header(kind, part)
    if finding is None and len(subject.parts) == 1:
        finding = _by_type(kind, part, subject)
    if is_more and (finding is None or finding.proofs):
        return doubtful("what it comes to in the end is not looked at")
    if finding is None or not finding.proofs or not clause.is_only_there:
        return finding
    return doubtful("it gives one in every case")


def _by_header(kind: str, part: Part) -> Finding | None:
    """Of an `async` function and of a generator, which give one whatever is returned."""
    outline = part.outline
    is_generator = bool(outline.marked("yield")) and outline.language in _GENERATING
    if is_generator:
        kinds = {"generator", "iterator"}
        mine = {f"async {one}" for one in kinds} if outline.is_async else kinds
        if kind in mine or (kind in kinds and outline.is_async):
            return found([_proof(outline)])
        return NOTHING
    if not outline.is_async:
        return None
    if kind in _OF_ASYNC.get(outline.language, ()):
        return found([_proof(outline)])
    return None


def _by_type(kind: str, part: Part, subject: Subject) -> Finding | None:
    """By the type that the header names, and by values that are plainly none."""
    outline = part.outline
    if kind in ("promise", "future", "task", "valuetask", "awaitable", "coroutine"):
        hits, is_another = family_hits("promise", subject)
        named = [
            one for one in hits if kind in ("promise", "awaitable") or kind in one.detail.lower()
        ]
        if named:
            return found(one.proof() for one in named)
        if is_another and not outline.is_async:
            return NOTHING
    if outline.is_async or types_of(part):
        return None
    is_plain = all(_PLAIN.match(item.value) for item in outline.returns)
    return NOTHING if is_plain and not any(one.text for one in outline.marked("ending")) else None


def _proof(outline: Outline) -> Proof:
    detail = "async" if outline.is_async else "yield"
    return Proof(EvidenceType.ASYNC, detail, outline, outline.name_span)
