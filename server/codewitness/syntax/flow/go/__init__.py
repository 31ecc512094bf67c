"""Flow of Go."""

from codewitness.syntax.flow.go.definitions import go_flow

__all__ = ["go_flow"]
