"""Which language a file is read as."""

from __future__ import annotations

import pytest

from codewitness.syntax.registry import language_named, reading


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ('#ifdef __cplusplus\nextern "C" {\n#endif\nint f(void);\n', "c"),
        ("#if defined(__cplusplus)\nclass C;\n#else\nstruct C;\n#endif\nint f(void);\n", "c"),
        ('extern "C" {\nint f(void);\n}\n', "cpp"),
        ("#ifdef __cplusplus\n#endif\nnamespace n { int f(); }\n", "cpp"),
    ],
)
def test_what_a_header_says_to_cpp_alone_makes_it_none_of_cpp(text: str, language: str) -> None:
    found = reading("uv.h", text.encode())
    assert found is not None
    assert found.language == language


@pytest.mark.parametrize(
    ("first", "language"),
    [
        ("#!/usr/bin/env ruby", "ruby"),
        ("#!/usr/bin/env -S python3.11 -u", "python"),
        ("#!/usr/bin/env -S A=1 node --harmony", "javascript"),
        ("#! /usr/local/bin/python3", "python"),
        ("#!/bin/sh -e", "bash"),
        ("#!/usr/bin/awk -f", None),
        ("#!/usr/bin/env", None),
        ("ruby", None),
        ("", None),
    ],
)
def test_the_first_line_of_a_program_without_an_ending(first: str, language: str | None) -> None:
    found = reading("bin/tool", f"{first}\nx\n".encode())
    assert (found and found.language) == language
    assert reading("bin/tool.dat", f"{first}\nx\n".encode()) is None


@pytest.mark.parametrize(
    ("word", "language"),
    [
        *(("python", "python"), ("Kotlin", "kotlin"), ("kt", "kotlin"), (".tsx", "tsx")),
        *(("C++", "cpp"), ("c#", "csharp"), ("Objective-C", "objc"), ("shell", "bash")),
        *(("js", "javascript"), ("md", "markdown"), ("c", "c"), ("klingon", None)),
    ],
)
def test_a_language_by_what_people_call_it(word: str, language: str | None) -> None:
    assert language_named(word) == language
