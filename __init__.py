"""kb: search a team's knowledge, kept as Markdown in git."""

__version__ = "0.1.0"
