"""A claim's words: names of code apart from plain words, contractions written out."""

from __future__ import annotations

import re
from enum import StrEnum
from typing import NamedTuple

from codewitness.engine.verify.reading import particles
from codewitness.engine.verify.reading.spelled import plainly


class Sort(StrEnum):
    """What a token is."""

    CODE = "code"
    WORD = "word"
    TEXT = "text"
    NUMBER = "number"
    MARK = "mark"


class Token(NamedTuple):
    """`text` as written without its quotes, `word` in lower case. `is_quoted` was in back-ticks."""

    sort: Sort
    text: str
    word: str
    is_quoted: bool = False


_ATTRIBUTE = r"#!?\[([\w:]+(?:\([^\[\]`]*\))?)\]"
_MARKED = r"\b(marked|annotated|decorated|tagged|attributed)((?: (?:with|as|by))?) "
_HAVING = r"\bha(s|ve) (?:(?:the|an|a) (?:attribute )?)?"
_IN_BRACKETS = r"(?<![\w\])`])\[{1,2}([A-Za-z][\w:.]*(?:\([^\[\]`]*\))?)\]{1,2}"
_CONTRACTIONS = (
    # C++'s `::connect`, of the global namespace.
    (re.compile(r"(?<![\w`>)\]:])(::[A-Za-z_]\w*(?:::\w+)*)(?:\(\))?(?![\w`:(])"), r"`\1`"),
    # Rust's `#[cold]`, C#'s `[Obsolete]`, however it is said to be there.
    (re.compile(rf"{_HAVING}{_ATTRIBUTE}(?: attribute)?"), r"ha\1 the decorator `@\2`"),
    (re.compile(rf"{_HAVING}{_IN_BRACKETS} attribute"), r"ha\1 the decorator `@\2`"),
    (re.compile(rf"\b(is|is not|are|are not) {_ATTRIBUTE}"), r"\1 marked `\2`"),
    (re.compile(_MARKED + _IN_BRACKETS), r"\1\2 `\3`"),
    (re.compile(_ATTRIBUTE), r"`\1`"),
    (re.compile("[\u201c\u201e\u00ab]([^\\s\u201d\u00bb]+)[\u201d\u201c\u00bb]"), r"`\1`"),
    (re.compile("[\u201c\u201d\u201e]"), '"'),
    (re.compile("[\u2018\u2019]"), "'"),
    (re.compile(r"\b(?:i\.e|e\.g)\.,?", re.IGNORECASE), "that is"),
    (re.compile(r"\bcan't\b|\bcannot\b", re.IGNORECASE), "can not"),
    (re.compile(r"\bwon't\b", re.IGNORECASE), "will not"),
    (re.compile(r"\bain't\b|\baint\b", re.IGNORECASE), "is not"),
    (re.compile(r"\bwont\b", re.IGNORECASE), "will not"),
    (
        re.compile(r"\b(do|does|did|is|are|was|were|has|have|ca|could|would|should|must)nt\b"),
        r"\1n't",
    ),
    (re.compile(r"\bcan't\b", re.IGNORECASE), "can not"),
    (re.compile(r"n't\b", re.IGNORECASE), " not"),
    (re.compile(r"\b(it|that|there|what)'s\b", re.IGNORECASE), r"\1 is"),
    (re.compile(r"\bre-(?=rais|throw)", re.IGNORECASE), "re"),
    (re.compile(r"\bre-(?=(?:check|read|test|validat|evaluat|pars|comput)\w*)", re.IGNORECASE), ""),
    (re.compile(r"\b(upper|lower)-cas(?=e|ing)", re.IGNORECASE), r"\1cas"),
    (re.compile(r"\bas well as\b|\balong with\b|\btogether with\b", re.IGNORECASE), "and"),
    (re.compile(r"(?<![\w`=!<>])(\w+=(?!=)[\w.\"'-]+)(?![\w`])"), r"`\1`"),
    # Ruby's `only sync calls save_all!`: a name with an underscore, and no exclamation.
    (re.compile(r"(?<![\w`])([A-Z]\w*)<[\w, ?]+>(?=(?:\.|::)\w)"), r"\1"),  # `Box<T>.Open`
    (re.compile(r"(?<![\w`.:])((?:\w+(?:\.|::))*\w*_\w+!)(?=\s*$)"), r"`\1`"),
    # Ruby's `calls hook :after`, as it is written there.
    (re.compile(r"\b(calls?|invokes?) ([\w.]+[?!]?) (:[a-z_]\w*)(?!\w*:)"), r"\1 `\2` with \3"),
    (re.compile(r"\b(at|no|more|less)-(least|most|more)\b", re.IGNORECASE), r"\1 \2"),
)
# Ruby's `calls f only if ready?`: a name behind these words, unless all of it is a question.
_ASKING = re.compile(
    r"(?<=\s)((?:calls?|if|unless|when|while|until|before|after|and|or)\s+)(\S*[a-z_]\w*[?!])\s*$"
)
# `does f call ready??`: the first mark is the name's, the second that of the question.
_MARKED_TWICE = re.compile(r"(?<=\s)()([^\s`]*[a-z_]\w*[?!])\?\s*$")
_MARKED_ONCE = re.compile(r"(?<=\s)[^\s`?!]*[a-z_]\w*\?$")
_QUESTION = re.compile(
    r"(?i)\s*(?:do|does|did|is|are|was|were|can|could|will|would|should|has|have|how|wh\w+)\b"
)
_QUOTED = re.compile(r"(``.+?``|`[^`]+`)")
_TOKEN = re.compile(
    r"""(?P<tick>``.+?``|`[^`]+`)
    |(?P<text>"[^"]*"|(?<![\w`])'[^']*'(?!\w))
    |(?P<header>(?<![\w-])[A-Z]\w*(?:-[A-Z]\w*)+(?![\w-]))
    |(?P<path>[\w.@~-]*/[\w./@~-]*\.\w+(?:::[\w.:]+)?|[\w.-]+\.\w+::[\w.:]+)
    |(?P<code>@?(?:[^\W\d]|[$~@])[\w$]*[!?]?(?=\.)(?:(?:\.|::|->|\?\.)~?[\w$]+)+(?:\[[^\]]*\]|\((?:[\w.,\x20:=+*-]|"[^"]*"|\([\w.,\x20:=+*-]*\))*\)(?:\.[\w$]+)*|[?!](?=\s+[a-z`]))*
        |@?(?:[^\W\d]|\$)[\w$]*(?:(?:\.|::|->|\?\.|\#(?=\w))~?[\w$]+)*(?:\[[^\]\s]*\]|\((?:[\w.,\x20:=+*-]|"[^"]*"|\([\w.,\x20:=+*-]*\))*\)(?:\.[\w$]+)*|[?!](?=\s+[a-z`]))*
        |@@?\w+|(?<!\S)\*{1,2}[A-Za-z_]\w*(?:\.\w+)*)
    |(?P<symbol>(?<![\w:)]):[a-z_]\w*[?!]?)
    |(?P<member>(?<![\w)\]`])\.[a-z]\w+)
    |(?P<address>(?<![\w.)])\d+(?:\.\d+){2,}(?![\w.]*\w))
    |(?P<nothing>(?<![\w$)\]])(?:\{\}|\[\])(?![\w(]))
    |(?P<number>(?<![\w)])0[xX][\da-fA-F]+\b|(?<![\w)])-?\d+(?:\.\d+)?[a-zA-Z]{0,3}\b)
    |(?P<possessive>'s\b)
    |(?P<mark>\S)""",
    re.VERBOSE,
)
# What is written in capitals and is no name unless it is quoted.
_ACRONYMS = frozenset(
    {
        "JSON",
        "HTTP",
        "HTTPS",
        "URL",
        "URI",
        "XML",
        "YAML",
        "CSV",
        "HTML",
        "TCP",
        "UDP",
        "DNS",
        "SQL",
    }
    | {"ASCII", "API", "TLS", "SSL", "UUID", "GUID", "TOML", "RPC", "CPU", "GPU", "CLI", "UI", "OK"}
    | {"IPv4", "IPv6", "BOM", "TTL", "LRU", "FIFO", "ID", "IP", "CRLF", "EOF", "PID", "SHA", "MD5"}
)
_HYPHENED = re.compile(r"(?<!/)\b([a-z]{2,})-([a-z]{2,})\b(?!/|-[\w-]*/|[\w-]*\.\w+::)")
# A name below a module whose file has a hyphen, `hono-base.Hono.fetch`.
_OF_FILES = re.compile(
    r"(?<![\w`./@$\"'-])((?:[A-Za-z_$][\w$]*(?:-[\w$]+)*\.)*[A-Za-z_$][\w$]*(?:-[\w$]+)+"
    r"(?:\.[#A-Za-z_$][\w$]*(?:-[\w$]+(?=\.))*)+)(?![\w`/:-])"
)
_CODE = re.compile(r"[._$@\[\](]|::|->|#|[a-z\d][A-Z]|^[A-Z][A-Z\d]+$|[A-Za-z]\d")


# What names a construct even in back-ticks.
KEYWORDS = frozenset(
    {
        *("for", "while", "if", "else", "elif", "try", "except", "catch", "finally", "yield"),
        *("await", "async", "lambda", "switch", "defer", "rescue", "ensure", "guard", "loop"),
        *(
            "continue",
            "break",
            "try/except",
            "try/catch",
            "return",
            "with",
            "using",
            "if/else",
            "try/finally",
        ),
    }
)


def tokens(sentence: str) -> list[Token]:
    """The tokens of `sentence`."""
    found: list[Token] = []
    for match in _TOKEN.finditer(written_out(sentence)):
        is_name = match[0].startswith("``") or bool(found and found[-1].word in _BEFORE_NAMES)
        found.append(_token(match, is_name=is_name))
    while found and found[-1].sort is Sort.MARK and found[-1].text in (".", "?", "!"):
        found.pop()
    return found


def written_out(sentence: str) -> str:
    """The sentence with contractions written out and hyphens taken from plain words."""
    parts = _QUOTED.split(plainly(with_marked(sentence.strip())))
    last = len(parts) - 1
    named = "".join(p if at % 2 else _named_there(p, at == last) for at, p in enumerate(parts))
    parts = _QUOTED.split(named)
    return "".join(p if at % 2 else _plain_words(p) for at, p in enumerate(parts))


def with_marked(sentence: str) -> str:
    """The sentence with a name at its end in back-ticks, whose own the mark behind it is."""
    is_question = _QUESTION.match(sentence) is not None
    return (_MARKED_TWICE if is_question else _ASKING).sub(r"\1`\2`", sentence)


def as_marked(sentence: str) -> str:
    """`does f call ready?` with the mark for the name's and one for the question; empty else."""
    said = sentence.strip()
    is_such = _QUESTION.match(said) and _MARKED_ONCE.search(said)
    return f"{said}?" if is_such else ""


def _named_there(text: str, is_last: bool) -> str:
    """The text with names in back-ticks that words would not be told to be.

    is_last: nothing that is quoted follows it.
    """
    text = _OF_FILES.sub(r"`\1`", text)
    return particles.named(text) if is_last else particles.named(f"{text}`").removesuffix("`")


def _plain_words(text: str) -> str:
    for pattern, better in _CONTRACTIONS:
        text = pattern.sub(better, text)
    return _HYPHENED.sub(r"\1 \2", text)


# Behind these even a keyword in back-ticks is a name: passes `with` to f.
_BEFORE_NAMES = frozenset(
    {
        *("pass", "passes", "passing", "parameter", "argument", "named"),
        *("call", "calls", "calling", "invoke", "invokes", "invoking"),
    }
)


def _token(match: re.Match[str], *, is_name: bool = False) -> Token:
    text = match[0]
    match match.lastgroup:
        case "tick":
            text = text.strip("`").strip()
            if text in KEYWORDS and not is_name:
                return Token(Sort.WORD, text, text)
            return Token(Sort.CODE, text, text.lower(), is_quoted=True)
        case "text":
            return Token(Sort.TEXT, text[1:-1], text.lower())
        case "header" | "address":
            return Token(Sort.TEXT, text, text.lower())
        case "path" | "symbol" | "member" | "nothing":
            return Token(Sort.CODE, text, text.lower())
        case "number":
            return Token(Sort.NUMBER, text, text)
        case "code":
            text = text.rstrip(".")
            is_code = _CODE.search(text) is not None and text not in _ACRONYMS
            sort = Sort.CODE if is_code else Sort.WORD
            return Token(sort, text, text.lower())
        case _:
            return Token(Sort.MARK, text, text.lower())
