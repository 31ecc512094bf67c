"""What finding nothing does not deny: numbers, null, subscripts that raise, names in capitals."""

from __future__ import annotations

import re

from codewitness.engine.verify.claim import Clause, Object, Predicate
from codewitness.engine.verify.evidence import Finding, InWords, doubtful
from codewitness.engine.verify.name_words import words_in
from codewitness.engine.verify.names import parts
from codewitness.engine.verify.subject import Subject

P = Predicate
_NUMBER = re.compile(r"-?\d[\d_,.]*")
_NULLS = frozenset({"null", "nil", "none", "undefined", "nullptr", "nan", "zero", "empty"})
_OF_A_COUNT = frozenset({P.ACTS, P.WRITES, P.READS, P.CALLS})
_BY_SUBSCRIPT = frozenset({"KeyError", "IndexError"})
_NOT_THERE = re.compile(
    r"\b(?:unknown|missing|absent|not (?:found|there|known|in|present|registered)"
    r"|out of (?:range|bounds)|(?:does not|doesn't|do not) exist|no such|empty|not exist)\b"
)

_WHICH = re.compile(r"(?:skips|ignores|omits) [a-z ]+ (?:that|which|who|whose) ")


def left_unsure(clause: Clause, subject: Subject) -> str:
    """Why what is claimed may be meant by something that is there, though nothing was found."""
    if clause.predicate in _OF_A_COUNT and any(_NUMBER.fullmatch(o.text) for o in clause.objects):
        return "a number is said, and no name"
    if clause.predicate is P.ACTS and any(_is_itself(one, subject) for one in clause.objects):
        return InWords("what is done to the object itself may be done without a call")
    if clause.predicate is P.WRITES and any(
        f"{one.text} flag" in clause.text and _is_called(one, subject) for one in clause.objects
    ):
        return InWords("a call that is named so may do it")
    if clause.predicate is P.ACTS and _WHICH.match(clause.text):
        return InWords("which of them are meant is said in plain words")
    is_vague = clause.predicate is P.CATCHES or _is_unknown(clause)
    if is_vague and any(o.text.lower() in _NULLS and not _is_class(o) for o in clause.objects):
        return InWords("what that means for it is said in plain words")
    if clause.predicate is P.RAISES and _NOT_THERE.search(clause.described):
        return _by_subscript(clause, subject)
    if clause.predicate is P.RETURNS:
        return next(filter(None, (_in_capitals(one, subject) for one in clause.objects)), "")
    return ""


def _is_itself(one: Object, subject: Subject) -> bool:
    """True for `the thread` in a method of a `ReaderThread`."""
    own = words_in(subject.head.around.container)
    word = one.text.lower().removeprefix("the ")
    return not one.is_code and bool(own) and own[-1].lower() == word


def _is_called(one: Object, subject: Subject) -> bool:
    """True for `the interrupt flag` of `thread.interrupt()`."""
    calls = (call.name for part in subject.parts for call in part.outline.calls)
    word = one.text.lower()
    return word.isalpha() and any(word in map(str.lower, words_in(name)) for name in calls)


def _is_class(one: Object) -> bool:
    """True for the `Empty` of `catches Empty`."""
    return one.is_code and one.text[:1].isupper() and one.text != "None" and not one.text.isupper()


def _is_unknown(clause: Clause) -> bool:
    return clause.predicate is P.ACTS and clause.detail.endswith("s")


def _by_subscript(clause: Clause, subject: Subject) -> str:
    named = {parts(one.text)[-1] for one in clause.objects}
    is_there = any(part.outline.subscripts for part in subject.parts)
    is_so = subject.language == "python" and named & _BY_SUBSCRIPT and is_there
    return "a subscript of it may raise that" if is_so else ""


def _in_capitals(one: Object, subject: Subject) -> str:
    """`a new GUID` of `Guid.NewGuid()`."""
    if not one.is_code or not re.fullmatch(r"[A-Z]{3,}", one.text):
        return ""
    values = [item.value for part in subject.parts for item in part.outline.returns]
    is_named = any(re.search(rf"(?i){one.text}", value) for value in values)
    return f"what is returned speaks of `{one.text.capitalize()}`" if is_named else ""


def unless_in_words(clause: Clause, finding: Finding) -> Finding:
    """The finding; open where it is a read of `the cache` that stands elsewhere, too.

    Each call on an object reads it, and who says so in words need not mean that.
    """
    is_plain = clause.objects and not any(one.is_code for one in clause.objects)
    is_read = clause.predicate in (Predicate.READS, Predicate.USES) and is_plain
    if is_read and clause.is_only_there and finding.against and not clause.is_negated:
        return doubtful(InWords("what is read is named in plain words only"))
    return finding
