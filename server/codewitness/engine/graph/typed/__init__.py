"""Links languages whose types are declared: values follow declarations, not control flow."""
