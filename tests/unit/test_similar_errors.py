"""Which errors are like which, and what is masked before they are compared."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from codewitness.engine.recording.concepts import concepts
from codewitness.engine.recording.normalise import masked
from codewitness.engine.recording.similar import ErrorIndex, ErrorText, signature
from codewitness.engine.recording.traces import parse_trace
from codewitness.model.records import Frame

BENCHMARKS = Path(__file__).resolve().parents[2] / "benchmarks"


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("no file /home/ann/x.txt", "no file <path>"),
        (r"no file C:\Users\ann\x.txt here", "no file <path> here"),
        ("at 0x7fff5fbff8c0, size 14", "at <address>, size <n>"),
        ("id 550e8400-e29b-41d4-a716-446655440000", "id <id>"),
        ("from 10.0.0.1:8080 in 1.5e-3 s", "from <host> in <n> s"),
        ("2024-01-31T08:15:30.123Z  late", "<time> late"),
        ("GET https://example.com/a?b=1 failed", "GET <url> failed"),
        ("commit 3f2a9c1 of ann@example.com", "commit <id> of <mail>"),
        ("src/a/b.py is bad, and/or worse", "<path> is bad, and/or worse"),
    ],
)
def test_masks(message: str, expected: str) -> None:
    assert masked(message) == expected


def test_signatures() -> None:
    frame = Frame(path="/a/x.py", line=3, function="save", own_path="x.py")
    moved = Frame(path="/b/x.py", line=9, function="save", own_path="x.py")
    other = Frame(path="/b/x.py", line=9, function="load", own_path="x.py")
    one = signature("a.KeyError", "row 17", [frame])
    assert one == signature("KeyError", "row 18", [moved])
    assert one != signature("KeyError", "row 18", [other])
    assert one != signature("KeyError", "column 17", [frame])


def test_signatures_where_no_frame_is_ours() -> None:
    def trace(*functions: str) -> list[Frame]:
        return [Frame(path="/lib/a.c", line=3, function=one) for one in functions]

    one = signature("heap-buffer-overflow", "", trace("lex", "parse", "main"))
    assert one == signature("heap-buffer-overflow", "", trace("abort", "lex", "parse", "_start"))
    assert one != signature("heap-buffer-overflow", "", trace("decode", "parse", "main"))
    place = signature("panic", "no cart", [Frame(path="/rustc/3f2a9c1/src/cart.rs", line=7)])
    assert place == signature("panic", "no cart", [Frame(path="src/cart.rs", line=9)])
    assert place != signature("panic", "no cart", [Frame(path="src/tap.rs", line=7)])


@pytest.mark.parametrize(
    ("one", "other", "concept"),
    [
        (("NullPointerException", ""), ("TypeError", "Cannot read properties of undefined"), "null value"),
        (("runtime error", "integer divide by zero"), ("ZeroDivisionError", ""), "division by zero"),
        (("int-divide-by-zero", ""), ("Integer divide-by-zero", ""), "division by zero"),
        (("panic", "index out of bounds: the len is 3"), ("IndexError", ""), "index out of range"),
        (("SystemStackError", ""), ("StackOverflowError", ""), "deep recursion"),
    ],
)  # fmt: skip
def test_concepts(one: tuple[str, str], other: tuple[str, str], concept: str) -> None:
    assert concept in concepts(*one) & concepts(*other)


def text(trace: str) -> ErrorText:
    found = parse_trace(trace)
    return ErrorText(
        error_type=found.error_type, message=found.message, frames=found.frames, causes=found.causes
    )


def test_what_the_program_says_counts_more_than_names() -> None:
    index = ErrorIndex()
    index.add("other", ErrorText(message="accepted password for webmaster"))
    index.add("same", ErrorText(message="Invalid user admin from 10.0.0.1"))
    for number in range(20):
        index.add(f"noise{number}", ErrorText(message=f"session {number} opened for root"))
    found = index.search(ErrorText(message="Invalid user webmaster from 10.0.0.9"), limit=1)
    assert found[0].key == "same"


def test_a_report_that_names_no_type_is_found_by_its_words() -> None:
    index = ErrorIndex()
    said = "We print labels with the warehouse scanner and then the queue is gone"
    index.add("same", ErrorText(message="since Monday", report=f"{said} since Monday"))
    index.add("placeholder", ErrorText(error_type="error", message="please help"))
    for number in range(20):
        index.add(f"noise{number}", ErrorText(error_type="error", message=f"help {number}"))
    asked = ErrorText(error_type="error", message="please look", report=f"{said}, please look")
    assert index.search(asked, limit=1)[0].key == "same"
    # What has a type is compared by what it says.
    typed = index.search(ErrorText(error_type="KeyError", report=said), limit=1)
    assert not typed


def test_filters_removal_and_growth() -> None:
    index = ErrorIndex()
    numbers = [index.add(str(n), ErrorText(error_type="E", message=f"x {n}")) for n in range(50)]
    query = ErrorText(error_type="E", message="x 3")
    assert len(index.search(query, limit=100)) == 50
    assert {one.key for one in index.search(query, limit=5, allowed={"7", "9"})} == {"7", "9"}
    index.remove(numbers[7])
    assert [one.key for one in index.search(query, limit=5, allowed={"7", "9"})] == ["9"]
    index.add("new", ErrorText(error_type="E", message="x 3 and a word"))
    assert "new" in {one.key for one in index.search(query, limit=100)}
    assert all(0 <= one.score <= 1 for one in index.search(query, limit=100))


def test_vectors_take_part() -> None:
    def embed(texts: object) -> np.ndarray:
        rows = [[1.0, 0.0] if "disk" in one or "storage" in one else [0.0, 1.0] for one in texts]  # type: ignore[attr-defined]
        return np.array(rows, dtype=np.float32)

    index = ErrorIndex(embed)
    index.add("net", ErrorText(error_type="A", message="no route"))
    index.add("full", ErrorText(error_type="B", message="disk is full"))
    (best, *_) = index.search(ErrorText(message="storage exhausted"), limit=2)
    assert best.key == "full"
    assert best.parts["vector"] == 1.0


def test_real_traces_of_a_kind_find_each_other() -> None:
    lines = (BENCHMARKS / "stack_traces.jsonl").read_text("utf-8").splitlines()
    traces = [json.loads(line) for line in lines]
    index = ErrorIndex()
    for number, one in enumerate(traces):
        index.add(str(number), text(one["trace"]))
    hits = 0
    for number, one in enumerate(traces):
        found = index.search(text(one["trace"]), limit=2)
        best = next(match for match in found if match.key != str(number))
        hits += traces[int(best.key)]["kind"] == one["kind"]
    assert len({one["kind"] for one in traces}) >= 15
    assert len({one["language"] for one in traces}) >= 6
    assert hits / len(traces) >= 0.85
