"""Leads to pages that may no longer hold."""
