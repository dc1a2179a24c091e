"""Two families as a stranger would write them, found through the entry-point group; see tests/families."""
