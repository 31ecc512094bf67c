"""Find whom a claim speaks of, and read what is needed of it from the text as it is now."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from types import MappingProxyType

from codewitness.engine.disk import SavedFile
from codewitness.engine.documents import Document
from codewitness.engine.symbols import symbols_of
from codewitness.engine.verify.claim import Role, SubjectName
from codewitness.engine.verify.code.handed import handed_on
from codewitness.engine.verify.code.inside import run_beside, run_inside
from codewitness.engine.verify.names import Surroundings, parts
from codewitness.engine.verify.reading.spelled import spelled
from codewitness.engine.verify.subject import FileImport, Known, Member, Part, Subject
from codewitness.features.classes import MAX_MEMBERS, Classes
from codewitness.features.find_symbol import Asked, find
from codewitness.features.inherited import inherited
from codewitness.features.places import BadRequest, Place, Reading
from codewitness.features.verify.aliases import by_class_alias, lazy_line, original
from codewitness.features.verify.found import Found, NotThere, chosen, pooled
from codewitness.model.facts import Kind
from codewitness.model.outline import Nested, Outline
from codewitness.model.symbol import Symbol, packed_places
from codewitness.model.text import Span

_CONSTRUCTORS = ("__init__", "constructor", "initialize", "init", "new")
_DESTRUCTORS = ("deinit", "finalize", "Finalize", "__del__")


class Subjects:
    """Finds and reads subjects for one answer."""

    def __init__(self, reading: Reading) -> None:
        self.reading = reading
        self._place_by_outline: dict[int, Place] = {}
        self.touched: set[tuple[str, str]] = set()  # root and path of what an answer stands on
        self.classes = Classes(reading, partial(_touch, self.touched))
        self._kept: list[Outline] = []  # so that an id is not given to another

    def find(self, name: SubjectName, *, is_of_header: bool = False) -> list[Found]:
        """All that fit; what makes up one class is one.

        is_of_header: of a constructor no more is asked than which parameters it has.
        """
        if name.role is Role.FILE or _is_file(self.reading, name.name):
            return self._files(name.name)
        if name.role is Role.CONSTRUCTOR:
            return self._constructors(name, is_of_header=is_of_header)
        if name.role is Role.DESTRUCTOR:
            return self._destructors(name)
        name = name._replace(name=spelled(name.name).name)
        asked = f"{name.path}::{name.name}" if name.path and "::" not in name.name else name.name
        try:
            places = find(self.reading, Asked(name=asked))
        except BadRequest as error:
            if found := self._named_else(name, asked):
                return found
            raise NotThere(name.name, error.suggestions) from None
        if "::" not in asked:  # of a class in another file it may be an alias
            places = [*places, *by_class_alias(self.reading, self.classes, asked)]
        return pooled(chosen(places, name.role))

    def _named_else(self, name: SubjectName, asked: str) -> list[Found]:
        """What an alias, a base, a companion, a private name or an export may stand for."""
        if aliased := by_class_alias(self.reading, self.classes, asked):
            return pooled(chosen(aliased, name.role))
        if have := inherited(self.classes, asked):
            return [Found(places=(p,), inherited_from=p.symbol.container) for p in have]
        if ".Companion." in name.name:  # Kotlin: its members are the class's
            return self.find(name._replace(name=name.name.replace(".Companion.", ".")))
        if member := self._private(name) or self._extension(name) or self._lazy(name):
            return member
        return pooled(chosen(self._given_out(name.name), name.role))

    def _private(self, name: SubjectName) -> list[Found]:
        """JavaScript's `#load`, of which the name alone is said."""
        owner, dot, last = name.name.rpartition(".")
        if not last.isidentifier():
            return []
        try:
            places = find(self.reading, Asked(name=f"{owner}{dot}#{last}"))
        except BadRequest:
            return []
        return pooled(chosen(places, name.role))

    def _extension(self, name: SubjectName) -> list[Found]:
        """Kotlin's `fun Text.trim()` in a class, of which class and name alone are said."""
        *owner, last = parts(name.name)
        try:
            places = find(self.reading, Asked(name=last)) if owner else []
        except BadRequest:
            return []
        return pooled(chosen([one for one in places if _extends(one.symbol, owner)], name.role))

    def _lazy(self, name: SubjectName) -> list[Found]:
        """What makes the value of Kotlin's `val x by lazy { … }` and Swift's `lazy var x = …`."""
        owner, _, last = name.name.rpartition(".")
        try:
            places = find(self.reading, Asked(name=owner)) if owner and last.isidentifier() else []
        except BadRequest:
            return []
        lines = [(one, lazy_line(one, last)) for one in places if one.symbol.kind.is_classlike]
        made = [
            place
            for one, line in lines
            if line
            for folder in self.reading.snapshot.folders
            for place in self.reading.named(folder, f"{owner}.<lambda:{line}>")
            if place.symbol.path == one.symbol.path
        ]
        return pooled(chosen(made, name.role))

    def read(self, found: Found, known: Known) -> Subject:
        """What rules look at."""
        head_place = found.place
        if found.is_file:
            return self._read_file(found, known)
        head_place = original(head_place, self.owner(head_place), self.classes)
        head = self.part(head_place)
        rest = [self.part(place) for place in found.places[1:]]
        symbol = head_place.symbol
        own = [part for part in (head, *rest) if part is not None]
        if not own:
            raise NotThere(symbol.qualified_name, ())
        members: list[Place] = []
        if symbol.kind.is_classlike:
            members = list(self.classes.members(found.places))
        bodies = [self.part(place) for place in members if place.symbol.kind.is_callable]
        return Subject(
            name=symbol.name,
            qualified_name=symbol.qualified_name,
            kind=symbol.kind,
            language=symbol.language,
            head=own[0],
            parts=(*own, *(part for part in bodies if part is not None)),
            members=tuple(self._member(place, own[0]) for place in members),
            imports=self._imports(head_place, own[0].outline),
            is_stub=found.is_stub,
            known=known,
        )

    def part(self, place: Place) -> Part | None:
        """The outline of one definition and what names mean there."""
        self.touch(place)
        parsed = place.source.parsed()
        if parsed is None:
            return None
        symbol = place.symbol
        outline = parsed.outline(symbol.span, symbol.name_span)
        if outline is None:
            return None
        self._remember(outline, place)
        owner = self.owner(place)
        receiver = ""
        if parsed.spec.receiver is not None:
            match = parsed.spec.receiver.match(outline.text.slice(outline.header_span))
            receiver = match[1] if match else ""
        bases = parsed.bases(owner.name_span) if owner is not None else ()
        own_imports = [(one.name, one.target) for one in parsed.imports() if one.name] + list(
            _local_imports(outline)
        )
        container = symbol.container.rpartition(".")[2] if _is_member(symbol) else ""
        return Part(
            outline=outline,
            around=Surroundings(
                language=symbol.language,
                imports=MappingProxyType(dict(own_imports)),
                container=symbol.name if symbol.kind.is_classlike else container,
                bases=tuple(parts(base)[-1] for base in bases),
                receiver=receiver,
                implicit_self=parsed.spec.implicit_self,
            ),
        )

    def inside(self, part: Part, depth: int = 3) -> list[Part]:
        """The functions in it that run whenever it runs, theirs among them."""
        found: list[Part] = []
        run = list(run_inside(part.outline)) if depth else []
        for nested in run:  # which grows by those that these call
            if (inner := self.nested(nested, part)) is not None:
                theirs = [inner, *self.inside(inner, depth - 1)]
                beside = run_beside(part.outline, [one.outline for one in theirs])
                run += [one for one in beside if one not in run]
                found += theirs
        return found

    def handed(self, part: Part, depth: int = 3) -> list[tuple[Part, str]]:
        """The functions in it that may run when it does, and to what each is handed."""
        found: list[tuple[Part, str]] = []
        for around in (part, *self.inside(part)) if depth else ():
            for nested, call in handed_on(around.outline):
                if (inner := self.nested(nested, around)) is not None:
                    found += [(one, call.text) for one in (inner, *self.inside(inner))]
                    found += self.handed(inner, depth - 1)
        return found

    def within(self, part: Part, names: Sequence[str], depth: int = 3) -> list[Part]:
        """The functions without a name in it, theirs too, with one of `names` in the text."""
        found: list[Part] = []
        for nested in part.outline.nested if depth else ():
            text = part.outline.text.slice(nested.span)
            if nested.kind is Kind.LAMBDA and any(name in text for name in names):
                inner = self.nested(nested, part)
                found += [] if inner is None else [inner, *self.within(inner, names, depth - 1)]
        return found

    def nested(self, nested: Nested, part: Part) -> Part | None:
        """A function in another, with what names mean there."""
        place = self.place_of(part.outline)
        parsed = None if place is None else place.source.parsed()
        outline = None if parsed is None else parsed.outline(nested.span, nested.name_span)
        if outline is None or place is None:
            return None
        self._remember(outline, place)
        return Part(outline=outline, around=part.around)

    def place_of(self, outline: Outline) -> Place | None:
        """Where an outline stands, told in other words or not; None if this has not read it."""
        return self._place_by_outline.get(id(outline.plain or outline))

    def stands_at(self, outline: Outline) -> Place:
        """`place_of` an outline that a proof of this is in."""
        return self._place_by_outline[id(outline.plain or outline)]

    def touch(self, place: Place) -> None:
        """The answer stands on the file of `place`."""
        _touch(self.touched, place)

    def top_level(self, place: Place) -> Part | None:
        """The code of a file that is in no definition."""
        self.touch(place)
        parsed = place.source.parsed()
        if parsed is None:
            return None
        outline = parsed.file_outline()
        self._remember(outline, place)
        imported = MappingProxyType({o.name: o.target for o in parsed.imports() if o.name})
        return Part(
            outline=outline, around=Surroundings(language=parsed.spec.name, imports=imported)
        )

    def _remember(self, outline: Outline, place: Place) -> None:
        if id(outline) not in self._place_by_outline:
            self._place_by_outline[id(outline)] = place
            self._kept.append(outline)

    def owner(self, place: Place) -> Symbol | None:
        """The class around a method, if it stands in it."""
        symbol = place.symbol
        if symbol.kind.is_classlike:
            return symbol
        if not _is_member(symbol):
            return None
        around = [
            one
            for one in _classes_near(place)
            if one.span.contains(symbol.span) and one.ordinal != symbol.ordinal
        ]
        return min(around, key=lambda one: one.span.end - one.span.start, default=None)

    def class_of(self, place: Place) -> Place | None:
        """The class of a method: around it, or declared elsewhere, as by a header of C++."""
        if (owner := self.owner(place)) is not None:
            return Place(folder=place.folder, symbol=owner, source=place.source)
        if not _is_member(place.symbol) or not place.symbol.container:
            return None
        *_, scope, name = ("", *parts(place.symbol.container))
        try:
            found = find(self.reading, Asked(name=name))
        except BadRequest:
            return None
        classes = [
            one
            for one in found
            if one.symbol.kind.is_classlike
            and one.symbol.language == place.symbol.language
            and scope in ("", *parts(one.symbol.qualified_name))
        ]
        names = {one.symbol.qualified_name for one in classes}
        return classes[0] if len(names) == 1 else None

    def _member(self, place: Place, head: Part) -> Member:
        part = self.part(place)
        return Member(
            name=place.symbol.name,
            kind=place.symbol.kind,
            outline=part.outline if part is not None else head.outline,
            span=place.symbol.name_span,
        )

    def _imports(self, place: Place, outline: Outline) -> tuple[FileImport, ...]:
        parsed = place.source.parsed()
        if parsed is None:
            return ()
        return tuple(
            FileImport(name=one.name, target=one.target, span=one.span, outline=outline)
            for one in parsed.imports()
        )

    def _constructors(self, name: SubjectName, *, is_of_header: bool) -> list[Found]:
        classes = self.find(SubjectName(name.name, Role.CLASS, name.path))
        made: list[Found] = []
        named: list[Found] = []
        for one in classes:
            for place in self.classes.members(one.places):
                symbol = place.symbol
                if symbol.kind is Kind.CONSTRUCTOR:
                    made.append(Found(places=(place,)))
                elif symbol.name in (*_CONSTRUCTORS, one.place.symbol.name):
                    named.append(Found(places=(place,)))
        found = made or named  # an `init` beside a `constructor` is a method
        if not found and is_of_header:  # of Kotlin and C#, `class A(val n: Int)`
            found = [one for one in classes if one.place.symbol.language in ("kotlin", "csharp")]
        if not found:
            raise NotThere(f"{name.name}'s constructor", ())
        return found

    def _destructors(self, name: SubjectName) -> list[Found]:
        last = parts(name.name)[-1]
        for one in (f"~{last}", *_DESTRUCTORS):
            try:
                return self.find(SubjectName(f"{name.name}.{one}", Role.CALLABLE, name.path))
            except NotThere:
                continue
        raise NotThere(f"{name.name}'s destructor", ())

    def _given_out(self, name: str) -> list[Place]:
        """`pkg.Class.method` of a class in `pkg.module` that its package gives out."""
        path, _, last = name.rpartition("::")
        package, _, rest = last.partition(".")
        while "." in rest or (rest and not path):
            try:
                asked = f"{path}::{rest}" if path else rest
                places = find(self.reading, Asked(name=asked))
            except BadRequest:
                head, _, rest = rest.partition(".")
                package = f"{package}.{head}"
                continue
            prefix = f"{package}."
            return [one for one in places if one.symbol.qualified_name.startswith(prefix)]
        return []

    def _files(self, name: str) -> list[Found]:
        found: list[Found] = []
        for folder in self.reading.snapshot.folders:
            for path in folder.paths():
                if path == name or path.endswith(f"/{name}"):
                    source = self.reading.source(folder, path)
                    if source is not None and source.parsed() is not None:
                        symbol = file_symbol(path, source)
                        place = Place(folder=folder, symbol=symbol, source=source)
                        found.append(Found(places=(place,), is_file=True))
        if not found:
            raise NotThere(name, ())
        return found

    def _read_file(self, found: Found, known: Known) -> Subject:
        place = found.place
        head = self.top_level(place)
        assert head is not None  # `_files` has seen to it
        symbols, source = self.reading.symbols(place.folder, place.symbol.path)
        places = [
            Place(folder=place.folder, symbol=symbol, source=source)
            for symbol in symbols
            if source is not None and symbol.kind is not Kind.LAMBDA
        ]
        bodies = [self.part(one) for one in places[:MAX_MEMBERS] if one.symbol.kind.is_callable]
        return Subject(
            name=place.symbol.path,
            qualified_name=place.symbol.path,
            kind=Kind.MODULE,
            language=head.outline.language,
            head=head,
            parts=(head, *(part for part in bodies if part is not None)),
            members=tuple(self._member(one, head) for one in places[:MAX_MEMBERS]),
            imports=self._imports(place, head.outline),
            is_file=True,
            known=known,
        )


def _touch(touched: set[tuple[str, str]], place: Place) -> None:
    touched.add((str(place.folder.root), place.symbol.path))


def _classes_near(place: Place) -> Iterator[Symbol]:
    """Classes of its file, those around it among them.

    Of an edited file only definitions of the names around it become symbols, not hundreds.
    """
    symbol, view = place.symbol, place.folder.view
    known = view.files.get(symbol.path)
    if known is not None and known.sha256 == place.text.sha256:
        yield from (one for one in view.symbols.of_file(symbol.path) if one.kind.is_classlike)
    elif (analysis := place.source.analysis()) is not None:
        definitions = analysis.core.definitions
        at = definitions[symbol.ordinal].parent
        while at >= 0:
            if definitions[at].kind.is_classlike:
                named = symbols_of(analysis.core, place.text, definitions[at].name)
                yield from (one for one in named if one.kind.is_classlike)
            at = definitions[at].parent


def _is_file(reading: Reading, name: str) -> bool:
    if "::" in name or "." not in name:
        return False
    return any(
        path == name or path.endswith(f"/{name}")
        for folder in reading.snapshot.folders
        for path in folder.paths()
        if path.endswith(name)
    )


def file_symbol(path: str, source: Document | SavedFile) -> Symbol:
    """A file as what a claim is about."""
    parsed = source.parsed()
    return Symbol(
        name=path.rpartition("/")[2],
        qualified_name=path,
        container="",
        kind=Kind.MODULE,
        language=parsed.spec.name if parsed is not None else "",
        path=path,
        ordinal=-1,
        places=packed_places(Span(0, len(source.text)), Span(0, 0), (0, 0, 0)),
    )


def _local_imports(outline: Outline) -> Iterator[tuple[str, str]]:
    from codewitness.syntax.imports import imported

    for item in outline.marked("import"):
        yield from imported(item.text, outline.language).items()


def _extends(symbol: Symbol, owner: Sequence[str]) -> bool:
    """True for `Owner.Text.trim`, which extends what is called before it."""
    around = parts(symbol.qualified_name)[:-2]
    is_one = symbol.language == "kotlin" and symbol.kind.is_callable
    return is_one and list(around[-len(owner) :]) == list(owner)


def _is_member(symbol: Symbol) -> bool:
    return symbol.kind in (Kind.METHOD, Kind.CONSTRUCTOR, Kind.PROPERTY)
