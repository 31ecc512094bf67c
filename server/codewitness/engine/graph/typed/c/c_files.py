"""C, C++ and Objective-C: which files a file includes, and which it counts on."""

from __future__ import annotations

import posixpath

from codewitness.engine.graph.typed.c.c_tables import WithTables
from codewitness.engine.graph.typed.outlines import from_outlines
from codewitness.engine.graph.typed.world import MODULE

_HEADERS = (".h", ".hh", ".hpp", ".hxx", ".h++", ".inl", ".ipp", ".tpp", ".tcc", ".inc")
_MAX_INCLUDERS = 4


class IncludeRules(WithTables):
    """What the rules of the C family say of files."""

    def included(self, path: str) -> frozenset[str]:
        """The file and all files that it includes, directly or not."""
        if (known := self._included.get(path)) is None:
            seen = {path}
            stack = [path]
            while stack:
                at = stack.pop()
                for target in self._direct(at):
                    if target not in seen:
                        seen.add(target)
                        stack.append(target)
            known = self._included[path] = frozenset(seen)
        return known

    def included_before(self, path: str) -> frozenset[str]:
        """What a header may count on that includes nothing itself: what its includers include."""
        if not path.endswith(_HEADERS):
            return frozenset()
        if (known := self._before.get(path)) is None:
            includers = self._includers.get(path, [])[:_MAX_INCLUDERS]
            known = frozenset().union(*(self.included(one) for one in includers))
            self._before[path] = known
        return known

    def is_header_of_cpp(self, path: str) -> bool:
        """True for a header that C can't include."""
        return path.endswith(_HEADERS) and self.world.files[path].language == "cpp"

    def sees(self, path: str, header: str) -> bool:
        """True if a file knows what a header has: it includes it, or is a part of it."""
        return header in self.included(path) or path in self.included(header)

    @from_outlines
    def _included(self) -> dict[str, frozenset[str]]:
        return {}

    @from_outlines
    def _before(self) -> dict[str, frozenset[str]]:
        return {}

    @from_outlines
    def _includers(self) -> dict[str, list[str]]:
        """The files that include each file directly, headers first: one's bodies may be in it."""
        found: dict[str, list[str]] = {}
        own = [path for path, file in self.world.files.items() if file.language in self.languages]
        for path in sorted(own, key=lambda one: (not one.endswith(_HEADERS), one)):
            for target in self._direct(path):
                found.setdefault(target, []).append(path)
        return found

    @from_outlines
    def _paths_by_base(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for path, file in self.world.files.items():
            if file.language in self.languages:
                found.setdefault(posixpath.basename(path), []).append(path)
        return found

    def _direct(self, path: str) -> list[str]:
        found = []
        for written in self.world.files[path].flow(MODULE).stars:
            if written[:1] in '"<':
                found += self._file(posixpath.dirname(path), written[1:-1])
        return found

    def _file(self, folder: str, name: str) -> list[str]:
        beside = posixpath.normpath(posixpath.join(folder, name))
        if beside in self.world.files:
            return [beside]
        plain = posixpath.normpath(name).lstrip("./")
        ends = [
            path
            for path in self._paths_by_base.get(posixpath.basename(name), ())
            if path == plain or path.endswith("/" + plain)
        ]
        return ends if len(ends) < 3 else nearest(ends, folder)


def nearest(paths: list[str], folder: str) -> list[str]:
    """Those that share the longest beginning with a folder."""
    lengths = {path: len(posixpath.commonprefix([path, folder + "/"])) for path in paths}
    longest = max(lengths.values())
    return [path for path in paths if lengths[path] == longest]
