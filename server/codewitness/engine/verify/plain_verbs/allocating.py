"""`allocates`, `allocates memory`: shown by what is known to allocate, left open by other calls.

Any function may allocate, so that a call of unknown effect proves it neither way.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from codewitness.engine.verify.calling.calls import call_hit
from codewitness.engine.verify.calling.instantiating import made_hits, rule_instantiates
from codewitness.engine.verify.claim import Clause, Object
from codewitness.engine.verify.evidence import LOOSE, NOTHING, EvidenceType, Finding
from codewitness.engine.verify.headers.beyond import rule_acts_or_asserts
from codewitness.engine.verify.hit import Hit, Hits
from codewitness.engine.verify.hits import judged
from codewitness.engine.verify.state.data import FITTING, fit_item
from codewitness.engine.verify.subject import Part, Subject
from codewitness.model.outline import Call
from codewitness.model.text import Span

_VAGUE = frozenset({"memory", "anything", "something", "heap memory", "things", "stuff", "nothing"})
_OF_C = re.compile(
    r"(?:\w*_|x|g)?(?:malloc|calloc|realloc|reallocarray|recallocarray|strn?dup|v?asprintf)"
    r"|aligned_alloc|posix_memalign|g_new0?"
)
_CALLS = {
    "c": _OF_C,
    "cpp": re.compile(rf"(?:std::)?(?:{_OF_C.pattern}|make_(?:unique|shared)(?:<.*)?)"),
    "objc": re.compile(rf"{_OF_C.pattern}|alloc"),
    "go": re.compile(r"make|new"),
    "rust": re.compile(
        r"(?:Box|Rc|Arc)::new|String::from|\w+::with_capacity|.*\.(?:to_string|to_vec|to_owned)"
        r"|vec!?|format!?"
    ),
}
_NEW = frozenset({"java", "javascript", "typescript", "tsx", "cpp", "php"})
_CLASSES = frozenset({"python", "ruby"})  # a class is called, or its `new`
_LITERALS = {
    "python": re.compile(r"[\[{]"),
    "ruby": re.compile(r"[\[{]"),
    "javascript": re.compile(r"[\[{]"),
    "typescript": re.compile(r"[\[{]"),
    "tsx": re.compile(r"[\[{]"),
    "go": re.compile(r"(?:&[\w.]+|\[\][\w.*\[\]]+|map\[[\w.*]+\][\w.*\[\]]+)\{"),
    "rust": re.compile(r"(?:vec|format)!"),
}
_MAY_MAKE = re.compile(r"[\[{+\"'`&]")


def rule_made(clause: Clause, subject: Subject) -> Finding:
    """`allocates` alone; what is said to be made by name is looked for as such."""
    if clause.detail == "allocate" and not clause.objects:
        return _rule_allocates(clause, subject)
    finding = rule_instantiates(clause, subject)
    if finding == NOTHING and clause.objects and all(one.is_code for one in clause.objects):
        return judged(clause, lambda one: _set_to_new(one, subject))
    if finding == NOTHING and not clause.objects:
        return judged(clause, lambda _: Hits(tuple(_named_making(subject))))
    return finding


def _set_to_new(one: Object | None, subject: Subject) -> Hits:
    """`creates self.tree` by `self.tree = Tree.new()`; a doubt if any other call gives it."""
    hits: list[Hit] = []
    doubt = ""
    for part in subject.parts if one is not None else ():
        for made in part.outline.assigned:
            target = made.target.split()[-1].strip("*&")
            if one is None or fit_item(part, target, one.text) not in FITTING:
                continue
            value = made.value.strip()
            if _SET_TO_NEW.match(value):
                kind, span = EvidenceType.ATTRIBUTE_WRITE, made.target_span
                hits.append(Hit(kind, made.target, part.outline, span, span, LOOSE))
            elif "(" in value or value[:1] in "[{":
                doubt = f"whether `{value[:40]}` makes it can't be told"
    return Hits(tuple(hits), "" if hits else doubt)


_NEW_CALL = r"(?:[Nn]ew|[Cc]reate|[Mm]ake|[Bb]uild|[Aa]lloc|[Ii]nit|[Cc]onstruct)"
_SET_TO_NEW = re.compile(
    rf"(?:await\s+)?(?:new\b|make\(|&?[\w.\[\]*]+\{{|\[+\w+ (?:alloc|new)"
    rf"|(?:[\w$]+[.:>]+)*[A-Z]\w*\(|(?:[\w$]+(?:\.|::|->))*{_NEW_CALL}(?:_?\w*)?(?:<[^;()]*>)?[!(])"
)


def _named_making(subject: Subject) -> Iterator[Hit]:
    """`creates something` by `createBox()`."""
    for part in subject.parts:
        for call in part.outline.calls:
            if _MAKING.match(call.name):
                yield call_hit(call, part, LOOSE)


_MAKING = re.compile(r"(?:[a-z]+_)?(?:[Cc]reate|[Mm]ake|[Bb]uild|[Cc]onstruct|[Nn]ew)(?![a-z])")


def rule_done(clause: Clause, subject: Subject) -> Finding:
    """`allocates memory`, and every other plain verb."""
    is_vague = all(not one.is_code and one.text in _VAGUE for one in clause.objects)
    if clause.detail == "allocate" and is_vague:
        return _rule_allocates(replace(clause, objects=()), subject)
    return rule_acts_or_asserts(clause, subject)


def _rule_allocates(clause: Clause, subject: Subject) -> Finding:
    hits = tuple(hit for part in subject.parts for hit in _allocating(part))
    if not hits and subject.language in _CLASSES:
        hits = made_hits(None, subject).fitting
    is_open = any(_may_allocate(part) for part in subject.parts)
    doubt = "what it calls or makes may allocate, which is not told by names" if is_open else ""
    counted = doubt if clause.count is not None else ""
    return judged(clause, lambda _: Hits(hits, counted if hits else doubt))


def _allocating(part: Part) -> Iterator[Hit]:
    """The places that are known to allocate."""
    outline = part.outline
    known = _CALLS.get(outline.language)
    for call in outline.calls:
        if known is not None and _is_known(known, call, outline.language):
            yield call_hit(call, part, LOOSE)
    if outline.language in _NEW:
        for item in outline.occurrences("new"):
            after = outline.text.raw[item.span.end : item.span.end + 4]
            if re.match(rb"\s+[\w:]", after):  # `new (place) T` has its memory
                yield _made("new", part, item.span)
    literal = _LITERALS.get(outline.language)
    spans = [one.value_span for one in outline.assigned]
    spans += [one.span for one in outline.returns]
    for span in spans if literal is not None else ():
        text = re.sub(r"^return\s+", "", outline.text.slice(span)).strip()
        if literal is not None and literal.match(text):
            yield _made(text.split("\n", 1)[0], part, span)


def _is_known(known: re.Pattern[str], call: Call, language: str) -> bool:
    written = call.text if language == "rust" else call.text.rpartition(".")[2]
    is_own = language == "go" and "." in call.text  # a method that is named `make`
    return not is_own and known.fullmatch(written) is not None


def _made(what: str, part: Part, span: Span) -> Hit:
    return Hit(EvidenceType.CALL, what, part.outline, span, span, LOOSE)


def _may_allocate(part: Part) -> bool:
    """True if something is called, or a text or a collection may be made."""
    outline = part.outline
    if outline.calls or outline.nested:
        return True
    if outline.language == "c" or outline.body_span is None:
        return False
    body = outline.text.slice(outline.body_span).strip().strip("{}")
    return _MAY_MAKE.search(body) is not None
