"""Quick fixes for claims of the claims file: give up one that no longer holds."""

from __future__ import annotations

import re
from collections.abc import Iterator

from lsprotocol import types as lsp

from codewitness.engine.verify.reading.claims_file import CLAIMS_FILE, ClaimLine
from codewitness.engine.view import Folder
from codewitness.features.claims_file import claims_in, claims_source
from codewitness.protocol import convert
from codewitness.protocol.definition_actions import is_within

BROKEN = "claim-contradicted"
_LINE = re.compile(rf"\({re.escape(CLAIMS_FILE)}:(\d+)\)")


def claim_fixes(folder: Folder, params: lsp.CodeActionParams) -> Iterator[lsp.CodeAction]:
    """Take each claim that is told to be broken out of the claims file."""
    only = params.context.only
    if only is not None and not any(is_within("quickfix", kind) for kind in only):
        return
    for diagnostic in params.context.diagnostics:
        claim = _claim_of(diagnostic, folder) if diagnostic.code == BROKEN else None
        if claim is not None:
            yield _give_up(diagnostic, convert.uri_in(folder, CLAIMS_FILE), claim)


def _claim_of(diagnostic: lsp.Diagnostic, folder: Folder) -> ClaimLine | None:
    """The claim as it stands in the file now.

    Found by the message: not every client sends the related information back.
    """
    source, message = claims_source(folder), diagnostic.message
    named = _LINE.search(message)
    if source is None or named is None:
        return None
    ends = (f" ({CLAIMS_FILE}:", ", which reads now: ")
    told = [
        one
        for one in claims_in(source.text)
        if any(f": {one.text}{end}" in message for end in ends)
    ]
    return min(told, key=lambda one: abs(one.line - int(named[1])), default=None)


def _give_up(diagnostic: lsp.Diagnostic, uri: str, claim: ClaimLine) -> lsp.CodeAction:
    line = claim.line - 1
    gone = lsp.TextEdit(
        range=lsp.Range(start=lsp.Position(line, 0), end=lsp.Position(line + 1, 0)), new_text=""
    )
    return lsp.CodeAction(
        title="Give up this claim: remove it from the claims file",
        kind=lsp.CodeActionKind.QuickFix,
        diagnostics=[diagnostic],
        edit=lsp.WorkspaceEdit(changes={uri: [gone]}),
    )
