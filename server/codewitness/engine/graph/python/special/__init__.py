"""Special methods of Python, which run without being named."""
