"""Values that are functions as they stand: `lambda: x`, `() => x`, `func() {…}`."""

from __future__ import annotations

import re

_ARROW = r"(?:async\s*)?(?:\([^()]*\)|\w+)\s*(?::[^=\n]+)?=>"
_ECMA = rf"(?:async\s+)?function\b|{_ARROW}"
_C = r"\[[^\]]*\]\s*(?:\([^)]*\)\s*)?(?:mutable\s*)?\{"
_KOTLIN = r"\{[\w\s,:()]*->|fun\s*\("
_LITERALS = {
    "python": r"lambda\b",
    "ruby": r"(?:lambda|proc)\s*(?:\{|do\b|\()|->|Proc\.new\b",
    "javascript": _ECMA,
    "typescript": _ECMA,
    "tsx": _ECMA,
    "go": r"func\s*\(",
    "rust": r"(?:move\s+)?\|[^|]*\|",
    "java": r"(?:\([^()]*\)|\w+)\s*->",
    "kotlin": _KOTLIN,
    "csharp": rf"{_ARROW}|delegate\b",
    "c": _C,
    "cpp": _C,
    "objc": r"\^",
    "swift": r"\{",
}
_PATTERNS = {language: re.compile(rf"\s*(?:{one})") for language, one in _LITERALS.items()}


def is_function_literal(value: str, language: str) -> bool:
    """True for `lambda: x` of Python, and not for its `func(x)`, which is a function in Go."""
    return language in _PATTERNS and _PATTERNS[language].match(value) is not None
