"""What users ask for: functions of a snapshot and a query that give frozen results."""
