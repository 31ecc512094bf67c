"""Flow of Swift."""

from codewitness.syntax.flow.swift.definitions import swift_flow

__all__ = ["swift_flow"]
