"""Words of unsaved text are compared as the full-text index compares those of saved text."""

from __future__ import annotations

from pathlib import Path

import pytest

from codewitness.engine.rank.lexical import indexed
from codewitness.features.search import search
from codewitness.model.query import Query, SearchMode
from tests.support.folders import running
from tests.unit.test_storage import open_store, put, rows_of

WORDS = (
    "mount mounts mounted mounting lifespan lifespans redirect redirects redirection slash slashes",
    "rename renames renaming branch branches merge merged merging detection detect detected",
    "query queries queried policies policy dying die skies sky news news_item happily happy",
    "generously generation general getting gets get_users getUsers sses classes class bus buses",
    "naïve naive größe übergröße café cafés 3 300 v2 x",
)


def test_a_word_is_what_the_index_makes_of_it(tmp_path: Path) -> None:
    """Two words find each other in the index if and only if they have the same stem here."""
    store = open_store(tmp_path)
    words = [word.lower() for line in WORDS for word in line.split()]
    put(store, *(rows_of(f"{at}.py", word) for at, word in enumerate(words)))
    store.make_indexes()
    for word in words:
        found = {hit.path for hit in store.search_text([word], None, 100)}
        alike = {f"{at}.py" for at, one in enumerate(words) if indexed(one) == indexed(word)}
        assert found == alike, word


FILES = {
    "routing.py": "class Mount:\n    def match(self, path):\n        return self.mounted(path)\n",
    "other.py": "def lifespan(app):\n    return app.routes\n",
    "third.py": "def redirect(path):\n    return path + '/'\n",
}


@pytest.mark.parametrize("query", ["mounts", "lifespans of apps", "redirecting a path", "matches"])
def test_an_edit_of_no_matter_leaves_the_first_place(tmp_path: Path, query: str) -> None:
    for path, text in FILES.items():
        (tmp_path / path).write_text(text)
    with running(tmp_path) as (session, folder):

        def found() -> list[tuple[str, str]]:
            return [
                (one.path, one.symbol.name if one.symbol else "")
                for one in search(session.snapshot(None), asked).results
            ]

        asked = Query(text=query)
        saved = found()
        for path, text in FILES.items():
            uri = (tmp_path / path).as_uri()
            session.open_document(folder, path, uri, 1, text + "\n\n# a\n")
            assert found()[0] == saved[0]
            session.close_document(uri)


def test_words_of_the_first_file_of_an_empty_folder_are_found(tmp_path: Path) -> None:
    with running(tmp_path) as (session, folder):
        uri = (tmp_path / "a.py").as_uri()
        session.open_document(folder, "a.py", uri, 1, "def play_xylophone():\n    pass\n")
        asked = Query(text="xylophone", mode=SearchMode.LEXICAL)
        assert [one.path for one in search(session.snapshot(None), asked).results] == ["a.py"]
