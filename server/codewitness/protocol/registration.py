"""Ask a client to tell of more than it does by itself."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from lsprotocol import types as lsp

if TYPE_CHECKING:
    from codewitness.protocol.server import Server

log = logging.getLogger(__name__)

ALL_FILES = "**/*"


async def register(server: Server, capabilities: lsp.ClientCapabilities) -> None:
    """Ask to be told of files that change on disk and of settings that change."""
    workspace = capabilities.workspace or lsp.WorkspaceClientCapabilities()
    watched, configuration = workspace.did_change_watched_files, workspace.did_change_configuration
    if watched is not None and watched.dynamic_registration:
        watcher = lsp.FileSystemWatcher(glob_pattern=ALL_FILES)
        options = lsp.DidChangeWatchedFilesRegistrationOptions(watchers=[watcher])
        server.session.client_watches = await _ask(
            server, lsp.WORKSPACE_DID_CHANGE_WATCHED_FILES, options
        )
    if configuration is not None and configuration.dynamic_registration:
        section = lsp.DidChangeConfigurationRegistrationOptions(section="codewitness")
        await _ask(server, lsp.WORKSPACE_DID_CHANGE_CONFIGURATION, section)


async def _ask(server: Server, method: str, options: object) -> bool:
    """True if the client agrees."""
    wanted = lsp.Registration(id=f"codewitness {method}", method=method, register_options=options)
    try:
        await server.client_register_capability_async(lsp.RegistrationParams([wanted]))
    except Exception as refusal:  # some say that they can and do not
        log.info("the client does not tell of %s: %s", method, refusal)
        return False
    return True
