"""One `LanguageSpec` for each language that is read in depth."""
