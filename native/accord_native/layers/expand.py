"""Expanding a layer, whatever the words of a set of orientations and the slices of a key."""

from accord_native.layers.expansion import compiled

expand = compiled(narrow=False)
