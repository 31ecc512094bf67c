"""Whether a call stands where a claim says that the callers are."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from codewitness.engine.verify.claim import Clause, Object
from codewitness.engine.verify.names import parts
from codewitness.engine.verify.reading.turned import is_file
from codewitness.engine.verify.subject import CallSite, Subject
from codewitness.model.names import dotted
from codewitness.syntax.paths import is_test_path

_MADE_BY = frozenset({"__init__", "constructor", "initialize", "init", "<init>", "new"})
_TESTS = frozenset(
    {
        *("test", "tests", "test code", "unit tests", "test files", "test suite", "test cases"),
        *("test methods", "test functions", "test classes", "tests alone", "its tests"),
    }
)


_ITSELF = frozenset({"itself", "recursively", "recursion"})


def with_itself(clause: Clause, subject: Subject) -> Clause:
    """The clause with the subject's own name for the `itself` of `by f and itself`."""
    own = Object(subject.qualified_name)
    objects = tuple(own if one.text in _ITSELF else one for one in clause.objects)
    is_own = clause.detail == "itself" and (clause.is_only or bool(objects))
    if not is_own:
        return replace(clause, objects=objects)
    return replace(clause, objects=(*objects, own), detail="")


def is_of_tests(clause: Clause) -> bool:
    """True for `is called by tests`: in their files, whatever the callers are named."""
    return len(clause.objects) == 1 and (
        not clause.objects[0].is_code and clause.objects[0].text in _TESTS
    )


def is_in_tests(site: CallSite) -> bool:
    """True for a call in a file of tests, and in a module of them in another file."""
    return is_test_path(site.path) or "tests" in parts(site.caller)


def in_file(text: str) -> tuple[str, str]:
    """The file and the name of `path/to/file.py::Class.f`; no file of a name alone."""
    path, colons, name = text.partition("::")
    is_path = bool(colons) and is_file(path)
    return (path, name) if is_path else ("", text)


def is_in_file(site: CallSite, path: str) -> bool:
    """True for a call in a file whose path ends so."""
    return not path or site.path == path or site.path.endswith(f"/{path}")


class Caller(NamedTuple):
    """Who is said to call: a name, perhaps in a file; of a file alone whatever is in it."""

    path: str
    name: tuple[str, ...] = ()
    is_function: bool = False

    def makes(self, site: CallSite) -> bool:
        """True for a call by what is meant."""
        if not is_in_file(site, self.path):
            return False
        if not self.name:
            return site.outline.kind.is_callable or not self.is_function
        name = parts(site.caller.partition(".<lambda")[0])
        return is_caller(name, self.name) or is_within(site, self.name)


def is_within(site: CallSite, asked: tuple[str, ...]) -> bool:
    """True for a call in a function that stands in what is named: `enable.register` in `enable`."""
    name = parts(site.caller.partition(".<lambda")[0])
    if asked[0] in re.split(r"[/.]", site.path):
        return False  # a module may be named so, too
    n_names = len(asked)
    return any(name[at : at + n_names] == asked for at in range(len(name) - n_names))


def meant_by(
    one: Object, clause: Clause, subject: Subject, sites: Sequence[CallSite]
) -> Caller | None:
    """Who is meant by a name behind `called by`; None for a file that can't be told."""
    is_function = one.noun in _FUNCTIONS or _OF_FUNCTIONS.search(clause.text) is not None
    if not one.is_code and one.text in ("file", "module"):
        here = (one.path for one in sites if one.outline.shares_text(subject.head.outline))
        is_own = _OWN_FILE.search(clause.text) is not None
        return Caller(next(here, "?"), is_function=is_function) if is_own else None
    if is_file(one.text):
        named = parts(dotted(one.text))
        is_name = any(parts(site.caller)[-len(named) :] == named for site in sites)
        paths = {site.path for site in sites if is_in_file(site, one.text)}
        if paths and not is_name:
            return Caller(one.text, is_function=is_function) if len(paths) == 1 else None
    path, name = in_file(one.text)
    return Caller(path, parts(dotted(name)))


_FUNCTIONS = frozenset({"function", "method", "functions", "methods"})
_OF_FUNCTIONS = re.compile(r"\bby (?:\w+ )?(?:functions|methods)\b")
_OWN_FILE = re.compile(r"\b(?:this|its own|its|the same|same|own) (?:file|module)\b")


def is_caller(name: tuple[str, ...], asked: tuple[str, ...]) -> bool:
    """True if a caller of this name is meant: itself, or a method of the class that is named."""
    if name[-len(asked) :] == asked:
        return True
    if name[-1] in (*_MADE_BY, asked[-1]) and name[-len(asked) - 1 : -1] == asked:
        return True
    n_names = len(asked)
    is_class = asked[-1][:1].isupper()
    return is_class and any(name[at : at + n_names] == asked for at in range(len(name) - n_names))
