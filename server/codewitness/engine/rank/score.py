"""From what the retrievers found to an order: a sum of parts, times boosts, each with its reason.

The parts and their weights were chosen by leaving each out, and by halving and doubling each, on
queries over 27 repositories in 17 languages; benchmarks/search_quality.py prints the effect of
each. The optimum is flat: none of the weights is exact, and none was tuned to a language.

The idea to rank code search by names of definitions and files and by several hits in a file, over
a fusion of BM25 and vectors, is semble's (github.com/MinishLab/semble); parts and weights are ours.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from types import MappingProxyType
from typing import Generic, NamedTuple

from codewitness.engine.rank.form import QueryForm
from codewitness.engine.rank.places import place_boosts
from codewitness.engine.rank.ranked import WEIGHTS, Boosts, Key, Ranked
from codewitness.engine.rank.rarity import telling
from codewitness.engine.rank.spread import add_siblings, spread
from codewitness.engine.rank.stems import stems
from codewitness.engine.rank.whole import shares
from codewitness.model.facts import ChunkKind

# Of the parts `lexical` and `semantic`, what the file says as a whole. The middle of its vectors
# lies less far from any query than a chunk does: it has to count for more to count at all.
_WORDS_OF_FILE, _MEANING_OF_FILE = 0.33, 0.55
_ASIDE = 0.5  # what the name of a file counts for, if the query says it only beside the point
_FILE_PRECISION = 0.6  # of the part `file`; the rest is how much of the query the name says

DOMAIN_BOOSTS: Mapping[str, float] = MappingProxyType(
    {
        "class": 1.15,
        "function": 1.1,
        "imports": 0.9,
        "test": 0.65,  # unless the query asks for tests
        "private": 0.9,
        "accessor": 0.85,  # getters and setters bear the words that others do something with
        "prose": 0.6,  # documents and data: search is for code first
    }
)
_NAMED = 2.0  # the query is this name and nothing else: what bears it comes before what tells of it
_VERBATIM = 3.0  # a message is looked for by its text; what only has its words stands behind
_MARKUP = 0.7  # pages and their styles are looked for more seldom than the code that makes them
_MARKED_UP = frozenset({f"lang:{name}" for name in ("css", "html", "less", "scss", "svg", "xml")})
_DOMAIN, _TEST = "domain:", "test"
_PROSE = (ChunkKind.SECTION, ChunkKind.WINDOW)
_NAMELESS = (ChunkKind.TOPLEVEL, ChunkKind.IMPORTS, ChunkKind.WINDOW)


class Found(NamedTuple):
    """A chunk that a retriever or a look-up found: BM25 on any scale, cosine from -1 to 1."""

    path: str
    name: str
    parent: str
    kind: ChunkKind
    tags: Sequence[str]
    lexical: float = 0.0
    semantic: float = 0.0
    definition: int = -1  # its number in the file; a long one has several chunks
    start: int = 0  # byte in the file
    is_verbatim: bool = False  # has the words of the query one behind the other
    counts: Sequence[int] = ()  # how often each word of the query is in it, if that is known
    n_words: int = 0  # in all
    of_file: float = 0.0  # cosine of the middle of its file's vectors


def rank(
    form: QueryForm,
    found: Mapping[Key, Found],
    *,
    boosts: Mapping[str, float] = MappingProxyType({}),
    without: Iterable[str] = (),
) -> list[Ranked[Key]]:
    """All of `found`, best first; ties in the order of path and key, whoever found them first.

    `boosts` are the query's own: by domain, in place of the usual one, or by tag, exact or as
    `prefix:*`. `without` names parts that are left out, for measuring what they do.
    """
    form = _with_acronyms(form, found.values())
    weights = {**WEIGHTS, **dict.fromkeys(without, 0.0)}
    of_parts = _Parts(form, found, weights)
    own = _Own(form, place_boosts(of_parts.files, form.words), boosts)
    meant = of_parts.meant
    entries = [
        Ranked(key, one.path, values, sum(values), own.of(one, bool(meant) and key in meant))
        for (key, one), values in zip(found.items(), of_parts.values(), strict=True)
    ]
    entries.sort(key=_order_at_first)  # what counts the same stays in this order
    add_siblings(entries, weights["siblings"])
    entries.sort(key=_order)
    said = of_parts.likeness
    spread(entries, lambda key: found[key].name, lambda key: said(found[key]), DOMAIN_BOOSTS)
    entries.sort(key=_order)
    return entries


def reranked(ranked: Sequence[Ranked[Key]], scores: Sequence[float]) -> list[Ranked[Key]]:
    """With a model's scores, from 0 to 1, of the first of `ranked`; best first again.

    They are a boost between 0.5 and 1.5: such models were trained on prose, not on code. What is
    given has that boost afterwards.
    """
    for one, score in zip(ranked, scores, strict=False):
        one.rerank = score
        one.boost("rerank", 0.5 + score)
    return sorted(ranked, key=lambda one: -one.score) if scores else list(ranked)


def _order_at_first(entry: Ranked[Key]) -> tuple[float, str, Key]:
    return -entry.total * entry.factor, entry.path, entry.key


def _order(entry: Ranked[Key]) -> float:
    return -entry.total * entry.factor


class _Parts(Generic[Key]):
    """The parts of each of `found`, but for what the others add to it.

    `meant` are those that are all that the query names.
    """

    def __init__(
        self, form: QueryForm, found: Mapping[Key, Found], weights: Mapping[str, float]
    ) -> None:
        self._form = form
        self._found = found
        self._weights = weights
        every = found.values()
        names = Counter([one.name for one in every])
        self._said = {name: stems(name) & form.stems for name in names}
        self._tells = telling(form.stems, [(self._said[name], n) for name, n in names.items()])
        self._all = sum(self._tells.values()) or 1.0
        self.files = {path: self._file_share(path) for path in {one.path for one in every}}
        self._named = self._shares_named() if form.symbols else {}
        self.meant = {
            key for key, by in self._named.items() if by == 1.0 and found[key].name == form.sole
        }
        self._likeness: dict[str, float] = {}

    def values(self) -> list[tuple[float, ...]]:
        """In the order of `WEIGHTS`, without the last."""
        weights = self._weights
        names = {name: weights["name"] * self._name_share(name) for name in self._said}
        files = {path: weights["file"] * share for path, share in self.files.items()}
        containers = {
            name: weights["container"] * self._coverage(stems(name) & self._form.stems)
            for name in {one.parent for one in self._found.values()}
        }
        best = max([one.lexical for one in self._found.values()], default=0.0) or 1.0
        lexical, semantic, symbol = (weights[one] for one in ("lexical", "semantic", "symbol"))
        of_words, of_meaning = lexical * _WORDS_OF_FILE, semantic * _MEANING_OF_FILE
        worded = [(one.path, one.counts, one.n_words) for one in self._found.values() if one.counts]
        wholes = {path: of_words * share for path, share in shares(worded).items()}
        lexical, semantic = lexical - of_words, semantic - of_meaning
        named = self._named
        return [
            (
                lexical * one.lexical / best + wholes.get(one.path, 0.0),
                semantic * max(0.0, one.semantic) + of_meaning * max(0.0, one.of_file),
                names[one.name],
                files[one.path],
                containers[one.parent],
                symbol * named[key] if named and key in named else 0.0,
            )
            for key, one in self._found.items()
        ]

    def _shares_named(self) -> dict[Key, float]:
        """How much the query names just this one, of those that it names."""
        shares = {key: _symbol_share(self._form, one) for key, one in self._found.items()}
        later = _later_parts(self._form, self._found)
        return {key: by * (0.5 if key in later else 1.0) for key, by in shares.items() if by}

    def likeness(self, one: Found) -> float:
        """How alike the query and a name are: the F1 of the stems that they share, from 0 to 1.

        Less than 0 for what has no name but its file's.
        """
        if one.kind in _NAMELESS:
            return -1.0
        name = one.name
        if (known := self._likeness.get(name)) is None:
            n_said = len(self._said[name])
            known = 2 * n_said / (len(stems(name)) + len(self._form.stems)) if n_said else 0.0
            self._likeness[name] = known
        return known

    def _name_share(self, name: str) -> float:
        if not (said := self._said[name]):
            return 0.0
        return len(said) / len(stems(name)) * max(map(self._tells.__getitem__, said))

    def _file_share(self, path: str) -> float:
        name = _file_stems(path)
        said = name & self._form.stems
        precision, coverage = _share(said, name), self._coverage(said)
        if said and said <= self._form.asides:
            precision *= _ASIDE
        return _FILE_PRECISION * precision + (1 - _FILE_PRECISION) * coverage

    def _coverage(self, said: frozenset[str]) -> float:
        """How much of the query these of its stems are, by what they tell."""
        return sum(self._tells[one] for one in said) / self._all


def _with_acronyms(form: QueryForm, found: Iterable[Found]) -> QueryForm:
    """The form with those of its acronyms that a name or a file among `found` bears."""
    if not form.acronyms:
        return form
    borne = {stem for one in found for stem in (*stems(one.name), *_file_stems(one.path))}
    return replace(form, stems=form.stems | (form.acronyms & borne))


def _symbol_share(form: QueryForm, one: Found) -> float:
    """1 for the definition that the query names, half if it is in another container than named.

    And half for a constructor, if its class's name is all of the query: the class is meant.
    """
    container = form.symbols.get(one.name.lower()) if one.name else None
    if container is None or one.kind not in (ChunkKind.CLASS, ChunkKind.FUNCTION, ChunkKind.METHOD):
        return 0.0
    if not container:
        return 0.5 if form.sole and _is_constructor(one) else 1.0
    return 1.0 if one.parent.lower().endswith(container) else 0.5


def _is_constructor(one: Found) -> bool:
    if one.kind is not ChunkKind.METHOD or not one.parent.endswith(one.name):
        return False
    return not one.parent.removesuffix(one.name)[-1:].isidentifier()


def _later_parts(form: QueryForm, found: Mapping[Key, Found]) -> set[Key]:
    """Those that go on with the one that is asked for, whose beginning was found as well."""
    named = {k: one for k, one in found.items() if one.name == form.sole and one.definition >= 0}
    first: dict[tuple[str, int], int] = {}
    for one in named.values():
        place = one.path, one.definition
        first[place] = min(first.get(place, one.start), one.start)
    return {key for key, one in named.items() if one.start > first[one.path, one.definition]}


def _share(part: frozenset[str], whole: frozenset[str]) -> float:
    return len(part) / len(whole) if whole else 0.0


@lru_cache(maxsize=50_000)
def _file_stems(path: str) -> frozenset[str]:
    return stems(path.rsplit("/", 1)[-1].rsplit(".", 1)[0])


class _Own:
    """The boosts of each entry. Few are different, so those of one kind are made once."""

    def __init__(
        self,
        form: QueryForm,
        places: Mapping[str, Mapping[str, float]],
        asked: Mapping[str, float],
    ) -> None:
        """`places` are those of paths, `asked` those of the query, by domain or tag."""
        self._asks_tests = form.asks_tests
        self._places = places
        self._asked = asked
        self._known: dict[tuple[int, str, bool, bool, bool], Boosts] = {}

    def of(self, one: Found, is_named: bool) -> Boosts:
        """`is_named` if the query is this one's name and nothing else."""
        path = one.path if one.path in self._places else ""
        # Tags that are equal are mostly the same, and nothing of `found` goes meanwhile.
        same = id(one.tags), path, one.kind in _PROSE, is_named, one.is_verbatim
        if (known := self._known.get(same)) is None:
            own = {**self._of_tags(one), **self._places.get(path, {})}
            if is_named:
                own["named"] = _NAMED
            if one.is_verbatim:
                own["verbatim"] = _VERBATIM
            known = self._known[same] = Boosts(own)
        return known

    def _of_tags(self, one: Found) -> Mapping[str, float]:
        usual = _usual_boosts(tuple(one.tags), one.kind in _PROSE)
        if self._asks_tests and _TEST in usual:
            usual = {name: by for name, by in usual.items() if name != _TEST}
        asked = {
            name: factor
            for name, factor in self._asked.items()
            if any(_is_meant(name, tag) for tag in one.tags)
        }
        replaced = {name.removeprefix("domain:") for name in asked}
        return {name: by for name, by in usual.items() if name not in replaced} | asked


@lru_cache(maxsize=10_000)
def _usual_boosts(tags: tuple[str, ...], is_prose: bool) -> Mapping[str, float]:
    domains = [tag[len(_DOMAIN) :] for tag in tags if tag.startswith(_DOMAIN)]
    named = {
        name: DOMAIN_BOOSTS.get(name, 1.0) for name in (*domains, *(["prose"] if is_prose else []))
    }
    if not _MARKED_UP.isdisjoint(tags):
        named = {"markup": _MARKUP}
    return MappingProxyType({name: by for name, by in named.items() if by != 1.0})


def _is_meant(name: str, tag: str) -> bool:
    if name.endswith("*"):
        return tag.startswith(name[:-1])
    return tag in (name, f"domain:{name}")
