"""One model, one task, one stream of slices: the contract, the table, and our three backends."""
