"""What decorated functions of Python are, and what runs beside them."""
