"""Objects that tests put in the place of others.

A test writes `worker.log = Mock()`; that does not make `self.log.access()` in the worker a call of
the mock and of nothing else. So in files that mention no mocks they count as nothing known.
"""

from __future__ import annotations

from codewitness.engine.graph.files import File
from codewitness.engine.graph.names import Value

_MODULES = ("unittest.mock.", "mock.")
_NAMES = ("mock", "Mock", "MagicMock", "AsyncMock", "NonCallableMock", "PropertyMock", "sentinel")


def is_stand_in(value: Value, file: File) -> bool:
    """True for a mock that comes from elsewhere than `file`."""
    if value[0] != "X" or not value[1].startswith(_MODULES):
        return False
    return not any(f"\t{name}\t" in f"\t{file.words}\t" for name in _NAMES)
