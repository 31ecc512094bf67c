"""Quick fixes: for decisions that the code contradicts, and to verify a claim."""

from __future__ import annotations

import re
from collections.abc import Generator, Iterator
from typing import TYPE_CHECKING, Any

from lsprotocol import types as lsp

from codewitness.engine.view import Folder, Snapshot
from codewitness.features.memory_scope import Asking, MemoryScope
from codewitness.model.records import DecisionRecord
from codewitness.protocol.claim_actions import VERIFY_KIND, claim_actions
from codewitness.protocol.lenses import REMEMBERED, folder_of

if TYPE_CHECKING:
    from codewitness.protocol.server import Server

Steps = Generator[Any, Any, Any]

CONTRADICTED = "decision-contradicted"
UPDATE = "codewitness.session.updateDecision"
_DECISION = re.compile(r"\bdec-[0-9a-f]+\b")


def register_remarks(server: Server) -> None:
    """Answer code actions."""
    options = lsp.CodeActionOptions(code_action_kinds=[lsp.CodeActionKind.QuickFix, VERIFY_KIND])

    @server.feature(lsp.TEXT_DOCUMENT_CODE_ACTION, options)
    def actions(ls: Server, params: lsp.CodeActionParams) -> Steps:
        request = ls.protocol.msg_id
        return (
            yield from ls.dispatcher.run(
                lsp.TEXT_DOCUMENT_CODE_ACTION, code_actions, params, request
            )
        )


def code_actions(snapshot: Snapshot, params: lsp.CodeActionParams) -> list[lsp.CodeAction]:
    """For a decision that the code contradicts: give it up or the claim, or show it; for claims."""
    place = folder_of(snapshot, params.text_document.uri)
    if place is None:
        return []
    found: list[lsp.CodeAction] = []
    for diagnostic in params.context.diagnostics:
        named = _DECISION.search(diagnostic.message)
        if diagnostic.code == CONTRADICTED and named is not None:
            found += _for_decision(
                snapshot, place[0], params.text_document.uri, named[0], diagnostic
            )
    return [*found, *claim_actions(snapshot, *place, params)]


def _for_decision(
    snapshot: Snapshot, folder: Folder, uri: str, decision_id: str, diagnostic: lsp.Diagnostic
) -> Iterator[lsp.CodeAction]:
    scope = MemoryScope.of(snapshot, Asking(root=str(folder.root)))
    decision = scope.memory.records().get(decision_id)
    if not isinstance(decision, DecisionRecord):
        return
    texts = [claim.text for claim in decision.claims]
    kept = [text for text in texts if text not in diagnostic.message]
    choices = (
        (
            f"Mark the decision “{decision.decision}” as superseded",
            {"supersededReason": "the code was changed on purpose"},
        ),
        ("Drop this claim from the decision", {"claims": kept}),
    )
    for title, change in choices:
        argument = {"decisionId": decision_id, "source": "user", **change}
        yield _fix(title, UPDATE, argument, diagnostic)
    start = diagnostic.range.start
    at = {"uri": uri, "position": {"line": start.line, "character": start.character}}
    yield _fix("Show what is remembered here", REMEMBERED, {"symbol": at}, diagnostic)


def _fix(
    title: str, command: str, argument: dict[str, Any], diagnostic: lsp.Diagnostic
) -> lsp.CodeAction:
    return lsp.CodeAction(
        title=title,
        kind=lsp.CodeActionKind.QuickFix,
        diagnostics=[diagnostic],
        command=lsp.Command(title=title, command=command, arguments=[argument]),
    )
