"""What libraries and languages themselves call: members that are known by name, by language."""

from __future__ import annotations

import re
from types import MappingProxyType

from codewitness.engine.verify.code.families import ECMA

# Of Go: the interface, and a pattern of what stands behind the receiver. A method has to fit whole.
_GO = r"""
io.Closer: Close() error
io.Reader: Read(b []byte) (int, error)
io.Writer: Write(b []byte) (int, error)
io.Seeker: Seek(a int64, b int) (int64, error)
io.ReaderAt: ReadAt(b []byte, a int64) (int, error)
io.WriterAt: WriteAt(b []byte, a int64) (int, error)
io.ReaderFrom: ReadFrom(r io.Reader) (int64, error)
io.WriterTo: WriteTo(w io.Writer) (int64, error)
io.ByteReader: ReadByte() (byte, error)
io.ByteWriter: WriteByte(b byte) error
io.StringWriter: WriteString(s string) (int, error)
io.RuneReader: ReadRune() (rune, int, error)
sort.Interface: Len() int
sort.Interface: Less(i, j int) bool
sort.Interface: Swap(i, j int)
heap.Interface: Push(x any)
heap.Interface: Push(x interface{})
heap.Interface: Pop() any
heap.Interface: Pop() interface{}
fmt.Stringer: String() string
fmt.GoStringer: GoString() string
fmt.Formatter: Format(f fmt.State, r rune)
error: Error() string
errors.Unwrap: Unwrap() error
errors.Unwrap: Unwrap() []error
errors.Is: Is(e error) bool
errors.As: As(e any) bool
errors.As: As(e interface{}) bool
net.Error: Timeout() bool
net.Error: Temporary() bool
http.Handler: ServeHTTP(w http.ResponseWriter, r *http.Request)
http.RoundTripper: RoundTrip(r *http.Request) (*http.Response, error)
http.ResponseWriter: Header() http.Header
http.ResponseWriter: WriteHeader(n int)
http.Flusher: Flush()
http.Hijacker: Hijack() (net.Conn, *bufio.ReadWriter, error)
json.Marshaler: MarshalJSON() ([]byte, error)
json.Unmarshaler: UnmarshalJSON(b []byte) error
encoding.TextMarshaler: MarshalText() ([]byte, error)
encoding.TextUnmarshaler: UnmarshalText(b []byte) error
encoding.BinaryMarshaler: MarshalBinary() ([]byte, error)
encoding.BinaryUnmarshaler: UnmarshalBinary(b []byte) error
yaml.Marshaler: MarshalYAML() (any, error)
yaml.Marshaler: MarshalYAML() (interface{}, error)
driver.Valuer: Value() (driver.Value, error)
sql.Scanner: Scan(x any) error
sql.Scanner: Scan(x interface{}) error
flag.Value: Set(s string) error
sync.Locker: Lock()
sync.Locker: Unlock()
net.Conn: LocalAddr() net.Addr
net.Conn: RemoteAddr() net.Addr
net.Conn: SetDeadline(t time.Time) error
net.Conn: SetReadDeadline(t time.Time) error
net.Conn: SetWriteDeadline(t time.Time) error
net.Listener: Accept() (net.Conn, error)
net.Listener: Addr() net.Addr
net.Addr: Network() string
context.Context: Deadline() (time.Time, bool)
context.Context: Done() <-chan struct{}
context.Context: Err() error
context.Context: Value(k any) any
context.Context: Value(k interface{}) interface{}
fs.FileInfo: Name() string
fs.FileInfo: Size() int64
fs.FileInfo: IsDir() bool
fs.FileInfo: ModTime() time.Time
slog.LogValuer: LogValue() slog.Value
"""

# What an object of any class may be asked for, by the language or its library.
_OF_ANY = {
    "java": "toString equals hashCode compareTo clone finalize close iterator readObject"
    " writeObject readResolve writeReplace",
    "kotlin": "toString equals hashCode compareTo",
    "csharp": "ToString Equals GetHashCode CompareTo Finalize Dispose DisposeAsync GetEnumerator"
    " Deconstruct GetAwaiter",
    "ecma": "toString toJSON valueOf toLocaleString then constructor",
    "ruby": "to_s to_str to_a to_ary to_h to_hash to_proc to_i to_int to_sym inspect each hash eql?"
    " equal? coerce call respond_to_missing? method_missing const_missing inherited included"
    " extended prepended method_added marshal_dump marshal_load initialize_copy initialize_dup"
    " encode_with init_with to_json as_json",
    "swift": "deinit encode hash",
    "objc": "dealloc description debugDescription hash isEqual load initialize copyWithZone"
    " mutableCopyWithZone encodeWithCoder initWithCoder forwardInvocation"
    " methodSignatureForSelector respondsToSelector",
    "cpp": "begin end cbegin cend swap what",
}
# What is asked for by bases that are known; of what is not among them nothing is called.
_BY_BASE = {
    "Runnable Thread TimerTask": "run",
    "Callable": "call",
    "AutoCloseable Closeable": "close",
    "Comparable": "compareTo CompareTo compare <",
    "Comparator IComparer": "compare Compare equals",
    "Iterator": "hasNext next remove forEachRemaining",
    "Iterable": "iterator forEach spliterator",
    "Supplier": "get",
    "Consumer BiConsumer": "accept andThen",
    "Function BiFunction UnaryOperator BinaryOperator": "apply andThen compose",
    "Predicate BiPredicate": "test negate and or",
    "InvocationHandler": "invoke",
    "IDisposable": "Dispose",
    "IAsyncDisposable": "DisposeAsync",
    "IEquatable": "Equals",
    "IComparable": "CompareTo",
    "IEqualityComparer": "Equals GetHashCode",
    "ICloneable": "Clone",
    "IFormattable": "ToString",
    "IEnumerable": "GetEnumerator",
    "IEnumerator": "MoveNext Reset Current Dispose",
    "CustomStringConvertible CustomDebugStringConvertible": "description debugDescription",
    "Equatable Hashable": "== hash hashValue",
    "LocalizedError": "errorDescription failureReason recoverySuggestion helpAnchor",
    "Identifiable": "id",
    "View": "body",
    "Codable Encodable Decodable": "encode init",
    "Serializable Cloneable Sendable Error Record Marker NSObject NSObjectProtocol Object": "",
    "Exception Enum IntEnum StrEnum Flag IntFlag Attribute EventArgs": "",
    "ABC Protocol Generic NamedTuple TypedDict object": "",
    "CaseIterable RawRepresentable String Int UInt Double": "",
}


def _of_go() -> dict[str, list[tuple[str, re.Pattern[str]]]]:
    known: dict[str, list[tuple[str, re.Pattern[str]]]] = {}
    for line in _GO.strip().splitlines():
        interface, _, method = line.partition(": ")
        name, _, rest = method.partition("(")
        given, _, result = rest.partition(")")
        known.setdefault(name, []).append((interface, _shape(given, result.strip())))
    return known


def _shape(given: str, result: str) -> re.Pattern[str]:
    """What fits the same types in a header, whatever the parameters are named, or are not."""
    one_type = given.rsplit(" ", maxsplit=1)[-1] if given else ""
    types = [re.escape(one_type)] * (given.count(",") + 1) if given else []
    if given.count(",") and not given.startswith("i, j"):
        types = [re.escape(one.strip().split(" ")[-1]) for one in given.split(",")]
    apart = r"\s*,\s*".join(rf"(?:\w+\s+)?{one}" for one in types)
    shared = rf"|\w+(?:\s*,\s*\w+)*\s+{types[0]}" if len(set(types)) == 1 and types[1:] else ""
    results = [re.escape(one.strip()) for one in result.strip("()").split(",") if one.strip()]
    named = r"\s*,\s*".join(rf"(?:\w+\s+)?{one}" for one in results)
    if "(" in result and not result.startswith("("):
        named = re.escape(result)
    shared_result = rf"(?:\(\s*{named}\s*,?\s*\)|{named})" if results else ""
    return re.compile(rf"\(\s*(?:{apart}{shared})\s*,?\s*\)\s*{shared_result}\s*")


OF_GO = MappingProxyType(_of_go())
OF_ANY = MappingProxyType(
    {
        language: frozenset(_OF_ANY.get(known, "").split())
        for known in _OF_ANY
        for language in (ECMA if known == "ecma" else (known,))
    }
)
BY_BASE = MappingProxyType(
    {base: frozenset(asked.split()) for bases, asked in _BY_BASE.items() for base in bases.split()}
)
