"""`sets the state of every row`: an attribute of what is named, and not that itself."""

from __future__ import annotations

import re
from dataclasses import replace

from codewitness.engine.verify.claim import Clause, Object, Predicate
from codewitness.engine.verify.evidence import Finding, Proof, doubtful

P = Predicate
_OF = re.compile(
    r"\b(?:the|its) (\w+) (?:of|on|for) (?:each|every|all|the|its|a|an|that|this|any)?\s*"
    r"(?:of )?(?:the |its )?`?([A-Za-z_]\w*)`?(?!\w|\.\w|::)"
)
# What is no attribute of a thing, but the thing, or a part of it.
_ITSELF = frozenset(
    {*("value", "values", "content", "contents", "result", "instance", "instances", "list", "set")}
    | {
        *(
            "copy",
            "rest",
            "end",
            "start",
            "beginning",
            "part",
            "parts",
            "number",
            "variable",
            "array",
        )
    }
    | {*("parameter", "argument", "attribute", "field", "property", "one", "element", "elements")}
    | {
        *(
            "call",
            "reference",
            "address",
            "pointer",
            "memory",
            "data",
            "first",
            "last",
            "dict",
            "map",
        )
    }
)
_ANY = frozenset({"attributes", "fields", "properties", "members"})
_MEMBER_OF = r"(?<![\w.])(?:\w+\.)*{name}\s*(?:\??\.|->|\[)"


def attribute_of(clause: Clause) -> tuple[str, str] | None:
    """The attribute and what it is of, where a claim says that it is read or set."""
    if clause.predicate not in (P.READS, P.WRITES) or clause.order is not None:
        return None
    said = _OF.search(clause.text)
    if said is None or said[1] in _ITSELF:
        return None
    if not any(one.text in (said[2], said[1]) for one in clause.objects):
        return None
    return said[1], said[2]


def named_attribute(clause: Clause, noun: str, owner: str) -> Clause:
    """The clause about `row.state`, as code would have it."""
    owners = dict.fromkeys((owner, owner.removesuffix("s")))
    written = ("{}.{}", '{}["{}"]')
    objects = tuple(Object(way.format(one, noun)) for one in owners for way in written)
    return replace(clause, objects=objects, any_of=True)


def of_that(finding: Finding, noun: str, owner: str) -> Finding:
    """The finding without what only speaks of the owner: `put(row)` sets no state of it."""
    kept = tuple(one for one in finding.proofs if _speaks_of(one, noun, owner))
    if kept or (not finding.proofs and noun not in _ANY):
        return replace(finding, proofs=kept)
    return doubtful(f"{owner!r} is there, but whether that is its {noun!r} can't be told")


def _speaks_of(proof: Proof, noun: str, owner: str) -> bool:
    outline = proof.outline
    whole = next((one.whole for one in outline.calls if one.name_span == proof.span), proof.span)
    text = outline.text.slice(whole)
    if noun in _ANY:
        name = re.escape(owner.removesuffix("s"))
        return re.search(_MEMBER_OF.format(name=rf"{name}s?"), text) is not None
    return noun.rstrip("s").lower() in re.sub(r"_", "", text).lower()
