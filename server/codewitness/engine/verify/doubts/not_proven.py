"""Why finding nothing does not show that what a claim says is not done.

That it is not done is shown by a construct that is not there, or by a name that is not. What plain
words speak of may be done under other names, under a condition in plain words by other code, and
what can't be set or called at all (a text, a constant, `in an Error`) is spoken of otherwise.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from codewitness.engine.verify.claim import Claim, Clause, Object, Predicate
from codewitness.engine.verify.doubts.own_words import is_identifier, speaks_of
from codewitness.engine.verify.evidence import NOTHING, Finding, InWords
from codewitness.engine.verify.names import parts
from codewitness.engine.verify.subject import Subject
from codewitness.engine.verify.verdicts import Status, Verdict
from codewitness.model.outline import Around

P = Predicate
# What a header, a class or a caller tells, whatever words it is said in.
_BY_DECLARATION = frozenset(
    {P.CALLED_BY, P.IS_ASYNC, P.DECORATED, P.INHERITS, P.OVERRIDES, P.IMPORTS, P.DEFINES}
    | {P.MODIFIER, P.HAS, P.BEYOND}
)
_OF_CHANGE = frozenset({P.WRITES, P.ACTS, P.USES, P.RETURNS, P.INSTANTIATES, P.PASSES})
_OF_THINGS = frozenset({P.INSTANTIATES, P.USES})
_IN_WORDS = frozenset({P.ACTS, P.SWALLOWS, P.TAKES, P.USES_PARAMETER, P.WRITES, P.USES})
_CONSTANT = re.compile(r"[A-Z][A-Z\d]*_[A-Z\d_]*|[A-Z][a-z]+")
_TEXT = re.compile(r"[\"'`.].*")
_ACRONYM = re.compile(r"[A-Z]{2,}[\d-]*")
_MADE_INTO = re.compile(
    r"\s*(?:wraps?|converts?|turns?|translates?|maps?) (?!.*\b(?:exceptions?|errors?)\b)"
)
_WITH = re.compile(r"\s*[a-z]+ with (?:an? |the )?[a-z]+ [a-z]+")
_GERUND = re.compile(r"[a-z]{3,}ing(?: [a-z]+)*")
_ENDING = frozenset({"stop", "start", "keep", "continue", "begin", "finish", "quit", "cease"})
# What rules of their own look for, by whatever name it has.
_LOOKED_FOR = frozenset({"lock", "unlock", "acquire", "release", "close", "free", "open", "parse"})
_LOOKED_FOR |= {"remove", "delete", "removes", "deletes"}
_HANDING = frozenset({"pass", "hand", "give", "forward"})
_OF_SORT = re.compile(r"(?:whole|entire|full|complete|single|plain|generic|raw|same|own)\b")
_KEEPING = re.compile(r"(?i)set_?default|set_?attr|compute_?if_?(?:absent|present)|get_?or_?\w+")


def unless_unproven(clause: Clause, finding: Finding, subject: Subject) -> str:
    """Why it is left open whether it does, where nothing was found; empty if it does not."""
    if finding != NOTHING or clause.is_negated or clause.predicate in _BY_DECLARATION:
        return ""
    if clause.place is Around.LOOP and is_identifier("loop", subject):
        return "whether a loop is meant, or what is named so, can't be told"
    is_in_place = clause.place is not None and not (clause.is_outside or clause.described)
    if is_in_place and not _has_place(clause.place, subject):
        return ""  # nothing at all stands in such a place
    return next(_reasons(clause, subject), "")


def _has_place(place: Around | None, subject: Subject) -> bool:
    regions = {r.around for part in subject.parts for r in part.outline.regions}
    return place in regions or any(part.outline.nested for part in subject.parts)


def _reasons(clause: Clause, subject: Subject) -> Iterator[str]:
    if _is_made_into(clause) and any(speaks_of(one.text, subject) for one in clause.objects):
        yield "into what it is made is said, and not how"
    if _is_more_said(clause):
        yield InWords(f"what is said beside {clause.detail!r} is not understood")
    if clause.predicate is P.CACHES:
        yield from _kept_otherwise(clause, subject)
        return
    for one in clause.objects:
        if clause.predicate is P.CALLS and not _is_said_as_called(clause, one):
            yield f"that {one.text!r} is a function is not said"
        if clause.predicate is P.ACTS and _is_going_on(clause.detail, one):
            yield InWords(f"what {one.text!r} is can't be told from names alone")
        if _may_be_meant(clause, one) and _is_meant_otherwise(clause, one, subject):
            yield InWords(f"what is said of {one.text!r} may be done in other words")


def _is_made_into(clause: Clause) -> bool:
    is_so = clause.predicate in (P.RAISES, P.CALLS)
    return is_so and _MADE_INTO.match(clause.text) is not None


def _is_more_said(clause: Clause) -> bool:
    """True of `starts with empty params`, of which nothing but the verb was read."""
    is_bare = clause.predicate is P.ACTS and not clause.objects
    return is_bare and _WITH.match(clause.text) is not None


def _is_going_on(verb: str, one: Object) -> bool:
    return verb in _ENDING and _GERUND.fullmatch(one.text) is not None


def _kept_otherwise(clause: Clause, subject: Subject) -> Iterator[str]:
    """What is written to an attribute or an element of such a name may be what is kept."""
    words = [one.text.split()[0] for one in clause.objects if not one.is_code]
    for part in subject.parts:
        for one in part.outline.assigned:
            target = one.target.lower()
            if re.search(r"[.\[]|->", target) and any(word in target for word in words):
                yield f"`{one.target}` is set, which may be what is kept"
        for call in part.outline.calls:
            if words and _KEEPING.fullmatch(call.name):
                yield f"`{call.text}` is called, which may keep it"


def _may_be_meant(clause: Clause, one: Object) -> bool:
    """True if the words may mean what no rule has looked for by them."""
    is_in_words = bool(clause.described) and not clause.condition
    if clause.predicate is P.CALLS:
        return not one.is_code and clause.detail in _HANDING
    if one.is_code and _TEXT.fullmatch(one.text):
        return clause.predicate in _OF_CHANGE and clause.predicate is not P.RETURNS
    if clause.detail == "mention":  # in a text, too
        return True
    if one.is_code and _CONSTANT.fullmatch(one.text):
        return bool(clause.described) and clause.predicate in _OF_CHANGE
    if one.is_code:
        return _ACRONYM.fullmatch(one.text) is not None and clause.predicate in _OF_THINGS
    if is_in_words and clause.predicate in _OF_CHANGE:
        return True
    is_looked_for = clause.detail in _LOOKED_FOR and " " not in one.text
    is_looked_for = is_looked_for or (clause.predicate is P.WRITES and bool(clause.arguments))
    return clause.predicate in _IN_WORDS and not is_looked_for


def _is_meant_otherwise(clause: Clause, one: Object, subject: Subject) -> bool:
    """True if the code speaks of it, though not by just this name; or none has to."""
    if _OF_SORT.match(one.text):
        return True
    if clause.arguments and not any(speaks_of(given, subject) for given in clause.arguments):
        return False  # `passes x to the reader`, and there is no x
    is_name = not one.is_code and is_identifier(one.text, subject)
    if is_name and not (clause.described and not clause.condition):
        return False
    is_taken = clause.predicate is P.TAKES and not one.text.startswith("variadic")
    said = one.text if is_taken else next(iter(one.text.split()), "")
    return bool(said) and speaks_of(said, subject)


def _is_said_as_called(clause: Clause, one: Object) -> bool:
    """False for `calls it legacy`: what a thing is called."""
    if one.is_code:
        return True
    name = re.escape(parts(one.text)[-1])
    return re.search(rf"\b(?:it|them|this|that) `?{name}\b", clause.text) is None


def left_beside(claim: Claim, verdict: Verdict) -> str:
    """Words that were not looked at, and that may be a part of what is said to be done."""
    if verdict.status is not Status.NOT_SUPPORTED:
        return ""
    told = [clause for clause in claim.clauses if clause.predicate in (P.ACTS, P.WRITES)]
    named = [one for clause in told for one in clause.objects]
    is_plain = any(not one.is_code for one in named)
    is_made = any(clause.detail in _MAKING_OTHERS for clause in told)
    cut = (
        w
        for w in claim.ignored
        if _EXCEPT.match(w) or (is_plain and (_OF.match(w) or (is_made and _INTO.match(w))))
    )
    return next(cut, "").lstrip("?& ")


# Of `normalizes tabs to blanks`, which any expression may do.
_MAKING_OTHERS = frozenset({"normalize", "normalise", "convert", "turn", "translate", "transform"})
_INTO = re.compile(r"[?& ]*(?:in)?to \w")


_EXCEPT = re.compile(r"[?& ]*(?:other than|except|apart from|- \d)")
_OF = re.compile(r"[?& ]*of (?!the\b|its\b|an?\b)\w")
