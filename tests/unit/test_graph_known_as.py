"""Python: whether a function may be called as a value, told by names: at how many calls to look."""

from __future__ import annotations

import pytest

from tests.support.graphs import graph_of

TASK = """
class Task:
    def retry(self): ...
"""


@pytest.mark.parametrize(
    ("other", "is_value"),
    [
        ("def send(retry): publish(retry)", False),
        ("def send(conf):\n    retry = conf.retries\n    return retry", False),
        ("__all__ = ['retry']\ngetattr(x, name)", False),
        ("def read(options): return getattr(x, options['retry'])", True),
        ("def read(options): return options['retry']\ngetattr(x, name)", False),
        ("def read(kind): return kind == 'retry'\ngetattr(x, name)", False),
        ("def read(options): return find(options, 'retry')\ngetattr(x, name)", True),
        ("def send(task): publish(task.retry)", True),
        ("def send(task):\n    retry = task.retry\n    return retry", True),
        ("def send(task):\n    again = task.retry\n    return again", True),
        ("class Other:\n    def send(self, retry):\n        self.retry = retry", False),
        ("from task import *\npublish(retry)", True),
    ],
)
def test_a_method_is_a_value_where_it_may_be_handed_on(other: str, is_value: bool) -> None:
    graph = graph_of({"task.py": TASK, "other.py": other})
    retry = graph.workspace.scopes["task.py::Task.retry"]
    assert graph.sites.known_as(retry)[1] is is_value
