"""The only place that prints: results, errors and warnings, as text for people or JSON for programs."""
