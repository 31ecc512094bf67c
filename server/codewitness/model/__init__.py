"""Frozen values that every layer speaks. Standard library only, no I/O."""
