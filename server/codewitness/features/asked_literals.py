"""What is looked for as it is written: `--dry-run`, `/users/:id`, `@app.get`, `X-Request-Id`.

Words alone do not tell it from what only speaks of the same; so the texts of the files found are
searched for it, as `grep -w` would.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import islice

from codewitness.engine.view import Folder
from codewitness.features.asked_places import chunk_at
from codewitness.features.places import Reading
from codewitness.model.facts import Chunk
from codewitness.model.query import Filters

_MOST_PLACES = 8
_MOST_OF_FILE = 200  # places in one file that are looked at
# Without blanks, with a word, and with more than words; the quotes around it are not looked for.
_LITERAL = re.compile(r"""(["'`]?)(?=\S*[^\W_])(?=\S*[^\w\s])([^\s"'`]{3,200})\1""")
# Or several words that the query has in quotes itself: the text of a message.
_QUOTED = re.compile(r"""(["'`])(?=[^\n]*\w[ ]+\S)([^\s"'`][^\n"'`]{2,200})\1""")


def asked_literal(text: str) -> str:
    """What is all of a query and more than a word or a name; empty if it is not such a one."""
    found = _LITERAL.fullmatch(text.strip()) or _QUOTED.fullmatch(text.strip())
    return "" if found is None else found[2]


def chunks_with(
    reading: Reading, folder: Folder, literal: str, paths: Iterable[str], filters: Filters
) -> Iterator[tuple[str, Chunk, bool]]:
    """Path and chunk of places where it stands in `paths`; and if that is in quotes.

    If it is in quotes anywhere, only of such places.
    """
    said = re.escape(literal.encode())
    joined = rb"[\w-]" if literal[-1].isalnum() else rb"(?!)"
    form = re.compile(
        rb"(?<![\w-])(?P<quote>[\"'`]?)" + said + rb"(?!" + joined + rb")(?P<end>[\"'`]?)"
    )
    quoted: dict[str, tuple[str, Chunk]] = {}
    others: dict[str, tuple[str, Chunk]] = {}
    for path, source in reading.sources(folder, paths):
        if len(quoted) >= _MOST_PLACES:
            break
        for found in islice(form.finditer(source.text.raw), _MOST_OF_FILE):
            known = quoted if found["quote"] and found["quote"] == found["end"] else others
            if len(known) >= _MOST_PLACES:
                continue
            chunk = chunk_at(source, source.text.line_at(found.end()), filters)
            if chunk is not None:
                known.setdefault(chunk.id, (path, chunk))
    for path, chunk in (quoted or others).values():
        yield path, chunk, bool(quoted)
