"""`instantiates box`, `creates a box`: a plain word that is the name of a type of the workspace."""

from __future__ import annotations

from dataclasses import replace

from codewitness.engine.verify.claim import Clause, Object, Predicate
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


def is_type_here(name: str, subject: Subject) -> bool:
    """True if a class of this name is known in the workspace, as the subject's file has it."""
    line = subject.known.comes_from(subject.head.outline, name)
    return line is not None and "?" not in line[1]
