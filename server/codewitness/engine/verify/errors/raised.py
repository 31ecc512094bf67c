"""Whether what is raised is what a claim names: a type, a variable, one of several."""

from __future__ import annotations

import re
from collections.abc import Sequence

from codewitness.engine.verify.code.alternatives import alternatives
from codewitness.engine.verify.errors.ancestry import Ancestry
from codewitness.engine.verify.names import Fit, is_bound, parts
from codewitness.engine.verify.subject import Part
from codewitness.model.facts import Item
from codewitness.model.outline import Around, Outline

_VARIABLE = re.compile(r"[a-z_]\w*$")
_BOUND_BY_HANDLER = re.compile(
    r"(?:as\s+(\w+)\s*:|catch\s+let\s+(\w+)|catch\s*\(\s*(\w+)\s*:|=>\s*(\w+)|catch\s*\(\s*(?:[\w.<>|:&*\s]*?[\s&*])?(\w+)\s*(?::[^)]*)?\))"
)


def raised_fit(item: Item, wanted: str, classes: Ancestry) -> Fit:
    """How what is raised there, or any of what may be, is the wanted one."""
    fits = [_fit_of(value, item, wanted, classes) for value in _choices(item.text)]
    return max(fits, key=lambda fit: fit.value, default=Fit.NO)


def _choices(text: str) -> list[str]:
    """What may be raised: each side of `a ?: b`, each arm of `if`, `? :` and `when`."""
    text = _CAST.sub("", text.strip())
    if _CHOOSING.search(text) is None:
        return [text]
    found = [_CAST.sub("", one) for one in alternatives(" ".join(text.split()))]
    arms = [arm[1].strip() for arm in _ARM.finditer(text)]
    return [one for one in (*found, *arms) if _CHOOSING.search(one) is None]


_CAST = re.compile(r"^\([A-Z][\w.]*\)\s*(?=[\w(])")
_CHOOSING = re.compile(r"\?\?|\?:|\s\?\s|\|\||\bor\b|\b(?:if|when|switch|match|case)\b")
# An arm of `when`, `switch`, `match`, and of `if (a) b else c`.
_ARM = re.compile(
    r"(?:->|=>|\belse\b|\bif\s*\([^()]*\))\s*\{?\s*([^;,{}\n]+?)\s*(?=[;,}\n]|\belse\b|$)"
)
# Where a class begins with a capital, so that what does not is a function that makes something.
_CAPITALS = frozenset({"java", "kotlin", "csharp", "javascript", "typescript", "tsx", "python"})
_SMALL_CLASS = re.compile(r"(?i)(?:error|exit|timeout|exception)s?$")


def _fit_of(text: str, item: Item, wanted: str, classes: Ancestry) -> Fit:
    part = classes.part
    if part.outline.language == "ruby" and text.startswith(("'", '"', "%q", "%Q", "<<")):
        text = "RuntimeError"  # `raise "text"` names none
    written = re.sub(r"^new\s+|(?<=\.)<[\w<>, ?]*>", "", text)  # `Errors.<T>sneaky`
    fit = part.around.fit(written, wanted, part.outline)
    if fit is not Fit.NO:
        return fit
    last = parts(wanted)[-1]
    if parts(written)[0] == last or (len(parts(wanted)) == 1 and last in parts(written)[:-1]):
        return Fit.EXACT  # `E.bad`, `E.new(…)`
    after = part.outline.text.raw[item.span.end : item.span.end + 1]
    if text != item.text:  # one of several: what is called or named in it is all there is
        after = b""
    is_variable = len(parts(written)) == 1 or parts(written)[0] in part.around.own_words
    if is_variable and _VARIABLE.match(parts(written)[-1]) and after != b"(":
        if part.outline.language in ("go", "rust"):
            return Fit.NO
        made = [
            one.value
            for one in part.outline.assigned
            if one.target.split()[-1].strip("*&") == written
        ]
        if made and all(parts(value)[-1][:1].isupper() for value in made):
            fits = [classes.fit(value, wanted) for value in made]
            return max(fits, key=lambda fit: fit.value)
        handled = handled_as(item, written, part)
        if handled is not None:
            fits = [classes.fit(one, wanted) for one in handled]
            return max(fits, key=lambda fit: fit.value, default=Fit.NO)
        return Fit.MAYBE if written and written[0] not in "\"'`" else Fit.NO
    is_made = part.outline.language in _CAPITALS and not _SMALL_CLASS.search(written)
    is_made |= part.outline.language == "ruby"
    if is_made and after == b"(" and _VARIABLE.match(parts(written)[-1]):
        return Fit.MAYBE
    return classes.fit(text, wanted)


def handled_as(item: Item, name: str, part: Part) -> list[str] | None:
    """Types of the handler around that binds `name`; None if none does."""
    outline = part.outline
    holders = [h for h in outline.marked("handler") if h.span.contains(item.span)]
    if not holders:
        return None
    holder = holders[-1]
    head = holder.text.split("\n", 1)[0]
    bound = _BOUND_BY_HANDLER.search(head)
    is_implied = outline.language == "swift" and name == "error" and bound is None
    if not is_implied and (bound is None or name not in bound.groups()):
        return None
    body = outline.innermost(item.span, Around.HANDLER)
    end = body.start if body else holder.span.end
    return [h.text for h in outline.handles if holder.span.start <= h.span.start < end]


def is_variable(word: str, outlines: Sequence[Outline]) -> bool:
    """True for the `err` of `throws err`, which the code has as a name."""
    return word not in _NO_VARIABLES and any(is_bound(one, word) for one in outlines)


_NO_VARIABLES = frozenset({"error", "errors", "exception", "exceptions", "something", "anything"})
