"""What an expression may give, as far as its text tells: none, a truth, a number, a text, another.

An answer is a set of marks. What nothing is known of may be `ANYTHING`; a number or a text that is
written is `number:1.0` or `text:open`, so that it is told from others of its sort.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from codewitness.engine.verify.code.families import C_FAMILY, ECMA
from codewitness.engine.verify.code.values import number_of, squeezed
from codewitness.model.nesting import outside_quotes, split

Marks = frozenset[str]
NOTHING_AT_ALL: Marks = frozenset()
NULLS = frozenset({"null", "undefined"})
TRUTHS = frozenset({"true", "false"})
OTHER = frozenset({"other"})
_OBJECT = frozenset({"other:object"})  # which is no list or dictionary that is written out
ANYTHING = NULLS | TRUTHS | OTHER | {"number", "text"}
_CALCULATED = OTHER | {"number", "text"}
_BITWISE = TRUTHS | OTHER | {"number"}

# Where `a and b` gives one of them; elsewhere it gives a truth.
_GIVING_OPERANDS = ECMA | {"python", "ruby"}
_WITH_WORDS = frozenset({"python", "ruby"})
_BRACES_ARE_VALUES = _GIVING_OPERANDS

_CONSTANTS = {
    **dict.fromkeys(("True", "true", "YES", "TRUE"), frozenset({"true"})),
    **dict.fromkeys(("False", "false", "NO", "FALSE"), frozenset({"false"})),
    **dict.fromkeys(("undefined", "void 0"), frozenset({"undefined"})),
    **dict.fromkeys(("None", "null", "nil", "NULL", "nullptr"), frozenset({"null"})),
    **dict.fromkeys(("self", "this", "NotImplemented"), _OBJECT),
}
_BLOCK = re.compile(r"(?:if|unless|when|match|switch|case|try|begin|do|while|loop|unsafe)\b")
_FUNCTION = re.compile(r"(?:async\s+)?(?:lambda|function|proc|fn)\b|->\s*[({]|\|[^|]*\|")
_TEXT = re.compile(r"[rbfuRBFU@$]{0,2}(\"\"\"|\"|'|`)(.*)\1", re.DOTALL)
_ASSIGNED = re.compile(r"(?<![=!<>+\-*/%&|^?:~])=(?![=>~])")
_ASSIGNED_UNLESS = re.compile(r"(?:\|\||\?\?)=")
_ASSIGNED_SO = re.compile(r"(?:[-+*/%&|^]|<<|>>|&&|\*\*)=(?!=)")
_COMPARED = re.compile(
    r"[=!]==?(?!>)|(?<![-<=>])[<>]=(?!>)|(?<=\s)[<>](?=\s)|\s!?(?:in|is|instanceof)\s|\snot\s+in\s"
)
_TIGHTLY = re.compile(r"(?<=[\w)\]])(?:<(?=[\w(]+$)|(?<!-)>(?=[\w(]+$))")
_BITS = re.compile(r"\s(?:[&|^]|<<|>>|and|or|xor)\s")
_SUM = re.compile(r"\s(?:[-+*/%]|//|\*\*)\s")
_TIGHT_SUM = re.compile(r"(?<=[\w)\]_])[-+*/%](?=[\w(_])")
_MADE = re.compile(r"new\s+[\w$.:]+\s*(?:<.*>)?[(\[{]_*[)\]}](?:\s*\{_*\})?", re.DOTALL)
_BUILT = {
    "python": re.compile(r"(?:[A-Z]\w*|list|dict|tuple|set|frozenset|sorted)\(_*\)"),
    "ruby": re.compile(r"[A-Z][\w:]*\.new(?:\(_*\))?"),
    "rust": re.compile(r"(?:[A-Z]\w*|vec!)(?:::new)?\s*[{(\[]_*[)\]}]"),
    "go": re.compile(
        r"&?(?:\[\]|map\[_*\])?[\w.*]*[A-Za-z]\{_*\}|(?:make|errors\.New|fmt\.Errorf)\(_*\)"
    ),
    "kotlin": re.compile(r"[A-Z]\w*[a-z]\w*(?:<[\w<>, ?.*]*>)?\(_*\)|object\s*:.*"),
}
_ASKING = {
    "python": re.compile(r"(?:isinstance|issubclass|callable|hasattr|any|all|bool)\(_*\)"),
    "ruby": re.compile(
        r"[^\s=]*\.(?:nil|empty|include|is_a|kind_of|instance_of|any|all|none|respond_to|zero|key"
        r"|blank|present|start_with|end_with|frozen|positive|negative|even|odd)\?(?:\(_*\))?"
    ),
    **dict.fromkeys(ECMA, re.compile(r"(?:Boolean|Array\.isArray|Number\.isNaN|isNaN)\(_*\)")),
}
_MEASURING = {
    "python": re.compile(r"(?:len|int|float|hash|id|ord)\(_*\)"),
    "go": re.compile(r"(?:len|cap|int|int64|float64)\(_*\)"),
    **dict.fromkeys(ECMA, re.compile(r"(?:Number|parseInt|parseFloat)\(_*\)")),
}
_SPELLING = {
    "python": re.compile(r"(?:str|repr)\(_*\)"),
    "go": re.compile(r"(?:string|fmt\.Sprint[f|ln]*)\(_*\)"),
    "rust": re.compile(r"(?:format!|String::(?:new|from))\(_*\)"),
    **dict.fromkeys(ECMA, re.compile(r"(?:String)\(_*\)|typeof\s.*")),
}
_OUTER = re.compile(r"(?:await|try|try!|return)\s+(?=\S)")
_RAISED = re.compile(r"(?:throw|raise|fail|panic!|unreachable!|todo!|fatalError)\b(?!\s*=)")
_WRAPPED = re.compile(r"(?:Ok|Err|Some|Optional\.of|Promise\.resolve)\((.*)\)$", re.DOTALL)
_CAST = re.compile(r"\s+(?:as!?|satisfies)\s+[\w<>\[\],. |&]+$")

Variables = Callable[[str], Marks]
_MAX_DEPTH = 12


def any_variable(_name: str) -> Marks:
    """Where nothing is known of what a name stands for."""
    return ANYTHING


def possible(text: str, language: str, named: Variables = any_variable, depth: int = 0) -> Marks:
    """What the expression `text` may give; `named` tells it of a variable."""
    text = text.strip().rstrip(";").rstrip()
    if depth > _MAX_DEPTH or not text:
        return ANYTHING if text else frozenset({"undefined" if language in ECMA else "null"})

    def of(piece: str) -> Marks:
        return possible(piece, language, named, depth + 1)

    if (known := _plain(text, language)) is not None:
        return known
    mask = _masked(text)
    for rule in (_of_whole, _of_choice, _of_words, _of_operators, _of_prefix):
        if (found := rule(text, mask, language, of)) is not None:
            return found
    if re.fullmatch(r"[A-Za-z_]\w*", text):
        return named(text)
    return _of_known_call(mask, language)


Of = Callable[[str], Marks]


def _plain(text: str, language: str) -> Marks | None:
    """What is written out: a constant, a number, a text."""
    if (known := _CONSTANTS.get(text)) is not None:
        return known
    if (number := number_of(text)) is not None and text[:1] in "-+.0123456789":
        as_truth = (
            {0.0: {"false"}, 1.0: {"true"}}.get(number, set()) if language in C_FAMILY else ()
        )
        return frozenset({f"number:{number}", *as_truth})
    if (quoted := _TEXT.fullmatch(text)) is not None and quoted[1] not in quoted[2]:
        is_made = "{" in quoted[2] or "$" in quoted[2] or "\\" in quoted[2]
        return frozenset({"text" if is_made else f"text:{quoted[2]}"})
    return _OBJECT if re.fullmatch(r":\w+[?!]?", text) and language == "ruby" else None


def _masked(text: str) -> str:
    """`text` with `_` for all that stands in brackets or quotes."""
    shown = ["_"] * len(text)
    for at, char, depth in outside_quotes(text):
        if depth == 0 or (depth == 1 and char in "([{"):
            shown[at] = char
    return "".join(shown)


def _of_brackets(text: str, mask: str, language: str, of: Of) -> Marks | None:
    if re.fullmatch(r"\(_*\)", mask):
        inside = split(text[1:-1], ",")
        if len(inside) == 1 and inside[0].strip():
            return of(inside[0])
        if len(inside) > 1:
            return frozenset({"other:tuple"}).union(*map(of, filter(str.strip, inside))) - NULLS
        return frozenset({"other:()"}) if language == "python" else NULLS
    is_braced = language in _BRACES_ARE_VALUES and re.fullmatch(r"\{_*\}", mask)
    if is_braced or re.fullmatch(r"\[_*\]", mask):
        may_be_empty = _SPREAD.search(text) is not None
        return OTHER if may_be_empty else frozenset({f"other:{squeezed(text)}"})
    return None


_SPREAD = re.compile(r"\bfor\b|\*|\.\.\.")


def _of_whole(text: str, mask: str, language: str, of: Of) -> Marks | None:
    """What stands wholly in brackets, makes a function, or is not left by giving a value."""
    if (bracketed := _of_brackets(text, mask, language, of)) is not None:
        return bracketed
    if _RAISED.match(mask):
        return NOTHING_AT_ALL
    if _FUNCTION.match(text) or (language in ECMA and "=>" in mask):
        return _OBJECT
    if language not in ("python", *ECMA) and _BLOCK.match(mask):
        return ANYTHING
    if language not in _GIVING_OPERANDS and mask.startswith("{"):
        return ANYTHING
    if wrapped := _WRAPPED.fullmatch(text):
        return of(wrapped[1]) | _OBJECT
    return None


def _of_choice(text: str, mask: str, language: str, of: Of) -> Marks | None:
    """`a if c else b`, `c ? a : b`, and what is given where there is nothing else."""
    if language == "python":
        head, tail = mask.find(" if "), mask.find(" else ")
        return of(text[:head]) | of(text[tail + 6 :]) if 0 < head < tail else None
    blank = re.search(r"\s\?\s", mask)
    if blank and (colon := _colon(mask, blank.end())) > 0:
        return of(text[blank.end() : colon]) | of(text[colon + 1 :])
    if language not in ("ruby", "swift", "kotlin", "rust") and re.search(
        r"(?<!\?)\?(?![.?:\[>=])", mask
    ):
        return ANYTHING
    for sign in ("??", "?:"):
        if len(pieces := _cut(text, mask, sign)) > 1:
            return of(pieces[0]) - NULLS | of(sign.join(pieces[1:]))
    return None


def _colon(mask: str, start: int) -> int:
    """Where the colon of the choice is whose question mark stands before `start`; -1 if nowhere."""
    open_ones = 1
    for sign in re.finditer(r"(?<=\s)[?:](?=\s)", mask[start:]):
        open_ones += 1 if sign[0] == "?" else -1
        if not open_ones:
            return start + sign.start()
    return -1


def _of_words(text: str, mask: str, language: str, of: Of) -> Marks | None:
    """`a or b`, `a and b`, `not a`, and what is assigned."""
    if language == "ruby" and re.search(r"\s(?:if|unless|rescue|while|until)\s", mask):
        return ANYTHING
    if unless := _ASSIGNED_UNLESS.search(mask):
        return of(text[: unless.start()]) - NULLS | of(text[unless.end() :])
    if _ASSIGNED_SO.search(mask):
        return ANYTHING
    if assigned := _ASSIGNED.search(mask):
        return of(text[assigned.end() :])
    if (joined := _of_joined(text, mask, language, of)) is not None:
        return joined
    if language in _WITH_WORDS and (denied := re.match(r"not\b\s*", mask)):
        return _denied(of(text[denied.end() :]))
    return None


_OR_AND = (("||", True), ("&&", False))
_JOINING = {
    "python": ((" or ", True), (" and ", False)),
    "ruby": ((" or ", True), (" and ", False), *_OR_AND),
}


def _of_joined(text: str, mask: str, language: str, of: Of) -> Marks | None:
    """What `a or b` and `a and b` may give, of which the first counts that is there."""
    for sign, is_or in _JOINING.get(language, _OR_AND):
        pieces = _cut(text, mask, sign)
        if len(pieces) < 2 or not all(piece.strip() for piece in pieces):
            continue
        if language not in _GIVING_OPERANDS:
            return _asked(language)
        kept = _true_ones if is_or else _false_ones
        return of(pieces[-1]).union(*(kept(of(piece)) for piece in pieces[:-1]))
    return None


def _asked(language: str) -> Marks:
    """What a question gives: of C a number, which is as good as a truth."""
    return TRUTHS | {"number:1.0", "number:0.0"} if language in C_FAMILY else TRUTHS


def _of_operators(text: str, mask: str, language: str, of: Of) -> Marks | None:
    if language == "ruby" and (" <=> " in mask or " =~ " in mask):
        return frozenset({"number", "null"})
    if _COMPARED.search(mask) or (mask.count("<") + mask.count(">") == 1 and _TIGHTLY.search(mask)):
        return _asked(language)
    if plain := _CAST.search(mask):
        return of(text[: plain.start()])
    if " as? " in mask or re.search(r"\bas\s", mask):
        return ANYTHING
    if _BITS.search(mask):
        return _BITWISE
    is_tight = language not in ("ruby", "kotlin", "swift") and not mask.startswith(("/", "*", "&"))
    if _SUM.search(mask) or (is_tight and _TIGHT_SUM.search(mask)):
        return _CALCULATED
    if len(pieces := split(text, ",")) > 1:
        return frozenset({"other:tuple"}).union(*map(of, filter(str.strip, pieces))) - NULLS
    return None


def _of_prefix(text: str, mask: str, language: str, of: Of) -> Marks | None:
    if outer := _OUTER.match(mask):
        return of(text[outer.end() :])
    if text.startswith("!") and len(text) > 1:
        return _asked(language) if language in C_FAMILY else _denied(of(text[1:]))
    if text[:1] in "-+~" and len(text) > 1 and text[1] not in "->":
        return frozenset({"number"}) | OTHER
    if text.startswith("&") and language in ("go", "rust"):
        return OTHER if language == "go" else of(text[1:])
    if language in ("kotlin", "swift", "typescript", "tsx") and text.endswith("!"):
        return of(text.rstrip("!")) - NULLS
    return None


def _of_known_call(mask: str, language: str) -> Marks:
    """What is made with `new`, and what some functions of the language give."""
    if _MADE.fullmatch(mask):
        return _OBJECT
    if language == "python" and mask in _EMPTY:
        return _EMPTY[mask]
    for table, marks in (
        (_BUILT, OTHER),
        (_ASKING, TRUTHS),
        (_MEASURING, frozenset({"number"})),
        (_SPELLING, frozenset({"text"})),
    ):
        if language in table and table[language].fullmatch(mask):
            return marks
    return ANYTHING


_EMPTY = {
    name: frozenset({f"other:{sign}"})
    for name, sign in (("list()", "[]"), ("dict()", "{}"), ("tuple()", "()"))
}


def _cut(text: str, mask: str, sign: str) -> list[str]:
    """The pieces of `text` between the places where `mask` has the sign."""
    pieces, start = [], 0
    while (at := mask.find(sign, start)) >= 0:
        pieces.append(text[start:at])
        start = at + len(sign)
    return [*pieces, text[start:]]


def _true_ones(marks: Iterable[str]) -> Marks:
    return frozenset(marks) - NULLS - {"false", "number:0.0", "text:"}


def _false_ones(marks: Marks) -> Marks:
    """What `a` of `a and b` may give: none, false, and what is empty where that is as good."""
    kept = marks & (NULLS | OTHER | {"false", "number:0.0", "text:"})
    kept |= marks & {"other:[]", "other:{}", "other:()"}
    kept |= {"number:0.0"} if "number" in marks else NOTHING_AT_ALL
    return kept | ({"text:"} if "text" in marks else NOTHING_AT_ALL)


def _denied(marks: Marks) -> Marks:
    if marks <= NULLS | {"false"}:
        return frozenset({"true"})
    return frozenset({"false"}) if marks == {"true"} else TRUTHS
