"""The scopes of all files by key, by name, and by what they mention."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from codewitness.engine.graph import mentions
from codewitness.engine.graph.cells import Key
from codewitness.engine.graph.files import File, Scope, is_definition
from codewitness.engine.graph.flow_texts import FlowCache
from codewitness.engine.graph.mentions import Mentions
from codewitness.engine.graph.python.naming import lookups
from codewitness.engine.graph.python.naming.builtin_names import WRAPPED
from codewitness.engine.graph.python.naming.lookups import Lookups
from codewitness.engine.graph.python.naming.modules import Modules
from codewitness.engine.graph.python.objects.fields import field_words
from codewitness.model.flow import form

_MAX_DECODED = (
    4_000_000  # characters of flow texts that are read at a time; ten times that in memory
)
_STEPS_BETWEEN_TIDYING = 256


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """How far values are followed, so that one question does not read everything.

    is_few: what runs at nearly every condition or attribute is looked for, too.
    callers: sites that a parameter gets values from; with more nothing is known of it.
    namesakes: definitions of one name, beyond which its callers are not sought for that.
    indirect: calls of values that are looked at for one function.
    writes: places that assign to attributes of one name.
    """

    is_large: bool
    is_few: bool
    callers: int
    namesakes: int
    indirect: int
    writes: int


LARGE_SCOPES = 8_000
FEW_SCOPES = 1_500
SMALL = Limits(
    is_large=False, is_few=False, callers=300, namesakes=1_000, indirect=3_000, writes=150
)
FEW = replace(SMALL, is_few=True)
LARGE = Limits(is_large=True, is_few=False, callers=0, namesakes=0, indirect=0, writes=12)


def _limits(n_scopes: int) -> Limits:
    if n_scopes > LARGE_SCOPES:
        return LARGE
    return SMALL if n_scopes > FEW_SCOPES else FEW


class Workspace:
    """All files of one graph."""

    def __init__(self, own_package: str = "") -> None:
        self.own_package = own_package
        self.files: dict[str, File] = {}
        self.flow_cache = FlowCache()
        self.scopes: dict[str, Scope] = {}
        self.modules = Modules(())
        self.limits = FEW
        self._lookups: Lookups | None = None
        # Paths of files by word; most words are in one file, whose path is enough.
        self._mentions: dict[str, str | list[str]] | None = None
        self._mentioning = Mentions(mentions.mentioning)
        self._calling = Mentions(mentions.calling)
        self._n_tidied = 0
        self.n_updates = 0
        self._named: dict[str, list[Scope]] = {}

    def update(self, changed: Mapping[str, File | None]) -> list[Key] | None:
        """Take over new texts of files; gives the pieces of facts that changed, None for all.

        Which modules there are is not among them: see `module_lookups`.
        """
        self.n_updates += 1
        before = self.limits
        is_much = len(changed) > len(self.files)  # to tell what differs would be in vain
        is_same_set = all(
            (path in self.files) == (file is not None) for path, file in changed.items()
        )
        sources: list[Key] = [] if is_same_set or before.is_large else [("indirect",)]
        for path, file in changed.items():
            old = self.files.pop(path, None)
            if not is_much:
                sources += _differences(old, file, with_indirect=not before.is_large)
            if self._lookups is not None:
                if old is not None:
                    self._lookups.remove(old)
                if file is not None:
                    self._lookups.add(file)
            if self._mentions is not None:
                self._list_words(path, old, file)
            self._mentioning.changed(old, file)
            self._calling.changed(old, file)
            self._replace(path, old, file)
        self.limits = _limits(len(self.scopes))
        if not is_same_set:
            self.modules = Modules(self.files, self.own_package)
        return None if is_much or before != self.limits else sources

    def _replace(self, path: str, old: File | None, new: File | None) -> None:
        for scope in old.scopes if old is not None else ():
            self.scopes.pop(scope.key, None)
            if scope.name:
                self._named[scope.name].remove(scope)
        if new is not None:
            self.files[path] = new
            new.cache = self.flow_cache
            for scope in new.scopes:
                self.scopes[scope.key] = scope
                if scope.name:
                    self._named.setdefault(scope.name, []).append(scope)

    def named(self, name: str) -> Sequence[Scope]:
        """Definitions with this last name."""
        return self._named.get(name, ())

    def mentioning(self, name: str, within: File | None = None) -> Sequence[Scope]:
        """Scopes whose flow has this name somewhere; of one file, or of all."""
        if within is not None:
            return mentions.mentioning(within, name)
        return self._mentioning.of(name, self.paths_with, self.files)

    def calling(self, name: str) -> Sequence[Scope]:
        """Those of the scopes that mention a name which have a site of it."""
        return self._calling.of(name, self.paths_with, self.files)

    @property
    def lookups(self) -> Lookups:
        """Where attributes are assigned, and which classes name which bases."""
        if self._lookups is None:
            self._lookups = Lookups()
            for file in self.files.values():
                self._lookups.add(file)
        return self._lookups

    def written_attributes(self) -> set[str]:
        """Attributes that an assignment, or what makes an object, gives what is no constant."""
        every = (*self.lookups.own_writes.items(), *self.lookups.other_writes.items())
        fields = (field_words(scope) for scope in self.scopes.values() if scope.n_flow)
        return {WRAPPED}.union(*fields) | {
            key.removeprefix(lookups.DEFAULT) if isinstance(key, str) else key[1]
            for key, writes in every
            if any(
                form(scope.flow.binds[index][1]) not in ("k", "t", "L", "D", "C")
                for scope, index in writes
            )
        }

    def tidy_some(self) -> None:
        """The same after little work: most times there is nothing to be looked at."""
        self._n_tidied += 1
        if self._n_tidied % _STEPS_BETWEEN_TIDYING == 0:
            self.tidy()

    def tidy(self, most: int = _MAX_DECODED) -> None:
        """Give back the memory of flows that were read, if they have more characters.

        Those that were read again are kept, if they are few: they would be read once more.
        """
        if self._n_read() > most:
            for file in self.files.values() if most else ():
                file.forget_seldom_read()
            if self._n_read() > most // 2:
                self._forget_flows()

    def _n_read(self) -> int:
        return sum(file.n_read for file in self.files.values())

    def _forget_flows(self) -> None:
        for file in self.files.values():
            for scope in file.read:
                scope.is_again = None
            file.forget()

    def paths_with(self, word: str) -> Sequence[str]:
        """Paths of the files that mention a word."""
        if self._mentions is None:
            self._mentions = {}
            for path, file in self.files.items():
                self._list_words(path, None, file)
        found = self._mentions.get(word, ())
        return (found,) if isinstance(found, str) else found

    def _list_words(self, path: str, old: File | None, new: File | None) -> None:
        """Note which words a file mentions now, after those it has mentioned."""
        assert self._mentions is not None
        before = set() if old is None else set(old.words.split("\t"))
        after = set() if new is None else set(new.words.split("\t"))
        for word in before - after:
            if isinstance(known := self._mentions[word], str):
                del self._mentions[word]
            else:
                known.remove(path)
        for word in after - before:
            if (listed := self._mentions.get(word)) is None:
                self._mentions[sys.intern(word)] = path
            elif isinstance(listed, str):
                self._mentions[word] = [listed, path]
            else:
                listed.append(path)


def _differences(old: File | None, new: File | None, *, with_indirect: bool) -> list[Key]:
    """Scopes whose flow, header or kind is not what it was, and names that are mentioned anew."""
    before = {} if old is None else {scope.key: scope for scope in old.scopes}
    after = {} if new is None else {scope.key: scope for scope in new.scopes}
    sources: list[Key] = []
    for key in before.keys() | after.keys():
        one, other = before.get(key), after.get(key)
        if one is None or other is None or not _is_same(one, other):
            sources.append(("scope", key))
            mentioned = [lookups.words_of([] if s is None else [s.flow_text]) for s in (one, other)]
            sources += [("mention", word) for word in mentioned[0] ^ mentioned[1]]
            sources += [*lookups.sources(one), *lookups.sources(other)]
            if with_indirect and old is not None and new is not None:
                sources += [] if _values_called(one) == _values_called(other) else [("indirect",)]
        for scope in (one, other):
            if (one is None or other is None) and scope is not None and scope.name:
                sources.append(("named", scope.name))
    return sources


def _values_called(scope: Scope | None) -> tuple[Any, ...]:
    """All of a scope that decides which sites call values, here or elsewhere.

    Those are calls of what is bound to something else than a definition, and of attributes that
    are given something else than a constant.
    """
    if scope is None:
        return ()
    binds = scope.flow.binds
    kinds = [(form(value), is_definition(scope, value)) for _, value in binds]
    bound = {(str(target), kind) for (target, _), kind in zip(binds, kinds, strict=True)}
    last = {(name, kinds[i]) for name, ends in scope.flow.last.items() for i in ends}
    parameters = [[one.name for one in child.parameters] for child in scope.children]
    return scope.indirect, field_words(scope), bound, last, parameters


def _is_same(one: Scope, other: Scope) -> bool:
    return (
        one.flow_text == other.flow_text
        and one.kind == other.kind
        and one.is_async == other.is_async
        and [child.key for child in one.children] == [child.key for child in other.children]
        and _has_same_header(one, other)
    )


def _has_same_header(one: Scope, other: Scope) -> bool:
    """Parameters and decorators are in the flow of the scope around."""
    around, other_around = one.parent, other.parent
    if around is None or other_around is None:
        return around is other_around
    is_same = (around.flow_text, one.number) == (other_around.flow_text, other.number)
    return is_same or (one.header, one.decorators) == (other.header, other.decorators)
