"""TypeScript with JSX."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from codewitness.syntax.languages import typescript
from codewitness.syntax.languages.ecma_members import end_members

SPEC = replace(
    typescript.SPEC,
    name="tsx",
    grammar="tsx",
    extensions=("tsx",),
    prepare=partial(end_members, has_elements=True),
)
