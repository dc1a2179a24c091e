"""Lattices, polyforms and boards."""
