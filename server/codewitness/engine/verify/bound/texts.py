"""Texts that are put together, named in messages, or read in an encoding."""

from __future__ import annotations

import re
from collections.abc import Iterator

from codewitness.engine.verify.bound.acts import Act
from codewitness.engine.verify.bound.things import is_that, namings, thing_said
from codewitness.engine.verify.bound.verbs import call_words, lemma
from codewitness.engine.verify.bound.words import words_of
from codewitness.engine.verify.evidence import EvidenceType
from codewitness.engine.verify.subject import Part
from codewitness.model.outline import Outline
from codewitness.model.text import Span

_NAMES = re.compile(
    r"(?:names|mentions|includes|shows|puts) (?P<what>.+?) in (?:the|its|an?) (?:error )?message$"
)
_ADDS = re.compile(r"(?P<how>appends|adds|prepends) (?P<text>\"[^\"]+\"|'[^']+') to (?P<what>.+)$")
_IN_ENCODING = re.compile(
    r"(?P<verb>reads|writes|opens|loads|saves|decodes|encodes) (?P<what>.+?)"
    r" (?:as|in|with|using) (?P<encoding>(?i:utf-?8|utf-?16|ascii|latin-?1))(?: encoding)?$"
)


def texts_that(text: str, part: Part) -> Iterator[Act]:
    """The places that show what is said of a text."""
    for pattern, find in _FINDERS:
        if (said := pattern.fullmatch(text)) is not None:
            yield from find(said, part)


def _named(said: re.Match[str], part: Part) -> Iterator[Act]:
    """`raise KeyError("no %s" % alias)`, of `names the alias in the message`."""
    outline, thing = part.outline, thing_said(said["what"])
    if thing is None or thing.is_each:
        return
    for item in outline.raises:
        given = outline.text.slice(item.span).partition("(")[2]
        filled = " ".join(re.findall(r"\$?\{([^{}]+)\}", given))
        if is_that(thing, filled, outline) or is_that(thing, given, outline):
            yield Act(EvidenceType.RAISE, item.text, part, item.span, f"raises `{item.text}`")


def _added(said: re.Match[str], part: Part) -> Iterator[Act]:
    """`x + "text"`, `f"{x}text"`, of `appends "text" to x`."""
    outline, thing = part.outline, thing_said(said["what"])
    if thing is None:
        return
    text = re.escape(said["text"][1:-1])
    one = r"\$?\{(?P<inner>[^{}]+)\}|(?P<plain>[\w.@]+)[\"']?\s*\+\s*[\"']"
    if said["how"] == "prepends":
        pattern = rf"[\"'`]{text}(?:\$?\{{(?P<inner>[^{{}}]+)\}}|[\"']\s*\+\s*(?P<plain>[\w.@]+))"
    else:
        pattern = rf"(?:{one}){text}[\"'`]"
    values = [(item.value, item.value_span) for item in outline.assigned]
    values += [(item.value, item.value_span) for item in outline.returns]
    for value, span in values:
        found = re.search(pattern, value)
        inner = (found["inner"] or found["plain"]) if found is not None else ""
        if inner and is_that(thing, inner, outline):
            yield Act(EvidenceType.SIGNATURE, value, part, span, "")


def _in_encoding(said: re.Match[str], part: Part) -> Iterator[Act]:
    """`path.read_text(encoding="utf-8")`, of `reads the file as UTF-8`."""
    outline = part.outline
    words = call_words(lemma(said["verb"])) | {"open"}
    encoding = _letters(said["encoding"])
    for call in outline.calls:
        whole = outline.text.slice(Span(call.name_span.end, call.whole.end))
        quoted = {
            re.sub(r"[-_]", "", one).lower() for one in re.findall(r"[\"']([\w-]+)[\"']", whole)
        }
        named = words_of(call.name)
        is_it = bool(named) and named[0] in words and encoding in quoted
        if is_it and _is_spoken_of(said["what"], call.text, whole, outline):
            yield Act(EvidenceType.CALL, call.text, part, call.whole, f"calls `{call.text}`")


def _letters(encoding: str) -> str:
    return re.sub(r"[-_]", "", encoding).lower()


def _is_spoken_of(what: str, callee: str, given: str, outline: Outline) -> bool:
    thing = thing_said(what)
    if thing is None:
        return False
    on = callee.rpartition(".")[0]
    is_file = thing.words == ("file",) and any(
        one.words[-1:] in (("path",), ("filename",), ("name",), ("output",), ("file",))
        for one in (*namings(on, outline), *namings(given, outline))
    )
    return is_file or is_that(thing, on, outline) or is_that(thing, given, outline)


_FINDERS = ((_NAMES, _named), (_ADDS, _added), (_IN_ENCODING, _in_encoding))
