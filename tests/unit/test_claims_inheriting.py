"""What a class comes from, whatever that is made of, and which methods it has of it."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

SOURCES = {
    "nodes.py": """
from functools import lru_cache
from typing import Generic, TypeVar
T = TypeVar("T")

class Line:
    pass

class Visitor(Generic[T]):
    def visit_default(self, node):
        pass

    def close(self):
        pass

class LineVisitor(Visitor[Line]):
    def visit_default(self, node):
        return 1

class Deep(LineVisitor):
    pass

class Table(dict[str, int]):
    pass

class Connection:
    def close(self):
        pass

    def open(self):
        pass

class Tunnel(Connection):
    def open(self):
        pass

def _cached_resolve(path):
    return path

def find_root(path):
    return _root_cached(_cached_resolve(path))

@lru_cache
def root(path):
    return path

def kept(path):
    return cache.get(path)
""",
    "Base.java": "class Base<T> { void go() {} void close() {} }",
    "Sub.java": "class Sub extends Base<String> { void go() {} void own() {} }",
    "shape.ts": """
class Shape<T> { go() {} stay() {} }
export class Box extends Shape<string> { go() {} }
""",
    "Till.kt": """
open class Till<T> { open fun go() {}
 open fun stay() {} }
class Desk : Till<String>() { override fun go() {} }
""",
    "Pool.cs": """
class Pool<T> { public virtual void Go() {} public virtual void Stay() {} }
class Lake : Pool<int> { public override void Go() {} }
""",
    "node.cpp": """
template <typename T> class Node { public: virtual void go() {} virtual void stay() {} };
class Leaf : public Node<int> { public: void go() override {} };
""",
    "set.go": """package set

type Set[T any] struct{}

func (s *Set[T]) Stay() {}

type Names struct {
	Set[string]
}
""",
}
SNAPSHOT = snapshot_of(SOURCES)
CLAIMS = {
    "SUPPORTED": [
        *("LineVisitor inherits from Visitor", "LineVisitor inherits from Visitor[Line]"),
        *("Visitor inherits from Generic", "Deep inherits from Visitor", "Table extends dict"),
        *("LineVisitor does not inherit from Connection", "LineVisitor overrides visit_default"),
        *("LineVisitor.visit_default overrides Visitor.visit_default",),
        *("Tunnel inherits close from Connection", "Tunnel inherits the close method"),
        *("LineVisitor inherits its close method from Visitor", "Tunnel does not inherit open"),
        *("Sub extends Base", "Sub.go overrides Base.go", "Sub inherits close from Base"),
        *("Box extends Shape", "Box overrides go", "Box inherits stay from Shape"),
        *("Desk overrides go", "Desk inherits stay from Till", "Lake inherits from Pool"),
        *("Lake.Go overrides Pool.Go", "Lake inherits Stay from Pool", "Leaf overrides go"),
        *("Leaf inherits stay from Node", "root is cached", "kept uses a cache"),
        *("Names embeds Set",),
    ],
    "CONTRADICTED": [
        *("LineVisitor does not inherit from Visitor", "Tunnel inherits open from Connection"),
        *("Tunnel does not inherit close from Connection", "Tunnel does not inherit close"),
    ],
    "NOT_SUPPORTED": [
        *("LineVisitor inherits from Connection", "LineVisitor overrides close"),
        *("Tunnel inherits close from Visitor", "LineVisitor inherits from Visitor[Table]"),
    ],
    "INCONCLUSIVE": [
        *("Table inherits from list", "Sub inherits go from Base", "find_root is cached"),
        *("find_root is not cached", "Tunnel inherits limit from Connection"),
        *("Deep inherits visit_default from Visitor",),
    ],
}


@pytest.mark.parametrize(
    ("claim", "status"), [(claim, status) for status in CLAIMS for claim in CLAIMS[status]]
)
def test_claim(claim: str, status: str) -> None:
    assert verify(SNAPSHOT, claim).status == status
