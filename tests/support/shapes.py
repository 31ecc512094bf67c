"""The shapes of the protocol, and whether a value has one; it may have more fields."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

# A type; a set of words; a pattern; [of each item]; {field: shape}, with `field?` if it may be
# missing and `*` for those of any name; a tuple of shapes of which one fits.
Shape = Any

NUMBER = (int, float)


def differences(shape: Shape, value: Any, where: str = "") -> Iterator[str]:
    """What of `value` is not as `shape` says."""
    if isinstance(shape, tuple):
        if all(any(differences(one, value)) for one in shape):
            yield f"{where}: fits none of {len(shape)} shapes: {value!r:.80}"
    elif isinstance(shape, dict):
        yield from _of_object(shape, value, where)
    elif isinstance(shape, list):
        if not isinstance(value, list):
            yield f"{where}: is no list: {value!r:.80}"
            return
        for number, one in enumerate(value):
            yield from differences(shape[0], one, f"{where}[{number}]")
    elif not _is(shape, value):
        yield f"{where}: is not {shape}: {value!r:.80}"


def _is(shape: Shape, value: Any) -> bool:
    if isinstance(shape, set):
        return isinstance(value, str) and value in shape
    if isinstance(shape, re.Pattern):
        return isinstance(value, str) and shape.fullmatch(value) is not None
    if shape is None:
        return value is None
    return isinstance(value, shape) and isinstance(value, bool) == (shape is bool)


def _of_object(shape: dict[str, Shape], value: Any, where: str) -> Iterator[str]:
    if not isinstance(value, dict):
        yield f"{where}: is no object: {value!r:.80}"
        return
    for field, wanted in shape.items():
        name = field.rstrip("?")
        if name == "*":
            for key, one in value.items():
                yield from differences(wanted, one, f"{where}.{key}")
        elif name in value:
            yield from differences(wanted, value[name], f"{where}.{name}")
        elif name == field:
            yield f"{where}.{name}: is missing"


URI = re.compile("file:///.+")
TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z")
TEXT = (str, None)
POSITION = {"line": int, "character": int}
RANGE = {"start": POSITION, "end": POSITION}
LOCATION = {"uri": URI, "range": RANGE}
KIND = {
    *("function", "method", "constructor", "property", "lambda", "class", "interface", "struct"),
    *("enum", "trait", "union", "object", "module", "namespace", "extension", "type", "macro"),
}
SYMBOL = {
    "name": str, "qualifiedName": str, "kind": KIND, "uri": URI, "range": RANGE,
    "selectionRange": RANGE, "language": str, "container": str,
}  # fmt: skip
FRESHNESS = {
    "state": {"fresh", "indexing", "stale"}, "indexedFiles": int, "totalFiles": int,
    "documents": {"*": int}, "staleFiles?": [URI], "newerOnDisk?": [URI],
}  # fmt: skip
EVIDENCE_TYPE = {
    *("call", "attribute_read", "attribute_write", "subscript_access", "parameter_use", "raise"),
    *("except", "loop", "conditional", "try", "await", "async", "decorator", "edge", "signature"),
}
EVIDENCE = {
    "type": EVIDENCE_TYPE, "detail": str, "uri": URI, "range": RANGE, "line": int, "text": str,
    "sha256": re.compile("[0-9a-f]{64}"), "polarity": {"supports", "contradicts"},
    "relevance": NUMBER,
}  # fmt: skip
ITEMS = [{"text": str, "range": RANGE}]
SIGNALS = {
    "calls": {"internal": ITEMS, "external": ITEMS}, "attributeReads": ITEMS,
    "attributeWrites": ITEMS, "subscripts": ITEMS, "parametersUsed": ITEMS, "raises": ITEMS,
    "handles": ITEMS, "hasLoop": bool, "hasConditional": bool, "hasTry": bool, "isAsync": bool,
    "lineCount": int,
}  # fmt: skip
VERDICT = {"SUPPORTED", "CONTRADICTED", "NOT_SUPPORTED", "INCONCLUSIVE", "SUBJECT_NOT_FOUND"}
STANDING = {"holds", "contradicted", "unknown"}
RESOLUTION = {"exact", "typed", "inherited", "ambiguous", "external", "unresolved"}
MEMORY_TYPE = {"code", "decision", "lesson", "error", "conversation"}

ANCHOR = {"symbol": str, "uri": URI, "line": int, "lost": bool}
RECORD = {
    "id": str, "type": str, "timestamp": TIME, "user": str, "project": str, "branch": TEXT,
    "source": {"user", "agent", "capture"}, "sessionId": TEXT,
}  # fmt: skip
SESSION = {
    **RECORD, "description": str, "isActive": bool, "duration": NUMBER, "counts": {"*": int},
    "filesTouched": [str], "success": (bool, None), "summary": TEXT,
}  # fmt: skip
CHANGE = {
    **RECORD, "uri": URI, "action": {"create", "edit", "delete", "rename", "refactor", "test"},
    "reason": str, "anchors": [ANCHOR],
}  # fmt: skip
ERROR = {
    **RECORD, "errorType": str, "message": str, "frequency": int, "resolved": bool,
    "solution": TEXT, "anchor": (ANCHOR, None),
}  # fmt: skip
CLAIM = {"text": str, "verdict": VERDICT, "standing": STANDING}
DECISION = {
    **RECORD, "decision": str, "rationale": str, "alternatives": [str], "confidence": NUMBER,
    "claims": [CLAIM], "standing": STANDING, "anchors": [ANCHOR],
}  # fmt: skip
LESSON = {**RECORD, "lesson": str, "tags": [str], "anchors": [ANCHOR]}
PATTERNS = [{"what": str, "count": int, "examples": [str]}]
CHAPTER = {
    "title": str, "messageRange": [int], "completedAt": TEXT, "messageCount": int, "files": [str],
    "symbols": [str],
}  # fmt: skip
RELATED = {"symbol": (SYMBOL, None), "sites": [LOCATION], "resolution": RESOLUTION, "depth": int}

# Of each command; all have `freshness` as well.
ANSWERS: dict[str, Shape] = {
    "search": {
        "results": [{
            "symbol": (SYMBOL, None), "uri": (URI, None), "range": (RANGE, None), "snippet": str,
            "score": NUMBER, "tags": [str], "signals": (SIGNALS, None), "memoryType": MEMORY_TYPE,
            "scores": {
                "lexical": NUMBER, "semantic": NUMBER, "boosts": {"*": NUMBER}, "rerank?": NUMBER
            },
        }],
        "reranker": {"used": bool, "name?": str, "reason?": str},
    },
    "verify": {
        "status": VERDICT, "confidence": NUMBER, "evidence": [EVIDENCE], "searched": [str],
        "parsed": {"subject": str, "predicate": str, "negated": bool, "kind": str},
        "subject": ({**SYMBOL, "found": {True}}, {"found": bool, "candidates?": [SYMBOL]}),
        "summary": str,
    },
    "getImplementation": {
        "entities": [{
            "symbol": SYMBOL, "relation": {"requested", "helper", "dependency"}, "via": TEXT,
            "depth": int, "text": str,
        }],
        "omitted": [{"symbol": SYMBOL, "reason": str}], "tokens": int,
    },
    "relationships": {"symbol": SYMBOL, "callers": [RELATED], "callees": [RELATED]},
    "signals": {"symbol": SYMBOL, "signals": SIGNALS, "tags": [str]},
    "impact": {
        "changes": [{
            "symbol": SYMBOL, "kind": {"added", "removed", "changed", "moved"},
            "signals": {"added": {"*": ITEMS}, "removed": {"*": ITEMS}},
            "signature?": {"before": TEXT, "after": TEXT}, "contradicts": [str],
            "callers": [{"symbol": (SYMBOL, None), "sites": [LOCATION], "reason": str}],
        }],
    },
    "status": {
        "version": str, "workspace": URI, "state": {"opening", "indexing", "ready", "failed"},
        "files": {"indexed": int, "total": int, "failed": [{"uri": URI, "problem": str}]},
        "chunks": int, "symbols": int, "edges": {"*": int}, "languages": {"*": int},
        "embedder": TEXT, "reranker": TEXT, "memory": {"*": int},
        "storage": {"uri": str, "bytes": int, "versions": int, "role": {"writer", "reader"}},
    },
    "waitForFresh": {"fresh": bool},
    "reindex": {"files": int, "chunks": int, "seconds": NUMBER},
    "audit": {
        "files": int, "seconds": NUMBER,
        "differences": [{"uri": URI, "table": str, "missing": int, "extra": int}],
    },
    "session.start": SESSION, "session.end": SESSION, "session.status": SESSION,
    "session.resume": SESSION, "session.list": {"sessions": [SESSION]},
    "session.trackFileChange": CHANGE,
    "session.recordError": {**ERROR, "similar": list}, "session.resolveError": ERROR,
    "session.recordDecision": DECISION, "session.recordLesson": LESSON,
    "session.searchErrors": {"results": [{"error": ERROR, "score": NUMBER, "why": [str]}]},
    "session.decisions": {"decisions": [DECISION]},
    "session.projectContext": {"markdown": str, "sections": list, "tokens": int},
    "session.analyzePatterns": dict.fromkeys(
        ("recurringErrors", "hotFiles", "hotMethods", "naming", "typing", "testing", "libraries"),
        PATTERNS,
    ),
    "memory.export": {"records": {"*": int}, "total": int},
    "memory.import": {"added": {"*": int}, "updated": int, "unchanged": int, "total": int},
    "memory.delete": {"deleted": {"*": int}, "total": int},
    "conversations.list": {
        "conversations": [{
            "sessionId": str, "project": str, "timestamp": str, "summary": str,
            "completed": [str], "pending": [str], "messageCount": int,
        }],
    },
    "conversations.search": {
        "results": [{
            "sessionId": str, "score": NUMBER, "matchedTodos": [str], "summary": str,
            "project": str, "timestamp": str,
        }],
    },
    "conversations.chapters": {
        "sessionId": str, "chapters": [CHAPTER],
        "pendingWork": [{"title": str, "startedAt": TEXT, "status": str}],
    },
    "conversations.context": {
        "sessionId": str, "messageRange": [int], "totalMessages": int,
        "messages": [{"role": str, "content": str, "timestamp": str}],
        "canExpandBefore": bool, "canExpandAfter": bool,
    },
    "conversations.forSymbol": {"chapters": [CHAPTER]},
}  # fmt: skip
