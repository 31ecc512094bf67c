"""How many there are, in a claim's condition: `there is one item`, `rows has no entries`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from codewitness.engine.verify.question import Question, is_same_name
from codewitness.engine.verify.reading.lexicon import NUMBERS

ANY = "*"  # whatever it is of which the size is asked
_NOUNS = r"items?|elements?|entry|entries|things?|values?|members?"
_MANY = re.compile(
    r"(?:there (?:is|are)|(?P<x>[\w.@$]+) (?:has|have|holds?|contains?)) (?:only |just |exactly )?"
    r"(?P<how>no |any |some |at least |at most |more than |less than |fewer than )?(?:an? )?"
    r"(?P<n>one|two|three|four|five|six|seven|eight|nine|ten|\d+|single)?\b ?"
    r"(?P<noun>[a-z]\w*)(?: (?:left|there|in it|in [\w.@$]+))?"
)
_KINDS = {
    "at least ": ("below", False),
    "at most ": ("above", False),
    "more than ": ("above", True),
    "less than ": ("below", True),
    "fewer than ": ("below", True),
}


def amount(text: str) -> Question | None:
    """What `there are no rows`, `xs has two items` ask; None of anything else."""
    found = _MANY.fullmatch(text)
    if found is None:
        return None
    noun, how, number = found["noun"], found["how"] or "", found["n"]
    is_any = re.fullmatch(_NOUNS, noun) is not None
    if found["x"] and not is_any:
        return None  # `x has two handlers`: an attribute of it may be meant
    what = found["x"] or (f"{ANY}{noun}" if is_any else noun)
    if number is None:
        is_several = noun.endswith("s") or how == "any "
        is_said = how in ("no ", "any ", "some ", "") and is_several
        return Question(what, "empty", "", how == "no ") if is_said else None
    value = "1" if number == "single" else str(NUMBERS.get(number, number))
    kind, holds = _KINDS.get(how, ("equals", True))
    if how in ("no ", "any ", "some "):
        return None
    return Question(f"{what}.length", kind, value, holds, value)


def bound(asked: Question, known: Sequence[Question]) -> Question:
    """Of `*items` the question of what is asked for in the code, if that is one thing."""
    if asked.what == "string" and asked.kind == "empty":
        texts = {one.what for one in known if one.kind == "empty" and _TEXT.search(one.what)}
        return asked._replace(what=texts.pop()) if len(texts) == 1 else asked
    if not asked.what.startswith(ANY):
        return asked
    said, dot, size = asked.what.removeprefix(ANY).partition(".")
    names = {_owner(one) for one in known}
    if any(is_same_name(said, name) for name in names):
        return asked._replace(what=f"{said}{dot}{size}")
    sized = {_owner(one) for one in known if one.kind == "empty" or _is_sized(one)}
    if len(sized) == 1:
        return asked._replace(what=f"{sized.pop()}{dot}{size}")
    return asked


_TEXT = re.compile(r"(?:^|\.)(?:str\w*|s|text|\w*[sS]tring)$")
_SIZE = re.compile(r"(?i)\.(?:length|size|count|len)$")


def _is_sized(question: Question) -> bool:
    return _SIZE.search(question.what) is not None


def _owner(question: Question) -> str:
    return _SIZE.sub("", question.what)
