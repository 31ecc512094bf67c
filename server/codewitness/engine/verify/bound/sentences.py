"""A sentence taken apart into its verb, what it is done to, and what is said besides.

`removes the entry from the cache if it is stale` has a verb, an object, one thing more with its
preposition, and a condition.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from codewitness.engine.verify.bound.things import Thing, thing_said

_PREPOSITIONS = (
    r"(?:to|from|into|onto|in|on|with|for|by|via|through|using|at|under|against|over|off|between"
    r"|about)"
)
_TAIL = re.compile(
    r" (?=(?:only )?(?:if|when|whenever|unless|once|before|after|until|while|in case|as soon as"
    r"|even if|even when|inside a|outside|in a loop|in the loop|on success|on failure|on error"
    r"|in every case|under the lock|at the end|on return|on exit|lazily|first$"
    r"|otherwise"
    r"|for (?:an? |any |all )?(?:empty|missing|unknown|null|nil|negative|blank)(?= \w))\b)"
)
_ADVERBS = re.compile(r"^(?:(?:also|simply|then|finally) )+")
_DOES_NOT = re.compile(r"^(?:does not|doesn't|never) (?P<rest>.+)")
_DENIED = re.compile(r"\b(?:not|never|no|nothing|none|neither|nor|without|cannot)\b|n't\b")
_VERB = re.compile(r"(?P<verb>(?:re-)?[a-z]+)(?: (?P<particle>out|up|off|down|back|away))? ")
_HOW_OFTEN = re.compile(r"\b(?:only once|once|twice|only when|only if)$|^only once\b")
_AS_IT_IS = re.compile(r" (?:unchanged|untouched|as it is|as is|as they are|unmodified)(?= |$)")
_OF_THEMSELVES = re.compile(
    r"(?:fail|complain|error|give|bail|blow|abort|raise|throw|return|panic)s?(?: out| up)?"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """verb: as written. things: each with its preposition. tail: a condition, or a time.

    lead: the preposition of what stands in the place of an object, `for` of `waits for the lock`.
    """

    verb: str
    what: Thing
    things: tuple[tuple[str, Thing], ...] = ()
    lead: str = ""
    tail: str = ""
    is_only: bool = False
    is_denied: bool = False

    @property
    def every(self) -> Sequence[Thing]:
        """All that the sentence speaks of."""
        return (self.what, *(thing for _, thing in self.things))


def taken_apart(text: str) -> list[Said]:
    """The sentence without its subject, once for each of its objects; none of another form."""
    body, tail = without_tail(_ADVERBS.sub("", text.strip().rstrip(".!")))
    denied = _DOES_NOT.match(body)
    is_only = body.startswith("only ") or tail.startswith("only ")
    body = (denied["rest"] if denied else body).removeprefix("only ")
    found = _VERB.match(f"{body} ")
    if found is None or _DENIED.search(body) or body.startswith("always "):
        return []
    if _HOW_OFTEN.search(tail) or (denied and (is_only or not tail)) or (is_only and not tail):
        return []
    rest = body[found.end() :].strip()
    object_, *others = _split(_AS_IT_IS.sub("", rest))
    things = [(one.partition(" ")[0], thing_said(one.partition(" ")[2])) for one in others]
    told = tuple((how, thing) for how, thing in things if thing is not None)
    whats = [thing_said(one) if one else Thing(()) for one in _each(object_)]
    if len(told) < len(things) or None in whats:
        return []
    lead = ""
    verb = found["verb"] + (f" {found['particle']}" if found["particle"] else "")
    if not object_ and told and _OF_THEMSELVES.fullmatch(verb) is None:
        lead, whats, told = told[0][0], [told[0][1]], told[1:]
    return [
        Said(
            verb=verb,
            what=what._replace(is_given=True) if _AS_IT_IS.search(rest) else what,
            things=told,
            lead=lead,
            tail=tail.removeprefix("only "),
            is_only=is_only,
            is_denied=denied is not None,
        )
        for what in whats
        if what is not None
    ]


def _each(text: str) -> list[str]:
    """`encoder registry` and `decoder registry` of `both the encoder and the decoder registry`."""
    found = re.fullmatch(r"(?:both )?(?P<one>[^,\"`]+?) and (?P<other>[^,\"`]+)", text)
    if found is None:
        return [text]
    one, other = found["one"], found["other"]
    words, others = _bare(one), _bare(other)
    is_short = text.startswith("both ") and len(words) == 1 and len(others) > 1
    return [f"{one} {others[-1]}" if is_short else one, other]


def _bare(text: str) -> list[str]:
    return [word for word in text.split() if word not in ("the", "a", "an", "its", "both")]


def without_tail(text: str) -> tuple[str, str]:
    """The sentence up to the first word of a time or a condition, and what follows."""
    for found in _TAIL.finditer(text):
        if not _is_quoted(text[: found.start()]):
            return text[: found.start()], text[found.end() :]
    return text, ""


def _is_quoted(before: str) -> bool:
    return bool(before.count('"') % 2 or before.count("`") % 2)


_BETWEEN = re.compile(rf" (?={_PREPOSITIONS} )")


def _split(rest: str) -> list[str]:
    """The object, which is empty where a preposition is first, and each thing besides."""
    rest = f" {rest}" if re.match(rf"{_PREPOSITIONS} ", rest) else rest
    parts, at = [], 0
    for found in _BETWEEN.finditer(rest):
        if not _is_quoted(rest[: found.start()]):
            parts.append(rest[at : found.start()].strip())
            at = found.end()
    return [*parts, rest[at:].strip()]
