"""`closes the file`: what a `with`, a `using`, a `try (…)` or a `use` does by itself."""

from __future__ import annotations

import re
from collections.abc import Iterator

from codewitness.engine.verify.claim import Clause, Predicate
from codewitness.engine.verify.evidence import LOOSE, EvidenceType, Finding, doubtful
from codewitness.engine.verify.hit import Hit, Hits, has_word
from codewitness.engine.verify.hits import judged
from codewitness.engine.verify.name_words import words_in
from codewitness.engine.verify.names import parts
from codewitness.engine.verify.subject import Part, Subject
from codewitness.model.facts import Item
from codewitness.model.text import Span

_CLOSING = frozenset({"close", "dispose", "release"})
_LEADING = re.compile(r"(?:await\s+)?(?:async\s+)?(?:with|using|try)\b")
_LOCK = re.compile(r"(?i)lock|mutex|synchroni[sz]ed|semaphore|monitor")
# What opens a thing that plain words name otherwise.
_OPENED = {
    "file": ("open", "stream", "reader", "writer", "path"),
    "stream": ("stream", "reader", "writer", "open"),
    "handle": ("open", "handle"),
    "socket": ("socket", "connect"),
    "connection": ("connect", "conn", "session"),
    "resource": ("",),
}


def rule_closed(clause: Clause, finding: Finding, subject: Subject) -> Finding:
    """`finding`; where nothing closes it by name, held to the blocks that do so at their end."""
    is_closing = clause.predicate is Predicate.ACTS and clause.detail in _CLOSING
    if not is_closing or finding.proofs or finding.against or clause.order is not None:
        return finding
    held = [hit for part in subject.parts for hit in _held(part)]
    if not held:
        return finding
    words = [word for one in clause.objects for word in words_in(parts(one.text)[-1])]
    named = [hit for hit in held if not words or all(_is_in(word, hit.detail) for word in words)]
    named = [hit for hit in named if "".join(words) == _bound(hit.detail)] or named
    named = [hit for hit in named if not _is_another(clause.text, hit.detail, subject)]
    if not named or (not words and len(held) > 1):
        return doubtful(f"`{held[0].detail}` closes what it opens, which may be that")
    placeless = clause.place is None or clause.is_outside
    told = judged(clause, lambda _: Hits(tuple(named))) if placeless else Finding()
    return told if told.proofs else doubtful(f"`{named[0].detail}` closes what it opens")


_OPPOSED = (
    ("output", "input"),
    ("writer", "reader"),
    ("destination", "source"),
    ("target", "source"),
    ("client", "server"),
    ("request", "response"),
)


def _is_another(said: str, head: str, subject: Subject) -> bool:
    """True for `closes the output stream` of an `InputStream`, and for a parameter that is none."""
    words = set(re.findall(r"\w+", said.lower()))
    text = head.lower()
    for pair in _OPPOSED:
        for one, other in (pair, pair[::-1]):
            if one in words and other in text and one not in text:
                return True
    last = said.rstrip("`").rsplit(" ", 1)[-1].strip("`")
    given = {one.name for one in subject.head.outline.parameters}
    return last in given and not has_word(head, last)


def _bound(head: str) -> str:
    """The name that a block has for what it opens."""
    found = re.search(r"\bas (\w+)|(\w+)\s*=(?!=)", head)
    return (found[1] or found[2]).lower() if found else ""


def _is_in(word: str, head: str) -> bool:
    text = head.lower()
    near = _OPENED.get(word.rstrip("s"), (word.rstrip("s"),))
    return word.rstrip("s") in text or any(one in text for one in near)


def _held(part: Part) -> Iterator[Hit]:
    """The heads of blocks, and the calls of `use`, that close something."""
    outline = part.outline
    for item in (*outline.marked("with"), *_tried(part)):
        head = re.split(r"\n|\{", item.text, maxsplit=1)[0].rstrip()
        if _LEADING.match(head) and not _LOCK.search(head):
            span = Span(item.span.start, item.span.start + len(head.encode()))
            yield Hit(EvidenceType.TRY, head, outline, span, span, LOOSE)
    for call in outline.calls if outline.language == "kotlin" else ():
        if call.name == "use":
            yield Hit(EvidenceType.CALL, call.text, outline, call.span, call.span, LOOSE)


def _tried(part: Part) -> Iterator[Item]:
    outline = part.outline
    for item in outline.marked("try") if outline.language == "java" else ():
        if re.match(r"try\s*\(", item.text):
            yield item
