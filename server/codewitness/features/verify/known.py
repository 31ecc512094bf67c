"""What rules ask about other definitions, answered from the index and the texts as they are now."""

from __future__ import annotations

from collections.abc import Sequence

from codewitness.engine.verify.claim import SubjectName
from codewitness.engine.verify.names import Fit, parts
from codewitness.engine.verify.subject import CallSite, Part, Subject
from codewitness.features.places import Place
from codewitness.features.verify.classes import Classes
from codewitness.features.verify.subjects import Found, NotThere, Subjects
from codewitness.model.outline import Call

_MAX_CALLERS = 20


class KnownHere:
    """`engine.verify.subject.Known` for one subject of one answer."""

    def __init__(self, subjects: Subjects, found: Found) -> None:
        self._subjects = subjects
        self._found = found
        self._classes = Classes(subjects)

    def callers(self) -> Sequence[CallSite] | None:
        """Not known before the call graph is."""
        return None

    def ancestors(self) -> tuple[Sequence[str], bool]:
        """Names of all classes that it comes from, and whether these are all."""
        place = self._class_place()
        if place is None:
            return (), True
        _, names, is_all = self._classes.ancestors(place)
        return names, is_all

    def overridden(self, subject: Subject) -> tuple[Sequence[str], bool]:
        """The ancestors that define a method of the subject's name."""
        place = self._class_place()
        if place is None:
            return (), True
        ancestors, _, is_all = self._classes.ancestors(place)
        names = []
        for one in ancestors:
            symbols, _ = self._subjects.reading.symbols(one.folder, one.symbol.path)
            if any(
                s.name == subject.name and s.container == one.symbol.qualified_name for s in symbols
            ):
                names.append(one.symbol.name)
        return names, is_all

    def calls_of(self, caller: str, subject: Subject) -> Sequence[CallSite] | None:
        """Calls of the subject in the definition `caller`."""
        try:
            found = self._subjects.find(SubjectName(caller))
        except NotThere:
            return None
        if len(found) > _MAX_CALLERS:
            return None
        sites: list[CallSite] = []
        for one in found:
            for part in self._subjects.read(one, self).parts:
                for call in part.outline.calls:
                    fit = _fits(call, part, subject)
                    if fit is not Fit.NO:
                        is_certain = fit is not Fit.MAYBE
                        sites.append(
                            CallSite(
                                caller=one.place.symbol.qualified_name,
                                outline=part.outline,
                                span=call.name_span,
                                is_certain=is_certain,
                            )
                        )
        return sites

    def is_callable(self, name: str) -> bool:
        """True if a function or method of this last name is defined somewhere."""
        return any(
            symbol.kind.is_callable
            for folder in self._subjects.reading.snapshot.folders
            for symbol in folder.view.symbols.named(name)
        )

    def _class_place(self) -> Place | None:
        place = self._found.place
        if place.symbol.kind.is_classlike:
            return place
        owner = self._subjects.owner(place)
        if owner is None:
            return None
        return Place(folder=place.folder, symbol=owner, source=place.source)


def _fits(call: Call, part: Part, subject: Subject) -> Fit:
    """How a call fits the subject's own name."""
    if call.name != subject.name:
        made = parts(call.text)[-1]
        owner = subject.qualified_name.split(".")[-2:-1]
        is_constructor = subject.name in ("__init__", "constructor", "new", "initialize")
        return Fit.LOOSE if is_constructor and [made] == owner else Fit.NO
    qualified = subject.qualified_name.split(".")
    for how, form in part.around.forms(call.text, part.outline):
        if len(form) > 1 and tuple(qualified[-len(form) :]) == form:
            return how
    container = qualified[-2] if subject.head.around.container else ""
    if container:
        fit = part.around.fit(call.text, f"{container}.{subject.name}", part.outline)
        return fit if fit is not Fit.NO else _unknown(call, part)
    if len(parts(call.text)) == 1:
        is_here = part.outline.text is subject.head.outline.text
        is_imported = part.around.imports.get(call.name, "").endswith(subject.name)
        return Fit.EXACT if is_here or is_imported else Fit.MAYBE
    return Fit.NO


def _unknown(call: Call, part: Part) -> Fit:
    """A method of the same name on an object whose class is not known."""
    written = parts(call.text)
    if len(written) == 1 or written[0] in part.around.imports:
        return Fit.NO
    return Fit.MAYBE
