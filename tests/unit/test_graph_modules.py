"""Modules of JavaScript that export one thing without a name are told apart by their paths."""

from __future__ import annotations

from codewitness.engine.graph.graph import Graph
from tests.support.graphs import all_edges, graph_of

N_OTHERS = 60  # more than the names under which a function is looked for

CALLS = "lib{0}()\n"
OTHER = "const lib{0} = require('lib{0}')\n{1}module.exports = function () {{}}\n"
RUN = "function run (callback) { callback() }\nmodule.exports = run\n"
USER = "const go = require('./run')\nfunction done () {}\ngo(done)\n"


def folder() -> dict[str, str]:
    others = {f"m{k:02}.js": OTHER.format(k, CALLS.format(k) * 10) for k in range(N_OTHERS)}
    return {**others, "run.js": RUN, "user.js": USER}


def looked_at(graph: Graph, key: str) -> set[str]:
    """The files with sites that might call a definition."""
    return {scope.file.path for scope, _ in graph.candidates(graph.workspace.scopes[key])}


def test_what_is_given_to_an_export_is_called_there_though_many_modules_export_so() -> None:
    assert "run.run -> user.done [typed]" in all_edges(graph_of(folder()))


def test_callers_of_an_export_are_sought_where_it_is_imported() -> None:
    assert looked_at(graph_of(folder()), "run.js::run") == {"user.js"}


def test_an_import_by_default_means_what_is_exported_as_a_whole() -> None:
    sources = {
        "run.js": RUN,
        "user.mjs": "import go from './run.js'\ngo(done)\nfunction done () {}\n",
    }
    assert looked_at(graph_of(sources), "run.js::run") == {"user.mjs"}


def test_a_whole_is_handed_on_without_a_name_of_its_own() -> None:
    sources = {
        "run.js": RUN,
        "user.js": "use(require('./run'), require('./other'))\n"
        "function use (first, second) { first(() => {}) }\n",
        "other.js": "module.exports = function () {}\n",
    }
    assert looked_at(graph_of(sources), "run.js::run") == {"user.js"}
