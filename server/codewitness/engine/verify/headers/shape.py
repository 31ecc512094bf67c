"""Rules for what a header and a class tell: async, decorators, bases, modifiers, members."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from codewitness.engine.verify.calling.making import is_type_here
from codewitness.engine.verify.claim import Clause, Object
from codewitness.engine.verify.code.implementing import implemented
from codewitness.engine.verify.code.using_lines import namespaces_used
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
from codewitness.engine.verify.headers.inheriting import (
    another_method,
    inherited_members,
    is_said_else,
    rule_inherits_member,
    unclear,
)
from codewitness.engine.verify.hit import Hit, Hits
from codewitness.engine.verify.hits import combined, judged
from codewitness.engine.verify.names import Fit, parts
from codewitness.engine.verify.subject import FileImport, Part, Subject
from codewitness.model.facts import Kind
from codewitness.model.names import dotted
from codewitness.model.outline import Outline
from codewitness.model.text import Span

T = EvidenceType


def header(outline: Outline, detail: str, kind: EvidenceType = T.SIGNATURE) -> Proof:
    """The line of the name."""
    return Proof(kind, detail, outline, outline.name_span)


def rule_is_async(_clause: Clause, subject: Subject) -> Finding:
    """`is async`; a plain function shows the opposite."""
    if subject.is_class or subject.is_file:
        proofs = [header(p.outline, "async", T.ASYNC) for p in subject.parts if p.outline.is_async]
        return found(proofs)
    outline = subject.head.outline
    proof = header(outline, "async" if outline.is_async else "not async", T.ASYNC)
    if outline.is_async:
        return Finding(proofs=(proof,))
    begun = next((call.text for call in outline.calls if _BEGINNING.search(call.name)), "")
    if (begun or outline.marked("spawned")) and outline.language not in _WITH_KEYWORD:
        return doubtful(f"`{begun or 'go'}` begins something that goes on by itself")
    return Finding(against=(proof,))


_WITH_KEYWORD = frozenset({"python", "javascript", "typescript", "tsx", "csharp", "kotlin", "rust"})
# What may run something later, or beside, where no keyword says so.
_BEGINNING = re.compile(
    r"(?i)async|after|schedule|perform|enqueue|thread|submit|spawn|background|post"
)


def rule_decorated(clause: Clause, subject: Subject) -> Finding:
    """`is decorated with d`."""
    part = subject.head

    def find(one: Object | None) -> Hits:
        hits = []
        for item in part.outline.marked("decorator"):
            written = item.text.strip("@[]# \n")
            if one is None or _is_decorator(written, one.text, part):
                hits.append(Hit(T.DECORATOR, item.text, part.outline, item.span, item.span))
        hits += [
            hit
            for hit in wrapping(part.outline)
            if one is None or _is_decorator(hit.detail, one.text, part)
        ]
        return Hits(tuple(hits))

    return judged(clause, find)


_WRAPPING = re.compile(
    r"=\s*(?:/\*.*?\*/\s*)?(?P<by>(?!function\b|async\b)[\w$][\w$.]*)\s*(?:<[^()]*>)?\("
    r"(?=\s*(?:async\b\s*)?(?:function\b|\(|[\w$]+\s*=>))"
)


def wrapping(outline: Outline) -> list[Hit]:
    """The call that a function is given to where it is named: `const Bar = memo(() => …)`."""
    if outline.language not in ("javascript", "typescript", "tsx"):
        return []
    text = outline.text.slice(outline.header_span)
    if (found_ := _WRAPPING.search(text)) is None or not outline.kind.is_callable:
        return []
    span = outline.text.part_of(outline.header_span, *found_.span("by"))
    return [Hit(T.DECORATOR, found_["by"], outline, span, span)]


def _is_decorator(written: str, wanted: str, part: Part) -> bool:
    wanted = wanted.strip("@[]# ")
    if (derived := re.match(r"derive\((.*)\)$", wanted)) is not None:  # `#[derive(Debug)]`
        traits = re.split(r"[,\s]+", derived[1])
        return all(_is_decorator(written, one, part) for one in traits)
    if "(" in wanted:
        return re.sub(r"\s", "", written) == re.sub(r"\s", "", wanted)
    fit = part.around.fit(written, wanted, part.outline)
    if fit not in (Fit.NO, Fit.MAYBE):
        return True
    names = re.match(r"derive\((.*)\)$", written, re.DOTALL)
    return names is not None and wanted in re.split(r"[,\s]+", names[1])


def rule_inherits(clause: Clause, subject: Subject) -> Finding:
    """`inherits from B`, near or far."""
    if clause.arguments:
        return rule_inherits_member(clause, subject)
    if doubt := unclear(clause, subject):
        return doubtful(doubt)
    if subject.language == "rust" and not re.search(r"\bfrom\b", clause.text):
        return judged(clause, lambda one: _rust_hits(one, clause, subject))
    finding = judged(clause, lambda one: _base_hits(one, subject))
    if finding.proofs and any(map(partial(is_said_else, clause), finding.proofs)):
        return doubtful("it is named there, but by another word: `extends` is not `implements`")
    if not finding.proofs and clause.objects:
        finding = _inherits_from_afar(clause, subject)
    if not finding.proofs and clause.objects:
        of_members = inherited_members(clause, subject)
        finding = of_members if of_members != NOTHING else finding
    if not finding.proofs and subject.language == "go" and _IMPLEMENTING.search(clause.text):
        return implemented(clause, subject)
    if not finding.proofs and clause.detail == "derive":
        return rule_decorated(clause, subject)
    if finding == NOTHING and clause.detail == "is":  # as in `is a Singleton`
        return doubtful(
            InWords(f"what makes it a {clause.objects[0].text} is beyond what signals show")
        )
    return finding


def _rust_hits(one: Object | None, clause: Clause, subject: Subject) -> Hits:
    """`derives X` of `#[derive(X)]`; `implements X` of that and of `impl X for …`."""
    derived = [
        Hit(T.DECORATOR, item.text, subject.head.outline, item.span, item.span)
        for item in subject.head.outline.marked("decorator")
        if "derive(" in item.text
        and (one is None or _is_decorator(item.text.strip("@[]# \n"), one.text, subject.head))
    ]
    if clause.detail == "derive":
        return Hits(tuple(derived))
    return Hits((*_base_hits(one, subject).fitting, *derived))


_IMPLEMENTING = re.compile(r"\b(?:implement|satisf|conform|fulfil|adher)")


def _base_hits(one: Object | None, subject: Subject) -> Hits:
    hits = []
    for part in subject.parts:
        if part.outline.kind.is_callable:
            continue
        for item in part.outline.marked("base"):
            written = re.sub(r"\bby\b.*", "", item.text, flags=re.DOTALL)
            if re.match(r"\w+\s*=", written):
                continue
            if one is not None and "[" not in one.text:
                written = written.partition("[")[0].strip()  # `Base[int]` of Python and Go
            fit = Fit.EXACT if one is None else part.around.fit(written, one.text, part.outline)
            if fit not in (Fit.NO, Fit.MAYBE):
                hits.append(Hit(T.SIGNATURE, written, part.outline, item.span, item.span))
    return Hits(tuple(hits))


def _inherits_from_afar(clause: Clause, subject: Subject) -> Finding:
    names, is_all = subject.known.ancestors()
    last = {parts(name)[-1] for name in names}
    far = [one for one in clause.objects if parts(one.text)[-1] in last]
    if far and (clause.any_of or len(far) == len(clause.objects)):
        return found(
            Proof(T.SIGNATURE, item.text, part.outline, item.span, LOOSE)
            for part in subject.parts
            if not part.outline.kind.is_callable
            for item in part.outline.marked("base")
        )
    if is_all or _are_apart(clause, subject):
        return NOTHING
    return doubtful("a class that it comes from is not in this workspace")


def _are_apart(clause: Clause, subject: Subject) -> bool:
    """True if all that is named is of this workspace, from which no class elsewhere comes."""
    named = [parts(one.text)[-1] for one in clause.objects if one.is_code]
    if len(named) < len(clause.objects) or not all(is_type_here(n, subject) for n in named):
        return False
    known = {parts(name)[-1] for name in subject.known.ancestors()[0]}
    for part in subject.parts:
        for item in part.outline.marked("base"):
            name = re.split(r"[<\[(]", item.text)[0].strip()
            if "(" in item.text or not re.fullmatch(r"[\w.:]+", name):
                return False
            last = parts(name)[-1]
            if last not in known and is_type_here(last, subject):
                return False  # it is of this workspace, and which one it is is not known
    return True


def rule_overrides(clause: Clause, subject: Subject) -> Finding:
    """`overrides m`, of a method or of a class that has it."""
    outline = subject.head.outline
    clause = _of_member(by_first_labels(clause, subject), subject)
    if subject.is_class and (own := _overriding_members(clause, subject)):
        return found(own)
    if subject.is_class and clause.objects:
        return _overridden_by_members(clause, subject)
    if not subject.is_class and (other := another_method(clause, subject)):
        return doubtful(f"whether `{other}` names a method can't be told")
    names, is_all = subject.known.overridden(subject)
    wanted = [parts(dotted(one.text)) for one in clause.objects if one.is_code]
    if names and (not wanted or any(_means(one, names, subject.name) for one in wanted)):
        return found([header(outline, f"overrides {names[0]}.{subject.name}")])
    if _says_override(outline) and _may_override(wanted, subject):
        return found([header(outline, "override")])
    if not is_all:
        return doubtful("a class that it comes from is not in this workspace")
    if _is_mixed_in(subject):
        return doubtful("what the module is mixed into can't be seen")
    return NOTHING


_SELECTOR = re.compile(r"(\w+)((?::\w+)*):?")


def by_first_labels(clause: Clause, subject: Subject) -> Clause:
    """`writeData` for `writeData:error:` of Objective-C, if a method has just these labels."""
    if subject.language != "objc":
        return clause
    headers = {part.outline.name: part.outline for part in subject.parts}
    objects = []
    for one in clause.objects:
        found = _SELECTOR.fullmatch(one.text.strip("`"))
        outline = headers.get(found[1]) if found is not None else None
        if found is not None and outline is not None and ":" in one.text:
            head = outline.text.slice(outline.header_span)
            labels = re.findall(r"(\w+)\s*:", head)
            if labels == [found[1], *found[2].split(":")[1:]]:
                objects.append(one._replace(text=found[1]))
                continue
        objects.append(one)
    return replace(clause, objects=tuple(objects))


_NOUN = re.compile(r"\boverrid(?:e|es|den|ing) (?:the |its )?(\w+)")


def _of_member(clause: Clause, subject: Subject) -> Clause:
    """`overrides decorator`: a noun that is the name of a method of the class."""
    said = _NOUN.search(clause.text)
    if clause.objects or said is None or not subject.is_class:
        return clause
    is_own = any(part.outline.name == said[1] for part in subject.parts[1:])
    return replace(clause, objects=(Object(said[1]),)) if is_own else clause


def _is_mixed_in(subject: Subject) -> bool:
    """True for a method of a Ruby module, which comes before those of what prepends it."""
    owner = subject.head.around.container.split(".")[-1]
    if subject.language != "ruby" or not owner:
        return False
    said = rf"^[ \t]*module[ \t]+(?:\w+::)*{re.escape(owner)}\b"
    return re.search(said.encode(), subject.head.outline.text.raw, re.MULTILINE) is not None


def _may_override(wanted: Sequence[tuple[str, ...]], subject: Subject) -> bool:
    """True if nothing but the method is named, or a class that it comes from."""
    named = [one for one in wanted if one != (subject.name,)]
    if not named:
        return True
    last = {parts(name)[-1] for name in subject.known.ancestors()[0]}
    return any(set(one) & last for one in named)


def _overriding_members(clause: Clause, subject: Subject) -> list[Proof]:
    """The headers of methods that are named and say that they override."""
    wanted = {parts(one.text)[-1] for one in clause.objects}
    return [
        header(part.outline, "override")
        for part in subject.parts
        if part.outline.name in wanted and _says_override(part.outline)
    ]


def _overridden_by_members(clause: Clause, subject: Subject) -> Finding:
    """The headers of methods that a class has and one that it comes from has too."""
    wanted = [parts(dotted(one.text)) for one in clause.objects]
    proofs = []
    is_all = True
    for part in subject.parts[1:]:
        if any(part.outline.name == one[-1] for one in wanted):
            member = replace(subject, name=part.outline.name)
            names, are_all = subject.known.overridden(member)
            is_all &= are_all
            if names and any(_means(one, names, part.outline.name) for one in wanted):
                proofs.append(header(part.outline, f"overrides {names[0]}.{part.outline.name}"))
    if proofs or is_all:
        return found(proofs)
    return doubtful("a class that it comes from is not in this workspace")


def _says_override(outline: Outline) -> bool:
    return "override" in outline.header_words() or any(
        "verride" in item.text for item in outline.marked("decorator")
    )


def _means(wanted: tuple[str, ...], classes: Sequence[str], method: str) -> bool:
    """True if `Base.method`, `Base` or `method` is said."""
    is_of_class = wanted[0] in classes and (len(wanted) == 1 or wanted[-1] == method)
    return is_of_class or wanted[-1] in classes or wanted == (method,)


def rule_imports(clause: Clause, subject: Subject) -> Finding:
    """`imports m`: the file's statements for a file, a method's own for a method."""

    def find(one: Object | None) -> Hits:
        hits = []
        for part in subject.parts:
            hits += [
                Hit(T.EDGE, item.text, part.outline, item.span, item.span)
                for item in part.outline.marked("import")
                if one is None or _names_module(item.text, one.text)
            ]
        if subject.is_file:
            hits += required(one, subject)
            hits += [
                Hit(T.EDGE, known.target, known.outline, span, span)
                for known in subject.imports
                if one is None or _is_module(known.target, known.name, one.text)
                for span in (_spec_of(known),)
            ]
            hits += [
                Hit(T.EDGE, name, subject.head.outline, span, span)
                for name, span in namespaces_used(subject.head.outline)
                if one is None or f".{name}".endswith(f".{one.text}")
            ]
        unique = {hit.span: hit for hit in hits}
        return Hits(tuple(unique.values()))

    finding = judged(clause, find)
    named = [(known.target, known.name) for known in subject.imports]
    named += [(name, name) for name, _ in namespaces_used(subject.head.outline)]
    if (
        finding == NOTHING
        and not subject.is_file
        and any(_is_module(*known, one.text) for one in clause.objects for known in named)
    ):
        return doubtful("its file imports it, not the method itself")
    return finding


def _spec_of(known: FileImport) -> Span:
    """The place of one import in a group of Go's; else that of the whole."""
    text = known.outline.text
    quoted = f'"{known.target}"'.encode()
    at = text.raw.find(quoted, known.span.start, known.span.end)
    is_grouped = known.outline.language == "go" and at >= 0
    return Span(at, at + len(quoted)) if is_grouped else known.span


_REQUIRED = re.compile(
    rb"^[ \t]*(?:require(?:_relative)?|load|autoload\b[^\n\"']*)[ \t(]+"
    rb"([\"'])(?P<what>[^\"'\n]+)\1",
    re.MULTILINE,
)


def required(one: Object | None, subject: Subject) -> list[Hit]:
    """What Ruby's `require "net/http"` at any level of a file brings in."""
    if subject.language != "ruby":
        return []
    outline = subject.head.outline
    hits = []
    for found_ in _REQUIRED.finditer(outline.text.raw):
        what, span = found_["what"].decode("utf-8", "replace"), Span(*found_.span())
        is_silent = any(silent.contains(span) for silent in outline.silent)
        if not is_silent and (one is None or _is_module(what, "", one.text)):
            hits.append(Hit(T.EDGE, what, outline, span, span))
    return hits


def _is_module(target: str, name: str, wanted: str) -> bool:
    asked = wanted.strip("\"'<>").replace("/", ".").replace("::", ".").strip(".")
    target = target.replace("/", ".").replace("::", ".")
    if target in (asked, f"{asked}.h") or target.startswith(f"{asked}."):
        return True
    return target.endswith(f".{asked}") or name == asked or f".{asked}." in f".{target}"


def _names_module(statement: str, wanted: str) -> bool:
    return re.search(rf"(?<![\w.]){re.escape(wanted)}\b", statement) is not None


def rule_defines(clause: Clause, subject: Subject) -> Finding:
    """`defines a method m`, `has a nested function`, `has an attribute a`, `includes x.h`."""
    clause = by_first_labels(clause, subject)
    if subject.is_file and subject.imports and clause.objects:
        imported = rule_imports(clause, subject)
        if imported.proofs:
            return imported
    if clause.detail == "lambda":
        return found(_nested(subject, "lambda"))
    if not clause.objects:
        if subject.is_class or subject.is_file:
            return _members_of_sort(clause, subject)
        return found(_nested(subject, clause.detail))
    return combined(
        [_defines(one, subject) for one in clause.objects],
        any_of=clause.any_of or clause.is_negated,
    )


def _members_of_sort(clause: Clause, subject: Subject) -> Finding:
    """Those that a class or file has of the sort, as many as are said."""
    sort = clause.detail.removeprefix("async ")
    own = [m for m in subject.members if _is_sort(m.kind, sort)]
    if sort != clause.detail:
        own = [m for m in own if m.outline.is_async]
    if clause.detail == "attribute":
        own = [m for m in own if m.kind is Kind.PROPERTY]
        if not own or clause.count is not None:
            return doubtful("which of its names are attributes is not looked at")
    if clause.count is not None:
        # Who counts methods may or may not count what makes an object.
        makers = {subject.head.outline.name}
        others = [m for m in own if m.kind is not Kind.CONSTRUCTOR and m.name not in makers]
        plain = [m for m in others if not (m.name.startswith("__") and m.name.endswith("__"))]
        fits = {clause.count.allows(len(some)) for some in (own, others, plain)}
        if len(fits) > 1:
            return doubtful(f"it has {len(own)} with those that make an object")
        if fits == {False}:
            return NOTHING
    return found(Proof(T.SIGNATURE, m.name, m.outline, m.span) for m in own)


def _is_sort(kind: Kind, noun: str) -> bool:
    match noun:
        case "lambda":
            return kind is Kind.LAMBDA
        case "function":
            return kind.is_callable and kind is not Kind.LAMBDA
        case "class":
            return kind.is_classlike
        case _:
            return True


def _nested(subject: Subject, noun: str) -> list[Proof]:
    return [
        Proof(T.SIGNATURE, one.name, part.outline, one.span)
        for part in subject.parts
        for one in part.outline.nested
        if _is_sort(one.kind, noun)
    ]


def _defines(one: Object, subject: Subject) -> Finding:
    name = parts(one.text)[-1]
    if not subject.is_class and not subject.is_file:
        return found(
            Proof(T.SIGNATURE, n.name, subject.head.outline, n.span)
            for n in subject.head.outline.nested
            if n.name == name
        )
    proofs = [
        Proof(T.SIGNATURE, m.name, m.outline, m.span) for m in subject.members if m.name == name
    ]
    if not proofs:
        for part in subject.parts:
            outline = part.outline
            proofs += [
                Proof(T.ATTRIBUTE_WRITE, i.text, outline, i.span)
                for i in outline.attribute_writes
                if parts(i.text)[-1] == name and parts(i.text)[0] in part.around.own_words
            ]
            if not outline.kind.is_callable:
                proofs += [
                    Proof(T.ATTRIBUTE_WRITE, name, outline, i.span)
                    for i in outline.occurrences(name)
                ]
    return found(proofs)
