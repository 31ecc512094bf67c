"""Rules of Python: what its names, values and calls mean, told by the flow facts alone."""
