"""`logs every request`, `closes all connections`: that no condition leaves any of them out.

A condition that asks for what is said of them, `if r.failed` of `logs all failed requests`, and one
that asks whether there is anything to call, leave out none that is meant.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from codewitness.engine.verify.claim import Clause, Predicate
from codewitness.engine.verify.conditions.as_written import conditions_around
from codewitness.engine.verify.conditions.conditions import shares_word
from codewitness.engine.verify.evidence import EvidenceType, Finding, Proof, doubtful
from codewitness.engine.verify.hit import Hit, has_word
from codewitness.engine.verify.names import is_bound
from codewitness.engine.verify.reading.spelled_short import in_words, is_spoken_in
from codewitness.model.facts import Kind
from codewitness.model.outline import Around
from codewitness.model.text import Span

P = Predicate
_DONE = frozenset({P.CALLS, P.ACTS, P.WRITES, P.INSTANTIATES, P.YIELDS, P.AWAITS, P.PASSES})
_OF_THEM = r"(?:of )?(?:(?:the|its|these|those) )?"
_EACH = re.compile(
    rf"\b(?:(?:each|every) (?:single |one )?{_OF_THEM}"
    rf"|(?<!at )(?<!in )(?<!after )(?<!not )(?<!of )(?<!on )all {_OF_THEM})"
    r"(?P<what>(?:[a-z][\w-]* )*?[a-z`][\w.`-]*)"
    r"(?= (?:in|of|from|to|with|by|for|on|into|and|or|that|which|before|after|at|as)\b|[,.;]|$)"
)
# Of what these stand for a condition is asked in other words.
_OF_TIME = re.compile(
    r"\b(?:times?|calls?|runs?|cases?|ways?|paths?|passe?s?|iterations?|turns?|rounds?|once|costs)$"
)
_DECIDING = frozenset({Around.BRANCH, Around.ELSE})
_THERE = re.compile(
    r"(?:!=|!==|is not|~=|<>)\s*(?:null|nil|None|undefined|nullptr|NULL)$|\.(?:is_some|present\?)"
)


def held_to_each(clause: Clause, finding: Finding) -> Finding:
    """The finding; a doubt where each place stands under a condition that may leave some out."""
    if not finding.proofs or clause.predicate not in _DONE:
        return finding
    if clause.place is not None:
        return _in_each_place(clause, finding)
    said = _EACH.search(clause.text)
    if said is None or _OF_TIME.search(said["what"]) or clause.condition is not None:
        return finding
    places = [one for one in finding.proofs if one.type is not EvidenceType.CONDITIONAL]
    left_out = [next(_leaving_out(said["what"], one), "") or _chosen_before(one) for one in places]
    if _IN_TURN.search(clause.text) and not any(_may_be_each(said["what"], one) for one in places):
        return doubtful(f"whether that is done to each `{said['what']}` can't be told")
    if places and all(_is_of_one(said["what"], one) for one in places):
        return doubtful(f"whether that is done to each `{said['what']}` can't be told")
    if not left_out or not all(left_out):
        return finding
    return doubtful(f"that `{left_out[0]}` leaves out none of them can't be told")


_IN_TURN = re.compile(r"\b(?:each|every) ")
_ALL = re.compile(r"(?i)all|each|every|multi|many|batch|broadcast|gather|join|map|\.\.\.|\*")


def _may_be_each(what: str, proof: Proof) -> bool:
    """True in a loop or a function inside, and for a call that speaks of them, or of several."""
    outline = proof.outline
    own = next((c for c in outline.calls if proof.span in (c.name_span, c.span, c.whole)), None)
    if own is None or outline.around(own.whole) & {Around.LOOP, Around.COMPREHENSION}:
        return True
    if outline.kind is Kind.LAMBDA or outline.kind.is_classlike or _ALL.search(own.text):
        return True
    noun = what.rsplit(maxsplit=1)[-1].strip("`")
    return is_spoken_in(noun.lower(), in_words(outline.text.slice(own.whole)).lower())


_ONE_OF = re.compile(
    r"\w*{}\w*(?:\(\))?(?:\s*\[\s*-?\d+\s*\]|(?:\?|!)?(?:\.|->)(?:first|last|front|back|peek|head)\b)"
)


def _is_of_one(what: str, proof: Proof) -> bool:
    """True for `enqueue(messages[0])`, which is given one of them alone, in no loop."""
    outline = proof.outline
    own = next((c for c in outline.calls if proof.span in (c.name_span, c.span, c.whole)), None)
    if own is None or outline.around(own.whole) & {Around.LOOP, Around.COMPREHENSION}:
        return False
    noun = re.escape(what.rsplit(maxsplit=1)[-1].strip("`").rstrip("s"))
    return re.search(_ONE_OF.pattern.format(noun), outline.text.slice(own.whole)) is not None


_PLACES = re.compile(
    r"\b(?:in|inside|within|from) (?:each|every|all|both|any and all)(?: (?:single|one))?(?: of)?"
    r"(?: (?:the|its|these|those))?(?: \w+)?? (?:handler|except|catch|rescue|loop|branch|arm|case)"
    r"(?:e?s)?\b"
)
_MARKED = {Around.HANDLER: "handler", Around.LOOP: "loop"}


def _in_each_place(clause: Clause, finding: Finding) -> Finding:
    """`in every handler`: each of them has it; one that has not speaks against it."""
    if clause.is_outside or clause.condition is not None or not _PLACES.search(clause.text):
        return finding
    if clause.place is None or (kind := _MARKED.get(clause.place)) is None:
        return doubtful("that each of them does it can't be told")
    shown = [(one.outline, one.span) for one in finding.proofs]
    outlines = dict.fromkeys(outline for outline, _ in shown)
    lacking = [
        Proof(_TYPES[kind], item.text, outline, item.span)
        for outline in outlines
        for item in outline.marked(kind)
        if not any(other is outline and item.span.contains(span) for other, span in shown)
    ]
    return Finding(against=tuple(lacking)) if lacking else finding


_TYPES = {"handler": EvidenceType.EXCEPT, "loop": EvidenceType.LOOP}


def _chosen_before(proof: Proof) -> str:
    """The condition under which what a call is given was put together; empty if there is none."""
    outline = proof.outline
    calls = [one for one in outline.calls if one.whole.contains(proof.span)]
    own = min(calls, key=lambda one: one.whole.end - one.whole.start, default=None)
    if own is None:
        return ""
    given = outline.text.slice(Span(own.span.end, own.whole.end))
    for call in outline.calls:
        owner = re.match(r"[A-Za-z_]\w*(?=\.\w+$)", call.text)
        is_put = call.name in _PUTTING and call.whole.end <= own.whole.start
        if is_put and owner and has_word(given, owner[0]) and is_bound(outline, owner[0]):
            hit = Hit(proof.type, call.text, outline, call.name_span, call.whole)
            for span in conditions_around(hit):
                return outline.text.slice(span).strip()
    return ""


_PUTTING = frozenset(
    {"push", "append", "add", "push_back", "insert", "addObject", "Add", "emplace_back"}
)


def _leaving_out(what: str, proof: Proof) -> Iterator[str]:
    """The conditions around a place that ask for more than is said of the things it is about."""
    outline = proof.outline
    if not outline.around(proof.span) & _DECIDING:
        return
    hit = Hit(proof.type, proof.detail, outline, proof.span, proof.span)
    quality = " ".join(what.replace("`", "").split()[:-1])
    for span in conditions_around(hit):
        text = outline.text.slice(span).strip()
        if not (quality and shares_word(quality, text)) and not _asks_if_there(text, proof):
            yield text


def _asks_if_there(condition: str, proof: Proof) -> bool:
    """True for `if pool` and `if (pool != null)` around `pool.close_all()`."""
    asked = _THERE.sub("", condition.strip("() ")).strip("() ")
    text = proof.outline.text
    line = text.line_span(text.line_at(proof.span.start))
    whole = text.slice(Span(line.start, max(line.end, proof.span.end)))
    is_name = re.fullmatch(r"[@\w$.]+(?:->\w+)*", asked) is not None
    return (
        is_name
        and re.search(rf"(?<![\w.]){re.escape(asked)}(?:[!?]?\.|->|::|\[)", whole) is not None
    )
