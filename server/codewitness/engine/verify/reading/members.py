"""Read what is said of methods of a class that are not named: `has a method that raises E`.

`has no method which …`, `at least one method of A …`, `none of A's methods …`, `every method of A`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from codewitness.engine.verify.claim import Claim, Count, Members, Predicate
from codewitness.engine.verify.reading.lexicon import NUMBERS

_N = r"(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten)"
_MANY = (
    rf"at least (?:an?|{_N})|(?:at most|no more than) {_N}|(?:more|fewer|less) than {_N}"
    rf"|(?:exactly|only|just) {_N}|{_N}|an?|any|some|no|several|multiple"
    r"|not (?:an?|any)(?: single)?"
)
_EACH = r"(?:not )?(?:every(?: one)?|each|all)|none|neither"
_SORTS = (
    *("async", "asynchronous", "static", "class", "instance", "abstract", "private", "public"),
    *("protected", "internal", "virtual", "recursive", "generator", "deprecated", "final"),
)
_METHODS = r"(?:member )?(?:methods?|functions?)"
_NOUN = rf"(?P<sort>(?:(?:{'|'.join(_SORTS)})[ ,]+)*){_METHODS}"
_THAT = r",? (?:that|which) "
_SAID = r"(?P<said>.+)"
_KINDS = r"(?:the |a )?(?:class |file |struct |module |trait |interface )?"
_OWNER = rf"(?:{_KINDS}[\w$.:/<>`-]+(?: class)?)"
_WHO = rf"(?P<who>{_OWNER})"
_SOME = rf"(?P<many>{_MANY})"
_OF_ALL = rf"(?P<many>{_EACH}|{_MANY})"
_HAS = (
    r"(?:(?:does|do) )?(?P<who>.+?)(?P<not> (?:does|do)(?: not|n't))?"
    r" (?:has|have|contains?|defines?|declares?|includes?|provides?|offers?|exposes?)"
    rf" (?:{_SOME} )?{_NOUN}"
)
_NAMED = (
    r"(?: (?:(?:called|named) )?"
    r"(?P<named>`[^`]+`|(?!that\b|which\b)\w+(?=,? (?:that|which) )))?"
)
_DOING = r"(?P<doing>(?:(?!missing|being)\w+ing|decorated|annotated) .+)"
_OF = r"(?:of|in|on)"
_FORMS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"{_HAS}{_NAMED}(?:{_THAT}{_SAID}| {_DOING})",
        rf"(?!.*\b(?<!no )(?<!any )async(?:hronous)? {_METHODS}){_HAS}",
        rf"{_OF_ALL}(?: of)?(?: the)? {_NOUN} (?:{_OF}|defined (?:in|by)) (?P<rest>.+)",
        rf"{_OF_ALL} of {_WHO}'s {_NOUN} {_SAID}",
        rf"{_WHO}(?::| -|,) {_OF_ALL} of its {_NOUN} {_SAID}",
        rf"there (?:is|are|exists?) {_SOME} {_NOUN} {_OF} {_WHO}{_THAT}{_SAID}",
        rf"(?:is|are) there {_SOME} {_NOUN} {_OF} {_WHO}{_THAT}{_SAID}",
        rf"there (?:is|are|exists?) {_SOME} {_NOUN}{_THAT}{_SAID} {_OF} {_WHO}",
        rf"(?:there (?:is|are|exists?)|(?:is|are) there) {_SOME} {_NOUN} {_OF} {_WHO}",
        rf"in {_WHO},? {_OF_ALL} {_NOUN} {_SAID}",
        rf"in {_WHO},? there (?:is|are|exists?) {_SOME} {_NOUN}{_THAT}{_SAID}",
    )
)
_HIDDEN = re.compile(r"`[^`\n]*`|\"[^\"\n]*\"")
_EXCEPTING = re.compile(
    r"(?i)\b(?:other than|except(?! (?:clause|block|handler))|besides|apart from)"
    r"|but (?-i:(?=[`_A-Z]|not\b))"
)
_OWNER_ALONE = re.compile(_OWNER, re.IGNORECASE)
_OF_CLASSES = frozenset({Predicate.INHERITS, Predicate.IMPORTS, Predicate.DEFINES})
_NONE = frozenset({"no", "none", "neither"})
_PLAIN = frozenset({"a", "an", "no"})
Parse = Callable[[str], Claim]


def said_of_members(text: str, parse: Parse) -> Claim | None:
    """The claim about unnamed methods that `text` makes; None if it makes none."""
    if (said := _CALLED_BY.fullmatch(text.rstrip(" .?"))) is not None:
        text = _by_methods(said)
    hidden = _HIDDEN.sub(lambda it: it[0][0] + "x" * (len(it[0]) - 2) + it[0][-1], text)
    hidden = hidden.rstrip(" .?")
    for form in _FORMS:
        if (match := form.fullmatch(hidden)) is not None:
            spans = {name: match.span(name) for name in form.groupindex}
            part = {name: text[start:end] for name, (start, end) in spans.items() if start >= 0}
            if (claim := _read(text, part, parse)) is not None:
                return claim
    return None


_CALLED_BY = re.compile(
    r"(?P<what>`?[\w.:$#]+(?:\(\))?`?) (?:is|gets)(?P<not> not| never)? (?P<verb>called|used)"
    r" (?:by|from|in) (?P<many>every|each|all(?: of)?(?: the)?|no|none of the|any)"
    r" (?P<noun>methods?|functions?) (?:of|in) (?P<who>`?[A-Z][\w.:]*`?)"
)


def _by_methods(said: re.Match[str]) -> str:
    """`every method of A calls f`, of `f is called by every method of A`."""
    many = said["many"].split()[0].replace("none", "no")
    if many == "any":
        many = "no" if said["not"] else "at least one"
    elif said["not"]:
        many = f"not {'every' if many in ('all', 'each') else many}"
    noun = "methods" if many == "all" else "method"
    verb = "use" if said["verb"] == "used" else "call"
    return f"{many} {noun} of {said['who']} {verb}{'' if noun == 'methods' else 's'} {said['what']}"


def _read(text: str, part: dict[str, str], parse: Parse) -> Claim | None:
    who, rest = part.get("who", "").strip(), part.get("rest", "")
    if who and _OWNER_ALONE.fullmatch(who) is None:
        return None
    if named := part.get("named", "").strip("`"):
        return parse(f"`{who.strip('`')}.{named}` {part.get('said') or 'is ' + part['doing']}")
    many = part.get("many", "a").lower()
    members = _members(many, is_denied="not" in part)
    is_bare = many.startswith("any") and not part.keys() & {"said", "doing", "not"}
    if members is None or is_bare:
        return None
    said = [f"is {one}" for one in re.findall(r"\w+", part.get("sort", "").lower())]
    said += [f"is {part['doing']}"] if "doing" in part else []
    said += [part["said"]] if "said" in part else []
    claims = [parse(rest)] if rest else []
    owner = claims[0].subject if claims else None
    name = who.strip("`") if owner is None else owner.name
    claims = [*(parse(f"{name if ' ' in name else f'`{name}`'} {one}") for one in said), *claims]
    problem = next((one.problem for one in claims if one.problem), "")
    if not claims or any(one.members for one in claims) or (rest and problem and many in _PLAIN):
        return None
    clauses = tuple(clause for one in claims for clause in one.clauses)
    if _EXCEPTING.search(text) or any(one.predicate in _OF_CLASSES for one in clauses):
        problem = "which of its methods are meant is not understood"
    if any(one.is_alone for one in claims) or (claims[-1].any_of and len(claims) > 1):
        problem = "what is said of these methods is not understood: claim it of each by itself"
    return Claim(
        text=text,
        subject=claims[-1].subject,
        clauses=() if problem else clauses,
        any_of=claims[-1].any_of,
        members=members,
        ignored=tuple(words for one in claims for words in one.ignored),
        problem=problem,
    )


def denied(members: Members) -> Members | None:
    """The opposite; None if it is none that is judged."""
    if members.count is None:
        return replace(members, is_negated=not members.is_negated)
    least, most = members.count
    if members.is_bare or (least is not None and most is not None and (least, most) != (0, 0)):
        return None
    if least and most is None:
        return Members(Count(None, least - 1))
    return Members(Count((most or 0) + 1, None))


def _members(many: str, *, is_denied: bool) -> Members | None:
    """How many of the methods are spoken of."""
    read = _how_many(many)
    return denied(read) if is_denied else read


def _how_many(many: str) -> Members:
    if re.search(r"\b(?:every|each|all)\b", many):
        return Members(None, is_negated=many.startswith("not"))
    words = many.split()
    if (words[0] in _NONE and len(words) == 1) or words[0] == "not":
        return Members(Count(None, 0))
    last = words[-1]
    number = int(last) if last.isdigit() else NUMBERS.get(last, 1)
    if words[0] in ("several", "multiple"):
        return Members(Count(2, None))
    if words[0] in ("exactly", "only", "just"):
        return Members(Count(number, number))
    if words[:2] in (["at", "most"], ["no", "more"]):
        return Members(Count(None, number))
    if words[0] in ("fewer", "less"):
        return Members(Count(None, number - 1))
    if words[0] == "more":
        return Members(Count(number + 1, None))
    return Members(Count(number, None), is_bare=len(words) == 1 and number > 1)
