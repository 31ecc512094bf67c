"""Python: what parameters are given in projects that make and call more than can be looked at."""

from __future__ import annotations

import pytest

from codewitness.engine.graph.workspace import FEW_SCOPES, SMALL
from tests.support.graphs import all_edges, graph_of
from tests.unit.test_graph_many_values import calls_of_values

MANY = [-250, 10, FEW_SCOPES]

COMMANDS = """
class Command:
    def __init__(self, rows):
        self.rows = rows

    def count(self):
        self.rows.size()


class Add(Command):
    def __init__(self, text, rows):
        super().__init__(rows)


class Plain(Add): ...
"""


def test_a_base_is_made_by_its_own_name_and_by_super_however_many_classes_below_are_made() -> None:
    calls = "".join(f"Add('{k}', Rows())\n" for k in range(SMALL.callers + 20))
    sources = {
        "commands.py": COMMANDS,
        "rows.py": "class Rows:\n    def size(self): ...\n",
        "main.py": "from commands import Add\nfrom rows import Rows\n"
        + "def one():\n    Plain('', Rows())\nAdd('', Rows())\n",
        "test_commands.py": f"from commands import Add\nfrom rows import Rows\n{calls}",
    }
    few = {**sources, "test_commands.py": "from commands import Add\n"}
    wanted = "commands.Command.count -> rows.Rows.size [typed]"
    assert wanted in all_edges(graph_of(few))
    # Of the class that is made at so many places nothing is known, but of its base there is.
    more = sources | {
        "own.py": "from commands import Command\nfrom rows import Rows\nCommand(Rows())"
    }
    assert wanted in all_edges(graph_of(more))


HANDED = """
class Row:
    def name(self): ...


def each_of(rows, key):
    return [key(row) for row in rows]


def passed_on(rows, key):
    return each_of(rows, key)


def in_order(rows, how):
    return sorted(rows, key=how)


class Shown:
    def __init__(self):
        self.formats = {"n": lambda row: row.name()}
        self.is_done = lambda row: row.name()

    def all(self, kind, row: Row):
        for how in self.formats.values():
            how(row)
        return self.is_done(row)
"""
USING = """
from handed import Row, each_of, in_order, passed_on


def named(row):
    return row.name()


each_of([Row()], lambda row: row.name())
passed_on([Row()], named)
in_order([Row()], lambda row: row.name())
"""


@pytest.mark.parametrize("n_more", MANY)
def test_what_a_function_is_handed_to_gives_it_what_it_calls_it_with(n_more: int) -> None:
    sources = {
        "handed.py": HANDED,
        "using.py": USING,
        "values.py": calls_of_values(SMALL.callers + n_more),
    }
    edges = all_edges(graph_of(sources))
    assert "using.named -> handed.Row.name [typed]" in edges
    from_lambdas = {one for one in edges if "<lambda" in one and one.endswith("Row.name [typed]")}
    assert len({one.partition(" ->")[0] for one in from_lambdas}) == 4


DECORATED = """
class Row:
    def name(self): ...


def needs(function):
    def inner(self, *given):
        return function(self, *given)
    return inner


class Rows:
    @needs
    def add(self, row):
        row.name()
"""


@pytest.mark.parametrize("n_more", MANY)
def test_what_is_decorated_is_given_what_the_decorator_hands_on(n_more: int) -> None:
    sources = {
        "rows.py": DECORATED,
        "using.py": "from rows import Row, Rows\nRows().add(Row())\n",
        "values.py": calls_of_values(SMALL.callers + n_more),
    }
    assert "rows.Rows.add -> rows.Row.name [typed]" in all_edges(graph_of(sources))
