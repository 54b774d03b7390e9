"""Numbered upgrades of what kb keeps."""
