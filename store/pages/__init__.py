"""Files -> pages and passages. Knows nothing of searching."""
