"""`calls f for each row`, `on each pass`: that the pass reaches it, and that it is one of a row."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from codewitness.engine.verify.claim import Clause, Predicate
from codewitness.engine.verify.control.loops import is_on_each_pass
from codewitness.engine.verify.evidence import Finding, doubtful
from codewitness.engine.verify.hit import Hit, has_word
from codewitness.engine.verify.name_words import words_in
from codewitness.engine.verify.names import parts
from codewitness.model.facts import Kind
from codewitness.model.outline import Around, Outline
from codewitness.model.text import Span


def is_for_each(clause: Clause) -> bool:
    """True for `on each pass`, and for `logs every row`: a condition may leave some out."""
    is_said = clause.is_each or (clause.place is None and _EACH.search(clause.text) is not None)
    is_done = clause.predicate in _DONE and clause.order is None and not clause.is_only_there
    return is_said and is_done and not clause.is_outside and clause.condition is None


_EACH = re.compile(r"\b(?:each|every)\b")
_PASS = re.compile(r"\b(?:iteration|pass|turn|round)\b")
_DONE = frozenset({Predicate.CALLS, Predicate.ACTS, Predicate.WRITES, Predicate.INSTANTIATES})
_DONE |= {Predicate.YIELDS, Predicate.AWAITS, Predicate.PASSES}


def each_pass(clause: Clause, hits: Sequence[Hit], doubt: str) -> Finding | tuple[list[Hit], str]:
    """Those that each pass reaches; what a condition decides in its one place speaks against it."""
    if reached := [hit for hit in hits if is_on_each_pass(hit)]:
        if all(_is_one_alone(hit, clause.text) for hit in reached):
            return doubtful("it is done with one, and in no loop")
        noun = _noun_of(clause)
        if noun and not any(_goes_over_such(hit, noun) for hit in reached):
            return doubtful(f"that what the loop goes over is a {noun} each can't be told")
        over = _OVER.search(clause.text)
        if over and not any(_goes_over(hit, over["name"]) for hit in reached):
            return doubtful(f"that the loop goes over `{over['name']}` can't be told")
        return reached, doubt
    if len(hits) == 1 and is_on_each_pass(hits[0]) is False and _PASS.search(clause.text):
        return Finding(against=tuple(hit.proof() for hit in hits))
    return doubtful("not every pass of the loop need reach it")


def is_of_one_given(clause: Clause, hits: Sequence[Hit]) -> bool:
    """True for `for each message` of what a function does with its `message`, one a call."""
    if not is_for_each(clause) or (named := _EVERY.search(clause.text)) is None:
        return False
    outlines = [hit.outline for hit in hits]
    names = [one.name for outline in outlines for one in outline.parameters]
    names += [outline.name for outline in outlines]
    words = [word for name in names for word in words_in(name)]
    return any(_is_short_for(word, named[1]) for word in words)


_EVERY = re.compile(r"\b(?:each|every) (?:single |of (?:the|its) )?(\w{3,})")


def _is_one_alone(hit: Hit, said: str) -> bool:
    """True for `self.thread.join()` where `joins every thread` is said."""
    named = _EVERY.search(said)
    outline = hit.outline
    around = outline.around(hit.whole)
    if named is None or outline.kind is Kind.LAMBDA or around & {Around.LOOP, Around.COMPREHENSION}:
        return False
    text = outline.text.slice(hit.whole).lower()
    return has_word(text, named[1]) and f"{named[1]}s" not in text


_FOR_EACH = re.compile(
    r"\b(?:for (?:each|every)|once per|once for (?:each|every)|one time per)\b"
    r"(?: (?:single|one|of|the|its|their|these|those|such))*"
    r"(?P<what>(?: [a-z][a-z-]*)+)(?= (?:in|of|from|that|which|whose|to|with|by|on|at)\b|[ ,.;`]*$)"
)
# What may be called so whatever it is.
_ANY_OF_THEM = frozenset(
    {*("item", "element", "entry", "entrie", "value", "one", "object", "thing", "member", "time")}
    | {*("iteration", "pass", "passe", "turn", "round", "step", "cycle", "loop", "them", "call")}
    | {*("index", "key", "pair", "instance", "attempt", "try")}
)
_LEAST = 3  # letters that `msg` and `message`, or `arg` and `argument`, share


def _noun_of(clause: Clause) -> str:
    """`user` of `for each active user`; empty for what may be called so, whatever it is."""
    if clause.place is not Around.LOOP or (said := _FOR_EACH.search(clause.text)) is None:
        return ""
    noun = said["what"].split()[-1].rstrip("s")
    return "" if noun in _ANY_OF_THEM or len(noun) < _LEAST else noun


def _goes_over_such(hit: Hit, noun: str) -> bool:
    """True if a name in the head of a loop around speaks of it, or what is made in the loop does.

    A name of one letter may stand for what begins with it.
    """
    return any(_is_short_for(word, noun) for word in _words_around(hit))


_OVER = re.compile(
    r"\b(?:each|every)(?: one| [a-z]+)? (?:of|in|from) (?:the )?`(?P<name>[\w.$]+)(?:\(\))?`"
)


def _goes_over(hit: Hit, name: str) -> bool:
    """True if a loop around has the name in its head, or one that counts or waits before the hit.

    Also where no loop is seen, since what is called then may go over it.
    """
    outline, last = hit.outline, parts(name)[-1]
    loops = [
        item for item in outline.marked("loop", "comprehension") if item.span.contains(hit.whole)
    ]
    heads = [_head(outline, one.span, hit.whole.start) for one in loops]
    heads += [
        outline.text.slice(Span(one.span.start, max(hit.whole.end, one.span.start)))
        for one in loops
        if _COUNTING.match(one.text)
    ]
    return not loops or any(has_word(head, last) for head in heads)


_COUNTING = re.compile(r"while\b|do\b|loop\b|until\b|repeat\b|for\b[^:{]*;|for\s*\{")


def speaks_of_noun(clause: Clause, heads: Sequence[str]) -> bool:
    """True if one of these texts has a word of what is said to be gone over, or none is said."""
    noun = _noun_of(clause)
    words = [word for head in heads for word in words_in(head)]
    return not noun or any(_is_short_for(word, noun) for word in words)


def _is_short_for(word: str, noun: str) -> bool:
    if len(word) < _LEAST:
        return word == noun[:1]
    return word.startswith(noun) or noun.startswith(word.rstrip("s")) or _is_contracted(word, noun)


def _is_contracted(word: str, noun: str) -> bool:
    """True for `msg` and `message`, `ctx` and `context`: letters left out, the first kept."""
    letters = iter(noun)
    return word[0] == noun[0] and len(word) < len(noun) and all(one in letters for one in word)


def _words_around(hit: Hit) -> Iterator[str]:
    """The words of what the loops around go over and bind, or of what runs a function inside."""
    outline = hit.outline
    loops = [
        item for item in outline.marked("loop", "comprehension") if item.span.contains(hit.whole)
    ]
    texts = [_head(outline, item.span, hit.whole.start) for item in loops]
    texts += [
        one.target
        for one in outline.assigned
        for item in loops
        if item.span.contains(one.target_span) and one.target_span.end <= hit.whole.end
    ]
    if not loops:
        start = outline.text.line_span(outline.text.line_at(outline.header_span.start)).start
        texts += [outline.text.slice(Span(start, max(outline.header_span.end, start)))]
        texts += [one.name for one in outline.parameters]
    for text in texts:
        yield from words_in(text)


def _head(outline: Outline, loop: Span, until: int) -> str:
    """The loop up to its body; of a comprehension all of it."""
    bodies = [
        one.span.start
        for one in outline.regions
        if one.around is Around.LOOP and loop.contains(one.span) and one.span.start > loop.start
    ]
    end = min(bodies, default=max(until, loop.end))
    return outline.text.slice(Span(loop.start, end))
