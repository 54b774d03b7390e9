"""Maps of what there is: of a base for its readers, of code repositories for the base."""
