"""Callers named by what they are: `called only by constructors`, `by public methods`."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import NamedTuple

from codewitness.engine.verify.claim import Clause, Object
from codewitness.engine.verify.code.families import ECMA
from codewitness.engine.verify.headers.modifiers import has_modifier
from codewitness.engine.verify.names import parts
from codewitness.engine.verify.subject import CallSite, Part, Subject
from codewitness.model.facts import Kind

_MARKS = frozenset({"public", "private", "static", "async", "exported", "abstract"})
_NOUNS = {
    **dict.fromkeys(("constructor", "constructors", "initializer", "initializers"), "constructor"),
    **dict.fromkeys(("method", "methods"), "method"),
    **dict.fromkeys(("function", "functions"), "function"),
    **dict.fromkeys(("caller", "callers", "code", "members"), "any"),
}
_MAKERS = frozenset({"__init__", "constructor", "initialize", "init", "<init>", "__post_init__"})
_MADE_BY_FUNCTIONS = frozenset({"go", "rust", "c"})
_UNSEEN = frozenset({"cpp", "ruby", "objc", "c"})  # where a class, and no header, says it
_PLAIN = re.compile(r"[a-z]+(?:[ -][a-z]+)*")
_EXPORTS = re.compile(rb"\bexport\s*(?:\{|default\b)|\bexports\b")


class Sort(NamedTuple):
    """What callers are said to be."""

    marks: tuple[str, ...]
    noun: str

    def makes(self, site: CallSite, subject: Subject) -> bool | None:
        """Whether a call is by such a one; None if that can't be told."""
        if not site.kind.is_callable:
            return False
        if site.kind is Kind.LAMBDA or ".<lambda" in site.caller:
            return None
        told = [_is_of(self.noun, site), *(_bears(mark, site, subject) for mark in self.marks)]
        return False if False in told else None if None in told else True


def sort_of(one: Object, clause: Clause) -> Sort | None:
    """The sort of callers that is spoken of; None if it is a name."""
    words = re.findall(r"[a-z]+", one.text) if _PLAIN.fullmatch(one.text) else []
    nouns = [_NOUNS[word] for word in words[-1:] if word in _NOUNS]
    marks = words[:-1] if nouns else words
    if one.noun and not nouns:
        is_of_methods = re.search(rf"\b{re.escape(one.text)} methods?\b", clause.text)
        noun = "method" if is_of_methods else one.noun
        nouns = [_NOUNS[noun]] if noun in _NOUNS else []
    is_named = (
        not nouns or not words or not _MARKS.issuperset(marks) or f"`{one.text}`" in _raw(clause)
    )
    return None if is_named else Sort(tuple(marks), nouns[0])


def _raw(clause: Clause) -> str:
    """The text, without the marks that the parser puts around a plain word of more than one."""
    return re.sub(r"`((?:constructor|method|function|initializer|caller)s)`", r"\1", clause.text)


def is_no_name(one: Object) -> bool:
    """True for plain words, which need not be the name of a definition."""
    return _PLAIN.fullmatch(one.text) is not None


def is_narrowed(clause: Clause) -> bool:
    """True if more is said of the sort: `private methods of the cache`."""
    return re.search(r"(?:s|code)`? (?:of|in|from|that|which|who|with)\b", clause.text) is not None


def _is_of(noun: str, site: CallSite) -> bool | None:
    name = parts(site.caller)
    language = site.outline.language
    is_maker = site.kind is Kind.CONSTRUCTOR or (
        len(name) > 1 and (name[-1] in _MAKERS or name[-1] == name[-2])
    )
    match noun:
        case "any":
            return True
        case "constructor":
            may_be = language in _MADE_BY_FUNCTIONS and re.match(
                r"(?i)new|with|from|make", name[-1]
            )
            return None if may_be and not is_maker else is_maker
        case "method":
            return None if is_maker else site.kind in (Kind.METHOD, Kind.PROPERTY)
        case _:
            return True if site.kind is Kind.FUNCTION else None


def _bears(mark: str, site: CallSite, subject: Subject) -> bool | None:
    outline = site.outline
    if mark == "async":
        return outline.is_async
    if outline.language in ECMA and mark == "exported":
        return _is_exported(site)
    is_unsaid = outline.language in ECMA and site.kind is Kind.FUNCTION
    if outline.language in _UNSEEN or (is_unsaid and mark in ("public", "private")):
        return None
    part = Part(outline=outline, around=subject.head.around)
    asked = replace(
        subject,
        name=outline.name,
        qualified_name=site.caller,
        kind=site.kind,
        language=outline.language,
        head=part,
        parts=(part,),
    )
    return has_modifier(mark, asked)


def _is_exported(site: CallSite) -> bool | None:
    """Whether a function of JavaScript is given out where it is defined; None if elsewhere."""
    text, start = site.outline.text, site.outline.name_span.start
    before = text.raw[text.line_span(text.line_at(start)).start : start]
    if re.search(rb"\bexport\b", before):
        return True
    is_alone = site.kind is Kind.FUNCTION and not _EXPORTS.search(text.raw)
    return False if is_alone else None
