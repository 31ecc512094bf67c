"""What is said in plain words, each of them bound to the code that does it."""
