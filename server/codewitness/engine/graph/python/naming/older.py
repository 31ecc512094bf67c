"""What Python 2 has under other names, in programs that are still written for it."""

from __future__ import annotations

from codewitness.engine.graph.python.naming.builtin_names import BUILTINS

# Built-in names of Python 2, and what they are now.
_BUILTINS = {
    "apply": "builtins.apply",
    "basestring": "builtins.str",
    "buffer": "builtins.memoryview",
    "cmp": "builtins.cmp",
    "execfile": "builtins.exec",
    "file": "builtins.open",
    "intern": "sys.intern",
    "long": "builtins.int",
    "raw_input": "builtins.input",
    "reduce": "functools.reduce",
    "reload": "importlib.reload",
    "unichr": "builtins.chr",
    "unicode": "builtins.str",
    "xrange": "builtins.range",
}
# Methods of dictionaries that are no more.
_METHODS = {
    f"{kind}{name}": name for kind in ("iter", "view") for name in ("items", "keys", "values")
}
NEXT = "next"  # which gives what comes next, of an object that is gone through
_COMPATIBLE = ("six", "future.utils")  # have those as functions


def builtin(name: str) -> str | None:
    """The dotted name of what a name means that nobody has defined; None if it means nothing."""
    return f"builtins.{name}" if name in BUILTINS else _BUILTINS.get(name)


def method(name: str) -> str:
    """The name that a method of a built-in container has now."""
    return _METHODS.get(name, name)


def goes_through(module: str, name: str) -> bool:
    """True for `six.iteritems` and its like."""
    return module in _COMPATIBLE and name in _METHODS
