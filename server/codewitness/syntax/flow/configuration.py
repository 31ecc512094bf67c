"""Files that say where imports lead: their text is a fact of its own."""

from __future__ import annotations

from dataclasses import replace

from codewitness.model.facts import FileFacts
from codewitness.model.flow import CONFIGURATION, Flow, configures
from codewitness.model.text import Text

_MAX_BYTES = 100_000  # a longer one was not written by hand


def with_configuration(facts: FileFacts, text: Text) -> FileFacts:
    """`facts` with the text of the file, if it configures imports."""
    if not configures(facts.path) or len(text) > _MAX_BYTES:
        return facts
    flow = Flow(binds=[[CONFIGURATION, ["k", text.raw.decode("utf-8", "replace")]]])
    return replace(facts, module_facts=replace(facts.module_facts, flow=flow.packed()))
