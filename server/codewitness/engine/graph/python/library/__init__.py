"""What Python's libraries give, and what they call of a workspace."""
