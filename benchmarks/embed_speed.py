"""How fast the embedders are, and how well they find a function by its docstring.

    PYTHONPATH=server python benchmarks/embed_speed.py [--model sentence-transformers:FOLDER]

Reads the sources of the running interpreter's standard library. Speed: function-sized texts per
second, from one process. Quality: the first paragraph of a docstring is the query, all sampled
functions without their docstrings are the candidates; MRR and the share found in the first ten.
"""

from __future__ import annotations

import argparse
import ast
import random
import sysconfig
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any
from unittest import mock

from codewitness.platform import embed

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

SEED = 7
SKIPPED_PARTS = {"site-packages", "dist-packages", "test", "tests", "idle_test"}
MIN_QUERY_CHARACTERS = 20
MIN_BODY_LINES = 4

Embed = Callable[[Sequence[str]], "NDArray[Any]"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Function:
    """A function's text, whole and without its docstring, and the docstring's first paragraph."""

    text: str
    body: str
    query: str


def main() -> None:
    """Print one line for each way to embed."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--model", default="static", help="as in the setting `embedder`")
    parser.add_argument("--texts", type=int, default=5_000, help="texts for the speed")
    parser.add_argument("--pairs", type=int, default=2_000, help="functions for the quality")
    options = parser.parse_args()
    functions = sorted(functions_of_stdlib(), key=lambda function: function.text)
    random.Random(SEED).shuffle(functions)
    texts = [function.text for function in functions[: options.texts]]
    pairs = [function for function in functions if _is_searchable(function)][: options.pairs]
    n_characters = sum(map(len, texts)) // len(texts)
    print(f"{len(texts)} texts of {n_characters} characters on average, {len(pairs)} pairs")
    if (embedder := embed.load_embedder(options.model)) is None:
        raise SystemExit("no embedder to measure")
    print(f"{'':34}{'first/s':>9}{'again/s':>9}{'MRR':>8}{'in 10':>8}")
    report(embedder.name, embedder.embed, texts, pairs)
    with mock.patch.object(embed, "split_identifiers", str):
        plain = embed.load_embedder(options.model)
        assert plain is not None
        report("without splitting identifiers", plain.embed, texts, pairs)
    if options.model == "static":
        report("model2vec's own encode", _model2vec_encode(), texts, pairs)


def report(title: str, embedding: Embed, texts: list[str], pairs: list[Function]) -> None:
    """Time two passes (a second one finds the words known), then search, then print."""
    speeds = [_texts_per_second(embedding, texts) for _ in range(2)]
    ranks = _ranks(embedding, pairs)
    mrr, in_ten = (1 / ranks).mean(), (ranks <= 10).mean()
    print(f"{title:34}{speeds[0]:9,.0f}{speeds[1]:9,.0f}{mrr:8.3f}{in_ten:8.3f}")


def functions_of_stdlib() -> Iterator[Function]:
    """Every function of the standard library but those of its tests."""
    root = Path(sysconfig.get_path("stdlib"))
    for path in sorted(root.rglob("*.py")):
        if SKIPPED_PARTS.isdisjoint(path.relative_to(root).parts):
            source = path.read_text(encoding="utf-8", errors="replace")
            try:
                tree = ast.parse(source)
            except SyntaxError:  # templates with Python's file name
                continue
            yield from _functions(tree, source.split("\n"))


def _functions(tree: ast.Module, lines: list[str]) -> Iterator[Function]:
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            whole = lines[node.lineno - 1 : node.end_lineno]
            body, query = whole, ""
            if doc := ast.get_docstring(node):
                first = node.body[0]
                start, end = first.lineno - node.lineno, (first.end_lineno or 0) - node.lineno + 1
                body, query = whole[:start] + whole[end:], doc.split("\n\n")[0].replace("\n", " ")
            yield Function(text="\n".join(whole), body="\n".join(body), query=query)


def _is_searchable(function: Function) -> bool:
    n_lines = function.body.count("\n") + 1
    return len(function.query) > MIN_QUERY_CHARACTERS and n_lines >= MIN_BODY_LINES


def _texts_per_second(embedding: Embed, texts: list[str]) -> float:
    start = time.perf_counter()
    embedding(texts)
    return len(texts) / (time.perf_counter() - start)


def _ranks(embedding: Embed, pairs: list[Function]) -> NDArray[np.int64]:
    """The rank of each query's own function; a tie counts against it."""
    import numpy as np

    scores = embedding([pair.query for pair in pairs]) @ embedding([p.body for p in pairs]).T
    own = np.diag(scores)[:, None]
    ranks: NDArray[np.int64] = (scores >= own).sum(axis=1)
    return ranks


def _model2vec_encode() -> Embed:
    from model2vec import StaticModel

    model = StaticModel.from_pretrained(embed.PACKAGED_MODEL)
    return lambda texts: model.encode(list(texts), use_multiprocessing=False)


if __name__ == "__main__":
    main()
