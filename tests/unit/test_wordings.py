"""Sentences as people write them are taken for what a careful person takes them for."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from benchmarks.support.wordings import Wording, is_right, shown, wordings

from codewitness.engine.verify.claim import Claim, Clause
from codewitness.engine.verify.reading.parse import parse

ALL = tuple(wordings())
LEAST_RIGHT = 0.85  # of all wordings; those that are known to be taken otherwise are marked
NAME = re.compile(r"`((?:[A-Za-z_]\w*(?:\.|::|#))+\w+|[a-z]+_\w+|[a-z]+[A-Z]\w*)`")
LEADS = ("Is it true that ", "I believe that ", "It is claimed that ", "Verify that ")


def differences(changed: dict[Wording, str]) -> list[str]:
    """The wordings that are taken otherwise when they are worded so."""
    return [
        f"{sentence}: {shown(parse(sentence))}, wanted {' OR '.join(one.readings)}"
        for one, sentence in changed.items()
        if not is_right(replace(one, sentence=sentence))
    ]


def test_each_is_taken_as_marked() -> None:
    wrong = [one for one in ALL if is_right(one) == one.is_known]
    assert not differences({one: one.sentence for one in wrong if not one.is_known})
    assert not wrong, f"taken rightly by now, so take the ! away: {[o.sentence for o in wrong]}"


def test_there_are_many_and_most_are_right() -> None:
    assert len(ALL) >= 690
    assert sum(not one.is_known for one in ALL) >= LEAST_RIGHT * len(ALL)


def test_names_need_no_back_ticks() -> None:
    bare = {one: NAME.sub(r"\1", one.sentence) for one in ALL if not one.is_known}
    assert not differences({one: text for one, text in bare.items() if text != one.sentence})


STATEMENTS = [
    one
    for one in ALL
    if not one.is_known and one.sentence.startswith("`") and not one.sentence.endswith("?")
]


@pytest.mark.parametrize("lead", LEADS)
def test_a_lead_in_changes_nothing(lead: str) -> None:
    assert not differences({one: lead + one.sentence for one in STATEMENTS})


def without_polarity(clause: Clause) -> Clause:
    return replace(clause, is_negated=False, text="")


def is_opposite(claim: Claim, denied: Claim) -> bool:
    """True if two claims of one clause differ in their polarity alone."""
    [one], [other] = claim.clauses, denied.clauses
    is_same = without_polarity(one) == without_polarity(other) and claim.subject == denied.subject
    return is_same and one.is_negated != other.is_negated


def test_what_is_denied_is_the_opposite() -> None:
    claims = {one.sentence: parse(one.sentence) for one in STATEMENTS}
    single = {s: claim for s, claim in claims.items() if len(claim.clauses) == 1}
    assert len(single) > 300
    wrong = [
        sentence
        for sentence, claim in single.items()
        if not is_opposite(claim, parse(f"It is not the case that {sentence}"))
    ]
    assert not wrong
