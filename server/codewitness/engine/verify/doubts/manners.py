"""Words of how, where and whether that no rule compares with the code, and that lines must show.

What holds without them need not hold with them: `inserts x asynchronously`, `into the cache`,
`as a fallback`, `even if f fails`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import pairwise

from codewitness.engine.verify.claim import Claim, Clause, Predicate
from codewitness.engine.verify.evidence import EvidenceType, Proof
from codewitness.engine.verify.names import parts
from codewitness.engine.verify.subject import Subject
from codewitness.model.facts import Kind
from codewitness.model.outline import Around
from codewitness.model.text import Span

P = Predicate
DOING = frozenset({P.CALLS, P.ACTS, P.WRITES, P.INSTANTIATES, P.PASSES, P.AWAITS, P.CALLED_BY})
DOING |= {P.RAISES, P.RETURNS, P.RETURNS_EARLY, P.YIELDS, P.RERAISES}
DOING |= {P.USES, P.READS, P.LOOPS, P.BRANCHES, P.CATCHES, P.SWALLOWS, P.TRIES}
_TICKED = re.compile(r"`[^`]*`")
_BESIDE = re.compile(
    r"async|await|\bgo\b|spawn|[Tt]hread|Task|submit|launch|execut|setTimeout|setImmediate|then|Queue|queue"
    r"|gather|all\(|allSettled|join!|[Pp]arallel|concurren|Worker|fork|future|promise",
)
_UNDER = re.compile(r"\|\|=|\?\?=?|\?:|\blazy\b|[Oo]nce|\bor\b")
_COPIED = re.compile(r"[Cc]opy|[Cc]lone|\bdup\b|\[:\]|\.\.\.|slice|list\(|dict\(|from\(|\bnew ")
_RECURSIVE = re.compile(r"(?i)recurs|tree|walk|_rf?\b|all\b|-r")
_IN_PLACE = re.compile(
    r"\b(?:sort|reverse|shuffle|rotate|dedup|retain)(?:_\w+|[A-Z]\w*)?!?(?=\s*\()|\w!"
)
_EACH = re.compile(r"\b(?:always|only|invariably|in every case)\b", re.IGNORECASE)
_BEFORE = 300  # bytes in front of what is shown, in which `dispatch_async(q, ^{` may stand


def unseen_manners(claim: Claim, subject: Subject, proofs: tuple[Proof, ...]) -> list[str]:
    """The first of such words that the lines do not show; nothing of what is denied."""
    as_it_is = _AS_IT_IS.search(claim.text)
    if as_it_is is not None and proofs and not _is_bare_error(proofs):
        return [as_it_is["how"]]
    told = [one for one in claim.clauses if one.predicate in DOING and not one.is_negated]
    if not told or len(told) < len(claim.clauses) or not proofs:
        return []
    text = _TICKED.sub("", told[0].text if len(told) == 1 else claim.text)
    if (itself := _ITSELF.search(text)) is not None and not _is_done_to_it(itself[1], proofs):
        return [itself[0]]
    return [
        *_unseen(text, proofs),
        *_run_elsewhere(text, proofs),
        *_despite(claim.text, subject, proofs),
    ][:1]


def _unseen(text: str, proofs: tuple[Proof, ...]) -> Iterator[str]:
    for words, is_shown in _MANNERS:
        if (said := words.search(text)) is None:
            continue
        # What one of several places shows need not hold of each.
        if not is_shown(proofs) or (len(proofs) > 1 and _EACH.search(text)):
            yield said[0]
    if (said := _INTO.search(text)) is not None and said[1].lower() not in _around(proofs):
        yield said[0]


def _around(proofs: tuple[Proof, ...]) -> str:
    """The definitions that the lines stand in, in lower case."""
    outlines = {id(one.outline): one.outline for one in proofs}.values()
    return " ".join(one.text.slice(one.span) for one in outlines).lower()


def _near(proof: Proof) -> str:
    """The text in front of what is shown, and its line."""
    text = proof.outline.text
    line = text.line_span(text.line_at(proof.span.start))
    start = max(proof.outline.span.start, line.start - _BEFORE)
    return text.raw[start : line.end].decode("utf-8", "replace")


def _line(proof: Proof) -> str:
    text = proof.outline.text
    return text.slice(text.line_span(text.line_at(proof.span.start)))


def _is_beside(proofs: tuple[Proof, ...]) -> bool:
    return any(_BESIDE.search(_led_by(one)) for one in proofs)


def _led_by(proof: Proof) -> str:
    """The line of what is shown, the calls that it is given to, and the line that begins them.

    Of a function inside of another that is where it begins: `dispatch_async(q, ^{`.
    """
    outline, text = proof.outline, proof.outline.text
    around = [one for one in outline.calls if one.whole.contains(proof.span)]
    starts = [one.whole.start for one in around]
    starts += [outline.span.start] if outline.kind is Kind.LAMBDA else []
    starts += [one.span.start for one in outline.marked("spawned") if one.span.contains(proof.span)]
    lines = {text.line_at(start) for start in starts}
    return "\n".join([_line(proof), *map(text.line_text, sorted(lines))])


def _is_under(proofs: tuple[Proof, ...]) -> bool:
    return any(
        Around.BRANCH in one.outline.around(one.span) or _UNDER.search(_line(one)) for one in proofs
    )


def _is_copied(proofs: tuple[Proof, ...]) -> bool:
    return any(_COPIED.search(_near(one)) for one in proofs)


def _is_recursive(proofs: tuple[Proof, ...]) -> bool:
    return any(
        _RECURSIVE.search(_line(one)) or any(c.name == one.outline.name for c in one.outline.calls)
        for one in proofs
    )


_AS_IT_IS = re.compile(
    r"\b(?:returns?|propagates?|passes (?:on|up)) (?:the |its |any |that )?"
    r"(?:err|errors?|exceptions?)\b.*"
    r"\b(?P<how>directly|unchanged|as is|verbatim|unwrapped|unmodified)\b"
)
_BARE_ERROR = re.compile(r"(?:^|[\s,(])(?:err|error|e|ex|exc|\w+Err|cause)\s*[;)}\s]*$")


def _is_bare_error(proofs: tuple[Proof, ...]) -> bool:
    """True for `return nil, err`, and not for `return nil, ErrRead{err}`."""
    return all(_BARE_ERROR.search(_line(one).rstrip()) for one in proofs)


_ITSELF = re.compile(
    r"\b(?:frees?|deletes?|closes?|releases?|destroys?|disposes?) the (\w+) itself\b"
)


def _is_done_to_it(what: str, proofs: tuple[Proof, ...]) -> bool:
    """True for `free(tree)` and `tree.close()`, and not for `tree_node_free(tree, node)`."""
    for one in proofs:
        for call in one.outline.calls:
            if one.span not in (call.span, call.name_span):
                continue
            given = one.outline.text.slice(Span(call.name_span.end, call.whole.end)).strip("() ;")
            names = parts(call.text)
            is_on = len(names) > 1 and what in names[-2].lower()
            if is_on or re.fullmatch(rf"[&*]*(?:\w+(?:\.|->))*\w*{what}\w*", given):
                return True
    return False


_OTHER = re.compile(r"(?i)other|another|differ|\bnew|next|alt|copy|clone|fresh|second|2\b")


def _is_another(proofs: tuple[Proof, ...]) -> bool:
    """True if a line says that there are several, and which one it is."""
    acted = [one for one in proofs if one.type is EvidenceType.CALL]
    return not acted or any(_OTHER.search(_line(one)) for one in acted)


def _is_in_place(proofs: tuple[Proof, ...]) -> bool:
    return all(_IN_PLACE.search(_line(one)) for one in proofs)


def _is_plain(proofs: tuple[Proof, ...]) -> bool:
    """True if any is reached by default: under no condition, or in an `else`."""
    around = [one.outline.around(one.span) for one in proofs]
    return any(Around.ELSE in one or not one & {Around.BRANCH, Around.HANDLER} for one in around)


def _is_kept(proofs: tuple[Proof, ...]) -> bool:
    return any(one.outline.around(one.span) & {Around.FINALLY, Around.HANDLER} for one in proofs)


_DEEP = re.compile(r"(?i)deep|structuredClone|JSON\.parse|Marshal|pickle")


def _is_deep(proofs: tuple[Proof, ...]) -> bool:
    return any(_DEEP.search(_line(one)) for one in proofs)


_RUNNERS = re.compile(
    r"\b(?:on|in|from) (?:an? |the |its )?(?P<which>background|main|worker|ui|io|calling|current"
    r"|separate|dedicated|global|serial|concurrent|same|different|another|new|private)"
    r" (?:thread|queue|dispatcher|executor|pool|goroutine|scheduler|event loop)s?\b",
    re.IGNORECASE,
)
_RUN_BY = {
    "main": re.compile(r"(?i)main|\bui|Dispatcher\.Invoke"),
    "ui": re.compile(r"(?i)main|\bui|Dispatcher\.Invoke"),
    "io": re.compile(r"\bIO\b"),
    "background": re.compile(
        r"(?i)background|global|\bio\b|worker|thread|submit|execut|\bgo |pool"
    ),
    "worker": re.compile(r"(?i)worker|thread|submit|execut|\bgo |pool"),
    "global": re.compile(r"(?i)global"),
}


def _run_elsewhere(text: str, proofs: tuple[Proof, ...]) -> Iterator[str]:
    """`on a background queue`, where no line hands it to such a one."""
    if (said := _RUNNERS.search(text)) is None:
        return
    asked = _RUN_BY.get(said["which"].lower())
    lines = [_led_by(one) for one in proofs]
    is_main = said["which"] in ("background", "worker") and all(map(_RUN_BY["main"].search, lines))
    if asked is None or is_main or not any(map(asked.search, lines)):
        yield said[0]


def _is_denied(proofs: tuple[Proof, ...]) -> bool:
    return any(re.search(r"(?i)\b_?(?:non|not|no)|[fF]alse|!", _line(one)) for one in proofs)


def _is_next(proofs: tuple[Proof, ...]) -> bool:
    """True if nothing is called between two of the places, and neither stands apart."""
    placed = sorted(((_whole(one), one) for one in proofs), key=lambda one: one[0].start)
    return any(
        one.outline is other.outline
        and one.outline.around(one.span) == other.outline.around(other.span)
        and not any(
            first.end <= call.whole.start and call.whole.end <= second.start
            for call in one.outline.calls
        )
        and not any(
            loop.span.contains(first) != loop.span.contains(second)
            for loop in one.outline.marked("loop")
        )
        for (first, one), (second, other) in pairwise(placed)
    )


def _whole(proof: Proof) -> Span:
    """All of the call that a place names."""
    own = [c.whole for c in proof.outline.calls if proof.span in (c.name_span, c.span, c.whole)]
    return min(own, key=lambda one: one.end - one.start, default=proof.span)


def _never(_: tuple[Proof, ...]) -> bool:
    return False


def _rule(words: str) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{words})\b", re.IGNORECASE)


_MANNERS: tuple[tuple[re.Pattern[str], Callable[[tuple[Proof, ...]], bool]], ...] = (
    (_rule("asynchronously|concurrently|in parallel"), _is_beside),
    (_rule("synchronously|sequentially"), lambda proofs: not _is_beside(proofs)),
    (_rule("lazily|as a fallback|optionally"), _is_under),
    (_rule("recursively"), _is_recursive),
    (
        re.compile(
            r"\b(?:another|(?:a|the|some) (?:different|other)) "
            r"(?!overload|method|function|thread|process|constructor|way)(?=[a-z])"
        ),
        _is_another,
    ),
    (re.compile(r"\bby default$"), _is_plain),
    (_rule("even (?:if|when|though) (?:it|that|this) (?:fails|raises|throws)"), _is_kept),
    (_rule("periodically|atomically|eagerly|anew|afresh|once more"), _never),
    (_rule("(?<!it )(?<!error )(?<!exception )(?<![#.:])again"), lambda proofs: len(proofs) > 1),
    (_rule("deep(?:ly)? (?:cop(?:y|ies)|clones?)"), _is_deep),
    (_rule("shallow(?:ly)? (?:cop(?:y|ies)|clones?)"), lambda proofs: not _is_deep(proofs)),
    (_rule(r"non[- ](?!null\b|empty\b|nil\b|zero\b|none\b|blocking\b)[a-z]+"), _is_denied),
    (_rule("(?:right|immediately|directly|straight|just) (?:after|before)"), _is_next),
    (_rule("in place(?! of)"), _is_in_place),
    (_rule(r"with (?:a|its) copy of"), _is_copied),
    (_rule(r"(?:everything|anything|all \w+|every \w+) (?:but|except|save)"), _never),
)
_INTO = re.compile(r"\b(?:into|onto) (?:the|its|a) (\w+)$")
_EVEN_IF = re.compile(
    r"\beven (?:if|when|though|after) `?([\w.]+)`?(?:\(\))? "
    r"(?:fails|raises|throws|errors|rejects|panics|failed|raised|threw)"
)


_STEM = 5  # letters that `writing` and `write` share, and more


def _despite(text: str, subject: Subject, proofs: tuple[Proof, ...]) -> Iterator[str]:
    """`calls g even if f fails`, where an error of `f` ends it before `g`."""
    said = _EVEN_IF.search(text)
    if said is None or subject.language == "go":
        return
    name = parts(said[1])[-1]
    doing = re.compile(rf"_*{name[:-3][:_STEM]}" if name.endswith("ing") else rf"{name}$")
    for proof in proofs:
        outline = proof.outline
        kept = {Around.FINALLY, Around.HANDLER} & outline.around(proof.span)
        deferred = any(one.span.contains(proof.span) for one in outline.marked("deferred"))
        for call in outline.calls if not (kept or deferred) else ():
            is_before = doing.match(call.name) and call.whole.end <= proof.span.start
            if is_before and not _is_caught(call.whole, proof):
                yield said[0]


def _is_caught(call: Span, proof: Proof) -> bool:
    """True for a call in a try that ends before what is shown."""
    tried = (one.span for one in proof.outline.regions if one.around is Around.TRY)
    return any(one.contains(call) and not one.contains(proof.span) for one in tried)


def is_said_alone(clause: Clause) -> bool:
    """True for `is only called internally`, where no one is named."""
    is_bare = not clause.objects and clause.count is None
    return clause.is_only and is_bare and clause.detail in ("", "any")
