"""An embedder that recalls what it made lately: a search embeds the chunks of unsaved buffers."""

from __future__ import annotations

import hashlib
import threading
from collections import OrderedDict
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from codewitness.engine.ports import Embedder
    from codewitness.engine.vectors import Matrix

MAX_RECALLED = 4_096  # vectors, 4 MB of 256 floats


class RecallingEmbedder:
    """The vectors of `embedder`, each made once while it is asked for now and then.

    Safe to use from several threads if `embedder` is.
    """

    def __init__(self, embedder: Embedder) -> None:
        self.name = embedder.name
        self.dimensions = embedder.dimensions
        self._embedder = embedder
        self._lock = threading.Lock()
        self._recalled: OrderedDict[bytes, Matrix] = OrderedDict()

    def embed(self, texts: Sequence[str]) -> Matrix:
        """One row per text, as `embedder` gives."""
        keys = [
            hashlib.blake2b(text.encode("utf-8", "replace"), digest_size=16).digest()
            for text in texts
        ]
        with self._lock:
            known = {key: self._recalled[key] for key in keys if key in self._recalled}
        new = {key: text for key, text in zip(keys, texts, strict=True) if key not in known}
        made = self._embedder.embed(list(new.values()))
        known |= dict(zip(new, made, strict=True))
        with self._lock:
            for key in keys:
                self._recalled[key] = known[key]
                self._recalled.move_to_end(key)
            while len(self._recalled) > MAX_RECALLED:
                self._recalled.popitem(last=False)
        if len(new) == len(texts):
            return made
        import numpy as np

        return np.array([known[key] for key in keys], dtype=np.float32)
