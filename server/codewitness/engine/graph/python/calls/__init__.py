"""What calls of Python run and give, and which sites may call a function."""
