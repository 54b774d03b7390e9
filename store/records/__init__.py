"""Drafts and edits of pages: ids, templates, minimal text edits. Knows nothing of searching."""
