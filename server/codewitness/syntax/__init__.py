"""From source text to file facts. Pure, and the only place that knows tree-sitter."""
