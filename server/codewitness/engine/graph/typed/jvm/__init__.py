"""What Java and Kotlin have of their own, and what they share."""
