"""What is near an open file is read first, and what is opened meanwhile next."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Future

from codewitness.engine.documents import Document
from codewitness.engine.inbox import Inbox
from codewitness.engine.load import FILES_PER_BATCH, read_ahead
from codewitness.engine.ports import Batch
from codewitness.engine.reading_order import sized_in_order
from codewitness.model.files import Found
from codewitness.model.text import Text


def found(path: str, mtime_ns: int) -> Found:
    return Found(path=path, size=1, mtime_ns=mtime_ns)


def opened(inbox: Inbox, path: str) -> None:
    inbox.document_changed(Document("/r", path, f"file:///r/{path}", 0, Text.of("")))


FILES = [
    *(found("docs/new.md", 9), found("shop/old.py", 1), found("shop/cart/item.py", 2)),
    *(
        found("shop/cart/newer.py", 3),
        found("shopping/list.py", 8),
        found("shop/cart/x/deep.py", 4),
    ),
]


def order(*open_paths: str) -> list[str]:
    return [path for path, _ in sized_in_order(FILES, open_paths)]


def test_the_newest_first_if_nothing_is_open() -> None:
    newest = ["docs/new.md", "shopping/list.py", "shop/cart/x/deep.py", "shop/cart/newer.py"]
    assert order() == [*newest, "shop/cart/item.py", "shop/old.py"]
    assert order("README.md") == order()


def test_folders_around_an_open_file_first_from_the_innermost() -> None:
    near = ["shop/cart/x/deep.py", "shop/cart/newer.py", "shop/cart/item.py"]
    assert order("shop/cart/item.py") == [*near, "shop/old.py", "docs/new.md", "shopping/list.py"]
    assert order("shop/cart/item.py", "docs/gone.md")[3:5] == ["docs/new.md", "shop/old.py"]


def test_what_is_near_a_file_opened_meanwhile_is_read_next() -> None:
    inbox, asked = Inbox(), list[str]()

    def read(paths: Sequence[str]) -> Future[Batch]:
        asked.append(paths[0].partition("/")[0])
        done: Future[Batch] = Future()
        done.set_result(Batch(tables=None, files=(), symbols={}, vectors={}))
        return done

    sized = [(f"{folder}/{n}.py", 1) for folder in "abc" for n in range(2 * FILES_PER_BATCH)]
    for n, _ in enumerate(read_ahead(sized, read, 1, inbox)):
        if n == 0:
            opened(inbox, "c/0.py")
    assert asked == ["a", "c", "c", "a", "b", "b"]
    inbox.document_closed("c/0.py")
    assert inbox.open_paths == frozenset()
