"""Rust: crates and their modules, `impl` blocks, traits; wrappers count as what they wrap."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import TYPE_CHECKING

from codewitness.engine.graph.typed import calls, kept
from codewitness.engine.graph.typed.outlines import from_outlines
from codewitness.engine.graph.typed.packages import Place
from codewitness.engine.graph.typed.rust import (
    rust_conversions,
    rust_errors,
    rust_iterators,
    rust_names,
)
from codewitness.engine.graph.typed.rust.rust_blocks import Blocks, is_text
from codewitness.engine.graph.typed.rust.rust_crates import Crates
from codewitness.engine.graph.typed.rust.rust_expected import WithExpected
from codewitness.engine.graph.typed.rust.rust_library import (
    BOXES,
    CALLED,
    CALLED_OF_MAPS,
    CALLED_WITH_TWO,
    CONTENT,
    DERIVED,
    ELEMENT,
    HANDING,
    LIBRARY_TYPES,
    LISTS,
    MADE,
    MAPS,
    OF_CLOSURES,
    OF_OPTION,
    READING,
    STANDARD,
)
from codewitness.engine.graph.typed.tabling import NOTHING, Answer
from codewitness.engine.graph.typed.values import METHOD, Env, Value, builtin, one, union
from codewitness.engine.graph.typed.world import MODULE, FileScopes
from codewitness.model.facts import Kind, join_name
from codewitness.model.flow import Expression, Site, form

if TYPE_CHECKING:
    from codewitness.engine.graph.typed.evaluate import Evaluator, Where

_DEREF = "deref" + METHOD


class RustRules(WithExpected):
    """Rust. A package is a crate's sources and a module in them: `src`, `src.store`."""

    languages = frozenset(("rust",))
    sees_members = False
    constructs_by_call = True
    lists, maps, boxes = LISTS, MAPS, BOXES
    names_of_content = CONTENT

    @cached_property
    def crates(self) -> Crates:
        """Where files stand."""
        return Crates(self.world)

    def package(self, path: str) -> str:
        """Crate and module."""
        return self.crates.package(path)

    def module(self, at: Where) -> str:
        """The module that a scope stands in; a file may hold several."""
        file, scope = self.world.files[at.path], at.scope
        while scope != MODULE and file.definitions[scope].kind is not Kind.NAMESPACE:
            scope = file.parent(scope)
        inside = file.definitions[scope].qualified_name if scope != MODULE else ""
        return join_name(self.package(at.path), inside)

    def is_closed(self, file: FileScopes, scope: int) -> bool:
        """Modules see nothing of what is around them."""
        return file.definitions[scope].kind is Kind.NAMESPACE

    def free_name(self, ev: Evaluator, at: Where, name: str, *, is_type: bool) -> Answer:
        """A name of the module; a crate."""
        if name == "Self":
            return NOTHING  # of `Self::Item`, see `dotted_type`
        return self._root(at, name) or super().free_name(ev, at, name, is_type=is_type)

    def _root(self, at: Where, name: str) -> Answer:
        if name == "crate":
            return _modules(self.crates.of_file(at.path))
        if name == "self":
            return one(("N", self.module(at)))
        if name == "super":
            return _modules(self.crates.above(at.path, self.module(at)))
        return NOTHING if (own := self.crates.named(at.path, name)) is None else one(("N", own))

    def imported(self, ev: Evaluator, path: str, module: str, name: str | None = None) -> Answer:
        """What a path stands for at the top of a file."""
        from codewitness.engine.graph.typed.evaluate import Where as At

        return self.imported_in(ev, At(path, MODULE), module, name)

    def imported_in(self, ev: Evaluator, at: Where, module: str, name: str | None = None) -> Answer:
        """What a path stands for; the module "!" has the macros."""
        if module == "!":
            found = rust_names.macros(ev, self.crates, at.path, name or "")
            return found or one(("X", f"{name}!"))
        parts = [*(part for part in module.split(".") if part), *([name] if name else [])]
        found = NOTHING
        for k, part in enumerate(parts):
            if k == 0:
                own = NOTHING if self.crates.declares(at.path, part) else self._root(at, part)
                found = own or self._first(ev, at, part)
            elif part == "super":
                spaces = [v[1] for v in found if v[0] == "N"]
                found = union(_modules(self.crates.above(at.path, one_)) for one_ in spaces)
            else:
                crates = [value for value in found if value[0] == "N"]
                found = ev.members(found, part)
                found = _known(found) if len(crates) > 1 else found
        return found or one(("X", ".".join(parts)))

    def _first(self, ev: Evaluator, at: Where, name: str) -> Answer:
        found = self._here(ev, at, name)
        if self.crates.begins_at_root(at.path) and all(value[0] == "X" for value in found):
            own = ev.members(_modules(self.crates.of_file(at.path)), name)
            return frozenset(value for value in own if value[0] != "X") or found
        return found

    def _here(self, ev: Evaluator, at: Where, name: str) -> Answer:
        module = self.module(at)
        found = self.full(ev, join_name(module, name)) or self._beside(ev, module, name)
        return found or one(("X", name))

    def _elsewhere(self, ev: Evaluator, module: Value) -> Answer:
        """The module of a file of its own that `mod name;` declares."""
        folder = self.crates.folder_of(self.package(module[1]))
        full = join_name(folder, ev.definition(module).qualified_name)
        return one(("N", full)) if full in self.packages else NOTHING

    def _beside(self, ev: Evaluator, package: str, name: str) -> Answer:
        """Of a program the modules that lie beside its root; of those what that file has."""
        return union(self.full(ev, join_name(one_, name)) for one_ in self.crates.beside(package))

    def outside_result(self, ev: Evaluator, at: Where, site: Site, callee: Value) -> Answer:
        """A box of the library counts as what is put into it."""
        box, _, last = callee[1].replace("()", "").rpartition(".")
        if last in ("from", "from_iter") and box.endswith("Map") and len(site[4]) == 1:
            return kept.mapped(ev.value(at, site[4][0]))
        is_box = last in ("Some", "Ok")
        is_box |= last in ("new", "from", "clone") and box.rpartition(".")[2] in self.boxes
        is_box |= last in ("take", "replace") and box.rpartition(".")[2] == "mem"
        given = site[4] if len(site) > 4 else []
        held = ev.value(at, given[0]) if is_box and given else NOTHING
        known = frozenset(value for value in held if value[0] in "fIB")
        return known or super().outside_result(ev, at, site, callee)

    def callees(self, ev: Evaluator, at: Where, site: Site) -> Answer:
        """As everywhere; of `?` what makes one error of another."""
        if rust_conversions.is_of_error(site):
            return rust_conversions.of_error(ev, at, site)
        if rust_conversions.is_formatted(site):
            return rust_conversions.formatted(ev, at, site, self.blocks.by_trait)
        found = super().callees(ev, at, site)
        if any(value[0] == "f" for value in found):
            return found
        blocks = self.blocks.by_trait.get("Display", ())
        return rust_conversions.displayed(ev, at, site, blocks) or found

    def is_used_by_macro(self, ev: Evaluator, site: Site, word: str = "") -> bool:
        """Told by the macros of the name: what they do with their arguments."""
        if not isinstance(site[1], str):
            return False  # an operator
        macro, number, n_parts = (one[1] for one in site[4])
        wanted = (["k", f"{word}{number}/{n_parts}"], ["k", f"{word}*"])
        return any(
            one in wanted
            for path, place in ev.world.named(macro)
            if ev.file(path).definitions[place].kind is Kind.MACRO
            for one in ev.file(path).flow(place).returns
        )

    def asked(self, ev: Evaluator, at: Where, callee: Expression) -> Answer:
        """As everywhere; `show::show(x)` is of the module, though its function is known here."""
        found = super().asked(ev, at, callee)
        return found | rust_names.module_of(self.crates, at, self.module(at), callee[1], found)

    def find_full(self, ev: Evaluator, name: str) -> Answer:
        """A definition or module by its full name, or what the module imports by it."""
        if name in self.packages and name.rpartition(".")[0] in self.packages:
            # A function that is exported from a module may have the name of that.
            return one(("N", name)) | frozenset(v for v in self.variable(ev, name) if v[0] == "f")
        places = self.by_full_name.get(name.removesuffix(METHOD), ())
        proper = [p for p in places if self._has_name(ev, p, name)]
        if name.endswith(METHOD) or proper:
            # A type of the module's own is made by its name, whatever a star brings by that.
            kinds = [ev.file(path).definitions[ordinal].kind for path, ordinal in places]
            found = self.standing_for(ev, proper)
            return found or self.variable(ev, name, has_stars=Kind.STRUCT not in kinds)
        if name.rpartition(".")[2] in LIBRARY_TYPES:
            return self.variable(ev, name) | self.standing_for(ev, proper)
        # A type from elsewhere has the methods of its blocks, too.
        return self.variable(ev, name) | self.standing_for(ev, places)

    def _has_name(self, ev: Evaluator, place: Place, name: str) -> bool:
        """True for what is defined; a function and a module may share a name."""
        definition = ev.file(place[0]).definitions[place[1]]
        if name.endswith(METHOD):
            return definition.is_callable
        return definition.kind is not Kind.EXTENSION

    @from_outlines
    def modules(self) -> dict[str, list[Place]]:
        """The scopes of modules by their full names."""
        found: dict[str, list[Place]] = {}
        for path, file in self.world.files.items():
            if file.language in self.languages:
                found.setdefault(self.package(path), []).append((path, MODULE))
                for ordinal, definition in enumerate(file.definitions):
                    if definition.kind is Kind.NAMESPACE:
                        name = join_name(self.package(path), definition.qualified_name)
                        found.setdefault(name, []).append((path, ordinal))
        return found

    def variable(self, ev: Evaluator, name: str, *, has_stars: bool = True) -> Answer:
        """What a module's constants are, and what it imports; as a whole, too, if it may."""
        module, _, last = name.rpartition(".")
        found: list[Answer] = []
        for path, scope in self.modules.get(module, ()):
            file = ev.file(path)
            bound = file.binds(scope).get(last.removesuffix(METHOD), ())
            found += (ev.bound(path, scope, index) for index in bound)
            if has_stars and not any(found):
                stars = [
                    *file.flow(scope).stars,
                    *rust_names.stars_of_macros(ev, self.crates, path, scope),
                ]
                found += (self.of_star_in(ev, (path, scope), star, last) for star in stars)
        return union(found)

    def of_star_in(self, ev: Evaluator, place: Place, star: str, name: str) -> Answer:
        """A name of what a scope imports as a whole."""
        from codewitness.engine.graph.typed.evaluate import Where as At

        outer, _, last = star.rpartition(".")
        found: set[Value] = set()
        for space in self.imported_in(ev, At(*place), outer, last):
            members = ev.member(space, name)
            if space[0] in "NS":  # what it imports itself, but not what it lacks
                found |= members - {("X", f"{space[1]}.{name}")}
            else:
                found.update(value for value in members if value[0] != "X")
        return frozenset(found)

    def contexts(self, ev: Evaluator, at: Where) -> Iterator[str]:
        """The module alone."""
        yield self.module(at)

    def of_star(self, ev: Evaluator, star: str, name: str) -> Answer:
        """Names of all that is imported are found by `variable`."""
        return NOTHING

    # Types and their `impl` blocks.

    @from_outlines
    def impls_by_name(self) -> dict[str, list[Place]]:
        """Blocks by the last name of the type that they are for."""
        found: dict[str, list[Place]] = {}
        for path, file in self.world.files.items():
            if file.language in self.languages:
                for ordinal, definition in enumerate(file.definitions):
                    if definition.kind is Kind.EXTENSION:
                        found.setdefault(definition.name, []).append((path, ordinal))
        return found

    @cached_property
    def blocks(self) -> Blocks:
        """Blocks by the traits that they implement."""
        return Blocks(self.world, self)

    def parts(self, ev: Evaluator, value: Value) -> list[Place]:
        """A type and its blocks."""
        own = (value[1], value[2])
        name = ev.definition(value).name
        blocks = self.impls_by_name.get(name)
        if not blocks or ev.definition(value).kind is Kind.EXTENSION:
            return [own]
        key = ("parts", *own)
        found = ev.table.ask(key, lambda: frozenset(b for b in blocks if self._is_for(ev, b, own)))
        return [own, *sorted(found)]

    def parts_saying(self, ev: Evaluator, value: Value, name: str) -> list[Place]:
        """Without blocks for other arguments: `impl Pixel<u8>` is none for a `Pixel<f64>`."""
        parts = self.parts(ev, value)
        return self.blocks.for_arguments(ev, value, parts) if any(value[3:4]) else parts

    def _is_for(self, ev: Evaluator, block: Place, own: Place) -> bool:
        return any(v[1:3] == own for v in self.type_of_block(ev, block) if v[0] == "I")

    def type_of_block(self, ev: Evaluator, block: Place) -> Answer:
        """What an `impl` block is for."""
        from codewitness.engine.graph.typed.evaluate import Where as At

        file = ev.file(block[0])
        at = At(block[0], file.parent(block[1]), block[1])
        return ev.type(at, file.header(block[1]).known_as)

    def instance_of(self, ev: Evaluator, path: str, ordinal: int) -> Answer:
        """`self` in a block is of the block's type."""
        if ev.file(path).definitions[ordinal].kind is Kind.EXTENSION:
            return self.type_of_block(ev, (path, ordinal))
        return super().instance_of(ev, path, ordinal)

    def arguments_of_block(self, ev: Evaluator, function: Value) -> Env:
        """`T` of `impl<T> Wrapper<T>`, for a wrapper of which it is known what it holds."""
        return self.blocks.arguments(ev, function)

    def extensions(self, ev: Evaluator, owner: Value, name: str) -> Answer:
        """Methods that blocks give to built-in types, or to all that keep a promise."""
        plain = name.removesuffix(METHOD)
        if owner[0] == "B":
            found = frozenset(
                ("f", path, place, owner, owner)
                for path, block in self.impls_by_name.get(owner[1], ())
                for place in ev.file(path).members.get((block, plain), ())
            )
            if found:
                return found
        if owner[0] not in "BICX" or not name.endswith(METHOD):
            return NOTHING
        on = ("I", *owner[1:]) if owner[0] == "C" else owner
        given = ev.table.ask(("given", on, plain), lambda: self.blocks.given(ev, on, plain))
        return given or (rust_conversions.into(ev, on) if plain == "into" else NOTHING)

    def extending(self, ev: Evaluator, name: str) -> list[Place]:
        """Methods of traits that types from outside may have."""
        return self.blocks.given_to_others(ev, name)

    def may_be_given(self, ev: Evaluator, owners: Answer, place: Place) -> bool:
        """False where a trait is for other types of the library alone."""
        return self.blocks.may_be_for(ev, owners, place)

    def may_extend(self, ev: Evaluator, at: Where, owners: Answer, site: Site) -> bool:
        """True if a block of the workspace may give the method to what is not of it."""
        return self.blocks.may_give(ev, site[1][2])

    def member(self, ev: Evaluator, owner: Value, name: str) -> Answer:
        """Members; methods that a type lacks are those of its wrapper, which give it back."""
        found = super().member(ev, owner, name)
        if owner[0] == "S" and not found:
            own = join_name(self.package(owner[1]), ev.definition(owner).qualified_name)
            full = join_name(own, name)
            return ev.members(self._elsewhere(ev, owner), name) or self.full(ev, full)
        if owner[0] == "N" and all(v[0] == "X" for v in found):
            return self._beside(ev, owner[1], name) or found
        if owner[0] == "I" and all(v[0] in "Xb" for v in found) and name != _DEREF:
            wrapped = self._wrapped(ev, owner)
            if within := frozenset(v for v in ev.members(wrapped, name) if v[0] not in "Xb"):
                return within
            if any(v[0] == "T" for v in wrapped):
                return NOTHING  # of what it stands for nothing is known
        if owner[0] == "I" and name.endswith(METHOD) and all(v[0] == "X" for v in found):
            held = ev.member(owner, name.removesuffix(METHOD))  # `(self.hook)(x)`
            return NOTHING if any(v[0] in "fF" for v in held) else one(("b", name, owner))
        if owner[0] == "X" and is_text(owner):
            return self.extensions(ev, owner, name) or found
        if owner[0] in "fF" and name.removesuffix(METHOD) in OF_OPTION:
            return one(("b", name, owner))
        if owner[0] == "C" and name.endswith(METHOD) and found and all(v[0] == "X" for v in found):
            # A variant is not what a trait of elsewhere may have by its name.
            variant = ev.member(owner, name.removesuffix(METHOD))
            return found if all(v[0] == "X" for v in variant) else NOTHING
        return found

    def may_be_own(self, dotted: str) -> bool:
        """What a call gave; of Rust's own library, what hands out what it was given."""
        root, _, rest = dotted.partition(".")
        if root in STANDARD and not rest.startswith(HANDING):
            return False
        return root not in MADE and super().may_be_own(dotted)

    def _wrapped(self, ev: Evaluator, owner: Value) -> Answer:
        """What a type stands for by its own `Deref`."""
        ways = super().member(ev, owner, _DEREF)
        found = union(calls.returns(ev, way) for way in ways if way[0] == "f")
        return frozenset(v for v in found if v[0] in "IT" and v[1:3] != owner[1:3])

    def parameter(self, ev: Evaluator, path: str, ordinal: int, k: int) -> Answer:
        """As everywhere; of a closure that gets an error, that."""
        return rust_errors.given(ev, path, ordinal, k) or super().parameter(ev, path, ordinal, k)

    def generic(self, ev: Evaluator, base: Expression, arguments: list[Answer]) -> Answer:
        """As everywhere, and iterators of maps."""
        return rust_iterators.of_type(base, arguments) or super().generic(ev, base, arguments)

    def told(self, ev: Evaluator, at: Where, expression: Expression) -> Answer:
        """What the error of a call is."""
        return rust_conversions.told(ev, at, expression)

    # The library.

    def result(self, ev: Evaluator, at: Where, number: int) -> Answer:
        """What a site gives; variants of an enumeration give the enumeration."""
        found = super().result(ev, at, number)
        site = ev.site(at.path, at.scope, number)
        callee = site[1]
        if form(callee) == "a" and callee[2] == "to_string":
            own = any(v[0] == "I" for v in ev.owners(at, callee[1]))
            return builtin("string") if own else found  # whatever its `fmt` gives
        if len(site) > 6 and form(callee) == "a" and callee[2] in READING:
            if all(v[0] == "X" for v in found) and (told := ev.type(at, site[6][0])):
                return told
        if form(callee) == "a" and callee[2] in DERIVED and all(v[0] == "X" for v in found):
            made = frozenset(("I", *v[1:]) for v in ev.value(at, callee[1]) if v[0] == "C")
            return made or found
        if not found:
            callees = ev.callees(at.path, at.scope, number)
            return frozenset(value for value in callees if value[0] == "I")
        return found

    def builtin_result(self, ev: Evaluator, at: Where, site: Site, callee: Value) -> Answer:
        """What methods of collections give; those of a wrapper give what it wraps."""
        _, name, receiver = callee
        name = name.removesuffix(METHOD)
        if (listed := rust_iterators.as_list(ev, self, receiver, name)) is not None:
            return self._of_list(ev, at, site, name, listed)
        if receiver[0] in "IfF":
            if name in OF_CLOSURES:
                return self._given_back(ev, at, site)
            return one(receiver)
        kind, held = receiver[1], receiver[2]
        if kind in ("[]", "()"):
            return self._of_list(ev, at, site, name, receiver)
        if kind == "Map" and len(held) == 2:
            return rust_iterators.of_map(name, receiver)
        return one(receiver) if name in ("clone", "to_string", "to_owned", "as_str") else NOTHING

    def element(self, ev: Evaluator, value: Value) -> Answer:
        """Elements of collections, and what an iterator of the workspace gives."""
        if value[0] in "IC":  # a structure without fields is an object by its name
            return rust_iterators.element(ev, self, ("I", *value[1:]))
        return super().element(ev, value)

    def item(self, ev: Evaluator, value: Value, key: Expression) -> Answer:
        """Elements; `pair.0` of a structure whose fields have numbers."""
        if value[0] == "I":
            is_number = form(key) == "k" and isinstance(key[1], int) and key[1] >= 0
            found = ev.member(value, str(key[1])) if is_number else NOTHING
            return frozenset(one_ for one_ in found if one_[0] not in "Xb")
        return super().item(ev, value, key)

    def _of_list(self, ev: Evaluator, at: Where, site: Site, name: str, receiver: Value) -> Answer:
        """What a method of a list or an iterator gives."""
        held = union(receiver[2])
        if name in ELEMENT:
            return held
        if name in ("map", "flat_map", "filter_map"):
            return builtin("[]", self._given_back(ev, at, site))
        if name == "enumerate":
            return builtin("[]", builtin("()", builtin("usize"), held))
        if name == "zip":
            others = ev.value(at, site[4][0]) if len(site) > 4 and site[4] else NOTHING
            return builtin("[]", builtin("()", held, ev.elements(others)))
        if name == "partition":
            return builtin("()", one(receiver), one(receiver))
        return one(receiver) if name not in ("len", "count", "is_empty", "sum") else NOTHING

    def _given_back(self, ev: Evaluator, at: Where, site: Site) -> Answer:
        given: list[Expression] = site[4] if len(site) > 4 else []
        values = ev.value(at, given[-1]) if given else NOTHING
        return union(calls.returns(ev, value) for value in values if value[0] == "f")

    def callback_parameter(
        self, ev: Evaluator, callee: Value, argument: int, k: int, n: int
    ) -> Answer:
        """What methods of collections and wrappers give to the closures that they are given."""
        _, name, receiver = callee
        name = name.removesuffix(METHOD)
        receiver = rust_iterators.as_list(ev, self, receiver, name) or receiver
        if receiver[:2] == ("B", "Map") and len(receiver[2]) == 2 and name in CALLED_OF_MAPS:
            return receiver[2][CALLED_OF_MAPS[name] + k] if k < 2 else NOTHING
        if k != 0 and name in CALLED_WITH_TWO and receiver[:2] == ("B", "[]"):
            return union(receiver[2]) if k == 1 else NOTHING
        if k != 0 or name not in CALLED:
            return NOTHING
        if receiver[0] in "IfF" or name in rust_iterators.OF_OPTIONS:
            return one(receiver)
        if receiver[1] in ("[]", "()"):
            return union(receiver[2])
        return builtin("()", *receiver[2]) if receiver[1] == "Map" else NOTHING


def _modules(names: Iterable[str]) -> Answer:
    return frozenset(("N", name) for name in names)


def _known(found: Answer) -> Answer:
    """What one of several modules has is not looked for outside, too."""
    return frozenset(value for value in found if value[0] != "X") or found
