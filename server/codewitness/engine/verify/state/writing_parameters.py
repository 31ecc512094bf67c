"""`modifies its parameters`, `reassigns x`: given another value, or changed in what it holds."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from codewitness.engine.verify.claim import Clause, Object
from codewitness.engine.verify.code.values import squeezed
from codewitness.engine.verify.evidence import LOOSE, NOTHING, EvidenceType, Finding, doubtful
from codewitness.engine.verify.hit import Hit, Hits
from codewitness.engine.verify.hits import judged
from codewitness.engine.verify.returning.returned_copies import copied
from codewitness.engine.verify.state.data import hit_of, mutations, write_hits
from codewitness.engine.verify.state.parameters import own_parameters
from codewitness.engine.verify.subject import Part, Subject
from codewitness.model.facts import Item
from codewitness.model.outline import Outline

T = EvidenceType
# What is done to what a variable holds; all else that is said of writing gives it a value.
ALTERING = frozenset({"modify", "mutate", "update", "change", "alter"})
_OF_VALUE = frozenset({"modify", "mutate", "alter"})  # what is held, not the variable
_VARIABLE = re.compile(r"\bparam(?:eter)?s?\b")
_INPUT = re.compile(r"\binputs?\b")
# Where a bare name is no field.
_LOCALS = frozenset({"python", "ruby", "javascript", "typescript", "tsx", "rust"})
# Where a parameter may stand for a variable of the caller, which gets what it is set to.
_BY_REFERENCE = frozenset({"cpp", "csharp", "swift"})


def is_of_parameters(clause: Clause, subject: Subject) -> bool:
    """True for what is said of its parameters as such: of all of them, or of some by name.

    To mutate one that is named is to change what the caller gave, whatever is said of its sort.
    """
    is_said = clause.detail.startswith("parameters")
    if clause.arguments or not (is_said or (clause.objects and clause.detail in _OF_VALUE)):
        return False
    given = {one.name for one in own_parameters(subject.head.outline)}
    return all(one.text in given for one in clause.objects)


def rule_writes_parameters(clause: Clause, subject: Subject) -> Finding:
    """`mutates its arguments`: any of them, or what is in them."""
    lemma = clause.detail.removeprefix("parameters").strip() or "modify"
    names = [one.name for one in own_parameters(subject.head.outline)]
    if not names:
        return NOTHING
    objects = clause.objects or tuple(map(Object, names))
    any_of = clause.any_of or not clause.objects
    return _written(replace(clause, objects=objects, any_of=any_of, detail=lemma), subject)


def _written(asked: Clause, subject: Subject) -> Finding:
    """What follows for parameters that are named."""
    names, lemma = [one.text for one in asked.objects], asked.detail
    set_anew = judged(asked, lambda one: given_anew(one, subject))
    if lemma not in ALTERING:
        return set_anew
    inside = judged(asked, lambda one: _inside(one, subject))
    anew = {one.detail for one in set_anew.proofs}
    kept = [one for one in inside.proofs if _root(one.detail) not in anew]
    if kept or inside.doubt:
        return replace(inside, proofs=tuple(kept)) if kept else inside
    if inside.proofs:
        return doubtful("what is changed there may be what the parameter was set to before")
    if not set_anew.proofs:
        return set_anew if set_anew.doubt else _deep(names, subject)
    if lemma != "mutate" and _VARIABLE.search(asked.text):
        return set_anew
    name = set_anew.proofs[0].detail
    if subject.language in _BY_REFERENCE:
        return doubtful(f"whether `{name}` is the caller's own can't be seen")
    if lemma == "mutate" or _INPUT.search(asked.text):
        return NOTHING
    return doubtful(f"`{name}` is but given another value, which no caller sees")


def unless_bound(lemma: str, finding: Finding, subject: Subject) -> Finding:
    """`finding`; to mutate is not shown where a variable of the function is but given a value."""
    if lemma != "mutate" or subject.language not in _LOCALS or not finding.proofs:
        return finding
    if all(re.fullmatch(r"[a-z_]\w*", one.detail) for one in finding.proofs):
        return doubtful(f"`{finding.proofs[0].detail}` is but given another value")
    return finding


def unless_copied(lemma: str, finding: Finding) -> Finding:
    """`finding`; to mutate x is not shown where a copy is changed that is called so, too."""
    if lemma not in _OF_VALUE or not finding.proofs:
        return finding
    names = {_root(one.detail) for one in finding.proofs}
    made = {
        made.target
        for one in finding.proofs
        for made in one.outline.assigned
        if made.target in names and copied(made.value) and made.value_span.end <= one.span.start
    }
    is_copy = names <= made
    return doubtful(f"`{min(names)}` is a copy there") if is_copy else finding


def with_members(clause: Clause, finding: Finding, subject: Subject) -> Finding:
    """`finding`; but what is not set itself is changed where something in it is."""
    if finding != NOTHING or clause.detail not in ALTERING:
        return finding
    given = {one.name for one in subject.head.outline.parameters}
    if not all(one.is_code or one.text in given for one in clause.objects):
        return finding
    inside = judged(clause, lambda one: Hits(tuple(_members(one, subject))))
    if inside != NOTHING:
        return inside
    return _deep([one.text for one in clause.objects], subject)


def given_anew(one: Object | None, subject: Subject) -> Hits:
    """Where the variable itself gets a value, in its own code."""
    if one is None:
        return Hits()
    hits = [hit for hit in write_hits(one, subject, "set").fitting if _is_variable(hit, one.text)]
    for part in subject.parts:
        outline = part.outline
        hits += [
            hit_of(T.ATTRIBUTE_WRITE, item, outline)
            for item in outline.occurrences(one.text)
            if item in outline.marked("bound") or _is_walrus(item, outline)
        ]
    unique = {(id(hit.outline), hit.proof().line): hit for hit in hits}
    return Hits(tuple(unique.values()))


def _is_walrus(item: Item, outline: Outline) -> bool:
    after = outline.text.raw[item.span.end : item.span.end + 4]
    return outline.language == "python" and after.lstrip().startswith(b":=")


def _is_variable(hit: Hit, name: str) -> bool:
    """True for `x = 1` and `x, y = z`, not for `this.x = 1`, `x[0] = 1` or `*x = 1`."""
    names = [word.strip() for word in hit.detail.strip("()[]{}").split(",")]
    return any(word == name for word in names)


def _inside(one: Object | None, subject: Subject) -> Hits:
    """Where that is changed which a variable holds."""
    if one is None:
        return Hits()
    hits = write_hits(one, subject, "modify").fitting
    kept = [hit for hit in hits if _is_of(hit.detail, one.text)]
    return Hits((*kept, *_members(one, subject)))


def _is_of(written: str, name: str) -> bool:
    """True for `x.y`, `x[0]` and `*x` of `x`, not for `x` itself and for `y.x`."""
    return written != name and _root(written) == name


def _root(written: str) -> str:
    found = re.match(r"[(*\s]*([@$\w]+)", written)
    return found[1] if found else ""


def _members(one: Object | None, subject: Subject) -> Iterator[Hit]:
    """Where an attribute or an element of it, however deep, is given a value."""
    for part in subject.parts if one is not None else ():
        for item in _targets(part):
            if one is not None and _is_within(item.text, one.text):
                yield hit_of(T.ATTRIBUTE_WRITE, item, part.outline)


def _targets(part: Part) -> Iterator[Item]:
    outline = part.outline
    yield from outline.attribute_writes
    targets = {one.target_span for one in outline.assigned}
    yield from (Item(one.text, one.span) for one in outline.subscripts if one.span in targets)


def _is_within(written: str, name: str) -> bool:
    plain, asked = (re.sub(r"->|\?\.|::", ".", squeezed(text)) for text in (written, name))
    return plain.startswith((f"{asked}.", f"{asked}["))


def _deep(names: list[str], subject: Subject) -> Finding:
    """What a call may change in something that it holds: `x.items.append(…)`."""
    for part in subject.parts:
        for call in part.outline.calls:
            receiver = call.text[: -len(call.name)].rstrip(".?!:->")
            if any(_is_within(receiver, name) for name in names):
                for hit in mutations(receiver, part):
                    if hit.relevance == LOOSE:
                        return doubtful(f"`{hit.detail}` may change what it holds")
    return NOTHING
