"""Standing claims: which are judged again after an edit, and what is told of those that fail."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from codewitness.engine.documents import Document
from codewitness.engine.verify.claim import Claim
from codewitness.engine.view import Snapshot
from codewitness.features.standing import (
    CLAIMS_FILE,
    StandingClaim,
    StandingClaims,
    claims_of_files,
    problems_of,
)
from codewitness.features.standing_claims import Standing, standing_of
from codewitness.features.verify import Answer, verify_claim
from codewitness.model.changes import content_edit
from codewitness.model.files import FileState
from codewitness.model.text import Encoding
from tests.support.snapshots import document, snapshot_of, snapshot_of_documents


def module(n_functions: int, prefix: str) -> str:
    return "".join(f"def {prefix}{n}(x):\n    step{n}(x)\n\n\n" for n in range(n_functions))


def edited(before: Document, new: str) -> Document:
    return before.edited(
        before.version + 1, [content_edit(before.text, None, None, new, Encoding.UTF8)]
    )


def test_a_bug_in_judging_one_claim_costs_that_claim(monkeypatch: pytest.MonkeyPatch) -> None:
    def judged(snapshot: Snapshot, claim: Claim, *given: Any, **named: Any) -> Answer:
        if "step1" in claim.text:
            raise TypeError("unhashable")
        return verify_claim(snapshot, claim, *given, **named)

    monkeypatch.setattr("codewitness.features.standing.verify_claim", judged)
    snapshot = snapshot_of({"a.py": module(3, "a")})
    claims = [StandingClaim(text=f"`a{n}` calls `step{n}`") for n in range(3)]
    stood = StandingClaims().check(snapshot, claims)
    assert [one.standing for one in stood] == [Standing.HOLDS, Standing.UNKNOWN, Standing.HOLDS]
    assert "bug of codewitness" in stood[1].answer.summary


def test_only_the_concerned_are_judged_again() -> None:
    open_documents = {
        "a.py": document("a.py", module(100, "a")),
        "b.py": document("b.py", module(100, "b")),
    }
    claims = [
        StandingClaim(text=f"`{prefix}{n}` calls `step{n}`") for prefix in "ab" for n in range(100)
    ]
    standing = StandingClaims()
    first = standing.check(snapshot_of_documents(open_documents), claims)
    assert {one.standing for one in first} == {Standing.HOLDS}
    assert standing.n_judged == 200

    standing.check(snapshot_of_documents(open_documents), claims)
    assert standing.n_judged == 200

    broken = module(100, "a").replace("step7(x)", "other(x)")
    open_documents["a.py"] = edited(open_documents["a.py"], broken)
    second = standing.check(snapshot_of_documents(open_documents), claims)
    assert standing.n_judged == 300
    [one] = [one for one in second if one.standing is not Standing.HOLDS]
    assert one.claim.text == "`a7` calls `step7`"
    [problem] = problems_of(second)
    assert problem.at.text.line_at(problem.at.span.start) == 7 * 4

    open_documents["a.py"] = edited(open_documents["a.py"], module(100, "a"))
    third = standing.check(snapshot_of_documents(open_documents), claims)
    assert {one.standing for one in third} == {Standing.HOLDS}
    assert not list(problems_of(third))


def test_a_new_definition_of_the_name_counts() -> None:
    files = {"a.py": document("a.py", "def save():\n    write()\n")}
    claims = [StandingClaim(text="`save` calls `write`")]
    standing = StandingClaims()
    [one] = standing.check(snapshot_of_documents(files), claims)
    assert one.standing is Standing.HOLDS
    files["b.py"] = document("b.py", "def save():\n    pass\n")
    [one] = standing.check(snapshot_of_documents(files), claims)
    assert one.standing is Standing.UNKNOWN
    del files["b.py"]
    [one] = standing.check(snapshot_of_documents(files), claims)
    assert one.standing is Standing.HOLDS


def test_a_base_class_in_another_file_counts() -> None:
    files = {
        "base.py": document("base.py", "class Base:\n    def run(self):\n        go()\n"),
        "sub.py": document("sub.py", "from base import Base\n\nclass Sub(Base):\n    pass\n"),
    }
    claims = [StandingClaim(text="`Sub.run` calls `go`")]
    standing = StandingClaims()
    [one] = standing.check(snapshot_of_documents(files), claims)
    assert one.standing is Standing.HOLDS
    files["base.py"] = edited(files["base.py"], "class Base:\n    def run(self):\n        stop()\n")
    [one] = standing.check(snapshot_of_documents(files), claims)
    assert one.standing is Standing.CONTRADICTED


def test_the_claims_file() -> None:
    text = (
        "# Claims\n\n- `save` calls `write`\n- `save` is async\n- `gone` is async\n- what\n"
        "- `save` is fast\n"
    )
    snapshot = snapshot_of({"a.py": "def save():\n    write()\n", CLAIMS_FILE: text})
    claims = claims_of_files(snapshot)
    assert [one.label for one in claims] == [f"{CLAIMS_FILE}:{n}" for n in (3, 4, 5, 6, 7)]
    problems = list(problems_of(StandingClaims().check(snapshot, claims)))
    told = [(one.at.path, one.at.text.line_at(one.at.span.start), one.code) for one in problems]
    assert told == [
        ("a.py", 0, "claim-contradicted"),
        (CLAIMS_FILE, 3, "claim-broken"),
        (CLAIMS_FILE, 4, "claim-open"),
        (CLAIMS_FILE, 5, "claim-open"),
        (CLAIMS_FILE, 6, "claim-open"),
    ]
    [(origin, _)] = problems[0].related
    assert (origin.path, origin.text.line_at(origin.span.start)) == (CLAIMS_FILE, 3)
    [(place, _)] = problems[1].related
    assert (place.path, place.text.line_at(place.span.start)) == ("a.py", 0)


def test_a_claim_of_a_decision() -> None:
    snapshot = snapshot_of({"a.py": "def save():\n    write()\n"})
    held = standing_of(snapshot, "`save` calls `write`")
    assert (held.verdict, held.standing) == ("SUPPORTED", Standing.HOLDS)
    assert standing_of(snapshot, "`save` calls `x`").standing is Standing.CONTRADICTED
    assert standing_of(snapshot, "`save` is fast").standing is Standing.UNKNOWN
    claim = StandingClaim(text="`save` is async", code="decision-contradicted", label="dec-1")
    [problem] = problems_of(StandingClaims().check(replace(snapshot), [claim]))
    assert problem.code == "decision-contradicted"
    assert "dec-1" in problem.message


def test_why_a_claim_does_not_hold_is_told() -> None:
    files = {"a.py": "def save():\n    write()\n", "b.py": "def save():\n    pass\n"}
    snapshot = snapshot_of(files)
    assert standing_of(snapshot, "`a.save` calls `write`").why == ""
    assert "nothing in it does that" in standing_of(snapshot, "`b.save` calls `write`").why
    why = standing_of(snapshot, "`save` calls `write`").why
    assert why.startswith("2 definitions fit the name and differ")


def test_a_call_from_a_file_that_was_not_looked_at_counts() -> None:
    files = {
        "a.py": document("a.py", "def target():\n    pass\n\n\ndef one():\n    target()\n"),
        "b.py": document("b.py", "from a import target\n"),
    }
    claims = [StandingClaim(text="only `one` calls `target`")]
    standing = StandingClaims()
    [one] = standing.check(snapshot_of_documents(files), claims)
    assert one.standing is Standing.HOLDS
    files["b.py"] = edited(files["b.py"], "from a import target\n\n\ndef two():\n    target()\n")
    [one] = standing.check(snapshot_of_documents(files), claims)
    assert one.standing is Standing.CONTRADICTED
    [problem] = problems_of([one])
    assert problem.related


def test_what_held_and_can_no_longer_be_shown_is_a_hint() -> None:
    code = "def run(name):\n    step()\n    getattr(here, name)()\n"
    open_documents = {"a.py": document("a.py", code)}
    claims = [StandingClaim(text="`run` calls `step`")]
    standing = StandingClaims()

    def told() -> list[tuple[str, bool, int]]:
        found = problems_of(standing.check(snapshot_of_documents(open_documents), claims))
        return [(one.code, one.is_hint, one.at.text.line_at(one.at.span.start)) for one in found]

    def type_(new: str) -> None:
        open_documents["a.py"] = edited(open_documents["a.py"], new)

    assert told() == []
    type_("import os\n" + code.replace("    step()\n", ""))  # what is looked up could be it
    assert told() == [("claim-unproven", True, 1)]
    type_("import os\n" + code.replace("step()", "("))
    assert told() == []  # somebody is typing
    type_(code.replace("    getattr(here, name)()\n", "").replace("step", "other"))
    assert told() == [("claim-contradicted", False, 0)]
    type_(code)
    assert told() == []
    # Without anything that is looked up by name.
    alone = code.replace("    getattr(here, name)()\n", "")
    for typed in ("self.(", "st(", "(", "other(st", "if x", "x = ["):
        type_(alone.replace("step()", typed))
        assert told() == [], typed
    type_(alone.replace("step()", "other(") + "\n\ndef more():\n    return 1\n")
    assert told() == []
    type_(alone.replace("step()", "other()") + "\n\ndef more():\n    return (1\n")
    assert told() == [("claim-contradicted", False, 0)]  # the error is elsewhere
    type_(alone.replace("step()", "other("))
    typed = snapshot_of_documents(open_documents)
    assert not list(problems_of(standing.check(typed, claims)))
    sha256 = open_documents["a.py"].text.sha256
    file = FileState(path="a.py", sha256=sha256, size=1, mtime_ns=1)
    view = replace(typed.folders[0].view, files={"a.py": file})
    saved = replace(typed, folders=(replace(typed.folders[0], view=view),))
    [found] = problems_of(standing.check(saved, claims))  # so it is left
    assert not found.is_hint
    type_(code)
    # Nothing is told of a claim that never held.
    fresh = StandingClaims()
    type_(code.replace("    step()\n", ""))
    assert not list(problems_of(fresh.check(snapshot_of_documents(open_documents), claims)))
