"""Plain words of a clause that are names in the code: `writes state`, `returns answer`."""

from __future__ import annotations

import re
from dataclasses import replace

from codewitness.engine.verify.calling import slots
from codewitness.engine.verify.claim import Claim, Clause, Object, Predicate
from codewitness.engine.verify.names import is_bound, is_member, parts
from codewitness.engine.verify.subject import Subject

P = Predicate
_NOUNS = frozenset(
    {
        *("state", "value", "attribute", "field", "property", "argument", "parameter", "result"),
        *(
            "instance",
            "flag",
            "variable",
            "member",
            "element",
            "item",
            "object",
            "name",
            "key",
            "index",
        ),
    }
)


_OF_NOUN = re.compile(
    r"\b(?:writes?|reads?|uses?|touch(?:es)?|sets?|updates?|modif(?:y|ies)|changes?|mutates?|increments?|decrements?)"
    r"\s+(?:(?:in)?to\s+)?(?:its\s+|the\s+)?(\w+)(?:\s+to\s+(\S+))?$"
)


def with_noun(clause: Clause, subject: Subject) -> Clause:
    """`writes state`: a noun that tells nothing, unless the code has that very name."""
    kinds = (P.READS, P.WRITES, P.USES)
    if clause.predicate is P.ACTS:
        return _with_thing(clause, subject)
    if clause.predicate not in kinds or clause.objects or clause.order is not None:
        return clause
    clause = _named_noun(clause, subject)
    return clause if clause.predicate is P.USES else _with_thing(clause, subject)


def as_singular(clause: Clause, subject: Subject) -> Clause:
    """`touches OrderLines`, of code that has `OrderLine` and nothing of that name."""
    objects = tuple(_singular(one, subject) for one in clause.objects)
    return clause if objects == clause.objects else replace(clause, objects=objects)


_SEVERAL = re.compile(r"(?:[A-Z][a-z\d]*){2,}s")


def _singular(one: Object, subject: Subject) -> Object:
    if not (one.is_code and _SEVERAL.fullmatch(one.text)) or _is_name(one.text, subject):
        return one
    return one._replace(text=one.text[:-1]) if _is_name(one.text[:-1], subject) else one


_THING = re.compile(
    r"^(?:never |not |always |only |does not )*\w+(?: to| into| from)?"
    r" (?P<the>the |its |this |that |each |every )?"
    r"(?P<noun>(?(the)(?:(?:first|last|next|second|third) (?!time\b)[a-z]+)|(?!))"
    r"|values?|keys?|index|entry|element|header)\b(?! of\b)"
)


def _with_thing(clause: Clause, subject: Subject) -> Clause:
    """`frees the value`, which says what is freed: not whatever else is."""
    said = _THING.match(clause.text)
    if clause.objects or clause.arguments or said is None or clause.detail in ("remove", "delete"):
        return clause
    is_name = is_bound(subject.head.outline, said["noun"])
    return replace(clause, objects=(Object(said["noun"], is_code=is_name),))


def _named_noun(clause: Clause, subject: Subject) -> Clause:
    """As `with_noun`, of nouns that the code has as names."""
    said = _OF_NOUN.search(clause.text)
    if said is None or said[1] not in _NOUNS or not _is_name(said[1], subject):
        return clause
    given = (said[2].strip("`"),) if said[2] else clause.arguments
    detail = "set" if clause.detail.startswith("parameters") else clause.detail
    return replace(clause, objects=(Object(said[1]),), arguments=given, detail=detail)


def with_bound(clause: Clause, subject: Subject) -> Clause:
    """Plain words that are parameters or local variables: `returns answer`, `passes key to f`."""
    if clause.given and clause.predicate is P.CALLS:
        outline = subject.head.outline
        names = tuple(word for word in clause.given if is_bound(outline, word))
        left = tuple(word for word in clause.given if word not in names)
        return replace(clause, arguments=(*clause.arguments, *names), given=left)
    if clause.predicate is P.RETURNS and not clause.objects:
        said = _RETURNED.search(clause.text)
        is_name = said is not None and is_local(said[1], subject)
        return (
            replace(clause, objects=(Object(said[1]),), detail="") if said and is_name else clause
        )
    if clause.predicate is not P.RETURNS or clause.detail:
        return clause
    objects = tuple(
        one._replace(is_code=True)
        if not one.is_code and f"returns {one.text}" in clause.text and is_local(one.text, subject)
        else one
        for one in clause.objects
    )
    return replace(clause, objects=objects)


_RETURNED = re.compile(
    r"\breturns? ([a-z]\w*)"
    r"(?=$| (?:only )?(?:if|unless|when|whenever|in|inside|outside|before|after)\b)"
)


def is_local(word: str, subject: Subject) -> bool:
    """True for a variable of the subject's own, unless it has a word that says what is meant."""
    outline = subject.head.outline
    if not word.isidentifier() or word in _SAYING_WHAT or not is_bound(outline, word):
        return False
    return word not in _NOUNS or any(one.name == word for one in outline.parameters)


_SAYING_WHAT = frozenset(
    {
        *("data", "list", "string", "array", "map", "number", "count", "error", "err", "results"),
        *("true", "false", "null", "none", "nil", "response", "output", "copy", "new", "default"),
        *("instance", "index", "length", "size", "values", "itself", "self", "this"),
    }
)


def with_names(clause: Clause, subject: Subject) -> Clause:
    """The clause with plain words taken as names where the code has them: `returns next`."""
    kinds = (P.RETURNS, P.READS, P.WRITES, P.AWAITS)
    is_bound_there = clause.predicate is P.SUBSCRIPTS and all(
        is_bound(subject.head.outline, one.text) for one in clause.objects
    )
    is_alone = clause.predicate is P.CALLS and clause.is_only
    if clause.order or not (clause.predicate in kinds or is_bound_there or is_alone):
        return clause
    bare = _BARE.match(clause.text)
    is_value = clause.predicate is P.RETURNS and bare is not None and bare[1] in _SAYING_WHAT
    if bare is not None and not is_value and [one.text for one in clause.objects] == [bare[1]]:
        return slots.as_names(clause, lambda word: _is_name_near(word, subject))
    if clause.predicate is P.WRITES:
        return slots.as_names(clause, lambda word: _may_be_set(word, subject))
    return named_in(clause, subject)


_BARE = re.compile(
    r"(?:(?:does not|never) )?(?:reads?|writes?|sets?|modif(?:y|ies)|returns?) ([a-z]\w*)$"
)


def _may_be_set(word: str, subject: Subject) -> bool:
    """True for a name that is more than that of what is imported."""
    if not _is_name(word, subject):
        return False
    if any(parts(one.target)[-1] == word for p in subject.parts for one in p.outline.assigned):
        return True
    return not any(word in part.around.imports for part in subject.parts)


def _is_name_near(word: str, subject: Subject) -> bool:
    """As `_is_name`, or a member of that name is spoken of in the file: `self.target = x`."""
    return _is_name(word, subject) or any(
        is_member(word, part.outline.text.raw) for part in subject.parts
    )


def named_in(clause: Clause, subject: Subject) -> Clause:
    """The clause with each plain word that the code has as a name taken as that name."""
    return slots.as_names(clause, lambda word: _is_name(word, subject))


def _is_name(word: str, subject: Subject) -> bool:
    inside = [one for part in subject.parts for one in subject.known.inside(part)]
    return word.isidentifier() and any(
        True for part in (*subject.parts, *inside) for _ in part.outline.occurrences(word)
    )


_ON = re.compile(r"on (?:the )?(\w+)")


def with_particles(claim: Claim, subject: Subject) -> Claim:
    """Words that say when or how often, where the code has them as names: `calls f on first`."""
    clauses, ignored = list(claim.clauses), list(claim.ignored)
    for words in claim.ignored:
        word = words.removeprefix("? ")
        for at, clause in enumerate(clauses):
            if (named := _named_by(word, clause, subject)) is not None and words in ignored:
                clauses[at] = replace(clause, objects=(named,))
                ignored.remove(words)
    return replace(claim, clauses=tuple(clauses), ignored=tuple(ignored))


_DESCRIBING = frozenset({"new", "given", "passed", "corresponding", "respective", "following"})


def _named_by(words: str, clause: Clause, subject: Subject) -> Object | None:
    """What a clause about calls calls, if these words are a name in it."""
    if clause.predicate is not P.CALLS:
        return None
    if (on := _ON.fullmatch(words)) and len(clause.objects) == 1:
        [one] = clause.objects
        is_name = is_bound(subject.head.outline, on[1]) and f" on {on[1]}" in clause.text
        return Object(f"{on[1]}.{one.text}") if is_name and "." not in one.text else None
    if clause.objects or not words.isidentifier():
        return None
    is_behind = re.search(rf"\b(?:calls?|calling|invokes?|invoking) {words}\b", clause.text)
    if is_behind and words in _DESCRIBING and is_behind.end() == len(clause.text):
        return Object(words)  # `calls new`, which describes nothing that follows
    is_called = any(call.name == words for part in subject.parts for call in part.outline.calls)
    return Object(words) if is_behind and is_called else None
