"""Verdicts on labelled claims about real packages, compared with what people would say.

    python benchmarks/verify_claims.py [--folder DIR] [--only NAME] [--wrong]

Packages are fetched by their exact versions (`claims/packages.tsv`, a line each: name, where from,
its name there, version, folder). `claims/NAME.txt` has a claim a line: the letter of the verdict
and perhaps the trap in it, the sentence, and the lines that must be the evidence, in the file that
`path:` names. Prints accuracy, false support, precision and recall of evidence lines, the share of
sentences that were understood, a confusion table, and how often verdicts of each confidence were
right; then the same of blind runs, as they were answered when their claims had just been written
(`claims/blind.tsv`, a line a claim: run, package, expected then, answered, confidence then, the
claim).
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from statistics import quantiles
from time import perf_counter

from support.packages import FetchError, fetch, packages

from codewitness.cli.workspace import opened
from codewitness.features.verify import Answer, verify

CLAIMS = Path(__file__).parent / "claims"
BLIND = CLAIMS / "blind.tsv"
PACKAGES = packages(CLAIMS / "packages.tsv")
STATUS = {
    "S": "SUPPORTED",
    "C": "CONTRADICTED",
    "N": "NOT_SUPPORTED",
    "I": "INCONCLUSIVE",
    "M": "SUBJECT_NOT_FOUND",
}
BINS = (0.0, 0.7, 0.8, 0.85, 0.9, 0.95, 1.01)


@dataclass(frozen=True, slots=True, kw_only=True)
class Labelled:
    """A claim with what should be answered. `lines` are 1-based lines of `path`."""

    package: str
    status: str
    trap: str
    sentence: str
    path: str
    lines: frozenset[int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """What was answered. `strange` counts evidence in other files."""

    claim: Labelled
    answer: Answer
    lines: frozenset[int]
    strange: int
    ms: float

    @property
    def is_right(self) -> bool:
        """True if the verdict is the one that was expected."""
        return self.answer.status.value == self.claim.status


def labelled(package: str) -> Iterator[Labelled]:
    """The claims about one package."""
    path = ""
    for line in (CLAIMS / f"{package}.txt").read_text("utf-8").splitlines():
        if line.startswith("path:"):
            path = line.partition(":")[2].strip()
        elif line and not line.startswith("#"):
            head, sentence, lines = (part.strip() for part in line.split("|"))
            letter, _, trap = head.partition(" ")
            yield Labelled(
                package=package,
                status=STATUS[letter],
                trap=trap,
                sentence=sentence,
                path=path,
                lines=frozenset(map(int, lines.split())),
            )


def judged(package: str, root: Path, folder: Path) -> Iterator[Judged]:
    """The answers about one package."""
    arguments = argparse.Namespace(
        root=root, embedder="none", storage=str(folder / f"index-{package}"), verbose=False
    )
    with opened(arguments) as session:
        snapshot = session.snapshot(None)
        for claim in labelled(package):
            began = perf_counter()
            answer = verify(snapshot, claim.sentence)
            ms = (perf_counter() - began) * 1000
            own = [e for e in answer.evidence if e.place.symbol.path.endswith(claim.path)]
            yield Judged(
                claim=claim,
                answer=answer,
                lines=frozenset(e.line for e in own),
                strange=len(answer.evidence) - len(own),
                ms=ms,
            )


def report(all_judged: list[Judged], *, show_wrong: bool) -> None:
    """Print what there is to know."""
    n_right = sum(one.is_right for one in all_judged)
    false_support = [
        one
        for one in all_judged
        if one.answer.status.value == "SUPPORTED" and one.claim.status != "SUPPORTED"
    ]
    understood = sum(not one.answer.claim.problem for one in all_judged)
    good = [one for one in all_judged if one.is_right]
    shown = sum(len(one.lines) + one.strange for one in good)
    expected = sum(len(one.claim.lines) for one in good)
    hits = sum(len(one.lines & one.claim.lines) for one in good)
    print(f"claims               {len(all_judged)}")
    print(f"verdicts right       {n_right / len(all_judged):.3f}")
    print(f"false SUPPORTED      {len(false_support) / len(all_judged):.4f}")
    print(f"sentences understood {understood / len(all_judged):.3f}")
    print(f"evidence precision   {hits / max(shown, 1):.3f}")
    print(f"evidence recall      {hits / max(expected, 1):.3f}")
    times = quantiles([one.ms for one in all_judged], n=20)
    print(f"milliseconds         p50 {times[9]:.1f}, p95 {times[18]:.1f}")
    _confusion(all_judged)
    _reliability(all_judged)
    _by_trap(all_judged)
    if show_wrong:
        _wrong(all_judged)


def record(all_judged: Iterable[Judged], into: Path) -> None:
    """Append what was answered, a line a claim: package, expected, answered, confidence, claim."""
    with into.open("a", encoding="utf-8") as file:
        for one in all_judged:
            answered = one.answer.status.value
            row = (one.claim.package, one.claim.status, answered, f"{one.answer.confidence:.3f}")
            file.write("\t".join((*row, one.claim.sentence)) + "\n")


def blind_report() -> None:
    """What the verdicts of blind runs were, by the labels as they are now."""
    labels = {
        (one.package, one.sentence): one.status for name in PACKAGES for one in labelled(name)
    }
    runs: defaultdict[str, list[tuple[bool, bool]]] = defaultdict(list)
    by_kind: defaultdict[tuple[str, str], list[bool]] = defaultdict(list)
    for line in BLIND.read_text("utf-8").splitlines():
        run, package, expected, answered, sure, sentence = line.split("\t")
        is_right = labels.get((package, sentence), expected) == answered
        runs[run].append((expected == answered, is_right))
        by_kind[answered, sure].append(is_right)
    print("\nblind run            claims  right  right by reviewed labels")
    for run, rights in runs.items():
        first, now = (sum(column) / len(rights) for column in zip(*rights, strict=True))
        print(f"{run:20} {len(rights):6}  {first:.3f}  {now:.3f}")
    print("\nblind verdict        sure then   claims  right")
    for (answered, sure), one in sorted(by_kind.items()):
        print(f"{answered:20} {sure:>9}   {len(one):6}  {sum(one) / len(one):.3f}")


def _confusion(all_judged: Iterable[Judged]) -> None:
    counts = Counter((one.claim.status, one.answer.status.value) for one in all_judged)
    print("\nexpected / answered  " + " ".join(f"{name[:13]:>13}" for name in STATUS.values()))
    for row in STATUS.values():
        print(f"{row:20} " + " ".join(f"{counts[row, name]:13}" for name in STATUS.values()))


def _reliability(all_judged: Iterable[Judged]) -> None:
    print("\nconfidence           claims   mean  right")
    for low, high in pairwise(BINS):
        inside = [one for one in all_judged if low <= one.answer.confidence < high]
        if inside:
            mean = sum(one.answer.confidence for one in inside) / len(inside)
            right = sum(one.is_right for one in inside) / len(inside)
            print(
                f"{low:.2f} to {min(high, 1):.2f}         {len(inside):6}  {mean:.3f}  {right:.3f}"
            )


def _by_trap(all_judged: Iterable[Judged]) -> None:
    groups: defaultdict[str, list[bool]] = defaultdict(list)
    for one in all_judged:
        groups[one.claim.trap or "none"].append(one.is_right)
    print("\ntrap                 claims  right")
    for trap, rights in sorted(groups.items()):
        print(f"{trap:20} {len(rights):6}  {sum(rights) / len(rights):.3f}")


def _wrong(all_judged: Iterable[Judged]) -> None:
    for one in all_judged:
        if one.is_right and one.lines == one.claim.lines and not one.strange:
            continue
        print(f"\n{one.claim.package}: {one.claim.sentence}")
        print(f"  expected {one.claim.status} {sorted(one.claim.lines)}")
        print(f"  answered {one.answer.status.value} {sorted(one.lines)}: {one.answer.summary}")


def main() -> int:
    """Run; the exit status is 1 if a target is missed or a package could not be had."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--folder", type=Path, help="where packages are kept between runs")
    parser.add_argument(
        "--only", choices=sorted(PACKAGES), nargs="+", metavar="NAME", help="these packages alone"
    )
    parser.add_argument("--record", type=Path, help="append the verdicts to this file")
    parser.add_argument("--wrong", action="store_true", help="list each difference")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = arguments.folder or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        found: list[Judged] = []
        left_out: list[str] = []
        for name in arguments.only or PACKAGES:
            try:
                root = fetch(PACKAGES[name], folder)
            except FetchError as error:
                left_out.append(f"{name}: {error}")
            else:
                found += judged(name, root, folder)
    print("".join(f"left out: {one}\n" for one in left_out), end="")
    if not found:
        return 1
    report(found, show_wrong=arguments.wrong)
    blind_report()
    if arguments.record:
        record(found, arguments.record)
    n_right = sum(one.is_right for one in found)
    return 0 if n_right >= 0.95 * len(found) and not left_out else 1


if __name__ == "__main__":
    sys.exit(main())
