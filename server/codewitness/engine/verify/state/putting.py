"""What is put into something by a key, `adds the node to x` by `x[k] = node`, and what is not."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from codewitness.engine.verify.claim import Clause, Object
from codewitness.engine.verify.evidence import LOOSE, NOTHING, Finding
from codewitness.engine.verify.hit import Hit, has_word
from codewitness.engine.verify.hits import judged
from codewitness.engine.verify.name_words import letters_in
from codewitness.engine.verify.names import parts
from codewitness.engine.verify.reading.stems import stems
from codewitness.engine.verify.state.data import write_hits
from codewitness.engine.verify.subject import Subject
from codewitness.model.text import Span

_PUTTING = frozenset({"add", "append", "insert", "put", "push", "register", "enqueue", "record"})
_PUTTING |= {"store", "place", "attach", "prepend", "collect", "file"}
_LEAST = 4  # letters of `conn` for `connection`


def put_into(clause: Clause, subject: Subject) -> Finding | None:
    """What follows from the writes of what something is said to be put into; None if nothing does.

    Where nothing changes it, nothing is put into it.
    """
    goal = clause.objects[-1] if clause.objects else None
    if clause.detail not in _PUTTING or goal is None or not goal.is_code:
        return None
    into = rf"\b(?:to|into|onto|in) (?:the |its |this )?`?{re.escape(goal.text)}\b"
    if not re.search(into, clause.text):
        return None
    hits = write_hits(goal, subject, "modify")
    if not hits.fitting:
        is_open = bool(hits.doubt) or clause.is_negated or not _is_only_asked(goal.text, subject)
        return None if is_open else NOTHING
    plain = [one.text for one in clause.objects[:-1] if not one.is_code]
    words = {stem for text in plain for word in letters_in(text) for stem in stems(word)}
    kept = tuple(
        hit._replace(relevance=LOOSE)
        for hit in hits.fitting
        if (_is_put(hit) and _speaks_of(words, hit))
        or (clause.detail == "add" and _is_summed(hit, clause.objects[:-1]))
    )
    if not kept or len(clause.objects) - 1 > len(plain):
        return None
    found = judged(replace(clause, objects=()), lambda _: hits._replace(fitting=kept))
    return found if found.proofs else None


def _is_put(hit: Hit) -> bool:
    """True for `x[k] = v`, and for `x.insert(k, v)`."""
    if hit.arguments is None:
        return "[" in hit.detail
    first = next(iter(letters_in(parts(hit.detail)[-1])), "")
    return not _PUTTING.isdisjoint(stems(first.lower()))


def _is_summed(hit: Hit, added: Sequence[Object]) -> bool:
    """True for `x += v`, where `v` is what is said to be added."""
    text = hit.outline.text
    after = text.slice(Span(hit.span.end, text.line_span(text.line_at(hit.span.end)).end))
    is_sum = hit.arguments is None and after.lstrip().startswith("+=")
    return is_sum and bool(added) and all(has_word(after, one.text) for one in added)


_ASKED = re.compile(rb"\s*(?:[.\[]|->|[?!]\.)")


def _is_only_asked(name: str, subject: Subject) -> bool:
    """True if a name stands nowhere alone, as what is handed on or kept elsewhere."""
    after = [
        part.outline.text.raw[item.span.end : item.span.end + 8]
        for part in subject.parts
        for item in part.outline.occurrences(parts(name)[-1])
    ]
    return all(_ASKED.match(one) for one in after)


def _speaks_of(words: set[str], hit: Hit) -> bool:
    """True if the statement names what is said to be put there, or nothing is said of it."""
    text = hit.outline.text
    line = text.slice(Span(hit.span.start, text.line_span(text.line_at(hit.span.end)).end))
    named = {stem for word in letters_in(line) for stem in stems(word)}
    return not words or any(
        word in named or any(word.startswith(one) for one in named if len(one) >= _LEAST)
        for word in words
    )
