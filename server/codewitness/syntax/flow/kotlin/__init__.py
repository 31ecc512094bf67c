"""Flow of Kotlin."""

from codewitness.syntax.flow.kotlin.definitions import kotlin_flow

__all__ = ["kotlin_flow"]
