"""Code actions about the definition at a place: verify a claim, show who calls it."""

from __future__ import annotations

from collections.abc import Iterator

from lsprotocol import types as lsp

from codewitness.engine.view import Folder, Snapshot
from codewitness.features.lenses import caller_lenses, count_of, memory_lenses
from codewitness.features.places import Reading, innermost
from codewitness.model.symbol import Symbol
from codewitness.model.text import Position
from codewitness.protocol.client_abilities import ClientAbilities
from codewitness.protocol.lenses import CALLERS, REMEMBERED, command_at, title_of

VERIFY = "codewitness.verify"  # a command, and the kind of its action
SHOW_KIND = "codewitness.show"


def definition_actions(
    snapshot: Snapshot,
    folder: Folder,
    path: str,
    params: lsp.CodeActionParams,
    client: ClientAbilities,
) -> Iterator[lsp.CodeAction]:
    """What a client could not do with is left out: it would be refused, or is a lens already."""
    can_verify = VERIFY in client.commands and _is_asked_for(VERIFY, params.context)
    can_show = not client.has_lenses and _is_asked_for(SHOW_KIND, params.context)
    if not (can_verify or can_show):
        return
    symbol = _definition_at(snapshot, folder, path, params.range.start)
    if symbol is None:
        return
    if can_verify:
        yield _verify(symbol)
    if can_show:
        yield from _show(snapshot, folder, path, symbol)


def _is_asked_for(kind: str, context: lsp.CodeActionContext) -> bool:
    if context.only is not None:
        return any(is_within(kind, one) for one in context.only)
    # What fits every line would be a light bulb at every line, for clients that look by themselves.
    return context.trigger_kind != lsp.CodeActionTriggerKind.Automatic


def is_within(kind: str, asked: lsp.CodeActionKind | str) -> bool:
    """True if `asked` is this kind, or one that has it."""
    whole = str(getattr(asked, "value", asked))
    return kind == whole or kind.startswith(f"{whole}.") or whole == ""


def _definition_at(
    snapshot: Snapshot, folder: Folder, path: str, at: lsp.Position
) -> Symbol | None:
    symbols, source = Reading(snapshot).symbols(folder, path)
    if source is None:
        return None
    named = tuple(one for one in symbols if not one.name.startswith("<"))
    return innermost(named, source.text, Position(at.line, at.character), snapshot)


def _verify(symbol: Symbol) -> lsp.CodeAction:
    """Clients ask for the sentence: the command has but the name of whom it is about."""
    what = "method" if symbol.kind.is_callable else symbol.kind.value
    title = f"Verify a claim about this {what}: {symbol.name}…"
    argument = {"symbol": f"{symbol.path}::{symbol.qualified_name}"}
    command = lsp.Command(title=title, command=VERIFY, arguments=[argument])
    return lsp.CodeAction(title=title, kind=VERIFY, command=command)


def _show(
    snapshot: Snapshot, folder: Folder, path: str, symbol: Symbol
) -> Iterator[lsp.CodeAction]:
    """What its lenses would lead to: who calls it, and what is remembered of it, if anything is."""
    commands = []
    for lens in caller_lenses(snapshot, folder, path):
        if lens.place.symbol.ordinal == symbol.ordinal:
            count = count_of(snapshot, folder, lens.key)
            known = f" ({title_of(count)})" if count is not None else ""
            title = f"Show who calls {symbol.name}{known}"
            commands.append(command_at(title, CALLERS, lens.place, snapshot))
    for remembered in memory_lenses(snapshot, folder, path):
        if remembered.place.symbol.ordinal == symbol.ordinal:
            title = f"Show what is remembered of {symbol.name}"
            commands.append(command_at(title, REMEMBERED, remembered.place, snapshot))
    for one in commands:
        yield lsp.CodeAction(title=one.title, kind=SHOW_KIND, command=one)
