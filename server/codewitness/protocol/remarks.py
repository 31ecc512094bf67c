"""Code actions: quick fixes for decisions and claims that the code contradicts, and others."""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Iterator
from typing import TYPE_CHECKING, Any

from lsprotocol import types as lsp

from codewitness.engine.view import Folder, Snapshot
from codewitness.features.memory_scope import Asking, MemoryScope
from codewitness.model.records import DecisionRecord
from codewitness.protocol.claim_actions import claim_fixes
from codewitness.protocol.client_abilities import ClientAbilities
from codewitness.protocol.definition_actions import SHOW_KIND, VERIFY, definition_actions
from codewitness.protocol.lenses import REMEMBERED, folder_of

if TYPE_CHECKING:
    from codewitness.protocol.server import Server

Steps = Generator[Any, Any, Any]

CONTRADICTED = "decision-contradicted"
UPDATE = "codewitness.session.updateDecision"
_DECISION = re.compile(r"\bdec-[0-9a-f]+\b")


def register_remarks(server: Server) -> None:
    """Answer code actions."""
    kinds = [lsp.CodeActionKind.QuickFix, VERIFY, SHOW_KIND]
    options = lsp.CodeActionOptions(code_action_kinds=kinds)

    @server.feature(lsp.TEXT_DOCUMENT_CODE_ACTION, options)
    def actions(ls: Server, params: lsp.CodeActionParams) -> Steps:
        request, client = ls.protocol.msg_id, ls.abilities
        work: Callable[[Snapshot, Any], Any] = lambda snapshot, given: code_actions(  # noqa: E731
            snapshot, given, client
        )
        return (yield from ls.dispatcher.run(lsp.TEXT_DOCUMENT_CODE_ACTION, work, params, request))


def code_actions(
    snapshot: Snapshot, params: lsp.CodeActionParams, client: ClientAbilities
) -> list[lsp.CodeAction]:
    """For what the code contradicts, to give up the decision or the claim; for definitions."""
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
    found += claim_fixes(place[0], params)
    commands = {_command_of(one) for one in found if one.command is not None}
    of_definition = definition_actions(snapshot, *place, params, client)
    return [*found, *(one for one in of_definition if _command_of(one) not in commands)]


def _command_of(action: lsp.CodeAction) -> str:
    return action.command.command if action.command is not None else ""


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
