"""What is said of one arm, `calls f in the case of 'x'`, `for 'x'`, `by default`: is it done there?

Told by the labels of the arm that each place stands under: in it, in others only, or unclear where
an arm falls through to another, or asks for more than its label.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from codewitness.engine.verify.claim import Claim, InArm, Predicate
from codewitness.engine.verify.conditions.arms import Arm, Label, arms_around
from codewitness.engine.verify.conditions.chained import chained
from codewitness.engine.verify.evidence import Finding, Proof, doubtful, found
from codewitness.engine.verify.subject import Subject

P = Predicate
_NAMED = r"(?:`[^`]+`|'[^']+'|\"[^\"]+\"|[:.]?\w[\w.:]*)"
_X = rf"(?P<x>{_NAMED})"
_SAID = tuple(
    re.compile(rf"(?P<only>,? only)?,? {words}$")
    for words in (
        r"(?P<any>by default)",
        r"(?P<any>otherwise)",
        r"(?:in|as|for|under) the (?P<any>default) (?:case|arm|branch)",
        r"(?:in|for) (?P<any>(?:any|every|all) other) (?:value|case|arm|kind|branch|character)s?",
        r"for (?P<any>(?:any|every)thing (?:else|other)|all (?:the )?(?:others|rest))",
        rf"for (?P<any>(?:any|every)thing) (?:but|except|other than) (?:an? |the )?"
        rf"(?P<but>{_NAMED}(?: (?:and|or) {_NAMED})?)",
        rf"in (?P<case>(?:the )?case)(?: of| that it is)? {_X}",
        rf"(?:in|under) the {_X} (?P<case>case|arm|branch|label)",
        rf"under `?(?P<case>case) {_X}",
        rf"for {_X}",
        r"for (?:the |an? |all |any |every )?(?P<x>[A-Za-z_]\w*) [a-z]+",
        r"on (?P<x>`?(?:[A-Za-z_]\w*(?:\.|::))*[A-Z]\w*`?)",
        rf"(?:when|if) (?:the |its )?(?P<value>[\w.`]+) is {_X}",
    )
)
_ONLY = re.compile(r"\b(?:only|solely|exclusively|always)\b")
_DONE = frozenset(
    {*(P.CALLS, P.ACTS, P.RAISES, P.WRITES, P.INSTANTIATES, P.AWAITS, P.PASSES), P.USES, P.READS}
    | {P.RETURNS}
)
_WHATEVER = frozenset({P.RAISES})  # `panics on Locked`, with whatever
_CHOOSING = re.compile(rb"\b(?:switch|match|when|case)\b")
_LITERAL = re.compile(r"['\"].*['\"]|-?\d[\w.]*")


def with_arm(claim: Claim, text: str, parse: Callable[[str], Claim]) -> Claim:
    """The claim with what it says of an arm, and without it."""
    if claim.members is not None or claim.is_alone or claim.subject is None:
        return claim
    for pattern in _SAID:
        if (found := pattern.search(text.rstrip(". "))) is None:
            continue
        said = found.groupdict()
        head = text[: found.start()]
        if _ONLY.search(head):  # `only calls f for 'x'`: whether nothing else, or nowhere else
            return claim
        plain = parse(head)
        if plain.problem or plain.subject != claim.subject or len(plain.clauses) != 1:
            return claim
        clause = plain.clauses[0]
        is_bare = not clause.objects and clause.predicate not in _WHATEVER
        if clause.predicate not in _DONE or plain.ignored or is_bare:
            return claim
        name = "" if said.get("any") else said["x"].strip("`")
        value = (said.get("value") or "").strip("`")
        is_else = said.get("any") == "otherwise"
        but = tuple(one.strip("`") for one in re.findall(_NAMED, said.get("but") or "")[::2])
        arm = InArm(name, bool(said["only"]), bool(said.get("case")), value, plain, is_else, but)
        return replace(claim, arm=arm)
    return claim


def may_be_in_arm(said: InArm, subject: Subject) -> bool:
    """True if there are arms at all in it, and the label stands in it."""
    if said.is_else:
        return True
    is_literal = _LITERAL.fullmatch(said.label) is not None
    label = _unquoted(said.label).split(":")[-1].split(".")[-1].encode()
    for part in subject.parts:
        text = part.outline.text.raw[part.outline.span.start : part.outline.span.end]
        is_there = label in text or label in text.lower()
        if _CHOOSING.search(text) and (is_there or said.is_case):
            return True
        if is_literal and label in text:
            return True
    return False


def in_arm(claim: Claim, proofs: Sequence[Proof], subject: Subject) -> Finding | None:
    """What follows of where it is done, read without its `not`; None if it speaks of no arm."""
    said = claim.arm
    is_told = said is not None and all(_are_these(said, proof) for proof in proofs)
    if said is None or not proofs or not is_told or _is_of_another(said, subject):
        return None
    told = [
        (
            proof,
            _NO_ARM if said.is_else and _is_denied_there(proof) else _is_in(said, proof, subject),
        )
        for proof in proofs
    ]
    if any(how is _NO_ARM for _, how in told):
        return _open(said) if said.is_else else None
    inside = tuple(proof for proof, how in told if how is True)
    outside = tuple(proof for proof, how in told if how is False)
    is_open = len(inside) + len(outside) < len(told)
    if said.is_only:
        if said.plain.is_negated or not (inside or outside):
            return _open(said)
        others = tuple(one for one in inside if _is_shared(said, one, subject, is_sure=True))
        if outside or others:
            return Finding(against=outside or others)
        is_open = is_open or any(_is_shared(said, one, subject) for one in inside)
        return _open(said) if is_open else found(inside)
    is_one = len(said.plain.clauses[0].objects) < _SEVERAL
    if inside and (is_one or len(inside) == len(told)):
        return found(inside)
    if inside or is_open:
        is_condition = any(one.condition is not None for one in claim.clauses)
        return None if is_condition and not inside else _open(said)
    return Finding(against=outside)


def _is_denied_there(proof: Proof) -> bool:
    """True in `if not x`, whose own arm may be what `otherwise` means, and not the `else`."""
    outline = proof.outline
    around = [one.span for one in outline.marked("conditional") if one.span.contains(proof.span)]
    return any(
        _DENIED.match(one.text) is not None and any(span.contains(one.span) for span in around)
        for one in outline.marked("condition")
    )


_DENIED = re.compile(r"[\s(]*(?:not\b|!(?!=))|.*(?:!=|\bis not\b|\bnot in\b)", re.DOTALL)
_SEVERAL = 2
_NO_ARM = "no arm"


def _is_of_another(said: InArm, subject: Subject) -> bool:
    """True for `if other is 3`, a parameter that none of the arms is chosen by."""
    if not said.value:
        return False
    names = {one.name for part in subject.parts for one in part.outline.parameters}
    values = {
        word
        for part in subject.parts
        for item in part.outline.marked("condition")
        for word in re.findall(r"\w+", item.text)
    }
    return said.value in names and said.value not in values


def _is_in(said: InArm, proof: Proof, subject: Subject) -> bool | str | None:
    """Whether a place stands in the arm; None if it can't be told, `_NO_ARM` if there is none."""
    if said.is_else and _is_denied_there(proof):
        return _NO_ARM
    outlines = [proof.outline]
    outlines += [
        part.outline
        for part in subject.parts
        if part.outline is not proof.outline and part.outline.shares_text(proof.outline)
    ]
    every = [arms for outline in outlines for arms in arms_around(outline)]
    asked = [arms for arms in every if any(_is_named(said, arm) is not False for arm in arms)]
    if not asked:
        how = _of_no_arm(said, proof, every)
        told_so = chained(said, proof) if how is _NO_ARM else None
        return how if told_so is None else told_so
    told = [_told(said, proof, arms) for arms in asked]
    if True in told:
        return True
    return False if False in told else None


def _are_these(said: InArm, proof: Proof) -> bool:
    """True if there are arms for what is excepted, and for nothing else, beside the default one."""
    if not said.excepted:
        return True
    one_each = [replace(said, label=label) for label in said.excepted]
    for arms in arms_around(proof.outline):
        if any(arm.span.contains(proof.span) for arm in arms):
            labels = [label for arm in arms for label in arm.labels]
            told = [any(_fits(one, label) for one in one_each) for label in labels]
            met = [any(_fits(one, label) for label in labels) for one in one_each]
            return all(told) and all(met)
    return False


def _is_shared(said: InArm, proof: Proof, subject: Subject, *, is_sure: bool = False) -> bool:
    """True if the arm of a place is run for something else, too, or may be reached from another.

    is_sure: whatever the arms before may do, for another label of its own.
    """
    for outline in [proof.outline, *(part.outline for part in subject.parts)]:
        for arms in arms_around(outline) if outline.shares_text(proof.outline) else ():
            mine = next((arm for arm in arms if arm.span.contains(proof.span)), None)
            if mine is None or not _is_named(said, mine):
                continue
            others = [one for one in mine.labels if not _fits(said, one)]
            if is_sure and not mine.is_default:
                others = [one for one in others if not one.is_open]
                return bool(others) and mine.is_known
            if is_sure:
                return bool(said.label)
            if others or mine.fallen or (said.label and mine.is_default):
                return True
    return False


def _of_no_arm(said: InArm, proof: Proof, every: Sequence[Sequence[Arm]]) -> bool | str | None:
    """As `_is_in`, where no arm has the label: in others that are all literals it is not done."""
    if not said.is_case or not _LITERAL.fullmatch(said.label):
        return _NO_ARM
    for arms in every:
        mine = next((arm for arm in arms if arm.span.contains(proof.span)), None)
        labels = [one for arm in arms for one in (*arm.labels, *arm.fallen)]
        is_told = all(_LITERAL.fullmatch(one.name) and not one.is_open for one in labels)
        if mine is not None and is_told and mine.is_known and not mine.is_default:
            return False
    return None


def _told(said: InArm, proof: Proof, arms: Sequence[Arm]) -> bool | None:
    """As `_is_in`, of one statement with an arm of that label."""
    at = next((n for n, arm in enumerate(arms) if arm.span.contains(proof.span)), None)
    if at is None or not arms[at].is_known:
        return None
    mine = arms[at]
    if (is_mine := _is_named(said, mine)) is not False:
        return is_mine
    if any(_fits(said, one) for one in mine.fallen):
        return None
    is_told = next((n for n, arm in enumerate(arms) if _is_named(said, arm) is True), len(arms))
    is_taken = any(one.is_open and _is_range(one) for one in mine.labels)
    return None if is_taken and at < is_told else False


def _is_named(said: InArm, arm: Arm) -> bool | None:
    """Whether the arm is the one that is said; None if it asks for more than that."""
    if not said.label:
        return arm.is_default
    fitting = [one for one in arm.labels if _fits(said, one)]
    if fitting:
        return True if any(not one.is_open for one in fitting) else None
    return False


def _is_range(label: Label) -> bool:
    return re.search(r"\.\.|^[<>]|^(?:!?in|not)\b|\s-\s", label.name) is not None


def _fits(said: InArm, label: Label) -> bool:
    """True if they are the same but for quotes, and for an owner that one of them leaves out."""
    if not said.label:
        return False
    mine, other = (re.split(r"[.:]+", _unquoted(one)) for one in (said.label, label.name))
    if said.label.islower():  # `for the remote source`, of `Source.REMOTE`
        other = [part.lower() for part in other]
    if _LITERAL.fullmatch(label.name) or said.label[:1] in "'\"":
        return _unquoted(said.label) in (_unquoted(label.name), other[-1])
    if mine[-1] != other[-1]:
        return False
    owners = [one for one in (mine[-2:-1], other[-2:-1]) if one and one[0]]
    return len(owners) < 2 or owners[0] == owners[1]


def _unquoted(name: str) -> str:
    is_quoted = name[:1] in ("'", '"') and name[-1:] == name[:1] and len(name) > 1
    return name[1:-1] if is_quoted else name


def _open(said: InArm) -> Finding:
    where = f"in the case of {said.label}" if said.label else "by default"
    if said.is_else:
        return doubtful("where `otherwise` is can't be told")
    return doubtful(f"whether it is done {where} can't be told: arms fall through, or ask for more")
