"""New bases: empty, adopted, or the built-in example."""
