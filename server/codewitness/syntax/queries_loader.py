"""Read and compile the packaged tree-sitter queries.

A file may begin with `; inherits: LANGUAGE`; that language's file of the same name goes before it.
"""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

from tree_sitter import Language, Query
from tree_sitter_language_pack import get_language

_INHERITS = re.compile(r";\s*inherits:\s*([\w,\s]+?)\s*$", re.MULTILINE)


@cache
def language(grammar: str) -> Language:
    """The grammar by tree-sitter-language-pack's name; LookupError if there is none."""
    return get_language(grammar)  # type: ignore[arg-type]


@cache
def query(name: str, grammar: str, kind: str) -> Query:
    """The compiled query `queries/<name>/<kind>.scm` for `grammar`."""
    return Query(language(grammar), source(name, kind))


def source(name: str, kind: str) -> str:
    """Text of `queries/<name>/<kind>.scm` with what it inherits."""
    text = files("codewitness.syntax").joinpath("queries", name, f"{kind}.scm").read_text("utf-8")
    match = _INHERITS.match(text)
    parents = [parent.strip() for parent in match[1].split(",")] if match else []
    return "\n".join([*(source(parent, kind) for parent in parents), text])
