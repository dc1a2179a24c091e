"""The kind of a model: which features, beyond plain exact cover, a backend must understand."""

from enum import Flag, auto


class Kind(Flag):
    """Features of a model. No feature at all is an exact cover with primary and secondary items."""

    EXACT_COVER = 0
    MULTIPLICITIES = auto()  # some demand is neither [1, 1] nor [0, 1]
    LINEAR = auto()  # some amount is not 1
    COLOURED = auto()  # some option gives a colour
    OBJECTIVE = auto()  # solutions have a value, and the least is wanted
    LAZY = auto()  # there are more items, which are found as solutions break them

    @property
    def words(self) -> str:
        """The features in words: `exact cover`, `multiplicities and linear`, ..."""
        names = [(feature.name or "").lower() for feature in Kind if feature in self]
        return " and ".join(names) or "exact cover"
