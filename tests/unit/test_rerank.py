"""Reranking: the real loading code with a small cross-encoder, and an honest word without one."""

from __future__ import annotations

import json
import os
import signal
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event

import pytest

from codewitness.cli import main
from codewitness.engine.ports import NO_RERANKER, Reranking
from codewitness.engine.rank.finds import Finds, Found
from codewitness.engine.rank.form import QueryForm
from codewitness.engine.rank.score import rank, reranked
from codewitness.features.search import search
from codewitness.model.facts import ChunkKind
from codewitness.model.query import Query
from codewitness.platform.rerank import CrossEncoderReranker, folder_of, reranker
from codewitness.protocol.commands import COMMANDS
from tests.support.folders import running

SECONDS = 120.0
TEXTS = ("def open_sock(): return sock", "def nothing(): pass", "sock sock sock")


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cross-encoder of random weights, made here: no download."""
    pytest.importorskip("sentence_transformers")
    folder = tmp_path_factory.mktemp("model") / "tiny"
    _save_cross_encoder(folder)
    return folder


@pytest.fixture(scope="module")
def loaded(tiny: Path) -> Iterator[CrossEncoderReranker]:
    own = CrossEncoderReranker(str(tiny), device="cpu", budget_seconds=SECONDS)
    assert own.rerank("sock", lambda: TEXTS).reason == "tiny is being loaded"
    until_used(own)
    yield own
    own.close()


def until_used(own: CrossEncoderReranker) -> Reranking:
    end = time.monotonic() + SECONDS
    while True:
        answer = own.rerank("open a sock", lambda: TEXTS)
        if answer.used or time.monotonic() > end:
            return answer
        assert "is being loaded" in answer.reason
        time.sleep(0.1)


@pytest.mark.neural
def test_a_score_for_each_text(loaded: CrossEncoderReranker) -> None:
    answer = until_used(loaded)
    assert (answer.used, answer.name, answer.reason) == (True, "tiny", "")
    assert len(answer.scores) == len(TEXTS)
    assert all(0 < score < 1 for score in answer.scores)
    assert len(set(answer.scores)) == len(TEXTS)
    assert until_used(loaded) == answer


@pytest.mark.neural
def test_no_time_is_told(loaded: CrossEncoderReranker) -> None:
    loaded._budget_seconds = 0.0
    try:
        answer = loaded.rerank("sock", lambda: TEXTS * 20)
    finally:
        loaded._budget_seconds = SECONDS
    assert not answer.used
    assert answer.reason == "tiny took longer than 0 ms (`rerank.budgetMs`)"


@pytest.mark.neural
def test_a_killed_process_is_told_and_started_anew(loaded: CrossEncoderReranker) -> None:
    assert loaded._loaded is not None
    os.kill(loaded._loaded.result().process.pid or 0, signal.SIGKILL)
    answer = loaded.rerank("sock", lambda: TEXTS)
    assert answer.reason.startswith("tiny has failed: its process ")
    assert until_used(loaded).used


@pytest.mark.neural
def test_search_takes_its_order(
    loaded: CrossEncoderReranker, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CODEWITNESS_CACHE_DIR", str(tmp_path / "cache"))
    root = tmp_path / "project"
    root.mkdir()
    for name in ("alpha", "beta", "gamma"):
        (root / f"{name}.py").write_text(f"def {name}(sock):\n    return sock.{name}\n")
    with running(root) as (session, folder):
        folder.reranker = loaded
        answer = search(session.snapshot(None), Query(text="sock"))
        assert answer.reranking.used
        assert len(answer.results) == 3
        for one in answer.results:
            assert one.ranked.rerank is not None
            assert one.ranked.boosts["rerank"] == pytest.approx(0.5 + one.ranked.rerank)
        scores = [one.ranked.score for one in answer.results]
        assert scores == sorted(scores, reverse=True)
        plain = search(session.snapshot(None), Query(text="sock", rerank=False))
        assert plain.reranking == Reranking(reason="not asked for")
        assert all(one.ranked.rerank is None for one in plain.results)


class _Patient:
    """A reranker that waits until it is told to answer."""

    name = "patient"

    def __init__(self) -> None:
        self.is_asked, self.may_answer = Event(), Event()

    def objection(self) -> str | None:
        return None

    def rerank(self, _query: str, read: Callable[[], Sequence[str]]) -> Reranking:
        n_texts = len(read())
        self.is_asked.set()
        assert self.may_answer.wait(SECONDS)
        return Reranking(reason="", used=True, name=self.name, scores=(0.5,) * n_texts)

    def close(self) -> None:
        pass


def test_other_searches_need_not_wait_for_a_model(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CODEWITNESS_CACHE_DIR", str(tmp_path / "cache"))
    root = tmp_path / "project"
    root.mkdir()
    (root / "a.py").write_text("def alpha(sock):\n    return sock.alpha\n")
    with running(root) as (session, folder), ThreadPoolExecutor(1) as aside:
        folder.reranker = patient = _Patient()
        store = folder.indexer.store
        assert store is not None
        store.keep_resident()
        assert store.load_words()  # only then one search waits for another
        slow = aside.submit(search, session.snapshot(None), Query(text="sock"))
        assert patient.is_asked.wait(SECONDS)
        try:
            quick = search(session.snapshot(None), Query(text="sock", rerank=False))
            assert (len(quick.results), slow.done()) == (1, False)
        finally:
            patient.may_answer.set()
        assert slow.result().reranking.used


def test_a_model_that_is_nowhere_is_told() -> None:
    pytest.importorskip("sentence_transformers")
    own = reranker("cross-encoder:no/such")
    answer = own.rerank("x", lambda: pytest.fail("nothing is read for a model that is not there"))
    assert answer.reason == "no/such is not on this machine: `codewitness models pull` fetches it"


def test_without_the_extra_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda _name: None)
    assert "install codewitness[neural]" in (reranker("auto").objection() or "")


def test_a_service_without_a_key_is_not_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("CO_API_KEY", "COHERE_API_KEY"):
        monkeypatch.delenv(name, raising=False)
    answer = reranker("cohere:rerank-v3.5").rerank("x", lambda: pytest.fail("nothing is read"))
    assert answer.reason == "cohere:rerank-v3.5 needs a key in the variable CO_API_KEY"


def test_none_is_none() -> None:
    assert reranker("none") is NO_RERANKER
    assert "codewitness.search" in COMMANDS


def test_scores_of_a_model_change_the_order() -> None:
    plain = Found(path="a.py", name="x", parent="", kind=ChunkKind.NODE, tags=(), lexical=1.0)
    found = {n: plain._replace(path=f"{n}.py", lexical=1.0 - n / 10) for n in range(4)}
    ranked = list(rank(QueryForm.of("anything"), Finds.of(found)))
    assert [one.key for one in ranked] == [0, 1, 2, 3]
    again = reranked(ranked, [0.1, 0.2, 0.9])
    assert again[0].key == 2
    assert sorted(one.key for one in again) == [0, 1, 2, 3]
    assert reranked(ranked, []) == ranked


def test_the_list_of_models(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["models", "list"]) == 0
    assert "static" in capsys.readouterr().out
    assert main(["models", "list", "--json", "--root", "."]) == 0
    assert json.loads(capsys.readouterr().out)[0]["model"] == "static"


def test_nothing_is_fetched_without_consent(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["models", "pull", "no/such"]) == 2
    assert "say --yes" in capsys.readouterr().err


def _save_cross_encoder(folder: Path) -> None:
    import torch
    from transformers import BertConfig, BertForSequenceClassification, BertTokenizer

    vocabulary = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "def", "return", "open", "sock"]
    torch.manual_seed(1)
    config = BertConfig(
        vocab_size=len(vocabulary),
        hidden_size=16,
        num_hidden_layers=1,
        num_attention_heads=2,
        intermediate_size=16,
        max_position_embeddings=64,
        num_labels=1,
    )
    BertForSequenceClassification(config).save_pretrained(folder)
    ids = {token: id_ for id_, token in enumerate(vocabulary)}
    BertTokenizer(vocab=ids, model_max_length=64).save_pretrained(folder)


def test_a_model_in_the_cache_of_the_hub(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from huggingface_hub import constants

    monkeypatch.setattr(constants, "HF_HUB_CACHE", str(tmp_path))
    monkeypatch.setenv("HF_HUB_CACHE", str(tmp_path))
    assert folder_of("some/model") is None
    kept = tmp_path / "models--some--model" / "snapshots" / "c0ffee"
    kept.mkdir(parents=True)
    (kept / "config.json").write_text("{}")
    refs = tmp_path / "models--some--model" / "refs"
    refs.mkdir()
    (refs / "main").write_text("c0ffee")
    assert folder_of("some/model") == str(kept)
    assert main(["models", "pull", "some/model", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"model": "some/model", "place": str(kept)}
