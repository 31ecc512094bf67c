"""How objects of Python are made, what fills their fields, and what reading one runs."""
