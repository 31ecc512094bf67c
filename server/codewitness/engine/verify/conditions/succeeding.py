"""Whether something is done only where a function succeeds, by what it gives back behind it."""

from __future__ import annotations

import re

from codewitness.engine.verify.conditions.holding import is_as_said
from codewitness.engine.verify.hit import Hit
from codewitness.model.outline import Around, Outline, Returned

_FAILED = re.compile(
    r"(?:-\d+|-\w+|false|FALSE|NO|NULL|nullptr|nil|null|None|undefined|E[A-Z]{2,}|\w*(?:ERR|FAIL)\w*)$"
    r"|Err\(|std::unexpected|(?:.*,\s*)?(?:err|fmt\.Errorf\(.*|errors\.New\(.*)$",
    re.DOTALL,
)
_DONE = re.compile(r"(?:0|true|TRUE|YES|\w*(?:_OK|SUCCESS)|OK|(?:.*,\s*)?nil)$|Ok\(", re.DOTALL)
_CHOSEN = frozenset({Around.BRANCH, Around.ELSE, Around.HANDLER})


def is_on_success(hit: Hit) -> bool | None:
    """False if a failure is given back behind the hit; None if which value is one can't be told.

    True needs a failure that is given back elsewhere, or an error that is asked for, for else there
    is none. Where these two disagree, neither tells.
    """
    given, asked = _by_what_is_given(hit), _by_error_asked(hit)
    if given is None or asked is None:
        return asked if given is None else given
    return given if given == asked else None


_ERROR = re.compile(r"[!(\s]*(?P<name>e|err|error|ex|exc|exception|\w+(?:Err|Error|_err|_error))\b")


def _by_error_asked(hit: Hit) -> bool | None:
    """Whether an error that conditions ask for is none where the hit stands: `if (err) return`."""
    outline = hit.outline
    asked = (_ERROR.match(item.text) for item in outline.marked("condition"))
    for name in sorted({one["name"] for one in asked if one is not None}):
        if (is_so := is_as_said(f"if {name}", outline, hit.whole, is_only=True).is_so) is not None:
            return not is_so
    return None


def _by_what_is_given(hit: Hit) -> bool | None:
    outline = hit.outline
    kinds = [_is_failure(one, outline) for one in outline.returns]
    if None in kinds or True not in kinds or False not in kinds:
        return None
    for one, is_failure in zip(outline.returns, kinds, strict=True):
        if one.span.contains(hit.whole) or hit.whole.contains(one.span):
            return not is_failure
    behind = [
        (one, bool(is_failure))
        for one, is_failure in zip(outline.returns, kinds, strict=True)
        if one.span.start >= hit.whole.end and not _is_apart(outline, hit, one)
    ]
    for one, is_failure in sorted(behind, key=lambda pair: pair[0].span):
        if is_failure:
            return False
        if _is_sure(outline, hit, one):
            return True
    return None


def _is_failure(one: Returned, outline: Outline) -> bool | None:
    value = one.value.strip()
    if value == "nil":  # no error, or no value
        return outline.language != "go"
    if _DONE.match(value):
        return False
    return True if _FAILED.match(value) else None


def _is_apart(outline: Outline, hit: Hit, one: Returned) -> bool:
    """True for a return in another arm of the condition that the hit stands in."""
    return any(
        region.around is Around.ELSE
        and region.span.contains(one.span)
        and not region.span.contains(hit.whole)
        and any(
            arm.around is Around.BRANCH
            and arm.span.contains(hit.whole)
            and arm.span.end <= region.span.start
            for arm in outline.regions
        )
        for region in outline.regions
    )


def _is_sure(outline: Outline, hit: Hit, one: Returned) -> bool:
    """True for a return that follows whenever the hit is reached."""
    return all(
        region.span.contains(hit.whole)
        for region in outline.regions
        if region.around in _CHOSEN and region.span.contains(one.span)
    )
