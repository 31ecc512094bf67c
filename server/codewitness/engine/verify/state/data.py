"""Rules for data: attributes, names and subscripts that are read or written, and parameters."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from codewitness.engine.verify.calling.calls import RELEVANCE, call_hit
from codewitness.engine.verify.claim import Clause, Object
from codewitness.engine.verify.code.instance_variables import of_instance
from codewitness.engine.verify.code.keys import (
    given_by_key,
    is_spelt,
    keyed,
    put_as_option,
    put_by_key,
    unpacked,
)
from codewitness.engine.verify.code.mutating import changes, filling, handed_address, shovelled
from codewitness.engine.verify.code.setting_once import is_set_if_unset
from codewitness.engine.verify.code.stepping import CALLED, STEPPING, steps
from codewitness.engine.verify.code.values import is_value, squeezed
from codewitness.engine.verify.evidence import (
    EXACT,
    LOOSE,
    EvidenceType,
    Finding,
    InWords,
    doubtful,
)
from codewitness.engine.verify.hit import Hit, Hits
from codewitness.engine.verify.hits import judged
from codewitness.engine.verify.names import Fit, is_another_member, is_bound, parts
from codewitness.engine.verify.reading.objects import DESCRIBED
from codewitness.engine.verify.state.read_inside import is_parameter_of_inner, read_inside
from codewitness.engine.verify.state.restoring import RESTORING, put_back
from codewitness.engine.verify.state.set_by_choice import arm_with
from codewitness.engine.verify.state.turning import TURNING, turned
from codewitness.engine.verify.subject import Part, Subject
from codewitness.model.facts import Item
from codewitness.model.outline import Outline
from codewitness.model.text import Span

T = EvidenceType
CHANGING = frozenset(
    {"modify", "mutate", "update", "change", "alter", "populate", "delete", "record", *STEPPING}
    | {"reset", "replace", "overwrite", "store"}
)
FITTING = (Fit.EXACT, Fit.ALIAS, Fit.LOOSE)
_ALTERING = frozenset({"update", "modify", "mutate", "alter", "change"})
_FILLING = frozenset({"fill", "populate"})
_REPLACING = frozenset({"overwrite", "replace"})
_RESETTING = frozenset({"reset", "restore", "reinstate", "revert", "refresh"})
_QUOTES = "\"'`"


def rule_reads(clause: Clause, subject: Subject) -> Finding:
    """`reads x`; `only reads x` is contradicted by a write of it."""
    if clause.is_only:
        wrote = [
            hit for one in clause.objects for hit in write_hits(one, subject, "modify").fitting
        ]
        if wrote:
            return Finding(against=tuple(hit.proof() for hit in wrote))
    plain = replace(clause, is_only=False, arguments=())
    is_either = clause.detail == "access"
    finding = judged(plain, lambda one: _access_hits(one, subject, is_either=is_either))
    if clause.is_negated and not (finding.proofs or finding.doubt or clause.place):
        names = [parts(one.text)[-1] for one in clause.objects if one.is_code]
        finding = read_inside(names, subject) or finding
    return unless_plain(clause, finding, "read")


def is_deleted_from(outline: Outline, span: Span) -> bool:
    """True for the `m` of Go's `delete(m, k)`, which is changed and not read."""
    before = outline.text.raw[max(span.start - 16, 0) : span.start]
    return outline.language == "go" and re.search(rb"(?<![\w.])delete\(\s*$", before) is not None


def _access_hits(one: Object | None, subject: Subject, *, is_either: bool) -> Hits:
    """Reads; for `accesses` writes too."""
    read = read_hits(one, subject)
    if not is_either:
        return read
    wrote = write_hits(one, subject, "modify")
    fitting = (*read.fitting, *wrote.fitting)
    return Hits(fitting, "" if fitting else read.doubt, (*read.others, *wrote.others))


def unless_plain(clause: Clause, finding: Finding, done: str) -> Finding:
    """`finding`; but if only plain words say what it is about, what was not found may be there."""
    is_plain = clause.objects and all(not one.is_code for one in clause.objects)
    if is_plain and not finding.proofs:
        return doubtful(InWords(f"what is {done} is named in plain words only"))
    return finding


def read_hits(one: Object | None, subject: Subject) -> Hits:
    """Places that read an attribute, a subscript, a parameter or a variable."""
    hits: list[Hit] = []
    others: list[Hit] = []
    doubt = ""
    for part in subject.parts:
        outline = part.outline
        for item in outline.attribute_reads:
            if is_deleted_from(outline, item.span):
                continue
            fit = Fit.EXACT if one is None else fit_item(part, item.text, one.text)
            if fit is Fit.MAYBE:
                doubt = f"`{item.text}` may be it: what it is read from is not known here"
            elif fit is not Fit.NO:
                hits.append(hit_of(T.ATTRIBUTE_READ, item, outline, RELEVANCE[fit]))
            else:
                others.append(hit_of(T.ATTRIBUTE_READ, item, outline))
        if one is not None:
            targets = _targets(outline, "delete")
            hits += _subscripted(one.text, part, targets, is_written=False)
            hits += keyed(one.text, part, targets, is_written=False)
            hits += _plain_reads(one.text, part, hits)
            hits += given_by_key(one.text, part)
            hits += unpacked(one.text, part)
            hits += _asked_by_name(one.text, part)
    hits = list({(id(hit.outline), hit.span): hit for hit in hits}.values())
    doubt = "" if hits else doubt or as_a_string(one, subject)
    return of_instance(one, Hits(tuple(hits), doubt, tuple(others)))


def _asked_by_name(wanted: str, part: Part) -> Iterator[Hit]:
    """Ruby's `config.limit`, which calls a method and reads as an attribute does."""
    outline = part.outline
    if outline.language != "ruby" or len(parts(wanted)) == 1 or not wanted[-1:].isalnum():
        return
    for call in outline.calls:
        is_bare = outline.text.slice(call.whole) == call.text
        if is_bare and fit_item(part, call.text, wanted) is Fit.EXACT:
            yield Hit(T.ATTRIBUTE_READ, call.text, outline, call.span, call.span)


def as_a_string(one: Object | None, subject: Subject) -> str:
    """Why something may be done to a name that is found as a string alone; else empty."""
    if one is None or not one.is_code or not is_spelt(one.text, subject):
        return ""
    return f"`{one.text}` stands there as a string; whether as a key of it can't be seen"


def fit_item(part: Part, written: str, wanted: str) -> Fit:
    """How `written` in the code fits the attribute, element or name `wanted`."""
    if "[" in wanted:
        return Fit.EXACT if squeezed(written).endswith(squeezed(wanted)) else Fit.NO
    asked = parts(wanted)
    is_other = is_another_member(written, wanted)
    if len(asked) == 1 and parts(written)[-1].removeprefix("#") == asked[0] and not is_other:
        return Fit.EXACT  # `this.#size` is JavaScript's private `size`
    if asked[0][:1] == "@" and written == wanted:
        return Fit.EXACT
    return part.around.fit(written, wanted, part.outline)


def hit_of(kind: EvidenceType, item: Item, outline: Outline, relevance: float = EXACT) -> Hit:
    """The place of an item."""
    return Hit(kind, item.text, outline, item.span, item.span, relevance)


def _subscripted(wanted: str, part: Part, targets: set[Span], *, is_written: bool) -> Iterator[Hit]:
    """Subscripts written out, `x["key"]`, or whose key is the wanted string."""
    outline = part.outline
    for item in outline.subscripts:
        is_target = item.span in targets
        if is_target != is_written:
            continue
        is_whole = "[" in wanted and squeezed(item.text).endswith(squeezed(wanted))
        is_key = wanted[:1] in _QUOTES and item.key.strip(_QUOTES) == wanted.strip(_QUOTES)
        if is_whole or is_key:
            found_span = Item(item.text, item.span)
            yield hit_of(T.SUBSCRIPT_ACCESS, found_span, outline)


def _plain_reads(wanted: str, part: Part, known: list[Hit]) -> Iterator[Hit]:
    """Reads of a plain name: a parameter, a variable, a field without `this`."""
    asked = parts(wanted)
    outline = part.outline
    name = asked[-1]
    is_member = len(asked) == 2 and asked[0] in part.around.own_words
    if len(asked) > 1 and not (is_member and part.around.implicit_self):
        return
    if not re.fullmatch(r"[@$\w]+", name) or (is_member and is_bound(outline, name)):
        return
    targets = {
        one.target_span.start for one in outline.assigned if one.target_span != one.value_span
    }
    bound = {item.span.start for item in outline.marked("bound")}
    taken = [hit.span for hit in known]
    for item in outline.occurrences(name):
        if item.span.start in targets | bound or not is_free(outline, item.span):
            continue
        if is_parameter_of_inner(outline, item.span):
            continue
        if not any(span.contains(item.span) for span in taken):
            is_parameter = any(one.name == name for one in outline.parameters)
            kind = T.PARAMETER_USE if is_parameter else T.ATTRIBUTE_READ
            yield hit_of(kind, item, outline)


def is_free(outline: Outline, span: Span) -> bool:
    """True for a name that stands alone: no member of another, no call, no keyword's name."""
    raw = outline.text.raw
    before = raw[max(span.start - 3, 0) : span.start].rstrip()
    after = raw[span.end : span.end + 4]
    if before.endswith((b".", b"->", b"::")) and not before.endswith(b"..."):
        return False
    if re.match(rb"\s*\(", after):
        return False
    if re.match(rb"=[^=>]", after) and outline.language == "python":
        return False
    return not (re.match(rb"\s*:[^:]", after) and outline.language in _LABELLED)


_LABELLED = frozenset({"javascript", "typescript", "tsx", "go", "rust", "swift", "ruby", "csharp"})


def write_hits(
    one: Object | None, subject: Subject, lemma: str, values: tuple[str, ...] = ()
) -> Hits:
    """As `_written`; of what is said to be filled, that it is made is not looked for."""
    hits = of_instance(one, _written(one, subject, lemma, values))
    if not hits.fitting and not hits.doubt and one is not None:
        handed = (handed_address(one.text, part, fit_item) for part in subject.parts)
        if taker := next(filter(None, handed), ""):
            return Hits((), f"its address is handed to `{taker}`, which may change it", hits.others)
    if lemma in _REPLACING:  # `x ||= v` leaves what is there, `x[k] = v` all else
        kept = [hit for hit in hits.fitting if not is_set_if_unset(hit.outline, hit.span)]
        whole = [hit for hit in kept if one is None or _is_of_all(hit, one.text)]
        is_part = bool(kept) and not whole
        doubt = "what is in it is changed; whether all of it is can't be told" if is_part else ""
        hits = Hits(tuple(whole), hits.doubt or doubt, hits.others)
    if lemma in _ALTERING:  # `const { x } = y` alters no x
        kept = [hit for hit in hits.fitting if not _is_declared(hit)]
        hits = hits._replace(fitting=tuple(kept))
    is_each = one is not None and one.noun == DESCRIBED and lemma in _RESETTING
    is_such = lemma in _FILLING or is_each  # `resets every bucket`
    if is_such and hits.fitting and all(map(is_bound_there, hits.fitting)):
        return Hits((), "it is made there; what fills it can't be seen", hits.others)
    return hits


def _written(one: Object | None, subject: Subject, lemma: str, values: tuple[str, ...]) -> Hits:
    """Places that set an attribute, a subscript or a variable; by a call, if it may be changed."""
    hits: list[Hit] = []
    others: list[Hit] = []
    wanted, values = (values, ()) if lemma in STEPPING else ((), values)
    for part in subject.parts:
        outline = part.outline
        for item in outline.attribute_writes:
            fit = Fit.EXACT if one is None else fit_item(part, item.text, one.text)
            written = hit_of(T.ATTRIBUTE_WRITE, item, outline)
            fitting = None if fit in (Fit.NO, Fit.MAYBE) else _set_so(written, values)
            (others if fitting is None else hits).append(fitting or written)
        if one is None:
            continue
        for by_key in (_subscripted, keyed):
            for hit in by_key(one.text, part, _targets(outline, lemma), is_written=True):
                fitting = _set_so(hit, values)
                (others if fitting is None else hits).append(fitting or hit)
        elements = list(_element_writes(one.text, part, lemma))
        for hit in elements:
            fitting = _set_so(hit, values)
            (others if fitting is None else hits).append(fitting or hit)
        others += _other_elements([hit.span for hit in elements], part, lemma)
        hits += _plain_writes(one.text, part, values)
        hits += () if values else put_by_key(one.text, part)
        for hit, given in put_as_option(one.text, part):
            is_so = not values or is_value(given, values[0], outline.language)
            (hits if is_so else others).append(hit)
        if lemma in CHANGING:
            changed = mutations(one.text, part, CALLED.get(STEPPING.get(lemma, "")))
            known = [hit.span for hit in hits if hit.outline is outline]
            hits += [hit for hit in changed if not any(map(hit.whole.contains, known))]
    unique = {(id(hit.outline), hit.span): hit for hit in hits}
    kept = list(unique.values())
    if (told := _of_verb(kept, lemma, wanted, values)) is not None:
        return Hits(tuple(told[0]), told[1], tuple(others))
    return Hits(tuple(_but_first_values(kept, one, lemma)), "", tuple(others))


def _but_first_values(hits: list[Hit], one: Object | None, lemma: str) -> list[Hit]:
    """`advances i` and `alters x` are said of what has a value, and not of what gives it one."""
    if lemma == "advance" and any(not is_bound_there(hit) for hit in hits):
        return [hit for hit in hits if not is_bound_there(hit)]
    if lemma in _ALTERING and one is not None and len(hits) > 1 and one.text.isidentifier():
        first = min(hits, key=lambda hit: hit.span)
        return [hit for hit in hits if hit is not first or not is_bound_there(hit)]
    return hits


def _of_verb(
    hits: list[Hit], lemma: str, by: tuple[str, ...], values: tuple[str, ...]
) -> tuple[list[Hit], str] | None:
    """Those that do what the verb says, and a reason why others may; None if it says no more."""
    if lemma in STEPPING:
        return steps(hits, lemma, by)
    if lemma in RESTORING and not values:
        return put_back(hits)
    return turned(hits, lemma) if lemma in TURNING and not values else None


def _is_of_all(hit: Hit, wanted: str) -> bool:
    """False where an element is set, or a call adds to it: `x.update(y)` replaces no x."""
    if "[" in wanted or hit.type is T.ATTRIBUTE_WRITE:
        return "[" in wanted or "[" not in hit.detail
    name = parts(hit.detail)[-1]
    return (
        hit.type is T.CALL and re.match(r"(?i)_?(?:repl|overwr|assign|swap|set)", name) is not None
    )


_DECLARING = re.compile(rb"\b(?:const|let|var|val|auto)\s*$")


def _is_declared(hit: Hit) -> bool:
    """True of the target of a declaration."""
    raw = hit.outline.text.raw
    return _DECLARING.search(raw[max(hit.span.start - 12, 0) : hit.span.start]) is not None


def is_bound_there(hit: Hit) -> bool:
    """True where a local variable gets its first value, which is no change of it."""
    after = hit.outline.text.raw[hit.span.end : hit.span.end + 60].decode("utf-8", "replace")
    return re.match(r"\s*(?:[-+*/|&^%]=|\+\+|--|<<)", after) is None and any(
        one.target_span == hit.span and one.target.split()[-1].isidentifier()
        for one in hit.outline.assigned
    )


def _set_so(hit: Hit, values: tuple[str, ...]) -> Hit | None:
    """The place, if that is what is set there; the arm with it, if it is so in that alone."""
    outline = hit.outline
    own = [one for one in outline.assigned if one.target_span.contains(hit.span)]
    if not values or any(is_value(one.value, values[0], outline.language) for one in own):
        return hit
    arm = next(filter(None, (arm_with(one, values[0], outline) for one in own)), None)
    return None if arm is None else hit._replace(whole=arm, relevance=LOOSE)


def _targets(outline: Outline, lemma: str) -> set[Span]:
    """What is set; what is deleted too, if it is but said to be changed."""
    targets = {one.target_span for one in outline.assigned}
    if lemma in CHANGING:
        targets |= {item.span for item in outline.marked("deleted")}
    return targets


def _element_writes(wanted: str, part: Part, lemma: str) -> Iterator[Hit]:
    """`x[k] = v` writes into `x`."""
    if "[" in wanted:
        return
    outline = part.outline
    targets = _targets(outline, lemma)
    for item in outline.subscripts:
        if item.span in targets and fit_item(part, item.target, wanted) not in (Fit.NO, Fit.MAYBE):
            yield hit_of(T.SUBSCRIPT_ACCESS, Item(item.text, item.span), outline)


_IN_MEMBER = re.compile(r"(?:.*(?:\.|->|::)|@)#?\w+", re.DOTALL)


def _other_elements(known: list[Span], part: Part, lemma: str) -> Iterator[Hit]:
    """`this.x[k] = v`, where another is said to be written; of a variable it may be its own."""
    for item in part.outline.subscripts:
        is_target = item.span in _targets(part.outline, lemma) and item.span not in known
        if is_target and _IN_MEMBER.fullmatch(item.target.strip()):
            yield hit_of(T.SUBSCRIPT_ACCESS, Item(item.text, item.span), part.outline)


def _plain_writes(wanted: str, part: Part, values: tuple[str, ...]) -> Iterator[Hit]:
    asked = parts(wanted)
    outline = part.outline
    is_member = len(asked) == 2 and asked[0] in part.around.own_words
    if len(asked) > 1 and not (is_member and part.around.implicit_self):
        return
    for one in outline.assigned:
        if one.target.startswith("&") and outline.language == "cpp":
            continue  # a reference is bound, and nothing written
        plain = re.sub(r"(?<=[\w\])])\[[^\]]*\]", "", one.target)  # not the `y` of `x[y]`
        names = re.split(r"[,\s()\[\]{}:&*]+", plain)
        if asked[-1] in names or one.target == wanted:
            if is_member and is_bound(outline, asked[-1]):
                continue
            if not values or is_value(one.value, values[0], outline.language):
                yield Hit(T.ATTRIBUTE_WRITE, one.target, outline, one.target_span, one.target_span)
            elif arm := arm_with(one, values[0], outline):
                yield Hit(T.ATTRIBUTE_WRITE, one.target, outline, one.target_span, arm, LOOSE)


def mutations(wanted: str, part: Part, also: re.Pattern[str] | None = None) -> Iterator[Hit]:
    """`x.append(…)` changes `x`; so do calls whose names are like `also`."""
    for call in part.outline.calls:
        if not changes(call, part.outline) and (also is None or not also.match(call.name)):
            continue
        receiver = part.outline.text.slice(Span(call.span.start, call.name_span.start))
        receiver = re.sub(r"(?:\?\.|\.|->|::|!!|\s)+$", "", receiver)
        if receiver and fit_item(part, receiver, wanted) not in (Fit.NO, Fit.MAYBE):
            yield call_hit(call, part, LOOSE)
    for span in shovelled(wanted, part):
        yield Hit(T.ATTRIBUTE_WRITE, wanted, part.outline, span, span, LOOSE)
    for call, given in filling(wanted, part, fit_item):
        yield call_hit(call, part, LOOSE)._replace(detail=f"*{given}")


def rule_subscripts(clause: Clause, subject: Subject) -> Finding:
    """`subscripts x`, perhaps with an index."""
    keys = [squeezed(key.strip(_QUOTES)) for key in clause.arguments]

    def find(one: Object | None) -> Hits:
        hits = []
        for part in subject.parts:
            for item in part.outline.subscripts:
                is_target = one is None or (
                    squeezed(item.text).endswith(squeezed(one.text))
                    if "[" in one.text
                    else fit_item(part, item.target, one.text) not in (Fit.NO, Fit.MAYBE)
                )
                written = _STEPPED.sub("", squeezed(item.key.strip(_QUOTES)))
                if is_target and (not keys or written in keys or parts(written)[-1:] in tails):
                    hits.append(
                        hit_of(T.SUBSCRIPT_ACCESS, Item(item.text, item.span), part.outline)
                    )
        return Hits(tuple(hits))

    tails = [(key,) for key in keys if key.isidentifier()]
    plain = replace(clause, arguments=(), condition=None, is_only=False)
    return unless_plain(clause, judged(plain, find), "subscripted")


_STEPPED = re.compile(r"\+\+|--")  # `at++`, which is an index all the same
