"""Values that are the object itself, or one that is made in their place."""

from __future__ import annotations

import re

from codewitness.engine.verify.names import local_alias
from codewitness.engine.verify.subject import Part
from codewitness.model.nesting import outside_quotes
from codewitness.model.outline import Outline

# What a claim calls the object itself.
OWN = frozenset({"self", "this", "*this", "$this"})
_CONSTANTS = frozenset(
    {"null", "nil", "None", "undefined", "true", "false", "True", "False", "NULL", "nullptr"}
)
_GIVING_IT = re.compile(r"(?:this\.)?(?:apply|also)\s*\{")  # Kotlin's, which give what they are of
_CAST = re.compile(r"\s+(?:as[?!]?|satisfies)\s.*$|!+$|^\([\w<>\[\], .?]+\)\s*(?=\w)", re.DOTALL)
_MADE = re.compile(r"(?:new\s+|object\s*:\s*)([\w$.]+)\s*(?:<[^;{}()]*>)?\s*(?=[({])")


def is_itself(value: str, part: Part) -> bool:
    """True for `this`, for a variable that is set to it, and for `apply { … }`."""
    plain = _CAST.sub("", value.strip()).strip("() \t")
    words = OWN | part.around.own_words
    if plain in words:
        return True
    if part.outline.language == "kotlin" and _GIVING_IT.match(plain):
        return True
    return local_alias(part.outline, plain) in words


def may_be_itself(value: str, outline: Outline) -> bool:
    """True for what a call or a variable gives: which object that is can't be seen."""
    plain = _CAST.sub("", value.strip())
    made = [one.value for one in outline.assigned if one.target.split()[-1:] == [plain]]
    return any(_is_open(one) for one in made or [plain])


def _is_open(value: str) -> bool:
    plain = _CAST.sub("", value.strip())
    is_made = _MADE.match(plain) is not None or re.match(r"&?[A-Z][\w.:]*\s*[({]", plain)
    is_open = re.fullmatch(r"[A-Za-z_$][\w$]*|.*\)", plain, re.DOTALL) is not None
    return not is_made and is_open and plain not in _CONSTANTS


def made_with_body(value: str) -> str:
    """`C` of `new C(…) { … }`, an object of a class without a name; empty for anything else."""
    found = _MADE.match(value)
    if found is None:
        return ""
    rest = value[found.end() :]
    if rest.startswith("("):
        rest = _behind(rest)
    rest = rest.strip()
    return found[1] if rest.startswith("{") and not _behind(rest).strip() else ""


def _behind(text: str) -> str:
    """What stands behind the bracket with which `text` begins; all of it if that never ends."""
    for at, char, depth in outside_quotes(text):
        if char in ")]}" and depth == 0:
            return text[at + 1 :]
    return text
