"""What expressions of Python may be when they run."""
