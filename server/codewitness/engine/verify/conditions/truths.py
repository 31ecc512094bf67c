"""Whether what is known of a value is as much as its truth: `x is not None` is less than `x`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from codewitness.engine.verify.code.families import C_FAMILY
from codewitness.engine.verify.conditions.answered import is_null_itself
from codewitness.engine.verify.question import Question, is_same_name

# Where what is there may be false all the same: 0, "", an empty list.
_FALSY = frozenset({"python", "javascript", "typescript", "tsx"})
_NAME = re.compile(r"[A-Za-z_@$][\w.@$:>()-]*")
_VALUE = re.compile(r"(?i)(?:\w+(?:\.|::))*(?:true|false|yes|no|null|none|nil|undefined|nullptr)")


def is_wider(asked: Question, known: Sequence[Question], language: str) -> bool:
    """True if all that is known of a value leaves open whether it is as `only if` asks.

    `only if x` of `x is not None`, `only if x is None` of `not x`, and `only if x` of `x != y`.
    """
    mine = [one for one in known if is_same_name(asked.what, one.what)]
    if not mine:
        return False
    if asked.kind == "true" and not asked.value:
        is_plain = language in _FALSY or bool(asked.raw)
        open_ = [one for one in mine if _is_of_names(one)]
        if is_plain and language not in C_FAMILY:
            open_ += [one for one in mine if one.kind == "null" and one.holds != asked.holds]
        return len(open_) == len(mine)
    if is_null_itself(asked) and asked.holds and language in _FALSY:
        return all(one.kind == "true" and not one.value and not one.holds for one in mine)
    return False


def _is_of_names(question: Question) -> bool:
    """True if it is compared with another variable, which may be anything."""
    is_name = _NAME.fullmatch(question.raw) is not None and not _VALUE.fullmatch(question.raw)
    is_constant = re.search(r"[A-Z]", question.raw) is not None
    return question.kind == "equals" and is_name and not is_constant
