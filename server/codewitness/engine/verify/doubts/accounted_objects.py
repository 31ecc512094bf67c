"""How many, which of them and of what sort: what is said of the things that a claim names.

`creates one resource` is not shown by what a loop does, `destroys the borrowed resources` not where
nothing says that they are, `sets the creation date` not by a `modificationDate`, `frees x` not by
`free(x->name)`, and `removes all files` not where a `break` leaves the loop.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from codewitness.engine.verify.claim import Claim, Clause, Predicate
from codewitness.engine.verify.conditions.holding import decided_at
from codewitness.engine.verify.doubts.left_over import said_around
from codewitness.engine.verify.evidence import EvidenceType, Proof
from codewitness.engine.verify.names import is_bound, parts
from codewitness.engine.verify.reading.spelled_short import in_words
from codewitness.model.outline import Around, Call
from codewitness.model.text import Span

P = Predicate
_DOING = frozenset({P.ACTS, P.WRITES, P.CALLS, P.INSTANTIATES})
_STEM = 6  # letters that `expired` and `expiration` share


def of_other_objects(claim: Claim, proofs: Sequence[Proof]) -> Iterator[str]:
    """Words on what is done to a thing that the lines do not show."""
    text = " ".join(around for one in proofs for around in said_around(one))
    plain = text.lower().replace("_", "")
    for clause in claim.clauses:
        if _ONE.match(clause.text) and any(map(_is_in_loop, proofs)):
            yield clause.text.split()[1]
        if _GETTING.search(claim.text):
            yield from _of_what_is_got(clause, proofs)
        if clause.predicate not in _DOING:
            continue
        yield from _of_errors(clause, proofs)
        for one in clause.objects:
            if not one.is_code:
                yield from _of_number(one.text, clause, proofs)
                yield from _of_state(one.text, plain)
                yield from _of_sort(one.text, clause, proofs, plain)
            yield from _of_its_members(one.text, clause, proofs)
        yield from _of_all(clause, proofs)
        yield from _of_sums(clause, proofs)
        yield from _of_goal(clause, proofs)


_ONE = re.compile(
    r"(?:removes|pops|deletes|evicts|adds|pushes|drops|notifies|starts) (?:one|a single) "
)


def _is_in_loop(proof: Proof) -> bool:
    return any(one.span.contains(proof.span) for one in proof.outline.marked("loop"))


_GETTING = re.compile(r"\b(?:gets|fetches|retrieves|obtains) ")


def _of_what_is_got(clause: Clause, proofs: Sequence[Proof]) -> Iterator[str]:
    """`gets the row in a try`, of a variable that is but read there, and set elsewhere."""
    if clause.predicate is not P.READS or clause.place is None:
        return
    for one in clause.objects:
        made = [
            (proof, item.value_span)
            for proof in proofs
            for item in proof.outline.assigned
            if item.target == one.text
        ]
        if made and not any(clause.place in p.outline.around(span) for p, span in made):
            yield one.text


_AN_ERROR = re.compile(r"^(?:never |does not |not )*\w+ (?:an?|the) (?P<what>exception|error)\b")


def _of_errors(clause: Clause, proofs: Sequence[Proof]) -> Iterator[str]:
    """`sets an exception`, of a line that has none."""
    said = _AN_ERROR.match(clause.text)
    if said is None or clause.objects or clause.predicate not in (P.WRITES, P.ACTS):
        return
    lines = (one.outline.text.slice(one.outline.text.line_span(one.line)) for one in proofs)
    if not any(re.search(r"(?i)exc|err|fail|\be\b|\bex\b|warn|fatal", line) for line in lines):
        yield said["what"]


_NUMBERED = re.compile(
    r"(?:(?:the|its) )?(?P<n>one|a single|single|exactly one|two|three|four|several) \w"
)


def _of_number(said: str, clause: Clause, proofs: Sequence[Proof]) -> Iterator[str]:
    """`one resource` of what is done in a loop, or in several places."""
    found = _NUMBERED.match(said)
    if found is None or clause.count is not None:
        return
    is_one = found["n"] in ("one", "single", "a single", "exactly one")
    in_loop = any(Around.LOOP in p.outline.around(p.span) for p in proofs)
    if in_loop or (is_one and len({p.span for p in proofs}) > 1):
        yield found["n"]


# States that tell one sort of thing from another.
_STATE = re.compile(
    r"\b(?:(?:borrow|expir|pend|cach|lock|block|clos|cancel|fail|finish|schedul|buffer|queu|cancell"
    r"|complet|reject|reserv|select|sort|stor|abandon|acquir|releas|register|unregister)(?:ed|ing)"
    r"|idle|active|inactive|stale|dirty|busy|unused|dead)(?= [a-z])"
)


def _of_state(said: str, text: str) -> Iterator[str]:
    """`the borrowed resources`, where nothing says that they are."""
    for word in _STATE.findall(said):
        if _stem(word) not in text:
            yield said


def _of_sort(said: str, clause: Clause, proofs: Sequence[Proof], text: str) -> Iterator[str]:
    """`the creation date`, where it is a `modificationDate`."""
    behind = re.search(rf"\b(?:the|its|all|every|each) (\w+ {re.escape(said)})\b", clause.text)
    words = (behind[1] if behind else said).split()
    if len(words) < _LEAST or not all(word.isalpha() for word in words):
        return
    sort, head = words[-2], _one(words[-1])
    names = [name for one in proofs for name in _names(one)]
    if any(name[:1].isupper() and _one(name) == _one(sort) for name in names):
        return  # `Event.Removed(key)`, of a `Removed event`
    named = [in_words(name).lower().split() for name in names]
    before = [
        name[at - 1] if at else ""
        for name in named
        for at, word in enumerate(name)
        if _one(word) == head and (at != 1 or _one(name[0]) != _one(clause.detail))
    ]
    is_another = any(one and _one(one) != _one(sort) for one in before)
    is_such = any(_one(one) == _one(sort) for one in before)
    is_open = "" in before and _stem(sort) in text
    if is_another and not is_such and not is_open and sort not in _ANY_SORT:
        yield said


_LEAST = 2  # words, of which one says which sort
_ANY_SORT = frozenset(
    {*("new", "old", "next", "first", "last", "whole", "given", "same", "own", "current", "actual")}
    | {
        *(
            "underlying",
            "internal",
            "corresponding",
            "other",
            "existing",
            "the",
            "its",
            "each",
            "any",
        )
    }
    | {*("all", "every", "resulting", "remaining", "default", "whole", "entire", "right", "this")}
)
_NAME = re.compile(r"[A-Za-z_]\w*")


def _names(proof: Proof) -> list[str]:
    """The names in the call that was found, or in its line."""
    outline, text = proof.outline, proof.outline.text
    own = [c.whole for c in outline.calls if proof.span in (c.name_span, c.span, c.whole)]
    return _NAME.findall(text.slice(own[0] if own else text.line_span(proof.line)))


_FREEING = frozenset(
    {*("free", "frees", "close", "closes", "delete", "deletes", "destroy", "destroys")}
    | {*("release", "releases", "dispose", "disposes", "unlock", "unlocks")}
)
_CAST = re.compile(r"^\(\s*\w[\w ]*\**\s*\)\s*")


def _of_its_members(said: str, clause: Clause, proofs: Sequence[Proof]) -> Iterator[str]:
    """`frees x`, where only what x has is freed."""
    if clause.detail not in _FREEING or re.fullmatch(r"\w+", said) is None:
        return
    calls = [(call, one) for one in proofs for call in one.outline.calls if _is_of(call, one)]
    if not calls or not all(is_bound(one.outline, said) for _, one in calls):
        return
    member = re.compile(rf"\b{said}\s*(?:->|\.|\[)")
    told = [_is_done_to(said, call, one) for call, one in calls]
    if not any(told) and any(member.search(one.outline.text.slice(c.whole)) for c, one in calls):
        yield said


def _is_of(call: Call, proof: Proof) -> bool:
    return proof.span in (call.name_span, call.span, call.whole)


def _is_done_to(name: str, call: Call, proof: Proof) -> bool:
    given = proof.outline.text.slice(Span(call.name_span.end, call.whole.end)).strip(" ;")
    first = _CAST.sub("", given.removeprefix("(").removesuffix(")").strip()).split(",")[0]
    on = parts(call.text)
    return first.strip(" &*") == name or (len(on) > 1 and on[-2] == name)


_ALL = re.compile(r"\b(?:all|every)(?: of)?(?: the| its)? [a-z]+")
_KEYED = re.compile(r"\(\s*(?:key|id|name|index|path|topic|type)\s*\)$")
_WHOLE = re.compile(r"(?i)all|each|every|clear|reset|\*")


def _of_all(clause: Clause, proofs: Sequence[Proof]) -> Iterator[str]:
    """`all files`, where a loop is left before its end, or but one of them is named.

    Or where only some of those that the loop goes over come to it.
    """
    said = _ALL.search(clause.text)
    places = [one for one in proofs if one.type is not EvidenceType.CONDITIONAL]
    if said is None or not places:
        return
    noun = said[0].rpartition(" ")[2]
    if all(_is_of_some(one) or _is_picked(one) or _is_of_one(noun, one) for one in places):
        yield said[0]


def _is_of_one(noun: str, proof: Proof) -> bool:
    """True for `clears all namespaces` of `clear(namespace)`, in no loop."""
    if _is_in_loop(proof) or not noun.endswith("s"):
        return False
    calls = [call for call in proof.outline.calls if _is_of(call, proof)]
    given = (
        proof.outline.text.slice(Span(one.name_span.end, one.whole.end)).strip("( ")
        for one in calls
    )
    is_one = re.compile(rf"(?:[\w.]+\()*{noun[:-1]}\s*[,)]")
    return any(is_one.match(one) for one in given)


_OF_ERROR = re.compile(r"(?i)err|exc|fail|\bok\b")


def _is_picked(proof: Proof) -> bool:
    """True for what is done in a loop under a condition, or until a return ends the loop."""
    outline = proof.outline
    loops = [one.span for one in outline.marked("loop") if one.span.contains(proof.span)]
    if not loops:
        return False
    inner = min(loops, key=lambda one: one.end - one.start)
    asked = [one for one in outline.marked("condition") if inner.contains(one.span)]
    decided = {one.condition for one in decided_at(outline, proof.span)}
    if any(one.span in decided and not _OF_ERROR.search(one.text) for one in asked):
        return True
    left = [one for one in outline.returns if inner.contains(one.span)]
    told = " ".join([*(one.text for one in asked), *(one.value for one in left)])
    return bool(left) and _OF_ERROR.search(told) is None


_GOAL = re.compile(
    r"\b(?:appends?|adds?|push(?:es)?|inserts?|prepends?|enqueues?)\b.*? (?:to|onto|into) "
    r"(?:the |its )?(?P<goal>[A-Za-z_][\w.]*)(?= (?:if|when|unless|in|before|after)\b|$)"
)


def _of_goal(clause: Clause, proofs: Sequence[Proof]) -> Iterator[str]:
    """`appends to rows`, of `log.append(rows)`: it is what is put, and not where."""
    said = _GOAL.search(clause.text)
    calls = [(call, one) for one in proofs for call in one.outline.calls if _is_of(call, one)]
    if said is None or not calls or len(calls) < len(proofs):
        return
    goal = parts(said["goal"])[-1]
    if all(is_bound(one.outline, goal) or "." in said["goal"] for _, one in calls) and all(
        _is_put(goal, call, one) for call, one in calls
    ):
        yield f"to {said['goal']}"


def _is_put(name: str, call: Call, proof: Proof) -> bool:
    """True for the only thing that a method of something else is given."""
    *owners, _ = parts(call.text)
    given = proof.outline.text.slice(Span(call.name_span.end, call.whole.end)).strip(" ;()")
    is_alone = re.fullmatch(rf"[&*]*(?:\w+(?:\.|->))*{re.escape(name)}", given) is not None
    return bool(owners) and name not in owners and is_alone


_ADDED = re.compile(r"[\w\])] *(?:[-+*/%^]|<<|>>|(?<!&)&|(?<!\|)\||\*\*|//)= *[^=\s]")


def _of_sums(clause: Clause, proofs: Sequence[Proof]) -> Iterator[str]:
    """`sets x to y`, of `x += y`."""
    is_set = clause.predicate is P.WRITES and clause.detail == "set" and clause.arguments
    places = (one for one in proofs if one.type is not EvidenceType.CONDITIONAL)
    lines = [one.outline.text.slice(one.outline.text.line_span(one.line)) for one in places]
    if is_set and lines and all(map(_ADDED.search, lines)):
        yield f"to {clause.arguments[0]}"


def _is_of_some(proof: Proof) -> bool:
    outline = proof.outline
    loops = [one.span for one in outline.marked("loop") if one.span.contains(proof.span)]
    if loops:
        inner = min(loops, key=lambda one: one.end - one.start)
        if any(inner.contains(one.span) for one in outline.occurrences("break")):
            return True
    for call in outline.calls:
        if _is_of(call, proof):
            text = outline.text.slice(Span(call.name_span.start, call.whole.end))
            is_keyed = not loops and _KEYED.search(text) and not _WHOLE.search(text)
            return "if" in in_words(call.name).lower().split() or bool(is_keyed)
    return False


def _one(word: str) -> str:
    return re.sub(r"(?:es|s)$", "", word.lower()) or word


def _stem(word: str) -> str:
    return (re.sub(r"(?:ing|ed|es|s|e)$", "", word) or word)[:_STEM]
