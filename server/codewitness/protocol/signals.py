"""`codewitness.signals`: the argument, and the answer as JSON."""

from __future__ import annotations

from codewitness.engine.view import Snapshot
from codewitness.features.signals import signals
from codewitness.protocol import convert
from codewitness.protocol.arguments import Arguments
from codewitness.protocol.convert import Json


def signals_command(snapshot: Snapshot, arguments: Arguments) -> Json:
    """`codewitness.signals`."""
    asked = convert.asked_symbol(arguments.value("symbol"), snapshot)
    arguments.finish()
    answer = signals(snapshot, asked)
    if answer.place is None or answer.signals is None:
        return {
            "symbol": None,
            "candidates": [convert.symbol(one, snapshot.encoding) for one in answer.candidates],
            "signals": None,
            "tags": [],
            "freshness": convert.freshness(answer.freshness),
        }
    return {
        "symbol": convert.symbol(answer.place, snapshot.encoding),
        "signals": convert.signals(answer.signals, answer.place.text, snapshot.encoding),
        "tags": list(answer.tags),
        "freshness": convert.freshness(answer.freshness),
    }


COMMANDS = {"codewitness.signals": signals_command}
