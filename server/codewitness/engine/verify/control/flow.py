"""Rules for the flow of control: loops, branches, tries, exceptions, awaits, fallbacks, caching."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from codewitness.engine.verify.calling.calls import call_hit
from codewitness.engine.verify.calling.checked_results import rule_checks_results
from codewitness.engine.verify.claim import Clause, Object
from codewitness.engine.verify.code.choosing_otherwise import chooses_otherwise
from codewitness.engine.verify.code.default_arms import DEFAULT_ARM, default_arms
from codewitness.engine.verify.conditions.asking_errors import asked_of_errors
from codewitness.engine.verify.conditions.bounded_loops import rule_times
from codewitness.engine.verify.conditions.led import is_led
from codewitness.engine.verify.control.done_in_loops import called_in_no_loop
from codewitness.engine.verify.control.iterating import goes_over, iterated_in, loops_over, names_of
from codewitness.engine.verify.control.until import compares, goes_on_so, heads_of, speaks_of_code
from codewitness.engine.verify.errors.checked_so import rule_checks_that
from codewitness.engine.verify.evidence import (
    LOOSE,
    NOTHING,
    EvidenceType,
    Finding,
    InWords,
    Proof,
    doubtful,
    found,
)
from codewitness.engine.verify.hit import Hit, Hits, has_word
from codewitness.engine.verify.hits import combined, judged
from codewitness.engine.verify.names import Fit, parts
from codewitness.engine.verify.plain_verbs.compared_with import only_compared
from codewitness.engine.verify.reading.spelled_short import in_words, is_spoken_in
from codewitness.engine.verify.state.channels import asked_by_select
from codewitness.engine.verify.subject import Part, Subject
from codewitness.model.facts import Item
from codewitness.model.outline import Around, Outline
from codewitness.model.text import Span

T = EvidenceType
_BLOCKS = tuple(
    f"enumerate{what}{how}"
    for what in ("Objects", "KeysAndObjects")
    for how in ("UsingBlock", "WithOptions")
)
_EACH_ALONE = frozenset({"forEach", "for_each", "forEachIndexed", "ForEach", *_BLOCKS})
_ALWAYS = r"(?:True|true|1|YES)"
_ENDLESS = re.compile(
    rf"loop\b|while[ \t]*(?:\(\s*{_ALWAYS}\s*\)|{_ALWAYS}[ \t]*(?:[:{{;]|do\b|$))"
    r"|until[ \t]+(?:false|nil)\b|for\s*(?:\{|\(?[^;{}()]*;\s*;)",
    re.MULTILINE,
)
_ENDLESS_BEHIND = re.compile(
    rf"(?:do|begin|repeat)\b.*(?:\}}|\bend|;)\s*while\s*\(?\s*{_ALWAYS}\s*\)?\s*;?$", re.DOTALL
)
_EACH = frozenset({"forEach", "each", "map", "for_each", "forEachIndexed", "each_with_index"})
_EACH |= frozenset(_BLOCKS)


def rule_loops(clause: Clause, subject: Subject) -> Finding:
    """`has a loop`, `loops over x`."""
    if (bounded := rule_times(clause, subject)) is not None:
        return bounded
    if called := called_in_no_loop(clause, subject):
        return doubtful(f"`{called}` is called, and in no loop")
    plain = any(not one.is_code for one in clause.objects)
    finding = judged(clause, lambda one: _loop_hits(clause, one, subject))
    if finding == NOTHING and not clause.objects and not clause.detail:
        return _by_callback(subject)
    if finding == NOTHING and plain:
        has_loop = any(p.outline.marked("loop", "comprehension") for p in subject.parts)
        if told := judged(
            replace(clause, objects=()), lambda _: _told_hits(clause, subject)
        ).proofs:
            return Finding(proofs=told)
        if has_loop:
            return doubtful(InWords("it loops, but over what is said in plain words only"))
    return finding


def _loop_hits(clause: Clause, one: Object | None, subject: Subject) -> Hits:
    hits: list[Hit] = []
    doubt = ""
    for part in subject.parts:
        outline = part.outline
        loops = outline.marked("loop")
        for item in loops:
            if clause.detail == "nested" and not _is_nested(item, loops):
                continue
            is_sort = _is_sort(item, clause.detail.removeprefix("nested"), ("for", "while", "do"))
            if not is_sort and not (one and clause.detail == "for" and is_led(item, outline)):
                continue
            if (otherwise := _goes_on_else(clause.described, outline, item.span)) is not None:
                doubt = otherwise or doubt
                continue
            is_over = one is None or loops_over(item, one.text, part)
            if is_over:
                hits.append(statement(T.LOOP, item, outline))
            elif is_over is None and one is not None:
                doubt = f"it loops over what is made of `{one.text}`, or is a part of it"
        if one is not None:
            hits += _other_iterations(one, part, hits)
    return Hits(tuple(hits), "" if hits else doubt)


def _goes_on_else(described: str, outline: Outline, loop: Span) -> str | None:
    """None for a loop that goes on as is said; a doubt, or empty where it does not."""
    goes_on = goes_on_so(described, outline, loop)
    if described and goes_on is False:
        is_plain = not speaks_of_code(described, outline)
        return InWords("how long the loop goes on is said in plain words only") if is_plain else ""
    is_open = described and goes_on is None and not _is_headed_by(described, outline, loop)
    return "whether the loop goes on as is said can't be told" if is_open else None


_LASTING = frozenset({"until", "while", "there", "that", "which", "with", "from", "more", "left"})


def _is_headed_by(described: str, outline: Outline, loop: Span) -> bool:
    """True if the condition that the loop itself has names all that is said in plain words."""
    if compares(described):
        return False
    head = " ".join(one.text for one in heads_of(loop, outline))
    told = f"{head} {in_words(head)}".lower()
    words = [w for w in re.findall(r"[a-z]{4,}", described.lower()) if w not in _LASTING]
    return bool(words) and all(is_spoken_in(word, told) for word in words)


def _told_hits(clause: Clause, subject: Subject) -> Hits:
    """The loops of the sort that is said whose head has a name that ends in the plain words."""
    nouns = [(one.text.split() or [""])[-1] for one in clause.objects]
    found, left = [], set(nouns)
    for hit in _loop_hits(replace(clause, objects=()), None, subject).fitting:
        head = _named_in_head(hit, subject)
        ends = {name[-1].lower() for name in map(_split_name, re.findall(r"[A-Za-z_]\w*", head))}
        if told := {one for one in nouns if {one, one.removesuffix("s")} & ends}:
            found.append(hit._replace(relevance=LOOSE))
            left -= told
    return Hits(() if left else tuple(found))


def _named_in_head(hit: Hit, subject: Subject) -> str:
    """The head of a loop without the owner of what it goes over: of `order.lines` the lines."""
    head = hit.outline.text.slice(hit.span)
    parts_of = [part for part in subject.parts if part.outline is hit.outline]
    for part in parts_of:
        for text in iterated_in(Item(hit.detail, hit.whole), part):
            head = head.replace(text, " ".join(names_of(text)))
    return head


def _split_name(name: str) -> list[str]:
    return re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+", name) or [name]


def _is_nested(loop: Item, loops: Sequence[Item]) -> bool:
    """True for a loop in a loop, and for that around it."""
    return any(
        one.span != loop.span and (one.span.contains(loop.span) or loop.span.contains(one.span))
        for one in loops
    )


def _by_callback(subject: Subject) -> Finding:
    """`xs.forEach(f)` is a loop to some; what it runs is a function of its own."""
    for part in subject.parts:
        for call in part.outline.calls:
            if call.name in _EACH_ALONE and part.outline.language != "ruby":
                return doubtful(
                    f"`{call.text}` iterates, which is a loop to some and not to others"
                )
    return NOTHING


def _is_sort(item: Item, wanted: str, sorts: tuple[str, ...]) -> bool:
    """True if the statement begins with the wanted keyword, or any will do."""
    if wanted == "infinite":
        text = item.text.rstrip()
        return (_ENDLESS.match(text) or _ENDLESS_BEHIND.match(text)) is not None
    if wanted not in sorts:
        return True
    if wanted == "switch" and re.match(r"[^\n{]*\bswitch\b", item.text):
        return True  # `o switch { … }` of C#
    return re.match(rf"(?:async\s+)?{wanted}(?:each)?\b", item.text) is not None or (
        wanted == "while" and item.text.startswith(("do", "repeat", "until"))
    )


def rule_finally(_clause: Clause, subject: Subject) -> Finding:
    """`has a finally`: shown by its keyword, which may stand a line before the block."""
    return found(
        Proof(EvidenceType.TRY, "finally", part.outline, _from_keyword(region.span, part.outline))
        for part in subject.parts
        for region in part.outline.regions
        if region.around is Around.FINALLY
    )


_KEYWORD_BEFORE = re.compile(rb"\b(?:finally|ensure|defer)\b[\s:]*$")
_BEFORE_BLOCK = 200  # bytes


def _from_keyword(block: Span, outline: Outline) -> Span:
    start = max(block.start - _BEFORE_BLOCK, 0)
    keyword = _KEYWORD_BEFORE.search(outline.text.raw[start : block.start])
    return block if keyword is None else Span(start + keyword.start(), block.end)


def statement(kind: EvidenceType, item: Item, outline: Outline) -> Hit:
    """A statement: shown by its first line."""
    first = item.text.split("\n", 1)[0]
    start = Span(item.span.start, item.span.start + len(first.encode()))
    return Hit(kind, first.strip()[:80], outline, start, item.span)


def _other_iterations(one: Object, part: Part, known: list[Hit]) -> Iterator[Hit]:
    """Comprehensions over it, and `x.forEach(…)`."""
    outline = part.outline
    for item in outline.marked("iterated"):
        is_known = any(hit.whole.contains(item.span) for hit in known)
        if not is_known and (goes_over(item.text, one.text, part)):
            yield Hit(T.LOOP, item.text, outline, item.span, item.span, LOOSE)
    for call in outline.calls:
        receiver = call.text[: -len(call.name)].rstrip(".?!:")
        if call.name in _EACH and receiver and goes_over(receiver, one.text, part):
            yield call_hit(call, part, LOOSE)._replace(type=T.LOOP)


_TYPES = re.compile(r"switch\b[^{]*\.\(type\)")


def branch_hits(clause: Clause, one: Object | None, subject: Subject) -> Hits:
    """The conditions that ask for one thing; all conditionals if none is named."""
    if clause.detail == "type switch":  # Go's
        switches = branch_hits(replace(clause, detail="switch"), None, subject).fitting
        of_types = [hit for hit in switches if _TYPES.match(_from(hit))]
        return Hits(tuple(h for h in of_types if one is None or has_word(_from(h), one.text)))
    hits: list[Hit] = []
    for part in subject.parts:
        outline = part.outline
        if one is None:
            hits += [
                statement(T.CONDITIONAL, item, outline)
                for item in outline.marked("conditional")
                if _is_sort(
                    item,
                    clause.detail,
                    ("if", "switch", "match", "when", "case", "guard", "select"),
                )
            ]
            continue
        hits += [
            Hit(T.CONDITIONAL, item.text, outline, item.span, item.span)
            for item in outline.marked("condition")
            if _mentions(item.text, one.text, part)
            and all(_mentions(item.text, name, part) for name in clause.arguments)
        ]
        if not clause.arguments:
            hits += _tested_by_call(one, part, hits)
        if not clause.arguments:
            hits += _initialised(one, part, hits)
        if not hits:
            hits += _compared(one, clause.arguments, part)
    hits += () if hits or clause.arguments else asked_by_select(one, subject)
    unique = {(id(hit.outline), hit.proof().line): hit for hit in hits}
    return Hits(tuple(unique.values()))


def _from(hit: Hit) -> str:
    line = hit.outline.text.line_span(hit.outline.text.line_at(hit.span.start))
    return hit.outline.text.slice(Span(hit.span.start, max(line.end, hit.span.start)))


_INITIALISED = re.compile(r"\s*(?:else\s+)?if\b[\s(]*([^;{]*);[^;{]*\{")
_UNWRAPPED = re.compile(
    r"\s*(?:else\s+)?(?:if|guard|while)\b([^{]*?\b(?:let|var|case)\b[^{]*?)(?:\belse\s*)?\{"
)


def _initialised(one: Object, part: Part, known: list[Hit]) -> Iterator[Hit]:
    """`if v, ok := table[k]; ok {` of Go and C++: it is what `ok` is made of that is checked.

    So is the `y` of `guard let x = y else {` of Swift.
    """
    outline = part.outline
    forms = {"go": _INITIALISED, "cpp": _INITIALISED, "swift": _UNWRAPPED}
    form = forms.get(outline.language)
    for item in outline.marked("conditional", "loop") if form is not None else ():
        head = form.match(item.text) if form is not None else None
        if head is None or not _mentions(head[1], one.text, part):
            continue
        span = Span(item.span.start, item.span.start + len(head[0].rstrip("{ ").encode()))
        if not any(span.contains(hit.span) for hit in known):
            yield Hit(T.CONDITIONAL, head[0].rstrip("{ ").strip(), outline, span, span)


def rule_branches(clause: Clause, subject: Subject) -> Finding:
    """`has a conditional`, `checks x`; `compares x` is held to what is compared."""
    return only_compared(clause, _branches(clause, subject))


def _branches(clause: Clause, subject: Subject) -> Finding:
    def find(one: Object | None) -> Hits:
        return branch_hits(clause, one, subject)

    told = rule_checks_results(clause, subject) or rule_checks_that(clause, subject)
    if told is not None:
        return told
    if clause.objects and all(not one.is_code for one in clause.objects):
        words = [w for one in clause.objects for w in re.findall(r"[a-z\d]+", one.text)]
        names = Clause(predicate=clause.predicate, objects=tuple(Object(w) for w in words))
        finding = combined([judged(names, find)], any_of=True)
        if clause.is_negated and finding.proofs:
            finding = replace(finding, proofs=_without_texts(finding.proofs, words))
        if not finding.proofs:
            return doubtful(InWords("what is checked is said in plain words"))
        return asked_of_errors(clause, finding, subject)
    finding = judged(clause, find)
    if finding == NOTHING and any(_is_asked_safely(one.text, subject) for one in clause.objects):
        return doubtful("`?.` asks whether it is there")
    if finding == NOTHING and not clause.objects and clause.detail in ("", "branch"):
        doubt = chooses_otherwise(clause, subject)
        return doubtful(doubt) if doubt else NOTHING
    return asked_of_errors(clause, finding, subject)


def _is_asked_safely(name: str, subject: Subject) -> bool:
    """True for the `signal` of `signal?.check()`."""
    asked = re.compile(rf"(?<!\w){re.escape(name)}[?&]\.(?!\d)")
    outlines = [part.outline for part in subject.parts]
    return any(asked.search(one.text.slice(gap)) for one in outlines for gap in one.gaps)


_TEXT = re.compile(r"\"[^\"\n]*\"|'[^'\n]*'")


def _without_texts(proofs: tuple[Proof, ...], words: Sequence[str]) -> tuple[Proof, ...]:
    """Those that have the word in a name, and not in a text alone: `"max-age" in cc`."""
    return tuple(
        one for one in proofs if any(has_word(_TEXT.sub("", one.detail), word) for word in words)
    )


def _mentions(text: str, wanted: str, part: Part) -> bool:
    if has_word(text, wanted):
        return True
    asked = parts(wanted)
    return (
        len(asked) == 2
        and asked[0] in ("self", "this")
        and (part.around.implicit_self and has_word(text, asked[1]))
    )


_COMPARISON = r"(?:[=!]==?|<=>|[<>]=?|=~|\bis(?:\s+not)?\b|\binstanceof\b|\bin\b)"


_OWNER = r"(?:[\w$\])]+(?:\.|->|::))*"


def _compared(one: Object, others: tuple[str, ...], part: Part) -> Iterator[Hit]:
    """`return a == x`: what is compared outside of any condition."""
    outline = part.outline
    chain = re.escape(one.text.removesuffix("()"))
    beside = re.compile(
        rf"{_COMPARISON}\s*[&*]?{_OWNER}{chain}(?![\w$])|(?<![\w$]){chain}\s*{_COMPARISON}"
    )
    for item in outline.occurrences(parts(one.text)[-1]):
        line = outline.text.line_span(outline.text.line_at(item.span.start))
        text = outline.text.slice(line)
        if beside.search(text) and all(has_word(text, name) for name in others):
            yield Hit(T.CONDITIONAL, "comparison", outline, item.span, item.span, LOOSE)


def _tested_by_call(one: Object, part: Part, known: list[Hit]) -> Iterator[Hit]:
    """`isinstance(x, …)` and the like outside of a condition's text."""
    for call in part.outline.calls:
        if call.name in ("isinstance", "hasattr", "issubclass", "callable", "assert"):
            hit = call_hit(call, part, LOOSE)
            is_known = any(k.span.contains(hit.span) for k in known)
            if not is_known and has_word(hit.arguments or "", one.text):
                yield hit._replace(type=T.CONDITIONAL)


def rule_tries(clause: Clause, subject: Subject) -> Finding:
    """`has a try`; `tries three times`, which is said of a loop around it."""
    if (bounded := rule_times(clause, subject)) is not None:
        return bounded
    return judged(clause, lambda _: _marks(subject, T.TRY, "try"))


def _marks(subject: Subject, kind: EvidenceType, *names: str) -> Hits:
    return Hits(
        tuple(
            statement(kind, item, part.outline)
            for part in subject.parts
            for item in part.outline.marked(*names)
        )
    )


# Statements that begin with a word of their own, and how a language spells it.
_WORDS = {"assert": T.CONDITIONAL, "break": T.LOOP, "continue": T.LOOP, "goto": T.CONDITIONAL}
_SPELT = {("continue", "ruby"): ("next",)}


def rule_has(clause: Clause, subject: Subject) -> Finding:
    """`has a comprehension`, `uses a with block`."""
    kinds = {"comprehension": T.LOOP, "with": T.TRY, "deferred": T.CALL, "spawned": T.CALL}
    if clause.detail in kinds:
        return judged(clause, lambda one: _holding(one, subject, kinds[clause.detail], clause))
    if clause.detail == DEFAULT_ARM:
        return found(default_arms(subject))
    if clause.detail == "break" and clause.is_only and (left := _left_else(subject)):
        return Finding(against=left)
    if (kind := _WORDS.get(clause.detail)) is not None:
        hits = [
            Hit(kind, clause.detail, part.outline, item.span, item.span)
            for part in subject.parts
            for word in _SPELT.get((clause.detail, part.outline.language), (clause.detail,))
            for item in part.outline.occurrences(word)
        ]
        return judged(replace(clause, objects=()), lambda _: Hits(tuple(hits)))
    if clause.detail == "ternary":
        proofs = []
        for part in subject.parts:
            loose = [i.span for i in part.outline.marked("conditional")]
            for item in part.outline.marked("fallback"):
                holders = [s for s in loose if s.contains(item.span)]
                after = part.outline.text.raw[max(item.span.start - 6, 0) : item.span.start]
                if re.search(rb"(?:\belse|:)\s*$", after) or (not holders and b":" in after):
                    proofs.append(Proof(T.CONDITIONAL, "ternary", part.outline, item.span))
        return found(proofs)
    return doubtful("that is not something that signals show")


def _left_else(subject: Subject) -> tuple[Proof, ...]:
    """Where a loop is left, but not by `break`."""
    proofs = []
    for part in subject.parts:
        exits = [item.span for item in part.outline.returns]
        exits += [item.span for item in part.outline.marked("raised")]
        proofs += [
            Proof(T.LOOP, "exit", part.outline, span)
            for span in sorted(exits)
            if Around.LOOP in part.outline.around(span)
        ]
    return tuple(proofs)


def _holding(one: Object | None, subject: Subject, kind: EvidenceType, clause: Clause) -> Hits:
    """The statements of this kind; those with a call of `one`, if it is named."""
    if one is None:
        return _marks(subject, kind, clause.detail)
    hits = []
    for part in subject.parts:
        for item in part.outline.marked(clause.detail):
            inside = [c for c in part.outline.calls if item.span.contains(c.whole)]
            fits = {part.around.fit_call(c, one.text, part.outline) for c in inside}
            is_said = _runs_in_block(part, item, one)
            if fits - {Fit.NO, Fit.MAYBE} or is_said:
                hits.append(statement(kind, item, part.outline))
    return Hits(tuple(hits))


def _runs_in_block(part: Part, item: Item, one: Object) -> bool:
    """True for `defer { f() }` of Swift, whose block is a function of its own to the grammar."""
    if not one.is_code and one.text.isalpha():  # `defers the unlock`
        return any(
            call.name.lower() == one.text.lower()
            for call in part.outline.calls
            if item.span.contains(call.whole)
        )
    return part.outline.language == "swift" and has_word(item.text, one.text.removesuffix("()"))
