"""What a definition is known by, and which definition of another text it is now. Pure."""
