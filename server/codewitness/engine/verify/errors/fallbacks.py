"""The rule for what is done instead: `falls back to x`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from codewitness.engine.verify.calling.calls import call_hit, call_hits
from codewitness.engine.verify.calling.selectors import labels
from codewitness.engine.verify.claim import Clause, Object
from codewitness.engine.verify.code.families import ECMA
from codewitness.engine.verify.code.initial_values import rule_initial
from codewitness.engine.verify.code.sources import later_sources
from codewitness.engine.verify.code.values import said_in
from codewitness.engine.verify.conditions.conditions import shares_word
from codewitness.engine.verify.conditions.left_under import named_parameters
from codewitness.engine.verify.errors.instead import done_instead, may_be_instead
from codewitness.engine.verify.evidence import (
    LOOSE,
    NOTHING,
    EvidenceType,
    Finding,
    InWords,
    Proof,
    doubtful,
)
from codewitness.engine.verify.hit import Hit, Hits, has_word
from codewitness.engine.verify.hits import judged
from codewitness.engine.verify.names import Fit, parts
from codewitness.engine.verify.reading.lexicon import NOUNS
from codewitness.engine.verify.returning.default_returns import default_arms, where_missing
from codewitness.engine.verify.subject import Part, Subject
from codewitness.model.outline import Around, Outline
from codewitness.model.text import Span

T = EvidenceType


_UNLESS_MISSING = re.compile(
    r"unless\b.*\b(?:no|not|none|nothing|missing|absent|null|nil|undefined|empty|unset|fails?|failed)\b"
)


def rule_falls_back(clause: Clause, subject: Subject) -> Finding:
    """`falls back to x`: in a handler, after `or`, in an else, as a default."""
    if _UNLESS_MISSING.match(clause.described):
        return doubtful("whether it does so where that is not missing can't be told")
    if (initial := rule_initial(clause, subject)) is not None:
        return initial
    finding = _falls_back(clause, subject)
    if finding.against and clause.condition is not None:
        chosen = _chosen_instead(clause, subject)  # there, and elsewhere, too
        finding = chosen if chosen.proofs else finding
    if finding == NOTHING and any(_one_of_two(one, subject) for one in clause.objects):
        return doubtful("it is set to that or to another, and which of them is meant is not said")
    return finding


def _falls_back(clause: Clause, subject: Subject) -> Finding:

    def find(one: Object | None) -> Hits:
        return _fallbacks(one, subject)

    asked_for = clause

    asked = (
        NOTHING if clause.condition is None else judged(clause, lambda one: _or_set(one, subject))
    )
    if asked.against or any(one.detail == "condition" for one in asked.proofs):
        return asked
    if clause.condition is not None and all(
        _is_mentioned(Object(n), subject) for n in clause.condition
    ):
        names = clause.condition or named_parameters(subject.head.outline, clause.described)
        clause = replace(clause, condition=None, place=None)  # that it failed goes without saying
        aside = judged(clause, find)
        if aside.proofs and (doubt := _of_what_else(asked_for, names, aside, subject)):
            return doubtful(doubt)
    finding = judged(clause, find)
    if finding == NOTHING and asked_for.condition is not None:
        chosen = _chosen_instead(asked_for, subject)
        if chosen != NOTHING or not _is_in_words(clause):
            return chosen
    is_absent = finding == NOTHING and clause.is_negated
    if is_absent and any(_is_mentioned(one, subject) for one in clause.objects):
        return doubtful("it is in the code, but whether as a fallback can't be told")
    if _is_in_words(clause) and not (finding.doubt or (clause.objects and finding.proofs)):
        has_any = bool(judged(Clause(predicate=clause.predicate), find).proofs)
        has_any = has_any or any(may_be_instead(part.outline) for part in subject.parts)
        return doubtful(InWords("to what is said in plain words only")) if has_any else NOTHING
    return finding


_MISSED = re.compile(
    r"\b(?:no|without(?: an?| the)?) (?P<a>[a-z]\w+) (?:is|was|are|were|has been) "
    r"(?:given|set|passed|provided|specified|supplied|configured)$"
)


def _speaks_too(described: str, proof: Proof) -> bool:
    """False for `when no path is given` of `cwd || home()`, where a `path` is another thing."""
    outline = proof.outline
    said = _MISSED.search(described)
    if said is None or not any(True for _ in outline.occurrences(said["a"])):
        return True
    line = outline.text.line_span(outline.text.line_at(proof.span.start))
    around = [i.text for i in outline.marked("conditional", "try") if i.span.contains(proof.span)]
    text = "\n".join([outline.text.slice(line), *around])
    # Neither by what is called, nor by whose field it is that is asked.
    return shares_word(said["a"], re.sub(r"[\w$]+(?=\s*\(|[?!]?\.[\w$])", "", text))


def _of_what_else(asked: Clause, names: Sequence[str], aside: Finding, subject: Subject) -> str:
    """Why it may be where another thing is missing that it falls back to that."""
    if names and not any(_is_of(one, names) for one in aside.proofs):
        return "it falls back to that, but where something else is asked"
    if not any(_speaks_too(asked.described, one) for one in aside.proofs):
        return "it falls back to that, but where something else is missing"
    if not names and not _may_have_failed(asked.described, subject):
        return InWords("that it does so then is said in plain words that no name here has")
    return ""


_TO = re.compile(r"\bto (?:an? |the |its |any |another )?(?P<what>\w+)$")


def _is_in_words(clause: Clause) -> bool:
    """True for `to the memory queue`, and `to a constant`, which is a sort of thing."""
    if clause.objects:
        return any(not one.is_code for one in clause.objects)
    said = _TO.search(clause.text)
    return said is not None and NOUNS.get(said["what"], "value") != "value"


_FAILED = re.compile(
    r"\b(?:not?|none|nothing|cannot|without|missing|unset|absent|null|nil|undefined|empty|unknown"
    r"|unavailable|invalid|false|falsy|fail\w*|errors?|exceptions?|given|found|set|exists?|present"
    r"|provided|passed|specified|defined|available|succeeds|known|there)\b"
)


def _may_have_failed(described: str, subject: Subject) -> bool:
    """True if a condition says that something is not there, or speaks of what the code names."""
    if _FAILED.search(described):
        return True
    return any(
        shares_word(described, part.outline.text.slice(gap))
        for part in subject.parts
        for gap in part.outline.gaps
    )


def _chosen_instead(clause: Clause, subject: Subject) -> Finding:
    """`falls back to f when x`, where f is called or given back if x, and no more is to be seen."""
    finding = judged(clause, lambda one: _done_with(one, subject))
    is_there = any(_is_mentioned(one, subject) for one in clause.objects)
    if clause.is_negated and is_there and finding == NOTHING:
        return doubtful("it is in the code, but whether as a fallback can't be told")
    return finding


def _done_with(one: Object | None, subject: Subject) -> Hits:
    """Calls of what is named, and returns of it."""
    if one is None or not (one.is_code or one.text.isidentifier()):
        return Hits()
    called = call_hits(one, subject)
    if not one.is_code:
        return called._replace(fitting=tuple(h._replace(relevance=LOOSE) for h in called.fitting))
    given = [
        Hit(T.SIGNATURE, "return", part.outline, span, span, LOOSE)
        for part in subject.parts
        for item in part.outline.returns
        for span in _spans_of(one, item.span, part)
    ]
    hits = tuple(hit._replace(relevance=LOOSE) for hit in called.fitting)
    return called._replace(fitting=hits or tuple(given))


def _is_of(proof: Proof, names: Sequence[str]) -> bool:
    """True if the statement around a fallback has one of these names."""
    outline = proof.outline
    line = outline.text.line_span(outline.text.line_at(proof.span.start))
    around = [
        item.text
        for item in outline.marked("conditional", "try", "handler")
        if item.span.contains(proof.span)
    ]
    text = "\n".join([outline.text.slice(line), *around])
    return any(has_word(text, name) for name in names)


def _fallbacks(one: Object | None, subject: Subject) -> Hits:
    """The places that are reached where something else is not there, or fails."""
    hits: list[Hit] = []
    for part in subject.parts:
        outline = part.outline
        spans = [(item.span, LOOSE) for item in outline.marked("fallback")]
        spans += [(span, LOOSE) for span in default_arms(outline)]
        spans += [(span, LOOSE) for span, is_kept in where_missing(outline) if is_kept]
        spans += [(item.span, LOOSE) for item in outline.marked("default")]
        spans += [
            (r.span, LOOSE) for r in outline.regions if r.around in (Around.HANDLER, Around.ELSE)
        ]
        for span, relevance in spans:
            for name_span in _spans_of(one, span, part):
                kind = T.EXCEPT if _is_in(outline, name_span, Around.HANDLER) else T.CONDITIONAL
                hits.append(Hit(kind, "fallback", outline, name_span, name_span, relevance))
        if one is not None:
            hits += _empty_of(one, part)
            hits += _given_defaults(one, part)
            hits += _filled_in(one, part)
            hits += _given_last(one, part)
            hits += _given_if_none(one, part)
            hits += [
                Hit(T.CONDITIONAL, "fallback", outline, name_span, name_span, LOOSE)
                for span in later_sources(outline)
                for name_span in _spans_of(one, span, part)
            ]
    if one is not None and not hits and re.fullmatch(r"[\w$@.:>-]+[?!]?", one.text):
        hits += done_instead(call_hits(one, subject).fitting)
    unique = {(id(hit.outline), hit.span): hit for hit in hits}
    return Hits(tuple(unique.values()), "" if hits else _if_missing(one, subject))


_EMPTY = re.compile(r"\(*\s*(?:[\"'`]{2}|\[\s*\]|\{\s*\})\s*\)*")


def _empty_of(one: Object, part: Part) -> Iterator[Hit]:
    """`falls back to an empty reason`, of `reason or ""`."""
    said = re.fullmatch(r"empty (\w+)", one.text)
    outline = part.outline
    for item in outline.marked("fallback") if said is not None else ():
        line = outline.text.line_span(outline.text.line_at(item.span.start))
        before = outline.text.slice(Span(line.start, item.span.start))
        if said and _EMPTY.fullmatch(item.text.strip()) and has_word(before, said[1]):
            yield Hit(T.CONDITIONAL, "fallback", outline, item.span, item.span, LOOSE)


def _if_missing(one: Object | None, subject: Subject) -> str:
    """Why it may be a fallback: it is given back where something is missing."""
    for part in subject.parts if one is not None else ():
        for span, _ in where_missing(part.outline):
            if one is not None and any(True for _ in _spans_of(one, span, part)):
                return "it is given back where something is missing, which may be meant"
    return ""


def _is_mentioned(one: Object, subject: Subject) -> bool:
    name = parts(one.text)[-1]
    return one.is_code and any(True for p in subject.parts for _ in p.outline.occurrences(name))


_MISSING = re.compile(
    r"(?i)\b(?:none|null|nil|undefined|nullptr|empty|not|unless|blank)\b|!|== ?[\"'0]"
)


def _filled_in(one: Object, part: Part) -> Iterator[Hit]:
    """`if x is None: x = y`: y is fallen back to."""
    outline = part.outline
    for made in outline.assigned:
        region = outline.innermost(made.value_span, Around.BRANCH)
        if region is None:
            continue
        holders = [i.span for i in outline.marked("conditional") if i.span.contains(region)]
        if not holders:
            continue
        holder = min(holders, key=lambda span: span.end - span.start)
        tests = [i.text for i in outline.marked("condition") if holder.contains(i.span)]
        target = made.target.split()[-1]
        if any(has_word(text, target) and _MISSING.search(text) for text in tests):
            for span in _spans_of(one, made.value_span, part):
                yield Hit(T.CONDITIONAL, "fallback", outline, span, span, LOOSE)


def _or_set(one: Object | None, subject: Subject) -> Hits:
    found = _fallbacks(one, subject)
    return found._replace(fitting=(*found.fitting, *_one_of_two(one, subject)))


def _one_of_two(one: Object | None, subject: Subject) -> list[Hit]:
    """`if c: x = a` and `else: x = b`: a is fallen back to if c."""
    hits: list[Hit] = []
    for part in subject.parts if one is not None else ():
        outline = part.outline
        others = [m for m in outline.assigned if _is_in(outline, m.value_span, Around.ELSE)]
        for made in outline.assigned:
            if not any(made.target == other.target for other in others):
                continue
            if _is_in(outline, made.value_span, Around.BRANCH) and made not in others:
                hits += [
                    Hit(T.CONDITIONAL, "fallback", outline, span, span, LOOSE)
                    for span in _spans_of(one, made.value_span, part)
                ]
    return hits


def _given_last(one: Object, part: Part) -> Iterator[Hit]:
    """`if x: return x`, then `return y`: y is fallen back to."""
    returns = part.outline.returns
    is_guarded = [
        bool(part.outline.around(item.span) & {Around.BRANCH, Around.LOOP, Around.TRY})
        for item in returns
    ]
    if len(returns) > 1 and any(is_guarded[:-1]) and not is_guarded[-1]:
        for span in _spans_of(one, returns[-1].span, part):
            yield Hit(T.CONDITIONAL, "fallback", part.outline, span, span, LOOSE)


def _is_in(outline: Outline, span: Span, around: Around) -> bool:
    return around in outline.around(span)


_IF_NONE = re.compile(
    r"(?P<x>[\w.$]+) is None(?= else (?P=x)(?![\w.(]))"
    r"|(?P<y>[\w.$]+) ===? (?:null|undefined|nil) \?(?= [^:?;\n]+ : (?P=y)(?![\w.(]))"
)


def _given_if_none(one: Object, part: Part) -> Iterator[Hit]:
    """`y if x is None else x`, and `x == null ? y : x`: y is fallen back to."""
    outline = part.outline
    for arm in (region.span for region in outline.regions if region.around is Around.BRANCH):
        line = outline.text.line_span(outline.text.line_at(arm.start))
        behind = outline.text.slice(Span(arm.end, max(arm.end, line.end)))
        before = outline.text.slice(Span(line.start, arm.start))
        is_python = re.match(rf"\)? if (?:{_IF_NONE.pattern})", behind) is not None
        asked = [found for found in _IF_NONE.finditer(outline.text.slice(line)) if found["y"]]
        is_other = any(before.rstrip(" (").endswith(found[0]) for found in asked)
        if is_python or is_other:
            for span in _spans_of(one, arm, part):
                yield Hit(T.CONDITIONAL, "fallback", outline, span, span, LOOSE)


def _spans_of(one: Object | None, span: Span, part: Part) -> Iterator[Span]:
    outline = part.outline
    if one is None:
        yield span
        return
    last = parts(one.text)[-1]
    text = outline.text.slice(span)
    if outline.language in ECMA and "${" not in text:
        text = text.replace("`", '"')
    if not one.is_code and (value := said_in(text, one.text, outline.language)):
        yield outline.text.part_of(span, *value.span())
        return
    if one.text[:1] in "\"'" or not re.fullmatch(r"[\w$@]+", last):
        yield from _as_written(one.text, text, span, outline)
        return
    for item in outline.occurrences(last):
        if not span.contains(item.span):
            continue
        before = re.search(
            r"(?:[\w$\])]+(?:[?!&]?\.|::|->))*$",
            outline.text.slice(Span(max(span.start, item.span.start - 80), item.span.start)),
        )
        owner = re.sub(r"[?!&]\.", ".", before[0]) if before else ""
        written = owner + last
        if part.around.fit(written, one.text, outline) not in (Fit.NO, Fit.MAYBE):
            yield item.span
    if not any(True for _ in outline.occurrences(last)) and has_word(text, one.text):
        yield span


def _as_written(said: str, text: str, span: Span, outline: Outline) -> Iterator[Span]:
    at = text.replace('"', "'").find(said.replace('"', "'"))
    if at >= 0:
        yield outline.text.part_of(span, at, at + len(said))
    elif outline.language == "objc" and re.fullmatch(r"(?:\w+:)+", said):
        yield from _of_selector(said, span, outline)


def _of_selector(selector: str, span: Span, outline: Outline) -> Iterator[Span]:
    """The name of the message `a:b:` that is sent there."""
    first, *others = selector.rstrip(":").split(":")
    for call in outline.calls:
        is_named = span.contains(call.name_span) and call.name.rstrip(":") == first
        if is_named and labels(call, outline) == others:
            yield call.name_span


def _given_defaults(one: Object, part: Part) -> Iterator[Hit]:
    """`d.get(k, x)`, `getattr(o, n, x)`: the last argument is what is fallen back to."""
    for call in part.outline.calls:
        hit = call_hit(call, part, LOOSE)
        if call.name in _LEAVING and _says(one, (hit.arguments or "").strip()[1:-1], part):
            yield hit
        if call.name not in _WITH_DEFAULT:
            continue
        behind = part.outline.text.slice(Span(call.span.end, call.span.end + _BLOCK))
        block = _IN_BLOCK.match(behind) if part.outline.language == "ruby" else None
        if block is not None and _says(one, block[1], part):
            yield hit
        arguments = (hit.arguments or "").strip()[1:-1].rsplit(",", 1)
        if len(arguments) == 2 and _says(one, arguments[1], part):
            yield hit


_BLOCK = 200  # bytes of a block that is looked at
_IN_BLOCK = re.compile(r"\([^()\n]*\)\s*(?:\{|do\b)([^{}]*?)(?:\}|\bend\b)")
_WITH_DEFAULT = frozenset(
    {"get", "getattr", "setdefault", "pop", "getOrDefault", "fetch", "next", "getOrElse"}
)
_LEAVING = frozenset(
    {"unwrap_or", "unwrap_or_else", "orElse", "orElseGet", "or", "or_else", "getOrElse", "map_or"}
    | {"ifEmpty", "ifBlank"}
)


def _says(one: Object, text: str, part: Part) -> bool:
    """True if `text` holds what is named, or the value that plain words say."""
    if not one.is_code and said_in(text, one.text, part.outline.language) is not None:
        return True
    if one.text[:1] in "\"'":
        return one.text.replace("'", '"') in text.replace("'", '"')
    return has_word(text, one.text)
