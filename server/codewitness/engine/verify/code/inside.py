"""Which functions inside a definition run whenever it runs, so that what they do is done by it.

A function that its own body calls, one that is called where it is written, and a callback handed to
what is known to call it before it returns: `forEach`, `map`, `let`, `sync.Once.Do`; or to a promise
(`then`), which is as much as to await it. What is stored, given back, or handed to a timer or an
event may run later or never.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from codewitness.engine.verify.names import is_bound
from codewitness.model.outline import Call, Nested, Outline
from codewitness.model.text import Span

_ECMA = frozenset(
    {
        *(
            "forEach",
            "map",
            "filter",
            "reduce",
            "reduceRight",
            "some",
            "every",
            "find",
            "findIndex",
        ),
        *("findLast", "findLastIndex", "flatMap", "sort", "toSorted", "replace", "replaceAll"),
        *("from", "Promise"),
        *("then", "catch", "finally"),  # what goes on when that is there, as behind an `await`
    }
)
_AT_ONCE: Mapping[str, frozenset[str]] = {
    "python": frozenset({"map", "filter", "sorted", "sort", "min", "max", "reduce", "any", "all"}),
    "javascript": _ECMA,
    "typescript": _ECMA,
    "tsx": _ECMA,
    "kotlin": frozenset(
        {
            *("let", "also", "apply", "run", "with", "use", "repeat", "forEach", "forEachIndexed"),
            *("onEach", "map", "mapNotNull", "mapIndexed", "flatMap", "filter", "filterNot"),
            *("filterNotNull", "filterIsInstance", "any", "all", "none", "count", "first", "last"),
            *("firstOrNull", "lastOrNull", "find", "single", "singleOrNull", "associate"),
            *("associateBy", "associateWith", "groupBy", "partition", "sumOf", "fold", "reduce"),
            *("maxOf", "minOf", "maxByOrNull", "minByOrNull", "sortedBy", "sortBy", "sortedWith"),
            *("takeIf", "takeUnless", "takeWhile", "dropWhile", "indexOfFirst", "indexOfLast"),
            *("buildString", "buildList", "buildMap", "buildSet", "getOrPut", "getOrElse"),
            *(
                "computeIfAbsent",
                "computeIfPresent",
                "compute",
                "merge",
                "replaceAll",
                "updateAndGet",
            ),
            *("ifEmpty", "ifBlank", "synchronized", "withLock", "runCatching", "require", "check"),
            *(
                "requireNotNull",
                "checkNotNull",
                "removeIf",
                "removeAll",
                "retainAll",
                "joinToString",
            ),
            *("withContext", "coroutineScope", "supervisorScope", "runBlocking", "withTimeout"),
        }
    ),
    "swift": frozenset(
        {
            *("forEach", "map", "compactMap", "flatMap", "filter", "reduce", "first", "last"),
            *("contains", "allSatisfy", "sorted", "sort", "min", "max", "firstIndex", "removeAll"),
            *("prefix", "drop", "mapValues", "compactMapValues", "sync", "withLock", "defer"),
            *("autoreleasepool", "orLog", "withExtendedLifetime"),
        }
    ),
    "java": frozenset(
        {
            *("forEach", "forEachOrdered", "map", "flatMap", "filter", "mapToInt", "mapToObj"),
            *("mapToLong", "mapToDouble", "anyMatch", "allMatch", "noneMatch", "reduce", "peek"),
            *("sort", "sorted", "removeIf", "replaceAll", "computeIfAbsent", "computeIfPresent"),
            *("compute", "merge", "ifPresent", "ifPresentOrElse", "orElseGet", "orElseThrow"),
            *("collect", "iterate", "doPrivileged"),
        }
    ),
    "csharp": frozenset(
        {
            *("ForEach", "Select", "SelectMany", "Where", "Any", "All", "First", "FirstOrDefault"),
            *("Single", "SingleOrDefault", "Last", "LastOrDefault", "OrderBy", "OrderByDescending"),
            *("ThenBy", "GroupBy", "Aggregate", "Sum", "Max", "Min", "Count", "ToDictionary"),
            *("GetOrAdd", "AddOrUpdate", "Sort", "RemoveAll", "Find", "FindAll", "Exists"),
            *("FindIndex", "TakeWhile", "SkipWhile", "TrueForAll", "ConvertAll"),
        }
    ),
    "cpp": frozenset(
        {
            *("for_each", "transform", "find_if", "find_if_not", "any_of", "all_of", "none_of"),
            *("sort", "stable_sort", "remove_if", "erase_if", "accumulate", "count_if", "copy_if"),
            *("generate", "partition", "visit", "call_once", "lower_bound", "upper_bound"),
        }
    ),
    "rust": frozenset(
        {
            *("map", "map_err", "map_or", "map_or_else", "and_then", "or_else", "unwrap_or_else"),
            *("ok_or_else", "then", "filter", "filter_map", "flat_map", "for_each", "try_for_each"),
            *(
                "any",
                "all",
                "find",
                "find_map",
                "position",
                "fold",
                "try_fold",
                "retain",
                "sort_by",
            ),
            *("sort_by_key", "min_by_key", "max_by_key", "or_insert_with", "get_or_insert_with"),
            *("take_while", "skip_while", "inspect", "with", "is_some_and", "is_ok_and"),
        }
    ),
    "go": frozenset(
        {
            *("Slice", "SliceStable", "Do", "Walk", "WalkDir", "Map", "FieldsFunc", "IndexFunc"),
            *("TrimFunc", "SortFunc", "ContainsFunc", "DeleteFunc", "Inspect", "Search"),
        }
    ),
    "objc": frozenset(
        {
            *("enumerateObjectsUsingBlock", "enumerateKeysAndObjectsUsingBlock", "dispatch_once"),
            *("dispatch_sync", "performWithoutAnimation", "sortedArrayUsingComparator"),
            *("sortUsingComparator", "performBlockAndWait"),
        }
    ),
}

# Calls of a function that is kept in a variable, by languages in which these are methods of it.
INVOKING: Mapping[str, frozenset[str]] = {
    "csharp": frozenset({"Invoke", "BeginInvoke", "DynamicInvoke"}),
    "java": frozenset({"run", "call", "accept", "apply", "invoke"}),
    "kotlin": frozenset({"invoke"}),
    "javascript": frozenset({"call", "apply"}),
    "typescript": frozenset({"call", "apply"}),
    "tsx": frozenset({"call", "apply"}),
    "ruby": frozenset({"call"}),
}


def run_inside(outline: Outline) -> Iterator[Nested]:
    """The functions inside that run whenever the outlined one does, or may by its branches."""
    for nested in outline.nested:
        if nested.kind.is_callable and _is_run(nested, outline):
            yield nested


def run_beside(outline: Outline, inner: Iterable[Outline]) -> Iterator[Nested]:
    """The functions inside that others there call, by names that mean them there."""
    called = {
        call.text
        for one in inner
        for call in one.calls
        if not any(own.name == call.text for own in one.nested) and not is_bound(one, call.text)
    }
    for nested in outline.nested:
        if nested.kind.is_callable and called & {nested.name, *_kept_as(nested, outline)}:
            yield nested


def runs_of(nested: Nested, outline: Outline) -> Iterator[tuple[str, Span, Span]]:
    """What runs it: what is called, empty if it is itself; where that stands, and all of it."""
    names = {nested.name, *_kept_as(nested, outline)} - {""}
    for call in outline.calls:
        if call.text in names or _kept_one(call, outline) in names:
            yield "", call.name_span, call.whole
        elif _runs(call, nested, outline):
            yield call.name, call.name_span, call.whole
    if _is_called_there(nested, outline):
        yield "", nested.span, nested.span


# What calls its callback once, come what may.
_ONCE = frozenset(
    {
        *("", "let", "also", "apply", "run", "with", "use", "synchronized", "withLock", "sync"),
        *("buildString", "buildList", "buildMap", "buildSet", "runCatching", "withContext"),
        *("coroutineScope", "supervisorScope", "runBlocking", "withTimeout", "autoreleasepool"),
        *("withExtendedLifetime", "doPrivileged", "Promise", "dispatch_sync", "visit"),
        *("then", "finally"),
        *("performWithoutAnimation", "performBlockAndWait", "withUnsafeBytes"),
    }
)


def is_run_once(caller: str) -> bool:
    """False for `forEach` and `map`, which call it for each item, and for what may not call it."""
    return caller in _ONCE


# What calls its callback only where there is nothing yet.
_IF_MISSING = frozenset(
    {
        *(
            "getOrPut",
            "getOrElse",
            "computeIfAbsent",
            "orElseGet",
            "ifEmpty",
            "ifBlank",
            "GetOrAdd",
        ),
        *("unwrap_or_else", "or_insert_with", "get_or_insert_with", "or_else", "ok_or_else"),
        *("orElseThrow", "getOrDefault", "getOrInsertComputed", "fetch", "orElse"),
    }
)
_IF_THERE = frozenset({"ifPresent", "computeIfPresent", "is_some_and", "is_ok_and", "call_once"})
_IF_THERE |= {"catch"}  # of a promise


def is_run_if_missing(caller: str) -> bool:
    """True for `getOrPut`, which calls its callback only if there is nothing yet."""
    return caller in _IF_MISSING


def may_not_be_run(caller: str) -> bool:
    """True for what calls its callback under a condition of its own."""
    return caller in _IF_MISSING | _IF_THERE


def _is_run(nested: Nested, outline: Outline) -> bool:
    return any(True for _ in runs_of(nested, outline))


def _kept_one(call: Call, outline: Outline) -> str:
    """The `f` of `f.call(x)`, which calls what the variable holds; a method's own name else."""
    is_invoking = call.name in INVOKING.get(outline.language, ())
    return call.text.removesuffix(call.name).rstrip("?.") if is_invoking else call.name + "."


def _kept_as(nested: Nested, outline: Outline) -> Iterator[str]:
    """Names of the local variables that hold it."""
    for one in outline.assigned:
        value, own = one.value_span, nested.span
        if value.start <= own.start and (
            own.contains(value) or (value.contains(own) and value.end <= own.end + 1)
        ):
            yield one.target.split()[-1]


def _runs(call: Call, nested: Nested, outline: Outline) -> bool:
    """True for the call of the function itself, and for a call that runs its callbacks at once."""
    arguments = Span(call.span.end, call.whole.end)
    if not arguments.contains(nested.span):
        return False
    if call.name not in _AT_ONCE.get(outline.language, frozenset()):
        return False
    before = outline.text.slice(Span(arguments.start, nested.span.start))
    if call.name == "then" and "," in before:
        return False  # of `then(f, g)` the second is for a failure, which need not come
    others = (one for one in outline.calls if one.whole != call.whole)
    return not any(
        arguments.contains(one.whole) and one.whole.contains(nested.span) for one in others
    )


_CALLED_THERE = frozenset({"go", "javascript", "typescript", "tsx", "cpp", "python"})


def _is_called_there(nested: Nested, outline: Outline) -> bool:
    """True for `(function () { … })()`, and for `func() { … }()` behind `go` or `defer`."""
    raw, span = outline.text.raw, nested.span
    after = raw[span.end : span.end + 2]
    if outline.language not in _CALLED_THERE:
        return False
    if any(one.span.contains(span) for one in outline.marked("spawned")):
        return False  # `go func() { … }()` runs beside it
    before = raw[max(span.start - 20, 0) : span.start].rstrip()
    is_alone = before.endswith(b"(") and re.search(rb"[\w$)\]]\($", before) is None
    return after[:1] == b"(" or (after == b")(" and is_alone)
