"""Whether the helpers that `getImplementation` gives with a function are really used by it.

    python benchmarks/helpers.py PROJECT... [--sample 150] [--seed 1] [--read 17]

Asks a server for functions and methods picked by the seed, with the scope `logical`, and looks each
helper up twice: how the call that brings it in is known (`relationships`), and whether its name, or
that of its class, is written in the text of the definition that is said to use it. Prints counts,
and, picked by the seed, helpers with the line of the call, to be read.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.support.lsp import Client

from codewitness.model.text import Text
from codewitness.syntax.extract import analyse

DEPTH = 2


@dataclass(frozen=True, slots=True)
class Helper:
    """One helper, who is said to use it, and how that call is known."""

    name: str
    user: str
    resolution: str
    is_written: bool
    line: str


def main() -> None:
    """Ask and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("projects", type=Path, nargs="*", help="folders")
    parser.add_argument("--sample", type=int, default=150, help="functions asked about in each")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--read", type=int, default=17, metavar="N", help="print N of each")
    options = parser.parse_args()
    if not options.projects:
        print("needs folders of projects")
    for project in options.projects:
        root = project.resolve()
        chosen = random.Random(options.seed)
        with tempfile.TemporaryDirectory() as cache:
            client = Client(root, Path(cache))
            client.wait_until_fresh()
            helpers, n_asked = _helpers(client, root, chosen, options.sample)
            client.close()
        by = Counter(one.resolution for one in helpers)
        n_written = sum(one.is_written for one in helpers)
        print(f"{root.name}: {n_asked} functions with helpers, {len(helpers)} helpers")
        print(f"  known as {dict(by)}; by name in the text of the user {n_written}")
        for one in chosen.sample(helpers, min(options.read, len(helpers))):
            mark = "" if one.is_written else " (name not written)"
            print(f"  {one.user} -> {one.name} [{one.resolution}]{mark} | {one.line}")


def _helpers(
    client: Client, root: Path, chosen: random.Random, n_sample: int
) -> tuple[list[Helper], int]:
    functions = list(_functions(root))
    helpers: list[Helper] = []
    n_asked = 0
    for symbol in chosen.sample(functions, min(n_sample, len(functions))):
        asked = {"symbol": symbol, "scope": "logical", "depth": DEPTH, "maxTokens": 100_000}
        try:
            entities = client.command("getImplementation", asked)["entities"]
        except RuntimeError as error:
            if "not a file that is read" in str(error):
                continue  # generated, say
            raise
        n_asked += len(entities) > 1
        users = {one["symbol"]["qualifiedName"]: one for one in entities}
        helpers += [_helper(client, one, users[one["via"]]) for one in entities[1:]]
    return helpers, n_asked


def _functions(root: Path) -> Iterator[dict[str, Any]]:
    """Places of all functions, as commands take them."""
    for path in sorted(root.rglob("*")):
        inside = path.relative_to(root)
        if not path.is_file() or any(part.startswith(".") for part in inside.parts):
            continue
        try:
            text = Text.of(path.read_text("utf-8"))
        except UnicodeDecodeError:
            continue
        analysis = analyse(inside.as_posix(), text, keep=False)
        for one in analysis.core.definitions if analysis is not None else ():
            if one.kind.is_callable and one.name:
                before = text.raw[: one.name_span.start]
                line = before.count(b"\n")
                column = len(before.rpartition(b"\n")[2].decode().encode("utf-16-le")) // 2
                yield {"uri": path.as_uri(), "position": {"line": line, "character": column}}


def _helper(client: Client, entity: dict[str, Any], user: dict[str, Any]) -> Helper:
    """What is known of a helper."""
    symbol = entity["symbol"]
    place = {"uri": symbol["uri"], "position": symbol["selectionRange"]["start"]}
    callers = client.command("relationships", {"symbol": place, "relationship": "callers"})
    # A call in a closure of the user is the user's as well.
    edge, site = min(
        (
            (one, site)
            for one in callers["callers"]
            for site in one["sites"]
            if _is_within(site, user["symbol"])
        ),
        key=lambda known: known[0]["resolution"] == "ambiguous",
    )
    names = {symbol["name"], symbol["qualifiedName"].split(".")[-2]} - {""}
    words = set(re.findall(r"[\w$]+", user["text"]))
    lines = Path(site["uri"].removeprefix("file://")).read_text("utf-8").split("\n")
    number = site["range"]["start"]["line"]
    return Helper(
        name=symbol["qualifiedName"],
        user=f"{user['symbol']['qualifiedName']}:{number + 1}",
        resolution=edge["resolution"] + (", implicit" if edge.get("implicit") else ""),
        is_written=bool(names & words),
        line=lines[number].strip()[:90],
    )


def _is_within(site: dict[str, Any], user: dict[str, Any]) -> bool:
    start, end = (user["range"][end]["line"] for end in ("start", "end"))
    return bool(site["uri"] == user["uri"] and start <= site["range"]["start"]["line"] <= end)


if __name__ == "__main__":
    main()
