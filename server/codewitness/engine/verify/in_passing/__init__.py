"""What is said in passing: sentences read again in the code's own names, or held to its idioms."""
