"""Names that are spelled as particles are: the `from` and `to` of `takes from and to`."""

from __future__ import annotations

import re

_PARTICLE = "(?:from|to|with|in|on|by|of|at|as|into|for|off|via|per)"
_BEHIND = r"(?=\s*(?:[.?!]?\s*$|,|(?:and|or|nor|if|when|unless|only)\b))"
_NAMING = (
    r"(?:takes?|accepts?|returns?|uses|ignores?|parameters?|arguments?|named|with|neither|both)"
)
_CALLING = r"(?:calls?|calling|invokes?|invoking|awaits?|awaiting)"
_LEADING = "(?:on|off|to|at|with|from|of|as|up|by|for|into|onto|once)"
_END = r"(?=\s*[.?!]?\s*$)"
# Where nothing follows that these could lead to.
_OVER = (
    r"(?=\s*(?:[.?!]?\s*$|[,;]|\b(?:before|after|and|or|nor|but|if|when|whenever|unless|only|once|twice"
    r"|thrice|exactly|at (?:least|most)|more than|multiple|inside|in an?|within|outside|directly"
    r"|first|last|(?:two|three|four|\d+) times|with(?=\s+\S))\b))"
)
_CALLED = r"`?[\w.:$@]+`?"
# What leads on to something: with nothing behind it, it is a name.
_CONNECTING = (
    "(?:before|after|when|while|whenever|only|but|until|unless|except|because|if|since|so|though"
    "|and|or|not|than|besides|like|per|the|past|plus|minus|without)"
)
# Of `calls x but not twice`, which names nothing.
_MANNERS = (
    r"(?!(?:once|twice|thrice|always|never|more|first|last|itself|it|any|all|both|super|then|else"
    r"|both|others?|now|here|there|again|vice|this|that|\w+ly)\b)"
)
# As languages have them whose methods begin with a capital: `calls Before`, `calls Lock and Until`.
_CAPITAL = (
    r"(?:Before|After|When|While|Only|But|Until|Unless|Except|If|Since|And|Or|Not|Than|Like|Per|The"
    r"|Past|Plus|Minus|Without|With|In|On|By|Of|At|As|Into|For|Off|Via|To|From|Up|Once|All|Any|Each"
    r"|Some|Every|Finally|Out|Inside|Outside|Using|During|Then|Is|Both|First|Last|None|No)"
)
_RULES = (
    re.compile(
        rf"(?<![\w.:>])((?:{_CALLING}|before|after)\s+(?:(?:only|both|neither|either)\s+)?"
        rf"(?:{_CALLED}(?:\s*,\s*{_CALLED})*,?\s+(?:and|or|nor)\s+)?)({_CAPITAL})(?![\w.:(`])"
    ),
    re.compile(
        rf"(?<!call )(?<!calls )(?<![\w.:>])({_CALLING}\s+)(before|after|until|since|past)"
        r"(?=\s+(?:if|when|unless|inside|in an?|once|twice)\b)"
    ),
    re.compile(
        r"\b((?:calls?|invocations?)\s+(?:to|of)\s+)"
        rf"({_LEADING}|first|last|all|any|each|some|every|call|new|name|value|key|result|then|error|index)"
        rf"(?:{_OVER}|(?=\s+(?:in|inside|within|from|anywhere)\b))"
    ),
    re.compile(
        rf"\b((?:calls?|invocations?)\s+(?:to|of)\s+)({_CONNECTING}|nothing|twice|thrice|more|less|never"
        rf"|always|both|neither|again|now|here|there|most|much|many|same|other|even|just|also){_END}"
    ),
    re.compile(rf"(?<!call )(?<!calls )\b({_CALLING}\s+)({_CONNECTING}|twice|thrice){_END}"),
    re.compile(
        rf"(?<!call )(?<!calls )\b({_CALLING}\s+(?:(?:only|both|neither|either)\s+)?)"
        rf"(?!once{_END})({_LEADING}){_OVER}"
    ),
    re.compile(
        rf"\b({_CALLING}\s+)(all|any|each|some|every|finally|in|out|inside|until|using"
        rf"|during|via){_END}"
    ),
    re.compile(rf"\b({_CALLING}\s+)(is|call|name|new|result|value|finally|using){_OVER}"),
    re.compile(rf"\b({_CALLING}\s+)(method|function|callable|func|fn)(?!{_END}){_OVER}"),
    re.compile(
        rf"\b({_CALLING}\s+{_CALLED}(?:\s*,\s*{_CALLED})*,?\s+(?:and|or|nor)\s+)({_LEADING}){_OVER}"
    ),
    re.compile(
        r"\b(works?\s+without\s+)(?!(?:cache|errors?|any|all|state|input|output|it|them|io|network"
        rf"|help|a|an|the|\w+(?:s|ion|ing))\b)([a-z]+){_END}"
    ),
    re.compile(
        rf"\b((?:before|after)\s+)({_LEADING}|then|all|any|each|every|finally|is|new|call){_END}"
    ),
    re.compile(
        rf"\b((?:reads?|reading|writes?|writing|sets?|setting|clears?|updates?|returns?)\s+)"
        rf"(on|off|to|at|of|with|from|up|new|call){_END}"
    ),
    re.compile(
        r"\b((?:sets?|setting|defaults?|initiali[sz]e[sd]?)\s+)(name|flag|value|key|type|field|property"
        r"|variable|method|function|class|index|text|result|code|file|path|number|string|option|object"
        r"|argument|parameter|error|count|state)(?=\s+to\s+(?:\"[^\"]*\"|'[^']*'|true|false|null|nil"
        r"|None|True|False|-?\d[\d._]*)\s*$)"
    ),
    re.compile(
        rf"\b((?:has|have)\s+an?\s+(?:parameter|argument)\s+)(?!named|called)([a-z_]\w*){_END}"
    ),
    re.compile(
        rf"\b((?:imports?|importing)\s+)(errors?|code|once|copy|calls?|files?|names?|params|enum){_OVER}"
    ),
    # Not a verb, which would have its `s`: `calls lock and wait`, `calls lock but not wait`.
    re.compile(
        rf"\b((?:calls|invokes|awaits)\s+{_CALLED}(?:\s*,\s*{_CALLED})*,?\s+and\s+)"
        rf"{_MANNERS}([a-z]+(?:ss|(?<=[a-z])[a-rt-z])){_END}"
    ),
    re.compile(
        rf"\b((?:calls|invokes|awaits|reads|writes|sets|imports)\s+{_CALLED}(?:\s*,\s*{_CALLED})*"
        rf"(?:,?\s+(?:but|and)|,)\s+not\s+){_MANNERS}([a-z]+){_END}"
    ),
    re.compile(rf"\b({_NAMING}\s+)({_PARTICLE}){_BEHIND}"),
    re.compile(
        rf"\b(writ(?:es?|ing)\s+to\s+)(error|result|name|value|key|type|index|count){_BEHIND}"
    ),
    re.compile(rf"\b(sets?\s+\S{{1,60}}\s+to\s+)({_PARTICLE})(?=\s*[.?!]?\s*$)"),
    re.compile(rf"\b((?:takes?|accepts?)\s+[\w, ]{{1,60}}\band\s+)({_PARTICLE})(?=\s*[.?!]?\s*$)"),
    re.compile(
        rf"\b((?:its|the|a|their)\s+)({_PARTICLE})(?=\s+(?:parameter|argument|param|arg|field)s?\b)"
    ),
    re.compile(r"\b(pass(?:es|ing)?\s+)(from|to|with|in|by|of|at|as)(?=\s+(?:to|into)\s+\S)"),
)
# `from` and `to`: each behind one that is known to be a name.
_NEXT = re.compile(rf"(`{_PARTICLE}`+(?:\s*,\s*|\s+)(?:(?:and|or|nor)\s+)?)({_PARTICLE}){_BEHIND}")


def named(text: str) -> str:
    """The text with such names in back-ticks."""
    for rule in _RULES:
        text = rule.sub(_quoted, text)
    for _ in range(_MOST):
        text = _NEXT.sub(_quoted, text)
    return text


def _quoted(found: re.Match[str]) -> str:
    """In back-ticks: in two where one would name the construct."""
    ticks = "``" if found[2] in ("with", "for", "using", "finally") else "`"
    return f"{found[1]}{ticks}{found[2]}{ticks}"


_MOST = 4  # names in a row
