"""Ways to spell whom a claim is about that a language has of its own.

`-[Reader read:error:]` and `Reader.read:error:` of Objective-C, `(*Server).Close` of Go,
`Reader.init(path:)` of Swift, `find(String, int)`.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from codewitness.model.outline import Outline
from codewitness.model.text import Span

_TICKED = re.compile(r"(``.+?``|`[^`]+`)")
_MESSAGE = r"[-+]?\[[A-Z]\w*(?:\(\w*\))?\s+\w[\w:]*\]"
# `[self.view layout]`, `[super setObject:obj forKey:key]`: a message and whom it is sent to.
_SENT = re.compile(
    r"(?<![\w`\]-])\[(?!(?:weak|unowned)\b)(_?[a-z]\w*(?:\.\w+)*)\s+([a-z]\w+)(?::[^\[\]]*)?\](?!\w)"
)
_RECEIVER = r"(?:[\w./]+::|\w+\.)?(?:\(\s*(?:\w+\s+)?\*\s*\w+\s*\)\.?\s*\w+|\([A-Z]\w*\)\.\w+)"
_SELECTOR = r"[A-Z]\w*\.\w+:(?:\w+:)*(?=\s)"
_BEHIND = (
    r"only|if|when|unless|before|after|in|inside|outside|with|and|or|but|once|twice|on|at|while"
    r"|even|without|always|between|behind|under|for|from|directly|first|instead|again|asynchronously|synchronously"
)
_LABELS = r"(?<![.:])[a-z]\w*:(?:\w+:)+(?=[\s.,;?]|$)"
_LABEL = (
    rf"(?:(?<![.:])[a-z]+[A-Z]\w*|(?<=\bcalls )[a-z]\w*|(?<=\bcall )[a-z]\w*):"
    rf"(?=\s+(?:{_BEHIND})\b|[.?!]?$)"
)
# `Cache objectForKey: returns`, `Cache dealloc frees`: whose method it is stands before it.
_OF_CLASS = re.compile(
    r"^((?:does |is |the method )?)([A-Z]\w+) "
    r"((?:[a-z]\w*:)+(?=\s+[a-z])|(?:dealloc|init)(?=\s+[a-z]+(?:s|not|er)\b))"
)
_LABELLED = r"(?:[A-Za-z_]\w*(?:\.|::|#))*[A-Za-z_]\w*\((?:\w+:)+\)"
_TYPED = r"(?:[A-Za-z_]\w*(?:\.|::|#))+~?\w+\((?=[^()]*[:*&<>\[\]?])[\w\s,:*&<>\[\]?.]+\)"
_NESTED = r"[\w.@]+\[[^\[\]\s]*\[[^\[\]\s]*\][^\[\]\s]*\]"
_ELEMENT = r"(?:\w+(?:->|\.))*\w+\[[\w\"':]+\](?:->|\.)\w+(?:(?:->|\.)\w+|\[\w+\])*(?!\()"
_OPERATOR = r"(?:[<>+*/%-]|[<>=!]=|===|&&|\|\|)"
_SUM = rf"(?<=returns )[\w.]+(?:\(\))?\s+{_OPERATOR}\s+[\w\"']+(?:\.\w+)*(?=[.?]?$)"
_WRAPPED = r"(?<=returns )(?:Ok|Some|Err|Just|Left|Right)\((?:[^()`]|\([^()`]*\))*\)"
_PRIVATE = r"(?:[A-Za-z_$][\w$]*\.)*#[A-Za-z_]\w*(?:\.#?\w+)*(?:\([\w$., ]*\)|(?!\w*\())"
# Of Ruby: `ok?(a)`, `respond_to?(:name=)`.
_MARKED = r"(?:@{0,2}[A-Za-z_]\w*(?:[?!]?\.|::|&\.))*[a-z_]\w*[?!]\([^()`]*\)"
# `::Other.go` says that `Other` stands in no module.
_OUTERMOST = re.compile(r"(?<![\w`:.)\]>])::(?=[A-Z])([\w:.#?!]*\w[?!]?)")
# `Tpl#name=`, `self.name=`, `name=` as the first word or the last: methods that set.
_SETTER = re.compile(
    r"(?<![\w`.:#@])((?:[A-Za-z_]\w*(?:\.|::|#))+[a-z_]\w*=)(?=\s+[a-z]|[.?!]?\s*$)"
    r"|(?:^|(?<=\bcalls )|(?<=\bcall )|(?<=\bby )|(?<=\bfrom ))"
    r"(?P<bare>[a-z_]\w*=)(?=\s+[a-z]+s\b|[.?!]?\s*$)"
)
_OWN_WAY = re.compile(rf"(?<![\w`])(?:{_MESSAGE}|{_RECEIVER}|{_SELECTOR})(?![\w`])")
_GIVING = re.compile(
    rf"(?<![\w`])(?:{_LABELLED}|{_TYPED}|{_NESTED}|{_ELEMENT}|{_SUM}|{_WRAPPED}|{_PRIVATE}|{_LABELS}|{_LABEL}|{_MARKED})(?![\w`])"
)
_ANY = re.compile(rf"`(?P<ticked>[^`]+)`|{_OWN_WAY.pattern}|{_GIVING.pattern}|[\w.:#~]+\([^()]+\)")
_OBJC = re.compile(r"^[-+]?\s*\[\s*(?!(?:weak|unowned)\b)(\w+)(?:\(\w*\))?\s+(\w[\w:]*)\s*\]$")
_GO = re.compile(r"^(.*?)\(\s*(?:\w+\s+)?\*?\s*([\w.]+)\s*\)\.?\s*(\w+)$")
_OWN_FORM = re.compile(rf"(?:{_OBJC.pattern}|{_GO.pattern}|-[A-Za-z]\w*:)")
_GIVEN = re.compile(r"^([^()]*[\w!?~=<>+*/\]-])\(([^()]*)\)$")
_WORD = re.compile(r"[A-Za-z_]\w*")
_IDLE = frozenset({"const", "final", "in", "out", "ref", "params", "inout", "mut", "std", "self"})


class Spelled(NamedTuple):
    """A plain dotted name, and what is said of its parameters: labels, types or names in order."""

    name: str
    given: tuple[str, ...] = ()


# `f is called by a`: what nothing follows, or a verb, is no article.
_TICKED_OR_LETTER = re.compile(
    rf"{_TICKED.pattern}|(?<![\w`.:#'/-])(an?|(?<=\bby )all)"
    r"(?=[.?!]?\s*$|,|\s+(?:and|or)\s|\s+(?:never\s+|only\s+)?calls\b)"
)
# `helper is only called by run`: the plain word is a name, for words are not called.
_CALLED = re.compile(
    r"^(?!(?:it|this|that|which|he|what|who|nothing|something|everything)\b)([a-z_]\w*)"
    r"(?=\s+is\s+(?:only\s+|never\s+|not\s+|always\s+)*(?:called|invoked|awaited)\b)"
)


_NO_NAMES = (
    r"(?i:the|an?|any|no|nobody|nothing|none|it|its|itself|another|others?|tests?|all|both|neither|either|every"
    r"|each|some|someone|anyone|anything|everything|everyone|one|more|exactly|at|only|code|callers?|two)"
)
_HOW = (
    r"(?i:(?:call|send|deleg|dispatch|proxy|proxi|http|rpc|reflect|interfac|inherit|polymorph|decorat)\w*"
    r"|a|an|the|its|this|super|base|hooks?|events?|timers?|middlewares?|cli|signals?|threads?|pointers?)"
)
_ITEM = rf"(?:`[^`]+`|(?!{_NO_NAMES}\b)[A-Za-z_][\w.:#]*(?:\(\))?)"
_ITEMS = rf"{_ITEM}(?:(?:,? (?:and|or) |, ){_ITEM})*"
_ONE_BY_ONE = re.compile(r"(?i)\b(?:one after (?:the other|another)|in sequence)\b")
# `only called via run`, `through run`: a name, but for words that say how.
_VIA = re.compile(
    r"\b((?:called|invoked) (?:(?:only|exclusively|solely) )?(?:via|through) )"
    rf"((?!{_HOW}\b)[A-Za-z_][\w.:#]*(?:\(\))?)(?=[.?!]?$)"
)
# Whoever calls is a name, though it be a word of the grammar: `called by With and handle`.
_CALLERS = re.compile(
    rf"(?<=\bcalled )((?:only )?(?:by|from) (?:both |either )?)({_ITEMS})(?=[.?!]?$)"
    rf"|^([Oo]nly |[Bb]oth |)({_ITEMS})(?= (?:ever )?(?:both )?calls? \S+$)"
)
_OF_GRAMMAR = re.compile(r"(?<![\w`.:#/-])(?!(?:and|or)\b)[A-Za-z_]\w*(?![\w`.:#(/-])")
# An operator that is a method, `Pool.<<`.
_OPERATOR_OF = re.compile(
    r"(?<![\w`.])(?:[A-Z]\w*(?:\.|::|#))+(?:\[\]=?|<<|>>|<=>|===?|=~|!=|[<>]=?|\*\*|[-+*/%!~^&|])(?=\s+[a-z]|$)"
)


def _with_callers(sentence: str) -> str:
    """The sentence with those that are said to call in back-ticks."""

    def ticked(found: re.Match[str]) -> str:
        before, names = found[1] or found[3] or "", found[2] or found[4]
        is_said = found[1] is not None or before.strip() or " and " in names
        return before + (_OF_GRAMMAR.sub(r"`\g<0>`", names) if is_said else names)

    return _CALLERS.sub(ticked, sentence)


def _with_letters(sentence: str) -> str:
    """The sentence with each `a` that can be no article in back-ticks."""
    return _TICKED_OR_LETTER.sub(lambda found: found[1] or f"`{found[2]}`", sentence)


def plainly(sentence: str) -> str:
    """The sentence with such names as the index has them, in back-ticks."""
    sentence = _OF_CLASS.sub(r"\1\2.\3", _ONE_BY_ONE.sub("sequentially", sentence))
    sentence = _VIA.sub(r"\1`\2`", _with_letters(sentence))
    sentence = _with_callers(_CALLED.sub(r"`\1`", sentence))
    pieces = _TICKED.split(sentence)
    return "".join(
        _plain_tick(piece) if number % 2 else _plain_piece(piece)
        for number, piece in enumerate(pieces)
    )


def _plain_tick(ticked: str) -> str:
    name = ticked.strip("`")
    if sent := _SENT.fullmatch(name):
        return f"`{sent[1]}.{sent[2]}`"
    return f"`{spelled(name).name}`" if _OWN_FORM.match(name) else ticked


def _plain_piece(piece: str) -> str:
    piece = _SENT.sub(r"`\1.\2`", piece)
    piece = _SETTER.sub(lambda found: f"`{found[1] or found['bare']}`", piece)
    piece = _OUTERMOST.sub(r"`\1`", piece)
    piece = _OPERATOR_OF.sub(lambda found: f"`{found[0].replace('#', '.')}`", piece)
    piece = _OWN_WAY.sub(lambda found: f"`{spelled(found[0]).name}`", piece)
    return _GIVING.sub(lambda found: f"`{found[0]}`", piece)


def said_of(name: str, sentence: str) -> tuple[str, ...]:
    """What the sentence says of the parameters of `name`; nothing if it only names it."""
    for found in _ANY.finditer(sentence):
        one = spelled(found["ticked"] or found[0])
        if one.given and one.name == name:
            return one.given
    return ()


def spelled(name: str) -> Spelled:
    """The name as the index has it."""
    name = name.strip()
    path, found, rest = name.rpartition("::") if "/" in name or ".go::" in name else ("", "", name)
    if match := _OBJC.match(rest):
        rest = f"{match[1]}.{match[2]}"
    elif (match := _GO.match(rest)) and not match[1].strip().endswith(","):
        rest = f"{match[1]}{match[2]}.{match[3]}"
    given: tuple[str, ...] = ()
    if rest.endswith("operator()"):
        return Spelled(f"{path}{found}{rest}")
    if match := _GIVEN.match(rest):
        rest, inside = match[1], match[2]
        given = _said(inside)
    elif re.match(r"^-?[\w.]*\w:(?:\w+:)*$", rest):
        rest, *labels = rest.lstrip("-").split(":")
        given = tuple(label for label in labels if label) or ("",)
    return Spelled(f"{path}{found}{rest}", given)


def _said(inside: str) -> tuple[str, ...]:
    """`a:b:`, `String id, T fallback` and `int` as what tells one parameter from another."""
    if re.fullmatch(r"(?:\w+:)+", inside):
        return tuple(label for label in inside.split(":") if label)
    return tuple(piece.strip() for piece in _split(inside) if piece.strip())


def _split(text: str) -> list[str]:
    """The pieces between commas that stand in no bracket."""
    pieces, depth, start = [], 0, 0
    for at, char in enumerate(text):
        depth += (char in "<[(") - (char in ">])")
        if char == "," and depth == 0:
            pieces.append(text[start:at])
            start = at + 1
    return [*pieces, text[start:]]


def takes(outline: Outline, given: tuple[str, ...]) -> bool:
    """True if the definition's parameters are those that are said."""
    header = outline.text.slice(outline.header_span)
    if outline.language == "objc":
        return ":" in header and labels_of(outline) == [label for label in given if label]
    own = [p for p in outline.parameters if p.name not in ("self", "cls", "this")]
    if outline.language == "swift":
        return _labels(header) == list(given)
    if len(own) != len(given):
        return False
    after = outline.text.slice(Span(outline.name_span.start, outline.header_span.end))
    listed = _split(_inner(after, outline.name))
    if len(listed) != len(given):
        return all(_WORD.findall(said)[-1:] == [p.name] for said, p in zip(given, own, strict=True))
    if any("&" in a and a.count("&") != b.count("&") for a, b in zip(given, listed, strict=True)):
        return False  # `T&&` of C++ is another than `T&`
    return all(
        {word for word in _WORD.findall(said) if word not in _IDLE} <= set(_WORD.findall(has))
        for said, has in zip(given, listed, strict=True)
    )


def labels_of(outline: Outline) -> list[str]:
    """The labels of a method of Objective-C behind its first: `bounds` of `paint:bounds:`."""
    return re.findall(r"(\w+)\s*:", outline.text.slice(outline.header_span))[1:]


def _inner(header: str, name: str) -> str:
    """What stands between the brackets behind the name."""
    at = header.find("(", max(header.find(name), 0))
    depth = 0
    for end in range(at, len(header)) if at >= 0 else ():
        depth += (header[end] == "(") - (header[end] == ")")
        if depth == 0:
            return header[at + 1 : end]
    return ""


def _labels(header: str) -> list[str]:
    """What callers write before each argument of a Swift function."""
    inner = _inner(header, "(") if "(" in header else ""
    return [
        match[1] for piece in _split(inner) if (match := re.match(r"\s*(?:@\w+\s+)*(\w+)", piece))
    ]
