"""The verbs: options in, one request, one call of `store/`, one result out."""
