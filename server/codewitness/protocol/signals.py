"""`codewitness.signals`: the argument, and the answer as JSON."""

from __future__ import annotations

from codewitness.engine.view import Snapshot
from codewitness.features.signals import signals
from codewitness.protocol import convert
from codewitness.protocol.arguments import Arguments
from codewitness.protocol.convert import Json


def signals_command(snapshot: Snapshot, arguments: Arguments) -> Json:
    """`codewitness.signals`."""
    asked = convert.asked_symbol(arguments.required("symbol"), snapshot)
    arguments.finish()
    answer = signals(snapshot, asked)
    if answer.place is None:
        return {
            "symbol": None,
            "candidates": [convert.symbol(one, snapshot.encoding) for one in answer.candidates],
            "signals": None,
            "tags": [],
            "notes": [],
            "freshness": convert.freshness(answer.freshness),
        }
    text, found = answer.place.text, answer.signals
    return {
        "symbol": convert.symbol(answer.place, snapshot.encoding),
        "signals": convert.signals(found, text, snapshot.encoding) if found is not None else None,
        "tags": list(answer.tags),
        "notes": list(answer.notes),
        "freshness": convert.freshness(answer.freshness),
    }


COMMANDS = {"codewitness.signals": signals_command}
