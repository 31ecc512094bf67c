"""Standing claims: diagnostics come when an edit breaks a claim, and go when it is undone."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.protocol.buffers import Buffers
from tests.support.client import Client

CLAIMS = ".codewitness/claims.md"
CAPABILITIES = {
    "experimental": {"commands": {"commands": ["codewitness.verify"]}},
    "textDocument": {"codeLens": {}},
}
FILES = {
    "shop.py": (
        "class Order:\n"
        "    def save(self):\n"
        "        self.check()\n"
        "        self.write()\n"
        "\n"
        "    def check(self):\n"
        "        pass\n"
    ),
    CLAIMS: (
        "# What must stay true\n\n"
        "- `Order.save` calls `check` before `write`\n"
        "- `Order.save` never raises ValueError\n"
        "- `Order.gone` calls check\n"
    ),
}


def of(client: Client, uri: str) -> list[Any] | None:
    """The diagnostics that were sent last for a file; None if none were ever sent."""
    sent = [p for p in client.told("textDocument/publishDiagnostics") if p["uri"] == uri]
    return sent[-1]["diagnostics"] if sent else None


def is_clean(client: Client, uri: str) -> bool:
    """True if an empty list was sent last."""
    return of(client, uri) == []


def test_come_and_go_with_edits(client: Client, buffers: Buffers, root: Path) -> None:
    uri = (root / "shop.py").as_uri()
    claims = (root / CLAIMS).as_uri()
    hints = client.wait(lambda: of(client, claims), "a hint about the claim without a subject")
    assert [(one["code"], one["range"]["start"]["line"]) for one in hints] == [("claim-open", 4)]
    assert of(client, uri) is None

    text = FILES["shop.py"]
    buffers.open("shop.py", text)
    broken = text.replace(
        "self.check()\n        self.write()", "self.write()\n        self.check()"
    )
    buffers.change("shop.py", 2, broken)
    [one] = client.wait(lambda: of(client, uri), "the broken claim")
    assert one["code"] == "claim-contradicted"
    assert one["range"]["start"]["line"] == 2
    assert "`Order.save` calls `check` before `write`" in one["message"]
    where = [
        (r["location"]["uri"], r["location"]["range"]["start"]["line"])
        for r in one["relatedInformation"]
    ]
    assert where == [(claims, 2), (uri, 3)]
    there = client.wait(
        lambda: [d for d in of(client, claims) or () if d["code"] == "claim-broken"],
        "the claim's own line, where it is written",
    )
    assert [one["range"]["start"]["line"] for one in there] == [2]

    buffers.change("shop.py", 3, text.replace("        self.check()\n", ""))
    client.wait(
        lambda: [d["range"]["start"]["line"] for d in of(client, uri) or ()] == [1],
        "the method's name, since the call is gone",
    )
    buffers.change("shop.py", 4, text)
    client.wait(lambda: is_clean(client, uri), "no problem any more")


def test_claims_are_read_as_they_are_typed(client: Client, buffers: Buffers, root: Path) -> None:
    uri = (root / "shop.py").as_uri()
    buffers.open(CLAIMS, "Order.check raises KeyError\n")
    [one] = client.wait(lambda: of(client, uri), "the claim that does not hold")
    assert one["range"]["start"]["line"] == 5
    buffers.change(CLAIMS, 2, "")
    client.wait(lambda: is_clean(client, uri), "no claims, no problems")


def actions(
    client: Client, uri: str, line: int, diagnostics: list[Any], **context: Any
) -> list[Any]:
    at = {"line": line, "character": 10}
    asked = {
        "textDocument": {"uri": uri},
        "range": {"start": at, "end": at},
        "context": {"diagnostics": diagnostics, **context},
    }
    return client.call("textDocument/codeAction", asked)


def test_code_actions(client: Client, buffers: Buffers, root: Path) -> None:
    uri, claims = ((root / path).as_uri() for path in ("shop.py", CLAIMS))
    [verify] = actions(client, uri, 2, [])
    assert verify["title"] == "Verify a claim about this method: save…"
    [argument] = verify["command"]["arguments"]
    assert argument == {"symbol": "shop.py::shop.Order.save"}
    assert actions(client, uri, 2, [], triggerKind=1) == [verify]
    assert actions(client, uri, 2, [], triggerKind=2) == []  # or each line had a light bulb
    assert actions(client, uri, 2, [], triggerKind=2, only=["codewitness"]) == [verify]
    answer = client.run("verify", {"subject": argument["symbol"], "predicate": "calls `check`"})
    assert answer["status"] == "SUPPORTED"
    refusal = client.refusal(client.command("verify", argument))
    assert refusal.message.startswith("claim: say what is claimed of shop.py::shop.Order.save")

    text = FILES["shop.py"]
    buffers.open("shop.py", text.replace("        self.check()\n", ""))
    broken = client.wait(lambda: of(client, uri), "the broken claim")
    by_itself = actions(client, uri, 1, broken, triggerKind=2)
    quick = [one for one in actions(client, uri, 1, broken) if one["kind"] == "quickfix"]
    assert by_itself == quick
    [edit] = quick[0]["edit"]["changes"][claims]
    assert (edit["range"]["start"]["line"], edit["newText"]) == (2, "")


def test_a_broken_claim_is_given_up_where_it_stands_now(
    client: Client, buffers: Buffers, root: Path
) -> None:
    """Helix sends diagnostics back without their related information."""
    uri, claims = ((root / path).as_uri() for path in ("shop.py", CLAIMS))
    buffers.open("shop.py", FILES["shop.py"].replace("        self.check()\n", ""))
    [broken] = client.wait(lambda: of(client, uri), "the broken claim")
    kept = {name: value for name, value in broken.items() if name != "relatedInformation"}
    buffers.open(CLAIMS, "- `Order.save` calls `check`\n\n" + FILES[CLAIMS])
    [fix] = actions(client, uri, 1, [kept], only=["quickfix"])
    [edit] = fix["edit"]["changes"][claims]
    assert (edit["range"]["start"]["line"], edit["newText"]) == (4, "")
    buffers.change(CLAIMS, 2, "# None\n")
    assert actions(client, uri, 1, [kept], only=["quickfix"]) == []


def test_what_is_half_typed_breaks_nothing_until_it_is_saved(
    client: Client, buffers: Buffers, root: Path
) -> None:
    uri = (root / "shop.py").as_uri()
    client.wait(lambda: of(client, (root / CLAIMS).as_uri()), "the claims are judged")
    buffers.open(CLAIMS, "- `run` calls `step`\n")
    text = "def run():\n    step()\n    return 1\n"
    buffers.open("shop.py", text)
    buffers.change("shop.py", 2, text.replace("    step()\n", ""))
    client.wait(lambda: of(client, uri), "the broken claim")
    half = text.replace("step()", "other(")
    buffers.change("shop.py", 3, half)
    client.wait(lambda: is_clean(client, uri), "nothing, as somebody is typing")
    (root / "shop.py").write_text(half)
    buffers.save("shop.py")
    client.wait(lambda: of(client, uri), "the claim, as it is left so")
