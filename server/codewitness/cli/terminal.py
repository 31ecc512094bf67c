"""What is printed on a terminal: code and what people said, but nothing that a terminal obeys."""

from __future__ import annotations

from typing import Any, TextIO

_KEPT = "\n\t"
_PICTURES = 0x2400  # of control characters, in their order
_SHOWN: dict[int, int] = {
    **{code: _PICTURES + code for code in range(0x20) if chr(code) not in _KEPT},
    0x7F: 0x2421,
    # Control characters of 8 bits, and those that turn the direction of text round.
    **dict.fromkeys((*range(0x80, 0xA0), *range(0x202A, 0x202F), *range(0x2066, 0x206A)), 0xFFFD),
}


class Plain:
    """A terminal that shows control characters instead of obeying them."""

    def __init__(self, terminal: TextIO) -> None:
        self._terminal = terminal

    def write(self, text: str) -> int:
        """Print it."""
        return self._terminal.write(text.replace("\r\n", "\n").translate(_SHOWN))

    def __getattr__(self, name: str) -> Any:
        return getattr(self._terminal, name)
