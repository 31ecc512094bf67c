"""Whether claims are judged alike where the code is written in another way, and does the same.

    python benchmarks/claims_written_alike.py [--only KIND] [--list]

Asks the claims of `tests/cases/claims` and `tests/cases/verify` of their code as it is, and of the
same code with other comments (`support/alike_layout.py`) or other statements (of Python by
`support/alike_python.py`, `alike_control.py` and `alike_forms.py`, of others by
`support/alike_blocks.py`). Prints how many verdicts differ, and how: the contrary of a verdict is
worse than one that is left open.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Callable, Iterator

from benchmarks.support import (
    alike_blocks,
    alike_control,
    alike_forms,
    alike_layout,
    alike_python,
)

from codewitness.features.verify import verify
from tests.support.claims import claim_in
from tests.support.markers import Case, load_cases
from tests.support.snapshots import snapshot_of

Rewrite = Callable[[str, str], str]  # a path, and the text


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", help="a part of a kind's name")
    parser.add_argument("--list", action="store_true", help="print what differs")
    arguments = parser.parse_args()
    cases = [*load_cases("claims"), *load_cases("verify")]
    for kind in (one for one in REWRITES if arguments.only in one):
        n_asked, found = 0, list[tuple[str, str, str, str]]()
        for case in cases:
            for sentence, before, after in verdicts(case, kind):
                n_asked += 1
                if before != after:
                    found.append((case.source.name, sentence, before, after))
        counts = Counter(f"{before} -> {after}" for *_, before, after in found)
        print(f"{kind}: {len(found)} of {n_asked} differ", dict(counts), flush=True)
        for one in found if arguments.list else ():
            print("   ", *one)


def of_python(rewrite: Callable[[str], str]) -> Rewrite:
    """The same for a file, left as it is where it is no Python, or none that can be read."""

    def rewritten(path: str, text: str) -> str:
        if not path.endswith(".py"):
            return text
        try:
            return rewrite(text)
        except (SyntaxError, ValueError):
            return text

    return rewritten


REWRITES: dict[str, Rewrite] = {
    **alike_layout.REWRITES,
    **alike_blocks.REWRITES,
    **{kind: of_python(one) for kind, one in alike_python.REWRITES.items()},
    **{kind: of_python(one) for kind, one in alike_control.REWRITES.items()},
    **{kind: of_python(one) for kind, one in alike_forms.REWRITES.items()},
}


def verdicts(case: Case, kind: str) -> Iterator[tuple[str, str, str]]:
    """Each claim about code that is changed, its verdict on the code as it is, and on this."""
    files = {path: versions[-1] for path, versions in case.files.items()}
    changed = {path: REWRITES[kind](path, text) for path, text in files.items()}
    if changed == files:
        return
    own, other = snapshot_of(files), snapshot_of(changed)
    for block in case.blocks:
        for line in block.text.splitlines():
            if line and not line.startswith("#"):
                sentence, _, _ = claim_in(line, case.source)
                yield sentence, *(verify(one, sentence).status.value for one in (own, other))


if __name__ == "__main__":
    main()
