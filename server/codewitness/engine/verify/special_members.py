"""Members of C++ that have no name of their own: the copy constructor, the move assignment.

They are spelled as a declaration does it, `Buf::operator=(Buf&&)`, before a sentence is read.
"""

from __future__ import annotations

import re

_TYPE = r"`?(?P<type{n}>(?:\w+(?:::|\.))*[A-Za-z_]\w*)(?:<[\w, :]*>)?`?"
_KIND = (
    r"(?P<how{n}>copy|move)[ -](?P<what{n}>constructor|ctor|assignment(?:[ -]operator)?)"
    r"|`?operator ?(?P<sign{n}>\[\]|[-=<>!+*/%&|^~]{{1,3}})`?(?=\s)"
    r"|(?P<said{n}>(?:in)?equality|assignment|subscript) operator"
)
_MEMBER = re.compile(
    r"^(?P<lead>(?:does |so |in )?(?:the )?)(?:(?:class |struct )?"
    + _TYPE.format(n=1)
    + r"(?:'s|::)\s?"
    + f"(?:{_KIND.format(n=1)})"
    + "|"
    + f"(?:{_KIND.format(n=2)})"
    + r" (?:of|for|in) (?:the )?(?:class |struct )?"
    + _TYPE.format(n=2)
    + r")(?=\s)",
    re.IGNORECASE,
)
_SIGNS = {"equality": "==", "inequality": "!=", "assignment": "=", "subscript": "[]"}


def named_members(sentence: str) -> str:
    """The sentence with the member that it is about spelled out, if it is such a one."""
    return _MEMBER.sub(_spelt_out, sentence.strip(), count=1)


def _spelt_out(found: re.Match[str]) -> str:
    said = {
        name.rstrip("12"): text
        for name, text in found.groupdict().items()
        if text and name != "lead"
    }
    owner = said["type"].replace(".", "::")
    last = owner.rpartition("::")[2]
    if "how" not in said:
        sign = said.get("sign") or _SIGNS[said["said"].lower()]
        return f"{found['lead']}`{owner}::operator{sign}`"
    given = f"{last}&&" if said["how"].lower() == "move" else f"const {last}&"
    name = last if said["what"].lower() in ("constructor", "ctor") else "operator="
    return f"{found['lead']}`{owner}::{name}({given})`"


def is_special(sentence: str) -> bool:
    """True if it is about a member that only its parameters tell from others."""
    found = _MEMBER.match(sentence.strip())
    return found is not None and bool(found["how1"] or found["how2"])
