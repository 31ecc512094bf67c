"""Stack traces as values: what went wrong, what was said, and where, innermost frame first."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from codewitness.engine.recording.trace_frames import FORMS, Form
from codewitness.engine.recording.trace_heads import MAX_MESSAGE, last_words, report
from codewitness.engine.recording.trace_lines import unescaped, without_prefix
from codewitness.engine.recording.trace_told import named, told
from codewitness.model.records import Frame

MAX_LINES = 4_000  # of a trace; what follows is not read
MAX_LINE = 2_000  # characters
LINES_ABOVE = 20  # that may be between a type and the first frame: message, quoted source
MAX_CAUSE = 300  # characters of what a cause says

_TERMINAL = re.compile(r"\x1b\[[0-9;]*[A-Za-z]")
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f\ufeff]")
_GROUP_MARGIN = re.compile(r"^(?:  )*(?:\| |\+-\+?-*(?: \d+ -*)?|\+ )")
_PYTEST_MARGIN = re.compile(r"^E   ")
_TYPED = re.compile(
    r"^(?:Uncaught (?:\(in promise\) )?|Unhandled \w+: |Caused by: )?"
    r"(?P<type>(?:[A-Za-z_][\w$]*(?:\.|::|\\))*[A-Za-z_][\w$]*"
    r"(?:\s\[[A-Z][A-Z0-9_]+\])?)(?: \(0x[\dA-Fa-f]+\))?(?:(?<=Exception) )?"
    r"(?:: (?P<message>.*)|:?)$"
)
_RAILS = re.compile(r"^(?!Traceback)(?P<type>(?:[A-Z]\w*::)*[A-Z]\w*) \((?P<message>.+)\):$")
_LOOKS_LIKE_A_TYPE = re.compile(
    r"(?:Error|Exception|Failure|Fault|Interrupt|Exit|Warning|Abort|Timeout|Panic|Throwable|Group"
    r"|Iteration|Invalid|NotFound|DoesNotExist|Denied|Missing|Refused|Overflow)\w*(?:\s\[[A-Z0-9_]+\])?$"
)
_CAUSE = re.compile(
    r"^\s*(?:Caused by:|--->|\[cause\]:|Cause:)[ \t]*(?P<type>(?:[\w$]+[.\\`+]|::)*"
    r"[\w$]+)(?:: (?P<message>.*))?",
    re.MULTILINE,
)
_NESTED = re.compile(
    r"nested exception is (?P<type>(?:[\w$]+\.)*[\w$]+)(?:: (?P<message>[^;\n]*))?"
)
_CAUSES_BELOW = re.compile(r"^Caused by:[ \t]*\n((?:[ \t]+\S.*(?:\n|$))+)", re.MULTILINE)
_CRASHED_THREAD = re.compile(r"^Thread \d+.* Crashed:")
_PYTHON_HEAD = re.compile(r"^\s*Traceback \(most recent call last\):\s*$")


@dataclass(frozen=True, slots=True, kw_only=True)
class Trace:
    """A stack trace. `form` is whose it is, `causes` what led to it, each `type: message`."""

    form: str = ""
    error_type: str = ""
    message: str = ""
    frames: tuple[Frame, ...] = ()
    causes: tuple[str, ...] = ()


def parse_trace(text: str) -> Trace:
    """What a pasted or piped text says; fields stay empty where it says nothing."""
    raw = [line[:MAX_LINE] for line in unescaped(text).splitlines()[:MAX_LINES]]
    lines = [_plain(line) for line in raw]
    found = _parsed(lines, raw)
    bare = [without_prefix(line) for line in lines]
    if bare == lines:
        return found
    other = _parsed(bare, raw)
    is_all = len(lines) > 1 and all(
        line != rest or not line for line, rest in zip(lines, bare, strict=True)
    )
    gained = _understood(other), _understood(found)
    return other if gained[0] > gained[1] or (is_all and gained[0] == gained[1]) else found


def _understood(trace: Trace) -> tuple[int, bool]:
    return len(trace.frames), bool(trace.error_type)


def _parsed(lines: Sequence[str], raw: Sequence[str]) -> Trace:
    text = "\n".join(lines)
    form, blocks = _frames(lines)
    if form is not None and form.name == "pytest":
        head = _pytest_head(lines, blocks, [line[4:] for line in raw if line.startswith("E   ")])
    else:
        head = _head(text, lines, form, blocks)
    frames = _ordered(form, _crashed_first(lines, blocks))
    name = head.form or (form.name if form else "")
    if head.frames and not (frames and frames[0] == head.frames[0]):
        frames = (*head.frames, *frames)
    return replace(head, form=name, frames=frames, causes=_causes(text, lines, form, blocks))


def _causes(text: str, lines: Sequence[str], form: Form | None, blocks: _Blocks) -> tuple[str, ...]:
    causes = [*_CAUSE.finditer(text), *_NESTED.finditer(text)]
    said = [_said(one["type"], one["message"] or "") for one in causes]
    for below in _CAUSES_BELOW.finditer(text):
        said += [_said("", re.sub(r"^\s*(?:\d+: )?", "", one)) for one in below[1].splitlines()]
    if form is not None and form.name == "python":
        for _, end, _ in reversed(blocks[:-1]):
            number = _raised_after(lines, end)
            found = _typed(lines[number]) if number else None
            if found is not None:
                said.append(_said(found.error_type, found.message))
    return tuple(dict.fromkeys(said))


def _said(error_type: str, message: str) -> str:
    return f"{error_type}: {message[:MAX_CAUSE]}" if message else error_type


def _plain(line: str) -> str:
    line = _CONTROL.sub("", _TERMINAL.sub("", line.rstrip()))
    return _PYTEST_MARGIN.sub("", _GROUP_MARGIN.sub("", line))


_Blocks = list[tuple[int, int, list[Frame]]]  # first line, line after the last, frames


def _frames(lines: Sequence[str]) -> tuple[Form | None, _Blocks]:
    """The form that most lines have, and its runs of frames."""
    best: tuple[int, Form | None, _Blocks] = (0, None, [])
    for form in FORMS:
        blocks, count = _blocks(lines, form)
        if count > best[0]:
            best = (count, form, blocks)
    return best[1], best[2]


def _blocks(lines: Sequence[str], form: Form) -> tuple[_Blocks, int]:
    """Runs of frames, and how many lines they take."""
    blocks: _Blocks = []
    at = n_read = 0
    gap = 4 if form.innermost_last else 2  # lines of source between two frames
    while at < len(lines):
        read = form.reads(lines, at)
        if read is None:
            at += 1
            continue
        frame, n_lines = read
        is_new = not blocks or at - blocks[-1][1] > gap
        if is_new or any(map(_PYTHON_HEAD.match, lines[blocks[-1][1] : at])):
            blocks.append((at, at, []))
        first, _, frames = blocks[-1]
        frames.append(frame)
        at += n_lines
        n_read += n_lines
        blocks[-1] = (first, at, frames)
    return blocks, n_read


def _crashed_first(lines: Sequence[str], blocks: _Blocks) -> _Blocks:
    """Apple's reports tell of all threads, and which of them has crashed."""
    crash = next((at for at, line in enumerate(lines) if _CRASHED_THREAD.match(line)), None)
    if crash is None:
        return blocks
    return [*(b for b in blocks if b[0] > crash), *(b for b in blocks if b[0] < crash)]


def _ordered(form: Form | None, blocks: _Blocks) -> tuple[Frame, ...]:
    """Frames of what was raised at last, innermost first, then those of what led to it."""
    if form is None:
        return ()
    if form.innermost_last:
        return tuple(frame for _, _, frames in reversed(blocks) for frame in reversed(frames))
    return tuple(frame for _, _, frames in blocks for frame in frames)


def _head(text: str, lines: Sequence[str], form: Form | None, blocks: _Blocks) -> Trace:
    if form is not None and form.innermost_last:
        return _python_head(lines, blocks)
    found = report(text)
    if found is None or found.is_stop:
        told = _typed_head(lines, form, blocks)
        if told.error_type or (found is None and not (found := last_words(text))):
            return told
    return Trace(
        form=found.form, error_type=found.error_type, message=found.message, frames=found.frames
    )


def _pytest_head(lines: Sequence[str], blocks: _Blocks, said: Sequence[str]) -> Trace:
    """What its `E` lines say; the type is at the end of the last place if they don't name it."""
    kind = lines[blocks[-1][1] - 1].rpartition(": ")[2]
    first = _typed(said[0]) if said else None
    if first is not None and first.error_type.rpartition(".")[2] == kind:
        kind, said = first.error_type, [first.message, *said[1:]]
    message = "\n".join(line.strip() for line in said).strip()
    return Trace(error_type=kind, message=message[:MAX_MESSAGE])


def _python_head(lines: Sequence[str], blocks: _Blocks) -> Trace:
    number = _raised_after(lines, blocks[-1][1])
    found = _typed(lines[number]) if number else None
    if found is not None:
        rest = _message_lines(lines, number + 1)
        return replace(found, message="\n".join([found.message, *rest]).strip()[:MAX_MESSAGE])
    before = max(blocks[-1][0] - 1, 0)
    for number in range(before, max(before - 4, -1), -1):
        found = _typed(lines[number])
        if found is not None and _LOOKS_LIKE_A_TYPE.search(found.error_type):
            return found
    if (within := named(lines)) is not None:
        return Trace(error_type=within[0], message=within[1][:MAX_MESSAGE])
    return Trace()


def _raised_after(lines: Sequence[str], end: int) -> int:
    """Where the type stands that was raised in the frames that end there, else 0."""
    for number in range(end, min(end + 6, len(lines))):
        if not lines[number].startswith(" ") and _typed(lines[number]) is not None:
            return number
    return 0


def _typed_head(lines: Sequence[str], form: Form | None, blocks: _Blocks) -> Trace:
    """The line above the first frame that names a type, with what is between as its message."""
    first = blocks[0][0] if blocks else len(lines)
    candidates = range(first - 1, max(first - LINES_ABOVE, -1), -1) if blocks else range(len(lines))
    fallback: Trace | None = None
    for number in candidates:
        found = _typed(lines[number].strip())
        if found is None:
            continue
        rest = lines[number + 1 : first] if blocks else _message_lines(lines, number + 1)
        whole = replace(
            found, message="\n".join([found.message, *map(str.strip, rest)]).strip()[:MAX_MESSAGE]
        )
        if _LOOKS_LIKE_A_TYPE.search(found.error_type):
            return whole
        if fallback is None and form is not None and "." in found.error_type:
            fallback = whole
    if fallback is not None:
        return fallback
    if (within := named(lines)) is not None:
        return Trace(error_type=within[0], message=within[1][:MAX_MESSAGE])
    return Trace(message=told(lines[:first])[:MAX_MESSAGE])


def _typed(line: str) -> Trace | None:
    found = _TYPED.match(line) or _RAILS.match(line)
    if found is None:
        return None
    return Trace(error_type=found["type"], message=(found["message"] or "").strip())


def _message_lines(lines: Sequence[str], start: int) -> list[str]:
    """The rest of a message of several lines."""
    rest = []
    for line in lines[start : start + 8]:
        if not line.strip() or _PYTHON_HEAD.match(line) or line.startswith(("Traceback", "During")):
            break
        rest.append(line.strip())
    return rest
