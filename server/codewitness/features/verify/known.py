"""What rules ask about other definitions, answered from the index and the texts as they are now."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from weakref import ref

from codewitness.engine.graph.edges import RANK, Resolution
from codewitness.engine.graph.files import Scope
from codewitness.engine.verify.calling.run_by_callee import runs_what_it_is_given
from codewitness.engine.verify.claim import SubjectName
from codewitness.engine.verify.code.declared import declared_in
from codewitness.engine.verify.code.handed import handed_on
from codewitness.engine.verify.code.ruby_levels import held_to_subject
from codewitness.engine.verify.names import Fit, parts
from codewitness.engine.verify.subject import CallSite, Part, Subject
from codewitness.engine.view import Folder
from codewitness.features.call_graph import CallGraph, SiteOf, call_graph
from codewitness.features.mentions import mentions
from codewitness.features.places import Place
from codewitness.features.verify.fitting import OVERLOADING, fit_of
from codewitness.features.verify.found import Found, NotThere, is_of_class
from codewitness.features.verify.subjects import Subjects
from codewitness.model.facts import Kind
from codewitness.model.outline import Call, Outline
from codewitness.model.text import Span

_MAX_CALLERS = 100
_ANY_TYPES = frozenset({"dynamic", "any", "Any", "object", "Object", "id", "AnyObject", "unknown"})
_CONSTRUCTORS = ("__init__", "constructor", "initialize", "init", "<init>")


class KnownHere:
    """`engine.verify.subject.Known` for one subject of one answer."""

    def __init__(self, subjects: Subjects, found: Found, meant: Sequence[Found] = ()) -> None:
        """`meant` are all that the claim's name may mean, `found` among them."""
        self._subjects = subjects
        self._found = found
        self._meant = [one for one in meant if not one.is_file] or [found]
        self._classes = subjects.classes
        # Which has this one; a cycle would keep all that was read until the next collection.
        self._subject: ref[Subject] | None = None
        self._targets: dict[int, dict[Span, list[str]]] = {}
        self._led_to: dict[int, dict[Span, set[bool | None]]] = {}
        self._levels: dict[str, frozenset[bool]] = {}
        self._outside: set[str] = set()
        self._sites: dict[tuple[str, Span], bool] | None = None
        self._led: dict[str, set[tuple[str, Span]]] = {}
        self._runners: dict[str, bool] = {}

    def judging(self, subject: Subject) -> Subject:
        """The subject that is asked about from now on, for as long as it is kept elsewhere."""
        self._subject = ref(subject)
        return subject

    def callers(self) -> Sequence[CallSite] | None:
        """Who calls the subject, by the call graph; None if that can't be told wholly."""
        subject = None if self._subject is None else self._subject()
        folder = self._found.place.folder
        if subject is None or not folder.is_complete or self._found.is_file:
            return None
        sites: list[CallSite] = []
        with call_graph(self._subjects.reading, folder) as graph:
            meant = self._meant_scopes(graph)
            for place in self._made_and_called(self._found):
                scope = graph.scope_of(place)
                if scope is None:
                    return None
                for one in graph.sites_of(scope):
                    sites += self._site(one, meant, subject)
                sites += self._handed(graph, scope, sites)
            return sites if graph.is_complete else None

    def _meant_scopes(self, graph: CallGraph) -> frozenset[str]:
        """Keys of all that the claim's name may mean: who calls one of them calls what is meant."""
        places = (place for one in self._meant for place in self._made_and_called(one))
        scopes = (graph.scope_of(place) for place in places if place.folder == graph.folder)
        return frozenset(scope.key for scope in scopes if scope is not None)

    def _handed(
        self, graph: CallGraph, scope: Scope, called: Sequence[CallSite]
    ) -> Iterator[CallSite]:
        """Where the subject is named and not called: what it is handed to may call it."""
        known = {(id(site.outline), site.span) for site in called}
        for mention in mentions(graph, scope):
            part = self._part(mention.place)
            outline = _plain(mention.place) if part is None else part.outline
            for span in mention.sites:
                if (id(outline), span) not in known:
                    yield CallSite(
                        caller=mention.place.symbol.qualified_name,
                        kind=mention.place.symbol.kind,
                        path=mention.place.source.path,
                        outline=outline,
                        span=span,
                        is_certain=False,
                    )

    def _made_and_called(self, found: Found) -> Iterator[Place]:
        """The subject's places, and the constructors of a class: who makes it calls them."""
        for place in found.places:
            yield place
            if place.symbol.kind.is_classlike:
                symbols, source = self._subjects.reading.symbols(place.folder, place.symbol.path)
                for symbol in symbols if source is not None else ():
                    is_own = symbol.container == place.symbol.qualified_name
                    if is_own and symbol.name in (*_CONSTRUCTORS, place.symbol.name):
                        yield Place(folder=place.folder, symbol=symbol, source=place.source)

    def _site(self, site: SiteOf, meant: frozenset[str], subject: Subject) -> Iterator[CallSite]:
        """One call; what is known by name alone is looked at more closely."""
        part = self._part(site.caller)
        if part is None:
            return
        is_certain = RANK[site.resolution] <= RANK[Resolution.INHERITED]
        if not is_certain:
            call = next((c for c in part.outline.calls if c.name_span == site.span), None)
            fit = Fit.MAYBE if call is None else fit_of(call, part, subject)
            if fit is Fit.NO and site.resolution is not Resolution.AMBIGUOUS:
                return
            is_certain = fit not in (Fit.NO, Fit.MAYBE) and site.candidates <= meant
        yield CallSite(
            caller=site.caller.symbol.qualified_name,
            kind=site.caller.symbol.kind,
            path=site.caller.source.path,
            outline=part.outline,
            span=site.span,
            is_certain=is_certain,
        )

    def _part(self, place: Place) -> Part | None:
        """The part of a caller; the top level of a file is one."""
        if place.symbol.ordinal >= 0:
            return self._subjects.part(place)
        return self._subjects.top_level(place)

    def targets(self, outline: Outline, name_span: Span) -> Sequence[str] | None:
        """Dotted names of what a call leads to, by the call graph; None if that is not known."""
        place = self._subjects.place_of(outline)
        if place is None or place.symbol.ordinal < 0 or not place.folder.is_complete:
            return None
        if id(outline) not in self._targets:
            levels = self._led_to.setdefault(id(outline), {})
            self._targets[id(outline)] = self._callees(place, levels)
        return self._targets[id(outline)].get(name_span)

    def levels(self, name: str) -> frozenset[bool]:
        """Of Ruby: True if a class has a method of this name itself, False if its instances do."""
        if name not in self._levels:
            self._levels[name] = frozenset(is_of_class(one.place) for one in self._found_of(name))
        return self._levels[name]

    def _found_of(self, name: str) -> Sequence[Found]:
        try:
            return self._subjects.find(SubjectName(name))
        except NotThere:
            return ()

    def is_of_class(self, outline: Outline, name_span: Span) -> bool | None:
        """Of Ruby: whether a call leads to a method of a class itself; None if that isn't known."""
        if not self.targets(outline, name_span):
            return None
        levels = self._led_to.get(id(outline), {}).get(name_span, set())
        return next(iter(levels)) if len(levels) == 1 else None

    def may_run(self, outline: Outline, name_span: Span, wanted: str) -> bool:
        """True if a call may lead to what is named: through its base, or for all that is known."""
        place = self._subjects.place_of(outline)
        if place is None or not place.folder.is_complete:
            return False
        key = (place.symbol.path, name_span)
        if wanted not in self._led:
            self._led[wanted] = set(self._leading_to(wanted, place.folder))
        return key in self._led[wanted]

    def _leading_to(self, wanted: str, folder: Folder) -> Iterator[tuple[str, Span]]:
        try:
            found = self._subjects.find(SubjectName(wanted))
        except NotThere:
            return
        if len(found) > _MAX_CALLERS:
            return
        with call_graph(self._subjects.reading, folder) as graph:
            for place in (place for one in found if not one.is_file for place in one.places):
                scope = graph.scope_of(place) if place.folder == folder else None
                for site in graph.sites_of(scope) if scope is not None else ():
                    yield site.caller.symbol.path, site.span

    def _callees(self, place: Place, levels: dict[Span, set[bool | None]]) -> dict[Span, list[str]]:
        found: dict[Span, list[str]] = {}
        with call_graph(self._subjects.reading, place.folder) as graph:
            scope = graph.scope_of(place)
            if scope is None:
                return found
            for related in graph.callees(scope, Resolution.EXTERNAL):
                is_overload = related.place is not None and len(related.candidates) > 1
                if related.resolution is Resolution.AMBIGUOUS and not is_overload:
                    continue
                if related.resolution is Resolution.EXTERNAL:
                    self._outside.add(related.name)
                for span in related.sites:
                    found.setdefault(span, []).append(related.name)
                    level = None if related.place is None else is_of_class(related.place)
                    levels.setdefault(span, set()).add(level)
        return found

    def ancestors(self) -> tuple[Sequence[str], bool]:
        """Names of all classes that it comes from, and whether these are all."""
        place = self._class_place()
        if place is None:
            return (), True
        _, names, is_all = self._classes.ancestors(place)
        return names, is_all

    def comes_from(self, outline: Outline, name: str) -> tuple[Sequence[str], Sequence[str]] | None:
        """All that a class comes from, and what of that is elsewhere; None if itself is."""
        place = self._subjects.place_of(outline)
        if place is None or not place.folder.is_complete:
            return (), ("?",)
        return self._classes.line(name, place)

    def overridden(self, subject: Subject) -> tuple[Sequence[str], bool]:
        """The ancestors that define a method of the subject's name."""
        place = self._class_place()
        if place is None:
            return (), True
        classes = self._classes
        ancestors, _, is_all = classes.ancestors(place)
        written = [(one.symbol.name, place) for one in ancestors for place in classes.written(one)]
        names = [name for name, place in written if any(classes.members((place,), subject.name))]
        return list(dict.fromkeys(names)), is_all

    def calls_of(self, caller: str, subject: Subject) -> Sequence[CallSite] | None:
        """Calls of the subject in the definition `caller`."""
        try:
            found = self._subjects.find(SubjectName(caller))
        except NotThere:
            return None
        if len(found) > _MAX_CALLERS:
            return None
        return [site for one in found for site in self._calls_in(one, subject)]

    def _calls_in(self, caller: Found, subject: Subject) -> Iterator[CallSite]:
        own = self._subjects.read(caller, self).parts
        for part in (*own, *(inner for one in own for inner in self.inside(one))):
            for call in part.outline.calls:
                fit = held_to_subject(fit_of(call, part, subject), call, part, subject, self)
                if fit is Fit.MAYBE and (targets := self.targets(part.outline, call.name_span)):
                    fit = Fit.EXACT if subject.qualified_name in targets else Fit.NO
                if fit is Fit.NO and self._is_unseen(call, part, subject):
                    fit = Fit.MAYBE
                if fit not in (Fit.NO, Fit.MAYBE) and self._has_other_overloads(subject):
                    fit = self._of_overload(call, caller.place, fit)
                if fit is not Fit.NO:
                    yield CallSite(
                        caller=caller.place.symbol.qualified_name,
                        kind=caller.place.symbol.kind,
                        path=caller.place.source.path,
                        outline=part.outline,
                        span=call.name_span,
                        is_certain=fit is not Fit.MAYBE,
                    )

    def _has_other_overloads(self, subject: Subject) -> bool:
        """True if others share its full name, and the claim does not mean all of them."""
        if subject.language not in OVERLOADING:
            return False
        meant = {(place.symbol.path, place.symbol.span) for f in self._meant for place in f.places}
        named = self._subjects.reading.named(self._found.place.folder, subject.qualified_name)
        return any(
            place.symbol.qualified_name == subject.qualified_name
            and place.symbol.kind.is_callable
            and (place.symbol.path, place.symbol.span) not in meant
            for place in named
        )

    def _of_overload(self, call: Call, caller: Place, fit: Fit) -> Fit:
        """The same for one of several overloads: which is called is for the call graph to tell."""
        if self._sites is None:
            sites = self.callers()
            if sites is None:
                return Fit.MAYBE
            self._sites = {(one.path, one.span): one.is_certain for one in sites}
        is_certain = self._sites.get((caller.source.path, call.name_span))
        return Fit.NO if is_certain is None else fit if is_certain else Fit.MAYBE

    def _is_unseen(self, call: Call, part: Part, subject: Subject) -> bool:
        """True if a method of the name is called on what no text here tells enough of.

        It may be of any class in Go, where an interface need not be named, and else of one that
        comes from the type that is named.
        """
        written = parts(call.text)
        is_on_any = call.name == subject.name and len(written) > 1
        if not (is_on_any and subject.head.around.container) or written[0] in part.around.imports:
            return False
        targets = self.targets(part.outline, call.name_span)
        if targets is None:
            return False
        if not targets:
            return True
        if not self._outside.issuperset(targets):
            return False
        ancestors, is_all = self.ancestors()
        owners = {parts(one)[-2] for one in targets if len(parts(one)) > 1}
        is_any = bool(owners & _ANY_TYPES) or not owners.isdisjoint(ancestors) or not is_all
        return is_any or subject.language == "go" or ")" in call.text

    def declared(self, subject: Subject) -> str:
        """What its class says of it: a declaration in a header, under which `private` it stands."""
        place = self._found.place
        if place.symbol.language not in ("cpp", "ruby") or place.symbol.kind.is_classlike:
            return ""
        owner = self._subjects.class_of(place)
        part = None if owner is None else self._subjects.part(owner)
        if part is None:
            return ""
        return declared_in(part.outline, subject)

    def inside(self, part: Part) -> Sequence[Part]:
        """The functions in it that run whenever it runs, theirs among them."""
        found = list(self._subjects.inside(part))
        for around in (part, *found):
            for nested, call in handed_on(around.outline):
                if not self._runs_what_it_is_given(around.outline, call):
                    continue
                if (inner := self._subjects.nested(nested, around)) is not None:
                    found += [inner, *self._subjects.inside(inner)]
        return found

    def _runs_what_it_is_given(self, outline: Outline, call: Call) -> bool:
        """True if all that a call leads to is seen to call the function that it is handed."""
        given = Span(call.span.end, call.whole.end)
        if sum(given.contains(one.span) for one in outline.nested) != 1:
            return False  # which of several it runs is not looked at
        targets = self.targets(outline, call.name_span)
        return bool(targets) and all(map(self._is_runner, targets or ()))

    def _is_runner(self, name: str) -> bool:
        if name not in self._runners:
            found = [place for one in self._found_of(name) for place in one.places]
            parts_found = [self._subjects.part(place) for place in found]
            self._runners[name] = bool(parts_found) and all(
                one is not None and runs_what_it_is_given(one, self._subjects.inside(one))
                for one in parts_found
            )
        return self._runners[name]

    def handed(self, part: Part) -> Sequence[tuple[Part, str]]:
        """The functions in it that may run when it does, and to what each is handed."""
        return self._subjects.handed(part)

    def returned(self, part: Part) -> Sequence[Part]:
        """The functions in it that it gives back, by their names or as they are written."""
        given = part.outline.returns
        nested = [
            one
            for one in part.outline.nested
            if one.kind.is_callable
            and any(item.value == one.name or item.value_span == one.span for item in given)
        ]
        return [found for one in nested if (found := self._subjects.nested(one, part)) is not None]

    def within(self, part: Part, names: Sequence[str]) -> Sequence[Part]:
        """The functions without a name in it, theirs too, with one of `names` in the text."""
        return self._subjects.within(part, names)

    def is_callable(self, name: str) -> bool:
        """True if a function or method of this last name is defined somewhere, or may be."""
        reading = self._subjects.reading
        if not all(folder.is_complete for folder in reading.snapshot.folders):
            return True  # in a file that is not read yet
        return any(
            place.symbol.kind.is_callable
            for folder in reading.snapshot.folders
            for place in reading.named(folder, name)
        )

    def is_property(self, name: str) -> bool:
        """True if a property of this last name is defined somewhere."""
        reading = self._subjects.reading
        return any(
            place.symbol.kind is Kind.PROPERTY or _is_decorated_property(place)
            for folder in reading.snapshot.folders
            for place in reading.named(folder, name)
        )

    def is_kept(self, name: str) -> bool:
        """True if a function of this last name is named somewhere without a call, or may be."""
        reading = self._subjects.reading
        for folder in reading.snapshot.folders:
            places = [one for one in reading.named(folder, name) if one.symbol.kind.is_callable]
            if not folder.is_complete:
                return True
            with call_graph(reading, folder) as graph:
                for scope in map(graph.scope_of, places):
                    if scope is None or any(True for _ in mentions(graph, scope)):
                        return True
                if not graph.is_complete:
                    return True
        return False

    def _class_place(self) -> Place | None:
        place = self._found.place
        if place.symbol.kind.is_classlike:
            return place
        return self._subjects.class_of(place)


_PROPERTY = re.compile(r"@[\w.]*property\b")


def _is_decorated_property(place: Place) -> bool:
    """True for a method of Python under `@property` or `@cached_property`."""
    head = Span(place.symbol.span.start, place.symbol.name_span.start)
    is_python = place.symbol.language == "python"
    return is_python and _PROPERTY.search(place.text.slice(head)) is not None


def _plain(place: Place) -> Outline:
    """The outline of a file that is read as text alone, such as a template."""
    whole, nowhere = Span(0, len(place.text)), Span(0, 0)
    return Outline(
        text=place.text,
        language=place.symbol.language,
        kind=place.symbol.kind,
        name=place.symbol.name,
        span=whole,
        name_span=nowhere,
        header_span=nowhere,
        body_span=None,
        is_async=False,
        has_error=False,
    )
