"""Whether a condition asks that a thing is there, or is empty, where a claim says so of it.

`if the rule is not found` is not shown by `rule.priority == other.priority`, nor by what has left
before where it was not found; and what is null is not empty for that.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from codewitness.engine.verify.code.made_from import made_of
from codewitness.engine.verify.conditions.known_states import emptiness
from codewitness.engine.verify.doubts.asked_there import ARTICLE, Place, stems
from codewitness.engine.verify.names import type_of
from codewitness.engine.verify.question import Question

_BE = r"(?:is|are|was|were|has been|have been|can be|could be)"
_NO = r"(?P<no>not |no longer )?(?:already |still |yet )?"
_NOUN = r"(?P<noun>[A-Za-z_@$][\w.]*(?: [a-z]\w*){0,2}?)"
_THERE = (
    r"(?:(?P<there>found|present|available|registered|known|cached|stored|contained|there)"
    r"|(?P<gone>missing|absent|unavailable|unknown|gone))"
)
_PRESENT = re.compile(
    rf"{ARTICLE}{_NOUN} (?:{_BE} {_NO}{_THERE}"
    r"|(?P<never>(?:does|did) not )(?:already |yet )?exist|(?:already |still )?exist(?:s|ed)?)$"
)
_EMPTY = re.compile(rf"{ARTICLE}{_NOUN} {_BE} {_NO}(?:empty|blank)$")


def is_of_other_state(text: str, place: Place, is_turned: bool) -> bool:
    """True if nothing there asks for what is said to be there, or empty, or only the opposite."""
    if (said := _PRESENT.match(text)) is not None:
        wanted = (said["no"] or said["never"] or said["gone"]) is None
        return _is_else(said["noun"], wanted != is_turned, _presence, place)
    if (said := _EMPTY.match(text)) is not None:
        return _is_else(said["noun"], (said["no"] is None) != is_turned, _is_empty, place)
    return False


_Tells = Callable[[Question, Place], bool | None]


def _is_else(noun: str, wanted: bool, tells: _Tells, place: Place) -> bool:
    asked = [one for one in (*place.known, *place.either) if _speaks_of(noun, one, place)]
    answers = {tells(one, place) for one in asked} - {None}
    return bool(asked) and wanted not in answers


def _speaks_of(noun: str, known: Question, place: Place) -> bool:
    words = stems(noun)
    told = [known.what, known.value, known.called, *made_of(known.what, place.outline)]
    return bool(words) and any(words <= stems(one) for one in told)


_ERROR = re.compile(r"(?i)(?:\w*[._])?_?(?:err(?:or)?s?|ex|exc|exception|e)\d?")
_TURNING = re.compile(
    r"(?i)(?:^|[._])(?:not?|non|un|in|dis|is_?not?|has_?no)(?=[_A-Z])|empty|missing|null|none|nil"
    r"|fail|absent|invalid"
)
_NOWHERE = re.compile(r"-1|(?:.*[.:>])?(?:npos|c?r?end(?:\(\))?|NSNotFound)")
_LACKING = re.compile(r"(?i)not_?found|missing|no_?such|noent|not_?exist|absent|^none$|unknown")


def _presence(known: Question, _place: Place) -> bool | None:
    """Whether what is asked is known to be there; None if that is not what is asked."""
    if known.kind == "null":
        return known.holds == (_ERROR.fullmatch(known.what) is not None)
    if known.kind == "true":
        is_known = _TURNING.search(known.what.rpartition(".")[2] + known.value) is None
        return known.holds != (_ERROR.fullmatch(known.what) is not None) if is_known else None
    if known.kind in ("exists", "in", "responds"):
        return known.holds
    if (is_empty := emptiness(known)) is not None:
        return not is_empty
    return _is_somewhere(known)


def _is_somewhere(known: Question) -> bool | None:
    """What an index or a constant says of that: `i == -1`, `it != table.end()`, `i < 0`."""
    if known.kind == "equals" and (_NOWHERE.fullmatch(known.value) or _LACKING.search(known.raw)):
        return not known.holds
    if (known.kind, known.value) in (("below", "0"), ("above", "-1")):
        return known.holds == (known.kind == "above")
    return None


_COLLECTION = re.compile(r"(?i)(?:list|map|set|array|queue|dict|table|collection|stack|[^s]s)$")
_OF_MANY = re.compile(r"\[\]|Map|Set|Array|List|Record")
_GIVING = re.compile(r"\(|(?i:peek|first|last|head|next|pop|poll|front|top)")


def _is_empty(known: Question, place: Place) -> bool | None:
    """Whether what is asked is known to be empty; None if that is not what is asked."""
    if (is_empty := emptiness(known)) is not None:
        return is_empty
    if known.kind == "null":  # `queue.peek() == null`
        return known.holds if _GIVING.search(known.what) else None
    if known.kind == "true" and (known.called or _may_be_text(known.what, place)):
        return not known.holds
    return None


def _may_be_text(name: str, place: Place) -> bool:
    """True where `!x` may mean that a text is empty: a list that is empty is true in JavaScript."""
    if place.outline.language == "python":
        return True
    if place.outline.language not in ("javascript", "typescript", "tsx"):
        return False
    declared = type_of(place.outline, name)
    is_many = _OF_MANY.search(declared) is not None or _COLLECTION.search(name) is not None
    return not is_many or declared == "string"
