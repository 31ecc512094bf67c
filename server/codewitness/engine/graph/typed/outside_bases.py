"""Calls through an interface of a library that a class of the workspace implements."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codewitness.engine.graph.files import Scope
from codewitness.engine.graph.typed import calls, classes, levels, relatives
from codewitness.engine.graph.typed.tabling import NOTHING, Answer
from codewitness.engine.graph.typed.values import Value, union
from codewitness.model.facts import Kind
from codewitness.model.flow import form

if TYPE_CHECKING:
    from codewitness.engine.graph.typed.evaluate import Evaluator, Where

_MAX_BASES = 20
# Go's types do not say what they implement, nor a name whether it is that of an interface.
_OF_GO = frozenset(
    (
        *("error", "io.Reader", "io.Writer", "io.Closer", "io.Seeker", "io.ReadWriter"),
        *("io.ReadCloser", "io.WriteCloser", "io.ReadWriteCloser", "io.ReaderAt", "io.WriterAt"),
        *("io.ByteReader", "io.ByteWriter", "io.StringWriter", "io.ReaderFrom", "io.WriterTo"),
        *("fmt.Stringer", "sort.Interface", "flag.Value", "context.Context", "fs.FS", "fs.File"),
        *("net.Conn", "net.Listener", "net/http.Handler", "net/http.ResponseWriter"),
        *("net/http.RoundTripper", "net/http.Flusher", "encoding.TextMarshaler"),
    )
)


def may_run(ev: Evaluator, at: Where, number: int, method: Scope) -> bool:
    """True if a call on an object of a library's type may run a method of a class below that."""
    site = ev.site(at.path, at.scope, number)
    if method.kind is not Kind.METHOD or site[0] != "c" or form(site[1]) != "a":
        return False
    place = (method.file.path, method.ordinal)
    if levels.is_of_class(ev, *place):
        return False
    owners = ev.owners(at, site[1][1])
    owners |= union(classes.bound(ev, value) for value in owners if value[0] == "T")
    given = {value[1] for value in owners if value[0] == "X"}
    promises = [value for value in owners if _is_interface(ev, value)]
    if not (given or promises) or not calls.takes(ev, ("f", *place, None, None), site):
        return False
    own = relatives.owner_of(ev, method)
    if any(_keeps(ev, own, method.name, promise) for promise in promises):
        return True
    if ev.rules.promises_by_shape:
        return not given.isdisjoint(_OF_GO)
    return any(_is_same(one, other) for one in _above(ev, own) for other in given)


def _is_interface(ev: Evaluator, value: Value) -> bool:
    return value[0] == "I" and ev.definition(value).kind is Kind.INTERFACE


def _keeps(ev: Evaluator, own: Answer, name: str, promise: Value) -> bool:
    """True if a method that an interface of the workspace has from outside may be one of `own`.

    What is from outside is no more than a name, so that all the rest of the interface is asked.
    """
    above = _above(ev, frozenset([promise]))
    if not above:
        return False
    asked = relatives.asked(ev, ev.definition(promise))[0]
    if any(one.name == name for one in asked):
        return False  # that is the interface's own
    if not ev.rules.promises_by_shape:
        return relatives.are_below(ev, own, promise)
    if not asked and above.isdisjoint(_OF_GO):
        return False
    return any(relatives.has_all(ev, owner, asked) for owner in own if owner[0] == "I")


def _above(ev: Evaluator, level: Answer) -> set[str]:
    """The names of all that a class stands on and that is from outside."""
    found: set[str] = set()
    seen: Answer = NOTHING
    for _ in range(_MAX_BASES):
        seen |= level
        bases = frozenset(base for value in level for base in ev.rules.bases(ev, value))
        found |= {base[1] for base in bases if base[0] == "X"}
        level = frozenset(base for base in bases if base[0] == "I") - seen
        if not level:
            break
    return found


def _is_same(one: str, other: str) -> bool:
    """True for one name; one of them may be written without its package."""
    if one == other:
        return True
    is_plain = "." not in one or "." not in other
    return is_plain and one.rpartition(".")[2] == other.rpartition(".")[2]
