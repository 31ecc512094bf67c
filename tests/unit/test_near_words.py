"""Words that may stand for those of a question: what the list has, and when it is asked."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest
from tools import make_near_words as tool

from codewitness.engine.rank.lexical import Bag, score_unindexed
from codewitness.engine.rank.near_words import near_to, near_words
from codewitness.engine.rank.spelling import other_spelling
from codewitness.engine.rank.stems import stem
from codewitness.features.search import search
from codewitness.model.bm25 import Weights
from codewitness.model.query import Query, SearchMode
from codewitness.storage.stems import indexed
from tests.support.folders import running


@pytest.mark.parametrize(
    ("word", "near"),
    [
        ("fetch", "retrieve"),
        ("deleting", "remove"),  # told by hand, of any form of the word
        ("configuration", "cfg"),  # what names write short
        ("cfg", "configuration"),
        ("colour", "color"),  # the same, spelled as in America, and as in Britain
        ("serialize", "serialise"),
        ("analysers", "analyzers"),
        ("optimise", "improve"),  # what is near to the one spelling is near to the other
    ],
)
def test_what_means_nearly_the_same_is_near(word: str, near: str) -> None:
    assert near in [one for one, _ in near_to(word)]


@pytest.mark.parametrize("word", ["the", "with", "uses", "", "x", "qwertyuiop", "größe"])
def test_words_that_say_nothing_and_unknown_ones_have_none(word: str) -> None:
    assert near_to(word) == ()


def test_a_question_is_told_what_it_does_not_say_itself() -> None:
    words = ["fetch", "and", "retrieve", "users"]
    near = near_words(words)
    assert len(near) == len(words)
    assert "retrieve" not in [word for word, _ in near[0]]
    assert near[1] == ()


@pytest.mark.parametrize("words", [["fetch", "users"], ["fetch", "fetching", "users"], []])
def test_one_or_two_words_are_looked_for_as_they_stand(words: list[str]) -> None:
    assert near_words(words) == ()


def test_of_two_words_the_other_spelling_is_looked_for_alone() -> None:
    assert near_words(["colour", "scheme"]) == ((("color", 1.0),), ())


@pytest.mark.parametrize(
    ("british", "american"),
    [
        ("colour", "color"),
        ("favourites", "favorites"),
        ("initialise", "initialize"),
        ("normalisation", "normalizations"),
        ("serialiser", "serializer"),
        ("analysing", "analyzing"),
        ("centre", "center"),
    ],
)
def test_names_in_either_spelling_have_one_stem(british: str, american: str) -> None:
    assert stem(british) == stem(american)


@pytest.mark.parametrize(
    ("word", "form"), [("precise", "precisely"), ("revise", "revision"), ("advise", "advisor")]
)
def test_words_of_one_spelling_keep_their_stem(word: str, form: str) -> None:
    assert stem(word) == stem(form)


@pytest.mark.parametrize("word", ["resize", "hour", "four", "visible", "raise", "promise"])
def test_words_of_one_spelling_have_no_other(word: str) -> None:
    assert other_spelling(word) == ""


def test_the_list_is_what_its_sources_say() -> None:
    lines = [line.split() for line in tool.LIST.read_text("utf-8").splitlines()]
    keys = [line[0] for line in lines]
    assert keys == sorted(set(keys))
    told, by_key = tool._told(), {line[0]: line[1:] for line in lines}
    for key, near in told.items():
        assert by_key.get(key, [])[::2] == [word for word, _ in near]
    words, matrix = tool._vectors()
    row_of = {word: row for row, word in enumerate(words)}
    for line in random.Random(1).sample([line for line in lines if line[0] not in told], 200):
        for word, closeness in zip(line[1::2], map(float, line[2::2]), strict=True):
            assert tool.LEAST <= closeness < 1
            if line[0] in row_of:
                cosine = float(np.dot(matrix[row_of[line[0]]], matrix[row_of[word]]))
                heads = [one for one in words if indexed(one) == line[0]]
                others = [float(matrix[row_of[one]] @ matrix[row_of[word]]) for one in heads]
                assert any(abs(one - closeness) < 0.011 for one in [cosine, *others])


def test_unsaved_text_counts_what_stands_for_a_word_as_saved_text_does() -> None:
    texts = {
        "own": Bag.of(["fetch", "x"]),
        "near": Bag.of(["retrieve", "x"]),
        "both": Bag.of(["fetch", "retrieve"]),
        "none": Bag.of(["x", "y"]),
    }
    near = [(("retrieve", 0.5),), ()]
    scores = score_unindexed(["fetch", "nowhere"], texts, Weights([2.0, 3.0, 2.0], 2.0), near)
    assert scores["own"] == scores["both"] == pytest.approx(2 * scores["near"])
    assert scores["none"] == 0.0


def test_a_search_finds_what_stands_for_its_words_and_says_when_it_does_not_yet(
    tmp_path: Path,
) -> None:
    (tmp_path / "a.py").write_text("def retrieve_all():\n    return 1\n")
    (tmp_path / "b.py").write_text("def other():\n    return 2\n")
    query = Query(text="where it fetches every blossom", mode=SearchMode.HYBRID)

    with running(tmp_path, embedder="none") as (session, folder):
        store = folder.indexer.store
        assert store is not None

        def found() -> tuple[list[str], bool]:
            answer = search(session.snapshot(None), query)
            return [one.path for one in answer.results], any("nearly" in n for n in answer.notes)

        assert found() == (["a.py"], False)  # the tables have it
        store.keep_resident(awaits_words=True)
        assert found() == ([], True)
        store.load_words()
        assert found() == (["a.py"], False)
