"""Flow of Rust."""

from codewitness.syntax.flow.rust.definitions import rust_flow

__all__ = ["rust_flow"]
