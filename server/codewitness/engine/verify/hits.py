"""Places that fit a clause, and what is left of them when it says where, when or how often."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from codewitness.engine.verify.claim import Clause, Object, Predicate
from codewitness.engine.verify.conditions import ANYHOW, ON_FAILURE, describes, is_same
from codewitness.engine.verify.evidence import (
    EXACT,
    NOTHING,
    WEAK,
    EvidenceType,
    Finding,
    Proof,
    doubtful,
)
from codewitness.engine.verify.holding import deciding, is_as_said
from codewitness.engine.verify.loops import is_in_loop
from codewitness.engine.verify.until import goes_on_so, lasts
from codewitness.model.outline import Around, Outline
from codewitness.model.text import Span

_PLACE_WORDS = {Around.BRANCH: "in a condition", Around.WITH: "in a with block"}
_EXCLUSIVE = frozenset({Around.LOOP, Around.TRY, Around.HANDLER, Around.FINALLY, Around.BRANCH})


_WITHOUT_HANDLERS = frozenset({"c", "go", "rust"})


class Hit(NamedTuple):
    """A place: `span` is shown, `whole` is what stands in something, `arguments` of a call."""

    type: EvidenceType
    detail: str
    outline: Outline
    span: Span
    whole: Span
    relevance: float = EXACT
    arguments: str | None = None

    def proof(self) -> Proof:
        """The evidence that this place is."""
        return Proof(self.type, self.detail, self.outline, self.span, self.relevance)


class Hits(NamedTuple):
    """Places that fit, a reason why there may be more, and those of the same kind that do not."""

    fitting: tuple[Hit, ...] = ()
    doubt: str = ""
    others: tuple[Hit, ...] = ()


Finder = Callable[[Object | None], Hits]


def judged(clause: Clause, find: Finder) -> Finding:
    """The finding for a clause whose places `find` knows, for each of its objects."""
    objects: Sequence[Object | None] = clause.objects or (None,)
    if clause.is_only and any(one is not None and not one.is_code for one in objects):
        return doubtful("what alone it is about is said in plain words")
    if clause.is_only and len(objects) > 1:
        return _only_these([find(one) for one in objects])
    findings = [of_one(clause, find(one)) for one in objects]
    return combined(findings, any_of=clause.any_of or clause.is_negated)


def combined(findings: Sequence[Finding], *, any_of: bool) -> Finding:
    """Findings of several objects as one."""
    if len(findings) == 1:
        return findings[0]
    good = [one for one in findings if one.proofs or one.is_true]
    proofs = tuple(proof for one in good for proof in one.proofs)
    against = tuple(proof for one in findings for proof in one.against)
    doubt = next((one.doubt for one in findings if one.doubt), "")
    if any_of:
        if good:
            return Finding(proofs=proofs, is_true=not proofs)
        is_all = all(one.against for one in findings)
        return Finding(against=against if is_all else (), doubt=doubt)
    if len(good) == len(findings):
        return Finding(proofs=proofs, is_true=not proofs)
    if against:
        return Finding(against=against)
    if any(one == NOTHING or (one.note and not one.doubt and not one.proofs) for one in findings):
        return NOTHING
    return Finding(doubt=doubt)


def of_one(clause: Clause, hits: Hits) -> Finding:
    """What follows from the places of one object."""
    if kept_for_later := [hit for hit in hits.fitting if _is_kept(hit)]:
        now = tuple(hit for hit in hits.fitting if hit not in kept_for_later)
        hits = hits._replace(fitting=now)
    placed = _placed(clause, hits)
    if isinstance(placed, Finding):
        return placed
    fitting, doubt = placed
    if clause.is_only and not clause.count:
        if hits.others:
            return Finding(against=_proofs(hits.others))
        if not fitting and not doubt:
            return NOTHING
    if clause.count is not None:
        return _counted(clause, fitting, doubt)
    if fitting:
        return Finding(proofs=_proofs(fitting))
    return doubtful(doubt) if doubt else NOTHING


def _is_kept(hit: Hit) -> bool:
    """True in a block of Ruby that is made a value, `lambda { … }`, and not called there."""
    if hit.outline.language != "ruby":
        return False
    for call in hit.outline.calls:
        is_value = call.text in ("lambda", "proc", "Proc.new") and call.whole.contains(hit.whole)
        if is_value and call.whole != hit.whole:
            names = [
                one.target for one in hit.outline.assigned if one.value_span.contains(call.whole)
            ]
            return not any(
                other.text == f"{name}.call" for other in hit.outline.calls for name in names
            )
    return False


def _only_these(each: list[Hits]) -> Finding:
    fitting = {hit for hits in each for hit in hits.fitting}
    others = {hit for hits in each for hit in hits.others} - fitting
    if others:
        return Finding(against=_proofs(sorted(others, key=_place)))
    if all(hits.fitting for hits in each):
        return Finding(proofs=_proofs(sorted(fitting, key=_place)))
    return NOTHING


def _place(hit: Hit) -> Span:
    return hit.span


def _proofs(hits: Iterable[Hit]) -> tuple[Proof, ...]:
    return tuple(hit.proof() for hit in hits)


def _counted(clause: Clause, fitting: Sequence[Hit], doubt: str) -> Finding:
    assert clause.count is not None
    number = len({(id(hit.outline), hit.span) for hit in fitting})
    if doubt:
        return doubtful(doubt)
    repeats = any(_is_repeated(hit) for hit in fitting)
    is_over = clause.count.most is not None and number > clause.count.most
    is_bound = clause.count.most is not None and not is_over
    if repeats and is_bound and clause.predicate is Predicate.CALLS:
        return Finding(doubt="it stands in a loop, so how often it is done can't be seen")
    if clause.count.allows(number):
        return Finding(proofs=_proofs(fitting), is_true=not fitting)
    if number == 0:
        return NOTHING
    return Finding(against=_proofs(fitting))


def _is_repeated(hit: Hit) -> bool:
    around = hit.outline.around(hit.whole)
    return Around.LOOP in around or Around.COMPREHENSION in around


def _placed(clause: Clause, hits: Hits) -> Finding | tuple[list[Hit], str]:
    """The hits that stand where the clause says, or what follows if none does."""
    fitting = list(hits.fitting)
    if clause.arguments and any(hit.arguments is not None for hit in fitting):
        fitting = [hit for hit in fitting if _is_given(hit, clause.arguments)]
    if clause.step and fitting:
        kept = [hit for hit in fitting if _is_step(hit, clause.step)]
        return (kept, hits.doubt) if kept else Finding(against=_proofs(fitting))
    if clause.place is None or not fitting:
        return fitting, hits.doubt
    return _where(clause, clause.place, fitting, hits.doubt)


def _where(
    clause: Clause, place: Around, fitting: list[Hit], doubt: str
) -> Finding | tuple[list[Hit], str]:
    """As `_placed`, for a clause that says where."""
    inside = [hit for hit in fitting if place in hit.outline.around(hit.whole)]
    if place is Around.LOOP and clause.of_loop:
        inside = [hit for hit in inside if is_in_loop(hit.outline, hit.whole, clause.of_loop)]
    outside = [hit for hit in fitting if hit not in inside]
    if place is Around.LOOP and inside and lasts(clause.described):
        return _as_long(clause, inside)
    if clause.described == ON_FAILURE and not inside:
        return _on_failure(fitting)
    if clause.is_outside:
        if clause.described == ANYHOW:
            outside = [hit for hit in fitting if _is_reached_anyhow(hit)]
        return (outside, doubt) if outside else Finding(against=_proofs(fitting))
    if clause.condition is not None and place is Around.BRANCH:
        return _conditional(clause, inside, outside)
    if clause.condition:
        return [hit for hit in inside if names_near(hit, clause.condition, place)], doubt
    return _in_place(clause, inside, outside, doubt)


def _as_long(clause: Clause, inside: Sequence[Hit]) -> Finding | tuple[list[Hit], str]:
    """For `until x`: what stands in a loop that goes on as long as is said."""
    known = [(hit, goes_on_so(clause.described, hit.outline, hit.whole)) for hit in inside]
    if kept := [hit for hit, is_so in known if is_so]:
        return kept, ""
    if kept := [hit for hit, is_so in known if is_so is None]:
        return [hit._replace(relevance=min(hit.relevance, WEAK)) for hit in kept], ""
    return doubtful("the loop that it stands in does not speak of that")


def _is_step(hit: Hit, step: str) -> bool:
    """True if no other call or loop comes before, or behind it."""
    outline = hit.outline
    own = Span(outline.text.line_span(outline.text.line_at(hit.whole.start)).start, hit.whole.end)
    others = [call.whole for call in outline.calls]
    others += [item.span for item in outline.marked("loop", "raised")]
    others += [one.target_span for one in outline.assigned]
    for other in others:
        if hit.whole.contains(other) or other.contains(hit.whole) or own.contains(other):
            continue
        if other.end <= hit.whole.start if step == "first" else other.start >= hit.whole.end:
            return False
    return True


def _on_failure(fitting: list[Hit]) -> Finding | tuple[list[Hit], str]:
    """What stands in a branch may do so on failure; where errors are values, it is taken so."""
    branched = [hit for hit in fitting if Around.BRANCH in hit.outline.around(hit.whole)]
    if branched and all(hit.outline.language in _WITHOUT_HANDLERS for hit in branched):
        return branched, ""
    return doubtful("whether that is on failure can't be seen")


def _in_place(
    clause: Clause, inside: list[Hit], outside: list[Hit], doubt: str
) -> Finding | tuple[list[Hit], str]:
    """For `in a loop` and the like: what stands there; what stands elsewhere is the opposite."""
    if clause.is_only_there and inside and outside:
        return Finding(against=_proofs(outside))
    if inside:
        return inside, doubt
    is_comprehended = any(Around.COMPREHENSION in hit.outline.around(hit.whole) for hit in outside)
    if clause.place is Around.LOOP and is_comprehended:
        return doubtful("it stands in a comprehension, which is a loop to some and not to others")
    if clause.place in _EXCLUSIVE and not doubt:
        return Finding(against=_proofs(outside))
    return [], doubt


def names_near(hit: Hit, names: Sequence[str], place: Around) -> bool:
    """True if the head of what is around mentions all of these names."""
    region = hit.outline.innermost(hit.whole, place)
    if region is None:
        return False
    head = max(
        (
            m.span.start
            for m in hit.outline.marked("handler", "loop", "try", "with")
            if m.span.contains(region)
        ),
        default=region.start,
    )
    text = hit.outline.text.slice(Span(head, region.start))
    return all(has_word(text, name) for name in names)


def _is_left_over(hit: Hit, names: Sequence[str]) -> bool:
    """True for what is reached only if nothing has left before: `if ok: return`, then `raise`."""
    outline = hit.outline
    exits = [item.span for item in outline.returns]
    exits += [item.span for item in outline.marked("raised", "continue")]
    before = [span for span in exits if span.end <= hit.whole.start]
    is_guarded = any(outline.around(span) & {Around.BRANCH, Around.LOOP} for span in before)
    text = outline.text.slice(Span(outline.span.start, hit.whole.start))
    return is_guarded and all(has_word(text, name) for name in names)


def _conditional(
    clause: Clause, inside: Sequence[Hit], outside: Sequence[Hit]
) -> Finding | tuple[list[Hit], str]:
    """For `if x`: hits that are reached as is said; else those under a condition that names it."""
    known = [
        (hit, *is_as_said(clause.described, hit.outline, hit.whole)) for hit in (*inside, *outside)
    ]
    opposite = [hit for hit, is_so, _ in known if is_so is False]
    agreeing = [(hit, shown) for hit, is_so, shown in known if is_so]
    if opposite and (len(opposite) == len(known) or (agreeing and clause.is_only_there)):
        return Finding(against=_proofs(opposite))
    left = [hit for hit, is_so, _ in known if is_so is None]
    if clause.is_only_there and left and (free := _free(clause, left, [*inside, *outside])):
        return free
    if agreeing:
        return [hit for hit, _ in agreeing] + _shown(agreeing), ""
    return _by_words(
        clause,
        [hit for hit in inside if hit not in opposite],
        [hit for hit in outside if hit not in opposite],
    )


def _free(clause: Clause, left: Sequence[Hit], every: Sequence[Hit]) -> Finding | None:
    """What follows for `only if x` from hits that are reached without anything asking for x.

    It is against the claim if nothing at all is asked before, or if others do ask for x.
    """
    names = clause.condition or tuple(re.findall(r"[A-Za-z_]\w{2,}", clause.described))[1:]
    free = [hit for hit in left if not _asks(hit, names)]
    if not free:
        return None
    if all(_is_always_reached(hit) for hit in free) or len(free) < len(every):
        return Finding(against=_proofs(free))
    return None


def _asks(hit: Hit, names: Sequence[str]) -> bool:
    """True if a condition that decides whether the hit is reached has one of these names."""
    spans = {*conditions_around(hit), *deciding(hit.outline, hit.whole)}
    text = "\n".join(_asked_for(hit, span) for span in spans)
    words = {word for name in names for word in re.findall(r"[A-Za-z_]\w*", name)}
    return not words or any(has_word(text, word) for word in words)


_DECIDED = frozenset({Around.BRANCH, Around.ELSE, Around.HANDLER, Around.LOOP})
_DECIDED |= {Around.COMPREHENSION}


_CHOSEN = frozenset({Around.BRANCH, Around.ELSE, Around.HANDLER})


def _is_reached_anyhow(hit: Hit) -> bool:
    """True if no condition stands around the hit, and none has given something back before it."""
    around = hit.outline.around(hit.whole)
    is_left = any(item.span.end <= hit.whole.start for item in hit.outline.returns)
    return not around & _CHOSEN and (not is_left or Around.FINALLY in around)


def _is_always_reached(hit: Hit) -> bool:
    """True if nothing that is around decides whether the hit is reached, or has left before."""
    outline = hit.outline
    exits = [item.span for item in outline.returns]
    exits += [item.span for item in outline.marked("return", "raised")]
    is_left = any(span.end <= hit.whole.start for span in exits)
    return not is_left and not outline.around(hit.whole) & _DECIDED


def _by_words(
    clause: Clause, inside: Sequence[Hit], outside: Sequence[Hit]
) -> Finding | tuple[list[Hit], str]:
    """As `_conditional`, where what a condition asks can't be compared."""
    if not inside:
        kept = [hit for hit in outside if _is_left_over(hit, clause.condition or ())]
        if kept:
            return [hit._replace(relevance=min(hit.relevance, WEAK)) for hit in kept], ""
        return doubtful("no condition stands around it")
    if kept := _under(inside, clause.condition or ()):
        return kept, ""
    if not clause.condition or set(clause.condition) <= _NULLS:
        kept = [hit for hit in inside if _is_described(hit, clause.described)]
        if kept:
            return [*kept, *_said_exactly(kept, clause.described)], ""
        return Finding(doubt="it stands under a condition; which one can't be told from the claim")
    return doubtful("it stands under a condition that does not name this")


def _shown(agreeing: Sequence[tuple[Hit, Sequence[Span]]]) -> list[Hit]:
    """The conditions that say the same as a claim."""
    return [
        Hit(EvidenceType.CONDITIONAL, "condition", hit.outline, span, span)
        for hit, spans in agreeing
        for span in spans
    ]


def _said_exactly(hits: Sequence[Hit], said: str) -> list[Hit]:
    """The conditions around that are said as they are written."""
    return [
        Hit(EvidenceType.CONDITIONAL, "condition", hit.outline, span, span)
        for hit in hits
        for span in conditions_around(hit)
        if is_same(said, hit.outline.text.slice(span))
    ]


_NULLS = frozenset({"NULL", "NSNull"})  # a condition may ask for it without naming it


def _under(inside: Sequence[Hit], names: Sequence[str]) -> list[Hit]:
    """The hits under a condition that has all of these names, and these conditions."""
    kept = []
    for hit in inside if names else ():
        texts = {span: _asked_for(hit, span) for span in conditions_around(hit)}
        text = "\n".join(texts.values())
        if all(has_word(text, name) for name in names):
            kept.append(hit)
            kept += [
                Hit(EvidenceType.CONDITIONAL, "condition", hit.outline, span, span)
                for span, head in texts.items()
                if any(has_word(head, name) for name in names)
            ]
    return kept


def _asked_for(hit: Hit, condition: Span) -> str:
    """A condition, and what the variables in it were set to before: `v, ok := seen[k]`, `!ok`."""
    head = hit.outline.text.slice(condition)
    made = [
        one.value
        for one in hit.outline.assigned
        if one.value_span.end <= condition.end
        and one.target != one.value
        and any(has_word(head, name) for name in re.findall(r"[A-Za-z_]\w*", one.target))
    ]
    return "\n".join([head, *made])


def _is_described(hit: Hit, said: str) -> bool:
    """True if a condition around it may be what a claim says in plain words."""
    raw = hit.outline.text.raw
    if said and any(describes(said, text) for text in _missing_before(hit)):
        return True
    heads = [hit.outline.text.slice(span) for span in conditions_around(hit)]
    if said and any(is_same(said, head) for head in (*heads, *_before_operator(hit))):
        return True
    return bool(said) and any(
        describes(
            said,
            hit.outline.text.slice(span),
            is_inverted=_is_otherwise(hit, span)
            != raw[max(span.start - 8, 0) : span.start].rstrip(b" (").endswith(_INVERTING),
        )
        for span in conditions_around(hit)
    )


_INVERTING = (b"unless", b"guard", b"until")


def _before_operator(hit: Hit) -> Iterator[str]:
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


def _missing_before(hit: Hit) -> Iterator[str]:
    """`x == null` for what stands behind `x ?:` or `x ||`."""
    text = hit.outline.text
    for item in hit.outline.marked("fallback"):
        if item.span.contains(hit.whole):
            start = text.line_span(text.line_at(item.span.start)).start
            before = [text.slice(Span(start, item.span.start))]
            if not before[0].strip(" ?:|\t") and start:  # it stands on a line of its own
                above = text.line_span(text.line_at(start - 1))
                before = [text.slice(Span(above.start, above.end))]
            yield f"{before[0]} == null"


def conditions_around(hit: Hit) -> list[Span]:
    """The conditions that decide whether the hit is reached."""
    holders = [m.span for m in hit.outline.marked("conditional", "loop", "comprehension")]
    found = []
    for condition in hit.outline.marked("condition"):
        if condition.span.end > hit.whole.start and not _is_modifier(hit, condition.span):
            continue
        own = [span for span in holders if span.contains(condition.span)]
        if own and min(own, key=lambda one: one.end - one.start).contains(hit.whole):
            found.append(condition.span)
    return found


def _is_modifier(hit: Hit, condition: Span) -> bool:
    """True for Ruby's `raise E if x`."""
    if hit.outline.language != "ruby" or condition.start < hit.whole.end:
        return False
    line = hit.outline.text.slice(Span(hit.whole.end, condition.start))
    return re.fullmatch(r"[^\n;]*\b(?:if|unless|while|until)\s+", line) is not None


def _is_given(hit: Hit, arguments: Sequence[str]) -> bool:
    if hit.arguments is None:
        return False
    if arguments == ("",):
        return not hit.arguments.strip(" ()\n")
    return all(_is_among(hit.arguments, one) for one in arguments)


def _is_among(arguments: str, one: str) -> bool:
    """True if `one` is in the arguments, a text in whatever quotes."""
    if len(one) > 1 and one[0] == one[-1] == '"':
        return any(quote + one[1:-1] + quote in arguments for quote in "\"'`")
    return has_word(arguments, one)


def has_word(text: str, name: str) -> bool:
    """True if `name` stands in `text` as a whole."""
    before = r"(?<![\w$])" if name[:1].isalnum() or name[:1] in "_$" else ""
    after = r"(?![\w$])" if name[-1:].isalnum() or name[-1:] in "_$" else ""
    return re.search(before + re.escape(name) + after, text) is not None
