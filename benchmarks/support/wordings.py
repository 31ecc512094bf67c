"""Wordings with what a careful person takes from them, and whether the parser takes them so.

In a table a sentence stands at the margin, and below it, indented, what it says: any of these lines
is right. A line is `SUBJECT: CLAUSE & CLAUSE`, with ` / ` for clauses of which one is enough;
`refused` alone is of a sentence that must not be judged. A clause is

    [not] [only] KIND[:DETAIL][|KIND ...] [OBJECT, ...] [NARROWED ...]

with a `Predicate` in lower case as its kind, and narrowed by `@loop` (or another `Around`),
`@outside-loop`, `@only-loop`, `@if(name, ...)`, `with(argument, ...)`, `before(CLAUSE)`,
`after(CLAUSE)`, and `=2`, `<=2`, `>=2` for how often. A `!` before a sentence: the parser is known
to take it otherwise.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from codewitness.engine.verify.claim import UNREAD, Claim, Clause, Count, Object
from codewitness.engine.verify.reading.parse import parse
from codewitness.model.outline import Around

FOLDER = Path(__file__).parents[2] / "tests" / "cases" / "wordings"
_PLACES = "|".join((*(place.value for place in Around), r"if\("))
_NARROWED = re.compile(
    rf"\s(@only-|@outside-|@(?={_PLACES})|with\(|before\(|after\(|<=(?=\d)|>=(?=\d)|=(?=\d))"
)
_DESCRIBED = "described"  # the noun of plain words that are kept for the answer alone


@dataclass(frozen=True, slots=True)
class Wording:
    """A sentence, what it may be taken for, and whether the parser is known to fail at it."""

    sentence: str
    readings: tuple[str, ...]
    is_known: bool
    file: str


def wordings(*paths: Path) -> Iterator[Wording]:
    """All wordings of these files, or of all files."""
    for path in paths or sorted(FOLDER.glob("*.txt")):
        sentence, readings = "", list[str]()
        for line in [*path.read_text("utf-8").splitlines(), "end"]:
            if line.startswith(" "):
                readings.append(line.strip())
            elif line and not line.startswith("#"):
                if sentence:
                    text = sentence.removeprefix("!").strip()
                    is_known = sentence.startswith("!")
                    yield Wording(text, tuple(readings), is_known, path.stem)
                sentence, readings = line, []


def taken(wording: Wording) -> tuple[int, int, bool]:
    """Right clauses and all of the reading that fits best, and if the whole sentence is right."""
    claim = parse(wording.sentence)
    return max(
        (_compared(claim, reading) for reading in wording.readings),
        key=lambda one: (one[2], one[0] / one[1]),
    )


def is_right(wording: Wording) -> bool:
    """True if the parser takes the whole sentence for one of its readings."""
    return taken(wording)[2]


def _compared(claim: Claim, reading: str) -> tuple[int, int, bool]:
    if reading == "refused":
        return (1, 1, True) if claim.problem else (0, 1, False)
    subject, _, said = reading.partition(": ")
    any_of = " / " in said
    expected = re.split(r" [&/] ", said)
    clauses = list(claim.clauses)
    if claim.problem or claim.subject is None or not _is_subject(claim, subject):
        return 0, len(expected), False
    rights = 0
    for one in expected:
        fitting = next((c for c in clauses if is_said(c, one)), None)
        if fitting is not None:
            clauses.remove(fitting)
            rights += 1
    is_whole = (
        not clauses and not _open_words(claim) and (claim.any_of == any_of or len(expected) == 1)
    )
    if len(expected) == 1 and (clauses or _open_words(claim)):
        rights = 0  # something was made of it that it doesn't say, or a part was lost
    return rights, len(expected), is_whole and rights == len(expected)


def _is_subject(claim: Claim, expected: str) -> bool:
    subject = claim.subject
    assert subject is not None
    said = {subject.name, f"{subject.path}::{subject.name}", f"{subject.path}.{subject.name}"}
    return bool(said & {expected, expected.replace("::", "."), expected.replace("#", ".")}) or (
        subject.name.replace("::", ".").replace("#", ".")
        == expected.replace("::", ".").replace("#", ".")
    )


def _open_words(claim: Claim) -> list[str]:
    """What leaves a claim open: clauses that are not read, and unknown words with code in them."""
    return [w for w in claim.ignored if w.startswith(UNREAD) or (w.startswith("?") and "`" in w)]


def is_said(clause: Clause, expected: str) -> bool:
    """True if `clause` is what is expected, in every part."""
    words = expected.strip()
    is_negated = words.startswith("not ")
    words = words.removeprefix("not ")
    is_only = words.startswith("only ")
    words = words.removeprefix("only ")
    narrowed = list[tuple[str, str]]()
    while match := _NARROWED.search(words):
        start = match.start()
        end = _end(words, match.end(1))
        narrowed.append((match[1], words[match.end(1) : end].strip()))
        words = words[:start] + words[end:]
    kinds, _, objects = words.partition(" ")
    return (
        clause.is_negated == is_negated
        and clause.is_only == is_only
        and any(_is_kind(clause, kind) for kind in kinds.split("|"))
        and _names(clause.objects) == sorted(o.strip() for o in objects.split(", ") if o.strip())
        and _is_narrowed(clause, narrowed)
    )


def _end(words: str, at: int) -> int:
    """Where a modifier ends that begins before `at`: at a blank outside of brackets."""
    depth = 1 if words[at - 1] == "(" else 0
    while at < len(words) and (depth or words[at] != " "):
        depth += (words[at] == "(") - (words[at] == ")")
        at += 1
    return at


def _is_kind(clause: Clause, kind: str) -> bool:
    kind, _, detail = kind.partition(":")
    return clause.predicate.name.lower() == kind and (not detail or clause.detail == detail)


def _names(objects: Sequence[Object]) -> list[str]:
    told = (one.text for one in objects if one.noun != _DESCRIBED)
    return sorted(name for text in told for name in text.split(", "))


def _is_narrowed(clause: Clause, narrowed: Sequence[tuple[str, str]]) -> bool:
    by_sort = {sort: rest.removesuffix(")") if sort[-1] == "(" else rest for sort, rest in narrowed}
    place = next((rest for sort, rest in narrowed if sort.startswith("@")), "")
    is_if = place.startswith("if(")
    around = "branch" if is_if else place
    said = f"{clause.described} {' '.join(clause.condition or ())}"
    return (
        (clause.place.value if clause.place else "") == around
        and all(name in said for name in (place[3:-1].split(", ") if is_if else ()))
        and clause.is_outside == ("@outside-" in by_sort)
        and (is_if or around == "branch" or clause.is_only_there == ("@only-" in by_sort))
        and _is_given(clause, by_sort.get("with("))
        and clause.count == _count(by_sort)
        and _is_ordered(clause, by_sort)
    )


def _is_given(clause: Clause, arguments: str | None) -> bool:
    return list(clause.arguments) == ([] if arguments is None else arguments.split(", "))


def _count(by_sort: dict[str, str]) -> Count | None:
    for sort in ("=", "<=", ">="):
        if sort in by_sort:
            number = int(by_sort[sort])
            return Count(None if sort == "<=" else number, None if sort == ">=" else number)
    return None


def _is_ordered(clause: Clause, by_sort: dict[str, str]) -> bool:
    for sort in ("before(", "after("):
        if sort in by_sort:
            order = clause.order
            is_so = order is not None and order.is_before == (sort == "before(")
            return is_so and order is not None and is_said(order.other, by_sort[sort])
    return clause.order is None


def shown(claim: Claim) -> str:
    """A claim in the notation of the tables, nearly."""
    if claim.problem:
        return f"refused: {claim.problem.partition(';')[0]}"
    assert claim.subject is not None
    join = " / " if claim.any_of else " & "
    said = join.join(_clause_shown(clause) for clause in claim.clauses)
    return f"{claim.subject.name}: {said}  {claim.ignored or ''}"


def _clause_shown(clause: Clause) -> str:
    words = ["not"] if clause.is_negated else []
    words += ["only"] if clause.is_only else []
    words.append(f"{clause.predicate.name.lower()}:{clause.detail}")
    words.append(
        ", ".join(one.text + (f"({one.noun})" if one.noun else "") for one in clause.objects)
    )
    if clause.place:
        side = "outside-" if clause.is_outside else "only-" if clause.is_only_there else ""
        words.append(f"@{side}{clause.place}")
    words += [f"[{clause.described}]"] if clause.described else []
    words += [f"with({', '.join(clause.arguments)})"] if clause.arguments else []
    words += [f"times{tuple(clause.count)}"] if clause.count else []
    if clause.order:
        side = "before" if clause.order.is_before else "after"
        words.append(f"{side}({_clause_shown(clause.order.other)})")
    return " ".join(word for word in words if word)
