"""Models: items, options and demands. Data and its algebra; nothing here runs a solver.

model        The model: sparse matrix, demands and names of `accord.model.data`, with the operations on them
data         The data of a model: a sparse integer matrix A
build        Build the arrays of a model from items and options by name, and report every error at once
derive       Derive models from a model: fewer options, required options, orbits under a symmetry
reduce       Find options that are in no solution, without search, so that engines get a smaller model
regions      Find options that cut off a region of cells which the remaining pieces cannot fill
reasons      Say why reduction removes an option: the rule, and the items that show it to a person
lazy         Lazy items: demands too many to write down, generated when a solution violates them
verify       Check a solution: whether it meets every demand of the model's matrix, which is all this reads
digest       Digests of solution sets: engines compare these instead of their lists of solutions
arrays       Array helpers: ragged rows as two arrays, exact sums by index, unique values, bit sets
closure      Generate a permutation group from its generators, coset by coset
model_cache  Cache values computed from a model for as long as the model lives; pickles leave them out

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
