"""What other servers report becomes candidates of errors, and edits candidates of solutions."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from codewitness.engine.published import Published, Said
from codewitness.features import published
from codewitness.features.capture import captured_scope
from codewitness.features.memory_scope import Asking, MemoryScope
from codewitness.features.places import BadRequest
from codewitness.features.published import ReportOutcome, keep_reports, report_diagnostics
from tests.support.memory import STORE, Json, Remembering

PATH = "pkg/store.py"
FIXED = STORE.replace("self.rows[row]", "self.rows.get(row)")


@pytest.fixture
def shop(tmp_path: Path) -> Remembering:
    return Remembering(tmp_path / "shop", tmp_path / "data")


def diagnostic(message: str, line: int = 2, **more: Any) -> Json:
    at = {"line": line, "character": 8}
    return {"message": message, "range": {"start": at, "end": at}, "severity": 1, **more}


def report(shop: Remembering, *diagnostics: Json) -> Json:
    return shop.ask("session.reportDiagnostics", uri=shop.uri(PATH), diagnostics=list(diagnostics))


def saved(shop: Remembering) -> None:
    scope = captured_scope(shop.session.snapshot(None), str(shop.root))
    assert scope is not None
    keep_reports(scope, PATH)


def write(shop: Remembering, text: str) -> None:
    (shop.root / PATH).write_text(text, "utf-8")


def errors(shop: Remembering) -> list[Json]:
    return [one["error"] for one in shop.ask("session.searchErrors")["results"]]


def test_an_edit_does_not_take_the_place_of_what_had_solved_it(shop: Remembering) -> None:
    shop.ask("session.start", description="rows")
    wrong = diagnostic("rows has no item 7", source="pyright")
    report(shop, wrong)
    saved(shop)
    (error,) = errors(shop)
    shop.ask("session.resolveError", errorId=error["id"], solution="use get")
    report(shop)
    report(shop, wrong)
    saved(shop)
    write(shop, FIXED)
    report(shop)
    (again,) = errors(shop)
    assert (again["resolved"], again["frequency"]) == (False, 2)
    assert again["candidateSolution"] == "use get"


def test_what_persists_is_a_candidate_and_the_edit_its_solution(shop: Remembering) -> None:
    shop.ask("session.start", description="rows")
    wrong = diagnostic("rows has no item 7", source="pyright", code="reportIndex")
    assert report(shop, wrong)["recorded"] == []
    saved(shop)
    (error,) = errors(shop)
    assert (error["candidate"], error["source"]) == (True, "capture")
    assert error["errorType"] == "pyright reportIndex"
    assert error["anchor"]["symbol"] == "pkg.store.Store.save"
    saved(shop)
    report(shop, wrong)
    assert errors(shop)[0]["frequency"] == 1
    write(shop, FIXED)
    (mended,) = report(shop)["mended"]
    assert "+ calls self.rows.get" in mended["candidateSolution"]
    assert "+        value = self.rows.get(row)" in mended["candidateSolution"]
    assert (mended["resolved"], mended["solution"]) == (False, None)

    # The same message again, of another number: it is known.
    again = diagnostic("rows has no item 9", 7, source="pyright", code="reportIndex")
    (known,) = report(shop, again)["known"]
    assert (known["line"], known["error"]["id"]) == (8, error["id"])
    confirmed = shop.ask("session.resolveError", errorId=error["id"])
    assert confirmed["resolved"]
    assert not confirmed["candidate"]
    assert confirmed["solution"] == mended["candidateSolution"]


def test_what_goes_away_by_itself_leaves_nothing(shop: Remembering) -> None:
    shop.ask("session.start", description="rows")
    report(shop, diagnostic("half a word"))
    report(shop)
    saved(shop)
    report(shop, diagnostic("a hint", severity=4), diagnostic("ours", source="codewitness"))
    report(shop, diagnostic("a warning", severity=2))
    saved(shop)
    assert errors(shop) == []


def test_time_makes_a_candidate_too(shop: Remembering, monkeypatch: pytest.MonkeyPatch) -> None:
    shop.ask("session.start", description="rows")
    report(shop, diagnostic("no such name"))
    monkeypatch.setattr(published, "PERSISTS_SECONDS", 0.0)
    (recorded,) = report(shop, diagnostic("no such name"))["recorded"]
    assert recorded["candidate"]
    assert recorded["message"] == "no such name"


def test_without_a_session_nothing_is_kept(shop: Remembering) -> None:
    report(shop, diagnostic("no such name"))
    saved(shop)
    assert errors(shop) == []


def test_an_unsolved_solution_must_be_said(shop: Remembering) -> None:
    error = shop.ask("session.recordError", errorType="KeyError", message="x")
    with pytest.raises(BadRequest, match=r"^solution: takes a text, it is missing"):
        shop.ask("session.resolveError", errorId=error["id"])


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (None, "diagnostics: takes a list"),
        ([{"message": "x"}], r"diagnostics\[0\]: takes an LSP diagnostic"),
        ([diagnostic("x"), 7], r"diagnostics\[1\]: takes an LSP diagnostic"),
        ([diagnostic("x")] * 1001, "diagnostics: takes at most 1000"),
    ],
)
def test_wrong_reports_are_named(shop: Remembering, given: Any, told: str) -> None:
    with pytest.raises(BadRequest, match=told):
        shop.ask("session.reportDiagnostics", uri=shop.uri(PATH), diagnostics=given)


class Interrupted(Published):
    """Another thread says that nothing is wrong any more, just before a record is noted."""

    def __init__(self, meanwhile: Callable[[], None]) -> None:
        super().__init__()
        self.other = threading.Thread(target=meanwhile)

    def recorded(self, path: str, ids: Mapping[Said, str]) -> None:
        if ids:
            self.other.start()
            self.other.join(0.2)
        super().recorded(path, ids)


def test_a_report_that_goes_while_it_is_recorded_is_mended(shop: Remembering) -> None:
    shop.ask("session.start", description="rows")
    snapshot = shop.session.snapshot(None)
    scope = captured_scope(snapshot, str(shop.root))
    asked = MemoryScope.of(snapshot, Asking())
    assert scope is not None
    outcomes: list[ReportOutcome] = []
    interrupted = Interrupted(lambda: outcomes.append(report_diagnostics(asked, PATH, [])))
    shop.folder.memories.published = interrupted
    report(shop, diagnostic("rows has no item 7"))
    write(shop, FIXED)
    keep_reports(scope, PATH)
    interrupted.other.join()
    assert [one.message for one in outcomes[0].mended] == ["rows has no item 7"]
