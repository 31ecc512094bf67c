"""Whether a condition in the code is the one that a claim describes in plain words.

`if the variable isn't set` and `if not rv` share no word, but both ask for what is absent. Where
neither words nor what is asked for agree, nothing is said.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from codewitness.engine.verify.conditions.parity import goes_other_way
from codewitness.engine.verify.conditions.stated_otherwise import asks_of_another_state
from codewitness.engine.verify.name_words import words_in
from codewitness.engine.verify.question import strictly_null

ANYHOW = "always"
REGARDLESS = "regardless"  # of what is named
LASTLY = "lastly"  # of a step: behind all else, or else behind what is not named
FOREMOST = "foremost"  # of a step: before all else, or else before what is not named
ON_SUCCESS = "on success"
ON_FAILURE = "on failure"  # in a handler; in a branch where a language has none
_IDLE = frozenset(
    {
        *("the", "a", "an", "is", "are", "was", "were", "it", "its", "be", "been", "has", "have"),
        *("not", "no", "of", "to", "in", "on", "for", "and", "or", "there", "that", "this", "any"),
        *("does", "do", "did", "if", "when", "unless", "whenever", "only", "some", "all", "at"),
        *("none", "null", "nil", "value", "given", "set", "case", "as", "long", "by", "with"),
        *("exist", "exists", "found", "present", "missing", "provided", "passed", "empty", "too"),
    }
)
_SHORT = frozenset({"ok", "rc", "fd", "id", "db", "tz", "ip", "fn", "cb", "io", "os", "ns", "ts"})
_LEAST = 3  # letters of a word that tells something
# A variable of one letter, or of two, that is no word: `if the p is closed` speaks of `p == nil`.
_BRIEF = re.compile(
    r"(?<![\w'.])(?!(?:a|an|as|at|be|by|do|if|in|is|it|no|of|on|or|so|to|up)\b)[a-z]{1,2}\b(?!['(])"
)


class _Sense(NamedTuple):
    """Words that say what is asked, and how code asks it, once its negation is read."""

    said: re.Pattern[str]
    coded: re.Pattern[str]


_ABSENT = re.compile(
    r"(?i)\b(?:missing|unset|absent|unknown|none|null|nil|empty|blank|undefined|falsy|unavailable)\b"
    r"|\b(?:not|no|nothing|never|cannot|without)\b[\w\s]*\b(?:set|given|found|exists?|provided"
    r"|available|present|passed|defined|supplied|specified|match(?:es|ed)?|open|any|known)\b"
    r"|\b(?:there (?:is|are|was|were)|has|have|had) no (?!more\b|longer\b|other\b)"
)
_PRESENT = re.compile(
    r"(?i)\b(?:is|are|was|were|been)\s+(?:already\s+)?(?:set|given|found|provided|available"
    r"|present|passed|defined|supplied|specified)\b|\bexists?\b"
    r"|\bthere (?:is|are|was|were|does) (?!no\b|not\b|too\b|more\b|fewer\b|less\b|enough\b|at\b"
    r"|only\b|an? errors?\b|errors?\b|exactly\b|one\b|two\b|several\b)"
)
_NOT_ABSENT = re.compile(
    r"(?i)\b(?:not|never|non)[\s-]+(?:null|none|nil|undefined|empty|blank|missing|unset|absent)\b"
)
_ASKS_ABSENCE = re.compile(
    r"(?i)^\s*\(*\s*(?:not\b|!(?!=))"
    r"|(?<![=!])={2,3}\s*(?:null|nil|none|undefined|nullptr|0|\"\"|'')"
    r"|\bis\s+(?:none|null|_*missing|_*unset|_*empty\w*|_*undefined)\b|\bnil\?|(?<!!)\b(?!\w*(?:not|non)_?(?:empty|blank|null))\w*(?:empty|blank|isnull|iszero|is_zero|is_none|is_null)\w*|<\s*1\b"
    r"|\bnot\s+in\b|(?<![=!])={2,3}\s*(?:false|False|NO)\b|\|\|\s*!|\bor\s+not\b|\band\s+not\b|&&\s*!"
)
_SENSES = tuple(
    _Sense(re.compile(rf"(?i)\b(?:{said})\b"), re.compile(coded))
    for said, coded in (
        (r"negative", r"<\s*0"),
        (r"too long|exceeds?|larger|greater|more than|above|too many|over|too big", r"(?<![-=])>"),
        (r"less than|fewer|below|too short|smaller|too few|shorter", r"<"),
        (r"mismatch\w*|differs?|different|unequal|not equal", r"!=|<>|\bne\b|is not"),
        (
            r"fails|failed|errors?|invalid|malformed|bad|unsuccessful",
            r"(?i)err|fail|invalid|!|\bnot\b|<\s*0|-1|null|nil",
        ),
        (r"not an? \w+|instance|type", r"(?i)instanceof|isinstance|typeof|\bis\b|is_a\?|=== "),
    )
)


_LEADING = re.compile(r"^(?:only\s+)?(?:if|when|unless|while|whenever|as long as)\s+|[\s`]")
_DENYING = re.compile(r"^(?:not\s+|!\s*)")


def is_same(said: str, condition: str, *, holds: bool = True) -> bool:
    """True if what is said is the very condition as it is written, `if n < 0`.

    holds: what the condition has come to. Where it does not hold, no side of its `or` does, and of
    the sides of an `and` nothing is known.
    """
    if said.startswith("unless") == holds:
        return False
    asked = _LEADING.sub("", _LEADING.sub("", said.strip(), count=1)).replace("'", '"')
    written = re.sub(r"[\s`]", "", condition).replace("'", '"')
    written = written[1:-1] if written.startswith("(") and written.endswith(")") else written
    if not asked or _DENYING.match(condition.strip().lstrip("(")):
        return False
    return written == asked or asked in re.split(r"&&|\|\|" if holds else r"\|\|", written)


_EXACT = re.compile(r"[=!<>] ?=|[<>%\"]|\d|[)\]]$")


def is_exact(said: str) -> bool:
    """True if a claim's condition has operators, numbers or texts, which words can't stand for."""
    return _EXACT.search(said) is not None


_NEGATED = re.compile(r"\s*\(*\s*(?:not\b|!(?!=))")
_SAID_NO = re.compile(
    r"(?i)\b(?:not|no|never|cannot|without|un\w+|in(?:valid|complete|active|correct)|non|bad|wrong)\b"
    r"|\b(?:fail\w*|lacks?|missing|absent|mismatch\w*|differs?|empty|false|off|closed|dis\w+|errors?)\b"
)


def says_no(said: str) -> bool:
    """True if a claim's condition denies something, `x is missing`, and `unless x`."""
    is_unless = said.startswith("unless")
    return (_SAID_NO.search(said.removeprefix("unless")) is not None) != is_unless


def describes(said: str, condition: str, *, is_inverted: bool = False) -> bool:
    """True if `said` of a claim may well be `condition` in the code.

    is_inverted: the code runs where the condition does not hold (`unless`).
    """
    is_unless = said.startswith("unless")
    if is_unless and (asked := _turned(condition, is_inverted=is_inverted)):
        return _describes(said.replace("unless", "if", 1), asked, is_inverted=False)
    return _describes(said, condition, is_inverted=is_inverted)


def _describes(said: str, condition: str, *, is_inverted: bool) -> bool:
    is_denied = _NOT_ABSENT.search(said) is not None
    wants_absent = not is_denied and _ABSENT.search(said) is not None
    wants_present = is_denied or (not wants_absent and _PRESENT.search(said) is not None)
    is_unless = said.startswith("unless")
    if _IS_A.search(said) and not is_unless and _asks_absence(condition) and not is_inverted:
        return False  # `if it is a Row`, of `row == null`
    is_turned = goes_other_way(said, condition, shares_word, is_inverted=is_inverted)
    if is_turned or asks_of_another_state(said, condition, shares_word, is_inverted=is_inverted):
        return False
    asks_absent = _asks_absence(condition) != is_inverted
    if (wants_absent or wants_present) and _OF_ERROR.fullmatch(condition.strip()):
        return shares_word(said, condition)  # whether a call has failed, and not what is there
    if wants_absent or wants_present:
        is_of_it = shares_word(said, condition) or not _JOINED.search(condition)
        is_of_it = is_of_it and not _asks_what_else(said, condition)
        return is_of_it and (wants_absent != is_unless) == asks_absent
    is_negated = _is_negated(said, condition)
    if is_unless or (is_negated != is_inverted and not _says_no_of(said, condition)):
        return False  # it shares a word, but may ask for the opposite
    if not is_inverted and _DENIED.search(said) and not _may_deny(condition):
        return False
    if shares_word(said, condition):
        return True
    plain = _AN_ERROR.sub("", said)  # `x is an error` says what x is, and not that it fails
    return any(one.said.search(plain) and one.coded.search(condition) for one in _SENSES)


# What is asked of `x` by a callee of such a name: whether it is null, empty, there at all.
_BEING = (
    (r"none|null|nil|undefined", r"null|none|nil|set|present|defined|given|some|value|valid|any"),
    (r"empty|blank", r"empty|blank|null|any|size|len|count|none|white"),
    (
        r"",
        r"null|none|nil|set|present|defin|given|some|value|valid|any|exist|has|have|contain|includ"
        r"|found|find|known|there|file|dir|avail|match|empty|blank|access|enabl|open|in$|get|read|stat",
    ),
)
_CALLING = re.compile(
    r"[\s(]*(?:not\b|!(?!=))?\s*(?P<owner>[\w.:$@>?!-]*(?:\.|::|->))?(?P<callee>[\w?!]+)"
    r"\((?P<given>[^()]*)\)[\s)]*",
    re.DOTALL,
)


def _asks_what_else(said: str, condition: str) -> bool:
    """True for `if x is None` of `not check(x)`, where `check` may ask anything of `x`."""
    named = re.search(r"\b(?:null|undefined)\b", said)
    if named is not None and strictly_null(condition) not in ("", named[0]):
        return True  # `undefined`, which is another than `null`
    asked = _CALLING.fullmatch(condition)
    if asked is None or shares_word(said, asked["callee"]):
        return False
    if not shares_word(said, f"{asked['owner'] or ''} {asked['given']}"):
        return False
    being = next(how for word, how in _BEING if re.search(rf"(?i)\b(?:{word})\b", said))
    return re.search(rf"(?i){being}", asked["callee"]) is None


def _turned(condition: str, *, is_inverted: bool) -> str:
    """What must not hold where the code runs, if that is one thing: `x` of `if not x:`."""
    denied = _NEGATED.match(condition)
    if _JOINED.search(condition) or (denied is not None) == is_inverted:
        return ""
    return condition if denied is None else condition[denied.end() :]


_AN_ERROR = re.compile(
    r"\b(?:is|are|was) (?:not )?an? errors?\b"
    r"|\berrors? (?:is|are|was|were) (?:ignored|suppressed|swallowed|allowed|tolerated|expected"
    r"|fatal|enabled|disabled|wanted)\b"
)


def _says_no_of(said: str, condition: str) -> bool:
    """True if a word denies it that is no name in the condition, as `unscoped` may be."""
    return any(
        not re.search(rf"\b{re.escape(one[0])}\b", condition) for one in _SAID_NO.finditer(said)
    )


def _is_negated(said: str, condition: str) -> bool:
    """True for `not x`; of `!a || b` as the side is that shares a word with what is said."""
    sides = [one for one in _JOINED.split(condition) if shares_word(said, one)]
    if len(sides) == 1 and sides[0] != condition:
        return _NEGATED.match(sides[0]) is not None
    return _NEGATED.match(condition) is not None


_IS_A = re.compile(r"\b(?:is|are|was) (?:an?|of type|an? instance of) [A-Z]")


def _asks_absence(condition: str) -> bool:
    """True for `x == null`, and False for `!x.nil?`, which denies it twice."""
    denied = _NEGATED.match(condition)
    if denied and not _JOINED.search(condition):
        return _ASKS_ABSENCE.search(condition[denied.end() :]) is None
    return _ASKS_ABSENCE.search(condition) is not None


_JOINED = re.compile(r"&&|\|\||\b(?:and|or)\b")
_DENIED = re.compile(r"\b(?:not|no longer|never)\b")
_DENYING_SIGN = re.compile(
    r"(?i)!|<|[=>-]\s*-?[01]\b|\bnot\b|\b(?:false|no|null|none|nil|undefined|nullptr)\b|[\"']{2}"
)
_OF_ERROR = re.compile(
    r"\(*(?:\w*[._>])?_?(?:\w+_)?(?i:err(?:or)?)\d?\s*[!=]==?\s*(?:nil|null|NULL|0)\)*"
)
_DENYING_WORD = frozenset({"not", "no", "non", "without", "missing", "lacks", "absent", "out"})


def _may_deny(condition: str) -> bool:
    """False for `p.closed`, which asks whether something is so, by no word that denies."""
    words = set(words_in(condition))
    is_denying = bool(words & _DENYING_WORD) or any(_SAID_NO.search(word) for word in words)
    return is_denying or _DENYING_SIGN.search(condition) is not None


def shares_word(said: str, condition: str) -> bool:
    """True if a word that tells something is part of a name in the condition."""
    return bool(shared_words(said, condition))


def shared_words(said: str, condition: str) -> set[str]:
    """The stems of words that tell something and are parts of names in the condition."""
    mine = {_stem(word) for word in words_in(said) if word not in _IDLE}
    theirs = {_stem(word) for word in words_in(condition)}
    shared = {word for word in mine & theirs if len(word) >= _LEAST or word in _SHORT}
    return shared | (set(_BRIEF.findall(said)) & set(_BRIEF.findall(condition)))


def _stem(word: str) -> str:
    """`responds`, `responded`, `responding` as one."""
    return re.sub(r"(?:ing|ed|es|s)$", "", word.lower()) or word.lower()
