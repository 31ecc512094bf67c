"""What Go has of its own: packages that are folders, embedded types."""
