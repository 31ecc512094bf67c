"""Commands that the call graph answers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from codewitness.engine.graph.edges import Resolution
from codewitness.engine.view import Snapshot
from codewitness.features.call_graph import Related
from codewitness.features.implementation import MAX_DEPTH as MAX_SCOPE_DEPTH
from codewitness.features.implementation import Entity, Scope, implementation
from codewitness.features.mentions import Mention
from codewitness.features.places import Place
from codewitness.features.relationships import MAX_RELATED, Relationship, relationships
from codewitness.model.text import Encoding, Span
from codewitness.protocol import convert
from codewitness.protocol.arguments import Arguments
from codewitness.protocol.convert import Json

MAX_DEPTH = 10
MAX_TOKENS = 1_000_000
MAX_LIMIT = 500
RELATED_FIELDS = ("symbol", "name", "sites", "resolution", "depth", "implicit", "candidates")
ENTITY_FIELDS = ("symbol", "name", "relation", "via", "depth", "text")


def relationships_command(snapshot: Snapshot, arguments: Arguments) -> Json:
    """`codewitness.relationships`."""
    asked = convert.asked_symbol(arguments.required("symbol"), snapshot)
    wanted = arguments.word("relationship", Relationship.ALL)
    depth = arguments.whole("depth", 1, 1, MAX_DEPTH)
    least = arguments.word("minResolution", Resolution.UNRESOLVED)
    limit = arguments.whole("limit", MAX_RELATED, 1, MAX_RELATED)
    fields = arguments.fields(RELATED_FIELDS)
    arguments.finish()
    answer = relationships(snapshot, asked, wanted, depth, least)
    encoding = snapshot.encoding
    lists = {
        "callers": [related_json(one, encoding) for one in answer.callers],
        "callees": [related_json(one, encoding) for one in answer.callees],
        "mentions": [_mention(one, encoding) for one in answer.mentions],
        "possible": [_mention(one, encoding) for one in answer.possible],
    }
    cut = [
        f"{name}: the first {limit} of {len(found)} are told"
        for name, found in lists.items()
        if len(found) > limit
    ]
    return {
        **symbol_or_candidates(answer.place, answer.candidates, encoding),
        **{name: [fields.of(one) for one in found[:limit]] for name, found in lists.items()},
        "complete": answer.is_complete and not cut,
        "notes": [*answer.notes, *cut],
        "freshness": convert.freshness(answer.freshness),
    }


def implementation_command(snapshot: Snapshot, arguments: Arguments) -> Json:
    """`codewitness.getImplementation`."""
    asked = convert.asked_symbol(arguments.required("symbol"), snapshot)
    scope = arguments.word("scope", Scope.LOGICAL)
    depth = arguments.whole("depth", 1, 1, MAX_SCOPE_DEPTH)
    limit = arguments.whole("limit", scope.default_limit, 0, MAX_LIMIT)
    tokens = arguments.whole("maxTokens", MAX_TOKENS, 1, MAX_TOKENS)
    fields = arguments.fields(ENTITY_FIELDS)
    arguments.finish()
    answer = implementation(snapshot, asked, scope, depth, limit, tokens)
    encoding = snapshot.encoding
    return {
        **symbol_or_candidates(answer.place, answer.candidates, encoding),
        "entities": [fields.of(_entity(one, encoding)) for one in answer.entities],
        "omitted": [
            {**fields.of(_named(place, encoding)), "reason": reason}
            for place, reason in answer.omitted
        ],
        "tokens": answer.n_tokens,
        "freshness": convert.freshness(answer.freshness),
    }


def symbol_or_candidates(
    place: Place | None, candidates: Sequence[Place], encoding: Encoding
) -> Json:
    """The definition that was meant, or those that it may be."""
    if place is not None:
        return {"symbol": convert.symbol(place, encoding)}
    return {"symbol": None, "candidates": [convert.symbol(one, encoding) for one in candidates]}


def _named(place: Place, encoding: Encoding) -> Json:
    return {"symbol": convert.symbol(place, encoding), "name": place.symbol.qualified_name}


def _mention(mention: Mention, encoding: Encoding) -> Json:
    """Where a definition is named and not called, or where it may be what is called."""
    at = mention.place
    return {**_named(at, encoding), "sites": _sites(at, mention.sites, encoding)}


def _sites(at: Place, spans: Iterable[Span], encoding: Encoding) -> list[Json]:
    """Places in the file of a definition."""
    uri = convert.uri_in(at.folder, at.symbol.path)
    return [{"uri": uri, "range": convert.range_of(at.text, one, encoding)} for one in spans]


def related_json(related: Related, encoding: Encoding) -> Json:
    """One caller or callee."""
    shape: dict[str, Any] = {
        "symbol": None if related.place is None else convert.symbol(related.place, encoding),
        "name": related.name,
        "sites": _sites(related.site_place, related.sites, encoding),
        "resolution": related.resolution.value,
        "depth": related.depth,
    }
    if related.is_implicit:
        shape["implicit"] = True
    if related.candidates and related.place is None:
        shape["candidates"] = list(related.candidates)
    return shape


def _entity(entity: Entity, encoding: Encoding) -> Json:
    return {
        **_named(entity.place, encoding),
        "relation": entity.relation.value,
        "via": entity.via,
        "depth": entity.depth,
        "text": entity.text,
    }


COMMANDS = {
    "codewitness.relationships": relationships_command,
    "codewitness.getImplementation": implementation_command,
}
