"""Ruby: methods of a class itself and methods of its instances, which may have one name.

`X.m` is the class's own where it has one, else the one there is; `X#m` is that of its instances.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from codewitness.engine.verify.code.declared import is_of_class
from codewitness.engine.verify.names import Fit, parts
from codewitness.engine.verify.subject import Known, Part, Subject
from codewitness.model.outline import Call, Outline
from codewitness.model.text import Span

_MEMBER = re.compile(
    r"(?:::)?(?:[A-Z]\w*(?:::|\.))*[A-Z]\w*(?P<mark>#|\.|::)[a-z_]\w*[?!=]?(?:\(.*\))?"
)
_SETTER = re.compile(r"(?:[\w:@]+(?:\.|::|#))*[a-z_]\w*=")
_ELSEWHERE = frozenset({"instance_eval", "class_eval", "instance_exec", "class_exec"})
_ELSEWHERE |= {"define_method", "define_singleton_method", "module_eval"}


def asked_level(wanted: str, known: Known) -> bool | None:
    """True if a method of a class itself is asked for, False if one of instances; None if any."""
    found = _MEMBER.fullmatch(wanted)
    if found is None:
        return None
    if found["mark"] == "#":
        return False
    levels = known.levels(wanted)
    return True if levels == {True, False} else None


def held_to_level(fit: Fit, wanted: str, call: Call, part: Part, known: Known) -> Fit:
    """The fit of a call, where its name alone is one of two methods."""
    if fit is Fit.NO or (asked := asked_level(wanted, known)) is None:
        return fit
    level = level_of(call.text, call.name_span, part, known)
    if level is asked:
        return fit
    return Fit.NO if level and not asked else Fit.MAYBE


def held_to_subject(fit: Fit, call: Call, part: Part, subject: Subject, known: Known) -> Fit:
    """The fit of a call of the subject, whose class may have another method of its name."""
    if fit is Fit.NO or subject.language != "ruby" or subject.is_class:
        return fit
    if known.levels(f"{subject.head.around.container}.{subject.name}") != {True, False}:
        return fit
    level = level_of(call.text, call.name_span, part, known)
    if level is None:
        return Fit.MAYBE
    return fit if level is _own_level(subject.head.outline) else Fit.NO


def level_of(text: str, name_span: Span, part: Part, known: Known) -> bool | None:
    """True if the call is of a method of a class itself, False if of an instance's."""
    *receiver, _ = parts(text)
    if receiver in ([], ["self"]):
        return _own_level(part.outline)
    if receiver[-1] == "class":
        return True
    if receiver[-1] == "new":
        return False
    if receiver[-1] == part.around.container and receiver[-1][:1].isupper():
        return True
    told = known.is_of_class(part.outline, name_span)
    is_constant = all(re.fullmatch(r"[A-Z]\w*[a-z]\w*", one) for one in receiver)
    return True if told is None and is_constant else told


def _own_level(outline: Outline) -> bool | None:
    """On what the method that is outlined is called; None where blocks in it may run on others."""
    if any(call.name in _ELSEWHERE for call in outline.calls):
        return None
    return is_of_class(outline.text, outline.span, outline.name_span)


def setters(wanted: str, part: Part, known: Known) -> Iterator[tuple[str, Span, Fit]]:
    """Where `x.name = value` stands, which calls `name=`."""
    if part.outline.language != "ruby" or not _SETTER.fullmatch(wanted):
        return
    *owners, name = parts(wanted.removesuffix("=").replace("#", "."))
    for item in part.outline.attribute_writes:
        receiver, dot, last = item.text.rpartition(".")
        if not dot or last != name or "@" in last:
            continue
        span = Span(item.span.end - len(name), item.span.end)
        targets = known.targets(part.outline, span)
        is_own = receiver == "self" and [part.around.container] == owners[-1:]
        if not owners or is_own:
            yield item.text, item.span, Fit.EXACT
        elif targets:
            is_it = any(
                parts(one.removesuffix("="))[-len(owners) - 1 : -1] == tuple(owners)
                for one in targets
            )
            yield item.text, item.span, Fit.EXACT if is_it else Fit.NO
        else:
            yield item.text, item.span, Fit.MAYBE
