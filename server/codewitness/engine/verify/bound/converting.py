"""Errors that become others: `converts every exception into E`, `wraps the error in an E`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from codewitness.engine.verify.bound.acts import Act
from codewitness.engine.verify.bound.things import Thing, is_that, thing_said
from codewitness.engine.verify.evidence import EvidenceType
from codewitness.engine.verify.subject import Part
from codewitness.model.facts import Item
from codewitness.model.outline import Around, Outline
from codewitness.model.text import Span

_TURNS = re.compile(
    r"(?:converts|turns|translates|maps|transforms) (?P<what>.+?) (?:in)?to (?:an? )?"
    r"`?(?P<error>[\w.]+)`?$"
)
_WRAPS = re.compile(
    r"(?:wraps|chains) (?P<what>.+?) (?:in|into|with|by) (?:an? )?`?(?P<error>[\w.]+)`?$"
)
_ANY = re.compile(
    r"(?:every|any|all|all the|an?|the|the original|the underlying|other)"
    r" (?:exceptions?|errors?)"
)
_EVERY = re.compile(r"(?:every|any|all) ")
_BROAD = re.compile(r"\b(?:Exception|BaseException|Throwable|StandardError)\b")
_AN_ERROR = re.compile(r"(?i)e|ex|exc|err|error|exception|cause|original\w*")


_PROPAGATES = re.compile(
    r"(?:propagates|passes on|forwards|returns) (?:any |all |the )?errors? (?:from|of)"
    r" `?(?P<name>[\w.:]+)`?$"
)


def propagated(text: str, part: Part) -> Iterator[Act]:
    """`self.load(db)?`, and Go's `if err != nil { return err }` behind the call."""
    said = _PROPAGATES.fullmatch(text)
    if said is None:
        return
    outline, name = part.outline, re.split(r"[.:]+", said["name"])[-1]
    for call in outline.calls:
        behind = outline.text.slice(Span(call.whole.end, call.whole.end + 120))
        is_it = call.name == name and (
            (outline.language == "rust" and behind.startswith("?"))
            or (outline.language == "go" and _GIVEN_BACK.match(behind) is not None)
        )
        if is_it:
            yield Act(EvidenceType.CALL, call.text, part, call.whole, "")


_GIVEN_BACK = re.compile(r"[;\s]*(?:if )?\s*err != nil\s*\{\s*return (?:[^\n]*,\s*)?err\s")


def converted(text: str, part: Part) -> Iterator[Act]:
    """What is raised where another error is handled, or with it as its cause."""
    said = _TURNS.fullmatch(text) or _WRAPS.fullmatch(text)
    if said is None or not re.search(r"[A-Z]", said["error"]):
        return
    outline = part.outline
    for item in outline.raises:
        end = outline.text.line_span(outline.text.line_at(item.span.end)).end
        raised = outline.text.slice(Span(item.span.start, max(item.span.end, end)))
        if re.search(rf"\b{re.escape(said['error'])}\b", raised.partition("from ")[0]) is None:
            continue
        is_it = _is_handled(said["what"], item, outline)
        if said.re is _WRAPS:
            is_it = _is_wrapped(said["what"], raised, item, outline)
        if is_it:
            yield Act(EvidenceType.RAISE, item.text, part, item.span, f"raises `{item.text}`")


def _handlers(item: Item, outline: Outline) -> tuple[Span | None, Sequence[Item]]:
    """The handler around, and what its head handles."""
    region = outline.innermost(item.span, Around.HANDLER)
    if region is None:
        return None, ()
    heads = [one for one in outline.marked("handler") if one.span.contains(region)]
    head = min(heads, key=lambda one: one.span.end - one.span.start, default=None)
    if head is None:
        return region, ()
    return region, [one for one in outline.handles if head.span.contains(one.span)]


def _is_handled(what: str, item: Item, outline: Outline) -> bool:
    region, handled = _handlers(item, outline)
    if region is None:
        return False
    if _ANY.fullmatch(what):
        is_broad = not handled or any(_BROAD.search(one.text) for one in handled)
        return is_broad or _EVERY.match(what) is None
    thing = thing_said(what)
    return (
        thing is not None
        and bool(thing.names)
        and all(
            any(name.strip("`") in re.findall(r"\w+", one.text) for one in handled)
            for name in thing.names
        )
    )


def _is_wrapped(what: str, raised: str, item: Item, outline: Outline) -> bool:
    """True if the error that is spoken of is the cause, or is given to the new one."""
    cause = re.search(r"\bfrom (?P<cause>\w+)\s*$", raised.strip())
    given = [cause["cause"]] if cause else re.findall(r"\b\w+\b", raised.partition("(")[2])
    if not any(_is_error(one, outline) for one in given):
        return False
    if _ANY.fullmatch(what):
        return True
    thing = thing_said(what)
    if thing is None or not thing.names:
        return thing is not None and any(_is_that(thing, one, outline) for one in given)
    return _is_handled(what, item, outline)


def _is_that(thing: Thing, name: str, outline: Outline) -> bool:
    is_bare = thing.words in (("error",), ("exception",), ("cause",))
    return (is_bare and _is_error(name, outline)) or is_that(thing, name, outline)


def _is_error(name: str, outline: Outline) -> bool:
    return _AN_ERROR.fullmatch(name) is not None and (
        name in {one.name for one in outline.parameters}
        or any(item.text == name for item in outline.marked("bound"))
    )
