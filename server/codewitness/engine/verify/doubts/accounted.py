"""Whether what was found accounts for all that a claim says: the last guard before SUPPORTED.

Each rule above looks for what it knows. Words that none of them took and that say when, how many,
or which of them is meant have to be shown by the lines themselves; else it is left open.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from codewitness.engine.verify.claim import Claim
from codewitness.engine.verify.doubts.accounted_objects import of_other_objects
from codewitness.engine.verify.doubts.left_over import said_there
from codewitness.engine.verify.evidence import EvidenceType, Proof

# A time, a condition, a limit or a denial: what holds without it need not hold with it.
_LIMITING = re.compile(
    r"\b(?:if|when|whenever|unless|while|until|except|never|instead|rather"
    r"|twice|otherwise|around|between|during|throughout)\b"
)
_IN_EACH = re.compile(
    r"\b(?:any|every|all|both|either) (?:exceptions?|errors?|failures?|cases|branches|arms)\b"
)
_OTHERWISE_SAID = re.compile(
    r"[?& ]*(?:so|because|since|in order|to (?!the\b|a\b|an\b|its\b)[a-z]+|always|even)\b"
)
_BARE = re.compile(r"\bwith (?:an? |the )?(?:plain|bare|generic|ordinary|simple) \w")
_FIRST = re.compile(r"\b(?:for|of|with) the (?:first|last|next|second|third) (?!time\b)\w")
_THE_FIRST = re.compile(r"[?& ]*the (?P<which>first|last|next|second|third) (?!time\b|of\b)\w")
_OF_THAT = re.compile(r"[?& ]*of (?:the|its|an?) \w+$")
_AT_ONCE = re.compile(r"\bas soon as\b")


def unaccounted(claim: Claim, proofs: Sequence[Proof]) -> list[str]:
    """The first words of a claim that nothing shows, be it said or denied."""
    if not proofs:
        return []
    return [
        *(words for words in claim.ignored if _narrows(words)),
        *_of_that_if(claim),
        *_of_other_medium(claim, proofs),
        *_of_other_parameter(claim, proofs),
        *_to_another(claim, proofs),
        *_of_other_things(claim, proofs),
        *_at_once(claim, proofs),
        *of_other_objects(claim, proofs),
    ][:1]


def _narrows(words: str) -> bool:
    if _OTHERWISE_SAID.match(words):
        return False
    return any(one.search(words) for one in (_LIMITING, _IN_EACH, _BARE, _FIRST))


# How code takes the first one, or the last, by a name or an index.
_AT_START = re.compile(
    r"first|front|head|top|shift|pop|peek|poll|dequeue|begin|take|next|remove|[\[(]0"
)
_AT_END = re.compile(r"last|back|tail|end|top|pop|take|remove|-\s*1")
_ENDS = {"first": _AT_START, "next": _AT_START, "last": _AT_END} | {
    "second": re.compile(r"second|1"),
    "third": re.compile(r"third|2"),
}


def of_one_of_many(claim: Claim, proofs: Sequence[Proof]) -> Iterator[str]:
    """`dispatches the first event`, of lines in which nothing is the first."""
    for words in claim.ignored:
        said = _THE_FIRST.match(words)
        lines = (line.lower() for one in proofs for line in said_there(one))
        if said is not None and not any(_ENDS[said["which"]].search(line) for line in lines):
            yield words


def _of_that_if(claim: Claim) -> Iterator[str]:
    """`uses the limit of the config if x`: whose it is decides where that stands."""
    if any(one.described for one in claim.clauses):
        yield from (words for words in claim.ignored if _OF_THAT.match(words))


_OF_NAME = re.compile(r"[?& ]*of (?:the |its )?(?P<what>[A-Za-z_]\w*)$")
_TO_WHAT = re.compile(r"[?& ]*(?:in)?to (?P<what>[a-z][a-z\d_-]+)$")
_WHATEVER = frozenset(
    {*("it", "them", "that", "this", "him", "all", "both", "each", "none", "zero", "one", "two")}
    | {*("disk", "memory", "stdout", "stderr", "itself", "others", "everything", "completion")}
    | {*("null", "nil", "undefined", "true", "false", "empty", "default", "use", "run", "work")}
)


def _of_other_parameter(claim: Claim, proofs: Sequence[Proof]) -> Iterator[str]:
    """`forces the encoding of the text`, where it is another one's, and `text` a parameter."""
    for words in claim.ignored:
        said = _OF_NAME.match(words)
        if said is not None and all(
            any(given.name == said["what"] for given in one.outline.parameters)
            and not any(said["what"] in line for line in said_there(one))
            for one in proofs
        ):
            yield words


def _to_another(claim: Claim, proofs: Sequence[Proof]) -> Iterator[str]:
    """`forces the encoding to binary`, of a line that has no such word."""
    for words in claim.ignored:
        said = _TO_WHAT.match(words)
        if said is None or said["what"] in _WHATEVER:
            continue
        stem = re.sub(r"(?:ing|ed|es|s|e)$", "", said["what"])[:_STEM].replace("-", "")
        lines = "".join(line for one in proofs for line in said_there(one)).lower()
        if any(one.type is EvidenceType.CALL for one in proofs) and stem not in _plain(lines):
            yield words


_WITH_A = re.compile(r"[?& ]*with an? (?P<words>(?:[a-z]+ )+)of (?:the |its )?[\w.@]+$")
_TO_THE = re.compile(r"[?& ]*(?:in)?to (?:the |its )(?P<words>(?:(?!of )[a-z]+ )+(?!of\b)[a-z]+)$")
_SORTS = frozenset(
    {*("list", "array", "map", "dict", "dictionary", "set", "queue", "table", "collection", "hash")}
    | {
        *(
            "vector",
            "stack",
            "object",
            "value",
            "number",
            "kind",
            "instance",
            "pair",
            "name",
            "file",
        )
    }
    | {*("result", "field", "variable", "attribute", "property", "registry", "store", "cache")}
)


def _of_other_things(claim: Claim, proofs: Sequence[Proof]) -> Iterator[str]:
    """`with a slice of x`, `to the name filter`, of lines that have no such word."""
    for words in claim.ignored:
        if (said := _WITH_A.match(words)) is not None:
            named = said["words"].split()
        else:
            said = _TO_THE.match(words)
            named = said["words"].split()[-1:] if said is not None else []
        lines = _plain("".join(line for one in proofs for line in said_there(one)).lower())
        if any(one[: _STEM - 1] not in lines for one in named if one not in _SORTS):
            yield words


_STEM = 6  # letters that `milliseconds` and `millis` share


def _plain(text: str) -> str:
    return text.replace("_", "").replace("-", "")


_MEDIUM = re.compile(
    r"\b(?:to|from|on|onto|in|into|off|over) (?:the |its )?"
    r"(?P<what>disk|memory|network|database|console|terminal|screen|stdout|stderr|clipboard)$"
)


def _of_other_medium(claim: Claim, proofs: Sequence[Proof]) -> Iterator[str]:
    """`removes it from the disk`, of which nothing in that code speaks."""
    for words in claim.ignored:
        said = _MEDIUM.search(words)
        texts = (one.outline.text.slice(one.outline.span).lower() for one in proofs)
        if said is not None and not any(said["what"] in text for text in texts):
            yield words


def _at_once(claim: Claim, proofs: Sequence[Proof]) -> Iterator[str]:
    """`as soon as it is found`, where no condition is shown that it is done behind."""
    if _AT_ONCE.search(claim.text) and not any(
        one.type is EvidenceType.CONDITIONAL for one in proofs
    ):
        yield "as soon as"
