"""What a library gives may be an object of the workspace: a row, a service, what was handed in.

An object that a library makes of a class of its own has that class's methods. Of what its functions
and methods return, and of what its objects hold, nothing is known; Python's own library is known
well enough to tell where it hands out what it was given.
"""

from __future__ import annotations

import re
import sys

from codewitness.engine.graph.listed import words

# Of Python's own library: what gives back what it was given, or finds what is in the workspace.
_HANDING = words(
    "argparse asyncio collections concurrent contextlib contextvars copy functools gc heapq"
    " importlib inspect itertools marshal multiprocessing operator pickle queue random runpy"
    " selectors shelve threading types weakref"
)
_HANDING_NAMES = (
    *(
        "builtins.eval",
        "builtins.globals",
        "builtins.locals",
        "builtins.vars",
        "builtins.function.",
    ),
    *("builtins.__import__", "sys.modules"),
)
# The client of a test case, and what that gives, are of the library that runs the tests.
_OF_TESTS = re.compile(r"TestCase\.\w+(?:\.\w+(?:\(\))?)?\Z")
_OF_CONTENT = frozenset(
    name for kind in (str, bytes, list, dict, set) for name in dir(kind)
) | words("read write close flush")
_MODULES = ("importlib.", "builtins.__import__", "builtins.globals", "sys.modules")


def may_be_own(dotted: str) -> bool:
    """True if this, from outside, may be an object of the workspace for all that is known."""
    package = dotted.partition(".")[0]
    if is_standard(package) and not (package in _HANDING or dotted.startswith(_HANDING_NAMES)):
        return False
    if _OF_TESTS.search(dotted):
        return False
    made = dotted.removesuffix("()")
    if made.endswith((")", "]")) or ")." in made or "]." in made:
        return True
    *around, last = made.split(".")
    if made != dotted:
        return not _is_class(last)
    return any(map(_is_class, around)) and not _is_class(last)


def is_of_content(name: str) -> bool:
    """True for a method of text, mappings, lists and streams, which objects hold most."""
    return name in _OF_CONTENT


def may_be_own_module(dotted: str) -> bool:
    """True for a module that was found by its name, which may be one of the workspace."""
    return dotted.startswith(_MODULES)


def given_by(value: str) -> str:
    """What an object's attribute gives that its class keeps an object of a library for.

    A field of a model is one, and what it gives is another.
    """
    is_object = value.endswith("()") and not is_standard(value.partition(".")[0])
    return f"{value}()" if is_object and not value.endswith("()()") else value


def is_standard(package: str) -> bool:
    """True for a package of Python's own library."""
    return package in sys.stdlib_module_names or package == "builtins"


def _is_class(name: str) -> bool:
    return name.lstrip("_")[:1].isupper()
