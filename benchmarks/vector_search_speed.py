"""How long the vectors of a large workspace take to search: `VectorIndex` with made-up rows.

python benchmarks/vector_search_speed.py [--chunks 200000] [--queries 200]

Prints processor time of the whole process, so what else the machine does matters little.
"""

from __future__ import annotations

import argparse
import statistics
import time

import numpy as np

from codewitness.engine.vectors import VectorIndex

DIMENSIONS, PER_FILE, POOL, CANDIDATES = 256, 20, 100, 250


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--chunks", type=int, default=200_000)
    parser.add_argument("--queries", type=int, default=200)
    options = parser.parse_args()
    generator = np.random.default_rng(1)
    matrix = generator.standard_normal((options.chunks, DIMENSIONS), dtype=np.float32)
    matrix /= np.linalg.norm(matrix, axis=1, keepdims=True)
    ids = [f"{n:020x}" for n in range(options.chunks)]
    index = VectorIndex(ids, [f"f{n // PER_FILE}.py" for n in range(options.chunks)], matrix)
    seconds: dict[str, list[float]] = {"nearest": [], "given": []}
    for _ in range(options.queries):
        query = generator.standard_normal(DIMENSIONS, dtype=np.float32)
        some = [ids[n] for n in generator.integers(0, len(ids), CANDIDATES)]
        began = time.process_time()
        index.search(query, POOL, ())
        middle = time.process_time()
        index.cosines(query, some, ())
        seconds["nearest"].append(middle - began)
        seconds["given"].append(time.process_time() - middle)
    print(f"{options.chunks:,} chunks of {DIMENSIONS} numbers, {matrix.nbytes / 1e6:.0f} MB")
    for name, own in seconds.items():
        p50, p95 = statistics.median(own), statistics.quantiles(own, n=20)[-1]
        print(
            f"{name}: p50 {p50 * 1e3:.1f} ms, p95 {p95 * 1e3:.1f} ms, first {own[0] * 1e3:.1f} ms"
        )


if __name__ == "__main__":
    main()
