"""Rules for verbs that only the names of calls can show: `logs`, `sorts`, `empties`."""
