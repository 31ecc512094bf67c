"""One session as an editor has it, by another client than that of the other tests."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest_lsp
from lsprotocol import types as lsp


async def test_a_session(root: Path, tmp_path: Path) -> None:
    (root / "a.py").write_text("def alpha(x):\n    return beta(x.name)\n")
    client = pytest_lsp.make_test_lsp_client()
    env = {**os.environ, "CODEWITNESS_CACHE_DIR": str(tmp_path / "cache")}
    await client.start_io(sys.executable, "-m", "codewitness", env=env)
    try:
        result = await client.initialize_session(
            lsp.InitializeParams(
                capabilities=pytest_lsp.client_capabilities("visual-studio-code"),
                workspace_folders=[lsp.WorkspaceFolder(uri=root.as_uri(), name="project")],
                initialization_options={"embedder": "none"},
            )
        )
        assert result.server_info is not None
        assert result.server_info.name == "codewitness"
        commands = result.capabilities.execute_command_provider
        assert commands is not None
        assert {"codewitness.search", "codewitness.signals"} <= set(commands.commands)

        async def run(command: str, **argument: object) -> dict:  # type: ignore[type-arg]
            name = f"codewitness.{command}"
            params = lsp.ExecuteCommandParams(command=name, arguments=[argument])
            return await client.workspace_execute_command_async(params)

        assert (await run("waitForFresh"))["fresh"]
        uri = (root / "a.py").as_uri()
        document = lsp.TextDocumentItem(
            uri=uri, language_id="python", version=1, text=(root / "a.py").read_text()
        )
        client.text_document_did_open(lsp.DidOpenTextDocumentParams(text_document=document))
        edit = lsp.TextDocumentContentChangePartial(
            range=lsp.Range(start=lsp.Position(1, 11), end=lsp.Position(1, 15)), text="gamma"
        )
        client.text_document_did_change(
            lsp.DidChangeTextDocumentParams(
                text_document=lsp.VersionedTextDocumentIdentifier(uri=uri, version=2),
                content_changes=[edit],
            )
        )
        answer = await run("signals", symbol="alpha")
        assert [one["text"] for one in answer["signals"]["calls"]["external"]] == ["gamma"]
        assert answer["freshness"]["documents"] == {uri: 2}
        found = await run("search", query="alpha", calls=["gamma"])
        assert [one["symbol"]["name"] for one in found["results"]] == ["alpha"]
    finally:
        await client.shutdown_session()
        await client.stop()
