"""Rules for what is raised, caught, swallowed and done instead."""
