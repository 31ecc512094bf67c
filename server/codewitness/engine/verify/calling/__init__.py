"""Rules for calls: of whom, with what, in whose place; and for callers."""
