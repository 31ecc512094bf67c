"""Errors that are values: whether what a call gives is left, `_ = f()`, or looked at, `f()?`."""

from __future__ import annotations

import re
from enum import StrEnum

from codewitness.engine.verify.calling.calls import call_hit
from codewitness.engine.verify.claim import Clause
from codewitness.engine.verify.errors.reraising import DROPPED
from codewitness.engine.verify.evidence import LOOSE, NOTHING, Finding, doubtful, found
from codewitness.engine.verify.hit import Hit, has_word
from codewitness.engine.verify.names import Fit, parts
from codewitness.engine.verify.subject import Part, Subject
from codewitness.model.outline import Call, Outline
from codewitness.model.text import Span


class _How(StrEnum):
    """What becomes of the error of a call."""

    LEFT = "left"
    ASKED = "asked"
    NONE = "none"  # it gives no error
    UNSEEN = "unseen"


_OPEN = doubtful("errors are values here: whether one is left can't be seen")
_BEGINS = re.compile(r"[{};\n]")
_GO_LEFT = re.compile(r"(?:^|,)\s*_\s*:?=\s*$")
_GO_KEPT = re.compile(r"(?:^|[,\s])(\w+)\s*:?=\s*$")
_GO_ASKED = re.compile(r"\s*[!=]=\s*nil\b")
_GO_ERROR = rb"\bfunc\s+(?:\([^)]*\)\s*)?%s\s*(?:\[[^\]]*\])?\((?:[^()]|\([^()]*\))*\)\s*([^{\n]*)"
_STD = re.compile(
    r"os\.(?:WriteFile|Remove|RemoveAll|Mkdir|MkdirAll|Rename|Chdir|Chmod|Setenv|Symlink|Truncate)"
    r"|json\.(?:Unmarshal|NewEncoder\(.*\)\.Encode)|io\.(?:Copy|WriteString)|binary\.(?:Read|Write)"
)


def rule_drops(clause: Clause, subject: Subject) -> Finding:
    """For errors that are values: whether that of a call is left."""
    called = {call.name for part in subject.parts for call in part.outline.calls}
    plain = {one.text for one in clause.objects if one.text in called}  # `the error of check`
    named = {one.text for one in clause.objects if one.is_code} | plain | {*clause.arguments}
    told: dict[_How, list[Hit]] = {how: [] for how in _How}
    for part in subject.parts:
        for call in part.outline.calls:
            if not named or any(_is_named(name, call, part) for name in named):
                told[_how(call, part.outline)].append(call_hit(call, part, LOOSE))
    if told[_How.LEFT]:
        return found(hit.proof() for hit in told[_How.LEFT])
    if not called:
        return NOTHING
    if not named or told[_How.UNSEEN]:
        return _OPEN
    if told[_How.ASKED]:
        return Finding(against=tuple(hit.proof() for hit in told[_How.ASKED]))
    return NOTHING if told[_How.NONE] else _OPEN


def _is_named(name: str, call: Call, part: Part) -> bool:
    fit = part.around.fit_call(call, name, part.outline)
    return fit not in (Fit.NO, Fit.MAYBE) or (fit is Fit.MAYBE and call.name == parts(name)[-1])


def _how(call: Call, outline: Outline) -> _How:
    text = outline.text
    line = text.line_span(text.line_at(call.whole.start))
    before = text.slice(Span(line.start, call.whole.start))
    if DROPPED[outline.language].search(before):
        return _How.NONE if _gives_error(call, outline) is False else _How.LEFT
    *_, own = _BEGINS.split(before)
    after = text.raw[call.whole.end : call.whole.end + 40].decode("utf-8", "replace")
    if outline.language == "go":
        return _of_go(call, outline, own, after)
    return _of_rust(own, after) if outline.language == "rust" else _How.UNSEEN


def _of_go(call: Call, outline: Outline, own: str, after: str) -> _How:
    if _GO_LEFT.search(own):
        return _How.NONE if _gives_error(call, outline) is False else _How.LEFT
    if re.search(r"\breturn\s*$", own) or _GO_ASKED.match(after):
        return _How.ASKED
    if kept := _GO_KEPT.search(own):
        return _of_variable(kept[1], call, outline)
    if re.fullmatch(r"\s*(?:defer\s+|go\s+)?", own) and re.match(r"[ \t]*(?:[\n;}]|//|$)", after):
        return _of_statement(call, outline)
    return _How.UNSEEN


def _of_variable(name: str, call: Call, outline: Outline) -> _How:
    """What becomes of the variable: asked for, or given on, behind the call."""
    behind = [
        item.text for item in outline.marked("condition") if item.span.start >= call.whole.end
    ]
    pattern = re.compile(rf"\b{name}\s*[!=]=\s*nil\b|errors\.\w+\({name}")
    asked = [one for one in behind if pattern.search(one)]
    given = [
        one.value
        for one in outline.returns
        if one.span.start >= call.whole.end and has_word(one.value, name)
    ]
    is_empty = _is_only_asked(name, outline, call) or _is_told_to_none(name, outline, call)
    if (asked or given) and not is_empty:
        return _How.ASKED
    return _How.UNSEEN


def _is_told_to_none(name: str, outline: Outline, call: Call) -> bool:
    """True for `if err != nil { return l.openNew() }`, by which nobody comes to know the error."""
    asking = re.compile(rf"if\s+(?:[^{{;]*;\s*)?{name}\s*!=\s*nil\s*\{{(?P<then>[^{{}}]*)\}}\s*$")
    for item in outline.marked("conditional"):
        if item.span.start >= call.whole.end or item.span.contains(call.whole):
            then = asking.match(re.sub(r"//[^\n]*", "", item.text))
            done = then["then"].replace(name, "err") if then is not None else ""
            return _ANOTHER_WAY.search(done) is not None and not _TELLING.search(done)
    return False


_ANOTHER_WAY = re.compile(r"\breturn\s+[\w.]+\(")
_TELLING = re.compile(r"\berr\b|(?i:errorf?|fatal|panic|warn|log|print)|return\s+(?:\w+,\s*)*Err")


def _is_only_asked(name: str, outline: Outline, call: Call) -> bool:
    """True for `if err := f(); err != nil { }`, in which nothing is done."""
    for item in outline.marked("conditional"):
        if item.span.contains(call.whole) and re.search(
            rf"{name}\s*!=\s*nil\s*\{{\s*\}}", item.text
        ):
            return True
    return False


def _of_statement(call: Call, outline: Outline) -> _How:
    """A call whose value nothing takes: left, if it gives an error."""
    gives = True if _STD.match(call.text) else _gives_error(call, outline)
    if gives is None:
        return _How.UNSEEN
    return _How.LEFT if gives else _How.NONE


def _gives_error(call: Call, outline: Outline) -> bool | None:
    """By what its own file says of a function of Go; None if that is nothing."""
    if outline.language != "go" or call.text != call.name:
        return None
    pattern = _GO_ERROR % re.escape(call.name).encode()
    results = {b"error" in one[1] for one in re.finditer(pattern, outline.text.raw)}
    return results.pop() if len(results) == 1 else None


def _of_rust(own: str, after: str) -> _How:
    if re.match(r"\s*(?:\?|\.(?:unwrap|expect|unwrap_or\w*|map_err|or_else)\()", after):
        return _How.ASKED
    is_statement = re.fullmatch(r"\s*", own) is not None
    if is_statement and re.match(r"\s*\.ok\(\)\s*;", after):
        return _How.LEFT
    if re.search(r"\b(?:if let|match|while let)\b[^{]*$", own):
        return _How.ASKED
    return _How.UNSEEN
