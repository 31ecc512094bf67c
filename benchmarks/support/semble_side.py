"""Search one repository with semble (github.com/MinishLab/semble), in an interpreter that has it.

python semble_side.py MODEL ROOT < queries.json > found.json

Not part of any package: it is run by `benchmarks/search_semble.py` with another interpreter.
"""

from __future__ import annotations

import json
import sys
import time
from typing import Any


def main() -> None:
    model, root = sys.argv[1:3]
    from semble import SembleIndex

    began = time.process_time()
    index = SembleIndex.from_path(root, model_path=model)
    index_seconds = time.process_time() - began
    found: list[list[Any]] = []
    seconds = []
    for query in json.load(sys.stdin):
        began = time.process_time()
        results = index.search(query, top_k=10)
        seconds.append(time.process_time() - began)
        found.append([[r.chunk.file_path, r.chunk.start_line, r.chunk.end_line] for r in results])
    json.dump({"index_seconds": index_seconds, "seconds": seconds, "found": found}, sys.stdout)


if __name__ == "__main__":
    main()
