"""An edit that is not saved turns a verdict, and what is quoted is the text of the buffer."""

from __future__ import annotations

import hashlib
from typing import NamedTuple

import pytest

from tests.protocol.buffers import Buffers, write_files
from tests.support.client import Client


class Turn(NamedTuple):
    """A claim with the verdict before and behind an edit, and what is quoted behind it."""

    claim: str
    before: str
    after: str
    quoted: tuple[str, ...]


class Edited(NamedTuple):
    """A file, what an edit replaces and by what."""

    path: str
    saved: str
    old: str
    new: str
    turns: tuple[Turn, ...]


S, C, N, OPEN = "SUPPORTED", "CONTRADICTED", "NOT_SUPPORTED", "INCONCLUSIVE"
CASES = (
    Edited(
        "pkg/store.py",
        "class Store:\n    def put(self, key, force):\n        if force:\n"
        "            self.flush(key)\n        self.note(key)\n",
        "if force:",
        "if not force:",
        (
            Turn("Store.put calls self.flush only if force is set", S, C, ("self.flush(key)",)),
            Turn("Store.put calls self.note unconditionally", S, S, ("self.note(key)",)),
        ),
    ),
    Edited(
        "web/queue.ts",
        "export class Queue {\n  drain(items: string[]): void {\n    for (const item of items) {\n"
        "      this.handle(item)\n    }\n  }\n}\n",
        "drain(items: string[]): void {",
        "async drain(items: string[]): Promise<void> {",
        (
            Turn("Queue.drain is async", C, S, ("async drain(items: string[]): Promise<void> {",)),
            Turn("Queue.drain calls this.handle in a for loop", S, S, ("this.handle(item)",)),
        ),
    ),
    Edited(
        "srv/pool.go",
        "package srv\n\nfunc (p *Pool) Get() error {\n\tp.lock()\n\tdefer p.unlock()\n"
        "\treturn p.dial()\n}\n",
        "\treturn p.dial()\n",
        "\tif p.closed {\n\t\treturn ErrClosed\n\t}\n\treturn p.dial()\n",
        (
            Turn(
                "Pool.Get returns ErrClosed if p.closed",
                OPEN,
                S,
                ("if p.closed {", "return ErrClosed"),
            ),
            Turn("Pool.Get calls p.dial only if p.closed", C, C, ("return p.dial()",)),
        ),
    ),
    Edited(
        "shop/Cart.java",
        "class Cart {\n  void pay(Till till) {\n    till.open();\n    till.take();\n  }\n}\n",
        "    till.open();\n    till.take();\n",
        "    till.take();\n    till.open();\n",
        (
            Turn(
                "Cart.pay calls till.open before till.take", S, C, ("till.take();", "till.open();")
            ),
            Turn("Cart.pay never calls till.close", S, S, ()),
        ),
    ),
    Edited(
        "lib/mailer.rb",
        "class Mailer\n  def send_all(mails)\n    mails.each { |mail| deliver(mail) }\n"
        "  rescue IOError\n    retry\n  end\nend\n",
        "rescue IOError\n    retry",
        "rescue IOError => e\n    raise",
        (
            Turn("Mailer#send_all re-raises IOError", N, S, ("raise",)),
            Turn("Mailer#send_all swallows IOError", S, C, ("rescue IOError => e",)),
        ),
    ),
    Edited(
        "core/ring.c",
        "int push(struct ring *r) {\n  if (full(r))\n    return -1;\n  r->tail++;\n  return 0;\n}",
        "r->tail++;",
        "r->tail--;",
        (
            Turn("push increments r->tail", S, N, ()),
            Turn("push decrements r->tail", N, S, ("r->tail--;",)),
        ),
    ),
)


FILES = {one.path: one.saved for one in CASES}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.path)
def test_an_unsaved_edit_turns_the_verdict(case: Edited, client: Client, buffers: Buffers) -> None:
    buffers.open(case.path, case.saved)
    edited = case.saved.replace(case.old, case.new)
    assert edited != case.saved
    for turn in case.turns:
        assert client.run("verify", {"claim": turn.claim})["status"] == turn.before, turn.claim
    buffers.change(case.path, 2, edited)
    for turn in case.turns:
        answer = client.run("verify", {"claim": turn.claim})
        assert answer["status"] == turn.after, turn.claim
        assert answer["freshness"]["documents"] == {buffers.uri(case.path): 2}
        assert tuple(one["text"].strip() for one in answer["evidence"]) == turn.quoted
        for one in answer["evidence"]:
            line = edited.split("\n")[one["line"] - 1]
            assert one["text"] == line
            assert one["sha256"] == hashlib.sha256(line.encode()).hexdigest()
    buffers.change(case.path, 3, case.saved)
    for turn in case.turns:
        assert client.run("verify", {"claim": turn.claim})["status"] == turn.before, turn.claim


def test_what_is_gone_from_a_buffer_is_called_by_nobody(client: Client, buffers: Buffers) -> None:
    path, text = "lib/rows.py", "class Rows:\n    def append_row(self): pass\n"
    sender = "class Sender:\n    def send(self, hook):\n        hook(self)\n"
    write_files(buffers.root, {path: text, "lib/sender.py": sender})
    assert client.run("waitForFresh", {"timeoutMs": 30_000})["fresh"]
    claim = {"claim": "Sender.send calls append_row"}
    assert client.run("verify", claim)["status"] == OPEN  # it may be what `hook` is
    buffers.open(path, text)
    buffers.change(path, 2, text.replace("append_row", "add_row"))
    assert client.run("verify", claim)["status"] == N
    refused = client.refusal(client.command("signals", {"symbol": "append_row"}))
    assert refused.data["suggestions"] == ["rows.Rows.add_row"]
