"""Models: items, options and demands. Data and its algebra; nothing here runs a solver.

model        the class, made from names or from arrays
data         what it holds: a sparse matrix, demands, names; its kind, and its origin in a family
build        names -> arrays, and everything that can be wrong with a model
derive       models from models: restrict, require, reorder, quotient; keys of options, for digests
reduce       options that are in no solution, found without a search
regions      the same by the sizes of regions that are cut off
reasons      why an option is dropped
lazy         items that are found as solutions turn up which miss them
verify       does a solution meet every demand?
digest       one number for a set of solutions
arrays       rows of different lengths in one array
closure      the group that permutations generate
model_cache  what is worked out from a model once, and kept with it

Everybody may use it. Families build models, backends read them.

    >>> from accord import Model
    >>> model = Model.build({"a": 1, "b": (0, 1)}, {"x": ["a", "b"], "y": ["a"], "z": ["b"]})
    >>> model
    <Model 2 items, 3 options, exact cover>
    >>> model.restrict([1, 2]).names
    ('y', 'z')
"""

from accord.model.data import Kind
from accord.model.model import Model

__all__ = ["Kind", "Model"]
