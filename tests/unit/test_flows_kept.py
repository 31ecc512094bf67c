"""Which flows stay when memory is given back, and what is told without reading them."""

from __future__ import annotations

from codewitness.engine.graph.files import File
from codewitness.engine.graph.packing import file_of
from codewitness.engine.graph.workspace import Workspace
from codewitness.model.text import Text
from codewitness.syntax.extract import analyse


def _file(path: str, source: str) -> File:
    text = Text.of(source)
    analysis = analyse(path, text, keep=False)
    assert analysis is not None
    return file_of(analysis.core, text.sha256)


def test_flows_that_were_read_again_are_kept_and_others_are_not() -> None:
    often, seldom = (_file(f"{name}.py", f"{name} = run()\n") for name in ("often", "seldom"))
    workspace = Workspace()
    workspace.update({"often.py": often, "seldom.py": seldom})
    size = len(often.top.flow_text)
    assert often.top.flow.sites
    workspace.tidy(size - 1)
    assert not workspace._n_read()  # read once
    for file in (often, seldom):
        assert file.top.flow.sites
    workspace.tidy(2 * size)
    assert often.read
    assert not seldom.read
    workspace.tidy(0)
    assert not workspace._n_read()


def test_a_scope_has_no_value_for_a_name_that_it_does_not_mention() -> None:
    file = _file("shop.py", "Größe = 1\nprice = other(2)\n")
    assert not file.top.binds("cost")
    assert not file.read  # told by its text
    assert file.top.binds("price") == [1]
    assert file.top.binds("Größe") == [0]
    assert not file.top.binds("cost")
