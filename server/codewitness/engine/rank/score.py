"""From what the retrievers found to an order: a sum of parts, times boosts, each with its reason.

The parts and their weights were chosen by leaving each out, and by halving and doubling each, on
queries over 27 repositories in 17 languages; benchmarks/search_quality.py prints the effect of
each. The optimum is flat: none of the weights is exact, and none was tuned to a language.

The idea to rank code search by names of definitions and files and by several hits in a file, over
a fusion of BM25 and vectors, is semble's (github.com/MinishLab/semble); parts and weights are ours.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache, lru_cache
from itertools import chain, repeat
from math import fsum
from types import MappingProxyType
from typing import Generic, NamedTuple

from codewitness.engine.rank.asked_files import asked_files
from codewitness.engine.rank.finds import Finds, Key
from codewitness.engine.rank.form import QueryForm
from codewitness.engine.rank.named import (
    MARKED_UP,
    TEST_TAG,
    just_there,
    later_parts,
    spelled,
    symbol_share,
)
from codewitness.engine.rank.places import place_boosts
from codewitness.engine.rank.ranked import WEIGHTS, Boosts, Entries, Ranked
from codewitness.engine.rank.rarity import rarity_among, telling
from codewitness.engine.rank.run_together import parted
from codewitness.engine.rank.spread import add_siblings, spread
from codewitness.engine.rank.stems import stems
from codewitness.engine.rank.whole import shares
from codewitness.model.facts import ChunkKind
from codewitness.syntax.registry import PLAIN_CODE

# Of the parts `lexical` and `semantic`, what the file says as a whole.
_WORDS_OF_FILE, _MEANING_OF_FILE = 0.4, 0.45
_NEAR = 0.4  # a cosine; where nothing lies nearer, the nearest tells less
_ASIDE = 0.5  # what the name of a file counts for, if the query says it only beside the point
_LEAST_PART = 3  # letters of initials that are a part of a file's name
_FILE_PRECISION = 0.6  # of the part `file`; the rest is how much of the query the name says

DOMAIN_BOOSTS: Mapping[str, float] = MappingProxyType(
    {
        "class": 1.05,
        "function": 1.1,
        "test": 0.65,  # unless the query asks for tests
        "private": 0.9,
        "accessor": 0.85,  # getters and setters bear the words that others do something with
        "prose": 0.6,  # documents and data: search is for code first
    }
)
_SPELLED = 1.2  # the query has the words of this name, and no others
_NAMED = 2.0  # the query is this name and nothing else: what bears it comes before what tells of it
_VERBATIM = 3.0  # a message is looked for by its text; what only has its words stands behind
_BEARING = 1.5  # a name is looked for as it stands; what has but parts of it stands behind
_DEFINING_VALUE = 8.0  # what gives a name its value comes before all that use it
_ASKED_FOR = 1.25  # files without code, if the query says what such a file is for; tests
_AT_PLACE = 10.0  # the query names its file and line
_MARKUP = 0.7  # pages and their styles are looked for more seldom than the code that makes them
# Files that bear the name of their folder, as far as they have one.
_OF_FOLDER = re.compile(
    r"(?:^|/)(?!(?:src|lib)/)([^/]+)/(?:(?:src|lib)/)?"
    r"(?:__init__\.pyi?|index\.[cm]?[jt]sx?|(?:mod|lib)\.rs|init\.lua)$"
)
_NUMBERED = re.compile(r"[A-Za-z]+\d+(?![A-Za-z\d])")  # `h2`, `md5`, but not `log4` of log4js
_DOMAIN, _TEST = "domain:", "test"
_NO_CODE = frozenset({"prose", "markup"})
_IN_CODE = frozenset({f"lang:{name}" for name in PLAIN_CODE})
_PROSE = (ChunkKind.SECTION, ChunkKind.WINDOW)
_NAMELESS = (ChunkKind.TOPLEVEL, ChunkKind.IMPORTS, ChunkKind.WINDOW)


def rank(
    form: QueryForm,
    found: Finds[Key],
    *,
    boosts: Mapping[str, float] = MappingProxyType({}),
    without: Iterable[str] = (),
) -> Iterable[Ranked[Key]]:
    """All of `found`, best first; ties in the order of path and key, whoever found them first.

    `boosts` are the query's own: by domain, in place of the usual one, or by tag, exact or as
    `prefix:*`. `without` names parts that are left out, for measuring what they do.
    """
    said = _Stems.of(found)
    form = _with_joined(form, said)
    said = said.parted(form.stems)
    weights = {**WEIGHTS, **dict.fromkeys(without, 0.0)}
    parts = _Parts(form, found, said, weights)
    own = _Own(form, found, boosts).boosts(
        place_boosts(parts.files, form.words), parts.meant, spelled(form, found, said.of_names)
    )
    entries = Entries(found, parts.columns(), own)
    add_siblings(entries, weights["siblings"])
    entries.sort()
    spread(entries, parts.likeness(), DOMAIN_BOOSTS)
    entries.sort()
    return entries


def reranked(ranked: Iterable[Ranked[Key]], scores: Sequence[float]) -> list[Ranked[Key]]:
    """With a model's scores, from 0 to 1, of the first of `ranked`; best first again.

    They are a boost between 0.5 and 1.5: such models were trained on prose, not on code.
    """
    every = list(ranked)
    for one, score in zip(every, scores, strict=False):
        one.rerank = score
        one.boost("rerank", 0.5 + score)
    return sorted(every, key=lambda one: -one.score) if scores else every


class _Stems(NamedTuple):
    """The stems of what was found, each looked up once: of names and of those around, of files."""

    of_names: Mapping[str, frozenset[str]]
    of_files: Mapping[str, frozenset[str]]
    names: Collection[str]  # not of what is around

    @classmethod
    def of(cls, found: Finds[Key]) -> _Stems:
        names = set(found.names)
        return cls(
            {name: stems(name) for name in names.union(found.parents)},
            {path: _file_stems(path) for path in set(found.paths)},
            names,
        )

    def parted(self, asked: frozenset[str]) -> _Stems:
        """With names of files in parts, where they are two of the words written as one."""
        return self._replace(of_files=parted(self.of_files, asked))


class _Parts(Generic[Key]):
    """The parts of each of `found`, but for what the others add to it.

    `files` has the part of each file, and `meant` the numbers of those that are all that the query
    names.
    """

    def __init__(
        self, form: QueryForm, found: Finds[Key], said: _Stems, weights: Mapping[str, float]
    ) -> None:
        self._form = form
        self._found = found
        self._stems = said.of_names
        self._weights = weights
        names = Counter(found.names)
        # Of names that share nothing with the query, as most do, there is nothing to be kept.
        self._said = {
            name: shared
            for name, own in said.of_names.items()
            if name in names and (shared := own & form.stems)
        }
        of_names = [(shared, names[name]) for name, shared in self._said.items()]
        self._tells = telling(form.stems, of_names, len(found.names))
        self._all = fsum(self._tells.values()) or 1.0
        self._rarity = rarity_among(said.of_files.values())
        self.files = {path: self._file_share(name) for path, name in said.of_files.items()}
        self._named = self._shares_named() if form.symbols else {}
        self.meant = just_there(form, found) | {
            at for at, share in self._named.items() if share == 1.0 and found.names[at] == form.sole
        }

    def columns(self) -> list[list[float]]:
        """In the order of `WEIGHTS`, without the last."""
        found, weights = self._found, self._weights
        names = {name: weights["name"] * self._name_share(name) for name in self._said}
        files = {path: weights["file"] * share for path, share in self.files.items()}
        containers = {
            name: weights["container"] * self._coverage(said)
            for name in set(found.parents)
            if (said := self._stems[name] & self._form.stems)
        }
        named = [0.0] * len(found.keys)
        for at, share in self._named.items():
            named[at] = weights["symbol"] * share
        return [
            self._lexical(weights["lexical"]),
            self._semantic(weights["semantic"]),
            list(map(names.get, found.names, repeat(0.0))),
            list(map(files.__getitem__, found.paths)),
            list(map(containers.get, found.parents, repeat(0.0))),
            named,
        ]

    def _lexical(self, weight: float) -> list[float]:
        found, of_file = self._found, weight * _WORDS_OF_FILE
        best = max(found.lexical, default=0.0) or 1.0
        wholes = {file: of_file * share for file, share in shares(found).items()}
        own = weight - of_file
        return [
            score / best * own + wholes.get(file, 0.0)
            for score, file in zip(found.lexical, found.files, strict=True)
        ]

    def _semantic(self, weight: float) -> list[float]:
        found, of_file = self._found, weight * _MEANING_OF_FILE
        own = (weight - of_file) / max([_NEAR, *found.semantic])
        of_file /= max([_NEAR, *found.of_files])
        return [
            (own * cosine if cosine > 0.0 else 0.0) + (of_file * whole if whole > 0.0 else 0.0)
            for cosine, whole in zip(found.semantic, found.of_files, strict=True)
        ]

    def _shares_named(self) -> dict[int, float]:
        """How much the query names just this one, by number, of those that it names."""
        form, found = self._form, self._found
        later = later_parts(form, found)
        shares = {
            at: symbol_share(form, found, at)
            for at, name in enumerate(found.names)
            if name and name.lower() in form.symbols
        }
        return {at: by * (0.5 if at in later else 1.0) for at, by in shares.items() if by}

    def likeness(self) -> list[float]:
        """How alike the query and each name are: the F1 of the stems that they share, from 0 to 1.

        Less than 0 for what has no name but its file's.
        """
        found, n_asked = self._found, len(self._form.stems)
        of_names = {
            name: 2 * len(said) / (len(self._stems[name]) + n_asked)
            for name, said in self._said.items()
        }
        if self._form.sole:
            of_names[self._form.sole] = 1.0  # whatever it is said to be in
        return [
            -1.0 if kind in _NAMELESS else of_names.get(name, 0.0)
            for name, kind in zip(found.names, found.kinds, strict=True)
        ]

    def _name_share(self, name: str) -> float:
        said = self._said[name]
        return len(said) / len(self._stems[name]) * max(map(self._tells.__getitem__, said))

    def _file_share(self, name: frozenset[str]) -> float:
        if not (said := name & self._form.stems):
            return 0.0
        # What all files of a project begin with is no part of the name that anybody would say.
        precision = fsum(map(self._rarity.__getitem__, said))
        precision /= fsum(map(self._rarity.__getitem__, name))
        if said <= self._form.asides:
            precision *= _ASIDE
        return _FILE_PRECISION * precision + (1 - _FILE_PRECISION) * self._coverage(said)

    def _coverage(self, said: frozenset[str]) -> float:
        """How much of the query these of its stems are, by what they tell."""
        return fsum(self._tells[one] for one in said) / self._all


def _with_joined(form: QueryForm, said: _Stems) -> QueryForm:
    """The form with what it says as one word, too, as far as a name or a file found bears it."""
    if not (form.as_one or form.initials):
        return form
    of_files = list(said.of_files.values())
    of_names = map(said.of_names.__getitem__, said.names)
    borne = form.as_one.intersection(chain.from_iterable(chain(of_files, of_names)))
    # Two letters begin many words: they must be all that a file is called.
    short = {
        one
        for one in form.initials.intersection(chain.from_iterable(of_files))
        if len(one) >= _LEAST_PART or frozenset((one,)) in of_files
    }
    return replace(form, stems=form.stems | borne | short) if borne or short else form


@lru_cache(maxsize=50_000)
def _file_stems(path: str) -> frozenset[str]:
    """The stems of what a file is called, and its words with the numbers that they end with."""
    found = _OF_FOLDER.search(path)
    name = path.rsplit("/", 1)[-1].rsplit(".", 1)[0] if found is None else found[1]
    return stems(name).union(map(str.lower, _NUMBERED.findall(name)))


class _Own(Generic[Key]):
    """The boosts of each of `found`. Few are different, so those of one kind are made once."""

    def __init__(self, form: QueryForm, found: Finds[Key], asked: Mapping[str, float]) -> None:
        """`asked` are those of the query, by domain or tag."""
        self._asks_tests = form.asks_tests
        self._files = asked_files(form.words, set(found.paths), documents=form.asks_documents)
        self._found = found
        self._asked = asked

    def boosts(
        self,
        places: Mapping[str, Mapping[str, float]],
        meant: Collection[int],
        spelt: Collection[int],
    ) -> list[Boosts]:
        """By number; with those of places, and of what the query names and is nothing else."""
        found = self._found
        # Tags that are equal are mostly the same, and nothing of `found` goes meanwhile.
        alike = list(zip(map(id, found.tags), map(id, found.kinds), strict=True))
        one_of = dict(zip(alike, range(len(alike)), strict=True))
        of_tags = {same: self._of_tags(at) for same, at in one_of.items()}
        every = [of_tags[same] for same in alike]
        for at, path in enumerate(found.paths) if self._files else ():
            if path in self._files:
                every[at] = self._as_asked_for(every[at])
        more: dict[int, dict[str, float]] = {}
        if places:
            more = {at: {**places[p]} for at, p in enumerate(found.paths) if p in places}
        for at in meant:
            more.setdefault(at, {})["named"] = _NAMED
        for at in spelt:
            more.setdefault(at, {})["spelled"] = _SPELLED
        said = (
            ("verbatim", self._said_in_code(), _VERBATIM),
            ("atPlace", found.at_place, _AT_PLACE),
            ("defining", found.defining, _DEFINING_VALUE),
            ("bearing", found.bearing, _BEARING),
        )
        for name, keys, by in said:
            for at, key in enumerate(found.keys) if keys else ():
                if key in keys:
                    more.setdefault(at, {})[name] = by
        for at, by_name in more.items():
            every[at] = Boosts({**every[at].by_name, **by_name})
        return every

    def _said_in_code(self) -> Collection[Key]:
        """What has the words as they are; not the tests, which repeat what the code says."""
        found, said = self._found, self._found.verbatim
        if self._asks_tests or not said:
            return said
        of_code = {
            key
            for key, tags in zip(found.keys, found.tags, strict=True)
            if key in said and TEST_TAG not in tags
        }
        return of_code or said

    def _as_asked_for(self, boosts: Boosts) -> Boosts:
        """Without what sets files aside that are no code, unless the query has said it itself."""
        gone = _NO_CODE - self._asked.keys()
        own = (one for one in boosts.by_name.items() if one[0] not in gone)
        return _boosts_of((*own, ("askedFor", _ASKED_FOR)))

    def _of_tags(self, at: int) -> Boosts:
        tags = tuple(self._found.tags[at])
        usual = _usual_boosts(tags, self._found.kinds[at] in _PROSE)
        if not self._asked and not (self._asks_tests and _TEST in usual.by_name):
            return usual
        asked = {
            name: factor
            for name, factor in self._asked.items()
            if any(_is_meant(name, tag) for tag in tags)
        }
        replaced = {name.removeprefix("domain:") for name in asked}
        replaced |= {_TEST} if self._asks_tests else set()
        kept = {name: by for name, by in usual.by_name.items() if name not in replaced}
        if self._asks_tests and _TEST in usual.by_name and _TEST not in self._asked:
            kept["askedFor"] = _ASKED_FOR
        return Boosts(kept | asked)


@lru_cache(maxsize=10_000)
def _usual_boosts(tags: tuple[str, ...], is_prose: bool) -> Boosts:
    domains = [tag[len(_DOMAIN) :] for tag in tags if tag.startswith(_DOMAIN)]
    domains += ["prose"] if is_prose and _IN_CODE.isdisjoint(tags) else []
    named = {name: DOMAIN_BOOSTS.get(name, 1.0) for name in domains}
    if not MARKED_UP.isdisjoint(tags):
        named = {"markup": _MARKUP}
    return _boosts_of(tuple((name, by) for name, by in named.items() if by != 1.0))


@cache
def _boosts_of(by_name: tuple[tuple[str, float], ...]) -> Boosts:
    return Boosts(MappingProxyType(dict(by_name)))


def _is_meant(name: str, tag: str) -> bool:
    if name.endswith("*"):
        return tag.startswith(name[:-1])
    return tag in (name, f"domain:{name}")
