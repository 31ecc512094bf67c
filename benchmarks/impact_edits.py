"""Small edits in functions of a real project, each unsaved: is any of them silent, or told amiss?

python benchmarks/impact_edits.py FOLDER... [--edits 60] [--seed 1]

A name, a number or an operator in a random function is replaced by another, or a line gets a
comment above it. `codewitness.impact` must tell a change of a definition around the place, each
change with an effect, and nothing of the comment. What is no code any more after the edit, and what
stands in strings, comments, imports and macros, is left out. Prints each miss, and the counts.
"""

from __future__ import annotations

import argparse
import random
import re
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.support.lsp import Client, percentile
from tree_sitter import Node

from codewitness.model.facts import Definition
from codewitness.model.text import Span, Text
from codewitness.syntax.extract import Analysis, analyse
from codewitness.syntax.registry import LANGUAGES

KINDS = ("comment", "name", "number", "operator")
OPERATORS = {"+": "-", "-": "+", "==": "!=", "!=": "==", "<": ">", ">": "<", "<=": ">="} | {
    ">=": "<=",
    "&&": "||",
    "||": "&&",
    "and": "or",
    "or": "and",
}
_APART = re.compile(
    "comment|string|import|preproc|attribute|annotation|heredoc|regex|error|macro|jsx",
    re.IGNORECASE,
)
_OPERATION = re.compile(
    "(?:binary|comparison|boolean|additive|multiplicative|equality|conjunction|disjunction).*"
)
MAX_BYTES = 200_000
N_AROUND = 4  # nodes around a word that must be plain code


@dataclass(frozen=True, slots=True, kw_only=True)
class Edit:
    """One edit of a file: `text` is what it becomes, `around` the definitions that it is in."""

    path: Path
    line: int
    kind: str
    word: str
    before: str
    text: str
    around: frozenset[str]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--edits", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    n_wrong = 0
    for folder in arguments.folders:
        n_wrong += try_folder(folder.resolve(), arguments.edits, random.Random(arguments.seed))
    print(f"{n_wrong} of the edits were silent or told amiss")


def try_folder(root: Path, n_edits: int, chance: random.Random) -> int:
    """Ask about edits in one project; how many were wrong."""
    with tempfile.TemporaryDirectory() as cache:
        client = Client(root, Path(cache))
        client.wait_until_fresh()
        tried: Counter[str] = Counter()
        wrong, seconds = 0, []
        for edit in edits(root, n_edits, chance):
            began = time.perf_counter()
            changes = ask(client, edit)
            seconds.append(time.perf_counter() - began)
            tried[edit.kind] += 1
            if not is_right(edit, changes):
                wrong += 1
                told = [one["symbol"]["qualifiedName"] for one in changes]
                print(
                    f"  {edit.path.relative_to(root)}:{edit.line} {edit.kind} {edit.word}: {told}"
                )
        client.close()
    counts = ", ".join(f"{kind} {tried[kind]}" for kind in KINDS)
    shown = f"p50 {percentile(seconds, 0.5):.0f} ms" if seconds else "no edit"
    print(f"{root.name}: {counts}; wrong {wrong}; {shown}", flush=True)
    return wrong


def ask(client: Client, edit: Edit) -> list[dict[str, Any]]:
    """The changes that are told of an edit that is not saved."""
    uri = edit.path.as_uri()
    opened = {"uri": uri, "languageId": "", "version": 1, "text": edit.before}
    client.notify("textDocument/didOpen", {"textDocument": opened})
    changed = {"textDocument": {"uri": uri, "version": 2}, "contentChanges": [{"text": edit.text}]}
    client.notify("textDocument/didChange", changed)
    changes: list[dict[str, Any]] = client.command("impact", {"uri": uri})["changes"]
    client.notify("textDocument/didClose", {"textDocument": {"uri": uri}})
    return changes


def is_right(edit: Edit, changes: Sequence[dict[str, Any]]) -> bool:
    """True if just what the edit changes is told."""
    if edit.kind == "comment":
        return not changes
    names = {one["symbol"]["name"] for one in changes}
    return bool(names & edit.around) and all(one["effects"] for one in changes)


def edits(root: Path, n_edits: int, chance: random.Random) -> Iterator[Edit]:
    """So many edits of functions of files in languages that are read in depth, at random."""
    files = [path for path in sorted(root.rglob("*")) if path.is_file() and _is_read(path)]
    n_made = 0
    for _ in range(n_edits * 40 if files else 0):
        edit = edit_of(root, chance.choice(files), chance)
        if edit is not None:
            yield edit
            n_made += 1
        if n_made == n_edits:
            return


def _is_read(path: Path) -> bool:
    parts = {"node_modules", "vendor", "dist", ".git"} & set(path.parts)
    return not parts and path.stat().st_size < MAX_BYTES and ".min." not in path.name


def edit_of(root: Path, path: Path, chance: random.Random) -> Edit | None:
    """An edit of a function of this file; None if the place drawn can't be edited so."""
    try:
        before = path.read_bytes().decode()
    except UnicodeDecodeError:
        return None
    name = path.relative_to(root).as_posix()
    analysis = _read(name, before)
    bodies = [] if analysis is None else [one.body_span for one in _functions(analysis)]
    if analysis is None or analysis.tree is None or not bodies or before.startswith("\ufeff"):
        return None
    body, kind = chance.choice(bodies), chance.choice(KINDS)
    raw = before.encode()
    words = [one for one in _words(analysis.tree.root_node, body) if _fits(kind, one, raw)]
    if not words:
        return None
    word = chance.choice(words)
    text = _edited(kind, word, raw, path.suffix).decode()
    if _read(name, text) is None:
        return None
    place = Span(word.start_byte, word.end_byte)
    around = {one.name for one in analysis.facts.definitions if one.span.contains(place)}
    return Edit(
        path=path,
        line=word.start_point[0] + 1,
        kind=kind,
        word=raw[place.start : place.end].decode(),
        before=before,
        text=text,
        around=frozenset(around),
    )


def _read(name: str, text: str) -> Analysis | None:
    """A file without syntax errors, in a language that is read in depth."""
    analysis = analyse(name, Text.of(text))
    if analysis is None or analysis.tree is None or analysis.facts.language not in LANGUAGES:
        return None
    return None if analysis.tree.root_node.has_error else analysis


def _functions(analysis: Analysis) -> Iterator[Definition]:
    for one in analysis.facts.definitions:
        if one.kind.is_callable and one.body_span is not None:
            yield one


def _words(root: Node, body: Span | None) -> Iterator[Node]:
    """The leaves of plain code in a body."""
    todo = [root]
    while todo:
        node = todo.pop()
        if body is None or node.end_byte <= body.start or node.start_byte >= body.end:
            continue
        todo += reversed(node.children)
        if not node.children and not any(_APART.search(one.type) for one in _around(node)):
            yield node


def _around(node: Node) -> Iterator[Node]:
    one: Node | None = node
    for _ in range(N_AROUND):
        if one is not None:
            yield one
            one = one.parent


def _fits(kind: str, word: Node, raw: bytes) -> bool:
    text = raw[word.start_byte : word.end_byte].decode()
    if kind == "name":
        return "identifier" in word.type
    if kind == "number":
        return text.isdigit()
    if kind == "operator":
        parent = word.parent
        is_operation = parent is not None and _OPERATION.fullmatch(parent.type) is not None
        return text in OPERATORS and is_operation
    before, _, line = raw[: word.start_byte].rpartition(b"\n")
    return not line.strip() and not before.endswith(b"\\") and not text.startswith(".")


def _edited(kind: str, word: Node, raw: bytes, suffix: str) -> bytes:
    start, end = word.start_byte, word.end_byte
    if kind == "comment":
        at = raw.rfind(b"\n", 0, start) + 1
        sign = b"# a remark\n" if suffix in (".py", ".rb") else b"// a remark\n"
        return raw[:at] + raw[at:start] + sign + raw[at:]
    text = raw[start:end]
    if kind == "operator":
        return raw[:start] + OPERATORS[text.decode()].encode() + raw[end:]
    return raw[:start] + (text + b"9" if kind == "name" else b"7" + text) + raw[end:]


if __name__ == "__main__":
    main()
