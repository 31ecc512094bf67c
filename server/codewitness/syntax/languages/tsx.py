"""TypeScript with JSX."""

from __future__ import annotations

from dataclasses import replace

from codewitness.syntax.languages import typescript

SPEC = replace(typescript.SPEC, name="tsx", grammar="tsx", extensions=("tsx",))
