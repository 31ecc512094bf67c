"""The Language Server Protocol side: the only place that knows pygls, lsprotocol and asyncio."""
