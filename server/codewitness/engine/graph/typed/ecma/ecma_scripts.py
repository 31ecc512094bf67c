"""Scripts of JavaScript, which neither import nor export: a page loads several, that share names.

Nothing in them says which are loaded together. So a name that a script does not have is that of the
one script beside it that defines it, or of the only one that does.
"""

from __future__ import annotations

import posixpath
from collections.abc import Collection
from typing import TYPE_CHECKING

from codewitness.engine.graph.typed.tabling import NOTHING, Answer
from codewitness.engine.graph.typed.values import union
from codewitness.engine.graph.typed.world import MODULE

if TYPE_CHECKING:
    from codewitness.engine.graph.typed.evaluate import Evaluator

Place = tuple[str, int]

_DECLARING = ".d.ts"
# What every page and program has; who gives one of them another value is not sought.
_GIVEN = frozenset(
    (
        *("Array", "Boolean", "Date", "Error", "JSON", "Map", "Math", "Number", "Object"),
        *("Promise", "RegExp", "Set", "String", "Symbol", "clearInterval", "clearTimeout"),
        *("console", "document", "exports", "globalThis", "module", "navigator", "process"),
        *("require", "setInterval", "setTimeout", "undefined", "window"),
    )
)


class Scripts:
    """The scripts of one world, as they are asked for."""

    def __init__(self, languages: Collection[str]) -> None:
        self._languages = languages
        self._known: dict[str, bool] = {}
        self._binding: dict[str, list[Place]] = {}  # (path, bind) of each script, by the name

    def is_declared(self, ev: Evaluator, place: Place) -> bool:
        """True for what a script only declares: all that do so declare one thing."""
        return place[0].endswith(_DECLARING) and self._is_top(ev, place)

    def shared(self, ev: Evaluator, path: str, name: str) -> Answer:
        """What a name that a file does not have is in other scripts."""
        found = [place for place in ev.world.named(name) if self._is_top(ev, place)]
        declared = [place for place in found if place[0].endswith(_DECLARING)]
        if declared or not self._is_script(ev, path):
            return frozenset(ev.named(*place) for place in declared)
        if found:
            found = _nearest(path, found)
            return frozenset(ev.named(*place) for place in found) if len(found) == 1 else NOTHING
        return NOTHING if name in _GIVEN else self._variable(ev, path, name)

    def _is_top(self, ev: Evaluator, place: Place) -> bool:
        file = ev.file(place[0])
        is_top = file.language in self._languages and file.parent(place[1]) == MODULE
        return is_top and self._is_script(ev, place[0])

    def _is_script(self, ev: Evaluator, path: str) -> bool:
        if (known := self._known.get(path)) is None:
            flow = ev.file(path).flow(MODULE)
            known = self._known[path] = not flow.stars and not any(
                (isinstance(target, list) and target[0] == "x")
                or (isinstance(value, list) and value[:1] == ["m"])
                for target, value in flow.binds
            )
        return known

    def _variable(self, ev: Evaluator, path: str, name: str) -> Answer:
        """What one script gives a variable."""
        binding = self._binding.get(name)
        if binding is None:
            binding = self._binding[name] = [
                (other, index)
                for other in sorted(ev.world.workspace.paths_with(name))
                if other in ev.world.files and ev.file(other).language in self._languages
                for index in ev.file(other).binds(MODULE).get(name, ())
                if self._is_script(ev, other)
            ]
        found = _nearest(path, binding)
        if len({other for other, _ in found}) != 1:
            return NOTHING
        return union(ev.bound(other, MODULE, index) for other, index in found)


def _nearest(path: str, places: list[Place]) -> list[Place]:
    """Those in the folder of a file, or all."""
    folder = posixpath.dirname(path)
    return [place for place in places if posixpath.dirname(place[0]) == folder] or places
