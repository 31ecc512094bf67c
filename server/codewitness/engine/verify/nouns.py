"""Nouns that are names: `calls callback`, where a parameter or a member is called so."""

from __future__ import annotations

import re
from dataclasses import replace

from codewitness.engine.verify.claim import Claim, Clause, Object, Predicate
from codewitness.engine.verify.names import is_member
from codewitness.engine.verify.reading.lexicon import NOUNS
from codewitness.engine.verify.reading.objects import DESCRIBED
from codewitness.engine.verify.reading.parse import parse
from codewitness.engine.verify.reading.tokens import with_marked
from codewitness.engine.verify.subject import Part, Subject

_SINGULAR = {one for one in NOUNS if not one.endswith("s") or one == "args"} | {"code", "first"}
_SORT = "|".join(sorted(_SINGULAR))
# More that are as often names where something is read, written or used.
_OFTEN = frozenset(
    {"params", "file", "type", "error", "cache", "match", "header", "flag", "parent"}
)
_ENDED = (
    r"(?=\s*(?:$|[.,;]+(?:\s|$)|[?!]+\s*$|(?:and|or|but|nor|before|after|if|when|unless|only|in|inside|within"
    r"|outside|once|twice|thrice|at|exactly|more|less|first|last|then|with|on|for|to|directly"
    r"|(?:(?:it|that|which) (?:is|was|gets) )?(?:given|passed|handed|supplied|provided|received)"
    r"|unconditionally|conditionally|always|(?:two|three|four|\d+) times)\b))"
)
_CALLING = r"(?:calls?|calling|invokes?|invoking|awaits?|awaiting)"
_TOUCHING = (
    r"reads?|reading|writes?|writing|sets?|setting|(?:assign|stor|updat|modif|clear|chang)(?:s|es|ies"
    r"|e|y|ing)?"
)
_DOING = rf"(?:(?P<touches>{_TOUCHING})|returns?|returning|uses|ignores|yields)"
_ANY = rf"\b(?P<noun>{_SORT}){_ENDED}"
_CALLED = re.compile(
    rf"\b{_CALLING}\s+(?:only\s+|both\s+)*(?P<the>(?:the|its|this|that)\s+)?{_ANY}"
)
_NEXT = re.compile(
    rf"\b{_CALLING}\s(?:[^.;]|\.(?=\w))*?(?:,|\band|\bor|\bbefore|\bafter)\s+"
    rf"(?P<the>(?:the|its|this|that)\s+)?{_ANY}"
)
_DONE = re.compile(
    rf"\b{_DOING}\s+(?:only\s+|both\s+)?(?P<the>(?!))?"
    rf"\b(?P<noun>{'|'.join(sorted(_SINGULAR | _OFTEN))}){_ENDED}"
)
_DONE_NEXT = re.compile(
    rf"\b(?P<touches>{_TOUCHING})\s+[\w.`@$]+\s+(?:before|after)\s+(?P<the>(?!))?"
    rf"\b(?P<noun>{'|'.join(sorted(_SINGULAR | _OFTEN))}){_ENDED}"
)
_TAKEN = re.compile(
    rf"\b(?:takes?|taking|accepts?|accepting|receives?|expects?)\s+(?:(?:an?|the|its)\s+)?"
    rf"(?P<the>(?!))?{_ANY}"
)
_WORD = r"(?P<noun>[a-z_]\w*)"
_GIVEN = (
    re.compile(rf"\b{_CALLING}\s+`?[\w.:$@]+`?\s+with\s+(?P<the>(?!))?{_WORD}(?=\s*[.?!]?\s*$)"),
    re.compile(rf"\bpass(?:es|ing)?\s+(?P<the>(?!))?{_WORD}\s+(?:in)?to\s"),
)
_USED = re.compile(
    r"\b(?:uses?|using|ignores?|ignoring|reads?|subscripts?|takes?|accepts?|(?:its|the)\s+parameter)"
    rf"\s+(?P<the>(?!))?{_WORD}"
    r"(?=\s*(?:[.?!]*\s*$|(?:if|when|unless|before|after|in|inside|only|once|twice|directly)\b))"
)
_AS_PARAMETER = re.compile(
    rf"\b(?:its|the|an?)\s+(?P<the>(?!))?{_WORD}(?=\s+(?:parameter|argument)\b)"
)
# Nouns that are names where a parameter is called so, whether there is one or not.
_NAMING = frozenset({"value", "key", "error", "index", "state", "parent", "header", "name", "item"})
# Nouns that are said without an article where no name is meant.
_RELATED = frozenset(
    {"parent", "base", "superclass", "constructor", "code", "method", "first", "set"}
)


def named_there(claim: Claim, subject: Subject) -> Claim:
    """The claim, with nouns that are names of the subject's own read as these, and only these."""
    read = _with_names(claim, subject)
    clauses = tuple(_in_small_letters(one, subject) for one in read.clauses)
    return read if clauses == read.clauses else replace(read, clauses=clauses)


_ACRONYM = re.compile(r"[A-Z][A-Z\d]{1,4}")
_DOING_TO = frozenset({Predicate.WRITES, Predicate.ACTS})


def _in_small_letters(clause: Clause, subject: Subject) -> Clause:
    """`removes the bom` for `removes the BOM`, where nothing is named in capitals so."""
    if clause.predicate not in _DOING_TO:
        return clause
    said = tuple(
        one._replace(text=one.text.lower(), is_code=False)
        if _ACRONYM.fullmatch(one.text)
        and re.search(rf"\b(?:the|an?|its) {one.text}\b", clause.text)
        and not _is_spoken_of(one.text, subject)
        else one
        for one in clause.objects
    )
    return clause if said == clause.objects else replace(clause, objects=said)


def _is_spoken_of(name: str, subject: Subject) -> bool:
    """True if it stands there in capitals, in a text as well."""
    texts = (part.outline.text.slice(part.outline.span) for part in subject.parts)
    return any(re.search(rf"\b{name}\b", text) for text in texts)


def _with_names(claim: Claim, subject: Subject) -> Claim:
    text = said = with_marked(claim.text)
    for pattern in _PATTERNS:
        text = _ticked(text, pattern, subject)
    if text == said:
        return _of_which(claim, subject)
    again = parse(text)
    is_same = again.subject == claim.subject and not again.problem
    is_alike = (again.is_alone, again.members) == (claim.is_alone, claim.members)
    return replace(again, text=claim.text) if is_same and is_alike else claim


_PATTERNS = (_CALLED, _NEXT, _DONE, _DONE_NEXT, _TAKEN, *_GIVEN, _USED, _AS_PARAMETER)


def _of_which(claim: Claim, subject: Subject) -> Claim:
    """The claim; `the callback` describes one, and does not stand for any call."""
    found = _CALLED.search(claim.text)
    if found is None or _is_name(found, subject):
        return claim
    one = Object(found["noun"], is_code=False, noun=DESCRIBED)
    clauses = tuple(
        replace(clause, objects=(one,), detail="")
        if clause.predicate is Predicate.CALLS and not clause.objects
        else clause
        for clause in claim.clauses
    )
    return replace(claim, clauses=clauses)


def _ticked(text: str, pattern: re.Pattern[str], subject: Subject) -> str:
    """The text with nouns in back-ticks that are names."""
    at = 0
    while found := pattern.search(text, at):
        start, at = found.span("noun")
        is_quoted = text[:start].count("`") % 2 or text[:start].count('"') % 2
        if not is_quoted and _is_name(found, subject):
            text = f"{text[:start]}`{found['noun']}`{text[at:]}"
            at += 2
    return text


def _is_name(found: re.Match[str], subject: Subject) -> bool:
    """True for what is bound in the subject, for what it may call, and for a bare `callback`."""
    noun = found["noun"]
    if found.re is _TAKEN:
        return any(one.name == noun for one in subject.head.outline.parameters)
    behind, before = found.string[found.end("noun") :], found.string[: found.start()]
    if found.re is _USED and before.rstrip().endswith(("always", "ever")):
        return False
    is_used = found.re in (_USED, _DONE) and found[0].startswith(("use", "using"))
    is_used = is_used and not behind.strip(" .?!")
    if is_used and any(True for part in subject.parts for _ in part.outline.occurrences(noun)):
        return True
    if found.re in (_USED, _AS_PARAMETER):
        named = any(one.name.lstrip("*&.") == noun for one in subject.head.outline.parameters)
        named = named or any(noun in part.around.imports for part in subject.parts)
        is_alone = found[0].startswith("take") or found.re is _AS_PARAMETER
        return named or (is_alone and noun in _NAMING)
    if found.re in _GIVEN:
        return any(noun in _bound(part) for part in subject.parts)
    if found.re in (_DONE, _DONE_NEXT):
        is_often = noun in _OFTEN and not behind.strip(" .?!")
        is_own = (found["touches"] or is_often) and is_member(noun, subject.head.outline.text.raw)
        return bool(is_own) or any(noun in _bound(part) for part in subject.parts)
    is_written = any(True for part in subject.parts for _ in part.outline.occurrences(noun))
    if is_written or (not found["the"] and noun not in _RELATED):
        return True
    return subject.known.is_callable(noun)


def _bound(part: Part) -> set[str]:
    outline = part.outline
    targets = (re.split(r"[.>:]", one.target)[-1].strip() for one in outline.assigned)
    named = (item.text for item in outline.marked("bound"))
    return {*(one.name for one in outline.parameters), *named, *targets}
