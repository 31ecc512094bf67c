"""Edits while claims are judged: every quote is of the text that the answer says it has read."""

from __future__ import annotations

import hashlib
import threading
from concurrent.futures import ThreadPoolExecutor

from codewitness.engine.documents import Document
from codewitness.features.verify import Answer, verify
from codewitness.model.changes import content_edit
from codewitness.model.text import Encoding
from tests.support.snapshots import document, snapshot_of_documents

N_EDITS = 40
CLAIMS = (
    "`Store.save` calls `check` before `write`",
    "`Store.save` never raises ValueError",
    "`Store.save` has a loop",
    "is `Store.save` only called by `run`?",
)


def source(number: int) -> str:
    """Texts whose lines move, and in which claims hold or not by turns."""
    calls = ["        self.check()", "        self.write()"]
    if number % 2:
        calls.reverse()
    lines = ["# filler"] * (number % 7) + ["class Store:", "    def save(self):", *calls]
    if number % 3 == 0:
        lines.append("        raise ValueError")
    lines += ["", "def run(store: Store):", "    store.save()", ""]
    return "\n".join(lines)


def recheck(answer: Answer, texts: dict[int, str]) -> None:
    """Quote, line, hash and range fit the buffer version that the answer names."""
    [version] = answer.freshness.documents.values()
    lines = texts[version].split("\n")
    for one in answer.evidence:
        assert one.text == lines[one.line - 1]
        assert one.sha256 == hashlib.sha256(one.text.encode()).hexdigest()
        start = len("\n".join(lines[: one.line - 1]).encode()) + (one.line > 1)
        assert start <= one.span.start <= one.span.end <= start + len(one.text.encode())


def test_no_quote_is_stale_while_the_buffer_is_edited() -> None:
    texts = {1: source(0)}
    newest: list[Document] = [document("store.py", texts[1])]
    is_over = threading.Event()

    def edit() -> None:
        for number in range(1, N_EDITS):
            before = newest[0]
            texts[before.version + 1] = source(number)
            change = content_edit(before.text, None, None, source(number), Encoding.UTF8)
            newest[0] = before.edited(before.version + 1, [change])
            is_over.wait(0.002)
        is_over.set()

    def ask(claim: str) -> int:
        n_answers = 0
        while not is_over.is_set() or n_answers == 0:
            recheck(verify(snapshot_of_documents({"store.py": newest[0]}), claim), texts)
            n_answers += 1
        return n_answers

    with ThreadPoolExecutor(len(CLAIMS) + 1) as threads:
        asking = [threads.submit(ask, claim) for claim in CLAIMS]
        threads.submit(edit).result()
        assert all(one.result() > 0 for one in asking)
