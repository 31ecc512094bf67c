"""Files of Java and Kotlin that declare no package are of one, which no import names.

Where several folders define the same name they are programs of their own, as exercises are, and
each has a package for itself.
"""

from __future__ import annotations

import posixpath
from itertools import pairwise

from codewitness.engine.graph.typed.outlines import from_outlines
from codewitness.engine.graph.typed.packages import PackageRules
from codewitness.syntax.paths import module_name

_SOURCES = "src"  # and `main` or `test` in it: one program with what is beside it


class WithDefaultPackage(PackageRules):
    """Packages, and what declares none."""

    def package(self, path: str) -> str:
        """What the file declares; a module's name that is made of the path does not count."""
        found = self._undeclared.get(path)
        return super().package(path) if found is None else found

    @from_outlines
    def _undeclared(self) -> dict[str, str]:
        """The package of each file that declares none."""
        files = {
            path: file
            for path, file in self.world.files.items()
            if file.language in self.languages and file.module == module_name(path)
        }
        program_by_name: dict[str, str] = {}
        is_one = True
        for path, file in files.items():
            program = _program(path)
            own = {name for name, _ in file.outer if "." not in name}
            is_one &= all(program_by_name.setdefault(name, program) == program for name in own)
        return {path: "" if is_one else f"<{_program(path)}>" for path in files}


def _program(path: str) -> str:
    """The folder that a file without a package is in, without where its sources are in it."""
    parts = posixpath.dirname(path).split("/")
    for at, (one, below) in enumerate(pairwise(parts)):
        if one == _SOURCES and below in ("main", "test"):
            return "/".join(parts[:at])
    return "/".join(parts)
