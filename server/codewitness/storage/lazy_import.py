"""Import lancedb without what it never needs here: more than half of the time that it takes.

* It imports models of `lance_namespace_urllib3_client`, whose `__init__` imports a client for every
  REST service. `defer` lets that run only when somebody asks for a name of it.
* `lance_namespace` names all of those models in annotations, and pydantic makes a validator of
  each. `defer_classes` gives stand-ins, which become the models when they are used.
* `overrides` reads the bytecode around each method that it decorates, to check what the authors of
  lancedb have checked. `_plain_overrides` lets it only mark them.

importlib's own LazyLoader can't do this: importing any submodule would load the package.
"""

from __future__ import annotations

import importlib
import importlib.util
import os
import re
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from types import ModuleType
from typing import Any

REST_CLIENT = "lance_namespace_urllib3_client"
MODELS = f"{REST_CLIENT}.models"
_IMPORT = re.compile(r"from ([\w.]+) import (\w+)")


def lancedb_module() -> Any:
    """`import lancedb`, in less than half the time."""
    defer(REST_CLIENT)
    defer_classes(MODELS)
    # Of two processors it would compute on one alone; making the full-text index takes half longer.
    os.environ.setdefault("LANCE_CPU_THREADS", str(max(2, (os.cpu_count() or 2) - 2)))
    # That a compaction made way for a write, whoever asked for it is told too, and tries again.
    os.environ.setdefault("LANCEDB_LOG", "warn,lance::dataset::optimize=error")
    with _plain_overrides():
        import lancedb

    return lancedb


def defer(package: str) -> None:
    """From now on `import package` runs its `__init__` at the first use of a name of it.

    Nothing changes if the package is imported already or isn't there. Meant for an `__init__` of
    nothing but imports: two threads that come at once may both run it.
    """
    if (module := _unloaded(package)) is not None:
        vars(module)["__getattr__"] = _Loading(module)
        sys.modules[package] = module


def defer_classes(package: str) -> None:
    """From now on classes that `package` imports from its submodules are stand-ins of themselves.

    Nothing changes if the package is imported already or isn't there, or if its `__init__` has
    anything but such imports.
    """
    module = _unloaded(package)
    names = _imported_names(module) if module is not None else None
    if module is None or not names:
        return

    def stand_in(name: str) -> Any:
        if name not in names:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return vars(module).setdefault(name, StandIn(name, (), {"__module__": names[name]}))

    vars(module)["__getattr__"] = stand_in
    sys.modules[package] = module


class StandIn(type):
    """A class whose module is imported when it is called, asked for an attribute or compared with.

    Its own `__module__` and `__name__` say which.
    """

    def _own(cls) -> Any:
        return getattr(importlib.import_module(cls.__module__), cls.__name__)

    def __call__(cls, *args: Any, **named: Any) -> Any:
        """An object of the class itself."""
        return cls._own()(*args, **named)

    def __getattr__(cls, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return getattr(cls._own(), name)

    def __instancecheck__(cls, one: Any) -> bool:
        return isinstance(one, cls._own())


def _unloaded(package: str) -> ModuleType | None:
    """A module for the package that its `__init__` has not filled; None if it can't be deferred."""
    if package in sys.modules:
        return None
    try:
        spec = importlib.util.find_spec(package)
    except ModuleNotFoundError:  # the package that it would be in
        return None
    if spec is None or spec.loader is None:
        return None
    return importlib.util.module_from_spec(spec)


def _imported_names(module: ModuleType) -> Mapping[str, str] | None:
    """By name, the submodule that the package's `__init__` imports it from; None if it does more.

    Docstring and comments aside.
    """
    loader: Any = module.__spec__.loader if module.__spec__ is not None else None
    source = loader.get_source(module.__name__) or ""
    lines = re.sub(r'"""[\s\S]*?"""|#.*', "", source).split("\n")
    found = [_IMPORT.fullmatch(line.strip()) for line in lines if line.strip()]
    names = {one[2]: one[1] for one in found if one and one[1].startswith(f"{module.__name__}.")}
    return names if len(names) == len(found) else None


@contextmanager
def _plain_overrides() -> Iterator[None]:
    """Meanwhile `overrides.override` marks a method, without a look at the class around it."""
    try:
        import overrides
    except ModuleNotFoundError:
        yield
        return

    def marked(method: Any) -> Any:
        method.__override__ = True
        return method

    def plain(method: Any = None, **_: bool) -> Any:
        return marked if method is None else marked(method)

    before = overrides.override
    overrides.override = plain
    try:
        yield
    finally:
        overrides.override = before


class _Loading:
    """The module's `__getattr__` until its `__init__` has run."""

    def __init__(self, module: ModuleType) -> None:
        self._module = module
        self._is_running = False

    def __call__(self, name: str) -> Any:
        if not (self._is_running or _is_asked_by_machinery(name)):
            self._run()
        try:
            return vars(self._module)[name]
        except KeyError:
            module = self._module.__name__
            raise AttributeError(f"module {module!r} has no attribute {name!r}") from None

    def _run(self) -> None:
        spec = self._module.__spec__
        if spec is None or spec.loader is None:
            return
        self._is_running = True
        try:
            spec.loader.exec_module(self._module)
        finally:
            self._is_running = False
        vars(self._module).pop("__getattr__", None)


def _is_asked_by_machinery(name: str) -> bool:
    # `import`, `inspect` and `warnings` look for dunders such as `__wrapped__` on any module.
    return name.startswith("__") and name not in ("__all__", "__version__")
