"""The embedders: what their vectors promise, and that they say what is wrong with a model."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from codewitness.platform.embed import (
    PACKAGED_MODEL,
    EmbedderUnavailable,
    StaticEmbedder,
    TransformerEmbedder,
    load_embedder,
    split_identifiers,
)

READS_A_FILE = """
def load_text(path):
    with open(path, encoding="utf-8") as handle:
        return handle.readlines()
"""
CONNECTS = """
def connect(host, port):
    sock = socket.create_connection((host, port), timeout=5)
    sock.sendall(HELLO)
    return sock
"""
SORTS = """
def by_price(products):
    return sorted(products, key=lambda product: product.price, reverse=True)
"""
FUNCTIONS = (READS_A_FILE, CONNECTS, SORTS)


@pytest.fixture(scope="module")
def static() -> StaticEmbedder:
    return StaticEmbedder(PACKAGED_MODEL)


@pytest.fixture
def copied_model(tmp_path: Path) -> Path:
    return Path(shutil.copytree(PACKAGED_MODEL, tmp_path / "mine"))


def test_one_float32_row_of_length_1_per_text(static: StaticEmbedder) -> None:
    vectors = static.embed(FUNCTIONS)
    assert vectors.shape == (3, static.dimensions) == (3, 256)
    assert vectors.dtype == np.float32
    assert np.linalg.norm(vectors, axis=1) == pytest.approx([1, 1, 1], abs=1e-5)


def test_no_texts_give_no_rows(static: StaticEmbedder) -> None:
    assert static.embed([]).shape == (0, 256)


@pytest.mark.parametrize("text", ["", " \n\t", "()[]{}", "\x00", "\ufffd", chr(0xD800)])
def test_a_text_without_words_is_a_zero_vector(static: StaticEmbedder, text: str) -> None:
    before, empty, after = static.embed([READS_A_FILE, text, SORTS])
    assert not empty.any()
    assert np.array_equal(before, static.embed([READS_A_FILE])[0])
    assert np.array_equal(after, static.embed([SORTS])[0])


@pytest.mark.parametrize("text", ["x", "return", "Größe", "读取文件", "naïve 🐍", "_", "a" * 9_000])
def test_any_text_gives_finite_numbers(static: StaticEmbedder, text: str) -> None:
    assert np.isfinite(static.embed([text])).all()


def test_a_vector_depends_on_its_own_text_alone(static: StaticEmbedder) -> None:
    texts = [f"def step_{i}(items): return items[{i}]" for i in range(1_100)]  # three batches
    fresh = StaticEmbedder(PACKAGED_MODEL)
    together = static.embed(texts)
    assert np.array_equal(together, np.concatenate([fresh.embed([text]) for text in texts]))
    assert np.array_equal(together, static.embed(texts))


def test_a_full_word_cache_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("codewitness.platform.embed.MAX_CACHED_WORDS", 3)
    small = StaticEmbedder(PACKAGED_MODEL)
    first = [small.embed([text]) for text in FUNCTIONS]
    again = [small.embed([text]) for text in FUNCTIONS]
    assert np.array_equal(first, again)


@pytest.mark.parametrize(
    ("query", "function"),
    [
        ("open a file and read its lines", READS_A_FILE),
        ("open a network connection to a server", CONNECTS),
        ("order items from expensive to cheap", SORTS),
    ],
)
def test_a_description_is_nearest_to_what_it_describes(
    static: StaticEmbedder, query: str, function: str
) -> None:
    nearest = (static.embed(FUNCTIONS) @ static.embed([query])[0]).argmax()
    assert FUNCTIONS[nearest] == function


@pytest.mark.parametrize(
    ("identifier", "words"),
    [
        ("read_lines", "read lines"),
        ("readLines", "read Lines"),
        ("HTTPServer", "HTTP Server"),
        ("parseHTTPBody", "parse HTTP Body"),
        ("sha256Sum", "sha256 Sum"),
        ("plain", "plain"),
        ("MAX_SIZE", "MAX SIZE"),
    ],
)
def test_identifiers_are_split_to_words(
    static: StaticEmbedder, identifier: str, words: str
) -> None:
    assert split_identifiers(identifier) == words
    assert np.array_equal(static.embed([identifier]), static.embed([words]))


def test_the_name_tells_the_weights_apart(static: StaticEmbedder, copied_model: Path) -> None:
    copy = StaticEmbedder(copied_model)
    digest = static.name.removeprefix("static:codewitness@")
    assert copy.name == f"static:mine@{digest}"
    assert len(digest) == 8
    assert np.array_equal(copy.embed(FUNCTIONS), static.embed(FUNCTIONS))


def test_the_packaged_model_is_the_one_it_describes() -> None:
    described = (PACKAGED_MODEL / "MODEL.md").read_text(encoding="utf-8")
    digest = load_embedder("static").name.rpartition("@")[2]  # type: ignore[union-attr]
    assert f"sha256 `{digest}" in described
    assert "Apache License" in (PACKAGED_MODEL / "LICENSE").read_text(encoding="utf-8")
    assert sum(path.stat().st_size for path in PACKAGED_MODEL.iterdir()) <= 16_000_000


def test_the_static_model_needs_neither_torch_nor_a_network() -> None:
    loaded = _modules_after(
        "from codewitness.platform import embed; embed.load_embedder('static').embed(['a file'])"
    )
    assert "numpy" in loaded
    assert not loaded & {"torch", "transformers", "sentence_transformers", "huggingface_hub"}


def test_importing_the_adapters_imports_no_library() -> None:
    loaded = _modules_after("from codewitness.platform import embed")
    assert not loaded & {"numpy", "tokenizers", "safetensors", "model2vec", "torch"}


@pytest.mark.parametrize(("threads", "parallel"), [(1, "false"), (2, "true")])
def test_threads_control_the_tokenizer(
    monkeypatch: pytest.MonkeyPatch, threads: int, parallel: str
) -> None:
    monkeypatch.setenv("TOKENIZERS_PARALLELISM", "unset")
    monkeypatch.setenv("RAYON_NUM_THREADS", "unset")
    load_embedder("static", threads=threads)
    assert os.environ["TOKENIZERS_PARALLELISM"] == parallel


def test_none_is_no_embedder() -> None:
    assert load_embedder("none") is None


@pytest.mark.parametrize("spec", ["", "Static", "static:", "sentence-transformers:", "openai:ada"])
def test_an_unknown_setting_is_told_with_what_is_accepted(spec: str) -> None:
    with pytest.raises(EmbedderUnavailable, match=r"`embedder`.*none of 'static'.*or 'none'"):
        load_embedder(spec)


@pytest.mark.parametrize("name", ["model.safetensors", "tokenizer.json"])
def test_a_missing_file_is_named(copied_model: Path, name: str) -> None:
    (copied_model / name).unlink()
    with pytest.raises(EmbedderUnavailable, match=rf"'mine': {name} can't be read.*`embedder`"):
        load_embedder(f"static:{copied_model}")


@pytest.mark.parametrize("name", ["model.safetensors", "tokenizer.json"])
@pytest.mark.parametrize("n_bytes", [0, 7, 1_000, -1])
def test_a_damaged_file_is_named(copied_model: Path, name: str, n_bytes: int) -> None:
    content = (copied_model / name).read_bytes().rstrip()
    (copied_model / name).write_bytes(content[:n_bytes])
    with pytest.raises(EmbedderUnavailable, match=rf"'mine': {name} is damaged"):
        load_embedder(f"static:{copied_model}")


def test_a_tokenizer_of_another_model_is_refused(copied_model: Path) -> None:
    tokenizer = json.loads((copied_model / "tokenizer.json").read_text(encoding="utf-8"))
    tokenizer["model"]["vocab"]["one-too-many"] = len(tokenizer["model"]["vocab"])
    (copied_model / "tokenizer.json").write_text(json.dumps(tokenizer), encoding="utf-8")
    with pytest.raises(EmbedderUnavailable, match=r"tokenizer\.json is damaged or not of"):
        load_embedder(f"static:{copied_model}")


def test_other_model2vec_folders_can_be_used(tmp_path: Path, static: StaticEmbedder) -> None:
    """Plain float16 rows, and rows shared between tokens, as model2vec writes them."""
    model2vec = pytest.importorskip("model2vec")
    packaged = model2vec.StaticModel.from_pretrained(PACKAGED_MODEL)
    rows = packaged.embedding * packaged.weights[:, None]
    model2vec.StaticModel(rows.astype(np.float16), packaged.tokenizer).save_pretrained(tmp_path)
    same = load_embedder(f"static:{tmp_path}")
    assert same is not None
    assert same.embed(FUNCTIONS) == pytest.approx(static.embed(FUNCTIONS), abs=2e-3)


def test_neural_without_its_extra_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sentence_transformers", None)
    with pytest.raises(EmbedderUnavailable, match=r"install codewitness\[neural\]"):
        load_embedder("sentence-transformers:any")


@pytest.fixture(scope="module")
def tiny_bert(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A sentence-transformers model of random weights, made here: no download."""
    pytest.importorskip("sentence_transformers")
    folder = tmp_path_factory.mktemp("model") / "tiny"
    _save_tiny_bert(folder)
    return folder


@pytest.mark.neural
def test_neural_rows_have_length_1_and_depend_on_the_text(tiny_bert: Path) -> None:
    embedder = load_embedder(f"sentence-transformers:{tiny_bert}")
    assert isinstance(embedder, TransformerEmbedder)
    vectors = embedder.embed([*FUNCTIONS, ""])
    assert vectors.shape == (4, embedder.dimensions) == (4, 16)
    assert vectors.dtype == np.float32
    assert np.linalg.norm(vectors, axis=1) == pytest.approx([1] * 4, abs=1e-5)
    assert vectors == pytest.approx(embedder.embed([*FUNCTIONS, ""]))
    assert not np.allclose(vectors[0], vectors[1], atol=1e-3)
    assert embedder.embed([]).shape == (0, 16)


@pytest.mark.neural
def test_the_neural_name_tells_the_weights_apart(tiny_bert: Path, tmp_path: Path) -> None:
    other = tmp_path / "tiny"
    _save_tiny_bert(other, seed=2)
    names = {TransformerEmbedder(str(path)).name for path in (tiny_bert, tiny_bert, other)}
    assert len(names) == 2
    assert all(name.startswith("sentence-transformers:tiny@") for name in names)


def test_a_neural_model_that_is_nowhere_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("sentence_transformers")
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_OFFLINE", True)
    with pytest.raises(EmbedderUnavailable, match=r"no model 'no/such': .*check the name"):
        load_embedder("sentence-transformers:no/such")


@pytest.mark.neural
def test_a_damaged_neural_model_is_told(tiny_bert: Path, tmp_path: Path) -> None:
    damaged = Path(shutil.copytree(tiny_bert, tmp_path / "damaged"))
    (damaged / "model.safetensors").write_bytes(b"\0" * 100)
    with pytest.raises(EmbedderUnavailable, match=r"folder 'damaged' has no sentence-trans"):
        load_embedder(f"sentence-transformers:{damaged}")


def _save_tiny_bert(folder: Path, seed: int = 1) -> None:
    import torch
    from transformers import BertConfig, BertModel, BertTokenizer

    vocabulary = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "def", "return", "open", "sock"]
    torch.manual_seed(seed)
    config = BertConfig(
        vocab_size=len(vocabulary),
        hidden_size=16,
        num_hidden_layers=1,
        num_attention_heads=2,
        intermediate_size=16,
        max_position_embeddings=64,
    )
    BertModel(config).save_pretrained(folder)
    ids = {token: id_ for id_, token in enumerate(vocabulary)}
    BertTokenizer(vocab=ids, model_max_length=64).save_pretrained(folder)


def _modules_after(code: str) -> set[str]:
    """The modules that a fresh interpreter has loaded after running `code`."""
    shown = f"{code}\nimport sys; print(*sys.modules)"
    source_root = str(PACKAGED_MODEL.parents[2])
    environment = os.environ | {"PYTHONPATH": source_root}
    command = [sys.executable, "-c", shown]
    ran = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    return set(ran.stdout.split())
