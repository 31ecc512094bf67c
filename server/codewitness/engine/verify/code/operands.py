"""What stands before an operator, as far as it is an operand: `a && b` of `if (a && b && f())`."""

from __future__ import annotations

import re

_AND = ("&&", "and")
_JOINING = re.compile(r"(&&|\|\||\band\b|\bor\b)\s*[(!]*\s*$")
_ENDING = re.compile(r"\b(?:return|if|while|elif|unless|until|assert|guard|let|not in)$")
_PLAIN_EQUALS = re.compile(r"(?<![=!<>:])=(?![=>~])")


def operand_before(text: str) -> tuple[str, bool, int] | None:
    """The operand behind which `text` ends with `&&` or `||`; whether it is `&&`; where it begins.

    None if it ends with neither. Operands that are joined by the same operator belong to it.
    """
    found = _JOINING.search(text)
    if found is None:
        return None
    is_and = found[1] in _AND
    start = _begin(text[: found.start()], is_and=is_and)
    return text[start : found.start()].strip(), is_and, start


def _begin(text: str, *, is_and: bool) -> int:
    """Where the operand begins that ends the text."""
    depth = 0
    for at in range(len(text) - 1, -1, -1):
        letter = text[at]
        depth += (letter in ")]") - (letter in "([")
        if depth < 0 or (depth == 0 and _is_end(text, at, is_and=is_and)):
            return at + 1
    return 0


def _is_end(text: str, at: int, *, is_and: bool) -> bool:
    letter = text[at]
    if letter in ";{},":
        return True
    if letter in "?:" and text[at - 1 : at] == " " == text[at + 1 : at + 2]:
        return True
    if letter == ">" and text[at - 1 : at] == "=":  # of a function, `=>`
        return True
    if letter == "|" and is_and:
        return text[at - 1 : at + 1] == "||"
    if letter == "=" and _PLAIN_EQUALS.match(text, at):
        return True
    if letter == " " and is_and and re.search(r"\bor$", text[:at]):
        return True
    return letter == " " and _ENDING.search(text[:at]) is not None
