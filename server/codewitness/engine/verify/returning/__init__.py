"""Rules for what a definition gives back."""
