"""The rule for modifiers: `static`, `private`, `abstract` and so on, as a header shows them."""

from __future__ import annotations

import re

from codewitness.engine.verify.claim import Clause
from codewitness.engine.verify.code.declared import is_of_class
from codewitness.engine.verify.control.locking import lock_hits
from codewitness.engine.verify.evidence import (
    EvidenceType,
    Finding,
    Proof,
    doubtful,
    found,
)
from codewitness.engine.verify.headers.shape import header
from codewitness.engine.verify.subject import Subject
from codewitness.model.facts import Kind
from codewitness.model.outline import Outline
from codewitness.model.text import Span

T = EvidenceType
# Modifiers that are a decorator in Python.
_DECORATORS = {
    "static": ("staticmethod",),
    "class": ("classmethod",),
    "property": ("property", "cached_property", "setter", "getter", "deleter"),
    "abstract": ("abstractmethod", "abstractproperty"),
    "override": ("Override", "override"),
}


def rule_modifier(clause: Clause, subject: Subject) -> Finding:
    """`is static`, `is private`, `is a property`; the header shows which."""
    outline = subject.head.outline
    if clause.detail == "deprecated":
        return _deprecated(subject)
    has = has_modifier(clause.detail, subject)
    if clause.detail == "synchronized" and not has and (locked := _synchronizing(subject)):
        return locked
    if has is None:
        return doubtful(f"whether it is {clause.detail} can't be seen at its header")
    decorators = [
        Proof(T.DECORATOR, item.text, outline, item.span)
        for item in outline.marked("decorator")
        if item.text.strip("@").split("(")[0].split(".")[-1] in _DECORATORS.get(clause.detail, ())
    ]
    if has:
        return found(decorators or [header(outline, clause.detail)])
    return Finding(against=(header(outline, f"not {clause.detail}"),))


def _synchronizing(subject: Subject) -> Finding | None:
    """What follows for `is synchronized` of a block in it that is, or of another lock."""
    taken = lock_hits((), subject)
    if stated := [hit for hit in taken.fitting if "synchronized" in hit.detail.lower()]:
        return found(hit.proof() for hit in stated)
    return doubtful("it takes a lock, but not by that word") if taken.fitting else None


def _before_name(outline: Outline) -> str:
    """The header up to the name, which may be a part of a word before it: `protected prot()`."""
    header, name = outline.header_span, outline.name_span
    if not header.contains(name) or name == header:
        text = outline.text.slice(header)
        return text[: max(text.find(outline.name), 0)]
    return outline.text.slice(Span(header.start, name.start))


_NARROWED = frozenset({"protected", "internal"})
_BY_COMMENT = frozenset({"javascript", "typescript", "tsx", "go", "ruby", "c", "objc"})
_DEPRECATED = re.compile(r"(?i)\bdeprecated\b|\bObsolete\b")


def _deprecated(subject: Subject) -> Finding:
    outline = subject.head.outline
    marks = [item for item in outline.marked("decorator") if _DEPRECATED.search(item.text)]
    if not marks and subject.language in _BY_COMMENT:
        return doubtful("in this language a comment says so, and comments are not read")
    return found(Proof(T.DECORATOR, item.text, outline, item.span) for item in marks)


def has_modifier(word: str, subject: Subject) -> bool | None:
    """Whether a header says this of a definition; None if it can't be seen there."""
    outline = subject.head.outline
    text = outline.text.slice(outline.header_span)
    words = set(re.findall(r"\w+", _before_name(outline)))
    if declared := subject.known.declared(subject):
        text = f"{text} {declared}"
        words |= set(re.findall(r"\w+", declared.partition("(")[0]))
    decorators = {
        item.text.strip("@").split("(")[0].split(".")[-1] for item in outline.marked("decorator")
    }
    if decorators & set(_DECORATORS.get(word, ())):
        return True
    if word in ("private", "public", "exported"):
        return _is_open(word, subject, words)
    if word == "instance":
        is_owned = subject.kind.is_callable and subject.kind is not Kind.FUNCTION
        is_static = has_modifier("static", subject)
        return not is_static if is_owned and is_static is not None else None
    if word == "static" or (word == "class" and outline.language not in ("python", "swift")):
        if subject.language == "ruby" and is_of_class(
            outline.text, outline.span, outline.name_span
        ):
            return True
        return None if _is_opened(outline) else _is_static(outline.language, text, words)
    if word == "class" and "static" in words:  # of Swift: it only can't be overridden
        return True
    if word == "property" and subject.language == "objc" and ":" not in text:
        return None  # it may be the getter of one
    return _is_said(word, subject, text, words)


def _is_open(word: str, subject: Subject, words: set[str]) -> bool | None:
    """Whether it is private or public, as is asked; what is protected is neither."""
    if "protected" in words and "private" not in words:
        return False
    private = _is_private(subject, words)
    is_said = subject.language in ("java", "kotlin", "csharp", "swift")
    if is_said and (private is None if word == "private" else words & _NARROWED):
        return False
    return None if private is None else private == (word == "private")


# Where a method without a body is one of an interface.
_DECLARING = frozenset({"java", "csharp", "kotlin", "swift", "rust"})


def _is_said(word: str, subject: Subject, text: str, words: set[str]) -> bool:
    match word:
        case "constructor":
            return subject.kind is Kind.CONSTRUCTOR or subject.name in ("__init__", "constructor")
        case "property":
            return subject.kind is Kind.PROPERTY or bool(words & {"get", "set"})
        case "abstract":
            is_bodiless = subject.kind.is_callable and subject.head.outline.body_span is None
            is_bodiless = is_bodiless and subject.language in _DECLARING
            is_left = is_bodiless or _is_left_to_others(subject)
            return "abstract" in words or subject.kind in (Kind.INTERFACE, Kind.TRAIT) or is_left
        case "class":
            return "class" in words and not subject.is_class
        case "const" | "noexcept" | "final" | "override":
            return word in re.findall(r"\w+", text)
        case "virtual":
            return bool({"virtual", "override"} & set(re.findall(r"\w+", text)))
        case _:
            return word in words


def _is_left_to_others(subject: Subject) -> bool:
    """True of a method that does nothing but raise that it is not implemented."""
    outline = subject.head.outline
    raised = [item.text for item in outline.marked("raised")]
    is_alone = len(raised) == 1 and not (outline.returns or outline.assigned or outline.regions)
    return is_alone and "NotImplementedError" in raised[0]


_OPENED = re.compile(rb"\bmodule_function\b|\bextend\s+self\b|\bcompanion\b")


def _is_opened(outline: Outline) -> bool:
    """True behind `module_function`, `companion object`: what stands there need not say it."""
    is_such = outline.language in ("ruby", "kotlin")
    return is_such and _OPENED.search(outline.text.raw, 0, outline.span.start) is not None


def _is_static(language: str, text: str, words: set[str]) -> bool:
    match language:
        case "rust":
            return not re.search(r"\(\s*&?\s*(?:'\w+\s+)?(?:mut\s+)?self\b", text)
        case "objc":
            return text.lstrip().startswith("+")
        case _:
            return "static" in words


_IN_CRATE = re.compile(r"\bpub\s*\(")


def _is_in_crate(subject: Subject) -> bool:
    """True for `pub(crate)`, which is there neither for all nor for its own module alone."""
    outline = subject.head.outline
    return _IN_CRATE.search(outline.text.slice(outline.header_span)) is not None


def _is_private(subject: Subject, words: set[str]) -> bool | None:
    language, name = subject.language, subject.name
    if language == "python":
        return name.startswith("_") and not (name.startswith("__") and name.endswith("__"))
    if language == "go":
        return not name[:1].isupper()
    if language in ("ruby", "cpp", "rust"):
        is_known = (language == "rust" and not _is_in_crate(subject)) or words & {
            "private",
            "protected",
            "public",
        }
        return bool({"pub", "public", "protected"}.isdisjoint(words)) if is_known else None
    if language in ("javascript", "typescript", "tsx"):
        return name.startswith("#") or "private" in words
    if language in ("java", "csharp", "kotlin", "swift"):
        if words & {"private", "fileprivate"}:
            return True
        if words & {"public", "open", "protected", "internal"} or language == "kotlin":
            return False
        # Members of a class are private if nothing is said; those of an interface are not.
        is_member = subject.kind.is_callable and subject.head.outline.body_span is not None
        return True if language == "csharp" and is_member else None
    return None
