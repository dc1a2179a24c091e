"""Gathering a layer whose keys have one word."""

from accord_native.layers.gathering import compiled

gather = compiled(narrow=True)
