"""Code told in other words that say the same, so that it is judged alike however it is written."""
