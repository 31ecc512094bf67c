"""Claims whose truth the parsers of CPython and TypeScript tell, against our verdicts.

    python benchmarks/claims_by_parsers.py [--share 40] [--seed 1] [--only FORM]
        [--wrong N] [--open N] [--typescript MODULE] [FOLDER ...]

Of one function in `--share` of the standard library (or of the folders), claims of each form are
made, true ones and false ones, with nothing of ours: `support/ast_claims.py` and its neighbours
for Python, `support/typescript_claims.js` with the folder of the npm package `typescript`
for JavaScript and TypeScript. Prints for each form how the true and the false were judged, and the
first N that are wrong or open. Exit status 1 if a true claim is CONTRADICTED or NOT_SUPPORTED or a
false one SUPPORTED.
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sysconfig
import warnings
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from benchmarks.support import ast_claims_of_blocks as of_blocks
from benchmarks.support import ast_claims_of_calls as of_calls
from benchmarks.support import ast_claims_of_conditions as of_conditions
from benchmarks.support import ast_claims_of_errors as of_errors
from benchmarks.support import ast_claims_of_others as of_others
from benchmarks.support import ast_claims_of_values as of_values
from benchmarks.support.ast_claims import Form, Function, Said, functions

from codewitness.features.verify.verify import verify
from tests.support.snapshots import snapshot_of

MOST_BYTES = 200_000
LEFT_OUT = {"site-packages", "test", "tests", "lib2to3", "idlelib"}
FORMS: tuple[Form, ...] = (
    *(of_calls.calls, of_calls.joined, of_calls.order, of_calls.passing, of_calls.times),
    *(of_blocks.loops, of_blocks.blocks, of_blocks.stopping, of_blocks.each),
    *(of_conditions.conditions, of_conditions.guards, of_conditions.compound, of_conditions.raises),
    *(of_errors.catches, of_errors.handled, of_values.returns, of_values.forms_of_values),
    *(of_others.other_loops, of_others.other_conditions, of_others.other_blocks),
    *(of_values.handed_on, of_values.writes, of_values.signature, of_values.keys),
)
STATUSES = ("SUPPORTED", "INCONCLUSIVE", "NOT_SUPPORTED", "CONTRADICTED", "SUBJECT_NOT_FOUND")
WRONG = {
    True: {"NOT_SUPPORTED", "CONTRADICTED", "SUBJECT_NOT_FOUND"},
    False: {"SUPPORTED", "SUBJECT_NOT_FOUND"},
}


class Asked(NamedTuple):
    """A claim, and the file that it is about."""

    path: str
    text: str
    said: Said


def main() -> int:
    """Ask, and print the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folders", nargs="*", type=Path)
    parser.add_argument("--share", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="a form")
    parser.add_argument("--wrong", type=int, default=0, metavar="N", help="wrong ones of each form")
    parser.add_argument("--open", type=int, default=0, metavar="N", help="open ones of each form")
    parser.add_argument("--typescript", type=Path, help="folder of the npm package typescript")
    options = parser.parse_args()
    judged: Counter[tuple[str, bool, str]] = Counter()
    shown: Counter[tuple[str, str]] = Counter()
    for asked in _asked(options):
        said = asked.said
        verdict = verify(snapshot_of({asked.path: asked.text}), f"`{asked.path}::{said.text}")
        status = verdict.status.name
        judged[said.form, said.is_true, status] += 1
        sort = "wrong" if status in WRONG[said.is_true] else "open"
        is_told = sort == "wrong" or status == "INCONCLUSIVE"
        if is_told and shown[said.form, sort] < getattr(options, sort):
            shown[said.form, sort] += 1
            print(f"{said.form}: {said.is_true} {status}: `{asked.path}::{said.text}", flush=True)
    return _print(judged)


def _asked(options: argparse.Namespace) -> Iterator[Asked]:
    """The claims about the functions that are drawn."""
    chosen = random.Random(options.seed)
    for folder in options.folders or [Path(sysconfig.get_path("stdlib"))]:
        by_parser = _by_cpython(folder)
        if options.typescript is not None:
            by_parser = _by_typescript(folder, options.typescript)
        for path, text, by_function in by_parser:
            for name, claims in by_function:
                if chosen.randrange(options.share) == 0:
                    for one in claims:
                        said = Said(one.form, f"{name}` {one.text}", one.is_true)
                        if options.only in ("", one.form):
                            yield Asked(path, text, said)


Made = tuple[str, str, list[tuple[str, Iterator[Said]]]]  # path, text, and claims by function


def _by_cpython(folder: Path) -> Iterator[Made]:
    for path in sorted(folder.rglob("*.py")):
        within = path.relative_to(folder)
        if LEFT_OUT & set(within.parts) or path.stat().st_size > MOST_BYTES:
            continue
        text = path.read_text("utf-8", errors="replace")
        try:
            with warnings.catch_warnings(action="ignore"):
                found = functions(text)
        except (SyntaxError, ValueError, RecursionError):
            continue
        made = [(one.name, said_of(one)) for one in found]
        yield within.as_posix(), text, made


def said_of(function: Function) -> Iterator[Said]:
    return (said for form in FORMS for said in form(function))


def _by_typescript(folder: Path, module: Path) -> Iterator[Made]:
    script = Path(__file__).parent / "support" / "typescript_claims.js"
    command = ["node", str(script), str(folder), str(module.resolve())]
    printed = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    by_path: dict[str, dict[str, list[Said]]] = {}
    for line in printed.splitlines():
        one = json.loads(line)
        said = Said(one["form"], one["text"], one["isTrue"])
        by_path.setdefault(one["path"], {}).setdefault(one["function"], []).append(said)
    for path, by_function in by_path.items():
        text = (folder / path).read_text("utf-8")
        yield path, text, [(name, iter(claims)) for name, claims in by_function.items()]


def _print(judged: Counter[tuple[str, bool, str]]) -> int:
    print(f"{'':26}   true  SUP open  not cont lost |  false  SUP open  not cont lost")
    for form in sorted({form for form, _, _ in judged}):
        cells = []
        for is_true in (True, False):
            numbers = [judged[form, is_true, status] for status in STATUSES]
            cells.append(f"{sum(numbers):6} " + " ".join(f"{n:4}" for n in numbers))
        print(f"{form:26} {' | '.join(cells)}")
    n_true = sum(n for (_, is_true, _), n in judged.items() if is_true)
    n_shown = sum(n for (_, is_true, s), n in judged.items() if is_true and s == "SUPPORTED")
    n_wrong = sum(n for (_, is_true, s), n in judged.items() if s in WRONG[is_true])
    print(
        f"{judged.total()} claims, {n_true} true, {n_shown} of them shown; {n_wrong} judged wrongly"
    )
    return 1 if n_wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
