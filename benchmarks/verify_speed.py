"""How long verdicts take on Django, and a claims file of 200 lines after an edit.

    python benchmarks/verify_speed.py [--into DIR] [--claims 400]

Claims are about methods picked evenly over all of them, true and false ones of several kinds; each
file is read for the first time by its first claim, as it is for a user. Times are in milliseconds.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import quantiles
from time import perf_counter, thread_time

from support.packages import Package, fetch

from codewitness.cli.workspace import opened
from codewitness.engine.session import Session
from codewitness.features.standing import StandingClaim, StandingClaims
from codewitness.features.verify import verify
from codewitness.model.facts import Kind
from codewitness.model.symbol import Symbol
from codewitness.platform.memory import collect_seldom, give_back
from codewitness.platform.places import uri_of_path

DJANGO = Package(source="pypi", name="Django", version="5.2", folder="*/django")
FORMS = (
    "{} calls `super`",
    "{} never raises ValueError",
    "does {} have a loop?",
    "{} returns early",
    "{} reads `self.name`",
    "{} calls `get` before `save`",
    "{} catches KeyError and re-raises",
    "{} is async",
)
N_STANDING = 200
N_EDITS = 20


def methods(session: Session) -> list[Symbol]:
    """All functions and methods, in an order that goes back and forth between files."""
    view = session.snapshot(None).folders[0].view
    found = [s for s in view.symbols if s.kind in (Kind.METHOD, Kind.FUNCTION)]
    return sorted(found, key=lambda s: (sum(s.name.encode()) % 97, s.path, s.span))


def sentences(chosen: Sequence[Symbol], number: int) -> Iterator[str]:
    """`number` claims about methods picked evenly."""
    step = max(len(chosen) // number, 1)
    for at, symbol in enumerate(chosen[::step][:number]):
        yield FORMS[at % len(FORMS)].format(f"`{symbol.path}::{symbol.qualified_name}`")


def timed(session: Session, claims: Sequence[str]) -> tuple[list[float], list[float]]:
    """Milliseconds, and those of the processor, of each claim."""
    times, busy = [], []
    for claim in claims:
        began, worked = perf_counter(), thread_time()
        verify(session.snapshot(None), claim)
        busy.append((thread_time() - worked) * 1000)
        times.append((perf_counter() - began) * 1000)
    return times, busy


def standing(
    session: Session, root: Path, chosen: Sequence[Symbol]
) -> tuple[list[float], list[float]]:
    """Milliseconds, and those of the processor, of a check after each of some edits of one file."""
    python = {s.path for s in chosen if s.path.endswith(".py")}
    path = max(python, key=lambda p: sum(s.path == p for s in chosen))
    own = [s for s in chosen if s.path == path]
    claims = [
        StandingClaim(text=FORMS[at % len(FORMS)].format(f"`{s.path}::{s.qualified_name}`"))
        for at, s in enumerate([*own[: N_STANDING // 2], *chosen][:N_STANDING])
    ]
    text = (root / path).read_text("utf-8")
    uri = uri_of_path(root / path)
    session.open_document(session.folders[0], path, uri, 1, text)
    checker = StandingClaims()
    checker.check(session.snapshot(None), claims)
    times, busy = [], []
    for number in range(N_EDITS):
        session.change_document(uri, number + 2, [(None, None, text + f"\n# {number}\n")])
        began, worked = perf_counter(), thread_time()
        checker.check(session.snapshot(None), claims)
        busy.append((thread_time() - worked) * 1000)
        times.append((perf_counter() - began) * 1000)
    print(f"  {path}: {len(text)} characters, {len(own)} methods")
    return times, busy


def shown(title: str, times: Sequence[float]) -> None:
    """One line of figures."""
    cuts = quantiles(times, n=20)
    print(f"{title:34} p50 {cuts[9]:7.2f}  p95 {cuts[18]:7.2f}  max {max(times):7.2f}")


def main() -> None:
    """Fetch, index, ask, print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--into", type=Path, help="where packages are kept (default: nowhere)")
    parser.add_argument("--claims", type=int, default=400, help="how many claims")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        into = (options.into or Path(temporary)).resolve()
        root = fetch(DJANGO, into)
        given = argparse.Namespace(
            root=root, embedder="none", storage=str(into / "index-django"), verbose=False
        )
        collect_seldom()  # as a server does when it starts
        with opened(given) as session:
            give_back()  # as it does after a load
            chosen = methods(session)
            claims = list(sentences(chosen, options.claims))
            print(f"Django {DJANGO.version}: {len(chosen)} functions and methods")
            for title in ("a file's first claim, or a later", "the same claims again"):
                times, busy = timed(session, claims)
                shown(title, times)
                shown("the same, of the processor", busy)
            times, busy = standing(session, root, chosen)
            shown(f"{N_STANDING} standing claims, an edit", times)
            shown("the same, of the processor", busy)


if __name__ == "__main__":
    main()
