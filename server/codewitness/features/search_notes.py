"""How a search has taken its query, where that is not what was typed; and what it has not found."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import chain

from codewitness.engine.rank.form import QueryForm
from codewitness.engine.rank.near_names import near_name
from codewitness.engine.view import Snapshot
from codewitness.features.asked_patterns import is_pattern
from codewitness.model.query import Query, SearchMode

NO_WORD = "the query has no word to look for"
NO_HITS = "no word of the query is in what was searched: what is shown is near in meaning alone"
NOTHING_NEAR = "no word of the query is in what was searched, and nothing there is near in meaning"
NO_PATTERN = "the query was read as words: no line was found that the pattern matches"


def name_meant(
    snapshot: Snapshot, form: QueryForm, words: Sequence[str], counts: Iterable[Sequence[int]]
) -> str:
    """The name of code or a file that is near to that of the query, if this is nowhere; or nothing.

    `counts` are those of `words`, in each text that was found.
    """
    name = form.names[0]
    word = name.lower().strip("_$")  # as search has it
    if word not in words or not all(one.is_complete for one in snapshot.folders):
        return ""
    at = words.index(word)
    if any(own[at] for own in counts):
        return ""
    names = Counter[str]()
    for folder in snapshot.folders:
        names.update(folder.view.symbols.n_by_name())
    paths = chain.from_iterable(folder.view.files for folder in snapshot.folders)
    files = (path.rpartition("/")[2].partition(".")[0] for path in paths)
    return near_name(name, names, files)


def notes_on(
    query: Query,
    words: Sequence[str],
    hits: Collection[object],
    near: Collection[object],
    shown: Collection[object],
    matched: Collection[object] = (),
) -> Iterator[str]:
    """What is to be said about words, the texts that have them, near in meaning, or matched."""
    if not words:
        yield NO_WORD
    elif near and not (hits or matched) and query.mode is SearchMode.HYBRID:
        yield NO_HITS if shown else NOTHING_NEAR
    if is_pattern(query.text) and not matched:
        yield NO_PATTERN


def said_instead(asked: str, meant: str) -> str:
    """The note that another name was looked for."""
    return f"nothing has the name {asked}: searched for {meant}, which is near to it"
