"""Transcripts of AI assistants: lines in, conversations with todos and chapters out. Pure."""
