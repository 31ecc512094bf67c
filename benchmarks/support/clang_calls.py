"""Prints what clang says of each call in a project of C or C++, one JSON object a line.

    python clang_calls.py ROOT LIBCLANG COMPILE_COMMANDS

{path, line, column, text, state, callee: {path, line, column} | null, overrides: [places]}; lines
count from 1, columns from 0 in bytes. A call's place is that of its callee's name, of a constructor
that of the expression, which `is_near` tells. `state` is `internal` (the callee is defined or
declared in a file of ROOT), `external`, `value` (a pointer to a function), `macro` (what stands
there is the name of a macro) or `unknown` (a name that depends on the parameters of a template).
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(sys.argv[1]).resolve()
sys.path.insert(0, sys.argv[2])

from clang.cindex import CompilationDatabase, Config, Cursor, CursorKind, Index  # noqa: E402

# What tells where it was called from, and where it is; a C compiler's own headers are not in the
# package of libclang.
_OWN_HEADERS = sys.argv[4:]
_FUNCTIONS = (
    CursorKind.FUNCTION_DECL,
    CursorKind.CXX_METHOD,
    CursorKind.CONSTRUCTOR,
    CursorKind.CONVERSION_FUNCTION,
    CursorKind.FUNCTION_TEMPLATE,
    CursorKind.DESTRUCTOR,
)
_VALUES = (CursorKind.VAR_DECL, CursorKind.PARM_DECL, CursorKind.FIELD_DECL)


class Calls:
    """All calls of the files of a project, each once, whatever unit includes it."""

    def __init__(self) -> None:
        self._lines: dict[str, list[bytes]] = {}
        self._inside: dict[str, str | None] = {}
        self.defined: dict[str, tuple[str, int, int]] = {}  # by USR
        self.declared: dict[str, tuple[str, int, int]] = {}
        self.overridden: dict[str, set[str]] = {}  # USRs by the USR of a method that overrides
        self.calls: dict[tuple[str, int, int, str], tuple[str, str, str]] = {}

    def read(self, cursor: Cursor) -> None:
        """Take in a unit."""
        for one in cursor.get_children():
            place = self._place(one)
            if place is None:
                continue
            self._walk(one)

    def _walk(self, cursor: Cursor) -> None:
        for one in (cursor, *cursor.walk_preorder()):
            if one.kind in _FUNCTIONS:
                self._function(one)
            elif one.kind == CursorKind.CALL_EXPR:
                self._call(one)

    def _function(self, cursor: Cursor) -> None:
        if (place := self._place(cursor)) is None:
            return
        usr = cursor.canonical.get_usr()
        (self.defined if cursor.is_definition() else self.declared).setdefault(usr, place)
        if cursor.kind == CursorKind.CXX_METHOD and usr not in self.overridden:
            self.overridden[usr] = {one.canonical.get_usr() for one in _overridden(cursor)}

    def _call(self, cursor: Cursor) -> None:
        named = _named(cursor)
        if (place := self._place(named)) is None:
            return
        target = cursor.referenced
        if target is not None and target.kind == CursorKind.CONSTRUCTOR:
            name, state = target.spelling.split("<")[0], "constructor"
            if not self._is_written(place, name) or _copies(target):
                return
        else:
            name, state = named.spelling or cursor.spelling, "function"
        bare = name.split("<")[0]
        if state == "function" and not self._stands(place, bare):
            state = "macro"
        elif target is None:
            state = "unknown"
        elif target.kind in _VALUES:
            state = "value"
        elif target.kind not in _FUNCTIONS:
            state = "unknown"
        usr = "" if target is None else _general(target).canonical.get_usr()
        known = self.calls.get((*place, bare))
        if known is None or known[1] in ("unknown", "macro"):
            self.calls[(*place, bare)] = (bare, state, usr)

    def _stands(self, place: tuple[str, int, int], name: str) -> bool:
        path, line, column = place
        there = self._lines[path][line - 1][column:]
        return re.match(re.escape(name.encode()) + rb"(?!\w)", there) is not None

    def _is_written(self, place: tuple[str, int, int], name: str) -> bool:
        """True if the line of a constructor names its class: conversions do not."""
        line = self._lines[place[0]][place[1] - 1]
        return re.search(rb"\b" + name.encode() + rb"\b", line) is not None

    def _place(self, cursor: Cursor) -> tuple[str, int, int] | None:
        location = cursor.location
        if location.file is None:
            return None
        full = location.file.name
        if full not in self._inside:
            real = Path(full).resolve()
            is_inside = real.is_relative_to(ROOT)
            path = self._inside[full] = real.relative_to(ROOT).as_posix() if is_inside else None
            if path is not None:
                self._lines[path] = real.read_bytes().split(b"\n")
        path = self._inside[full]
        return None if path is None else (path, location.line, location.column - 1)

    def told(self) -> Iterator[dict[str, Any]]:
        """Each call."""
        for (path, line, column, _), (name, state, usr) in sorted(self.calls.items()):
            callee = self.defined.get(usr) or self.declared.get(usr)
            if state in ("function", "constructor"):
                if callee is None and usr and state == "constructor":
                    continue  # one that nobody wrote
                kind = "internal" if callee else "external"
            else:
                kind = state
            yield {
                "path": path,
                "line": line,
                "column": column,
                "text": name,
                "state": kind,
                "is_near": state == "constructor",
                "callee": callee,
                "overriding": [self._at(one) for one in self._overriding(usr)],
                "declared": self.declared.get(usr),
            }

    def _at(self, usr: str) -> tuple[str, int, int] | None:
        return self.defined.get(usr) or self.declared.get(usr)

    def _overriding(self, usr: str) -> set[str]:
        found: set[str] = set()
        waiting = [usr]
        while waiting:
            one = waiting.pop()
            for method, bases in self.overridden.items():
                if one in bases and method not in found:
                    found.add(method)
                    waiting.append(method)
        return found


def _named(call: Cursor) -> Cursor:
    """The part of a call that bears the callee's name."""
    for one in call.get_children():
        named = _bare(one)
        is_name = named.kind in (CursorKind.DECL_REF_EXPR, CursorKind.MEMBER_REF_EXPR)
        return named if is_name and named.spelling == call.spelling else call
    return call


def _bare(cursor: Cursor) -> Cursor:
    while cursor.kind in (CursorKind.UNEXPOSED_EXPR, CursorKind.PAREN_EXPR):
        inner = next(iter(cursor.get_children()), None)
        if inner is None:
            break
        cursor = inner
    return cursor


def _copies(constructor: Cursor) -> bool:
    return constructor.is_copy_constructor() or constructor.is_move_constructor()


def _overridden(cursor: Cursor) -> list[Cursor]:
    from ctypes import POINTER, byref, c_uint

    library = Config().lib
    found, number = POINTER(Cursor)(), c_uint()
    library.clang_getOverriddenCursors(cursor, byref(found), byref(number))
    every = [found[at] for at in range(number.value)]
    copies = [Cursor.from_buffer_copy(one) for one in every]
    for one in copies:
        one._tu = cursor._tu
    if number.value:
        library.clang_disposeOverriddenCursors(found)
    return copies


def _general(cursor: Cursor) -> Cursor:
    """The template that it was made of, or itself."""
    library = Config().lib
    template = library.clang_getSpecializedCursorTemplate(cursor)
    if template is None or template.kind.is_invalid():
        return cursor
    return template


def main() -> None:
    """Read all units, then tell."""
    calls = Calls()
    database = CompilationDatabase.fromDirectory(str(Path(sys.argv[3]).parent))
    index = Index.create()
    headers = [part for folder in _OWN_HEADERS for part in ("-isystem", folder)]
    for command in database.getAllCompileCommands():
        file = Path(command.directory, command.filename).resolve()
        if not file.is_relative_to(ROOT):
            continue
        flags, skip = [], False
        for flag in list(command.arguments)[1:]:
            if skip or flag in ("-c", "--", command.filename, str(file)):
                skip = False
                continue
            if flag == "-o":
                skip = True
                continue
            flags.append(flag)
        unit = index.parse(
            str(file), ["-ferror-limit=0", *flags, f"-I{command.directory}", *headers]
        )
        worst = [str(one) for one in unit.diagnostics if one.severity >= 3]
        if worst:
            print(f"{file.name}: {len(worst)} errors, {worst[0]}", file=sys.stderr)
        calls.read(unit.cursor)
    for one in calls.told():
        print(json.dumps(one))


if __name__ == "__main__":
    main()
