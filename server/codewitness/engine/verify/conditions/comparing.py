"""Whether what is known of a value says what a claim asks of it: operators, numbers and literals.

`n > 5` holds wherever `n == 7` does, is out of the question where `n == 3` does, and where `n > 3`
does it may hold or not. Told by values on all sides of those that are spoken of.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from enum import Enum
from itertools import chain

from codewitness.engine.verify.code.values import number_of
from codewitness.engine.verify.question import Question, is_other_null, is_same_name
from codewitness.model.nesting import split

_Value = float | str
_NUMERIC = frozenset({"equals", "below", "above"})
_COMPARED = _NUMERIC | {"in", "starts", "ends"}
_SIZES = frozenset({"length", "size", "count", "len", "Length", "Count", "Len", "Size"})
_QUOTED = re.compile(r"(?:[rbuf@$L]{0,2})([\"'`])(.*)\1", re.DOTALL)
_SYMBOL = re.compile(r":([a-zA-Z_]\w*)")
_WORD = re.compile(r"[a-z][a-z_]*|[a-z]+\d*")
_OTHER = "\0"  # a text that is none of those that are spoken of


class Relation(Enum):
    """What is known says that it is as asked, that it is not, or that it is another thing.

    OVERLAPPING: it may be as asked or not. UNSURE: or that depends on what sort of number it is.
    WIDER: it is as asked, but so it is not wherever that holds.
    WITHIN: it is as asked, or one of others that are listed with it.
    """

    IMPLIED = 1
    EXCLUDED = 2
    OVERLAPPING = 3
    UNSURE = 4
    WIDER = 5
    WITHIN = 6


def compared(asked: Question, known: Sequence[Question]) -> Relation | None:
    """How what is asked stands to all that is known of the same thing; None if not comparable."""
    if asked.kind == "empty":
        return _of_size(_sized(asked), known)
    if asked.kind not in _COMPARED:
        return None
    for compare in (_as_numbers, _as_texts, _as_ends, _as_sides):
        if (relation := compare(asked, known)) is not None:
            return relation
    return None


def is_constant(question: Question) -> bool:
    """True if something is compared with a constant that has a name, or a symbol: `Mode.OPEN`."""
    is_name = re.fullmatch(r":?[A-Za-z_][\w.:]*", question.raw) is not None
    return is_name and question.kind == "equals" and (question.raw[:1] == ":" or _named(question))


def _named(question: Question) -> bool:
    return re.search(r"[A-Z]", question.raw) is not None


def in_a_word(asked: Question, known: Sequence[Question]) -> Relation | None:
    """How `the mode is open` stands to `mode == Mode.OPEN`; None if no constant is compared."""
    word = asked.value.lower()
    if asked.kind != "equals" or not word.isalpha():
        return None
    mine = [one for one in known if is_constant(one) and is_same_name(asked.what, one.what)]
    if not mine:
        return None
    same = [one for one in mine if _last_word(one.raw) == word]
    if any(one.holds != asked.holds for one in same):
        return Relation.EXCLUDED
    return Relation.IMPLIED if same else Relation.OVERLAPPING


def _last_word(name: str) -> str:
    return re.sub(r"[^a-z]", "", re.split(r"[.:]+", name)[-1].lower())


def _of_size(asked: Question, known: Sequence[Question]) -> Relation | None:
    """Of what is empty or not, where the size is compared."""
    sizes = [one for one in known if one.kind in _NUMERIC and _is_same(asked, one)]
    relation = _as_numbers(asked, sizes)
    return Relation.IMPLIED if relation is Relation.WIDER else relation


def is_number(question: Question) -> bool:
    """True if a value is compared with a number."""
    return question.kind in _NUMERIC and number_of(question.value) is not None


def _as_numbers(asked: Question, known: Sequence[Question]) -> Relation | None:
    if not is_number(asked):
        return None
    mine = [one for one in map(_sized, known) if _is_same(asked, one) and _is_countable(one)]
    if not any(one.kind in _NUMERIC for one in mine):
        return None
    values = [value for one in (asked, *mine) if (value := number_of(one.value)) is not None]
    tests = [_of_number(one) for one in mine]
    whole = {0.0, *(value + by for value in values for by in (-1, 0, 1))}
    is_size = _plain(asked.what).endswith(".length")
    is_whole = all(value == int(value) for value in values)
    if is_size:
        whole = {one for one in whole if one >= 0}
    relation = related(_of_number(asked), tests, whole)
    if is_size or not is_whole:
        return relation
    parts = {one + by for one in whole for by in (-0.5, 0.5)}
    finer = related(_of_number(asked), tests, whole | parts)
    # `n >= 1` is `n > 0` of whole numbers alone; most that are compared with whole ones are.
    return relation if relation is finer or _COUNTING.search(asked.what) else Relation.UNSURE


_COUNTING = re.compile(
    r"(?i)count|num|(?:^|[._])n(?:$|_)|size|len|index|idx|tries|age$|attempt|\bi$"
)


def _sized(question: Question) -> Question:
    """`x.empty()` as a question after the size of `x`."""
    if question.kind == "empty":
        return question._replace(what=f"{question.what}.length", kind="equals", value="0")
    return question


def _is_countable(question: Question) -> bool:
    return (question.kind == "true" and not question.value) or is_number(question)


def _of_number(question: Question) -> Callable[[_Value], bool]:
    value = number_of(question.value)

    def test(one: _Value) -> bool:
        assert isinstance(one, float | int)
        if value is None:
            return (one != 0) == question.holds
        match question.kind:
            case "below":
                return (one < value) == question.holds
            case "above":
                return (one > value) == question.holds
        return (one == value) == question.holds

    return test


def _as_texts(asked: Question, known: Sequence[Question]) -> Relation | None:
    """Of `equals` and `in` with literals; a claim need not quote them."""
    mine = [(one, texts) for one in known if _is_same(asked, one) and (texts := _texts(one))]
    quoted = _texts(asked)
    wanted = quoted or _words(asked)
    if not mine or wanted is None:
        return None
    if quoted is None and not any(wanted & texts for _, texts in mine):
        # A word that no text is may describe it: `if the method is safe`.
        is_open = all(one.kind == "equals" and one.holds for one, _ in mine)
        return None if is_open else Relation.OVERLAPPING
    tests = [_of_texts(texts, one.holds) for one, texts in mine]
    samples = {_OTHER, *wanted, *chain.from_iterable(texts for _, texts in mine)}
    relation = related(_of_texts(wanted, asked.holds), tests, samples)
    if relation is Relation.OVERLAPPING and asked.holds:
        is_one = any(one.holds and wanted < texts for one, texts in mine)
        return Relation.WITHIN if is_one else relation
    return relation


def _of_texts(texts: frozenset[str], holds: bool) -> Callable[[_Value], bool]:
    return lambda one: (one in texts) == holds


def _texts(question: Question) -> frozenset[str] | None:
    """The literals that are asked for."""
    if question.kind == "equals":
        text = _literal(question.raw)
        return None if text is None else frozenset({text})
    return _listed(question.raw) if question.kind == "in" else None


def _words(question: Question) -> frozenset[str] | None:
    """Words of a claim that may be literals."""
    words = re.split(r"[(),]+", question.value.strip("()[]{}"))
    is_plain = question.kind in ("equals", "in") and all(map(_WORD.fullmatch, words))
    return frozenset(words) if is_plain else None


def _listed(raw: str) -> frozenset[str] | None:
    """The literals of a list as it is written: `("a", "b")`, `%w[a b]`."""
    raw = raw.strip().removesuffix(".freeze")
    if words := re.fullmatch(r"%[wi][\[(](.*)[\])]", raw, re.DOTALL):
        return frozenset(words[1].split())
    inside = re.fullmatch(r"[\w.]*[(\[{](.*?),?\s*[)\]}]", raw, re.DOTALL)
    if inside is None:
        return None
    found = [_literal(one) for one in split(inside[1], ",")]
    return frozenset(one for one in found if one) if all(found) else None


def _literal(raw: str) -> str | None:
    raw = raw.strip()
    if quoted := _QUOTED.fullmatch(raw):
        return re.sub(r"(?<=\w)-(?=[a-z])|\s", "", quoted[2])
    if symbol := _SYMBOL.fullmatch(raw):
        return symbol[1]
    number = None if raw.isalpha() else number_of(raw)
    return None if number is None else f"{number:.15g}"


def _as_ends(asked: Question, known: Sequence[Question]) -> Relation | None:
    """Of how texts begin, and how they end."""
    ends = ("starts", "ends")
    if asked.kind not in ends:
        return None
    mine = [one for one in known if one.kind in ends and _is_same(asked, one)]
    if not mine:
        return None
    values = {asked.value, *(one.value for one in mine)}
    is_quoted = _QUOTED.fullmatch(asked.raw) is not None
    if re.search(r"\s", asked.raw) and not is_quoted:  # `starts with an underscore`
        return None
    if any(one.kind != asked.kind for one in mine):
        return Relation.OVERLAPPING
    if not is_quoted and all(one.value != asked.value for one in mine):
        return Relation.OVERLAPPING
    samples = {_OTHER, *(f"{one}{_OTHER}{one}" for one in values)}
    return related(_of_ends(asked), [_of_ends(one) for one in mine], samples)


def _of_ends(question: Question) -> Callable[[_Value], bool]:
    def test(one: _Value) -> bool:
        text = str(one)
        is_so = text.startswith if question.kind == "starts" else text.endswith
        return is_so(question.value) == question.holds

    return test


def _as_sides(asked: Question, known: Sequence[Question]) -> Relation | None:
    """Of two names that are compared with each other: `a < b`, `b > a`."""
    if asked.kind not in _NUMERIC or number_of(asked.value) is not None:
        return None
    mine = []
    for one in known:
        if one.kind not in _NUMERIC:
            continue
        for side in (one, _swapped(one)):
            if _is_same(asked, side) and is_same_name(asked.value, _uncalled(side.value)):
                mine.append(side._replace(value="0"))
                break
    if not mine:
        return None
    tests = [_of_number(one) for one in mine]
    return related(_of_number(asked._replace(value="0")), tests, {-1.0, 0.0, 1.0})


def _uncalled(name: str) -> str:
    """`self.len` of `self.len()`."""
    return re.sub(r"\(\)", "", name)


_TURNED = {"below": "above", "above": "below"}


def _swapped(question: Question) -> Question:
    """`b > a` for `a < b`."""
    kind = _TURNED.get(question.kind, question.kind)
    return question._replace(what=question.value, value=question.what, kind=kind)


def _is_same(asked: Question, known: Question) -> bool:
    if is_other_null(asked, known):
        return False
    is_so = is_same_name(asked.what, known.what)
    return is_so or is_same_name(_plain(asked.what), _plain(known.what))


def _plain(what: str) -> str:
    """A name in which each way to ask for a size is the same."""
    owner, dot, last = what.rpartition(".")
    return f"{owner}.length" if dot and last in _SIZES else what


def related(
    asked: Callable[[_Value], bool],
    known: Sequence[Callable[[_Value], bool]],
    samples: set[_Value] | set[float] | set[str],
) -> Relation | None:
    """By samples; None if nothing at all fits what is known."""
    possible = [one for one in samples if all(test(one) for test in known)]
    if not possible:
        return None
    n_asked = sum(map(asked, possible))
    if n_asked == 0:
        return Relation.EXCLUDED
    if n_asked < len(possible):
        return Relation.OVERLAPPING
    return Relation.IMPLIED if n_asked == sum(map(asked, samples)) else Relation.WIDER
