"""Messages of Objective-C as a claim's subject: all labels of `-[Painter paint:bounds:]` count."""

from __future__ import annotations

from collections.abc import Sequence

from codewitness.engine.verify.claim import Claim, SubjectName
from codewitness.engine.verify.reading.special_members import named_members
from codewitness.engine.verify.reading.spelled import labels_of, said_of, spelled, takes
from codewitness.features.verify.found import Found
from codewitness.features.verify.subjects import Subjects


def is_other_message(claim: Claim, one: Found, subjects: Subjects) -> bool:
    """True for `-[Painter paint:at:]` of a class that has but `paint:bounds:`."""
    part = None if one.is_file else subjects.part(one.place)
    if part is None or claim.subject is None or part.outline.language != "objc":
        return False
    given = _said(claim.subject, claim.text)
    return len(given) > 0 and not takes(part.outline, given)


def as_message(
    name: SubjectName, sentence: str, found: Sequence[Found], subjects: Subjects
) -> tuple[SubjectName, tuple[str, ...]]:
    """The name with all labels that are said, and the one that there is; else the name alone."""
    part = subjects.part(found[0].place) if len(found) == 1 and not found[0].is_file else None
    if part is None or part.outline.language != "objc":
        return name, ()
    said = ":".join([name.name, *(one for one in _said(name, sentence) if one)])
    own = ":".join([name.name, *labels_of(part.outline)])
    return name._replace(name=f"{said}:"), (f"{own}:",)


def _said(name: SubjectName, sentence: str) -> tuple[str, ...]:
    return said_of(spelled(name.name).name, named_members(sentence))
