"""Families of puzzles, and the files that declare them."""
