"""The model as floats to be trained, and as the folder that the product reads."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

MAX_BYTES = 16_000_000  # what the wheel may grow by


@dataclass(frozen=True, slots=True)
class Model:
    """One float row a token; `folder` has the licence and the configuration."""

    rows: NDArray[np.float32]
    tokenizer: dict[str, Any]
    folder: Path

    @property
    def dimensions(self) -> int:
        """How many numbers a row has."""
        return int(self.rows.shape[1])

    @classmethod
    def read(cls, folder: Path) -> Model:
        """The model of a folder as `write` makes it."""
        from safetensors.numpy import load

        tensors = load((folder / "model.safetensors").read_bytes())
        rows = tensors["embeddings"].astype(np.float32) * tensors["weights"][:, None]
        tokenizer = json.loads((folder / "tokenizer.json").read_text("utf-8"))
        return cls(rows.astype(np.float32), tokenizer, folder)

    def write(self, folder: Path) -> int:
        """Write rows as int8 with one scale each; how many bytes the folder then has."""
        from safetensors.numpy import save

        folder.mkdir(parents=True, exist_ok=True)
        scales = np.maximum(np.abs(self.rows).max(axis=1), np.finfo(np.float32).tiny) / 127
        rows = np.rint(self.rows / scales[:, None]).astype(np.int8)
        tensors = {"embeddings": rows, "weights": scales.astype(np.float32)}
        (folder / "model.safetensors").write_bytes(save(tensors))
        _write_json(folder / "tokenizer.json", self.tokenizer, indent=None)
        for name in ("config.json", "LICENSE"):
            (folder / name).write_bytes((self.folder / name).read_bytes())
        n_bytes = sum(file.stat().st_size for file in folder.iterdir())
        if n_bytes > MAX_BYTES:
            raise ValueError(f"{folder}: {n_bytes:,} bytes, at most {MAX_BYTES:,} may be shipped")
        return n_bytes


def _write_json(path: Path, value: dict[str, Any], *, indent: int | None) -> None:
    path.write_text(json.dumps(value, ensure_ascii=False, indent=indent) + "\n", encoding="utf-8")
