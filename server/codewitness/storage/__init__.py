"""The index on disk or in a bucket: the only place that imports lancedb and pyarrow.

Nothing is imported here: lancedb takes its time, so who needs a store imports it by its module.
"""
