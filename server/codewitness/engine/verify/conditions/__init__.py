"""What a condition asks, in code and in claims, and what must hold where a place stands."""
