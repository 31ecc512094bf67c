"""Rules for parameters: which there are, their defaults, and which are used."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from codewitness.engine.verify.calling.receivers import rule_receiver
from codewitness.engine.verify.claim import Clause, Object
from codewitness.engine.verify.code.nulls import NULL_WORDS
from codewitness.engine.verify.code.variadic import taken_variadic
from codewitness.engine.verify.evidence import (
    EXACT,
    LOOSE,
    NOTHING,
    EvidenceType,
    Finding,
    InWords,
    Proof,
    doubtful,
    found,
)
from codewitness.engine.verify.headers.shape import rule_imports
from codewitness.engine.verify.hit import has_word
from codewitness.engine.verify.hits import Finder, combined, judged
from codewitness.engine.verify.name_words import letters_in
from codewitness.engine.verify.names import parts
from codewitness.engine.verify.reading.objects import DESCRIBED
from codewitness.engine.verify.reading.stems import stems
from codewitness.engine.verify.state.data import is_free
from codewitness.engine.verify.state.defaults import in_header
from codewitness.engine.verify.state.parameter_sorts import is_of_sort
from codewitness.engine.verify.state.unused import unused
from codewitness.engine.verify.state.uses import use_hits
from codewitness.engine.verify.subject import Subject
from codewitness.model.facts import Kind
from codewitness.model.outline import Outline, Parameter
from codewitness.model.text import Span

T = EvidenceType


def own_parameters(outline: Outline) -> list[Parameter]:
    """The parameters that a caller gives."""
    given = list(outline.parameters)
    if given and outline.language == "python" and given[0].name in ("self", "cls", "mcs"):
        return given[1:]
    return given


def given_to(subject: Subject) -> list[Parameter]:
    """The parameters that a caller of the subject gives, whatever its object is called."""
    outline = subject.head.outline
    given = own_parameters(outline)
    is_bound = subject.kind in (Kind.METHOD, Kind.CONSTRUCTOR, Kind.PROPERTY)
    if outline.language != "python" or not is_bound or len(given) < len(outline.parameters):
        return given
    is_static = any("staticmethod" in item.text for item in outline.marked("decorator"))
    return given if is_static or (given and given[0].is_rest) else given[1:]


def rule_takes(clause: Clause, subject: Subject) -> Finding:
    """`takes a parameter x`, `takes no arguments`, `takes two arguments`, `takes &mut self`."""
    if any(_NO_NAME.match(one.text) for one in clause.objects):
        return doubtful(InWords("what is taken is said in plain words"))  # `keys of 16 or 32 bytes`
    if clause.detail == "accept" and any(map(_is_value, clause.objects)):
        return doubtful("with which values it does its work can't be told")
    received = rule_receiver(clause, subject)
    finding = _takes(clause, subject) if received is None else received
    if finding.proofs and clause.detail == "accept" and _AT_TIMES.search(clause.text):
        return doubtful("it is a parameter, but what becomes of it then can't be told")
    if finding == NOTHING and subject.language in _UNTYPED and _OF_SORT.search(clause.text):
        return doubtful("of what sort its arguments may be is not declared")
    return _unless_optional(clause, finding, subject) if clause.detail == "require" else finding


def _is_value(one: Object) -> bool:
    """True for `null`, `zero`, `an empty list`, `negative sizes`: what a parameter may be."""
    return (not one.is_code and _A_VALUE.match(one.text) is not None) or one.text in NULL_WORDS


_A_VALUE = re.compile(r"(?:zero|negative|positive|empty|blank|missing|unknown|invalid|duplicate)\b")
_UNTYPED = frozenset({"javascript", "ruby", "python"})
_OF_SORT = re.compile(
    r"\b(?:accept|take|allow|support)s? (?:(?:both|also|any|an?|either) )*\S+ "
    r"(?:objects?|instances?)\b(?! (?:named|called|parameter|argument))"
)


def _unless_optional(clause: Clause, finding: Finding, subject: Subject) -> Finding:
    """The finding on `requires x`, against which a default speaks; of TypeScript also `x?: T`."""
    outline = subject.head.outline
    header = outline.text.slice(outline.header_span)
    if finding.proofs and subject.language == "ruby" and re.search(r"\bblock\b", clause.text):
        return doubtful("whether it can do without a block can't be told")
    for one in given_to(subject) if finding.proofs else ():
        is_named = one.name.lstrip("*&") in {o.text for o in clause.objects}
        if not (is_named or any(one.span.contains(proof.span) for proof in finding.proofs)):
            continue
        is_marked = re.search(rf"\b{re.escape(one.name)}\?\s*:", header) is not None
        if one.default is not None or (is_marked and outline.language in ("typescript", "tsx")):
            return Finding(against=finding.proofs)
        if one.is_rest:
            return doubtful("it takes what is left over, which may be nothing")
    return finding


_AT_TIMES = re.compile(
    r"\b(?:even|when|whenever|if|unless|while|before|after|until|once)\b"
    r"|\baccepts? (?:any(?! number\b)|every|all|arbitrary)\b"
)
_NO_NAME = re.compile(r"-?\d")


def _takes(clause: Clause, subject: Subject) -> Finding:
    if subject.is_file and clause.detail == "require":
        return rule_imports(clause, subject)
    outline = subject.head.outline
    is_made = any(part.outline.kind is Kind.CONSTRUCTOR for part in subject.parts)
    primary = [] if not subject.is_class or is_made else list(in_header(outline))
    if (subject.is_class and not primary) or subject.is_file:
        return doubtful("parameters are a method's: name its constructor, or a method")
    given = primary or given_to(subject)
    header = _header(outline, "parameters")
    if clause.count is not None:
        is_so = clause.count.allows(len(given))
        if not clause.objects:
            return Finding(proofs=(header,)) if is_so else Finding(against=(header,))
    if not clause.objects:
        return _takes_any(clause, given, header)
    if clause.is_only and all(one.text.lstrip("&*") in _RECEIVERS for one in clause.objects):
        return Finding(against=(header,)) if given else found([header])  # `besides self`
    own = {one.name for one in outline.parameters}  # the object's, too, where it is named
    findings = [
        _taken(one, list(outline.parameters) if not primary and one.text in own else given, outline)
        for one in clause.objects
    ]
    if clause.is_only:
        return _only_taken(findings, given, outline)
    return combined(findings, any_of=clause.any_of or clause.is_negated)


def _takes_any(clause: Clause, given: Sequence[Parameter], header: Proof) -> Finding:
    if given:
        return found([header])
    if not _SAYS_ANY.search(clause.text):
        return doubtful(
            InWords("what is taken is said in plain words")
        )  # `takes the first of them`
    # The opposite can be seen: an empty list of parameters.
    return Finding(against=(header,)) if not clause.is_negated else NOTHING


_SAYS_ANY = re.compile(r"\b(?:param|arg|input|keyword|option|value|any|nothing|something|none|one)")
_RECEIVERS = frozenset({"self", "this", "cls"})


def _only_taken(
    findings: Sequence[Finding], given: Sequence[Parameter], outline: Outline
) -> Finding:
    """`takes only x`, `takes no parameters other than x and y`."""
    finding = combined(findings, any_of=False)
    spans = {proof.span for one in findings for proof in one.proofs}
    others = [one for one in given if one.span not in spans]
    if not others or finding.doubt or not all(one.proofs for one in findings):
        return finding
    against = (Proof(T.SIGNATURE, f"parameter {one.name}", outline, one.span) for one in others)
    return Finding(against=tuple(against))


def _taken(one: Object, given: list[Parameter], outline: Outline) -> Finding:
    if (variadic := taken_variadic(one, given, outline)) is not None:
        return variadic
    name = one.text.strip("*").lstrip("$")
    fitting = [p for p in given if p.name.strip("*&$") == name]
    if one.noun == DESCRIBED and name == "number":  # `any number of rows`
        fitting = [p for p in given if p.is_rest]
    if fitting:
        return found(Proof(T.SIGNATURE, f"parameter {p.name}", outline, p.span) for p in fitting)
    last = parts(name)[-1] if one.is_code else ""
    typed = _of_type(last, given, outline) if last[:1].isupper() else _in_words(one, given, outline)
    if typed:
        weight = EXACT if one.is_code else LOOSE
        return found(
            Proof(T.SIGNATURE, f"parameter {p.name}", outline, p.span, weight) for p in typed
        )
    if any(p.is_rest for p in given) and not _is_plain_rest(outline, given):
        return doubtful("it takes whatever keyword arguments it is given")
    if not one.is_code and len(one.text.split()) > 1:
        return doubtful(InWords("the parameter is named in plain words only"))
    return NOTHING


def _in_words(one: Object, given: Sequence[Parameter], outline: Outline) -> list[Parameter]:
    """The parameters whose name or type has all words that are said, `takes an abort signal`."""
    words = [word for word in re.findall(r"[a-z]+", one.text) if word not in _IDLE]
    if one.is_code or one.noun == "parameter" or not words:
        return []
    kept = []
    for parameter in given:
        typed = {
            name
            for name in _NAME.findall(_written_at(parameter, given, outline))
            if name[:1].isupper() or "." in name
        }
        named = {w for text in (parameter.name, *typed) for w in letters_in(text)}
        written = _written_at(parameter, given, outline)
        if all(
            any(_says(word, part) for part in named) or is_of_sort(word, written) for word in words
        ):
            kept.append(parameter)
    return kept


_NAME = re.compile(r"[A-Za-z_][\w.]*")
_IDLE = frozenset({"object", "instance", "optional", "new", "list", "of", "single", "the"})
_SHORTENED = 4  # letters of `conn` for `connection`


def _says(word: str, part: str) -> bool:
    return part in stems(word) or (len(part) >= _SHORTENED and word.startswith(part))


def _written_at(one: Parameter, given: Sequence[Parameter], outline: Outline) -> str:
    """What is written around a parameter's name, up to the parameters beside it."""
    at = list(given).index(one)
    after = given[at + 1].span.start if at + 1 < len(given) else outline.header_span.end
    before = given[at - 1].span.end if at else outline.header_span.start
    left = outline.text.slice(Span(before, one.span.start)).rpartition("(")[2].rpartition(",")[2]
    right = re.match(r"[^,)=]*", outline.text.slice(Span(one.span.end, after)))
    return f"{left} {right[0] if right else ''}"


def _of_type(name: str, given: Sequence[Parameter], outline: Outline) -> list[Parameter]:
    """The parameters beside whose name this type is written."""
    found_parameters = []
    end = outline.header_span.end
    for at, one in enumerate(given):
        after = given[at + 1].span.start if at + 1 < len(given) else end
        before = given[at - 1].span.end if at else outline.header_span.start
        written = outline.text.slice(Span(before, one.span.start)).rpartition("(")[2]
        written = written.rpartition(",")[2] if written.count("<") == 0 else written
        behind = re.match(
            r"\s*\??\s*(?::\s*|\s)([^,)=]*)", outline.text.slice(Span(one.span.end, after))
        )
        if has_word(written, name) or (behind is not None and has_word(behind[1], name)):
            found_parameters.append(one)
    return found_parameters


def _is_plain_rest(outline: Outline, given: list[Parameter]) -> bool:
    """True if what is left over comes by position, so that it has no names."""
    if outline.language != "python":
        return True
    header = outline.text.slice(outline.header_span)
    return not any(p.is_rest and f"**{p.name}" in header for p in given)


def _header(outline: Outline, detail: str) -> Proof:
    return Proof(T.SIGNATURE, detail, outline, outline.name_span)


def rule_uses_parameter(clause: Clause, subject: Subject) -> Finding:
    """`uses its parameter x`; no name means any of them."""
    if subject.is_class or subject.is_file:
        return doubtful("parameters are a method's: name its constructor, or a method")
    if not subject.has_body:
        return doubtful("it has no body here")
    outline = subject.head.outline
    given = given_to(subject)
    used = {item.text for item in outline.parameters_used}
    clause = _with_noun(clause, given)
    if not clause.objects:
        names = {p.name for p in given}
        own = found(
            Proof(T.PARAMETER_USE, item.text, outline, item.span)
            for item in outline.parameters_used
            if item.text in names
        )
        return own if own.proofs else unused(names, captured_use(names, outline), outline)
    findings = []
    for one in clause.objects:
        name = _meant(one.text, given).strip("*")
        typed = _in_words(one, given, outline)
        name = typed[0].name if len(typed) == 1 and name not in used else name
        if not any(p.name == name for p in given):
            if any(p.is_rest for p in given) and not _is_plain_rest(outline, given):
                findings.append(doubtful(f"`{name}` may come in by keyword and be passed on"))
            elif not one.is_code and one.noun != "parameter":
                findings.append(doubtful(f"what {name!r} is can't be told: no parameter has it"))
            elif one.noun != "parameter":  # `ignores x`, whatever it is
                findings.append(judged(replace(clause, objects=(one,)), _used_in(subject)))
            else:
                findings.append(_of_no_parameter(name, clause, subject))
        elif name in used and not _is_marked_unused(name, outline):
            findings.append(found(_uses(name, outline)))
        else:
            findings.append(unused({name}, captured_use({name}, outline), outline))
    return combined(findings, any_of=clause.any_of or clause.is_negated)


_BY_NOUN = re.compile(r"\b(\w+) (?:parameter|argument|param|arg)$")


def _with_noun(clause: Clause, given: Sequence[Parameter]) -> Clause:
    """The clause; of `ignores its error parameter` about the one that is called so."""
    said = _BY_NOUN.search(clause.text)
    if clause.objects or said is None or all(one.name != said[1] for one in given):
        return clause
    return replace(clause, objects=(Object(said[1], noun="parameter"),))


def captured_use(names: Collection[str], outline: Outline) -> Finding:
    """What a function, block or class inside does with parameters: these are used by it."""
    inside = [one for one in outline.captured if one.name in names]
    if inside and all(one.is_rebound for one in inside):
        line = outline.text.line_at(inside[0].span.start) + 1
        return doubtful(f"which `{inside[0].name}` is read in line {line} can't be told")
    return found(
        Proof(T.PARAMETER_USE, one.name, outline, one.span, LOOSE)
        for one in inside
        if not one.is_rebound
    )


def _used_in(subject: Subject) -> Finder:
    return lambda one: use_hits(one, subject)


_ORDINALS = ("first", "second", "third", "fourth", "fifth")


def _meant(said: str, given: Sequence[Parameter]) -> str:
    """The name of `the second parameter`; else what was said."""
    at = _ORDINALS.index(said) if said in _ORDINALS else len(given)
    at = len(given) - 1 if said == "last" and given else at
    return given[at].name if at < len(given) else said


def _is_marked_unused(name: str, outline: Outline) -> bool:
    """True if all that C or C++ does with a parameter is `(void)x`."""
    if outline.language not in ("c", "cpp", "objc"):
        return False
    raw = outline.text.raw
    found = list(outline.occurrences(name))
    return bool(found) and all(
        re.search(rb"\(\s*void\s*\)\s*$", raw[max(one.span.start - 12, 0) : one.span.start])
        for one in found
    )


def _uses(name: str, outline: Outline) -> Iterator[Proof]:
    first = [item.span for item in outline.parameters_used if item.text == name]
    targets = {
        one.target_span.start for one in outline.assigned if one.target_span != one.value_span
    }
    for item in outline.occurrences(name):
        is_called = re.match(rb"\s*\(", outline.text.raw[item.span.end : item.span.end + 4])
        is_read = is_free(outline, item.span) or (is_called and _stands_alone(outline, item.span))
        if item.span in first or (is_read and item.span.start not in targets):
            yield Proof(T.PARAMETER_USE, name, outline, item.span)


def _stands_alone(outline: Outline, span: Span) -> bool:
    before = outline.text.raw[max(span.start - 3, 0) : span.start].rstrip()
    return not before.endswith((b".", b"->", b"::"))


def _of_no_parameter(name: str, clause: Clause, subject: Subject) -> Finding:
    """What follows for the `x` parameter where there is none; a text or a field may be meant."""
    quoted = re.compile(rf"[\"'`:]{re.escape(name)}\b".encode())
    spans = [(part.outline.text.raw, gap) for part in subject.parts for gap in part.outline.gaps]
    if any(quoted.search(raw, gap.start, gap.end) for raw, gap in spans):
        return doubtful(f"it has no parameter `{name}`, but speaks of one")
    bare = re.compile(rf"(?<![\w.?>@]){re.escape(name)}\b".encode())
    if clause.is_negated and any(bare.search(raw, gap.start, gap.end) for raw, gap in spans):
        return doubtful(f"it has no parameter `{name}`, but something else of that name")
    return Finding(note=f"it has no parameter {name!r}")
