"""Which flows stay when memory is given back, and what is told without reading them."""

from __future__ import annotations

from codewitness.engine.graph.files import File
from codewitness.engine.graph.flow_texts import FlowCache
from codewitness.engine.graph.graph import Graph
from codewitness.engine.graph.packing import file_of, packed, unpacked_file
from codewitness.engine.graph.workspace import Workspace
from codewitness.model.text import Text
from codewitness.syntax.extract import analyse


def _file(path: str, source: str) -> File:
    text = Text.of(source)
    analysis = analyse(path, text, keep=False)
    assert analysis is not None
    return file_of(analysis.core, text.sha256)


def _saved(path: str, source: str) -> File:
    text = Text.of(source)
    analysis = analyse(path, text, keep=False)
    assert analysis is not None
    return unpacked_file(packed(analysis.core, text.sha256))


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


def test_texts_of_flows_come_back_and_edges_are_those_of_texts_that_stay() -> None:
    sources = {
        f"part{n}.py": f"from part{(n + 1) % 5} import run as other\n\n\ndef run():\n    other()\n"
        for n in range(5)
    }
    lean, full = Graph(), Graph()
    lean.workspace.flow_cache = FlowCache(most=1)
    lean.update({path: _saved(path, source) for path, source in sources.items()})
    full.update({path: _file(path, source) for path, source in sources.items()})
    edges = [
        [(edge.caller.key, edge.site, edge.target) for edge in g.all_edges()] for g in (lean, full)
    ]
    assert edges[0] == edges[1]
    assert len(edges[0]) == 5
    assert sum(file.is_unpacked for file in lean.workspace.files.values()) == 1
    assert all(
        one.flow_text == other.flow_text and one.callees == other.callees
        for path, file in lean.workspace.files.items()
        for one, other in zip(file.scopes, full.workspace.files[path].scopes, strict=True)
    )


def test_words_lead_to_all_files_that_mention_them_now() -> None:
    workspace = Workspace()
    for path in ("one.py", "two.py", "three.py"):
        workspace.update({path: _file(path, "call(word)\n")})
        assert path in workspace.paths_with("word")
    workspace.update({"two.py": None, "one.py": _file("one.py", "call(other)\n")})
    assert list(workspace.paths_with("word")) == ["three.py"]
    assert list(workspace.paths_with("other")) == ["one.py"]
    workspace.update({"one.py": None, "three.py": None})
    assert not workspace.paths_with("word")
    assert not workspace.paths_with("other")
