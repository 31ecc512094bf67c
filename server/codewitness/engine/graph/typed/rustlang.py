"""Rust: crates and their modules, `impl` blocks, traits; wrappers count as what they wrap."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING

from codewitness.engine.graph.typed import calls, kept
from codewitness.engine.graph.typed.packages import PackageRules, Place
from codewitness.engine.graph.typed.tabling import NOTHING, Answer
from codewitness.engine.graph.typed.values import METHOD, Value, builtin, one, union
from codewitness.engine.graph.typed.world import MODULE
from codewitness.model.facts import Kind, join_name
from codewitness.model.flow import Expression, Site, form

if TYPE_CHECKING:
    from codewitness.engine.graph.typed.evaluate import Evaluator, Where

_NAME = re.compile(r"^\s*name\s*=\s*[\"']([\w-]+)[\"']", re.MULTILINE)
# What gives back the function that a collection gave.
_OF_OPTION = frozenset(("unwrap", "expect", "copied", "cloned", "as_ref", "as_deref", "ok_or"))
_ELEMENT = frozenset(
    [
        "first",
        "last",
        "get",
        "get_mut",
        "pop",
        "pop_front",
        "pop_back",
        "next",
        "next_back",
        "find",
        "min",
        "max",
        "remove",
        "nth",
        "peek",
        "min_by_key",
        "max_by_key",
        "front",
        "back",
        "first_mut",
        "last_mut",
        "swap_remove",
        "find_map",
    ]
)
_CALLED = frozenset(
    [
        "map",
        "for_each",
        "filter",
        "find",
        "any",
        "all",
        "position",
        "flat_map",
        "filter_map",
        "retain",
        "sort_by_key",
        "max_by_key",
        "min_by_key",
        "take_while",
        "skip_while",
        "inspect",
        "partition",
        "map_or",
        "and_then",
        "ok_or_else",
        "is_some_and",
        "unwrap_or_else",
        "then",
        "find_map",
    ]
)


_DEREF = "deref" + METHOD
_MAIN = "main.rs"


class RustRules(PackageRules):
    """Rust. A package is a crate's sources and a module in them: `src`, `src.store`."""

    languages = frozenset(("rust",))
    sees_members = False
    constructs_by_call = True
    lists = frozenset(
        [
            "Vec",
            "VecDeque",
            "HashSet",
            "BTreeSet",
            "LinkedList",
            "BinaryHeap",
            "Iterator",
            "IntoIterator",
        ]
    )
    maps = frozenset(("HashMap", "BTreeMap", "IndexMap"))
    boxes = frozenset(
        [
            "Box",
            "Rc",
            "Arc",
            "Option",
            "Result",
            "RefCell",
            "Cell",
            "Mutex",
            "RwLock",
            "Cow",
            "Pin",
            "Weak",
            "OnceCell",
            "OnceLock",
            "Ref",
            "RefMut",
            "MutexGuard",
        ]
    )

    # Crates and modules.

    def crate(self, path: str) -> tuple[str, str]:
        """The folder of the crate's sources and the file's place in it; a program stands alone."""
        folders = path.split("/")
        at = max((k for k, part in enumerate(folders) if part == "src"), default=-1)
        if at < 0:
            return path, ""
        root, inside = "/".join(folders[: at + 1]), folders[at + 1 :]
        if inside == ["main.rs"] or inside[:1] == ["bin"]:
            return path, ""
        if inside == ["lib.rs"]:
            return root, ""
        if inside[-1] == "mod.rs":
            return root, ".".join(inside[:-1])
        return root, ".".join([*inside[:-1], inside[-1].removesuffix(".rs")])

    def package(self, path: str) -> str:
        """Crate and module."""
        return join_name(*self.crate(path))

    @cached_property
    def _crates(self) -> dict[str, str]:
        found: dict[str, str] = {}
        for path, text in self.world.texts.items():
            if posixpath.basename(path) == "Cargo.toml" and (match := _NAME.search(text)):
                folder = posixpath.join(posixpath.dirname(path), "src")
                found[match[1].replace("-", "_")] = folder
        return found

    def free_name(self, ev: Evaluator, at: Where, name: str, *, is_type: bool) -> Answer:
        """A name of the module; a crate."""
        root = self._root(ev, at.path, name)
        if root is not None:
            return one(("N", root))
        return super().free_name(ev, at, name, is_type=is_type)

    def _root(self, ev: Evaluator, path: str, name: str) -> str | None:
        package = self.package(path)
        if name == "crate":
            # A program beside a library has modules of its own, declared in its main file.
            return self.crate(path)[0]
        if name == "self":
            return package
        if name == "super":
            return package.rpartition(".")[0]
        return self._crates.get(name)

    def imported(self, ev: Evaluator, path: str, module: str, name: str | None = None) -> Answer:
        """What a path stands for; the module "!" has the macros."""
        if module == "!":
            return self._macros(ev, path, name or "") or one(("X", f"{name}!"))
        parts = [*(part for part in module.split(".") if part), *([name] if name else [])]
        found = NOTHING
        for k, part in enumerate(parts):
            if k == 0:
                root = self._root(ev, path, part)
                found = one(("N", root)) if root is not None else self._here(ev, path, part)
            elif part == "super":
                found = frozenset(("N", v[1].rpartition(".")[0]) for v in found if v[0] == "N")
            else:
                found = ev.members(found, part)
        if parts[:1] == ["super"] and not any(value[0] != "X" for value in found):
            # Within a module that the file itself holds, the file is the one above.
            return self.imported(ev, path, ".".join(["self", *parts[1:-1]]), parts[-1])
        return found or one(("X", ".".join(parts)))

    def _macros(self, ev: Evaluator, path: str, name: str) -> Answer:
        """The macros of a name: those of the file, else of its crate, else the only one."""
        places = [
            place
            for place in ev.world.named(name)
            if ev.file(place[0]).definitions[place[1]].kind is Kind.MACRO
        ]
        crate = self.package(path).partition(".")[0]
        own = [place for place in places if place[0] == path]
        near = [place for place in places if self.package(place[0]).partition(".")[0] == crate]
        meant = own[-1:] or near or places
        return one(("f", *meant[0], None, None)) if len(meant) == 1 else NOTHING

    def _here(self, ev: Evaluator, path: str, name: str) -> Answer:
        package = self.package(path)
        found = self.full(ev, join_name(package, name)) or self._beside(ev, package, name)
        return found or one(("X", name))

    def _elsewhere(self, ev: Evaluator, module: Value) -> Answer:
        """The module of a file of its own that `mod name;` declares."""
        package = self.package(module[1])
        folder, _, last = package.rpartition("/")
        name = ev.definition(module).qualified_name
        full = join_name(folder if last == _MAIN else package, name)
        return one(("N", full)) if full in self.packages else NOTHING

    def _beside(self, ev: Evaluator, package: str, name: str) -> Answer:
        """Of a program the modules that lie beside its main file; of those what that file has."""
        folder, _, last = package.rpartition("/")
        if last == _MAIN:
            return self.full(ev, join_name(folder, name))
        main = f"{package}/{_MAIN}"
        return self.full(ev, join_name(main, name)) if main in self.world.files else NOTHING

    def outside_result(self, ev: Evaluator, at: Where, site: Site, callee: Value) -> Answer:
        """A box of the library counts as what is put into it."""
        box, _, last = callee[1].replace("()", "").rpartition(".")
        if last in ("from", "from_iter") and box.endswith("Map") and len(site[4]) == 1:
            return kept.mapped(ev.value(at, site[4][0]))
        is_box = last in ("Some", "Ok") or (last in ("new", "from") and box in self.boxes)
        given = site[4] if len(site) > 4 else []
        held = ev.value(at, given[0]) if is_box and len(given) == 1 else NOTHING
        known = frozenset(value for value in held if value[0] in "fI")
        return known or super().outside_result(ev, at, site, callee)

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

    def find_full(self, ev: Evaluator, name: str) -> Answer:
        """A definition or module by its full name, or what the module imports by it."""
        if name in self.packages and name.rpartition(".")[0] in self.packages:
            return one(("N", name))
        return super().find_full(ev, name)

    def variable(self, ev: Evaluator, name: str) -> Answer:
        """What a module's constants are, and what it imports."""
        package, _, last = name.rpartition(".")
        found: list[Answer] = []
        for path in self.paths_by_package.get(package, ()):
            file = ev.file(path)
            found += (ev.bound(path, MODULE, index) for index in file.binds(MODULE).get(last, ()))
            if not any(found):
                found += (self.of_star_in(ev, path, star, last) for star in file.flow(MODULE).stars)
        return union(found)

    def of_star_in(self, ev: Evaluator, path: str, star: str, name: str) -> Answer:
        """A name of what a file imports as a whole."""
        outer, _, last = star.rpartition(".")
        return frozenset(
            v for v in ev.members(self.imported(ev, path, outer, last), name) if v[0] != "X"
        )

    def contexts(self, ev: Evaluator, at: Where) -> Iterator[str]:
        """The module alone."""
        yield self.package(at.path)

    def of_star(self, ev: Evaluator, star: str, name: str) -> Answer:
        """Names of all that is imported are found by `variable`."""
        return NOTHING

    # Types and their `impl` blocks.

    @cached_property
    def impls_by_name(self) -> dict[str, list[Place]]:
        """Blocks by the last name of the type that they are for."""
        found: dict[str, list[Place]] = {}
        for path, file in self.world.files.items():
            if file.language in self.languages:
                for ordinal, definition in enumerate(file.definitions):
                    if definition.kind is Kind.EXTENSION:
                        found.setdefault(definition.name, []).append((path, ordinal))
        return found

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

    def _is_for(self, ev: Evaluator, block: Place, own: Place) -> bool:
        return any(v[1:3] == own for v in self._of_block(ev, block) if v[0] == "I")

    def _of_block(self, ev: Evaluator, block: Place) -> Answer:
        from codewitness.engine.graph.typed.evaluate import Where as At

        file = ev.file(block[0])
        at = At(block[0], file.parent(block[1]), block[1])
        return ev.type(at, file.header(block[1]).known_as)

    def instance_of(self, ev: Evaluator, path: str, ordinal: int) -> Answer:
        """`self` in a block is of the block's type."""
        if ev.file(path).definitions[ordinal].kind is Kind.EXTENSION:
            return self._of_block(ev, (path, ordinal))
        return super().instance_of(ev, path, ordinal)

    def extensions(self, ev: Evaluator, owner: Value, name: str) -> Answer:
        """Methods that blocks give to built-in types."""
        if owner[0] != "B":
            return NOTHING
        plain = name.removesuffix(METHOD)
        return frozenset(
            ("f", path, place, owner, owner)
            for path, block in self.impls_by_name.get(owner[1], ())
            for place in ev.file(path).members.get((block, plain), ())
        )

    def member(self, ev: Evaluator, owner: Value, name: str) -> Answer:
        """Members; methods that a type lacks are those of its wrapper, which give it back."""
        found = super().member(ev, owner, name)
        if owner[0] == "S" and not found:
            return ev.members(self._elsewhere(ev, owner), name)
        if owner[0] == "N" and all(v[0] == "X" for v in found):
            return self._beside(ev, owner[1], name.removesuffix(METHOD)) or found
        if owner[0] == "I" and all(v[0] in "Xb" for v in found) and name != _DEREF:
            wrapped = self._wrapped(ev, owner)
            if within := frozenset(v for v in ev.members(wrapped, name) if v[0] not in "Xb"):
                return within
        if owner[0] == "I" and name.endswith(METHOD) and all(v[0] == "X" for v in found):
            return one(("b", name, owner))
        if owner[0] in "fF" and name.removesuffix(METHOD) in _OF_OPTION:
            return one(("b", name, owner))
        return found

    def _wrapped(self, ev: Evaluator, owner: Value) -> Answer:
        """What a type stands for by its own `Deref`."""
        ways = super().member(ev, owner, _DEREF)
        found = union(calls.returns(ev, way) for way in ways if way[0] == "f")
        return frozenset(v for v in found if v[0] == "I" and v[1:3] != owner[1:3])

    # The library.

    def result(self, ev: Evaluator, at: Where, number: int) -> Answer:
        """What a site gives; variants of an enumeration give the enumeration."""
        found = super().result(ev, at, number)
        callee = ev.site(at.path, at.scope, number)[1]
        if form(callee) == "a" and callee[2] == "default" and all(v[0] == "X" for v in found):
            # `#[derive(Default)]`
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
        if receiver[0] in "fF":
            return one(receiver)
        if receiver[0] == "I":
            if name in ("map", "and_then", "then"):
                return self._given_back(ev, at, site)
            return one(receiver)
        kind, held = receiver[1], receiver[2]
        if kind in ("[]", "()"):
            if name in _ELEMENT:
                return union(held)
            if name in ("map", "flat_map", "filter_map"):
                return builtin("[]", self._given_back(ev, at, site))
            if name == "enumerate":
                return builtin("[]", builtin("()", builtin("usize"), union(held)))
            return one(receiver) if name not in ("len", "count", "is_empty", "sum") else NOTHING
        if kind == "Map" and len(held) == 2:
            if name in (
                "get",
                "get_mut",
                "remove",
                "insert",
                "or_insert",
                "or_default",
                "or_insert_with",
            ):
                return held[1]  # type: ignore[no-any-return]
            if name in ("values", "values_mut", "into_values", "keys"):
                return builtin("[]", held[name != "keys"])
            return one(receiver)
        return one(receiver) if name in ("clone", "to_string", "to_owned", "as_str") else NOTHING

    def _given_back(self, ev: Evaluator, at: Where, site: Site) -> Answer:
        given: list[Expression] = site[4] if len(site) > 4 else []
        values = ev.value(at, given[-1]) if given else NOTHING
        return union(calls.returns(ev, value) for value in values if value[0] == "f")

    def callback_parameter(
        self, ev: Evaluator, at: Where, callee: Value, argument: int, k: int
    ) -> Answer:
        """What methods of collections and wrappers give to the closures that they are given."""
        _, name, receiver = callee
        name = name.removesuffix(METHOD)
        if k != 0 or name not in _CALLED:
            return NOTHING
        if receiver[0] == "I":
            return one(receiver)
        if receiver[1] in ("[]", "()"):
            return union(receiver[2])
        return builtin("()", *receiver[2]) if receiver[1] == "Map" else NOTHING
