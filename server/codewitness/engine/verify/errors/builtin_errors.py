"""Which exceptions of a language itself come from which; of Python as `builtins` has them."""

from __future__ import annotations

import builtins
from functools import cache
from types import MappingProxyType

_JAVA = """
Throwable: Exception Error
Exception: RuntimeException IOException InterruptedException ReflectiveOperationException
Exception: CloneNotSupportedException GeneralSecurityException SQLException URISyntaxException
Exception: TimeoutException ExecutionException ParseException
RuntimeException: IllegalArgumentException IllegalStateException NullPointerException
RuntimeException: IndexOutOfBoundsException ClassCastException ArithmeticException
RuntimeException: UnsupportedOperationException ConcurrentModificationException
RuntimeException: NoSuchElementException NegativeArraySizeException ArrayStoreException
RuntimeException: EmptyStackException DateTimeException UncheckedIOException SecurityException
RuntimeException: BufferOverflowException BufferUnderflowException
IllegalArgumentException: NumberFormatException PatternSyntaxException InvalidPathException
IllegalStateException: CancellationException
IndexOutOfBoundsException: ArrayIndexOutOfBoundsException StringIndexOutOfBoundsException
NoSuchElementException: InputMismatchException
IOException: FileNotFoundException EOFException UnsupportedEncodingException SocketException
IOException: MalformedURLException UnknownHostException FileSystemException
IOException: ClosedChannelException CharacterCodingException InterruptedIOException
InterruptedIOException: SocketTimeoutException
SocketException: ConnectException BindException
FileSystemException: NoSuchFileException FileAlreadyExistsException AccessDeniedException
FileSystemException: DirectoryNotEmptyException NotDirectoryException
ReflectiveOperationException: ClassNotFoundException NoSuchMethodException NoSuchFieldException
ReflectiveOperationException: InstantiationException IllegalAccessException
ReflectiveOperationException: InvocationTargetException
Error: AssertionError LinkageError VirtualMachineError
VirtualMachineError: OutOfMemoryError StackOverflowError InternalError
LinkageError: NoClassDefFoundError ExceptionInInitializerError UnsatisfiedLinkError
"""
_KOTLIN = "Error: NotImplementedError\nRuntimeException: UninitializedPropertyAccessException"
_CSHARP = """
Exception: SystemException ApplicationException AggregateException HttpRequestException
SystemException: ArgumentException InvalidOperationException NullReferenceException
SystemException: IndexOutOfRangeException InvalidCastException NotImplementedException
SystemException: NotSupportedException ArithmeticException FormatException IOException
SystemException: OutOfMemoryException TimeoutException UnauthorizedAccessException
SystemException: OperationCanceledException KeyNotFoundException
ArgumentException: ArgumentNullException ArgumentOutOfRangeException
InvalidOperationException: ObjectDisposedException
ArithmeticException: DivideByZeroException OverflowException
IOException: FileNotFoundException DirectoryNotFoundException EndOfStreamException
IOException: PathTooLongException
OperationCanceledException: TaskCanceledException
NotSupportedException: PlatformNotSupportedException
"""
_ECMA = "Error: TypeError RangeError SyntaxError ReferenceError EvalError URIError AggregateError"
_RUBY = """
Exception: StandardError ScriptError NoMemoryError SecurityError SignalException SystemExit
Exception: SystemStackError
SignalException: Interrupt
ScriptError: LoadError NotImplementedError SyntaxError
StandardError: ArgumentError EncodingError FiberError IOError IndexError LocalJumpError NameError
StandardError: RangeError RegexpError RuntimeError ThreadError TypeError ZeroDivisionError
StandardError: SystemCallError
ArgumentError: UncaughtThrowError
IOError: EOFError
IndexError: KeyError StopIteration
StopIteration: ClosedQueueError
NameError: NoMethodError
RangeError: FloatDomainError
RuntimeError: FrozenError
"""
_CPP = """
exception: runtime_error logic_error bad_alloc bad_cast bad_typeid bad_exception
exception: bad_function_call bad_weak_ptr bad_optional_access bad_variant_access
logic_error: invalid_argument domain_error length_error out_of_range future_error
runtime_error: range_error overflow_error underflow_error system_error regex_error
system_error: filesystem_error
bad_alloc: bad_array_new_length
bad_cast: bad_any_cast
"""
_TABLES = MappingProxyType(
    {
        "java": _JAVA,
        "kotlin": _JAVA + _KOTLIN,
        "csharp": _CSHARP,
        **dict.fromkeys(("javascript", "typescript", "tsx"), _ECMA),
        "ruby": _RUBY,
        "cpp": _CPP,
    }
)
# What everything comes from that is raised there; and what all do whose names end so.
_ROOTS = {
    "python": {"BaseException"},
    "java": {"Throwable"},
    "kotlin": {"Throwable"},
    "csharp": {"Exception"},
    "ruby": {"Exception"},
    "swift": {"Error"},
    "objc": {"NSException"},
}
_ECMA_ENDING: dict[str, tuple[str, ...]] = {"Error": ("Error", "Exception")}
_BY_ENDING: dict[str, dict[str, tuple[str, ...]]] = {
    "python": {"Exception": ("Error", "Exception", "Warning")},
    "java": {"Exception": ("Exception",)},
    "kotlin": {"Exception": ("Exception",)},
    "ruby": {"StandardError": ("Error",)},
    "javascript": _ECMA_ENDING,
    "typescript": _ECMA_ENDING,
    "tsx": _ECMA_ENDING,
}
_SAME = {"socket.error": "OSError", "os.error": "OSError", "select.error": "OSError"}


def line_of(written: tuple[str, ...], language: str) -> tuple[str, ...]:
    """An exception of the language and all that it comes from; empty if it is none of it."""
    if language == "python":
        return _of_python(_SAME.get(".".join(written), ".".join(written)))
    known = _bases(language)
    if written[-1] not in known:
        return ()
    line = [written[-1]]
    while base := known[line[-1]]:
        line.append(base)
    return tuple(line)


def is_of_root(name: str, wanted: str, language: str) -> bool:
    """True if all that is raised is of the wanted class, or all whose names end as this one."""
    if wanted in _ROOTS.get(language, ()):
        return True
    return name.endswith(_BY_ENDING.get(language, {}).get(wanted, ()))


def _of_python(name: str) -> tuple[str, ...]:
    found = getattr(builtins, name.removeprefix("builtins."), None)
    if not isinstance(found, type) or not issubclass(found, BaseException):
        return ()
    return tuple(one.__name__ for one in found.__mro__ if issubclass(one, BaseException))


@cache
def _bases(language: str) -> dict[str, str]:
    """The base of each exception of a language; empty for what comes from nothing else."""
    bases: dict[str, str] = {}
    for line in filter(None, _TABLES.get(language, "").split("\n")):
        base, _, names = line.partition(":")
        bases.setdefault(base, "")
        bases |= dict.fromkeys(names.split(), base)
    return bases
