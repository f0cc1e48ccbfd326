"""Left Regions Expansion: all text of a document in the order in which a person reads it."""
