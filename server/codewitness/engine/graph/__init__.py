"""The call graph: a pure function of the flow facts of all files."""
