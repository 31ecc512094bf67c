"""How well the server's signals of Python agree with an independent reading by `ast`.

    python benchmarks/signals_vs_ast.py [--show N] [FOLDER | PACKAGE ...]

By default reads packages of the running environment. Prints precision, recall and F1 of each kind
of signal over (function, text, line, column), and the first N differences; `-` is what only `ast`
sees, `+` what only the server sees. Exit status 1 if any F1 is below 0.99. Files that `ast.parse`
refuses are left out.
"""

from __future__ import annotations

import argparse
import importlib.util
import sys
import time
import tokenize
import warnings
from pathlib import Path

from support.ast_signals import signals
from support.fstring_fields import field_parser
from support.signal_comparison import Agreement, compare, observed_signals

PACKAGES = ("attr", "pydantic", "rich", "pygls", "networkx", "jinja2", "hypothesis", "asyncio")
MIN_F1 = 0.99
MIN_PACKAGES = 3
# Not judged: the server counts comments at the end of a body, `ast` ends at the last statement.
NOT_JUDGED = {"lines"}
MAX_DEPTH = 20_000  # of nested expressions; generated code has long sums


def main() -> None:
    """Compare, print, and judge."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("sources", nargs="*", help="folders, or names of installed packages")
    parser.add_argument("--show", type=int, default=0, metavar="N", help="differences of each kind")
    options = parser.parse_args()
    roots = [root for name in options.sources or PACKAGES if (root := _root(name)) is not None]
    if not options.sources and len(roots) < MIN_PACKAGES:
        raise SystemExit(f"fewer than {MIN_PACKAGES} of {', '.join(PACKAGES)} are installed")
    sys.setrecursionlimit(MAX_DEPTH)
    agreement_by_kind: dict[str, Agreement] = {}
    start, n_files, refused = time.perf_counter(), 0, 0
    for root in roots:
        for path in sorted(root.rglob("*.py")):
            if "site-packages" in path.relative_to(root).parts:
                continue
            is_read = _compare_file(path, root, agreement_by_kind, options.show)
            n_files, refused = n_files + is_read, refused + (not is_read)
    print(
        f"{', '.join(root.name for root in roots)}: {n_files} files, {refused} that ast refuses",
        end="",
    )
    print(f", {time.perf_counter() - start:.0f} s\n")
    raise SystemExit(0 if report(agreement_by_kind) else 1)


def report(agreement_by_kind: dict[str, Agreement]) -> bool:
    """Print the table and the differences; False if any F1 is too low."""
    print("| kind | items | precision | recall | F1 |\n|---|--:|--:|--:|--:|")
    for kind, agreement in agreement_by_kind.items():
        n_items = agreement.n_both + agreement.n_missed
        shares = (agreement.precision, agreement.recall, agreement.f1)
        print(f"| {kind} | {n_items:,} | " + " | ".join(f"{share:.5f}" for share in shares) + " |")
    for kind, agreement in agreement_by_kind.items():
        if agreement.differences:
            print(f"\n{kind}:", *agreement.differences, sep="\n  ")
    judged = (found for kind, found in agreement_by_kind.items() if kind not in NOT_JUDGED)
    return all(agreement.f1 >= MIN_F1 for agreement in judged)


def _root(name: str) -> Path | None:
    if Path(name).is_dir():
        return Path(name)
    spec = importlib.util.find_spec(name)
    if spec is None or not spec.submodule_search_locations:
        return None
    return Path(next(iter(spec.submodule_search_locations)))


def _compare_file(
    path: Path, root: Path, agreement_by_kind: dict[str, Agreement], show: int
) -> bool:
    raw = path.read_bytes()
    name = f"{root.name}/{path.relative_to(root).as_posix()}"
    try:
        raw.decode("utf-8")
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            expected = signals(raw, field_parser(raw) if b"{" in raw else None)
    except (SyntaxError, ValueError, IndexError, tokenize.TokenError):
        return False
    compare(name, expected, observed_signals(path.name, raw), agreement_by_kind, keep=show)
    return True


if __name__ == "__main__":
    main()
