"""What a person is told who has asked wrongly: in the words of the command line."""

from __future__ import annotations

import argparse
import re

from codewitness.features.find_symbol import ATTRIBUTE, NOWHERE
from codewitness.features.places import BadRequest

# Fields that are plain arguments here.
_PLAIN = frozenset({"query", "symbol", "claim", "file"})
_FIELD = re.compile(r"^(?P<field>\w+): (?:codewitness\.[\w.]+ )?")
_READS = "`codewitness search accesses:NAME`"
_CAPITAL = re.compile(r"(?=[A-Z])")


def told(error: BadRequest, arguments: argparse.Namespace) -> str:
    """The message with options for fields, and places as they are written here."""
    message = str(error).replace("{uri, position}", "path/to/file.py:LINE")
    message = message.replace("codewitness.search with accesses", _READS)
    message = message.replace(NOWHERE, f"symbol: no definition is around {_typed(arguments)}")
    if found := _FIELD.match(message):
        message = f"{_option(found['field'], arguments)}: {message[found.end() :]}"
    if not error.suggestions:
        return message
    what = message.partition("; ")[0]  # which form a name has is seen in those that are near
    if hint := message.partition(ATTRIBUTE)[2]:
        what += ATTRIBUTE + hint
    return "\n  ".join([f"{what}; near are", *error.suggestions])


def _typed(arguments: argparse.Namespace) -> str:
    """The symbol as it was typed."""
    return str(getattr(arguments, "symbol", None) or "this place")


def _option(field: str, arguments: argparse.Namespace) -> str:
    """`--min-resolution` for `minResolution`; what is no option stays as it is."""
    form = getattr(arguments, "form", None)
    for option, named, *_ in form.options if form is not None else ():
        if named == field:
            return str(option)
    if form is not None and field in form.needed:
        return field
    if form is not None and field == "uri" and "file" in form.needed:
        return "file"
    if field == "minRelevance":
        return "min"  # which is typed among the words of a search
    name = _CAPITAL.sub("_", field).lower()
    for one in (name, name.removesuffix("s")):
        if field not in _PLAIN and hasattr(arguments, one):
            return f"--{one.replace('_', '-')}"
    return field
