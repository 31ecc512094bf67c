"""What Swift has of its own: labels, extensions, implicit members."""
