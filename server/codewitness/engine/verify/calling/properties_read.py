"""`calls size` of a property: what it does is run where it is read, without brackets."""

from __future__ import annotations

from codewitness.engine.verify.evidence import ALIASED, EvidenceType
from codewitness.engine.verify.hit import Hit, Hits
from codewitness.engine.verify.names import parts
from codewitness.engine.verify.subject import Part, Subject

READ = EvidenceType.ATTRIBUTE_READ
_OWN = ("self", "this", "cls")


def properties_read(wanted: str, part: Part, subject: Subject) -> Hits:
    """Where properties of this name are read, by the call graph, or may be."""
    asked = parts(wanted)
    name, outline = asked[-1], part.outline
    named = list(outline.occurrences(name))
    if not named or not subject.known.is_property(name):
        return Hits(())
    hits, doubt = [], ""
    written = {item.span.end for item in outline.attribute_writes}
    read = {item.span.end: item for item in outline.attribute_reads}
    for one in named:
        item = read.get(one.span.end)
        targets = subject.known.targets(outline, one.span) or ()
        if one.span.end in written:
            continue
        if len(targets) == 1 and parts(targets[0])[-len(asked) :] == asked:
            item = item or one
            hits.append(Hit(READ, item.text, outline, one.span, item.span, ALIASED))
        elif item is not None and len(targets) != 1 and (targets or not _is_own(item.text)):
            doubt = f"`{item.text}` may be a property, which is run where it is read"
    return Hits(tuple(hits), "" if hits else doubt)


def _is_own(text: str) -> bool:
    """True for a field of the object itself, of which the graph knows whether it is a property."""
    return len(parts(text)) == 2 and parts(text)[0] in _OWN
