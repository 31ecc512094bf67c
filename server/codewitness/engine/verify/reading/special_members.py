"""Members of C++ that have no name of their own: the copy constructor, the move assignment.

They are spelled as a declaration does it, `Buf::operator=(Buf&&)`, before a sentence is read, and
those of Objective-C with their class and all their colons, `Reader.read:error:`.
"""

from __future__ import annotations

import re

_TYPE = r"`?(?P<type{n}>(?:\w+(?:::|\.))*[A-Za-z_]\w*)(?:<[\w, :]*>)?`?"
_KIND = (
    r"(?P<how{n}>copy|move)[ -](?P<what{n}>constructor|ctor|assignment(?:[ -]operator)?)"
    r"|`?operator ?(?P<sign{n}>\(\)|\[\]|[-=<>!+*/%&|^~]{{1,3}})(?:\([^()]*\))?`?(?=\s)"
    r"|(?P<said{n}>(?:in)?equality|assignment|subscript|(?:function[- ])?call) operator"
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
_SIGNS |= dict.fromkeys(("call", "function call", "function-call"), "()")


def named_members(sentence: str) -> str:
    """The sentence with the member that it is about spelled out, if it is such a one."""
    sentence = _BY_SYMBOL.sub(r"\1`\2.\3`", sentence.strip(), count=1)
    sentence = _SELECTOR.sub(r"`\1.\2`", _OF_CLASS.sub(r"\1`\2.\3`", sentence.strip()))
    spelt = _MEMBER.sub(_spelt_out, sentence, count=1)
    return _DELETED.sub(_of_its_class, spelt, count=1)


# `Deque[Symbol.iterator]` of JavaScript.
_BY_SYMBOL = re.compile(
    r"^((?:[Dd]oes |[Ii]s |[Vv]erify that |the method )?)`?(\w+(?:\.\w+)*?)(?:\.prototype|\.|#)?"
    r"\[`?Symbol\.(\w+)`?\](?:\(\))?`?(?=\s)"
)
# `Reader read:error:` of Objective-C, whose colons tell it from `Reader read:`.
_SELECTOR = re.compile(r"`([A-Z]\w*)(?: |#|::)((?:[a-z_]\w*:)+)`")
_OF_CLASS = re.compile(
    r"^((?:[Dd]oes |[Ii]s |[Vv]erify that |the method )?)([A-Z]\w+) ((?:[a-z]\w*:)+)(?=\s+[a-z])"
)
_DELETED = re.compile(
    r"^(?:the |is )?`?(?P<owner>(?:\w+::)*\w+)::(?P<name>~?\w+|operator[^\s`(]*)"
    r"(?P<given>\([^()`]*\))*`?"
    r"(?: is| has been)?(?P<not> not| never)?(?: explicitly)?(?: marked(?: as)?| declared)?(?: as)?"
    r" (?:deleted|`?= ?delete`?)(?=[\s.?]*$)",
    re.IGNORECASE,
)


def _of_its_class(found: re.Match[str]) -> str:
    """What is deleted defines nothing: its class is whom that is said of."""
    is_made = found["name"] == found["owner"].rpartition("::")[2]  # `T()` takes nothing
    given = found["given"] or ""
    if is_made and given == "()":
        member = "its default constructor"
    else:
        member = f"`{found['name']}{given if given != '()' else ''}`"
    return f"`{found['owner']}` {'does not delete' if found['not'] else 'deletes'} {member}"


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
    is_told = found is not None and bool(found["how1"] or found["how2"])
    return is_told and _DELETED.match(_MEMBER.sub(_spelt_out, sentence.strip(), count=1)) is None
