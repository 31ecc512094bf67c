"""Errors that are like another: by kind, message, frames, words and meaning, fused, with reasons.

Each part is a similarity from 0 to 1. The message counts without weights by rarity: in a message
what is rare is, as a rule, what differs from run to run, a name or a value, and what is frequent
is what the program says. For words of the whole record it is the other way round.
"""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from codewitness.engine.recording.concepts import concepts, concepts_of_frames, weighted
from codewitness.engine.recording.normalise import masked, tokens, without_values, words
from codewitness.model.records import Frame

# How much each part counts; measured by benchmarks/similar_errors.py.
WEIGHTS: Mapping[str, float] = {
    "type": 0.15,
    "concept": 0.30,
    "message": 0.22,
    "frames": 0.13,
    "words": 0.10,
    "vector": 0.10,
    "report": 0.20,
}
# Types that are raised for nearly everything say little by being the same.
GENERIC = frozenset(
    {
        "error", "exception", "runtimeerror", "runtimeexception", "panic", "fatal error",
        "typeerror", "valueerror", "argumenterror", "illegalargumentexception", "rangeerror",
        "illegalstateexception", "invalidoperationexception", "ioexception", "oserror",
        "standarderror", "syntaxerror", "nomethoderror", "ioerror", "systemerror",
    }
)  # fmt: skip
UNKNOWN_TYPE = "error"  # what a record has where nothing names a type
GENERIC_FACTOR = 0.4
UNTYPED_FACTOR = 0.3  # of the kind of failure that a mere line of a log tells of
_WRAPPER = re.compile(r"^called `\w+::\w+\(\)` on an? `\w+` value:?\s*")
OWN_FRAME, OTHER_FRAME = 1.0, 0.35  # what a frame counts at the top of the stack
FRAME_DECAY = 0.85  # of each next one
MACHINERY_FACTOR = 0.2  # of frames that are in any stack trace of their kind, whatever broke
_MACHINERY = re.compile(
    r"^(?:_?start|main|<main>|<module>|__libc_\w+|clone3?|start_thread|BaseThreadInitThunk|fuzzer::.*"
    r"|__interceptor_.*|__(?:asan|msan|tsan|ubsan|hwasan|sanitizer)\w*(?:::.*)?|__GI_\w+|raise|abort|gsignal"
    r"|__assert\w*|std::rt::.*|std::panic.*|core::(?:panicking|ops::function)::.*|rust_begin_unwind"
    r"|__rust_\w+|test::.*|runtime\.(?:goexit|main|gopanic|panic\w*|throw)|panic|testing\.\w+"
    r"|java\.lang\.(?:Thread\.run|reflect\..*)|(?:jdk\.internal|sun)\.reflect\..*|org\.junit\..*"
    r"|java\.util\.concurrent\..*|Module\._\w+|Object\.Module\._\w+|Function\.\w+ \[as .*"
    r"|process(?:Ticks\w*|\.\w+)|node:internal.*|System\.(?:Threading|Runtime)\..*)$"
)
MAX_FRAMES = 25
MIN_SCORE = 0.05

Sparse = dict[str, float]
Vectors = Callable[[Sequence[str]], Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class ErrorText:
    """What is compared of an error. `causes` are types, as a rule with `: ` and a message.

    `words` is all that was written about it, `report` the text that all this was read of.
    """

    error_type: str = ""
    message: str = ""
    causes: tuple[str, ...] = ()
    frames: tuple[Frame, ...] = ()
    words: str = ""
    report: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """An error by its key, how like it is, and each part of that."""

    key: str
    score: float
    parts: Mapping[str, float]
    shared_frames: tuple[str, ...] = ()
    shared_concepts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Features:
    type: Sparse
    concept: Sparse
    message: Sparse
    frames: Sparse
    words: Sparse
    report: Sparse

    def part(self, name: str) -> Sparse:
        found: Sparse = getattr(self, name)
        return found


_SPARSE = ("type", "concept", "message", "frames", "words", "report")
_BY_RARITY = frozenset({"concept", "frames", "words", "report"})


GROWTH = 1.1  # weights by rarity are worked out again when there are that many more errors


class ErrorIndex:
    """Errors by their features. `embed` gives unit vectors, if there is an embedder."""

    def __init__(self, embed: Vectors | None = None) -> None:
        self.embed = embed
        self._keys: list[str] = []  # empty where the error was removed
        self._features: list[_Features] = []
        self._texts: list[str] = []
        self._postings: dict[str, dict[str, list[int]]] = {
            name: defaultdict(list) for name in _SPARSE
        }
        self._weights: dict[str, dict[str, float]] = {name: {} for name in _SPARSE}
        self._lengths: dict[str, list[float]] = {name: [] for name in _SPARSE}
        self._n_weighted = 0
        self._vectors: list[Any] = []  # blocks of rows

    def add(self, key: str, text: ErrorText) -> int:
        """Add an error, and tell its number; what is found by `key` is up to the caller."""
        features = features_of(text)
        number = len(self._keys)
        self._keys.append(key)
        self._features.append(features)
        self._texts.append(_for_vector(text))
        for name in _SPARSE:
            part = features.part(name)
            for token in part:
                self._postings[name][token].append(number)
            self._lengths[name].append(self._length(name, part))
        return number

    def remove(self, number: int) -> None:
        """The error of this number is found no more."""
        self._keys[number] = ""

    def search(
        self, query: ErrorText, *, limit: int, allowed: Collection[str] | None = None
    ) -> list[Match]:
        """The errors most like `query` among those `allowed`, best first."""
        self._weigh()
        wanted = features_of(query)
        scores: dict[str, dict[int, float]] = {}
        for name in _SPARSE:
            if wanted.part(name) and not (name == "report" and wanted.type):
                scores[name] = self._cosines(name, wanted.part(name))
        if self.embed is not None and self._keys and (text := _for_vector(query)).strip():
            scores["vector"] = self._nearest(text)
        total = sum(WEIGHTS[name] for name in scores)
        fused: dict[int, float] = defaultdict(float)
        for name, found in scores.items():
            factor = WEIGHTS[name] / total
            if name == "type" and GENERIC.issuperset(wanted.type):
                factor *= GENERIC_FACTOR
            if name == "concept" and not wanted.type:
                factor *= UNTYPED_FACTOR
            for number, score in found.items():
                fused[number] += factor * score
        kept = [
            (score, number)
            for number, score in fused.items()
            if score >= MIN_SCORE and self._is_allowed(number, allowed)
        ]
        kept.sort(key=lambda pair: (-pair[0], -pair[1]))
        return [self._match(number, score, scores, wanted) for score, number in kept[:limit]]

    def _is_allowed(self, number: int, allowed: Collection[str] | None) -> bool:
        key = self._keys[number]
        return bool(key) and (allowed is None or key in allowed)

    def _match(
        self,
        number: int,
        score: float,
        scores: Mapping[str, Mapping[int, float]],
        wanted: _Features,
    ) -> Match:
        own = self._features[number]
        return Match(
            key=self._keys[number],
            score=score,
            parts={name: found[number] for name, found in scores.items() if number in found},
            shared_frames=tuple(
                token.removeprefix("function:")
                for token in wanted.frames
                if token in own.frames and token.startswith("function:")
            ),
            shared_concepts=tuple(sorted(set(wanted.concept) & set(own.concept))),
        )

    def _cosines(self, name: str, wanted: Sparse) -> dict[int, float]:
        """Cosine with each error that shares a token."""
        lengths, features = self._lengths[name], self._features
        length = self._length(name, wanted)
        products: dict[int, float] = defaultdict(float)
        for token, value in wanted.items():
            factor = value * self._weight(name, token) ** 2
            for number in self._postings[name].get(token, ()):
                products[number] += factor * features[number].part(name)[token]
        return {
            number: min(product / (length * lengths[number]), 1.0)
            for number, product in products.items()
            if lengths[number]
        }

    def _length(self, name: str, part: Sparse) -> float:
        squares = ((value * self._weight(name, token)) ** 2 for token, value in part.items())
        return math.sqrt(sum(squares))

    def _weight(self, name: str, token: str) -> float:
        """By rarity as it was when last looked at; what is new since then is rare."""
        if name not in _BY_RARITY:
            return 1.0
        return self._weights[name].get(token) or self._rarity(1)

    def _rarity(self, n_with: int) -> float:
        return math.log(1 + (max(self._n_weighted, 1) + 1) / (n_with + 0.5))

    def _weigh(self) -> None:
        """Work the weights out again if there are many more errors than when that was done."""
        if self._n_weighted and len(self._keys) <= self._n_weighted * GROWTH:
            return
        self._n_weighted = len(self._keys)
        for name in _BY_RARITY:
            postings = self._postings[name].items()
            self._weights[name] = {token: self._rarity(len(found)) for token, found in postings}
            self._lengths[name] = [self._length(name, one.part(name)) for one in self._features]

    def _nearest(self, text: str) -> dict[int, float]:
        assert self.embed is not None
        n_embedded = sum(map(len, self._vectors))
        if n_embedded < len(self._texts):
            self._vectors.append(self.embed(self._texts[n_embedded:]))
        wanted = self.embed([text])[0]
        products = (float(one) for block in self._vectors for one in block @ wanted)
        return {number: max(one, 0.0) for number, one in enumerate(products)}


def features_of(text: ErrorText) -> _Features:
    """What is compared, by its parts."""
    kinds = _types([text.error_type, *(cause.partition(": ")[0] for cause in text.causes)])
    said = concepts(text.error_type, text.message)
    for cause in text.causes:
        said |= concepts(*cause.partition(": ")[::2])
    said |= concepts_of_frames(frame.function for frame in text.frames)
    return _Features(
        type=kinds,
        concept=weighted(said),
        message=_message(text.message),
        frames=_frames(text.frames),
        words=_counted(words(f"{_known_type(text)} {text.message} {text.words}")),
        report=_counted(words(text.report)),
    )


def signature(
    error_type: str, message: str, frames: Iterable[Frame], trace: str = ""
) -> tuple[str, ...]:
    """Equal for what is the same error again: type, masked message, innermost frames.

    Those that are ours count, if there are any. Lines don't: they move with every edit above them.
    If there are any, values that the message quotes don't either.
    """
    listed = list(frames)
    where = [f"{one.own_path}:{one.function}" for one in listed if one.own_path]
    if where:
        message = without_values(message, trace)
    else:
        named = (one.function or _file_name(one.path) for one in listed)
        where = [masked(name) for name in named if name and not _MACHINERY.match(name)]
    return (short_type(error_type), masked(message), *where[:3])


def short_type(error_type: str) -> str:
    """`java.lang.IllegalStateException` as `IllegalStateException`."""
    return error_type.replace("::", ".").replace("\\", ".").rpartition(".")[2] or error_type


def _known_type(text: ErrorText) -> str:
    return "" if text.error_type == UNKNOWN_TYPE else text.error_type


def _types(names: Iterable[str]) -> Sparse:
    found: Sparse = {}
    for number, name in enumerate(one for one in names if one and one != UNKNOWN_TYPE):
        found.setdefault(short_type(name).lower(), 1.0 if number == 0 else 0.5)
    return found


def _message(message: str) -> Sparse:
    if not message.strip():
        return {}
    ordered = ["^", *tokens(masked(_WRAPPER.sub("", message) or message)), "$"]
    pairs = (f"{first} {second}" for first, second in pairwise(ordered))
    return _counted([*ordered[1:-1], *pairs])


def _frames(frames: Sequence[Frame]) -> Sparse:
    found: Sparse = {}
    has_own = any(frame.own_path for frame in frames)
    weight = 1.0
    for frame in frames[:MAX_FRAMES]:
        is_own = bool(frame.own_path) or not has_own
        value = weight * (OWN_FRAME if is_own else OTHER_FRAME)
        if not frame.own_path and _MACHINERY.match(frame.function):
            value *= MACHINERY_FACTOR
        for token in _frame_tokens(frame):
            found[token] = max(found.get(token, 0.0), value)
        weight *= FRAME_DECAY
    return found


def _frame_tokens(frame: Frame) -> Iterable[str]:
    file = _file_name(frame.own_path or frame.path)
    if frame.function:
        yield f"function:{frame.function}"
    if file:
        yield f"file:{file}"
    if file and frame.line:
        yield f"line:{file}:{frame.line}"


def _file_name(path: str) -> str:
    return path.replace("\\", "/").rpartition("/")[2]


def _counted(listed: Iterable[str]) -> Sparse:
    return {token: math.sqrt(count) for token, count in Counter(listed).items()}


def _for_vector(text: ErrorText) -> str:
    said = masked(_WRAPPER.sub("", text.message) or text.message)
    return f"{_known_type(text)} {said} {text.words[:500]}"
