"""Import lancedb without the REST client that it never uses here.

lancedb imports some models of `lance_namespace_urllib3_client`; before those comes the `__init__`
of that package, which imports a client for every REST service, urllib3 and all: half of the time
that `import lancedb` takes. `lancedb_module` puts the package in place first, but lets its
`__init__` run only when somebody asks for a name of it; its submodules import as ever.

importlib's own LazyLoader can't do this: importing any submodule would load the package.
"""

from __future__ import annotations

import importlib.util
import os
import sys
from types import ModuleType
from typing import Any

REST_CLIENT = "lance_namespace_urllib3_client"


def lancedb_module() -> Any:
    """`import lancedb`, in half the time."""
    defer(REST_CLIENT)
    # Of two processors it would compute on one alone; making the full-text index takes half longer.
    os.environ.setdefault("LANCE_CPU_THREADS", str(max(2, (os.cpu_count() or 2) - 2)))
    import lancedb

    return lancedb


def defer(package: str) -> None:
    """From now on `import package` runs its `__init__` at the first use of a name of it.

    Nothing changes if the package is imported already or isn't there. Meant for an `__init__` of
    nothing but imports: two threads that come at once may both run it.
    """
    if package in sys.modules:
        return
    spec = importlib.util.find_spec(package)
    if spec is None or spec.loader is None:
        return
    module = importlib.util.module_from_spec(spec)
    vars(module)["__getattr__"] = _Loading(module)
    sys.modules[package] = module


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
