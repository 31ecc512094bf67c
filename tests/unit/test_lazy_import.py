"""lancedb is imported with less, and what was left out is there when somebody asks for it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from codewitness.storage.lazy_import import StandIn, defer, defer_classes

SERVER = Path(__file__).resolve().parents[2] / "server"


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A package of one submodule that nobody has imported yet."""
    name = f"shelf_{tmp_path.name}"
    (tmp_path / name).mkdir()
    (tmp_path / name / "book.py").write_text("class Book:\n    PAGES = 9\n")
    monkeypatch.syspath_prepend(tmp_path)
    docstring = '"""Books.\n\nfrom nowhere import Nothing\n"""'
    (tmp_path / name / "__init__.py").write_text(
        f"{docstring}\n\n# import all\nfrom {name}.book import Book\n"
    )
    return name


def test_classes_stand_in_for_themselves(package: str) -> None:
    defer_classes(package)
    book = __import__(package).Book
    assert isinstance(book, StandIn)
    assert f"{package}.book" not in sys.modules
    assert isinstance(book(), book)
    assert type(book()).__module__ == f"{package}.book"
    assert book.PAGES == 9
    assert not isinstance(1, book)


def test_names_that_are_not_there(package: str) -> None:
    defer_classes(package)
    module = __import__(package)
    with pytest.raises(AttributeError, match="has no attribute 'Nothing'"):
        _ = module.Nothing
    with pytest.raises(AttributeError, match="WORDS"):
        _ = module.Book.WORDS


def test_a_package_that_does_more_is_imported_whole(package: str, tmp_path: Path) -> None:
    init = tmp_path / package / "__init__.py"
    init.write_text(init.read_text() + "N = 1\n")
    defer_classes(package)
    assert not isinstance(__import__(package).Book, StandIn)


def test_a_package_that_is_not_there() -> None:
    defer("no_such_package")
    defer_classes("no_such_package.models")
    assert "no_such_package" not in sys.modules


def test_what_lancedb_leaves_out_is_whole_when_used() -> None:
    program = """
import sys
from codewitness.storage.lazy_import import MODELS, StandIn, lancedb_module
lancedb = lancedb_module()
import lance_namespace
request = lance_namespace.CreateNamespaceRequest
assert isinstance(request, StandIn), request
assert f"{MODELS}.create_namespace_request" not in sys.modules
made = request(id=["a"])
assert made.model_dump()["id"] == ["a"] and isinstance(made, request)
assert lancedb.DBConnection.__module__ == "lancedb.db"
if sys.version_info < (3, 12):  # later ones have a plain one of their own
    import overrides
    class Base:
        def name(self): ...
    try:
        class Other(Base):
            @overrides.override
            def nome(self): ...
    except TypeError:
        print("whole")
else:
    print("whole")
"""
    assert _run(program) == "whole"


def test_the_rest_client_is_loaded_by_who_asks_for_it() -> None:
    program = """
import sys
import codewitness.storage.store
rest = "lance_namespace_urllib3_client.api"
before = rest in sys.modules
import lance_namespace_urllib3_client as client
from lance_namespace_urllib3_client.models import CreateTableRequest
dunder = hasattr(client, "__wrapped__")
still = rest in sys.modules
kind = client.TableApi.__name__
print(before, dunder, still, kind, rest in sys.modules, "__getattr__" in vars(client))
from lance_namespace_urllib3_client import CreateTableRequest as Same, ApiClient, __version__
print(isinstance(Same(), CreateTableRequest), hasattr(client, "no_such_name"))
"""
    assert _run(program).splitlines() == [
        "False False False TableApi True False",
        "True False",
    ]


def _run(program: str) -> str:
    """What it prints, in a process that has not imported lancedb."""
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", program],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        env={"PYTHONPATH": str(SERVER)},
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


_PREEMPTED = """
import sys, threading
from codewitness.storage.lazy_import import lancedb_module
lancedb = lancedb_module()
import pyarrow as pa
table = lancedb.connect(sys.argv[1]).create_table("t", pa.table({"a": list(range(1000))}))
other = lancedb.connect(sys.argv[1]).open_table("t")

def delete(first):
    for n in range(first, first + 3):
        try:
            other.delete(f"a = {n}")
        except Exception as conflict:
            assert "conflict" in str(conflict)

n_preempted = n_rounds = 0
while not n_preempted and n_rounds < 100:
    for _ in range(4):
        table.add(pa.table({"a": [-1]}))
    thread = threading.Thread(target=delete, args=(3 * n_rounds,))
    thread.start()
    try:
        table.optimize()
    except Exception as conflict:
        assert "conflict" in str(conflict)
        n_preempted += 1
    thread.join()
    n_rounds += 1
print(n_preempted)
"""


def test_a_compaction_that_makes_way_says_nothing_on_stderr(tmp_path: Path) -> None:
    run = subprocess.run(
        [sys.executable, "-c", _PREEMPTED, str(tmp_path)],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONPATH": str(SERVER)},
    )
    assert run.stdout.strip() == "1"
    assert "WARN" not in run.stderr
