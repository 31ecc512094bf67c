"""What the libraries of Java and Kotlin have, by name."""

from __future__ import annotations

import re

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
        "peek",
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
ON_ANYTHING = SCOPED - {"run", "with"}  # also on what may have methods from outside
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
OF_BOXES = UNBOXED | frozenset(["map", "flatMap", "ifPresent", "ifPresentOrElse"])
PAIR = {"first": 0, "key": 0, "getKey": 0, "second": 1, "value": 1, "getValue": 1}


LITERALS = {"str": "String", "int": "int"}


# Types of the library that are functions.
OF_FUNCTIONS = re.compile(
    r"(?:^|\.)(?:\w*(?:Function|Operator|Supplier|Consumer|Predicate)|Runnable|Callable|Comparator)$"
)

# What gives a character of a text.
CHARACTER = frozenset(("first", "last", "single", "get", "firstOrNull", "lastOrNull", "charAt"))
