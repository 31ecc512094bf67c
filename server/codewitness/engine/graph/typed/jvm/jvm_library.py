"""What the libraries of Java and Kotlin have, by name."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Any

from codewitness.engine.graph.listed import words
from codewitness.engine.graph.typed.tabling import Answer

# Types that hold others: their elements, their values by key, one thing, things in a row.
LISTS = words(
    "List ArrayList LinkedList Set HashSet LinkedHashSet TreeSet SortedSet Collection Iterable "
    "Iterator Queue Deque ArrayDeque PriorityQueue Stack Vector Stream Sequence MutableList "
    "MutableSet MutableCollection Array CopyOnWriteArrayList ListIterator BlockingQueue "
    "BlockingDeque LinkedBlockingQueue LinkedBlockingDeque ArrayBlockingQueue "
    "PriorityBlockingQueue ConcurrentLinkedQueue ConcurrentLinkedDeque"
)
MAPS = words(
    "Map HashMap LinkedHashMap TreeMap SortedMap ConcurrentMap ConcurrentHashMap MutableMap "
    "NavigableMap Hashtable"
)
BOXES = words(
    "Optional AtomicReference WeakReference SoftReference ThreadLocal Lazy Result Deferred Future "
    "CompletableFuture StateFlow MutableStateFlow LiveData MutableLiveData MutableState"
)
HELD = frozenset(["value"])  # the property of a box that is what it holds
TUPLE_TYPES = words("Pair Triple Entry SimpleEntry")

# Methods of collections by what they give: an element, the collection itself, its changed elements.
ELEMENT = frozenset(
    [
        "get",
        "getFirst",
        "getLast",
        "remove",
        "removeFirst",
        "removeLast",
        "poll",
        "pollFirst",
        "pollLast",
        "peek",
        "peekFirst",
        "peekLast",
        "pop",
        "element",
        "next",
        "first",
        "last",
        "find",
        "firstOrNull",
        "lastOrNull",
        "single",
        "singleOrNull",
        "getOrNull",
        "random",
        "findFirst",
        "findAny",
        "min",
        "max",
        "orElse",
        "orElseThrow",
        "orElseGet",
        "elementAt",
        "minBy",
        "maxBy",
        "minByOrNull",
        "maxByOrNull",
        "removeAt",
        "removeLast",
    ]
)
SAME = frozenset(
    [
        "stream",
        "filter",
        "sorted",
        "distinct",
        "limit",
        "skip",
        "peek",
        "iterator",
        "toList",
        "parallelStream",
        "reversed",
        "subList",
        "listIterator",
        "asSequence",
        "filterNot",
        "sortedBy",
        "take",
        "drop",
        "toMutableList",
        "toSet",
        "asIterable",
        "onEach",
        "asReversed",
        "shuffled",
        "takeWhile",
        "dropWhile",
        "plus",
        "minus",
        "filterNotNull",
        "collect",
        "sortedByDescending",
        "sortedWith",
        "distinctBy",
        "toMutableSet",
        "toTypedArray",
        "toHashSet",
        "takeLast",
        "dropLast",
        "union",
        "intersect",
        "subtract",
        "orEmpty",
        "filterIndexed",
        "boxed",
        "parallel",
        "sequential",
        "unordered",
        "asList",
        "descendingIterator",
        "ifEmpty",
    ]
)
CALLED = frozenset(
    [
        "forEach",
        "map",
        "filter",
        "anyMatch",
        "allMatch",
        "noneMatch",
        "removeIf",
        "flatMap",
        "mapToInt",
        "mapToLong",
        "mapToDouble",
        "any",
        "all",
        "none",
        "find",
        "first",
        "firstOrNull",
        "last",
        "sumOf",
        "sumBy",
        "associateBy",
        "groupBy",
        "sortedBy",
        "sortBy",
        "count",
        "mapNotNull",
        "filterNot",
        "onEach",
        "partition",
        "minBy",
        "maxBy",
        "takeWhile",
        "dropWhile",
        "forEachIndexed",
        "indexOfFirst",
        "ifPresent",
        "replaceAll",
        "associateWith",
        "single",
        "mapIndexed",
        "let",
        "also",
        "joinToString",
        "flatMapTo",
        "mapTo",
        "filterIsInstance",
        "toMap",
        "distinctBy",
        "sortedByDescending",
        "sortedWith",
        "minByOrNull",
        "maxByOrNull",
        "maxOf",
        "minOf",
        "sumByDouble",
        "lastOrNull",
        "singleOrNull",
        "indexOfLast",
        "filterIndexed",
        "flatMapIndexed",
        "associate",
        "removeAll",
        "retainAll",
        "onEachIndexed",
        "forEachOrdered",
        "takeLastWhile",
        "dropLastWhile",
        "chunked",
        "peek",
        "mapToObj",
        "ifPresentOrElse",
    ]
)
SCOPED = frozenset(["let", "also", "apply", "run", "with", "use", "takeIf", "takeUnless"])
_ON_ANYTHING = SCOPED - {"run", "with"}  # also on what may have methods from outside
_ON_FUNCTIONS = _ON_ANYTHING - {"apply"}  # which runs a function of Java's
UNCHANGED = frozenset(["apply", "also", "takeIf", "takeUnless"])
GROUPED = frozenset(["groupBy", "groupingBy"])
# Functions of the library that make collections of their arguments.
LISTED = frozenset(
    [
        "listOf",
        "listOfNotNull",
        "setOf",
        "mutableListOf",
        "mutableSetOf",
        "arrayOf",
        "arrayListOf",
        "hashSetOf",
        "sequenceOf",
        "asList",
        "of",
    ]
)
MAPPED = frozenset(["mapOf", "mutableMapOf", "hashMapOf", "linkedMapOf", "sortedMapOf"])
LISTING = frozenset(["List", "Set", "Stream", "Arrays", "EnumSet"])
HOLDING = frozenset(["of", "ofNullable"])
# Methods of `Optional` and other boxes, which count as what they hold.
UNBOXED = frozenset(["get", "orElse", "orElseThrow", "orElseGet", "filter", "or", "getAndSet"])
UNBOXED |= frozenset(["getOrNull", "getOrThrow", "getOrDefault", "getOrElse", "onSuccess"])
UNBOXED |= frozenset(["onFailure", "await", "join"])
FAILED = frozenset(["getOrElse", "onFailure", "recover"])  # what they call gets what was thrown
OF_BOXES = UNBOXED | frozenset(["map", "flatMap", "ifPresent", "ifPresentOrElse", "thenAccept"])
OF_BOXES |= frozenset(["thenApply", "thenCompose"])
PAIR = {"first": 0, "key": 0, "getKey": 0, "second": 1, "value": 1, "getValue": 1, "third": 2}
TUPLES = frozenset(["Pair", "Triple"])  # that are made of what they hold


# Interfaces of the library whose objects have no other methods by that.
_SMALL = frozenset(["Comparable", "Serializable", "Cloneable", "Closeable", "AutoCloseable"])


def has_no_more(found: Answer) -> bool:
    """True if a class has nothing by a name but what it might have of such an interface."""
    kinds = (str(one[1]).rpartition(".")[0].rpartition(".")[2] for one in found if one[0] == "X")
    return all(one[0] == "X" for one in found) and all(kind in _SMALL for kind in kinds)


LITERALS = {"str": "String", "int": "int"}


# Types of the library that are functions.
OF_FUNCTIONS = re.compile(
    r"(?:^|\.)(?:\w*(?:Function|Operator|Supplier|Consumer|Predicate)|Runnable|Callable|Comparator)$"
)

# What a text gives by methods of these names; of others nothing is told.
OF_TEXT = {
    **dict.fromkeys(words("first last single get firstOrNull lastOrNull charAt"), "Char"),
    **dict.fromkeys(
        words(
            "capitalize concat decapitalize drop dropLast dropLastWhile dropWhile filter "
            "filterNot format formatted ifBlank ifEmpty indent intern lowercase orEmpty padEnd "
            "padStart plus prependIndent removePrefix removeRange removeSuffix removeSurrounding "
            "repeat replace replaceAfter replaceAll replaceBefore replaceFirst replaceFirstChar "
            "replaceIndent reversed slice strip stripIndent stripLeading stripTrailing "
            "subSequence substring substringAfter substringAfterLast substringBefore "
            "substringBeforeLast take takeLast takeLastWhile takeWhile toLowerCase toString "
            "toUpperCase translateEscapes trim trimEnd trimIndent trimMargin trimStart uppercase "
            "also apply"
        ),
        "String",
    ),
    **dict.fromkeys(
        words(
            "codePointAt codePointCount compareTo compareToIgnoreCase count hashCode indexOf "
            "indexOfAny indexOfFirst indexOfLast lastIndexOf length toInt"
        ),
        "int",
    ),
    **dict.fromkeys(
        words(
            "all any contains contentEquals endsWith equals equalsIgnoreCase isBlank isEmpty "
            "isNotBlank isNotEmpty matches none regionMatches startsWith"
        ),
        "boolean",
    ),
}

# Functions of the library's classes that make texts, by their dotted names.
MAKING_TEXT = frozenset(
    words(
        "Arrays.toString Boolean.toString Character.toString Double.toString Float.toString "
        "Integer.toBinaryString Integer.toHexString Integer.toString Long.toHexString "
        "Long.toString Objects.toString String.copyValueOf String.format String.join "
        "String.valueOf System.getProperty System.getenv System.lineSeparator"
    )
)

# What is thrown may have another one behind it.
CAUSE = "cause"
THROWABLE = ("Throwable", "Exception", "Error")
THROWN = ("X", "Throwable")

# What Kotlin calls the types that both languages have.
IN_KOTLIN = {
    "[]": "List",
    "Map": "Map",
    "int": "Int",
    "long": "Long",
    "short": "Short",
    "byte": "Byte",
    "float": "Double",
    "double": "Double",
}


def is_one(value: tuple[Any, ...]) -> bool:
    """True for an object, of whatever class, and for a number or text."""
    return value[0] in "IB" or (value[0] == "X" and value[1].rpartition(".")[2] in _PLAIN)


def is_plain(value: tuple[Any, ...]) -> bool:
    """True for what is of a type of the library alone; any object may be cast to another type."""
    return bool(value[0] == "B" and value[1] not in ("Any", "Object", "any"))


_PLAIN = words("Int Long Short Byte Float Double Boolean Char String")


# Methods that any object has; functions of the library's classes for numbers, by their names.
_OF_ANY = {"toString": "String", "hashCode": "int", "compareTo": "int", "equals": "boolean"}
_CONVERTED = {
    f"to{name}": name for name in words("Int Long Short Byte Float Double Char UInt UByte")
}
_OF_NUMBERS = {
    **_CONVERTED,
    "parseInt": "int",
    "parseLong": "long",
    "parseDouble": "double",
    "parseBoolean": "boolean",
    "intValue": "int",
    "longValue": "long",
    "doubleValue": "double",
    "currentTimeMillis": "long",
    "nanoTime": "long",
    "availableProcessors": "int",
}
_OF_COLLECTIONS = {
    **dict.fromkeys(words("size indexOf lastIndexOf indexOfFirst indexOfLast"), "int"),
    **dict.fromkeys(
        words(
            "isEmpty isNotEmpty contains containsKey containsValue containsAll anyMatch allMatch "
            "noneMatch isPresent any all none"
        ),
        "boolean",
    ),
    "joinToString": "String",
}


def plain_given(owner: str, name: str) -> str:
    """What a text's method, or a function for texts and numbers, gives; empty if that isn't told.

    Numbers that may be of several kinds, as those of `Math`, are just numbers.
    """
    if f"{owner}.{name}" in MAKING_TEXT:
        return "String"
    if owner == "String":
        return OF_TEXT.get(name, "")
    if owner == "Math":
        return "number"
    return _OF_NUMBERS.get(name, "") or _OF_ANY.get(name, "") if owner else ""


def counted(name: str) -> str:
    """The number or truth that a method of collections gives; empty for other methods."""
    return _OF_COLLECTIONS.get(name, "")


# Packages of Java's own whose methods say of which class of the library their results are, and
# classes of these and of `java.lang`, which all of a package being imported need not be named.
_TELLING = (
    *("java.net.", "java.io.", "java.nio.", "java.time.", "java.text.", "java.math."),
    *("java.security.", "java.sql.", "javax.net.", "javax.crypto.", "java.util.regex."),
    *("java.util.zip.", "java.util.jar.", "java.util.logging."),
)
_TELLING_CLASSES = words(
    "Socket ServerSocket DatagramSocket ServerSocketChannel SocketChannel DatagramChannel "
    "FileChannel Selector SelectionKey InetAddress InetSocketAddress NetworkInterface URL URI "
    "HttpURLConnection InputStream OutputStream BufferedReader BufferedWriter PrintStream "
    "PrintWriter FileInputStream FileOutputStream RandomAccessFile Thread ThreadGroup Runtime "
    "ProcessBuilder StringBuilder StringBuffer BigDecimal BigInteger LocalDate LocalTime "
    "LocalDateTime ZonedDateTime Instant Duration SimpleDateFormat DecimalFormat UUID Pattern "
    "MessageDigest KeyStore SSLContext SSLEngine DriverManager PreparedStatement ResultSet "
    "ByteBuffer CharBuffer Charset StandardCharsets"
)


def is_telling(dotted: str) -> bool:
    """True for a result of Java's own library that is an object of a class of it."""
    return dotted.startswith(_TELLING) or dotted.partition(".")[0] in _TELLING_CLASSES


def scoping(kind: str, found: Collection[str]) -> frozenset[str]:
    """Names of the scope functions of Kotlin that an object or a function (`f`) has.

    `found` are the kinds of its own members of the name that is asked for.
    """
    if kind == "f":
        return _ON_FUNCTIONS if not found else frozenset()
    if not found:
        return SCOPED
    return _ON_ANYTHING if all(one == "X" for one in found) else frozenset()
