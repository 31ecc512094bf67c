"""What a condition asks, in code or in a claim: of what, which question, and the answer it wants.

`if not self.closed`, `unless closed`, `x == null` and `if x is missing` are taken apart into one
form, so that they can be compared. What can't be taken apart asks nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import chain

from codewitness.engine.verify.conditions.amounts import amount
from codewitness.engine.verify.conditions.asked_forms import FORMS
from codewitness.engine.verify.conditions.words_of_order import AT_LEAST, AT_MOST
from codewitness.engine.verify.question import EITHER, Question, keyed, strictly_null
from codewitness.engine.verify.reading.sides_said import How, Joined, joined
from codewitness.model.nesting import outside_quotes, split


def _asked(text: str) -> Question | None:
    """What is asked, if not only whether something is true."""
    if _COMPARES.search(text) and not _COMPARES.search(_BRACKETED.sub("()", text)):
        return None  # `f(a == b)` compares nothing itself
    for pattern, kind, holds in FORMS:
        if found := pattern.fullmatch(text):
            named = found.groupdict()
            what = named.get("x") or named.get("y") or ""
            value = named.get("v") or named.get("w") or ""
            asked = kind
            if kind in _TURNED and _LITERAL.fullmatch(what.strip()):  # `0 < n`
                what, value, asked = value, what, _TURNED[kind]
            called = _called(text, holds=holds) if kind not in ("true", "equals") else ""
            if kind == "empty" and (size := _COMPARED_SIZE.search(text)) is not None:
                called = f"!{size[1]}"  # of what is empty the size is none
            if kind == "is a":
                value = _SAME_SORT.get(value.strip(_QUOTED), value)
            raw = strictly_null(text) if kind == "null" else value.strip()
            return Question(_name(what), asked, _value(value), holds, raw, called=called)
    return None


def _called(text: str, *, holds: bool) -> str:
    """The callee of a condition that is nothing but a call."""
    is_call = _CALL.fullmatch(text) is not None and _COMPARES.search(text) is None
    return f"{'' if holds else '!'}{_name(text)}" if is_call else ""


_COMPARED_SIZE = re.compile(r"[.](length|size|count|len)(?:\(\))?\s*(?:[!=]==?|>)\s*0$")
_QUOTED = "\"'`"
_SAME_SORT = {"string": "str", "boolean": "bool", "dictionary": "dict", "integer": "int"}
_COMPARES = re.compile(r"[=<>]")
_BRACKETED = re.compile(r"\([^()]*\)")
_LITERAL = re.compile(r"-?\d[\d._]*|\"[^\"]*\"|'[^']*'|:[a-z_]\w*")
_TURNED = {"equals": "equals", "below": "above", "above": "below"}


# `atomic.LoadInt32(&x)`, `x.load(Ordering::Relaxed)`: what `x` is.
_LOADED = re.compile(
    r"\b(?:atomic\.Load\w+|(?:__)?atomic_load\w*)\(\s*&\s*([\w.\[\]]+)(?:,\s*\w+)?\s*\)"
    r"|(?<![\w.])([\w.\[\]]+)\.[Ll]oad\((?:(?:\w+::)*(?:Relaxed|Acquire|SeqCst))?\)"
)
# `get<Option::size>()` asks for `size`; the types of `f::<T, 3>(x)` say nothing.
_SET_THERE = re.compile(  # `(line = in.read()) != null` asks of `line`
    r"\(\s*([@$\w.]+)\s*:?=(?![=~>])\s*(?:[^();]|\((?:[^();]|\([^();]*\))*\))+\)"
)
_SETTING = re.compile(  # `if line = lines[at]` asks of both
    r"([@$\w.]+)\s*:?=(?![=~>])\s*(?:([@$\w.]+(?:\[[^\[\]]+\])*)|[^;]+)", re.DOTALL
)
_VALUED = re.compile(r"(?<=\w)<(?:\w+::)+([a-z]\w*)>\(\s*\)")
_TYPED = re.compile(r"(?<=\w)(?:::)?<(?=\S)(?:[\w:,\s*']|&(?!&)|<[\w:,\s*']*>)*(?<=\S)>(?=\()")
_SIZE_OF = re.compile(r"\b(?:len|strlen|count|sizeof)\(([\w.\[\]]+)\)")


_PRIVATE = re.compile(r"\.#(?=[A-Za-z_$])")  # of ECMAScript: `this.#rows`


def coded(text: str, *, holds: bool = True) -> Iterator[Question]:
    """What code asks that is known to hold, or known not to hold."""
    return (one for one in decided(text, holds=holds) if one.kind != EITHER)


def decided(text: str, *, holds: bool = True) -> Iterator[Question]:
    """As `coded`, and what is asked of which one side at least has come true."""
    text = _of_pairs(_PRIVATE.sub(".", text))
    text = _TYPED.sub("", _VALUED.sub(r".\1", _SET_THERE.sub(r"\1", text)))
    text = _LOADED.sub(r"\1\2", _ARROW.sub(".", _MESSAGE.sub(r"\1.\2", text)))
    text = _bare(_SIZE_OF.sub(r"\1.length", _of_each_sort(text)))
    for sign, is_all in ((r"\|\||\bor\b", False), (r"&&|\band\b", True)):
        if len(sides := _split(text, sign)) > 1:
            each = [tuple(decided(one, holds=holds)) for one in sides]
            if holds is is_all:
                yield from chain.from_iterable(each)
            elif not _MIXED.search(_outside(text)):
                yield Question("", EITHER, "", holds=True, raw=text, sides=tuple(each))
            return
    if denied := _DENIED.match(text):
        yield from decided(text[denied.end() :], holds=not holds)
    elif made := _SETTING.fullmatch(text):
        yield from (Question(_name(one), "true", "", holds) for one in made.groups() if one)
    elif found := _asked(text):
        yield found._replace(holds=holds == found.holds)
    elif _PLAINLY.fullmatch(_BRACKETED.sub("()", text)):
        yield Question(_name(text), "true", _given(text), holds)


_PAIRS = re.compile(r"let\s*\((?P<asked>.+)\)\s*=\s*\((?P<of>.+)\)", re.DOTALL)
_OF_PATTERN = {"true": "({0})", "false": "!({0})", "None": "({0}) == None"}


def _of_pairs(text: str) -> str:
    """`let (true, false) = (a, b)` of Rust, written out: `(a) && !(b)`."""
    if (found := _PAIRS.fullmatch(text.strip())) is None:
        return text
    asked, of = ([one.strip() for one in split(found[part], ",")] for part in ("asked", "of"))
    told = (
        _OF_PATTERN[one].format(value)
        for one, value in zip(asked, of, strict=False)
        if one in _OF_PATTERN
    )
    return " && ".join(told) or text


# What languages do not agree on: `a or b and c`, `a || b and c`.
_MIXED = re.compile(
    r"\bor\b.*\band\b|\band\b.*\bor\b|(?:\|\||&&).*\b(?:and|or)\b|\b(?:and|or)\b.*(?:\|\||&&)",
    re.DOTALL,
)


def either(text: str) -> list[Question]:
    """What the sides of an `or` ask, of which one has come true; nothing of any other condition."""
    sides = _split(_bare(_of_each_sort(_ARROW.sub(".", text))), r"\|\||\bor\b")
    return [one for side in sides for one in coded(side)] if len(sides) > 1 else []


def _of_each_sort(text: str) -> str:
    """`isinstance(x, (A, B))`, written out: `(isinstance(x, A) or isinstance(x, B))`."""

    def written(found: re.Match[str]) -> str:
        sorts = [
            one.strip()
            for one in re.split(r"[,|]", found["sorts"] or found["union"])
            if one.strip()
        ]
        return "(" + " or ".join(f"isinstance({found['x']}, {one})" for one in sorts) + ")"

    return _OF_SORTS.sub(written, text)


_OF_SORTS = re.compile(
    r"isinstance\((?P<x>[\w.\[\]]+),\s*"
    r"(?:\((?P<sorts>[\w.\s,]+)\)|(?P<union>[\w.]+(?:\s*\|\s*[\w.]+)+)),?\s*\)"
)
_PLAINLY = re.compile(r"(?:[^=!<>]|(?<=\w)!(?!=))+")
_MESSAGE = re.compile(r"(?<![%\w])\[([\w.]+) (\w+)\]")  # `[rows count]` of Objective-C
_ARROW = re.compile(r"(?<=[\w)\]])->(?=\w)")
_DENIED = re.compile(r"(?:not\b|!(?!=|in\b))\s*")
_LEAD = re.compile(r"^(?:only\s+)?(?:if|when|unless|whenever|as long as|in case|while|until)\s+")
_PLAIN = re.compile(r"(?:(?P<no>not |no |!)\s*)?(?:the )?(?P<x>[\w.@$#:>?!\[\]()'\"-]+)")
_CALL = re.compile(r"(?:(?P<no>not |!)\s*)?(?P<x>[\w.@$:?!-]*\w[?!]?\([^()]*\))")
_EXPRESSION = re.compile(r"[\w.\[\]]+(?:\s*[&|+*/%^-]\s*[\w.\[\]]+)+")
_IN_THE = re.compile(r"\b(in|from|contains|includes) (?:the|its) (?=\S+$)")
_BOUNDED = (  # no `or` of two conditions
    (re.compile(rf"\b(?:{AT_LEAST}) (?:(?:the|its) )?"), "at least "),
    (re.compile(rf"\b(?:{AT_MOST}) (?:(?:the|its) )?"), "at most "),
)
_OPERATOR = re.compile(r"\s*([=!<>](?:\s*=){1,2})\s*")


_TEXT = re.compile(r'"[^"]*"')
_CALLED = re.compile(r"\s?\(\s([^()]*?)\s\)")  # as a claim's words are joined


def said(described: str) -> Sequence[Question]:
    """What the condition of a claim asks, all of which has to hold; nothing if it can't be told."""
    text, is_denied, sides = _sides_said(described)
    if (chosen := _ONE_OF.fullmatch(text)) is not None:
        one_of = _one_of(chosen, is_denied=is_denied)
        return () if one_of is None else (one_of,)
    if sides is None:
        is_several = re.search(r"\bor\b|\|\||\belse\b", text) is not None
        one = None if is_several else _said(text, is_denied=is_denied)
        return () if one is None else (one,)
    if is_denied is (sides.how is not How.ANY):
        return ()  # of one side at least: see `said_either`
    is_denied = is_denied or sides.how is How.NONE
    found = [_said(one[0], is_denied=is_denied) for one in sides.sides]
    return [one for one in found if one is not None] if None not in found else ()


def said_either(described: str) -> Sequence[Sequence[Question]]:
    """The sides of a claim's condition of which one has to hold, each in its readings."""
    text, is_denied, sides = _sides_said(described)
    if sides is None or _ONE_OF.fullmatch(text):
        return ()
    needed = (How.ALL, How.NONE) if is_denied else (How.ANY,)
    each = sides.sides if sides.how in needed else ()
    is_denied = is_denied and sides.how is not How.NONE
    read = [[_said(one, is_denied=is_denied) for one in readings] for readings in each]
    told = [[one for one in readings if one is not None] for readings in read]
    return told if all(told) else ()


def said_in_part(described: str) -> Sequence[Question]:
    """Of `if a and b`, what those sides ask of which that can be told."""
    _, is_denied, sides = _sides_said(described)
    if is_denied or sides is None or sides.how is not How.ALL:
        return ()
    return [one for side in sides.sides if (one := _said(side[0], is_denied=False)) is not None]


def is_either(described: str) -> bool:
    """True for `if a or b`, whatever that is of a and b."""
    _, is_denied, sides = _sides_said(described)
    return not is_denied and sides is not None and sides.how is How.ANY


def _sides_said(described: str) -> tuple[str, bool, Joined | None]:
    """A claim's condition without its `if`, whether it is denied, and what it joins, if it does."""
    text, is_denied = _bare_said(described)
    return text, is_denied, None if re.search(r"\belse\b", text) else joined(text)


def _bare_said(described: str) -> tuple[str, bool]:
    """A claim's condition in one way of writing, without its `if`, and whether it is denied."""
    text = _OPERATOR.sub(lambda found: f" {found[1].replace(' ', '')} ", described.strip())
    text = _PRIVATE.sub(".", text)
    text = _IN_THE.sub(r"\1 ", text)
    for written, bounded in _BOUNDED:
        text = written.sub(bounded, text)
    text = re.sub(r"\[\s*(.*?)\s*\]", lambda found: f"[{found[1].replace(' ', '')}]", text)
    text = _TEXT.sub(lambda found: re.sub(r"\s", "", found[0]), text)
    text = _SIZE_OF.sub(r"\1.length", _CALLED.sub(r"(\1)", _ARROW.sub(".", text)))
    text = _OWNED.sub(r"\1.\2", text)
    return _YET.sub(r"\1", _LEAD.sub("", text)), text.startswith(("unless", "until"))


_OWNED = re.compile(r"(?:\b(?:the|its) )?([\w.@$]+) ?'s (\w+)")  # `the queue's size`
_YET = re.compile(r"\b((?:is|are|was|were) (?:not )?)(?:already|currently|still) (?=\w)")
_ITEM = r"[\"\w.:-]+"
_ONE_OF = re.compile(
    rf"(?:the )?(?P<x>[\w.@]+) (?:is|equals|==|in) (?:(?P<no>not|neither) )?(?:either |one of )?"
    rf"(?P<v>{_ITEM}(?: ?, {_ITEM})* ?,? (?:or|nor) {_ITEM})"
)
_NO_ITEMS = re.compile(
    r"\b(?:not|is|no|more|less|fewer|greater|none|null|nil|unset|empty|missing)\b"
)


def _one_of(found: re.Match[str], *, is_denied: bool) -> Question | None:
    """`x is neither a nor b`, `x is "a" or "b"`; None of what are no values."""
    if _NO_ITEMS.search(found["v"].lower()):
        return None
    items = [one.strip() for one in re.split(r",| n?or ", found["v"]) if one.strip()]
    listed = f"({','.join(items)})"
    holds = (found["no"] is not None) == is_denied
    return Question(_name(found["x"]), "in", _value(listed), holds, listed)


def _said(text: str, *, is_denied: bool) -> Question | None:
    plain = _PLAIN.fullmatch(text) or _CALL.fullmatch(text)
    if plain and plain["no"]:
        text, is_denied = plain["x"], not is_denied
    found = amount(text) or _asked(text)
    if found is not None and " " in found.what:
        return None
    if found is not None and found.kind == "null" and (state := _STATE.search(text)):
        found = found._replace(raw=state[0])  # which may be a text that the code compares with
        if found.what in ("it", "this") and state[0] in _FLAGS:  # the object has such a flag
            return Question(state[0], "true", "", (not found.holds) != is_denied)
    if found is not None and found.kind == "true":
        found = found._replace(raw="true")  # which is more than that it is there
    if found is None:
        is_asked = plain or _EXPRESSION.fullmatch(text)
        return Question(_name(text), "true", _given(text), not is_denied) if is_asked else None
    if found.kind == "equals" and found.value in _NUMBERS:
        kind, number = _NUMBERS[found.value]
        found = found._replace(kind=kind, value=number)
    sized = re.fullmatch(r"(.+)[.](?:length|size|count|len)", found.what)
    if found.kind == "equals" and found.value == "0" and sized:
        found = found._replace(what=sized[1], kind="empty", value="")
    is_open = found.kind == "equals" and found.raw in _UNDECIDED
    return None if is_open else found._replace(holds=found.holds != is_denied)


_FLAGS = frozenset({"enabled", "ready", "open"})
_STATE = re.compile(
    r"\b(?:(?:set|given|present|available|defined|known|ready|enabled|open|found)"
    r"|(?i:none|null|nil|nullptr|undefined))$"
)
_NUMBERS = {
    "negative": ("below", "0"),
    "positive": ("above", "0"),
    "zero": ("equals", "0"),
}
_UNDECIDED = frozenset({"a", "an", "the", "not", "of", "called"})


def _name(text: str) -> str:
    """A name without arguments, in one way of writing."""
    plain = re.sub(r"\?\.|::|->|#", ".", keyed(text.strip().strip("`*&")))
    plain = re.sub(r"^\((.*)\)$", r"\1", plain)
    plain = re.sub(r"^(?:await|try[?!]?)\s+", "", plain)
    while (shorter := re.sub(r"\([^()]*\)", "", plain)) != plain:
        plain = shorter
    plain = re.sub(r"[?!]+$", "", plain).lstrip("@#").strip()
    if one := _SINGLE.fullmatch(plain):
        return f'"{one[1]}"'
    return re.sub(r"\s", "", plain) if _EXPRESSION.fullmatch(plain) else plain


_SINGLE = re.compile(r"'([^'\"]*)'")


def _given(text: str) -> str:
    """What a call at the end of the text is given."""
    found = re.search(r"\(([^()]*)\)$", text.strip())
    return _value(found[1]) if found else ""


def _value(text: str) -> str:
    """A value in one way of writing; claims lose quotes, and hyphens between letters."""
    return re.sub(r"(?<=\w)-(?=[a-z])|[\s\"'`]", "", text)


def _bare(text: str) -> str:
    """The text without brackets around all of it."""
    text = text.strip().rstrip(":")
    while text.startswith("(") and text.endswith(")") and _closes(text) == len(text) - 1:
        text = text[1:-1].strip()
    return text


def _closes(text: str) -> int:
    """Where the bracket that stands first is closed."""
    depth = 0
    for at, letter in enumerate(text):
        depth += (letter in "([{") - (letter in ")]}")
        if depth == 0:
            return at
    return -1


def _split(text: str, by: str) -> list[str]:
    """The pieces between operators that stand in no brackets and no quotes."""
    ends = [found.span() for found in re.finditer(by, _outside(text))]
    starts = [0, *(end for _, end in ends)]
    return [
        text[start:end]
        for start, end in zip(starts, [*(start for start, _ in ends), len(text)], strict=True)
    ]


def _outside(text: str) -> str:
    """The text with `_` for all that stands in brackets or quotes."""
    hidden = ["_"] * len(text)
    for at, letter, depth in outside_quotes(text):
        if depth <= 0:
            hidden[at] = letter
    return "".join(hidden)
