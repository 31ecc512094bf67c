"""Modules of the workspace by texts: `import_module(name)`, `sys.modules[name]` and their kin."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codewitness.engine.graph.cells import Values
from codewitness.engine.graph.files import Scope
from codewitness.engine.graph.python.containers.keys import TOLD
from codewitness.engine.graph.python.naming.names import Value
from codewitness.model.flow import Expression

if TYPE_CHECKING:
    from codewitness.engine.graph.python.values.values import Flows

MODULES: Value = ("X", "sys.modules")
_MAX_NAMED_LIKE = 24


def loaded(flows: Flows, scope: Scope, name: Expression, above: str = "") -> Values:
    """The modules that have the names which an expression may be; `above` is for relative ones."""
    named = flows.values(scope, name)
    texts = [one[1] for one in named if one[0] == "K" and isinstance(one[1], str)]
    texts = [f"{above}{one}" if one[:1] == "." else one for one in texts]
    found = (flows.names.module(scope.file.path, one) for one in texts if one[:1] != ".")
    own = frozenset(one for one in found if one[0] == "M")
    for like in (one for one in named if one[:2] == ("T", "str") and len(one) >= TOLD):
        paths = flows.names.modules.named_like(scope.file.path, like[2], like[3])
        told = {path for path in paths if _stem(path) in _last_words(like)}
        own |= {("M", path) for path in told or paths if len(paths) <= _MAX_NAMED_LIKE}
    return own


def in_use(flows: Flows, scope: Scope, name: Expression) -> Values:
    """What `sys.modules[name]` is, if the name tells it: the scope's own module, or others."""
    if name == "__name__":
        return frozenset([("M", scope.file.path)])
    return loaded(flows, scope, name)


def _stem(path: str) -> str:
    """The last word of a module's name."""
    return path.removesuffix("/__init__.py").rpartition("/")[2].removesuffix(".py")


def _last_words(like: Value) -> set[str]:
    """The last words of the names that a text may be, if they are told."""
    return {one.rpartition(".")[2] for one in like[TOLD:][0]} if len(like) > TOLD else set()
