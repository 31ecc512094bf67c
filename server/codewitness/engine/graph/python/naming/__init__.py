"""What names of Python mean: modules, imports, built-ins, and where attributes are looked up."""
