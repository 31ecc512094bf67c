"""Rules for objects that are made: by their class's name, by what makes them, by literals."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from codewitness.engine.verify.calling.calls import RELEVANCE, call_hit, call_hits
from codewitness.engine.verify.claim import Clause, Object
from codewitness.engine.verify.code.target_typed import target_typed
from codewitness.engine.verify.evidence import EvidenceType, Finding, InWords, doubtful, found
from codewitness.engine.verify.hit import Hit, Hits
from codewitness.engine.verify.hits import judged
from codewitness.engine.verify.names import Fit, parts
from codewitness.engine.verify.subject import Part, Subject


def rule_instantiates(clause: Clause, subject: Subject) -> Finding:
    """`instantiates X`, `creates X with f`."""
    if clause.objects and all(one.text.lower() in _CONTAINERS for one in clause.objects):
        return doubtful(InWords("what is made is said in plain words only"))
    plain = replace(clause, arguments=()) if clause.arguments else clause
    finding = judged(plain, lambda one: made_hits(one, subject))
    if finding.proofs or not clause.arguments:
        return judged(clause, lambda one: made_hits(one, subject)) if clause.objects else finding
    made = [call_hits(Object(name), subject) for name in clause.arguments]
    return found(hit.proof() for hits in made for hit in hits.fitting)


def made_hits(one: Object | None, subject: Subject) -> Hits:
    """The places where an object of a class is made."""
    hits: list[Hit] = []
    doubt = ""
    if one is not None and len(parts(one.text)) > 1 and parts(one.text)[-1] in _MAKERS:
        one = one._replace(text=".".join(parts(one.text)[:-1]))  # `creates X::new`
    for part in subject.parts:
        outline = part.outline
        for call in outline.calls:
            written = parts(call.text)
            made = written[:-1] if written[-1] in _MAKERS and len(written) > 1 else written
            if call.text in _SELF_MADE.get(part.outline.language, ()):
                made = (part.around.container,)
            if not made[-1][:1].isupper() and (one is None or made[-1] != parts(one.text)[-1]):
                doubt = doubt or (_of_any_class(written, part) if one is not None else "")
                continue
            fit = Fit.EXACT if one is None else part.around.fit(".".join(made), one.text, outline)
            if fit not in (Fit.NO, Fit.MAYBE):
                hits.append(call_hit(call, part, RELEVANCE[fit]))
        if one is not None and outline.language in ("go", "rust", "c", "cpp"):
            hits += _literals(one.text, part, hits)
        if one is not None:
            made_so, may_be = target_typed(one.text, part)
            hits += made_so
            doubt = doubt or may_be
    return Hits(tuple(hits), "" if hits else doubt)


def _of_any_class(written: Sequence[str], part: Part) -> str:
    """Why `klass.new` may make it: which class a variable holds is not written there."""
    makers = _OF_VARIABLES.get(part.outline.language, "")
    own = {*part.around.own_words, "super", "self"}
    if len(written) < _LEAST or written[-1] != makers or written[-2] in own:
        return ""
    return f"which class `{'.'.join(written[:-1])}` is can't be seen"


_LEAST = 2  # parts of `klass.new`
_OF_VARIABLES = {"swift": "init", "ruby": "new", "java": "newInstance", "kotlin": "newInstance"}
_OF_ITSELF = frozenset({"this.constructor"})
_SELF_MADE = {
    "ruby": frozenset({"new", "allocate", "self.class.new"}),
    "objc": frozenset({"self alloc", "self new", "self.class alloc", "self.class new"}),
    "python": frozenset({"type(self)", "self.__class__", "cls"}),
    **dict.fromkeys(("javascript", "typescript", "tsx"), _OF_ITSELF),
}
_CONTAINERS = frozenset({"dict", "dictionary", "list", "map", "array", "tuple", "set", "object"})
_MAKERS = frozenset({"new", "alloc", "init", "create", "build", "default", "__init__", "with"})


def _literals(wanted: str, part: Part, known: list[Hit]) -> Iterator[Hit]:
    """`X{…}` of Go, Rust and C++, and `X x(…)` of C++."""
    outline = part.outline
    heads = {one.span.end for one in outline.marked("condition")}  # `if x == y.T {`
    for item in outline.occurrences(parts(wanted)[-1]):
        if item.span.end in heads:
            continue
        if outline.body_span is not None and item.span.start < outline.body_span.start:
            continue  # `func made() *X {` tells what is given back
        after = outline.text.raw[item.span.end : item.span.end + 40]
        is_made = re.match(rb"\s*\{", after) or (
            outline.language == "cpp" and re.match(rb"\s+\w+\s*[({;]", after)
        )
        if is_made and not any(hit.span == item.span for hit in known):
            yield Hit(EvidenceType.CALL, wanted, outline, item.span, item.span)
