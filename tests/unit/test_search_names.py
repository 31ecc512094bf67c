"""Search for a name that very many chunks have in their words."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from codewitness.engine.session import Session
from codewitness.features.search import POOL_BY_WORDS, search
from codewitness.model.query import Query
from tests.support.folders import running

LONG = "class Container:\n" + "".join(
    f"    def bind_{n}(self, abstract, concrete):\n        self.bound[abstract] = concrete\n\n"
    for n in range(40)
)
MANY = "".join(
    f"def use_{n}(container):\n    return container.container\n\n"
    for n in range(POOL_BY_WORDS + 60)
)


@pytest.fixture
def session(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Session]:
    root = tmp_path_factory.mktemp("names")
    (root / "long.py").write_text(LONG)
    (root / "many.py").write_text(MANY)
    (root / "contracts").mkdir()
    (root / "contracts/container.py").write_text("class Container:\n    container: object\n")
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("CODEWITNESS_CACHE_DIR", str(tmp_path_factory.mktemp("cache")))
        with running(root) as (session, _):
            yield session


def test_words_of_what_bears_the_name_are_not_missing_because_others_have_more_of_them(
    session: Session,
) -> None:
    results = search(session.snapshot(None), Query(text="Container")).results
    bearers = {one.path: one.ranked.parts["lexical"] for one in results if one.symbol is not None}
    assert bearers["contracts/container.py"] > 0
    assert bearers["long.py"] > 0
