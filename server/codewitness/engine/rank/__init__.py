"""Words, fusion and scores. Pure."""
