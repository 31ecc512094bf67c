"""What says a query word for word, and what only speaks of the same; and what is within a test."""

from __future__ import annotations

import pytest

from codewitness.engine.rank.passage import plain_words, says
from codewitness.model.facts import ChunkKind
from codewitness.model.text import Span, Text, TextEdit
from codewitness.syntax.extract import analyse, reanalyse

ASKED = "in-memory job store"


@pytest.mark.parametrize(
    ("raw", "is_said"),
    [
        ('raise Error("No in-memory job store.")', True),
        ("  usage: the in-memory\n  job store", True),  # a text of its own
        ("log('kept in-memory', \"job store\")", True),
        ('#define TEXT "in-memory job store"', True),
        ("// The in-memory job store.", False),
        (" * The in-memory job store.", False),
        ("keep(); // the in-memory job store", False),
        ('def keep():\n    """Of the\n    in-memory job store."""', False),
        ("class InMemoryJobStore: in_memory_job_store = 1", False),
        ("a job store in-memory", False),
    ],
)
def test_a_comment_of_few_words_is_no_message(raw: str, is_said: bool) -> None:
    asked = plain_words(ASKED)
    assert says(raw.encode(), ChunkKind.METHOD, asked, len(asked)) is is_said


def test_many_words_are_taken_from_where_they_stand() -> None:
    comment = "// Keeps all jobs of the in-memory store until they are done"
    asked = plain_words("keeps all jobs of the in-memory store")
    assert says(comment.encode(), ChunkKind.METHOD, asked, 5)
    # Some of them in a row are a message with values in its holes, if it is one.
    asked = plain_words("loses all jobs of the in-memory store")
    assert not says(comment.encode(), ChunkKind.METHOD, asked, 5)
    assert says(b'fail(f"{n} jobs of the in-memory store")', ChunkKind.METHOD, asked, 5)
    assert not says(b"the in-memory job store", ChunkKind.SECTION, plain_words(ASKED), 4)


def test_what_is_more_than_words_is_as_it_is_written() -> None:
    assert plain_words("the user's job-store is gone!") != ()
    for text in (
        '"in-memory" job store',
        "Error: no job store",
        "# the job store",
        "f(job, store)",
    ):
        assert plain_words(text) == ()


def test_all_in_a_module_of_tests_is_a_test() -> None:
    source = "fn keep() {}\nmod tests {\n    fn kept() {}\n    mod more { fn lost() {} }\n}\n"
    facts = analyse("src/lib.rs", Text.of(source), keep=False).facts
    assert {one.name for one in facts.definitions if not one.is_test} == {"keep"}
    edit = TextEdit(Span(source.index("tests"), source.index("tests") + 5), b"rest")
    old = analyse("src/lib.rs", Text.of(source))
    assert old is not None
    read = reanalyse(old, Text.of(source.replace("tests", "rest")), [edit])
    assert read is not None
    assert not any("domain:test" in one.tags for one in read.facts.chunks)
    source = "fn test_it() { let f = |x| x + 1; }\nmod latest { fn f() {} }\n"
    facts = analyse("src/lib.rs", Text.of(source), keep=False).facts
    assert [one.is_test for one in facts.definitions] == [True, True, False, False]
