"""Rules for what no predicate of its own stands for: kinds of definitions, and what lies beyond."""

from __future__ import annotations

import re
from dataclasses import replace

from codewitness.engine.verify.calling import calls
from codewitness.engine.verify.claim import Clause, Object, Predicate
from codewitness.engine.verify.control import flow
from codewitness.engine.verify.errors.asserted_conditions import rule_asserts_that
from codewitness.engine.verify.errors.checked_so import rule_checks_that
from codewitness.engine.verify.evidence import (
    LOOSE,
    NOTHING,
    EvidenceType,
    Finding,
    InWords,
    Proof,
    doubtful,
)
from codewitness.engine.verify.headers import shape
from codewitness.engine.verify.headers.worded_kinds import is_of_worded_kind
from codewitness.engine.verify.hit import has_word
from codewitness.engine.verify.hits import where_said
from codewitness.engine.verify.plain_verbs import acts
from codewitness.engine.verify.reading.phrases import DOINGS, IGNORING
from codewitness.engine.verify.state import parameters, uses
from codewitness.engine.verify.subject import Subject
from codewitness.model.facts import Kind

P = Predicate
_KINDS = {
    "record": (Kind.CLASS, Kind.STRUCT),
    "enum": (Kind.ENUM,),
    "struct": (Kind.STRUCT,),
    "interface": (Kind.INTERFACE,),
    "protocol": (Kind.INTERFACE, Kind.TRAIT),
    "trait": (Kind.TRAIT, Kind.INTERFACE),
    "module": (Kind.MODULE,),
}
_KIND = re.compile(rf"is an? ({'|'.join(_KINDS)})$")


def _is_of_kind(clause: Clause, subject: Subject) -> Finding | None:
    """`is an enum`, `is a record`; None if no kind of definition is said."""
    match = _KIND.search(clause.text)
    if match is None or subject.is_file:
        return is_of_worded_kind(clause, subject)
    header = subject.head.outline.text.slice(subject.head.outline.header_span)
    is_so = subject.kind in _KINDS[match[1]] or re.search(rf"\b{match[1]}\b", header) is not None
    if match[1] == "record":
        is_so = re.search(r"\brecord\b", header) is not None
    proof = shape.header(subject.head.outline, match[1] if is_so else subject.kind.value)
    return Finding(proofs=(proof,)) if is_so else Finding(against=(proof,))


_MANAGERS = {
    "context manager": ("contextmanager", "__enter__"),
    "async context manager": ("asynccontextmanager", "__aenter__"),
}


def _is_manager(clause: Clause, subject: Subject) -> Finding:
    """`is a context manager` of Python: what is decorated so, or a class that can be entered."""
    decorator, method = _MANAGERS[clause.detail]
    if not subject.is_class:
        named = Clause(predicate=P.DECORATED, objects=(Object(decorator),))
        finding = shape.rule_decorated(named, subject)
        if finding.proofs or subject.head.outline.marked("decorator"):
            return finding if finding.proofs else doubtful("what its decorators make is not seen")
        return NOTHING
    own = [part.outline for part in subject.parts if part.outline.name == method]
    if own:
        return Finding(proofs=tuple(shape.header(one, method) for one in own))
    is_derived = any(part.around.bases for part in subject.parts)
    return doubtful("what it comes from may be one") if is_derived else NOTHING


def rule_beyond(clause: Clause, subject: Subject) -> Finding:
    """`is a record`, `includes x`, `is a cached_property`; all else can't be seen."""
    if (finding := _is_of_kind(clause, subject)) is not None:
        return finding
    if subject.is_file and clause.detail.startswith("has "):  # `includes stdio`
        named = Clause(predicate=P.IMPORTS, objects=(Object(clause.detail[4:]),))
        if (finding := shape.rule_imports(named, subject)).proofs:
            return finding
    if clause.detail in _MANAGERS and subject.language == "python":
        return _is_manager(clause, subject)
    if re.fullmatch(r"@?[a-z]\w*(?:[._]\w+)+", clause.detail):  # `is a cached_property`
        named = Clause(predicate=P.DECORATED, objects=(Object(clause.detail),))
        if (finding := shape.rule_decorated(named, subject)).proofs:
            return finding
    if clause.detail == IGNORING and (finding := _ignored(clause, subject)) is not None:
        return finding
    written = _BEING.search(clause.text) if clause.detail in _NAMED_BY_PREDICATE else None
    said = written[0] if written else clause.detail or clause.text
    return doubtful(InWords(f"{said!r} is beyond what signals show"))


_BEING = re.compile(r"\b(?:is|are|gets?)\s+\w.*$")
_NAMED_BY_PREDICATE = frozenset(f"is {one.value}" for one in Predicate)


def _ignored(clause: Clause, subject: Subject) -> Finding | None:
    """`ignores the parent container`: used, if a name in the code is one of these words."""
    found = _IGNORED.search(clause.text)
    for word in found[1].split() if found else ():
        if word in _NO_NAMES or not word.isidentifier():
            continue
        named = Clause(predicate=P.USES, objects=(Object(word),))
        if any(one.name == word for one in subject.head.outline.parameters):
            used = parameters.rule_uses_parameter(
                replace(named, predicate=P.USES_PARAMETER), subject
            )
            return used if used.doubt else Finding(against=used.proofs, is_true=not used.proofs)
        if (used := uses.rule_uses(named, subject)).proofs:
            return Finding(against=used.proofs)
    return None


_IGNORED = re.compile(r"\bignor(?:es?|ing) ((?:\w+ ?){1,3})$")
# Words that say what is ignored without naming it.
_NO_NAMES = frozenset(
    {*("the", "its", "a", "an", "any", "all", "every", "each", "that", "this", "of", "it", "them")}
    | {*("result", "results", "value", "values", "return", "output", "error", "errors", "rest")}
)


def rule_has_or_starts(clause: Clause, subject: Subject) -> Finding:
    """`has a loop`, and `starts f in a goroutine`, against which a plain call of `f` speaks."""
    if clause.detail == DOINGS:
        return _done(subject)
    finding = flow.rule_has(clause, subject)
    if clause.detail != "spawned" or not clause.objects or finding != NOTHING:
        return finding
    started = [
        Proof(EvidenceType.CALL, item.text, part.outline, item.span, LOOSE)
        for part in subject.parts
        for item in part.outline.marked("spawned")
        if all(has_word(item.text, one.text.removesuffix("()")) for one in clause.objects)
    ]
    if started:  # `go func() { f() }()`
        return Finding(proofs=tuple(started))
    called = [hit for one in clause.objects for hit in calls.call_hits(one, subject).fitting]
    return Finding(against=tuple(hit.proof() for hit in called))


def _done(subject: Subject) -> Finding:
    """What is called, written, raised: who does none of it and gives nothing back does nothing."""
    found: list[Proof] = []
    for part in subject.parts:
        outline = part.outline
        found += [calls.call_hit(call, part, LOOSE).proof() for call in outline.calls]
        found += [
            Proof(EvidenceType.ATTRIBUTE_WRITE, one.target, outline, one.target_span, LOOSE)
            for one in outline.assigned
        ]
        found += [
            Proof(EvidenceType.RAISE, one.text, outline, one.span, LOOSE) for one in outline.raises
        ]
        if any(one.value not in _NO_VALUES for one in outline.returns):
            return Finding(proofs=tuple(found)) if found else doubtful("it gives a value back")
    return Finding(proofs=tuple(found))


_NO_VALUES = frozenset({"", "None", "null", "nil", "undefined", "()", "Unit"})


_STARTING = re.compile(r"(?:start|spawn|launch|creat|kick|fork|spin|run|fire|use|make|add)")


_OF_ANY_SORT = frozenset(
    {*("goroutine", "goroutines", "new", "separate", "background", "another", "one", "single")}
    | {*("own", "its", "a", "the", "second", "long", "running", "worker", "dedicated", "extra")}
    | {*("other", "several", "multiple", "many", "two", "three", "of")}
)


def rule_acts_or_asserts(clause: Clause, subject: Subject) -> Finding:
    """`starts a goroutine`, `asserts`, and verbs that only the names of calls can show."""
    is_go = subject.language == "go" and _STARTING.match(clause.detail) is not None
    if is_go and any("goroutine" in one.text for one in clause.objects):
        started = flow.rule_has(Clause(predicate=P.HAS, detail="spawned"), subject)
        said = " ".join(one.text for one in clause.objects)
        names = [one for one in re.findall(r"[\w.]+", said) if one not in _OF_ANY_SORT]
        meant = tuple(one for one in started.proofs if all(has_word(one.detail, n) for n in names))
        if started.proofs and not meant:
            return doubtful("which goroutine is meant can't be told")
        return where_said(clause, replace(started, proofs=meant))
    if (told := rule_asserts_that(clause, subject)) is not None:
        return told
    if (told := rule_checks_that(clause, subject)) is not None:
        return told
    if clause.detail == "assert" and not clause.objects:
        asserted = flow.rule_has(Clause(predicate=P.HAS, detail="assert"), subject)
        if asserted.proofs:
            return where_said(clause, asserted)
    return acts.rule_acts(clause, subject)
