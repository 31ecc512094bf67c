"""What commands of the memory answer, for people."""

from __future__ import annotations

import sys
from typing import Any

Json = dict[str, Any]

NOTHING = "nothing was found"


def sessions(answer: Json) -> None:
    """Sessions, one a line."""
    for one in answer["sessions"]:
        state = "under way" if one["isActive"] else "ended"
        print(f"{one['id']}  {one['startTime'][:16]}  {state:9}  {one['description']}")
    _if_none(answer["sessions"])


def status(answer: Json) -> None:
    """A session with all that was recorded in it."""
    if answer["id"] is None:
        print("no session is under way")
        return
    print(answer["id"])
    print(answer.get("overview") or answer["summary"], end="")


def others_under_way(answer: Json) -> None:
    """On stderr, the sessions that go on beside the one just started or resumed."""
    for one in answer["alsoUnderWay"]:
        print(
            f"codewitness: {one['description']!r} is still under way, too; to end it: "
            f"codewitness session end --session {one['id']}",
            file=sys.stderr,
        )


def record(answer: Json) -> None:
    """A record: its id, what it is about, and what came of it."""
    print(answer["id"])
    if answer["type"] == "session" and answer.get("summary"):
        print(answer["summary"])
    if answer["type"] in ("error", "change"):
        print(f"  {_place(answer) or 'about no file of this folder'}")
    for anchor in answer.get("anchors", ()):
        lost = ", which is not there now" if anchor["lost"] else ""
        print(f"  about {anchor['symbol']}{lost}")
    if answer.get("frequency", 1) > 1:
        print(f"  met {answer['frequency']} times")
    if answer.get("solution"):
        print(f"  {_solution(answer)}")
    for one in answer.get("similar", ()):
        error(one)
    _claims(answer, "  ")


def errors(answer: Json) -> None:
    """Errors, each with its solution."""
    for one in answer["results"]:
        error(one)
    _if_none(answer["results"])


def error(found: Json) -> None:
    """An error; how well it fits and why, if something was looked for."""
    one, why = found["error"], found["why"]
    score = f"  {found['score']:.2f}" if why else ""
    place = f"  {_place(one)}" if one["file"] else ""
    times = f"  ({one['frequency']} times)" if one["frequency"] > 1 else ""
    print(f"{one['id']}{score}  {one['errorType']}: {one['message']}{place}{times}")
    if why:
        print(f"    {'; '.join(why)}")
    if one["solution"]:
        print(f"    {_solution(one)}")
    elif not one["resolved"]:
        print("    not solved")


def decisions(answer: Json) -> None:
    """Decisions with their claims."""
    for one in answer["decisions"]:
        is_past = one["supersededBy"] is not None
        standing = "superseded" if is_past else one["standing"]
        print(f"{one['id']}  {standing}  {one['decision']}")
        if is_past and one["supersededReason"]:
            print(f"    superseded: {one['supersededReason']}")
        if one["rationale"]:
            print(f"    {one['rationale']}")
        _claims(one, "    ")
    _if_none(answer["decisions"])


def context(answer: Json) -> None:
    """The Markdown."""
    print(answer["markdown"], end="")


def patterns(answer: Json) -> None:
    """What recurs, by kind."""
    if not any(found for title, found in answer.items() if title != "freshness"):
        print(NOTHING)
    for title, found in answer.items():
        if title == "freshness" or not found:
            continue
        print("".join(f" {c.lower()}" if c.isupper() else c for c in title))
        for one in found:
            examples = ", ".join(one.get("said", one["examples"]))
            print(f"  {one['count']:6} {one['what']}  ({examples})")
            if one.get("detail"):
                print(f"         what helped: {one['detail']}")


def graph(answer: Json) -> None:
    """Nodes, and edges between them."""
    for one in answer["nodes"]:
        print(f"{one['id']}  {one['type']}  {one['title']}")
    for edge in answer["edges"]:
        print(f"  {edge['from']} {edge['relation']} {edge['to']}")
    _if_none(answer["nodes"])


def counts(answer: Json) -> None:
    """Names and numbers; what is counted by kind in words."""
    for name, value in answer.items():
        if name != "freshness" and (shown := _counted(value)) != "":
            print(f"{name}: {shown}")


def _solution(error: Json) -> str:
    """How an error was mended, and whether that was before it came back."""
    how = "came back; solved before by" if error["reopenedAt"] else "solution"
    return f"{how}: {error['solution']}"


def _counted(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{n} {kind}{'s' if n != 1 else ''}" for kind, n in value.items())
    return ", ".join(value) if isinstance(value, list) else str(value)


def _claims(answer: Json, indent: str) -> None:
    for claim in answer.get("claims", ()):
        verdict = f"  ({claim['verdict']})" if claim["standing"] == "unknown" else ""
        read_as = f"  (now: {claim['readAs']})" if claim.get("readAs") else ""
        print(f"{indent}{claim['standing']:12} {claim['text']}{read_as}{verdict}")
        if claim["standing"] == "contradicted" and claim.get("why"):
            print(f"{indent}{'':12} {claim['why']}")


def _place(one: Json) -> str:
    line = one.get("lineNumber")
    return (one["file"] or "") + (f":{line}" if line else "")


def _if_none(found: list[Any]) -> None:
    if not found:
        print(NOTHING)
