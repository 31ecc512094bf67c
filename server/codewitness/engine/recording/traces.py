"""Stack traces as values: what went wrong, what was said, and where, innermost frame first."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from codewitness.engine.recording.trace_frames import FORMS, Form
from codewitness.model.records import Frame

MAX_LINES = 4_000  # of a trace; what follows is not read
MAX_LINE = 2_000  # characters
MAX_MESSAGE = 2_000

_TERMINAL = re.compile(r"\x1b\[[0-9;]*[A-Za-z]")
_GROUP_MARGIN = re.compile(r"^(?:  )*(?:\| |\+-\+?-*(?: \d+ -*)?|\+ )")
_PYTEST_MARGIN = re.compile(r"^E   ")
# Each gives `type` and `message`; in their order, the first that fits anywhere says it.
_HEADS: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (form, re.compile(pattern, re.MULTILINE))
    for form, pattern in (
        ("sanitizer", r"^(?:==\d+==\s*)?(?:ERROR|WARNING): (?P<tool>\w+Sanitizer): (?P<type>(?:detected )?[\w-]+(?: (?:leaks|race|by zero))?)(?P<message>.*)$"),
        ("sanitizer", r"^\S+:\d+(?::\d+)?: runtime error: (?P<type>[a-z-]+(?: [a-z-]+){0,4}?)(?P<message>(?:[:,] | of | to | for | that | on |$).*)$"),
        ("valgrind", r"^==\d+== (?P<type>Invalid (?:read|write|free)|Conditional jump|Use of uninitialised|Process terminating)(?P<message>.*)$"),
        ("native", r"^(?:Program|Thread .*) (?:received|terminated with) signal (?P<type>SIG\w+),?\s*(?P<message>.*)$"),
        ("rust", r"^fatal runtime error: (?P<type>stack overflow)(?P<message>.*)$"),
        ("go", r"^(?P<type>panic|fatal error): (?P<message>.*?)(?: \[recovered\])?$"),
        ("go", r"^(?P<type>SIG[A-Z]+): (?P<message>.*)$"),
        ("rust", r"^thread '[^']*'(?: \(\d+\))? panicked at '(?P<message>.*)', (?P<path>[^:]+):(?P<line>\d+):\d+(?P<type>)$"),
        ("rust", r"^thread '[^']*'(?: \(\d+\))? panicked at (?P<path>.+?):(?P<line>\d+):\d+:\n(?P<message>.*)(?P<type>)$"),
        ("rust", r"^thread '[^']*' has (?P<type>overflowed its stack)(?P<message>)$"),
        ("swift", r"^(?:(?P<path>\S+\.swift):(?P<line>\d+): |\S+/\w+\.swift:\d+: )?(?P<type>Fatal error|Assertion failed|Precondition failed)(?:: (?P<message>.*))?$"),
        ("csharp", r"^Unhandled [Ee]xception[.:] (?P<type>[\w.`+]+)(?:: (?P<message>.*))?$"),
        ("jvm", r"^Exception in thread \".*?\" (?P<type>[\w.$]+)(?:: (?P<message>.*))?$"),
        ("php", r"(?:Uncaught|Fatal error:) (?P<type>[\w\\]+(?:Exception|Error)?): (?P<message>.*?) in (?P<path>\S+?):(?P<line>\d+)"),
        ("ruby", r"^(?P<path>\S+?):(?P<line>\d+):in [`'](?P<function>[^`']+)': (?P<message>.*) \((?P<type>[A-Z][\w:]*)\)$"),
        ("ruby", r"^(?P<path>\S+?\.rb):(?P<line>\d+):in [`'](?P<function>[^`']+)': (?P<message>.+)(?P<type>)$"),
    )
)  # fmt: skip
_TYPED = re.compile(
    r"^(?:Uncaught (?:\(in promise\) )?|Unhandled \w+: |Caused by: )?"
    r"(?P<type>(?:[A-Za-z_][\w$]*(?:\.|::|\\))*[A-Za-z_][\w$]*"
    r"(?:\s\[[A-Z][A-Z0-9_]+\])?)(?:: (?P<message>.*)|)$"
)
_LOOKS_LIKE_A_TYPE = re.compile(
    r"(?:Error|Exception|Failure|Fault|Interrupt|Exit|Warning|Abort|Timeout|Panic|Throwable|Group"
    r"|Iteration|Invalid|NotFound|DoesNotExist|Denied|Missing|Refused|Overflow)\w*(?:\s\[[A-Z0-9_]+\])?$"
)
_CAUSE = re.compile(
    r"^\s*(?:Caused by:|--->|\[cause\]:|Cause:)\s*(?P<type>[\w.$:\\`+]+)(?:: (?P<message>.*))?",
    re.MULTILINE,
)
_PYTHON_HEAD = re.compile(r"^\s*Traceback \(most recent call last\):\s*$")
_ACCESS = re.compile(
    r"caused by a (READ|WRITE|UNKNOWN) memory access|^(READ|WRITE) of size", re.MULTILINE
)
_NULL_PAGE = re.compile(r"on unknown address 0x0{6,}")
_ADDRESSES = re.compile(
    r"\((?:pc|pid)[^)]*\)|(?:on|at) (?:unknown )?address 0x\w+|(?:at )?\b(?:pc|bp|sp) 0x\w+|T\d+$"
)
_RUNTIME = re.compile(r"^runtime error: ([^\[\d:(]+)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Trace:
    """A stack trace. `form` is whose it is, `causes` the types of what led to it."""

    form: str = ""
    error_type: str = ""
    message: str = ""
    frames: tuple[Frame, ...] = ()
    causes: tuple[str, ...] = ()


def parse_trace(text: str) -> Trace:
    """What a pasted or piped text says; fields stay empty where it says nothing."""
    raw = [line[:MAX_LINE] for line in text.splitlines()[:MAX_LINES]]
    lines = [_plain(line) for line in raw]
    text = "\n".join(lines)
    form, blocks = _frames(lines)
    if form is not None and form.name == "pytest":
        head = _pytest_head(lines, blocks, [line[4:] for line in raw if line.startswith("E   ")])
    else:
        head = _head(text, lines, form, blocks)
    frames = _ordered(form, blocks)
    name = head.form or (form.name if form else "")
    if head.frames and not (frames and frames[0] == head.frames[0]):
        frames = (*head.frames, *frames)
    causes = tuple(dict.fromkeys(found["type"].rstrip(":") for found in _CAUSE.finditer(text)))
    return replace(head, form=name, frames=frames, causes=causes)


def _plain(line: str) -> str:
    line = _TERMINAL.sub("", line.rstrip())
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
    for name, pattern in _HEADS:
        found = pattern.search(text)
        if found is not None:
            return _refined(name, found, text)
    return _typed_head(lines, form, blocks)


def _refined(name: str, found: re.Match[str], text: str) -> Trace:
    parts = found.groupdict()
    message = (parts.get("message") or "").strip(" :,")
    kind = (parts.get("type") or "").strip()
    if name == "rust":
        kind = kind or "panic"
    elif name == "go" and (runtime := _RUNTIME.match(message)):
        kind = f"runtime error: {runtime[1].strip()}"
    elif name == "sanitizer":
        is_null = _NULL_PAGE.match(message)
        message = _ADDRESSES.sub("", message).strip(" :,")
        message = f"{message} zero page" if is_null else message
        if access := _ACCESS.search(text):
            kind = f"{kind} {(access[1] or access[2]).lower()}"
    frames: tuple[Frame, ...] = ()
    if parts.get("path"):
        function = parts.get("function") or ""
        frames = (Frame(path=parts["path"], line=int(parts["line"]), function=function),)
    return Trace(form=name, error_type=kind, message=message[:MAX_MESSAGE], frames=frames)


def _pytest_head(lines: Sequence[str], blocks: _Blocks, said: Sequence[str]) -> Trace:
    """What its `E` lines say; the type is at the end of the last place if they don't name it."""
    kind = lines[blocks[-1][1] - 1].rpartition(": ")[2]
    first = _typed(said[0]) if said else None
    if first is not None and first.error_type.rpartition(".")[2] == kind:
        kind, said = first.error_type, [first.message, *said[1:]]
    message = "\n".join(line.strip() for line in said).strip()
    return Trace(error_type=kind, message=message[:MAX_MESSAGE])


def _python_head(lines: Sequence[str], blocks: _Blocks) -> Trace:
    after = blocks[-1][1]
    for number in range(after, min(after + 6, len(lines))):
        found = _typed(lines[number])
        if found is not None and not lines[number].startswith(" "):
            rest = _message_lines(lines, number + 1)
            return replace(found, message="\n".join([found.message, *rest]).strip()[:MAX_MESSAGE])
    before = max(blocks[-1][0] - 1, 0)
    for number in range(before, max(before - 4, -1), -1):
        found = _typed(lines[number])
        if found is not None and _LOOKS_LIKE_A_TYPE.search(found.error_type):
            return found
    return Trace()


def _typed_head(lines: Sequence[str], form: Form | None, blocks: _Blocks) -> Trace:
    """The line above the first frame that names a type, with what is between as its message."""
    first = blocks[0][0] if blocks else len(lines)
    candidates = range(first - 1, max(first - 12, -1), -1) if blocks else range(len(lines))
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
    said = [line.strip() for line in lines[:first] if line.strip()]
    return Trace(message=(said[-1] if said else "")[:MAX_MESSAGE])


def _typed(line: str) -> Trace | None:
    found = _TYPED.match(line)
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
