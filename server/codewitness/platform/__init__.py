"""Adapters for the ports: the only code that meets files, clocks, models and the network."""
