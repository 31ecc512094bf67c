"""Whether a value in the code is the one that a claim names: `zero`, `null`, `an empty list`."""

from __future__ import annotations

import re

from codewitness.engine.verify.reading.lexicon import NUMBERS

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
    "nan": r"(?:[\w.]+(?:\.|::))?(?:NaN|NAN|nan)(?:\(\))?|float\([\"'][nN]a[nN][\"']\)"
    r"|(?:std::)?numeric_limits<[^<>]*>::quiet_NaN\(\)",
    "infinity": r"(?:[\w.]+(?:\.|::))?(?:[iI]nfinity|INFINITY|inf|Inf\(1\)"
    r"|PositiveInfinity|POSITIVE_INFINITY)"
    r"|(?:std::)?numeric_limits<[^<>]*>::infinity\(\)|float\([\"']inf(?:inity)?[\"']\)",
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
    is_text = _OF_TEXT.fullmatch(wanted) is not None
    return is_text or _plain(wanted) in _WORDS or _LITERAL.fullmatch(wanted) is not None


def is_value(written: str, wanted: str, language: str) -> bool:
    """True if `written` in the code is the value that a claim calls `wanted`."""
    if language == "rust" and (made := _OF_TEXT.fullmatch(written.strip())) is not None:
        written = made[1] or made[2]
    if squeezed(written) == squeezed(wanted):
        return True
    if (number := number_of(wanted)) is not None and number_of(written) == number:
        return True
    if language == "go" and number_of(wanted) == 0 and _GO_ZERO.fullmatch(written.strip()):
        return True
    if _MEMBER.fullmatch(wanted) and re.fullmatch(rf"(?:\w+(?:\.|::))+{wanted}", written.strip()):
        return True  # `Mode.OPEN` of `OPEN`
    spelt = _spelt(wanted, language)
    return spelt is not None and re.fullmatch(spelt, written.strip()) is not None


# `"x".into()`, `String::from("x")` of Rust.
_OF_TEXT = re.compile(
    r"(\"[^\"]*\")\.(?:into|to_string|to_owned)\(\)|(?:String|Cow|PathBuf)::from\((\"[^\"]*\")\)"
)
_GO_ZERO = re.compile(r"(?:\w+\.)*[A-Za-z]\w*\{\}")  # `time.Time{}`, the zero of its type
_MEMBER = re.compile(r"[A-Z][A-Z\d_]+|[A-Z][a-z\d]+(?:[A-Z][a-z\d]*)+")
_DIGITS = re.compile(
    r"([-+]?)(0[xX][\da-fA-F_']+|0[bB][01_']+|0[oO][0-7_']+|\d[\d_']*(?:\.[\d_']*)?(?:[eE][-+]?\d+)?|\.\d+)"
    r"(?:_?(?:[iu](?:8|16|32|64|128|size)|f(?:32|64))|[uU]?[lL]{0,2}|[fFdDmMn])"
)


def number_of(text: str) -> float | None:
    """The number that is written, `0.0f` or `1_000`, or said in a word; None if it is none."""
    plain = _plain(text.strip())
    if plain in NUMBERS:
        return NUMBERS[plain]
    found = _DIGITS.fullmatch(text.strip().removeprefix("@"))
    if found is None:
        return None
    digits = re.sub(r"[_']", "", found[2]).lower()
    is_based = digits[:2] in ("0x", "0b", "0o")
    number = float(int(digits, 0)) if is_based else float(digits)
    return -number if found[1] == "-" else number


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
