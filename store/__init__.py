"""What kb knows and does: takes paths and requests, returns frozen values, never prints or asks."""
