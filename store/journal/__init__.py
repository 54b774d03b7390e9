"""The search log: written by each search, read by reports and by the monthly export of misses."""
