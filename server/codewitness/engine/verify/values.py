"""Whether a value in the code is the one that a claim names: `zero`, `null`, `an empty list`."""

from __future__ import annotations

import re

from codewitness.engine.verify.lexicon import NUMBERS

_NULL = r"None|null|nil|undefined|NULL|nullptr|Nil|NSNull"
_WORDS = {
    **dict.fromkeys(("null", "nil", "none", "undefined", "nullptr"), _NULL),
    **dict.fromkeys(("true", "yes"), r"True|true|YES|TRUE"),
    **dict.fromkeys(("false", "no"), r"False|false|NO|FALSE"),
    **dict.fromkeys(
        ("empty string", "blank", "blank string"), r"\"\"|''|``|[Ss]tring\.(?:Empty|new)|String\(\)"
    ),
    **dict.fromkeys(
        ("empty list", "empty array", "empty vector", "empty collection", "empty slice"),
        r"\[\]|list\(\)|new \w*(?:List|Array)(?:<.*>)?\(\d*\)|vec!\[\]|Vec::new\(\)"
        r"|(?:mutable)?(?:ListOf|listOf|arrayOf)\(\)|\[\w*\]\(\)|\w*\[\]\w*\{\}",
    ),
    **dict.fromkeys(
        ("empty dict", "empty dictionary", "empty map", "empty hash", "empty object"),
        r"\{\}|dict\(\)|new \w*(?:Map|Dictionary)\w*(?:<.*>)?\(\d*\)|\[:\]"
        r"|(?:mutable)?(?:MapOf|mapOf)\(\)|Object\.create\(null\)|make\(map.*\)|map\[.*\]\w+\{\}",
    ),
    "empty set": r"set\(\)|new \w*Set\w*(?:<.*>)?\(\d*\)|(?:mutable)?(?:SetOf|setOf)\(\)"
    r"|Set(?:\[\w+\]|<\w+>)?\(\)|Set\.new|HashSet::new\(\)|make\(map.*\)|map\[.*\]\w+\{\}",
    **{word: str(number) for word, number in NUMBERS.items()},
}
# What a word means in some languages alone.
_TWO_NULLS = {"null": "null", "undefined": r"undefined|void 0"}
_C_TRUTHS = {"true": "True|true|YES|TRUE|1", "false": "False|false|NO|FALSE|0"}
_OF_LANGUAGE = {
    **dict.fromkeys(("javascript", "typescript", "tsx"), _TWO_NULLS),
    **dict.fromkeys(("c", "cpp", "objc"), _C_TRUTHS),
    "go": {
        words: rf"{_WORDS[words]}|nil"
        for words in ("empty list", "empty array", "empty collection", "empty slice")
    },
}
# Values that are said in several words.
PHRASES = tuple(
    f"{article}{words}" for words in _WORDS if " " in words for article in ("", "an ", "a ", "the ")
)
_LITERAL = re.compile(r"-?\d[\d._]*|\"[^\"]*\"|'[^']*'|@?[A-Z_]{2,}$")


def is_literal(wanted: str) -> bool:
    """True if a claim's value has one spelling, so that another value is another one."""
    return _plain(wanted) in _WORDS or _LITERAL.fullmatch(wanted) is not None


def is_value(written: str, wanted: str, language: str) -> bool:
    """True if `written` in the code is the value that a claim calls `wanted`."""
    if squeezed(written) == squeezed(wanted):
        return True
    spelt = _spelt(wanted, language)
    return spelt is not None and re.fullmatch(spelt, written.strip()) is not None


def said_in(written: str, wanted: str, language: str) -> re.Match[str] | None:
    """Where `written` holds the value that plain words, `an empty string`, say."""
    spelt = _spelt(wanted, language)
    return None if spelt is None else re.search(rf"(?<![\w.])(?:{spelt})(?![\w])", written)


def _spelt(wanted: str, language: str) -> str | None:
    """How a language writes the value; `null` and `undefined` are two where there are both."""
    plain = _plain(wanted)
    return _OF_LANGUAGE.get(language, {}).get(plain) or _WORDS.get(plain)


def _plain(wanted: str) -> str:
    return re.sub(r"^(?:an?|the|new|fresh)\s+", "", wanted.lower())


def squeezed(text: str) -> str:
    """`text` without blanks, with one sort of quotes."""
    return re.sub(r"\s", "", text).replace('"', "'").replace("?.", ".")
