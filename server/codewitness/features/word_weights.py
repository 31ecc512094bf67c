"""What each word of a query weighs among the texts that the tables have."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from codewitness.engine.view import Folder
from codewitness.storage.decode import Hit

if TYPE_CHECKING:
    from codewitness.engine.rank.lexical import Bag
    from codewitness.model.bm25 import Weights

Near = Sequence[Sequence[tuple[str, float]]]


def weights_of(
    folder: Folder, words: Sequence[str], near: Near, hits: Sequence[Hit], texts: Mapping[str, Bag]
) -> tuple[Weights, Near]:
    """What each of `words` weighs in a search of the tables, and those near to them.

    Where weights have to be solved for, no others than the query's own take part.
    """
    from codewitness.engine.rank.lexical import bag_of_hit, solved_weights

    if folder.store is not None:
        every = [*words, *(word for some in near for word, _ in some)]
        if (known := folder.store.word_weights(every)) is not None:
            return known, near
    found = [(bag_of_hit(hit.words), hit.score) for hit in hits if hit.words]
    return solved_weights(words, found, texts.values(), len(folder.view.files)), ()
