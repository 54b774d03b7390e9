"""What agents get: guides for them, and the hook that their hosts call."""
