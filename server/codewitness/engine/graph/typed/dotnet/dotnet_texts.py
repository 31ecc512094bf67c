"""What methods of .NET's strings give."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codewitness.engine.graph.listed import words
from codewitness.engine.graph.typed.dotnet import dotnet_collections
from codewitness.engine.graph.typed.tabling import Answer
from codewitness.engine.graph.typed.values import Value, builtin, one
from codewitness.model.flow import Site

if TYPE_CHECKING:
    from codewitness.engine.graph.typed.evaluate import Evaluator, Where

_TEXTS = words(
    "Trim TrimStart TrimEnd Substring Replace ReplaceLineEndings ToLower ToLowerInvariant ToUpper "
    "ToUpperInvariant Insert Remove PadLeft PadRight Normalize Format Concat Join Copy Intern "
    "ToString Create"
)
_NUMBERS = words(
    "IndexOf IndexOfAny LastIndexOf LastIndexOfAny Compare CompareOrdinal CompareTo GetHashCode"
)
_TRUTHS = words("Contains StartsWith EndsWith Equals IsNullOrEmpty IsNullOrWhiteSpace")


def result(ev: Evaluator, at: Where, name: str, receiver: Value, site: Site) -> Answer:
    """What a method of a text gives; those of any sequence give its characters."""
    if name in _TEXTS:
        return one(receiver)
    if name in _NUMBERS:
        return builtin("int")
    if name in _TRUTHS:
        return builtin("bool")
    if name == "Split":
        return builtin("[]", one(receiver))
    characters = ("B", "[]", (builtin("char"),))
    if name in ("ToCharArray", "AsSpan", "AsMemory"):
        return one(characters)
    return dotnet_collections.result(ev, at, name, characters, site)
