"""Python: what is known where values are called at many places, and in whatever order they come."""

from __future__ import annotations

import pytest

from codewitness.engine.graph.workspace import FEW_SCOPES, SMALL
from tests.support.graphs import all_edges, graph_of

PANE = """
class Store:
    def save(self): ...

class Pane:
    def __init__(self, store):
        self.store = store

    def go(self):
        self.store.save()

KINDS = [Pane]
"""


def calls_of_values(n: int) -> str:
    return "".join(f"def f{k}(one):\n    one()\n" for k in range(n))


@pytest.mark.parametrize("n_more", [-40, -2])
def test_a_class_that_is_handed_around_is_made_by_its_name_as_well(n_more: int) -> None:
    sources = {
        "pane.py": PANE,
        "values.py": calls_of_values(SMALL.callers + n_more),
        "main.py": "from pane import Pane, Store\n" + "Pane(Store())\n" * 9,
    }
    assert "pane.Pane.go -> pane.Store.save [typed]" in all_edges(graph_of(sources))


SHOP = """
class needs:
    def __init__(self, right):
        self.right = right

    def __call__(self, function):
        def guarded(*given):
            return function(*given)
        return guarded


def logged(text):
    def decorate(function):
        def logging(*given):
            return function(*given)
        return logging
    return decorate
"""


@pytest.mark.parametrize("n_more", [-40, 10, 900])
def test_what_is_decorated_is_known_where_many_values_are_called(n_more: int) -> None:
    sources = {
        "shop.py": SHOP,
        "values.py": calls_of_values(SMALL.callers + n_more),
        "main.py": """
from shop import logged, needs

@needs("sell")
def sell(): ...

@logged("buy")
def buy(): ...

sell()
buy()
""",
    }
    assert {
        "shop.needs.__call__.guarded -> main.sell [typed]",
        "shop.logged.decorate.logging -> main.buy [typed]",
        "main -> shop.needs.__call__.guarded [typed]",
        "main -> shop.logged.decorate.logging [typed]",
    } <= set(all_edges(graph_of(sources)))


@pytest.mark.parametrize("n_more", [-40, 10, FEW_SCOPES])
def test_what_a_function_makes_is_called_where_many_mention_its_name(n_more: int) -> None:
    sources = {
        "shop.py": SHOP,
        "values.py": calls_of_values(SMALL.callers + n_more) + "decorate = 1\n",
        "main.py": "from shop import logged\n@logged('buy')\ndef buy(): ...\nbuy()\n",
    }
    edges = set(all_edges(graph_of(sources)))
    assert "shop.logged.decorate.logging -> main.buy [typed]" in edges
    assert "main -> shop.logged.decorate.logging [typed]" in edges
    assert not any("values" in edge and "logging" in edge for edge in edges)


def test_what_reads_an_attribute_is_told_of_each_class_that_has_it() -> None:
    kinds = "".join(
        f"class P{k}:\n    @property\n    def name(self): ...\nclass D{k}:\n    name = Get()\n"
        for k in range(6)
    )
    made = "".join(f"show(P{k}())\nshow(D{k}())\n" for k in range(6))
    source = "class Get:\n    def __get__(self, one, kind=None): ...\n"
    source += f"{kinds}def show(one):\n    one.name\n{made}"
    edges = all_edges(graph_of({"m.py": source}))
    assert "m.show -> m.Get.__get__ [typed]" in edges
    assert {f"m.show -> m.P{k}.name [typed]" for k in range(6)} <= set(edges)


KEPT = """
def kept(function):
    def keeping(*given):
        return function(*given)
    return keeping

kept.disabled = False


def told(function):
    function()

NOT_BY_NAME = [told]


def checked(function):
    return function() or function
"""


def test_in_larger_workspaces_what_is_called_by_name_is_known() -> None:
    many = "".join(f"@checked\ndef c{k}(): ...\n" for k in range(70))
    sources = {
        "keep.py": KEPT,
        "values.py": calls_of_values(FEW_SCOPES),
        "main.py": f"""
from keep import checked, kept, told

@kept
def sell(): ...

def buy(): ...

{many}
sell()
told(buy)
c69()
""",
    }
    edges = set(all_edges(graph_of(sources)))
    assert {
        "keep.kept.keeping -> main.sell [typed]",
        "main -> keep.kept.keeping [typed]",
        "keep.told -> main.buy [typed]",
    } <= edges
    assert any(one.startswith("main -> main.c69 [") for one in edges)


STEPS = """
class Step:
    def run(self):
        raise NotImplementedError("each its own")

    def start(self):
        return self.run()


def begin(step: Step):
    return step.run()


class Odd:
    def run(self):
        raise NotImplementedError

    def start(self, run):
        self.run = run
        self.run()
"""


@pytest.mark.parametrize("n_steps", [3, 200])
def test_a_method_that_very_many_stand_in_the_place_of_is_what_a_call_names(n_steps: int) -> None:
    kinds = "".join(
        f"class {base}{k}({base}):\n    def run(self): ...\n"
        for k in range(n_steps)
        for base in ("Step", "Odd")
    )
    edges = all_edges(
        graph_of({"step.py": STEPS, "kinds.py": f"from step import Odd, Step\n{kinds}"})
    )
    assert "step.Step.start -> step.Step.run [exact]" in edges
    assert any(one.startswith("step.begin -> step.Step.run ") for one in edges)
    assert n_steps == 3 or not any("step.Odd.start -> step" in one for one in edges)


def test_a_lambda_that_is_handed_to_one_of_too_many_functions_has_unknown_parameters() -> None:
    kinds = "".join(f"class A{k}:\n    def draw(self, chosen): ...\n" for k in range(70))
    given = ", ".join(f"A{k}()" for k in range(70))
    program = "def drawn(one):\n    one.draw(lambda card: card.draw(one))\n"
    edges = all_edges(
        graph_of({"deck.py": f"{kinds}{program}for one in ({given}):\n    drawn(one)\n"})
    )
    assert "deck -> deck.drawn [exact]" in edges
