"""Conditions around a place as they are written, and whether one of them is what a claim says."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from codewitness.engine.verify.code.choosing import chosen, is_other_arm
from codewitness.engine.verify.conditions.agreeing import is_sized
from codewitness.engine.verify.conditions.asked_itself import is_asked_itself, is_only_given
from codewitness.engine.verify.conditions.came_to import (
    came_to,
    is_asked_inverted,
    is_modified,
)
from codewitness.engine.verify.conditions.conditions import (
    describes,
    is_same,
    says_no,
    shared_words,
    shares_word,
)
from codewitness.engine.verify.conditions.holding import guarded_arm, is_one_of_several
from codewitness.engine.verify.conditions.parity import goes_other_way
from codewitness.engine.verify.conditions.stated_otherwise import asks_of_another_state
from codewitness.engine.verify.evidence import EvidenceType
from codewitness.engine.verify.hit import Hit, has_word
from codewitness.engine.verify.reading.spelled_short import in_words, is_spoken_in
from codewitness.model.outline import Around, Outline
from codewitness.model.text import Span


def conditions_around(hit: Hit) -> list[Span]:
    """The conditions that decide whether the hit is reached."""
    holders = [m.span for m in hit.outline.marked("conditional", "loop", "comprehension")]
    found = []
    for condition in hit.outline.marked("condition"):
        if condition.span.end > hit.whole.start and not is_modified(
            hit.outline, condition.span, hit.whole
        ):
            continue
        if chosen(hit.outline, condition.span, hit.whole):
            found.append(condition.span)
            continue
        own = [span for span in holders if span.contains(condition.span)]
        if own and (holder := min(own, key=lambda one: one.end - one.start)).contains(hit.whole):
            arm = guarded_arm(hit.outline, holder, condition.span)
            if arm is None or arm.contains(hit.whole):
                found.append(condition.span)
    return found


def are_said_exactly(said: str, hits: Sequence[Hit]) -> bool:
    """True if a condition around each of the hits is written as it is said."""
    return bool(hits) and all(
        any(_is_said(said, hit, span) for span in conditions_around(hit))
        or any(is_same(said, text) for text in before_operator(hit))
        or is_one_of_several(said, hit.outline, hit.whole)
        for hit in hits
    )


_WHEN = re.compile(r"^(?:if|when|whenever)\s+")


def written_so(said: str, hits: Sequence[Hit]) -> list[Hit]:
    """The hits under a condition that is written as it is said, all of it, and what shows it."""
    asked = re.sub(r"[\s`'\"]", "", _WHEN.sub("", said)) if _WHEN.match(said) else ""
    found = []
    for hit in hits if asked else ():
        for span in conditions_around(hit):
            written = re.sub(r"[\s`'\"]", "", hit.outline.text.slice(span))
            is_so = asked in (written, written.removeprefix("(").removesuffix(")"))
            if is_so and came_to(hit.outline, span, hit.whole) is not False:
                found += [hit, Hit(EvidenceType.CONDITIONAL, "condition", hit.outline, span, span)]
    return found


def _is_said(said: str, hit: Hit, condition: Span) -> bool:
    """True if the condition is written as it is said, and has come to that where the hit stands."""
    holds = came_to(hit.outline, condition, hit.whole) is not False
    return is_same(said, hit.outline.text.slice(condition), holds=holds)


def under_names(inside: Sequence[Hit], names: Sequence[str], said: str) -> list[Hit]:
    """The hits under a condition that has all of these names, and these conditions."""
    kept = []
    for hit in inside if names else ():
        texts = {
            span: asked_for(hit, span)
            for span in conditions_around(hit)
            if _may_go_so(said, hit, span) and _agrees(said, hit, span)
        }
        text = "\n".join(texts.values())
        if all(has_word(text, name) and is_asked_itself(said, name, text) for name in names):
            kept.append(hit)
            kept += [
                Hit(EvidenceType.CONDITIONAL, "condition", hit.outline, span, span)
                for span, head in texts.items()
                if any(has_word(head, name) for name in names)
            ]
    return kept


def _may_go_so(said: str, hit: Hit, condition: Span) -> bool:
    """False in the `else` of what is said to hold, and of an `and`, of which nothing follows."""
    if came_to(hit.outline, condition, hit.whole) is not False:
        return True
    head = hit.outline.text.slice(condition)
    if is_sized(said) and re.search(r"[<>]", head):
        return True  # which way it goes has been compared
    is_denied = _DENYING.search(head) is not None
    return not _JOINED.search(head) and says_no(said) != is_denied


def _agrees(said: str, hit: Hit, condition: Span) -> bool:
    """False for `unless n of x are given` of `if (n of x)`, which asks that very thing."""
    head = hit.outline.text.slice(condition)
    is_denied = _DENYING.search(head) is not None
    is_so = came_to(hit.outline, condition, hit.whole) is not False
    if goes_other_way(said, head, shares_word, is_inverted=not is_so):
        return False
    if asks_of_another_state(said, head, shares_word, is_inverted=not is_so):
        return False
    denies = _SAYING_NO.search(said) is not None
    sides = re.split(r"\|\||&&|\bor\b|\band\b", head)
    is_all = len(sides) > 1 and all(_NEGATING.match(side) for side in sides)
    if is_so and is_all and not said.startswith("unless") and not says_no(said):
        return False  # `if x has y`, of `!x || !x.y`
    if is_so and not said.startswith("unless") and (sort := _IS_A.search(said)):
        if sort["sort"] not in head and _OF_SORTS.search(head):
            return False  # `if it is a Body`, of `holds<Multipart>(it)`
        return re.search(r"[=!]==? *(?:null|None|nil|undefined)\b", head) is None
    return not said.startswith("unless") or (is_denied == is_so) != denies


_NEGATING = re.compile(r"\s*\(*\s*(?:!(?!=)|not\b)")
_IS_A = re.compile(r"\b(?:is|are|was) (?:an?|of type|an? instance of) \W?(?P<sort>[A-Z]\w*)")
_OF_SORTS = re.compile(
    r"\b(?:holds_alternative|is|as|dynamic_cast|get_if)\s*<|\bisinstance\(|\binstanceof\b"
    r"|\b(?:is_a|kind_of|instance_of)\?|\bisKindOfClass\b|\btypeof\b"
)
_SAYING_NO = re.compile(
    r"\b(?:not|no|never|none|nothing|without|missing|absent|empty|unset|null|nil)\b"
)


_DENYING = re.compile(r"!|\bnot\b|(?i:\b(?:none|null|nil|undefined|false|nullptr)\b)")
_JOINED = re.compile(r"&&|\band\b")


def asked_for(hit: Hit, condition: Span) -> str:
    """A condition, and what the variables in it were set to before: `v, ok := seen[k]`, `!ok`."""
    head = hit.outline.text.slice(condition)
    made = {
        name: one.value  # the last one
        for one in hit.outline.assigned
        if one.value_span.end <= condition.end and one.target != one.value
        for name in re.findall(r"[A-Za-z_]\w*", one.target)
        if has_word(head, name)
    }
    given = ["block"] if "block_given?" in head else []  # Ruby's, whatever the block is called
    return "\n".join([head, *made.values(), *given])


def is_described(hit: Hit, said: str) -> bool:
    """True if a condition around it may be what a claim says in plain words."""
    if is_of_another_call(said, hit.outline) or _is_of_other_error(said, hit):
        return False
    if _is_of_other_thing(said, hit) or _is_of_no_result(said, hit):
        return False
    if said and any(describes(said, text) for text in missing_before(hit)):
        return True
    if said and are_said_exactly(said, [hit]):
        return True
    return bool(said) and any(
        describes(
            said,
            hit.outline.text.slice(span),
            is_inverted=_is_otherwise(hit, span) != is_asked_inverted(hit.outline, span),
        )
        for span in _nearest(said, hit)
        if not is_only_given(said, hit.outline.text.slice(span))
    )


def _nearest(said: str, hit: Hit) -> list[Span]:
    """The conditions around it that share most words with what is said; all if none shares any."""
    n_shared = {
        span: len(shared_words(said, hit.outline.text.slice(span)))
        for span in conditions_around(hit)
    }
    most = max(n_shared.values(), default=0)
    return [span for span, n in n_shared.items() if n == most]


_FAILS = re.compile(
    r"\b(?:if|when|on|once|unless) (?:the |an? )?(?P<what>[\w.`]+)(?: or (?P<other>[\w.`]+))?"
    r"(?: call)? (?:fails|failed|errors|returns an error)\b"
)


def is_of_another_call(said: str, outline: Outline) -> bool:
    """True for `when bind fails` where nothing of that name is done or spoken of."""
    found = _FAILS.search(said)
    if found is None:
        return False
    text = outline.text.slice(outline.span)
    told = f"{text} {in_words(text)}".lower()
    names = [one.strip("`").lower().rpartition(".")[2] for one in found.groups() if one]
    return not any(is_spoken_in(_DOING.sub(r"\1", name), told) for name in names)


def _is_of_other_error(said: str, hit: Hit) -> bool:
    """True for `if opening fails` where it is the error of `parse_all()` that is asked for."""
    found = _FAILS.search(said)
    around = conditions_around(hit) if found is not None else []
    heads = [hit.outline.text.slice(span) for span in around]
    if found is None or not any(_OF_ERROR.fullmatch(head) for head in heads):
        return False
    text = "\n".join(asked_for(hit, span) for span in around)
    told = f"{text} {in_words(text)}".lower()
    names = [one.strip("`").lower().rpartition(".")[2] for one in found.groups() if one]
    is_made = "(" in text
    return is_made and not any(is_spoken_in(_DOING.sub(r"\1", name), told) for name in names)


_COMES_OUT = re.compile(r"\b[a-z]+ing (?:\w+ )+(?:succeeds|succeeded|fails|failed|works|worked)\b")
_RESULT = re.compile(
    r"(?i)\(|err|ok\b|success|succe|fail|status|result|\bre?[ct]\b|valid|done|[<>]"
)


def _is_of_no_result(said: str, hit: Hit) -> bool:
    """True for `if closing the file succeeds` of `file == nil`, which nothing gave before."""
    return asks_no_result(said, hit, conditions_around(hit))


def asks_no_result(said: str, hit: Hit, conditions: Sequence[Span]) -> bool:
    """True if it is said what something comes to, and no condition asks for what a call gave."""
    is_such = _COMES_OUT.search(said) is not None and bool(conditions)
    return is_such and not any(_RESULT.search(asked_for(hit, span)) for span in conditions)


_SAID_WORD = re.compile(r"(?<![\w.])[A-Za-z_]\w{2,}")
_OF_NOTHING = frozenset(
    {*("the", "null", "none", "nil", "not", "missing", "fails", "failed", "empty", "found", "set")}
    | {*("unless", "when", "whenever", "there", "are", "was", "were", "has", "have", "any", "and")}
    | {*("given", "present", "absent", "true", "false", "undefined", "returns", "exist", "exists")}
)


def _is_of_other_thing(said: str, hit: Hit) -> bool:
    """True for `if data is null` of `if (!b)`, where `data` is another thing in that function."""
    named = [
        word
        for word in _SAID_WORD.findall(said)
        if word.lower() not in _OF_NOTHING and any(True for _ in hit.outline.occurrences(word))
    ]
    if not named:
        return False
    asked = "\n".join(asked_for(hit, span) for span in conditions_around(hit))
    told = f"{asked} {in_words(asked)} {' '.join(missing_before(hit))}".lower()
    return bool(asked) and not any(is_spoken_in(word.lower(), told) for word in named)


_OF_ERROR = re.compile(r"\(*\s*\w*(?i:err(?:or)?)\d?\s*[!=]==?\s*(?:nil|null|NULL|None)\s*\)*")
_DOING = re.compile(r"\b([a-z]{3,})ing$")


def before_operator(hit: Hit) -> Iterator[str]:
    """`flag` for what stands behind `flag &&`."""
    text = hit.outline.text
    for region in hit.outline.regions:
        if region.around is Around.BRANCH and region.span.contains(hit.whole):
            line = text.line_span(text.line_at(region.span.start))
            before = text.slice(Span(line.start, region.span.start)).rstrip()
            if found := re.search(r"([^;{}(]+?)\s*(?:&&|\band|\?)$", before):
                yield found[1].strip()


def _is_otherwise(hit: Hit, condition: Span) -> bool:
    """True if the hit stands in the `else` of this condition."""
    arm = hit.outline.innermost(hit.whole, Around.ELSE)
    return (
        arm is not None
        and condition.end <= arm.start
        and not any(
            region.around is Around.BRANCH
            and region.span.contains(hit.whole)
            and arm.contains(region.span)
            and region.span != arm
            for region in hit.outline.regions
        )
    )


def missing_before(hit: Hit) -> Iterator[str]:
    """`x == null` for what stands behind `x ?:` or `x ||`."""
    text = hit.outline.text
    for item in hit.outline.marked("fallback"):
        if item.span.contains(hit.whole) and not is_other_arm(hit.outline, item.span):
            start = text.line_span(text.line_at(item.span.start)).start
            before = [text.slice(Span(start, item.span.start))]
            if not before[0].strip(" ?:|\t") and start:  # it stands on a line of its own
                above = text.line_span(text.line_at(start - 1))
                before = [text.slice(Span(above.start, above.end))]
            yield f"{before[0]} == null"


def agrees(said: str, hit: Hit) -> bool:
    """False if a condition around speaks for the opposite of `it is a Row`, or of `unless x`."""
    return not said or all(_agrees(said, hit, span) for span in conditions_around(hit))
