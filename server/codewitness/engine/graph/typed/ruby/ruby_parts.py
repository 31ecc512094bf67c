"""The places where a class or module of Ruby is opened, and what each of them says.

A namespace is opened in hundreds of files, most of which say nothing of it but what is inside. So
what is asked of it again and again is found by name, or once for all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from codewitness.engine.graph.typed.packages import Place
from codewitness.engine.graph.typed.ruby.ruby_names import ENUMERATING
from codewitness.engine.graph.typed.tabling import Answer
from codewitness.engine.graph.typed.values import Value
from codewitness.engine.graph.typed.world import World
from codewitness.model.flow import Expression, Site, form, last_name

if TYPE_CHECKING:
    from codewitness.engine.graph.typed.evaluate import Evaluator, Where

# What is called with a class when a module is mixed into it, by how that is done.
HOOKS = {"include": "included", "extend": "extended", "prepend": "prepended"}
# What runs a block on what it is called on.
RUNNING_IN = frozenset(
    ("class_eval", "class_exec", "instance_eval", "instance_exec", "module_eval", "module_exec")
)


class Head(NamedTuple):
    """What one place says of the classes above: the class, and how each module is mixed in."""

    place: Place
    bases: Sequence[Expression]
    mixed: Sequence[tuple[str, Expression]]  # `include`, `extend`, `prepend`; the module


class Hooked(NamedTuple):
    """A module that a hook mixes into a class: the hook, how, and the module."""

    place: Place
    how: str
    module: Expression


class OpenedClasses:
    """All classes and modules of a world, by any place of theirs; looked at when asked for.

    One that is defined in a function has this place alone.
    """

    def __init__(self, world: World, by_full_name: Mapping[str, Sequence[Place]]) -> None:
        self._world = world
        self._by_full_name = by_full_name
        self._places: dict[str, list[Place]] = {}
        self._heads: dict[Place, list[Head]] = {}
        self._hooks: dict[tuple[Place, str], list[Hooked]] = {}
        self._saying: dict[Place, dict[str, list[Place]]] = {}

    def places(self, place: Place) -> list[Place]:
        """Where it is opened, in order."""
        name = self._world.files[place[0]].definitions[place[1]].qualified_name
        if (known := self._places.get(name)) is None:
            known = self._places[name] = sorted(
                one
                for one in self._by_full_name.get(name, ())
                if self._world.files[one[0]].definitions[one[1]].is_class
            )
        return known or [place]

    def saying(self, place: Place, member: str) -> list[Place]:
        """The places that define a member, bind it or assign it to `self`, in order."""
        places = self.places(place)
        if (known := self._saying.get(places[0])) is None:
            known = self._saying[places[0]] = {}
            for one in places:
                for name in self._names_in(one):
                    known.setdefault(name, []).append(one)
        return known.get(member, [])

    def _names_in(self, place: Place) -> set[str]:
        path, ordinal = place
        file = self._world.files[path]
        defined = {file.definitions[child].name for child in file.children.get(ordinal, ())}
        fields = {one.name for one in file.header(ordinal).parameters}
        return defined | fields | file.binds(ordinal).keys() | file.given_to_this(ordinal).keys()

    def heads(self, place: Place) -> list[Head]:
        """What the places say of classes above, those that say nothing left out."""
        places = self.places(place)
        if (known := self._heads.get(places[0])) is None:
            heads = map(self._head, places)
            known = self._heads[places[0]] = [one for one in heads if one.bases or one.mixed]
        return known

    def _head(self, place: Place) -> Head:
        path, ordinal = place
        file = self._world.files[path]
        mixed = [
            (target[1], module)
            for target, module in file.flow(ordinal).binds
            if isinstance(target, list) and target[0] == "mix"
        ]
        return Head(place, file.header(ordinal).bases, mixed)

    def hooks(self, place: Place, how: str) -> list[Hooked]:
        """What a module mixes into the classes that it is itself mixed into in this way."""
        key = (self.places(place)[0], how)
        if (known := self._hooks.get(key)) is None:
            name = HOOKS[how]
            places = self.saying(place, name)
            known = self._hooks[key] = [one for at in places for one in self._hooked(at, name)]
        return known

    def _hooked(self, place: Place, name: str) -> Iterator[Hooked]:
        path, ordinal = place
        file = self._world.files[path]
        for hook in file.members.get((ordinal, name), ()):
            sites = file.flow(hook).sites
            runs_in_class = any(
                form(site[1]) == "a" and site[1][2] in RUNNING_IN and _is_class(site[1][1])
                for site in sites
            )
            for site in sites:
                how, given = _mixing(site, runs_in_class=runs_in_class)
                yield from (Hooked((path, hook), how, one) for one in given if how in HOOKS)


def _mixing(site: Site, *, runs_in_class: bool) -> tuple[str, list[Expression]]:
    """How a call in a hook mixes modules in, and these: `base.extend M`.

    What stands in a block that runs in the class needs no `base`.
    """
    given: list[Expression] = site[4] if len(site) > 4 else []
    if isinstance(site[1], str):
        return (site[1], given) if runs_in_class else ("", [])
    if form(site[1]) != "a" or not _is_class(site[1][1]):
        return "", []
    return site[1][2], given


def _is_class(expression: Expression) -> bool:
    """True for the first parameter of a hook."""
    return isinstance(expression, list) and expression[0] == "v" and expression[2:] == [-1]


def is_of_own_class(ev: Evaluator, at: Where, callee: Expression) -> bool:
    """True for `self.class.table`."""
    if form(callee) != "a" or form(callee[1]) != "c":
        return False
    return bool(ev.site(at.path, at.scope, callee[1][1])[1] == ["a", "this", "class"])


def is_enumerable(heads: Sequence[Head]) -> bool:
    """True for a class that includes `Enumerable`, whose methods run its `each`."""
    mixed = (one for head in heads for one in head.mixed)
    return any(how != "extend" and module == "Enumerable" for how, module in mixed)


def only_one(owners: Answer, heads: Callable[[Value], Sequence[Head]]) -> Answer:
    """What `instance` gives of classes that include `Singleton`."""
    return frozenset(
        ("I", *owner[1:])
        for owner in owners
        if owner[0] == "C"
        for head in heads(owner)
        if any(last_name(module) == "Singleton" for _, module in head.mixed)
    )


def has_reader(ev: Evaluator, parts: Iterable[Place], name: str) -> bool:
    """True if `attr_reader` makes a method of this name in one of these places."""
    return any(
        ["attr", name] == target
        for path, ordinal in parts
        if ev.file(path).binds(ordinal).get(name)
        for target, _ in ev.file(path).flow(ordinal).binds
    )


def enumerates(ev: Evaluator, value: Value) -> bool:
    """True for the method that goes through what an object holds."""
    return value[0] == "f" and ev.definition(value).name == ENUMERATING
