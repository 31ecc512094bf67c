"""`codewitness.search`: its argument, and code and records in one list as JSON."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from codewitness.engine.ports import Reranking
from codewitness.engine.view import Snapshot, Stage
from codewitness.features.places import BadRequest
from codewitness.model.names import composed, normalised
from codewitness.model.query import (
    DEFAULT_LIMIT,
    MAX_LIMIT,
    SNIPPET_LINES,
    Filters,
    Query,
    SearchMode,
)
from codewitness.protocol import convert
from codewitness.protocol.arguments import Arguments
from codewitness.protocol.cannot_now import CannotNow
from codewitness.protocol.convert import Json
from codewitness.syntax.registry import language_named

if TYPE_CHECKING:
    from codewitness.features.search_records import RecordResult
    from codewitness.features.search_results import Result

NO_FOLDER = "no workspace folder is open"
MEMORY_TYPES = ("code", "decision", "lesson", "error", "conversation")
_NAMING = frozenset({"calls", "reads", "writes", "subscript"})  # kinds of tags that end in names
FIELDS = (
    *("symbol", "uri", "range", "snippet", "score", "scores", "tags", "signals", "memoryType"),
    "matched",  # of what filters by signals found
    *("id", "timestamp"),  # of what was recorded
)


def search_command(snapshot: Snapshot, arguments: Arguments) -> Json:
    """`codewitness.search`."""
    query = parse_query(arguments)
    wanted = arguments.texts("memoryTypes") or ("code",)
    arguments.check("memoryTypes", _is_memory_types, "a list of " + ", ".join(MEMORY_TYPES))
    fields = arguments.fields(FIELDS)
    n_lines = arguments.whole("snippetLines", SNIPPET_LINES, 1, SNIPPET_LINES)
    arguments.finish()
    if not query.text.strip():
        raise BadRequest("query: give at least one word to search for")
    verdict = _verdict(query, snapshot)
    if query.mode in (SearchMode.VERIFY, SearchMode.AUTO):
        query = replace(query, mode=SearchMode.HYBRID)
    shape: Json = {
        "results": [],
        "reranker": {"used": False, "reason": "code is not searched"},
        "notes": [] if snapshot.folders else [NO_FOLDER],
        "freshness": convert.freshness_so_far(snapshot),
    }
    found: list[tuple[float, Json]] = []
    if "code" in wanted:
        found += _code(snapshot, query, shape, is_mixed=len(wanted) > 1)
    if set(wanted) - {"code"}:
        found += _records(snapshot, query, wanted, shape)
    shape["freshness"]["documents"] |= snapshot.read  # by records and the verdict too
    best = sorted(found, key=lambda one: -one[0])[: query.limit]
    best = [(score, _cut(one, n_lines)) for score, one in best]
    shape["results"] = [fields.of(one) for score, one in best if score >= query.min_relevance]
    return shape if verdict is None else shape | {"verdict": verdict}


def _cut(result: Json, n_lines: int) -> Json:
    """The result with no more lines of its snippet."""
    lines = result["snippet"].split("\n")
    if len(lines) > n_lines:
        result["snippet"] = "\n".join(lines[:n_lines]).removesuffix("\r")
    return result


def parse_query(arguments: Arguments) -> Query:
    """The query of a search from its argument."""
    arguments.check("languages", _are_languages, "names of known languages, such as python or tsx")
    arguments.check("paths", _are_globs, "a list of globs, each `[` with its `]`")
    return Query(
        text=composed(arguments.text("query")),
        mode=arguments.word("mode", SearchMode.HYBRID),
        limit=arguments.whole("limit", DEFAULT_LIMIT, 1, MAX_LIMIT),
        min_relevance=arguments.number("minRelevance", 0.0, 0.0, 1.0),
        filters=Filters(
            languages=tuple(language_named(one) or one for one in arguments.filters("languages")),
            paths=arguments.filters("paths"),
            include_tags=tuple(map(_tag, arguments.filters("includeTags"))),
            exclude_tags=tuple(map(_tag, arguments.filters("excludeTags"))),
            calls=tuple(map(composed, arguments.filters("calls"))),
            accesses=tuple(map(composed, arguments.filters("accesses"))),
            subscripts=tuple(map(composed, arguments.filters("subscripts"))),
        ),
        domain_boosts=arguments.factors("domainBoosts"),
        rerank=arguments.flag("rerank", True),
        signals=arguments.flag("signals", True) and "signals" in arguments.fields(FIELDS),
        matched="matched" in arguments.fields(FIELDS),
    )


def _tag(asked: str) -> str:
    """A tag of what code does as tags are written, whichever way the name is in the language."""
    kind, _, name = asked.partition(":")
    return f"{kind}:{normalised(composed(name))}" if kind in _NAMING else asked


def _verdict(query: Query, snapshot: Snapshot) -> Json | None:
    """The verdict on a claim, where one is asked for, or made about something that is there."""
    if query.mode not in (SearchMode.VERIFY, SearchMode.AUTO):
        return None
    # Most searches are no claims, and do without what judges them.
    from codewitness.engine.verify.reading.parse import parse
    from codewitness.protocol.verify import claim_json

    if query.mode is SearchMode.VERIFY:
        return claim_json(query.text, snapshot)
    if not parse(query.text).problem:
        verdict = claim_json(query.text, snapshot)
        return verdict if verdict["status"] != "SUBJECT_NOT_FOUND" else None
    return None


def _code(
    snapshot: Snapshot, query: Query, shape: Json, *, is_mixed: bool
) -> list[tuple[float, Json]]:
    """Results of code by score; puts what else is to be told into `shape`."""
    _refuse_unopened(snapshot)
    # It brings pyarrow, and initialize is answered before that is imported.
    from codewitness.features.search import search
    from codewitness.features.search_records import CODE, TYPE_BOOSTS

    answer = search(snapshot, query)
    shape["reranker"] = _reranker(answer.reranking)
    shape["freshness"] = convert.freshness(answer.freshness)
    shape["notes"] += answer.notes
    # Beside records it counts by its type as well; alone that would change nothing.
    boost = {CODE: TYPE_BOOSTS[CODE]} if is_mixed else {}
    return [_scored(_result(result, snapshot), boost) for result in answer.results]


def _scored(result: Json, boost: dict[str, float]) -> tuple[float, Json]:
    for factor in boost.values():
        result["score"] = round(min(1.0, result["score"] * factor), 6)
        result["scores"]["boosts"] |= boost
    return result["score"], result


def _records(
    snapshot: Snapshot, query: Query, wanted: tuple[str, ...], shape: Json
) -> list[tuple[float, Json]]:
    from codewitness.features.search_records import search_records

    found, notes = search_records(snapshot, query, wanted)
    shape["notes"] += notes
    return [(one.score, _record_result(one, snapshot)) for one in found]


def _record_result(one: RecordResult, snapshot: Snapshot) -> Json:
    return {
        "symbol": None,
        "uri": convert.uri_in(snapshot.folders[0], one.path) if one.path else None,
        "range": None,
        "snippet": one.text,
        "score": round(one.score, 6),
        "scores": {
            **{name: round(part, 6) for name, part in one.parts.items()},
            "boosts": {name: round(factor, 6) for name, factor in one.boosts.items()},
        },
        "tags": list(one.tags),
        "signals": None,
        "memoryType": one.memory_type,
        "id": one.id,
        "timestamp": one.timestamp,
    }


def _reranker(reranking: Reranking) -> Json:
    if reranking.used:
        return {"used": True, "name": reranking.name}
    return {"used": False, "reason": reranking.reason}


def _refuse_unopened(snapshot: Snapshot) -> None:
    for folder in snapshot.folders:
        if folder.view.stage is Stage.FAILED:
            raise CannotNow(
                f"the index of {folder.root.name} can't be used: {folder.view.failure}",
                code="index-failed",
                hint="run `codewitness doctor`, then restart the server",
            )


def _result(result: Result, snapshot: Snapshot) -> Json:
    encoding = snapshot.encoding
    found = result.symbol
    matched = [
        {
            "filter": one.filter,
            "asked": one.asked,
            "text": one.text,
            "range": convert.range_of(result.text, one.span, encoding),
        }
        for one in result.matched
    ]
    return {
        "symbol": convert.symbol_in(result.folder, found, result.text, encoding) if found else None,
        "uri": convert.uri_in(result.folder, result.path),
        "range": convert.range_of(result.text, result.span, encoding),
        "snippet": result.snippet,
        "score": round(result.ranked.score, 6),
        "scores": {
            **{name: round(part, 6) for name, part in result.ranked.parts.items()},
            **({} if result.ranked.rerank is None else {"rerank": round(result.ranked.rerank, 6)}),
            "boosts": dict(result.ranked.boosts),
        },
        "tags": list(result.tags),
        "signals": (
            convert.signals(result.signals, result.text, encoding) if result.signals else None
        ),
        "memoryType": "code",
        **({"matched": matched} if matched else {}),
    }


def _are_languages(given: Any) -> bool:
    return _are_all(lambda word: language_named(word) is not None, given)


def _are_globs(given: Any) -> bool:
    """True unless a class of characters is left open, which no path can match."""
    texts = [one for one in given if isinstance(one, str)] if isinstance(given, list) else []
    return all(one.rfind("[") <= one.rfind("]") for one in texts)


def _is_memory_types(given: Any) -> bool:
    return _are_all(MEMORY_TYPES.__contains__, given)


def _are_all(is_known: Callable[[str], bool], given: Any) -> bool:
    words = [given] if isinstance(given, str) else given
    return isinstance(words, list) and all(isinstance(one, str) and is_known(one) for one in words)


COMMANDS = {"codewitness.search": search_command}
