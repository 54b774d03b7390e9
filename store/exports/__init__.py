"""The base for readers that cannot run a command line."""
