"""Whether a condition asks for another state of what a claim's condition speaks of.

`if the user is banned` is not asked by `user.admin`, `if the limit is negative` not by
`limit == null`, nor `if the encoding is deflate` by `encoding == "gzip"`.
"""

from __future__ import annotations

import re

from codewitness.engine.verify.conditions.parity import LEAD, PRESENT, SIDES, TURNING, Shares

_STATED = re.compile(
    r"^(?P<noun>.+?) (?:is|are|was|were|has been|have been|gets|became|becomes) "
    r"(?:(?:not|no longer|already|still|now|currently|yet|also|a|an|the|being) )*(?P<state>.+)$"
)
_TRUE = re.compile(r"\b(?:non-?(?:zero|null|nil|empty)|true|truthy)\b")  # as `if (x)` asks
_BARE = re.compile(r"(?:[\w$@#.?!:\[\]\"'>-]+)(?:\([^()]*\))?(?:\.\w+(?:\([^()]*\))?)*")
_NULL_ASKED = re.compile(
    r"[=!]==?\s*(?:null|nil|None|NULL|nullptr|undefined)\b|\bis (?:not )?None\b"
    r"|\b(?:null|nil|NULL|nullptr|undefined)\s*[=!]==?|\b(?:let|var|val|const) [\w(]"
    r"|\.(?:is_(?:none|some)\b|nil\?|isNull\b)"
)
# What is said of what is there, or is not.
_OF_NULL = re.compile(
    r"(?i)\b(?:set|unset|null|nil|none|undefined|nullptr|missing|absent|(?:un)?available|found"
    r"|(?:un)?known|(?:un)?defined|given|present|there|provided|passed|exists?|specified|supplied"
    r"|initiali[sz]ed|created|made|loaded|cached|registered|configured|assigned|resolved|bound"
    r"|installed|attached|allocated|nothing|needed|wanted|requested|used|valid|invalid|bad|wrong"
    r"|done|over|exhausted|end|last|first|errors?|fail\w*|successful|ok|lost|left|more|any|no"
    r"|removed|gone|stored|kept|saved|recorded|held|there|implemented|supported|optional|some)\b"
)
_OF_AN_ERROR = re.compile(r"(?i)(?:^|[^a-z])e(?:rr(?:or)?|x(?:ception)?)?\d?\b")
_EMPTY = re.compile(r"(?i)\b(?:empty|blank)\b")
_AFTER_CALL = re.compile(r"\)\s*(?:[=!]==?|\bis\b)|=\s*[^=]*\)\s*$")
_IN_BRACKETS = re.compile(r"\([^()]*\)")
_SIZE_ASKED = re.compile(
    r"(?:\blen\([^()]*\)|(?:[.]|->)(?:length|size|count|len)\b(?:\(\))?)\s*(?:[=!]==?|[<>]=?)\s*[01]\b"
)
_OF_SIZES = re.compile(
    r"(?i)\b(?:empty|blank|long|short|size\w*|many|few|more|less|large|small|full|single|only|one"
    r"|two|three|enough|there|given|set|present|provided|passed|missing|absent|none|null|nil|no|any"
    r"|some|zero|nothing|left|over|above|below|at|even|odd|in|out|complete|incomplete|valid|invalid"
    r"|wrong|bad|right|different|equal|same|un\w+|exhausted|available|\w*exceed\w*)\b"
)
_MORE = re.compile(
    r"\b(?:above|below|over|under|greater|less|fewer|larger|longer|shorter|smaller|bigger|higher"
    r"|lower|at (?:least|most)|too \w+|more than)\b"
)
_ORDERED = re.compile(r"(?<![-=<>])[<>](?![<>])")
_SIGNED = re.compile(r"\b(?:negative|positive)\b")
_ABOUT_ZERO = re.compile(r"[<>]=?\s*-?[01]\b|(?<![\w.])-?[01]\s*[<>]|[=!]=\s*-\s*1\b")
_TEXT = r"@?(?:\"[^\"]+\"|'[^']+')"
_OF_TEXT = re.compile(
    rf"[=!]==?\s*{_TEXT}|{_TEXT}\s*[=!]==?|\b(?:equals\w*|isEqual\w*|eql?\?)[(:]\s*{_TEXT}"
)
_LACKING = re.compile(r"\b(?:empty|blank|missing|absent|unset|null|nil|none|undefined)\b")
_LACKS = re.compile(
    r"(?i)!|\bnot\b|empty|blank|none|null|nil|missing|absent|undefined|without|lack|unset|[=<>]|\bno"
)
_FAILS = re.compile(r"^(?!unless\b).*\b(?:fails|failed|errors)$")
_SUCCEEDS = re.compile(
    r"(?<![!=<>])==\s*(?:0|true|\w*(?:OK|SUCCESS|Ok|Success)\w*)\s*\)?$|!=\s*-\s*1\s*\)?$"
)
_ASKED = re.compile("|".join(one.pattern for one in (_NULL_ASKED, _SIZE_ASKED, _OF_TEXT)))
_UNDONE = re.compile(r"(?:un|in|dis)(?=[a-z]{4})|(?<=clos)ed?\b")
_OPPOSITE = {"clos": "open"}


def asks_of_another_state(
    said: str, condition: str, shares: Shares, *, is_inverted: bool = False
) -> bool:
    """True if each side that speaks of what is said asks for what is not said of it.

    shares: whether a word that tells something is in both. is_inverted: it is what the code does
    where the condition does not hold.
    """
    if _FAILS.search(said) and not is_inverted and _SUCCEEDS.search(condition):
        return True
    if _is_turned_round(said, condition):
        return True
    if _ENOUGH.search(said) and _ORDERED.search(condition):
        is_less = _TOO_FEW.search(said) is not None
        is_said = [one[0] for one in _ORDERED.finditer(condition)] == ["<" if is_less else ">"]
        return is_said == is_inverted
    if (timed := _TIMED.search(said)) is not None:
        sides = [side for side in SIDES.split(condition) if shares(said[: timed.start()], side)]
        return bool(sides) and not any(map(_tells_time, sides))
    stated = _STATED.match(LEAD.sub("", said.strip()))
    if stated is None:
        return False
    noun, state = stated["noun"], stated["state"]
    sides = SIDES.split(condition)
    if _is_of_another_thing(noun, condition):
        return True
    spoken_of = [side for side in sides if shares(noun, side)]
    if not spoken_of and _EMPTY.search(state):
        spoken_of = sides
    is_lacking = _LACKING.search(state) is not None and _LACKING.search(noun) is None
    if is_lacking and not is_inverted and spoken_of and all(map(_asks_plainly, spoken_of)):
        return True
    return bool(spoken_of) and all(_is_another(noun, state, side, shares) for side in spoken_of)


_THEN = re.compile(
    r"\b(?P<a>[A-Za-z_][\w.]*) (?:is|was|comes|lies) (?P<how>after|before|later than|earlier than)"
    r" (?P<b>[A-Za-z_][\w.]*)$"
)
_THEN_ASKED = re.compile(
    r"(?P<a>[A-Za-z_][\w.]*)\.(?:is_?)?(?P<how>[aA]fter|[bB]efore)\((?P<b>[A-Za-z_][\w.]*)\)"
)


def _is_turned_round(said: str, condition: str) -> bool:
    """True for `if x is after y` of `y.After(x)`, and of `x.Before(y)`."""
    told, asked = _THEN.search(said), _THEN_ASKED.search(condition)
    if told is None or asked is None:
        return False
    names = told["a"].rpartition(".")[2], told["b"].rpartition(".")[2]
    coded = asked["a"].rpartition(".")[2], asked["b"].rpartition(".")[2]
    is_after = told["how"] in ("after", "later than")
    is_same = is_after == (asked["how"].lower() == "after")
    return (coded == names and not is_same) or (coded == names[::-1] and is_same)


_ENOUGH = re.compile(r"\b(?:enough|(?:in)?sufficient)\b")
_TOO_FEW = re.compile(r"\b(?:no|not|never) (?:\w+ )?enough\b|\binsufficient\b")
# `in the past`: before now, which no number says that stands there as such.
_TIMED = re.compile(
    r"\b(?:is|are|was|were|lies|has|have) (?:already |still |not |far )*"
    r"(?:in the (?:past|future)|passed|elapsed|overdue|too (?:late|early))\b"
)
_OF_TIME = re.compile(
    r"(?i)now\b|clock|today|elaps|expire|past|future|late|early|stale|deadline|due\b|before|after"
    r"|since|until|age\b|old\b|time\("
)
_AGAINST_NUMBER = re.compile(r"[<>]=?\s*-?\d|(?<![\w.])\d[\d._]*\s*[<>]")


def _tells_time(side: str) -> bool:
    """True for `at < Date.now()`, and for any two that are compared, of which one may be now."""
    is_compared = _ORDERED.search(side) is not None and not _AGAINST_NUMBER.search(side)
    return is_compared or _OF_TIME.search(side) is not None


def _asks_plainly(side: str) -> bool:
    """True for `x.has(k)`, which asks for nothing that lacks."""
    return _LACKS.search(side) is None


def _is_of_another_thing(noun: str, condition: str) -> bool:
    """True for `Accept-Encoding` where it is `Content-Encoding` that is asked for."""
    names = condition.lower()
    for word in re.findall(r"[A-Z][a-z]+(?:-[A-Z][a-z]+)+", noun):
        parts = [part.lower() in names for part in word.split("-")]
        if any(parts) and not all(parts):
            return True
    return False


def _is_another(noun: str, state: str, side: str, shares: Shares) -> bool:
    words = re.findall(r"[a-z]{3,}", state.lower())
    if shares(state, side) or any(word[:4] in side.lower() for word in words):
        return False
    if _ORDERED.search(side) and not _SIZE_ASKED.search(side):
        if _goes_other_way(noun, state, side, shares):
            return True
        return _SIGNED.search(state) is not None and not _ABOUT_ZERO.search(side)
    if not words or _is_fit(noun, state, side, shares):
        return False
    return _ASKED.search(side) is not None or _is_another_of_bare(state, words, side)


_TOO_MUCH = re.compile(r"\btoo (?:large|long|big|many|high|great|deep|much|wide|old)\b")
_TOO_LITTLE = re.compile(r"\btoo (?:small|short|few|low|little|shallow|narrow|young)\b")


def _goes_other_way(noun: str, state: str, side: str, shares: Shares) -> bool:
    """True for `x is too large` of `x <= 0`, and of `0 > x`."""
    sign = _ORDERED.search(side)
    is_much, is_little = _TOO_MUCH.search(state), _TOO_LITTLE.search(state)
    if sign is None or not (is_much or is_little):
        return False
    is_left, is_right = shares(noun, side[: sign.start()]), shares(noun, side[sign.end() :])
    if is_left == is_right or re.match(r"\s*(?:!(?!=)|not\b)", side):
        return False
    is_more = (sign[0] == ">") == is_left
    return is_more != bool(is_much)


def _is_fit(noun: str, state: str, side: str, shares: Shares) -> bool:
    """True for a state that may be asked for so: of what is there or not, of a size, of a text."""
    if _NULL_ASKED.search(side):
        is_so = _OF_NULL.search(state) or _OF_AN_ERROR.search(side) or _TRUE.search(state)
        return bool(is_so) or _is_of_call(noun, state, side, shares)
    if _SIZE_ASKED.search(side):
        return _OF_SIZES.search(state) is not None
    is_of_text = _OF_TEXT.search(side) is not None
    return is_of_text and (TURNING.search(state) or PRESENT.search(state)) is not None


def _is_another_of_bare(state: str, words: list[str], side: str) -> bool:
    """True where nothing but a name or a call is asked, by which no such state is meant."""
    plain = re.sub(r"^[\s(]*(?:not\b|!(?!=))?\s*", "", side).strip().rstrip(")")
    plain = f"{plain})" if plain.count("(") > plain.count(")") else plain
    if not _BARE.fullmatch(plain):
        return False
    if _MORE.search(state):
        return True
    if TURNING.search(state) is not None:
        return _is_undone(words, side)
    return not any(one.search(state) for one in (PRESENT, _TRUE))


def _is_of_call(noun: str, state: str, side: str, shares: Shares) -> bool:
    """True for `if the queue is empty`, of `queue.poll() == null`."""
    bare = side
    while (plain := _IN_BRACKETS.sub("", bare)) != bare:
        bare = plain
    is_of_call = _AFTER_CALL.search(side) is not None and shares(noun, bare)
    return is_of_call and _EMPTY.search(state) is not None


def _is_undone(words: list[str], side: str) -> bool:
    """True for `closed` of what is neither open nor closed by its names: `!rows.next()`."""
    told = (word for word in words if _UNDONE.search(word) and not _OF_NULL.fullmatch(word))
    undone = [_UNDONE.sub("", word) for word in told]
    names = side.lower()
    return bool(undone) and not any(
        stem[:4] in names or _OPPOSITE.get(stem[:4], stem) in names for stem in undone
    )
