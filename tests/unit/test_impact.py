"""Impact of edits: what definitions do now, whom it concerns, and that each quote is true."""

from __future__ import annotations

import json
import os
import random
import subprocess
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from codewitness.cli import main
from codewitness.engine.impact.kinds import EffectKind
from codewitness.features.impact import own_fields
from codewitness.model.facts import FileFacts
from codewitness.protocol.arguments import Arguments
from codewitness.protocol.commands import COMMANDS
from codewitness.syntax.classify import FileNames
from tests.support.folders import running
from tests.support.impact import impact_of, impacts_of, misquoted, told
from tests.support.markers import Case, load_cases

CASES = [case for case in load_cases("impact") if case.files]
STEPS = 8  # edits of each case


def before(case: Case) -> dict[str, str]:
    return {path: versions[0] for path, versions in case.files.items()}


def after(case: Case) -> dict[str, str]:
    return {path: versions[-1] for path, versions in case.files.items()}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.title)
def test_case(case: Case) -> None:
    answer = impact_of(before(case), after(case))
    (block,) = [block for block in case.blocks if block.kind == "impact"]
    assert told(answer) == block.text.splitlines()
    assert misquoted(answer) == []
    assert answer.is_complete


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.title)
def test_nothing_is_told_of_what_has_not_changed(case: Case) -> None:
    assert told(impact_of(before(case), before(case))) == []


def test_a_file_is_looked_over_once_for_all_that_was_pasted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Thousands of new functions took minutes: the whole file was gone over for each."""
    n_looks = {"names": 0, "symbols": 0}
    names_of, symbols_of = FileNames.of, own_fields.symbols_in

    def counted_names(facts: FileFacts) -> FileNames:
        n_looks["names"] += 1
        return names_of(facts)

    def counted_symbols(*given: Any) -> Any:
        n_looks["symbols"] += 1
        return symbols_of(*given)

    monkeypatch.setattr(FileNames, "of", counted_names)
    monkeypatch.setattr(own_fields, "symbols_in", counted_symbols)
    pasted = "".join(f"def new_{n}(a):\n    return new_{n + 1}(a)\n" for n in range(40))
    answer = impact_of({"a.py": "def f():\n    pass\n"}, {"a.py": pasted})
    assert len(answer.changes) == 41
    assert n_looks["names"] <= 4  # of the two texts, each by the graph as well
    assert n_looks["symbols"] == 0


def test_each_kind_of_effect_has_a_case() -> None:
    shown = "".join(block.text for case in CASES for block in case.blocks)
    missing = {kind for kind in EffectKind if f"{kind.value}: " not in shown}
    assert not missing


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.title)
def test_quotes_are_true_after_any_edits(case: Case) -> None:
    """Lines are taken out, doubled and swapped, so that texts are broken as well."""
    dice = random.Random(case.title)
    texts = before(case)
    for _ in range(STEPS):
        path = dice.choice(sorted(texts))
        lines = texts[path].splitlines(keepends=True) or ["\n"]
        at, to = dice.randrange(len(lines)), dice.randrange(len(lines))
        match dice.randrange(3):
            case 0:
                del lines[at]
            case 1:
                lines.insert(to, lines[at])
            case _:
                lines[at], lines[to] = lines[to], lines[at]
        texts = {**texts, path: "".join(lines)}
        assert misquoted(impact_of(before(case), texts)) == []


# ── since the last commit ────────────────────────────────────────────────────────────────────────

COMMITTED = {
    "shop/cart.py": "class Cart:\n    def total(self):\n        return sum(self.rows)\n",
    "shop/bill.py": "from shop.cart import Cart\n\n\ndef bill(cart: Cart):\n"
    "    return cart.total()\n",
    "shop/old.py": "from shop.bill import bill\n\n\ndef late():\n    return bill(None)\n",
}


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    root = tmp_path / "shop"
    for path, text in COMMITTED.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text)
    git(root, "init", "-q")
    git(root, "add", ".")
    git(root, "commit", "-q", "-m", "first")
    return root


def git(root: Path, *words: str) -> None:
    who = ("-c", "user.name=ann", "-c", "user.email=ann@example.com")
    subprocess.run(["git", *who, *words], cwd=root, check=True, capture_output=True)


def asked(root: Path, capsys: pytest.CaptureFixture[str], *words: str, status: int = 0) -> str:
    where = ("--root", str(root), "--storage", str(root.parent / "index"), "--embedder", "none")
    assert main(["impact", *words, *where]) == status
    out, errors = capsys.readouterr()
    return out or errors


def test_since_the_last_commit(repository: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert json.loads(asked(repository, capsys, "--json"))["changes"] == []
    cart = repository / "shop/cart.py"
    cart.write_text(cart.read_text().replace("def total(self)", "def total(self, tax)"))
    (repository / "shop/old.py").unlink()
    (repository / "shop/new.py").write_text("def fresh():\n    return 1\n")
    answer = json.loads(asked(repository, capsys, "--json"))
    found = {one["symbol"]["qualifiedName"]: one for one in answer["changes"]}
    assert {name: one["kind"] for name, one in found.items()} == {
        "shop.cart.Cart.total": "changed",
        "shop.old.late": "removed",
        "shop.new.fresh": "added",
    }
    total = found["shop.cart.Cart.total"]
    assert total["signature"] == {
        "before": "def total(self)",
        "after": "def total(self, tax)",
    }
    (caller,) = total["callers"]
    assert caller["symbol"]["qualifiedName"] == "shop.bill.bill"
    assert caller["sites"][0]["range"]["start"] == {"line": 4, "character": 16}
    assert caller["reason"].endswith("line 5: does not give `tax`")
    assert answer["complete"]
    shown = asked(repository, capsys)
    assert "now takes `tax` without a default" in shown
    assert "shop/bill.py:5" in shown
    alone = json.loads(asked(repository, capsys, str(repository / "shop/new.py"), "--json"))
    assert [one["symbol"]["name"] for one in alone["changes"]] == ["fresh"]


def test_a_file_that_is_gone_and_one_that_never_was(
    repository: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (repository / "shop/old.py").unlink()
    assert "shop.old.late: removed" in asked(repository, capsys, "shop/old.py")
    told = asked(repository, capsys, "shop/none.py", status=3)
    assert told == "codewitness: file: neither there nor in the last commit: shop/none.py\n"
    os.mkfifo(repository / "shop/old.py")  # in whose place a pipe is found at the start
    assert "shop.old.late: removed" in asked(repository, capsys)
    assert "shop.old.late: removed" in asked(repository, capsys, "shop/old.py")


def test_a_file_that_is_not_read_on_one_side_is_named(
    repository: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    outside = repository.parent / "outside.py"
    outside.write_text("def outside(): pass\n")
    was_large = repository / "shop/large.py"
    was_large.write_text("#" * 2_000_001)
    (repository / "shop/data.py").write_bytes(b"\0")  # neither is nor was read
    git(repository, "add", ".")
    git(repository, "commit", "-q", "-m", "large")
    was_large.write_text("def small(): pass\n")
    (repository / "shop/data.py").write_bytes(b"\0\0")
    cart, bill, old = (repository / f"shop/{name}.py" for name in ("cart", "bill", "old"))
    cart.write_text(cart.read_text() + "#" * 2_000_000)
    bill.write_bytes(b"\0" + bill.read_bytes())
    old.unlink()
    old.symlink_to(outside)
    answer = json.loads(asked(repository, capsys, "--json"))
    assert (answer["changes"], answer["complete"]) == ([], False)
    assert answer["notes"] == [
        "not compared, since not read now: shop/bill.py (binary: NUL in first 8192 bytes), "
        f"shop/cart.py (size: {cart.stat().st_size} bytes, limit 2000000), "
        "shop/old.py (outside: link)",
        "not compared, since too large or binary at the last commit: shop/large.py",
    ]
    told = asked(repository, capsys, "shop/cart.py")
    assert told.startswith("no definition that is read does anything else than in the last commit")
    assert "shop/cart.py (size: " in told
    assert "bill" not in told


def test_another_name_is_told_as_such(repository: Path, capsys: pytest.CaptureFixture[str]) -> None:
    till = repository / "shop/till.py"
    till.write_text(
        "def count(coins, notes):\n    found = sum(coins)\n    for note in notes:\n"
        "        found += note.value\n    return found\n"
    )
    git(repository, "add", ".")
    git(repository, "commit", "-q", "-m", "till")
    till.write_text(till.read_text().replace("def count(", "def whole("))
    shown = asked(repository, capsys)
    assert "shop.till.count: renamed\n" in shown
    assert "is now called `whole`" in shown


def test_a_repository_within_is_compared_with_its_own_commit(
    repository: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    inner = repository / "inner"
    (inner / "deep").mkdir(parents=True)
    (inner / "own.py").write_text("def own(): pass\n")
    (inner / "deep/old.py").write_text("def old(): pass\n")
    (repository / "new.py").write_text("def new(): pass\n")
    git(inner, "init", "-q")
    told = asked(repository, capsys)
    assert "new.new: added" in told
    assert "inner.own" not in told
    assert "whose last commit is not known: inner/deep/old.py, inner/own.py" in told
    git(inner, "add", ".")
    git(inner, "commit", "-q", "-m", "inner")
    git(repository, "add", ".")  # as a submodule, of which it knows the commit alone
    git(repository, "commit", "-q", "-m", "outer")
    assert "no definition does anything else" in asked(repository, capsys)
    (inner / "own.py").write_text("def own(): raise KeyError\n")
    (inner / "deep/old.py").write_text("def young(): return 2\n")
    told = asked(repository, capsys)
    for said in ("inner.own.own: changed", "raises `KeyError`", "old.old: removed"):
        assert said in told
    assert "not compared" not in told


def test_clones_in_a_folder_that_is_none_are_compared(
    repository: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    clones = repository.parent
    (clones / "notes.py").write_text("def note(): pass\n")
    cart = repository / "shop/cart.py"
    cart.write_text(cart.read_text() + "\n\ndef more():\n    return 2\n")
    told = asked(clones, capsys)
    assert "shop.cart.more: added" in told
    assert "whose last commit is not known: notes.py" in told


def test_a_folder_without_a_commit_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a.py").write_text("def f():\n    pass\n")
    told = asked(tmp_path, capsys, status=2)
    assert "can't be compared with head: it is in no git repository" in told
    assert "128" not in told


def test_no_filter_of_the_repository_is_run(
    repository: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    trace = repository.parent / "was-run"
    (repository / ".gitattributes").write_text("*.py filter=evil diff=evil\n")
    for name in ("filter.evil.clean", "filter.evil.smudge", "diff.evil.textconv"):
        git(repository, "config", name, f"touch {trace}; cat")
    cart = repository / "shop/cart.py"
    cart.write_text(cart.read_text() + "\n\ndef more():\n    return 2\n")
    assert "shop.cart.more: added" in asked(repository, capsys)
    assert not trace.exists()


def test_a_broken_decision_is_named(
    repository: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CODEWITNESS_DATA_DIR", str(repository.parent / "data"))
    with running(repository, embedder="none") as (session, folder):

        def ask(command: str, argument: dict[str, Any]) -> Any:
            snapshot = session.snapshot(None)
            return COMMANDS[command](snapshot, Arguments(command, [argument]))

        decision = ask(
            "codewitness.session.recordDecision",
            {
                "decision": "sum it",
                "rationale": "it is short",
                "symbols": ["Cart.total"],
                "claims": ["Cart.total calls sum"],
            },
        )
        cart = repository / "shop/cart.py"
        text = cart.read_text().replace("sum(self.rows)", "self.rows[0]")
        session.open_document(folder, "shop/cart.py", cart.as_uri(), 1, text)
        (change,) = ask("codewitness.impact", {})["changes"]
        assert change["contradicts"] == [decision["id"]]
        assert [one["kind"] for one in change["effects"]] == ["returnChanged", "callDropped"]
        assert change["signals"]["removed"]["calls"][0]["text"] == "sum"
        (caller,) = change["callers"]
        assert caller["symbol"]["name"] == "bill"
        (less,) = ask("codewitness.impact", {"fields": ["name", "reason"]})["changes"]
        assert less["callers"] == [{name: caller[name] for name in ("name", "reason")}]
        assert caller["name"] == caller["symbol"]["qualifiedName"]
        assert ask("codewitness.impact", {"against": "head"})["changes"][0]["kind"] == "changed"
        session.close_document(cart.as_uri())
        assert ask("codewitness.impact", {})["changes"] == []


PARTS = """class Part:
    def __init__(self, element):
        self.element = element

    @property
    def bare(self):
        return strip(self.element)

    def fits(self, wanted):
        return wanted.search(self.bare)
"""


def test_asked_again_it_answers_the_same() -> None:
    # So many that callers are sought before all is linked, with the property and without it.
    before = PARTS + "".join(f"\n\ndef other_{n}():\n    return call_{n}()\n" for n in range(20))
    asked = impacts_of({"parts.py": before}, {"parts.py": before.replace("def bare", "def plain")})
    first, *others = (told(one) for one in islice(asked, 3))
    assert first == [
        "parts.Part.plain moved: renamed: is now called `plain`",
        "  parts.Part.fits:10 [exact]; line 10: no longer known to lead to it",
    ]
    assert others == [first, first]
