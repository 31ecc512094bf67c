"""Verdicts on labelled claims about real packages, compared with what people would say.

    python benchmarks/verify_claims.py [--folder DIR] [--only NAME] [--wrong]

Packages are fetched by their exact versions. `benchmarks/claims/NAME.txt` has a claim a line: the
letter of the verdict and perhaps the trap in it, the sentence, and the lines that must be the
evidence, in the file that `path:` names. Prints accuracy, false support, precision and recall of
evidence lines, the share of sentences that were understood, a confusion table, and how often
verdicts of each confidence were right; then the same of blind runs, as they were answered when
their claims had just been written (`claims/blind.tsv`, a line a claim: run, package, expected
then, answered, confidence then, the claim).
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

from support.packages import Package, fetch

from codewitness.cli.workspace import opened
from codewitness.features.verify import Answer, verify

CLAIMS = Path(__file__).parent / "claims"
BLIND = CLAIMS / "blind.tsv"
PACKAGES = {
    "requests": Package(source="pypi", name="requests", version="2.32.3", folder="*/src"),
    "express": Package(source="npm", name="express", version="4.19.2", folder="package"),
    "rxjs": Package(source="npm", name="rxjs", version="7.8.1", folder="*/src"),
    "gin": Package(source="deb", name="golang-github-gin-gonic-gin-dev", version="1.8.1-1"),
    "leveldb": Package(source="deb-src", name="leveldb", version="1.23-4"),
    "lang3": Package(source="deb-src", name="libcommons-lang3-java", version="3.12.0-2+deb12u1"),
    "rack": Package(source="deb", name="ruby-rack", version="2.2.22-0+deb12u2"),
    "libuv": Package(
        source="deb-src", name="libuv1", version="1.44.2-1+deb12u1", folder="*/src/unix"
    ),
    "pythonnet": Package(source="pypi", name="pythonnet", version="3.0.3"),
    "lottie": Package(source="npm", name="lottie-ios", version="4.5.0"),
    "semver": Package(source="deb", name="librust-semver-dev", version="1.0.14-1"),
    "click": Package(source="pypi", name="click", version="8.1.7", folder="*/src"),
    "axios": Package(source="npm", name="axios", version="1.6.8", folder="package/lib"),
    "trpc": Package(source="npm", name="@trpc/server", version="10.45.2", folder="package/src"),
    "jackson": Package(
        source="deb-src",
        name="jackson-core",
        version="2.14.1-2~deb12u1",
        folder="unpacked/src/main/java",
    ),
    "expo-kotlin": Package(
        source="npm", name="expo-modules-core", version="1.12.11", folder="package/android/src/main"
    ),
    "expo-swift": Package(
        source="npm", name="expo-modules-core", version="1.12.11", folder="package/ios"
    ),
    "cobra": Package(source="deb", name="golang-github-spf13-cobra-dev", version="1.6.1-1"),
    "dbus": Package(source="deb-src", name="dbus-sharp", version="0.8.1-2.1", folder="unpacked"),
    "thor": Package(source="deb", name="ruby-thor", version="1.2.1-2", folder="usr/share"),
    "jansson": Package(source="deb-src", name="jansson", version="2.14-2", folder="unpacked"),
    "fmt": Package(source="deb", name="libfmt-dev", version="9.1.0+ds1-2"),
    "serde_json": Package(source="deb", name="librust-serde-json-dev", version="1.0.87-1"),
    "flask": Package(source="wheel", name="flask", version="3.0.3", folder="flask"),
    "koa": Package(source="npm", name="koa", version="2.15.3", folder="package/lib"),
    "zod": Package(source="npm", name="zod", version="3.25.76", folder="package/src"),
    "mux": Package(source="deb", name="golang-github-gorilla-mux-dev", version="1.8.0-1"),
    "sinatra": Package(
        source="deb",
        name="ruby-sinatra",
        version="3.0.5-3+deb12u1",
        folder="usr/share/rubygems-integration",
    ),
    "jsoup": Package(
        source="deb-src", name="jsoup", version="1.15.3-1", folder="unpacked/src/main/java"
    ),
    "hiredis": Package(source="deb-src", name="hiredis", version="0.14.1-3", folder="unpacked"),
    "tinyxml2": Package(
        source="deb-src", name="tinyxml2", version="9.0.0+dfsg-3.1", folder="unpacked"
    ),
    "screens": Package(
        source="npm",
        name="react-native-screens",
        version="3.31.1",
        folder="package/android/src/main",
    ),
    "capacitor": Package(source="npm", name="@capacitor/ios", version="6.0.0", folder="package"),
    "walkdir": Package(source="deb", name="librust-walkdir-dev", version="2.3.2-1"),
    "rnw": Package(
        source="npm",
        name="react-native-windows",
        version="0.72.20",
        folder="package/Microsoft.ReactNative.Managed",
    ),
    "cjson": Package(source="deb-src", name="cjson", version="1.7.15-1+deb12u4", folder="unpacked"),
    "itsdangerous": Package(
        source="wheel", name="itsdangerous", version="2.2.0", folder="itsdangerous"
    ),
    "fastify": Package(source="npm", name="fastify", version="4.28.0", folder="package/lib"),
    "logrus": Package(source="deb", name="golang-github-sirupsen-logrus-dev", version="1.9.0-1"),
    "gesture": Package(
        source="npm",
        name="react-native-gesture-handler",
        version="2.16.2",
        folder="package/android/src/main",
    ),
    "codegen": Package(
        source="npm",
        name="react-native-windows",
        version="0.72.20",
        folder="package/Microsoft.ReactNative.Managed.CodeGen",
    ),
    "capandroid": Package(
        source="npm", name="@capacitor/android", version="6.0.0", folder="package"
    ),
    "fabric": Package(
        source="git", name="fabric/fabric", version="2e5dffbc35e30f5d34500ae7ccd419005dc6b760"
    ),
    "phoenix": Package(
        source="git",
        name="phoenixframework/phoenix",
        version="167c46950cf53aef363d672687cc653267c20aa6",
        folder="assets/js",
    ),
    "vue": Package(
        source="git",
        name="vuejs/core",
        version="e2bede96134f757aad5c5b33ac9be055022dbfc8",
        folder="packages/reactivity",
    ),
    "databind": Package(
        source="git",
        name="FasterXML/jackson-databind",
        version="3ff375f6cafa9696f43c5ba6f1d607cbd4ea20da",
        folder="src/main/java/com/fasterxml/jackson/databind/util",
    ),
    "okio": Package(
        source="git",
        name="square/okio",
        version="4164f2976ac7174f3d35d52150e8ffbdbe0acbec",
        folder="okio/src/commonMain",
    ),
    "gotools": Package(
        source="git",
        name="golang/tools",
        version="8f0f8c7bde0eea32e01e570a0e330c60a0cbaecc",
        folder="go/ast/astutil",
    ),
    "serilog": Package(
        source="git",
        name="serilog/serilog",
        version="60935b4d7abad71cf6157b45a10f5c3c65ead527",
        folder="src/Serilog",
    ),
    "alamofire": Package(
        source="git",
        name="Alamofire/Alamofire",
        version="7595cbcf59809f9977c5f6378500de2ad73b7ddb",
        folder="Source",
    ),
    "faraday": Package(
        source="deb",
        name="ruby-faraday",
        version="1.1.0-7",
        folder="usr/share/rubygems-integration",
    ),
    "curl": Package(
        source="git",
        name="curl/curl",
        version="5c61e168698a72b87437d58ed728bcdea6d5db42",
        folder="lib",
    ),
    "jsoncpp": Package(
        source="deb-src", name="libjsoncpp", version="1.9.5-4", folder="unpacked/src"
    ),
    "asciinema": Package(
        source="git",
        name="asciinema/asciinema",
        version="e53220fbf9495b0f20a7b241bf9ca2dd84f39f39",
        folder="src",
    ),
    "pydantic": Package(
        source="git",
        name="pydantic/pydantic",
        version="2151025aa51263f3016502b00010b78e4481eaa1",
        folder="pydantic/v1",
    ),
    "pyright": Package(
        source="git",
        name="microsoft/pyright",
        version="93a6550b2acc61d930edf54ad4621638cdc70777",
        folder="packages/pyright-internal/src/common",
    ),
    "exposed": Package(
        source="git",
        name="JetBrains/Exposed",
        version="1be664715fc581cda0ec6141b2914908dabe184e",
        folder="exposed-core/src/main/kotlin",
    ),
    "vapor": Package(
        source="git",
        name="vapor/vapor",
        version="13efaeefd52a965009fc6a69a96ba66e7f20402e",
        folder="Sources/Vapor",
    ),
    "newtonsoft": Package(
        source="git",
        name="JamesNK/Newtonsoft.Json",
        version="09bb545d72969ad7fb4ea07db0d5c34f4fc07877",
        folder="Src/Newtonsoft.Json/Utilities",
    ),
    "casr": Package(
        source="git",
        name="ispras/casr",
        version="36af3ad3dedbeaa5fd62f28e7452897f5bcf6f83",
        folder="libcasr/src",
    ),
    "viper": Package(source="deb", name="golang-github-spf13-viper-dev", version="1.10.1-1"),
    "addressable": Package(
        source="deb",
        name="ruby-addressable",
        version="2.8.1-1",
        folder="usr/share/rubygems-integration",
    ),
    "libyaml": Package(source="deb-src", name="libyaml", version="0.2.5-1", folder="unpacked/src"),
    "snappy": Package(source="deb-src", name="snappy", version="1.1.9-3", folder="unpacked"),
    "ws": Package(source="npm", name="ws", version="8.17.0", folder="package/lib"),
    "databind-type": Package(
        source="git",
        name="FasterXML/jackson-databind",
        version="3ff375f6cafa9696f43c5ba6f1d607cbd4ea20da",
        folder="src/main/java/com/fasterxml/jackson/databind/type",
    ),
    "clusterfuzz": Package(
        source="git",
        name="google/clusterfuzz",
        version="77584976329599df63bf3a0404fde0d1572e3712",
        folder="src/clusterfuzz/_internal/base",
    ),
    "trpc-client": Package(
        source="git",
        name="trpc/trpc",
        version="340811ba5320637fbaf48fccf3dbfdd258bd34db",
        folder="packages/client/src",
    ),
    "ktor": Package(
        source="git",
        name="ktorio/ktor",
        version="ef92e5537d7465961f1b3f2b21e217fc35bcfa1f",
        folder="ktor-http/common/src/io/ktor/http",
    ),
    "serde": Package(
        source="git",
        name="serde-rs/serde",
        version="1023d077510b4aef36a41ef56fdb7798568a2654",
        folder="serde_core/src",
    ),
    "py-tree-sitter": Package(
        source="git",
        name="tree-sitter/py-tree-sitter",
        version="4fb9f66172ac6d4239b0d8c79092aacc57d93bbe",
        folder="tree_sitter/binding",
    ),
    "mustermann": Package(
        source="deb",
        name="ruby-mustermann",
        version="3.0.0-2",
        folder="usr/share/rubygems-integration",
    ),
    "pugixml": Package(source="deb-src", name="pugixml", version="1.13-0.2", folder="unpacked/src"),
    "commander": Package(source="npm", name="commander", version="12.1.0", folder="package/lib"),
    "serilog-parsing": Package(
        source="git",
        name="serilog/serilog",
        version="60935b4d7abad71cf6157b45a10f5c3c65ead527",
        folder="src/Serilog/Parsing",
    ),
    "vapor-auth": Package(
        source="git",
        name="vapor/vapor",
        version="13efaeefd52a965009fc6a69a96ba66e7f20402e",
        folder="Sources/Vapor/Authentication",
    ),
    "databind-node": Package(
        source="git",
        name="FasterXML/jackson-databind",
        version="3ff375f6cafa9696f43c5ba6f1d607cbd4ea20da",
        folder="src/main/java/com/fasterxml/jackson/databind/node",
    ),
    "gotools-diff": Package(
        source="git",
        name="golang/tools",
        version="8f0f8c7bde0eea32e01e570a0e330c60a0cbaecc",
        folder="internal/diff",
    ),
}
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
    """Run; the exit status is 1 if a target is missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--folder", type=Path, help="where packages are kept between runs")
    parser.add_argument("--only", choices=sorted(PACKAGES), nargs="+", help="these packages alone")
    parser.add_argument("--record", type=Path, help="append the verdicts to this file")
    parser.add_argument("--wrong", action="store_true", help="list each difference")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = arguments.folder or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        found: list[Judged] = []
        for name, package in PACKAGES.items():
            if name in (arguments.only or PACKAGES):
                found += judged(name, fetch(package, folder), folder)
    report(found, show_wrong=arguments.wrong)
    blind_report()
    if arguments.record:
        record(found, arguments.record)
    n_right = sum(one.is_right for one in found)
    return 0 if n_right >= 0.95 * len(found) else 1


if __name__ == "__main__":
    sys.exit(main())
