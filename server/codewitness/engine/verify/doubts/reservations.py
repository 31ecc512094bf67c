"""What keeps a verdict open though something was found: words of a claim that no line shows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from codewitness.engine.verify.calling.values_given import given_else
from codewitness.engine.verify.claim import Claim
from codewitness.engine.verify.conditions.closed_there import closed_on_success, closed_where_made
from codewitness.engine.verify.conditions.stated import stated_so
from codewitness.engine.verify.conditions.whenever import not_always
from codewitness.engine.verify.control.in_every_case import not_in_every_case
from codewitness.engine.verify.doubts.accounted import of_one_of_many, unaccounted
from codewitness.engine.verify.doubts.asides import (
    awaited_else,
    compared_else,
    denied_of_some,
    excepted,
    raised_as,
    required_so,
    taken_so,
    unread_there,
)
from codewitness.engine.verify.doubts.contrary_words import of_the_contrary
from codewitness.engine.verify.doubts.denied_events import denied_events
from codewitness.engine.verify.doubts.given_for import given_for
from codewitness.engine.verify.doubts.left_names import names_else
from codewitness.engine.verify.doubts.left_over import case_else, deferred_else, narrowed_else
from codewitness.engine.verify.doubts.lost_denials import lost_denials
from codewitness.engine.verify.doubts.manners import unseen_manners
from codewitness.engine.verify.doubts.numbers_said import (
    less_than_both,
    of_another_age,
    of_another_unit,
    unshown_numbers,
)
from codewitness.engine.verify.doubts.only_some import (
    of_another_place,
    of_ignored_value,
    of_some_alone,
    of_unread_spite,
    of_unspoken_part,
    of_unwritten_name,
)
from codewitness.engine.verify.doubts.rejected_else import rejected_else
from codewitness.engine.verify.doubts.returned_else import returned_else
from codewitness.engine.verify.doubts.told_beside import untold_of_constructs
from codewitness.engine.verify.doubts.told_conditions import turned_conditions
from codewitness.engine.verify.doubts.told_nowhere import told_nowhere
from codewitness.engine.verify.doubts.told_objects import of_others
from codewitness.engine.verify.doubts.told_parity import (
    of_other_answer,
    of_other_sort,
    of_the_excluded,
)
from codewitness.engine.verify.doubts.told_questions import unasked
from codewitness.engine.verify.doubts.told_words import untold
from codewitness.engine.verify.errors import saying
from codewitness.engine.verify.evidence import Proof
from codewitness.engine.verify.plain_verbs.compared_with import not_compared
from codewitness.engine.verify.state.accessors import of_other_accessor
from codewitness.engine.verify.state.at_which_end import at_another_end
from codewitness.engine.verify.state.put_where import put_elsewhere
from codewitness.engine.verify.subject import Subject
from codewitness.engine.verify.verdicts import Status, Verdict


def reservations(claim: Claim, subject: Subject, verdict: Verdict) -> list[str]:
    """The words of a claim that are not shown, those first that weigh most."""
    proofs = verdict.proofs
    is_shown = verdict.status is Status.SUPPORTED
    is_against = verdict.status is Status.CONTRADICTED
    return [
        *awaited_else(claim, proofs),
        *(unseen_manners(claim, subject, proofs) if is_shown else ()),
        *excepted(claim),
        *denied_of_some(claim, is_against=is_against),
        *given_else(claim, proofs, is_against=is_against),
        *narrowed_else(claim, proofs),
        *case_else(claim),
        *at_another_end(claim, proofs),
        *of_some_alone(claim, is_against=is_against),
        *(of_unread_spite(claim) if is_shown else ()),
        *(of_unwritten_name(claim, proofs) if is_shown else ()),
        *of_ignored_value(claim, is_against=is_against),
        *(of_unspoken_part(claim, proofs) if is_shown else ()),
        *(of_another_place(claim, proofs) if is_shown else ()),
        *put_elsewhere(claim, proofs),
        *names_else(claim, proofs),
        *unshown_numbers(claim, proofs),
        *(less_than_both(claim, proofs) if is_shown else ()),
        *of_another_age(claim, proofs),
        *of_another_unit(claim, proofs),
        *of_other_accessor(claim, proofs),
        *(closed_on_success(claim, proofs) if is_shown else ()),
        *closed_where_made(claim, proofs, is_against=is_against),
        *(given_for(claim, subject, proofs) if is_shown else ()),
        *(rejected_else(claim, subject, proofs) if is_shown else ()),
        *required_so(claim),
        *taken_so(claim),
        *raised_as(claim),
        *unread_there(claim, proofs),
        *stated_so(claim, proofs),
        *compared_else(claim),
        *not_compared(claim, proofs),
        *deferred_else(claim, subject, proofs),
        *saying.unsaid(claim, proofs),
        *not_always(claim, proofs),
        *not_in_every_case(claim, proofs),
        *(told_nowhere(claim, proofs) if is_shown else ()),
        *(unaccounted(claim, proofs) if is_shown or is_against else ()),
        *(_not_told(claim, proofs) if is_shown or (is_against and claim.is_negated) else ()),
    ]


def _not_told(claim: Claim, proofs: Sequence[Proof]) -> Iterator[str]:
    """The first words, conditions or things of a claim that the lines do not have."""
    yield from lost_denials(claim, proofs)
    yield from denied_events(claim, proofs)
    yield from of_others(claim, proofs)
    yield from of_the_contrary(claim, proofs)
    yield from of_one_of_many(claim, proofs)
    yield from returned_else(claim, proofs)
    yield from turned_conditions(claim, proofs)
    yield from unasked(claim, proofs)
    yield from of_other_answer(claim, proofs)
    yield from of_other_sort(claim, proofs)
    yield from of_the_excluded(claim, proofs)
    yield from untold_of_constructs(claim, proofs)
    yield from untold(claim, proofs)
