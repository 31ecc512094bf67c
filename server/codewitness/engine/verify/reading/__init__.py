"""From a sentence to a claim: words, idioms, clauses, and whom it is about."""
