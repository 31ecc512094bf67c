"""What Ruby has of its own: classes that are opened again, mixins."""
