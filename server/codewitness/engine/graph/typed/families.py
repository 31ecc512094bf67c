"""Which rules link which languages."""

from __future__ import annotations

from codewitness.engine.graph.typed.cfamily import CFamilyRules
from codewitness.engine.graph.typed.dotnet import DotnetRules
from codewitness.engine.graph.typed.ecma import EcmaRules
from codewitness.engine.graph.typed.golang import GoRules
from codewitness.engine.graph.typed.jvm import JvmRules
from codewitness.engine.graph.typed.rubylang import RubyRules
from codewitness.engine.graph.typed.rustlang import RustRules
from codewitness.engine.graph.typed.swiftlang import SwiftRules

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
