"""Turn texts, code or prose, into vectors: the two adapters for the embedding port.

`StaticEmbedder` adds up word vectors from a model2vec folder: thousands of chunks a second on one
core, no torch. `TransformerEmbedder` runs any sentence-transformers model. Queries and documents
go through the same `embed`. What cannot be loaded raises `EmbedderUnavailable`; nothing here falls
back to another model. Importing this file is cheap: a library is imported by whom it serves.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

from codewitness.engine.failures import Unusable
from codewitness.model.words import runs

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from sentence_transformers import SentenceTransformer
    from tokenizers import Tokenizer

PACKAGED_MODEL = Path(__file__).resolve().parent.parent / "models" / "static"
ACCEPTED = "'static', 'static:FOLDER', 'sentence-transformers:NAME_OR_FOLDER' or 'none'"
MAX_CHARACTERS = 2_400  # about 512 tokens; what follows would only blur the vector
BATCH_TEXTS = 512  # larger batches are no faster and hold more at a time
MAX_CACHED_WORDS = 60_000  # about 15 MB; Python's standard library has 34,000

_ID = "i4"  # a token, as numpy calls the type of its number

# What a safetensors file calls a type of numbers, as numpy calls it.
_DTYPES = {
    "F64": "<f8",
    "F32": "<f4",
    "F16": "<f2",
    "I64": "<i8",
    "I32": "<i4",
    "I16": "<i2",
    "I8": "i1",
    "U8": "u1",
}

_hump = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")


class EmbedderUnavailable(Unusable):
    """The model that the setting `embedder` asks for can't be used; the message says what to do."""


def load_embedder(spec: str, *, threads: int = 1) -> StaticEmbedder | TransformerEmbedder | None:
    """The embedder that the setting `embedder` names, or None where it says `none`."""
    kind, _, where = spec.partition(":")
    if spec == "none":
        return None
    if spec == "static":
        return StaticEmbedder(PACKAGED_MODEL, threads=threads)
    if kind == "static" and where:
        return StaticEmbedder(Path(where).expanduser(), threads=threads)
    if kind == "sentence-transformers" and where:
        return TransformerEmbedder(where)
    raise EmbedderUnavailable(f"setting `embedder`: {spec!r} is none of {ACCEPTED}")


def split_identifiers(text: str) -> str:
    """`readLines` and `read_lines` as `read Lines` and `read lines`, which a tokenizer knows."""
    return _hump.sub(" ", text).replace("_", " ")


class StaticEmbedder:
    """Vectors from a model2vec folder; safe to use from several threads.

    Each distinct word is split and tokenised once, then remembered: that is several times as fast
    as tokenising every text, and the same, since tokens never cross a word. A token counts by the
    square root of its occurrences, so that a name repeated all over does not drown the others.
    """

    name: str
    dimensions: int

    def __init__(self, folder: Path, *, threads: int = 1) -> None:
        # Read by the tokenizer at each call; workers of a process pool want one thread each.
        os.environ["TOKENIZERS_PARALLELISM"] = "true" if threads > 1 else "false"
        if threads > 1:
            os.environ.setdefault("RAYON_NUM_THREADS", str(threads))
        weights = _mapped(folder, "model.safetensors")
        self._rows, self._scales, self._row_of = _matrix(folder, weights)
        self._tokenizer, self._unknown = _tokenizer(folder, n_tokens=len(self._scales))
        # What stands between blanks is a word of its own to it, whatever is beside.
        self._knows_blanks = type(self._tokenizer.pre_tokenizer).__name__ == "BertPreTokenizer"
        # Ids as bytes of `_ID`: those of a text are joined and read in one go.
        self._ids_by_word: dict[str, bytes] = {}
        self._ids_by_part: dict[str, bytes] = {}
        self.dimensions = int(self._rows.shape[1])
        label = "codewitness" if folder == PACKAGED_MODEL else folder.resolve().name
        self.name = f"static:{label}@{hashlib.sha256(weights.data).hexdigest()[:8]}"

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """One row of length 1 per text; a row of zeros for a text without a known token."""
        import numpy as np

        vectors = np.zeros((len(texts), self.dimensions), dtype=np.float32)
        for start in range(0, len(texts), BATCH_TEXTS):
            self._embed_batch(texts[start : start + BATCH_TEXTS], vectors[start:])
        lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
        np.divide(vectors, lengths, out=vectors, where=lengths > 0)
        return vectors

    def _embed_batch(self, texts: Sequence[str], into: NDArray[np.float32]) -> None:
        import numpy as np

        ids, n_ids = self.token_ids(texts)
        n_tokens = len(self._scales)
        text_of = np.repeat(np.arange(len(texts)), n_ids)
        keys, counts = np.unique(text_of * n_tokens + ids, return_counts=True)
        text_of, tokens = np.divmod(keys, n_tokens)
        factors = np.sqrt(counts).astype(np.float32) * self._scales[tokens]
        rows = tokens if self._row_of is None else self._row_of[tokens]
        bounds = np.searchsorted(text_of, np.arange(len(texts) + 1)).tolist()
        for i, (start, end) in enumerate(pairwise(bounds)):
            # Text by text: a gather of the whole batch at once leaves the cache and is slower.
            into[i] = factors[start:end] @ self._rows[rows[start:end]].astype(np.float32)

    def token_ids(self, texts: Sequence[str]) -> tuple[NDArray[np.int32], list[int]]:
        """All texts' token ids in one array, and how many of them are each text's.

        Whoever trains a model takes texts apart by this, too.
        """
        import numpy as np

        # The rest is punctuation, which retrieval does as well without (benchmarks/embed_speed.py).
        words = [runs(text[:MAX_CHARACTERS]) for text in texts]
        ids_of = self._with_all(set().union(*words)).__getitem__
        ids = [b"".join(map(ids_of, words_of_text)) for words_of_text in words]
        n_ids = [len(own) // np.dtype(_ID).itemsize for own in ids]
        return np.frombuffer(b"".join(ids), _ID), n_ids

    def _with_all(self, words: set[str]) -> dict[str, bytes]:
        """The remembered words, these among them."""
        if len(self._ids_by_word) > MAX_CACHED_WORDS:
            self._ids_by_word = {}  # a new one: another thread may be reading the old
        ids_by_word = self._ids_by_word
        # Not `words - ids_by_word.keys()`, which goes through all of the keys.
        parts_of = {word: self._parts(word) for word in words if word not in ids_by_word}
        ids_of = self._with_parts(set().union(*parts_of.values())).__getitem__
        for word, parts in parts_of.items():
            ids_by_word[word] = b"".join(map(ids_of, parts))
        return ids_by_word

    def _parts(self, word: str) -> list[str]:
        """What of a word the tokenizer is given: a tenth as many as there are words."""
        text = split_identifiers(word)
        return text.split() if self._knows_blanks else [text]

    def _with_parts(self, parts: set[str]) -> dict[str, bytes]:
        """The remembered parts of words, these among them."""
        import numpy as np

        if len(self._ids_by_part) > MAX_CACHED_WORDS:
            self._ids_by_part = {}
        ids_by_part = self._ids_by_part
        new = sorted(part for part in parts if part not in ids_by_part)
        encoded = self._tokenizer.encode_batch_fast(new, add_special_tokens=False)
        for part, encoding in zip(new, encoded, strict=True):
            known = [id_ for id_ in encoding.ids if id_ != self._unknown]
            ids_by_part[part] = np.array(known, _ID).tobytes()
        return ids_by_part


class TransformerEmbedder:
    """Vectors from a sentence-transformers model, by folder, or by name as its hub knows it.

    A name that is not in the hub's cache on this machine is downloaded by that library: whoever
    sets one asks for that. Runs on a GPU where torch finds one, else on the processor.
    """

    name: str
    dimensions: int

    def __init__(self, model: str, *, device: str | None = None, batch_texts: int = 32) -> None:
        self._model = _transformer(model, device)
        self._batch_texts = batch_texts
        self.dimensions = self._model.get_embedding_dimension() or 0
        label = Path(model).name if _is_folder(model) else model
        self.name = f"sentence-transformers:{label}@{_parameters_hash(self._model)[:8]}"

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """One row of length 1 per text."""
        import numpy as np

        if not texts:
            return np.zeros((0, self.dimensions), dtype=np.float32)
        vectors = self._model.encode(
            [split_identifiers(text) for text in texts],
            batch_size=self._batch_texts,
            normalize_embeddings=True,
            show_progress_bar=False,
        )
        return np.asarray(vectors, dtype=np.float32)


def _read(folder: Path, name: str) -> bytes:
    try:
        return (folder / name).read_bytes()
    except OSError as error:
        raise _unreadable(folder, name, error) from error


def _mapped(folder: Path, name: str) -> NDArray[np.uint8]:
    """The bytes of a file, of which all processes that map it share what they have read."""
    import numpy as np

    try:
        return np.asarray(np.memmap(folder / name, dtype=np.uint8, mode="r"))
    except OSError as error:
        raise _unreadable(folder, name, error) from error
    except ValueError as error:  # an empty file can't be mapped
        raise _damaged(folder, name) from error


def _matrix(
    folder: Path, weights: NDArray[np.uint8]
) -> tuple[NDArray[Any], NDArray[np.float32], NDArray[np.int64] | None]:
    """The rows as stored (small), each token's factor, and each token's row if not its own."""
    import numpy as np

    try:
        tensors = _tensors(weights)
        rows, row_of = tensors["embeddings"], tensors.get("mapping")
        n_tokens = len(rows) if row_of is None else len(row_of)
        scales = tensors.get("weights", np.ones(n_tokens)).astype(np.float32)
        if rows.ndim != 2 or scales.shape != (n_tokens,):
            raise ValueError("its tensors do not fit together")
    except (KeyError, ValueError, TypeError) as error:
        raise _damaged(folder, "model.safetensors") from error
    return rows, scales, None if row_of is None else row_of.astype(np.int64)


def _tensors(weights: NDArray[np.uint8]) -> dict[str, NDArray[Any]]:
    """The arrays of a safetensors file, where they lie in its bytes.

    The library's own reader copies them. The format: eight bytes that tell the length of a header,
    that in JSON, then the arrays (https://github.com/huggingface/safetensors#format).
    """
    first = 8 + int.from_bytes(weights[:8].tobytes(), "little")
    header = json.loads(weights[8:first].tobytes())
    tensors = {}
    for name, told in header.items():
        if name != "__metadata__":
            start, end = (first + offset for offset in told["data_offsets"])
            values = weights[start:end].view(_DTYPES[told["dtype"]])
            tensors[name] = values.reshape(told["shape"])
    return tensors


def _tokenizer(folder: Path, *, n_tokens: int) -> tuple[Tokenizer, int | None]:
    """The tokenizer and the id it gives to what it does not know."""
    from tokenizers import Tokenizer

    try:
        tokenizer = Tokenizer.from_buffer(_read(folder, "tokenizer.json"))
    except ValueError as error:
        if isinstance(error, EmbedderUnavailable):
            raise
        raise _damaged(folder, "tokenizer.json") from error
    if tokenizer.get_vocab_size() > n_tokens:
        raise _damaged(folder, "tokenizer.json")
    tokenizer.no_padding()
    tokenizer.no_truncation()
    unknown = getattr(tokenizer.model, "unk_token", None)
    return tokenizer, tokenizer.token_to_id(unknown) if unknown else None


def _unreadable(folder: Path, name: str, error: OSError) -> EmbedderUnavailable:
    return EmbedderUnavailable(
        f"embedding model {folder.name!r}: {name} can't be read ({error.strerror}); "
        "reinstall codewitness, or set `embedder` to the folder of a model2vec model"
    )


def _damaged(folder: Path, name: str) -> EmbedderUnavailable:
    return EmbedderUnavailable(
        f"embedding model {folder.name!r}: {name} is damaged or not of a model2vec model; "
        "reinstall codewitness, or set `embedder` to the folder of a model2vec model"
    )


def _transformer(model: str, device: str | None) -> SentenceTransformer:
    try:
        from sentence_transformers import SentenceTransformer
    except ImportError as error:
        raise EmbedderUnavailable(
            "setting `embedder`: sentence-transformers is not installed here; "
            "install codewitness[neural], or set `embedder` to 'static'"
        ) from error
    folder = Path(model).expanduser()
    try:
        return SentenceTransformer(str(folder) if _is_folder(model) else model, device=device)
    except Exception as error:  # whatever the libraries below raise: they share no base class
        raise EmbedderUnavailable(_why_not_loaded(model, error)) from error


def _why_not_loaded(model: str, error: Exception) -> str:
    if _is_folder(model):
        return (
            f"setting `embedder`: the folder {Path(model).name!r} has no sentence-transformers "
            f"model that can be loaded ({type(error).__name__}); check its files"
        )
    return (
        f"setting `embedder`: no model {model!r}: it is not on this machine and could not be "
        "downloaded; check the name, or, offline, name a folder that holds the model"
    )


def _is_folder(model: str) -> bool:
    return Path(model).expanduser().is_dir()


def _parameters_hash(model: SentenceTransformer) -> str:
    """So that a model trained further under the same name is another model."""
    import torch

    digest = hashlib.sha256()
    for name, tensor in sorted(model.state_dict().items()):
        digest.update(name.encode())
        digest.update(tensor.detach().cpu().contiguous().view(-1).view(torch.uint8).numpy())
    return digest.hexdigest()
