"""What the memory shows in an editor: code lenses at methods, quick fixes for broken decisions."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Generator, Iterator, Sequence
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

from lsprotocol import types as lsp

from codewitness.engine.view import Folder, Snapshot
from codewitness.features.memory_scope import Asking, MemoryScope
from codewitness.features.places import BadRequest
from codewitness.features.remembered import records_in
from codewitness.model.records import DecisionRecord, Record, kind_of
from codewitness.protocol import convert
from codewitness.protocol.claim_actions import VERIFY_KIND, claim_actions

if TYPE_CHECKING:
    from codewitness.protocol.server import Server

Steps = Generator[Any, Any, Any]

CONTRADICTED = "decision-contradicted"
UPDATE = "codewitness.session.updateDecision"
_DECISION = re.compile(r"\bdec-[0-9a-f]+\b")


def register_remarks(server: Server) -> None:
    """Answer code lenses and code actions."""

    @server.feature(lsp.TEXT_DOCUMENT_CODE_LENS)
    def lenses(ls: Server, params: lsp.CodeLensParams) -> Steps:
        request = ls.protocol.msg_id
        return (
            yield from ls.dispatcher.run(lsp.TEXT_DOCUMENT_CODE_LENS, code_lenses, params, request)
        )

    options = lsp.CodeActionOptions(code_action_kinds=[lsp.CodeActionKind.QuickFix, VERIFY_KIND])

    @server.feature(lsp.TEXT_DOCUMENT_CODE_ACTION, options)
    def actions(ls: Server, params: lsp.CodeActionParams) -> Steps:
        request = ls.protocol.msg_id
        return (
            yield from ls.dispatcher.run(
                lsp.TEXT_DOCUMENT_CODE_ACTION, code_actions, params, request
            )
        )


def code_lenses(snapshot: Snapshot, params: lsp.CodeLensParams) -> list[lsp.CodeLens]:
    """At each method that records are tied to, how many of which kind."""
    place = _folder(snapshot, params.text_document.uri)
    if place is None:
        return []
    folder, path = place
    source = folder.document(path) or folder.saved.get(path)
    if source is None:
        return []
    found = []
    for symbol, records in records_in(snapshot, folder, path):
        shape = convert.range_of(source.text, symbol.name_span, snapshot.encoding)
        found.append(
            lsp.CodeLens(
                range=lsp.Range(
                    start=lsp.Position(**shape["start"]), end=lsp.Position(**shape["end"])
                ),
                command=lsp.Command(title=_counted(records), command=""),
            )
        )
    return found


def code_actions(snapshot: Snapshot, params: lsp.CodeActionParams) -> list[lsp.CodeAction]:
    """For a decision that the code contradicts: give it up, or only the claim; and about claims."""
    place = _folder(snapshot, params.text_document.uri)
    if place is None:
        return []
    found: list[lsp.CodeAction] = []
    for diagnostic in params.context.diagnostics:
        named = _DECISION.search(diagnostic.message)
        if diagnostic.code == CONTRADICTED and named is not None:
            found += _for_decision(snapshot, place[0], named[0], diagnostic)
    return [*found, *claim_actions(snapshot, *place, params)]


def _for_decision(
    snapshot: Snapshot, folder: Folder, decision_id: str, diagnostic: lsp.Diagnostic
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
        yield lsp.CodeAction(
            title=title,
            kind=lsp.CodeActionKind.QuickFix,
            diagnostics=[diagnostic],
            command=lsp.Command(title=title, command=UPDATE, arguments=[argument]),
        )


def _folder(snapshot: Snapshot, uri: str) -> tuple[Folder, str] | None:
    try:
        root, path = convert.place_of_uri(uri, snapshot)
    except BadRequest:
        return None
    return next((one, path) for one in snapshot.folders if one.root == PurePath(root))


def _counted(records: Sequence[Record]) -> str:
    words = {"error": "past error", "decision": "decision", "lesson": "lesson"}
    counts = Counter(kind_of(record).value for record in records)
    shown = [
        f"{count} {words[kind]}{'s' if count > 1 else ''}"
        for kind, count in sorted(counts.items(), key=lambda pair: -pair[1])
    ]
    return " · ".join(shown)
