"""Claims about code: what they say, what would prove them, and what follows from the evidence."""
