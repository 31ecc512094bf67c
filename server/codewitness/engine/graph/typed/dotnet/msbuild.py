"""What projects of .NET import for all of their files: the `Using` items of MSBuild's files.

A project's file, and the `Directory.Build` files above it, are read as MSBuild does: properties in
the order in which they are set, then items. A condition that asks for what a build chooses, as a
framework, may hold.
"""

from __future__ import annotations

import html
import posixpath
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from codewitness.syntax.paths import folders_above

_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
_TAG = re.compile(
    r"<(?P<end>/?)(?P<name>[\w.]+)(?P<attributes>(?:\s+[\w:.]+\s*=\s*(?:\"[^\"]*\"|'[^']*'))*)"
    r"\s*(?P<alone>/?)>(?P<text>[^<]*)"
)
_ATTRIBUTE = re.compile(r"([\w:.]+)\s*=\s*(?:\"([^\"]*)\"|'([^']*)')")
_PROPERTY = re.compile(r"\$\((\w+)\)")
_ABOVE = re.compile(
    r"\$\(\[MSBuild\]::GetPathOfFileAbove\(\s*'?([\w.]+)'?[^)]{0,99}(?:\([^)]{0,99}\)[^)]{0,99})?\)\)"
)
_SIDE = r"(?:'(?P<{0}>[^']*)'|(?P<{0}_bare>[^\s'=!<>]*))"
_EQUAL = re.compile(rf"\s*{_SIDE.format('left')}\s*(?P<how>[=!])=\s*{_SIDE.format('right')}\s*")
_CHOSEN = frozenset(
    [
        *("targetframework", "targetframeworkidentifier", "targetframeworkversion"),
        *("configuration", "platform", "runtimeidentifier", "os", "msbuildruntimetype"),
    ]
)
_IMPLICIT = (
    *("System", "System.Collections.Generic", "System.IO", "System.Linq", "System.Net.Http"),
    *("System.Threading", "System.Threading.Tasks"),
)
_MAX_DEPTH = 20  # of files that import each other
_MAX_VALUE = 1_000  # characters; a property that names itself twice would grow without end


def folders(texts: Mapping[str, str]) -> frozenset[str]:
    """The folders of projects."""
    return frozenset(posixpath.dirname(path) for path in texts if path.endswith(".csproj"))


def usings(texts: Mapping[str, str], folder: str) -> tuple[str, ...]:
    """The namespaces and classes whose names all files of the projects in a folder see."""
    found: dict[str, None] = {}
    for path in sorted(texts):
        if path.endswith(".csproj") and posixpath.dirname(path) == folder:
            build = _Build(texts)
            build.properties["msbuildprojectname"] = posixpath.basename(path)[: -len(".csproj")]
            build.read(above(texts, folder, "Directory.Build.props"))
            build.read(path)
            build.read(above(texts, folder, "Directory.Build.targets"))
            found |= dict.fromkeys(build.usings())
    return tuple(found)


def above(texts: Mapping[str, str], folder: str, name: str) -> str:
    """The nearest file of a name, in a folder or above it; "" if there is none."""
    places = (posixpath.join(one, name) for one in folders_above(posixpath.join(folder, name)))
    return next((path for path in places if path in texts), "")


@dataclass(frozen=True, slots=True)
class _Element:
    """One start tag with what follows it, and the names and conditions of what it stands in."""

    name: str
    attributes: Mapping[str, str]
    text: str
    around: tuple[str, ...]
    conditions: tuple[str, ...]


@lru_cache(maxsize=64)
def _elements(text: str) -> tuple[_Element, ...]:
    found: list[_Element] = []
    stack: list[tuple[str, str]] = []
    for tag in _TAG.finditer(_COMMENT.sub("", text)):
        name = tag["name"]
        if tag["end"]:
            if any(name == one for one, _ in stack):
                while stack.pop()[0] != name:
                    pass
            continue
        attributes = {
            one[1]: html.unescape(one[2] if one[2] is not None else one[3])
            for one in _ATTRIBUTE.finditer(tag["attributes"])
        }
        own = attributes.get("Condition", "")
        conditions = tuple(one for _, one in [*stack, (name, own)] if one)
        around = tuple(one for one, _ in stack)
        found.append(_Element(name, attributes, tag["text"].strip(), around, conditions))
        if not tag["alone"]:
            stack.append((name, own))
    return tuple(found)


@dataclass(slots=True)
class _Build:
    texts: Mapping[str, str]
    properties: dict[str, str] = field(default_factory=dict)
    items: list[tuple[_Element, str]] = field(default_factory=list)
    open: list[str] = field(default_factory=list)

    def read(self, path: str) -> None:
        """Take over what a file says, in its order."""
        if path not in self.texts or path in self.open or len(self.open) > _MAX_DEPTH:
            return
        self.open.append(path)
        for element in _elements(self.texts[path]):
            if element.around[-1:] == ("PropertyGroup",):
                self._set(element, path)
            elif element.name == "Using" and element.around[-1:] == ("ItemGroup",):
                self.items.append((element, path))
            elif element.name == "Import":
                self._import(element, path)
        self.open.pop()

    def _set(self, element: _Element, path: str) -> None:
        holds, name = self._conditions(element, path), element.name.lower()
        if False not in holds and (None not in holds or name not in self.properties):
            self.properties[name] = self._expanded(element.text, path)

    def _import(self, element: _Element, path: str) -> None:
        if False not in self._conditions(element, path):
            wanted = self._expanded(element.attributes.get("Project", ""), path)
            joined = posixpath.join(posixpath.dirname(path), wanted.replace("\\", "/"))
            self.read(posixpath.normpath(joined))

    def _expanded(self, text: str, path: str) -> str:
        """`text` with the values of properties; what a build chooses stays as it is."""
        folder = posixpath.dirname(path)
        outer = posixpath.dirname(folder)

        def value(asked: re.Match[str]) -> str:
            name = asked[1].lower()
            if name == "msbuildthisfiledirectory":
                return "./"  # paths are joined to the folder of the file
            return asked[0] if name in _CHOSEN else self.properties.get(name, "")

        def found(asked: re.Match[str]) -> str:
            meant = above(self.texts, outer, asked[1]) if folder else ""
            return posixpath.relpath(meant, folder) if meant else ""

        return _PROPERTY.sub(value, _ABOVE.sub(found, text[:_MAX_VALUE]))[:_MAX_VALUE]

    def _conditions(self, element: _Element, path: str) -> list[bool | None]:
        return [self._holds(self._expanded(one, path)) for one in element.conditions]

    def _holds(self, condition: str) -> bool | None:
        """Whether a condition holds; None if only a build can tell."""
        asked = _EQUAL.fullmatch(condition)
        if asked is None or "$(" in condition:
            return None
        left, right = (asked[side] or asked[f"{side}_bare"] or "" for side in ("left", "right"))
        return (left.lower() == right.lower()) == (asked["how"] == "=")

    def usings(self) -> Iterator[str]:
        """What is imported after all; each once."""
        found: dict[str, None] = {}
        if self.properties.get("implicitusings", "").lower() in ("enable", "true"):
            found |= dict.fromkeys(_IMPLICIT)
        for element, path in self.items:
            holds = self._conditions(element, path)
            if False not in holds:
                found |= dict.fromkeys(self._listed(element, path, "Include"))
            if all(holds):
                for name in self._listed(element, path, "Remove"):
                    found.pop(name, None)
        yield from found

    def _listed(self, element: _Element, path: str, how: str) -> list[str]:
        names = self._expanded(element.attributes.get(how, ""), path).split(";")
        return [name.strip() for name in names if name.strip() and "$(" not in name]
