"""The rule for plain verbs, `logs`, `sorts rows with f`, which only the names of calls can show."""

from __future__ import annotations

import re
from collections.abc import Sequence

from codewitness.engine.verify.actions import ACTIONS
from codewitness.engine.verify.calls import call_hit, call_hits
from codewitness.engine.verify.claim import Clause, Object
from codewitness.engine.verify.evidence import (
    LOOSE,
    NOTHING,
    EvidenceType,
    Finding,
    Proof,
    doubtful,
    found,
)
from codewitness.engine.verify.hits import Hit, has_word
from codewitness.engine.verify.names import Fit, parts
from codewitness.engine.verify.subject import Part, Subject
from codewitness.model.outline import Call
from codewitness.model.text import Span

_WORD = re.compile(r"[A-Za-z][a-z\d]*|[A-Z]+(?![a-z])|\d+")


def rule_acts(clause: Clause, subject: Subject) -> Finding:
    """A plain verb: calls whose names begin with it."""
    is_coded = any(one.is_code for one in clause.objects)
    asked = [one.text.lower() for one in clause.objects if one.is_code or not is_coded]
    words = [word for text in asked for word in _WORD.findall(text)]
    proofs, weak = _named_so(clause, subject, words)
    if clause.detail in ("lock", "acquire"):
        proofs += _locked(words, subject)
    if not proofs and clause.arguments:
        proofs = _done_by(clause, subject)
    if proofs:
        return found(proofs)
    if weak is not None:
        return weak
    if any(re.search(r"[.(]|::", name) for name in clause.arguments):
        return NOTHING  # the very call is named
    if clause.detail in _PLAIN_ACTIONS and not (clause.is_negated and words):
        return NOTHING
    return doubtful(f"what {clause.detail!r} means can't be told from names alone")


def _named_so(
    clause: Clause, subject: Subject, words: Sequence[str]
) -> tuple[list[Proof], Finding | None]:
    """Calls that are named after the verb, on what is asked for; a doubt if on something else."""
    starts = ACTIONS.get(clause.detail, (clause.detail,))
    is_every = any(one.is_code for one in clause.objects)
    weak: Finding | None = None
    proofs: list[Proof] = []
    for part in subject.parts:
        for call in part.outline.calls:
            if not _acts(call, starts) and not _acts_by_module(call, starts, part):
                continue
            hit = call_hit(call, part, LOOSE)
            text = (call.text + (hit.arguments or "")).lower()
            fits = not words or (all if is_every else any)(w.rstrip("s") in text for w in words)
            if fits and _stands_so(hit, call, part, clause):
                proofs.append(hit.proof())
            else:
                weak = doubtful(f"`{call.text}` is called, but on what can't be told")
    return proofs, weak


def _stands_so(hit: Hit, call: Call, part: Part, clause: Clause) -> bool:
    """True if it stands where the clause says, and is done with what it says."""
    if clause.place is not None and clause.place not in hit.outline.around(hit.whole):
        return False
    return not clause.arguments or _is_done_with(hit, call, part, clause.arguments)


def _is_mentioned(name: str, part: Part) -> bool:
    return not name.isalpha() or any(True for _ in part.outline.occurrences(name))


def _is_done_with(hit: Hit, call: Call, part: Part, names: tuple[str, ...]) -> bool:
    """`sorts rows with by_age`: what is said to be used is the callee, or an argument."""
    if not any(_is_mentioned(name, part) for name in names):
        return True  # a word such as `care`
    fits = (part.around.fit_call(call, name, part.outline) for name in names)
    return any(fit not in (Fit.NO, Fit.MAYBE) for fit in fits) or all(
        has_word(hit.arguments or "", name) for name in names
    )


def _done_by(clause: Clause, subject: Subject) -> list[Proof]:
    """`frees x with f`: a call of f that is given x."""
    given = [one.text for one in clause.objects if one.is_code]
    hits = [
        hit
        for name in clause.arguments
        for hit in call_hits(Object(name), subject).fitting
        if all(has_word(f"{hit.detail}{hit.arguments}", one) for one in given)
    ]
    return [hit._replace(relevance=LOOSE).proof() for hit in hits]


def _locked(words: list[str], subject: Subject) -> list[Proof]:
    """`lock (x)`, `synchronized (x)`, `with self._lock`."""
    proofs = []
    for part in subject.parts:
        for item in part.outline.marked("with"):
            head = item.text.split("\n", 1)[0].split("{", 1)[0]
            is_lock = re.match(r"lock|synchronized", head) or "lock" in head.lower()
            if is_lock and all(word.lower() in head.lower() for word in words):
                span = Span(item.span.start, item.span.start + len(head.rstrip().encode()))
                proofs.append(Proof(EvidenceType.TRY, head.strip(), part.outline, span, LOOSE))
    return proofs


_PLAIN_ACTIONS = frozenset({"log", "print", "sleep", "open", "sort", "lock", "warn"})


def _acts_by_module(call: Call, starts: tuple[str, ...], part: Part) -> bool:
    """`sort.Strings` sorts, if `sort` is an import."""
    owner = parts(call.text)[0]
    return owner.lower() in starts and len(parts(call.text)) > 1 and owner in part.around.imports


def _acts(call: Call, starts: tuple[str, ...]) -> bool:
    name = call.name.rstrip("!?")
    plain = "_".join(_WORD.findall(name)).lower()
    if any(plain == one or plain.startswith(f"{one}_") or name.lower() == one for one in starts):
        return True
    owner = parts(call.text)[-2].lower() if len(parts(call.text)) > 1 else ""
    return "log" in starts and owner in ("log", "logger", "logging", "_log", "_logger", "console")
