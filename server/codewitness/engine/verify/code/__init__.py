"""What a place in the code says by itself, whatever is claimed: arms, labels, values, macros."""
