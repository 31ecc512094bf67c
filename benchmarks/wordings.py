"""How many sentences are taken for what a careful person takes them for.

    python benchmarks/wordings.py [FILE ...]

Reads `tests/cases/wordings/*.txt`, or these files, lists each sentence that is taken otherwise, and
prints the shares of sentences and of clauses that are taken rightly.
"""

from __future__ import annotations

import sys
from pathlib import Path

from support.wordings import FOLDER, shown, taken, wordings

from codewitness.engine.verify.reading.parse import parse


def main() -> int:
    """Print what is taken otherwise, and the shares."""
    paths = [Path(name) for name in sys.argv[1:]] or sorted(FOLDER.glob("*.txt"))
    for path in paths:
        results = [(one, taken(one)) for one in wordings(path)]
        for one, (_, _, is_whole) in results:
            if not is_whole:
                print(f"{one.sentence}\n    wanted {' OR '.join(one.readings)}")
                print(f"    taken  {shown(parse(one.sentence))}")
        rights, clauses, wholes = (sum(result[n] for _, result in results) for n in range(3))
        print(
            f"{path.stem}: {len(results)} sentences, {wholes / len(results):.3f} taken rightly;"
            f" {clauses} clauses, {rights / clauses:.3f}"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
