"""Rules for loops, order, locks, and how often something is done."""
