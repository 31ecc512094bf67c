"""Whether a claim that holds and one that says the contrary are both SUPPORTED.

    python benchmarks/claims_turned.py [--only KIND] [--list]

Takes the claims of `tests/cases/claims` and `tests/cases/verify` that are SUPPORTED, turns a word
of each (`until` into `while`, `if` into `unless`, `before` into `after` …), and asks again of the
same code. Prints how many are SUPPORTED both ways. Some of them rightly are: a function may do a
thing before another and after it.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator

from codewitness.engine.verify.verdicts import Status
from codewitness.features.verify.verify import verify
from tests.support.claims import claim_in
from tests.support.markers import Case, load_cases
from tests.support.snapshots import snapshot_of

_OUTSIDE_TICKS = r"(?=(?:[^`]*`[^`]*`)*[^`]*$)"
_VERB = re.compile(r"(?!is |has |was |does |always |never |only )[a-z]+s ")
PAIRS = (
    *(("until", "while"), ("if", "unless"), ("when", "unless"), ("before", "after")),
    *(("at least", "at most"), ("more than", "less than"), ("greater than", "less than")),
    *(("first", "last"), ("inside", "outside"), ("in a loop", "outside a loop")),
    *(("always", "never"), ("succeeds", "fails"), ("true", "false"), ("True", "False")),
    *(("empty", "not empty"), ("missing", "present"), ("set", "not set"), ("given", "not given")),
    *(("all", "none"), ("twice", "once"), ("positive", "negative"), ("enabled", "disabled")),
    *(("valid", "invalid"), ("found", "not found"), ("exists", "does not exist")),
    *(("increments", "decrements"), ("adds", "removes"), ("reads", "writes"), ("start", "end")),
    *(("without", "with"), ("otherwise", "as well"), ("read", "written"), ("sync", "async")),
    *(("starts", "ends"), ("ascending", "descending"), ("largest", "smallest"), ("min", "max")),
    *(("is not", "is"), ("are not", "are"), ("does not", "does"), ("has no", "has a"), ("no", "a")),
)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", help="a part of a kind's name")
    parser.add_argument("--list", action="store_true", help="print what is supported both ways")
    arguments = parser.parse_args()
    asked: dict[str, int] = {}
    both: dict[str, list[str]] = {}
    for case in (*load_cases("claims"), *load_cases("verify")):
        for kind, sentence, turned, is_both in answers(case, arguments.only):
            asked[kind] = asked.get(kind, 0) + 1
            if is_both:
                both.setdefault(kind, []).append(f"{case.source.name} {sentence} | {turned}")
    for kind, n_asked in asked.items():
        print(f"{kind}: {len(both.get(kind, ()))} of {n_asked}", flush=True)
        for one in both.get(kind, ()) if arguments.list else ():
            print("   ", one)


def turned_claims(sentence: str) -> Iterator[tuple[str, str]]:
    """Kinds, and the claim with one word of it turned, outside of backquotes."""
    for one, other in (*PAIRS, *((b, a) for a, b in PAIRS)):
        pattern = re.compile(rf"(?<![\w.]){re.escape(one)}(?![\w.(=]){_OUTSIDE_TICKS}")
        for found in pattern.finditer(sentence):
            start = sentence.find(" ")
            if found.start() > start > 0:
                yield (
                    f"{one} -> {other}",
                    sentence[: found.start()] + other + sentence[found.end() :],
                )
    subject, _, rest = sentence.partition(" ")
    if _VERB.match(rest) is not None:
        yield "denied", f"{subject} never {rest}"
    for found in re.finditer(rf"(?<![\w.\[\"'])\d+(?![\w.\]\"']){_OUTSIDE_TICKS}", sentence):
        more = f"{sentence[: found.start()]}{int(found[0]) + 1}{sentence[found.end() :]}"
        yield "a number more", more


def answers(case: Case, only: str) -> Iterator[tuple[str, str, str, bool]]:
    """Kind, claim, the claim turned, and whether both are SUPPORTED."""
    files = {path: versions[-1] for path, versions in case.files.items()}
    snapshot = snapshot_of(files)
    for block in case.blocks:
        for line in block.text.splitlines():
            if not line or line.startswith("#"):
                continue
            sentence, word, _ = claim_in(line, case.source)
            if word != "supported":
                continue
            for kind, turned in turned_claims(sentence):
                if only in kind:
                    is_both = verify(snapshot, turned).status is Status.SUPPORTED
                    yield kind, sentence, turned, is_both


if __name__ == "__main__":
    main()
