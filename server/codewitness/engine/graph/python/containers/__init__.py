"""What is in the containers of Python: displays, mappings, slices, and what built-ins make."""
