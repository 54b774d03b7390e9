"""A question -> a ranked result. Knows nothing of git."""
