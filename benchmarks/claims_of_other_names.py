"""Whether a claim that holds still does with another name of the same code in it.

    python benchmarks/claims_of_other_names.py [--only KIND] [--list] [--seed 1]

Takes the claims of `tests/cases/claims` and `tests/cases/verify` that are SUPPORTED, and asks again
of the same code with two of their names exchanged, or with one (but for the subject and the first,
of which more than one may be done) in place of another: of the same function, or of the file.
Prints how many are SUPPORTED both ways. Some of them rightly are: what is said of both names may
hold, and what never calls one may never call the other.
"""

from __future__ import annotations

import argparse
import random
import re
from collections.abc import Iterator, Sequence

from codewitness.engine.verify.doubts.plain_words import FOR_CODE, IDLE, STATES
from codewitness.engine.verify.verdicts import Status
from codewitness.features.verify.verify import verify
from tests.support.claims import claim_in
from tests.support.markers import Case, load_cases
from tests.support.snapshots import snapshot_of

N_OTHERS = 3  # names that are put in the place of one
NO_NAMES = IDLE | FOR_CODE | STATES
_TOKEN = re.compile(
    r"`(?P<ticked>[^`]+)`|(?<![\w.`])(?P<plain>[A-Za-z_]\w*(?:(?:\.|::|->)\w+)*(?:\(\))?)"
)
_NAME = re.compile(r"(?<![\w\"'])[A-Za-z_]\w+")
# Words of the languages, which nothing is named by.
_GRAMMAR = frozenset(
    re.findall(
        r"\w+",
        "def class return elif for while not except finally with lambda import from const let var"
        " func function throw await public private static void int bool fn mut impl match pub end"
        " instanceof typeof val fun override defer namespace size_t char float include struct"
        " interface export",
    )
)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", help="a part of a kind's name")
    parser.add_argument("--list", action="store_true", help="print what is supported both ways")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    asked: dict[str, int] = {}
    both: dict[str, list[str]] = {}
    for case in (*load_cases("claims"), *load_cases("verify")):
        for kind, sentence, other, is_both in answers(case, arguments.only, arguments.seed):
            asked[kind] = asked.get(kind, 0) + 1
            if is_both:
                both.setdefault(kind, []).append(f"{case.source.name} {sentence} | {other}")
    for kind, n_asked in asked.items():
        print(f"{kind}: {len(both.get(kind, ()))} of {n_asked}", flush=True)
        for one in both.get(kind, ()) if arguments.list else ():
            print("   ", one)


def answers(case: Case, only: str, seed: int) -> Iterator[tuple[str, str, str, bool]]:
    """Kind, claim, the claim with other names, and whether both are SUPPORTED."""
    files = {path: versions[-1] for path, versions in case.files.items()}
    snapshot = snapshot_of(files)
    lines = (line for block in case.blocks for line in block.text.splitlines())
    for line in lines:
        if not line or line.startswith("#"):
            continue
        sentence, word, _ = claim_in(line, case.source)
        place = verify(snapshot, sentence).place if word == "supported" else None
        if place is None:
            continue
        text = files[place.symbol.path]
        own = text[place.symbol.span.start : place.symbol.span.end]
        for kind, other in _with_other_names(
            sentence, own, text, random.Random(f"{seed} {sentence}")
        ):
            if only in kind:
                is_both = verify(snapshot, other).status is Status.SUPPORTED
                yield kind, sentence, other, is_both


def _with_other_names(
    sentence: str, own: str, file: str, chosen: random.Random
) -> Iterator[tuple[str, str]]:
    tokens = list(_tokens(sentence, file))
    for at, one in enumerate(tokens):
        for other in tokens[at + 1 :]:
            if one[0] != other[0]:
                between = sentence[one.end() : other.start()]
                behind = sentence[other.end() :]
                yield (
                    "two exchanged",
                    f"{sentence[: one.start()]}{other[0]}{between}{one[0]}{behind}",
                )
    for kind, text in (("another of the function", own), ("another of the file", file)):
        names = [one for one in _names(text) if one not in sentence]
        for token in tokens[1:]:
            for name in chosen.sample(names, min(N_OTHERS, len(names))):
                put = f"`{name}`" if token["ticked"] else name
                yield kind, sentence[: token.start()] + put + sentence[token.end() :]


def _tokens(sentence: str, text: str) -> Iterator[re.Match[str]]:
    """The names of a claim behind its subject, as the code has them."""
    for found in _TOKEN.finditer(sentence):
        name = (found["ticked"] or found["plain"]).rstrip("()")
        is_there = re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text) is not None
        if found.start() > sentence.find(" ") and is_there and name not in NO_NAMES:
            yield found


def _names(text: str) -> Sequence[str]:
    return sorted({one for one in _NAME.findall(text) if one not in NO_NAMES | _GRAMMAR})


if __name__ == "__main__":
    main()
