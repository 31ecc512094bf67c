"""How many claims stay supported once the code that proves them is changed.

    python benchmarks/claims_on_changed_code.py [--share 0.2] [--seed 1] [--list]

Takes claims of `tests/cases/claims` and `tests/cases/verify` that are supported, changes what
proves them (see `support/changed_code.py`), asks again, and prints the verdicts by kind of change.
Not all that stay supported are wrong: `loops over xs` holds of a loop that ends at once. `--list`
shows them.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from support.changed_code import Change, changes

from codewitness.features.verify import verify
from codewitness.model.text import Text
from codewitness.syntax.extract import analyse
from tests.support.claims import claim_in
from tests.support.markers import load_cases
from tests.support.snapshots import snapshot_of

MOST = 4  # changes of one claim
SUPPORTED = "SUPPORTED"


class Asked(NamedTuple):
    """A claim about changed code, and its verdict."""

    claim: str
    change: Change
    status: str


def main() -> int:
    """Print the verdicts of each kind of change."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--share", type=float, default=0.2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--list", action="store_true")
    arguments = parser.parse_args()
    counts: Counter[tuple[str, str]] = Counter()
    for files, claim in supported():
        chosen = random.Random(f"{arguments.seed} {claim}")  # the same in each version
        if chosen.random() >= arguments.share:
            continue
        for one in asked_again(files, claim, chosen):
            counts[one.change.kind, one.status] += 1
            if arguments.list and one.status == SUPPORTED:
                print(f"{one.change.kind} {one.change.what!r}: {claim}")
    for kind in sorted({kind for kind, _ in counts}):
        of_kind = {status: n for (one, status), n in counts.items() if one == kind}
        shares = ", ".join(f"{n} {status}" for status, n in sorted(of_kind.items()))
        share = of_kind.get(SUPPORTED, 0) / sum(of_kind.values())
        print(f"{kind}: {shares}; {share:.3f} stay supported")
    return 0


def supported() -> Iterator[tuple[Mapping[str, str], str]]:
    """The files of each case, and its claims that are supported."""
    for case in (*load_cases("claims"), *load_cases("verify")):
        files = {path: versions[-1] for path, versions in case.files.items()}
        for line in (one for block in case.blocks for one in block.text.splitlines()):
            if 'claim "' in line and " => supported" in line and not line.startswith("#"):
                yield files, claim_in(line.strip(), case.source)[0]


def asked_again(files: Mapping[str, str], claim: str, chosen: random.Random) -> Iterator[Asked]:
    """The verdicts on some changes of what proves the claim."""
    answer = verify(snapshot_of(files), claim)
    if answer.status.value != SUPPORTED or answer.place is None or not answer.evidence:
        return
    symbol = answer.place.symbol
    text = Text.of(files[symbol.path])
    analysis = analyse(symbol.path, text)
    if analysis is None or analysis.tree is None:
        return
    lines = {one.line for one in answer.evidence if one.place.symbol.path == symbol.path}
    found = list(changes(claim, text.raw, analysis.tree, symbol.span, lines))
    for change in chosen.sample(found, min(MOST, len(found))):
        new = change.of(text.raw).decode()
        changed = analyse(symbol.path, Text.of(new))
        if changed is None or changed.tree is None or changed.tree.root_node.has_error:
            continue
        again = verify(snapshot_of({**files, symbol.path: new}), claim)
        yield Asked(claim, change, again.status.value)


if __name__ == "__main__":
    sys.exit(main())
