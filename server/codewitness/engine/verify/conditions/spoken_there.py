"""Whether the conditions around a place speak at all of what the condition of a claim names.

`calls feed only if foobar` is not shown by a condition that asks for something else, nor by a
return before it that has nothing to do with it. Words that may stand for anything (`if the list is
empty`) are let pass.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from codewitness.engine.verify.code.made_from import given_values
from codewitness.engine.verify.conditions.as_written import conditions_around
from codewitness.engine.verify.conditions.asked import said
from codewitness.engine.verify.conditions.handled_conditions import is_handled_so
from codewitness.engine.verify.conditions.holding import deciding, is_so_in_words, known_at
from codewitness.engine.verify.conditions.named_else import is_named_else
from codewitness.engine.verify.evidence import EvidenceType, Finding, InWords, doubtful
from codewitness.engine.verify.hit import Hit, has_word
from codewitness.engine.verify.name_words import letters_in
from codewitness.engine.verify.names import is_bound, type_of
from codewitness.engine.verify.question import Question
from codewitness.model.outline import Around
from codewitness.model.text import Span

_NAME = re.compile(r"[A-Za-z_$]\w*")
_LEAD = re.compile(r"^(?:only\s+)?(?:if|when|unless|whenever|as long as|in case|while|until)\s+")
# Words that tell nothing of what is asked for.
_IDLE = frozenset(
    {
        *("the", "a", "an", "is", "are", "was", "were", "it", "its", "be", "been", "has", "have"),
        *("not", "no", "of", "to", "in", "on", "for", "and", "or", "there", "that", "this", "any"),
        *("does", "do", "did", "if", "when", "unless", "only", "some", "all", "at", "by", "with"),
        *(
            "none",
            "null",
            "nil",
            "nullptr",
            "nsnull",
            "undefined",
            "set",
            "given",
            "missing",
            "too",
        ),
        *("true", "false", "yes", "unset", "absent", "present", "empty", "exist", "exists", "zero"),
        *("as", "already", "still", "yet", "than", "more", "less", "greater", "equal", "equals"),
        *("necessary", "needed", "required", "possible", "so", "case", "both", "either", "also"),
        *("self", "cls", "from", "them", "they", "one", "nothing", "non", "provided", "passed"),
        *("long", "short", "big", "large", "small", "below", "above", "at", "least", "most"),
        *("found", "available", "specified", "supplied", "defined", "truthy", "falsy", "blank"),
        *("negative", "positive", "exceeds", "invalid", "unknown", "can", "cannot", "may", "must"),
    }
)
# Nouns that stand for whatever a condition asks for, and words that many conditions are said in.
_ANY = frozenset(
    {
        *("list", "array", "map", "dict", "collection", "set", "string", "number", "object"),
        *("value", "input", "argument", "parameter", "result", "data", "key", "name", "item"),
        *("items", "elements", "entries"),
        *("element", "entry", "file", "path", "call", "request", "response", "user", "caller"),
        *("error", "errors", "fails", "fail", "failed", "failure", "succeeds", "exception"),
        *("first", "last", "second", "previous", "other", "something", "anything", "everything"),
        *("condition", "check", "test", "type", "class", "instance", "index", "size", "length"),
        *("count", "flag", "option", "field", "attribute", "property", "method", "function"),
        *("returned", "variable", "text", "end", "start", "match", "matches", "ok", "success"),
        *("different", "differs", "same", "changed", "limit", "bounds", "range", "malformed"),
    }
)


def held_to_names(
    described: str, names: Sequence[str], found: Finding | tuple[list[Hit], str]
) -> Finding | tuple[list[Hit], str]:
    """`found` by a condition, without places where nothing speaks of what the claim names."""
    if isinstance(found, Finding):
        return found
    kept, doubt = found
    conditions = [hit for hit in kept if _is_condition(hit)]
    places = [hit for hit in kept if not _is_condition(hit)]
    if places and all(is_handled_so(described, hit) for hit in places):
        return found
    spoken = [hit for hit in places if _speaks(described, names, hit)]
    if places and not spoken:
        return doubtful(InWords("no condition around it speaks of that"))
    agreeing = [hit for hit in spoken if not _is_denied(described, hit)]
    if spoken and not agreeing:
        return doubtful("the condition around it may ask for the opposite")
    return [*agreeing, *conditions], doubt


def _is_condition(hit: Hit) -> bool:
    return hit.type is EvidenceType.CONDITIONAL and hit.detail == "condition"


def _speaks(described: str, names: Sequence[str], hit: Hit) -> bool:
    heads = list(_heads(hit))
    if not heads or is_so_in_words(described, hit.outline, hit.whole):
        return True  # it is reached come what may, or just so
    if is_named_else(described, [*heads, *_made_of(heads, hit)], hit.outline):
        return False
    text = "\n".join((*heads, *_made_of(heads, hit)))
    own = "\n".join(hit.outline.text.slice(span) for span in conditions_around(hit))
    looked = "\n".join((own, *_made_of([own], hit))) if own else text  # or what has left before
    if not all(has_word(looked, name) for name in _spelt_out(described, hit)):
        return False
    if (place := _PLACED.search(described)) is not None and own:
        is_name = any(True for _ in hit.outline.occurrences(place["p"]))
        if is_name and not has_word(looked, place["p"]):
            return False
    words = {word for name in _NAME.findall(text) for word in letters_in(name)}
    for asked in said(described):  # a name of the code's own can only mean that
        what = asked.what
        is_of_it = asked.kind in ("null", "empty")
        is_given = is_of_it and any(one.name == what for one in hit.outline.parameters)
        is_own = is_bound(hit.outline, what) and (is_given or what not in _ANY)
        is_own = is_own or (is_of_it and _is_attribute(what, hit))
        looked = "\n".join(heads) if asked.kind in _OF_ITSELF else text
        if is_own and re.search(rf"(?<!\w){re.escape(what)}(?!\w)", looked) is None:
            return False
    if any(not _is_of(one.lower(), words) for one in _HAVING.findall(described)):
        return False
    plain = [word for word in _content(described) if word not in {n.lower() for n in names}]
    if not plain or any(word in _ANY for word in plain) or _NOBODY.search(described):
        return True
    named = [word for name in names for word in letters_in(name) if word not in _IDLE]
    return any(_is_of(word, words) for word in (*plain, *named))


_PLACED = re.compile(
    r"\b(?:missing|absent|present|found|there|contained|known|registered|cached|stored|exists?|is|are)"
    r" (?:from|in|inside) (?:the |its )?(?P<p>[A-Za-z_]\w*)$"
)


def _spelt_out(described: str, hit: Hit) -> list[str]:
    """The names of several words that the code has and a claim spells: `bucketSize`."""
    outline = hit.outline
    said_words = " ".join(word.lower() for word in re.findall(r"[A-Za-z]+", described))
    names = set(_NAME.findall(" ".join(outline.text.slice(gap) for gap in outline.gaps)))
    exactly = {tuple(letters_in(name)) for name in _NAME.findall(described) if name in names}
    names = {name for name in names if name in described or tuple(letters_in(name)) not in exactly}
    spelt = ((name, " ".join(letters_in(name))) for name in names)
    return [
        name
        for name, plain in spelt
        if " " in plain and re.search(rf"(?<! not )\b{re.escape(plain)}\b", said_words)
    ]


def _is_attribute(name: str, hit: Hit) -> bool:
    """True for `map` where `self.map` stands there."""
    return any(re.search(rf"[.>@]{name}$", one.text) for one in hit.outline.attribute_reads)


_OF_ITSELF = frozenset({"null", "empty", "above", "below"})
# `if it has a fileno method`, which is asked for by its name.
_HAVING = re.compile(
    r"\b(?:has|have) an? ([a-z]\w+) (?:method|function|attribute|property|field)\b"
)
_NOBODY = re.compile(r"\b(?:no|any|every)(?:thing|body)\b|\bnone\b|\bno one\b")


def _content(described: str) -> list[str]:
    said_words = _NAME.findall(_LEAD.sub("", described.strip()))
    found = [word for name in said_words for word in letters_in(name)]
    return [word for word in found if word not in _IDLE]


def _is_of(word: str, words: set[str]) -> bool:
    """True if it, another form or a short form of it is among the words."""
    stem = _stem(word)
    for other in words:
        if stem == _stem(other):
            return True
        low, high = sorted((word, other), key=len)
        is_short = len(low) >= _LEAST and low[0] == high[0]
        if is_short and (high.startswith(low) or _is_left_out_of(low, high)):
            return True
    return False


_LEAST = 3  # letters of a short form


def _stem(word: str) -> str:
    return re.sub(r"(?:ing|ed|es|e|s|d)$", "", word) or word


def _is_left_out_of(short: str, word: str) -> bool:
    """True for `ctx` of `context`."""
    letters = iter(word)
    return all(letter in letters for letter in short)


def _heads(hit: Hit) -> Iterator[str]:
    """What decides whether a place is reached: conditions, labels, what has left before."""
    text = hit.outline.text
    spans = {*conditions_around(hit), *deciding(hit.outline, hit.whole), *_left_by(hit)}
    yield from (text.slice(span) for span in spans)
    yield from _lines(hit)


def _made_of(heads: Sequence[str], hit: Hit) -> Iterator[str]:
    """What the variables in them are set to, and their types."""
    outline, text = hit.outline, " ".join(heads)
    made = given_values(text, outline)
    yield from (one.value for one in made if one.value_span.start < hit.whole.end)
    named = set(_NAME.findall(text))
    yield from (type_of(outline, name) for name in named if is_bound(outline, name))


def _left_by(hit: Hit) -> Iterator[Span]:
    """The conditions of what may have left before."""
    outline = hit.outline
    exits = [item.span for item in outline.returns]
    exits += [item.span for item in outline.marked("return", "raised", "continue")]
    exits += [item.span for item in outline.occurrences("break")]
    holders = outline.marked("conditional", "loop")
    for holder in holders:
        if any(holder.span.contains(one) for one in exits if one.end <= hit.whole.start):
            for condition in outline.marked("condition"):
                if holder.span.contains(condition.span):
                    yield condition.span


def _lines(hit: Hit) -> Iterator[str]:
    """The lines where the branches around begin, on which stand labels and `a &&`."""
    text = hit.outline.text
    for region in hit.outline.regions:
        if region.around not in _DECIDED or not region.span.contains(hit.whole):
            continue
        line = text.line_at(region.span.start)
        begin = max(text.line_span(line).start, hit.outline.header_span.end)
        before = text.slice(Span(min(begin, region.span.start), region.span.start))
        yield (
            before if before.strip(" \t?:|&") or not line else text.slice(text.line_span(line - 1))
        )
        yield text.slice(Span(region.span.start, hit.whole.start)).partition("\n")[0]


_DECIDED = frozenset({Around.BRANCH, Around.ELSE, Around.LOOP, Around.HANDLER})


def _is_denied(described: str, hit: Hit) -> bool:
    """True for `is suspended` where `state != SUSPENDED` is known, and nothing else of it."""
    known = known_at(hit.outline, hit.whole)
    for asked in said(described):
        if asked.kind != "equals" or not asked.value.isalpha():
            continue
        of_it = [one for one in known if _is_of_value(asked.value, one)]
        if of_it and all(one.holds != asked.holds for one in of_it):
            return True
    return False


def _is_of_value(value: str, known: Question) -> bool:
    named = {"equals": known.value, "true": known.what}.get(known.kind, "")
    return _stem(value.lower()) in {_stem(word) for word in letters_in(named)}
