"""What is looked up for Python is what files of Python say."""

from __future__ import annotations

from tests.support.graphs import graph_of

SOURCES = {
    "page.js": "class Page { get title() { return 1 } }\nwindow.title = 1\nthis.owner = 2\n",
    "page.py": "class Page:\n    @property\n    def name(self): ...\n\nPage.kind = 1\n",
}


def test_assignments_and_properties_of_other_languages_are_none_of_python() -> None:
    lookups = graph_of(SOURCES).workspace.lookups
    assert set(lookups.other_writes) == {"kind"}
    assert set(lookups.properties) == {"name"}
