"""Models that read query and code together, and put the best results in order.

A cross-encoder runs in a process of its own, which is started by the first search that could use
it: torch takes seconds to import and hundreds of megabytes. While it loads, or if it takes longer
than the user wants to wait, the order stays as it was, and the answer says why.
"""

from __future__ import annotations

import importlib.util
import logging
import os
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from functools import cached_property, lru_cache
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from codewitness.engine.ports import NO_RERANKER, Reranker, Reranking
from codewitness.platform.workers import (
    Worker,
    WorkerDied,
    WorkersUnavailable,
    questions,
    tell,
)

log = logging.getLogger(__name__)

DEFAULT_MODEL = "cross-encoder/ms-marco-MiniLM-L-6-v2"
COHERE_KEYS = ("CO_API_KEY", "COHERE_API_KEY")
_LOOK_SECONDS = 1.0  # between two looks at whether a model has come
MAX_CHARACTERS = 2_000  # of a text; such models read 512 tokens


@lru_cache(maxsize=8)
def reranker(spec: str, device: str = "auto", budget_seconds: float = 0.4) -> Reranker:
    """The reranker that a setting names: `auto`, `none`, `cross-encoder:MODEL`, `cohere:MODEL`.

    A MODEL of a cross-encoder is a folder, or a name as its hub knows it that has been fetched.
    The same values give the same one, so folders share it.
    """
    kind, _, model = spec.partition(":")
    if kind == "cross-encoder":
        return CrossEncoderReranker(model, device=device, budget_seconds=budget_seconds)
    if kind == "cohere":
        return CohereReranker(model, budget_seconds=budget_seconds)
    if kind == "auto":
        return CrossEncoderReranker(DEFAULT_MODEL, device=device, budget_seconds=budget_seconds)
    return NO_RERANKER


def folder_of(model: str) -> str | None:
    """Where a model is on this machine: its folder, or that of the hub's cache; None if nowhere."""
    folder = Path(model).expanduser()
    if folder.is_dir():
        return str(folder)
    if not _may_be_cached(model):
        return None
    try:
        from huggingface_hub import try_to_load_from_cache
        from huggingface_hub.errors import HFValidationError
    except ImportError:
        return None
    try:
        found = try_to_load_from_cache(model, "config.json")
    except HFValidationError:  # the name of a folder that isn't there
        return None
    return str(Path(found).parent) if isinstance(found, str) else None


def _may_be_cached(model: str) -> bool:
    """False if the hub's cache has no folder for it: to import the hub's own library takes longer.

    Where the cache is, is told in the documentation of huggingface_hub's environment variables.
    """
    home = os.environ.get("HF_HOME")
    if home is None:
        home = os.path.join(os.environ.get("XDG_CACHE_HOME", "~/.cache"), "huggingface")
    hub = os.environ.get("HF_HUB_CACHE") or os.environ.get("HUGGINGFACE_HUB_CACHE")
    folder = os.path.join(hub or os.path.join(home, "hub"), "models--" + model.replace("/", "--"))
    return os.path.isdir(os.path.expanduser(os.path.expandvars(folder)))


class CrossEncoderReranker:
    """A cross-encoder of sentence-transformers, in a process of its own. Nothing is downloaded."""

    def __init__(self, model: str, *, device: str, budget_seconds: float) -> None:
        self.name = Path(model).name if Path(model).expanduser().is_dir() else model
        self._model = model
        self._device = device
        self._budget_seconds = budget_seconds
        self._lock = threading.Lock()
        self._thread: ThreadPoolExecutor | None = None
        self._loaded: Future[Worker] | None = None
        self._looked: tuple[float, bool] | None = None  # when, and if the model was there

    @cached_property
    def _has_library(self) -> bool:
        # Looking for what isn't there takes a millisecond, too much for each search.
        return importlib.util.find_spec("sentence_transformers") is not None

    def objection(self) -> str | None:
        """What is not on this machine, and how to get it."""
        if not self._has_library:
            return "sentence-transformers is not installed: install codewitness[neural]"
        if not self._is_here():
            return f"{self._model} is not on this machine: `codewitness models pull` fetches it"
        return None

    def _is_here(self) -> bool:
        now = time.monotonic()
        if self._looked is None or now > self._looked[0] + _LOOK_SECONDS:
            self._looked = now, folder_of(self._model) is not None
        return self._looked[1]

    def rerank(self, query: str, read: Callable[[], Sequence[str]]) -> Reranking:
        """Scores from 0 to 1, one a text, or why there are none."""
        if (missing := self.objection()) is not None:
            return Reranking(reason=missing)
        thread, loaded = self._started()
        if not loaded.done():
            return Reranking(reason=f"{self.name} is being loaded")
        if (failure := loaded.exception()) is not None:
            return Reranking(reason=f"{self.name} can't be used: {failure}")
        pairs = [(query, text[:MAX_CHARACTERS]) for text in read()]
        asked = thread.submit(loaded.result().ask, pairs)
        try:
            scores = asked.result(self._budget_seconds)
        except TimeoutError:
            asked.cancel()
            took = f"{self._budget_seconds * 1e3:.0f} ms"
            return Reranking(reason=f"{self.name} took longer than {took} (`rerank.budgetMs`)")
        except WorkerDied as death:
            self.close()  # the next search starts another
            return Reranking(reason=f"{self.name} has failed: its process {death}")
        if isinstance(scores, str):
            return Reranking(reason=f"{self.name} has failed: {scores}")
        return Reranking(used=True, name=self.name, scores=tuple(scores))

    def close(self) -> None:
        """End the process."""
        with self._lock:
            thread, loaded = self._thread, self._loaded
            self._thread = self._loaded = None
        if thread is not None:
            thread.shutdown(wait=False, cancel_futures=True)
        if loaded is not None and loaded.done() and loaded.exception() is None:
            loaded.result().end()

    def _started(self) -> tuple[ThreadPoolExecutor, Future[Worker]]:
        with self._lock:
            if self._thread is None or self._loaded is None:
                # One thread: a worker answers one question after the other.
                self._thread = ThreadPoolExecutor(1, "codewitness-rerank")
                self._loaded = self._thread.submit(_load, folder_of(self._model), self._device)
            return self._thread, self._loaded


class CohereReranker:
    """Cohere's service by its own client: query and code leave the machine, as a setting asks."""

    def __init__(self, model: str, *, budget_seconds: float) -> None:
        self.name = f"cohere:{model}"
        self._model = model
        self._budget_seconds = budget_seconds

    def objection(self) -> str | None:
        """What is missing to ask it."""
        if _key() is None:
            return f"{self.name} needs a key in the variable {COHERE_KEYS[0]}"
        if importlib.util.find_spec("cohere") is None:
            return f"{self.name} needs its client: install codewitness[cohere]"
        return None

    def rerank(self, query: str, read: Callable[[], Sequence[str]]) -> Reranking:
        """Scores from 0 to 1, one a text, or why there are none."""
        if (missing := self.objection()) is not None:
            return Reranking(reason=missing)
        import cohere

        documents = [text[:MAX_CHARACTERS] for text in read()]
        try:
            client = cohere.ClientV2(api_key=_key(), timeout=self._budget_seconds)
            answer = client.rerank(model=self._model, query=query, documents=documents)
            by_index = {one.index: float(one.relevance_score) for one in answer.results}
            scores = tuple(by_index[index] for index in range(len(documents)))
        except Exception as failure:  # of any library below: network, service, quota
            log.warning("%s did not answer", self.name, exc_info=failure)
            return Reranking(reason=f"{self.name} did not answer: {type(failure).__name__}")
        return Reranking(used=True, name=self.name, scores=scores)

    def close(self) -> None:
        """Nothing to end."""


def _key() -> str | None:
    return next((os.environ[name] for name in COHERE_KEYS if os.environ.get(name)), None)


def _load(folder: str | None, device: str) -> Worker:
    if folder is None:
        raise WorkersUnavailable("it has gone from this machine")
    worker = Worker(_run, (folder, device))
    worker.wait_until_ready()
    return worker


def _run(pipe: Connection, folder: str, device: str) -> None:
    """The process of a cross-encoder: scores of each list of pairs, or what is wrong as text."""
    from codewitness.platform.process import be_a_worker

    be_a_worker()
    os.environ["HF_HUB_OFFLINE"] = "1"
    model = _cross_encoder(folder, device)
    for pairs in questions(pipe):
        try:
            scores: Any = _scores(model, pairs)
        except Exception as failure:
            log.exception("the cross-encoder has failed")
            scores = f"{type(failure).__name__}"
        tell(pipe, scores)


def _cross_encoder(folder: str, device: str) -> Any:
    from sentence_transformers import CrossEncoder

    return CrossEncoder(folder, device=None if device == "auto" else device)


def _scores(model: Any, pairs: Sequence[tuple[str, str]]) -> list[float]:
    import torch

    with torch.inference_mode():
        scores = model.predict(
            list(pairs), batch_size=32, activation_fn=torch.nn.Sigmoid(), show_progress_bar=False
        )
    return [float(score) for score in scores]
