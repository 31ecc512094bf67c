"""`returns the errors`, `returns a key`: a noun that is no name, and says what is given back."""

from __future__ import annotations

import re

from codewitness.engine.verify.reading.lexicon import NOUNS

_NOUN = re.compile(
    r"\breturns? (?:(?:only|just|solely|merely|nothing but) )*"
    r"(?P<article>(?:the|its|an?|any|all|some|each|every|these|those|only) )*"
    r"(?P<what>(?:\w+ )??\w+)"
    r"(?: (?:itself|themselves|only|alone|early|directly|again|immediately|first))*"
    r"(?= (?:when|whenever|if|unless|only|in|on|for|from|to|after|before|while|without|inside|and"
    r"|or|but|as|at|by|with|that|which|of)\b|[,;.]|$)"
)
_WHATEVER = re.compile(r"(?:values?|results?|outputs?)$")  # which each of them is


def noun_said(text: str) -> str:
    """What a clause says that is returned, if that is a noun and tells anything; else empty."""
    said = _NOUN.search(text)
    if said is None or _WHATEVER.search(said["what"]):
        return ""
    is_known = said["what"].rpartition(" ")[2] in NOUNS
    return said["what"] if is_known or (said["article"] or "") in ("the ", "its ") else ""


_ERROR = re.compile(r"(?i)(?:the )?\w*(?:err|errors?|exceptions?)|e|exc?")


def is_error(name: str) -> bool:
    """True for what is called so, in a sentence as in code."""
    return _ERROR.fullmatch(name) is not None
