"""What keeps a verdict open though something was found: words that no line shows."""
