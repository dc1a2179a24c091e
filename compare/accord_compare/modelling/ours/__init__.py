"""The problems said in Accord, a function each, called as in the list with `_` for `-`."""
