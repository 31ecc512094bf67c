"""Run a module, as `python -m` does, and note which functions of a folder call which.

    python profile_tracer.py FOLDER OUT MODULE [argument ...]

For Python 3.11 and 3.12, by `sys.setprofile`: what `call_tracer.py` does for later versions, and
the same JSON. It sees what runs and not what is called, so that nothing is told of a decorator
outside of FOLDER, nor of a class without a constructor. `how` is

    call          the function itself runs where a call is written
    class         its class is called there, and `__init__` or `__new__` runs
    instance      `__call__` runs there
    through NAME  a call of NAME, which is not written in Python, has called it
    OPCODE        no call is written there: a property, an operator, a loop, a `with` and so on
"""

from __future__ import annotations

import dis
import json
import runpy
import sys
import threading
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

_COMPREHENSIONS = ("<genexpr>", "<listcomp>", "<setcomp>", "<dictcomp>")
_GENERATOR = 0x20 | 0x80 | 0x200
_HOW = {"__init__": "class", "__new__": "class", "__call__": "instance"}
_CLOSING = ("__exit__", "__aexit__")


class Tracer:
    """What has called what."""

    def __init__(self, folder: Path) -> None:
        self.root = f"{folder.resolve()}/"
        self.edges: dict[tuple[CodeType, CodeType, int, str], None] = {}
        self.ran: set[CodeType] = set()
        self.places: set[tuple[CodeType, int]] = set()  # calls that were made, of whatever
        self._pending: dict[FrameType, str] = {}  # what is not Python and runs, by who called it
        self._own: dict[CodeType, bool] = {}

    def is_own(self, code: CodeType) -> bool:
        """True for code of a file in the folder."""
        known = self._own.get(code)
        if known is None:
            known = self._own[code] = code.co_filename.startswith(self.root)
        return known

    def on_event(self, frame: FrameType, event: str, argument: Any) -> None:
        """What `sys.setprofile` tells."""
        if event == "c_call":
            if self.is_own(frame.f_code):
                self._pending[frame] = getattr(argument, "__name__", type(argument).__name__)
                self.places.add((frame.f_code, frame.f_lasti))
        elif event in ("c_return", "c_exception"):
            self._pending.pop(frame, None)
        elif event == "call":
            self._begins(frame)

    def _begins(self, frame: FrameType) -> None:
        caller, code = frame.f_back, frame.f_code
        if caller is not None and self.is_own(caller.f_code):
            self.places.add((caller.f_code, caller.f_lasti))
        if not self.is_own(code):
            return
        self.ran.add(code)
        if caller is None or not self.is_own(caller.f_code) or code.co_name in _COMPREHENSIONS:
            return
        how = self._how(caller, code)
        if how:
            self.edges[caller.f_code, code, caller.f_lasti, how] = None

    def _how(self, caller: FrameType, code: CodeType) -> str:
        opcode = _opcode(caller)
        if caller in self._pending:
            name = self._pending[caller]
            is_class_body = name == "__build_class__"
            return "" if is_class_body or code.co_flags & _GENERATOR else f"through {name}"
        if opcode.startswith(("CALL", "PRECALL")):
            return _HOW.get(code.co_name, "call")
        if code.co_flags & _GENERATOR and not code.co_name.startswith("__"):
            return ""  # it goes on
        return "CLOSING" if code.co_name in _CLOSING else opcode

    def result(self) -> dict[str, Any]:
        """All that was seen."""
        edges = []
        for caller, callee, offset, how in list(self.edges):
            place = list(list(caller.co_positions())[offset // 2])
            edges.append([self.function(caller), self.function(callee), how, place])
        ran = [self.function(code) for code in list(self.ran)]
        return {"ran": ran, "edges": edges, "lines": self._lines()}

    def _lines(self) -> list[list[Any]]:
        """[path, line, column at which it ends] of each call that was made."""
        found = set()
        for code, offset in list(self.places):
            if offset >= 0:
                line, end, column, end_column = list(code.co_positions())[offset // 2]
                path = code.co_filename.removeprefix(self.root)
                found.add((path, line, end, column, end_column))
        return sorted(map(list, found), key=str)

    def function(self, code: CodeType) -> list[Any]:
        """[path, qualified name, first line]."""
        name, line = code.co_qualname, code.co_firstlineno
        while name.rpartition(".")[2] in _COMPREHENSIONS:
            name, line = name.rpartition(".")[0].removesuffix(".<locals>"), -abs(line)
        return [code.co_filename.removeprefix(self.root), name.replace(".<locals>", ""), line]


def _opcode(frame: FrameType) -> str:
    """What a frame is doing; the places behind an instruction are its caches."""
    at = frame.f_lasti
    while at > 0 and frame.f_code.co_code[at] == 0:
        at -= 2
    return dis.opname[frame.f_code.co_code[at]]


def main() -> None:
    """Run the module, then write what was seen, however it ended."""
    folder, out, module, *arguments = sys.argv[1:]
    tracer = Tracer(Path(folder))
    sys.argv = [module, *arguments]
    sys.path[0] = ""
    threading.setprofile(tracer.on_event)
    sys.setprofile(tracer.on_event)
    try:
        runpy.run_module(module, run_name="__main__", alter_sys=True)
    finally:
        sys.setprofile(None)
        Path(out).write_text(json.dumps(tracer.result()))


if __name__ == "__main__":
    main()
