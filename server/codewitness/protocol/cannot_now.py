"""Work that is refused for now, with a reason and what to do."""

from __future__ import annotations


class CannotNow(RuntimeError):
    """Work that can't be done at this time; `code` and `hint` say why and what to do."""

    def __init__(self, message: str, *, code: str, hint: str) -> None:
        super().__init__(message)
        self.code = code
        self.hint = hint
