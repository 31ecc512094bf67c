"""Objects that tests put in the place of others.

A test writes `worker.log = Mock()`; that does not make `self.log.access()` in the worker a call of
the mock and of nothing else. So in files that mention no mocks they count as nothing known. What a
test's own code puts in the place of something else is what may be called, and no more than that.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from functools import lru_cache

from codewitness.engine.graph.files import File, Scope
from codewitness.engine.graph.python.naming.names import Value
from codewitness.model.flow import Site
from codewitness.syntax.paths import is_test_path

_MODULES = ("unittest.mock.", "mock.")
_NAMES = ("mock", "Mock", "MagicMock", "AsyncMock", "NonCallableMock", "PropertyMock", "sentinel")


def is_stand_in(value: Value, file: File) -> bool:
    """True for a mock that comes from elsewhere than `file`."""
    if value[0] != "X" or not value[1].startswith(_MODULES):
        return False
    return not any(f"\t{name}\t" in f"\t{file.words}\t" for name in _NAMES)


def put_by_tests(
    scope: Scope, site: Site, targets: Collection[Value], callees: Callable[[], Iterable[Value]]
) -> tuple[str, ...]:
    """Keys of what a call runs in tests alone, if it runs something else: of a library, too."""
    if site[0] not in "ch":
        return ()
    own = [key for key, is_implicit in targets if not is_implicit]
    put = [key for key in own if _is_of_tests(key.partition("::")[0])]
    if not put or _is_of_tests(scope.file.path):
        return ()
    if len(put) == len(own) and all(one[0] != "X" for one in callees()):
        return ()
    return tuple(sorted(put))


_is_of_tests = lru_cache(maxsize=4_096)(is_test_path)
