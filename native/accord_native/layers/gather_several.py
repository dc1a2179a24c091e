"""Gathering a layer whose keys have several words."""

from accord_native.layers.gathering import compiled

gather = compiled(narrow=False)
