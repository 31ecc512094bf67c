"""Claims turned round: what is said in the passive speaks of whoever does it."""

from __future__ import annotations

from dataclasses import replace

from codewitness.engine.verify.claim import Claim, Clause, Object, Predicate, SubjectName
from codewitness.engine.verify.reading.lexicon import NOUNS, VERBS
from codewitness.engine.verify.reading.polarity import NotUnderstood


def bare_name(text: str) -> str:
    """A subject's name without `()` and arguments."""
    if text.endswith("operator()"):
        return text
    text = text.replace(".prototype.", ".")  # as JavaScript has methods
    head, paren, _ = text.partition("(")
    return head.strip() if paren and head.strip() else text


def is_file(text: str) -> bool:
    """True if a name ends as those of source files do."""
    extension = text.rpartition(".")[2]
    return extension in _EXTENSIONS and "::" not in text


_EXTENSIONS = frozenset(
    {
        *("py", "pyi", "js", "jsx", "ts", "tsx", "java", "kt", "go", "cs", "swift", "rb", "c"),
        *("h", "m", "mm", "cc", "cpp", "hpp", "cxx", "rs", "mjs", "cjs"),
    }
)


_SELF = frozenset({"self", "this", "super"})


def with_agent(claim: Claim) -> Claim:
    """`X` is raised by `f` speaks of `f`: what is said in the passive is turned round."""
    claim = _sharing(claim)
    [clause, *others] = claim.clauses
    subject = claim.subject
    if subject is None:
        return claim
    if others:
        return _several_where_it_is(claim, subject)
    is_there = bool(subject.path) and not is_file(subject.path) and not clause.objects
    is_counted = clause.count is not None and bool(clause.objects)
    is_placed = clause.order or clause.place or is_counted or is_there
    is_own = subject.name.partition(".")[0] in _SELF and len(clause.objects) == 1
    if clause.predicate is Predicate.CALLED_BY and (is_placed or (is_own and not clause.is_only)):
        return _with_caller(claim, clause, subject)
    if clause.detail != "passive":
        return claim
    if not clause.objects:
        return _where_it_is(claim, clause, subject)
    thing = () if subject.name.lower() in NOUNS else (Object(subject.name),)
    is_of_several = len(clause.objects) > 1 or clause.is_only
    is_alone = clause.is_only and len(clause.objects) == 1 and not clause.is_negated
    is_alone = is_alone and clause.predicate in _SHARING - {Predicate.CALLS}
    if clause.predicate is not Predicate.CALLED_BY and is_of_several and not is_alone:
        if clause.predicate not in _OF_CALLERS or clause.any_of:
            what = "who else may do it is not looked at" if clause.is_only else "several may do it"
            raise NotUnderstood(f"{what}: claim of each by itself that it does", subject)
        return replace(claim, clauses=(replace(clause, predicate=Predicate.CALLED_BY, detail=""),))
    if not clause.objects[0].is_code and clause.objects[0].text in NOUNS:
        raise NotUnderstood("what does it is said in plain words only", subject)
    is_only = clause.is_only and not is_alone
    turned = replace(clause, objects=thing, detail=_done(clause), is_only=is_only)
    agent = SubjectName(bare_name(clause.objects[0].text))
    is_alone = claim.is_alone or is_alone
    return replace(claim, subject=agent, clauses=(turned,), is_alone=is_alone)


def _done(clause: Clause) -> str:
    """`clear` of `is cleared by f`, which a call of that name may do."""
    if clause.predicate is not Predicate.WRITES:
        return ""
    known = (VERBS.get(word) for word in clause.text.lower().split())
    return next((verb[1] for verb in known if verb and verb[0] is clause.predicate), "")


def _several_where_it_is(claim: Claim, subject: SubjectName) -> Claim:
    """`In f, x is read but never written`: both of what `f` does."""
    is_function = bool(subject.path) and not is_file(subject.path)
    if not is_function or claim.clauses[0].detail != "passive" or claim.clauses[0].objects:
        return claim
    thing = (Object(subject.name),)
    turned = tuple(
        one if one.objects else replace(one, objects=thing, detail="") for one in claim.clauses
    )
    return replace(claim, subject=SubjectName(bare_name(subject.path)), clauses=turned)


def _where_it_is(claim: Claim, clause: Clause, subject: SubjectName) -> Claim:
    """`In f, x is written before y is read`: of what `f` does. Else who does is not said."""
    if not subject.path or is_file(subject.path):
        beyond = Clause(predicate=Predicate.BEYOND, detail=f"is {clause.predicate.value}")
        return replace(claim, clauses=(replace(beyond, text=clause.text),))
    turned = replace(clause, objects=(Object(subject.name),), detail="")
    return replace(claim, subject=SubjectName(bare_name(subject.path)), clauses=(turned,))


def of_caller(claim: Claim) -> Claim | None:
    """`lib.g is called by f` as a claim about `f`, for a `lib.g` that is defined elsewhere."""
    if len(claim.clauses) != 1 or claim.subject is None:
        return None
    [clause] = claim.clauses
    if clause.predicate is not Predicate.CALLED_BY or clause.is_only or len(clause.objects) != 1:
        return None
    return _with_caller(claim, clause, claim.subject)


def of_caller_alone(claim: Claim) -> Claim | None:
    """`only f calls lib.g` as a claim about `f`, for a `lib.g` that is defined elsewhere."""
    if len(claim.clauses) != 1 or claim.subject is None or claim.is_negated:
        return None
    [clause] = claim.clauses
    is_such = clause.predicate is Predicate.CALLED_BY and clause.is_only
    if not is_such or len(clause.objects) != 1 or clause.place is not None:
        return None
    plain = replace(clause, is_only=False, any_of=False)
    return replace(_with_caller(claim, plain, claim.subject), is_alone=True)


def _with_caller(claim: Claim, clause: Clause, subject: SubjectName) -> Claim:
    """`In f, a is called before b`, `a is called by f in a loop`: of what `f` calls."""
    caller = clause.objects[0].text if clause.objects else subject.path
    if not caller:
        raise NotUnderstood("where it is called is not said: name the method", subject)
    if clause.is_only and not clause.objects:
        if clause.place is None:
            raise NotUnderstood("what alone is called is not said", subject)
        clause = replace(clause, is_only=False, is_only_there=True)  # `is called only in a loop`
    other = clause.order
    if other is not None and other.other.predicate is Predicate.CALLED_BY:
        other = other._replace(other=replace(other.other, predicate=Predicate.CALLS))
    turned = replace(
        clause, predicate=Predicate.CALLS, objects=(Object(subject.name),), order=other, detail=""
    )
    return replace(claim, subject=SubjectName(bare_name(caller)), clauses=(turned,))


_OF_CALLERS = frozenset({Predicate.USES, Predicate.INSTANTIATES})
_OF_ERRORS = frozenset({Predicate.CATCHES, Predicate.RAISES, Predicate.SWALLOWS})
_SHARED_WITH = {Predicate.RAISES: _OF_ERRORS, Predicate.CATCHES: _OF_ERRORS | {Predicate.ACTS}}
_SHARING = frozenset(
    {Predicate.READS, Predicate.WRITES, Predicate.CALLS, Predicate.CATCHES, Predicate.RAISES}
)


def _sharing(claim: Claim) -> Claim:
    """`reads and writes x`: a verb alone has the objects of the next one, of the same sort.

    `never raises, a wrong NAME is accepted` does not speak of raising `NAME`.
    """
    clauses = list(claim.clauses)
    for at in range(len(clauses) - 2, -1, -1):
        one, following = clauses[at], clauses[at + 1]
        last = one.text.split()[-1].lower() if one.text else ""
        is_alone = one.predicate in _SHARING and not one.objects and last in VERBS
        is_of_same = following.predicate in _SHARED_WITH.get(one.predicate, {following.predicate})
        if is_alone and is_of_same and following.objects and following.text:
            if one.predicate is Predicate.CATCHES and following.text.startswith("ignor"):
                following = replace(following, predicate=Predicate.SWALLOWS, is_negated=False)
                clauses[at + 1] = following
            clauses[at] = replace(one, objects=following.objects, any_of=following.any_of)
    return replace(claim, clauses=tuple(clauses))
