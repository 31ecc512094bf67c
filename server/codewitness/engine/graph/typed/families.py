"""Which rules link which languages."""

from __future__ import annotations

from codewitness.engine.graph.typed.c.cfamily import CFamilyRules
from codewitness.engine.graph.typed.dotnet.dotnet import DotnetRules
from codewitness.engine.graph.typed.ecma.ecma import EcmaRules
from codewitness.engine.graph.typed.go.golang import GoRules
from codewitness.engine.graph.typed.jvm.jvm import JvmRules
from codewitness.engine.graph.typed.ruby.rubylang import RubyRules
from codewitness.engine.graph.typed.rust.rustlang import RustRules
from codewitness.engine.graph.typed.swift.swiftlang import SwiftRules

# Languages of one family see each other's definitions.
FAMILIES = (
    EcmaRules,
    JvmRules,
    GoRules,
    DotnetRules,
    CFamilyRules,
    RustRules,
    SwiftRules,
    RubyRules,
)
