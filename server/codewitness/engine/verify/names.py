"""When a name that a claim speaks of is a name in the code: tails, aliases, own class, types."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import lru_cache
from types import MappingProxyType

from codewitness.model.names import segments
from codewitness.model.outline import Call, Outline

_CALLED = re.compile(r"\(.*\)$|\{.*\}$", re.DOTALL)
_GENERIC = re.compile(r"<[^()]*>$")
_PREFIX = re.compile(r"^(?:(?:new|await|throw)\s+|[&*@]\s*)")
_PLAIN = re.compile(r"[A-Za-z_$@][\w$]*(?:(?:\.|::|->|\?\.)[\w$]+)*$")
_MAKES = re.compile(r"(?:await\s+)?(?:new\s+|&)?([A-Z][\w.]*)\s*(?:<[^()]*>)?\s*[({]")
_OWN_WORDS = frozenset({"self", "this", "cls", "Self", "@this"})
_PARENT_WORDS = frozenset({"super", "base"})


class Fit(Enum):
    """Whether a written name is the wanted one."""

    NO = 0
    MAYBE = 1
    LOOSE = 2
    ALIAS = 3
    EXACT = 4


@lru_cache(maxsize=8_192)
def parts(name: str) -> tuple[str, ...]:
    """The names of `name` without arguments, generics, and what stands before it."""
    plain = _PREFIX.sub("", name.strip())
    found = []
    for written in segments(plain):
        name_alone = _GENERIC.sub("", _CALLED.sub("", written)).rstrip("!?").strip()
        found.append(name_alone.lstrip("#") or "()")
    return tuple(found)


_PRIVATE = re.compile(r"(?:^|\.)#\w")


def is_another_member(written: str, wanted: str) -> bool:
    """True for `this.rows` where `#rows` is asked for, JavaScript's private one of that name."""
    return _PRIVATE.search(wanted) is not None and _PRIVATE.search(written) is None


@dataclass(frozen=True, slots=True, kw_only=True)
class Surroundings:
    """What the names in a definition mean there.

    imports: what imported names stand for. container: the class's name, and `bases` those that it
    names. receiver: what the method calls its object, where it may choose. implicit_self: members
    are written without `self`.
    """

    language: str
    imports: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    container: str = ""
    bases: tuple[str, ...] = ()
    receiver: str = ""
    implicit_self: bool = False

    @property
    def own_words(self) -> frozenset[str]:
        """Words for the object itself."""
        return _OWN_WORDS | {self.receiver} if self.receiver else _OWN_WORDS

    def forms(self, written: str, outline: Outline) -> Iterator[tuple[Fit, tuple[str, ...]]]:
        """`written` as it stands, and what it means by imports and local aliases."""
        plain = parts(written)
        yield Fit.EXACT, plain
        target = self.imports.get(plain[0])
        if target is not None:
            yield Fit.ALIAS, (*target.split("."), *plain[1:])
        alias = local_alias(outline, plain[0]) if len(plain) == 1 else None
        if alias is not None:
            meant = parts(alias)
            yield Fit.ALIAS, meant
            if (target := self.imports.get(meant[0])) is not None:
                yield Fit.ALIAS, (*target.split("."), *meant[1:])

    def fit(self, written: str, wanted: str, outline: Outline) -> Fit:
        """How `written` in the code fits the name `wanted`."""
        asked = parts(wanted)
        if is_another_member(written, wanted):
            return Fit.NO
        is_imported = len(asked) == 1 and asked[0] in self.imports  # and no other's first name
        for how, form in self.forms(written, outline):
            if form[-len(asked) :] == asked and not (is_imported and how is Fit.ALIAS):
                return how
        return self._fit_as_member(parts(written), asked, outline)

    def _fit_as_member(
        self, plain: tuple[str, ...], asked: tuple[str, ...], outline: Outline
    ) -> Fit:
        """`Class.name`, `self.name` and the like, written in another way."""
        if plain[-1] != asked[-1] or len(asked) < 2:
            return Fit.NO
        owner, is_bare = asked[-2], len(plain) == 1
        before = plain[-2] if not is_bare else ""
        is_own = before in self.own_words and len(plain) == 2
        is_bare_member = is_bare and self.implicit_self and not is_bound(outline, plain[0])
        if owner in _OWN_WORDS or (owner and owner == self.container):
            return Fit.EXACT if is_own or is_bare_member else self._fit_other(plain, owner, outline)
        if owner in self.bases and (before in _PARENT_WORDS or is_own):
            return Fit.EXACT if before in _PARENT_WORDS else Fit.LOOSE
        return self._fit_other(plain, owner, outline)

    def _fit_other(self, plain: tuple[str, ...], owner: str, outline: Outline) -> Fit:
        """A member of another object: of the wanted class, if its type can be seen."""
        before = plain[-2] if len(plain) > 1 else ""
        if len(plain) == 2 and (made := type_of(outline, before)):
            return Fit.EXACT if parts(made)[-1] == owner else Fit.NO
        is_known = before in {"", *self.own_words, *_PARENT_WORDS} or before in self.imports
        if is_known or not owner[:1].isupper() or before[:1].isupper():
            return Fit.NO
        return Fit.MAYBE

    def fit_call(self, call: Call, wanted: str, outline: Outline) -> Fit:
        """How a call fits a wanted callee: by its last name if only that is asked for."""
        asked = parts(wanted)
        if is_another_member(call.text, wanted):
            return Fit.NO
        if self.language == "objc" and ":" in wanted:
            name = wanted.strip("[]").split()[-1].split(":")[0]
            return Fit.EXACT if call.name.split(":")[0] == name else Fit.NO
        if len(asked) == 1:
            name = call.name.rstrip("!") if self.language == "rust" else call.name
            if name.lstrip("#") == asked[0] or name == wanted:
                return Fit.EXACT
            if asked[0] in _PARENT_WORDS and self._is_of_parent(call, asked[0]):
                return Fit.EXACT
        if len(asked) == 2 and asked[0] in _PARENT_WORDS and self._is_parents(call, asked, outline):
            return Fit.EXACT
        how = self.fit(call.text, wanted, outline)
        is_constructor = len(asked) == 2 and asked[1] in ("__init__", "new", "init")
        if how is Fit.NO and is_constructor and parts(call.text)[-1] == asked[0]:
            return Fit.LOOSE
        return how

    def _is_parents(self, call: Call, asked: Sequence[str], outline: Outline) -> bool:
        """True for `super.f` of `Base.f(self)`, `base.f()`, and Ruby's `super` in `f`."""
        if self.language == "ruby":
            return call.text == "super" and outline.name == asked[1]
        return call.name == asked[1] and self._is_of_parent(call, asked[0])

    def _is_of_parent(self, call: Call, word: str) -> bool:
        """True for `super.f()`, `base.F()` of C#, and `Base.f(self)` of Python."""
        first, *rest = parts(call.text)
        if self.language == "csharp":
            return first == "base"
        is_named = self.language in ("python", "cpp") and bool(rest) and first in self.bases
        return word == "super" and (first == "super" or is_named)


_MARKED = re.compile(r"(\w+)([?!]?)(?:\(.*\))?$", re.DOTALL)


def is_marked_else(wanted: str, name: str, is_known: Callable[[str], bool]) -> bool:
    """True of Ruby's `valid` and `valid?`, and of `save` and `save!` if the wanted one is known."""
    asked = _MARKED.search(wanted)
    if asked is None or name.rstrip("?!") != asked[1] or name == asked[1] + asked[2]:
        return False
    return "?" in (name[-1:], asked[2]) or is_known(asked[1] + asked[2])


def local_alias(outline: Outline, name: str) -> str | None:
    """The dotted name that the local `name` is set to, if it is set once and to no more."""
    values = [one.value for one in outline.assigned if one.target == name]
    if len(values) == 1 and _PLAIN.match(values[0]) and values[0] != name:
        return values[0]
    return None


def is_bound(outline: Outline, name: str) -> bool:
    """True for a parameter or local variable."""
    return any(one.name == name for one in outline.parameters) or any(
        item.text == name for item in outline.marked("bound")
    )


def type_of(outline: Outline, name: str) -> str:
    """The type of a local variable or parameter where the definition itself tells; else empty."""
    for one in outline.assigned:
        if one.target.split()[-1].strip("*&") == name and (made := _MAKES.match(one.value)):
            return made[1]
    header = outline.text.slice(outline.header_span)
    after = re.search(
        rf"\b{re.escape(name)}\s*\??:\s*(?:Optional\[)?[\"']?&?(?:mut )?([\w.]+)", header
    )
    if after and after[1][:1].isupper():
        return after[1]
    if outline.language in ("java", "csharp", "cpp", "c", "objc"):
        before = re.search(rf"([A-Z]\w*)(?:<[^()]*>)?[\s*&]+{re.escape(name)}\s*[,)=]", header)
        return before[1] if before else ""
    if outline.language == "go":
        before = re.search(rf"\b{re.escape(name)}\s+\*?(?:\w+\.)?([A-Z]\w*)\s*[,)]", header)
        return before[1] if before else ""
    return ""


@lru_cache(maxsize=64)
def _as_member(name: str) -> re.Pattern[bytes]:
    declared = rf"^[ \t]+(?:[\w<>*&:\[\].?]+[ \t]+)*{name}[ \t]*(?:[:=;]|[ \t][\w*\[]+[ \t]*$)"
    return re.compile(rf"(?:[.@]|->){name}\b|{declared}".encode(), re.MULTILINE)


def is_member(name: str, raw: bytes) -> bool:
    """True if a field of that name is declared or spoken of somewhere in a file's text."""
    return _as_member(name).search(raw) is not None


def is_spelt_so(name: str, words: str) -> bool:
    """True for the `_retryQueue` of `retry queue`: all its letters, and none besides."""
    return _letters(name.removeprefix("m_")) == _letters(words)


def _letters(name: str) -> str:
    return re.sub(r"[^a-z\d]", "", name.lower())
