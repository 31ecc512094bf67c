"""Whether what is known of a condition answers what a claim's condition asks."""

from __future__ import annotations

import re

from codewitness.engine.verify.code.values import number_of
from codewitness.engine.verify.question import Question, is_other_null, is_same_name

_TRUTH = {"true": True, "null": False, "empty": False}


def is_answered(asked: Question, known: Question, language: str) -> bool | None:
    """True if what is known says that it is as asked, False if that it is not; None if neither."""
    asked, known = _numbered(asked), _numbered(known)
    if asked.kind == "exists" and known.kind in _TRUTH:
        asked = asked._replace(kind="true")
    asked = _of_size(asked, known)
    if any(fits(asked, known) for fits in (_is_state, _is_constant, _is_callee, _is_member)):
        return (asked.holds == known.holds) != known.called.startswith("!")
    if asked.kind == "equals" and asked.value == "0" and known.kind == "true":
        asked = Question(asked.what, "true", "", not asked.holds)
    is_of_others = asked.kind == "true" and asked.value and known.value not in ("", asked.value)
    is_of_others = is_of_others or "responds" in (asked.kind, known.kind)
    is_of_others = is_of_others or is_other_null(asked, known)
    if is_of_others or not is_same_name(asked.what, known.what):
        return None
    if asked.kind == "fails":
        failed = has_failed(known, language)
        return None if failed is None else failed == asked.holds
    if asked.kind in _TRUTH and known.kind in _TRUTH:
        return _of_truth(asked, known)
    is_equal = asked.kind == "equals" and asked.value.lower() == known.value.lower()
    is_equal = is_equal or (asked.kind == "in" and is_same_name(asked.value, known.value))
    if asked.kind == known.kind and (is_equal or asked.value == known.value):
        return asked.holds == known.holds
    if asked.kind == known.kind in _EXCLUSIVE and known.holds and asked.holds:
        return False if _are_exclusive(asked, known) else None
    if {asked.kind, known.kind} == {"below", "above"} and asked.value == known.value:
        return False if asked.holds and known.holds else None
    return None


def _is_member(asked: Question, known: Question) -> bool:
    """True if `the class responds to key` is said, and `model_class.respond_to?(:key)` asked."""
    if asked.kind != "responds" or known.kind != asked.kind or asked.value != known.value:
        return False
    named = asked.what.lower()
    return named == "it" or known.what.lower().endswith(named)


def _is_callee(asked: Question, known: Question) -> bool:
    """True if `if fileExists` is said, and `fm.fileExists(x)` asked."""
    is_bare = asked.kind == "true" and not asked.value and asked.what != known.what
    return is_bare and is_same_name(asked.what, known.called.removeprefix("!"))


def _of_size(asked: Question, known: Question) -> Question:
    """`size` of `if size is 0` where it is asked whether what has that size is empty."""
    is_none = asked.kind == "equals" and asked.value == "0" and known.kind == "empty"
    if is_none and is_same_name(asked.what, known.called.removeprefix("!")):
        return Question(asked.what, "true", "", not asked.holds)
    return asked


def _numbered(question: Question) -> Question:
    """The question with a number as its value spells it: 0 for `0.0` and `0L`."""
    number = None if question.value.isalpha() else number_of(question.value)
    return question if number is None else question._replace(value=f"{number:.15g}")


_CONSTANT = re.compile(r"(?:\w+\.)*[A-Z][A-Z\d_]+")


def _is_constant(asked: Question, known: Question) -> bool:
    """True if `when EOF` is said, and whether something is that is asked."""
    is_named = asked.kind == "true" and _CONSTANT.fullmatch(asked.what) is not None
    return is_named and known.kind == "equals" and is_same_name(asked.what, known.value)


_RESULTS = {"ok": False, "success": False, "err": True, "failure": True}


def has_failed(known: Question, language: str) -> bool | None:
    """Whether a call of which this is known has failed."""
    label = known.value.lstrip(".").lower()
    if known.kind == "equals" and label in _RESULTS:  # an arm of `match f() { Err(e) => … }`
        return known.holds == _RESULTS[label]
    if known.kind == "true":  # what is true of a call of C is its own choice
        return None if language in ("c", "objc") else not known.holds
    if known.kind == "null" or (known.kind == "below" and known.value == "0"):
        return known.holds
    if known.kind == "equals" and known.value in ("0", "-1"):
        return known.holds == (known.value == "-1")
    return None


_VARIABLE = re.compile(r"(?!(?:true|false|null|nil|none|undefined)$)[a-z_]\w*")
# Values of which only one can be it: of a class, what is one may be another, too.
_EXCLUSIVE = {
    "equals": re.compile(r"-?\d+(?:\.\d+)?|[a-z_]+|[A-Z_]+"),
    "is a": re.compile(r"(?!int$|bool$)[a-z]+"),  # `True` is an int of Python
}


def _are_exclusive(asked: Question, known: Question) -> bool:
    """True if it can't be both; a variable may have the very value that is asked for."""
    is_variable = known.kind == "equals" and _VARIABLE.fullmatch(known.raw) is not None
    values = (asked.value, known.value)
    return not is_variable and all(map(_EXCLUSIVE[known.kind].fullmatch, values))


def _is_state(asked: Question, known: Question) -> bool:
    """True if `x is done` is said, and `x.done()` or `x.isDone` asked."""
    if asked.kind != "equals" or known.kind != "true":
        return False
    owner, _, name = known.what.rpartition(".")
    state = re.sub(r"^(?:is_|is(?=[A-Z]))", "", name).lower()
    return state == asked.value.lower() and is_same_name(asked.what, owner)


def is_null_itself(asked: Question) -> bool:
    """True for `x is None`, which is less than that it is missing, or not given."""
    return asked.kind == "null" and asked.raw.lower() in _NULL_ITSELF


_NULL_ITSELF = frozenset({"none", "null", "nil", "nullptr", "undefined"})


def _of_truth(asked: Question, known: Question) -> bool | None:
    """As `is_answered`, for questions after truth, null and emptiness."""
    mine, yours = asked.holds == _TRUTH[asked.kind], known.holds == _TRUTH[known.kind]
    if is_null_itself(asked) and known.kind == "empty":
        return None if not yours else mine  # what is empty is there
    if asked.kind == "empty" and known.kind == "null":
        return False if mine and not yours else None
    if asked.kind == "null" and known.kind == "empty" and mine and not yours:
        return None  # it may be given, and empty
    return mine == yours
