"""`evicts entries`, `removes the listener from the set`: by calls that take things out.

What is a sort of thing, an entry or an item, is any that is taken out; other words have to stand in
the call, or in what gave the variables there their values.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from codewitness.engine.verify.calling.calls import call_hit
from codewitness.engine.verify.claim import Clause, Predicate
from codewitness.engine.verify.code.made_from import made_by
from codewitness.engine.verify.evidence import (
    LOOSE,
    EvidenceType,
    Finding,
    Proof,
    doubtful,
)
from codewitness.engine.verify.hit import Hit, has_word
from codewitness.engine.verify.names import is_bound, parts
from codewitness.engine.verify.reading.spelled_short import in_words, is_spoken_in
from codewitness.engine.verify.shown import shown_by
from codewitness.engine.verify.state.data import FITTING, fit_item
from codewitness.engine.verify.subject import Part, Subject
from codewitness.model.outline import Outline
from codewitness.model.text import Span

_VERB = r"(?:evict|drop|purge|prune|expel|eject|delete|remove|erase|discard|clear out|weed out)"
_ENDING = (
    r"(?:if|when|while|whenever|unless|until|till|in|inside|within|after|before|once|and|or|but|by"
    r"|with|without|using|on|for|at|so|as|that|which|who|whose|to|during|only|from|out|off)\b"
)
_NAME = r"[\w`.@$>-]+"
_SAID = re.compile(
    rf"\b{_VERB}(?:e?s|ed|d|ing|ping|ging)? (?:away |out )?"
    rf"(?P<what>{_NAME}(?: (?!{_ENDING}){_NAME}){{0,5}})"
    rf"(?: (?:from|out of|off) (?:the |its |his |this )?(?P<where>{_NAME}))?(?=$|[,.;]| {_ENDING})"
)
_TAKING = re.compile(
    r"(?:remove|delete|erase|evict|discard|drop|unset|unlink|purge|expel|prune|pop|shift|dequeue)"
    r"(?:_?(?:item|element|entry|key|value|record|node|object|member|child|pair|row|first|last|front"
    r"|back|head|tail|left|oldest|eldest|one|at|all|where|if|by|for|many|range|index|async"
    r"|lru|expired|stale|least|recently|recent|used)s?)*[!?]?"
)
_FIRST = re.compile(
    r"(?i)first|front|left|shift|dequeue|oldest|eldest|lru|head|\[0\]|\(0\)|begin\(\)|\bnext\("
    r"|last\s*=\s*False"
)
_LAST = re.compile(r"(?i)last(?!\s*=\s*False)|back|pop!?\(\)|tail|\[-1\]|end\(\)")
_ENDS_OF = {
    **dict.fromkeys(("first", "oldest", "eldest"), _FIRST),
    "last": _LAST,
    "newest": re.compile(r"(?i)newest|youngest|recent"),
}
_LRU = re.compile(r"\b(?:lru|least[- ]recently(?:[- ](?:used|accessed))?)\b")
_IDLE = frozenset(
    {"the", "a", "an", "its", "any", "each", "every", "this", "that", "these", "those"}
)
_IDLE |= {"existing", "own", "corresponding", "matching", "given", "single", "cached", "of"}
_ALL = frozenset({"all", "everything"})
_SORTS = frozenset(
    {
        *(
            "entry",
            "entries",
            "item",
            "items",
            "element",
            "elements",
            "key",
            "keys",
            "record",
            "records",
        )
    }
    | {
        *(
            "value",
            "values",
            "pair",
            "pairs",
            "one",
            "ones",
            "object",
            "objects",
            "member",
            "members",
        )
    }
)
_CONTAINERS = frozenset({"list", "queue", "stack", "array", "collection", "dictionary", "dict"})
_VERBS = re.compile(rf"{_VERB}(?:e?s|ed|d|ing|ping|ging)?")


def rule_removed(clause: Clause, subject: Subject) -> Finding | None:
    """What plain words that something is taken out come to; None if they do not tell."""
    is_such = clause.predicate in (Predicate.WRITES, Predicate.ACTS)
    said = _SAID.search(clause.text.replace("`", "")) if is_such else None
    if said is None or _VERBS.fullmatch(clause.detail) is None or clause.is_only:
        return None
    what = _LRU.sub("oldest", said["what"].lower())
    words = [w for w in re.findall(r"[a-z]+", what) if w not in _IDLE]
    if not words or not re.fullmatch(r"[a-z -]+", what.strip()) or set(words) & _ALL:
        return None
    hits = tuple(_taken_out(words, said["where"] or "", subject))
    return shown_by(hits, clause)


def _taken_out(words: list[str], where: str, subject: Subject) -> Iterator[Hit]:
    for part in subject.parts:
        for hit in (*_called(part), *_deleted(part)):
            if where and not _is_from(where, hit, part):
                continue
            if all(_is_told(word, hit, part) for word in words):
                yield hit


def _called(part: Part) -> Iterator[Hit]:
    for call in part.outline.calls:
        name = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", call.name).lower()
        if _TAKING.fullmatch(name):
            yield call_hit(call, part, LOOSE)


def _deleted(part: Part) -> Iterator[Hit]:
    """`del x[k]`, `delete x[k]`."""
    for item in part.outline.marked("deleted"):
        kind = EvidenceType.ATTRIBUTE_WRITE
        yield Hit(kind, item.text, part.outline, item.span, item.span, LOOSE, "")


def _is_told(word: str, hit: Hit, part: Part) -> bool:
    if word in _SORTS:
        return _OF_FILES.search(hit.detail) is None and not _is_of_another_sort(word, hit.detail)
    written = f"{hit.detail}{hit.arguments or ''}"
    if word in _ENDS_OF:
        return _ENDS_OF[word].search(f"{written} {_made(written, part)}") is not None
    if is_bound(part.outline, word) and not word.endswith("s") and hit.arguments:
        given = hit.arguments  # what goes through it, or is found by it, is not it
        made = " ".join(_GIVEN.sub("", one) for one in made_by(given, part.outline))
        return has_word(f"{given} {made}", word) or _is_place_of(word, given, part.outline)
    text = f"{written} {in_words(written)} {' '.join(made_by(written, part.outline))}".lower()
    return is_spoken_in(word, text)


_GIVEN = re.compile(r"\([^()]*\)")
# What tells where in something its last argument stands.
_PLACE = re.compile(
    r"(?i)\b(?:std::find|(?:last_?)?index_?of|r?index|binary_?search|lower_bound)\s*\((.*)\)\s*$"
)


def _is_place_of(thing: str, given: str, outline: Outline) -> bool:
    """True if a variable in `given` says where it stands: `at = names.indexOf(name)`."""
    names = set(re.findall(r"\w+", given))
    places = (
        _PLACE.search(one.value)
        for one in outline.assigned
        if one.target.split()[-1].strip("*&") in names
    )
    return any(said and said[1].rpartition(",")[2].strip(" &*") == thing for said in places)


_TOLD_APART = ("value", "key", "entry", "node")


_SORT_REMOVED = re.compile(r"\b\w+s (?:the |its |an? )?(value|key|entry|node)s?\b")


def removes_another_sort(text: str, acted: Finding) -> str:
    """The call that takes a value out, of `removes the entry`; empty if any takes an entry."""
    sort = _SORT_REMOVED.search(text)
    others = [
        one
        for one in acted.proofs
        if sort and _is_of_another_sort(sort[1], one.detail) and not _is_by_key(one)
    ]
    return others[0].detail if others and len(others) == len(acted.proofs) else ""


_THE_THING = re.compile(
    r"\b(?:deletes?|removes?) (?:the |its |this |that )?(?P<thing>[a-z]+)(?: itself)?$"
)


def of_that_thing(text: str, acted: Finding, subject: Subject) -> Finding:
    """`acted`; of `removes the row`, a name of the subject's own, where it is this that goes."""
    said = _THE_THING.search(text)
    if said is None or not acted.proofs or not is_bound(subject.head.outline, said["thing"]):
        return acted
    thing = said["thing"]
    kept = [one for one in acted.proofs if _goes_there(thing, one)]
    if kept:
        return replace(acted, proofs=tuple(kept))
    return doubtful(f"whether `{thing}` is what is removed there can't be told")


def _goes_there(thing: str, proof: Proof) -> bool:
    """True if it is given to what removes, or asked to go; of several, if one of them may be."""
    outline = proof.outline
    around = [call for call in outline.calls if call.whole.contains(proof.span)]
    own = min(around, key=lambda call: call.whole.end - call.whole.start, default=None)
    if own is None:
        return has_word(outline.text.slice(outline.text.line_span(proof.line)), thing)
    given = outline.text.slice(Span(own.span.end, own.whole.end))
    is_asked = not given.strip("() \n") and parts(own.text)[-2:-1] == (thing,)
    made = " ".join(made_by(given, outline)) if thing.endswith("s") else ""
    return is_asked or has_word(f"{given} {made}", thing) or _is_place_of(thing, given, outline)


def _is_by_key(proof: Proof) -> bool:
    """True for Swift's `removeValue(forKey: key)`, which takes the key out, too."""
    outline = proof.outline
    return any(
        call.name_span == proof.span and "forKey:" in outline.text.slice(call.whole)
        for call in outline.calls
    )


def _is_of_another_sort(word: str, name: str) -> bool:
    """True for an entry, of `removeValue`."""
    named = in_words(name).lower().split()
    wanted = "entry" if word.startswith("entr") else word.rstrip("s")
    said = [sort for sort in _TOLD_APART if sort in named[1:] or f"{sort}s" in named[1:]]
    return wanted in _TOLD_APART and bool(said) and wanted not in said


_OF_FILES = re.compile(
    r"(?i)^(?:os|fs|shutil|files?|path|std|\w*filemanager|\w*filesystem)(?:\.|::)"
)


def _made(written: str, part: Part) -> str:
    """What the variables that stand there are set to."""
    names = set(re.findall(r"(?<![\w.])[a-z_]\w*", written))
    values = (
        one.value for one in part.outline.assigned if names & set(re.findall(r"[\w]+", one.target))
    )
    return " ".join(values)


def _is_from(where: str, hit: Hit, part: Part) -> bool:
    """True if it is taken out of what is named, or of an object that is such a thing."""
    receiver = hit.detail
    if hit.arguments != "":
        receiver = receiver.rpartition(parts(receiver)[-1])[0].rstrip(".?!:>-")
    first = (hit.arguments or "").strip("() \n").split(",")[0].strip()
    owners = [one for one in (receiver, first if not receiver else "") if one]
    is_own = not receiver or parts(receiver)[0] in part.around.own_words
    is_any = where in _CONTAINERS and not (is_own and len(parts(receiver)) < 2)
    if is_any or any(fit_item(part, one, where) in FITTING for one in owners):
        return True
    if not where.islower() or not where.isalpha():
        return False
    told = " ".join((*owners, *map(in_words, owners))).lower()
    return is_spoken_in(where, told) or (is_own and where in part.around.container.lower())
