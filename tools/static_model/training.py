"""Train the rows of a static model on pairs: each query must find its own piece of code.

InfoNCE, in both directions, against the other pieces of the batch. A batch is made of runs of
neighbours, pairs of one file or of one package, so most of what a query is told from is alike: the
hard negatives. Pieces that nearly are the same are no negatives of each other.

Texts are added up as the product does (the square root of a token's occurrences). Some queries
lose most of the words that their own piece has, so that they must find it by other words: those who
ask do not know how the code says it, and for the same words there is full-text search.

What comes out is a mean of the rows before and after: pairs teach what they are about, and cost
some of what was known before (the idea is that of "Robust fine-tuning of zero-shot models",
Wortsman et al. 2022).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray
from torch.nn import functional

from codewitness.platform.embed import StaticEmbedder

_LEAST_TOKENS = 3  # that a query has when some of it is hidden


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """How to train. `learning_rate` is in shares of the rows' mean length."""

    seed: int = 1
    epochs: int = 6
    batch: int = 1024
    run: int = 16  # neighbours in a batch, of the same package
    temperature: float = 0.05
    learning_rate: float = 0.02
    alike: float = 0.9  # cosine from which two pieces count as the same
    masked: float = 0.5  # of the queries lose words that their own piece has
    shown: float = 0.25  # of those words they keep
    kept: float = 0.25  # of the rows as they were: a mean of both does better on other repositories


@dataclass(frozen=True, slots=True)
class Bags:
    """Texts as distinct tokens and their factors; `bounds` has one more number than texts."""

    ids: NDArray[np.int32]
    factors: NDArray[np.float32]
    bounds: NDArray[np.int64]

    @classmethod
    def of(cls, texts: Sequence[str], embedder: StaticEmbedder) -> Bags:
        """Texts as the product's embedder takes them apart."""
        ids, factors, bounds = [], [], [0]
        for start in range(0, len(texts), 512):
            tokens, n_tokens = embedder.token_ids(texts[start : start + 512])
            at = 0
            for n in n_tokens:
                distinct, counts = np.unique(tokens[at : at + n], return_counts=True)
                ids.append(distinct.astype(np.int32))
                factors.append(np.sqrt(counts).astype(np.float32))
                bounds.append(bounds[-1] + len(distinct))
                at += n
        return cls(np.concatenate(ids), np.concatenate(factors), np.array(bounds, np.int64))

    def some(self, numbers: NDArray[np.int64]) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """Tokens, factors and offsets of the texts of these numbers, as torch takes them."""
        starts, ends = self.bounds[numbers], self.bounds[numbers + 1]
        lengths = ends - starts
        offsets = np.concatenate([[0], np.cumsum(lengths)[:-1]])
        at = np.arange(lengths.sum()) + np.repeat(starts - offsets, lengths)
        return (
            torch.from_numpy(self.ids[at].astype(np.int64)),
            torch.from_numpy(self.factors[at]),
            torch.from_numpy(offsets),
        )


def train(
    rows: NDArray[np.float32],
    queries: Bags,
    pieces: Bags,
    runs: Callable[[np.random.Generator], list[NDArray[np.int64]]],
    settings: Settings,
    report: Callable[[int, int, float], None] = lambda *_: None,
) -> NDArray[np.float32]:
    """The trained rows. `runs` gives an epoch's runs of neighbours, as numbers of pairs."""
    torch.manual_seed(settings.seed)
    torch.set_num_threads(1)  # more may add in another order, and change the last bits
    generator = np.random.default_rng(settings.seed)
    scale = float(np.sqrt((rows**2).sum(axis=1).mean()))
    first = torch.from_numpy(rows / scale)
    weight = torch.nn.Parameter(first.clone())
    per_number = settings.learning_rate / np.sqrt(rows.shape[1])
    optimizer = torch.optim.Adam([weight], lr=per_number, betas=(0.9, 0.99))
    epochs = [list(_batches(runs(generator), settings, generator)) for _ in range(settings.epochs)]
    n_steps, step = sum(map(len, epochs)), 0
    for epoch, batches in enumerate(epochs):
        losses = []
        for numbers in batches:
            rate = per_number * min(1.0, (step + 1) / 20) * (1 - step / n_steps)
            for group in optimizer.param_groups:
                group["lr"] = rate
            told = pieces.some(numbers)
            asked = masked(queries.some(numbers), told, settings, generator)
            loss = _loss(weight, asked, told, settings)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            losses.append(loss.item())
            step += 1
        report(epoch, len(batches), float(np.mean(losses)))
    trained: NDArray[np.float32] = weight.detach().numpy() * scale
    mean: NDArray[np.float32] = settings.kept * rows + (1 - settings.kept) * trained
    return mean


def masked(
    asked: tuple[torch.Tensor, ...],
    told: tuple[torch.Tensor, ...],
    settings: Settings,
    generator: np.random.Generator,
) -> tuple[torch.Tensor, ...]:
    """The queries, some of them with a factor of 0 for most tokens that their own piece has.

    What would be left with less than three tokens keeps them all.
    """
    (ids, factors, offsets), n_texts = asked, len(asked[2])
    query_of, piece_of = _text_of(ids, offsets), _text_of(told[0], told[2])
    n_ids = 1 + max(int(ids.max()), int(told[0].max()))
    is_shared = np.isin(query_of * n_ids + ids.numpy(), piece_of * n_ids + told[0].numpy())
    n_left = np.bincount(query_of[~is_shared], minlength=n_texts)
    is_chosen = (generator.random(n_texts) < settings.masked) & (n_left >= _LEAST_TOKENS)
    is_hidden = is_shared & is_chosen[query_of]
    is_hidden &= generator.random(len(is_hidden)) >= settings.shown
    return ids, factors * torch.from_numpy((~is_hidden).astype(np.float32)), offsets


def _text_of(ids: torch.Tensor, offsets: torch.Tensor) -> NDArray[np.int64]:
    """The number of the text that each token is of."""
    lengths = np.diff(offsets.numpy(), append=len(ids))
    return np.repeat(np.arange(len(offsets)), lengths)


def _batches(
    runs: list[NDArray[np.int64]], settings: Settings, generator: np.random.Generator
) -> Iterator[NDArray[np.int64]]:
    order = generator.permutation(len(runs))
    numbers = np.concatenate([runs[at] for at in order])
    for start in range(0, len(numbers) - settings.batch + 1, settings.batch):
        yield numbers[start : start + settings.batch]


def _loss(
    weight: torch.Tensor,
    queries: tuple[torch.Tensor, ...],
    pieces: tuple[torch.Tensor, ...],
    settings: Settings,
) -> torch.Tensor:
    asked, told = (_added(weight, bags) for bags in (queries, pieces))
    with torch.no_grad():
        same = (told @ told.T > settings.alike) | (asked @ asked.T > settings.alike)
        same.fill_diagonal_(False)
    scores = (asked @ told.T / settings.temperature).masked_fill(same, float("-inf"))
    own = torch.arange(len(scores))
    forward, back = (functional.cross_entropy(one, own) for one in (scores, scores.T))
    return (forward + back) / 2


def _added(weight: torch.Tensor, bags: tuple[torch.Tensor, ...]) -> torch.Tensor:
    ids, factors, offsets = bags
    added = functional.embedding_bag(ids, weight, offsets, mode="sum", per_sample_weights=factors)
    return functional.normalize(added, dim=1)
