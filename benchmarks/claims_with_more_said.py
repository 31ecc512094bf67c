"""Whether a claim that holds still does with more said than the code shows.

    python benchmarks/claims_with_more_said.py [--only WORDS] [--list] [--share 20] [--seed 1]

Takes the claims of `tests/cases/claims` and `tests/cases/verify` that are SUPPORTED and deny
nothing, adds words of how, when, where, or what else (`twice`, `in a background thread`, `and logs
it`), and asks again of the same code: one in `--share` of them all. Prints how many are still
SUPPORTED for each addition. Some of them rightly are: what always happens may be said so.
"""

from __future__ import annotations

import argparse
import random
import re
from collections import Counter
from collections.abc import Iterator

from codewitness.engine.verify.reading.parse import parse
from codewitness.engine.verify.verdicts import Status
from codewitness.features.verify.verify import verify
from tests.support.claims import claim_in
from tests.support.markers import Case, load_cases
from tests.support.snapshots import snapshot_of

BEHIND = (
    *("twice", "three times", "at least twice", "more than once", "once a day", "every minute"),
    *("in a loop", "for each item", "recursively", "in reverse order", "at random", "in parallel"),
    *("asynchronously", "in a background thread", "on the main thread", "lazily", "eagerly"),
    *("in a transaction", "under a lock", "atomically", "in place", "in memory", "on disk"),
    *("unconditionally", "as a last resort", "by default", "silently", "on failure", "on success"),
    *("if it is None", "unless it is empty", "when the user is an admin", "after sleeping"),
    *("before returning", "after an error", "at startup", "on exit", "within 30 seconds"),
    *("with a timeout", "without a timeout", "without copying it", "without blocking"),
    *("from the cache", "from the database", "over the network", "as JSON", "as bytes", "in UTF-8"),
    *("and logs it", "and retries", "and returns it", "and closes it", "or raises ValueError"),
    *("instead of the default", "even if it fails", "in debug mode", "on Windows"),
    *("in production", "for admins", "to the user", "with a warning", "again later"),
    *("except on Windows", "except for the first", "but only the first", "as fast as it can"),
    *("because it is faster", "so that nothing is lost", "rather than raising", "per request"),
)
IN_FRONT = (
    *("only", "always", "first", "finally", "sometimes", "rarely", "eventually", "also", "just"),
    *(
        "lazily",
        "recursively",
        "asynchronously",
        "atomically",
        "silently",
        "repeatedly",
        "randomly",
    ),
    *("explicitly", "immediately", "safely", "partially", "temporarily", "manually", "no longer"),
    *("tries and fails and", "sorts the list and", "checks permissions and", "waits a second and"),
)
_DENYING = re.compile(r"\b(?:no|not|never|without|nothing|neither|ignores|untouched)\b|n't\b")
_VERB = re.compile(r"^(\S+ )((?!is |has |was |does |are |can |must |may )[a-z]+s )")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", help="words of an addition")
    parser.add_argument("--list", action="store_true", help="print what is SUPPORTED still")
    parser.add_argument("--share", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    asked: Counter[str] = Counter()
    still: dict[str, list[str]] = {}
    for case in (*load_cases("claims"), *load_cases("verify")):
        chosen = random.Random(f"{arguments.seed} {case.source.name}")
        for added, sentence, longer, is_both in answers(
            case, arguments.only, chosen, arguments.share
        ):
            asked[added] += 1
            if is_both:
                still.setdefault(added, []).append(f"{case.source.name} {sentence} | {longer}")
    for added, n_asked in asked.items():
        print(f"{added}: {len(still.get(added, ()))} of {n_asked}", flush=True)
        for one in still.get(added, ()) if arguments.list else ():
            print("   ", one)
    print(f"all: {sum(map(len, still.values()))} of {asked.total()}")


def answers(
    case: Case, only: str, chosen: random.Random, share: int
) -> Iterator[tuple[str, str, str, bool]]:
    """What was added, claim, the longer claim, and whether both are SUPPORTED."""
    snapshot = snapshot_of({path: versions[-1] for path, versions in case.files.items()})
    lines = (line for block in case.blocks for line in block.text.splitlines())
    for line in lines:
        if not line or line.startswith("#"):
            continue
        sentence, word, _ = claim_in(line, case.source)
        if word != "supported" or denies(sentence):
            continue
        for added, longer in longer_claims(sentence):
            if only in added and chosen.randrange(share) == 0:
                is_both = verify(snapshot, longer).status is Status.SUPPORTED
                yield added, sentence, longer, is_both


def denies(sentence: str) -> bool:
    """True of `never calls f`, which holds in a loop if it does anywhere."""
    claim = parse(sentence)
    is_so = claim.is_negated or any(one.is_negated for one in claim.clauses)
    return is_so or _DENYING.search(sentence) is not None


def longer_claims(sentence: str) -> Iterator[tuple[str, str]]:
    """What is added, and the claim with it: at its end, and in front of its verb."""
    for added in BEHIND:
        yield f"… {added}", f"{sentence} {added}"
    found = _VERB.match(sentence)
    if found is not None:
        for added in IN_FRONT:
            yield f"{added} …", f"{found[1]}{added} {sentence[found.start(2) :]}"


if __name__ == "__main__":
    main()
