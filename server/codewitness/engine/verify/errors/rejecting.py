"""`rejects 0`, `rejects invalid rows`: an exception under a condition that asks for that."""

from __future__ import annotations

import re
from collections.abc import Iterator

from codewitness.engine.verify.calling.calls import call_hit
from codewitness.engine.verify.claim import Clause, Object
from codewitness.engine.verify.code.values import squeezed
from codewitness.engine.verify.conditions.as_written import conditions_around
from codewitness.engine.verify.conditions.conditions import describes
from codewitness.engine.verify.conditions.holding import is_as_said, known_at
from codewitness.engine.verify.evidence import (
    WEAK,
    EvidenceType,
    Finding,
    InWords,
    Proof,
    doubtful,
    found,
)
from codewitness.engine.verify.hit import Hit
from codewitness.engine.verify.name_words import letters_in
from codewitness.engine.verify.question import Question
from codewitness.engine.verify.subject import Subject
from codewitness.model.text import Span

_REJECTING = re.compile(r"(?:reject|refus|disallow|forbid)(?:s|es|e|ing|ed)?")
_IDLE = frozenset({"value", "input", "argument", "parameter", "number", "it", "them", "all", "any"})
_BELOW_ZERO = re.compile(r"<=?\s*-?[01]\b|\b-?[01]\s*>|signum|!\s*[\w.]*[pP]ositive")
_SENSES = frozenset({"negative", "empty", "null", "missing", "invalid", "unknown", "non"})


def rule_rejected(clause: Clause, subject: Subject) -> Finding | None:
    """What follows from what is raised where just that is asked; None if nothing does."""
    if not _REJECTING.fullmatch(clause.detail) or len(clause.objects) != 1 or clause.is_only:
        return None
    if clause.condition is not None or clause.place is not None or clause.arguments:
        return None
    if (amount := _AMOUNT.search(clause.text)) is not None:
        return _of_amount(amount, clause, subject)
    hits = [hit for hit in _raised(subject) if _is_of(clause.objects[0], hit)]
    if clause.objects[0].text.lower() in ("null", "none", "nil"):
        hits += _asking_for_null(subject)
    hits += _asking_for_something(clause.objects[0].text, subject)
    if not hits:
        return None
    if clause.is_negated:
        return doubtful("it raises where that is asked for, or what is called so")
    return found(hit.proof() for hit in hits)


_AMOUNT = re.compile(
    r"\b(?:reject|refus|disallow|forbid)\w* (?:any |all |an? |the |every )?"
    r"(?P<what>[A-Za-z][\w ]*?)"
    r"(?: (?:that|which) (?:is|are))?(?P<how> (?:(?:strictly )?(?:below|under|above|over|beyond)"
    r"|(?:smaller|less|lower|larger|greater|higher|bigger|more|longer|shorter|fewer) than|of))?"
    r" (?P<amount>-?\d[\d_.]*)(?: (?:elements|items|entries|characters|bytes|seconds))?$"
)


def _of_amount(said: re.Match[str], clause: Clause, subject: Subject) -> Finding:
    """`rejects sizes below 10`: raised where the size is known to be that."""
    how = (said["how"] or "").strip()
    how = "" if how == "of" else f"{how} "
    words = said["what"].split()
    hits = []
    for hit in _raised(subject):
        names = [words[-1], re.sub(r"(?<=[a-z])s$", "", words[-1])]
        if words[-1].rstrip("s") in _IDLE and len(hit.outline.parameters) == 1:
            names = [hit.outline.parameters[0].name]
        asked = [f"if {name} is {how}{said['amount']}" for name in names]
        if any(is_as_said(one, hit.outline, hit.whole, is_only=False).is_so for one in asked):
            hits.append(hit)
    if hits and not clause.is_negated:
        return found(hit.proof() for hit in hits)
    return doubtful(InWords("what is rejected can't be compared with the conditions there"))


_NOT_NULL = re.compile(
    r"(?i)(?:require|check|ensure|assert|throw_?if)?_?(?:not_?)?(?:non_?)?(?:null|nil|none)"
)


def _asking_for_null(subject: Subject) -> Iterator[Hit]:
    """`Objects.requireNonNull(x)`, `ThrowIfNull(x)`, which raise of nothing else."""
    for part in subject.parts:
        for call in part.outline.calls:
            if _NOT_NULL.fullmatch(call.name) and len(call.name) > len("null"):
                yield call_hit(call, part, WEAK)


_NOT_EMPTY = re.compile(
    r"(?i)(?:require|check|ensure|assert)?_?(?:not|non)_?(?:empty|blank|null_?or_?empty|null|nil)\w*"
)
_GUARDED = re.compile(r"(?:null|nil|none|empty|blank|missing) (?P<what>[a-z]\w*)")


def _asking_for_something(said: str, subject: Subject) -> Iterator[Hit]:
    """`Validate.notEmpty(query)` of `rejects an empty query`, which raises of nothing else."""
    if (guarded := _GUARDED.fullmatch(said)) is None:
        return
    is_empty = said.split(maxsplit=1)[0] in ("empty", "blank")
    sort = "empty|blank" if is_empty else "null|nil|none|empty|blank"
    for part in subject.parts:
        given = {one.name for one in part.outline.parameters}
        for call in part.outline.calls:
            text = part.outline.text.slice(Span(call.span.end, call.whole.end))
            names = set(re.findall(r"\w+", text)) & given
            is_it = guarded["what"] in names or (guarded["what"].rstrip("s") in _IDLE and names)
            is_guard = _NOT_EMPTY.fullmatch(call.name) and re.search(sort, call.name.lower())
            if is_it and is_guard:
                yield call_hit(call, part, WEAK)


def _raised(subject: Subject) -> Iterator[Hit]:
    for part in subject.parts:
        for item in part.outline.raises:
            yield Hit(EvidenceType.RAISE, item.text, part.outline, item.span, item.span, WEAK)


def is_raised_of(said: str, proof: Proof) -> bool:
    """True if what is shown is raised where something is as plain words say."""
    hit = Hit(proof.type, proof.detail, proof.outline, proof.span, proof.span)
    return _is_of(Object(said, is_code=False), hit)


def _is_of(one: Object, hit: Hit) -> bool:
    """True if it is raised where something is the value, or is as the words say."""
    if one.is_code:
        wanted = squeezed(one.text.strip("\"'"))
        return any(_is_value(asked, wanted) for asked in known_at(hit.outline, hit.whole))
    words = [w.lower().rstrip("s") for w in one.text.split() if w.lower().rstrip("s") not in _IDLE]
    said = f"if it is {one.text}"
    for span in conditions_around(hit):
        text = hit.outline.text.slice(span)
        names = {word.rstrip("s") for word in letters_in(text)}
        is_spoken_of = all(_is_in(word, names) or word in _SENSES for word in words)
        if "negative" in words and not (_is_in("negative", names) or _BELOW_ZERO.search(text)):
            continue
        if words and is_spoken_of and describes(said, text):
            return True
    return False


def _is_in(word: str, names: set[str]) -> bool:
    return word in names or any(word in (f"in{one}", f"un{one}") for one in names)


def _is_value(asked: Question, wanted: str) -> bool:
    return asked.kind == "equals" and asked.holds and squeezed(asked.raw.strip("\"'`")) == wanted
