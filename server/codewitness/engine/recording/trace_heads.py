"""What a text says went wrong, beside its frames: reports of tools, last words of programs.

A report of a signal alone (ABRT, ILL, TRAP) says that a program has stopped itself; why, it has
written before. So what a program said counts more than such a report. The forms were read from the
output of the sanitizers, gdb, WinDbg, Valgrind, libFuzzer, glibc, libc++, Abseil's and Chromium's
logs, V8, Android's and Linux's crash dumps, and the runtimes of the languages.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from codewitness.model.records import Frame

MAX_MESSAGE = 2_000
NULL_PAGES = 0x10000  # addresses below that come of a null pointer and an offset


@dataclass(frozen=True, slots=True, kw_only=True)
class Head:
    """Whose report it is, the type of what went wrong, what was said, and the place if named."""

    form: str
    error_type: str
    message: str
    frames: tuple[Frame, ...] = ()

    @property
    def is_stop(self) -> bool:
        """True if it tells no more than that the program was stopped."""
        return bool(_STOP.match(self.error_type))


_Forms = tuple[tuple[str, str, re.Pattern[str]], ...]


def _compiled(forms: tuple[tuple[str, str, str], ...]) -> _Forms:
    return tuple((form, kind, re.compile(pattern, re.MULTILINE)) for form, kind, pattern in forms)


# Form, type where the text names none, and what is read: `type`, `message`, `path`, `line`,
# `function`. The first that fits anywhere says it.
_REPORTS = _compiled((
    ("sanitizer", "out of memory", r"(?:ERROR|WARNING): \w+Sanitizer:? (?:out of memory|requested allocation size|failed to allocate)(?P<message>.*)$"),
    ("sanitizer", "", r"(?:ERROR|WARNING): (?P<tool>\w+Sanitizer): (?P<type>(?:detected )?[\w-]+(?: (?:leaks|race|by zero))?)(?P<message>.*)$"),
    ("sanitizer", "data race", r"^\s*Previous (?:atomic )?(?:read|write) of size (?P<message>)\d"),
    ("sanitizer", "", r"^\S+:\d+(?::\d+)?: runtime error: (?P<type>[a-z-]+(?: [a-z-]+){0,4}?)(?P<message>(?:[:,] | of | to | for | that | on |$).*)$"),
    ("kernel", "", r"BUG: KASAN: (?P<type>[\w-]+)(?P<message>.*)$"),
    ("kernel", "kernel null dereference", r"(?:BUG: kernel|[Uu]nable to handle kernel) NULL pointer dereference(?P<message>.*)$"),
    ("kernel", "kernel paging request", r"(?:BUG: u|U)nable to handle (?:kernel paging request|page fault)(?P<message>.*)$"),
    ("kernel", "kernel general protection fault", r"general protection fault(?P<message>.*)$"),
    ("kernel", "kernel BUG", r"kernel BUG at (?P<message>.*)$"),
    ("kernel", "kernel panic", r"Kernel panic - not syncing: (?P<message>.*)$"),
    ("valgrind", "", r"^==\d+== (?P<type>Invalid (?:read|write|free)|Conditional jump|Use of uninitialised|Process terminating)(?P<message>.*)$"),
    ("windows", "", r"^ExceptionCode: c0\w+ \((?P<type>[^)]+)\)(?P<message>)"),
    ("windows", "", r"^\([\da-f]+\.[\da-f]+\): (?P<type>[\w -]+) - code c0\w+(?P<message>)"),
    ("native", "", r"^(?:Program|Thread .*) (?:received|terminated with) signal (?P<type>SIG\w+),?\s*(?P<message>.*)$"),
    ("rust", "", r"^fatal runtime error: (?P<type>stack overflow)(?P<message>.*)$"),
    ("go", "", r"^\s*(?P<type>panic|fatal error): (?P<message>.*?)(?: \[recovered.*\])?$"),
    ("go", "panic", r"(?P<message>runtime error: (?:invalid memory address|index out of range|slice bounds out|integer divide by|makeslice|hash of unhashable|comparing uncomparable)[^\"\]\n]*\]?)"),
    ("go", "", r"^(?P<type>SIG[A-Z]+): (?P<message>.*)$"),
    ("rust", "", r"\bpanicked at ['\u2018](?P<message>(?:.|\n){0,800}?)['\u2019], (?P<path>(?:[A-Za-z]:)?[^:\n]+):(?P<line>\d+):\d+(?P<type>)$"),
    ("rust", "", r"\bpanicked at (?P<path>(?:[A-Za-z]:)?[^:\n]+?):(?P<line>\d+):\d+:\n(?P<message>.*)(?P<type>)$"),
    ("rust", "", r"^thread '[^']*' has (?P<type>overflowed its stack)(?P<message>)$"),
    ("php", "Error", r"Fatal error:(?!\s+Uncaught )\s+(?P<message>.*?) in (?P<path>\S+\.(?:php\d?|phtml|inc))(?::| on line )(?P<line>\d+)"),
    ("php", "", r"Uncaught (?P<type>[\w\\]+): (?P<message>.*?) in (?P<path>\S+\.(?:php\d?|phtml|inc)):(?P<line>\d+)"),
    ("swift", "Fatal error", r"Swift runtime failure: (?P<message>.*?)(?: \+ \d+)?(?: \(.*\))?$"),
    ("swift", "", r"^(?:(?P<path>\S+\.swift):(?P<line>\d+): |\S+/\w+\.swift:\d+: )?(?P<type>Fatal error|Assertion failed|Precondition failed)(?:: (?P<message>.*))?$"),
    ("native", "", r"^\W*(?:Exception Type:|Crashed:.*?)\s*(?P<type>EXC_[A-Z_]+)(?P<message>)"),
    ("dart", "", r"^Unhandled exception:\n(?P<type>\w+)(?:: (?P<message>.*))?\n(?=#0 )"),
    ("csharp", "", r"^Unhandled [Ee]xception[.:]\s(?P<type>[\w.`+]+)(?:: (?P<message>.*))?$"),
    ("jvm", "", r"^Exception in thread \".*?\" (?P<type>[\w.$]+)(?:: (?P<message>.*))?$"),
    ("jvm", "", r"^== Java Exception: (?P<type>[\w.$]+)(?:: (?P<message>.*))?$"),
    ("php", "", r"(?:Uncaught|Fatal error:) (?P<type>[\w\\]+(?:Exception|Error)?): (?P<message>.*?) in (?P<path>\S+?):(?P<line>\d+)"),
    ("", "", r"^\W*(?:Thread : )?Fatal Exception: (?P<type>[\w.$]+)(?:(?:: |\n(?!\s*(?:\d|at\b|\()))(?P<message>.+))?$"),
    ("ruby", "", r"^(?P<path>\S+?):(?P<line>\d+):in [`'](?P<function>[^`']+)': (?P<message>.*) \((?P<type>[A-Z][\w:]*)\)$"),
    ("ruby", "", r"^(?P<path>\S+?\.rb):(?P<line>\d+):in [`'](?P<function>[^`']+)': (?P<message>.+)(?P<type>)$"),
    ("elixir", "", r"^\*\* \((?P<type>[A-Z][\w.]*)\) (?P<message>.*)$"),
    ("lua", "error", r"^lua\S*: (?P<path>[^:\s]+):(?P<line>\d+): (?P<message>.*)$"),
))  # fmt: skip
_LAST_WORDS = _compiled((
    ("python", "", r"^\s*=== Uncaught Python exception: ===\s*\n(?P<type>[A-Za-z_][\w.]*)(?:: (?P<message>.*))?$"),
    ("python", "", r"^Traceback \(most recent call last\):\n(?:[ \t]+.*\n){1,400}?(?P<type>[A-Za-z_][\w.]*)(?:: (?P<message>.*))?$"),
    ("native", "security check failed", r"Security D?CHECK failed: ?(?P<message>.*)$"),
    ("native", "out of memory", r"(?:libFuzzer: out-of-memory|Fatal (?:process out of memory|(?:java|Java)[Ss]cript OOM)|\bmemory allocation of \d+ bytes failed|[Oo]ut of memory: Kill|(?:RSS|Heap) limit exceeded|JavaScript heap out of memory|terminat\w+ .*std::bad_alloc|(?:[Oo]ut|Ran out) of memory)(?P<message>.*)$"),
    ("native", "stack overflow", r"(?:[Ss]tack limit exceeded|[Ss]tack overflow)(?P<message>.*)$"),
    ("native", "timeout", r"(?:libFuzzer: timeout|[Tt]imeout of \d+ (?:ms|sec\w*|milliseconds) exceeded|[Pp]er-(?:input|batch) timeout exceeded|[Tt]ime limit exceeded)(?P<message>.*)$"),
    ("native", "heap corruption", r"(?:^|(?:\*\*\* )?Error in .*?: |[\"'`])(?:double free or corruption|free\(\): |malloc\(\): |corrupted |munmap_chunk\(\): |realloc\(\): |invalid fastbin|malloc_consolidate\(\): )(?P<message>.*)$"),
    ("native", "stack smashing", r"\*\*\* stack smashing detected \*\*\*(?P<message>.*)$"),
    ("native", "buffer overflow", r"\*\*\* buffer overflow detected \*\*\*(?P<message>.*)$"),
    ("native", "", r"terminat\w+ (?:called after throwing an instance of|due to uncaught exception of type) '?(?P<type>[\w:]+(?:<.*>)?)'?(?::|\n\s+what\(\):)?\s*(?P<message>.*)$"),
    ("objective-c", "", r"Terminating app due to uncaught exception '(?P<type>\w+)', reason: ?'(?P<message>.*?)'?$"),
    ("native", "unreachable code", r"(?:NOTREACHED(?:\(\))? hit|[Uu]nreachable code|unimplemented code|UNREACHABLE executed)(?P<message>.*)$"),
    ("native", "CHECK failed", r"(?:[Cc]heck failed|CHECK failed|CHECK(?:_[A-Z]{2})?\s*\(.*\) failed):?(?P<message>.*)$"),
    ("native", "CHECK failed", r"(?:CSA_|D)D?CHECK failed:?(?P<message>.*)$"),
    ("native", "assertion failed", r"(?:[Aa]ssertion [`'\"](?P<message>.*?)['\"]? failed|(?:Assertion|ASSERTION|assertion|ASSERT) (?:FAILED|failed):? ?(?P<said>.*))"),
    ("native", "bad cast", r"control flow integrity (?:violation|check)(?P<message>.*)$"),
    ("native", "missing library", r"(?:CANNOT LINK EXECUTABLE|error while loading shared libraries|dlopen failed|library \S+ not found)(?P<message>.*)$"),
    ("native", "fatal error", r"#\s*[Ff]atal error in .*\n#\s*(?P<message>.*)$"),
    ("native", "fatal error", r"(?:^F\d{4,8} [\d:.]+\s+\d+ \S+:\d+\]|:FATAL:[^\]]+\]|^LLVM ERROR:|^FATAL ERROR:|^Fatal error:|^fatal:)\s*(?P<message>.*)$"),
    ("android", "aborted", r"Abort message: '?(?P<message>.*?)'?$"),
    ("native", "", r"(?P<type>SIGSEGV|SIGBUS|SIGFPE|SIGILL|SIGTRAP|SIGABRT|SEGV_MAPERR|SEGV_ACCERR|FPE_INTDIV)(?P<message>)"),
    ("native", "SIGSEGV", r"(?:Received signal 11|[Ss]egmentation fault)(?P<message>.*)$"),
    ("native", "SIGABRT", r"(?:Received signal 6|^Aborted \()(?P<message>.*)$"),
    ("native", "deadly signal", r"libFuzzer: deadly signal(?P<message>.*)$"),
    ("native", "unexpected exit", r"libFuzzer: fuzz target exited(?P<message>.*)$"),
    ("native", "overwrites input", r"libFuzzer: fuzz target overwrites(?P<message>.*)$"),
))  # fmt: skip
_STOP = re.compile(
    r"(?:ABRT|ILL|TRAP|EXC_BREAKPOINT|EXC_CRASH|breakpoint|SIGABRT|SIGILL|SIGTRAP|illegal-instruction|aborted|deadly signal"
    r"|unexpected exit)\b"
)
_FAULT = re.compile(
    r"SEGV|SIGSEGV|EXC_BAD_ACCESS|access.violation|unknown-crash|BUS|wild", re.IGNORECASE
)
_ACCESS = re.compile(
    r"caused by a (READ|WRITE|UNKNOWN) memory access|^\s*(READ|WRITE) of size"
    r"|^Attempt to (read|write)",
    re.MULTILINE,
)
_ADDRESS = re.compile(
    r"(?:on (?:unknown )?address|fault addr|SEGV_(?:MAPERR|ACCERR)|Received signal 11 \S+"
    r"|KERN_\w+(?: at)?|Attempt to (?:read from|write to) address|at virtual address|dereference at)"
    r"[ :]*(?:0x)?([\da-f`]+)"
)
_NULL_USE = re.compile(r"^(load|store|member access|member call|reference binding|upcast)\b")
_PLACES = re.compile(
    r"\((?:pc|pid)\b[^)]*\)?|(?:on|at) (?:unknown )?address 0x\w+|(?:at )?\b(?:pc|bp|sp) 0x\w+"
    r"|T\d+$"
)
_RUNTIME = re.compile(r"^runtime error: ([^\[\d:(]+)")


def report(text: str) -> Head | None:
    """What a tool or a runtime reports; a program's last words if that is but a signal."""
    found = _first(_REPORTS, text)
    if found is None or found.is_stop:
        return _other_report(text, found) or last_words(text) or found
    return found


def last_words(text: str) -> Head | None:
    """What a program said before it stopped itself."""
    return _first(_LAST_WORDS, text)


def _other_report(text: str, stop: Head | None) -> Head | None:
    """The report of the language's own runtime, where a sanitizer tells of a signal alone."""
    if stop is None:
        return None
    others = tuple(one for one in _REPORTS if one[0] not in ("sanitizer", "native", "windows"))
    return _first(others, text)


def _first(forms: _Forms, text: str) -> Head | None:
    for form, kind, pattern in forms:
        found = pattern.search(text)
        if found is not None and form == "python":  # whose last exception ended it
            *_, found = pattern.finditer(text)
        if found is not None:
            return _refined(_head(form, kind, found), text)
    return None


def _head(form: str, kind: str, found: re.Match[str]) -> Head:
    parts = found.groupdict()
    said = (parts.get("message") or parts.get("said") or "").strip(" :,\r")
    frames: tuple[Frame, ...] = ()
    if parts.get("path"):
        function = parts.get("function") or ""
        frames = (Frame(path=parts["path"], line=int(parts["line"]), function=function),)
    return Head(
        form=form,
        error_type=kind or (parts.get("type") or "").strip(),
        message=said[:MAX_MESSAGE],
        frames=frames,
    )


def _refined(head: Head, text: str) -> Head:
    if head.form == "rust":
        return replace(head, error_type=head.error_type or "panic")
    if head.form == "go":
        runtime = _RUNTIME.match(head.message)
        return replace(head, error_type=f"runtime error: {runtime[1].strip()}") if runtime else head
    if head.form == "sanitizer" and (use := _NULL_USE.match(head.error_type)):
        if "null pointer" in f"{head.error_type} {head.message}":
            return replace(head, error_type=f"null pointer {use[1]}")
        return head
    if head.form in ("sanitizer", "kernel", "windows", "native", "android"):
        return _with_access(head, text)
    return head


def _with_access(head: Head, text: str) -> Head:
    """With whether it read or wrote, and whether through a null pointer."""
    kind, message = head.error_type, _PLACES.sub("", head.message).strip(" :,(")
    if head.form != "native" and not head.is_stop and (found := _ACCESS.search(text)):
        kind = f"{kind} {next(one for one in found.groups() if one).lower()}"
    address = _ADDRESS.search(text) if _FAULT.match(kind) else None
    if address is not None and int(address[1].replace("`", "") or "0", 16) < NULL_PAGES:
        message = f"{message} zero page".strip()
    return replace(head, error_type=kind, message=message)
