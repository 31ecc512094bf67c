"""Flow of C#."""

from codewitness.syntax.flow.csharp.definitions import csharp_flow

__all__ = ["csharp_flow"]
