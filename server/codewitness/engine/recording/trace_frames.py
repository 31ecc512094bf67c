"""How each kind of stack trace writes one frame. Innermost frames may come first or last.

The forms were read from the runtimes' own output: CPython, the JVM, V8, SpiderMonkey, Go, .NET,
MRI, Rust's std, Swift, the LLVM sanitizers, gdb, WinDbg, Valgrind, glibc's backtrace, Linux, Android's
crash dumps, PHP, Lua, Elixir and Dart.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from codewitness.model.records import Frame


@dataclass(frozen=True, slots=True, kw_only=True)
class Form:
    """One kind of frame. `reads` gives the frame at a line and how many lines it takes, or None."""

    name: str
    reads: Callable[[Sequence[str], int], tuple[Frame, int] | None]
    innermost_last: bool = False


_PYTHON = re.compile(
    r'^\s*File "(?P<path>[^"]+)", line (?P<line>\d+)(?:,? in (?P<function>.+?))?\s*$'
)
_JVM = re.compile(
    r"^\s*at (?:[\w.$@-]+/{1,2}){0,2}(?P<function>[\w$.<>-]+)\((?P<place>[^()]*)\)(?:\s*~?\[.*\])?\s*$"
)
_V8 = re.compile(
    r"^\s*at (?:async )?(?:(?P<function>[^()]+?(?: \[as [^\]]+\])?) \()?"
    r"(?P<path>(?:[a-z-]+://|node:|[A-Za-z]:[\\/]|[\w./\\@~ -])[^()]*?):(?P<line>\d+)(?::\d+)?\)?(?: \{)?\s*$"
)
_V8_NO_PLACE = re.compile(
    r"^\s*at (?P<function>(?:async |new )?[\w$.<># \[\]]+) \((?:<anonymous>|native|index \d+)\)\s*$"
)
_V8_EVALUATED = re.compile(
    r"^\s*at (?P<function>[^()]+?) \(eval at .*?\((?P<path>[^()]+?):(?P<line>\d+):\d+\)+.*$"
)
_GECKO = re.compile(
    r"^\s*(?P<function>[\w$.*/<>\[\]]*)@(?P<path>[a-z-]+:/{1,3}\S+?|/\S+?):(?P<line>\d+):\d+\s*$"
)
_GO_FUNCTION = re.compile(
    r"^(?:created by )?(?P<function>[\w./*()·\[\]{}-]+?)(?:\((?:[^()]*|\.\.\.)\)| in goroutine \d+)?$"
)
_GO_PLACE = re.compile(
    r"^(?P<indent>\s+)?(?P<path>\S.*\.(?:go|s|c)):(?P<line>\d+)(?(indent)(?: \+0x[0-9a-f]+)?| \+0x[0-9a-f]+)(?: fp=\S+ sp=\S+ pc=\S+)?\s*$"
)
# .NET writes its words in the language of the machine.
_DOTNET = re.compile(
    r"^\s*(?:at|bei|en|à|in|em|w|v|в|在|於|場所|위치:)\s(?P<function>[\w.<>`,+\[\]|$~ ]+?)\s?\(.*?\)"
    r"(?: (?:\[0x[0-9a-f]+\] )?(?:in|en|dans|em|w|v|в|位置|場所|파일)\s(?P<path>.+?)"
    r":(?:(?:line|Zeile|línea|ligne|riga|linha|wiersz|řádek|строка|行号|行|줄) ?)?(?P<line>\d+))?\s*$"
)
_RUBY = re.compile(
    r"^\s*(?:\d+:\s*)?(?:from |# )?(?P<path>[^\s:][^:]*\.(?:rb|ru|rake|erb|gemspec)|<internal:[^>]+>|-e|\S*/(?:bin|exe)/[\w-]+)"
    r":(?P<line>\d+):in [`'](?P<function>[^`']+)'"
)
_RAILS = re.compile(
    r"^\s*(?:line (?P<number>\d+) of )?(?P<path>[^\s:]+\.(?:rb|erb|haml|slim|rake|builder))"
    r"(?(number)|:(?P<line>\d+))(?::(?: | ?in [`'])(?P<function>[^`']+)'?)?\s*$"
)
_RUST = re.compile(r"^\s*\d+:\s+(?:0x[0-9a-f]+ - )?(?P<function>\S.*?)\s*$")
_RUST_PLACE = re.compile(r"^\s+at (?P<path>\S.*?):(?P<line>\d+)(?::\d+)?\s*$")
_SANITIZER = re.compile(
    r"^\s*#\d+\s+(?:0x[0-9a-f]+\s+)?(?:in\s+)?(?P<function>\S.*?|)\s*"
    r"(?:\s(?P<path>/[^():]+|[A-Za-z]:[^():]+|[\w./+-]+\.\w+):(?P<line>\d+)(?::\d+)?(?: \([^()]+\))?"
    r"|\s\((?P<module>[^()]+)\))(?:\s+\(BuildId: \w+\))?\s*$"
)
_GDB = re.compile(
    r"^\s*#\d+\s+(?:0x[0-9a-f]+ (?:in )?)?"
    r"(?P<function>[^\s(][^(]*?|\(anonymous namespace\)::[^(]+?|\?\?) ?\((?!/|[^()]*\+ ?0x).*?\)"
    r"(?: at (?P<path>\S+):(?P<line>\d+)| from (?P<module>\S+))?\s*$"
)
_VALGRIND = re.compile(
    r"^==\d+==\s+(?:at|by) 0x[0-9A-F]+: (?P<function>.+?) \((?:in )?(?P<path>[^():]+)(?::(?P<line>\d+))?\)\s*$"
)
_SWIFT = re.compile(
    r"^\s*\d+\s+(?:\[\w+\]\s+)?(?:[\w.+-]+\s+)?0x[0-9a-f]+\s+(?P<function>\S.*?)(?: \+ \d+)?"
    r"(?: ?\(in [^()]+\))?(?: (?:in \S+ )?(?:at |\()(?P<path>/[^:()]+?|[\w./+-]+\.\w+):(?P<line>\d+)(?::\d+)?\)?)?"
    r"(?: ?\(in [^()]+\))?\s*$"
)
_PHP = re.compile(r"^\s*#\d+ (?P<path>[^\s(]+\.php)\((?P<line>\d+)\): (?P<function>[^(]+).*$")
_LUA = re.compile(
    r"^\s+(?P<path>[^\s:\[\]]+):(?P<line>\d+): in (?:\w+ )?(?:['<](?P<function>[^'>]+)['>]|chunk)\s*$"
)
_ELIXIR = re.compile(
    r"^\s+(?:\([\w.]+ [\w.+-]+\) )?(?P<path>\S+\.(?:exs?|erl)):(?P<line>\d+): (?P<function>\S.*?)\s*$"
)
_DART = re.compile(
    r"^#\d+\s+(?P<function>\S.*?) \((?P<path>(?:package:|dart:|file:)[^()]+?):(?P<line>\d+)(?::\d+)?\)\s*$"
)
_ANDROID = re.compile(
    r"^.*?#\d+\s+pc\s+[\da-f]+\s+(?P<module>\S+)(?: \(offset \w+\))?"
    r"(?: \((?!BuildId)(?P<function>.+?)(?:\+\d+)?\))?(?: \(BuildId: \w+\))?\s*$"
)
_NDK_STACK = re.compile(
    r"^.*?#\d+\s+pc\s+[\da-f]+\s+(?P<module>\S+).*?: Routine (?P<function>\S.*?) at (?P<path>\S+?)"
    r":(?P<line>\d+|\?)\s*$"
)
_BACKTRACE = re.compile(
    r"^\s*(?:#?\d+:?\s+)?(?P<module>[^\s()]+)\((?P<function>.*?)\+0x[\da-f]+\)\s?\[0x[\da-f]+\]\s*$"
)
_KERNEL = re.compile(
    r"^(?:\[[ \d.]+\]\s*)?(?:[CT]\d+\] )?\s*(?:\? )?(?P<function>[A-Za-z_][\w.]*)\+0x[\da-f]+/0x[\da-f]+.*$"
)
_WINDOWS = re.compile(
    r"^(?:[\da-f]{2,3} )?(?:[\da-f`]{8,17} ){1,2}(?P<module>\w+)!(?P<function>[^\s+\[]+(?: [^\s+\[]+)*)"
    r"(?:\+0x[\da-f]+)?(?: \[(?P<path>.+?) @ (?P<line>\d+)\])?\s*$"
)
_PYTEST = re.compile(r"^(?P<path>[^\s:]+\.py):(?P<line>\d+): (?:in (?P<function>\w+)|[A-Z]\w*|)$")
_MASKED_ARGUMENTS = re.compile(r"\(.*\)$")


def _by(pattern: re.Pattern[str]) -> Callable[[Sequence[str], int], tuple[Frame, int] | None]:
    def reads(lines: Sequence[str], at: int) -> tuple[Frame, int] | None:
        found = pattern.match(lines[at])
        return (_frame(found), 1) if found else None

    return reads


def _frame(found: re.Match[str]) -> Frame:
    parts = found.groupdict()
    return Frame(
        path=(parts.get("path") or parts.get("module") or "").strip(),
        line=int(parts.get("line") or parts.get("number") or 0),
        function=(parts.get("function") or "").strip(),
    )


def _jvm(lines: Sequence[str], at: int) -> tuple[Frame, int] | None:
    found = _JVM.match(lines[at])
    if found is None:
        return None
    file, _, line = found["place"].partition(":")
    if not (file.endswith((".java", ".kt", ".kts", ".scala", ".groovy")) or _is_no_place(file)):
        return None
    package = found["function"].rpartition(".")[0].rpartition(".")[0].replace(".", "/")
    path = f"{package}/{file}" if "." in file and package else file
    return Frame(
        path=path, line=int(line) if line.isdecimal() else 0, function=found["function"]
    ), 1


def _is_no_place(text: str) -> bool:
    return text in ("Native Method", "Unknown Source", "<generated>", "SourceFile") or not text


def _v8(lines: Sequence[str], at: int) -> tuple[Frame, int] | None:
    line = lines[at]
    found = _V8_EVALUATED.match(line) or _V8.match(line) or _V8_NO_PLACE.match(line)
    return (_frame(found), 1) if found else None


def _go(lines: Sequence[str], at: int) -> tuple[Frame, int] | None:
    if at + 1 >= len(lines):
        return None
    place = _GO_PLACE.match(lines[at + 1])
    function = _GO_FUNCTION.match(lines[at].strip()) if place else None
    if place is None or function is None:
        return None
    return Frame(path=place["path"], line=int(place["line"]), function=function["function"]), 2


def _android(lines: Sequence[str], at: int) -> tuple[Frame, int] | None:
    found = _ANDROID.match(lines[at])
    if found is None and (found := _NDK_STACK.match(lines[at])):
        line = int(found["line"]) if found["line"] != "?" else 0
        return Frame(path=found["path"], line=line, function=found["function"]), 1
    return (_frame(found), 1) if found else None


def _ruby(lines: Sequence[str], at: int) -> tuple[Frame, int] | None:
    found = _RUBY.match(lines[at]) or _RAILS.match(lines[at])
    return (_frame(found), 1) if found else None


def _rust(lines: Sequence[str], at: int) -> tuple[Frame, int] | None:
    function = _RUST.match(lines[at])
    if function is None:
        return None
    place = _RUST_PLACE.match(lines[at + 1]) if at + 1 < len(lines) else None
    if place is None:
        is_path = "::" in function["function"] or function["function"].isidentifier()
        return (Frame(function=function["function"]), 1) if is_path else None
    return Frame(path=place["path"], line=int(place["line"]), function=function["function"]), 2


def _sanitizer(lines: Sequence[str], at: int) -> tuple[Frame, int] | None:
    found = _SANITIZER.match(lines[at])
    if found is None:
        return None
    frame = _frame(found)
    function = _MASKED_ARGUMENTS.sub("", frame.function).strip() or frame.function
    return Frame(path=frame.path, line=frame.line, function=function), 1


# The first that reads most lines is taken, so what is more particular comes first.
FORMS = (
    Form(name="python", reads=_by(_PYTHON), innermost_last=True),
    Form(name="pytest", reads=_by(_PYTEST), innermost_last=True),
    Form(name="jvm", reads=_jvm),
    Form(name="javascript", reads=_v8),
    Form(name="dart", reads=_by(_DART)),
    Form(name="elixir", reads=_by(_ELIXIR)),
    Form(name="lua", reads=_by(_LUA)),
    Form(name="android", reads=_android),
    Form(name="csharp", reads=_by(_DOTNET)),
    Form(name="php", reads=_by(_PHP)),
    Form(name="native", reads=_by(_GDB)),
    Form(name="sanitizer", reads=_sanitizer),
    Form(name="native", reads=_by(_BACKTRACE)),
    Form(name="kernel", reads=_by(_KERNEL)),
    Form(name="windows", reads=_by(_WINDOWS)),
    Form(name="valgrind", reads=_by(_VALGRIND)),
    Form(name="ruby", reads=_ruby),
    Form(name="go", reads=_go),
    Form(name="swift", reads=_by(_SWIFT)),
    Form(name="rust", reads=_rust),
    Form(name="javascript", reads=_by(_GECKO)),
)
