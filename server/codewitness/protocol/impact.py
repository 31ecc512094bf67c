"""`codewitness.impact`: its argument and the shape of its answer."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from codewitness.engine.impact.effects import Effect
from codewitness.engine.view import Folder, Snapshot
from codewitness.features.impact import Against, BrokenImport, Change, Concerned, impact
from codewitness.features.mentions import Mention
from codewitness.features.places import Place
from codewitness.model.facts import Item
from codewitness.model.text import Encoding, Span, Text
from codewitness.protocol import convert
from codewitness.protocol.arguments import Arguments, Fields
from codewitness.protocol.convert import Json

FIELDS = ("symbol", "name", "sites", "resolution", "reason")  # of callers and mentions


def impact_command(snapshot: Snapshot, arguments: Arguments) -> Json:
    """`codewitness.impact`."""
    uri = arguments.text("uri", "")
    against = arguments.word("against", Against.SAVED)
    fields = arguments.fields(FIELDS)
    arguments.finish()
    root, path = convert.place_of_uri(uri, snapshot) if uri else (None, None)
    answer = impact(snapshot, against, root, path)
    return {
        "changes": [_change(one, snapshot.encoding, fields) for one in answer.changes],
        "complete": answer.is_complete,
        "notes": list(answer.notes),
        "freshness": convert.freshness(answer.freshness),
    }


def _change(one: Change, encoding: Encoding, fields: Fields) -> Json:
    text = one.place.text
    then = one.before.text if one.before is not None else text
    before, after = one.signature
    shape: Json = {
        "symbol": convert.symbol(one.place, encoding),
        "kind": one.kind.value,
        "signals": {
            "added": _signals(one.added, one.flags_added, text, encoding),
            "removed": _signals(one.removed, one.flags_removed, then, encoding),
        },
        "effects": [_effect(effect, text, then, encoding) for effect in one.effects],
        "callers": [fields.of(_caller(caller, encoding)) for caller in one.callers],
        "possibleCalls": one.n_possible,
        "imports": [_import(given, one.place.folder, encoding) for given in one.imports],
        "mentions": [fields.of(_sites(named, encoding)) for named in one.mentions],
        "contradicts": list(one.contradicts),
    }
    if before != after:
        shape["signature"] = {"before": before, "after": after}
    if one.before is not None and one.before is not one.place:
        shape["before"] = _before(one.before, encoding)
    return shape


def _before(place: Place, encoding: Encoding) -> Json:
    """Where it was, in the text of then."""
    whole = convert.symbol(place, encoding)
    return {name: whole[name] for name in ("name", "qualifiedName", "uri", "range")}


def _signals(
    items: dict[str, list[Item]], flags: Iterable[str], text: Text, encoding: Encoding
) -> Json:
    shape: dict[str, Any] = {
        kind: [
            {"text": one.text, "range": convert.range_of(text, one.span, encoding)} for one in own
        ]
        for kind, own in sorted(items.items())
    }
    return shape | dict.fromkeys(flags, True)


def _effect(effect: Effect, text: Text, then: Text, encoding: Encoding) -> Json:
    shape: Json = {"kind": effect.kind.value, "text": effect.text}
    if effect.span is not None:
        shape["range"] = convert.range_of(text, effect.span, encoding)
    if effect.was is not None:
        shape["before"] = _line(then, effect.was, encoding)
    if effect.span is not None:
        shape["after"] = _line(text, effect.span, encoding)
    return shape


def _line(text: Text, span: Span, encoding: Encoding) -> Json:
    """A place with its line as that text has it."""
    line = text.line_at(span.start)
    return {
        "range": convert.range_of(text, span, encoding),
        "line": line + 1,
        "text": text.line_text(line),
    }


def _import(one: BrokenImport, folder: Folder, encoding: Encoding) -> Json:
    line = one.text.line_at(one.span.start)
    return {
        "uri": convert.uri_in(folder, one.path),
        "range": convert.range_of(one.text, one.span, encoding),
        "line": line + 1,
        "text": one.text.line_text(line),
    }


def _sites(one: Mention | Concerned, encoding: Encoding) -> Json:
    uri = convert.uri_in(one.place.folder, one.place.symbol.path)
    return {
        "symbol": convert.symbol(one.place, encoding),
        "name": one.place.symbol.qualified_name,
        "sites": [
            {"uri": uri, "range": convert.range_of(one.place.text, span, encoding)}
            for span in one.sites
        ],
    }


def _caller(one: Concerned, encoding: Encoding) -> Json:
    return {
        **_sites(one, encoding),
        "resolution": one.resolution.value,
        "reason": one.reason,
    }


COMMANDS = {"codewitness.impact": impact_command}
