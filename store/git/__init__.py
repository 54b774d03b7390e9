"""The only place that drives git."""
