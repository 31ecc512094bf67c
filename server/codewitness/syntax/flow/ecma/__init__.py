"""Flow of JavaScript and TypeScript."""

from codewitness.syntax.flow.ecma.values import ecma_flow, javascript_flow

__all__ = ["ecma_flow", "javascript_flow"]
