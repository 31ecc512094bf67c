"""Calls that are told to lead outside really do: what is not known is not told as the library's."""

from __future__ import annotations

import pytest

from tests.support.graphs import all_edges, graph_of

LOG = "class Log:\n    def access(self): ...\n"
WORKER = """class Worker:
    def __init__(self, log):
        self.log = log
    def run(self):
        self.log.access()
"""
MOCKED = "from unittest import mock\nfrom work import Worker\n"


@pytest.mark.parametrize(
    "test",
    [
        MOCKED + "def test():\n    w = Worker(None)\n    w.log = mock.Mock()\n    w.run()\n",
        MOCKED + "def test():\n    Worker(mock.MagicMock()).run()\n",
        "from mock import Mock\nfrom work import Worker\ndef test(): Worker(Mock().log).run()\n",
    ],
)
def test_a_mock_says_nothing_of_the_code_that_is_tested(test: str) -> None:
    graph = graph_of({"log.py": LOG, "work.py": WORKER, "test_work.py": test})
    assert "work.Worker.run -> log.Log.access [ambiguous]" in all_edges(graph)


def test_a_mock_is_one_where_it_is_made() -> None:
    test = "from unittest.mock import Mock\ndef test():\n    log = Mock()\n    log.access()\n"
    graph = graph_of({"log.py": LOG, "test_log.py": test})
    assert "test_log.test -> unittest.mock.Mock.access [external]" in all_edges(graph)


@pytest.mark.parametrize(
    "given",
    [
        "self.all.pop(key)",
        "self.all.get(key)",
        "self.all[key]",
        "self.queue.get()",
        "self.queue.get_nowait()",
    ],
)
def test_what_was_put_into_a_container_is_not_its_own(given: str) -> None:
    pool = (
        "import queue\n"
        "class Pool:\n    def __init__(self):\n"
        "        self.all = {}\n        self.queue = queue.Queue()\n"
        "    def put(self, key, log):\n        self.all[key] = log\n        self.queue.put(log)\n"
        f"    def run(self, key):\n        {given}.access()\n"
    )
    graph = graph_of({"log.py": LOG, "pool.py": pool})
    assert "pool.Pool.run -> log.Log.access [ambiguous]" in all_edges(graph)


def test_elements_of_loops() -> None:
    pool = (
        "class Pool:\n    def __init__(self): self.all = {}\n"
        "    def put(self, key, log): self.all[key] = log\n"
        "    def run(self):\n        for key, one in self.all.items():\n            one.access()\n"
    )
    graph = graph_of({"log.py": LOG, "pool.py": pool})
    assert "pool.Pool.run -> log.Log.access [ambiguous]" in all_edges(graph)


def test_a_type_of_several_that_has_the_function() -> None:
    graph = graph_of(
        {
            "types.ts": "export interface Answering extends Error { answer: () => string }\n",
            "base.ts": "import type { Answering } from './types'\n"
            "export function handle(err: Error | Answering) {\n"
            "  if ('answer' in err) return err.answer()\n  return err.toString()\n}\n",
        }
    )
    assert all_edges(graph) == {
        "base.handle -> ? [unresolved]",
        "base.handle -> Error.toString [external]",
    }


def test_a_container_is_named_by_what_it_is_asked_for() -> None:
    source = (
        "from typing import Any\nclass Page:\n"
        "    def __init__(self, context: dict[str, Any], *rest, **more):\n"
        "        self.context = context\n        more.get('a')\n        rest.index(1)\n"
        "        self.made = {key: 1 for key in rest}\n"
        "    def head(self):\n        self.context.get('x')\n        self.made.get('y')\n"
        "def page(*args, **more):\n"
        "    return Page(args[1] if args else more.get('context', {}))\n"
        "def names(given: list[str], taken: set[str]):\n    given.append(1)\n    taken.add(1)\n"
    )
    found = {edge for edge in all_edges(graph_of({"m.py": source})) if "builtins" in edge}
    assert found == {
        "m.Page.__init__ -> builtins.dict.get [external]",
        "m.Page.__init__ -> builtins.tuple.index [external]",
        "m.Page.head -> builtins.dict.get [external]",
        "m.page -> builtins.dict.get [external]",
        "m.names -> builtins.list.append [external]",
        "m.names -> builtins.set.add [external]",
    }


CORE_TYPES = {
    "lib.rs": (
        "pub fn run(all: Vec<u8>, maybe: Option<u8>, name: String) {\n"
        "    all.len();\n    maybe.unwrap();\n    name.into_bytes();\n}\n",
        ("len", "unwrap", "String.into_bytes"),
    ),
    "Lib.cs": (
        "class Lib {\n    void Run(List<int> all, HashSet<int> few, string name) {\n"
        "        all.Clear();\n        few.Add(1);\n        name.Trim();\n    }\n}\n",
        ("Clear", "Add", "string.Trim"),
    ),
    "lib.ts": (
        "function run(all: number[], few: Set<number>, late: Promise<number>) {\n"
        "    all.push(1);\n    few.has(1);\n    late.then(all);\n}\n",
        ("push", "has", "Promise.then"),
    ),
    "Lib.java": (
        "import java.util.*;\nclass Lib {\n  void run(List<String> all, Map<String, String> by) {\n"
        '        all.clear();\n        by.get("");\n    }\n}\n',
        ("clear", "Map.get"),
    ),
}


@pytest.mark.parametrize("path", CORE_TYPES)
def test_a_method_of_a_core_type_has_no_type_of_another_language_in_its_name(path: str) -> None:
    text, names = CORE_TYPES[path]
    edges = all_edges(graph_of({path: text}))
    told = [edge.split(" -> ")[1] for edge in edges]
    assert sorted(told) == sorted(f"{name} [external]" for name in names)
