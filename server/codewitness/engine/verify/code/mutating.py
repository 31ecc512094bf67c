"""Calls that change what they are called on, or what they are given: `x.append(…)`, `copy(x, …)`.

Whose address is handed over, `fill(&x)`, may be changed by whatever is called.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from codewitness.engine.verify.names import Fit, parts
from codewitness.engine.verify.subject import Part
from codewitness.model.nesting import split
from codewitness.model.outline import Call, Outline
from codewitness.model.text import Span

MUTATORS = frozenset(
    {
        *("append", "add", "update", "pop", "push", "insert", "extend", "remove", "clear"),
        *("set", "put", "delete", "discard", "setdefault", "popitem", "sort", "reverse"),
        *("push_back", "emplace", "emplace_back", "erase", "addAll", "putAll", "removeAll"),
        *("unshift", "shift", "splice", "appendleft", "popleft", "concat", "Add", "Remove"),
        *("Clear", "Insert", "merge!", "addObject", "removeObject", "insert_at", "store"),
    }
)
_OF_LANGUAGE = {
    "objc": re.compile(
        r"(?:add|remove|insert|replace|exchange|append|delete|set|union|minus|intersect)"
        r"(?:All|Last)?(?:Objects?|Value|String|Format|Characters|Bytes|Data|Set|Entries|Index(?:es)?)"
        r"(?![a-z])\w*"
    ),
    "swift": re.compile(
        r"remove(?:First|Last|Value|Subrange)|popLast|popFirst|updateValue|form[A-Z]\w+|swapAt"
        r"|toggle|subtract|sort|shuffle|reserveCapacity"
    ),
    "rust": re.compile(
        r"push_(?:str|back|front)|pop_(?:back|front)|insert_str|extend_from_slice|truncate|drain"
        r"|retain(?:_mut)?|dedup\w*|resize\w*|swap_remove|split_off|get_or_insert\w*|sort\w*"
        r"|reserve\w*|entry|fetch_\w+|copy_from_slice|clone_from_slice|clone_from|fill"
    ),
    "cpp": re.compile(
        r"push_front|pop_(?:back|front)|insert_or_assign|try_emplace|emplace_(?:front|hint)|resize"
        r"|reserve|assign|swap|shrink_to_fit|reset|fetch_\w+|exchange"
    ),
    "go": re.compile(r"Store|Swap|CompareAndSwap|LoadOrStore|Delete|PushBack|PushFront|Reset"),
    "ruby": re.compile(
        r"prepend|delete_if|delete_at|keep_if|replace|compare_by_identity|force_encoding|fill"
    ),
}
# Functions that change the first thing that they are given.
_FILLING = {
    "c": re.compile(
        r"(?:w?mem(?:cpy|move|set|pcpy)|bzero|explicit_bzero|(?:str|wcs)n?(?:cpy|cat)|strlc(?:py|at)"
        r"|stpn?cpy|v?sn?printf|gmtime_r|qsort)"
    ),
    "go": re.compile(
        r"copy|clear|delete|(?:binary\.)?(?:Big|Little|Native)Endian\.PutUint\d+"
        r"|binary\.(?:Big|Little|Native)Endian\.PutUint\d+|binary\.PutU?[vV]arint"
        r"|sort\.(?:Slice|SliceStable|Sort|Stable|Strings|Ints|Float64s)"
        r"|slices\.(?:Sort\w*|Reverse)|(?:\w+\.)+(?:XORKeyStream|CryptBlocks|Read)"
    ),
    "rust": re.compile(r"(?:std::|core::)?mem::(?:swap|replace|take)"),
}
_FILLING |= {
    "objc": _FILLING["c"],
    "cpp": re.compile(
        rf"(?:std::)?(?:{_FILLING['c'].pattern}|swap|sort|stable_sort|fill|fill_n|reverse|iota)"
    ),
}
_SECOND = re.compile(r"(?:std::)?(?:mem::)?swap")  # which changes what comes next, too
_CAST = re.compile(r"\(\s*(?:const\s+)?[\w\s]+\*+\s*\)\s*")
_BY_ADDRESS = {
    **dict.fromkeys(("c", "cpp", "objc", "go", "swift"), re.compile(r"(?<![&\w)\]])&\s*(?!&)")),
    "rust": re.compile(r"&mut\s+"),
    "csharp": re.compile(r"(?:ref|out)\s+"),
}
_READING = re.compile(r"(?i)_*(?:atomic_)?load|print|log|assert|expect|marshal")
_ZEROING = re.compile(r"(?:std::)?(?:w?memset\b.*|bzero|explicit_bzero|clear)")
_FITTING = (Fit.EXACT, Fit.ALIAS, Fit.LOOSE)
Fits = Callable[[Part, str, str], Fit]


def changes(call: Call, outline: Outline) -> bool:
    """True if the name of a call says that it changes what it is called on."""
    own = _OF_LANGUAGE.get(outline.language)
    if outline.language == "go" and call.name == "Add" and not _stands_alone(call, outline):
        return False  # `end := start.Add(timeout)`
    is_own = own is not None and own.fullmatch(call.name) is not None
    return is_own or call.name in MUTATORS or call.name.endswith("!")


def shovelled(wanted: str, part: Part) -> Iterator[Span]:
    """Where Ruby's `x << y` puts something into what is wanted."""
    outline = part.outline
    for item in outline.occurrences(parts(wanted)[-1]) if outline.language == "ruby" else ():
        after = outline.text.raw[item.span.end : item.span.end + 5]
        if re.match(rb"\s*<<(?![=~-])", after):
            yield item.span


def _stands_alone(call: Call, outline: Outline) -> bool:
    line = outline.text.line_span(outline.text.line_at(call.whole.start))
    before = outline.text.slice(Span(line.start, call.whole.start)).strip()
    return before in ("", "defer", "go", "{")


def filling(wanted: str, part: Part, fits: Fits) -> Iterator[tuple[Call, str]]:
    """Calls of known functions that change what they are given, and what: `memset(x, 0, n)`."""
    outline = part.outline
    known = _FILLING.get(outline.language)
    for call in outline.calls if known is not None else ():
        if known is None or not known.fullmatch(call.text):
            continue
        given = _given(call, part)
        changed = given[: 2 if _SECOND.fullmatch(call.text) else 1]
        for one in map(_bare, changed):
            if fits(part, one, wanted) in _FITTING:
                yield call, one


def zeroing(wanted: str, part: Part, fits: Fits) -> Iterator[Call]:
    """Those that leave nothing of it: `memset(x, 0, n)`, `bzero(x, n)`, Go's `clear(x)`."""
    for call, _ in filling(wanted, part, fits):
        given = _given(call, part)
        is_value = call.name.endswith("memset")
        if _ZEROING.fullmatch(call.text) and (not is_value or given[1:2] in (["0"], ["'\\0'"])):
            yield call


def handed_address(wanted: str, part: Part, fits: Fits) -> str:
    """The call that is given the address of what is wanted, so that it may change it, or empty."""
    outline = part.outline
    sign = _BY_ADDRESS.get(outline.language)
    known = _FILLING.get(outline.language)
    for call in outline.calls if sign is not None else ():
        is_known = known is not None and known.fullmatch(call.text) is not None
        for one in () if is_known or _READING.match(call.name) else _given(call, part):
            found = sign.match(one) if sign is not None else None
            if found is not None and fits(part, one[found.end() :], wanted) in _FITTING:
                return call.text
    return ""


def _given(call: Call, part: Part) -> list[str]:
    given = part.outline.text.slice(Span(call.span.end, call.whole.end)).strip()
    is_listed = given.startswith("(") and given.endswith(")")
    return [one.strip() for one in split(given[1:-1], ",")] if is_listed else []


def _bare(argument: str) -> str:
    """What is given, without casts, signs, slices and the ends of a range."""
    plain = _CAST.sub("", argument)
    plain = re.sub(r"^[&*(\s]*(?:mut\s+)?", "", plain).rstrip(") ")
    plain = re.sub(r"\[[^\]]*:[^\]]*\]$", "", plain)
    return re.sub(r"\.begin\($|\.begin$", "", plain)
