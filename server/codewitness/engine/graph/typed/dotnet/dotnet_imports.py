"""What files of C# import as a whole: by themselves, by another file, or by their project."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from codewitness.engine.graph.typed.dotnet import msbuild
from codewitness.engine.graph.typed.world import MODULE, World
from codewitness.model.flow import DECLARED, GLOBAL
from codewitness.syntax.paths import folders_above


class Imports:
    """The imports of a workspace. What is global counts in the project that it is written in."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._folders = msbuild.folders(world.texts)
        self._of_project: dict[str | None, tuple[str, ...]] = {}

    def stars(self, path: str, scope: int) -> Iterable[tuple[str, int | None]]:
        """The namespaces and classes whose names a scope sees, those nearest to it first.

        Each with the scope of the namespaces that its name may begin in; None for a full name.
        """
        file = self._world.files[path]
        while True:
            around = None if scope == MODULE else scope
            for star in file.flow(scope).stars:
                if star.startswith(DECLARED):
                    around = scope  # what is imported after it is within that namespace
                elif not star.startswith(GLOBAL):
                    yield star, around
            if scope == MODULE:
                break
            scope = file.parent(scope)
        yield from ((star, None) for star in self._of(self._project(path)))

    def aliases(self, path: str, name: str) -> Iterable[tuple[str, int]]:
        """The files, and in them the binds, that give all files of a project a name."""
        for other in self._giving.get((self._project(path), name), ()):
            for index in self._world.files[other].binds(MODULE).get(name, ()):
                yield other, index

    def _project(self, path: str) -> str | None:
        return next((one for one in folders_above(path) if one in self._folders), None)

    def _of(self, project: str | None) -> tuple[str, ...]:
        if (known := self._of_project.get(project)) is None:
            written = self._written.get(project, ())
            of_build = msbuild.usings(self._world.texts, project) if project is not None else ()
            known = self._of_project[project] = tuple(dict.fromkeys((*written, *of_build)))
        return known

    @cached_property
    def _global(self) -> list[tuple[str, str]]:
        return [
            (path, star.removeprefix(GLOBAL))
            for path, file in self._world.files.items()
            if file.language == "csharp" and GLOBAL in file.file.top.flow_text
            for star in file.flow(MODULE).stars
            if star.startswith(GLOBAL)
        ]

    @cached_property
    def _written(self) -> dict[str | None, list[str]]:
        found: dict[str | None, list[str]] = {}
        for path, star in self._global:
            if not star.startswith("="):
                found.setdefault(self._project(path), []).append(star)
        return found

    @cached_property
    def _giving(self) -> dict[tuple[str | None, str], list[str]]:
        found: dict[tuple[str | None, str], list[str]] = {}
        for path, star in self._global:
            if star.startswith("="):
                found.setdefault((self._project(path), star[1:]), []).append(path)
        return found
