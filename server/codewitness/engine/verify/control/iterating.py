"""What a loop goes over: `xs` of `enumerate(xs[1:])`, and not the `order` of `order.lines`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from codewitness.engine.verify.code.values import squeezed
from codewitness.engine.verify.code.with_what import is_with_the_same
from codewitness.engine.verify.hit import has_word
from codewitness.engine.verify.names import Fit
from codewitness.engine.verify.subject import Part, Subject
from codewitness.model.facts import Item
from codewitness.model.names import segments
from codewitness.model.nesting import split
from codewitness.model.outline import Around
from codewitness.model.text import Span

# Calls that give the elements of what they are given.
_AROUND = re.compile(
    r"(?:enumerate|reversed|sorted|list|tuple|set|iter|zip|dict|range|len|frozenset|tqdm|chain"
    r"|(?:itertools\.)?(?:chain|islice|zip_longest|cycle)|(?:std::)?(?:as_const|views::\w+)"
    r"|Object\.(?:keys|values|entries)|Array\.from|Reflect\.ownKeys|(?:slices|maps)\.\w+"
    r"|stride|zip|repeat|asyncio\.as_completed|as_completed)\((.*)\)$",
    re.DOTALL,
)
# Calls and members that give the elements of what they are called on.
_VIEWS = frozenset(
    {*("items", "keys", "values", "entries", "iter", "iter_mut", "into_iter", "enumerate", "rev")}
    | {*("reversed", "reverse", "entrySet", "keySet", "indices", "withIndex", "enumerated")}
    | {*("each", "each_with_index", "to_a", "to_vec", "copy", "clone", "cloned", "copied", "dup")}
    | {*("ToList", "ToArray", "toList", "toArray", "AsEnumerable", "Keys", "Values", "iterator")}
    | {*("skip", "take", "drop", "Skip", "Take", "chars", "bytes", "drain", "as_slice", "lazy")}
    | {*("length", "len", "size", "count", "Count", "Length", "Reverse", "asReversed", "indexes")}
    | {*("slice", "allKeys", "allValues", "objectEnumerator", "keyEnumerator", "by_ref")}
    | {*("asSequence", "stream", "sorted", "sort", "sort_by", "OrderBy", "filterNotNull")}
)
_BEFORE = re.compile(r"^(?:await\s+|&(?:mut\b)?\s*|\*+\s*|\.\.\.|in\s+)")
_KEYWORD = re.compile(r"\w+\s*=(?!=)")
_SUBSCRIPT = re.compile(r"\[[^\[\]]*\]$")
_RANGE = re.compile(r"\.\.[.<=]?|\b(?:until|downTo)\b")
_MISSING = re.compile(r"\s(?:or|\|\||\?\?|\?:)\s")


def goes_over(iterated: str, wanted: str, part: Part) -> bool | None:
    """Whether what is gone over is the wanted thing; None if that is but spoken of in it."""
    for text in _views(iterated.strip()):
        fit = part.around.fit(text, wanted, part.outline)
        is_it = fit not in (Fit.NO, Fit.MAYBE) or squeezed(text) == squeezed(wanted)
        if is_it and is_with_the_same(text, wanted):
            return True
    return None if has_word(iterated, wanted.partition("(")[0]) else False


def _views(text: str, depth: int = 0) -> Iterator[str]:
    """The text, and what it gives the elements of."""
    yield text
    for one in _elements_of(text) if depth <= _DEEPEST else ():
        if one and one != text and not one.isdigit():
            yield from _views(one, depth + 1)


_DEEPEST = 4


def _elements_of(text: str) -> Iterator[str]:
    """What `text` gives the elements of, taken from it in one step."""
    yield _BEFORE.sub("", text)
    yield _SUBSCRIPT.sub("", text)
    if text.startswith("(") and text.endswith(")"):
        yield text[1:-1]
    if (call := _AROUND.match(text)) is not None:
        given = (one.strip() for one in split(call[1], ","))
        yield from (one for one in given if not _KEYWORD.match(one))
    for sign in _RANGE.findall(text)[:1]:
        yield from (one.strip() for one in text.split(sign, 1))
    for sign in _MISSING.findall(text)[:1]:
        yield text.split(sign, 1)[0].strip()
    *owner, last = segments(text)
    if owner and last.partition("(")[0].rstrip("?!") in _VIEWS:
        yield ".".join(owner)


def names_of(iterated: str) -> list[str]:
    """The names of what is gone over, without their owners."""
    found = (re.match(r"[A-Za-z_]\w*", segments(one)[-1]) for one in _views(iterated.strip()))
    return [name[0] for name in found if name]


def iterated_in(loop: Item, part: Part) -> list[str]:
    """What the head of a loop goes over; empty where it counts, or asks for something."""
    end = _end_of_head(loop, part)
    return [
        item.text
        for item in part.outline.marked("iterated")
        if loop.span.contains(item.span) and item.span.start < end
    ]


def head_of(loop: Item, part: Part) -> str:
    """The loop up to its body."""
    end = max(_end_of_head(loop, part), loop.span.start)
    return part.outline.text.slice(Span(loop.span.start, end))


def _end_of_head(loop: Item, part: Part) -> int:
    inside = [
        one.span
        for one in part.outline.regions
        if one.around is Around.LOOP
        and loop.span.contains(one.span)
        and one.span.start > loop.span.start
    ]
    bodies = [one for one in inside if not _is_of_head(one, part)] or inside
    blocks = [one for one in bodies if part.outline.text.slice(one).startswith("{")]
    return min((one.start for one in blocks or bodies), default=loop.span.end)


_ASKED = re.compile(rb"\bwhile\s*$")


def _is_of_head(span: Span, part: Part) -> bool:
    """True for the `i < n` of `for (i = 0; i < n; i++)`, which is done on each pass, too."""
    raw = part.outline.text.raw
    is_asked = _ASKED.search(raw[max(span.start - 12, 0) : span.start]) is not None
    return is_asked or raw[span.end : span.end + 8].lstrip()[:1] in (b";", b")")


def loops_over(loop: Item, wanted: str, part: Part) -> bool | None:
    """Whether a loop goes over the wanted thing; None if its head but speaks of it."""
    head = head_of(loop, part)
    if not (iterated := iterated_in(loop, part)):
        if "(" in wanted or "[" in wanted:
            return squeezed(wanted) in squeezed(head)
        return has_word(head, wanted) or _is_counted_through(loop, head, wanted, part)
    known = [goes_over(text, wanted, part) for text in iterated]
    if any(known):
        return True
    return None if has_word(head, wanted.partition("(")[0]) else False


def _is_counted_through(loop: Item, head: str, wanted: str, part: Part) -> bool:
    """True for the `rows` of `for (i = 0; i < n; i++) { … rows[i] … }`."""
    return any(
        loop.span.contains(item.span)
        and re.search(rf"\b{item.key}\s*(?:\+\+|--|[-+]=)|(?:\+\+|--)\s*{item.key}\b", head)
        and part.around.fit(item.target, wanted, part.outline) not in (Fit.NO, Fit.MAYBE)
        for item in part.outline.subscripts
        if item.key.isidentifier()
    )


_OVER = re.compile(r"(?:\? )?over `?([\w.$@]+[.(\[][^`]*)`?$")


def is_over_another(words: str, subject: Subject) -> bool:
    """True for the `over range(20)` of a loop, if none of the loops is seen to go over that."""
    if (said := _OVER.match(words)) is None:
        return False
    return not any(
        loops_over(loop, said[1].strip(), part)
        for part in subject.parts
        for loop in part.outline.marked("loop")
    )
