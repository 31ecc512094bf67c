"""The memory's own reasoning. Pure: records in, records and texts out."""
