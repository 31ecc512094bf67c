"""Rules for what is read, written, kept and taken out: names, attributes, keys, parameters."""
