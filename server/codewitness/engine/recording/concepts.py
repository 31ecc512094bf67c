"""What kind of failure a message tells of, in whatever language it was raised.

A null dereference is a TypeError here, a NullPointerException there and SIGSEGV elsewhere; a
concept is what they have in common. Patterns are read in their order; a message may have several.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

_PATTERNS: tuple[tuple[str, str], ...] = (
    ("null value", r"NullPointer|NullReference|NoneType|of (?:null|undefined)\b|(?:null|undefined) is not an object|nil pointer|for nil\b|nil:NilClass|unexpectedly found nil|on a `None` value|null pointer|(?:is|was) (?:null|nil|undefined)\b|UninitializedProperty|zero page|(?:address|addr) 0x0+[\da-f]{0,4}\b|null dereference|nil map|\bon null\b|null object reference|reference not set to an instance"),
    ("missing attribute", r"AttributeError|NoSuchMethod|NoMethodError|NoSuchField|is not a function|has no attribute|undefined method|MissingMethod|unrecognized selector|undefined local variable or method"),
    ("unknown name", r"NameError|ReferenceError|is not defined|cannot find symbol|undefined local variable|uninitialized constant|UnboundLocal|before initialization"),
    ("index out of range", r"IndexError|IndexOutOf|OutOfBounds|out of (?:range|bounds)|RangeError: Invalid array length|index \d+ (?:is )?(?:out|outside)|slice bounds|(?:is|index) out of bounds|out_of_range|_range_check"),
    ("missing key", r"KeyError|KeyNotFound|NoSuchElement|key not found|no element|missing key|no entry found for key|not present in the dictionary|contains no (?:matching )?element"),
    ("division by zero", r"ZeroDivision|DivideByZero|divi(?:sion|ded?)[ -]by[ -]zero|/ by zero|SIGFPE|\bFPE\b|attempt to calculate the remainder with a divisor of zero"),
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
    ("deep recursion", r"RecursionError|StackOverflow|[Mm]aximum (?:call stack|recursion)|SystemStackError|stack level too deep|stack-overflow|overflowed its stack|stack overflow|stack limit exceeded|goroutine stack exceeds"),
    ("no space left", r"ENOSPC|EDQUOT|[Nn]o space left|disk (?:is |was )?full|full disk|not enough (?:disk )?space|insufficient disk|disk quota exceeded|out of disk|DISK_FULL|database or disk is full"),
    ("no memory", r"MemoryError|OutOfMemory|heap out of memory|allocation-size|bad_alloc|memory allocation|out[- ]of[- ]memory|memory limit|rss limit|exceeds maximum supported size|[Cc]annot allocate|NegativeArraySize|Array buffer allocation"),
    ("assertion", r"assert(?:ion|Error| failed)|Precondition failed|ERR_ASSERTION|\bD?CHECK(?:_[A-Z]{2}\(.*\))? failed|kernel BUG"),
    ("missing module", r"ModuleNotFound|ImportError|MODULE_NOT_FOUND|Cannot find (?:module|package)|ClassNotFound|NoClassDefFound|LoadError|cannot load such file|No module named|TypeInitialization|DllNotFound"),
    ("syntax", r"SyntaxError|IndentationError|TabError|Parse error|PatternSyntax|re\.error|Invalid regular expression|regexp: Compile|premature end|PatternError|RegexpError|unterminated"),
    ("concurrent change", r"ConcurrentModification|changed size during iteration|mutated during|Collection was modified|concurrent map|already (?:mutably )?borrowed|BorrowMutError|can't add a new key into hash during iteration|can't modify frozen|FrozenError|FrozenInstance|UnsupportedOperation|read[- ]only|Assignment to constant"),
    ("deadlock", r"[Dd]eadlock|goroutines are asleep|No live threads left|IllegalMonitorState|all threads"),
    ("data race", r"data race"),
    ("closed", r"[Cc]losed (?:file|channel|stream|network)|I/O operation on closed|Stream closed|ERR_STREAM|after end|ObjectDisposed|use of closed|BadFileDescriptor|EBADF|Bad file descriptor"),
    ("not implemented", r"NotImplemented|not (?:yet )?implemented|UnsupportedOperation"),
    ("use after free", r"use-after-(?:free|return|scope|poison)"),
    ("double free", r"double[- ]free|attempting free|bad-free|alloc-dealloc-mismatch|Invalid free|invalid pointer|free\(\)"),
    ("buffer overflow", r"(?:heap|stack|global|container|dynamic-stack)-buffer-(?:over|under)flow|Invalid (?:read|write) of size|stack smashing|buffer overflow detected|container-overflow|out-of-bounds (?:read|write)|slab-out-of-bounds"),
    ("leak", r"memory leaks|LeakSanitizer"),
    ("uninitialised value", r"uninitiali[sz]ed|Conditional jump or move depends"),
    ("heap corruption", r"heap corruption|corrupt(?:ed|ion)\b.*\b(?:size|list|heap|top|prev|chunk|fasttop)|invalid (?:chunk|next) size|munmap_chunk|tag-mismatch|redzone"),
    ("bad cast", r"bad[-_ ]cast|ClassCast|InvalidCast|cannot be cast|interface conversion|Could not cast|does not point to an object of type|control flow integrity"),
    ("undefined arithmetic", r"shift exponent|left shift of|cannot be represented in type|implicit conversion|outside the range of representable"),
    ("bad pointer arithmetic", r"pointer index expression|offset .*(?:null pointer|overflowed)|misaligned address|insufficient space for an object"),
    ("unreachable code", r"unreachable code|NOTREACHED|internal error: entered unreachable|unimplemented code"),
    ("illegal instruction", r"SIGILL|\bILL\b|illegal[- ]instruction"),
    ("stopped", r"\bABRT\b|SIGABRT|\bTRAP\b|SIGTRAP|breakpoint|\baborted\b|deadly signal"),
    ("reads", r"\bread$|\bread: |pointer load\b|invalid read"),
    ("writes", r"\bwrite$|\bwrite: |pointer store\b|invalid write"),
    ("bad address", r"SIGSEGV|EXC_BAD_ACCESS|SEGV|SIGBUS|Segmentation fault|access violation|bad address|unaddressable"),
    ("unwrapped failure", r"called `(?:Result|Option)::(?:unwrap|expect)"),
    ("no more items", r"StopIteration|StopAsyncIteration|iteration reached an end"),
    ("cancelled", r"Cancelled|Canceled|AbortError|KeyboardInterrupt|Interrupted|\bInterrupt\b"),
    ("exit", r"SystemExit|process\.exit"),
    ("database", r"IntegrityError|OperationalError|ProgrammingError|SQLException|SQLITE|UNIQUE constraint|Deadlock found|duplicate key"),
    ("web", r"HTTPError|HttpException|status code [45]\d\d|\b404\b|\b5\d\d (?:Internal|Bad|Service)"),
    ("certificate", r"SSL|TLS|CERT_|certificate"),
)  # fmt: skip
# What the runtimes' own functions are called for.
_BY_FUNCTION = tuple(
    (name, re.compile(pattern))
    for name, pattern in (
        ("assertion", r"__assert_fail|__assert_rtn|_assertionFailure|assert_failed"),
        ("index out of range", r"panic_bounds_check|runtime\.(?:goP|p)anic(?:Index|Slice)|_range_check|slice_\w+_fail"),
        ("null value", r"runtime\.panicmem|NullPointerException"),
        ("division by zero", r"runtime\.panicdivide|panic_const_(?:div|rem)_by_zero"),
        ("number overflow", r"panic_const_\w+_overflow"),
        ("unwrapped failure", r"(?:unwrap|expect)_failed"),
        ("buffer overflow", r"__stack_chk_fail|__fortify_fail|__chk_fail"),
        ("heap corruption", r"malloc_printerr|malloc_consolidate"),
        ("deep recursion", r"runtime\.(?:newstack|morestack)"),
        ("no memory", r"alloc::handle_alloc_error|runtime\.sysMap|throw_bad_alloc|OnNoMemory"),
        ("stopped", r"^(?:__GI_)?(?:raise|abort)$|gsignal|__pthread_kill"),
    )
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
        "stopped",
        "reads",
        "writes",
        "cancelled",
    }
)
VAGUE_WEIGHT = 0.25
FRAMES_THAT_TELL = 8


@lru_cache(maxsize=4096)
def concepts(error_type: str, message: str) -> frozenset[str]:
    """The kinds of failure that type and message tell of."""
    text = f"{error_type}: {message[:600]}"
    return frozenset(name for name, pattern in _COMPILED if pattern.search(text))


def concepts_of_frames(functions: Iterable[str]) -> frozenset[str]:
    """The kinds of failure that the innermost functions were called for."""
    first = list(functions)[:FRAMES_THAT_TELL]
    return frozenset(
        name for name, pattern in _BY_FUNCTION if any(pattern.search(one) for one in first)
    )


def weighted(found: frozenset[str]) -> dict[str, float]:
    """How much each of them counts."""
    is_clear = bool(found - VAGUE)
    return {name: VAGUE_WEIGHT if is_clear and name in VAGUE else 1.0 for name in sorted(found)}
