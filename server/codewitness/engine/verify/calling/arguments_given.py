"""Whether a call is given what a claim says: by name, by value, or a text in whatever quotes."""

from __future__ import annotations

import re
from collections.abc import Sequence

from codewitness.engine.verify.hit import Hit, has_word
from codewitness.model.nesting import split


def is_given(hit: Hit, arguments: Sequence[str]) -> bool:
    """True if all that is said is among what the call is given."""
    if hit.arguments is None:
        return False
    if arguments == ("",):
        return not hit.arguments.strip(" ()\n")
    return all(_is_among(hit.arguments, one) for one in arguments)


def may_be_given(hit: Hit, arguments: Sequence[str], said_so: str) -> bool:
    """True for `with limit=3` and `with limit 3` of `f(x, 3)`: no name tells what the 3 is."""
    values = {
        one: re.search(rf"\bwith (?:\w+ )?{re.escape(one)} {_VALUE}", said_so) for one in arguments
    }
    said = [(f"{one}={value[1]}" if value else one).partition("=") for one, value in values.items()]
    text = (hit.arguments or "").strip().removeprefix("(").removesuffix(")")
    listed = [one.strip() for one in split(text, ",")]
    is_keyed = any(re.search(rf"(?<!\w){re.escape(name)}\s*[=:]", text) for name, _, _ in said)
    return not is_keyed and all(value and value in listed for _, _, value in said)


_VALUE = r"(-?\d[\d._]*|true|false|nil|null|None)\b"


def _is_among(arguments: str, one: str) -> bool:
    """True if `one` is in the arguments, a text in whatever quotes."""
    if len(one) > 1 and one[0] == one[-1] == '"':
        return any(quote + one[1:-1] + quote in arguments for quote in "\"'`")
    name, sign, value = one.partition("=")
    if sign and name.isidentifier() and not value.startswith("="):
        return _is_keyed(arguments, name, value)
    if _OPERATOR.search(one):  # `n-1`, in whatever spacing
        return has_word(re.sub(r"\s", "", arguments), one)
    if one.isidentifier():
        return has_word(_without_prose(arguments), one)
    return has_word(arguments, one)


def _without_prose(arguments: str) -> str:
    """The arguments, of their texts only those of one word and what is put into the others."""
    kept, end = [], 0
    for text in _TEXT.finditer(arguments):
        kept.append(arguments[end : text.start()])
        is_word = text[0][1:-1].isidentifier()
        kept.append(text[0] if is_word else " ".join(_PUT_IN.findall(text[0])))
        end = text.end()
    return "".join([*kept, arguments[end:]])


_TEXT = re.compile(
    r"\"\"\".*?\"\"\"|\"(?:\\.|[^\"\\])*\"|'(?:\\.|[^'\\\n]){2,}'|`(?:\\.|[^`\\])*`", re.DOTALL
)
_PUT_IN = re.compile(r"\$\w+|\\\((?:[^()]|\([^()]*\))*\)|\{[^{}\n]*\}")
_OPERATOR = re.compile(r"\w[-+*/%&|<>]+\w")


def _is_keyed(arguments: str, name: str, value: str) -> bool:
    """True for `name=value`, `name: value`."""
    return re.search(rf"(?<!\w){name}\s*[=:]\s*&?{re.escape(value)}(?!\w)", arguments) is not None
