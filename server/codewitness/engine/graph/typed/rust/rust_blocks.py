"""Rust: methods that traits of the workspace give to types from outside, or to all types."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from codewitness.engine.graph.listed import words
from codewitness.engine.graph.typed.packages import Place
from codewitness.engine.graph.typed.rust.rust_library import CALLED, CONTENT, ELEMENT
from codewitness.engine.graph.typed.tabling import NOTHING, Answer
from codewitness.engine.graph.typed.values import METHOD, Env, Value, one, union
from codewitness.engine.graph.typed.world import MODULE
from codewitness.model.facts import Kind
from codewitness.model.flow import last_name

if TYPE_CHECKING:
    from codewitness.engine.graph.typed.evaluate import Evaluator
    from codewitness.engine.graph.typed.rust.rustlang import RustRules
    from codewitness.engine.graph.typed.world import World

# Of these the library's types have methods of their own, which go before those of traits.
_OF_LIBRARY = CONTENT | ELEMENT | CALLED
# What the library's most used types have, so that it tells nothing of an unknown object.
_USUAL = words("display exists join parent file_name extension is_dir is_file args arg status read")
# Names that other languages' libraries have, and none of these types of Rust's.
_ELSEWHERE = words(
    "apply build call close create data delete each error exec execute exists id index info "
    "list load log message name open print process put query register reject release render "
    "request resolve run save search select send setup state status stop stream subscribe text "
    "trace update url use valid value visit warn "
)
_TEXTS = frozenset(("str", "string", "String"))
_GIVING_TEXT = (".to_string()", ".as_str()", ".to_lowercase()", ".to_uppercase()", ".trim()")
_SLICES = frozenset(("str", "string"))
_OF_LITERALS = {"i32": ("i", "u"), "f64": ("f",)}  # what else a number may be that is written so
_MAX_STEPS = 4  # from a bound to the blocks of its trait, and to their bounds


class Blocks:
    """The blocks `impl Trait for Type` of a workspace."""

    def __init__(self, world: World, rules: RustRules) -> None:
        self.world = world
        self.rules = rules

    @cached_property
    def by_trait(self) -> dict[str, list[Place]]:
        """Blocks by the last name of the trait that they implement."""
        found: dict[str, list[Place]] = {}
        for blocks in self.rules.impls_by_name.values():
            for path, block in blocks:
                for base in self.world.files[path].header(block).bases:
                    plain = base[1] if isinstance(base, list) and base[:1] == ["G"] else base
                    if name := last_name(plain):
                        found.setdefault(name, []).append((path, block))
        return {name: sorted(blocks) for name, blocks in found.items()}

    def given(self, ev: Evaluator, owner: Value, name: str) -> Answer:
        """The method of the only trait that gives one of this name to a type; else nothing.

        Of several blocks that may be the type's it is the trait's own: nobody knows which runs.
        """
        plain = name.removesuffix(METHOD)
        if plain in _OF_LIBRARY and (owner[0] not in "BI" or plain not in _ELSEWHERE):
            return NOTHING
        found: dict[Place, list[Place]] = {}
        for trait in self._traits(ev, plain):
            blocks = self.of_trait(ev, trait)
            if fitting := [one_ for one_ in blocks if self._fits(ev, one_, owner, ())]:
                found[trait] = fitting
        if len(found) != 1:
            return NOTHING
        [(trait, fitting)] = found.items()
        if owner[0] == "B" and owner[1] in _SLICES:  # no `String`, which may count as one
            fitting = [block for block in fitting if self._is_for_str(ev, block)] or fitting
        own = ev.file(fitting[0][0]).members.get((fitting[0][1], plain), [])
        if len(fitting) == 1 and own:
            return frozenset(("f", fitting[0][0], place, owner, owner) for place in own)
        places = ev.file(trait[0]).members.get((trait[1], plain), [])
        return frozenset(("f", trait[0], place, owner, owner) for place in places)

    def for_arguments(self, ev: Evaluator, value: Value, parts: list[Place]) -> list[Place]:
        """Of the blocks of a type those that are for what this value of it holds."""
        kept: list[Place] = []
        for part in parts:
            kinds = self.rules.type_of_block(ev, part) if part != value[1:3] else NOTHING
            own = [kind[3] for kind in kinds if kind[:3] == ("I", *value[1:3])]
            if not own or any(_may_take(taken, value[3]) for taken in own):
                kept.append(part)
        return kept

    def arguments(self, ev: Evaluator, function: Value) -> Env:
        """What the type parameters of the block around a method are for its receiver."""
        path, ordinal, receiver = function[1:4]
        block = ev.file(path).parent(ordinal)
        if receiver is None or receiver[0] not in "IC" or not receiver[3] or block == MODULE:
            return {}
        if ev.file(path).definitions[block].kind is not Kind.EXTENSION:
            return {}
        return {
            parameter: given
            for kind in self.rules.type_of_block(ev, (path, block))
            if kind[:3] == ("I", *receiver[1:3])
            for wanted, given in zip(kind[3], receiver[3], strict=False)
            for parameter in wanted
            if parameter[0] == "T" and parameter[1:3] == (path, block) and given
        }

    def _is_for_str(self, ev: Evaluator, block: Place) -> bool:
        return all(v[0] == "B" and v[1] in _SLICES for v in self.rules.type_of_block(ev, block))

    def may_give(self, ev: Evaluator, name: str) -> bool:
        """True if a trait has a method of this name for a type that is not of the workspace."""
        return bool(self._given_to_others(ev, name))

    def given_to_others(self, ev: Evaluator, name: str) -> list[Place]:
        """The methods of this name of such traits, of which the library's types have none."""
        if name in _OF_LIBRARY or name in _USUAL:
            return []
        return [
            (path, place)
            for path, trait in self._given_to_others(ev, name)
            for place in ev.file(path).members.get((trait, name), ())
        ]

    def may_be_for(self, ev: Evaluator, owners: Answer, method: Place) -> bool:
        """False if what is known of all these objects is that no block of the trait is for them."""
        trait = (method[0], ev.file(method[0]).parent(method[1]))
        kinds = union(self.rules.type_of_block(ev, block) for block in self.of_trait(ev, trait))
        if any(kind[0] == "T" for kind in kinds):
            return True
        named = {_type_outside(kind) for kind in kinds}
        return any(_type_outside(owner) in ("", *named) for owner in owners)

    def _given_to_others(self, ev: Evaluator, name: str) -> list[Place]:
        return [
            trait
            for trait in self._traits(ev, name)
            if any(self._is_foreign(ev, block) for block in self.of_trait(ev, trait))
        ]

    def _traits(self, ev: Evaluator, name: str) -> list[Place]:
        places = [(path, ev.file(path).parent(place)) for path, place in ev.world.named(name)]
        return [
            (path, around)
            for path, around in dict.fromkeys(places)
            if around >= 0 and ev.file(path).definitions[around].kind is Kind.TRAIT
        ]

    def of_trait(self, ev: Evaluator, trait: Place) -> list[Place]:
        """The blocks that implement a trait."""
        name = ev.file(trait[0]).definitions[trait[1]].name
        return [
            block
            for block in self.by_trait.get(name, ())
            if any(v[1:3] == trait for v in ev.bases(("C", *block, ())) if v[0] == "I")
        ]

    def _is_foreign(self, ev: Evaluator, block: Place) -> bool:
        return any(
            value[0] != "I" or ev.definition(value).kind is Kind.EXTENSION
            for value in self.rules.type_of_block(ev, block) or one(("T",))
        )

    def _fits(self, ev: Evaluator, block: Place, owner: Value, seen: tuple[Place, ...]) -> bool:
        """True if a block is for the type of a value."""
        return any(
            self._may_be(ev, value, owner, seen) if value[0] == "T" else _is_like(value, owner)
            for value in self.rules.type_of_block(ev, block)
        )

    def _may_be(
        self, ev: Evaluator, parameter: Value, owner: Value, seen: tuple[Place, ...]
    ) -> bool:
        """True if a value is all that a type parameter is declared to be."""
        from codewitness.engine.graph.typed.classes import bound

        bounds = bound(ev, parameter)
        if any(value[0] == "F" for value in bounds):
            return False  # a function
        return all(
            self._is_of(ev, owner, value, seen) for value in bounds if value[0] == "I"
        ) and all(
            any(_is_like(value, one_) for one_ in (owner, *ev.bases(owner)))
            for value in bounds
            if value[0] == "B"
        )

    def _is_of(self, ev: Evaluator, owner: Value, trait: Value, seen: tuple[Place, ...]) -> bool:
        place = trait[1:3]
        if place in seen or len(seen) > _MAX_STEPS:
            return False
        return self._is_above(ev, owner, place, 0) or any(
            self._fits(ev, block, owner, (*seen, place)) for block in self.of_trait(ev, place)
        )

    def _is_above(self, ev: Evaluator, owner: Value, trait: Place, depth: int) -> bool:
        if owner[0] != "I" or depth > _MAX_STEPS:
            return False
        return owner[1:3] == trait or any(
            self._is_above(ev, base, trait, depth + 1) for base in sorted(ev.bases(owner), key=repr)
        )


def is_text(value: Value) -> bool:
    """True for text, also if all that is known of it is what gave it."""
    if value[0] == "X":
        name = value[1]
        return (
            name in ("String", "std.string.String")
            or (
                name.startswith("String.")
                and name.endswith(("()", *_GIVING_TEXT))
                and name.count(".") == 1
            )
            or name.endswith(_GIVING_TEXT)
        )
    return value[0] == "B" and value[1] in _TEXTS


def _type_outside(value: Value) -> str:
    """The plain name of a library's type, or of what its `new` makes; "" if it is not known."""
    name = value[1].removesuffix(".new()") if value[0] == "X" else ""
    last = name.rpartition(".")[2]
    return last if last[:1].isupper() and last.isalnum() else ""


def _is_like(kind: Value, owner: Value) -> bool:
    """True if a value from outside may be of the type that a block is for."""
    if is_text(kind):
        return is_text(owner)
    if kind[0] == "I" or owner[0] != kind[0]:
        return bool(owner[:3] == kind[:3])
    if kind[0] == "X":
        return bool(kind[1] == owner[1])
    if kind[0] != "B":
        return False
    if kind[1] == "[]":
        return owner[1] in ("[]", "()") and _may_hold(union(kind[2]), union(owner[2]))
    if kind[1] == "()":
        return bool(owner[1] == "()" and len(kind[2]) == len(owner[2]))
    if kind[1] == "Map":
        return bool(owner[1] == "Map")
    return bool(owner[1] == kind[1]) or kind[1].startswith(_OF_LITERALS.get(owner[1], "?"))


def _may_take(wanted: Sequence[Answer], given: Sequence[Answer]) -> bool:
    """False if some argument is known to be of another type than a block is for."""
    return all(
        not taken
        or not own
        or any(a[0] in "TX" or b[0] not in "IB" or _is_like(a, b) for a in taken for b in own)
        for taken, own in zip(wanted, given, strict=False)
    )


def _may_hold(wanted: Answer, held: Answer) -> bool:
    """False if it is known of both what they hold, and none of the one may be of the other."""
    if not held or not wanted or any(value[0] in "TX" for value in (*wanted, *held)):
        return True
    return any(_is_like(value, one_) for value in wanted for one_ in held)
