"""Methods that override a changed one, and are as they were when it was another."""

from __future__ import annotations

from codewitness.engine.graph.files import Scope
from codewitness.features.call_graph import CallGraph, says_something
from codewitness.features.places import Place
from codewitness.model.facts import Kind
from codewitness.model.outline import whole_word
from codewitness.model.text import Span

# Words before the name of a method that none overrides, and one without which none does.
_ALONE = ("private", "static", "final")
_OVERRIDABLE = {"csharp": ("virtual", "abstract", "override"), "cpp": ("virtual",)}
_OVERRIDABLE["kotlin"] = ("open", "abstract", "override")


# Special methods of Python that make an object: those of each class take what it needs.
_MAKING = frozenset({"__init__", "__new__", "__init_subclass__", "__post_init__"})


def _is_kept(method: Scope) -> bool:
    """True if what overrides a method has to take and give what that does."""
    if method.file.language == "python" and method.name.endswith("__"):
        return method.name not in _MAKING
    return says_something(method)


def overriding(graph: CallGraph, place: Place, method: Scope) -> list[Scope]:
    """The methods that override one of a class, if its declaration lets them."""
    around, language = method.parent, method.file.language
    if around is None or not around.is_class or method.kind is not Kind.METHOD:
        return []
    if language in ("rust", "go") or not _is_kept(method):
        return []
    before = place.text.slice(Span(place.symbol.span.start, place.symbol.name_span.start)).encode()
    wanted = _OVERRIDABLE.get(language, ())
    has = [word for word in (*_ALONE, *wanted) if whole_word(word).search(before)]
    if any(word in _ALONE for word in has) or (wanted and not has):
        return []
    return list(graph.overrides(method))
