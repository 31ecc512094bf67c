"""Whether a value in the code is the one that a claim names: `zero`, `null`, `an empty list`."""

from __future__ import annotations

import re

from codewitness.engine.verify.lexicon import NUMBERS

_NULL = r"None|null|nil|undefined|NULL|nullptr|Nil|NSNull|0"
_WORDS = {
    **dict.fromkeys(("null", "nil", "none", "undefined", "nullptr"), _NULL.removesuffix("|0")),
    **dict.fromkeys(("true", "yes"), r"True|true|YES|TRUE|1"),
    **dict.fromkeys(("false", "no"), r"False|false|NO|FALSE|0"),
    **dict.fromkeys(
        ("empty string", "blank", "blank string"), r"\"\"|''|``|[Ss]tring\.(?:Empty|new)|String\(\)"
    ),
    **dict.fromkeys(
        ("empty list", "empty array", "empty vector", "empty collection", "empty slice"),
        r"\[\]|list\(\)|new \w*(?:List|Array)(?:<.*>)?\(.*\)|vec!\[\]|Vec::new\(\)|(?:nil|null)"
        r"|(?:mutable)?(?:ListOf|listOf|arrayOf)\(\)|\[\w*\]\(\)|\w*\[\]\w*\{\}",
    ),
    **dict.fromkeys(
        ("empty dict", "empty dictionary", "empty map", "empty hash", "empty object", "empty set"),
        r"\{\}|dict\(\)|set\(\)|new \w*(?:Map|Dictionary|Set)\w*(?:<.*>)?\(.*\)|\[:\]"
        r"|(?:mutable)?(?:MapOf|mapOf|SetOf|setOf)\(\)|Object\.create\(null\)|make\(map.*\)",
    ),
    **{word: str(number) for word, number in NUMBERS.items()},
}
# Values that are said in several words.
PHRASES = tuple(
    f"{article}{words}" for words in _WORDS if " " in words for article in ("", "an ", "a ", "the ")
)
_LITERAL = re.compile(r"-?\d[\d._]*|\"[^\"]*\"|'[^']*'|@?[A-Z_]{2,}$")


def is_literal(wanted: str) -> bool:
    """True if a claim's value has one spelling, so that another value is another one."""
    return _plain(wanted) in _WORDS or _LITERAL.fullmatch(wanted) is not None


def is_value(written: str, wanted: str) -> bool:
    """True if `written` in the code is the value that a claim calls `wanted`."""
    if squeezed(written) == squeezed(wanted):
        return True
    spelt = _WORDS.get(_plain(wanted))
    return spelt is not None and re.fullmatch(spelt, written.strip()) is not None


def said_in(written: str, wanted: str) -> re.Match[str] | None:
    """Where `written` holds the value that plain words, `an empty string`, say."""
    spelt = _WORDS.get(_plain(wanted))
    return None if spelt is None else re.search(rf"(?<![\w.])(?:{spelt})(?![\w])", written)


def _plain(wanted: str) -> str:
    return re.sub(r"^(?:an?|the|new|fresh)\s+", "", wanted.lower())


def squeezed(text: str) -> str:
    """`text` without blanks, with one sort of quotes."""
    return re.sub(r"\s", "", text).replace('"', "'").replace("?.", ".")
