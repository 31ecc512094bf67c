"""Claims about Python functions whose truth CPython's own parser tells, against our verdicts.

    python benchmarks/verify_vs_ast.py [--share 40] [--seed 1] [--only FORM] [--show N] [FOLDER ...]

Of one function in `--share` of the standard library (or of the folders), claims of each form are
made, true ones and false ones (`support/ast_claim_forms.py`), with nothing of ours. Prints for each
form how the true and the false were judged, and the first N wrong ones. Exit status 1 if a true
claim is CONTRADICTED or NOT_SUPPORTED or a false one SUPPORTED.
"""

from __future__ import annotations

import argparse
import random
import sysconfig
import warnings
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from support.ast_claim_forms import FORMS
from support.ast_claims import Said, functions
from support.ast_claims_of_flow import FLOW_FORMS

from codewitness.features.verify.verify import verify
from tests.support.snapshots import snapshot_of

MOST_BYTES = 200_000
LEFT_OUT = {"site-packages", "test", "tests", "lib2to3", "idlelib"}
STATUSES = ("SUPPORTED", "INCONCLUSIVE", "NOT_SUPPORTED", "CONTRADICTED", "SUBJECT_NOT_FOUND")
WRONG = {
    True: {"NOT_SUPPORTED", "CONTRADICTED", "SUBJECT_NOT_FOUND"},
    False: {"SUPPORTED", "SUBJECT_NOT_FOUND"},
}


def main() -> int:
    """Ask, and print the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folders", nargs="*", type=Path)
    parser.add_argument("--share", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="a form")
    parser.add_argument("--show", type=int, default=0, metavar="N")
    parser.add_argument("--open", type=int, default=0, metavar="N", help="open ones to be shown")
    options = parser.parse_args()
    folders = options.folders or [Path(sysconfig.get_path("stdlib"))]
    chosen = random.Random(options.seed)
    judged: Counter[tuple[str, bool, str]] = Counter()
    shown: Counter[tuple[str, str]] = Counter()
    for path, said, text in _asked(folders, options.share, chosen):
        if options.only and said.form != options.only:
            continue
        verdict = verify(snapshot_of({path: text}), f"`{path}::{said.text}")
        status = verdict.status.name
        judged[said.form, said.is_true, status] += 1
        is_wrong = status in WRONG[said.is_true]
        is_open = status == "INCONCLUSIVE"
        if (is_wrong and shown[said.form, "wrong"] < options.show) or (
            is_open and shown[said.form, "open"] < options.open
        ):
            shown[said.form, "wrong" if is_wrong else "open"] += 1
            print(f"{said.form}: {said.is_true} {status}: `{path}::{said.text}", flush=True)
    return _print(judged)


def _asked(
    folders: list[Path], share: int, chosen: random.Random
) -> Iterator[tuple[str, Said, str]]:
    """Path, claim and text of the file of the functions that are drawn."""
    for folder in folders:
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
            for function in found:
                if chosen.randrange(share):
                    continue
                for form in (*FORMS, *FLOW_FORMS):
                    for said in form(function):
                        claim = Said(said.form, f"{function.name}` {said.text}", said.is_true)
                        yield within.as_posix(), claim, text


def _print(judged: Counter[tuple[str, bool, str]]) -> int:
    forms = sorted({form for form, _, _ in judged})
    n_wrong = 0
    print(f"{'form':26} {'true':>6} sup open  NOT CONT lost | {'false':>6}  SUP open not cont lost")
    for form in forms:
        cells = []
        for is_true in (True, False):
            numbers = [judged[form, is_true, status] for status in STATUSES]
            n_wrong += sum(judged[form, is_true, status] for status in WRONG[is_true])
            cells.append(f"{sum(numbers):6} " + " ".join(f"{n:4}" for n in numbers))
        print(f"{form:26} {' | '.join(cells)}")
    n_true = sum(n for (_, is_true, _), n in judged.items() if is_true)
    shown = sum(judged[form, True, "SUPPORTED"] for form in forms)
    print(
        f"{sum(judged.values())} claims, {n_true} of them true, {shown} shown; {n_wrong} judged wrongly"
    )
    return 1 if n_wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
