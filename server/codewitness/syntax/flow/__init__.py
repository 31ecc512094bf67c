"""What a scope does with values, for the call graph: read from its text alone."""
