"""Code actions about claims: verify one about the method here, give up one that no longer holds."""

from __future__ import annotations

from collections.abc import Iterator

from lsprotocol import types as lsp

from codewitness.engine.verify.claims_file import CLAIMS_FILE
from codewitness.engine.view import Folder, Snapshot
from codewitness.features.places import Reading, innermost
from codewitness.model.text import Position

VERIFY_KIND = "codewitness.verify"
BROKEN = "claim-contradicted"


def claim_actions(
    snapshot: Snapshot, folder: Folder, path: str, params: lsp.CodeActionParams
) -> Iterator[lsp.CodeAction]:
    """The actions at a place in `path`."""
    only = params.context.only
    # What fits every line would be a light bulb at every line, for clients that look by themselves.
    is_by_itself = params.context.trigger_kind == lsp.CodeActionTriggerKind.Automatic
    is_any = only is None and not is_by_itself
    if is_any or any(_is_within(VERIFY_KIND, str(kind)) for kind in only or ()):
        yield from _verify(snapshot, folder, path, params.range.start)
    if only is None or any(_is_within("quickfix", str(getattr(k, "value", k))) for k in only):
        for diagnostic in params.context.diagnostics:
            if diagnostic.code == BROKEN:
                yield from _give_up(diagnostic)


def _is_within(kind: str, asked: str) -> bool:
    return kind == asked or kind.startswith(f"{asked}.") or asked == ""


def _verify(
    snapshot: Snapshot, folder: Folder, path: str, at: lsp.Position
) -> Iterator[lsp.CodeAction]:
    """Clients ask for the sentence: the command has but the name of whom it is about."""
    symbols, source = Reading(snapshot).symbols(folder, path)
    if source is None:
        return
    named = tuple(one for one in symbols if not one.name.startswith("<"))
    symbol = innermost(named, source.text, Position(at.line, at.character), snapshot)
    if symbol is not None:
        what = "method" if symbol.kind.is_callable else symbol.kind.value
        title = f"Verify a claim about this {what}: {symbol.name}…"
        yield lsp.CodeAction(
            title=title,
            kind=VERIFY_KIND,
            command=lsp.Command(
                title=title,
                command="codewitness.verify",
                arguments=[{"symbol": f"{symbol.path}::{symbol.qualified_name}"}],
            ),
        )


def _give_up(diagnostic: lsp.Diagnostic) -> Iterator[lsp.CodeAction]:
    """Take the claim out of the claims file."""
    related = diagnostic.related_information or []
    if not related or not related[0].location.uri.endswith(CLAIMS_FILE):
        return
    where = related[0].location
    line = where.range.start.line
    gone = lsp.TextEdit(
        range=lsp.Range(start=lsp.Position(line, 0), end=lsp.Position(line + 1, 0)), new_text=""
    )
    yield lsp.CodeAction(
        title="Give up this claim: remove it from the claims file",
        kind=lsp.CodeActionKind.QuickFix,
        diagnostics=[diagnostic],
        edit=lsp.WorkspaceEdit(changes={where.uri: [gone]}),
    )
