"""Lines that give a name its value: constants, variables, fields, members of enums, macros.

They are told by how they are written, which is much the same in all languages; no grammar is asked,
since a search reads many files. How sure a line tells it is its `Strength`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import IntEnum
from functools import lru_cache


class Strength(IntEnum):
    """How a line defines a name; the lower, the surer."""

    VALUE = 0  # `NAME = 3`, `const NAME: number`, `#define NAME 3`
    DECLARED = 1  # `int name;`, `name: string`
    OWN = 2  # `self.name = 3`, where an object is made
    MEMBER = 3  # a line that has but the name, as members of an enum have


# Words before a name with which a line does something else than declare it.
_NO_TYPES = (
    r"(?!(?:assert|await|case|catch|delete|del|echo|elif|else|except|export\s+default|for|from|go|goto"
    r"|if|import|in|is|match|new|not|of|or|and|package|print|raise|return|switch|throw|throws|typeof"
    r"|unless|until|use|while|with|yield)\b)"
)
_TYPES = rf"(?:{_NO_TYPES}[\w\[*&@][\w.:<>\[\],?*&@|]*[ \t]+)"
_VALUE = r"(?:(?<![=!<>])=(?![=>~])|:=|\?\?=|\|\|=)"
_TYPED = r"(?:[ \t]*\??!?:[ \t]*[^=\n]{1,200}?|[ \t]*\[[^\]\n]*\]|[ \t]+[\w.*\[\]]+)?[ \t]*"
_DECLARING = "const|constexpr|let|lateinit|my|our|static|val|var"
_DEFINING = "def|defmacro|defp|fn|fun|func|function|macro|proc|sub"
_LONGEST = 400  # bytes of a line that are looked at, half of them before the name
_MOST_LINES = 1_000  # that are looked at; what gives a value is hardly ever behind so many
_ENDS = r"[ \t]*(?:;|,?[ \t]*(?://|/\*|#|$))"


def lines_defining(raw: bytes, name: str) -> Iterator[tuple[Strength, int]]:
    """Strength of each line of a text that may define `name`, and the byte where it begins."""
    forms, said = _forms(name), name.encode()
    at, n_read = raw.find(said), 0
    while at >= 0 and n_read < _MOST_LINES:
        n_read += 1
        start, end = raw.rfind(b"\n", 0, at) + 1, raw.find(b"\n", at)
        end = end if end >= 0 else len(raw)
        if at - start < _LONGEST // 2:
            line = raw[start : min(end, start + _LONGEST)].decode("utf-8", "replace").rstrip()
            of_line = (strength for strength, form in forms if form.match(line) is not None)
            if (strength := next(of_line, None)) is not None:
                yield strength, start
        at = raw.find(said, end)


@lru_cache(maxsize=64)
def _forms(name: str) -> tuple[tuple[Strength, re.Pattern[str]], ...]:
    said = rf"[$*&]*{re.escape(name)}(?![\w$])"
    before = rf"[ \t]*(?:[\w$]+,[ \t]*){{0,4}}{_TYPES}{{0,8}}"
    each = (
        (Strength.VALUE, rf"{before}{said}{_TYPED}{_VALUE}"),
        (Strength.VALUE, rf"[ \t]*#[ \t]*define[ \t]+{said}"),
        # In a macro, say, no grammar sees what is defined.
        (Strength.VALUE, rf"[ \t]*(?:\w+[ \t]+){{0,4}}(?:{_DEFINING})[ \t]+{said}"),
        (Strength.VALUE, rf"[ \t]*define\([ \t]*['\"]{said}['\"]"),
        (
            Strength.VALUE,
            rf"[ \t]*(?:[\w@]+[ \t]+){{0,4}}(?:{_DECLARING})[ \t]+{_TYPES}{{0,3}}{said}"
            rf"(?![ \t]+(?:in|of)\b)(?:[ \t]*[:;,{{\[=]|[ \t]+by\b|(?:[ \t]+[\w.*\[\]]+)?[ \t]*$)",
        ),
        (Strength.DECLARED, rf"[ \t]*{_TYPES}{{1,8}}{said}(?:[ \t]*\[[^\]\n]*\])?{_ENDS}"),
        (Strength.DECLARED, rf"[ \t]*{_TYPES}{{0,4}}['\"]?{said}['\"]?\??!?[ \t]*:(?![:=])"),
        (Strength.OWN, rf"[ \t]*(?:self|this|@|\$this)(?:\.|->)?{said}{_TYPED}{_VALUE}"),
        (Strength.MEMBER, rf"[ \t]*(?:case[ \t]+)?{said}(?:[ \t]*\(.*\)[ \t]*[,;{{]?)?{_ENDS}"),
    )
    return tuple((strength, re.compile(form)) for strength, form in each)
