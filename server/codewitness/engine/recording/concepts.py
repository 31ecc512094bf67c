"""What kind of failure a message tells of, in whatever language it was raised.

A null dereference is a TypeError here, a NullPointerException there and SIGSEGV elsewhere; a
concept is what they have in common. Patterns are read in their order; a message may have several.
"""

from __future__ import annotations

import re
from functools import lru_cache

_PATTERNS: tuple[tuple[str, str], ...] = (
    ("null value", r"NullPointer|NullReference|NoneType|of (?:null|undefined)\b|nil pointer|for nil\b|nil:NilClass|unexpectedly found nil|on a `None` value|null pointer|(?:is|was) (?:null|nil|undefined)\b|UninitializedProperty|zero page|unknown address 0x0{6,}|nil map"),
    ("missing attribute", r"AttributeError|NoSuchMethod|NoMethodError|NoSuchField|is not a function|has no attribute|undefined method|MissingMethod|unrecognized selector|undefined local variable or method"),
    ("unknown name", r"NameError|ReferenceError|is not defined|cannot find symbol|undefined local variable|uninitialized constant|UnboundLocal|before initialization"),
    ("index out of range", r"IndexError|IndexOutOf|OutOfBounds|out of (?:range|bounds)|RangeError: Invalid array length|index \d+ (?:is )?(?:out|outside)|slice bounds|is out of bounds"),
    ("missing key", r"KeyError|KeyNotFound|NoSuchElement|key not found|no element|missing key|no entry found for key|not present in the dictionary|contains no (?:matching )?element"),
    ("division by zero", r"ZeroDivision|DivideByZero|divi(?:sion|ded?) by zero|/ by zero|divide by zero|SIGFPE|\bFPE\b|attempt to calculate the remainder with a divisor of zero"),
    ("number overflow", r"OverflowError|ArithmeticException: \w+ overflow|(?:integer|arithmetic) (?:operation )?overflow|attempt to \w+ with overflow|overflow on (?:assign|shift)|out of range integral"),
    ("missing file", r"FileNotFound|ENOENT|No such file|NoSuchFile|cannot find the (?:file|path)|DirectoryNotFound"),
    ("permission", r"PermissionError|AccessDenied|EACCES|EPERM|Permission denied|UnauthorizedAccess|not permitted"),
    ("file exists", r"FileExists|FileAlreadyExists|EEXIST|File exists"),
    ("is a folder", r"IsADirectory|EISDIR|NotADirectory|ENOTDIR|is a directory|not a directory"),
    ("connection refused", r"ConnectionRefused|ECONNREFUSED|[Cc]onnection refused|ConnectException"),
    ("connection lost", r"ConnectionReset|ECONNRESET|BrokenPipe|EPIPE|[Cc]onnection reset|[Bb]roken pipe|connection (?:closed|aborted)|EOFError|EOFException|UnexpectedEof|unexpected EOF"),
    ("unknown host", r"gaierror|UnknownHost|ENOTFOUND|EAI_AGAIN|getaddrinfo|Name or service not known|no such host|could not resolve"),
    ("timeout", r"[Tt]ime(?:d )?-?[Oo]ut|ETIMEDOUT|[Dd]eadlineExceeded|deadline exceeded"),
    ("number format", r"NumberFormat|invalid literal for (?:int|float)|could not convert string to float|ParseIntError|ParseFloatError|invalid digit|FormatException|strconv\.\w+: parsing|invalid value for (?:Integer|Float)|Cannot convert \S+ to a BigInt|invalid float literal"),
    ("bad json", r"JSON|json\.decoder|MalformedJson|invalid character .* looking for|Unexpected token"),
    ("bad encoding", r"Unicode(?:De|En)code|MalformedInput|invalid byte sequence|codec can't|Utf8Error|invalid utf-?8|URI malformed|CharacterCoding|incompatible character encodings"),
    ("wrong type", r"ClassCast|InvalidCast|cannot be cast|interface conversion|[Uu]nsupported operand|no implicit conversion|can't be coerced|Could not cast|must be str|not iterable|not subscriptable|Cannot (?:mix|convert)|ArrayStore|is not callable|object is not|can only concatenate"),
    ("wrong arguments", r"missing \d+ required|positional argument|wrong number of arguments|IllegalArgument|ArgumentError|ArgumentException|ArgumentOutOfRange|takes \d+|TargetParameterCount|unexpected keyword"),
    ("bad value", r"ValueError|Invalid(?:Operation|Value)|IllegalState|RangeError|DateTimeException"),
    ("deep recursion", r"RecursionError|StackOverflow|[Mm]aximum (?:call stack|recursion)|SystemStackError|stack level too deep|stack-overflow|overflowed its stack|stack overflow|goroutine stack exceeds"),
    ("no memory", r"MemoryError|OutOfMemory|heap out of memory|allocation-size|bad_alloc|memory allocation|[Cc]annot allocate|NegativeArraySize|Array buffer allocation"),
    ("assertion", r"[Aa]ssert(?:ion|Error)|Precondition failed|ERR_ASSERTION|assertion `?(?:left|failed)"),
    ("missing module", r"ModuleNotFound|ImportError|MODULE_NOT_FOUND|Cannot find (?:module|package)|ClassNotFound|NoClassDefFound|LoadError|cannot load such file|No module named|TypeInitialization|DllNotFound"),
    ("syntax", r"SyntaxError|IndentationError|TabError|Parse error|PatternSyntax|re\.error|Invalid regular expression|regexp: Compile|premature end|PatternError|RegexpError|unterminated"),
    ("concurrent change", r"ConcurrentModification|changed size during iteration|mutated during|Collection was modified|concurrent map|already (?:mutably )?borrowed|BorrowMutError|can't add a new key into hash during iteration|can't modify frozen|FrozenError|FrozenInstance|UnsupportedOperation|read[- ]only|Assignment to constant"),
    ("deadlock", r"[Dd]eadlock|goroutines are asleep|No live threads left|IllegalMonitorState|all threads"),
    ("data race", r"data race"),
    ("closed", r"[Cc]losed (?:file|channel|stream|network)|I/O operation on closed|Stream closed|ERR_STREAM|after end|ObjectDisposed|use of closed|BadFileDescriptor|EBADF|Bad file descriptor"),
    ("not implemented", r"NotImplemented|not (?:yet )?implemented|UnsupportedOperation"),
    ("use after free", r"use-after-(?:free|return|scope|poison)"),
    ("double free", r"double[- ]free|attempting free|bad-free|alloc-dealloc-mismatch|Invalid free"),
    ("buffer overflow", r"(?:heap|stack|global|container|dynamic-stack)-buffer-(?:over|under)flow|Invalid (?:read|write) of size|stack smashing|container-overflow"),
    ("leak", r"memory leaks|LeakSanitizer"),
    ("bad address", r"SIGSEGV|SEGV|SIGBUS|Segmentation fault|access violation|bad address|unaddressable"),
    ("unwrapped failure", r"called `(?:Result|Option)::(?:unwrap|expect)"),
    ("no more items", r"StopIteration|StopAsyncIteration|iteration reached an end"),
    ("cancelled", r"Cancelled|Canceled|AbortError|KeyboardInterrupt|Interrupted|\bInterrupt\b"),
    ("exit", r"SystemExit|process\.exit"),
    ("database", r"IntegrityError|OperationalError|ProgrammingError|SQLException|SQLITE|UNIQUE constraint|Deadlock found|duplicate key"),
    ("web", r"HTTPError|HttpException|status code [45]\d\d|\b404\b|\b5\d\d (?:Internal|Bad|Service)"),
    ("certificate", r"SSL|TLS|CERT_|certificate"),
)  # fmt: skip
_COMPILED = tuple((name, re.compile(pattern, re.IGNORECASE)) for name, pattern in _PATTERNS)


# What a type or a wrapper says of many failures; beside something more particular it says little.
VAGUE = frozenset(
    {
        "bad value",
        "wrong arguments",
        "wrong type",
        "missing attribute",
        "syntax",
        "unwrapped failure",
        "bad address",
        "cancelled",
    }
)
VAGUE_WEIGHT = 0.25


@lru_cache(maxsize=4096)
def concepts(error_type: str, message: str) -> frozenset[str]:
    """The kinds of failure that type and message tell of."""
    text = f"{error_type}: {message[:600]}"
    return frozenset(name for name, pattern in _COMPILED if pattern.search(text))


def weighted(found: frozenset[str]) -> dict[str, float]:
    """How much each of them counts."""
    is_clear = bool(found - VAGUE)
    return {name: VAGUE_WEIGHT if is_clear and name in VAGUE else 1.0 for name in sorted(found)}
