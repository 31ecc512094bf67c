"""The rule for `uses`: anything that is done with a name, or what plain words stand for."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from codewitness.engine.verify.calling.calls import call_hit, call_hits
from codewitness.engine.verify.calling.quoted_objects import quoted_text
from codewitness.engine.verify.calling.results import rule_results
from codewitness.engine.verify.claim import Clause, Object
from codewitness.engine.verify.code.library_names import is_library_name
from codewitness.engine.verify.control.locking import lock_hits, speaks_of_locks
from codewitness.engine.verify.evidence import (
    LOOSE,
    NOTHING,
    WEAK,
    EvidenceType,
    Finding,
    InWords,
    Proof,
    doubtful,
    found,
)
from codewitness.engine.verify.hit import Hit, Hits, has_word
from codewitness.engine.verify.hits import judged, where_said
from codewitness.engine.verify.name_words import words_in
from codewitness.engine.verify.names import Fit, is_member, is_spelt_so, parts
from codewitness.engine.verify.reading.results_said import DROPPED, USED
from codewitness.engine.verify.reading.stems import stems
from codewitness.engine.verify.state.data import read_hits, write_hits
from codewitness.engine.verify.state.literals import literal_hits
from codewitness.engine.verify.subject import Part, Subject
from codewitness.model.outline import Outline
from codewitness.model.text import Span

T = EvidenceType


def rule_uses(clause: Clause, subject: Subject) -> Finding:
    """`uses x`: calls, reads, writes, subscripts, raises, catches or names it in any way."""
    if clause.detail == "words" and clause.is_only:
        return doubtful(InWords("what alone it is about is said in plain words"))
    if clause.detail == "words":
        return where_said(clause, _uses_words(clause, subject))
    if clause.detail in (DROPPED, USED):
        return rule_results(clause, subject)
    if not clause.objects and (clause.detail != "any" or _SORT_ALONE.search(clause.text)):
        return doubtful(InWords("what is used is said in plain words"))
    finding = judged(clause, lambda one: use_hits(one, subject))
    is_named = any(one.is_code for one in clause.objects)
    if finding == NOTHING and not is_named and (spelt := _spelt_otherwise(clause, subject)):
        return where_said(clause, spelt)
    if finding == NOTHING and (unsaid := _meant_otherwise(clause, subject)):
        return doubtful(unsaid)
    if clause.detail == "touch" and not clause.is_negated and _is_given(clause, subject):
        # Caches touch a key, which is more than to read a parameter.
        return doubtful("whether what is handed in is touched can't be seen")
    return finding


def _meant_otherwise(clause: Clause, subject: Subject) -> str:
    """Why it is left open: a call is named like the verb, or a path stands there in a text."""
    if clause.of_loop == "lock" and not any(one.is_code for one in clause.objects):
        return InWords("what is used under the lock is said in plain words")
    calls = [call.text for part in subject.parts for call in part.outline.calls]
    is_plain = all(not one.is_code for one in clause.objects)
    named = next((one for one in calls if parts(one)[-1].lower() == clause.detail), "")
    if named and is_plain and clause.detail not in ("", "use"):
        return InWords(f"`{named}` is called, but on what can't be told")
    paths = [one.text for one in clause.objects if "/" in one.text]
    texts = [part.outline.text.slice(part.outline.span) for part in subject.parts]
    is_told = any(f"{mark}{path}" in text for path in paths for text in texts for mark in "\"'`")
    return "it stands there in a text" if is_told else ""


_SORT_ALONE = re.compile(
    r"\b(?:uses?|using|ignor(?:es?|ing)) (?:the|its|this|that) (?!(?:argument|parameter)s?\b)\w+"
)


def _is_given(clause: Clause, subject: Subject) -> bool:
    """True for a plain word that is a parameter, `touches the key`."""
    given = {one.name for one in subject.head.outline.parameters}
    words = clause.text.split(" ")
    return any(one.text in given and one.text in words for one in clause.objects)


def use_hits(one: Object | None, subject: Subject) -> Hits:
    """The places that do anything with a name."""
    if one is None:
        return Hits()
    called = call_hits(one, subject)
    hits = [*called.fitting, *read_hits(one, subject).fitting]
    hits += write_hits(one, subject, "set").fitting
    doubt = called.doubt
    for part in subject.parts:
        outline = part.outline
        for item, kind in (
            *((item, T.RAISE) for item in outline.raises),
            *((item, T.EXCEPT) for item in outline.handles),
            *((item, T.DECORATOR) for item in outline.marked("decorator")),
        ):
            if part.around.fit(item.text, one.text, outline) not in (Fit.NO, Fit.MAYBE):
                hits.append(Hit(kind, item.text, outline, item.span, item.span))
        hits += _imported_uses(one.text, part)
        hits += _named(one.text, part)
        hits += _captured(one.text, outline)
        hits += literal_hits(quoted_text(one) or "\0", part)
    lines: dict[tuple[int, int], Hit] = {}
    for hit in hits:
        if _is_left_unused(hit):
            continue
        lines.setdefault((id(hit.outline), hit.proof().line), hit)
    return Hits(tuple(lines.values()), "" if lines else doubt)


def _is_left_unused(hit: Hit) -> bool:
    """True for `(void)x;` of C, which says that it is not used."""
    raw = hit.outline.text.raw
    before = raw[max(hit.span.start - 8, 0) : hit.span.start]
    is_c = hit.outline.language in ("c", "cpp", "objc")
    return (
        is_c
        and before.replace(b" ", b"").endswith(b"(void)")
        and _ENDED.match(raw[hit.span.end : hit.span.end + 4]) is not None
    )


_ENDED = re.compile(rb"\s*;")


def _imported_uses(wanted: str, part: Part) -> Iterator[Hit]:
    """Uses of names that are imported from the wanted module or under another name."""
    asked = parts(wanted)
    for name, target in part.around.imports.items():
        meant = tuple(target.split("."))
        is_it = meant[-len(asked) :] == asked or _contains(meant, asked)
        if is_it and name:
            for item in part.outline.occurrences(name):
                before = part.outline.text.raw[max(item.span.start - 2, 0) : item.span.start]
                if not before.endswith((b".", b"->", b"::")):
                    yield Hit(T.ATTRIBUTE_READ, item.text, part.outline, item.span, item.span)


def _contains(meant: tuple[str, ...], asked: tuple[str, ...]) -> bool:
    return any(meant[at : at + len(asked)] == asked for at in range(len(meant)))


def _named(wanted: str, part: Part) -> Iterator[Hit]:
    """The name itself anywhere in its own code, its aliases left aside."""
    asked = parts(wanted)
    if not re.fullmatch(r"[@$\w]+", asked[-1]):
        return
    if len(asked) > 1:
        yield from _qualified(asked, part)
        return
    for item in part.outline.occurrences(asked[0]):
        before = part.outline.text.raw[max(item.span.start - 2, 0) : item.span.start]
        after = part.outline.text.raw[item.span.end : item.span.end + 2]
        is_keyword = re.match(rb"=[^=]", after) and part.outline.language == "python"
        if before.endswith((b".", b"->", b"::")) or not is_keyword:
            yield Hit(T.ATTRIBUTE_READ, item.text, part.outline, item.span, item.span)


def _captured(wanted: str, outline: Outline) -> Iterator[Hit]:
    """A parameter that something inside reads."""
    for one in outline.captured:
        if one.name == wanted and not one.is_rebound:
            yield Hit(T.PARAMETER_USE, one.name, outline, one.span, one.span, LOOSE)


def _qualified(asked: tuple[str, ...], part: Part) -> Iterator[Hit]:
    """`Kind::Name` and the like, which are no attributes of an object."""
    text = part.outline.text
    for item in part.outline.occurrences(asked[-1]):
        before = text.slice(Span(max(item.span.start - 200, 0), item.span.start))
        if re.search(
            rf"(?<![\w$]){r'(?:::|[.]|->)'.join(map(re.escape, asked[:-1]))}(?:::|[.]|->)$", before
        ):
            yield Hit(T.ATTRIBUTE_READ, item.text, part.outline, item.span, item.span)


_SLICE = re.compile(r"(?<!:):(?!:)|\.\.")
_INDEXING = re.compile(r"index|slic|position")


_LOCK = re.compile(r"(?:lock|mutex|monitor)(?:s|es)?|locking|mutual exclusion")


def _says(words: list[str], text: str) -> bool:
    """True if each word is one of a name in it: `lock` of `NeedsLock`, not of `clock`."""
    named = [set(stems(word)) for word in words_in(text)]
    return bool(words) and all(any(set(stems(word)) & one for one in named) for word in words)


def _uses_lock(clause: Clause, subject: Subject) -> Finding:
    """`uses a lock`: takes one; where a name does but speaks of locks that is left open."""
    asked = replace(clause, objects=(), detail="")
    finding = judged(asked, lambda _: lock_hits((), subject, may_make=True))
    if finding != NOTHING:
        return finding
    named = (
        item.text
        for part in subject.parts
        for item in (*part.outline.attribute_reads, *part.outline.attribute_writes)
    )
    left = (c.text for p in subject.parts for c in p.outline.calls if "unlock" in c.name.lower())
    speaking = next(iter([*filter(speaks_of_locks, named), *left]), "")
    return doubtful(f"`{speaking}` is named there") if speaking else finding


_KEYWORDS = frozenset(
    {
        *("goto", "continue", "break", "defer", "recover", "instanceof", "typeof", "sizeof"),
        *(
            "next",
            "nonlocal",
            "global",
            "unsafe",
            "volatile",
            "redo",
            "retry",
            "fallthrough",
            "guard",
        ),
    }
)


def _uses_words(clause: Clause, subject: Subject) -> Finding:
    """Plain words: names whose parts are these words, else what the words usually mean."""
    text = " ".join(one.text for one in clause.objects)
    if text in _KEYWORDS:
        return found(
            Proof(T.CONDITIONAL, text, part.outline, item.span)
            for part in subject.parts
            for item in part.outline.occurrences(text)
        )
    if _LOCK.fullmatch(text):
        return _uses_lock(clause, subject)
    words = [word for word in re.findall(r"[a-z\d]+", text) if len(word) > 2]
    proofs: list[Proof] = []
    for part in subject.parts:
        outline = part.outline
        proofs += [
            call_hit(call, part, LOOSE).proof() for call in outline.calls if _says(words, call.text)
        ]
        proofs += [
            Proof(T.ATTRIBUTE_READ, item.text, outline, item.span, LOOSE)
            for item in (*outline.attribute_reads, *outline.attribute_writes)
            if _says(words, item.text)
        ]
        if not proofs and _INDEXING.search(text):
            proofs += [
                Proof(T.SUBSCRIPT_ACCESS, item.text, outline, item.span, WEAK)
                for item in outline.subscripts
                if re.search(r"\bi?loc\b", item.target)
                or ("slic" in text and _SLICE.search(item.key))
                or any(has_word(item.key.lower(), word.rstrip("s")) for word in words)
            ]
    if proofs:
        return found([one for one in proofs if text in parts(one.detail)] or proofs)
    if any(one.name == text for one in subject.head.outline.parameters):
        return judged(replace(clause, detail=""), lambda _: use_hits(Object(text), subject))
    if is_name_elsewhere(text, clause, subject):
        return NOTHING
    return doubtful(InWords("it is said in plain words that no name here has"))


def _spelt_otherwise(clause: Clause, subject: Subject) -> Finding | None:
    """`touches the queue` of `self._queue`; a doubt of `queue_size`, None if nothing is alike."""
    text = " ".join(one.text for one in clause.objects)
    alike = _uses_words(replace(clause, detail="words"), subject) if clause.objects else NOTHING
    own = [one for one in alike.proofs if is_spelt_so(parts(one.detail)[-1], text)]
    if own:
        return found(own)
    return doubtful(f"`{alike.proofs[0].detail}` may be meant") if alike.proofs else None


_BARE = re.compile(r"\b(?:uses?|using|utili[sz](?:es?|ing)|relies on|rely on) (\w+)$")


def is_name_elsewhere(word: str, clause: Clause, subject: Subject) -> bool:
    """True for a word without an article that is a name of the file, or of the library."""
    said = _BARE.search(clause.text)
    if said is None or said[1] != word or len(word) < _LEAST or _CONCEPT.search(word):
        return False
    is_known = subject.known.is_callable(word) or is_library_name(word, subject.language)
    return is_known or is_member(word, subject.head.outline.text.raw)


_LEAST = 3  # letters of a name that is no more than a letter or two
# What is done in many ways, whatever the code calls it.
_CONCEPT = re.compile(r"ing$|[ts]ion$|ism$|^(?:backoff|retry|retries|caches?|locks?|threads?)$")
