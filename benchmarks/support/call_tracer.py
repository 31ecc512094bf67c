"""Run a module, as `python -m` does, and note which functions of a folder call which.

    python call_tracer.py FOLDER OUT MODULE [argument ...]

    python call_tracer.py .venv/lib/python3.13/site-packages/click trace.json pytest -q tests

Needs Python 3.13 or newer (`sys.monitoring`), and nothing but its standard library: it runs in the
environment of the program that is watched. OUT is JSON:

    {"ran": [function, ...], "edges": [[caller, callee, how, place], ...]}

A function is [path below FOLDER, qualified name, first line]; that of a class has line 0, and -n is
a line within it, of a comprehension. A place is [line, end line, column, end column] of the call,
in UTF-8 bytes. `how` is one of

    call          the callee is called there itself, or as a method of an object
    class         its class is called there
    instance      an instance of its class is called there
    wrapped       what is called there is no function of FOLDER and wraps it, or is a partial of it
    through NAME  a call of NAME, which is not written in Python, has called it
    OPCODE        no call is written there: a property, an operator, a loop, a `with` and so on
"""

from __future__ import annotations

import dis
import functools
import json
import runpy
import sys
from collections import Counter
from pathlib import Path
from types import BuiltinFunctionType, CodeType, FunctionType, MethodType
from typing import Any

TOOL = 3
MAX_HITS = 400  # of one place without anything new, after which it is no longer looked at
_GENERATOR = 0x20 | 0x80 | 0x200  # flags of code that does not run when it is called
_COMPREHENSIONS = ("<genexpr>", "<listcomp>", "<setcomp>", "<dictcomp>")
_CLOSING = ("__exit__", "__aexit__")

Place = tuple[CodeType, int]


class Tracer:
    """What has called what since `start`."""

    def __init__(self, folder: Path) -> None:
        self.root = f"{folder.resolve()}/"
        self.edges: dict[tuple[Any, ...], Place] = {}  # (caller, callee, how) to a place
        self.ran: set[CodeType] = set()
        self._hits: Counter[Place] = Counter()
        self._called: dict[Place, object] = {}  # what was called last at a place

    def start(self) -> None:
        """Look at all calls from now on."""
        monitoring = sys.monitoring  # type: ignore[attr-defined]
        events = monitoring.events
        monitoring.use_tool_id(TOOL, "calls")
        monitoring.register_callback(TOOL, events.CALL, self.on_call)
        monitoring.register_callback(TOOL, events.PY_START, self.on_start)
        monitoring.set_events(TOOL, events.CALL | events.PY_START)
        self.disable = monitoring.DISABLE

    def stop(self) -> None:
        """Look no more."""
        sys.monitoring.set_events(TOOL, 0)  # type: ignore[attr-defined]

    def is_own(self, code: CodeType) -> bool:
        """True for code of a file in the folder."""
        return code.co_filename.startswith(self.root)

    def on_call(self, code: CodeType, offset: int, called: Any, _first: object) -> object:
        """Something is about to be called."""
        if not self.is_own(code):
            return self.disable
        place = (code, offset)
        self._called[place] = called
        for callee, how in self.callees(called):
            if getattr(callee, "co_name", "") not in _COMPREHENSIONS:
                self.note(code, callee, how, place)
        return self.count(place)

    def on_start(self, code: CodeType, _offset: int) -> object:
        """A function begins to run."""
        if not self.is_own(code):
            return self.disable
        self.ran.add(code)
        frame = sys._getframe(1).f_back
        if code.co_name in _COMPREHENSIONS or frame is None or not self.is_own(frame.f_code):
            return None
        place = (frame.f_code, frame.f_lasti)
        opcode = dis.opname[frame.f_code.co_code[frame.f_lasti]]
        if opcode.startswith("CALL"):
            self._through(code, place)
        elif not code.co_flags & _GENERATOR or code.co_name.startswith("__"):
            self.note(frame.f_code, code, opcode, place)
        return self.count((code, -1))

    def _through(self, code: CodeType, place: Place) -> None:
        """A function runs at a place where something is called, maybe something else."""
        called = self._called.get(place)
        if called is None or any(callee is code for callee, _ in self.callees(called)):
            return
        if code.co_flags & _GENERATOR or called is __build_class__:
            return
        name = getattr(called, "__name__", type(called).__name__)
        self.note(place[0], code, f"through {name}", place)

    def callees(self, called: Any) -> list[tuple[CodeType | type, str]]:
        """Functions of the folder that a call of this runs, or the class that has none."""
        how = "call"
        for _ in range(8):
            if isinstance(called, MethodType | staticmethod | classmethod):
                called = called.__func__
            elif isinstance(called, functools.partial):
                called, how = called.func, "wrapped"
            elif isinstance(called, FunctionType) and self.is_own(called.__code__):
                return [(called.__code__, how)]
            elif isinstance(called, type):
                return self.constructors(called)
            elif (inner := getattr(called, "__dict__", {}).get("__wrapped__")) is not None:
                called, how = inner, "wrapped"
            else:
                break
        if isinstance(called, BuiltinFunctionType | FunctionType):
            return []
        method = _raw(type(called), "__call__")
        is_own = isinstance(method, FunctionType) and self.is_own(method.__code__)
        return [(method.__code__, "instance")] if is_own else []

    def constructors(self, called: type) -> list[tuple[CodeType | type, str]]:
        """What making an instance runs."""
        found: list[tuple[CodeType | type, str]] = []
        made = _raw(type(called), "__call__")
        if isinstance(made, FunctionType) and self.is_own(made.__code__):
            return [(made.__code__, "instance")]
        for name in ("__new__", "__init__"):
            method = _raw(called, name)
            method = method.__func__ if isinstance(method, staticmethod) else method
            if isinstance(method, FunctionType) and self.is_own(method.__code__):
                found.append((method.__code__, "class"))
        return found or [(called, "class")]

    def note(self, caller: CodeType, callee: CodeType | type, how: str, place: Place) -> None:
        """An edge; of each the first place is kept."""
        name = getattr(callee, "co_name", "")
        key = (caller, callee, "CLOSING" if name in _CLOSING else how)
        if key not in self.edges:
            self.edges[key] = place
            self._hits[place] = 0

    def count(self, place: Place) -> object:
        """Places that have nothing new to tell are not looked at any more."""
        self._hits[place] += 1
        return self.disable if self._hits[place] > MAX_HITS else None

    def result(self) -> dict[str, Any]:
        """All that was seen."""
        edges = []
        for (caller, callee, how), (code, offset) in self.edges.items():
            ends = [self.function(caller), self.function(callee)]
            if None not in ends:
                places = list(code.co_positions())
                edges.append([*ends, how, list(places[offset // 2])])
        ran = [self.function(code) for code in self.ran]
        return {"ran": [one for one in ran if one is not None], "edges": edges}

    def function(self, code: CodeType | type) -> list[Any] | None:
        """[path, qualified name, first line]; None for what is not of the folder."""
        if isinstance(code, type):
            module = sys.modules.get(code.__module__)
            path = getattr(module, "__file__", None) or ""
            name, line = code.__qualname__, 0
        else:
            path, name, line = code.co_filename, code.co_qualname, code.co_firstlineno  # type: ignore[attr-defined]
        if not path.startswith(self.root):
            return None
        while name.rpartition(".")[2] in _COMPREHENSIONS:
            name, line = name.rpartition(".")[0].removesuffix(".<locals>"), -abs(line)
        return [path.removeprefix(self.root), name.replace(".<locals>", ""), line]


def _raw(kind: type, name: str) -> object:
    """What a class has by a name, as it stands in the class that has it."""
    return next((vars(one)[name] for one in kind.__mro__ if name in vars(one)), None)


def main() -> None:
    """Run the module, then write what was seen, however it ended."""
    folder, out, module, *arguments = sys.argv[1:]
    tracer = Tracer(Path(folder))
    sys.argv = [module, *arguments]
    if not sys.flags.safe_path:
        sys.path[0] = ""
    tracer.start()
    try:
        runpy.run_module(module, run_name="__main__", alter_sys=True)
    finally:
        tracer.stop()
        Path(out).write_text(json.dumps(tracer.result()))


if __name__ == "__main__":
    main()
