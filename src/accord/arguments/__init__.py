"""The arguments of each verb: a struct for each, whose fields carry all metadata.

    seed: int = argument(0, "Seed for engines that use random numbers.", "N", question=True)

Much is derived from these structs: the options of the command line; the signatures and texts of
`accord.count` and the like; which arguments exclude each other; the request that an engine gets
(`accord.backends.contract.Request`); the terms of a checkpoint or a shard; and the names that are looked up
in backends. So a new argument is one line in one of these modules, and the code that acts on it.

field     An argument: a field of a struct with its metadata, and what is derived from both
keywords  Decorators that list a struct's fields, in place of **more, in a function's signature and docstring
run       The struct of the arguments of a run: backend, engine, limits, symmetry, seed and the like
plan      The struct of the arguments of a search for a plan, as `accord plan` and `accord.plan` take them
proof     Structs of the arguments of proofs, explanations and certificates of counts
puzzle    Structs of the arguments of samples, frequencies, hints, ratings and random puzzles
drawing   Structs of the arguments of drawings, films, the event viewer, and files that are written
commands  Structs of the arguments of commands: on many puzzles, of `serve`, and of what compares engines

Names of `field` and `run` are here as well; the others are imported from their modules, which a command
of another verb need not load. Commands of a family have structs of their own, made of the same fields.

    >>> from accord.arguments import about, flag
    >>> from accord.arguments.run import Arguments
    >>> flag("time_limit", Arguments), about(Arguments)["time_limit"].help
    ('--time-limit', 'Stop after this time, including the time to build the model.')
"""

from accord.arguments.field import About as About
from accord.arguments.field import BackendArgument as BackendArgument
from accord.arguments.field import Cancel as Cancel
from accord.arguments.field import Found as Found
from accord.arguments.field import Limited as Limited
from accord.arguments.field import Query as Query
from accord.arguments.field import Show as Show
from accord.arguments.field import Watched as Watched
from accord.arguments.field import about as about
from accord.arguments.field import argument as argument
from accord.arguments.field import default_of as default_of
from accord.arguments.field import defaults as defaults
from accord.arguments.field import fields_of as fields_of
from accord.arguments.field import flag as flag
from accord.arguments.field import query_of as query_of
from accord.arguments.field import refuse_unknown as refuse_unknown
from accord.arguments.field import unseen as unseen
from accord.arguments.field import values as values
from accord.arguments.run import ABOUT as ABOUT
from accord.arguments.run import DEFAULTS as DEFAULTS
from accord.arguments.run import HANDED as HANDED
from accord.arguments.run import METHODS as METHODS
from accord.arguments.run import SYMMETRIES as SYMMETRIES
from accord.arguments.run import Arguments as Arguments
from accord.arguments.run import EngineArguments as EngineArguments
from accord.arguments.run import asking as asking

Cancel.__module__ = Found.__module__ = __name__  # signatures say where they are public
