"""`instantiates box`, `creates a box`: a plain word that is the name of a type of the workspace."""

from __future__ import annotations

from dataclasses import replace

from codewitness.engine.verify.claim import Clause, Object, Predicate
from codewitness.engine.verify.code.families import ECMA
from codewitness.engine.verify.subject import Subject

_MAKING = frozenset({"instantiate", "create", "construct", "build", "make"})


def as_made(clause: Clause, subject: Subject) -> Clause:
    """The clause as one about a type, if each word that it says is made is the name of one."""
    if clause.predicate is not Predicate.ACTS or clause.detail not in _MAKING:
        return clause
    words = [one.text for one in clause.objects]
    if clause.arguments or not words or any(one.is_code for one in clause.objects):
        return clause
    outline = subject.head.outline
    if not all(word.isidentifier() and is_type_here(word, subject) for word in words):
        return clause
    if any(one.name in words for one in outline.parameters):
        return clause
    objects = tuple(map(Object, words))
    return replace(clause, predicate=Predicate.INSTANTIATES, objects=objects)


def as_rendered(clause: Clause, subject: Subject) -> Clause:
    """`renders a Row`: in JSX an element is a call of its component."""
    is_so = clause.predicate is Predicate.ACTS and clause.detail == "render"
    is_named = bool(clause.objects) and all(_is_component(one) for one in clause.objects)
    if not is_so or not is_named or subject.language not in ECMA or clause.arguments:
        return clause
    return replace(clause, predicate=Predicate.CALLS, detail="call")


def _is_component(one: Object) -> bool:
    is_dotted = "." in one.text and one.text[:1].isupper()  # `Primitive.div`
    return one.is_code and (is_dotted or one.text.rpartition(".")[2][:1].isupper())


def is_type_here(name: str, subject: Subject) -> bool:
    """True if a class of this name is known in the workspace, as the subject's file has it."""
    line = subject.known.comes_from(subject.head.outline, name)
    return line is not None and "?" not in line[1]
